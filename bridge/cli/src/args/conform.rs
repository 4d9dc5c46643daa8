//! The command line of `conform`.

use super::{destination::Destination, value::parse_duration};
use bridge::DialectOrProtocol;
use clap::Args;
use std::{ffi::OsString, path::PathBuf, time::Duration};

#[derive(Debug, Args)]
#[command(
    after_help = "\
The program reads one question per line from standard input and writes one answer per line, as `agent-ui answer` does.

Examples:
  agent-ui conform -- agent-ui answer
  agent-ui conform --known failures.txt --from aap -- python3 bridge.py
  agent-ui conform --cases -o cases.jsonl",
    after_long_help = "\
The program reads one question per line from standard input and writes one answer per line, immediately and in the same order:
  question  {\"id\",\"op\",\"from\",\"to\",\"input\",\"carry\",\"context\"}
            op is `translate`, or `embed` to put the carry into the messages
  answer    {\"id\",\"value\",\"carry\",\"notes\"} or {\"id\",\"error\"}

A --known file has one case id per line; lines that start with `#` are comments.

The exit status is 65 if an unlisted required case fails, or if a listed case passes or does not exist. It is 2 if the program cannot be started or exits without an answer.

Examples:
  agent-ui conform -- agent-ui answer
  agent-ui conform --known failures.txt --from aap -- python3 bridge.py
  agent-ui conform --format junit -o junit.xml -- python3 bridge.py
  agent-ui conform --cases -o cases.jsonl"
)]
pub(crate) struct Conform {
    /// File with the ids of cases that are known to fail
    #[arg(long, value_name = "FILE")]
    pub(crate) known: Option<PathBuf>,
    /// Run only cases with this source
    #[arg(long, value_name = "PROTOCOL")]
    pub(crate) from: Option<DialectOrProtocol>,
    /// Run only cases with this target
    #[arg(long, value_name = "PROTOCOL")]
    pub(crate) to: Option<DialectOrProtocol>,
    /// Time to wait for an answer
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_duration)]
    pub(crate) timeout: Duration,
    /// Format of the output
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub(crate) format: ConformFormat,
    /// Write the cases instead of running them
    #[arg(long, conflicts_with_all = ["known", "command"])]
    pub(crate) cases: bool,
    #[command(flatten)]
    pub(crate) destination: Destination,
    /// Program to test, with its arguments
    #[arg(last = true, value_name = "COMMAND", required_unless_present = "cases")]
    pub(crate) command: Vec<OsString>,
}

/// Output formats for the results of a conformance run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ConformFormat {
    /// Text in aligned columns
    Text,
    /// JSON Lines, one result per line
    Json,
    /// JUnit XML, one test case per case
    Junit,
}
