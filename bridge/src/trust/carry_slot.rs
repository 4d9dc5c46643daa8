//! A carry as one member of an open object, embedded and removed without changing the surrounding text.

use crate::{Carry, IgnoredCarry, Refusal, policy::hex};
use hmac_sha256::Hash;
use wire::{Payload, Pointer, token};

/// The name of the member that contains an embedded carry, in every protocol.
pub(crate) const CARRY_MEMBER: &str = "agent_ui_carry";
/// The index of the first underscore in the member name.
const UNDERSCORE: usize = 5;
const _: () = assert!(matches!(CARRY_MEMBER.as_bytes(), [_, _, _, _, _, b'_', ..]));

/// The version of the embedded format. Other versions are not readable.
const FORM: &str = "1";

/// The depth limit of the embedded JSON. It allows a carried value as deep as a message, with its wrappers, because the
/// limit of the message does not apply inside a string.
const SLOT_DEPTH: usize = wire::MAX_DEPTH + 8;

/// A carry that was found in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EmbeddedCarry {
    pub(crate) carry: Carry,
    pub(crate) before: Before,
}

/// The original slot before a carry was embedded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Before {
    /// An object that only lacks the carry.
    Same,
    /// An absent slot.
    Absent,
    /// A value that is not an object, or an object with a member of the carry's name.
    Value(Payload),
}

/// Returns the slot as an object: an object unchanged, an absent or null slot as `{}`, any other value as `{"value":
/// …}`.
pub(crate) fn as_object(slot: Option<&Payload>) -> Payload {
    match slot {
        Some(payload) if payload.is_object() => payload.clone(),
        Some(payload) if !payload.is_null() => Payload::object([("value", payload)]),
        _ => Payload::empty_object(),
    }
}

/// Embeds a carry in a slot.
pub(crate) fn embed_carry(slot: Option<&Payload>, carry: &Carry) -> Result<Payload, Refusal> {
    with_carry(slot, carry, &before(slot))
}

/// Returns the information about the original slot that [`with_carry`] must record.
pub(crate) fn before(slot: Option<&Payload>) -> Before {
    match slot {
        Some(slot) if slot.is_object() && members_with_carry_name(slot).next().is_none() => {
            Before::Same
        }
        Some(slot) => Before::Value(slot.clone()),
        None => Before::Absent,
    }
}

/// Returns the slot with the carry as its last member. Foreign members of that name are removed.
pub(crate) fn with_carry(
    slot: Option<&Payload>,
    carry: &Carry,
    before: &Before,
) -> Result<Payload, Refusal> {
    let value = Payload::string(&encode_member(carry, before)?);
    let name = format!("\"{CARRY_MEMBER}\"");
    Ok(with_members(&without_carry(slot), [(&*name, value.text())]))
}

/// Returns the visible part of a slot: the object without members that have the carry's name.
pub(crate) fn without_carry(slot: Option<&Payload>) -> Payload {
    without_member(&as_object(slot))
}

/// Returns `true` if a value may contain a carry. A text search excludes most values, because another spelling of the
/// name needs an escape.
pub(crate) fn can_contain_carry(value: &Payload) -> bool {
    // Few values contain an underscore.
    let text = value.text().as_bytes();
    memchr::memchr2_iter(b'_', b'\\', text).any(|at| may_be_in_name(text, at))
}

/// Returns `true` if the underscore or backslash at an offset may be part of the name of the carry's member.
fn may_be_in_name(text: &[u8], at: usize) -> bool {
    let from = |start: usize| text.get(start..).unwrap_or_default();
    // Only `\u` can stand for a letter of the name.
    if from(at).starts_with(b"\\u") {
        return true;
    }
    match at.checked_sub(UNDERSCORE) {
        Some(start) => from(start).starts_with(CARRY_MEMBER.as_bytes()),
        None => false,
    }
}

/// Finds the carry in a slot, or reports that the carry is damaged. Other members with the carry's name, and repeated
/// ones, are foreign data.
pub(crate) fn find(slot: &Payload) -> Option<Result<EmbeddedCarry, IgnoredCarry>> {
    if !can_contain_carry(slot) {
        return None;
    }
    let mut members = members_with_carry_name(slot);
    match (members.next(), members.next()) {
        (Some(member), None) => decode_member(member.text),
        _ => None,
    }
}

/// Restores the original slot. If the visible part was edited, keeps the edit and appends only the foreign members.
pub(crate) fn restore(slot: &Payload, before: Before) -> Option<Payload> {
    let visible = without_member(slot);
    let before = match before {
        Before::Same => return Some(visible),
        Before::Absent => None,
        Before::Value(value) => Some(value),
    };
    if without_carry(before.as_ref()) == visible {
        return before;
    }
    Some(with_foreign(&visible, before.as_ref()))
}

/// Appends the foreign members of the original object.
pub(crate) fn with_foreign(object: &Payload, before: Option<&Payload>) -> Payload {
    let foreign = before.into_iter().flat_map(members_with_carry_name);
    with_members(
        object,
        foreign.map(|member| (member.name.unwrap_or_default(), member.text)),
    )
}

/// Encodes the embedded format, see [`embed`](crate::embed).
fn encode_member(carry: &Carry, before: &Before) -> Result<String, Refusal> {
    if carry.is_too_big() {
        // Such a carry could not be read again.
        let message = "the carry would exceed its limits of 16 layers and 65,536 fields";
        return Err(Refusal::limit("carry/too-big", Pointer::root(), message));
    }
    let carry = Payload::encode(carry)?;
    let json = match before {
        Before::Same => carry.text().to_owned(),
        Before::Absent => format!("[{carry}]"),
        Before::Value(value) => format!("[{carry},{value}]"),
    };
    if token::depth(&json) > SLOT_DEPTH {
        let message = "a carried value nests too deeply";
        return Err(Refusal::limit("carry/too-deep", Pointer::root(), message));
    }
    Ok(format!("{FORM}:{}:{json}", checksum(&json)))
}

/// Decodes the embedded format. Returns `None` for any other text.
fn decode_member(member: &str) -> Option<Result<EmbeddedCarry, IgnoredCarry>> {
    if !member.starts_with('"') {
        return None;
    }
    let text = token::string(member);
    let (form, text) = text.split_once(':')?;
    let (sum, json) = text.split_once(':')?;
    if form != FORM || !is_checksum(sum) {
        return None;
    }
    if sum != checksum(json) {
        return Some(Err(IgnoredCarry::Damaged));
    }
    if token::depth(json) > SLOT_DEPTH {
        return None;
    }
    let json = Payload::parse(json).ok()?;
    let mut parts = json.elements();
    let (carry, before) = match (parts.next(), parts.next(), parts.next()) {
        (None, ..) => (Carry::read(json.text())?, Before::Same),
        (Some(carry), None, _) => (Carry::read(carry.text())?, Before::Absent),
        (Some(carry), Some(value), None) => (Carry::read(carry.text())?, Before::Value(value)),
        _ => return None,
    };
    // An empty carry is never embedded, so this member is foreign.
    if carry.is_empty() {
        return None;
    }
    Some(Ok(EmbeddedCarry { carry, before }))
}

fn is_checksum(text: &str) -> bool {
    text.len() == 8
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Returns the first 32 bits of the SHA-256. The checksum detects accidental changes; seals protect against forgery.
/// SHA-256 is available in every language, and eight digits leave space for the data before the carry.
fn checksum(json: &str) -> String {
    hex(Hash::hash(json.as_bytes()).get(..4).unwrap_or_default())
}

fn members_with_carry_name(object: &Payload) -> impl Iterator<Item = token::Child<'_>> {
    token::children(object.text()).filter(|child| {
        child
            .name
            .is_some_and(|name| token::string(name) == CARRY_MEMBER)
    })
}

/// Appends members, given as quoted names and values, to an object.
fn with_members<'a>(
    object: &Payload,
    members: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Payload {
    let mut text = object.text().strip_suffix('}').unwrap_or("{").to_owned();
    let mut follows = token::children(object.text()).next().is_some();
    for (name, value) in members {
        text.extend([if follows { "," } else { "" }, name, ":", value]);
        follows = true;
    }
    text.push('}');
    Payload::parse(text).unwrap_or_else(|_| object.clone())
}

/// Removes the members with the carry's name, and keeps all other text unchanged.
fn without_member(object: &Payload) -> Payload {
    let text = object.text();
    let mut rest = String::with_capacity(text.len());
    // The start of the text that is still to be copied, and whether a member precedes it.
    let (mut from, mut follows) = (0, false);
    let mut end = 1;
    for child in token::children(text) {
        let gap = text.get(end..child.start).unwrap_or_default();
        let is_ours = child
            .name
            .is_some_and(|name| token::string(name) == CARRY_MEMBER);
        if is_ours {
            // A comma belongs to the member after it. The first member has none.
            let before = end + gap.find(',').unwrap_or(gap.len());
            rest.push_str(text.get(from..before).unwrap_or_default());
        } else if from != 0 && from == end {
            rest.push_str(if follows { "," } else { "" });
            from = child.start;
        }
        end = child.at + child.text.len();
        if is_ours {
            from = end;
        } else {
            follows = true;
        }
    }
    rest.push_str(text.get(from..).unwrap_or_default());
    Payload::parse(rest).unwrap_or_else(|_| object.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, carry::Layer};

    fn payload(text: &str) -> Payload {
        Payload::parse(text).unwrap()
    }

    fn carry() -> Carry {
        let mut layer = Layer::of(Dialect::Aap);
        // Older versions carried a slot as an ordinary field.
        layer.keep(Pointer::from_static("/data"), Some(Payload::string("7")));
        Carry::default().with(layer)
    }

    /// Creates an object with this value in the member with the carry's name.
    fn object(member: &str) -> Payload {
        payload(&format!(r#"{{"{CARRY_MEMBER}":{member}}}"#))
    }

    fn quote(text: &str) -> String {
        Payload::string(text).text().to_owned()
    }

    #[test]
    fn an_embedded_carry_is_a_version_a_checksum_and_json() {
        let json = r#"{"v":1,"layers":[{"from":"aap@1.0","fields":[["/data","7"]]}]}"#;
        for (slot, json) in [
            (Some("{}"), json.to_owned()),
            (None, format!("[{json}]")),
            (Some("1.0"), format!("[{json},1.0]")),
            (
                Some(r#"{"agent_ui_carry":2}"#),
                format!(r#"[{json},{{"agent_ui_carry":2}}]"#),
            ),
        ] {
            let full = embed_carry(slot.map(payload).as_ref(), &carry()).unwrap();
            let (_, text) = full.members().last().unwrap();
            let sum = hex(&Hash::hash(json.as_bytes()))[..8].to_owned();
            assert_eq!(text.as_str().unwrap(), format!("1:{sum}:{json}"));
        }
        // A value for comparison with other implementations.
        assert_eq!(checksum("{}"), "44136fa3");
    }

    #[test]
    fn every_slot_round_trips() {
        let ours = embed_carry(None, &carry()).unwrap();
        let nested = embed_carry(Some(&ours), &carry()).unwrap();
        for slot in [
            None,
            Some("null"),
            Some("7"),
            Some("[1, 2]"),
            Some("\"1:0:{}\""),
            Some("{}"),
            Some("{ }"),
            Some(r#"{ "a" : 1.0 ,"b":[ ]  }"#),
            Some(r#"{"value":7}"#),
            Some(r#"{"agent_ui_carry":5,"x":1}"#),
            Some(r#"{"x":1, "agent_ui_carry":5 }"#),
            Some(r#"{"x":1, "agent_ui\u005fcarry" :null,"y":[]}"#),
            Some(r#"{"agent_ui_carry":5,"x":1,"agent_ui_carry":"6","y":2}"#),
            Some(r#"{"agent_ui_carry":{"v":1,"layers":[]}}"#),
            Some(ours.text()),
            Some(nested.text()),
        ] {
            let slot = slot.map(payload);
            let full = embed_carry(slot.as_ref(), &carry()).unwrap();
            assert_eq!(full.members().last().unwrap().0, CARRY_MEMBER);
            let found = find(&full).unwrap().unwrap();
            assert_eq!(found.carry, carry());
            let back = restore(&full, found.before);
            assert_eq!(
                back.as_ref().map(Payload::text),
                slot.as_ref().map(Payload::text)
            );
        }
    }

    #[test]
    fn visible_members_come_before_the_carry() {
        for (slot, front) in [
            (None, "{"),
            (Some("null"), "{"),
            (Some("7"), r#"{"value":7,"#),
            (Some(r#"{ "a" : 1.0 }"#), r#"{ "a" : 1.0 ,"#),
            (Some(r#"{"agent_ui_carry":5,"x":1}"#), r#"{"x":1,"#),
        ] {
            let full = embed_carry(slot.map(payload).as_ref(), &carry()).unwrap();
            assert!(
                full.text()
                    .starts_with(&format!(r#"{front}"agent_ui_carry":"1:"#)),
                "{full}"
            );
        }
    }

    #[test]
    fn an_incomplete_carry_member_is_ignored() {
        let of = |json: &str| quote(&format!("1:{}:{json}", checksum(json)));
        let json = Payload::encode(&carry()).unwrap().text().to_owned();
        let text = payload(&of(&json)).as_str().unwrap().into_owned();
        assert!(find(&object(&of(&json))).is_some());
        for member in [
            "5",
            "null",
            "[]",
            "\"\"",
            "\"1\"",
            "\"1:\"",
            "\"1::\"",
            r#"{"v":1,"layers":[{"from":"aap@1.0","fields":[["/id"]]}]}"#,
            // Cut at the start, or of another version.
            &quote(&text[1..]),
            &quote(&format!(" {text}")),
            &quote(&text.replacen('1', "2", 1)),
            &quote(&text.to_uppercase()),
            &quote(&text[..10]),
            // An empty carry, or surplus values.
            &of(r#"{"v":1,"layers":[]}"#),
            &of(r#"{"v":1,"layers":[],"seal":"00"}"#),
            &of(r#"[{"v":1,"layers":[]},1]"#),
            &of(r#"{"v":2,"layers":[]}"#),
            &of(&format!("[{json},1,2]")),
            &of(&format!("[1,{json}]")),
            &of("[]"),
            &of("7"),
            &of(&json[1..]),
            &of(""),
        ] {
            assert_eq!(find(&object(member)), None, "{member}");
        }
        // Cut at the end, extended, or changed.
        for member in [
            text[..text.len() - 1].to_owned(),
            text[..20].to_owned(),
            format!("{text} "),
            text.replace("\"7\"", "\"8\""),
        ] {
            assert_eq!(
                find(&object(&quote(&member))),
                Some(Err(IgnoredCarry::Damaged)),
                "{member}"
            );
        }
        let first = format!(r#"{{"agent_ui_carry":{},"agent_ui_carry":1}}"#, of(&json));
        let last = format!(r#"{{"agent_ui_carry":1,"agent_ui_carry":{}}}"#, of(&json));
        for slot in [&*first, &last, "[]", "{}", "7", &of(&json)] {
            assert_eq!(find(&payload(slot)), None, "{slot}");
        }
    }

    #[test]
    fn an_edit_wins_over_the_carry_and_displaced_members_return() {
        for (slot, from, to, back) in [
            ("7", "7", "8", r#"{"value":8}"#),
            ("null", "{", r#"{"n":1,"#, r#"{"n":1}"#),
            (
                r#"{"agent_ui_carry":5,"x":1}"#,
                r#""x":1"#,
                r#""x":2"#,
                r#"{"x":2,"agent_ui_carry":5}"#,
            ),
            (
                r#"{"agent_ui_carry":5,"x":1}"#,
                r#""x":1,"#,
                "",
                r#"{"agent_ui_carry":5}"#,
            ),
            (
                r#"{"agent_ui_carry":5,"x":1,"agent_ui_carry":[ ]}"#,
                r#""x":1"#,
                r#""x":2"#,
                r#"{"x":2,"agent_ui_carry":5,"agent_ui_carry":[ ]}"#,
            ),
        ] {
            let full = embed_carry(Some(&payload(slot)), &carry()).unwrap();
            let edited = payload(&full.text().replacen(from, to, 1));
            let found = find(&edited).unwrap().unwrap();
            assert_eq!(found.carry, carry());
            assert_eq!(restore(&edited, found.before).unwrap().text(), back);
        }
    }

    #[test]
    fn an_unedited_slot_may_be_reformatted() {
        let slot = r#"{"x":1.0,"agent_ui_carry":5,"y":"é"}"#;
        let full = embed_carry(Some(&payload(slot)), &carry()).unwrap();
        let anew = payload(
            &full
                .text()
                .replace("\"x\":", "\"x\" : ")
                .replace('é', "\\u00e9"),
        );
        assert_eq!(
            restore(&anew, find(&anew).unwrap().unwrap().before)
                .unwrap()
                .text(),
            slot
        );
    }

    #[test]
    fn an_unreadable_carry_is_not_embedded() {
        let many = |n| Carry {
            layers: vec![Layer::of(Dialect::Aap); n],
            ..Carry::default()
        };
        assert!(find(&embed_carry(None, &many(16)).unwrap()).is_some());
        assert_eq!(
            embed_carry(None, &many(17)).unwrap_err().rule(),
            "carry/too-big"
        );
        let deep = |levels| {
            let mut carry = carry();
            carry.extra.insert(
                "x",
                payload(&format!("{}{}", "[".repeat(levels), "]".repeat(levels))),
            );
            carry
        };
        // The carry and the list take one level each.
        let deepest = embed_carry(None, &deep(SLOT_DEPTH - 2)).unwrap();
        assert!(find(&deepest).is_some());
        assert_eq!(
            embed_carry(None, &deep(SLOT_DEPTH - 1)).unwrap_err().rule(),
            "carry/too-deep"
        );
        let json = format!("[{}]", Payload::encode(&deep(SLOT_DEPTH - 1)).unwrap());
        assert_eq!(
            find(&object(&quote(&format!("1:{}:{json}", checksum(&json))))),
            None
        );
        let mut carry = carry();
        carry.extra.insert("layers", Payload::null());
        assert!(embed_carry(None, &carry).is_err(), "it has no text");
    }

    #[test]
    fn removing_a_carry_keeps_the_surrounding_text() {
        for (text, rest) in [
            (r#"{"agent_ui_carry":1}"#, "{}"),
            (r#"{"agent_ui_carry":1, "a":2}"#, r#"{"a":2}"#),
            (r#"{"a":2 , "agent_ui_carry":1}"#, r#"{"a":2 }"#),
            (r#"{"a":2 , "agent_ui_carry":1,"b":3}"#, r#"{"a":2 ,"b":3}"#),
            (r#"{"agent_ui_carry":1,"agent_ui_carry":2}"#, "{}"),
            (
                r#"{"a":0,"agent_ui_carry":1,"agent_ui_carry":2}"#,
                r#"{"a":0}"#,
            ),
        ] {
            assert_eq!(without_member(&payload(text)).text(), rest);
        }
    }
}
