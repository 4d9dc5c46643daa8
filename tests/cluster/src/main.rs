//! The acceptance test of `agent-ui worker`, with a real nats-server and worker processes that are killed.
//!
//! `check` compares the streams with the outputs of one process. The other commands test one property each, and `measure`
//! prints the throughput.

mod arguments;
mod generator;
mod processes;
mod reference;
mod server;

use clap::Parser;
use std::process::ExitCode;

/// The reason for which a command fails.
type Failure = Box<dyn std::error::Error + Send + Sync>;

#[tokio::main]
async fn main() -> ExitCode {
    match arguments::Arguments::parse().run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}
