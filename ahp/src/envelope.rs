//! Envelopes and dispatches, which contain actions.
//!
//! The host sends actions in envelopes, and clients send them as dispatches. The action is a [`Payload`] here, which
//! the dialect reads as [`canvas::StateAction`] or [`v1_0::StateAction`]. The channel, number and origin of an
//! envelope can therefore be read even if the action is unknown or malformed. In the same way, a host can return an
//! action that it rejects.
//!
//! ```
//! use agent_ui_ahp::{canvas::{CanvasUpdated, StateAction}, envelope::ActionEnvelope, wire::{self, Payload}};
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
    /// The client and the dispatch from which an action originates.
    ///
    /// Specification:
    /// [AHP 1.0, `ActionOrigin`](https://docs.rs/ahp-types/1.0.0/ahp_types/actions/struct.ActionOrigin.html).
    pub struct ActionOrigin {
        /// The client that dispatched the action.
        client_id as "clientId": ClientId,
        /// The client's number for the action.
        client_seq as "clientSeq": u64,
    }

    /// An action in the form in which the host sends it to the followers of a channel.
    ///
    /// Specification:
    /// [AHP 1.0, `ActionEnvelope`](https://docs.rs/ahp-types/1.0.0/ahp_types/actions/struct.ActionEnvelope.html).
    pub struct ActionEnvelope {
        /// The channel that the action changes.
        channel: ChannelUri,
        /// The action, as JSON.
        action: Payload,
        /// The host's number for the action. Later actions have greater numbers.
        server_seq as "serverSeq": u64,
        /// The origin of the action, if a client dispatched it.
        origin?: Field<ActionOrigin>,
        /// The reason for a rejection. A rejected action is sent to its origin only and has no effect.
        rejection_reason as "rejectionReason"?: Field<String>,
    }

    /// An action in the form in which a client sends it with `dispatchAction`.
    ///
    /// Specification:
    /// [AHP 1.0, `DispatchActionParams`](https://docs.rs/ahp-types/1.0.0/ahp_types/commands/struct.DispatchActionParams.html).
    pub struct DispatchActionParams {
        /// The channel that the action targets.
        channel: ChannelUri,
        /// Optional metadata of the dispatch, as an object.
        meta as "_meta"?: Option<Payload>,
        /// The client's number for the action.
        client_seq as "clientSeq": u64,
        /// The action, as JSON.
        action: Payload,
    }
}

/// Validates an action by its tag. The tags of the two dialects are different. Malformed actions are also reported.
fn action(action: &Payload, from_client: bool, at: &Pointer, found: &mut Vec<Finding>) {
    let tag = action.member("type");
    let tag = tag.as_ref().and_then(Payload::as_str).unwrap_or_default();
    let (result, server_only) = if v1_0::StateAction::TAGS.contains(&&*tag) {
        (
            draft::decode::<v1_0::StateAction>(action.text())
                .map(|action| action.findings(at, found)),
            true,
        )
    } else {
        let read = draft::decode::<canvas::StateAction>(action.text());
        let server_only = read.as_ref().is_ok_and(canvas::StateAction::is_server_only);
        (read.map(|action| action.findings(at, found)), server_only)
    };
    if let Err(error) = result {
        let mut finding = Finding::from(error);
        finding.pointer = at.join(&finding.pointer);
        found.push(finding);
    }
    if from_client && server_only {
        let message = "only the host may send this action";
        Check { at, found }.error(
            "server-only-action",
            "type",
            message,
            "clients send `canvas/closeRequested` or `canvas/message`",
        );
    }
}

impl Validate for ActionEnvelope {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        action(&self.action, false, &at.member("action"), found);
        let mut check = Check { at, found };
        check.report_null("origin", &self.origin);
        check.report_null("rejectionReason", &self.rejection_reason);
    }
}

impl Validate for DispatchActionParams {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        Check { at, found }.check_object("_meta", &self.meta);
        action(&self.action, true, &at.member("action"), found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules_at(text: &str) -> Vec<(&'static str, String)> {
        let envelope: ActionEnvelope = wire::decode(text).unwrap();
        envelope
            .validate()
            .into_iter()
            .map(|finding| (finding.rule, finding.pointer.to_string()))
            .collect()
    }

    #[test]
    fn an_envelope_with_any_action_is_read_and_validated() {
        let envelope = |action: &str| {
            format!(r#"{{"channel":"ahp-canvas:/a","action":{action},"serverSeq":1}}"#)
        };
        for (action, expected) in [
            (r#"{"type":"canvas/updated","title":null}"#, vec![]),
            (
                r#"{"type":"canvas/updated","title":7}"#,
                vec![("type", "/action/title")],
            ),
            (
                r#"{"type":"canvas/stateChanged","canvas":{}}"#,
                vec![("missing", "/action/canvas/instanceId")],
            ),
            (r#"{"type":"chat/canvasesChanged"}"#, vec![]),
            (r#"{"type":"session/titleChanged","nottitle":3}"#, vec![]),
            (r#"{"nottype":3}"#, vec![("missing", "/action/type")]),
            ("5", vec![("type", "/action")]),
        ] {
            let expected: Vec<_> = expected
                .into_iter()
                .map(|(rule, at)| (rule, at.to_owned()))
                .collect();
            assert_eq!(rules_at(&envelope(action)), expected, "{action}");
        }
    }

    #[test]
    fn ahp_32_and_67_clients_cannot_send_the_hosts_actions() {
        for (action, allowed) in [
            (r#"{"type":"canvas/updated"}"#, false),
            (r#"{"type":"session/canvasesChanged","canvases":[]}"#, false),
            (
                r#"{"type":"session/openCanvasesChanged","openCanvases":[]}"#,
                false,
            ),
            (r#"{"type":"chat/canvasesChanged"}"#, false),
            (
                r#"{"type":"canvas/stateChanged","canvas":{"instanceId":"a","extensionId":"b","canvasId":"c"}}"#,
                false,
            ),
            (r#"{"type":"canvas/closeRequested"}"#, true),
            (r#"{"type":"canvas/message","payload":null}"#, true),
            (
                r#"{"type":"session/activeClientSet","activeClient":{"clientId":"a"}}"#,
                true,
            ),
            (r#"{"type":"canvas/ofALaterKind"}"#, true),
        ] {
            let text = format!(r#"{{"channel":"ahp-canvas:/a","clientSeq":1,"action":{action}}}"#);
            let dispatch: DispatchActionParams = wire::decode(&text).unwrap();
            let rules: Vec<_> = dispatch
                .validate()
                .into_iter()
                .map(|finding| finding.rule)
                .collect();
            assert_eq!(
                rules,
                if allowed {
                    vec![]
                } else {
                    vec!["server-only-action"]
                },
                "{action}"
            );
        }
    }
}
