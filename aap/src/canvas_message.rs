//! Messages that a page posts to its parent window.

use crate::{CanvasFile, ElementId, SubmitRequest, Verb, data, javascript};
use wire::{Extra, Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// The message of a page about one interaction.
    ///
    /// The message does not contain the page, the agent, the time or the id, which the provider knows or creates.
    ///
    /// Specification: [AAP 1.0, action message format](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/03-messages.md#3-action-message-format).
    pub struct InteractionMessage by "type" = "canvas:interaction" {
        /// The action of the user.
        action: Verb,
        /// The id of the element, if the page names one. The bridge writes null otherwise.
        element?: Field<ElementId>,
        /// Free-form data of the page. The specification requires an object. The bridge writes null if the page sends no data.
        data?: Option<Payload>,
    }
}

wire::tagged! {
    /// A message of a page to its provider, identified by its `type`.
    ///
    /// Version 1.0 defines one type. Messages of an unknown type are kept whole, because later versions may add
    /// types.
    ///
    /// ```
    /// use agent_ui_aap::{CanvasMessage, InteractionMessage, wire};
    ///
    /// let message = CanvasMessage::from(InteractionMessage::send("click", Some("renew"), None));
    /// assert_eq!(
    ///     wire::encode(&message)?,
    ///     r#"{"type":"canvas:interaction","action":"click","element":"renew","data":null}"#
    /// );
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    ///
    /// Specification: [AAP 1.0, action message format](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/03-messages.md#3-action-message-format).
    pub enum CanvasMessage by "type" {
        /// An interaction of the user.
        "canvas:interaction" Interaction(InteractionMessage),
    }
}

impl InteractionMessage {
    /// Creates the message that the bridge posts for `maestro.send(action, element, data)`. Both optional members are
    /// present. They are null for falsy JavaScript values (undefined, null, `""`, zero, `false`), but not for `{}`
    /// and `[]`.
    ///
    /// Specification: [AAP 1.0, bridge script](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/02-bridge.md#2-bridge-script).
    pub fn send(action: impl Into<Verb>, element: Option<&str>, data: Option<Payload>) -> Self {
        let mut message = Self::new(action);
        message.element = match element {
            Some(element) if !element.is_empty() => Field::Value(element.into()),
            _ => Field::Null,
        };
        message.data = Some(
            data.filter(javascript::is_truthy)
                .unwrap_or_else(Payload::null),
        );
        message
    }

    /// Creates the message of a page for a request, with the unknown members of the request. The canvas file is
    /// dropped, because the provider knows it.
    pub fn from_request(request: SubmitRequest) -> Self {
        let SubmitRequest {
            action,
            element,
            canvas_file: _,
            data,
            extra,
        } = request;
        Self {
            action,
            element,
            data,
            extra,
        }
    }

    /// Converts the message to the request that the provider's dashboard sends for the current page. Unknown members
    /// are dropped.
    pub fn into_request(self, canvas_file: impl Into<CanvasFile>) -> SubmitRequest {
        let Self {
            action,
            element,
            data,
            extra: _,
        } = self;
        SubmitRequest {
            action,
            element,
            canvas_file: canvas_file.into(),
            data,
            extra: Extra::new(),
        }
    }
}

impl Validate for InteractionMessage {
    /// Applies the rules of [`Interaction`](crate::Interaction) to the members of the message.
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.action.findings(&at.member("action"), found);
        if let Some(element) = self.element.get() {
            element.findings(&at.member("element"), found);
        }
        if let Some(payload) = &self.data {
            data::findings(payload, &at.member("data"), found);
        }
    }
}

impl Validate for CanvasMessage {
    /// Reports the findings of the interaction, and `unknown-type` (info) for a type that the specification does not
    /// name.
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::Interaction(message) => message.findings(at, found),
            Self::Unknown(unknown) => {
                let message = format_args!("{:?} is not a message type of AAP 1.0", unknown.tag())
                    .to_string();
                found.push(
                    Finding::info("unknown-type", at.member("type"), message)
                        .hint("write `canvas:interaction`"),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Interaction, SummaryStyle};
    use proptest::prelude::*;

    fn message_text(element: Option<&str>, data: Option<&str>) -> String {
        let data = data.map(|text| Payload::parse(text).unwrap());
        wire::encode(&CanvasMessage::from(InteractionMessage::send(
            "a", element, data,
        )))
        .unwrap()
    }

    #[test]
    fn the_bridge_writes_null_for_every_falsy_value_and_keeps_the_others() {
        let message = |element: &str, data: &str| {
            format!(
                r#"{{"type":"canvas:interaction","action":"a","element":{element},"data":{data}}}"#
            )
        };
        assert_eq!(message_text(None, None), message("null", "null"));
        assert_eq!(message_text(Some(""), None), message("null", "null"));
        for falsy in ["null", "0", "-0", "0.0", "0e7", "\"\"", "false"] {
            assert_eq!(
                message_text(Some("e"), Some(falsy)),
                message("\"e\"", "null"),
                "{falsy}"
            );
        }
        for truthy in ["{}", "[]", "7", "true", "\"0\"", "\" \"", "[0]", "1e-300"] {
            assert_eq!(
                message_text(Some("e"), Some(truthy)),
                message("\"e\"", truthy),
                "{truthy}"
            );
        }
    }

    #[test]
    fn only_the_known_type_is_an_interaction() {
        for text in [
            r#"{"type":"canvas:ack","id":1}"#,
            r#"{"type":"Canvas:Interaction","action":7}"#,
            r#"{"type":""}"#,
        ] {
            let message: CanvasMessage = wire::decode(text).unwrap();
            assert!(matches!(&message, CanvasMessage::Unknown(_)));
            assert_eq!(wire::encode(&message).unwrap(), text);
            assert_eq!(message.validate()[0].rule, "unknown-type");
        }
        let error = wire::decode::<CanvasMessage>(r#"{"action":7,"type":"canvas:interaction"}"#)
            .unwrap_err();
        assert_eq!(
            (error.pointer.as_str(), error.rule),
            ("/action", wire::DecodeRule::Type)
        );
    }

    #[test]
    fn the_dashboard_adds_the_page() {
        let request = InteractionMessage::send("click", None, None).into_request("page.html");
        let record = Interaction::create("i", "t", request);
        assert!(record.element.is_null());
        assert!(record.data.as_ref().is_some_and(Payload::is_null));
        assert_eq!(
            record.summarize(SummaryStyle::Provider),
            "User click on page.html"
        );
    }

    proptest! {
        #[test]
        fn a_record_keeps_the_action_element_and_data_of_its_message(message: InteractionMessage) {
            let record = Interaction::create("i", "t", message.clone().into_request("p.html"));
            prop_assert_eq!(record.action, message.action);
            prop_assert_eq!(record.element, message.element);
            prop_assert_eq!(record.data, message.data);
        }
    }
}
