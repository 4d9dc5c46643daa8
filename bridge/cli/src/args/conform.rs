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
  agent-ui conform --outline python > bridge.py
  agent-ui conform --known failures.txt --from aap -- python3 bridge.py
  agent-ui conform --cases -o cases.jsonl",
    after_long_help = "\
The program reads one question per line from standard input and writes one answer per line, immediately and in the same order:
  question  {\"id\",\"op\",\"from\",\"to\",\"input\",\"carry\",\"context\"}
            op is `translate`, or `embed` to put the carry into the messages
  answer    {\"id\",\"value\",\"carry\",\"notes\"} or {\"id\",\"error\"}

The error `{\"kind\":\"unsupported\"}` states that the program does not have the operation or the mapping. Cases that need `embed` are then skipped, and other cases fail.

A --known file has one case id per line; lines that start with `#` are comments.

The exit status is 65 if an unlisted required case fails, or if a listed case passes or does not exist. It is 2 if the program cannot be started or exits without an answer.

Examples:
  agent-ui conform -- agent-ui answer
  agent-ui conform --known failures.txt --from aap -- python3 bridge.py
  agent-ui conform --format junit -o junit.xml -- python3 bridge.py
  agent-ui conform --only-required --cases -o cases.jsonl
  agent-ui conform --outline python > bridge.py"
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
    /// Run only the cases that every program must pass
    #[arg(long)]
    pub(crate) only_required: bool,
    /// Time to wait for an answer
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_duration)]
    pub(crate) timeout: Duration,
    /// Format of the output
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub(crate) format: ConformFormat,
    /// Write the cases instead of running them
    #[arg(long, conflicts_with_all = ["known", "command"])]
    pub(crate) cases: bool,
    /// Write an outline of a program to test
    #[arg(long, value_name = "LANGUAGE", conflicts_with_all = ["known", "from", "to", "only_required", "cases", "command"])]
    pub(crate) outline: Option<OutlineLanguage>,
    #[command(flatten)]
    pub(crate) destination: Destination,
    /// Program to test and its arguments, after `--`
    #[arg(last = true, value_name = "COMMAND", required_unless_present_any = ["cases", "outline"])]
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

/// Languages in which there is an outline of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum OutlineLanguage {
    /// Python 3, without other packages
    Python,
}
