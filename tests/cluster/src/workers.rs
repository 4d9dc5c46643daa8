//! The worker processes of a test.

use crate::{
    Failure,
    generator::{MANIFEST, ROUTE},
    metrics::Metrics,
    processes::{Process, Signal},
    reference::context_flags,
    server::free_port,
};
use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

/// The time within which a worker must hand over and end.
const STOP: Duration = Duration::from_secs(30);

/// The command lines of workers.
#[derive(Clone, Debug)]
pub(crate) struct WorkerProgram {
    program: PathBuf,
    url: String,
    folder: PathBuf,
    started: usize,
}

impl WorkerProgram {
    /// Creates the command lines for a server. The logs are written to `folder`.
    pub(crate) fn new(program: &Path, url: String, folder: &Path) -> Result<Self, Failure> {
        fs::write(folder.join("manifest.json"), MANIFEST)?;
        Ok(Self {
            program: program.to_owned(),
            url,
            folder: folder.to_owned(),
            started: 0,
        })
    }

    fn manifest(&self) -> String {
        self.folder.join("manifest.json").display().to_string()
    }

    /// Creates the streams, or changes their number of partitions.
    pub(crate) async fn init(&self, partitions: u32) -> Result<(), Failure> {
        let (partitions, log) = (partitions.to_string(), self.folder.join("init.log"));
        let flags = [
            "worker",
            "--nats",
            &self.url,
            "--init",
            "--partitions",
            &partitions,
        ];
        let status = Process::start(&self.program, &flags, &log)?
            .wait(STOP)
            .await?;
        if status.success() {
            return Ok(());
        }
        Err(format!(
            "`worker --init` ends with {status}: {}",
            fs::read_to_string(log)?
        )
        .into())
    }

    /// Starts a worker.
    pub(crate) fn start(&mut self) -> Result<Worker, Failure> {
        self.started += 1;
        let name = format!("worker-{}", self.started);
        let log = self.folder.join(format!("{name}.log"));
        let (manifest, port) = (self.manifest(), free_port()?);
        let status = format!("127.0.0.1:{port}");
        let context = context_flags(&manifest);
        let fixed = [
            "worker", "--nats", &self.url, "--from", ROUTE.from, "--to", ROUTE.to, "--status",
            &status,
        ];
        let flags: Vec<&str> = fixed
            .into_iter()
            .chain(context.iter().map(String::as_str))
            .collect();
        Ok(Worker {
            process: Process::start(&self.program, &flags, &log)?,
            name,
            log,
            port,
        })
    }

    /// Starts several workers.
    pub(crate) fn start_all(&mut self, number: usize) -> Result<Vec<Worker>, Failure> {
        (0..number).map(|_| self.start()).collect()
    }
}

/// A running worker.
#[derive(Debug)]
pub(crate) struct Worker {
    pub(crate) process: Process,
    pub(crate) name: String,
    log: PathBuf,
    /// The port of the status page.
    port: u16,
}

impl Worker {
    /// Returns the log of the worker.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// Returns the counts of the worker. All counts are 0 before the worker is ready.
    pub(crate) async fn metrics(&self) -> Metrics {
        Metrics::request(self.port).await.unwrap_or_default()
    }

    /// Returns `true` if the worker has been ready.
    pub(crate) fn was_ready(&self) -> bool {
        self.log().contains("worker started")
    }

    /// Kills the worker.
    pub(crate) async fn kill(&mut self) -> Result<(), Failure> {
        self.process.signal(Signal::Kill).await?;
        self.process.wait(STOP).await.map(drop)
    }

    /// Asks the worker to end, and fails if it ends with an error.
    pub(crate) async fn stop(mut self) -> Result<(), Failure> {
        if self.process.ended().is_none() {
            self.process.signal(Signal::Term).await?;
        }
        let status = self.process.wait(STOP).await?;
        if status.success() {
            return Ok(());
        }
        Err(format!(
            "{} ends with {status}; its last lines:\n{}",
            self.name,
            self.last_lines()
        )
        .into())
    }

    fn last_lines(&self) -> String {
        let log = self.log();
        let lines: Vec<&str> = log.lines().rev().take(10).collect();
        lines.into_iter().rev().collect::<Vec<_>>().join("\n")
    }
}

/// Asks all workers to end.
pub(crate) async fn stop_all(workers: Vec<Worker>) -> Result<(), Failure> {
    for worker in workers {
        worker.stop().await?;
    }
    Ok(())
}
