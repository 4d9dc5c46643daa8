//! The command line of `playground`.

use super::value::parse_port;
use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "\
Serves a page on 127.0.0.1 until Ctrl-C: paste a message, and see its findings, its translation and what happened to every field. The page translates in the browser. It sends nothing, and works offline.

Examples:
  agent-ui playground --open
  agent-ui playground --port 4000")]
#[cfg_attr(not(feature = "live"), allow(dead_code))]
pub(crate) struct Playground {
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Port to listen on; 0 selects a free one
    #[arg(long, value_name = "PORT", default_value = "0", value_parser = parse_port)]
    pub(crate) port: u16,
}
