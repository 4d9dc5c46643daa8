//! Parts of an A2A message.

use super::{A2aVersion, ExtensionUri, MimeType};
use crate::{Element, Message, Version, rules};
use wire::{
    EncodeError, Field, Finding, Payload, PayloadKind, Pointer, Reader, Validate, Wire, Writer,
    decode::ReadResult, token,
};

wire::object! {
    /// A text from or for the agent.
    ///
    /// Specification: [A2A, Part](https://github.com/a2aproject/A2A/blob/938470305019cc37d4f2f3e32a4862315630f47c/docs/specification.md).
    pub struct TextPart {
        /// The constant `text` before A2A 1.0; absent since then.
        kind?: Field<String>,
        /// The content of the part.
        text: String,
    }
    /// Structured data, which contains A2UI messages if the [MIME type](Self::mime_type) is one of A2UI.
    ///
    /// Specification: [A2UI 1.0, A2A extension, Data encoding](https://github.com/a2ui-project/a2ui/blob/e6a001f2c2af31261acf7319454130bcce6557e9/specification/v1_0/extensions/a2a/docs/a2ui_extension_specification.md#data-encoding).
    pub struct DataPart {
        /// The constant `data` before A2A 1.0. A2A 1.0 removed the member, but the examples of A2UI keep it.
        kind?: Field<String>,
        /// The metadata of the part.
        metadata?: Field<PartMetadata>,
        /// The MIME type of a part in A2A 1.0. A2UI uses the MIME type in `metadata` instead.
        media_type as "mediaType"?: Field<MimeType>,
        /// The data; for A2UI, one message or a list of messages.
        data: Payload,
    }
    /// The metadata of a part.
    ///
    /// Specification: [A2UI 1.0, A2A extension, Data encoding](https://github.com/a2ui-project/a2ui/blob/e6a001f2c2af31261acf7319454130bcce6557e9/specification/v1_0/extensions/a2a/docs/a2ui_extension_specification.md#data-encoding).
    pub struct PartMetadata {
        /// The MIME type of the data.
        mime_type as "mimeType"?: Field<MimeType>,
    }
    /// A part of any other kind, such as a file.
    ///
    /// Specification: [A2A, Part](https://github.com/a2aproject/A2A/blob/938470305019cc37d4f2f3e32a4862315630f47c/docs/specification.md).
    pub struct OtherPart {
        /// The kind before A2A 1.0, such as `file`.
        kind?: Field<String>,
    }
}

impl DataPart {
    /// Creates a part that contains A2UI data: a message, or a list of messages.
    ///
    /// ```
    /// use agent_ui_a2ui::{a2a::{DataPart, MimeType}, wire};
    ///
    /// let part = DataPart::a2ui(wire::Payload::parse(r#"{"deleteSurface":{"surfaceId":"s"}}"#)?, MimeType::JsonA2ui);
    /// assert!(part.is_a2ui());
    /// assert!(part.messages(None)[0].result.is_ok());
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub fn a2ui(data: impl Into<Payload>, mime_type: impl Into<MimeType>) -> Self {
        Self::new(data)
            .kind("data")
            .metadata(PartMetadata::new().mime_type(mime_type))
    }

    /// Creates the parts that transport messages. From A2UI 0.9 on and over A2A 1.0, one part contains all messages.
    /// Otherwise, each message has its own part.
    ///
    /// # Errors
    /// Returns an error if a message cannot be written.
    pub fn from_messages(
        messages: &[Message],
        extension: &ExtensionUri,
        a2a: A2aVersion,
    ) -> Result<Vec<Self>, EncodeError> {
        let data = messages
            .iter()
            .map(data_of)
            .collect::<Result<Vec<_>, _>>()?;
        if *extension == ExtensionUri::V0_8 || a2a == A2aVersion::V0_3 {
            let mut parts = Vec::with_capacity(data.len());
            for data in data {
                parts.push(Self::a2ui(data, extension.mime_type()));
            }
            return Ok(parts);
        }
        if data.is_empty() {
            return Ok(Vec::new());
        }
        let all = Payload::array(&data);
        Ok(vec![Self::a2ui(all, extension.mime_type())])
    }

    /// Returns the MIME type of the data, from `metadata` or else from `mediaType`.
    pub fn mime_type(&self) -> Option<&MimeType> {
        if let Some(metadata) = self.metadata.get() {
            if let Some(stated) = metadata.mime_type.get() {
                return Some(stated);
            }
        }
        self.media_type.get()
    }

    /// Returns `true` if the part has one of the two MIME types of A2UI.
    pub fn is_a2ui(&self) -> bool {
        matches!(
            self.mime_type(),
            Some(MimeType::A2uiJson | MimeType::JsonA2ui)
        )
    }

    /// Reads the messages in the part like [`read`](crate::read()): one message, a list, or a list in an object. An
    /// invalid message does not affect the others. Pointers are relative to the part; lines and columns are unknown.
    pub fn messages(&self, version: impl Into<Option<Version>>) -> Vec<Element> {
        let at = Pointer::root().member("data");
        let elements = crate::read(self.data.text(), version.into());
        let mut elements =
            elements.unwrap_or_else(|error| vec![Element::new(Pointer::root(), Err(error))]);
        for element in &mut elements {
            element.pointer = at.join(&element.pointer);
            if let Err(error) = &mut element.result {
                error.pointer = at.join(&error.pointer);
                (error.line, error.column) = (0, 0);
            }
        }
        elements
    }
}

fn data_of(message: &Message) -> Result<Payload, EncodeError> {
    Payload::parse(wire::encode(message)?).map_err(|error| EncodeError::Value(error.to_string()))
}

/// A part of an A2A message. Its members determine the variant, because A2A 1.0 removed `kind`.
///
/// Specification: [A2A, Part](https://github.com/a2aproject/A2A/blob/938470305019cc37d4f2f3e32a4862315630f47c/docs/specification.md).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// A part with the member `data`, or with the kind `data`.
    Data(DataPart),
    /// A part with the member `text`, or with the kind `text`.
    Text(TextPart),
    /// A part of any other kind.
    Other(OtherPart),
}

impl From<DataPart> for Part {
    fn from(part: DataPart) -> Self {
        Self::Data(part)
    }
}

impl From<TextPart> for Part {
    fn from(part: TextPart) -> Self {
        Self::Text(part)
    }
}

impl Part {
    /// Creates a text part, in the form of a version of A2A.
    pub fn text(text: impl Into<String>, a2a: A2aVersion) -> Self {
        let part = TextPart::new(text);
        Self::Text(match a2a {
            A2aVersion::V0_3 => part.kind("text"),
            A2aVersion::V1_0 => part,
        })
    }

    /// Determines the variant of a part from its `kind` and the names of its members.
    fn determine_kind<'a>(kind: Option<&str>, names: impl Iterator<Item = &'a str>) -> PartKind {
        if kind == Some("data") {
            return PartKind::Data;
        }
        let mut which = if kind == Some("text") {
            PartKind::Text
        } else {
            PartKind::Other
        };
        for name in names {
            match name {
                "data" => return PartKind::Data,
                "text" => which = PartKind::Text,
                _ => {}
            }
        }
        which
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PartKind {
    Data,
    Text,
    Other,
}

impl TextPart {
    fn is_text(&self) -> bool {
        let names = self.extra.iter().map(|member| member.0);
        Part::determine_kind(self.kind.get().map(String::as_str), names) != PartKind::Data
    }
}

impl OtherPart {
    fn is_other(&self) -> bool {
        let names = self.extra.iter().map(|member| member.0);
        Part::determine_kind(self.kind.get().map(String::as_str), names) == PartKind::Other
    }
}

impl Wire for Part {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        if reader.kind()? != PayloadKind::Object {
            return Err(reader.mismatch("an object (Part)"));
        }
        let names = token::children(reader.peek_span()?)
            .filter_map(|child| child.name)
            .map(token::name);
        let names: Vec<_> = names.collect();
        let kind = reader
            .peek_member("kind")
            .filter(|kind| kind.starts_with('"'))
            .map(token::string);
        match Self::determine_kind(kind.as_deref(), names.iter().map(|name| &**name)) {
            PartKind::Data => Wire::read(reader).map(Self::Data),
            PartKind::Text => Wire::read(reader).map(Self::Text),
            PartKind::Other => Wire::read(reader).map(Self::Other),
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Data(part) => part.write(writer),
            Self::Text(part) if part.is_text() => part.write(writer),
            Self::Other(part) if part.is_other() => part.write(writer),
            Self::Text(_) | Self::Other(_) => {
                writer.refuse("a part whose content does not match its kind")
            }
        }
    }
}

wire::hand_written! {
    Part,
    schema: |schemas| {
        use wire::schema::json;
        let (data, text) = (schemas.schema_for::<DataPart>(), schemas.schema_for::<TextPart>());
        let other = schemas.schema_for::<OtherPart>();
        let is = |what: &str| {
            let says = json!({"properties": {"kind": {"const": what}}, "required": ["kind"]});
            json!({"anyOf": [{"required": [what]}, says]})
        };
        let rest = json!({"if": is("text"), "then": text, "else": other});
        json!({"type": "object", "if": is("data"), "then": data, "else": rest})
    },
    generate: |level| {
        use wire::proptest::prelude::*;
        prop_oneof![
            DataPart::strategy(level).prop_map(Self::Data),
            TextPart::strategy(level).prop_filter("a text", TextPart::is_text).prop_map(Self::Text),
            OtherPart::strategy(level).prop_filter("no known kind", OtherPart::is_other).prop_map(Self::Other),
        ]
        .boxed()
    },
}

impl Validate for Part {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::Data(part) => part.findings(at, found),
            Self::Text(part) => rules::not_null(&part.kind, "kind", at, found),
            Self::Other(part) => rules::not_null(&part.kind, "kind", at, found),
        }
    }
}

impl Validate for DataPart {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::not_null(&self.kind, "kind", at, found);
        crate::capabilities::check_member(&self.metadata, "metadata", at, found);
        rules::not_null(&self.media_type, "mediaType", at, found);
        if !self.is_a2ui() {
            return;
        }
        if !matches!(self.data.kind(), PayloadKind::Array | PayloadKind::Object) {
            let message = format_args!(
                "expected A2UI messages in `data`, found {}",
                self.data.kind()
            )
            .to_string();
            let finding = Finding::error("messages", at.member("data"), message);
            found.push(finding.hint("put a message, or a list of messages, into `data`"));
            return;
        }
        for element in self.messages(None) {
            match element.result {
                Ok(message) => message.findings(&at.join(&element.pointer), found),
                Err(error) => {
                    let mut finding = Finding::from(error);
                    finding.pointer = at.join(&finding.pointer);
                    found.push(finding);
                }
            }
        }
    }
}

impl Validate for PartMetadata {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::not_null(&self.mime_type, "mimeType", at, found);
    }
}

#[cfg(test)]
mod tests;
