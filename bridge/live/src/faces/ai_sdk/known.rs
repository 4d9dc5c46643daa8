//! Comparison of the surfaces that a client has with those of the session.
//!
//! Clients send the parts of the conversation back with each request. JavaScript has changed the notation of numbers and the
//! order of some members by then.

use crate::{faces::surface_operations::SurfaceOperations, gateway::SurfaceState};
use agent_ui_text::bridge::a2ui::{Message, Version, surface::Surfaces};
use std::collections::BTreeMap;
use wire::{MAX_DEPTH, Payload, PayloadKind};

/// Records the surfaces that a client has. A surface that the session shows with the same operations is not sent again.
pub(super) fn add_known(
    operations: &mut SurfaceOperations,
    known: BTreeMap<String, Vec<Payload>>,
    surfaces: &[SurfaceState],
) {
    // A client decides how many surfaces it names.
    let by_id = surfaces
        .iter()
        .map(|surface| (surface.id.as_str(), surface));
    let by_id: BTreeMap<&str, &SurfaceState> = by_id.collect();
    for (id, shown) in known {
        let current = by_id.get(id.as_str()).map(|surface| {
            let messages = surface.messages.iter();
            let messages = messages.map(|message| operations.with_known_catalog(message));
            messages.collect::<Vec<_>>()
        });
        match current {
            Some(current) if are_same(&shown, &current) || are_same(&shorten(&shown), &current) => {
                operations.add_known(id, current);
            }
            // The client knows that the surface is deleted.
            None if is_deletion(&shown) => {}
            _ => {
                let texts = shown.iter().map(|operation| operation.text().to_owned());
                operations.add_known(id, texts.collect());
            }
        }
    }
}

fn is_deletion(operations: &[Payload]) -> bool {
    match operations {
        [only] => only.member("deleteSurface").is_some(),
        _ => false,
    }
}

/// Returns the shortest messages that build the same surface. A client also has the changes of a surface, and a session
/// only its state.
fn shorten(operations: &[Payload]) -> Vec<Payload> {
    let mut surfaces = Surfaces::new();
    for operation in operations {
        let message = Message::read_as(operation.text(), Version::V0_9);
        // The surface is sent again if the client has changed its messages.
        if message.is_ok_and(|message| surfaces.apply(&message).is_err()) {
            return Vec::new();
        }
    }
    let messages = surfaces.iter().flat_map(|surface| surface.messages());
    messages
        .filter_map(|message| Payload::encode(&message).ok())
        .collect()
}

/// Returns `true` if a client has exactly these messages.
fn are_same(shown: &[Payload], messages: &[String]) -> bool {
    shown.len() == messages.len()
        && shown.iter().zip(messages).all(|(shown, message)| {
            Payload::parse(message).is_ok_and(|message| is_same(shown, &message, 0))
        })
}

/// Returns `true` if JavaScript reads both values as the same value.
fn is_same(left: &Payload, right: &Payload, depth: usize) -> bool {
    if left.text() == right.text() {
        return true;
    }
    if depth > MAX_DEPTH || left.kind() != right.kind() {
        return false;
    }
    match left.kind() {
        PayloadKind::Object => {
            let (left, right) = (members(left), members(right));
            left.len() == right.len()
                && left
                    .iter()
                    .zip(&right)
                    .all(|((name, left), (same, right))| {
                        name == same && is_same(left, right, depth + 1)
                    })
        }
        PayloadKind::Array => {
            let (left, right): (Vec<_>, Vec<_>) =
                (left.elements().collect(), right.elements().collect());
            left.len() == right.len()
                && left
                    .iter()
                    .zip(&right)
                    .all(|(left, right)| is_same(left, right, depth + 1))
        }
        PayloadKind::Number => match (left.text().parse::<f64>(), right.text().parse::<f64>()) {
            (Ok(left), Ok(right)) => left == right,
            _ => false,
        },
        PayloadKind::String => left.as_str() == right.as_str(),
        _ => false,
    }
}

/// Returns the members by name. Of equal names, JavaScript reads the last one.
fn members(object: &Payload) -> BTreeMap<String, Payload> {
    let members = object.members();
    members
        .map(|(name, value)| (name.into_owned(), value))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_javascript_has_rewritten_are_the_same() {
        let same = |left: &str, right: &str| {
            let read = |text: &str| Payload::parse(text).unwrap();
            is_same(&read(left), &read(right), 0)
        };
        for (left, right) in [
            (r#"{"b":1.0,"1":[-0,1e3]}"#, r#"{"1":[0,1000],"b":1}"#),
            (r#""\u0041""#, r#""A""#),
            ("12345678901234567890", "12345678901234567000"),
            (r#"{"a":1,"a":2}"#, r#"{"a":2}"#),
        ] {
            assert!(same(left, right), "{left} {right}");
        }
        for (left, right) in [
            ("1", "2"),
            ("1", r#""1""#),
            ("[1]", "[1,1]"),
            (r#"{"a":1}"#, r#"{"b":1}"#),
            ("true", "false"),
        ] {
            assert!(!same(left, right), "{left} {right}");
        }
    }
}
