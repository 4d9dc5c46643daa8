//! The acceptance test of `agent-ui worker`, with a real nats-server and worker processes that are killed.
//!
//! `check` compares the streams with the outputs of one process. The other commands test one property each, and `measure`
//! prints the throughput.

mod arguments;
mod check;
mod cluster;
mod comparison;
mod generator;
mod give_way;
mod measure;
mod metrics;
mod partitions;
mod poison;
mod processes;
mod publisher;
mod reference;
mod server;
mod streams;
mod workers;

use clap::Parser;
use std::process::ExitCode;

/// The error of a failed command.
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
