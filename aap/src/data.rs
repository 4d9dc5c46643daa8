//! Validation of the data of a message.

use crate::limits::{DATA_BYTES, DATA_DEPTH};
use crate::{credentials, javascript, walk::Walk};
use std::collections::BTreeSet;
use wire::{
    Finding, Payload, Pointer,
    token::{self, TokenKind},
};

/// Reports the findings about data. Errors: `non-object-data`. Warnings: `too-large`, `too-deep`, `number-changes`,
/// `repeated-member` and `credential`. Info: `member-order`. Null is valid, because the bridge sends it for missing
/// data.
pub(crate) fn findings(data: &Payload, at: &Pointer, found: &mut Vec<Finding>) {
    if data.is_null() {
        return;
    }
    if !data.is_object() {
        let finding = Finding::error(
            "non-object-data",
            at.clone(),
            format_args!("the data is {}, not an object", data.kind()),
        );
        found.push(finding.hint(r#"send an object; wrap a single value as {"value": …}"#));
    }
    let bytes = data.text().len();
    if bytes > DATA_BYTES {
        let finding = Finding::warning(
            "too-large",
            at.clone(),
            format_args!("the data is {bytes} bytes long"),
        );
        found.push(finding.hint(format_args!("send at most {DATA_BYTES} bytes")));
    }
    if let Some(deep) = token::deeper_than(data.text(), DATA_DEPTH) {
        let message = format_args!("the data is nested {} levels deep", data.depth()).to_string();
        let finding = Finding::warning("too-deep", at.join(&deep), message);
        found.push(finding.hint(format_args!("nest at most {DATA_DEPTH} levels")));
    }
    changed_numbers(data, at, found);
    repeated_members(data, at, found);
    reordered_members(data, at, found);
    credentials::findings(data, at, found);
}

/// Reports the first object whose member order JavaScript changes.
fn reordered_members(data: &Payload, at: &Pointer, found: &mut Vec<Finding>) {
    // The state of each open object: the lowest index that keeps the order if the next name is an index, or 2^32
    // after a name that is not an index.
    let mut open: Vec<u64> = Vec::new();
    let mut walk = Walk::new(data.text());
    while let Some(token) = walk.next() {
        match token.kind {
            TokenKind::ObjectStart | TokenKind::ArrayStart => open.push(0),
            TokenKind::ObjectEnd | TokenKind::ArrayEnd => {
                open.pop();
            }
            TokenKind::Name => {
                let Some(least) = open.last_mut() else {
                    continue;
                };
                let index = javascript::array_index(token.text);
                if index.is_some_and(|index| u64::from(index) < *least) {
                    let message =
                        "the provider moves members with numeric names to the front and sorts them";
                    let finding = Finding::info("member-order", at.join(&walk.pointer()), message);
                    found.push(finding.hint("begin the names with a letter"));
                    return;
                }
                *least = index.map_or(1 << 32, |index| u64::from(index) + 1);
            }
            TokenKind::String | TokenKind::Number | TokenKind::Literal => {}
        }
    }
}

/// Reports all changed numbers in one finding, at the place of the first one. A list of large ids may contain
/// thousands of them.
fn changed_numbers(data: &Payload, at: &Pointer, found: &mut Vec<Finding>) {
    let mut first = None;
    let mut count = 0usize;
    let mut walk = Walk::new(data.text());
    while let Some(token) = walk.next() {
        if token.kind == TokenKind::Number && javascript::is_changed(token.text) {
            first.get_or_insert_with(|| (walk.pointer(), javascript::number(token.text)));
            count += 1;
        }
    }
    if let Some((pointer, becomes)) = first {
        let others = if count > 1 {
            format!("; so do {} more", count - 1)
        } else {
            String::new()
        };
        let message =
            format_args!("the provider changes the number to {becomes}{others}").to_string();
        let finding = Finding::warning("number-changes", at.join(&pointer), message);
        found.push(finding.hint("use integers up to 9007199254740991, or a string"));
    }
}

/// Reports all repeated members in one finding, at the place of the first one.
fn repeated_members(data: &Payload, at: &Pointer, found: &mut Vec<Finding>) {
    let mut first = None;
    let mut count = 0usize;
    let mut open: Vec<BTreeSet<Vec<u16>>> = Vec::new();
    let mut walk = Walk::new(data.text());
    while let Some(token) = walk.next() {
        match token.kind {
            TokenKind::ObjectStart | TokenKind::ArrayStart => open.push(BTreeSet::new()),
            TokenKind::ObjectEnd | TokenKind::ArrayEnd => {
                open.pop();
            }
            TokenKind::Name => {
                let new = open
                    .last_mut()
                    .is_none_or(|names| names.insert(token::utf16(token.text)));
                if !new {
                    first.get_or_insert_with(|| walk.pointer());
                    count += 1;
                }
            }
            TokenKind::String | TokenKind::Number | TokenKind::Literal => {}
        }
    }
    if let Some(pointer) = first {
        let others = if count > 1 {
            format!(" (and {} more)", count - 1)
        } else {
            String::new()
        };
        let message = format_args!(
            "a member of the data is repeated{others}; the provider keeps the last one"
        )
        .to_string();
        found.push(
            Finding::warning("repeated-member", at.join(&pointer), message)
                .hint("keep only one member of each name"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules_of(data: &str) -> Vec<(&'static str, String)> {
        let mut found = Vec::new();
        findings(
            &Payload::parse(data).unwrap(),
            &Pointer::root().member("data"),
            &mut found,
        );
        found
            .iter()
            .map(|finding| (finding.rule, finding.pointer.to_string()))
            .collect()
    }

    #[test]
    fn only_objects_and_null_are_data() {
        for data in ["{}", "null", r#"{"a":[1,"x",null]}"#] {
            assert_eq!(rules_of(data), []);
        }
        for data in ["[]", "\"\"", "7", "true", "false"] {
            assert_eq!(rules_of(data), [("non-object-data", "/data".to_owned())]);
        }
    }

    #[test]
    fn a_change_of_order_is_reported_once() {
        for data in [
            "{}",
            r#"{"0":1,"2":1,"a":1,"b":{"1":1}}"#,
            r#"{"a":1,"01":1,"-1":1,"4294967295":1}"#,
            r#"[{"a":1},{"1":1}]"#,
        ] {
            assert!(
                !rules_of(data)
                    .iter()
                    .any(|(rule, _)| *rule == "member-order"),
                "{data}"
            );
        }
        for (data, at) in [
            (r#"{"a":1,"0":1,"1":1}"#, "/data/0"),
            (r#"{"x":{"2":1,"\u0031":1}}"#, "/data/x/1"),
            (
                r#"{"x":[{"a":{"b":1},"4294967294":1}]}"#,
                "/data/x/0/4294967294",
            ),
        ] {
            assert_eq!(rules_of(data), [("member-order", at.to_owned())], "{data}");
        }
    }

    #[test]
    fn size_and_depth_are_reported_beyond_their_limits_only() {
        let sized = |bytes: usize| format!(r#"{{"a":"{}"}}"#, "x".repeat(bytes - 8));
        assert_eq!(rules_of(&sized(256 * 1024)), []);
        assert_eq!(
            rules_of(&sized(256 * 1024 + 1)),
            [("too-large", "/data".to_owned())]
        );
        let nested = |n: usize| format!("{}1{}", "{\"a\":".repeat(n), "}".repeat(n));
        assert_eq!(rules_of(&nested(64)), []);
        assert_eq!(
            rules_of(&nested(65)),
            [("too-deep", format!("/data{}", "/a".repeat(64)))]
        );
    }

    #[test]
    fn numbers_beyond_doubles_are_reported_once_at_the_first_place() {
        assert_eq!(rules_of(r#"{"a":[9007199254740992,1.0,1e2,-0]}"#), []);
        assert_eq!(
            rules_of(r#"{"a":[1,9007199254740993,1e400]}"#),
            [("number-changes", "/data/a/1".to_owned())]
        );
    }

    #[test]
    fn repeated_members_are_found_at_any_level_and_only_in_one_object() {
        assert_eq!(rules_of(r#"{"a":{"a":1},"b":[{"a":1},{"a":1}]}"#), []);
        assert_eq!(
            rules_of(r#"{"b":{"a":1,"\u0061":2}}"#),
            [("repeated-member", "/data/b/a".to_owned())]
        );
    }
}
