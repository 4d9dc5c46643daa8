//! Actions on the channel of a canvas.

use super::CanvasAvailability;
use crate::{check::Check, url::CanvasUrl};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// An update of a canvas by the host. Absent members stay unchanged, and null members are cleared.
    ///
    /// ```
    /// use agent_ui_ahp::{canvas::{CanvasAction, CanvasUpdated}, wire::{self, Field}};
    ///
    /// let mut update = CanvasUpdated::new().title("West wing");
    /// update.status = Field::Null;
    /// let action = CanvasAction::from(update);
    /// assert_eq!(wire::encode(&action)?, r#"{"type":"canvas/updated","title":"West wing","status":null}"#);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    ///
    /// Specification:
    /// [AHP canvas proposal, § Actions](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#actions).
    pub struct CanvasUpdated by "type" = "canvas/updated" {
        /// The new title of the canvas.
        title?: Field<String>,
        /// The new status text, defined by the provider.
        status?: Field<String>,
        /// The new URL of the content.
        url?: Field<CanvasUrl>,
        /// The new availability. The availability cannot be cleared, so null is an error.
        availability?: Field<CanvasAvailability>,
    }

    /// A request by a viewer to close the canvas. The host then closes the canvas.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Actions](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#actions).
    pub struct CanvasCloseRequested by "type" = "canvas/closeRequested" {}

    /// A message between the page and its provider, in either direction. The content is opaque to AHP.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Actions](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#actions).
    pub struct CanvasMessage by "type" = "canvas/message" {
        /// The content of the message, any JSON value. The proposal requires the payload, but a message without it
        /// can be read.
        payload?: Option<Payload>,
    }
}

wire::tagged! {
    /// An action on the channel of a canvas.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Actions](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#actions).
    pub enum CanvasAction by "type" {
        /// The host updates the canvas.
        "canvas/updated" Updated(CanvasUpdated),
        /// A viewer asks to close the canvas.
        "canvas/closeRequested" CloseRequested(CanvasCloseRequested),
        /// The page and its provider exchange a message.
        "canvas/message" Message(CanvasMessage),
    }
}

impl Validate for CanvasUpdated {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.report_draft_members(&self.extra);
        check.check_url("url", &self.url);
        if self.availability.is_null() {
            let message = "an update cannot clear the required `availability`";
            check.error(
                "availability-null",
                "availability",
                message,
                "set `ready` or `stale`, or omit the member",
            );
        }
        if let Some(availability) = self.availability.get() {
            availability.findings(&at.member("availability"), found);
        }
    }
}

impl Validate for CanvasMessage {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        if self.payload.is_none() {
            let message = "the message has no `payload`";
            Check { at, found }.warning(
                "payload-absent",
                "payload",
                message,
                "add `payload` with any JSON value, such as null",
            );
        }
    }
}

impl Validate for CanvasAction {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::Updated(updated) => updated.findings(at, found),
            Self::Message(message) => message.findings(at, found),
            Self::CloseRequested(_) => {}
            Self::Unknown(unknown) => Check { at, found }.report_unknown(unknown),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ahp_35_absent_null_and_a_value_are_three_updates() {
        let update = |members: &str| {
            let text = format!(r#"{{"type":"canvas/updated"{members}}}"#);
            let action: CanvasAction = wire::decode(&text).unwrap();
            assert_eq!(wire::encode(&action).unwrap(), text);
            action
        };
        let (absent, null, value) = (
            update(""),
            update(r#","title":null"#),
            update(r#","title":"x""#),
        );
        assert!(absent != null && null != value && absent != value);
    }

    #[test]
    fn ahp_39_and_40_a_message_has_any_payload_or_none() {
        for payload in [
            "null",
            "false",
            "-0",
            "1e999",
            r#""""#,
            "[]",
            r#"{"a":{"a":null}}"#,
        ] {
            let text = format!(r#"{{"type":"canvas/message","payload":{payload}}}"#);
            let CanvasAction::Message(message) = wire::decode(&text).unwrap() else {
                panic!("a message")
            };
            assert_eq!(message.payload.as_ref().map(Payload::text), Some(payload));
            assert_eq!(message.validate(), []);
            assert_eq!(wire::encode(&CanvasAction::from(message)).unwrap(), text);
        }
        let text = r#"{"type":"canvas/message"}"#;
        let CanvasAction::Message(message) = wire::decode(text).unwrap() else {
            panic!("a message")
        };
        assert_eq!(
            message
                .validate()
                .into_iter()
                .map(|found| found.rule)
                .collect::<Vec<_>>(),
            ["payload-absent"]
        );
        assert_eq!(
            wire::encode(&CanvasAction::from(message)).unwrap(),
            text,
            "and no null is invented"
        );
    }

    #[test]
    fn ahp_41_and_88_unknown_actions_are_preserved() {
        let text = r#"{"type":"canvas/rotated","by":90.0,"about":null}"#;
        let action: CanvasAction = wire::decode(text).unwrap();
        assert!(
            matches!(&action, CanvasAction::Unknown(unknown) if unknown.tag() == "canvas/rotated")
        );
        assert_eq!(wire::encode(&action).unwrap(), text);
    }
}
