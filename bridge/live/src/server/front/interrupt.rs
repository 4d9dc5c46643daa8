//! The end of the program by a signal.

use std::{future::Future, io, sync::mpsc, thread};
use tokio::{runtime::Builder, signal, sync::oneshot};

/// The exit status after a second Ctrl-C, as shells report a process that a signal has ended.
const STATUS: i32 = 130;

/// Catches Ctrl-C, and SIGTERM on Unix, from this call on. The future is ready at the first signal, and a second one ends the
/// process at once, with status 130. Call it before you print the address of the server.
pub fn wait_for_interrupt() -> impl Future<Output = ()> + Send {
    let (interrupt, interrupted) = oneshot::channel();
    let (ready, is_ready) = mpsc::sync_channel(1);
    // A thread of its own sees the second signal whatever the threads of the program do.
    let watcher = thread::Builder::new().name("signals".to_owned());
    let watched = watcher.spawn(move || watch_signals(&ready, interrupt));
    // The handlers exist when the thread has answered, or has ended with an error.
    let _ = watched.map(|_| is_ready.recv());
    async move {
        if interrupted.await.is_err() {
            // Without a handler, the signal ends the process.
            std::future::pending::<()>().await;
        }
    }
}

/// Waits for two signals.
fn watch_signals(ready: &mpsc::SyncSender<()>, interrupt: oneshot::Sender<()>) {
    let Ok(runtime) = Builder::new_current_thread().enable_all().build() else {
        return;
    };
    runtime.block_on(async {
        let Ok(mut signals) = Signals::catch() else {
            return;
        };
        let _ = ready.send(());
        signals.next().await;
        // Without a receiver, the program is stopping already.
        if interrupt.send(()).is_ok() {
            signals.next().await;
        }
        std::process::exit(STATUS);
    });
}

/// Calls a function at each SIGHUP, from this call on. Call it within a tokio runtime.
#[cfg(unix)]
pub(super) fn on_hangup(act: impl Fn() + Send + 'static) {
    // Without a handler, the signal ends the process.
    let Ok(mut hangup) = signal::unix::signal(signal::unix::SignalKind::hangup()) else {
        return;
    };
    tokio::spawn(async move {
        while hangup.recv().await.is_some() {
            act();
        }
    });
}

/// Other systems do not have this signal.
#[cfg(not(unix))]
pub(super) fn on_hangup(_: impl Fn() + Send + 'static) {}

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
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
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
/// assert_eq!(agent_ui_live::server::front::block_on(async { 1 + 1 })?, 2);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn block_on<T>(future: impl Future<Output = T>) -> io::Result<T> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let done = runtime.block_on(future);
    runtime.shutdown_timeout(GOODBYE);
    Ok(done)
}

/// Waits for the first of two futures, and drops the other one.
pub async fn first(one: impl Future<Output = ()>, other: impl Future<Output = ()>) {
    futures_util::future::select(std::pin::pin!(one), std::pin::pin!(other)).await;
}
