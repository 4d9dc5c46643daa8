//! Function calls in the Responses API, by which models call tools.
//!
//! The module contains only the items that actions.json calls are translated into.

use wire::{Field, Finding, Payload, PayloadKind, Pointer, Validate};

wire::object! {
    /// A call of a function by a model.
    ///
    /// Wire form: `{"type":"function_call","call_id":…,"name":…,"arguments":…}`.
    ///
    /// Specification: [Open Responses,
    /// items](https://github.com/openresponses/openresponses/blob/5e23378173195d4dd155d65aa63a8204f032893b/src/pages/specification.mdx).
    pub struct FunctionCall by "type" = "function_call" {
        /// The id of the item.
        id?: Field<String>,
        /// The id of the call, which its output repeats.
        call_id: String,
        /// The name of the function: letters, digits, `_` and `-`.
        name: String,
        /// The arguments as the model wrote them, normally the JSON text of an object.
        arguments: String,
        /// The status: `in_progress`, `completed` or `incomplete`.
        status?: Field<String>,
    }

    /// The output of a function call.
    ///
    /// Wire form: `{"type":"function_call_output","call_id":…,"output":…}`.
    ///
    /// Specification: [Open Responses,
    /// items](https://github.com/openresponses/openresponses/blob/5e23378173195d4dd155d65aa63a8204f032893b/src/pages/specification.mdx).
    pub struct FunctionCallOutput by "type" = "function_call_output" {
        /// The id of the item.
        id?: Field<String>,
        /// The id of the answered call.
        call_id: String,
        /// A text, or a list of texts, images and files.
        output: Payload,
        /// The status: `in_progress`, `completed` or `incomplete`.
        status?: Field<String>,
    }
}

wire::tagged! {
    /// An item of the Responses API. Items of other types are preserved but not translated.
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
    ///
    /// Specification: [Open Responses,
    /// items](https://github.com/openresponses/openresponses/blob/5e23378173195d4dd155d65aa63a8204f032893b/src/pages/specification.mdx).
    pub enum ResponseItem by "type" {
        /// A call of a function.
        "function_call" FunctionCall(FunctionCall),
        /// The output of a function call.
        "function_call_output" FunctionCallOutput(FunctionCallOutput),
    }
}

impl ResponseItem {
    /// Returns the id of the call that the item makes or answers.
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
                && text
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
        };
        if !is_name(&self.name) {
            let message = "the function name is not valid";
            found.push(
                Finding::error("function-name", at.member("name"), message)
                    .hint("use 1 to 64 letters, digits, _ and -"),
            );
        }
        let arguments = Payload::parse(&self.arguments).ok();
        if !self.arguments.is_empty() && arguments.is_none_or(|arguments| !arguments.is_object()) {
            let message = "the arguments are not the JSON text of an object";
            let finding = Finding::error("function-arguments", at.member("arguments"), message);
            found
                .push(finding.hint(
                    r#"write the JSON text of an object, or "{}" if there are no arguments"#,
                ));
        }
    }
}

impl Validate for FunctionCallOutput {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        if !matches!(self.output.kind(), PayloadKind::String | PayloadKind::Array) {
            let message = "the output is neither a text nor an array of parts";
            found.push(
                Finding::error("function-output", at.member("output"), message)
                    .hint("use the JSON text of the value"),
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
