//! A NATS server for one test.

use std::{
    env, fs,
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// The time limit for the start of a server.
const START: Duration = Duration::from_secs(30);

/// A server with its own folder. Dropping it ends the process.
pub(crate) struct Server {
    child: Child,
    port: u16,
    folder: TempDir,
}

impl Server {
    /// Starts a server, or returns `None` if this computer has no `nats-server`. `NATS_SERVER` is the path of the program.
    pub(crate) fn start() -> Option<Self> {
        Self::start_with("")
    }

    /// Starts a server with additional configuration lines.
    pub(crate) fn start_with(lines: &str) -> Option<Self> {
        let program =
            env::var_os("NATS_SERVER").map_or_else(|| PathBuf::from("nats-server"), PathBuf::from);
        if Command::new(&program)
            .arg("--version")
            .stdout(Stdio::null())
            .status()
            .is_err()
        {
            eprintln!(
                "skipped: no `{}`; set NATS_SERVER to the path of nats-server",
                program.display()
            );
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let data = folder.path().join("data");
        let config = format!(
            "listen: \"127.0.0.1:{port}\"\njetstream {{ store_dir: {data:?} }}\nmax_payload: 65536\n{lines}\n"
        );
        fs::write(folder.path().join("server.conf"), config).unwrap();
        let child = spawn(&folder);
        let server = Self {
            child,
            port,
            folder,
        };
        server.wait();
        Some(server)
    }

    /// Kills the process without notice.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        self.child.wait().unwrap();
    }

    /// Stops the process without ending it, so that it does not answer.
    pub(crate) fn hang(&self) {
        self.signal("-STOP");
    }

    /// Continues a stopped process.
    pub(crate) fn go_on(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let status = Command::new("kill")
            .args([signal, &self.child.id().to_string()])
            .status();
        assert!(status.unwrap().success());
    }

    /// Starts the server again with its stored data.
    pub(crate) fn restart(&mut self) {
        self.child = spawn(&self.folder);
        self.wait();
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    fn wait(&self) {
        let end = Instant::now() + START;
        while TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_err() {
            assert!(Instant::now() < end, "the server has not started");
            sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

fn spawn(folder: &TempDir) -> Child {
    let program =
        env::var_os("NATS_SERVER").map_or_else(|| PathBuf::from("nats-server"), PathBuf::from);
    let config = folder.path().join("server.conf");
    Command::new(program)
        .arg("-c")
        .arg(config)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}
