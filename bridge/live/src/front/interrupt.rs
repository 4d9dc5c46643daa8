//! The end of the program by a signal.

use std::{future::Future, io};
use tokio::signal;

/// The exit status after a second Ctrl-C, as shells report a process that a signal has ended.
const STATUS: i32 = 130;

/// Catches Ctrl-C, and SIGTERM on Unix, from this call on. The future is ready at the first signal, and a second one ends the
/// process at once, with status 130. Call it within a tokio runtime, before you print the address of the server.
pub fn wait_for_interrupt() -> impl Future<Output = ()> + Send {
    let signals = Signals::catch();
    async move {
        let Ok(mut signals) = signals else {
            // Without a handler, the signal ends the process.
            return std::future::pending().await;
        };
        signals.next().await;
        tokio::spawn(async move {
            signals.next().await;
            std::process::exit(STATUS);
        });
    }
}

/// The signals that ask the process to end.
#[cfg(unix)]
struct Signals {
    interrupt: signal::unix::Signal,
    terminate: signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn catch() -> io::Result<Self> {
        use signal::unix::{SignalKind, signal};
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    async fn next(&mut self) {
        let (interrupt, terminate) = (self.interrupt.recv(), self.terminate.recv());
        futures_util::future::select(std::pin::pin!(interrupt), std::pin::pin!(terminate)).await;
    }
}

/// Ctrl-C, which is caught from the first call of `next` on.
#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    #[allow(clippy::unnecessary_wraps)]
    fn catch() -> io::Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) {
        if signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
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
