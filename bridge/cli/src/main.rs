//! `agent-ui`: translate, decode, check, record and fold agent-UI messages, from a file or standard input, as JSON Lines;
//! measure what becomes of every field; and examine other programs by what was measured.

mod answer;
mod args;
mod check;
mod conform;
mod context;
mod convert;
mod decode;
mod demo;
mod envelope;
mod fold;
mod input;
mod matrix;
mod message;
mod record;
mod report;
mod schema;

use args::{Arguments, Command};
use clap::Parser;
use report::{Exit, Report};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut report = Report::new();
    let result = match arguments.command.unwrap_or(Command::Demo) {
        Command::Demo => demo::run(&mut report),
        Command::Convert(arguments) => convert::run(&arguments, &mut report),
        Command::Decode(arguments) => decode::run(&arguments, &mut report),
        Command::Check(arguments) => check::run(&arguments, &mut report),
        Command::Record(arguments) => record::run(&arguments, &mut report),
        Command::Fold(arguments) => fold::run(&arguments, &mut report),
        Command::Schema(arguments) => schema::run(&arguments, &mut report),
        Command::Matrix(arguments) => matrix::run(&arguments, &mut report),
        Command::Conform(arguments) => conform::run(&arguments, &mut report),
        Command::Answer => answer::run(&mut report),
    };
    match result {
        Ok(()) => report.exit(),
        // Whoever reads our output may stop reading; that is no fault of theirs.
        Err(Exit::Closed) => ExitCode::SUCCESS,
        Err(Exit::Usage(message)) => {
            eprintln!("agent-ui: {message}");
            ExitCode::from(2)
        }
    }
}
