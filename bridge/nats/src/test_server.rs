//! A NATS server for tests. `NATS_SERVER` is the path of its program. Without it, `nats-server` must be in `PATH`.

#![allow(clippy::unwrap_used)]

use std::{net::TcpListener, process::Stdio, time::Duration};
use tokio::{
    process::{Child, Command},
    time::sleep,
};

/// A server with its data. Dropping this value ends the server and deletes the data.
pub(crate) struct Server {
    _process: Child,
    _folder: tempfile::TempDir,
    pub(crate) address: String,
}

impl Server {
    /// Starts a server; `None` if this computer has no `nats-server`.
    pub(crate) async fn start() -> Option<Self> {
        let program = std::env::var_os("NATS_SERVER").unwrap_or_else(|| "nats-server".into());
        let folder = tempfile::tempdir().unwrap();
        let port = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let started = Command::new(program)
            .args([
                "--addr",
                "127.0.0.1",
                "--port",
                &port.to_string(),
                "--jetstream",
                "--store_dir",
            ])
            .arg(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn();
        let Ok(process) = started else {
            println!("skipped: there is no nats-server; set NATS_SERVER to its path");
            return None;
        };
        let address = format!("nats://127.0.0.1:{port}");
        let mut tries = 0;
        while async_nats::connect(&address).await.is_err() {
            tries += 1;
            assert!(tries < 200, "the server does not start");
            sleep(Duration::from_millis(50)).await;
        }
        Some(Self {
            _process: process,
            _folder: folder,
            address,
        })
    }
}
