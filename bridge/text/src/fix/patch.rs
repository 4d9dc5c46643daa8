//! Changes a JSON text to another value and preserves the layout of everything that stays.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};
use wire::token::{self, Child, Token, TokenKind, Tokens};

/// Changes the JSON text `original` to the value of the JSON text `wanted`. Equal members keep their text, order and
/// layout. A member whose value has another name in `wanted` is renamed.
pub(super) fn patch<'t>(original: &'t str, wanted: &'t str) -> Cow<'t, str> {
    // The reader limits the nesting of messages, so the recursion is bounded.
    if is_same(original, wanted) {
        return Cow::Borrowed(original);
    }
    match (original.as_bytes().first(), wanted.as_bytes().first()) {
        (Some(b'{'), Some(b'{')) => Cow::Owned(patch_object(original, wanted)),
        (Some(b'['), Some(b'[')) => match patch_array(original, wanted) {
            Some(patched) => Cow::Owned(patched),
            None => Cow::Borrowed(wanted),
        },
        _ => Cow::Borrowed(wanted),
    }
}

/// Returns `true` if two texts differ only in whitespace between tokens and escapes in strings.
fn is_same(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let mut others = Tokens::new(b);
    for token in Tokens::new(a) {
        match others.next() {
            Some(other) if is_same_token(token, other) => {}
            _ => return false,
        }
    }
    others.next().is_none()
}

fn is_same_token(a: Token<'_>, b: Token<'_>) -> bool {
    if a.kind != b.kind {
        return false;
    }
    if a.text == b.text {
        return true;
    }
    matches!(a.kind, TokenKind::Name | TokenKind::String)
        && !token::has_lone_surrogate(a.text)
        && token::string(a.text) == token::string(b.text)
}

/// Returns a name in lower case without underscores and hyphens.
fn letters_of(name: &str) -> String {
    name.chars()
        .filter(|letter| !matches!(letter, '_' | '-'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// Returns a normalised form of a text, in which equal values are equal.
fn normalize(text: &str) -> String {
    Tokens::new(text)
        .flat_map(|token| [token.text, "\n"])
        .collect()
}

/// Patches an array element by element, if both have the same length.
fn patch_array(original: &str, wanted: &str) -> Option<String> {
    let (old, new): (Vec<_>, Vec<_>) = (
        token::children(original).collect(),
        token::children(wanted).collect(),
    );
    if old.len() != new.len() {
        return None;
    }
    let mut text = String::with_capacity(wanted.len());
    let mut at = 0;
    for (old, new) in old.iter().zip(&new) {
        text += original.get(at..old.at)?;
        text += &patch(old.text, new.text);
        at = old.at + old.text.len();
    }
    Some(text + original.get(at..)?)
}

/// Patches an object member by member.
fn patch_object(original: &str, wanted: &str) -> String {
    let old: Vec<_> = token::children(original).collect();
    let new: Vec<_> = token::children(wanted).collect();
    let first = old.first();
    let colon = first.and_then(|first| original.get(end_of_name(first)..first.at));
    let pairs = pair_members(&old, &new);
    let mut rows = PatchedMembers {
        new: &new,
        colon: colon.unwrap_or(":"),
        placed: pairs.iter().map(|pair| pair.index).collect(),
        texts: Vec::new(),
    };
    // New members follow the member that precedes them in the wanted object.
    rows.add_from(0);
    for MemberPair { old, new, index } in pairs {
        let is_renamed = old.name.map(token::name) != new.name.map(token::name);
        let name = if is_renamed { new.name } else { old.name };
        let colon = original.get(end_of_name(old)..old.at).unwrap_or(":");
        let value = patch(old.text, new.text);
        rows.texts
            .push([name.unwrap_or_default(), colon, &value].concat());
        rows.add_from(index + 1);
    }
    write_members(original, &old, &rows.texts)
}

/// A member of the original object, with the member of the wanted object that replaces it.
struct MemberPair<'a, 't> {
    old: &'a Child<'t>,
    new: &'a Child<'t>,
    /// The index of `new`.
    index: usize,
}

/// Pairs the members of two objects, in the order of the original. A member that the wanted object lacks counts as
/// renamed if a new member has a similar name or the same value.
fn pair_members<'a, 't>(old: &'a [Child<'t>], new: &'a [Child<'t>]) -> Vec<MemberPair<'a, 't>> {
    let old_names: BTreeSet<String> = wire::collect_set(old.iter().map(member_name));
    let new_members = || new.iter().enumerate();
    // From the last to the first, because the last entry of a key counts.
    let added = || {
        let members = new_members().rev();
        members.filter(|(_, child)| !old_names.contains(&member_name(child)))
    };
    let by_name: BTreeMap<String, usize> =
        wire::collect_map(new_members().map(|(index, child)| (member_name(child), index)));
    let by_letters: BTreeMap<String, usize> =
        wire::collect_map(added().map(|(index, child)| (letters_of(&member_name(child)), index)));
    let by_value: BTreeMap<String, usize> =
        wire::collect_map(added().map(|(index, child)| (normalize(child.text), index)));
    let mut placed = BTreeSet::new();
    let mut pairs = Vec::new();
    for old in old {
        let name = member_name(old);
        let index = by_name
            .get(&name)
            .or_else(|| by_letters.get(&letters_of(&name)))
            .or_else(|| by_value.get(&normalize(old.text)));
        let Some(index) = index.copied() else {
            continue;
        };
        if !placed.insert(index) {
            continue;
        }
        if let Some(new) = new.get(index) {
            pairs.push(MemberPair { old, new, index });
        }
    }
    pairs
}

fn member_name(child: &Child<'_>) -> String {
    match child.name {
        Some(quoted) => token::name(quoted).into_owned(),
        None => String::new(),
    }
}

/// Returns the offset after the quoted name of a member.
fn end_of_name(child: &Child<'_>) -> usize {
    child.start + child.name.map_or(0, str::len)
}

/// The members of the patched object.
struct PatchedMembers<'a, 't> {
    new: &'a [Child<'t>],
    colon: &'t str,
    /// The members of the wanted object that the original contains.
    placed: BTreeSet<usize>,
    texts: Vec<String>,
}

impl PatchedMembers<'_, '_> {
    /// Adds the new members from this index up to one that the original contains.
    fn add_from(&mut self, first: usize) {
        let new = self
            .new
            .iter()
            .enumerate()
            .skip(first)
            .take_while(|(index, _)| !self.placed.contains(index));
        let texts =
            new.map(|(_, child)| [child.name.unwrap_or_default(), self.colon, child.text].concat());
        self.texts.extend(texts);
    }
}

/// Writes the members with the layout of the original object.
fn write_members(original: &str, old: &[Child<'_>], rows: &[String]) -> String {
    let first = old.first().map_or(1, |first| first.start);
    let lead = original.get(1..first).unwrap_or_default();
    let between = match old {
        [first, second, ..] => original
            .get(end_of_value(first)..second.start)
            .unwrap_or(",")
            .to_owned(),
        _ => format!(",{lead}"),
    };
    let tail = match old.last() {
        Some(last) => original.get(end_of_value(last)..).unwrap_or("}"),
        None => "}",
    };
    let mut text = "{".to_owned();
    for (index, row) in rows.iter().enumerate() {
        text += if index == 0 { lead } else { &between };
        text += row;
    }
    text + tail
}

/// Returns the offset after the value of a member.
fn end_of_value(child: &Child<'_>) -> usize {
    child.at + child.text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unchanged_parts_keep_their_layout() {
        for (original, wanted, patched) in [
            (
                r#"{"a": 1.0, "b" :[1 ,2]}"#,
                r#"{"a":1.0,"b":[1,2]}"#,
                r#"{"a": 1.0, "b" :[1 ,2]}"#,
            ),
            (
                r#"{ "a": {"x": 1} }"#,
                r#"{"version":"v0.9","a":{"x":1}}"#,
                r#"{ "version": "v0.9", "a": {"x": 1} }"#,
            ),
            (
                "{\n  \"a\": {\n    \"b\": 1\n  }\n}",
                r#"{"v":1,"a":{"b":2,"c":3}}"#,
                "{\n  \"v\": 1,\n  \"a\": {\n    \"b\": 2,\n    \"c\": 3\n  }\n}",
            ),
            (
                r#"{"surface_id":"s", "c":{"x_y":[ ]}}"#,
                r#"{"surfaceId":"s","c":{"xY":[]}}"#,
                r#"{"surfaceId":"s", "c":{"xY":[ ]}}"#,
            ),
            (
                r#"{"x_y":{"z":[1 ]}, "w":1}"#,
                r#"{"xY":{"z":[1],"v":2},"w":1}"#,
                r#"{"xY":{"z":[1 ],"v":2}, "w":1}"#,
            ),
            (r#"{"a":1, "b":2, "c":3}"#, r#"{"b":2}"#, r#"{"b":2}"#),
            (
                r#"{"a":1, "b":2, "c":3}"#,
                r#"{"a":1,"c":3}"#,
                r#"{"a":1, "c":3}"#,
            ),
            (r#"{"a":1}"#, "{}", "{}"),
            ("{}", r#"{"a":1}"#, r#"{"a":1}"#),
            (
                r#"[ {"a":1}, {"b": 2} ]"#,
                r#"[{"a":1},{"b":3}]"#,
                r#"[ {"a":1}, {"b": 3} ]"#,
            ),
            (r#"[ 1, 2 ]"#, "[1]", "[1]"),
            (
                r#"{"a":{"id":"x"}}"#,
                r#"{"a":[{"id":"x"}]}"#,
                r#"{"a":[{"id":"x"}]}"#,
            ),
            (r#"{"a":"\u00e9"}"#, r#"{"a":"é"}"#, r#"{"a":"\u00e9"}"#),
        ] {
            assert_eq!(patch(original, wanted), patched, "{original} {wanted}");
            assert_eq!(
                patch(patched, wanted),
                patched,
                "again: {original} {wanted}"
            );
        }
    }
}
