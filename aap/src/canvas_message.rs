//! What a page posts to the window around it.

use crate::{CanvasFile, ElementId, SubmitRequest, Verb, data, javascript};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// A page tells of an interaction: the message without its type. AAP 1.0, "Action message".
    ///
    /// The page, the agent, the time and the id are not in it; the provider knows or mints them.
    pub struct InteractionMessage by "type" = "canvas:interaction" {
        /// What the user did.
        action: Verb,
        /// The element, if the page names one. The bridge writes null for none.
        element?: Field<ElementId>,
        /// Whatever the page sends: an object by the specification. The bridge writes null for none.
        data?: Option<Payload>,
    }
}

wire::tagged! {
    /// A message between a page and its provider, told apart by `type`. AAP 1.0, "Action message".
    ///
    /// Version 1.0 has one type. Later versions announce more, so that an unknown one is kept whole.
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
    pub enum CanvasMessage by "type" {
        /// The user did something.
        "canvas:interaction" Interaction(InteractionMessage),
    }
}

impl InteractionMessage {
    /// The message that the bridge makes of `maestro.send(action, element, data)`: both optional members are
    /// there, null for what JavaScript takes for false (nothing, null, `""`, zero, `false`). `{}` and `[]` are
    /// kept. AAP 1.0, "Bridge script".
    pub fn send(action: impl Into<Verb>, element: Option<&str>, data: Option<Payload>) -> Self {
        let mut message = Self::new(action);
        message.element = match element {
            Some(element) if !element.is_empty() => Field::Value(element.into()),
            _ => Field::Null,
        };
        message.data = Some(data.filter(javascript::is_truthy).unwrap_or_else(Payload::null));
        message
    }

    /// The request that the provider's panel makes of it for the page that it shows. Members that the
    /// specification does not name stay behind.
    pub fn into_request(self, canvas_file: impl Into<CanvasFile>) -> SubmitRequest {
        let mut request = SubmitRequest::new(self.action, canvas_file);
        request.element = self.element;
        request.data = self.data;
        request
    }
}

impl Validate for InteractionMessage {
    /// As for [`Interaction`](crate::Interaction), for the members that are here.
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
    /// Those of the interaction; `unknown-type`, an info, for a type that the specification does not name.
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::Interaction(message) => message.findings(at, found),
            Self::Unknown(unknown) => {
                let message = format_args!("AAP 1.0 has no message of type {:?}", unknown.tag()).to_string();
                found.push(
                    Finding::info("unknown-type", at.member("type"), message).hint("canvas:interaction"),
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

    fn sent(element: Option<&str>, data: Option<&str>) -> String {
        let data = data.map(|text| Payload::parse(text).unwrap());
        wire::encode(&CanvasMessage::from(InteractionMessage::send("a", element, data))).unwrap()
    }

    #[test]
    fn the_bridge_writes_null_for_every_falsy_value_and_keeps_the_others() {
        let message = |element: &str, data: &str| {
            format!(r#"{{"type":"canvas:interaction","action":"a","element":{element},"data":{data}}}"#)
        };
        assert_eq!(sent(None, None), message("null", "null"));
        assert_eq!(sent(Some(""), None), message("null", "null"));
        for falsy in ["null", "0", "-0", "0.0", "0e7", "\"\"", "false"] {
            assert_eq!(sent(Some("e"), Some(falsy)), message("\"e\"", "null"), "{falsy}");
        }
        for truthy in ["{}", "[]", "7", "true", "\"0\"", "\" \"", "[0]", "1e-300"] {
            assert_eq!(sent(Some("e"), Some(truthy)), message("\"e\"", truthy), "{truthy}");
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
        let error = wire::decode::<CanvasMessage>(r#"{"action":7,"type":"canvas:interaction"}"#).unwrap_err();
        assert_eq!((error.pointer.as_str(), error.rule), ("/action", wire::DecodeRule::Type));
    }

    #[test]
    fn the_panel_adds_the_page() {
        let request = InteractionMessage::send("click", None, None).into_request("page.html");
        let record = Interaction::create("i", "t", request);
        assert!(record.element.is_null());
        assert!(record.data.as_ref().is_some_and(Payload::is_null));
        assert_eq!(record.summarize(SummaryStyle::Provider), "User click on page.html");
    }

    proptest! {
        #[test]
        fn on_its_way_into_a_record_a_message_keeps_action_element_and_data(message: InteractionMessage) {
            let record = Interaction::create("i", "t", message.clone().into_request("p.html"));
            prop_assert_eq!(record.action, message.action);
            prop_assert_eq!(record.element, message.element);
            prop_assert_eq!(record.data, message.data);
        }
    }
}
