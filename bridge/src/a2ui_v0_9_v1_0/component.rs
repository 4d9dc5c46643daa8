//! One component.

use super::{BACKWARD, FORWARD};
use crate::{
    Verdict::*,
    a2ui_component::{get, members, regexp, without},
    a2ui_notation::{Rewriting, Rewritten},
    engine::Notes,
};
use a2ui::{Notation, v0_9, v1_0};
use wire::{Extra, Field, Payload, PayloadKind, Pointer};

const UNSAID: &str = "1.0 has no words for it";
const ONLY_V1_0: &str = "0.9 has no words for it";

const TAKEN: &str = "in 1.0 this name means something else";
const DOUBLED: &str = "0.9 has one member of this name, and the component has a property that is called so";
const LOOKS_BOUND: &str = "in 0.9 this literal would be a binding or a call";

/// What 0.9 has among the properties and 1.0 among the keys that every component has, by their names of today.
const KEYS: [(&str, &str); 2] = [("@accessibility", "accessibility"), ("@checks", "checks")];

/// The name of a key in a notation.
fn key(key: &'static str, notation: Notation) -> &'static str {
    if notation.marks_keys() { key } else { key.strip_prefix('@').unwrap_or(key) }
}

/// Whether a property of 0.9 has a name that means something else in 1.0.
fn is_taken(name: &str, notation: Notation) -> bool {
    if notation.marks_keys() { name.starts_with('@') } else { matches!(name, "catalogId" | "metadata") }
}

/// Properties of the published catalog that 0.9 does not have.
const NEW: [(&str, &str); 3] = [("TextField", "placeholder"), ("Slider", "steps"), ("Video", "posterUrl")];

fn verdict(old: &Payload, new: &Payload) -> crate::Verdict {
    if old == new { Copied } else { Encoded }
}

/// What became of the value of a key, which has another name where keys are marked.
fn renamed(old: &Payload, new: &Payload, notation: Notation) -> crate::Verdict {
    match verdict(old, new) {
        Copied if notation.marks_keys() => Renamed,
        verdict => verdict,
    }
}

/// The component in 1.0.
pub(super) fn forward(
    old: &v0_9::Component,
    type_name: &str,
    notation: Notation,
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
    let checks_key = key("@checks", notation);
    let property = |name: &str| old.extra.get(name);
    let heading = (type_name == "Text").then(|| property("variant").and_then(heading)).flatten();
    let headed = heading.zip(property("text")).and_then(|(marks, text)| headed(marks, text));
    let regexp = (type_name == "TextField").then(|| regexp(&old.extra)).flatten();
    for (name, value) in old.extra.iter() {
        match name {
            _ if is_taken(name, notation) => {
                notes.remark(Carried, &rules.property, (from, name), None, TAKEN);
            }
            "variant" if heading.is_some() => {
                let goes = headed.is_some().then_some((to, "text"));
                notes.add(Encoded, &rules.heading, (from, name), goes);
            }
            "text" if headed.is_some() => {
                notes.add(Encoded, &rules.property, (from, name), Some((to, name)));
                let text = headed.as_ref().unwrap_or(value);
                new.extra.insert(name, up(text, notation));
            }
            "validationRegexp" if type_name == "TextField" => {
                let goes = regexp.is_some().then_some((to, checks_key));
                let remark = if regexp.is_some() { "" } else { UNSAID };
                notes.remark(Encoded, &rules.regexp, (from, name), goes, remark);
            }
            "checks" => {
                let checks = checks_forward(value, notation);
                let verdict = renamed(value, &checks, notation);
                notes.add(verdict, &rules.checks, (from, name), Some((to, checks_key)));
                new.extra.insert(checks_key, checks);
            }
            "accessibility" => {
                let image = up(value, notation);
                let verdict = renamed(value, &image, notation);
                let key = key("@accessibility", notation);
                notes.add(verdict, &rules.accessibility, (from, name), Some((to, key)));
                new.extra.insert(key, image);
            }
            _ => {
                let image = up(value, notation);
                notes.add(verdict(value, &image), &rules.property, (from, name), Some((to, name)));
                new.extra.insert(name, image);
            }
        }
    }
    if let Some(check) = regexp {
        let mut checks: Vec<_> =
            new.extra.get(checks_key).iter().flat_map(|checks| checks.elements()).collect();
        checks.push(up(&check, notation));
        new.extra.insert(checks_key, Payload::array(&checks));
    }
    new
}

/// The heading and what it is bound to, where a text is nothing but the marks of a heading before one value. What 0.8 is to
/// show may not be computed.
fn unheaded(text: &Payload, component: &v1_0::Component) -> Option<(&'static str, Payload)> {
    const MARKS: [(&str, &str); 5] =
        [("# ", "h1"), ("## ", "h2"), ("### ", "h3"), ("#### ", "h4"), ("##### ", "h5")];
    if component.extra.get("variant").is_some() {
        return None;
    }
    let call = get(text, "@call").or_else(|| get(text, "call"))?;
    let template =
        get(&get(text, "args").filter(|_| call.as_str().as_deref() == Some("formatString"))?, "value")?;
    let template = template.as_str()?;
    MARKS.iter().find_map(|(marks, variant)| {
        let path = template.strip_prefix(marks)?.strip_prefix("${")?.strip_suffix('}')?;
        let is_path = !path.is_empty() && !path.contains(['{', '}', '(', '$']);
        is_path.then(|| (*variant, Payload::object([("path", &Payload::string(path))])))
    })
}

/// A value of 0.9 in a notation of 1.0, where a call does not say what it returns. Everything can be said there.
fn up(value: &Payload, notation: Notation) -> Payload {
    const GONE: &[&str] = &["returnType", "callableFrom"];
    let rewriting = Rewriting::new(Notation::Plain, notation).without(GONE);
    rewriting.of(value).value.unwrap_or_else(|| value.clone())
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

/// The conditions of 1.0 are bindings and calls. One that is always false is one that asks of nothing but itself; one that
/// is always true, or no condition, says nothing.
fn checks_forward(checks: &Payload, notation: Notation) -> Payload {
    if checks.kind() != PayloadKind::Array {
        return up(checks, notation);
    }
    let said = |check: Payload| match get(&check, "condition") {
        Some(condition) if condition.text() == "false" => Some(members(&check, |name, value| {
            Some((name.to_owned(), if name == "condition" { never() } else { value.clone() }))
        })),
        Some(condition) if !condition.is_object() => None,
        _ => Some(check),
    };
    let said: Vec<_> = checks.elements().filter_map(said).map(|check| up(&check, notation)).collect();
    Payload::array(&said)
}

/// A call that gives false, as 0.9 writes it.
fn never() -> Payload {
    Payload::parse(r#"{"call":"and","args":{"values":[false,false]}}"#).unwrap_or_else(|_| Payload::null())
}

/// The component in 0.9.
pub(super) fn backward(
    old: &v1_0::Component,
    type_name: &str,
    notation: Notation,
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
        notes.remark(Carried, &rules.catalog_id, (from, "@catalogId"), None, ONLY_V1_0);
    }
    if !matches!(old.metadata, Field::Absent) {
        notes.remark(Carried, &rules.metadata, (from, "@metadata"), None, ONLY_V1_0);
    }
    for (name, value) in old.extra.iter() {
        let plain = KEYS.iter().find_map(|(key, plain)| (name == *key).then_some(*plain)).unwrap_or(name);
        let is_doubled = plain != name && old.extra.get(plain).is_some();
        let is_key = !notation.marks_keys() && matches!(name, "catalogId" | "metadata");
        if is_doubled || is_key || NEW.contains(&(type_name, name)) {
            let rule = match name {
                "catalogId" if is_key => &rules.catalog_id,
                "metadata" if is_key => &rules.metadata,
                _ => &rules.property,
            };
            let remark = if is_doubled { DOUBLED } else { ONLY_V1_0 };
            notes.remark(Carried, rule, (from, name), None, remark);
            continue;
        }
        if let Some((variant, text)) =
            (type_name == "Text" && name == "text").then(|| unheaded(value, old)).flatten()
        {
            notes.add(Encoded, &rules.heading, (from, name), Some((to, "variant")));
            notes.add(Encoded, &rules.property, (from, name), Some((to, "text")));
            new.extra.insert("variant", Payload::string(variant));
            new.extra.insert("text", text);
            continue;
        }
        let image = match plain {
            "accessibility" => without(value, &["live", "hidden"]),
            "action" => members(value, |name, value| {
                let value = if name == "event" { without(value, &["userMessage"]) } else { value.clone() };
                Some((name.to_owned(), value))
            }),
            "checks" => checks_backward(value),
            _ => value.clone(),
        };
        let rule = match plain {
            "checks" => &rules.checks,
            "accessibility" => &rules.accessibility,
            _ => &rules.property,
        };
        let Rewritten { value: image, unsayable } = Rewriting::new(notation, Notation::Plain).of(&image);
        for place in &unsayable {
            notes.remark(Carried, rule, (&from.member(name).join(place), ""), None, LOOKS_BOUND);
        }
        let Some(image) = image else { continue };
        let verdict = match verdict(value, &image) {
            Copied if plain != name => Renamed,
            verdict => verdict,
        };
        notes.add(verdict, rule, (from, name), Some((to, plain)));
        new.extra.insert(plain, image);
    }
    new
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
