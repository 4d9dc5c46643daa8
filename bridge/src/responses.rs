//! Calls of functions among the items of the Responses API, by which models call tools. Open Responses, `function_call` and
//! `function_call_output`.
//!
//! They are here because actions.json and the Responses API meet in this crate only; the rest of that API is not.

use wire::{Field, Finding, Payload, PayloadKind, Pointer, Validate};

wire::object! {
    /// A model calls a function. Open Responses, `function_call`.
    pub struct FunctionCall by "type" = "function_call" {
        /// Names the item.
        id?: Field<String>,
        /// Names the call; its output repeats it.
        call_id: String,
        /// The function: letters, digits, `_` and `-`.
        name: String,
        /// What the model wrote: the JSON text of an object, if it did well.
        arguments: String,
        /// `in_progress`, `completed` or `incomplete`.
        status?: Field<String>,
    }

    /// What came of a call. Open Responses, `function_call_output`.
    pub struct FunctionCallOutput by "type" = "function_call_output" {
        /// Names the item.
        id?: Field<String>,
        /// Which call.
        call_id: String,
        /// A text, or parts: texts, images and files.
        output: Payload,
        /// `in_progress`, `completed` or `incomplete`.
        status?: Field<String>,
    }
}

wire::tagged! {
    /// An item. Of other types than these, items are kept as they are, and are not translated.
    ///
    /// ```
    /// use agent_ui_bridge::{responses::{FunctionCall, ResponseItem}, wire};
    ///
    /// let call = ResponseItem::from(FunctionCall::new("c1", "cart-add", r#"{"sku":"A1"}"#));
    /// assert_eq!(
    ///     wire::encode(&call)?,
    ///     r#"{"type":"function_call","call_id":"c1","name":"cart-add","arguments":"{\"sku\":\"A1\"}"}"#,
    /// );
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    pub enum ResponseItem by "type" {
        /// A model calls a function.
        "function_call" FunctionCall(FunctionCall),
        /// What came of it.
        "function_call_output" FunctionCallOutput(FunctionCallOutput),
    }
}

impl ResponseItem {
    /// The call that it makes or answers.
    ///
    /// ```
    /// use agent_ui_bridge::{responses::{FunctionCallOutput, ResponseItem}, wire};
    ///
    /// let output = ResponseItem::from(FunctionCallOutput::new("c1", wire::Payload::string("3 items")));
    /// assert_eq!(output.call_id(), Some("c1"));
    /// ```
    pub fn call_id(&self) -> Option<&str> {
        match self {
            Self::FunctionCall(call) => Some(&call.call_id),
            Self::FunctionCallOutput(output) => Some(&output.call_id),
            Self::Unknown(_) => None,
        }
    }
}

impl Validate for FunctionCall {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let is_name = |text: &str| {
            (1..=64).contains(&text.len())
                && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
        };
        if !is_name(&self.name) {
            let message = "No function has such a name.";
            found.push(
                Finding::error("function-name", at.member("name"), message)
                    .hint("at most 64 letters, digits, _ and -"),
            );
        }
        let arguments = Payload::parse(&self.arguments).ok();
        if !self.arguments.is_empty() && arguments.is_none_or(|arguments| !arguments.is_object()) {
            let message = "The arguments are not the JSON text of an object.";
            let finding = Finding::error("function-arguments", at.member("arguments"), message);
            found.push(finding.hint(r#""{}" without any"#));
        }
    }
}

impl Validate for FunctionCallOutput {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        if !matches!(self.output.kind(), PayloadKind::String | PayloadKind::Array) {
            let message = "An output is a text, or an array of parts.";
            found.push(
                Finding::error("function-output", at.member("output"), message)
                    .hint("the JSON text of the value"),
            );
        }
    }
}

impl Validate for ResponseItem {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::FunctionCall(call) => call.findings(at, found),
            Self::FunctionCallOutput(output) => output.findings(at, found),
            Self::Unknown(_) => {}
        }
    }
}
