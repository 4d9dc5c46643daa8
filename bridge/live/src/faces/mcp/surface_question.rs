//! The question about a surface: a form, or the address of its page.

use super::{asking::Asker, revision::Revision};
use crate::gateway::SurfaceState;
use agent_ui_text::bridge::a2ui::ClientDataModel;
use wire::Payload;

/// A question about a surface.
pub(super) struct SurfaceQuestion {
    /// The id of the surface.
    pub(super) key: String,
    /// The digest of the state of the surface.
    pub(super) digest: String,
}

/// The effect of an answer.
pub(super) enum Reaction {
    /// The agent gets an action.
    Action {
        message: String,
        data_model: Option<ClientDataModel>,
    },
    /// The user opens the page. The client waits for the end of the question with this id, if there is one.
    Visit(Option<String>),
    /// The user does not answer, for this reason.
    Refused(String),
}

impl SurfaceQuestion {
    pub(super) fn of(
        surface: &SurfaceState,
        digest: String,
        asker: &Asker,
        page: Option<&str>,
    ) -> Option<Self> {
        let _ = (surface, digest, asker.revision, page, Revision::V2025_11);
        None
    }
    pub(super) fn params(&self, _problems: &[String]) -> Payload {
        Payload::null()
    }
    pub(super) fn read(&self, _answer: &Payload) -> Result<Reaction, Vec<String>> {
        Err(Vec::new())
    }
}
