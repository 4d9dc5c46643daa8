//! The parameters of an elicitation: a form, or an address to open.

use crate::schema::FormSchema;
use crate::shape::text_member;
use wire::{
    Field, Payload, Reader, Tolerant, Wire, Writer, decode::ReadResult, json_rpc::RequestId,
};

wire::word! {
    /// The mode of an elicitation.
    ///
    /// The vocabulary is open. ACP asks clients to keep unknown modes.
    ///
    /// Specification: [MCP 2025-11-25, elicitation](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx).
    pub open enum ElicitMode {
        /// The client shows a form.
        Form = "form",
        /// The user opens an address.
        Url = "url",
    }
}

wire::object! {
    /// The parameters of an elicitation in form mode.
    ///
    /// ```
    /// use agent_ui_elicitation::{FormParams, FormSchema, wire};
    ///
    /// let params = FormParams::new("Who are you?", FormSchema::new().kind("object"));
    /// assert_eq!(wire::encode(&params)?, r#"{"message":"Who are you?","requestedSchema":{"type":"object"}}"#);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    ///
    /// Specification: [MCP 2025-11-25, form
    /// mode](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx);
    /// [ACP](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/elicitation.mdx).
    pub struct FormParams {
        /// The session that the question belongs to. Only in ACP.
        session_id as "sessionId"?: Field<String>,
        /// The tool call that the question belongs to. Only in ACP.
        tool_call_id as "toolCallId"?: Field<String>,
        /// The request that the question belongs to. Only in ACP, in place of a session.
        request_id as "requestId"?: Tolerant<RequestId>,
        /// The mode, `form`. ACP requires it, and MCP has it since 2025-11-25.
        mode?: Field<ElicitMode>,
        /// The question to the user.
        message: String,
        /// The inputs of the form.
        requested_schema as "requestedSchema": FormSchema,
        /// The task to which the request belongs. Only in MCP 2025-11-25.
        task?: Option<Payload>,
        /// Metadata that both sides agree on.
        meta as "_meta"?: Option<Payload>,
    }

    /// The parameters of an elicitation in URL mode.
    ///
    /// Specification: [MCP 2025-11-25, URL
    /// mode](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx).
    pub struct UrlParams by "mode" = "url" {
        /// The session that the question belongs to. Only in ACP.
        session_id as "sessionId"?: Field<String>,
        /// The tool call that the question belongs to. Only in ACP.
        tool_call_id as "toolCallId"?: Field<String>,
        /// The request that the question belongs to. Only in ACP, in place of a session.
        request_id as "requestId"?: Tolerant<RequestId>,
        /// The reason for the visit, for the user.
        message: String,
        /// The address to open. A client shows it and asks for consent.
        url: String,
        /// The id that the notification of completion repeats. Required in MCP 2025-11-25 and ACP, and absent in MCP
        /// 2026-07-28.
        elicitation_id as "elicitationId"?: Field<String>,
        /// The task to which the request belongs. Only in MCP 2025-11-25.
        task?: Option<Payload>,
        /// Metadata that both sides agree on.
        meta as "_meta"?: Option<Payload>,
    }
}

/// The parameters of `elicitation/create`, by the member `mode`. Without the member, the mode is a form.
///
/// ```
/// use agent_ui_elicitation::{ElicitParams, wire};
///
/// let params: ElicitParams = wire::decode(r#"{"mode":"url","message":"Sign in","url":"https://example.com"}"#)?;
/// assert!(matches!(params, ElicitParams::Url(_)));
/// assert_eq!(params.message().as_deref(), Some("Sign in"));
/// # Ok::<(), wire::DecodeError>(())
/// ```
///
/// Specification: [MCP 2025-11-25, elicitation](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ElicitParams {
    /// A form to fill in.
    Form(Box<FormParams>),
    /// An address to open.
    Url(Box<UrlParams>),
    /// The parameters of an unknown mode, verbatim.
    Other(Payload),
}

impl Wire for ElicitParams {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        // A mode that is not a string is an error of the form.
        match text_member(reader, "mode").as_deref() {
            Some("url") => Wire::read(reader).map(Self::Url),
            Some("form") | None => Wire::read(reader).map(Self::Form),
            Some(_) => Wire::read(reader).map(Self::Other),
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Form(params) => params.write(writer),
            Self::Url(params) => params.write(writer),
            Self::Other(params) => params.write(writer),
        }
    }
}

wire::hand_written! {
    ElicitParams,
    schema: |schemas| {
        let form = schemas.schema_for::<FormParams>();
        let url = schemas.schema_for::<UrlParams>();
        let is_other = wire::schema::json!({
            "type": "object",
            "required": ["mode"],
            "properties": {"mode": {"type": "string", "not": {"enum": ["form", "url"]}}},
        });
        wire::schema::json!({"anyOf": [
            {"allOf": [form], "not": {"required": ["mode"], "properties": {"mode": {"const": "url"}}}},
            {"required": ["mode"], "allOf": [url]},
            is_other,
        ]})
    },
    generate: |level| {
        use wire::proptest::prelude::*;
        let form = Box::<FormParams>::strategy(level).prop_map(|mut params| {
            // Another word would be another mode.
            if params.mode.get().is_some() {
                params.mode = Field::Value(ElicitMode::Form);
            }
            Self::Form(params)
        });
        prop_oneof![
            3 => form,
            2 => Box::<UrlParams>::strategy(level).prop_map(Self::Url),
            1 => Just(Self::Other(Payload::object([("mode", &Payload::string("voice"))]))),
        ]
        .boxed()
    },
}

impl From<FormParams> for ElicitParams {
    fn from(params: FormParams) -> Self {
        Self::Form(Box::new(params))
    }
}

impl From<UrlParams> for ElicitParams {
    fn from(params: UrlParams) -> Self {
        Self::Url(Box::new(params))
    }
}

impl ElicitParams {
    /// Returns the mode.
    pub fn mode(&self) -> ElicitMode {
        match self {
            Self::Form(_) => ElicitMode::Form,
            Self::Url(_) => ElicitMode::Url,
            Self::Other(params) => match params.member("mode").as_ref().and_then(Payload::as_str) {
                Some(mode) => ElicitMode::from(&*mode),
                None => ElicitMode::Form,
            },
        }
    }

    /// Returns the message to the user. Parameters of an unknown mode may lack it.
    pub fn message(&self) -> Option<String> {
        match self {
            Self::Form(params) => Some(params.message.clone()),
            Self::Url(params) => Some(params.message.clone()),
            Self::Other(params) => Some(params.member("message")?.as_str()?.into_owned()),
        }
    }

    /// Returns the id that the notification of completion repeats.
    pub fn elicitation_id(&self) -> Option<&str> {
        match self {
            Self::Url(params) => params.elicitation_id.as_deref(),
            Self::Form(_) | Self::Other(_) => None,
        }
    }
}
