//! The parts of messages: texts, and A2UI messages.
//!
//! Specification: [A2A, Part](https://github.com/a2aproject/A2A/blob/938470305019cc37d4f2f3e32a4862315630f47c/docs/specification.md).

use agent_ui_text::bridge::a2ui::a2a::{
    A2aVersion, DataPart, ExtensionUri, MimeType, Part, PartMetadata,
};
use wire::{DecodeError, Payload};

/// The metadata member of a part whose data is wrapped in an object as `value`. A2A 0.3 allows only objects as data.
const COMPAT: &str = "data_part_compat";

/// The content of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PartContent {
    /// A text of the conversation.
    Text(String),
    /// An A2UI message, or a list of them.
    A2ui(Payload),
    /// Anything else, with a description.
    Other(String),
}

impl PartContent {
    /// Returns the length of the content in bytes.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Text(text) | Self::Other(text) => text.len(),
            Self::A2ui(data) => data.text().len(),
        }
    }

    /// Writes the part in a version of A2A. Returns `None` for parts of an unknown kind.
    pub(super) fn write(&self, extension: &ExtensionUri, a2a: A2aVersion) -> Option<Payload> {
        match self {
            Self::Text(text) => Payload::encode(&Part::text(text, a2a)).ok(),
            Self::A2ui(data) => data_part(data.clone(), extension, a2a),
            Self::Other(_) => None,
        }
    }

    /// Reads a part of any version of A2A.
    ///
    /// If `assume_a2ui` is `true`, data without a MIME type is read as A2UI.
    pub(super) fn read(part: &Payload, assume_a2ui: bool) -> Result<Self, DecodeError> {
        Ok(match part.decode::<Part>()? {
            Part::Text(text) => Self::Text(text.text),
            Part::Data(part) => Self::of_data(part, assume_a2ui),
            Part::Other(part) => {
                let kind = part.kind.get().cloned();
                let named = ["raw", "url"]
                    .into_iter()
                    .find(|name| part.extra.get(name).is_some());
                let what = kind.or_else(|| named.map(str::to_owned));
                Self::Other(what.map_or_else(
                    || "a part without content".to_owned(),
                    |what| format!("a part with `{what}`"),
                ))
            }
            _ => Self::Other("a part".to_owned()),
        })
    }

    /// Reads a data part. Data of other types than A2UI are only described.
    fn of_data(part: DataPart, assume_a2ui: bool) -> Self {
        // Some clients write the type beside the data, as version 0.2 of their library did.
        let beside = part
            .extra
            .get("mimeType")
            .and_then(|stated| stated.as_str().map(|stated| MimeType::from(&*stated)));
        let stated = part.mime_type().cloned().or(beside);
        match &stated {
            Some(MimeType::A2uiJson | MimeType::JsonA2ui) => {}
            None if assume_a2ui => {}
            None => return Self::Other("data without `metadata.mimeType`".to_owned()),
            Some(other) => return Self::Other(format!("data of the type `{}`", other.as_str())),
        }
        let is_wrapped = part
            .metadata
            .get()
            .and_then(|metadata| metadata.extra.get(COMPAT));
        let is_wrapped = is_wrapped.is_some_and(|marked| marked.text() == "true");
        let value = if is_wrapped {
            part.data.member("value")
        } else {
            None
        };
        Self::A2ui(value.unwrap_or(part.data))
    }
}

/// Content for a client or an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// A text of the conversation.
    Text(String),
    /// An A2UI message as JSON.
    A2ui(String),
}

impl Content {
    /// Returns the length of the content in bytes.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Text(text) | Self::A2ui(text) => text.len(),
        }
    }
}

/// Writes parts in a version of A2A.
///
/// In A2A 1.0, consecutive A2UI messages form one list. In A2A 0.3 and with A2UI 0.8, each message is a part.
pub(super) fn parts<'a>(
    contents: impl IntoIterator<Item = &'a Content>,
    extension: &ExtensionUri,
    a2a: A2aVersion,
) -> Vec<Payload> {
    let is_list = a2a == A2aVersion::V1_0 && *extension != ExtensionUri::V0_8;
    let mut parts = Vec::new();
    let mut list: Vec<Payload> = Vec::new();
    for content in contents {
        match content {
            Content::Text(text) => {
                parts.extend(list_part(&mut list, extension, a2a));
                parts.extend(Payload::encode(&Part::text(text, a2a)));
            }
            Content::A2ui(message) => match Payload::parse(message) {
                Ok(message) if is_list => list.push(message),
                Ok(message) => parts.extend(data_part(message, extension, a2a)),
                // The gateway gives JSON only.
                Err(_) => {}
            },
        }
    }
    parts.extend(list_part(&mut list, extension, a2a));
    parts
}

/// Moves the collected messages into one part, if there are any.
fn list_part(
    list: &mut Vec<Payload>,
    extension: &ExtensionUri,
    a2a: A2aVersion,
) -> Option<Payload> {
    if list.is_empty() {
        return None;
    }
    let data = Payload::array(&*list);
    list.clear();
    data_part(data, extension, a2a)
}

fn data_part(data: Payload, extension: &ExtensionUri, a2a: A2aVersion) -> Option<Payload> {
    let part = DataPart::new(data).metadata(PartMetadata::new().mime_type(extension.mime_type()));
    let part = if a2a == A2aVersion::V1_0 {
        part
    } else {
        part.kind("data")
    };
    Payload::encode(&part).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(part: &str, assume_a2ui: bool) -> PartContent {
        PartContent::read(&Payload::parse(part).unwrap(), assume_a2ui).unwrap()
    }

    #[test]
    fn both_mime_types_are_read_in_every_place() {
        let data = r#"{"deleteSurface":{"surfaceId":"s"}}"#;
        for mime_type in ["application/json+a2ui", "application/a2ui+json"] {
            for part in [
                format!(r#"{{"data":{data},"metadata":{{"mimeType":"{mime_type}"}}}}"#),
                format!(
                    r#"{{"kind":"data","data":{data},"metadata":{{"mimeType":"{mime_type}"}}}}"#
                ),
                format!(r#"{{"kind":"data","data":{data},"mimeType":"{mime_type}"}}"#),
                format!(r#"{{"data":{data},"mediaType":"{mime_type}"}}"#),
                format!(
                    r#"{{"kind":"data","data":{{"value":{data}}},"metadata":{{"mimeType":"{mime_type}","data_part_compat":true}}}}"#
                ),
            ] {
                assert_eq!(
                    read(&part, false),
                    PartContent::A2ui(Payload::parse(data).unwrap()),
                    "{part}"
                );
            }
        }
    }

    #[test]
    fn data_of_other_types_is_not_read_as_a2ui() {
        let part = r#"{"data":{"a":1}}"#;
        assert_eq!(
            read(part, false),
            PartContent::Other("data without `metadata.mimeType`".into())
        );
        assert!(matches!(read(part, true), PartContent::A2ui(_)));
        let part = r#"{"data":{"a":1},"metadata":{"mimeType":"application/json"}}"#;
        assert_eq!(
            read(part, true),
            PartContent::Other("data of the type `application/json`".into())
        );
        assert_eq!(
            read(r#"{"kind":"file","file":{}}"#, true),
            PartContent::Other("a part with `file`".into())
        );
        assert_eq!(
            read(r#"{"url":"https://example.com/a"}"#, true),
            PartContent::Other("a part with `url`".into())
        );
        assert_eq!(
            read(r#"{"text":"Hello"}"#, true),
            PartContent::Text("Hello".into())
        );
        assert!(PartContent::read(&Payload::parse("7").unwrap(), true).is_err());
    }

    #[test]
    fn messages_form_lists_in_a2a_1_0_and_single_parts_in_0_3() {
        let contents = [
            Content::A2ui(r#"{"a":1.0}"#.to_owned()),
            Content::A2ui(r#"{"b":2}"#.to_owned()),
            Content::Text("Hello".to_owned()),
            Content::A2ui(r#"{"c":3}"#.to_owned()),
        ];
        let written = |extension: &ExtensionUri, a2a: A2aVersion| {
            let parts = parts(&contents, extension, a2a);
            parts
                .iter()
                .map(|part| part.text().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            written(&ExtensionUri::V0_9, A2aVersion::V1_0),
            [
                r#"{"metadata":{"mimeType":"application/json+a2ui"},"data":[{"a":1.0},{"b":2}]}"#,
                r#"{"text":"Hello"}"#,
                r#"{"metadata":{"mimeType":"application/json+a2ui"},"data":[{"c":3}]}"#,
            ]
        );
        assert_eq!(
            written(&ExtensionUri::V1_0, A2aVersion::V0_3),
            [
                r#"{"kind":"data","metadata":{"mimeType":"application/a2ui+json"},"data":{"a":1.0}}"#,
                r#"{"kind":"data","metadata":{"mimeType":"application/a2ui+json"},"data":{"b":2}}"#,
                r#"{"kind":"text","text":"Hello"}"#,
                r#"{"kind":"data","metadata":{"mimeType":"application/a2ui+json"},"data":{"c":3}}"#,
            ]
        );
        assert_eq!(written(&ExtensionUri::V0_8, A2aVersion::V1_0).len(), 4);
    }
}
