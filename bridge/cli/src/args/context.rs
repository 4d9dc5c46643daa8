//! Options for facts that a translation needs and no message contains.

use super::check::Profile;
use clap::Args;
use std::path::PathBuf;

/// Facts that a translation needs and no message contains.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Context")]
pub(crate) struct Context {
    /// Canvas files and their surfaces: {"reports/x.html":"id"}
    #[arg(long, value_name = "FILE")]
    pub(crate) routes: Option<PathBuf>,
    /// Manifest of the page that sends actions.json events
    #[arg(long, value_name = "FILE")]
    pub(crate) manifest: Option<PathBuf>,
    /// Validation profile for manifests
    #[arg(long, value_name = "PROFILE", default_value = "published")]
    pub(crate) profile: Profile,
    /// A2UI messages of the live surfaces, to resolve clicks
    #[arg(long, value_name = "FILE")]
    pub(crate) surface: Option<PathBuf>,
    /// Agent that owns the surfaces
    #[arg(long, value_name = "ID")]
    pub(crate) owner: Option<String>,
    /// Receipt time for messages that have no time
    #[arg(long, value_name = "RFC3339")]
    pub(crate) time: Option<String>,
    /// Canvas file of the events
    #[arg(long, value_name = "PATH")]
    pub(crate) canvas_file: Option<String>,
    /// Runtime id for events that have none
    #[arg(long, value_name = "ID")]
    pub(crate) runtime_id: Option<String>,
    /// Channel of the AHP canvas
    #[arg(long, value_name = "URI")]
    pub(crate) channel: Option<String>,
    /// AHP session of the canvases or the calls
    #[arg(long, value_name = "URI")]
    pub(crate) ahp_session: Option<String>,
    /// AHP chat of the canvases, for ahp@1.0
    #[arg(long, value_name = "URI")]
    pub(crate) ahp_chat: Option<String>,
    /// HTTP(S) base URL of canvas contents, for ahp@1.0
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,
    /// Name MCP tools without dots (cart.add as cart__add)
    #[arg(long)]
    pub(crate) flat_names: bool,
    /// Move top-level oneOf, anyOf, allOf, if to the carry
    #[arg(long)]
    pub(crate) portable_schemas: bool,
}
