//! Values that a translation needs and no message contains.

#[cfg(feature = "aap")]
pub(crate) mod canvas_path;
#[cfg(all(feature = "a2ui", feature = "aap"))]
pub mod names;
#[cfg(all(feature = "a2ui", feature = "aap"))]
mod routes;
mod saved_surface;
#[cfg(feature = "a2ui")]
mod surfaces;
#[cfg(feature = "actions-json")]
pub mod tool_names;

#[cfg(all(feature = "a2ui", feature = "aap"))]
pub use routes::{Routes, RoutesError};
pub use saved_surface::SavedSurface;

use wire::Timestamp;

/// Values that a translation needs and no message contains. The crate has no clock and no randomness of its own.
///
/// Every value is optional. If a required value is missing, the translation is refused and the refusal names the value.
/// Use the same context in both directions.
///
/// ```
/// use agent_ui_bridge::Context;
///
/// let mut cx = Context::default();
/// cx.time = Some("2026-05-18T15:30:00.000Z".into());
/// cx.runtime_id = Some("runtime-7".to_owned());
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Context {
    /// The canvas file of each surface, if the names do not determine it.
    #[cfg(all(feature = "a2ui", feature = "aap"))]
    pub routes: Routes,
    /// The checked manifest of the page that sends actions.json events. Events are admitted only if it declares them.
    #[cfg(feature = "actions-json")]
    pub manifest: Option<actions_json::checked_manifest::CheckedManifest>,
    /// The treatment of tools with errors in a manifest: `published` omits these tools, and `strict` refuses the
    /// manifest.
    #[cfg(feature = "actions-json")]
    pub profile: actions_json::validate::Profile,
    /// The AAP verbs of signals, by declared signal name. Without an entry, the name is the verb.
    #[cfg(all(feature = "aap", feature = "actions-json"))]
    pub verbs: std::collections::BTreeMap<String, aap::Verb>,
    /// The live A2UI surfaces, which resolve the declared names and contexts of events.
    #[cfg(feature = "a2ui")]
    pub surfaces: a2ui::surface::Surfaces,
    /// The agent that owns the surfaces, as AHP's `extensionId`.
    pub owner: Option<String>,
    /// The time of receipt, for messages without a time.
    pub time: Option<Timestamp>,
    /// The canvas file of a page that does not state one.
    #[cfg(feature = "aap")]
    pub canvas_file: Option<aap::CanvasFile>,
    /// The runtime id for actions.json events that have none.
    pub runtime_id: Option<String>,
    /// The AHP channel, to replace the one derived from the surface id.
    pub channel: Option<String>,
    /// The AHP session of the open canvases of a chat, for the proposal, and the ACP session of questions.
    pub session: Option<String>,
    /// The AHP chat of the open canvases of a session, for released AHP.
    pub chat: Option<String>,
    /// The http(s) base address under which canvas contents are served, for released AHP.
    pub base_url: Option<String>,
    /// `true` to write MCP tool names without dots, for clients that reject dots. `__` then stands for a dot in a
    /// function name or MCP tool name that is not in the manifest. See [`tool_names`](crate::tool_names).
    pub flat_names: bool,
    /// `true` to remove `oneOf`, `anyOf`, `allOf`, `if`, `then` and `else` from the top level of MCP input schemas. Some
    /// clients and model APIs reject such a tool or the whole list. The carry keeps the keywords, and calls are validated
    /// against the manifest's schema.
    pub portable_schemas: bool,
    /// The title of a canvas, to replace the one in the theme of the surface.
    pub title: Option<String>,
    /// The cached names without dots of the manifest's tools.
    #[cfg(feature = "actions-json")]
    pub(crate) flat_tools: std::sync::OnceLock<tool_names::FlatNames>,
}

impl Context {
    /// Returns the ACP session of questions that state none.
    #[cfg(any(feature = "acp", feature = "mcp-elicitation"))]
    pub(crate) fn session_or_default(&self) -> &str {
        self.session.as_deref().unwrap_or("default")
    }

    /// Clears the values that are cached from other fields.
    pub(crate) fn clear_cache(&mut self) {
        #[cfg(feature = "actions-json")]
        self.flat_tools.take();
    }
}
