//! The carries that a caller passes with the messages of a text.

use crate::json::ObjectMembers;
use bridge::{Carry, Refusal};
use std::collections::BTreeMap;
use wire::{Payload, PayloadKind, Pointer, token};

/// The rule of a carry that was made for another message.
pub(super) const OTHER_MESSAGE: &str = "carry/other-message";

/// The carries of the messages of a text, in the order of the caller. A message may have none.
#[derive(Debug)]
pub(super) struct Carries(Vec<Option<Carry>>);

/// The carry of one message.
#[derive(Debug, Default, PartialEq)]
pub(super) struct AssignedCarry {
    pub(super) carry: Carry,
    /// `true` if the carry was made for another message, or for this message before an edit.
    pub(super) is_of_other_message: bool,
}

impl Carries {
    /// Reads a carry, or a list with a carry or null for each message.
    pub(super) fn read(text: &str) -> Result<Self, Refusal> {
        let payload = Payload::parse(text).map_err(|_| unreadable_carry())?;
        if payload.kind() != PayloadKind::Array {
            return Ok(Self(vec![Some(read_carry(payload.text())?)]));
        }
        let mut carries = Vec::new();
        for carry in payload.elements() {
            carries.push(match carry.kind() {
                PayloadKind::Null => None,
                _ => Some(read_carry(carry.text())?),
            });
        }
        Ok(Self(carries))
    }

    /// Returns the carry of each message. `texts` are the messages as JSON; `None` for one without a text of its own.
    ///
    /// A message gets the carry that was made for it, wherever that stands. Each of the others has been edited or has a carry that
    /// does not name its message, and gets the one at its own place.
    ///
    /// # Errors
    /// Refuses if a message is left without a place in the list, or if the carry there was made for another one of the messages.
    pub(super) fn assign(self, texts: &[Option<&str>]) -> Result<Vec<AssignedCarry>, Refusal> {
        let Self(mut carries) = self;
        let given: Vec<bool> = carries.iter().map(Option::is_some).collect();
        let mut assigned: Vec<Option<AssignedCarry>> = Vec::with_capacity(texts.len());
        for (index, text) in texts.iter().enumerate() {
            assigned.push(take_made_for(&mut carries, index, *text));
        }
        let mut elsewhere = indexes_by_message(&carries);
        for (assigned, text) in assigned.iter_mut().zip(texts) {
            let Some(text) = text.filter(|_| assigned.is_none() && !elsewhere.is_empty()) else {
                continue;
            };
            let fitting = elsewhere.get_mut(&Carry::message_fingerprint(text));
            let index = fitting.and_then(Vec::pop);
            let carry = index.and_then(|index| carries.get_mut(index)?.take());
            *assigned = carry.map(AssignedCarry::of);
        }
        let mut all = Vec::with_capacity(texts.len());
        for (index, assigned) in assigned.into_iter().enumerate() {
            let own = carries.get_mut(index).and_then(Option::take);
            all.push(match (assigned, own) {
                (Some(assigned), _) => assigned,
                (None, _) if given.len() != texts.len() => {
                    return Err(wrong_count(given.len(), texts.len()));
                }
                (None, Some(own)) => at_own_place(own),
                (None, None) if given.get(index) == Some(&true) => {
                    return Err(of_other_message(index));
                }
                (None, None) => AssignedCarry::default(),
            });
        }
        Ok(all)
    }
}

/// Refuses a text with copies of translated messages, as a package writes them: `{"text":"…","carry":"…"}`. Its messages
/// would be read without their carries.
///
/// # Errors
/// Returns the refusal of such a text.
pub(super) fn ensure_no_copies(text: &str) -> Result<(), Refusal> {
    if !text.contains("\"carry\"") {
        return Ok(());
    }
    let text = text.trim_start();
    // A list shows its form in the first element, and JSON Lines in the first line.
    let first = match text.starts_with('[') {
        true => token::value_at(text, &Pointer::from_static("/0")),
        false => Some(text),
    };
    let members = ObjectMembers::of(first.unwrap_or_default());
    if members.string("text").is_none() || members.string("carry").is_none() {
        return Ok(());
    }
    let message = "the text contains a translated message together with its carry";
    Err(Refusal::rule_broken("carry/copy", Pointer::root(), message)
        .hint("pass its `text` as the message, and its `carry` as the carry"))
}

impl AssignedCarry {
    fn of(carry: Carry) -> Self {
        Self {
            carry,
            is_of_other_message: false,
        }
    }
}

/// Takes the carry at the place of a message, if it was made for the message.
fn take_made_for(
    carries: &mut [Option<Carry>],
    index: usize,
    text: Option<&str>,
) -> Option<AssignedCarry> {
    let slot = carries.get_mut(index)?;
    let is_fitting = slot.as_ref()?.is_made_for(text?) == Some(true);
    match is_fitting {
        true => slot.take().map(AssignedCarry::of),
        false => None,
    }
}

/// Returns the indexes of the carries that name their message, by its fingerprint. The first index is the last of its list.
fn indexes_by_message(carries: &[Option<Carry>]) -> BTreeMap<String, Vec<usize>> {
    let mut indexes: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, carry) in carries.iter().enumerate().rev() {
        let message = carry.as_ref().and_then(|carry| carry.message.get());
        if let Some(message) = message {
            indexes.entry(message.clone()).or_default().push(index);
        }
    }
    indexes
}

/// Returns the carry at the place of a message for which none was made.
fn at_own_place(carry: Carry) -> AssignedCarry {
    AssignedCarry {
        is_of_other_message: !carry.message.is_absent() && !carry.is_empty(),
        carry,
    }
}

fn read_carry(text: &str) -> Result<Carry, Refusal> {
    Carry::read(text).ok_or_else(unreadable_carry)
}

fn unreadable_carry() -> Refusal {
    let message = "the carry cannot be read";
    Refusal::rule_broken("carry/unreadable", Pointer::root(), message)
        .hint("pass the carry of the earlier translation unchanged")
}

fn wrong_count(carries: usize, messages: usize) -> Refusal {
    let message = match carries {
        1 => format!("the carry belongs to one message, but the text contains {messages}"),
        _ => format!("there are {carries} carries, but the text contains {messages} messages"),
    };
    Refusal::rule_broken("carry/count", Pointer::root(), message)
        .hint("pass one carry for each message, in a list")
}

fn of_other_message(index: usize) -> Refusal {
    let number = index + 1;
    let message = format!("the carry of message {number} was made for another message of the text");
    Refusal::rule_broken(OTHER_MESSAGE, Pointer::root(), message)
        .hint("pass each message with its own carry")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = r#"{"name":"one"}"#;
    const TWO: &str = r#"{"name":"two"}"#;

    fn carry(text: &str, id: &str) -> String {
        let fields =
            format!(r#"{{"v":1,"layers":[{{"from":"aap@1.0","fields":[["/id","{id}"]]}}]}}"#);
        let carry = Carry::read(&fields).unwrap().for_message(text);
        wire::encode(&carry).unwrap()
    }

    /// Returns the id in the carry of each message, with a star if the carry was made for another message.
    fn ids(carries: &str, texts: &[&str]) -> Result<Vec<String>, String> {
        let texts: Vec<Option<&str>> = texts.iter().copied().map(Some).collect();
        let assigned = Carries::read(carries).and_then(|carries| carries.assign(&texts));
        let assigned = assigned.map_err(|refusal| refusal.rule().to_owned())?;
        let id = |assigned: &AssignedCarry| {
            let layer = assigned.carry.layers.first();
            let id = layer.map_or("none", |layer| {
                layer.fields[0].value.as_ref().unwrap().text()
            });
            let star = if assigned.is_of_other_message {
                "*"
            } else {
                ""
            };
            format!("{}{star}", id.trim_matches('"'))
        };
        Ok(assigned.iter().map(id).collect())
    }

    #[test]
    fn each_message_gets_the_carry_made_for_it() {
        let both = format!("[{},{}]", carry(ONE, "1"), carry(TWO, "2"));
        for (texts, expected) in [
            (&[ONE, TWO][..], &["1", "2"][..]),
            (&[TWO, ONE], &["2", "1"]),
            (&[TWO], &["2"]),
            (&[ONE, r#"{ "name" : "two" }"#], &["1", "2"]),
        ] {
            assert_eq!(ids(&both, texts).unwrap(), expected);
        }
        // Equal messages get the carries in the order of the list.
        let equal = format!("[{},{}]", carry(ONE, "1"), carry(ONE, "2"));
        assert_eq!(ids(&equal, &[ONE, ONE]).unwrap(), ["1", "2"]);
        let moved = format!(
            "[{},{},{}]",
            carry(TWO, "3"),
            carry(ONE, "1"),
            carry(ONE, "2")
        );
        assert_eq!(ids(&moved, &[ONE, ONE, TWO]).unwrap(), ["2", "1", "3"]);
    }

    #[test]
    fn a_carry_of_another_message_is_reported_or_refused() {
        assert_eq!(ids(&carry(ONE, "1"), &[TWO]).unwrap(), ["1*"]);
        let both = format!("[{},{}]", carry(ONE, "1"), carry(TWO, "2"));
        assert_eq!(ids(&both, &["{}", TWO]).unwrap(), ["1*", "2"]);
        // The first message was edited, and the carry at its place is the one of the second message.
        assert_eq!(ids(&both, &["{}", ONE]).unwrap_err(), OTHER_MESSAGE);
        assert_eq!(ids(&both, &["{}"]).unwrap_err(), "carry/count");
        assert_eq!(
            ids(&carry(ONE, "1"), &[TWO, TWO]).unwrap_err(),
            "carry/count"
        );
    }

    #[test]
    fn a_message_may_have_no_carry() {
        let one = format!("[null,{}]", carry(TWO, "2"));
        assert_eq!(ids(&one, &[ONE, TWO]).unwrap(), ["none", "2"]);
        assert_eq!(ids("[null]", &[ONE]).unwrap(), ["none"]);
        assert_eq!(ids("[7]", &[ONE]).unwrap_err(), "carry/unreadable");
    }
}
