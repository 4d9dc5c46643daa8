//! The documents that the editor has opened, with their current texts.

use super::{
    finding::LocatedFinding,
    positions::{Encoding, Lines},
};
use lsp_types::{TextDocumentContentChangeEvent, TextDocumentItem};
use std::{collections::BTreeMap, path::PathBuf};

/// An open document.
pub(super) struct Document {
    pub(super) version: i32,
    pub(super) text: String,
    pub(super) lines: Lines,
    pub(super) format: TextFormat,
    /// The findings about the text; `None` until it is checked.
    pub(super) findings: Option<Vec<LocatedFinding>>,
}

/// The form of a text, as far as it decides where JSON is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextFormat {
    /// Values of JSON, one after the other.
    Json,
    /// One message on each line.
    JsonLines,
    /// Blocks of JSON inside other text.
    Markdown,
}

impl TextFormat {
    /// Returns the form of a document by its language and the end of its name.
    fn of(language: &str, uri: &str) -> Self {
        let name = uri.to_ascii_lowercase();
        let ends_with = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
        match language {
            "jsonl" | "jsonlines" | "ndjson" => Self::JsonLines,
            "markdown" => Self::Markdown,
            _ if ends_with(&[".jsonl", ".ndjson"]) => Self::JsonLines,
            _ if ends_with(&[".md", ".markdown", ".mdx", ".txt"]) => Self::Markdown,
            _ => Self::Json,
        }
    }
}

impl Document {
    fn new(item: TextDocumentItem) -> Self {
        Self {
            version: item.version,
            lines: Lines::of(&item.text),
            format: TextFormat::of(&item.language_id, item.uri.as_str()),
            text: item.text,
            findings: None,
        }
    }

    /// Applies changes in their order. Each refers to the text after the changes before it.
    fn apply(&mut self, changes: Vec<TextDocumentContentChangeEvent>, encoding: Encoding) {
        for change in changes {
            let Some(range) = change.range else {
                self.set_text(change.text);
                continue;
            };
            let start = self.lines.offset(&self.text, range.start, encoding);
            let end = self.lines.offset(&self.text, range.end, encoding);
            let mut text = std::mem::take(&mut self.text);
            text.replace_range(start..end.max(start), &change.text);
            self.set_text(text);
        }
        self.findings = None;
    }

    fn set_text(&mut self, text: String) {
        self.lines = Lines::of(&text);
        self.text = text;
    }
}

/// All open documents by their addresses.
#[derive(Default)]
pub(super) struct Documents(BTreeMap<String, Document>);

impl Documents {
    pub(super) fn open(&mut self, item: TextDocumentItem) {
        self.0
            .insert(item.uri.as_str().to_owned(), Document::new(item));
    }

    /// Changes a document. Changes of a document that is not open are ignored.
    pub(super) fn change(
        &mut self,
        uri: &str,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) {
        if let Some(document) = self.0.get_mut(uri) {
            document.version = version;
            document.apply(changes, encoding);
        }
    }

    pub(super) fn close(&mut self, uri: &str) {
        self.0.remove(uri);
    }

    pub(super) fn get(&self, uri: &str) -> Option<&Document> {
        self.0.get(uri)
    }

    pub(super) fn get_mut(&mut self, uri: &str) -> Option<&mut Document> {
        self.0.get_mut(uri)
    }

    /// Returns the addresses of all documents, and forgets their findings.
    pub(super) fn forget_findings(&mut self) -> Vec<String> {
        self.0
            .values_mut()
            .for_each(|document| document.findings = None);
        self.0.keys().cloned().collect()
    }
}

/// Returns the path of a file, or `None` if the address has another scheme.
pub(super) fn path_of(uri: &str) -> Option<PathBuf> {
    let path = decode_percent(uri.strip_prefix("file://")?)?;
    // On Windows, the drive follows a slash.
    let is_drive = path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(match path.strip_prefix('/') {
        Some(rest) if is_drive => rest,
        _ => &path,
    }))
}

fn decode_percent(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut parts = text.split('%');
    bytes.extend_from_slice(parts.next()?.as_bytes());
    for part in parts {
        let code = part.get(..2)?;
        bytes.push(u8::from_str_radix(code, 16).ok()?);
        bytes.extend_from_slice(part.get(2..)?.as_bytes());
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_files_become_paths() {
        for (uri, path) in [
            ("file:///a/b.json", Some("/a/b.json")),
            ("file:///a%20b/%C3%A9.json", Some("/a b/é.json")),
            ("file:///c%3A/a.json", Some("c:/a.json")),
            ("untitled:Untitled-1", None),
            ("file:///a%2", None),
            ("file:///a%ff", None),
        ] {
            assert_eq!(path_of(uri), path.map(PathBuf::from), "{uri}");
        }
    }
}
