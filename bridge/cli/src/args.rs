//! The command line.

use crate::protocol;
use bridge::{Dialect, DialectOrProtocol};
use clap::{Args, CommandFactory, Parser, Subcommand};
use std::{ffi::OsString, path::PathBuf, time::Duration};

/// Translates agent-UI messages between AAP, A2UI, AHP canvases and actions.json; nothing is lost without being named.
#[derive(Debug, Parser)]
#[command(
    name = "agent-ui",
    version,
    after_help = "\
Protocols: aap, a2ui (a2ui@0.8, a2ui@0.9, a2ui@0.9.1, a2ui@0.10, a2ui@1.0, a2ui@1.0-sep, a2ui@1.0-aug, a2ui@1.0-june), ahp
(ahp@canvas, ahp@1.0), actions-json, mcp (mcp@2025-06-18, mcp@2025-11-25, mcp@2026-07-28), responses.
Behind --to, a2ui without a version is the version that a message has or its carry names, else 0.9.

Input is files, folders or standard input: JSON Lines, documents on many lines, one or several, and lists as the
protocols have them. Output is JSON Lines. Refusals, repairs and notes are JSON Lines on standard error, with file,
line and column, and the messages around a refused one still come out.

Exit status: 0 done, 1 loss under --strict, 2 wrong usage, 65 input refused, 74 output not written.

Without a command: demo."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Translate built-in samples from end to end and show what became of every field
    Demo,
    /// Translate messages from one protocol to another
    Convert(Box<Convert>),
    /// Translate a session line by line, in both directions, and go on after a crash
    Pipe(Box<Pipe>),
    /// Show where every member of a translation comes from
    Explain(Box<Explain>),
    /// Read messages into the types and write them again, one a line
    Decode(Decode),
    /// List everything that is wrong with messages
    Check(Check),
    /// Make the record that an AAP provider would store
    Record(Record),
    /// Show the surfaces that A2UI messages build
    Fold(Fold),
    /// Show surfaces on a page, with what was lost beside them, and bring clicks back (feature `live`)
    Show(Box<Show>),
    /// Serve surfaces to others as canvases, and bring clicks back (feature `live`)
    Serve(Box<Serve>),
    /// Write the JSON Schema of the wire types
    Schema(Schema),
    /// Measure what becomes of every field in every mapping
    Matrix(Matrix),
    /// Run the conformance cases through a program
    Conform(Conform),
    /// Answer conformance questions, line by line
    Answer,
}

/// Where the input is.
#[derive(Debug, Args)]
pub(crate) struct Source {
    /// Files to read, and folders, whose *.json and *.jsonl are read by name; standard input if there are none, or for `-`
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Accept an input without messages, such as an answer of a model without an interface
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
    /// How many threads translate files in which no message depends on another; everything else is for one
    #[arg(long, value_name = "N", default_value = "2", value_parser = threads)]
    pub(crate) threads: u8,
    #[command(flatten)]
    pub(crate) source: Source,
}

/// From what, to what, and how.
#[derive(Clone, Debug, Args)]
pub(crate) struct Translation {
    /// The protocol of the input
    #[arg(long, value_name = "PROTOCOL")]
    pub(crate) from: DialectOrProtocol,
    /// The protocol of the output
    #[arg(long, value_name = "PROTOCOL")]
    pub(crate) to: DialectOrProtocol,
    /// What a message of aap is, coming or going, where it is no record; from ahp to ahp, a CanvasState
    #[arg(long = "type", value_name = "NAME")]
    pub(crate) type_name: Option<MessageType>,
    /// Keep the blanks in values that a protocol leaves open, as `data`, where they stand on several lines; on one line they stay
    /// anyway, and everything else is written without
    #[arg(long)]
    pub(crate) verbatim: bool,
    /// Write what became of every field, as JSON Lines on standard error: copied, renamed, encoded, derived or defaulted; carried or
    /// quarantined, which without a carry is lost; dropped, which is gone
    #[arg(long)]
    pub(crate) notes: bool,
    /// Write, and read, {"value","carry","notes"}
    #[arg(long, conflicts_with = "embed")]
    pub(crate) envelope: bool,
    /// Put what the target cannot hold into the message itself
    #[arg(long)]
    pub(crate) embed: bool,
    /// Write the component ids of a2ui@1.0 as identifiers, main-column as main_x2D_column, and read them back
    #[arg(long)]
    pub(crate) escape_ids: bool,
    /// Refuse what would lose something, and what depends on it
    #[arg(long)]
    pub(crate) strict: bool,
    /// Do not say at the end how much was lost or repaired
    #[arg(long)]
    pub(crate) quiet: bool,
    /// Use the carry that is in a message, whoever put it there
    #[arg(long)]
    pub(crate) trust_embedded: bool,
    /// Seal carries with the key in this file, and use only those with its seal, in envelopes and in messages
    #[arg(long, value_name = "FILE", conflicts_with = "trust_embedded")]
    pub(crate) carry_key: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) context: Context,
}

#[derive(Debug, Args)]
#[command(after_help = "\
A message is translated as soon as it is there, and what comes out is seen at once. Between a file and --output, lines are
those of convert, and with --state a run that was killed goes on where it stopped: nothing is lost and nothing is doubled.
Everywhere else a line is {\"seq\",\"value\"}, with \"carry\" and \"notes\" under --envelope; seq is <document>/<line>, both from 0. A
document without an answer has to be sent again after a crash, from the number that the new run tells on standard error;
an answer with a seq that was seen before is the same answer. `convert --envelope` reads these lines. Without --state, --output
begins anew.

If both directions come from files, that of --back is read behind the other; else each message counts when it comes. A canvas
of ahp is written when the input ends: `serve` shows it as it grows.

Examples:
  agent-ui pipe --from a2ui --to a2ui@0.8 --state session.json --output new.jsonl old.jsonl
  some-agent | agent-ui pipe --from a2ui --to a2ui@0.9 --back 3 --back-output clicks.jsonl 3< from-client")]
pub(crate) struct Pipe {
    #[command(flatten)]
    pub(crate) translation: Translation,
    /// Where the messages of the other direction come from: a file, or the number of an open file descriptor
    #[arg(long, value_name = "FILE|FD", requires = "back_output")]
    pub(crate) back: Option<PathBuf>,
    /// Where those go to: a file, or the number of an open file descriptor
    #[arg(long, value_name = "FILE|FD", requires = "back")]
    pub(crate) back_output: Option<PathBuf>,
    /// Keep the session in this file, which is replaced as a whole, and go on from it
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,
    /// Write to this file in the place of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// How many bytes of earlier messages the session may keep in each direction
    #[arg(long, value_name = "BYTES", default_value = "268435456", value_parser = bytes)]
    pub(crate) limit: u64,
    /// The file to read; standard input if it is missing or `-`
    pub(crate) file: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
For each message, behind its place: every member of what comes out, its value, where it comes from, by which rule, and how true
it stayed; then what went nowhere, or only into the carry. A refusal is told in the same form.

Examples:
  agent-ui explain --from aap --to a2ui record.json
  agent-ui explain --from a2ui --to ahp --format json surface.jsonl")]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) translation: Translation,
    /// In which form it is told
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub(crate) format: ScoreFormat,
    #[command(flatten)]
    pub(crate) source: Source,
}

/// What a message is, where its protocol has several that say the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
#[value(rename_all = "PascalCase")]
pub(crate) enum MessageType {
    /// A record of aap: what a provider stores
    Interaction,
    /// What a page's window sends to the provider
    SubmitRequest,
    /// What a page posts to its window
    CanvasMessage,
    /// A canvas of ahp without its contents
    CanvasState,
}

/// What no message holds.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Context")]
pub(crate) struct Context {
    /// Canvas files and the surfaces that they show: {"reports/x.html":"surface"}
    #[arg(long, value_name = "FILE")]
    pub(crate) routes: Option<PathBuf>,
    /// The manifest of the page from which actions.json events come
    #[arg(long, value_name = "FILE")]
    pub(crate) manifest: Option<PathBuf>,
    /// By what manifests are judged: `published` leaves out the tools, signals and other parts with errors, and names them;
    /// `strict` refuses such a manifest
    #[arg(long, value_name = "PROFILE", default_value = "published")]
    pub(crate) profile: Profile,
    /// A2UI messages that build the live surfaces, whose components say what a click on them sends
    #[arg(long, value_name = "FILE")]
    pub(crate) surface: Option<PathBuf>,
    /// The agent that owns the surfaces
    #[arg(long, value_name = "ID")]
    pub(crate) owner: Option<String>,
    /// The time of receipt, of requests of aap, and of events of actions-json that do not say when they happened
    #[arg(long, value_name = "RFC3339")]
    pub(crate) time: Option<String>,
    /// The canvas file of events
    #[arg(long, value_name = "PATH")]
    pub(crate) canvas_file: Option<String>,
    /// The runtime of events that come from none
    #[arg(long, value_name = "ID")]
    pub(crate) runtime_id: Option<String>,
    /// The AHP channel
    #[arg(long, value_name = "URI")]
    pub(crate) channel: Option<String>,
    /// The AHP session to which the open canvases of a chat belong, from ahp@1.0 to ahp@canvas, or in which calls are made
    #[arg(long, value_name = "URI")]
    pub(crate) session: Option<String>,
    /// The AHP chat to which the open canvases of a session belong, from ahp@canvas to ahp@1.0
    #[arg(long, value_name = "URI")]
    pub(crate) chat: Option<String>,
    /// The http(s) address under which canvas contents are served, for ahp@1.0
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,
    /// Name MCP tools without dots, cart.add as cart__add, for clients that take none
    #[arg(long)]
    pub(crate) flat_names: bool,
    /// Leave `oneOf`, `anyOf`, `allOf` and `if` out at the top of input schemas of MCP tools, for clients and model APIs that refuse
    /// them; the carry keeps them
    #[arg(long)]
    pub(crate) portable_schemas: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
What is not modelled shows as a difference between input and output; there should be none.

Examples:
  agent-ui decode aap record.json
  agent-ui decode a2ui@0.9 --type Component component.json")]
pub(crate) struct Decode {
    /// The protocol
    pub(crate) protocol: DialectOrProtocol,
    /// The wire type, by the name that its specification gives it
    #[arg(long = "type", value_name = "NAME")]
    pub(crate) type_name: Option<String>,
    /// Keep the blanks in values that a protocol leaves open, as `data`, where they stand on several lines; on one line they stay
    /// anyway, and everything else is written without
    #[arg(long)]
    pub(crate) verbatim: bool,
    #[command(flatten)]
    pub(crate) source: Source,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Each finding is a line {\"file\",\"line\",\"column\",\"rule\",\"pointer\",\"severity\",\"message\",\"hint\",\"profile\"}; what cannot be read is a finding
with the rule `decode`. The exit status is 65 if one is an error.

--fix applies every safe repair and every suggestion that leaves no choice, and then checks the result. A correction is a line
{\"file\",\"line\",\"column\",\"fixed\",\"pointer\",\"message\"} on standard error. With standard input or --diff the findings are there, too.

Examples:
  agent-ui check aap record.json
  agent-ui check actions-json --profile strict actions.json
  agent-ui check actions-json --dictionary primitives.json actions.json
  agent-ui check actions-json --rules
  agent-ui check actions-json --dry-run --arguments arguments.json actions.json
  agent-ui check a2ui --catalog shop.json surface.jsonl
  agent-ui check a2ui --fix surface.jsonl
  agent-ui check a2ui --diff surface.jsonl

--dry-run then goes through the workflows of a manifest without a page, a line for each primitive that would be called, with its
arguments, and for each time to wait; then {\"tool\",\"output\"}. Nobody knows what the page would give, so a slot that reads `steps`
stays as it is, and each step is done once: `when`, `for_each`, `retry_until` and what belongs to them stand beside it. A workflow
that fails is a finding with the rule `dry-run`. The arguments of a tool are those of --arguments; else they are made of its
input_schema: its examples, defaults and constants, and for what is required otherwise `<name>`, 1, false, or a list of one.")]
pub(crate) struct Check {
    /// The protocol
    pub(crate) protocol: DialectOrProtocol,
    /// The wire type, by the name that its specification gives it
    #[arg(long = "type", value_name = "NAME")]
    pub(crate) type_name: Option<String>,
    /// By what manifests are judged: the specification to the letter, or what published manifests keep
    #[arg(long, value_name = "PROFILE", default_value = "published")]
    pub(crate) profile: Profile,
    /// The primitives that workflows of manifests may name
    #[arg(long, value_name = "FILE")]
    pub(crate) dictionary: Option<PathBuf>,
    /// A catalog by which components and calls of a2ui are judged: a catalog file, or capabilities with inline catalogs; may be
    /// given several times
    #[arg(long = "catalog", value_name = "FILE")]
    pub(crate) catalogs: Vec<PathBuf>,
    /// List the rules of manifests instead, and how much each matters in the profile
    #[arg(long)]
    pub(crate) rules: bool,
    /// Go through the workflows of manifests without a page, and show what they would call (feature `workflows`)
    #[arg(long, conflicts_with_all = ["rules", "type_name"])]
    pub(crate) dry_run: bool,
    /// Correct what can be corrected without a choice, in the files themselves, and name each correction; from standard input to
    /// standard output
    #[arg(long, conflicts_with_all = ["rules", "dry_run"])]
    pub(crate) fix: bool,
    /// Show what --fix would change, as a diff, and write nothing
    #[arg(long, conflicts_with_all = ["rules", "dry_run"])]
    pub(crate) diff: bool,
    /// The arguments of the tools in a dry run: an object of objects, by the names of tools
    #[arg(long, value_name = "FILE", requires = "dry_run")]
    pub(crate) arguments: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) source: Source,
}

/// By what manifests are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Profile {
    /// The specification to the letter.
    Strict,
    /// What published manifests keep.
    Published,
}

impl Profile {
    /// The profile of this name.
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
In: {\"id\",\"timestamp\",\"request\"} a line. Out: {\"file\",\"record\"} a line, as the provider would store it.

Example:
  echo '{\"id\":\"f6554697-47fd-4d67-8db9-291b9f7f3476\",\"timestamp\":\"2026-05-18T15:30:00.000Z\",\"request\":{\"action\":\"click\",\"canvasFile\":\"p.html\"}}' | agent-ui record")]
pub(crate) struct Record {
    #[command(flatten)]
    pub(crate) source: Source,
}

#[derive(Debug, Args)]
#[command(after_help = "\
a2ui  In: messages. Out: the live surfaces in order of creation, a line each. What was never stated is left out.
      Like convert, check and decode it finds messages in the text of a model too (code fences, <a2ui-json> tags),
      in Server-Sent Events, in A2A, AG-UI and MCP, and in tool calls. The text around them is counted on standard error.
ahp   In: {\"reducer\",\"initial\",\"actions\"} a line; reducers are canvas and session of ahp@canvas, canvas and
      chat of ahp@1.0. Out: the resulting state a line. Actions of other reducers are passed over.
      Also a log of what a host sent: frames, snapshots, actions. Out: the states at its end, a snapshot a line.

Examples:
  agent-ui fold a2ui surface.jsonl
  agent-ui fold ahp@canvas cases.jsonl
  agent-ui fold ahp@1.0 frames.jsonl")]
pub(crate) struct Fold {
    /// The protocol: a2ui or ahp, in any version
    pub(crate) protocol: DialectOrProtocol,
    #[command(flatten)]
    pub(crate) source: Source,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Without --open and --watch the page is written: one file that needs nothing else, and no network. Otherwise it is served on
127.0.0.1 until Ctrl-C, and each action of a user is a line on standard output, in the version in which the surface is
written. A file that is watched may grow line by line; if it is cut or replaced, everything starts again.

Examples:
  agent-ui show --output page.html surface.jsonl
  agent-ui show --open surface.jsonl
  agent-ui show --watch --to aap surface.jsonl
  some-agent | agent-ui show --open -")]
#[cfg_attr(not(feature = "live"), allow(dead_code))]
pub(crate) struct Show {
    /// The protocol of the input: a2ui or ahp, in any version
    #[arg(long, value_name = "PROTOCOL", default_value = "a2ui")]
    pub(crate) from: DialectOrProtocol,
    /// Write the page to this file in the place of standard output
    #[arg(long, value_name = "PAGE", conflicts_with_all = ["open", "watch"])]
    pub(crate) output: Option<PathBuf>,
    /// Serve the page and show it in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Serve the page and show what is appended to the file
    #[arg(long)]
    pub(crate) watch: bool,
    /// The port at which it is served; 0 takes any that is free
    #[arg(long, value_name = "PORT", default_value = "0", value_parser = port)]
    pub(crate) port: u16,
    /// The protocol of the actions
    #[arg(long, value_name = "PROTOCOL")]
    pub(crate) to: Option<DialectOrProtocol>,
    /// Let the page load images, sounds and films from https addresses
    #[arg(long)]
    pub(crate) allow_images: bool,
    #[command(flatten)]
    pub(crate) context: Context,
    #[command(flatten)]
    pub(crate) source: Source,
}

#[derive(Debug, Args)]
#[command(after_help = "\
An AHP host on 127.0.0.1, at a path that cannot be guessed, until Ctrl-C. Each surface is a canvas of the session ahp-session:/agent-ui and its chat
ahp-chat:/agent-ui, and goes when the surface does; each action of a user is a line on standard output, in the version in
which the surface is written. With ahp@canvas a client gets the page of a canvas over its connection, as
ahp-canvas-content:/SURFACE/index.html, and what changes and what is clicked as canvas/message; with ahp@1.0 it gets an address
of this program. Beside each page is surface.json, the surface as A2UI messages. A file may grow line by line; if it is cut or
replaced, everything starts again.

Examples:
  agent-ui serve --to ahp@1.0 surface.jsonl
  some-agent | agent-ui serve --to ahp@canvas --port 4000 -")]
#[cfg_attr(not(feature = "live"), allow(dead_code))]
pub(crate) struct Serve {
    /// The protocol of the input: a2ui, in any version
    #[arg(long, value_name = "PROTOCOL", default_value = "a2ui")]
    pub(crate) from: DialectOrProtocol,
    /// As what it is served: ahp@canvas or ahp@1.0
    #[arg(long, value_name = "PROTOCOL")]
    pub(crate) to: DialectOrProtocol,
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "PORT", default_value = "0", value_parser = port)]
    pub(crate) port: u16,
    /// Pages of which other origins may be clients, as in https://app.test
    #[arg(long, value_name = "ORIGIN")]
    pub(crate) origin: Vec<String>,
    /// Let pages load images, sounds and films from https addresses
    #[arg(long)]
    pub(crate) allow_images: bool,
    #[command(flatten)]
    pub(crate) context: Context,
    #[command(flatten)]
    pub(crate) source: Source,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Without --type: the messages of the protocol, as `decode` reads them. Whatever a specification leaves open, the schema
leaves open. That of a manifest states what `check --profile strict` asks for, as far as a schema can.

Examples:
  agent-ui schema a2ui@1.0 > a2ui.schema.json
  agent-ui schema aap --type SubmitRequest")]
pub(crate) struct Schema {
    /// The protocol
    pub(crate) protocol: DialectOrProtocol,
    /// The wire type, by the name that its specification gives it
    #[arg(long = "type", value_name = "NAME")]
    pub(crate) type_name: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
The table is found by experiment: each field of sample messages is varied, and it is watched what moves and what comes
back. md is for reading, json has a mapping a line, html is a page in which one looks things up, without a network.

Example:
  agent-ui matrix --format html > matrix.html")]
pub(crate) struct Matrix {
    /// In which form it is written
    #[arg(long, value_name = "FORM", default_value = "md")]
    pub(crate) format: Format,
}

/// A form of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Markdown.
    Md,
    /// JSON Lines, a mapping a line.
    Json,
    /// A page for a browser.
    Html,
}

#[derive(Debug, Args)]
#[command(after_help = "\
The program reads questions from standard input and writes answers, in the same order, a line each, at once:
  {\"id\",\"op\",\"from\",\"to\",\"input\",\"carry\",\"context\"}   op: translate, or embed (the carry goes into the messages)
  {\"id\",\"value\",\"carry\",\"notes\"} or {\"id\",\"error\"}

The exit status is 65 if a required case fails that is not listed as known, or a known one holds or is no case. It is 2 if
the program cannot be started, or ends without an answer.

Examples:
  agent-ui conform -- agent-ui answer
  agent-ui conform --known failures.txt --from aap -- python3 bridge.py
  agent-ui conform --cases > cases.jsonl")]
pub(crate) struct Conform {
    /// The cases that are known to fail: their ids, one a line; lines with `#` in front are notes
    #[arg(long, value_name = "FILE")]
    pub(crate) known: Option<PathBuf>,
    /// Only the cases of this source
    #[arg(long, value_name = "PROTOCOL")]
    pub(crate) from: Option<DialectOrProtocol>,
    /// Only the cases of this target
    #[arg(long, value_name = "PROTOCOL")]
    pub(crate) to: Option<DialectOrProtocol>,
    /// How long to wait for an answer
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: Duration,
    /// In which form it is told what failed
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub(crate) format: ScoreFormat,
    /// Write the cases instead, one a line
    #[arg(long, conflicts_with_all = ["known", "command"])]
    pub(crate) cases: bool,
    /// The program, and its arguments
    #[arg(last = true, value_name = "COMMAND", required_unless_present = "cases")]
    pub(crate) command: Vec<OsString>,
}

/// A form of the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ScoreFormat {
    /// For people.
    Text,
    /// JSON Lines.
    Json,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds > 0.0);
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| "expected seconds, as in 10 or 0.5".to_owned())
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

/// The command line, with the wire types in its help.
pub(crate) fn command() -> clap::Command {
    let mut command = Arguments::command();
    for (name, names) in [
        ("decode", protocol::types as fn(DialectOrProtocol) -> Vec<&'static str>),
        ("check", protocol::judged_types),
        ("schema", protocol::types),
    ] {
        command = command.mut_subcommand(name, |command| {
            let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            command.after_long_help(format!("{after}\n\nTypes for --type:\n{}", types(names)))
        });
    }
    command
}

/// The names of the wire types, by protocol.
fn types(names: fn(DialectOrProtocol) -> Vec<&'static str>) -> String {
    const WIDTH: usize = 110;
    let mut text = String::new();
    for &dialect in Dialect::ALL {
        // What has the types of another dialect has no list of its own.
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
