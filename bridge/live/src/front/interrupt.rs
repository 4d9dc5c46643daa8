//! The end of the program by a signal.

use std::{future::Future, io};
use tokio::signal;

/// The exit status after a second Ctrl-C, as shells report a process that a signal has ended.
const STATUS: i32 = 130;

/// Waits for Ctrl-C, or for SIGTERM on Unix. A second signal ends the process at once, with status 130.
pub async fn wait_for_interrupt() {
    // Without a handler, the signal ends the process.
    if once().await.is_err() {
        std::future::pending::<()>().await;
    }
    tokio::spawn(async {
        if once().await.is_ok() {
            std::process::exit(STATUS);
        }
    });
}

#[cfg(unix)]
async fn once() -> io::Result<()> {
    let mut terminate = signal::unix::signal(signal::unix::SignalKind::terminate())?;
    let interrupt = std::pin::pin!(signal::ctrl_c());
    let terminated = std::pin::pin!(terminate.recv());
    match futures_util::future::select(interrupt, terminated).await {
        futures_util::future::Either::Left((done, _)) => done,
        futures_util::future::Either::Right(_) => Ok(()),
    }
}

#[cfg(not(unix))]
async fn once() -> io::Result<()> {
    signal::ctrl_c().await
}

/// The time that tasks which block get to end.
const GOODBYE: std::time::Duration = std::time::Duration::from_millis(500);

/// Runs a future in a new tokio runtime with several threads, and stops all its tasks afterwards. For programs without a runtime.
///
/// # Errors
/// Returns an error if the system starts no threads.
///
/// ```
/// assert_eq!(agent_ui_live::front::block_on(async { 1 + 1 })?, 2);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn block_on<T>(future: impl Future<Output = T>) -> io::Result<T> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(future);
    runtime.shutdown_timeout(GOODBYE);
    Ok(done)
}

/// Waits for the first of two futures, and drops the other one.
pub async fn first(one: impl Future<Output = ()>, other: impl Future<Output = ()>) {
    futures_util::future::select(std::pin::pin!(one), std::pin::pin!(other)).await;
}
