//! Signals that end the program.

use std::{future::Future, io, sync::mpsc, thread};
use tokio::{runtime::Builder, signal, sync::oneshot};

/// The exit status after a second Ctrl-C. Shells report this status for a process that was ended by a signal.
const STATUS: i32 = 130;

/// Catches Ctrl-C, and on Unix also SIGTERM, from this call on. The future is ready at the first signal. A second
/// signal ends the process immediately, with status 130. Call this function before you print the address of the server.
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

/// Waits for the first and the second signal.
fn watch_signals(ready: &mpsc::SyncSender<()>, interrupt: oneshot::Sender<()>) {
    let Ok(runtime) = Builder::new_current_thread().enable_all().build() else {
        return;
    };
    runtime.block_on(async {
        let Ok(mut signals) = Signals::catch() else {
            return;
        };
        // Without a receiver, no caller waits for the handlers.
        let _ = ready.send(());
        signals.next().await;
        // Without a receiver, the program is stopping already.
        if interrupt.send(()).is_ok() {
            signals.next().await;
        }
        std::process::exit(STATUS);
    });
}

/// Calls a function at each SIGHUP from this call on. It must be called within a tokio runtime.
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

/// Does nothing, because this system has no such signal.
#[cfg(not(unix))]
pub(super) fn on_hangup(_: impl Fn() + Send + 'static) {}

/// The signals that request the end of the process.
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

/// Ctrl-C, which is caught from the first call of `next`.
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

/// The time for which blocking tasks may continue.
const GOODBYE: std::time::Duration = std::time::Duration::from_millis(500);

/// Runs a future in a new multi-threaded tokio runtime, and stops all tasks afterwards. This is for programs that have
/// no runtime.
///
/// # Errors
/// Returns an error if the system cannot start threads.
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

/// Waits for the first of two futures, and drops the other.
pub async fn first(one: impl Future<Output = ()>, other: impl Future<Output = ()>) {
    futures_util::future::select(std::pin::pin!(one), std::pin::pin!(other)).await;
}
