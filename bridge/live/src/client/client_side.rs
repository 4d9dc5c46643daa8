//! The clients of both dialects, as what carries them sees them.

use ahp::{canvas, json_rpc::JsonRpcMessage, v1_0};

mod sealed {
    /// Only the clients of `ahp` are carried.
    pub trait Sealed {}
    impl Sealed for ahp::canvas::client::Client {}
    impl Sealed for ahp::v1_0::client::Client {}
}

/// A client's side of a connection: the client of the proposal, or that of the release.
pub trait ClientSide: sealed::Sealed + Send + 'static {
    /// What it wants done.
    type Output: Send + 'static;

    /// A connection is there.
    fn connect(&mut self) -> Vec<Self::Output>;

    /// It is lost.
    fn disconnect(&mut self) -> Vec<Self::Output>;

    /// A frame arrived.
    fn receive_text(&mut self, text: &str) -> Vec<Self::Output>;

    /// Whether the host has answered on this connection.
    fn is_connected(&self) -> bool;

    /// The frame that is to be sent, if it is that.
    ///
    /// # Errors
    /// What else is to be done.
    fn to_send(output: Self::Output) -> Result<JsonRpcMessage, Self::Output>;
}

impl ClientSide for canvas::client::Client {
    type Output = canvas::client::ClientOutput;

    fn connect(&mut self) -> Vec<Self::Output> {
        self.connect()
    }

    fn disconnect(&mut self) -> Vec<Self::Output> {
        self.disconnect()
    }

    fn receive_text(&mut self, text: &str) -> Vec<Self::Output> {
        self.receive_text(text)
    }

    fn is_connected(&self) -> bool {
        self.is_connected()
    }

    fn to_send(output: Self::Output) -> Result<JsonRpcMessage, Self::Output> {
        match output {
            canvas::client::ClientOutput::Send(message) => Ok(message),
            other => Err(other),
        }
    }
}

impl ClientSide for v1_0::client::Client {
    type Output = v1_0::client::ClientOutput;

    fn connect(&mut self) -> Vec<Self::Output> {
        self.connect()
    }

    fn disconnect(&mut self) -> Vec<Self::Output> {
        self.disconnect();
        Vec::new()
    }

    fn receive_text(&mut self, text: &str) -> Vec<Self::Output> {
        self.receive_text(text)
    }

    fn is_connected(&self) -> bool {
        self.is_connected()
    }

    fn to_send(output: Self::Output) -> Result<JsonRpcMessage, Self::Output> {
        match output {
            v1_0::client::ClientOutput::Send(message) => Ok(message),
            other => Err(other),
        }
    }
}
