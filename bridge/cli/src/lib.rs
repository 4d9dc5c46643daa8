//! The command-line program `agent-ui`. It translates, decodes, validates, records and folds agent-UI messages,
//! measures the mappings, and tests other programs against the measurements.
//!
//! Input comes from files or standard input; output is JSON Lines.

mod answer;
mod args;
mod check;
mod conform;
mod context;
mod conversion;
mod convert;
mod decode;
mod demo;
mod envelope;
mod explain;
mod field_table;
mod flag_file;
mod fold;
mod input;
mod interrupt;
mod json;
#[cfg(feature = "live")]
mod live_input;
mod loss_count;
mod matrix;
mod message;
mod misspellings;
mod mistake_hints;
mod pipe;
mod protocol;
mod record;
mod recover;
mod repair;
mod report;
mod run_totals;
mod schema;
mod serve;
mod show;
mod skipped;
mod split_sessions;
mod threads;
mod unused_surface;

use args::{Arguments, Command};
use clap::FromArgMatches;
use report::Report;
pub use report::{Streams, Terminal};
use std::{
    ffi::OsString,
    io::{self, Write},
    process::ExitCode,
};

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
pub fn run<T: Into<OsString> + Clone>(arguments: impl IntoIterator<Item = T>, mut streams: Streams) -> u8 {
    let matches = args::command().try_get_matches_from(arguments);
    match matches.and_then(|mut matches| Arguments::from_arg_matches_mut(&mut matches)) {
        Ok(arguments) => with(arguments, streams),
        Err(error) => {
            let text = error.render();
            let (to, terminal) = match error.use_stderr() {
                true => (&mut streams.errors, streams.errors_terminal),
                false => (&mut streams.output, streams.output_terminal),
            };
            let has_color = terminal.is_some_and(|terminal| terminal.has_color);
            let written = if has_color { write!(to, "{}", text.ansi()) } else { write!(to, "{text}") };
            match written.and_then(|()| to.flush()) {
                Err(failed) if failed.kind() != io::ErrorKind::BrokenPipe && !error.use_stderr() => {
                    let _ = writeln!(streams.errors, "agent-ui: the output cannot be written: {failed}");
                    74
                }
                _ => u8::try_from(error.exit_code()).unwrap_or(2),
            }
        }
    }
}

fn with(arguments: Arguments, streams: Streams) -> u8 {
    let mut report = Report::new(streams);
    let report_to = &mut report;
    let command = arguments.command.unwrap_or(Command::Demo);
    report_to.set_reporting(command.reporting());
    if let Some(advice) = command.advice_after_interrupt() {
        report_to.catch_interrupts(advice);
    }
    let result = match command {
        Command::Demo => demo::run(report_to),
        Command::Convert(arguments) => convert::run(&arguments, report_to),
        Command::Pipe(arguments) => pipe::run(&arguments, report_to),
        Command::Explain(arguments) => explain::run(&arguments, report_to),
        Command::Decode(arguments) => decode::run(&arguments, report_to),
        Command::Check(arguments) => check::run(&arguments, report_to),
        Command::Record(arguments) => record::run(&arguments, report_to),
        Command::Fold(arguments) => fold::run(&arguments, report_to),
        Command::Show(arguments) => show::run(&arguments, report_to),
        Command::Serve(arguments) => serve::run(&arguments, report_to),
        Command::Schema(arguments) => schema::run(&arguments, report_to),
        Command::Matrix(arguments) => matrix::run(&arguments, report_to),
        Command::Conform(arguments) => conform::run(&arguments, report_to),
        Command::Answer => answer::run(report_to),
    };
    report.end(result)
}
