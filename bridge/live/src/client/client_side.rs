//! The common interface of the two client state machines.

use ahp::{canvas, json_rpc::JsonRpcMessage, v1_0};

mod sealed {
    /// Restricts [`ClientSide`](super::ClientSide) to the clients of `ahp`.
    pub trait Sealed {}
    impl Sealed for ahp::canvas::client::Client {}
    impl Sealed for ahp::v1_0::client::Client {}
}

/// A client state machine: the client of the proposal, or that of AHP 1.0.
pub trait ClientSide: sealed::Sealed + Send + 'static {
    /// The instructions of the client to the program.
    type Output: Send + 'static;

    /// Starts a connection.
    fn connect(&mut self) -> Vec<Self::Output>;

    /// Ends the connection.
    fn disconnect(&mut self) -> Vec<Self::Output>;

    /// Handles a received frame.
    fn receive_text(&mut self, text: &str) -> Vec<Self::Output>;

    /// Returns `true` if the host has accepted the client on this connection.
    fn is_connected(&self) -> bool;

    /// Returns the frame to send, if the output is one.
    ///
    /// # Errors
    /// Returns any other output unchanged.
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
