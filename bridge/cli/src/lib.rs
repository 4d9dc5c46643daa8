//! The command-line program `agent-ui`. It translates, decodes, validates, records and folds agent-UI messages,
//! measures the mappings, and tests other programs against the measurements.
//!
//! Input comes from files or standard input; output is JSON Lines.
//!
//! # Features
//!
//! By default the program contains all commands except `show`, `serve`, `sessions`, `playground`, `worker` and
//! `check actions-json --dry-run`.
//!
//! | feature | adds |
//! |---|---|
//! | `mimalloc` | mimalloc as the allocator of the program `agent-ui`, which makes translations faster; on by default, needs a C compiler |
//! | `jsonschema` | `check` of actions.json and MCP, and the check of event payloads against the schemas of their signals; on by default |
//! | `lsp` | `lsp`, the language server; on by default |
//! | `live` | `show`, `serve`, `sessions` and `playground`; `bridge/cli/install` builds their pages |
//! | `nats` | `worker`, and together with `live` also `serve --store nats://…`; needs Rust 1.89 |
//! | `workflows` | `check actions-json --dry-run`, and the check of expressions |

#![cfg_attr(docsrs, feature(doc_cfg))]

mod answer;
mod args;
mod check;
mod completions;
mod config_file;
mod conform;
mod context;
mod context_file;
mod conversion;
mod convert;
mod decode;
mod demo;
mod descriptor;
mod exit;
mod explain;
mod explanation;
mod field_table;
mod flag_file;
mod flag_names;
mod fold;
mod folder;
mod health;
mod input;
mod interrupt;
mod loss_count;
#[cfg(feature = "lsp")]
mod lsp;
#[cfg(not(feature = "lsp"))]
#[path = "no_lsp.rs"]
mod lsp;
mod man_page;
mod matrix;
mod operands;
mod output_file;
mod pipe;
mod playground;
mod record;
mod repair_counts;
mod replacement;
mod report;
mod rule;
mod run_totals;
mod schema;
mod serve;
mod sessions;
mod show;
mod source_build;
mod streams;
mod terminal_text;
mod threads;
mod type_list;
mod unused_carries;
mod unused_surface;
mod worker;
mod xml;

use agent_ui_text::protocol;
use args::{Arguments, Check, Command, Decode, Schema};
use clap::FromArgMatches;
use exit::Exit;
use output_file::OutputFile;
use report::Report;
use std::{
    ffi::OsString,
    io::{self, Write},
    process::ExitCode,
};
pub use streams::{Streams, Terminal};
use terminal_text::printable;

/// Runs the program with the arguments and standard streams of the process.
pub fn main() -> ExitCode {
    interrupt::allow();
    ExitCode::from(run(std::env::args_os(), Streams::of_process()))
}

/// Runs the program on the given streams and returns its exit status. The first argument is the program's name.
///
/// ```
/// use agent_ui_cli::{Streams, run};
///
/// let record = r#"{"id":"a","timestamp":"t","canvasFile":"p.html","action":"click","summary":"s"}"#;
/// let (output, errors) = (Box::new(std::io::sink()), Box::new(std::io::sink()));
/// let streams = Streams::new(Box::new(record.as_bytes()), output, errors);
/// assert_eq!(run(["agent-ui", "decode", "aap"], streams), 0);
/// ```
pub fn run<T: Into<OsString> + Clone>(
    arguments: impl IntoIterator<Item = T>,
    mut streams: Streams,
) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    match parse(&arguments) {
        Ok(arguments) => run_command(arguments, streams),
        Err(error) => write_usage_error(&error, &arguments, &mut streams),
    }
}

/// Writes help, the version or a usage error, and returns the exit status.
fn write_usage_error(error: &clap::Error, arguments: &[OsString], streams: &mut Streams) -> u8 {
    let text = error.render();
    let (to, terminal) = match error.use_stderr() {
        true => (&mut streams.errors, streams.errors_terminal),
        false => (&mut streams.output, streams.output_terminal),
    };
    let is_colored = match color_choice(arguments) {
        Some(is_colored) => is_colored,
        None => terminal.is_some_and(|terminal| terminal.has_color),
    };
    let written = match is_colored {
        true => write!(to, "{}", text.ansi()),
        false => write!(to, "{text}"),
    };
    match written.and_then(|()| to.flush()) {
        // A failure of standard error cannot be reported, and a reader of help may leave early.
        Err(failed) if failed.kind() != io::ErrorKind::BrokenPipe && !error.use_stderr() => {
            let _ = writeln!(
                streams.errors,
                "agent-ui: the output cannot be written: {failed}"
            );
            74
        }
        _ => u8::try_from(error.exit_code()).unwrap_or(2),
    }
}

/// Parses the command line. Errors show control characters of the arguments as escapes.
fn parse(arguments: &[OsString]) -> Result<Arguments, clap::Error> {
    let error = match parse_unescaped(arguments) {
        Ok(arguments) => return Ok(arguments),
        Err(error) => error,
    };
    let mut escaped: Vec<OsString> = Vec::with_capacity(arguments.len());
    for argument in arguments {
        escaped.push(printable(&argument.to_string_lossy()).into_owned().into());
    }
    Err(parse_unescaped(&escaped).err().unwrap_or(error))
}

fn parse_unescaped(arguments: &[OsString]) -> Result<Arguments, clap::Error> {
    let command = args::command();
    let arguments = &config_file::with_options_of_file(arguments, &command)?;
    let arguments = &context_file::with_context_of_file(arguments, &command)?;
    let matches = command.try_get_matches_from(arguments);
    let mut matches = matches.map_err(|error| args::improve(error, arguments))?;
    args::ensure_options_have_effect(&matches)?;
    Arguments::from_arg_matches_mut(&mut matches)
}

/// Returns the choice of `--color` for help and usage errors; `None` if the stream decides.
fn color_choice(arguments: &[OsString]) -> Option<bool> {
    let mut choice = None;
    let mut is_value = false;
    for argument in arguments.iter().take_while(|argument| *argument != "--") {
        let argument = argument.to_str().unwrap_or_default();
        let value = match argument.strip_prefix("--color=") {
            None if is_value => Some(argument),
            value => value,
        };
        is_value = argument == "--color";
        match value {
            Some("always") => choice = Some(true),
            Some("never") => choice = Some(false),
            _ => {}
        }
    }
    choice
}

fn run_command(arguments: Arguments, streams: Streams) -> u8 {
    let command = arguments.command;
    let opened = open_output(&command);
    let mut report = Report::new(streams);
    report.set_reporting(command.reporting());
    if command.is_quiet() {
        report.quiet();
    }
    match command.advice_after_interrupt() {
        Some(advice) => report.catch_interrupts(advice),
        None if command.replaces_files() => interrupt::remove_temporary_files(),
        None => {}
    }
    let prepared = match opened {
        Ok(Some(file)) => report.set_output_file(file),
        Ok(None) => Ok(()),
        Err(exit) => Err(exit),
    };
    let result = prepared.and_then(|()| execute(command, &mut report));
    report.end(result)
}

/// Opens the file of `--output`, unless the command does so itself.
fn open_output(command: &Command) -> Result<Option<OutputFile>, Exit> {
    if let Some(path) = command.own_output() {
        output_file::ensure_not_input(path, command)?;
    }
    match command.output() {
        Some(path) => Ok(Some(OutputFile::open(path, command)?)),
        None => Ok(None),
    }
}

fn execute(command: Command, report: &mut Report) -> Result<(), Exit> {
    match command {
        Command::Schema(Schema {
            types: true,
            protocol,
            ..
        }) => type_list::write(protocol, protocol::types, report),
        Command::Decode(Decode {
            types: true,
            first_operand,
            ..
        }) => type_list::write(
            operands::parse_protocol(first_operand.as_deref())?,
            protocol::types,
            report,
        ),
        Command::Check(Check {
            types: true,
            first_operand,
            ..
        }) => type_list::write(
            operands::parse_protocol(first_operand.as_deref())?,
            protocol::validated_types,
            report,
        ),
        Command::Demo => demo::run(report),
        Command::Convert(arguments) => convert::run(&arguments, report),
        Command::Pipe(arguments) => pipe::run(&arguments, report),
        Command::Worker(arguments) => worker::run(&arguments, report),
        Command::Explain(arguments) => explain::run(&arguments, report),
        Command::Decode(arguments) => decode::run(arguments, report),
        Command::Check(arguments) => check::run(arguments, report),
        Command::Record(arguments) => record::run(&arguments, report),
        Command::Fold(arguments) => fold::run(arguments, report),
        Command::Show(arguments) => show::run(&arguments, report),
        Command::Serve(arguments) => serve::run(&arguments, report),
        Command::Sessions(arguments) => sessions::run(&arguments, report),
        Command::Playground(arguments) => playground::run(&arguments, report),
        Command::Health(arguments) => health::run(&arguments, report),
        Command::Rule(arguments) => rule::run(&arguments, report),
        Command::Schema(arguments) => schema::run(&arguments, report),
        Command::Matrix(arguments) => matrix::run(&arguments, report),
        Command::Conform(arguments) => conform::run(&arguments, report),
        Command::Answer => answer::run(report),
        Command::Lsp(arguments) => lsp::run(&arguments, report),
        Command::Completions(arguments) => completions::run(&arguments, report),
        Command::Man(arguments) => man_page::run(&arguments, report),
    }
}
