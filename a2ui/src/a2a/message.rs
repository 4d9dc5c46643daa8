//! Messages of A2A.

use super::{A2aVersion, Part};
use crate::{
    ClientDataModel, Direction, Element, Version,
    capabilities::{ClientCapabilities, check_member},
    rules,
};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// A message of A2A. Its role and ids are preserved in `extra`.
    ///
    /// An artifact of a task has the same relevant members and can be read as this type.
    ///
    /// A user can respond to a surface in words. The message then has a text and a data model, but no A2UI action.
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
    ///
    /// Specification: [A2A, Message](https://github.com/a2aproject/A2A/blob/938470305019cc37d4f2f3e32a4862315630f47c/docs/specification.md).
    pub struct A2aMessage {
        /// The parts of the message.
        parts: Vec<Part>,
        /// The metadata of the message.
        metadata?: Field<MessageMetadata>,
    }
    /// The A2UI metadata of an A2A message. A2UI 1.0 renamed the members in August 2026. Some clients still use the
    /// old names, so both are read.
    ///
    /// Specification: [A2UI 1.0, A2A extension, Client to server metadata](https://github.com/a2ui-project/a2ui/blob/e6a001f2c2af31261acf7319454130bcce6557e9/specification/v1_0/extensions/a2a/docs/a2ui_extension_specification.md#a2a-client-to-server-metadata).
    pub struct MessageMetadata {
        /// The data models of the client.
        a2ui_client_data_model as "a2uiClientDataModel"?: Field<ClientDataModel>,
        /// The capabilities of the client.
        a2ui_client_capabilities as "a2uiClientCapabilities"?: Field<ClientCapabilities>,
        /// The data models of the client, under the name of 1.0.
        a2ui_renderer_data_model as "a2uiRendererDataModel"?: Field<ClientDataModel>,
        /// The capabilities of the client, under the name of 1.0.
        a2ui_renderer_capabilities as "a2uiRendererCapabilities"?: Field<ClientCapabilities>,
    }
    /// A message that is sent to an agent: the `params` of a request such as `message/send`, or the body of a plain
    /// HTTP request.
    ///
    /// Specification: [A2A, Send Message](https://github.com/a2aproject/A2A/blob/938470305019cc37d4f2f3e32a4862315630f47c/docs/specification.md).
    pub struct MessageSendParams {
        /// The message to send.
        message: A2aMessage,
        /// The metadata of the request.
        metadata?: Field<MessageMetadata>,
    }
    /// A JSON-RPC request that sends a message to an agent, such as `message/send`.
    ///
    /// Specification: [A2A, Send Message](https://github.com/a2aproject/A2A/blob/938470305019cc37d4f2f3e32a4862315630f47c/docs/specification.md).
    pub struct A2aRequest {
        /// The constant `2.0`.
        jsonrpc?: Field<String>,
        /// The id of the request; a string or a number.
        id?: Option<Payload>,
        /// The method: `message/send`, or `SendMessage` in A2A 1.0.
        method?: Field<String>,
        /// The parameters, which contain the message.
        params: MessageSendParams,
    }
}

impl MessageMetadata {
    /// Creates the metadata of client messages, with the names of a version.
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

    /// Returns the data models of the client, under either name.
    pub fn data_models(&self) -> impl Iterator<Item = &ClientDataModel> {
        [&self.a2ui_client_data_model, &self.a2ui_renderer_data_model]
            .into_iter()
            .filter_map(Field::get)
    }

    /// Returns the capabilities of the client, under either name.
    pub fn capabilities(&self) -> impl Iterator<Item = &ClientCapabilities> {
        [
            &self.a2ui_client_capabilities,
            &self.a2ui_renderer_capabilities,
        ]
        .into_iter()
        .filter_map(Field::get)
    }
}

impl A2aMessage {
    /// Creates a message with a text part, in the form of a version of A2A.
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

    /// Reads the A2UI messages in the parts, in order. Pointers are relative to the A2A message. An invalid message
    /// does not affect the others.
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
            for mut element in part.messages(version) {
                element.pointer = at.join(&element.pointer);
                if let Err(error) = &mut element.result {
                    error.pointer = at.join(&error.pointer);
                }
                all.push(element);
            }
        }
        all
    }

    /// Returns the data models in the metadata of the message.
    pub fn data_models(&self) -> impl Iterator<Item = &ClientDataModel> {
        self.metadata
            .get()
            .into_iter()
            .flat_map(MessageMetadata::data_models)
    }

    /// Returns `true` if the user responds in words: the message has a text and a data model, but no A2UI message of
    /// the client.
    pub fn is_verbal_submit(&self) -> bool {
        let has_text = self.parts.iter().any(|part| matches!(part, Part::Text(_)));
        has_text && self.data_models().next().is_some() && !self.has_client_message()
    }

    /// Returns `true` if any part contains an A2UI message of the client.
    fn has_client_message(&self) -> bool {
        for element in self.messages(None) {
            if let Ok(message) = element.result {
                if message.direction() == Direction::Client {
                    return true;
                }
            }
        }
        false
    }
}

impl Validate for A2aMessage {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.parts.findings(&at.member("parts"), found);
        check_member(&self.metadata, "metadata", at, found);
    }
}

impl Validate for MessageMetadata {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        check_member(
            &self.a2ui_client_data_model,
            "a2uiClientDataModel",
            at,
            found,
        );
        check_member(
            &self.a2ui_client_capabilities,
            "a2uiClientCapabilities",
            at,
            found,
        );
        check_member(
            &self.a2ui_renderer_data_model,
            "a2uiRendererDataModel",
            at,
            found,
        );
        check_member(
            &self.a2ui_renderer_capabilities,
            "a2uiRendererCapabilities",
            at,
            found,
        );
    }
}

impl Validate for MessageSendParams {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.message.findings(&at.member("message"), found);
        check_member(&self.metadata, "metadata", at, found);
    }
}

impl Validate for A2aRequest {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::not_null(&self.jsonrpc, "jsonrpc", at, found);
        rules::not_null(&self.method, "method", at, found);
        self.params.findings(&at.member("params"), found);
    }
}
