//! Calls of agent functions by an action (`callAgentFunction` in A2UI 1.0).

use super::Surface;
use crate::{CallId, Message, Notation, Version, expression::FunctionCall, v1_0};
use wire::{
    Field, Payload,
    token::{TokenKind, Tokens, string},
};

impl Surface {
    /// Returns the message that asks the agent to call a function that the client does not implement. Returns `None` for
    /// surfaces of versions before 1.0, which have no agent functions. Arguments are plain values, so their names that
    /// begin with `@` are escaped in the notations with `@`.
    ///
    /// ```
    /// use agent_ui_a2ui::{Message, expression::{Host, Scope}, surface::{ClientAction, Surfaces}, wire};
    ///
    /// let mut surfaces = Surfaces::new();
    /// surfaces.apply(&Message::read(r#"{"version":"v1.0","createSurface":{"surfaceId":"s","dataModel":{"n":{"@x":1.0}},"components":[
    ///     {"id":"b","component":"Button","child":"t","action":{"functionCall":{"@call":"verify","args":{"n":{"@path":"/n"}}}}}]}}"#)?)?;
    /// let surface = surfaces.get("s").unwrap();
    /// let Ok(ClientAction::Call(call)) = surface.action_of("b", &Scope::top(), &Host::new()) else { panic!() };
    /// assert_eq!(
    ///     wire::encode(&surface.agent_call(&call, "c1").unwrap())?,
    ///     r#"{"version":"v1.0","callAgentFunction":{"surfaceId":"s","functionCallId":"c1","callFunction":{"@call":"verify","args":{"n":{"@@x":1.0}}}}}"#
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn agent_call(
        &self,
        call: &FunctionCall,
        function_call_id: impl Into<CallId>,
    ) -> Option<Message> {
        if self.version() != Version::V1_0 {
            return None;
        }
        let catalog_id = call
            .catalog_id
            .as_deref()
            .map_or(Field::Absent, |id| Field::Value(id.into()));
        let call_function: v1_0::FunctionCall = match self.notation() {
            Notation::AtValues | Notation::At => {
                let mut written = v1_0::AtFunctionCall::new(call.name.as_str());
                written.args = call.arguments.as_ref().map(escape_arguments);
                written.catalog_id = catalog_id;
                written.into()
            }
            Notation::Bound | Notation::Plain => {
                let mut written = v1_0::PlainFunctionCall::new(call.name.as_str());
                written.args = call.arguments.clone();
                written.catalog_id = catalog_id;
                written.into()
            }
        };
        let call = v1_0::CallAgentFunction::new(
            self.surface_id().clone(),
            function_call_id.into(),
            call_function,
        );
        Some(
            v1_0::RendererMessage::new(
                v1_0::Version::from_word(self.version_word()).unwrap_or(v1_0::Version::V1_0),
                call,
            )
            .into(),
        )
    }
}

/// Escapes the names that begin with `@` inside the argument values. The names of the arguments themselves are not
/// escaped.
fn escape_arguments(arguments: &Payload) -> Payload {
    let members: Vec<(String, Payload)> = arguments
        .members()
        .map(|(name, value)| (name.into_owned(), escape_names(&value)))
        .collect();
    Payload::object(members.iter().map(|(name, value)| (name.as_str(), value)))
}

fn escape_names(value: &Payload) -> Payload {
    let text = value.text();
    let (mut escaped, mut from) = (String::with_capacity(text.len()), 0);
    for token in Tokens::new(text) {
        if token.kind == TokenKind::Name && string(token.text).starts_with('@') {
            // The escape follows the opening quote.
            escaped.push_str(text.get(from..=token.at).unwrap_or_default());
            escaped.push('@');
            from = token.at + 1;
        }
    }
    escaped.push_str(text.get(from..).unwrap_or_default());
    Payload::parse(escaped).unwrap_or_else(|_| value.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        data_model::DataModel,
        expression::{Dynamic, Evaluation},
    };
    use proptest::prelude::*;
    use wire::Pointer;

    #[test]
    fn only_1_0_supports_agent_functions() {
        let mut surfaces = crate::surface::Surfaces::new();
        let create = |version: &str| {
            format!(
                r#"{{"version":"{version}","createSurface":{{"surfaceId":"{version}","catalogId":"c"}}}}"#
            )
        };
        for version in ["v0.9", "v1.0"] {
            surfaces
                .apply(&Message::read(&create(version)).unwrap())
                .unwrap();
        }
        let call =
            Payload::parse(r#"{"call":"f","catalogId":"k","args":{"@a":{"@x":1}}}"#).unwrap();
        let Ok(Dynamic::Call(call)) = Dynamic::read(&call, Notation::Plain) else {
            panic!()
        };
        assert_eq!(surfaces.get("v0.9").unwrap().agent_call(&call, "1"), None);
        let message = surfaces
            .get("v1.0")
            .unwrap()
            .agent_call(&call, "1")
            .unwrap();
        assert!(
            wire::encode(&message).unwrap().ends_with(
                r#""callFunction":{"call":"f","catalogId":"k","args":{"@a":{"@x":1}}}}}"#
            )
        );
    }

    proptest! {
        #[test]
        fn an_escaped_value_evaluates_to_itself(value in wire::generate::any::<Payload>(), name in "@{0,3}[a-z]{0,2}") {
            let value = Payload::object([(name.as_str(), &value), ("\"@", &Payload::null())]);
            let model = DataModel::new();
            let mut evaluation = Evaluation::new(Version::V1_0, &model).notation(Notation::At);
            let result = evaluation.value(&escape_names(&value), &Pointer::root()).unwrap();
            prop_assert_eq!(result, Some(value));
        }
    }
}
