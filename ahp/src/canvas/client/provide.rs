//! What the agent asks of the canvases that this client provides.

use super::{CallId, Client, ClientError, ClientOutput};
use crate::{
    canvas::{
        CanvasCloseParams, CanvasInvokeActionParams, CanvasOpenParams, CanvasProviderErrorData,
        PROVIDER_ERROR, ProviderAnswer, ProviderRequest, frame,
    },
    error_code,
    json_rpc::{JsonRpcError, JsonRpcRequest, RequestId},
};
use wire::Payload;

/// A request of the host that is not answered yet.
#[derive(Debug)]
pub(super) struct ProviderCall {
    id: RequestId,
    method: &'static str,
}

impl Client {
    /// The program answers [`ClientOutput::Provide`]. An error is sent with the code [`PROVIDER_ERROR`].
    ///
    /// # Errors
    /// If nothing is asked for under that number, the answer is none to what is asked, or it cannot be sent. In the
    /// latter cases the question stands.
    pub fn answer(
        &mut self,
        call: CallId,
        answer: Result<ProviderAnswer, CanvasProviderErrorData>,
    ) -> Result<Vec<ClientOutput>, ClientError> {
        let method = self.calls.get(&call).ok_or(ClientError::UnknownCall(call))?.method;
        let answer = match answer {
            Ok(answer) if answer.method() != method => return Err(ClientError::OtherAnswer(call)),
            Ok(answer) => Ok(answer.result()),
            Err(data) => {
                Err(JsonRpcError::new(PROVIDER_ERROR, data.message.clone()).data(frame::payload(&data)))
            }
        };
        if answer.as_ref().is_ok_and(|result| !frame::can_be_kept(result)) {
            return Err(ClientError::Unwritable);
        }
        let provided = self.calls.remove(&call).ok_or(ClientError::UnknownCall(call))?;
        Ok(vec![ClientOutput::Send(frame::answer(provided.id, answer))])
    }

    /// A request of the host.
    pub(super) fn handle_request(&mut self, request: JsonRpcRequest, out: &mut Vec<ClientOutput>) {
        let answer = match frame::read(&request).map(ProviderRequest::of) {
            Ok(Some(asked)) if self.can_provide(&asked) => {
                let call = self.number();
                self.calls.insert(call, ProviderCall { id: request.id, method: asked.method() });
                out.push(ClientOutput::Provide { call, request: asked });
                return;
            }
            Ok(Some(_)) => {
                let message = "this client does not provide such a canvas";
                Err(frame::error(error_code::PERMISSION_DENIED, message))
            }
            Ok(None) if request.method == "ping" => Ok(Payload::null()),
            Ok(None) => Err(frame::error(error_code::METHOD_NOT_FOUND, "this method is not served here")),
            Err(error) => Err(error),
        };
        out.push(ClientOutput::Send(frame::answer(request.id, answer)));
    }

    /// Whether the client declared that kind of canvas in that session.
    fn can_provide(&self, request: &ProviderRequest) -> bool {
        let (session, canvas_id) = match request {
            ProviderRequest::Open(CanvasOpenParams { channel, canvas_id, .. })
            | ProviderRequest::InvokeAction(CanvasInvokeActionParams { channel, canvas_id, .. })
            | ProviderRequest::Close(CanvasCloseParams { channel, canvas_id, .. }) => (channel, canvas_id),
        };
        let declared = self.declared.get(session).and_then(|client| client.canvas_providers.get());
        declared.is_some_and(|kinds| kinds.iter().any(|kind| kind.canvas_id == *canvas_id))
    }
}
