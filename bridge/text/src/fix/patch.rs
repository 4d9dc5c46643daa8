//! Patches a JSON text to another value and preserves the layout of everything that stays.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};
use wire::token::{self, Child, Token, TokenKind, Tokens};

/// Returns `original` with the value of `wanted`: members that are equal in both keep their text, order and layout, and a member
/// whose value has another name is renamed. Both are JSON.
pub(super) fn patch<'t>(original: &'t str, wanted: &'t str) -> Cow<'t, str> {
    // The reader limits the nesting of messages, so the recursion is bounded.
    if is_same(original, wanted) {
        return Cow::Borrowed(original);
    }
    match (original.as_bytes().first(), wanted.as_bytes().first()) {
        (Some(b'{'), Some(b'{')) => Cow::Owned(object(original, wanted)),
        (Some(b'['), Some(b'[')) => {
            array(original, wanted).map_or(Cow::Borrowed(wanted), Cow::Owned)
        }
        _ => Cow::Borrowed(wanted),
    }
}

/// Returns `true` if two texts differ only in whitespace between tokens and escapes in strings.
fn is_same(a: &str, b: &str) -> bool {
    let mut others = Tokens::new(b);
    let is_next = |token: Token<'_>| {
        others
            .next()
            .is_some_and(|other| is_same_token(token, other))
    };
    a == b || Tokens::new(a).all(is_next) && others.next().is_none()
}

fn is_same_token(a: Token<'_>, b: Token<'_>) -> bool {
    let is_string = matches!(a.kind, TokenKind::Name | TokenKind::String) && a.kind == b.kind;
    let is_read_alike = || {
        is_string
            && !token::has_lone_surrogate(a.text)
            && token::string(a.text) == token::string(b.text)
    };
    (a.kind, a.text) == (b.kind, b.text) || is_read_alike()
}

/// Returns a name in lower case without underscores and hyphens.
fn letters(name: &str) -> String {
    name.chars()
        .filter(|letter| !matches!(letter, '_' | '-'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// Returns a normalised form of a text, in which equal values are equal.
fn tokens(text: &str) -> String {
    Tokens::new(text)
        .flat_map(|token| [token.text, "\n"])
        .collect()
}

/// Patches an array element by element, if both have the same length.
fn array(original: &str, wanted: &str) -> Option<String> {
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

fn object(original: &str, wanted: &str) -> String {
    let (old, new): (Vec<_>, Vec<_>) = (
        token::children(original).collect(),
        token::children(wanted).collect(),
    );
    let name = |child: &Child<'_>| {
        child
            .name
            .map(|name| token::name(name).into_owned())
            .unwrap_or_default()
    };
    let kept: BTreeSet<String> = wire::collect_set(old.iter().map(name));
    let positions: BTreeMap<String, usize> = wire::collect_map(
        new.iter()
            .enumerate()
            .map(|(index, child)| (name(child), index)),
    );
    // An unwanted member of the original counts as renamed if a new member has its value or a similar name.
    let anew = || {
        new.iter()
            .enumerate()
            .rev()
            .filter(|(_, child)| !kept.contains(&name(child)))
    };
    let by_value: BTreeMap<String, usize> =
        wire::collect_map(anew().map(|(index, child)| (tokens(child.text), index)));
    let by_name: BTreeMap<String, usize> =
        wire::collect_map(anew().map(|(index, child)| (letters(&name(child)), index)));
    let colon = old.first().map_or(":", |first| {
        original
            .get(first.start + first.name.map_or(0, str::len)..first.at)
            .unwrap_or(":")
    });
    let mut rows = PatchedMembers {
        new: &new,
        colon,
        placed: BTreeSet::new(),
        texts: Vec::new(),
    };
    // New members follow the member that precedes them in the wanted object.
    let kept: Vec<_> = old
        .iter()
        .filter_map(|child| {
            let own = positions.get(&name(child));
            let renamed = || {
                by_name
                    .get(&letters(&name(child)))
                    .or_else(|| by_value.get(&tokens(child.text)))
            };
            let index = *own.or_else(renamed)?;
            rows.placed.insert(index).then_some((index, child))
        })
        .collect();
    rows.add_from(0);
    for (index, child) in kept {
        let Some(wanted) = new.get(index) else {
            continue;
        };
        let behind = child.start + child.name.map_or(0, str::len);
        let written = if child.name.map(token::name) == wanted.name.map(token::name) {
            child.name
        } else {
            wanted.name
        };
        let colon = original.get(behind..child.at).unwrap_or(":");
        rows.texts.push(
            [
                written.unwrap_or_default(),
                colon,
                &patch(child.text, wanted.text),
            ]
            .concat(),
        );
        rows.add_from(index + 1);
    }
    join(original, &old, &rows.texts)
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
fn join(original: &str, old: &[Child<'_>], rows: &[String]) -> String {
    let end = |child: &Child<'_>| child.at + child.text.len();
    let first = old.first().map_or(1, |first| first.start);
    let lead = original.get(1..first).unwrap_or_default();
    let between = match old {
        [first, second, ..] => original
            .get(end(first)..second.start)
            .unwrap_or(",")
            .to_owned(),
        _ => format!(",{lead}"),
    };
    let tail = old
        .last()
        .map_or("}", |last| original.get(end(last)..).unwrap_or("}"));
    let mut text = "{".to_owned();
    for (index, row) in rows.iter().enumerate() {
        text += if index == 0 { lead } else { &between };
        text += row;
    }
    text + tail
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
