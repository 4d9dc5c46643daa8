//! Translation of components from A2UI 1.0 to 0.9.

use super::{
    KEYS, heading::split_heading, is_unmarked_key, key, name_in_1_0, plain_name, show, verdict,
};
use crate::{
    Rule,
    Verdict::*,
    lens::FieldMap,
    mappings::{
        a2ui_component::{convert_to_0_9, map_members, with_empty_text, without_members},
        a2ui_notation::{Rewriting, RewrittenValue, Why},
        a2ui_v0_9_v1_0::BACKWARD,
    },
};
use a2ui::{Notation, v0_9, v1_0};
use wire::{Extra, Field, Payload, PayloadKind, Pointer};

const ONLY_V1_0: &str = "0.9 cannot express it";
const DOUBLED: &str = "0.9 has only one member of this name, and a property already uses it";
const LOOKS_BOUND: &str = "0.9 would read this literal as a binding or a call";
const NO_INDEX: &str = "0.9 lacks `@index`";

/// The members of the accessibility that 0.9 lacks.
const ONLY_ACCESSIBLE: [&str; 2] = ["live", "hidden"];
/// The members of an event that 0.9 lacks.
const ONLY_EVENT: [&str; 1] = ["userMessage"];

/// The component types with the properties of the published catalog that 0.9 lacks.
const NEW: [(&str, &str); 3] = [
    ("TextField", "placeholder"),
    ("Slider", "steps"),
    ("Video", "posterUrl"),
];

/// Translates a component to 0.9.
pub(crate) fn backward(
    old: &v1_0::Component,
    type_name: &str,
    notation: Notation,
    (from, to): (&Pointer, &Pointer),
    fields: &mut FieldMap,
) -> v0_9::Component {
    let rules = &BACKWARD;
    fields.add(Copied, &rules.id, (from, "id"), Some((to, "id")));
    let mut new = v0_9::Component::new(old.id.clone());
    if !old.component.is_absent() {
        fields.add(
            Copied,
            &rules.component,
            (from, "component"),
            Some((to, "component")),
        );
        new.component = old.component.clone();
    }
    if !old.catalog_id.is_absent() {
        let place = (from, "@catalogId");
        fields.remark(Carried, &rules.catalog_id, place, None, ONLY_V1_0);
    }
    if !matches!(old.metadata, Field::Absent) {
        let place = (from, "@metadata");
        fields.remark(Carried, &rules.metadata, place, None, ONLY_V1_0);
    }
    let downgrade = Downgrade {
        old,
        type_name,
        notation,
        from,
        to,
    };
    downgrade.show_dependencies(fields);
    let mut properties = Vec::new();
    for (name, value) in old.extra.iter() {
        downgrade.translate_property(name, value, &mut properties, fields);
    }
    new.extra.extend(properties);
    new
}

/// The translation of the properties of a component to 0.9.
struct Downgrade<'a> {
    old: &'a v1_0::Component,
    type_name: &'a str,
    notation: Notation,
    from: &'a Pointer,
    to: &'a Pointer,
}

impl<'a> Downgrade<'a> {
    /// Records the properties whose translation depends on another property, so that an edit of either wins over the carry.
    fn show_dependencies(&self, fields: &mut FieldMap) {
        let checks_key = key("@checks", self.notation);
        let (names, places) = match self.type_name {
            // A heading variant of 0.9 comes back as Markdown in the text.
            "Text" if self.has("variant") => {
                (["text", "variant"], &["text", "variant", "component"][..])
            }
            // A `validationRegexp` of 0.9 comes back as a check.
            "TextField" if self.has("validationRegexp") => (
                ["validationRegexp", checks_key],
                &["validationRegexp", "value", "checks", "component"][..],
            ),
            _ => return,
        };
        for name in names {
            for place in places {
                show(fields, (self.from, name), (self.to, place));
            }
        }
    }

    /// Returns `true` if the component has a property of this name.
    fn has(&self, name: &str) -> bool {
        self.old.extra.get(name).is_some()
    }

    /// Translates a property, and adds the result to `properties`. A text that begins with heading marks also adds a variant.
    fn translate_property(
        &self,
        name: &'a str,
        value: &Payload,
        properties: &mut Vec<(&'a str, Payload)>,
        fields: &mut FieldMap,
    ) {
        let (rules, from, to) = (&BACKWARD, self.from, self.to);
        let plain = plain_name(name);
        if let Some(remark) = self.reason_missing(name) {
            // A property of this name that is added in 0.9 wins over the carry.
            show(fields, (from, name), (to, plain));
            let rule = self.rule_of_missing(name);
            fields.remark(Carried, rule, (from, name), None, remark);
            return;
        }
        let rule = match plain {
            "checks" => &rules.checks,
            "accessibility" => &rules.accessibility,
            _ => &rules.property,
        };
        let rewritten = downgrade_value(self.type_name, plain, value, self.notation);
        self.note_missing_parts(rule, name, (value, &rewritten), fields);
        let Some(target) = rewritten.value else {
            // A property of this name that is added in 0.9 wins over the carry.
            show(fields, (from, name), (to, plain));
            return;
        };
        // Only a template with marks before a single binding becomes a heading. Marks in a literal text stay Markdown, because the
        // agent may have written them.
        if self.type_name == "Text" && name == "text" && !self.has("variant") {
            if let Some((variant, binding)) = split_heading(&target) {
                fields.add(Encoded, &rules.heading, (from, name), Some((to, name)));
                properties.push((name, binding));
                properties.push(("variant", Payload::string(variant)));
                return;
            }
        }
        let verdict = match verdict(value, &target, fields) {
            Copied if plain != name => Renamed,
            verdict => verdict,
        };
        fields.add(verdict, rule, (from, name), Some((to, plain)));
        // The value comes back under the key of this notation, which is absent here.
        let returned = name_in_1_0(plain, self.notation);
        if returned != name && fields.is_wanted() {
            fields.show(from.member(returned), to.member(plain));
        }
        properties.push((plain, target));
    }

    /// Returns the reason why 0.9 lacks a property. Returns `None` if 0.9 has the property.
    fn reason_missing(&self, name: &str) -> Option<&'static str> {
        if is_doubled(&self.old.extra, name) {
            Some(DOUBLED)
        } else if is_only_in_1_0(self.type_name, name, self.notation) {
            Some(ONLY_V1_0)
        } else {
            None
        }
    }

    /// Returns the rule for a property that 0.9 lacks. Without marks, some of these names are keys.
    fn rule_of_missing(&self, name: &str) -> &'static Rule {
        match name {
            _ if self.notation.has_marked_keys() => &BACKWARD.property,
            "catalogId" => &BACKWARD.catalog_id,
            "metadata" => &BACKWARD.metadata,
            _ => &BACKWARD.property,
        }
    }

    /// Adds notes about the parts of a property that 0.9 lacks.
    fn note_missing_parts(
        &self,
        rule: &'static Rule,
        name: &str,
        (value, rewritten): (&Payload, &RewrittenValue),
        fields: &mut FieldMap,
    ) {
        let at = self.from.member(name);
        for missing in members_only_in_1_0(plain_name(name), value) {
            fields.remark(Carried, rule, (&at.join(&missing), ""), None, ONLY_V1_0);
        }
        for part in &rewritten.inexpressible {
            let why = match part.why {
                Why::LooksBound => LOOKS_BOUND,
                Why::Lacking => ONLY_V1_0,
                Why::Index => NO_INDEX,
            };
            fields.remark(Carried, rule, (&at.join(&part.at), ""), None, why);
        }
    }
}

/// Returns one property of the translation of a component to 0.9. `name` is the property name in 0.9.
pub(crate) fn property_in_0_9(
    old: &v1_0::Component,
    type_name: &str,
    notation: Notation,
    name: &str,
) -> Option<Payload> {
    if plain_name(name) != name || is_only_in_1_0(type_name, name, notation) {
        return None;
    }
    let is_of_text = type_name == "Text" && matches!(name, "text" | "variant");
    if is_of_text && old.extra.get("variant").is_none() {
        let text = downgrade_value(type_name, "text", old.extra.get("text")?, notation).value?;
        return match (split_heading(&text), name) {
            (Some((variant, _)), "variant") => Some(Payload::string(variant)),
            (Some((_, binding)), _) => Some(binding),
            (None, "text") => Some(text),
            (None, _) => None,
        };
    }
    let value = match old.extra.get(name) {
        Some(value) => value,
        None => {
            let (marked, _) = KEYS.iter().find(|(_, plain)| name == *plain)?;
            old.extra.get(marked)?
        }
    };
    downgrade_value(type_name, name, value, notation).value
}

/// Returns `true` if 0.9 has a property except for some of its parts, which have their own notes.
pub(crate) fn is_partly_in_0_9(
    old: &v1_0::Component,
    type_name: &str,
    notation: Notation,
    name: &str,
    value: &Payload,
) -> bool {
    if is_doubled(&old.extra, name) || is_only_in_1_0(type_name, name, notation) {
        return false;
    }
    let plain = plain_name(name);
    if !members_only_in_1_0(plain, value).is_empty() {
        return true;
    }
    let inexpressible = downgrade_value(type_name, plain, value, notation).inexpressible;
    inexpressible.iter().any(|part| !part.at.is_root())
}

/// Returns `true` if a component has a key of 1.0, and also a property with the plain name of the key.
fn is_doubled(properties: &Extra, name: &str) -> bool {
    let plain = plain_name(name);
    plain != name && properties.get(plain).is_some()
}

/// Returns `true` if 0.9 lacks a property or a key of this name.
fn is_only_in_1_0(type_name: &str, name: &str, notation: Notation) -> bool {
    let is_key = !notation.has_marked_keys() && is_unmarked_key(name);
    is_key || NEW.contains(&(type_name, name))
}

/// Returns the places of the members in a property that 0.9 lacks, except the members of function calls.
fn members_only_in_1_0(plain_name: &str, value: &Payload) -> Vec<Pointer> {
    let root = Pointer::root();
    let (object, at, names) = match plain_name {
        "accessibility" => (Some(value.clone()), root, &ONLY_ACCESSIBLE[..]),
        "action" => (value.member("event"), root.member("event"), &ONLY_EVENT[..]),
        _ => return Vec::new(),
    };
    let Some(object) = object else {
        return Vec::new();
    };
    let mut places = Vec::new();
    for name in names {
        if object.member(name).is_some() {
            places.push(at.member(name));
        }
    }
    places
}

/// Converts a property of 1.0 to 0.9.
fn downgrade_value(
    type_name: &str,
    plain_name: &str,
    value: &Payload,
    notation: Notation,
) -> RewrittenValue {
    let value = match plain_name {
        "accessibility" => &without_members(value, &ONLY_ACCESSIBLE),
        "action" if !members_only_in_1_0(plain_name, value).is_empty() => {
            &map_members(value, |name, value| {
                let value = match name {
                    "event" => without_members(value, &ONLY_EVENT),
                    _ => value.clone(),
                };
                Some((name.to_owned(), value))
            })
        }
        "checks" => &checks_backward(value),
        _ => value,
    };
    let rewriting = Rewriting::new(notation, Notation::Plain)
        .without(&["catalogId"])
        .without_objects();
    convert_to_0_9(type_name, plain_name, value, rewriting)
}

/// Adds an empty message to each check without one, because 0.9 requires a message.
fn checks_backward(checks: &Payload) -> Payload {
    if checks.kind() != PayloadKind::Array {
        return checks.clone();
    }
    let mut complete = Vec::new();
    for check in checks.elements() {
        let lacks_message = check.is_object() && check.member("message").is_none();
        complete.push(if lacks_message {
            with_empty_text(&check, "message")
        } else {
            check
        });
    }
    Payload::array(&complete)
}
