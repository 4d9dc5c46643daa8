//! Translation of components from A2UI 0.9 to 1.0.

use super::{
    heading::{marks_of, with_heading},
    is_taken, key, name_in_1_0, plain_name, show, verdict,
};
use crate::{
    Rule,
    Verdict::*,
    lens::FieldMap,
    mappings::{
        a2ui_component::{map_members, regexp_as_check},
        a2ui_notation::Rewriting,
        a2ui_v0_9_v1_0::FORWARD,
    },
};
use a2ui::{Notation, v0_9, v1_0};
use wire::{Extra, Payload, PayloadKind, Pointer};

const INEXPRESSIBLE: &str = "1.0 cannot express it";
const TAKEN: &str = "this name has another meaning in 1.0";

/// Returns the verdict for a property that becomes a key, whose name depends on the notation.
fn renamed_verdict(
    old: &Payload,
    new: &Payload,
    notation: Notation,
    fields: &FieldMap,
) -> crate::Verdict {
    match verdict(old, new, fields) {
        Copied if notation.has_marked_keys() => Renamed,
        verdict => verdict,
    }
}

/// Translates a component to 1.0.
pub(crate) fn forward(
    old: &v0_9::Component,
    type_name: &str,
    notation: Notation,
    (from, to): (&Pointer, &Pointer),
    fields: &mut FieldMap,
) -> v1_0::Component {
    let rules = &FORWARD;
    fields.add(Copied, &rules.id, (from, "id"), Some((to, "id")));
    let mut new = v1_0::Component::new(old.id.clone());
    if !old.component.is_absent() {
        fields.add(
            Copied,
            &rules.component,
            (from, "component"),
            Some((to, "component")),
        );
        new.component = old.component.clone();
    }
    let upgrade = Upgrade::new(old, type_name, notation, (from, to));
    upgrade.show_dependencies(fields);
    let mut properties = Vec::new();
    for (name, value) in old.extra.iter() {
        properties.extend(upgrade.translate_property(name, value, fields));
    }
    new.extra.extend(properties);
    if let Some(check) = upgrade.regexp {
        let checks = with_check(new.extra.get(upgrade.checks_key), &check, notation);
        new.extra.insert(upgrade.checks_key, checks);
    }
    new
}

/// The translation of the properties of a component to 1.0.
struct Upgrade<'a> {
    old: &'a v0_9::Component,
    type_name: &'a str,
    notation: Notation,
    from: &'a Pointer,
    to: &'a Pointer,
    /// The name of the key `@checks` in the notation.
    checks_key: &'static str,
    /// `true` if the component is a heading, which has no variant in 1.0.
    is_heading: bool,
    /// The text with the marks of the heading. `None` if the text cannot contain marks.
    headed: Option<Payload>,
    /// The check that replaces `validationRegexp`.
    regexp: Option<Payload>,
}

impl<'a> Upgrade<'a> {
    /// Prepares the translation of a component. `type_name` is the stated or the known type.
    fn new(
        old: &'a v0_9::Component,
        type_name: &'a str,
        notation: Notation,
        (from, to): (&'a Pointer, &'a Pointer),
    ) -> Self {
        let marks = heading_of(type_name, &old.extra);
        let headed = match (marks, old.extra.get("text")) {
            (Some(marks), Some(text)) => with_heading(marks, text),
            _ => None,
        };
        Self {
            old,
            type_name,
            notation,
            from,
            to,
            checks_key: key("@checks", notation),
            is_heading: marks.is_some(),
            headed,
            regexp: regexp_of(type_name, &old.extra),
        }
    }

    /// Records the properties whose translation depends on another property, so that an edit of either wins over the carry.
    fn show_dependencies(&self, fields: &mut FieldMap) {
        let properties = &self.old.extra;
        match self.type_name {
            "Text" => {
                let may_be_heading = properties.get("variant").is_some()
                    || properties.get("text").is_some_and(Payload::is_object);
                // The text of 1.0 may contain the variant. A text that begins with marks comes back with a variant.
                if may_be_heading {
                    self.show_at("variant", &["text", "variant", "component"], fields);
                }
            }
            // A regular expression becomes a check, so an absent list of checks may come back with this check.
            "TextField" if properties.get("validationRegexp").is_some() => {
                let places = [self.checks_key, "value", "component"];
                self.show_at("validationRegexp", &places, fields);
                self.show_at("checks", &[self.checks_key], fields);
            }
            _ => {}
        }
    }

    /// Records that a property is visible at these places of the target.
    fn show_at(&self, name: &str, places: &[&str], fields: &mut FieldMap) {
        for place in places {
            show(fields, (self.from, name), (self.to, place));
        }
    }

    /// Translates a property. Returns `None` if 1.0 lacks the property or expresses it in another property.
    fn translate_property(
        &self,
        name: &'a str,
        value: &Payload,
        fields: &mut FieldMap,
    ) -> Option<(&'a str, Payload)> {
        let (rules, from, to) = (&FORWARD, self.from, self.to);
        match name {
            _ if is_taken(name, self.notation) => {
                show(fields, (from, name), (to, name));
                fields.remark(Carried, &rules.property, (from, name), None, TAKEN);
                None
            }
            "variant" if self.is_heading => {
                let place = self.headed.as_ref().map(|_| (to, "text"));
                fields.add(Encoded, &rules.heading, (from, name), place);
                None
            }
            "text" => match &self.headed {
                Some(headed) => {
                    fields.add(Encoded, &rules.property, (from, name), Some((to, name)));
                    Some((name, upgrade_value(headed, self.notation)))
                }
                None => Some(self.translate_plain(name, value, fields)),
            },
            "validationRegexp" if self.type_name == "TextField" => {
                let (place, remark) = match self.regexp {
                    Some(_) => (Some((to, self.checks_key)), ""),
                    None => (None, INEXPRESSIBLE),
                };
                fields.remark(Encoded, &rules.regexp, (from, name), place, remark);
                None
            }
            "checks" => {
                let checks = checks_forward(value, self.notation);
                Some(self.translate_key(&rules.checks, name, (value, checks), fields))
            }
            "accessibility" => {
                let target = upgrade_value(value, self.notation);
                Some(self.translate_key(&rules.accessibility, name, (value, target), fields))
            }
            _ => Some(self.translate_plain(name, value, fields)),
        }
    }

    /// Adds a note about a property that is a key in 1.0. Returns the name of the key and the value.
    fn translate_key(
        &self,
        rule: &'static Rule,
        name: &'a str,
        (value, target): (&Payload, Payload),
        fields: &mut FieldMap,
    ) -> (&'a str, Payload) {
        let new_name = name_in_1_0(name, self.notation);
        let verdict = renamed_verdict(value, &target, self.notation, fields);
        fields.add(verdict, rule, (self.from, name), Some((self.to, new_name)));
        (new_name, target)
    }

    /// Translates a property with the same name in 1.0.
    fn translate_plain(
        &self,
        name: &'a str,
        value: &Payload,
        fields: &mut FieldMap,
    ) -> (&'a str, Payload) {
        let (from, to) = (self.from, self.to);
        let target = upgrade_value(value, self.notation);
        let verdict = verdict(value, &target, fields);
        fields.add(verdict, &FORWARD.property, (from, name), Some((to, name)));
        // The name is that of a key in 1.0. The value comes back under the plain name, which is absent here.
        let returned = plain_name(name);
        if returned != name && fields.is_wanted() {
            fields.show(from.member(returned), to.member(name));
        }
        (name, target)
    }
}

/// Returns one property of the translation of a component to 1.0. `name` is the property name in 1.0.
pub(crate) fn property_in_1_0(
    old: &v0_9::Component,
    type_name: &str,
    notation: Notation,
    name: &str,
) -> Option<Payload> {
    if name == key("@checks", notation) {
        let checks = old.extra.get("checks");
        let checks = checks.map(|checks| checks_forward(checks, notation));
        return match regexp_of(type_name, &old.extra) {
            Some(check) => Some(with_check(checks.as_ref(), &check, notation)),
            None => checks,
        };
    }
    if name == key("@accessibility", notation) {
        return Some(upgrade_value(old.extra.get("accessibility")?, notation));
    }
    // In 0.9, a property with the plain name of a key is that key.
    if is_taken(name, notation) || matches!(name, "checks" | "accessibility") {
        return None;
    }
    if name == "validationRegexp" && type_name == "TextField" {
        // The checks contain the regular expression.
        return None;
    }
    if let Some(marks) = heading_of(type_name, &old.extra) {
        match name {
            "variant" => return None,
            "text" => {
                let text = old.extra.get("text")?;
                let headed = with_heading(marks, text);
                return Some(upgrade_value(headed.as_ref().unwrap_or(text), notation));
            }
            _ => {}
        }
    }
    Some(upgrade_value(old.extra.get(name)?, notation))
}

/// Returns the Markdown marks of a component that is a heading. Returns `None` for other components.
fn heading_of(type_name: &str, properties: &Extra) -> Option<&'static str> {
    if type_name == "Text" {
        marks_of(properties.get("variant")?)
    } else {
        None
    }
}

/// Returns the check that replaces the `validationRegexp` of a TextField. Returns `None` for other components.
fn regexp_of(type_name: &str, properties: &Extra) -> Option<Payload> {
    match type_name {
        "TextField" => regexp_as_check(properties),
        _ => None,
    }
}

/// Appends a check of 0.9 to the checks of 1.0.
fn with_check(checks: Option<&Payload>, check: &Payload, notation: Notation) -> Payload {
    let checks = checks.iter().flat_map(|checks| checks.elements());
    let checks: Vec<_> = checks.chain([upgrade_value(check, notation)]).collect();
    Payload::array(&checks)
}

/// Converts a value of 0.9 to a notation of 1.0, where calls do not state their return type.
fn upgrade_value(value: &Payload, notation: Notation) -> Payload {
    // A call of 1.0 lacks the first two members. It has a `catalogId`, but in 0.9 this name has no meaning.
    const NOT_IN_1_0: &[&str] = &["returnType", "callableFrom", "catalogId"];
    let rewriting = Rewriting::new(Notation::Plain, notation).without(NOT_IN_1_0);
    rewriting
        .rewrite(value)
        .value
        .unwrap_or_else(|| value.clone())
}

/// Translates a list of checks to 1.0. Checks that always hold are removed.
fn checks_forward(checks: &Payload, notation: Notation) -> Payload {
    if checks.kind() != PayloadKind::Array {
        return upgrade_value(checks, notation);
    }
    let mut effective = Vec::new();
    for check in checks.elements() {
        if let Some(check) = check_forward(check) {
            effective.push(upgrade_value(&check, notation));
        }
    }
    Payload::array(&effective)
}

/// Replaces the literal condition of a check, because in 1.0 a condition is a binding or a call. Returns `None` for a check that
/// always holds.
fn check_forward(check: Payload) -> Option<Payload> {
    let Some(condition) = check.member("condition") else {
        return Some(check);
    };
    if condition.is_object() {
        return Some(check);
    }
    if condition.text() != "false" {
        return None;
    }
    Some(map_members(&check, |name, value| {
        let value = match name {
            "condition" => build_false_condition(),
            _ => value.clone(),
        };
        Some((name.to_owned(), value))
    }))
}

/// Builds a call that always returns `false`, in the notation of 0.9.
fn build_false_condition() -> Payload {
    Payload::parse(r#"{"call":"and","args":{"values":[false,false]}}"#)
        .unwrap_or_else(|_| Payload::null())
}
