//! MIME types that mark messages in A2A parts and MCP resources.

use super::{members::Members, recognise::is_like_a_message, tool_call::has_messages};
use crate::{
    a2a::MimeType,
    repair::{Repair, RepairKind},
};
use std::borrow::Cow;
use wire::{Pointer, token};

/// The MIME type of a part or resource.
pub(super) enum Mime<'a> {
    /// A MIME type that A2UI specifies.
    A2ui,
    /// A MIME type that mentions A2UI in another way. Also used if only the URI mentions A2UI.
    Misspelt(Cow<'a, str>),
    /// A general MIME type for JSON.
    Json(Cow<'a, str>),
    Missing,
    /// A MIME type for other data.
    Other,
}

impl<'a> Mime<'a> {
    /// Returns the MIME type that an object states, in `metadata` or directly.
    pub(super) fn of(members: &Members<'a>) -> Self {
        const NAMES: [&str; 2] = ["mimeType", "mediaType"];
        // A2UI specifies the MIME type in `metadata`. A2A 1.0 has an own member for it.
        let mut stated = None;
        if let Some((_, metadata)) = members.object("metadata") {
            stated = metadata.any_word(&NAMES);
        }
        if stated.is_none() {
            stated = members.any_word(&["mediaType", "mimeType"]);
        }
        let Some(stated) = stated else {
            return if has_a2ui_uri(members) {
                Self::Misspelt("".into())
            } else {
                Self::Missing
            };
        };
        // Parameters such as `charset` do not matter.
        let lower = stated.to_ascii_lowercase();
        let essence = lower.split(';').next().unwrap_or_default().trim();
        if matches!(
            MimeType::from(essence),
            MimeType::A2uiJson | MimeType::JsonA2ui
        ) {
            return Self::A2ui;
        }
        if essence.contains("a2ui") || essence.contains("a2aui") || has_a2ui_uri(members) {
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

    /// Returns `true` if the MIME type mentions A2UI.
    pub(super) fn is_a2ui(&self) -> bool {
        matches!(self, Self::A2ui | Self::Misspelt(_))
    }

    /// Returns `true` if the data of a part are messages. The MIME type mentions A2UI, or the MIME type is unspecific
    /// and the data look like messages.
    pub(super) fn is_for_messages(&self, data: &str, is_part: bool) -> bool {
        match self {
            Self::A2ui | Self::Misspelt(_) => true,
            Self::Json(_) => is_like_messages(data),
            Self::Missing => is_part && is_like_messages(data),
            Self::Other => false,
        }
    }

    /// Returns the repair for a MIME type that A2UI readers do not recognize.
    pub(super) fn repair(&self, at: &Pointer) -> Option<Repair> {
        let stated = match self {
            Self::A2ui | Self::Other => return None,
            Self::Misspelt(stated) | Self::Json(stated) if !stated.is_empty() => {
                format!("`{stated}`")
            }
            _ => "missing".to_owned(),
        };
        Some(Repair::new(RepairKind::MimeType, at.clone(), &[&stated]))
    }
}

/// Returns `true` if the URI of a resource mentions A2UI.
fn has_a2ui_uri(members: &Members<'_>) -> bool {
    members
        .word("uri")
        .is_some_and(|uri| uri.starts_with("a2ui:"))
}

/// Returns `true` if data look like a message, a list with a message, or an object with such a list.
fn is_like_messages(data: &str) -> bool {
    match data.as_bytes().first() {
        Some(b'[') => has_messages(data),
        Some(b'{') => {
            is_like_a_message(data)
                || token::children(data)
                    .any(|child| child.name.is_some() && has_messages(child.text))
        }
        _ => false,
    }
}
