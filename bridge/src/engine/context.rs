//! What no message holds.

use super::{Refusal, Routes, names, tool_names::FlatNames};
use a2ui::SurfaceId;
use aap::{CanvasFile, Verb};
use std::{collections::BTreeMap, sync::OnceLock};
use wire::Timestamp;

/// What a translation needs and no message holds, as values: there is no clock and no randomness in this crate.
///
/// Everything is optional. Where something is missing and needed, the translation is refused and says what it needs; nothing
/// is invented. The way back wants the same context as the way there.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// let mut cx = bridge::Context::default();
/// cx.time = Some("2026-05-18T15:30:00.000Z".into());
/// cx.runtime_id = Some("runtime-7".to_owned());
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Context {
    /// Which canvas file shows which surface, where it does not follow from the names.
    pub routes: Routes,
    /// The declarations of the page from which actions.json events come: nothing passes on the word of an invalid manifest.
    pub manifest: Option<actions_json::checked_manifest::CheckedManifest>,
    /// By what the tools of manifests are judged before they go out: `published` leaves out those with errors, `strict` refuses
    /// the manifest.
    pub profile: actions_json::validate::Profile,
    /// The verbs of signals, by declared name, where the name itself shall not be the verb.
    pub verbs: BTreeMap<String, Verb>,
    /// The live surfaces, for the declared names and contexts of their events.
    pub surfaces: a2ui::surface::Surfaces,
    /// The agent to which the surfaces belong: AHP's `extensionId`.
    pub owner: Option<String>,
    /// The time of receipt, where the message has none.
    pub time: Option<Timestamp>,
    /// The canvas file of a page that does not say on which canvas it is.
    pub canvas_file: Option<CanvasFile>,
    /// The runtime of an actions.json event that does not come from one.
    pub runtime_id: Option<String>,
    /// The AHP channel, where it shall not be minted from the surface id.
    pub channel: Option<String>,
    /// The AHP session to which the open canvases of a chat belong, for the proposal.
    pub session: Option<String>,
    /// The AHP chat to which the open canvases of a session belong, for the release.
    pub chat: Option<String>,
    /// The http(s) address under which canvas contents are served, for the released AHP shape.
    pub base_url: Option<String>,
    /// Whether names of MCP tools do without dots, for clients that take none, and so `__` stands for a dot in names of functions
    /// and of MCP tools that are not in the manifest. See [`tool_names`](crate::tool_names).
    pub flat_names: bool,
    /// Whether `oneOf`, `anyOf`, `allOf`, `if`, `then` and `else` are left out at the top of input schemas of MCP tools, for clients
    /// and model APIs that refuse such a tool or the whole list. The carry keeps them, and calls are judged by the schema of the manifest.
    pub portable_schemas: bool,
    /// The title of a canvas, where the theme of the surface shall not give it.
    pub title: Option<String>,
    /// The names of the manifest's tools without dots, once they were asked for.
    pub(crate) flat_tools: OnceLock<FlatNames>,
}

impl Context {
    /// The surface that a canvas file shows: of the routes, else by the names.
    pub fn surface_of(&self, file: CanvasFile) -> SurfaceId {
        self.routes.surface_of(&file).cloned().unwrap_or_else(|| names::surface_of(file))
    }

    /// Whether a surface and a canvas file with this name are each other's, without a look at routes.
    pub(crate) fn is_common(&self, name: &str) -> bool {
        self.routes.is_empty() && names::is_plain(name)
    }

    /// The canvas file that shows a surface: of the routes, else by the names.
    ///
    /// # Errors
    /// If the name of the file would be too long.
    pub fn file_of(&self, surface: &SurfaceId) -> Result<CanvasFile, Refusal> {
        match self.routes.file_of(surface) {
            Some(file) => Ok(file.clone()),
            None => names::file_of(surface),
        }
    }
}
