//! The command line of `show`.

use super::{context::Context, reporting::Reporting, source::Source, value::parse_port};
use bridge::DialectOrProtocol;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = "\
Without --open and --watch, the page is written as one self-contained file. Otherwise it is served on 127.0.0.1 until Ctrl-C, and each user action or error of the page is one line on standard output, in the version of its surface. A watched file may grow line by line. If it is truncated or replaced, the page starts again. The page and standard error list the findings of `check`.

Examples:
  agent-ui show -o page.html surface.jsonl
  agent-ui show --open surface.jsonl
  agent-ui show --watch --to aap surface.jsonl
  some-agent | agent-ui show --open -")]
#[cfg_attr(not(feature = "live"), allow(dead_code))]
pub(crate) struct Show {
    /// Protocol of the input: a2ui or ahp
    #[arg(long, value_name = "PROTOCOL", default_value = "a2ui")]
    pub(crate) from: DialectOrProtocol,
    /// Write the page to this file, not to standard output
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["open", "watch"])]
    pub(crate) output: Option<PathBuf>,
    /// Serve the page and open it in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Serve the page and follow the growing file
    #[arg(long)]
    pub(crate) watch: bool,
    /// Port to listen on; 0 selects a free one
    #[arg(long, value_name = "PORT", default_value = "0", value_parser = parse_port)]
    pub(crate) port: u16,
    /// Protocol of the actions
    #[arg(long, value_name = "PROTOCOL")]
    pub(crate) to: Option<DialectOrProtocol>,
    /// Allow media from https addresses
    #[arg(long)]
    pub(crate) allow_images: bool,
    /// JavaScript module that draws custom components
    #[arg(long, value_name = "FILE")]
    pub(crate) components: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) context: Context,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
    #[command(flatten)]
    pub(crate) source: Source,
}
