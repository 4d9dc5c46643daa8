//! Faulty messages: some can be repaired, and some are refused.

use super::{notation::Notation, random::Random};

/// Writes a message in a form that needs repair.
pub(super) fn needs_repair(notation: Notation, message: String, random: &mut Random) -> String {
    let cut_end = |message: &str| message.strip_suffix('}').map(|start| format!("{start},}}"));
    match random.below(4) {
        0 => cut_end(&message).unwrap_or(message),
        1 => format!("```json\n{message}\n```"),
        2 if notation == Notation::V0_9 => message.replacen(r#""version":"v0.9","#, "", 1),
        3 if notation == Notation::V0_9 => message.replacen(r#""value":"#, r#""contents":"#, 1),
        _ => message.replacen(r#""surfaceId""#, r#""surface_id""#, 1),
    }
}

/// Writes two messages in one payload.
pub(super) fn several(first: String, second: String, random: &mut Random) -> String {
    if random.chance(0.5) {
        format!("[{first},{second}]")
    } else {
        format!("{first}\n{second}\n")
    }
}

/// Writes a payload that is refused, or has a part that is refused.
pub(super) fn poison(message: String, random: &mut Random) -> String {
    match random.below(5) {
        0 => format!("no JSON at all {}", random.below(1000)),
        1 => r#"{"version":"v0.9","renderEverything":{"surfaceId":"s"}}"#.to_owned(),
        2 => r#"{"version":"v0.9","updateComponents":{"surfaceId":7,"components":[]}}"#.to_owned(),
        3 => format!("[{message},{{\"unknown\":true}}]"),
        _ => {
            r#"{"version":"v0.9","updateDataModel":{"surfaceId":"unknown","path":"/a","value":1}}"#
                .to_owned()
        }
    }
}
