//! The signals that end a worker.

use crate::interrupt;
use std::io;
use tokio::signal;

/// Waits for Ctrl-C, or for SIGTERM on Unix. A second signal ends the process at once, with status 130.
pub(super) async fn wait_for_interrupt() {
    // Without a handler, the signal ends the process.
    if wait_for_signal().await.is_err() {
        std::future::pending::<()>().await;
    }
    tokio::spawn(async {
        if wait_for_signal().await.is_ok() {
            std::process::exit(interrupt::STATUS.into());
        }
    });
}

#[cfg(unix)]
async fn wait_for_signal() -> io::Result<()> {
    let mut terminate = signal::unix::signal(signal::unix::SignalKind::terminate())?;
    tokio::select! {
        done = signal::ctrl_c() => done,
        _ = terminate.recv() => Ok(()),
    }
}

#[cfg(not(unix))]
async fn wait_for_signal() -> io::Result<()> {
    signal::ctrl_c().await
}
