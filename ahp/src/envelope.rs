//! How actions travel: from the host in envelopes, from a client as dispatches.
//!
//! The action is a [`Payload`] here, and the dialect reads it:
//! [`canvas::StateAction`] or [`v1_0::StateAction`]. So an
//! envelope whose action is none of the dialect's, or a malformed one, still says its channel, its number and its origin,
//! and a host can send an action back that it rejects.
//!
//! ```
//! # use agent_ui_ahp as ahp;
//! use ahp::{canvas::{CanvasUpdated, StateAction}, envelope::ActionEnvelope};
//! use wire::Payload;
//!
//! let action = StateAction::from(CanvasUpdated::new().title("East wing"));
//! let envelope = ActionEnvelope::new("ahp-canvas:/east", Payload::encode(&action)?, 9u64);
//! let text = wire::encode(&envelope)?;
//! assert_eq!(
//!     text,
//!     r#"{"channel":"ahp-canvas:/east","action":{"type":"canvas/updated","title":"East wing"},"serverSeq":9}"#,
//! );
//! let read: ActionEnvelope = wire::decode(&text)?;
//! assert_eq!(read.action.decode::<StateAction>()?, action);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::{
    canvas,
    check::Check,
    draft,
    ids::{ChannelUri, ClientId},
    v1_0,
};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// Which dispatch of which client an action comes from. AHP, `ActionEnvelope`.
    pub struct ActionOrigin {
        /// The client.
        client_id as "clientId": ClientId,
        /// Its number for the action.
        client_seq as "clientSeq": u64,
    }

    /// An action, as the host sends it to everybody who follows its channel. AHP, `ActionEnvelope`.
    pub struct ActionEnvelope {
        /// The channel that it changes.
        channel: ChannelUri,
        /// The action.
        action: Payload,
        /// The host's number for it; numbers grow.
        server_seq as "serverSeq": u64,
        /// Where it comes from, if a client dispatched it.
        origin?: Field<ActionOrigin>,
        /// Why the host rejects it; only its origin is told, and nobody applies it.
        rejection_reason as "rejectionReason"?: Field<String>,
    }

    /// An action, as a client sends it. AHP, `dispatchAction`.
    pub struct DispatchActionParams {
        /// The channel that it is for.
        channel: ChannelUri,
        /// Whatever the peers add to a request.
        meta as "_meta"?: Option<Payload>,
        /// The client's number for it.
        client_seq as "clientSeq": u64,
        /// The action.
        action: Payload,
    }
}

/// Judges an action by its tag; the dialects have no tag in common. One that is malformed is found, too.
fn action(action: &Payload, from_client: bool, at: &Pointer, found: &mut Vec<Finding>) {
    let tag = action.member("type");
    let tag = tag.as_ref().and_then(Payload::as_str).unwrap_or_default();
    let (result, server_only) = if v1_0::StateAction::TAGS.contains(&&*tag) {
        (draft::decode::<v1_0::StateAction>(action.text()).map(|action| action.findings(at, found)), true)
    } else {
        let read = draft::decode::<canvas::StateAction>(action.text());
        let server_only = read.as_ref().is_ok_and(canvas::StateAction::is_server_only);
        (read.map(|action| action.findings(at, found)), server_only)
    };
    if let Err(error) = result {
        found.push(Finding::error("decode", at.join(&error.pointer), error.found).hint(error.expected));
    }
    if from_client && server_only {
        let message = "Only the host may send this action.";
        Check { at, found }.error("server-only-action", "type", message, "closeRequested or message");
    }
}

impl Validate for ActionEnvelope {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        action(&self.action, false, &at.member("action"), found);
        let mut check = Check { at, found };
        check.not_null("origin", &self.origin);
        check.not_null("rejectionReason", &self.rejection_reason);
    }
}

impl Validate for DispatchActionParams {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        Check { at, found }.object("_meta", &self.meta);
        action(&self.action, true, &at.member("action"), found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules_at(text: &str) -> Vec<(&'static str, String)> {
        let envelope: ActionEnvelope = wire::decode(text).unwrap();
        envelope.validate().into_iter().map(|finding| (finding.rule, finding.pointer.to_string())).collect()
    }

    #[test]
    fn an_envelope_is_read_whatever_its_action_is_and_then_judged() {
        let envelope =
            |action: &str| format!(r#"{{"channel":"ahp-canvas:/a","action":{action},"serverSeq":1}}"#);
        for (action, expected) in [
            (r#"{"type":"canvas/updated","title":null}"#, vec![]),
            (r#"{"type":"canvas/updated","title":7}"#, vec![("decode", "/action/title")]),
            (r#"{"type":"canvas/stateChanged","canvas":{}}"#, vec![("decode", "/action/canvas/instanceId")]),
            (r#"{"type":"chat/canvasesChanged"}"#, vec![]),
            (r#"{"type":"session/titleChanged","nottitle":3}"#, vec![]),
            (r#"{"nottype":3}"#, vec![("decode", "/action/type")]),
            ("5", vec![("decode", "/action")]),
        ] {
            let expected: Vec<_> = expected.into_iter().map(|(rule, at)| (rule, at.to_owned())).collect();
            assert_eq!(rules_at(&envelope(action)), expected, "{action}");
        }
    }

    #[test]
    fn ahp_32_and_67_a_client_sends_none_of_the_hosts_actions() {
        for (action, allowed) in [
            (r#"{"type":"canvas/updated"}"#, false),
            (r#"{"type":"session/canvasesChanged","canvases":[]}"#, false),
            (r#"{"type":"session/openCanvasesChanged","openCanvases":[]}"#, false),
            (r#"{"type":"chat/canvasesChanged"}"#, false),
            (
                r#"{"type":"canvas/stateChanged","canvas":{"instanceId":"a","extensionId":"b","canvasId":"c"}}"#,
                false,
            ),
            (r#"{"type":"canvas/closeRequested"}"#, true),
            (r#"{"type":"canvas/message","payload":null}"#, true),
            (r#"{"type":"session/activeClientSet","activeClient":{"clientId":"a"}}"#, true),
            (r#"{"type":"canvas/ofALaterKind"}"#, true),
        ] {
            let text = format!(r#"{{"channel":"ahp-canvas:/a","clientSeq":1,"action":{action}}}"#);
            let dispatch: DispatchActionParams = wire::decode(&text).unwrap();
            let rules: Vec<_> = dispatch.validate().into_iter().map(|finding| finding.rule).collect();
            assert_eq!(rules, if allowed { vec![] } else { vec!["server-only-action"] }, "{action}");
        }
    }
}
