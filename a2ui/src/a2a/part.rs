//! The parts of an A2A message.

use super::{A2aVersion, ExtensionUri};
use crate::{Element, Message, Version, rules};
use wire::{
    EncodeError, Field, Finding, Payload, PayloadKind, Pointer, Reader, Validate, Wire, Writer, decode::Read,
    token,
};

wire::word! {
    /// What a part says of its data. Open, as parts may hold anything.
    pub open enum MimeType {
        /// Messages of A2UI, as 0.9.1 and later versions write it.
        A2uiJson = "application/a2ui+json",
        /// Messages of A2UI, as 0.8 and 0.9 write it.
        JsonA2ui = "application/json+a2ui",
    }
}

wire::object! {
    /// Text for the agent, or from it. A2A, text part.
    pub struct TextPart {
        /// `text` before A2A 1.0, absent since.
        kind?: Field<String>,
        /// The text.
        text: String,
    }
    /// Data; of A2UI, if its [MIME type](Self::mime_type) says so. A2UI 0.8, 0.9 and 1.0, A2A extension, data encoding.
    pub struct DataPart {
        /// `data` before A2A 1.0. A2A 1.0 knows it no more; the examples of A2UI keep it.
        kind?: Field<String>,
        /// What is said of the data.
        metadata?: Field<PartMetadata>,
        /// In A2A 1.0, the MIME type of any part. A2UI asks for the one in `metadata`.
        media_type as "mediaType"?: Field<MimeType>,
        /// Of A2UI: one message, or a list of them.
        data: Payload,
    }
    /// What is said of the data of a part. A2UI 0.8, 0.9 and 1.0, A2A extension, data encoding.
    pub struct PartMetadata {
        /// What the data is.
        mime_type as "mimeType"?: Field<MimeType>,
    }
    /// Anything else: files, and what later versions bring. A2A.
    pub struct OtherPart {
        /// Like `file`, before A2A 1.0.
        kind?: Field<String>,
    }
}

impl DataPart {
    /// Data of A2UI: a message, or a list of them.
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
        Self::new(data).kind("data").metadata(PartMetadata::new().mime_type(mime_type))
    }

    /// The parts in which messages travel. From 0.9 on and over A2A 1.0 that is one part with all of them; in 0.8, and over
    /// an older A2A, one part a message.
    ///
    /// # Errors
    /// If a message cannot be written.
    pub fn from_messages(
        messages: &[Message],
        extension: &ExtensionUri,
        a2a: A2aVersion,
    ) -> Result<Vec<Self>, EncodeError> {
        let data = messages.iter().map(data_of).collect::<Result<Vec<_>, _>>()?;
        let part = |data| Self::a2ui(data, extension.mime_type());
        if *extension == ExtensionUri::V0_8 || a2a == A2aVersion::V0_3 {
            return Ok(data.into_iter().map(part).collect());
        }
        Ok(if data.is_empty() { Vec::new() } else { vec![part(Payload::array(&data))] })
    }

    /// What it says of its data: in `metadata`, or else in `mediaType`.
    pub fn mime_type(&self) -> Option<&MimeType> {
        let stated = self.metadata.get().and_then(|metadata| metadata.mime_type.get());
        stated.or_else(|| self.media_type.get())
    }

    /// Whether it says that its data is of A2UI, in either of the two MIME types.
    pub fn is_a2ui(&self) -> bool {
        matches!(self.mime_type(), Some(MimeType::A2uiJson | MimeType::JsonA2ui))
    }

    /// The messages in it, as [`read`](crate::read()) reads a document: one, a list, or a list in an object. One bad message does
    /// not lose the others. Pointers count from the part; where in which line, nobody knows.
    pub fn messages(&self, version: impl Into<Option<Version>>) -> Vec<Element> {
        let at = Pointer::root().member("data");
        let elements = crate::read(self.data.text(), version.into());
        let mut elements = elements.unwrap_or_else(|error| vec![Element::new(Pointer::root(), Err(error))]);
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

/// A part of an A2A message. What it holds says what it is, not its `kind`, which A2A 1.0 knows no more.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// It has `data`, or at least says so.
    Data(DataPart),
    /// It has a `text`, or at least says so.
    Text(TextPart),
    /// It has neither.
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
    /// Text, as this version of A2A has it.
    pub fn text(text: impl Into<String>, a2a: A2aVersion) -> Self {
        let part = TextPart::new(text);
        Self::Text(match a2a {
            A2aVersion::V0_3 => part.kind("text"),
            A2aVersion::V1_0 => part,
        })
    }

    /// What an object with such members is.
    fn which<'a>(kind: Option<&str>, mut names: impl Iterator<Item = &'a str>) -> Which {
        let mut has_text = kind == Some("text");
        if kind == Some("data")
            || names.any(|name| {
                has_text |= name == "text";
                name == "data"
            })
        {
            return Which::Data;
        }
        if has_text { Which::Text } else { Which::Other }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    Data,
    Text,
    Other,
}

impl TextPart {
    fn is_text(&self) -> bool {
        let names = self.extra.iter().map(|member| member.0);
        Part::which(self.kind.get().map(String::as_str), names) != Which::Data
    }
}

impl OtherPart {
    fn is_other(&self) -> bool {
        let names = self.extra.iter().map(|member| member.0);
        Part::which(self.kind.get().map(String::as_str), names) == Which::Other
    }
}

impl Wire for Part {
    fn read(reader: &mut Reader<'_>) -> Read<Self> {
        if reader.kind()? != PayloadKind::Object {
            return Err(reader.mismatch("an object (Part)"));
        }
        let names = token::children(reader.ahead()?).filter_map(|child| child.name).map(token::name);
        let names: Vec<_> = names.collect();
        let kind = reader.member_ahead("kind").filter(|kind| kind.starts_with('"')).map(token::string);
        match Self::which(kind.as_deref(), names.iter().map(|name| &**name)) {
            Which::Data => Wire::read(reader).map(Self::Data),
            Which::Text => Wire::read(reader).map(Self::Text),
            Which::Other => Wire::read(reader).map(Self::Other),
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Data(part) => part.write(writer),
            Self::Text(part) if part.is_text() => part.write(writer),
            Self::Other(part) if part.is_other() => part.write(writer),
            Self::Text(_) | Self::Other(_) => writer.refuse("a part of another kind than it says"),
        }
    }
}

wire::hand_written! {
    Part,
    schema: |schemas| {
        use wire::schema::json;
        let (data, text) = (schemas.of::<DataPart>(), schemas.of::<TextPart>());
        let other = schemas.of::<OtherPart>();
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
        crate::capabilities::member(&self.metadata, "metadata", at, found);
        rules::not_null(&self.media_type, "mediaType", at, found);
        if !self.is_a2ui() {
            return;
        }
        if !matches!(self.data.kind(), PayloadKind::Array | PayloadKind::Object) {
            let message = format_args!("{} where messages belong", self.data.kind()).to_string();
            found.push(Finding::error("messages", at.member("data"), message));
            return;
        }
        for element in self.messages(None) {
            match element.result {
                Ok(message) => message.findings(&at.join(&element.pointer), found),
                Err(error) => {
                    let finding = Finding::error("decode", at.join(&error.pointer), &error.found);
                    found.push(if error.expected.is_empty() {
                        finding
                    } else {
                        finding.hint(format_args!("expected {}", error.expected))
                    });
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
