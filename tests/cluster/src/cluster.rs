//! A server with its workers, and the comparison with one process.

use crate::{
    Failure,
    comparison::compare,
    generator::Session,
    publisher::{Publisher, waiting_inputs},
    reference::{self, Lines},
    server::NatsServer,
    streams,
    workers::WorkerProgram,
};
use agent_ui_nats::StreamNames;
use async_nats::{Client, jetstream};
use std::{path::Path, time::Duration};
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

/// The time without a finished input after which the workers have failed.
const STALL: Duration = Duration::from_secs(90);

/// A server, and the command lines of its workers.
#[derive(Debug)]
pub(crate) struct Cluster {
    pub(crate) server: NatsServer,
    pub(crate) program: WorkerProgram,
    pub(crate) client: Client,
    pub(crate) jetstream: jetstream::Context,
    pub(crate) names: StreamNames,
    folder: TempDir,
}

/// The number of messages that the streams contain.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) outputs: usize,
    pub(crate) reports: usize,
    pub(crate) dead_letters: usize,
}

impl Cluster {
    /// Starts a server with an empty store.
    pub(crate) async fn start(program: &Path, server: &Path) -> Result<Self, Failure> {
        let folder = tempfile::Builder::new()
            .prefix("agent-ui-cluster-")
            .tempdir()?;
        let server = NatsServer::start(server, folder.path()).await?;
        let program = WorkerProgram::new(program, server.url(), folder.path())?;
        let client = server.connect().await?;
        let jetstream = jetstream::new(client.clone());
        Ok(Self {
            server,
            program,
            client,
            jetstream,
            names: "ui".parse()?,
            folder,
        })
    }

    /// Keeps the logs and the streams, and adds their folder to a failure.
    pub(crate) fn keep(self, failure: &Failure) -> Failure {
        let folder = self.folder.keep();
        format!(
            "{failure}\nThe logs and streams are in {}.",
            folder.display()
        )
        .into()
    }

    pub(crate) fn publisher(&self) -> Publisher {
        Publisher::new(&self.client, &self.names)
    }

    /// Waits until all inputs are finished.
    pub(crate) async fn wait_until_done(&self) -> Result<(), Failure> {
        let (mut waiting, mut since) = (u64::MAX, Instant::now());
        while waiting > 0 {
            sleep(Duration::from_millis(50)).await;
            let Ok(now) = waiting_inputs(&self.jetstream, &self.names).await else {
                continue;
            };
            if now != waiting {
                (waiting, since) = (now, Instant::now());
            } else if since.elapsed() > STALL {
                return Err(format!(
                    "{waiting} inputs wait, and none was done for {} s",
                    STALL.as_secs()
                )
                .into());
            }
        }
        Ok(())
    }

    /// Compares the streams with the outputs of one process. The inputs of the sessions have these sequence numbers.
    pub(crate) async fn compare(
        &self,
        sessions: &[Session],
        sequences: &[Vec<Option<u64>>],
    ) -> Result<Counts, Failure> {
        let found = streams::read(&self.jetstream, &self.names).await?;
        self.compare_with(sessions, sequences, &found)
    }

    /// Compares the streams with messages that were read from them earlier.
    pub(crate) fn compare_with(
        &self,
        sessions: &[Session],
        sequences: &[Vec<Option<u64>>],
        found: &Lines,
    ) -> Result<Counts, Failure> {
        let mut expected = Lines::new();
        for (session, sequences) in sessions.iter().zip(sequences) {
            reference::translate(&self.names, session, sequences, &mut expected)?;
        }
        let differences = compare(&expected, found);
        if differences.is_empty() {
            Ok(Counts::of(found))
        } else {
            Err(differences.to_string().into())
        }
    }
}

impl Counts {
    fn of(lines: &Lines) -> Self {
        let mut counts = Self::default();
        for (subject, lines) in lines {
            let count = if subject.ends_with(".report") {
                &mut counts.reports
            } else if subject.contains(".dead.") {
                &mut counts.dead_letters
            } else {
                &mut counts.outputs
            };
            *count += lines.len();
        }
        counts
    }
}
