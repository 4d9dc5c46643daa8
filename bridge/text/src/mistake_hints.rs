//! Hints for common mistakes: wrong protocol, missing `--envelope`, misspelt names.

mod a2ui_forms;

use crate::{
    envelope,
    input::{self, Input},
    json::{self, parent},
    misspellings, protocol,
};
use bridge::{DialectOrProtocol, Protocol, Refusal, RefusalKind};
use wire::Pointer;

/// The request for messages that a hint may correct.
#[derive(Clone, Copy, Debug)]
pub struct HintContext {
    /// The protocol in which the text was read.
    pub from: DialectOrProtocol,
    /// The start of the advice to use another protocol. The name of the protocol and a backtick follow. Empty if the
    /// protocol cannot be changed.
    pub by: &'static str,
    /// The advice for opening an envelope; empty if envelopes are opened.
    pub opens: &'static str,
}

/// The advice of calls that do not open envelopes.
pub const OPEN_ENVELOPE: &str = "pass its `value` as the message and its `carry` to `translate()`";

impl HintContext {
    /// The start of the advice for the command `show`.
    pub const SHOW: &str = "use `show` with the protocol `";

    /// Returns a hint for a fault in the text at `message`, if the fault looks like a common mistake.
    pub fn hint(
        self,
        input: &Input<'_>,
        message: &Pointer,
        fault: &Pointer,
        hint: &str,
    ) -> Option<String> {
        let text = input.value(message)?;
        // A list of envelopes is not an envelope and is not opened.
        if message.is_root() {
            if let Some(hint) = self.hint_of_envelope(text) {
                return Some(hint);
            }
        }
        if *fault == message.member("type") && json::is_manifest(text) {
            let hint = "pass it to `translate()` as `options.context.manifest`, with the events of its page as input";
            return Some(format!("this is a manifest: {hint}"));
        }
        if let Some(hint) = misspellings::hint(input, fault, hint) {
            return Some(hint);
        }
        if self.from.protocol() == Protocol::A2ui {
            if let Some(hint) = a2ui_forms::hint(input, fault) {
                return Some(hint);
            }
            if has_carried_messages(text) {
                return Some(CARRIED_MESSAGES.to_owned());
            }
        }
        match protocol::looks_like(text) {
            Some(name) => self.hint_of_protocol(name, message, fault),
            None if self.from.protocol() == Protocol::Mcp && *fault == message.member("tools") => {
                Some(LIST_OF_TOOLS.to_owned())
            }
            None => None,
        }
    }

    /// Returns a hint if `name` is another protocol or dialect than the requested one.
    fn hint_of_protocol(self, name: &str, message: &Pointer, fault: &Pointer) -> Option<String> {
        let Self { from, by, .. } = self;
        let other: DialectOrProtocol = name.parse().ok()?;
        // A message of another version fails at one of its top-level members.
        let is_of_version = parent(fault).is_some_and(|(parent, _)| parent == *message);
        let is_other = match from.a2ui_version() {
            Some(version) if is_of_version => other.a2ui_version() != Some(version),
            _ => other.protocol() != from.protocol(),
        };
        if !is_other {
            return None;
        }
        let has_surfaces = matches!(other.protocol(), Protocol::A2ui | Protocol::Ahp);
        Some(match by {
            "" => format!("this looks like {name}"),
            Self::SHOW if !has_surfaces => {
                format!("this looks like {name}, which has no surfaces: name a file of a2ui or ahp")
            }
            by => format!("this looks like {name}: {by}{name}`"),
        })
    }

    /// Returns a hint for a document that is an envelope, or resembles one.
    fn hint_of_envelope(self, text: &str) -> Option<String> {
        let opens = self.opens;
        if !opens.is_empty() {
            return match envelope::parts(text) {
                Ok(Some(_)) => Some(format!("this is an envelope: {opens}")),
                _ => None,
            };
        }
        let (name, _) = misspellings::like_member(text, "value")?;
        // A member with only a similar name may belong to any message.
        if name != "value" {
            misspellings::like_member(text, "carry")?;
        }
        let parts = "an envelope contains `value` and `carry`, optionally `notes` and `seq`, and nothing else";
        Some(parts.to_owned())
    }

    /// Adds the hint for a common mistake to a refusal.
    pub fn with_hint(self, refusal: Refusal, input: &Input<'_>, message: &Pointer) -> Refusal {
        if refusal.kind() != RefusalKind::Decode && !is_list_of_tools(&refusal, input, message) {
            return refusal;
        }
        match self.hint(input, message, refusal.pointer(), refusal.hint_text()) {
            Some(hint) => refusal.hint(hint),
            None => refusal,
        }
    }
}

/// Returns `true` if a manifest is refused that is a list of MCP tools. Both are objects with `tools`.
fn is_list_of_tools(refusal: &Refusal, input: &Input<'_>, message: &Pointer) -> bool {
    let Some(text) = input
        .value(message)
        .filter(|_| refusal.rule().ends_with("/valid/V1"))
    else {
        return false;
    };
    json::member(text, "version").is_none() && text.contains("\"inputSchema\"")
}

/// The hint for A2UI messages inside a carrier.
#[cfg(not(feature = "extraction"))]
const CARRIED_MESSAGES: &str =
    "this contains A2UI messages: pass them alone, or use a build that extracts them";
/// The hint for A2UI messages inside a carrier.
#[cfg(feature = "extraction")]
const CARRIED_MESSAGES: &str = "this contains A2UI messages: `translate()` extracts them from an input that contains nothing else";

/// The hint for MCP tools in an unexpected shape.
const LIST_OF_TOOLS: &str = r#"pass a list of MCP tools, as in {"tools":[{"name":"find","inputSchema":{"type":"object"}}]}"#;

/// Returns `true` if the text carries A2UI messages, as in a frame of MCP.
#[cfg(feature = "extraction")]
pub fn has_carried_messages(text: &str) -> bool {
    use bridge::a2ui::extract::{Carrier, ExtractedItem};
    let items = input::extracted_items(text);
    items.iter().any(|item| match item {
        ExtractedItem::Message(message) => message.carrier != Carrier::Plain,
        _ => false,
    })
}

/// Returns `true` if the text seems to carry A2UI messages. This build cannot extract them.
#[cfg(not(feature = "extraction"))]
pub fn has_carried_messages(text: &str) -> bool {
    input::may_carry_messages(text) && input::contains_message_key(text)
}

/// Rewords a refusal for a loss if the input lacks the lost member: the target cannot express that the member is
/// absent.
pub fn loss_of_absent_member(refusal: Refusal, input: &Input<'_>) -> Refusal {
    let is_loss = refusal.kind() == RefusalKind::Loss;
    let Some((parent, name)) = parent(refusal.pointer()).filter(|_| is_loss) else {
        return refusal;
    };
    let object = input
        .value(&parent)
        .filter(|object| object.starts_with('{'));
    if object.is_none_or(|object| json::member(object, &name).is_some()) {
        return refusal;
    }
    let message =
        format!("`{name}` is absent from the message, and the target cannot express its absence");
    Refusal::loss(refusal.rule(), refusal.pointer().clone(), message).hint(refusal.hint_text())
}
