//! Components and their properties.

mod heading;

use super::{BACKWARD, FORWARD};
use crate::{
    Rule,
    Verdict::*,
    lens::FieldMap,
    mappings::{
        a2ui_component::{in_0_9, members, regexp, with_empty_text, without},
        a2ui_notation::{Rewriting, RewrittenValue, Why},
    },
};
use a2ui::{Notation, v0_9, v1_0};
use heading::{marks_of, split_heading, with_heading};
use wire::{Extra, Field, Payload, PayloadKind, Pointer};

const INEXPRESSIBLE: &str = "1.0 cannot express it";
const ONLY_V1_0: &str = "0.9 cannot express it";

const TAKEN: &str = "this name has another meaning in 1.0";
const DOUBLED: &str = "0.9 has only one member of this name, and a property already uses it";
const LOOKS_BOUND: &str = "0.9 would read this literal as a binding or a call";
const NO_INDEX: &str = "0.9 lacks `@index`";

/// The accessibility members and the event members that 0.9 lacks.
const ONLY_ACCESSIBLE: [&str; 2] = ["live", "hidden"];
const ONLY_EVENT: [&str; 1] = ["userMessage"];

/// The keys of 1.0 that are properties in 0.9, with their current names.
const KEYS: [(&str, &str); 2] = [("@accessibility", "accessibility"), ("@checks", "checks")];

/// Returns the name of a key in a notation.
fn key(key: &'static str, notation: Notation) -> &'static str {
    if notation.has_marked_keys() {
        key
    } else {
        key.strip_prefix('@').unwrap_or(key)
    }
}

/// Returns `true` if the name of a 0.9 property has another meaning in 1.0.
fn is_taken(name: &str, notation: Notation) -> bool {
    match name.strip_prefix('@') {
        // Keys are read under their current names in every notation.
        Some(name) => notation.has_marked_keys() || is_unmarked_key(name),
        None => !notation.has_marked_keys() && is_unmarked_key(name),
    }
}

/// Returns `true` if a notation without marks has a key of this name that 0.9 lacks.
fn is_unmarked_key(name: &str) -> bool {
    matches!(name, "catalogId" | "metadata")
}

/// Returns the name that a property of 1.0 has in 0.9.
fn plain_name(name: &str) -> &str {
    match KEYS.iter().find(|(key, _)| name == *key) {
        Some((_, plain)) => plain,
        None => name,
    }
}

/// The properties of the published catalog that 0.9 lacks.
const NEW: [(&str, &str); 3] = [
    ("TextField", "placeholder"),
    ("Slider", "steps"),
    ("Video", "posterUrl"),
];

fn verdict(old: &Payload, new: &Payload, fields: &FieldMap) -> crate::Verdict {
    if fields.are_same(old, new) {
        Copied
    } else {
        Encoded
    }
}

/// Returns the verdict for a key, whose name depends on the notation.
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
pub(super) fn forward(
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
        properties.extend(upgrade.property(name, value, fields));
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
    /// The name of the checks in the notation.
    checks_key: &'static str,
    /// `true` if the variant is that of a heading, which 1.0 lacks.
    is_heading: bool,
    /// The text with the marks of the heading, if they fit into the text.
    headed: Option<Payload>,
    /// The check that replaces the regular expression.
    regexp: Option<Payload>,
}

impl<'a> Upgrade<'a> {
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

    /// Shows the properties whose translation depends on another one, so that an edit of either wins over the carry.
    fn show_dependencies(&self, fields: &mut FieldMap) {
        let properties = &self.old.extra;
        match self.type_name {
            "Text" => {
                let may_be_heading = properties.get("variant").is_some()
                    || properties.get("text").is_some_and(Payload::is_object);
                // The text may contain the variant, and a text that begins as a heading returns with one.
                if may_be_heading {
                    self.show_at("variant", &["text", "variant", "component"], fields);
                }
            }
            // A regular expression becomes a check of the bound value, so checks return that were absent.
            "TextField" if properties.get("validationRegexp").is_some() => {
                let places = [self.checks_key, "value", "component"];
                self.show_at("validationRegexp", &places, fields);
                self.show_at("checks", &[self.checks_key], fields);
            }
            _ => {}
        }
    }

    fn show_at(&self, name: &str, places: &[&str], fields: &mut FieldMap) {
        for place in places {
            show(fields, (self.from, name), (self.to, place));
        }
    }

    /// Translates a property. Returns `None` if 1.0 lacks it, or has it inside another property.
    fn property(
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
                    Some((name, up(headed, self.notation)))
                }
                None => Some(self.copied(name, value, fields)),
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
                Some(self.renamed(&rules.checks, name, (value, checks), fields))
            }
            "accessibility" => {
                let target = up(value, self.notation);
                Some(self.renamed(&rules.accessibility, name, (value, target), fields))
            }
            _ => Some(self.copied(name, value, fields)),
        }
    }

    /// Translates a property whose name is a key in 1.0.
    fn renamed(
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

    /// Translates a property that has the same name in 1.0.
    fn copied(&self, name: &'a str, value: &Payload, fields: &mut FieldMap) -> (&'a str, Payload) {
        let (from, to) = (self.from, self.to);
        let target = up(value, self.notation);
        let verdict = verdict(value, &target, fields);
        fields.add(verdict, &FORWARD.property, (from, name), Some((to, name)));
        // A key of 1.0 comes back under the name of 0.9, which is absent here.
        let returned = plain_name(name);
        if returned != name && fields.is_wanted() {
            fields.show(from.member(returned), to.member(name));
        }
        (name, target)
    }
}

/// Records that a property of the target shows one of the source.
fn show(fields: &mut FieldMap, from: (&Pointer, &str), to: (&Pointer, &str)) {
    if fields.is_wanted() {
        fields.show(from.0.member(from.1), to.0.member(to.1));
    }
}

/// Returns the property of this name in the translation of a component to 1.0.
pub(super) fn property_in_1_0(
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
        return Some(up(old.extra.get("accessibility")?, notation));
    }
    // The plain names of marked keys belong to these.
    if is_taken(name, notation) || matches!(name, "checks" | "accessibility") {
        return None;
    }
    if name == "validationRegexp" && type_name == "TextField" {
        return None;
    }
    if let Some(marks) = heading_of(type_name, &old.extra) {
        match name {
            "variant" => return None,
            "text" => {
                let text = old.extra.get("text")?;
                let headed = with_heading(marks, text);
                return Some(up(headed.as_ref().unwrap_or(text), notation));
            }
            _ => {}
        }
    }
    Some(up(old.extra.get(name)?, notation))
}

/// Returns the name in 1.0 of a property of 0.9, even if 1.0 gives the name another meaning.
pub(super) fn name_in_1_0(name: &str, notation: Notation) -> &str {
    match KEYS.iter().find(|(_, plain)| name == *plain) {
        Some((marked, _)) => key(marked, notation),
        None => name,
    }
}

/// Returns the Markdown marks of the heading that the properties of a component describe.
fn heading_of(type_name: &str, properties: &Extra) -> Option<&'static str> {
    if type_name == "Text" {
        marks_of(properties.get("variant")?)
    } else {
        None
    }
}

/// Returns the check that stands for the regular expression of a component.
fn regexp_of(type_name: &str, properties: &Extra) -> Option<Payload> {
    match type_name {
        "TextField" => regexp(properties),
        _ => None,
    }
}

/// Appends a check of 0.9 to those of 1.0.
fn with_check(checks: Option<&Payload>, check: &Payload, notation: Notation) -> Payload {
    let checks = checks.iter().flat_map(|checks| checks.elements());
    let checks: Vec<_> = checks.chain([up(check, notation)]).collect();
    Payload::array(&checks)
}

/// Converts a value of 0.9 to a notation of 1.0. Calls of 1.0 do not state their return type.
fn up(value: &Payload, notation: Notation) -> Payload {
    // The member `catalogId` is unknown in 0.9 but has a meaning in 1.0.
    const GONE: &[&str] = &["returnType", "callableFrom", "catalogId"];
    let rewriting = Rewriting::new(Notation::Plain, notation).without(GONE);
    rewriting.of(value).value.unwrap_or_else(|| value.clone())
}

/// Translates checks. Those without an effect are removed.
fn checks_forward(checks: &Payload, notation: Notation) -> Payload {
    if checks.kind() != PayloadKind::Array {
        return up(checks, notation);
    }
    let mut effective = Vec::new();
    for check in checks.elements() {
        if let Some(check) = check_forward(check) {
            effective.push(up(&check, notation));
        }
    }
    Payload::array(&effective)
}

/// Replaces a literal condition: those of 1.0 are bindings and calls. Returns `None` for a check that always holds.
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
    Some(members(&check, |name, value| {
        let value = match name {
            "condition" => never(),
            _ => value.clone(),
        };
        Some((name.to_owned(), value))
    }))
}

/// Returns a call that always returns false, in the notation of 0.9.
fn never() -> Payload {
    Payload::parse(r#"{"call":"and","args":{"values":[false,false]}}"#)
        .unwrap_or_else(|_| Payload::null())
}

/// Translates a component to 0.9.
pub(super) fn backward(
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
        downgrade.property(name, value, &mut properties, fields);
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
    /// Shows the properties whose translation depends on another one, so that an edit of either wins over the carry.
    fn show_dependencies(&self, fields: &mut FieldMap) {
        let checks_key = key("@checks", self.notation);
        let (names, places) = match self.type_name {
            // A variant of 0.9 returns as part of the text.
            "Text" if self.has("variant") => {
                (["text", "variant"], &["text", "variant", "component"][..])
            }
            // A regular expression of 0.9 returns as a check.
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

    fn has(&self, name: &str) -> bool {
        self.old.extra.get(name).is_some()
    }

    /// Translates a property, and adds it and the variant that it contains to `properties`.
    fn property(
        &self,
        name: &'a str,
        value: &Payload,
        properties: &mut Vec<(&'a str, Payload)>,
        fields: &mut FieldMap,
    ) {
        let (rules, from, to) = (&BACKWARD, self.from, self.to);
        let plain = plain_name(name);
        if let Some(remark) = self.missing(name) {
            // 0.9 may get a property of this name.
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
        let rewritten = down(self.type_name, plain, value, self.notation);
        self.note_missing_parts(rule, name, (value, &rewritten), fields);
        let Some(target) = rewritten.value else {
            // 0.9 may get a property of this name.
            show(fields, (from, name), (to, plain));
            return;
        };
        // Only a template with a binding becomes a heading again: marks in a literal text stay Markdown.
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
        // A key of the other notation comes back as that of this one, which is absent here.
        let returned = name_in_1_0(plain, self.notation);
        if returned != name && fields.is_wanted() {
            fields.show(from.member(returned), to.member(plain));
        }
        properties.push((plain, target));
    }

    /// Returns the reason why 0.9 lacks a property, if it does.
    fn missing(&self, name: &str) -> Option<&'static str> {
        if is_doubled(&self.old.extra, name) {
            Some(DOUBLED)
        } else if is_only_in_1_0(self.type_name, name, self.notation) {
            Some(ONLY_V1_0)
        } else {
            None
        }
    }

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

/// Returns the property of this name in the translation of a component to 0.9.
pub(super) fn property_in_0_9(
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
        let text = down(type_name, "text", old.extra.get("text")?, notation).value?;
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
    down(type_name, name, value, notation).value
}

/// Returns the name in 0.9 of a property of 1.0, even if 0.9 lacks it.
pub(super) fn name_in_0_9(name: &str) -> &str {
    plain_name(name)
}

/// Returns `true` if 0.9 lacks only parts of a property, which have notes of their own.
pub(super) fn is_partly_in_0_9(
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
    let inexpressible = down(type_name, plain, value, notation).inexpressible;
    inexpressible.iter().any(|part| !part.at.is_root())
}

/// Returns `true` if a key of 1.0 is a property under its plain name, too.
fn is_doubled(properties: &Extra, name: &str) -> bool {
    let plain = plain_name(name);
    plain != name && properties.get(plain).is_some()
}

/// Returns `true` if 0.9 lacks a property.
fn is_only_in_1_0(type_name: &str, name: &str, notation: Notation) -> bool {
    let is_key = !notation.has_marked_keys() && matches!(name, "catalogId" | "metadata");
    is_key || NEW.contains(&(type_name, name))
}

/// Returns the places of the members of a property that 0.9 lacks, apart from those of calls.
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
fn down(type_name: &str, plain_name: &str, value: &Payload, notation: Notation) -> RewrittenValue {
    let value = match plain_name {
        "accessibility" => &without(value, &ONLY_ACCESSIBLE),
        "action" if !members_only_in_1_0(plain_name, value).is_empty() => {
            &members(value, |name, value| {
                let value = match name {
                    "event" => without(value, &ONLY_EVENT),
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
    in_0_9(type_name, plain_name, value, rewriting)
}

/// Adds a message to each check, which 0.9 requires.
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

#[cfg(test)]
mod tests {
    use crate::{AnyMessage, Carry, Context, Dialect, Translator};
    use Dialect::{A2ui0_9, A2ui0_10, A2ui1_0, A2ui1_0Aug, A2ui1_0June};
    use a2ui::Message;

    fn text(word: &str, properties: &str) -> String {
        format!(
            r#"{{"version":"{word}","updateComponents":{{"surfaceId":"s","components":[{{"id":"a","component":"Text",{properties}}}]}}}}"#
        )
    }

    /// Translates a message without a surface and without a carry.
    fn translate(from: Dialect, to: Dialect, text: &str) -> String {
        let mut translator = Translator::new(from, to, Context::default()).unwrap();
        let message: AnyMessage = Message::read(text).unwrap().into();
        translator
            .push(message, Carry::default())
            .unwrap()
            .outputs
            .remove(0)
            .message
            .encode()
            .unwrap()
    }

    fn template(template: &str) -> String {
        let template = wire::Payload::string(template);
        let template = template.text();
        format!(r#""text":{{"call":"formatString","args":{{"value":{template}}}}}"#)
    }

    #[test]
    fn headings_survive_both_directions() {
        for (old, new) in [
            (
                r#""variant":"h2","text":"Harbour""#,
                r###""text":"## Harbour""###.to_owned(),
            ),
            (
                r#""variant":"h1","text":{"path":"/a/0"}"#,
                template("# ${/a/0}"),
            ),
            (
                r#""variant":"h5","text":{"path":"b-c_d.e"}"#,
                template("##### ${b-c_d.e}"),
            ),
            (
                r#""variant":"h3","text":{"call":"formatString","args":{"value":"At ${t}"}}"#,
                template("### At ${t}"),
            ),
            (
                r#""variant":"h3","text":{"call":"formatDate","args":{"value":{"path":"/t"},"format":"h:mm a"}}"#,
                template("### ${formatDate(value: ${/t}, format: 'h:mm a')}"),
            ),
            (
                r#""variant":"h4","text":{"call":"f","args":{"n":1.5,"b":true,"c":{"call":"g","args":{}}}}"#,
                template("#### ${f(n: 1.5, b: true, c: ${g()})}"),
            ),
        ] {
            let (old, new) = (text("v0.9", old), text("v1.0", &new));
            assert_eq!(translate(A2ui0_9, A2ui1_0Aug, &old), new);
        }
    }

    #[test]
    fn a_heading_without_an_equal_template_is_plain_text() {
        for kept in [
            r#"{"path":"/a b"}"#,
            r#"{"path":"/a~1b"}"#,
            r#"{"path":"0/a"}"#,
            r#"{"path":"true"}"#,
            r#"{"path":""}"#,
            r#"{"call":"f","args":{"a":"it's"}}"#,
            r#"{"call":"f","args":{"a":-1}}"#,
            r#"{"call":"f","args":{"a":[1]}}"#,
            r#"{"call":"f","args":{"a b":1}}"#,
        ] {
            let old = text("v0.9", &format!(r#""variant":"h1","text":{kept}"#));
            let new = text("v1.0", &format!(r#""text":{kept}"#));
            assert_eq!(translate(A2ui0_9, A2ui1_0Aug, &old), new);
        }
    }

    #[test]
    fn a_bound_heading_returns_to_its_variant() {
        for (new, old) in [
            (
                template("# ${/a}"),
                r#""text":{"path":"/a"},"variant":"h1""#.to_owned(),
            ),
            (
                template("##### ${a}"),
                r#""text":{"path":"a"},"variant":"h5""#.to_owned(),
            ),
            (template("###### ${a}"), template("###### ${a}")),
            (template("# ${a} ${b}"), template("# ${a} ${b}")),
            (template("#  ${a}"), template("#  ${a}")),
            (template("# ${f()}"), template("# ${f()}")),
            (template("* ${a}"), template("* ${a}")),
            (
                format!(r#""variant":"caption",{}"#, template("# ${a}")),
                format!(r#""variant":"caption",{}"#, template("# ${a}")),
            ),
        ] {
            assert_eq!(
                translate(A2ui1_0Aug, A2ui0_9, &text("v1.0", &new)),
                text("v0.9", &old)
            );
        }
    }

    /// Creates an update with one component.
    fn update(word: &str, component: &str) -> String {
        format!(
            r#"{{"version":"{word}","updateComponents":{{"surfaceId":"s","components":[{{"id":"a",{component}}}]}}}}"#
        )
    }

    /// Translates an update. Returns the target, the places of losses, and `true` if the back-translation equals the
    /// source.
    fn outcome_of(from: Dialect, to: Dialect, text: &str) -> (String, Vec<String>, bool) {
        let message =
            AnyMessage::read(&wire::Payload::parse(text).unwrap(), from, to.protocol()).unwrap();
        let mut there = Translator::new(from, to, Context::default()).unwrap();
        let mut back = Translator::new(to, from, Context::default()).unwrap();
        let made = there
            .push(message.clone(), Carry::default())
            .unwrap()
            .outputs
            .remove(0);
        let losses = made.notes.iter().filter(|note| note.is_loss(false));
        let at = "/updateComponents/components/0";
        let losses = losses.filter_map(|note| note.from.as_str().strip_prefix(at));
        let mut losses: Vec<String> = losses.map(str::to_owned).collect();
        losses.sort();
        let text = made.message.encode().unwrap();
        let again = back
            .push(made.message, made.carry)
            .unwrap()
            .outputs
            .remove(0)
            .message;
        (text, losses, again == message)
    }

    const INDEX: &str = r#"{"@call":"@index","args":{"offset":1}}"#;

    #[test]
    fn calls_that_depend_on_a_list_index_are_noted_and_restored() {
        let row = r#"{"@call":"formatString","args":{"value":"${@index()} of ${/n}"}}"#;
        let shorter = r#"{"call":"formatString","args":{"value":" of ${/n}"}}"#;
        let link = format!(r#"{{"@call":"openUrl","args":{{"url":{row}}}}}"#);
        let check = |condition: &str| format!(r#"{{"condition":{condition},"message":"m"}}"#);
        let least = format!(r#"{{"@call":"numeric","args":{{"value":{INDEX},"min":1}}}}"#);
        for (new, old, losses) in [
            (
                format!(r#""component":"Text","text":{INDEX}"#),
                r#""component":"Text","text":"""#.to_owned(),
                vec!["/text"],
            ),
            (
                format!(r#""component":"Text","text":{row}"#),
                format!(r#""component":"Text","text":{shorter}"#),
                vec!["/text/args/value"],
            ),
            (
                format!(r#""component":"Slider","max":9,"value":{INDEX},"label":{INDEX}"#),
                r#""component":"Slider","max":9,"value":0"#.to_owned(),
                vec!["/label", "/value"],
            ),
            // The requirements of other catalogs are unknown.
            (
                format!(r#""component":"Own","text":{INDEX}"#),
                r#""component":"Own""#.to_owned(),
                vec!["/text"],
            ),
            (
                format!(
                    r#""component":"Tabs","tabs":[{{"title":{INDEX},"child":"b"}},{{"title":{row},"child":"c"}}]"#
                ),
                format!(
                    r#""component":"Tabs","tabs":[{{"child":"b","title":""}},{{"title":{shorter},"child":"c"}}]"#
                ),
                vec!["/tabs/0/title", "/tabs/1/title/args/value"],
            ),
            // Sent values are complete or absent.
            (
                format!(
                    r#""component":"Button","action":{{"event":{{"name":"n","context":{{"a":{row},"b":{INDEX},"c":1}}}}}}"#
                ),
                r#""component":"Button","action":{"event":{"name":"n","context":{"c":1}}}"#
                    .to_owned(),
                vec!["/action/event/context/a", "/action/event/context/b"],
            ),
            (
                format!(r#""component":"Button","action":{{"functionCall":{link}}}"#),
                r#""component":"Button","action":{"event":{"name":"openUrl"}}"#.to_owned(),
                vec!["/action/functionCall"],
            ),
            (
                format!(
                    r#""component":"Button","@checks":[{},{}]"#,
                    check(&least),
                    check(r#"{"@path":"/n"}"#)
                ),
                format!(
                    r#""component":"Button","checks":[{}]"#,
                    check(r#"{"path":"/n"}"#)
                ),
                vec!["/@checks/0/condition", "/@checks/0/message"],
            ),
        ] {
            let (new, old) = (update("1.0", &new), update("v0.9", &old));
            assert_eq!(outcome_of(A2ui1_0, A2ui0_9, &new).0, old);
            assert_eq!(outcome_of(A2ui1_0, A2ui0_9, &new).1, losses, "{new}");
            assert!(outcome_of(A2ui1_0, A2ui0_9, &new).2, "{new}");
            // August's notation is the same without marks.
            let august = new
                .replace(r#""@call""#, r#""call""#)
                .replace("@path", "path")
                .replace("@checks", "checks");
            let august = august.replace(r#""1.0""#, r#""v1.0""#);
            assert_eq!(outcome_of(A2ui1_0Aug, A2ui0_9, &august).0, old);
            assert!(outcome_of(A2ui1_0Aug, A2ui0_9, &august).2, "{august}");
        }
    }

    #[test]
    fn members_of_calls_and_events_absent_from_0_9_are_noted_and_restored() {
        for (new, old, losses) in [
            (
                r#""component":"Button","action":{"functionCall":{"@call":"openUrl","catalogId":"c","args":{"url":"u"}}}"#,
                r#""component":"Button","action":{"functionCall":{"call":"openUrl","args":{"url":"u"}}}"#,
                vec!["/action/functionCall/catalogId"],
            ),
            (
                r#""component":"Button","@checks":[{"condition":{"@call":"f","catalogId":"c"},"message":"m"}]"#,
                r#""component":"Button","checks":[{"condition":{"call":"f"},"message":"m"}]"#,
                vec!["/@checks/0/condition/catalogId"],
            ),
            (
                r#""component":"Text","text":{"@call":"f","args":{"a":{"@call":"g","catalogId":"c"}}}"#,
                r#""component":"Text","text":{"call":"f","args":{"a":{"call":"g"}}}"#,
                vec!["/text/args/a/catalogId"],
            ),
            (
                r#""component":"Button","action":{"event":{"name":"n","userMessage":"u","context":{"catalogId":"c"}}}"#,
                r#""component":"Button","action":{"event":{"name":"n","context":{"catalogId":"c"}}}"#,
                vec!["/action/event/userMessage"],
            ),
            (
                r#""component":"Button","action":{"event":{"name":"n","context":{"a":{"b":1},"c":2}}}"#,
                r#""component":"Button","action":{"event":{"name":"n","context":{"c":2}}}"#,
                vec!["/action/event/context/a"],
            ),
            (
                r#""component":"Icon","name":{"svgPath":{"@path":"/shape"}}"#,
                r#""component":"Icon","name":"help""#,
                vec!["/name/svgPath"],
            ),
            (
                r#""component":"Text","@accessibility":{"label":"l","live":"off","hidden":{"@path":"/h"}}"#,
                r#""component":"Text","accessibility":{"label":"l"}"#,
                vec!["/@accessibility/hidden", "/@accessibility/live"],
            ),
        ] {
            let (new, old) = (update("1.0", new), update("v0.9", old));
            let losses = losses.into_iter().map(str::to_owned).collect();
            assert_eq!(outcome_of(A2ui1_0, A2ui0_9, &new), (old, losses, true));
        }
    }

    #[test]
    fn a_member_without_meaning_in_a_0_9_call_gains_none() {
        let old = update(
            "v0.9",
            r#""component":"Text","text":{"call":"f","catalogId":"c"}"#,
        );
        let new = update("1.0", r#""component":"Text","text":{"@call":"f"}"#);
        assert_eq!(
            outcome_of(A2ui0_9, A2ui1_0, &old),
            (new, vec!["/text".to_owned()], true)
        );
    }

    #[test]
    fn june_and_the_draft_agree_on_calls_and_events() {
        let june = update(
            "v1.0",
            r#""component":"Button","label":{"call":"@index"},"action":{"event":{"name":"n","wantResponse":true,"context":{"a":{"call":"f","callableFrom":"clientOnly"},"b":{"call":"@index","args":{}}}}}"#,
        );
        let old = update(
            "v0.9",
            r#""component":"Button","action":{"event":{"name":"n","context":{"a":{"call":"f"}}}}"#,
        );
        let losses = [
            "/event/context/a/callableFrom",
            "/event/context/b",
            "/event/wantResponse",
        ];
        let mut losses: Vec<String> = losses.iter().map(|at| format!("/action{at}")).collect();
        losses.push("/label".to_owned());
        assert_eq!(
            outcome_of(A2ui1_0June, A2ui0_9, &june),
            (old.clone(), losses.clone(), true)
        );
        let draft = june.replace(r#""v1.0""#, r#""v0.10""#);
        assert_eq!(outcome_of(A2ui0_10, A2ui0_9, &draft), (old, losses, true));
    }
}
