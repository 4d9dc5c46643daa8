//! The findings of `check` about an open document, as diagnostics of the protocol.

use super::{
    documents::{Document, TextFormat, path_of},
    finding::LocatedFinding,
    positions::{Encoding, Lines},
    settings::EditorSettings,
};
use crate::{
    check::{
        required_protocol,
        text::{TextCheck, infer_protocol},
    },
    exit::Exit,
};
use agent_ui_text::{diagnostic::Diagnostic, input::inference::Inference, place::Place};
use bridge::{DialectOrProtocol, Protocol};
use lsp_types::{DiagnosticSeverity, NumberOrString};
use std::{ops::Range, path::PathBuf};
use wire::{
    Finding, Pointer, Severity,
    syntax::{Progress, Syntax},
};

/// The size above which a document is not checked.
pub(super) const CHECKED_BYTES: usize = 16 << 20;

/// The name of the server in diagnostics.
pub(super) const SOURCE: &str = "agent-ui";

/// Returns the protocol of a document: that of the settings, or the one that the text shows.
pub(super) fn protocol_of(settings: &EditorSettings, text: &str) -> Option<DialectOrProtocol> {
    if settings.protocol.is_some() {
        return settings.protocol;
    }
    if let Some(Inference::Protocol { named, .. }) = infer_protocol(text) {
        return Some(named);
    }
    required_protocol(settings.check.as_ref()?)
}

/// Returns the name of a document in findings: its path below the folder of the workspace.
pub(super) fn name_of(settings: &EditorSettings, uri: &str) -> PathBuf {
    let Some(path) = path_of(uri) else {
        return PathBuf::from(uri);
    };
    let inside = settings
        .folder
        .as_ref()
        .and_then(|folder| path.strip_prefix(folder).ok());
    match inside {
        Some(inside) => inside.to_owned(),
        None => path,
    }
}

/// Checks a document, and returns the findings in the order of their places.
///
/// # Errors
/// Returns an error if a file that the settings name cannot be read.
pub(super) fn findings(
    settings: &mut EditorSettings,
    uri: &str,
    document: &Document,
) -> Result<Vec<LocatedFinding>, Exit> {
    let text = &document.text;
    if text.len() > CHECKED_BYTES {
        let size = text.len();
        let message = format!("the document has {size} bytes and is not checked");
        let hint = format!("split it into documents of at most {CHECKED_BYTES} bytes");
        return Ok(vec![note("document-too-large", message, hint)]);
    }
    let Some(protocol) = protocol_of(settings, text) else {
        return Ok(unknown_protocol(document));
    };
    let name = name_of(settings, uri);
    let Some(arguments) = &mut settings.check else {
        return Ok(Vec::new());
    };
    let found = TextCheck::new(arguments, protocol, name)?.findings(text)?;
    let lines = CheckedLines::of(text);
    let mut located = Vec::with_capacity(found.len());
    for (diagnostic, _) in found {
        let bytes = marked_bytes(&lines, &diagnostic.place);
        located.push(LocatedFinding { diagnostic, bytes });
    }
    Ok(located)
}

/// Returns the finding about a text that does not show its protocol. Text around messages, and empty text, has none.
fn unknown_protocol(document: &Document) -> Vec<LocatedFinding> {
    let text = document.text.trim();
    if document.format == TextFormat::Markdown || !text.starts_with(['{', '[']) {
        return Vec::new();
    }
    let names: Vec<&str> = Protocol::ALL
        .iter()
        .map(|protocol| protocol.as_str())
        .collect();
    let names = names.join(", ");
    let hint = format!("complete the first message, or set `protocol` to one of {names}");
    let message = "the text does not show its protocol, so it is not checked".to_owned();
    vec![note("protocol/unknown", message, hint)]
}

/// Returns a notice about a whole document.
fn note(rule: &'static str, message: String, hint: String) -> LocatedFinding {
    let finding = Finding::info(rule, Pointer::root(), message).hint(hint);
    LocatedFinding {
        diagnostic: Diagnostic::of_finding(&Place::START, &finding),
        bytes: 0..0,
    }
}

/// The byte offsets at which the lines start that `check` counts. Only `\n` ends such a line.
pub(super) struct CheckedLines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> CheckedLines<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let ends = memchr::memchr_iter(b'\n', text.as_bytes());
        let starts = std::iter::once(0).chain(ends.map(|end| end + 1)).collect();
        Self { text, starts }
    }

    /// Returns the offset of a place.
    pub(super) fn offset(&self, place: &Place) -> usize {
        let Self { text, starts } = self;
        let start = starts.get(place.line.saturating_sub(1)).copied();
        let start = start.unwrap_or(text.len());
        // A byte order mark takes no columns.
        let mark = match start == 0 && text.starts_with('\u{FEFF}') {
            true => '\u{FEFF}'.len_utf8(),
            false => 0,
        };
        let mut offset = (start + mark + place.column.saturating_sub(1)).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }
}

/// Returns the bytes that a finding marks: the value at its place, up to the end of the line.
fn marked_bytes(lines: &CheckedLines<'_>, place: &Place) -> Range<usize> {
    // The place of a finding about the whole text is unknown.
    if place.line == 0 {
        return 0..0;
    }
    let (text, start) = (lines.text, lines.offset(place));
    let rest = text.get(start..).unwrap_or_default();
    let line = rest.lines().next().unwrap_or_default();
    let length = match line.bytes().next() {
        Some(b'{' | b'[') => match Syntax::default().read(line.as_bytes()) {
            Progress::Complete(length) => length,
            _ => line.trim_end().len(),
        },
        Some(b'"') => length_of_string(line),
        Some(_) => length_of_word(line),
        None => 0,
    };
    if length > 0 {
        return start..start + length;
    }
    // At the end of a line, the character before it is marked, because editors do not show empty ranges.
    let before = text.get(..start).unwrap_or_default();
    match before.chars().next_back() {
        Some(last) if last != '\n' => start - last.len_utf8()..start,
        _ => start..start,
    }
}

/// Returns the length of the string at the start of a line, up to the end of the line if the string is open.
fn length_of_string(line: &str) -> usize {
    let mut is_escaped = false;
    for (at, byte) in line.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    line.trim_end().len()
}

/// Returns the length of a number, a literal or another word, which is at least one character.
fn length_of_word(line: &str) -> usize {
    let is_end = |character: char| character.is_whitespace() || ",:]}[{\"".contains(character);
    match line.find(is_end) {
        Some(0) => line.chars().next().map_or(0, char::len_utf8),
        Some(length) => length,
        None => line.len(),
    }
}

/// Returns a finding in the form of the protocol.
pub(super) fn diagnostic(
    located: &LocatedFinding,
    text: &str,
    lines: &Lines,
    encoding: Encoding,
) -> lsp_types::Diagnostic {
    let Diagnostic {
        severity,
        rule,
        pointer,
        message,
        hint,
        ..
    } = &located.diagnostic;
    let severity = match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        _ => DiagnosticSeverity::INFORMATION,
    };
    let message = match &**hint {
        "" => message.clone(),
        hint => format!("{message}\n{hint}"),
    };
    lsp_types::Diagnostic {
        range: lines.range(text, &located.bytes, encoding),
        severity: Some(severity),
        code: Some(NumberOrString::String(rule.clone())),
        source: Some(SOURCE.to_owned()),
        message,
        data: Some(serde_json::json!({ "pointer": pointer.as_str() })),
        ..lsp_types::Diagnostic::default()
    }
}
