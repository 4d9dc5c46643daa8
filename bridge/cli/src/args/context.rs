//! Options for facts that a translation needs and no message contains.

use super::check::Profile;
use clap::Args;
use std::path::PathBuf;

/// The heading of these options. Each option names the heading, so that other options do not get it.
pub(crate) const HEADING: &str = "Context that messages do not contain";

/// Facts that a translation needs and no message contains.
#[derive(Clone, Debug, Args)]
pub(crate) struct Context {
    /// JSON or TOML file with the other options of this list
    #[arg(long, value_name = "FILE", hide_short_help = true, help_heading = HEADING)]
    pub(crate) context: Option<PathBuf>,
    /// Surface of each canvas file, as in {"a.html":"id"}
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    pub(crate) routes: Option<PathBuf>,
    /// Manifest of the page that sends actions.json events
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    pub(crate) manifest: Option<PathBuf>,
    /// Validation profile for manifests
    #[arg(long, value_name = "PROFILE", default_value = "published", hide_short_help = true, help_heading = HEADING)]
    pub(crate) profile: Profile,
    /// A2UI messages of the live surfaces, to resolve clicks
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    pub(crate) surface: Option<PathBuf>,
    /// Agent that owns the surfaces
    #[arg(long, value_name = "ID", hide_short_help = true, help_heading = HEADING)]
    pub(crate) owner: Option<String>,
    /// Receipt time for messages that have no time
    #[arg(long, value_name = "RFC3339", help_heading = HEADING)]
    pub(crate) time: Option<String>,
    /// Canvas file of the events
    #[arg(long, value_name = "PATH", hide_short_help = true, help_heading = HEADING)]
    pub(crate) canvas_file: Option<String>,
    /// Runtime id for events that have none
    #[arg(long, value_name = "ID", hide_short_help = true, help_heading = HEADING)]
    pub(crate) runtime_id: Option<String>,
    /// Channel of the AHP canvas
    #[arg(long, value_name = "URI", hide_short_help = true, help_heading = HEADING)]
    pub(crate) channel: Option<String>,
    /// AHP session of the canvases or the calls
    #[arg(long, value_name = "URI", hide_short_help = true, help_heading = HEADING)]
    pub(crate) ahp_session: Option<String>,
    /// AHP chat of the canvases, for ahp@1.0
    #[arg(long, value_name = "URI", hide_short_help = true, help_heading = HEADING)]
    pub(crate) ahp_chat: Option<String>,
    /// HTTP(S) base URL of canvas contents, for ahp@1.0
    #[arg(long, value_name = "URL", hide_short_help = true, help_heading = HEADING)]
    pub(crate) base_url: Option<String>,
    /// Name MCP tools without dots (cart.add as cart__add)
    #[arg(long, hide_short_help = true, help_heading = HEADING)]
    pub(crate) flat_names: bool,
    /// Move top-level oneOf, anyOf, allOf, if to the carry
    #[arg(long, hide_short_help = true, help_heading = HEADING)]
    pub(crate) portable_schemas: bool,
}
