//! What arrives from the host.

use super::{Client, Output};
use crate::{
    canvas::frame::{self, Garbled},
    error_code,
    json_rpc::JsonRpcMessage,
    method::Notification,
};

impl Client {
    /// A frame arrived, as text. One that cannot be read is answered as JSON-RPC has it, and the next is heard.
    pub fn receive_text(&mut self, text: &str) -> Vec<Output> {
        let refusal = match wire::decode::<JsonRpcMessage>(text) {
            Ok(message) => return self.receive(message),
            Err(refusal) => refusal,
        };
        let mut out = Vec::new();
        match Garbled::of(text, &refusal) {
            Garbled::Refuse(message) => out.push(Output::Send(message)),
            Garbled::Answer(id) => {
                let message = "the answer cannot be read";
                self.answered(&id, Err(frame::error(error_code::INTERNAL_ERROR, message)), &mut out);
            }
            Garbled::Ignore => {}
        }
        out.push(Output::Unreadable { channel: None, error: Some(refusal) });
        out
    }

    /// A frame arrived.
    pub fn receive(&mut self, message: JsonRpcMessage) -> Vec<Output> {
        let mut out = Vec::new();
        match message {
            JsonRpcMessage::Request(request) => self.requested(request, &mut out),
            JsonRpcMessage::Notification(told) => match Notification::read(&told) {
                Ok(Notification::Action(envelope)) => self.hear(envelope, &mut out),
                Ok(_) => {}
                Err(error) => out.push(Output::Unreadable { channel: None, error: Some(error) }),
            },
            JsonRpcMessage::Response(response) => self.answered(&response.id, Ok(response.result), &mut out),
            JsonRpcMessage::ErrorResponse(response) => {
                self.answered(&response.id, Err(response.error), &mut out);
            }
        }
        out
    }
}
