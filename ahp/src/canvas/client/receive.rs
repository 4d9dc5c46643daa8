//! What arrives from the host.

use super::{Client, Output};
use crate::{
    canvas::frame::{self, Garbled},
    envelope::ActionEnvelope,
    error_code,
    json_rpc::JsonRpcMessage,
};
use wire::Payload;

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
            JsonRpcMessage::Request(request) => {
                self.requested(request.id, &request.method, request.params.as_ref(), &mut out);
            }
            JsonRpcMessage::Notification(told) if told.method == "action" => {
                self.action(told.params.as_ref(), &mut out);
            }
            JsonRpcMessage::Notification(_) => {}
            JsonRpcMessage::Response(response) => self.answered(&response.id, Ok(response.result), &mut out),
            JsonRpcMessage::ErrorResponse(response) => {
                self.answered(&response.id, Err(response.error), &mut out);
            }
        }
        out
    }

    fn action(&mut self, params: Option<&Payload>, out: &mut Vec<Output>) {
        let null = Payload::null();
        match params.unwrap_or(&null).decode::<ActionEnvelope>() {
            Ok(envelope) => self.hear(envelope, out),
            Err(error) => out.push(Output::Unreadable { channel: None, error: Some(error) }),
        }
    }
}
