//! The command line.

mod check;
mod conform;
mod context;
mod convert;
mod decode;
mod explain;
mod fold;
mod matrix;
mod pipe;
mod record;
mod reporting;
mod schema;
mod serve;
mod show;
mod source;
mod translation;
mod value;

pub(crate) use self::{
    check::Check, conform::Conform, conform::ConformFormat, context::Context, convert::Convert,
    decode::Decode, explain::Explain, fold::Fold, matrix::Format, matrix::Matrix, pipe::Pipe, record::Record,
    reporting::Reporting, schema::Schema, serve::Serve, show::Show, source::Source, translation::MessageType,
    translation::Translation, value::ScoreFormat,
};
use crate::protocol;
use bridge::{Dialect, DialectOrProtocol};
use clap::{CommandFactory, Parser, Subcommand};

/// Translate agent-UI messages between AAP, A2UI, AHP canvases and actions.json, and report what the target cannot hold
#[derive(Debug, Parser)]
#[command(
    name = "agent-ui",
    version,
    after_help = "\
Protocols:
  aap
  a2ui (a2ui@0.8, a2ui@0.9, a2ui@0.9.1, a2ui@0.10,
        a2ui@1.0, a2ui@1.0-sep, a2ui@1.0-aug, a2ui@1.0-june)
  ahp (ahp@canvas, ahp@1.0)
  actions-json
  mcp (mcp@2025-06-18, mcp@2025-11-25, mcp@2026-07-28)
  responses

For --to, a2ui without a version means the version that the message or its
carry names, otherwise 0.9.

Input is read from files, folders or standard input: JSON Lines, multi-line JSON
documents, or lists of messages. Output is JSON Lines. Errors, repairs and notes
are JSON Lines on standard error, with file, line and column. If a message is
refused, the messages before and after it are still written.

Exit status: 0 success, 1 loss under --strict, 2 wrong usage, 65 input refused,
74 output not written.

Without a command, `demo` runs."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Translate built-in samples and show every field
    Demo,
    /// Translate messages from one protocol to another
    Convert(Box<Convert>),
    /// Translate a session line by line, both ways, resumable
    Pipe(Box<Pipe>),
    /// Show the origin of every member of the output
    Explain(Box<Explain>),
    /// Parse messages and write them again, one per line
    Decode(Decode),
    /// Validate messages and list or fix the problems
    Check(Check),
    /// Build the record that an AAP provider would store
    Record(Record),
    /// Apply messages and write the resulting state
    Fold(Fold),
    /// Show surfaces and losses on a web page (feature `live`)
    Show(Box<Show>),
    /// Serve surfaces as AHP canvases (feature `live`)
    Serve(Box<Serve>),
    /// Write the JSON Schema of the wire types
    Schema(Schema),
    /// Measure what each mapping does to every field
    Matrix(Matrix),
    /// Run the conformance cases against a program
    Conform(Conform),
    /// Answer conformance questions from standard input
    Answer,
}

impl Command {
    /// Returns how to go on after Ctrl-C, for commands that stop between two documents.
    pub(crate) fn advice_after_interrupt(&self) -> Option<&'static str> {
        match self {
            Self::Convert(_) => {
                Some("the results up to there are written, and `agent-ui pipe --state` can resume")
            }
            Self::Pipe(arguments) if arguments.state.is_some() => Some("run the same command again to go on"),
            Self::Pipe(_) => {
                Some("the results up to there are written, and `--state` makes it possible to go on")
            }
            Self::Explain(_) | Self::Decode(_) | Self::Record(_) => {
                Some("the results up to there are written")
            }
            Self::Check(arguments) if !(arguments.fix || arguments.diff) => Some("the rest was not checked"),
            Self::Fold(_) => Some("the states of unfinished inputs were not written"),
            _ => None,
        }
    }

    /// Returns the options for reports, if the command has them.
    pub(crate) fn reporting(&self) -> Reporting {
        match self {
            Self::Convert(arguments) => arguments.reporting,
            Self::Pipe(arguments) => arguments.reporting,
            Self::Explain(arguments) => arguments.reporting(),
            Self::Decode(arguments) => arguments.reporting,
            Self::Check(arguments) => arguments.reporting,
            Self::Record(arguments) => arguments.reporting,
            Self::Fold(arguments) => arguments.reporting,
            Self::Show(arguments) => arguments.reporting,
            Self::Serve(arguments) => arguments.reporting,
            _ => Reporting::default(),
        }
    }
}

/// Builds the command line, with the wire types in its help.
pub(crate) fn command() -> clap::Command {
    let mut command = Arguments::command();
    for (name, names) in [
        ("decode", protocol::types as fn(DialectOrProtocol) -> Vec<&'static str>),
        ("check", protocol::validated_types),
        ("schema", protocol::types),
    ] {
        command = command.mut_subcommand(name, |command| {
            let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            command.after_long_help(format!("{after}\n\nTypes for --type:\n{}", types(names)))
        });
    }
    command
}

/// Formats the names of the wire types by dialect.
fn types(names: fn(DialectOrProtocol) -> Vec<&'static str>) -> String {
    const WIDTH: usize = 110;
    let mut text = String::new();
    for &dialect in Dialect::ALL {
        // Dialects that share the types of another one are not listed.
        if matches!(
            dialect,
            Dialect::A2ui0_9_1 | Dialect::A2ui1_0Aug | Dialect::A2ui1_0Sep | Dialect::A2ui1_0June
        ) {
            continue;
        }
        let mut line = format!("  {dialect}:");
        for name in names(dialect.into()) {
            if line.len() + name.len() > WIDTH {
                text += &line;
                line = "\n   ".to_owned();
            }
            line = line + " " + name;
        }
        text = text + &line + "\n";
    }
    text
}
