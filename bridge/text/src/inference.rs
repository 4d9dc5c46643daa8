//! The protocol of a text, as its caller names it or its messages show it.

use crate::{
    diagnostic::{Diagnostic, about_call},
    documents::{is_path, path_instead_of_text},
    input::inference::{Inference, infer},
};
use bridge::{DialectOrProtocol, Refusal};
use std::io::Cursor;
use wire::Pointer;

/// Returns the protocol to which the messages of a text belong, or `None` if it is unknown or several are equally likely.
/// The dialect is named if the messages show it.
///
/// ```
/// let update = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#;
/// assert_eq!(agent_ui_text::recognize(update), Some("a2ui".parse()?));
/// assert_eq!(agent_ui_text::recognize("Hello"), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn recognize(text: &str) -> Option<DialectOrProtocol> {
    match inference(text)? {
        Inference::Protocol { named, .. } => Some(named),
        _ => None,
    }
}

fn inference(text: &str) -> Option<Inference> {
    let reader = Box::new(Cursor::new(text.as_bytes().to_vec()));
    infer(reader, &mut || Ok(()))
        .ok()
        .map(|(inference, _)| inference)
}

/// Refuses a protocol that the build does not contain.
pub(crate) fn ensure_enabled(named: DialectOrProtocol) -> Result<(), Box<Diagnostic>> {
    if named.protocol().is_enabled() {
        return Ok(());
    }
    let message = format!("this build does not contain {}", named.protocol());
    let refusal = Refusal::rule_broken("protocol/not-enabled", Pointer::root(), message);
    Err(about_call(&refusal.hint("use a build with all protocols")))
}

/// Returns the named protocol, or infers it from the text.
pub(crate) fn protocol_of(
    text: &str,
    named: Option<DialectOrProtocol>,
) -> Result<DialectOrProtocol, Box<Diagnostic>> {
    if let Some(named) = named {
        return ensure_enabled(named).map(|()| named);
    }
    if is_path(text) {
        return Err(about_call(&path_instead_of_text().into()));
    }
    let message = match inference(text) {
        Some(Inference::Protocol { named, .. }) => return Ok(named),
        Some(Inference::Ambiguous(candidates)) => {
            let names: Vec<_> = candidates
                .iter()
                .map(|candidate| candidate.protocol.as_str())
                .collect();
            format!("the text may belong to {}", names.join(" or "))
        }
        Some(Inference::Unknown(first)) => format!("the protocol of the text is unknown: {first}"),
        _ => "the text contains no message".to_owned(),
    };
    let refusal = Refusal::rule_broken("protocol/unknown", Pointer::root(), message);
    Err(about_call(&refusal.hint("name the protocol")))
}
