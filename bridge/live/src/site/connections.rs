//! WebSocket connections of pages.

use super::{Site, effects::ConnectionId};
use crate::peers::{
    connection::{queue, run},
    events,
    transport::{ConnectionLimits, ReceiveFrames, ReceivedFrame, websocket_server},
};
use axum::extract::ws::WebSocket;
use std::time::Duration;
use tokio::{
    sync::OwnedSemaphorePermit,
    time::{Instant, sleep_until},
};

impl Site {
    /// Returns the limits of a connection.
    pub(super) fn connection_limits(&self) -> ConnectionLimits {
        let settings = &self.shared.settings;
        ConnectionLimits {
            message: settings.frame,
            queue: settings.queue,
            ..ConnectionLimits::default()
        }
    }

    /// Serves a connection to its end.
    pub(super) async fn serve(self, socket: WebSocket, place: OwnedSemaphorePermit) {
        let limits = self.connection_limits();
        let (receiver, sender) = websocket_server::halves(socket);
        let receiver = PacedReceiver::new(receiver, self.shared.settings.frames);
        let (outgoing, waiting) = queue(&limits);
        let connection = self.change(|state, _| {
            state.last_connection += 1;
            state.connections.insert(state.last_connection, outgoing);
            (state.last_connection, Vec::new())
        });
        let open = OpenConnection {
            site: self,
            connection,
        };
        // Frames are processed at once, so there is always room for another one.
        let (_, room, _) = events::channel::<()>();
        run(receiver, sender, waiting, Some(&limits), room, |frame| {
            open.receive(frame)
        })
        .await;
        drop(place);
    }
}

/// An open connection. Dropping this value removes the connection.
struct OpenConnection {
    site: Site,
    connection: ConnectionId,
}

impl OpenConnection {
    fn receive(&self, frame: &str) {
        self.site
            .change(|state, now| ((), state.pages.receive(self.connection, frame, now)));
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.site.change(|state, _| {
            state.connections.remove(&self.connection);
            ((), state.pages.disconnect(self.connection))
        });
    }
}

/// A receiver that reads at most a number of frames per second. It immediately reads bursts of up to one second.
struct PacedReceiver<R> {
    receiver: R,
    /// The time that corresponds to one frame.
    pace: Duration,
    /// The time up to which the received frames use the allowed rate.
    until: Instant,
}

impl<R> PacedReceiver<R> {
    fn new(receiver: R, frames: u32) -> Self {
        Self {
            receiver,
            pace: Duration::from_secs(1) / frames.max(1),
            until: Instant::now(),
        }
    }
}

impl<R: ReceiveFrames> ReceiveFrames for PacedReceiver<R> {
    async fn receive(&mut self) -> ReceivedFrame {
        let burst = Duration::from_secs(1);
        sleep_until(self.until.checked_sub(burst).unwrap_or(self.until)).await;
        let frame = self.receiver.receive().await;
        self.until = self.until.max(Instant::now()) + self.pace;
        frame
    }
}
