//! The command line.

use crate::protocol;
use bridge::{Dialect, DialectOrProtocol};
use clap::{Args, CommandFactory, Parser, Subcommand};
use std::{ffi::OsString, path::PathBuf, time::Duration};

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

/// The input flags of a command.
#[derive(Debug, Args)]
pub(crate) struct Source {
    /// Files, or folders of *.json and *.jsonl; default: stdin
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Accept input that contains no messages
    #[arg(long)]
    pub(crate) allow_empty: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  agent-ui convert --from aap --to a2ui@0.9 --envelope record.json > action.jsonl
  agent-ui convert --from a2ui@0.9 --to aap --envelope action.jsonl
  agent-ui convert --from a2ui --to ahp surface.jsonl
  agent-ui convert --from a2ui@0.8 --to a2ui@0.9 answer.md
  agent-ui convert --from ahp@canvas --to ahp@1.0 --chat ahp-chat:/1 frames.jsonl
  agent-ui convert --from aap --to a2ui --surface surface.jsonl --routes routes.json record.json
  agent-ui convert --from actions-json --to aap --manifest actions.json --notes events.jsonl
  agent-ui convert --from actions-json --to mcp actions.json")]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) translation: Translation,
    /// Worker threads (used only for stateless translations)
    #[arg(long, value_name = "N", default_value = "2", value_parser = threads)]
    pub(crate) threads: u8,
    #[command(flatten)]
    pub(crate) source: Source,
}

/// The flags of a translation: source, target and options.
#[derive(Clone, Debug, Args)]
pub(crate) struct Translation {
    /// Protocol of the input
    #[arg(long, value_name = "PROTOCOL")]
    pub(crate) from: DialectOrProtocol,
    /// Protocol of the output
    #[arg(long, value_name = "PROTOCOL")]
    pub(crate) to: DialectOrProtocol,
    /// Message type, if not the default (aap: Interaction)
    #[arg(long = "type", value_name = "NAME")]
    pub(crate) type_name: Option<MessageType>,
    /// Keep the whitespace of free-form values such as `data`
    #[arg(long)]
    pub(crate) verbatim: bool,
    /// Report what happened to every field on standard error
    #[arg(long)]
    pub(crate) notes: bool,
    /// Read and write lines of {"value","carry","notes"}
    #[arg(long, conflicts_with = "embed")]
    pub(crate) envelope: bool,
    /// Store the carry inside the translated message
    #[arg(long)]
    pub(crate) embed: bool,
    /// Write a2ui@1.0 ids as identifiers (a-b as a_x2D_b)
    #[arg(long)]
    pub(crate) escape_ids: bool,
    /// Refuse messages that would lose data, and their dependents
    #[arg(long)]
    pub(crate) strict: bool,
    /// Do not summarise losses and repairs at the end
    #[arg(long)]
    pub(crate) quiet: bool,
    /// Trust carries embedded in messages, whatever their origin
    #[arg(long)]
    pub(crate) trust_embedded: bool,
    /// Seal carries with this key and accept no other seal
    #[arg(long, value_name = "FILE", conflicts_with = "trust_embedded")]
    pub(crate) carry_key: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) context: Context,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Each message is translated as soon as it arrives, and the result is written at once.

From a file to --output, the lines are those of `convert`. With --state, a run that
was killed resumes where it stopped, without losing or repeating a line.

Otherwise each line is {\"seq\",\"value\"}, with \"carry\" and \"notes\" under --envelope.
`seq` is <document>/<line>, both counted from 0. After a crash, send the documents
again from the number that the new run prints on standard error. Lines with a `seq`
that you already have are repetitions. `convert --envelope` reads these lines.

Without --state, --output is overwritten. If both inputs are files, the --back file
is read after the main one; otherwise messages are processed as they arrive. AHP
canvases are written when the input ends; `serve` shows them as they grow.

Examples:
  agent-ui pipe --from a2ui --to a2ui@0.8 --state session.json --output new.jsonl old.jsonl
  some-agent | agent-ui pipe --from a2ui --to a2ui@0.9 --back 3 --back-output clicks.jsonl 3< from-client")]
pub(crate) struct Pipe {
    #[command(flatten)]
    pub(crate) translation: Translation,
    /// Messages of the reverse direction (file or descriptor)
    #[arg(long, value_name = "FILE|FD", requires = "back_output")]
    pub(crate) back: Option<PathBuf>,
    /// Output of the reverse direction (file or descriptor)
    #[arg(long, value_name = "FILE|FD", requires = "back")]
    pub(crate) back_output: Option<PathBuf>,
    /// Save the session in this file and resume from it
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Size limit of the saved session, per direction
    #[arg(long, value_name = "BYTES", default_value = "268435456", value_parser = bytes)]
    pub(crate) limit: u64,
    /// File to read; default: standard input (`-`)
    pub(crate) file: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
For each message, prints its place and every member of the output with its value,
source, rule and verdict; then the fields that the output does not contain. Errors
are printed in the same format.

Examples:
  agent-ui explain --from aap --to a2ui record.json
  agent-ui explain --from a2ui --to ahp --format json surface.jsonl")]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) translation: Translation,
    /// Format of the output
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub(crate) format: ScoreFormat,
    #[command(flatten)]
    pub(crate) source: Source,
}

/// The message types that `--type` selects where a dialect has several for the same content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
#[value(rename_all = "PascalCase")]
pub(crate) enum MessageType {
    /// Record that an AAP provider stores
    Interaction,
    /// Request that a page's window sends to the provider
    SubmitRequest,
    /// Message that a page posts to its window
    CanvasMessage,
    /// AHP canvas without its contents
    CanvasState,
}

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
    pub(crate) session: Option<String>,
    /// AHP chat of the canvases, for ahp@1.0
    #[arg(long, value_name = "URI")]
    pub(crate) chat: Option<String>,
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

#[derive(Debug, Args)]
#[command(after_help = "\
Any difference between input and output means that a field is not modelled. There
should be none.

Examples:
  agent-ui decode aap record.json
  agent-ui decode a2ui@0.9 --type Component component.json")]
pub(crate) struct Decode {
    /// Protocol of the input
    pub(crate) protocol: DialectOrProtocol,
    /// Wire type, by its name in the specification
    #[arg(long = "type", value_name = "NAME")]
    pub(crate) type_name: Option<String>,
    /// Keep the whitespace of free-form values such as `data`
    #[arg(long)]
    pub(crate) verbatim: bool,
    #[command(flatten)]
    pub(crate) source: Source,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Each finding is one line on standard output: {\"file\",\"line\",\"column\",\"rule\",
\"pointer\",\"severity\",\"message\",\"hint\",\"profile\"}. Text that cannot be read is a
finding with the rule `decode`. If a finding is an error, the exit status is 65.

--fix corrects the files in place and then checks the result; standard input is
corrected to standard output. Each correction is one line on standard error:
{\"file\",\"line\",\"column\",\"fixed\",\"pointer\",\"message\"}. With standard input or
--diff, the findings are written to standard error as well.

Examples:
  agent-ui check aap record.json
  agent-ui check actions-json --profile strict actions.json
  agent-ui check actions-json --dictionary primitives.json actions.json
  agent-ui check actions-json --rules
  agent-ui check actions-json --dry-run --arguments arguments.json actions.json
  agent-ui check a2ui --catalog shop.json surface.jsonl
  agent-ui check a2ui --fix surface.jsonl
  agent-ui check a2ui --diff surface.jsonl

--dry-run also runs the workflows of a manifest without a page. It prints one line
for each primitive call with its arguments, one for each wait, and then
{\"tool\",\"output\"}. Results of the page are unknown: expressions that read `steps`
are not evaluated, and each step runs once, with its `when`, `for_each` and
`retry_until` printed. A workflow that fails is a finding with the rule `dry-run`.

Tool arguments come from --arguments, or from the examples, defaults and constants
of the input_schema. Other required values are `<name>`, 1, false or a list of one.")]
pub(crate) struct Check {
    /// Protocol of the input
    pub(crate) protocol: DialectOrProtocol,
    /// Wire type, by its name in the specification
    #[arg(long = "type", value_name = "NAME")]
    pub(crate) type_name: Option<String>,
    /// Validation profile for manifests
    #[arg(long, value_name = "PROFILE", default_value = "published")]
    pub(crate) profile: Profile,
    /// Primitives that workflows may call
    #[arg(long, value_name = "FILE")]
    pub(crate) dictionary: Option<PathBuf>,
    /// Catalog, or capabilities with inline catalogs (repeatable)
    #[arg(long = "catalog", value_name = "FILE")]
    pub(crate) catalogs: Vec<PathBuf>,
    /// List the manifest rules and their severities instead
    #[arg(long)]
    pub(crate) rules: bool,
    /// Show the calls of workflows (feature `workflows`)
    #[arg(long, conflicts_with_all = ["rules", "type_name"])]
    pub(crate) dry_run: bool,
    /// Apply safe repairs and unambiguous suggestions
    #[arg(long, conflicts_with_all = ["rules", "dry_run"])]
    pub(crate) fix: bool,
    /// Show what --fix would change, as a diff
    #[arg(long, conflicts_with_all = ["rules", "dry_run"])]
    pub(crate) diff: bool,
    /// Tool arguments for --dry-run, keyed by tool name
    #[arg(long, value_name = "FILE", requires = "dry_run")]
    pub(crate) arguments: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) source: Source,
}

/// Validation profiles for manifests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Profile {
    /// Every rule of the specification
    Strict,
    /// Rules that published manifests follow
    Published,
}

impl Profile {
    /// Returns the rules of the profile.
    pub(crate) fn rules(self) -> &'static bridge::actions_json::validate::Profile {
        use bridge::actions_json::validate::Profile;
        match self {
            Self::Strict => &Profile::STRICT,
            Self::Published => &Profile::PUBLISHED,
        }
    }
}

#[derive(Debug, Args)]
#[command(after_help = "\
Input: one {\"id\",\"timestamp\",\"request\"} per line. Output: one {\"file\",\"record\"}
per line, as the provider would store it.

Example:
  echo '{\"id\":\"f6554697-47fd-4d67-8db9-291b9f7f3476\",\"timestamp\":\"2026-05-18T15:30:00.000Z\",\"request\":{\"action\":\"click\",\"canvasFile\":\"p.html\"}}' | agent-ui record")]
pub(crate) struct Record {
    #[command(flatten)]
    pub(crate) source: Source,
}

#[derive(Debug, Args)]
#[command(after_help = "\
a2ui  Input: messages. Output: the live surfaces in order of creation, one per line,
      without the members that no message set. As in convert, check and decode,
      messages are also found in model answers (code fences, <a2ui-json> tags),
      Server-Sent Events, A2A, AG-UI, MCP and tool calls. Standard error reports
      how many lines of other text were skipped.
ahp   Input: one {\"reducer\",\"initial\",\"actions\"} per line, with the reducers canvas
      and session (ahp@canvas) or canvas and chat (ahp@1.0). Output: one resulting
      state per line. Actions of other reducers are skipped.
      Input may also be a log of frames, snapshots and actions from a host. Output:
      the states at the end of the log, one snapshot per line.

Examples:
  agent-ui fold a2ui surface.jsonl
  agent-ui fold ahp@canvas cases.jsonl
  agent-ui fold ahp@1.0 frames.jsonl")]
pub(crate) struct Fold {
    /// Protocol of the input: a2ui or ahp, in any version
    pub(crate) protocol: DialectOrProtocol,
    #[command(flatten)]
    pub(crate) source: Source,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Without --open and --watch, the page is written as one self-contained file. Otherwise
it is served on 127.0.0.1 until Ctrl-C, and each user action is one line on standard
output, in the version of its surface. A watched file may grow line by line. If it is
truncated or replaced, the page starts again.

Examples:
  agent-ui show --output page.html surface.jsonl
  agent-ui show --open surface.jsonl
  agent-ui show --watch --to aap surface.jsonl
  some-agent | agent-ui show --open -")]
#[cfg_attr(not(feature = "live"), allow(dead_code))]
pub(crate) struct Show {
    /// Protocol of the input: a2ui or ahp, in any version
    #[arg(long, value_name = "PROTOCOL", default_value = "a2ui")]
    pub(crate) from: DialectOrProtocol,
    /// Write the page to this file instead of standard output
    #[arg(long, value_name = "PAGE", conflicts_with_all = ["open", "watch"])]
    pub(crate) output: Option<PathBuf>,
    /// Serve the page and open it in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Serve the page and follow the growing file
    #[arg(long)]
    pub(crate) watch: bool,
    /// Port to listen on; 0 selects a free one
    #[arg(long, value_name = "PORT", default_value = "0", value_parser = port)]
    pub(crate) port: u16,
    /// Protocol of the actions
    #[arg(long, value_name = "PROTOCOL")]
    pub(crate) to: Option<DialectOrProtocol>,
    /// Allow media from https addresses
    #[arg(long)]
    pub(crate) allow_images: bool,
    #[command(flatten)]
    pub(crate) context: Context,
    #[command(flatten)]
    pub(crate) source: Source,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Runs an AHP host on 127.0.0.1, at an unguessable path, until Ctrl-C. Each surface is
a canvas of the session ahp-session:/agent-ui and its chat ahp-chat:/agent-ui, until
the surface is deleted. Each user action is one line on standard output, in the
version of its surface.

With ahp@canvas, a client reads the page of a canvas over its connection, as
ahp-canvas-content:/SURFACE/index.html; changes and clicks are canvas/message. With
ahp@1.0, the page has an address of this program. Next to each page, surface.json
contains the surface as A2UI messages. A file may grow line by line. If it is
truncated or replaced, everything starts again.

Examples:
  agent-ui serve --to ahp@1.0 surface.jsonl
  some-agent | agent-ui serve --to ahp@canvas --port 4000 -")]
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
    pub(crate) source: Source,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Without --type, the schema covers the messages of the protocol, as `decode` reads
them. Everything that a specification leaves open stays open. The manifest schema
expresses the rules of `check --profile strict` as far as a schema can.

Examples:
  agent-ui schema a2ui@1.0 > a2ui.schema.json
  agent-ui schema aap --type SubmitRequest")]
pub(crate) struct Schema {
    /// Protocol of the types
    pub(crate) protocol: DialectOrProtocol,
    /// Wire type, by its name in the specification
    #[arg(long = "type", value_name = "NAME")]
    pub(crate) type_name: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
The tables are measured: each field of the sample messages is varied, and the effect
on the output and the round trip is recorded. The html page works without a network.

Example:
  agent-ui matrix --format html > matrix.html")]
pub(crate) struct Matrix {
    /// Format of the output
    #[arg(long, value_name = "FORM", default_value = "md")]
    pub(crate) format: Format,
}

/// Output formats of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Markdown with tables
    Md,
    /// JSON Lines, one mapping per line
    Json,
    /// Interactive page for a browser
    Html,
}

#[derive(Debug, Args)]
#[command(after_help = "\
The program reads one question per line from standard input and writes one answer per
line, immediately and in the same order:
  question  {\"id\",\"op\",\"from\",\"to\",\"input\",\"carry\",\"context\"}
            op is `translate`, or `embed` to put the carry into the messages
  answer    {\"id\",\"value\",\"carry\",\"notes\"} or {\"id\",\"error\"}

A --known file has one case id per line; lines that start with `#` are comments.

The exit status is 65 if an unlisted required case fails, or if a listed case passes or
does not exist. It is 2 if the program cannot be started or exits without an answer.

Examples:
  agent-ui conform -- agent-ui answer
  agent-ui conform --known failures.txt --from aap -- python3 bridge.py
  agent-ui conform --cases > cases.jsonl")]
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
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: Duration,
    /// Format of the output
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub(crate) format: ScoreFormat,
    /// Write the cases instead of running them
    #[arg(long, conflicts_with_all = ["known", "command"])]
    pub(crate) cases: bool,
    /// Program to test, with its arguments
    #[arg(last = true, value_name = "COMMAND", required_unless_present = "cases")]
    pub(crate) command: Vec<OsString>,
}

/// Output formats for results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ScoreFormat {
    /// Text in aligned columns
    Text,
    /// JSON Lines, one result per line
    Json,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds > 0.0);
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| "expected a number of seconds, as in 10 or 0.5".to_owned())
}

fn bytes(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "expected a number of bytes, as in 268435456".to_owned())
}

fn port(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| "expected a number from 0 to 65535".to_owned())
}

fn threads(text: &str) -> Result<u8, String> {
    let threads = text.parse().ok().filter(|threads| (1..=64).contains(threads));
    threads.ok_or_else(|| "expected a number from 1 to 64".to_owned())
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
