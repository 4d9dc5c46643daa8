//! The command line.

use crate::{
    Failure, check::check, cluster::Cluster, give_way::give_way, measure::measure,
    partitions::partitions, poison::poison,
};
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Tests `agent-ui worker` with a real nats-server.
#[derive(Debug, Parser)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Kill workers and restart the server during a workload, and compare the streams with the outputs of one process
    Check {
        #[command(flatten)]
        programs: Programs,
        #[command(flatten)]
        arguments: CheckArguments,
    },
    /// Terminate, kill and pause the active one of two workers, and measure the time until the other one takes over
    GiveWay {
        #[command(flatten)]
        programs: Programs,
    },
    /// Publish messages that cannot be translated between others
    Poison {
        #[command(flatten)]
        programs: Programs,
    },
    /// Change the number of partitions while messages arrive
    Partitions {
        #[command(flatten)]
        programs: Programs,
    },
    /// Print the throughput and the CPU times as a table
    Measure {
        #[command(flatten)]
        programs: Programs,
        /// Number of rounds, of which each figure is the median
        #[arg(long, default_value_t = 5)]
        rounds: usize,
        /// Multiplier of the number of messages
        #[arg(long, default_value_t = 1)]
        scale: usize,
    },
}

/// The programs under test.
#[derive(Debug, Args)]
pub(crate) struct Programs {
    /// The program `agent-ui`, built with the feature `nats`
    #[arg(long, value_name = "FILE")]
    program: PathBuf,
    /// The program `nats-server`
    #[arg(long, value_name = "FILE")]
    server: PathBuf,
}

/// The size of `check`.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct CheckArguments {
    /// Number of generated messages
    #[arg(long, default_value_t = 100_000)]
    pub(crate) messages: usize,
    /// Number of generated sessions
    #[arg(long, default_value_t = 1000)]
    pub(crate) sessions: usize,
    /// Number of partitions
    #[arg(long, default_value_t = 4)]
    pub(crate) partitions: u32,
    /// Number of workers at the same time
    #[arg(long, default_value_t = 8)]
    pub(crate) workers: usize,
    /// Number of workers that are killed
    #[arg(long, default_value_t = 100)]
    pub(crate) kills: usize,
    /// Number of times that the server is restarted: terminated and killed in turn
    #[arg(long, default_value_t = 2)]
    pub(crate) restarts: usize,
    /// Seed of everything that is random
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

impl Programs {
    async fn start(&self) -> Result<Cluster, Failure> {
        // The programs run in another folder.
        Cluster::start(&self.program.canonicalize()?, &self.server.canonicalize()?).await
    }

    /// Runs a test with a server of its own. If it fails, the logs are kept.
    pub(crate) async fn run<T>(
        &self,
        test: impl AsyncFnOnce(&mut Cluster) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut cluster = self.start().await?;
        match test(&mut cluster).await {
            Ok(result) => Ok(result),
            Err(failure) => Err(cluster.keep(&failure)),
        }
    }
}

impl Arguments {
    /// Runs the command.
    pub(crate) async fn run(self) -> Result<(), Failure> {
        match self.command {
            Command::Check {
                programs,
                arguments,
            } => {
                programs
                    .run(async |cluster| check(cluster, &arguments).await)
                    .await
            }
            Command::GiveWay { programs } => programs.run(give_way).await,
            Command::Poison { programs } => programs.run(poison).await,
            Command::Measure {
                programs,
                rounds,
                scale,
            } => measure(&programs, rounds, scale).await,
            Command::Partitions { programs } => programs.run(partitions).await,
        }
    }
}
