//! One component.

use super::{
    BACKWARD, FORWARD,
    notation::{self, members},
};
use crate::{Verdict::*, engine::Notes};
use a2ui::{v0_9, v1_0};
use wire::{Extra, Field, Payload, PayloadKind, Pointer};

const UNSAID: &str = "1.0 has no words for it";
const ONLY_V1_0: &str = "0.9 has no words for it";

/// Properties of the published catalog that 0.9 does not have.
const NEW: [(&str, &str); 3] = [("TextField", "placeholder"), ("Slider", "steps"), ("Video", "posterUrl")];

fn get(payload: &Payload, name: &str) -> Option<Payload> {
    payload.get(&Pointer::root().member(name))
}

fn verdict(old: &Payload, new: &Payload) -> crate::Verdict {
    if old == new { Copied } else { Encoded }
}

/// The component in 1.0.
pub(super) fn forward(
    old: &v0_9::Component,
    type_name: &str,
    at: bool,
    (from, to): (&Pointer, &Pointer),
    notes: &mut Notes,
) -> v1_0::Component {
    let rules = &FORWARD;
    notes.add(Copied, &rules.id, (from, "id"), Some((to, "id")));
    let mut new = v1_0::Component::new(old.id.clone());
    if !old.component.is_absent() {
        notes.add(Copied, &rules.component, (from, "component"), Some((to, "component")));
        new.component = old.component.clone();
    }
    let property = |name: &str| old.extra.get(name);
    let heading = (type_name == "Text").then(|| property("variant").and_then(heading)).flatten();
    let headed = heading.zip(property("text")).and_then(|(marks, text)| headed(marks, text));
    let regexp = (type_name == "TextField").then(|| regexp(&old.extra)).flatten();
    for (name, value) in old.extra.iter() {
        match name {
            "catalogId" | "metadata" => {
                notes.remark(
                    Carried,
                    &rules.property,
                    (from, name),
                    None,
                    "in 1.0 this name means something else",
                );
            }
            "variant" if heading.is_some() => {
                let goes = headed.is_some().then_some((to, "text"));
                notes.add(Encoded, &rules.heading, (from, name), goes);
            }
            "text" if headed.is_some() => {
                notes.add(Encoded, &rules.property, (from, name), Some((to, name)));
                let text = headed.as_ref().unwrap_or(value);
                new.extra.insert(name, notation::forward(text, at));
            }
            "validationRegexp" if type_name == "TextField" => {
                let goes = regexp.is_some().then_some((to, "checks"));
                let remark = if regexp.is_some() { "" } else { UNSAID };
                notes.remark(Encoded, &rules.regexp, (from, name), goes, remark);
            }
            "checks" => {
                let checks = checks_forward(value, at);
                notes.add(verdict(value, &checks), &rules.checks, (from, name), Some((to, name)));
                new.extra.insert(name, checks);
            }
            _ => {
                let image = notation::forward(value, at);
                notes.add(verdict(value, &image), &rules.property, (from, name), Some((to, name)));
                new.extra.insert(name, image);
            }
        }
    }
    if let Some(check) = regexp {
        let mut checks: Vec<_> =
            new.extra.get("checks").iter().flat_map(|checks| checks.elements()).collect();
        checks.push(notation::forward(&check, at));
        new.extra.insert("checks", Payload::array(&checks));
    }
    new
}

/// The marks before a heading in Markdown.
fn heading(variant: &Payload) -> Option<&'static str> {
    match variant.as_str().as_deref()? {
        "h1" => Some("# "),
        "h2" => Some("## "),
        "h3" => Some("### "),
        "h4" => Some("#### "),
        "h5" => Some("##### "),
        _ => None,
    }
}

/// The text with the marks before it, if there is a way to write that.
fn headed(marks: &str, text: &Payload) -> Option<Payload> {
    if let Some(text) = text.as_str() {
        return Some(Payload::string(&format!("{marks}{text}")));
    }
    let template = match get(text, "call") {
        None => {
            let path = get(text, "path")?;
            let path = path.as_str().filter(|path| !path.contains(['{', '}']))?;
            format!("{marks}${{{path}}}")
        }
        Some(call) if call.as_str().as_deref() == Some("formatString") => {
            let template = get(&get(text, "args")?, "value")?;
            format!("{marks}{}", template.as_str()?)
        }
        Some(_) => return None,
    };
    let args = Payload::object([("value", &Payload::string(&template))]);
    Some(Payload::object([("call", &Payload::string("formatString")), ("args", &args)]))
}

/// The check that says what the pattern of a bound field says.
fn regexp(properties: &Extra) -> Option<Payload> {
    let pattern = properties.get("validationRegexp").filter(|pattern| pattern.as_str().is_some())?;
    let value = properties.get("value").filter(|value| get(value, "path").is_some())?;
    if properties.get("checks").is_some_and(|checks| checks.kind() != PayloadKind::Array) {
        return None;
    }
    let args = Payload::object([("value", value), ("pattern", pattern)]);
    let call = Payload::object([("call", &Payload::string("regex")), ("args", &args)]);
    Some(Payload::object([("condition", &call)]))
}

/// A condition that is a literal says nothing in 1.0.
fn checks_forward(checks: &Payload, at: bool) -> Payload {
    if checks.kind() != PayloadKind::Array {
        return notation::forward(checks, at);
    }
    let is_sayable = |check: &Payload| get(check, "condition").is_none_or(|condition| condition.is_object());
    let said: Vec<_> =
        checks.elements().filter(is_sayable).map(|check| notation::forward(&check, at)).collect();
    Payload::array(&said)
}

/// The component in 0.9.
pub(super) fn backward(
    old: &v1_0::Component,
    type_name: &str,
    at: bool,
    (from, to): (&Pointer, &Pointer),
    notes: &mut Notes,
) -> v0_9::Component {
    let rules = &BACKWARD;
    notes.add(Copied, &rules.id, (from, "id"), Some((to, "id")));
    let mut new = v0_9::Component::new(old.id.clone());
    if !old.component.is_absent() {
        notes.add(Copied, &rules.component, (from, "component"), Some((to, "component")));
        new.component = old.component.clone();
    }
    if !old.catalog_id.is_absent() {
        notes.remark(Carried, &rules.catalog_id, (from, "catalogId"), None, ONLY_V1_0);
    }
    if !matches!(old.metadata, Field::Absent) {
        notes.remark(Carried, &rules.metadata, (from, "metadata"), None, ONLY_V1_0);
    }
    for (name, value) in old.extra.iter() {
        if NEW.contains(&(type_name, name)) {
            notes.remark(Carried, &rules.property, (from, name), None, ONLY_V1_0);
            continue;
        }
        let image = match name {
            "accessibility" => without(value, &["live", "hidden"]),
            "action" => members(value, |name, value| {
                let value = if name == "event" { without(value, &["userMessage"]) } else { value.clone() };
                Some((name.to_owned(), value))
            }),
            "checks" => checks_backward(value),
            _ => value.clone(),
        };
        let image = notation::backward(&image, at);
        notes.add(verdict(value, &image), &rules.property, (from, name), Some((to, name)));
        new.extra.insert(name, image);
    }
    new
}

fn without(object: &Payload, names: &[&str]) -> Payload {
    members(object, |name, value| (!names.contains(&name)).then(|| (name.to_owned(), value.clone())))
}

/// In 0.9 every check has a message.
fn checks_backward(checks: &Payload) -> Payload {
    if checks.kind() != PayloadKind::Array {
        return checks.clone();
    }
    let checks: Vec<_> = checks
        .elements()
        .map(|check| {
            if !check.is_object() || get(&check, "message").is_some() {
                return check;
            }
            let mut members: Extra =
                check.members().map(|(name, value)| (name.into_owned(), value)).collect();
            members.insert("message", Payload::string(""));
            Payload::object(members.iter())
        })
        .collect();
    Payload::array(&checks)
}
