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
        Some(call) if call.as_str().as_deref() == Some("formatString") => {
            let template = get(&get(text, "args")?, "value")?;
            format!("{marks}{}", template.as_str()?)
        }
        _ => format!("{marks}{}", expression(text, 0)?),
    };
    let args = Payload::object([("value", &Payload::string(&template))]);
    Some(Payload::object([("call", &Payload::string("formatString")), ("args", &args)]))
}

/// A binding or a call as it stands in the template of a `formatString`, if it can stand there: with names and paths of letters,
/// digits and few signs, and arguments that are texts, numbers from 0 on, truth values, bindings and calls.
fn expression(value: &Payload, depth: usize) -> Option<String> {
    const DEEPEST: usize = 8;
    let is_plain = |text: &str, signs: &str| {
        let begins = text.starts_with(|first: char| first.is_ascii_alphabetic() || signs.contains(first));
        begins && text.chars().all(|one| one.is_ascii_alphanumeric() || signs.contains(one))
    };
    let is_word = |text: &str| matches!(text, "true" | "false" | "null");
    if let Some(path) = get(value, "path") {
        let path = path.as_str()?;
        return (is_plain(&path, "/_-.") && !is_word(&path)).then(|| format!("${{{path}}}"));
    }
    let call = get(value, "call")?;
    let call = call.as_str().filter(|call| depth < DEEPEST && is_plain(call, "_"))?;
    let mut args = Vec::new();
    for (name, arg) in get(value, "args").iter().flat_map(|args| args.members()) {
        let is_number = || arg.text().chars().all(|one| one.is_ascii_digit() || one == '.');
        let said = match arg.as_str() {
            Some(text) if text.contains(['\'', '\\', '{', '}']) => return None,
            Some(text) => format!("'{text}'"),
            None if matches!(arg.text(), "true" | "false") || is_number() => arg.text().to_owned(),
            None => expression(&arg, depth + 1)?,
        };
        if !is_plain(&name, "_") {
            return None;
        }
        args.push(format!("{name}: {said}"));
    }
    Some(format!("${{{call}({})}}", args.join(", ")))
}

/// The variant and the binding that [`headed`] made this text of, in which 0.9 and the versions before say the same.
fn unheaded(text: &Payload) -> Option<(&'static str, Payload)> {
    let template = get(&get(text, "args")?, "value")?;
    let template = template.as_str()?;
    let (marks, bound) = template.split_once(' ')?;
    let variant = *["h1", "h2", "h3", "h4", "h5"].get(marks.len().checked_sub(1)?)?;
    let path = bound.strip_prefix("${")?.strip_suffix('}')?;
    let binding = Payload::object([("path", &Payload::string(path))]);
    let is_same = heading(&Payload::string(variant))
        .and_then(|marks| headed(marks, &binding))
        .is_some_and(|again| again == *text);
    is_same.then_some((variant, binding))
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
        let is_text = type_name == "Text" && name == "text" && old.extra.get("variant").is_none();
        if let Some((variant, binding)) = is_text.then(|| unheaded(&image)).flatten() {
            notes.add(Encoded, &rules.heading, (from, name), Some((to, name)));
            new.extra.insert(name, binding);
            new.extra.insert("variant", Payload::string(variant));
            continue;
        }
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

#[cfg(test)]
mod tests {
    use crate::{AnyMessage, Carry, Context, Dialect, Translator};
    use Dialect::{A2ui0_9, A2ui1_0Aug};
    use a2ui::Message;

    fn text(word: &str, properties: &str) -> String {
        format!(
            r#"{{"version":"{word}","updateComponents":{{"surfaceId":"s","components":[{{"id":"a","component":"Text",{properties}}}]}}}}"#
        )
    }

    /// What becomes of a text, without a surface and with no carry.
    fn translated(from: Dialect, to: Dialect, text: &str) -> String {
        let mut translator = Translator::new(from, to, Context::default()).unwrap();
        let message: AnyMessage = Message::read(text).unwrap().into();
        translator.push(message, Carry::default()).unwrap().outputs.remove(0).message.encode().unwrap()
    }

    fn template(template: &str) -> String {
        let template = wire::Payload::string(template);
        let template = template.text();
        format!(r#""text":{{"call":"formatString","args":{{"value":{template}}}}}"#)
    }

    #[test]
    fn a_heading_stays_one() {
        for (old, new) in [
            (r#""variant":"h2","text":"Harbour""#, r###""text":"## Harbour""###.to_owned()),
            (r#""variant":"h1","text":{"path":"/a/0"}"#, template("# ${/a/0}")),
            (r#""variant":"h5","text":{"path":"b-c_d.e"}"#, template("##### ${b-c_d.e}")),
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
            assert_eq!(translated(A2ui0_9, A2ui1_0Aug, &old), new);
        }
    }

    #[test]
    fn a_heading_that_no_template_can_say_is_a_plain_text() {
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
            assert_eq!(translated(A2ui0_9, A2ui1_0Aug, &old), new);
        }
    }

    #[test]
    fn a_heading_that_is_bound_is_a_variant_again() {
        for (new, old) in [
            (template("# ${/a}"), r#""text":{"path":"/a"},"variant":"h1""#.to_owned()),
            (template("##### ${a}"), r#""text":{"path":"a"},"variant":"h5""#.to_owned()),
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
            assert_eq!(translated(A2ui1_0Aug, A2ui0_9, &text("v1.0", &new)), text("v0.9", &old));
        }
    }
}
