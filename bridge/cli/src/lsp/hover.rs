//! Hover: the documentation of the component or field under the cursor, and what a translation makes of it.

use super::{
    cursor::{Cursor, CursorComponent},
    fate::fate,
    vocabulary::{NameEntry, Vocabulary},
};
use bridge::DialectOrProtocol;
use std::ops::Range;

/// The document of a hover, and the settings that matter to it.
pub(super) struct HoverContext<'a> {
    pub(super) text: &'a str,
    /// The protocol of the document.
    pub(super) protocol: DialectOrProtocol,
    pub(super) target: Option<DialectOrProtocol>,
}

/// The text of a hover in Markdown, with the bytes that it is about.
pub(super) struct HoverText {
    pub(super) markdown: String,
    pub(super) bytes: Range<usize>,
}

/// Returns what is known about the place; `None` if nothing is.
pub(super) fn hover(
    cursor: &Cursor<'_>,
    vocabulary: &Vocabulary,
    context: &HoverContext<'_>,
) -> Option<HoverText> {
    let value = cursor.value()?;
    let name = value.name.clone();
    let bytes = match name.filter(|_| cursor.is_on_name()) {
        Some(name) => name,
        None => value.range.clone(),
    };
    let mut parts = Vec::new();
    parts.extend(documentation(cursor, vocabulary));
    if let Some(target) = context.target {
        parts.extend(fate(cursor, context.text, context.protocol, target));
    }
    if parts.is_empty() {
        return None;
    }
    Some(HoverText {
        markdown: parts.join("\n\n---\n\n"),
        bytes,
    })
}

/// Returns the documentation of the component type or member at the place.
fn documentation(cursor: &Cursor<'_>, vocabulary: &Vocabulary) -> Option<String> {
    if let Some(component) = cursor.component() {
        if is_type_name(cursor, &component) {
            return component_text(component.name, vocabulary);
        }
        let path = cursor.tree.path(component.properties, cursor.id);
        if let Some(entry) = vocabulary.property(component.name, &path) {
            return Some(entry_text(&entry));
        }
    }
    let path = cursor.tree.path(cursor.message, cursor.id);
    let entry = vocabulary.message_member(&path)?;
    Some(entry_text(&entry))
}

/// Returns `true` if the place is the name of a component type.
fn is_type_name(cursor: &Cursor<'_>, component: &CursorComponent<'_>) -> bool {
    if component.object == component.properties {
        return cursor.tree.member(component.object, "component") == Some(cursor.id);
    }
    component.properties == cursor.id && cursor.is_on_name()
}

/// Returns the description of a component type and the list of its properties.
fn component_text(name: &str, vocabulary: &Vocabulary) -> Option<String> {
    let properties = vocabulary.properties(name)?;
    let mut text = format!("**{name}**");
    if let Some(description) = vocabulary.description(name) {
        text = format!("{text}\n\n{description}");
    }
    text += "\n";
    for entry in &properties {
        text += &format!("\n- {}", entry_line(entry));
    }
    Some(text)
}

fn entry_line(entry: &NameEntry) -> String {
    let NameEntry {
        name,
        kind,
        doc,
        is_required,
        ..
    } = entry;
    let required = if *is_required { ", required" } else { "" };
    // A list has room for the first sentence.
    let first = doc
        .split("\n\n")
        .next()
        .unwrap_or_default()
        .replace('\n', " ");
    let sentence = match first.split_once(". ") {
        Some((sentence, _)) => format!("{sentence}."),
        None => first,
    };
    match &*sentence {
        "" => format!("`{name}` ({kind}{required})"),
        _ => format!("`{name}` ({kind}{required}): {sentence}"),
    }
}

/// Returns the documentation of a member.
pub(super) fn entry_text(entry: &NameEntry) -> String {
    let NameEntry {
        name,
        kind,
        doc,
        is_required,
        words,
    } = entry;
    let required = if *is_required { ", required" } else { "" };
    let mut text = format!("`{name}` ({kind}{required})");
    if !words.is_empty() {
        text += &format!("\n\nOne of `{}`.", words.join("`, `"));
    }
    match &**doc {
        "" => text,
        _ => format!("{text}\n\n{doc}"),
    }
}
