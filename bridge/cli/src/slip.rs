//! Slips that people make, and what cures them.

use crate::{envelope, list};
use bridge::{Named, Refusal, RefusalKind};
use wire::{Finding, Pointer, Shape, WireType, token};

/// How messages were asked for, which is what a hint corrects.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    pub(crate) from: Named,
    /// The flag or the command in front of the protocol.
    pub(crate) by: &'static str,
    /// What opens an envelope.
    pub(crate) opens: &'static str,
}

impl Asked {
    /// What cures a fault in a text that was taken for a message, if it looks like a slip.
    pub(crate) fn hint(self, text: &str, pointer: &Pointer, hint: &str) -> Option<String> {
        let Self { from, by, opens } = self;
        if !opens.is_empty() && envelope::parts(text).is_ok_and(|parts| parts.is_some()) {
            return Some(format!("this is an envelope: {opens}"));
        }
        if let Some(name) = misspelt(text, pointer) {
            return Some(format!("{hint}: `{name}` is there"));
        }
        let name = looks_like(text)?;
        let is_other = name.parse::<Named>().is_ok_and(|other| other.protocol() != from.protocol());
        is_other.then(|| format!("this looks like a message of {name}: {by} {name}"))
    }

    /// A refusal with what probably cures it.
    pub(crate) fn explained(self, refusal: Refusal, text: &str) -> Refusal {
        if refusal.kind() != RefusalKind::Decode {
            return refusal;
        }
        match self.hint(text, refusal.pointer(), refusal.hint_text()) {
            Some(hint) => refusal.hint(hint),
            None => refusal,
        }
    }
}

/// The member that stands in the place of one that is missing, under nearly the same name.
fn misspelt(text: &str, pointer: &Pointer) -> Option<String> {
    let (parent, wanted) = parent(pointer)?;
    let object = text.get(token::offset(text, &parent)..)?;
    let names: Vec<_> = token::children(object).filter_map(|child| child.name.map(token::name)).collect();
    if names.iter().any(|name| *name == wanted) {
        return None;
    }
    names.into_iter().find(|name| is_like(name, &wanted)).map(|name| name.into_owned())
}

/// Of members that a type does not have, those that are nearly called like one that it has and that is not there.
pub(crate) fn misspelt_members<T: WireType>(text: &str) -> Vec<Finding> {
    let Shape::Object(table) = T::ROW.shape else { return Vec::new() };
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let names: Vec<_> = token::children(text).filter_map(|child| child.name.map(token::name)).collect();
    let is_there = |name: &str| names.iter().any(|there| there == name);
    let mut found = Vec::new();
    for name in names.iter().filter(|name| table.members.iter().all(|member| member.name != **name)) {
        let like = table.members.iter().find(|member| !is_there(member.name) && is_like(name, member.name));
        if let Some(member) = like {
            let message =
                format_args!("`{name}` is no member of `{}`; it is kept, and means nothing", T::NAME)
                    .to_string();
            let finding = Finding::warning("misspelt-member", Pointer::root().member(name), message);
            found.push(finding.hint(format_args!("did you mean `{}`?", member.name)));
        }
    }
    found
}

/// The object of a member, and its name.
fn parent(pointer: &Pointer) -> Option<(Pointer, String)> {
    let mut segments: Vec<_> = pointer.segments().collect();
    let name = segments.pop()?.into_owned();
    let parent = segments.iter().fold(Pointer::root(), |at, segment| at.member(segment));
    Some((parent, name))
}

/// Whether two names are the same but for their case, underscores and hyphens, or one letter: too many, missing, another one, or
/// two in the other order.
pub(crate) fn is_like(a: &str, b: &str) -> bool {
    let letters = |name: &str| -> Vec<char> {
        name.chars()
            .filter(|letter| !matches!(letter, '_' | '-' | '@'))
            .flat_map(char::to_lowercase)
            .collect()
    };
    let (a, b) = (letters(a), letters(b));
    let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let (a, b) = (a.get(same..).unwrap_or_default(), b.get(same..).unwrap_or_default());
    let is_long = same + a.len().min(b.len()) > 2;
    match (a, b) {
        ([], []) => true,
        ([_, rest @ ..], b) if is_long && rest == b => true,
        (a, [_, rest @ ..]) if is_long && a == rest => true,
        ([_, a @ ..], [_, b @ ..]) if is_long && a == b => true,
        ([a1, a2, a @ ..], [b1, b2, b @ ..]) => is_long && (a1, a2, a) == (b2, b1, b),
        _ => false,
    }
}

/// The protocol of which a text seems to be a message.
fn looks_like(text: &str) -> Option<&'static str> {
    let member = |name: &str| list::member(text, name);
    let has = |name: &&str| member(name).is_some();
    if let Some(version) = member("version") {
        match version.trim_matches('"') {
            "v0.9" => return Some("a2ui@0.9"),
            "v0.9.1" => return Some("a2ui@0.9.1"),
            "v0.10" => return Some("a2ui@0.10"),
            // Which 1.0 it is, only the whole message says.
            "v1.0" => return Some("a2ui"),
            "1.0" => return Some("a2ui@1.0"),
            _ => {}
        }
    }
    if ["beginRendering", "surfaceUpdate", "dataModelUpdate", "userAction"].iter().any(has) {
        return Some("a2ui@0.8");
    }
    if member("protocol") == Some("\"actions.json\"") || has(&"event_id") || has(&"runtime_id") {
        return Some("actions-json");
    }
    if has(&"canvasFile") || member("type") == Some("\"canvas:interaction\"") {
        return Some("aap");
    }
    if member("type").is_some_and(|tag| tag.starts_with("\"function_call")) {
        return Some("responses");
    }
    if has(&"jsonrpc") || has(&"channel") {
        return Some("ahp");
    }
    has(&"tools").then_some("mcp")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_alike_but_for_case_signs_and_one_letter() {
        for (a, b, is) in [
            ("canvas_file", "canvasFile", true),
            ("elment", "element", true),
            ("elememt", "element", true),
            ("elemnet", "element", true),
            ("elements", "element", true),
            ("Element", "element", true),
            ("id", "is", false),
            ("data", "date", true),
            ("action", "reaction", false),
            ("", "a", false),
        ] {
            assert_eq!((is_like(a, b), is_like(b, a)), (is, is), "{a} {b}");
        }
    }
}
