//! The command line of `health`.

use super::value::parse_duration;
use clap::Args;
use std::time::Duration;

#[derive(Debug, Args)]
#[command(after_help = "\
Prints the answer of the address. The exit status is 0 if its status is 200, and otherwise 1. The checks of container images use this command, because the images contain no other HTTP client.

Examples:
  agent-ui health
  agent-ui health http://127.0.0.1:9000/ready")]
pub(crate) struct Health {
    /// Address to ask
    #[arg(value_name = "ADDRESS", default_value = "http://127.0.0.1:8000/health")]
    pub(crate) address: String,
    /// Time to wait for the answer
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = parse_duration)]
    pub(crate) timeout: Duration,
}
