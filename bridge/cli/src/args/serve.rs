//! The command line of `serve`.

use super::{context::Context, reporting::Reporting, source::Source, value::port};
use bridge::DialectOrProtocol;
use clap::Args;

#[derive(Debug, Args)]
#[command(
    after_help = "\
Runs an AHP host on 127.0.0.1, at an unguessable path, until Ctrl-C. Each surface is a canvas. Each user action is one line on standard output, in the version of its surface.

Examples:
  agent-ui serve --to ahp@1.0 surface.jsonl
  some-agent | agent-ui serve --to ahp@canvas --port 4000 -",
    after_long_help = "\
Runs an AHP host on 127.0.0.1, at an unguessable path, until Ctrl-C. Each surface is a canvas of the session ahp-session:/agent-ui and its chat ahp-chat:/agent-ui, until the surface is deleted. Each user action is one line on standard output, in the version of its surface.

With ahp@canvas, a client reads the page of a canvas over its connection, as ahp-canvas-content:/SURFACE/index.html; changes and clicks are canvas/message. With ahp@1.0, the page has an address of this program. Next to each page, surface.json contains the surface as A2UI messages. A file may grow line by line. If it is truncated or replaced, everything starts again.

Examples:
  agent-ui serve --to ahp@1.0 surface.jsonl
  some-agent | agent-ui serve --to ahp@canvas --port 4000 -"
)]
#[cfg_attr(not(feature = "live"), allow(dead_code))]
pub(crate) struct Serve {
    /// Protocol of the input: a2ui, in any version
    #[arg(long, value_name = "PROTOCOL", default_value = "a2ui")]
    pub(crate) from: DialectOrProtocol,
    /// Canvas protocol to serve: ahp@canvas or ahp@1.0
    #[arg(long, value_name = "PROTOCOL")]
    pub(crate) to: DialectOrProtocol,
    /// Port to listen on; 0 selects a free one
    #[arg(long, value_name = "PORT", default_value = "0", value_parser = port)]
    pub(crate) port: u16,
    /// Allow clients from this origin, as in https://app.test
    #[arg(long, value_name = "ORIGIN")]
    pub(crate) origin: Vec<String>,
    /// Allow media from https addresses
    #[arg(long)]
    pub(crate) allow_images: bool,
    #[command(flatten)]
    pub(crate) context: Context,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
    #[command(flatten)]
    pub(crate) source: Source,
}
