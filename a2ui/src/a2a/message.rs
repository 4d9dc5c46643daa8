//! The A2A message around.

use super::{A2aVersion, Part};
use crate::{
    ClientDataModel, Direction, Element, Version,
    capabilities::{ClientCapabilities, member},
    rules,
};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// What one side says to the other. A2A, message; A2UI 0.8, 0.9 and 1.0, A2A extension. Role and ids are kept in `extra`.
    ///
    /// An artifact of a task has the same members, as far as A2UI knows them, and can be read as this.
    ///
    /// The user may answer a surface in words: then a text comes with the data model and without an action.
    ///
    /// ```
    /// use agent_ui_a2ui::wire;
    ///
    /// let message: agent_ui_a2ui::a2a::A2aMessage = wire::decode(
    ///     r#"{"parts":[{"text":"Yes, book it"}],
    ///         "metadata":{"a2uiClientDataModel":{"version":"v0.9","surfaces":{"booking":{"guests":2}}}}}"#,
    /// )?;
    /// assert!(message.is_verbal_submit());
    /// let model = message.data_models().next().unwrap();
    /// assert_eq!(model.surfaces.get("booking").unwrap().text(), r#"{"guests":2}"#);
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub struct A2aMessage {
        /// What is said.
        parts: Vec<Part>,
        /// What goes along.
        metadata?: Field<MessageMetadata>,
    }
    /// What goes along with an A2A message. A2UI 0.8, 0.9 and 1.0, A2A extension. Version 1.0 has other names since August 2026;
    /// some of its clients use the old ones.
    pub struct MessageMetadata {
        /// The data models of the client.
        a2ui_client_data_model as "a2uiClientDataModel"?: Field<ClientDataModel>,
        /// What the client can show.
        a2ui_client_capabilities as "a2uiClientCapabilities"?: Field<ClientCapabilities>,
        /// The data models of the client, as 1.0 names them.
        a2ui_renderer_data_model as "a2uiRendererDataModel"?: Field<ClientDataModel>,
        /// What the client can show, as 1.0 names it.
        a2ui_renderer_capabilities as "a2uiRendererCapabilities"?: Field<ClientCapabilities>,
    }
    /// A message on its way to an agent. A2A, `message/send` and its kin: their `params`, or the body where HTTP alone is used.
    pub struct MessageSendParams {
        /// The message.
        message: A2aMessage,
        /// What goes along with the request.
        metadata?: Field<MessageMetadata>,
    }
    /// A message on its way to an agent, as JSON-RPC has it. A2A, `message/send` and its kin.
    pub struct A2aRequest {
        /// `2.0`
        jsonrpc?: Field<String>,
        /// Names the request; a string or a number.
        id?: Option<Payload>,
        /// Like `message/send`, in A2A 1.0 `SendMessage`.
        method?: Field<String>,
        /// The message.
        params: MessageSendParams,
    }
}

impl MessageMetadata {
    /// What goes along with the messages of a client, under the names of this version.
    ///
    /// ```
    /// use agent_ui_a2ui::{Version, a2a::MessageMetadata, capabilities::{ClientCapabilities, v0_9}, wire};
    ///
    /// let capabilities = ClientCapabilities::new().v0_9(v0_9::Capabilities::new(["c".into()]));
    /// let metadata = MessageMetadata::for_version(Version::V0_9, capabilities, None);
    /// assert_eq!(wire::encode(&metadata)?, r#"{"a2uiClientCapabilities":{"v0.9":{"supportedCatalogIds":["c"]}}}"#);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    pub fn for_version(
        version: Version,
        capabilities: impl Into<Option<ClientCapabilities>>,
        data_model: impl Into<Option<ClientDataModel>>,
    ) -> Self {
        let capabilities = capabilities.into().map_or(Field::Absent, Field::Value);
        let data_model = data_model.into().map_or(Field::Absent, Field::Value);
        let mut metadata = Self::new();
        if version == Version::V1_0 {
            metadata.a2ui_renderer_capabilities = capabilities;
            metadata.a2ui_renderer_data_model = data_model;
        } else {
            metadata.a2ui_client_capabilities = capabilities;
            metadata.a2ui_client_data_model = data_model;
        }
        metadata
    }

    /// The data models of the client, under either name.
    pub fn data_models(&self) -> impl Iterator<Item = &ClientDataModel> {
        [&self.a2ui_client_data_model, &self.a2ui_renderer_data_model].into_iter().filter_map(Field::get)
    }

    /// What the client can show, under either name.
    pub fn capabilities(&self) -> impl Iterator<Item = &ClientCapabilities> {
        [&self.a2ui_client_capabilities, &self.a2ui_renderer_capabilities].into_iter().filter_map(Field::get)
    }
}

impl A2aMessage {
    /// A text, as this version of A2A has it.
    ///
    /// ```
    /// use agent_ui_a2ui::{a2a::{A2aMessage, A2aVersion}, wire};
    ///
    /// let message = A2aMessage::text("Yes, book it", A2aVersion::V1_0);
    /// assert_eq!(wire::encode(&message)?, r#"{"parts":[{"text":"Yes, book it"}]}"#);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    pub fn text(text: impl Into<String>, a2a: A2aVersion) -> Self {
        Self::new([Part::text(text, a2a)])
    }

    /// The messages in its parts of A2UI, in order; pointers count from the A2A message. One bad message does not lose the
    /// others.
    pub fn messages(&self, version: impl Into<Option<Version>>) -> Vec<Element> {
        let version = version.into();
        let parts = Pointer::root().member("parts");
        let mut all = Vec::new();
        for (index, part) in self.parts.iter().enumerate() {
            let Part::Data(part) = part else { continue };
            if !part.is_a2ui() {
                continue;
            }
            let at = parts.element(index);
            all.extend(part.messages(version).into_iter().map(|mut element| {
                element.pointer = at.join(&element.pointer);
                if let Err(error) = &mut element.result {
                    error.pointer = at.join(&error.pointer);
                }
                element
            }));
        }
        all
    }

    /// The data models of the client that go along.
    pub fn data_models(&self) -> impl Iterator<Item = &ClientDataModel> {
        self.metadata.get().into_iter().flat_map(MessageMetadata::data_models)
    }

    /// Whether the user answers in words: there is a text and a data model, and no message of the client.
    pub fn is_verbal_submit(&self) -> bool {
        let has_text = self.parts.iter().any(|part| matches!(part, Part::Text(_)));
        let is_client = |element: &Element| {
            element.result.as_ref().is_ok_and(|message| message.direction() == Direction::Client)
        };
        has_text && self.data_models().next().is_some() && !self.messages(None).iter().any(is_client)
    }
}

impl Validate for A2aMessage {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.parts.findings(&at.member("parts"), found);
        member(&self.metadata, "metadata", at, found);
    }
}

impl Validate for MessageMetadata {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        member(&self.a2ui_client_data_model, "a2uiClientDataModel", at, found);
        member(&self.a2ui_client_capabilities, "a2uiClientCapabilities", at, found);
        member(&self.a2ui_renderer_data_model, "a2uiRendererDataModel", at, found);
        member(&self.a2ui_renderer_capabilities, "a2uiRendererCapabilities", at, found);
    }
}

impl Validate for MessageSendParams {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.message.findings(&at.member("message"), found);
        member(&self.metadata, "metadata", at, found);
    }
}

impl Validate for A2aRequest {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::not_null(&self.jsonrpc, "jsonrpc", at, found);
        rules::not_null(&self.method, "method", at, found);
        self.params.findings(&at.member("params"), found);
    }
}
