//! The answers about a place of a document, in the form of the protocol.

use super::{
    completion::{Suggestion, SuggestionKind, suggestions},
    cursor::Cursor,
    diagnostics::protocol_of,
    documents::Document,
    hover::{HoverContext, hover},
    positions::Encoding,
    settings::EditorSettings,
    vocabulary::Vocabulary,
};
use crate::{check::read_catalogs, exit::Exit};
use bridge::DialectOrProtocol;
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, Hover, HoverContents,
    MarkupContent, MarkupKind, Position, TextEdit,
};

/// A place of a document, with the names that are known there.
pub(super) struct CursorPlace<'a> {
    document: &'a Document,
    encoding: Encoding,
    protocol: DialectOrProtocol,
    target: Option<DialectOrProtocol>,
    cursor: Cursor<'a>,
    vocabulary: Vocabulary,
}

impl<'a> CursorPlace<'a> {
    /// Finds a place; `None` if no message of a known protocol is there.
    ///
    /// # Errors
    /// Returns an error if a catalog of the settings cannot be read.
    pub(super) fn of(
        document: &'a Document,
        position: Position,
        encoding: Encoding,
        settings: &EditorSettings,
    ) -> Result<Option<Self>, Exit> {
        let text = &document.text;
        let offset = document.lines.offset(text, position, encoding);
        let Some(protocol) = protocol_of(settings, text) else {
            return Ok(None);
        };
        let Some(cursor) = Cursor::at(document, offset, protocol) else {
            return Ok(None);
        };
        let catalogs = match &settings.check {
            Some(arguments) => read_catalogs(&arguments.catalogs)?,
            None => Vec::new(),
        };
        let vocabulary = Vocabulary::new(cursor.protocol, &catalogs);
        Ok(Some(Self {
            document,
            encoding,
            protocol,
            target: settings.target,
            cursor,
            vocabulary,
        }))
    }

    /// Returns the documentation of the place.
    pub(super) fn hover(&self) -> Option<Hover> {
        let Document { text, lines, .. } = self.document;
        let context = HoverContext {
            text,
            protocol: self.protocol,
            target: self.target,
        };
        let found = hover(&self.cursor, &self.vocabulary, &context)?;
        Some(Hover {
            contents: HoverContents::Markup(markdown(found.markdown)),
            range: Some(lines.range(text, &found.bytes, self.encoding)),
        })
    }

    /// Returns the suggestions for the place.
    pub(super) fn completion(&self) -> Vec<CompletionItem> {
        let found = suggestions(&self.cursor, &self.vocabulary, &self.document.text);
        found.into_iter().map(|it| self.item(it)).collect()
    }

    fn item(&self, suggestion: Suggestion) -> CompletionItem {
        let Document { text, lines, .. } = self.document;
        let kind = match suggestion.kind {
            SuggestionKind::Component => CompletionItemKind::CLASS,
            SuggestionKind::Member => CompletionItemKind::PROPERTY,
            SuggestionKind::Id => CompletionItemKind::REFERENCE,
            SuggestionKind::Path => CompletionItemKind::VARIABLE,
            SuggestionKind::Word => CompletionItemKind::ENUM_MEMBER,
        };
        let order = if suggestion.is_required { '0' } else { '1' };
        CompletionItem {
            kind: Some(kind),
            detail: some_text(suggestion.detail),
            documentation: some_text(suggestion.doc)
                .map(|doc| Documentation::MarkupContent(markdown(doc))),
            // Required members come first.
            sort_text: Some(format!("{order}{}", suggestion.label)),
            // Editors compare the text that is replaced, which has a quote.
            filter_text: Some(suggestion.text.clone()),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit {
                range: lines.range(text, &suggestion.bytes, self.encoding),
                new_text: suggestion.text,
            })),
            label: suggestion.label,
            ..CompletionItem::default()
        }
    }
}

fn markdown(value: String) -> MarkupContent {
    MarkupContent {
        kind: MarkupKind::Markdown,
        value,
    }
}

fn some_text(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}
