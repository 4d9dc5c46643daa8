//! What happens on the channel of a canvas.

use super::CanvasAvailability;
use crate::{check::Check, url::CanvasUrl};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// The host changes a canvas. What is absent stays as it is, what is null is cleared.
    /// AHP canvas proposal, `canvas/updated`.
    ///
    /// ```
    /// # use agent_ui_ahp as ahp;
    /// use wire::Field;
    ///
    /// let mut update = ahp::canvas::CanvasUpdated::new().title("West wing");
    /// update.status = Field::Null;
    /// let action = ahp::canvas::CanvasAction::from(update);
    /// assert_eq!(wire::encode(&action)?, r#"{"type":"canvas/updated","title":"West wing","status":null}"#);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    pub struct CanvasUpdated by "type" = "canvas/updated" {
        /// What stands above it.
        title?: Field<String>,
        /// How it is doing, in the provider's words.
        status?: Field<String>,
        /// Where its content is.
        url?: Field<CanvasUrl>,
        /// Whether somebody answers for it. This cannot be cleared, so null is a mistake.
        availability?: Field<CanvasAvailability>,
    }

    /// Somebody in front of the canvas wants it closed; the host then closes it. AHP canvas proposal,
    /// `canvas/closeRequested`.
    pub struct CanvasCloseRequested by "type" = "canvas/closeRequested" {}

    /// The page and its provider talk through the channel, in either direction, in words of their own.
    /// AHP canvas proposal, `canvas/message`.
    pub struct CanvasMessage by "type" = "canvas/message" {
        /// Any JSON. The proposal has it in every message; one without it can be read.
        payload?: Option<Payload>,
    }
}

wire::tagged! {
    /// What happens on the channel of a canvas. AHP canvas proposal, channel actions.
    pub enum CanvasAction by "type" {
        /// The host changes the canvas.
        "canvas/updated" Updated(CanvasUpdated),
        /// Somebody wants it closed.
        "canvas/closeRequested" CloseRequested(CanvasCloseRequested),
        /// The page and its provider talk.
        "canvas/message" Message(CanvasMessage),
    }
}

impl Validate for CanvasUpdated {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.draft(&self.extra);
        check.url("url", &self.url);
        if self.availability.is_null() {
            let message = "An update clears the availability, which every canvas has.";
            check.error("availability-null", "availability", message, "ready, stale, or no such member");
        }
        if let Some(availability) = self.availability.get() {
            availability.findings(&at.member("availability"), found);
        }
    }
}

impl Validate for CanvasMessage {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        if self.payload.is_none() {
            let message = "This message says nothing.";
            Check { at, found }.warning("payload-absent", "payload", message, "any JSON, if need be null");
        }
    }
}

impl Validate for CanvasAction {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::Updated(updated) => updated.findings(at, found),
            Self::Message(message) => message.findings(at, found),
            Self::CloseRequested(_) => {}
            Self::Unknown(unknown) => Check { at, found }.unknown(unknown),
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
        let (absent, null, value) = (update(""), update(r#","title":null"#), update(r#","title":"x""#));
        assert!(absent != null && null != value && absent != value);
    }

    #[test]
    fn ahp_39_and_40_a_message_says_any_json_or_nothing() {
        for payload in ["null", "false", "-0", "1e999", r#""""#, "[]", r#"{"a":{"a":null}}"#] {
            let text = format!(r#"{{"type":"canvas/message","payload":{payload}}}"#);
            let CanvasAction::Message(message) = wire::decode(&text).unwrap() else { panic!("a message") };
            assert_eq!(message.payload.as_ref().map(Payload::text), Some(payload));
            assert_eq!(message.validate(), []);
            assert_eq!(wire::encode(&CanvasAction::from(message)).unwrap(), text);
        }
        let text = r#"{"type":"canvas/message"}"#;
        let CanvasAction::Message(message) = wire::decode(text).unwrap() else { panic!("a message") };
        assert_eq!(
            message.validate().into_iter().map(|found| found.rule).collect::<Vec<_>>(),
            ["payload-absent"]
        );
        assert_eq!(wire::encode(&CanvasAction::from(message)).unwrap(), text, "and no null is invented");
    }

    #[test]
    fn ahp_41_and_88_actions_of_a_later_kind_are_kept() {
        let text = r#"{"type":"canvas/rotated","by":90.0,"about":null}"#;
        let action: CanvasAction = wire::decode(text).unwrap();
        assert!(matches!(&action, CanvasAction::Unknown(unknown) if unknown.tag() == "canvas/rotated"));
        assert_eq!(wire::encode(&action).unwrap(), text);
    }
}
