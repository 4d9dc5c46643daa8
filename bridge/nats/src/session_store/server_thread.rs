//! The thread that runs the connection, and the calls of other threads to it.

use std::{io, sync::mpsc::sync_channel, thread};
use tokio::{
    runtime::{Builder, Handle},
    sync::oneshot,
};

/// A thread with a runtime. Dropping this value ends the thread.
#[derive(Debug)]
pub(super) struct ServerThread {
    runtime: Handle,
    _stop: oneshot::Sender<()>,
}

impl ServerThread {
    pub(super) fn start() -> io::Result<Self> {
        let runtime = Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .build()?;
        let handle = runtime.handle().clone();
        let (stop, stopped) = oneshot::channel();
        thread::Builder::new()
            .name("nats-store".to_owned())
            .spawn(move || {
                // The runtime stops when the store drops the sender, so the result is always an error.
                let _ = runtime.block_on(stopped);
            })?;
        Ok(Self {
            runtime: handle,
            _stop: stop,
        })
    }

    /// Runs a future on the thread until the future or the thread ends.
    pub(super) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.runtime.spawn(work);
    }

    /// Runs a future on the thread, and waits for its result. Inside another runtime, this blocks the calling thread.
    pub(super) fn run<T: Send + 'static>(
        &self,
        work: impl Future<Output = io::Result<T>> + Send + 'static,
    ) -> io::Result<T> {
        let (done, result) = sync_channel(1);
        self.runtime.spawn(async move {
            // The receiver exists, because the caller waits for the result.
            let _ = done.send(work.await);
        });
        result.recv().unwrap_or_else(|_| {
            Err(io::Error::other(
                "the connection to the NATS server has ended",
            ))
        })
    }
}
