//! Updates of surfaces that do not exist.

use super::{Stream, message_contents::creation, message_findings::MessageFindings};
use crate::split_sessions;
use bridge::a2ui::{SurfaceId, surface::Surface};
use wire::{Finding, Fix, Pointer, Severity, spelling::closest, token};

/// The maximum number of surfaces whose ids are compared with a misspelt one.
const MAX_IDS: usize = 1_000;

impl Stream {
    /// Adds the finding that a surface does not exist, once for each surface.
    pub(super) fn report_unknown_surface(
        &mut self,
        collected: &mut MessageFindings<'_, '_>,
        id: &SurfaceId,
        is_of_earlier_file: bool,
    ) {
        let (message, at) = (collected.message, collected.at);
        if message.key() == "deleteSurface" {
            return;
        }
        let surface = self.checked.entry(id);
        if std::mem::replace(&mut surface.is_reported_unknown, true) {
            return;
        }
        let is_deleted = surface.is_deleted;
        let at_id = at.member(message.key()).member("surfaceId");
        let mut unknown = if is_deleted {
            deleted_surface(id, at_id)
        } else {
            let word = collected
                .input
                .value(&at.member("version"))
                .map(token::string);
            let stated = word
                .as_deref()
                .or(message.version().words().first().copied());
            let creation = creation(id, message.version(), stated.unwrap_or_default());
            self.missing_surface(id, at_id, &creation)
        };
        // A deleted surface is an error, and a misspelt id has a fix.
        let is_sure = unknown.severity == Severity::Error || unknown.fix.is_some();
        if is_of_earlier_file && !is_sure {
            unknown = unknown.hint(split_sessions::HINT);
        }
        // An unreadable message may create the surface.
        if is_sure || !self.checked.has_unreadable(id) {
            collected.push(unknown);
        }
    }

    /// Returns the finding for a surface that was never created. `creation` is a message that creates it.
    fn missing_surface(&self, id: &SurfaceId, at: Pointer, creation: &str) -> Finding {
        let known = self.surfaces.iter().map(Surface::surface_id);
        let known = known.map(SurfaceId::as_str).take(MAX_IDS);
        if let Some(like) = closest(id.as_str(), known) {
            let message = format!("no message before this one creates the surface `{id}`");
            return Finding::warning("unknown-surface", at, message)
                .hint(format_args!("did you mean `{like}`?"))
                .fix(Fix::string(like));
        }
        // Another input may have created the surface, so this is only a warning.
        let message = format!(
            "no message before this one creates the surface `{id}`, so this one shows nothing"
        );
        Finding::warning("unknown-surface", at, message).hint(format!("send `{creation}` first"))
    }
}

fn deleted_surface(id: &SurfaceId, at: Pointer) -> Finding {
    let message = format!("the surface `{id}` was deleted by an earlier message");
    Finding::error("unknown-surface", at, message)
        .hint("create it again before this message, or delete it later")
}
