//! MIME types that mark messages in a part of A2A or a resource of MCP.

use super::{members::Members, recognise::is_like_a_message, tool_call::has_messages};
use crate::{
    a2a::MimeType,
    repair::{Repair, RepairKind},
};
use std::borrow::Cow;
use wire::{Pointer, token};

/// The MIME type of a part or a resource.
pub(super) enum Mime<'a> {
    /// One that A2UI specifies.
    A2ui,
    /// One that names A2UI in another way; or none, where the URI names A2UI.
    Misspelt(Cow<'a, str>),
    /// One for JSON of any kind.
    Json(Cow<'a, str>),
    Missing,
    /// One for anything else.
    Other,
}

impl<'a> Mime<'a> {
    /// Returns the MIME type that an object states: in `metadata`, or in a member of its own.
    pub(super) fn of(members: &Members<'a>) -> Self {
        const NAMES: [&str; 2] = ["mimeType", "mediaType"];
        let in_metadata = members.object("metadata").and_then(|(_, metadata)| metadata.any_word(&NAMES));
        let stated = in_metadata.or_else(|| members.any_word(&["mediaType", "mimeType"]));
        let is_of_a2ui = || members.word("uri").is_some_and(|uri| uri.starts_with("a2ui:"));
        let Some(stated) = stated else {
            return if is_of_a2ui() { Self::Misspelt("".into()) } else { Self::Missing };
        };
        let lower = stated.to_ascii_lowercase();
        let essence = lower.split(';').next().unwrap_or_default().trim();
        if matches!(MimeType::from(essence), MimeType::A2uiJson | MimeType::JsonA2ui) {
            return Self::A2ui;
        }
        if essence.contains("a2ui") || essence.contains("a2aui") || is_of_a2ui() {
            return Self::Misspelt(stated);
        }
        match essence {
            "application/json" | "text/json" | "application/jsonl" | "application/x-ndjson" => {
                Self::Json(stated)
            }
            essence if essence.ends_with("+json") => Self::Json(stated),
            _ => Self::Other,
        }
    }

    /// Tells whether it says that messages stand there.
    pub(super) fn is_a2ui(&self) -> bool {
        matches!(self, Self::A2ui | Self::Misspelt(_))
    }

    /// Tells whether the data of a part are messages: its MIME type says so, or leaves it open and the data look so.
    pub(super) fn marks(&self, data: &str, is_part: bool) -> bool {
        match self {
            Self::A2ui | Self::Misspelt(_) => true,
            Self::Json(_) => looks_like_messages(data),
            Self::Missing => is_part && looks_like_messages(data),
            Self::Other => false,
        }
    }

    /// Returns the repair of a MIME type that readers of A2UI do not know.
    pub(super) fn repair(&self, at: &Pointer) -> Option<Repair> {
        let stated = match self {
            Self::A2ui | Self::Other => return None,
            Self::Misspelt(stated) | Self::Json(stated) if !stated.is_empty() => format!("`{stated}`"),
            _ => "missing".to_owned(),
        };
        Some(Repair::new(RepairKind::MimeType, at.clone(), &[&stated]))
    }
}

fn looks_like_messages(data: &str) -> bool {
    let is_list = |child: token::Child<'_>| child.name.is_some() && has_messages(child.text);
    match data.as_bytes().first() {
        Some(b'[') => has_messages(data),
        Some(b'{') => is_like_a_message(data) || token::children(data).any(is_list),
        _ => false,
    }
}
