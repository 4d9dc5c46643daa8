//! One member of an open object, put in and taken out without touching the text around it.

use crate::{
    Dialect,
    carry::{Carry, Hop},
};
use wire::{Payload, token};

/// The member that holds an embedded carry, in every protocol.
pub(crate) const CARRY_MEMBER: &str = "agent_ui_carry";

/// An open slot as the object that has to stand in its place: an object as it is, absent and null as `{}`, anything else as
/// `{"value": …}`.
pub(crate) fn as_object(slot: Option<&Payload>) -> Payload {
    match slot {
        Some(payload) if payload.is_object() => payload.clone(),
        Some(payload) if !payload.is_null() => Payload::object([("value", payload)]),
        _ => Payload::empty_object(),
    }
}

/// Puts the carry into a slot. Where the slot cannot take it as it is, or has such a member already, the carry says what was
/// there.
pub(crate) fn put(slot: Option<&Payload>, pointer: &str, dialect: Dialect, carry: Carry) -> Option<Payload> {
    let object = as_object(slot);
    let is_taken = members_of_that_name(&object).next().is_some();
    let (object, carry) = if slot.is_some_and(Payload::is_object) && !is_taken {
        (object, carry)
    } else {
        let mut hop = Hop::of(dialect);
        hop.keep(pointer, slot.cloned());
        (without_member(&object), carry.beside(hop))
    };
    let carry = Payload::of(&carry).ok()?;
    let (head, comma) = (
        object.text().strip_suffix('}')?,
        if token::children(object.text()).next().is_some() { "," } else { "" },
    );
    Payload::parse(format!("{head}{comma}\"{CARRY_MEMBER}\":{carry}}}")).ok()
}

/// Takes the carry out of a slot and gives the slot back as it was. A member of that name that is no readable carry is
/// somebody else's and stays.
pub(crate) fn take(slot: &Payload, pointer: &str, dialect: Dialect) -> Option<(Option<Payload>, Carry)> {
    let mut members = members_of_that_name(slot);
    let (Some(member), None) = (members.next(), members.next()) else {
        return None;
    };
    // An empty carry is never embedded, so it is somebody else's as well.
    let mut carry = Carry::read(&Payload::parse(member.text).ok()?).filter(|carry| !carry.is_empty())?;
    let visible = without_member(slot);
    let kept = take_field(&mut carry, pointer, dialect);
    // What the carry says counts only while the message shows it.
    match kept {
        Some(kept) if without_member(&as_object(kept.as_ref())) == visible => Some((kept, carry)),
        _ => Some((Some(visible), carry)),
    }
}

/// Takes one field out of the last hop of a dialect.
pub(crate) fn take_field(carry: &mut Carry, pointer: &str, dialect: Dialect) -> Option<Option<Payload>> {
    let at = carry.hops.iter().rposition(|hop| hop.from == dialect.as_str())?;
    let hop = carry.hops.get_mut(at)?;
    let field = hop.fields.iter().position(|field| field.pointer.as_str() == pointer)?;
    let field = hop.fields.remove(field);
    if hop.fields.is_empty() && hop.extra.is_empty() {
        carry.hops.remove(at);
    }
    Some(field.value)
}

fn members_of_that_name(object: &Payload) -> impl Iterator<Item = token::Child<'_>> {
    token::children(object.text())
        .filter(|child| child.name.is_some_and(|name| token::string(name) == CARRY_MEMBER))
}

/// The object without the members of that name; the text of the others, and between them, stays as it is.
fn without_member(object: &Payload) -> Payload {
    let text = object.text();
    let mut rest = String::with_capacity(text.len());
    // Where the text that is still to be copied starts, and whether a member stands before it already.
    let (mut from, mut follows) = (0, false);
    let mut end = 1;
    for child in token::children(text) {
        let gap = text.get(end..child.start).unwrap_or_default();
        let is_ours = child.name.is_some_and(|name| token::string(name) == CARRY_MEMBER);
        if is_ours {
            // The comma belongs to the member behind it; for the first one there is none.
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

    fn payload(text: &str) -> Payload {
        Payload::parse(text).unwrap()
    }

    fn carry() -> Carry {
        let mut hop = Hop::of(Dialect::Aap);
        hop.keep("/id", Some(Payload::string("7")));
        Carry::default().with(hop)
    }

    #[test]
    fn every_slot_comes_back_as_it_was() {
        let mine = Payload::of(&carry()).unwrap();
        let foreign = format!(r#"{{"agent_ui_carry":{mine}}}"#);
        for slot in [
            None,
            Some("null"),
            Some("7"),
            Some("[1, 2]"),
            Some("{}"),
            Some("{ }"),
            Some(r#"{ "a" : 1.0 ,"b":[ ]  }"#),
            Some(r#"{"value":7}"#),
            Some(r#"{"agent_ui_carry":5,"x":1}"#),
            Some(r#"{"x":1, "agent_ui_carry":5}"#),
            Some(r#"{"agent_ui_carry":5,"agent_ui_carry":6,"y":2}"#),
            Some(&foreign),
        ] {
            let slot = slot.map(payload);
            let full = put(slot.as_ref(), "/data", Dialect::Aap, carry()).unwrap();
            let (back, taken) = take(&full, "/data", Dialect::Aap).unwrap();
            assert_eq!(back.as_ref().map(Payload::text), slot.as_ref().map(Payload::text));
            assert_eq!(taken, carry());
        }
    }

    #[test]
    fn a_member_that_is_no_carry_stays() {
        for slot in [
            r#"{"agent_ui_carry":5}"#,
            r#"{"agent_ui_carry":{"v":2,"hops":[]}}"#,
            r#"{"agent_ui_carry":{"v":1,"hops":[]}}"#,
            "[]",
            "{}",
        ] {
            assert_eq!(take(&payload(slot), "/data", Dialect::Aap), None);
        }
    }

    #[test]
    fn an_edit_of_the_visible_part_wins() {
        let full = put(Some(&payload("7")), "/data", Dialect::Aap, carry()).unwrap();
        let edited = payload(&full.text().replacen("7", "8", 1));
        assert_eq!(take(&edited, "/data", Dialect::Aap).unwrap().0, Some(payload(r#"{"value":8}"#)));
    }

    #[test]
    fn removal_keeps_the_text_around_it() {
        for (text, rest) in [
            (r#"{"agent_ui_carry":1}"#, "{}"),
            (r#"{"agent_ui_carry":1, "a":2}"#, r#"{"a":2}"#),
            (r#"{"a":2 , "agent_ui_carry":1}"#, r#"{"a":2}"#),
            (r#"{"a":2 , "agent_ui_carry":1,"b":3}"#, r#"{"a":2 , "b":3}"#),
            (r#"{"agent_ui_carry":1,"agent_ui_carry":2}"#, "{}"),
            (r#"{"a":0,"agent_ui_carry":1,"agent_ui_carry":2}"#, r#"{"a":0}"#),
        ] {
            assert_eq!(without_member(&payload(text)), payload(rest));
        }
    }
}
