//! A nats-server that the tests start, kill and start again.

use crate::{
    Failure,
    processes::{Process, Signal},
};
use async_nats::{Client, ConnectOptions, jetstream};
use std::{
    fs,
    net::TcpListener,
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::time::{Instant, sleep};

/// The time within which a server must be ready.
const START: Duration = Duration::from_secs(30);

/// Returns a port on which no program listens.
pub(crate) fn free_port() -> Result<u16, Failure> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// A running nats-server with JetStream. Its streams are stored in a folder.
#[derive(Debug)]
pub(crate) struct NatsServer {
    program: PathBuf,
    folder: PathBuf,
    port: u16,
    process: Process,
}

impl NatsServer {
    /// Starts a server on a free port, and waits until it is ready.
    pub(crate) async fn start(program: &Path, folder: &Path) -> Result<Self, Failure> {
        let port = free_port()?;
        let store = folder.join("streams");
        let config = format!(
            "listen: \"127.0.0.1:{port}\"\njetstream {{ store_dir: \"{}\" }}\n",
            store.display()
        );
        fs::write(folder.join("server.conf"), config)?;
        let process = Self::spawn(program, folder)?;
        let server = Self {
            program: program.to_owned(),
            folder: folder.to_owned(),
            port,
            process,
        };
        server.wait_until_ready().await?;
        Ok(server)
    }

    fn spawn(program: &Path, folder: &Path) -> Result<Process, Failure> {
        let config = folder.join("server.conf").display().to_string();
        Process::start(program, &["-c", &config], &folder.join("server.log"))
    }

    /// Stops the server with a signal, and starts it again with the same streams.
    pub(crate) async fn restart(&mut self, signal: Signal) -> Result<(), Failure> {
        self.process.signal(signal).await?;
        self.process.wait(START).await?;
        self.process = Self::spawn(&self.program, &self.folder)?;
        self.wait_until_ready().await
    }

    /// Returns the address for clients.
    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Returns the CPU time that the server has used, in seconds.
    pub(crate) fn cpu_seconds(&self) -> f64 {
        self.process.cpu_seconds()
    }

    /// Connects to the server. The connection survives restarts of the server.
    pub(crate) async fn connect(&self) -> Result<Client, Failure> {
        let options = ConnectOptions::new()
            .retry_on_initial_connect()
            .max_reconnects(None)
            .reconnect_delay_callback(|_| Duration::from_millis(100))
            .request_timeout(Some(Duration::from_secs(5)));
        Ok(options.connect(self.url()).await?)
    }

    async fn wait_until_ready(&self) -> Result<(), Failure> {
        let end = Instant::now() + START;
        while Instant::now() < end {
            if let Ok(client) = async_nats::connect(self.url()).await
                && jetstream::new(client).query_account().await.is_ok()
            {
                return Ok(());
            }
            sleep(Duration::from_millis(100)).await;
        }
        let log = self.folder.join("server.log");
        Err(format!(
            "nats-server is not ready after {} s; see {}",
            START.as_secs(),
            log.display()
        )
        .into())
    }
}
