//! The command line.

mod check;
mod completions;
mod conform;
mod context;
mod convert;
mod decode;
mod destination;
mod explain;
mod files;
mod fold;
mod health;
mod help;
mod lsp;
mod man;
mod matrix;
mod pipe;
mod playground;
mod record;
mod reporting;
mod rule;
mod schema;
mod serve;
mod sessions;
mod show;
mod source;
mod translation;
mod usage_error;
mod value;
mod worker;

#[cfg(any(feature = "live", feature = "nats"))]
pub(crate) use self::serve::LogLevel;
#[cfg(feature = "live")]
pub(crate) use self::serve::{
    AgentArgument, AgentKind, AgentScope, CanvasPages, Face, LogFormat, SecretSource, TurnOrder,
    UsersArgument,
};
pub(crate) use self::{
    check::Check, check::CheckFormat, completions::Completions, conform::Conform,
    conform::ConformFormat, conform::OutlineLanguage, context::Context,
    context::HEADING as CONTEXT_HEADING, convert::Convert, decode::Decode, explain::Explain,
    fold::Fold, health::Health, help::command, lsp::Lsp, man::Man, matrix::Format, matrix::Matrix,
    pipe::Pipe, playground::Playground, record::Record, reporting::Reporting, rule::Rule,
    schema::ComponentArguments, schema::Schema, serve::Serve, sessions::Sessions, show::Show,
    source::Source, translation::TranslationArguments, usage_error::ensure_options_have_effect,
    usage_error::improve, value::ScoreFormat, worker::Worker,
};
use bridge::{Dialect, DialectOrProtocol};
use clap::{Parser, Subcommand};

/// The placeholder protocol of a command that reads no input and names no protocol.
const WITHOUT_INPUT: DialectOrProtocol = DialectOrProtocol {
    dialect: Dialect::A2ui0_9,
    exact: false,
};

/// Translate and check agent-UI messages: A2UI, AHP canvases, AAP, actions.json
#[derive(Debug, Parser)]
#[command(
    name = "agent-ui",
    version,
    after_help = "\
Protocols: {names}",
    after_long_help = "\
Protocols:
{dialects}

For --to, a2ui without a version means the version that the message or its carry names, otherwise 0.9.

Input is read from files, folders or standard input: JSON Lines, multi-line JSON documents, or lists of messages. Output is JSON Lines. Errors, repairs and notes are JSON Lines on standard error, with file, line and column. If a message is refused, the messages before and after it are still written.

Exit status: 0 success, 1 loss under --strict, 2 wrong usage, 65 input refused, 74 output not written."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Translate messages from one protocol to another
    Convert(Box<Convert>),
    /// Translate a session line by line, both ways, resumable
    Pipe(Box<Pipe>),
    /// Translate sessions on NATS, on many machines (feature `nats`)
    Worker(Box<Worker>),
    /// Show the origin of every member of the output
    Explain(Box<Explain>),
    /// Translate built-in samples and show every field
    Demo,
    /// Validate messages and list or fix the problems
    Check(Check),
    /// Parse messages and write them again, one per line
    Decode(Decode),
    /// Apply messages and write the resulting state
    Fold(Fold),
    /// Check, fix and complete messages in an editor (feature `lsp`)
    Lsp(Lsp),
    /// Build the record that an AAP provider would store
    Record(Record),
    /// Explain a rule of findings, with an example
    Rule(Rule),
    /// Show surfaces and losses on a web page (feature `live`)
    Show(Box<Show>),
    /// Put agents in front of clients (feature `live`)
    Serve(Box<Serve>),
    /// List or delete the sessions of serve (feature `live`)
    Sessions(Sessions),
    /// Translate messages on a web page (feature `live`)
    Playground(Playground),
    /// Check a running serve or worker over HTTP
    Health(Health),
    /// Write the JSON Schema of the wire types
    Schema(Schema),
    /// Measure what each mapping does to every field
    Matrix(Matrix),
    /// Run the conformance cases against a program
    Conform(Conform),
    /// Answer conformance questions from standard input
    Answer,
    /// Write a completion script for a shell
    Completions(Completions),
    /// Write the man page of the program or of a command
    Man(Man),
}

impl Command {
    /// Returns the advice on continuing after Ctrl-C, for commands that stop between two documents.
    pub(crate) fn advice_after_interrupt(&self) -> Option<&'static str> {
        match self {
            Self::Convert(_) if self.output().is_some() => {
                Some("--output is not written, and `agent-ui pipe --state` can resume")
            }
            Self::Check(arguments) if arguments.fix || arguments.diff => None,
            Self::Explain(_)
            | Self::Decode(_)
            | Self::Check(_)
            | Self::Record(_)
            | Self::Fold(_)
                if self.output().is_some() =>
            {
                Some("--output is not written")
            }
            Self::Convert(_) => {
                Some("the results up to there are written, and `agent-ui pipe --state` can resume")
            }
            Self::Pipe(arguments) if arguments.state.is_some() => {
                Some("run the same command again to go on")
            }
            Self::Pipe(_) => Some(
                "the results up to there are written, and `--state` makes it possible to go on",
            ),
            Self::Explain(_) | Self::Decode(_) | Self::Record(_) => {
                Some("the results up to there are written")
            }
            Self::Check(_) => Some("the rest was not checked"),
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
            Self::Check(arguments) => arguments.reporting(),
            Self::Record(arguments) => arguments.reporting,
            Self::Fold(arguments) => arguments.reporting,
            Self::Show(arguments) => arguments.reporting,
            Self::Serve(arguments) => arguments.reporting,
            _ => Reporting::default(),
        }
    }
}
