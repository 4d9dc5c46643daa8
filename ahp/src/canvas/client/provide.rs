//! What the agent asks of the canvases that this client provides.

use super::{CallId, Client, ClientError, Output};
use crate::{
    canvas::{
        CanvasCloseParams, CanvasInvokeActionParams, CanvasOpenParams, CanvasProviderErrorData,
        PROVIDER_ERROR, ProviderAnswer, ProviderRequest, frame,
    },
    error_code,
    json_rpc::{JsonRpcError, JsonRpcMessage, RequestId},
};
use wire::Payload;

/// A request of the host that is not answered yet.
#[derive(Debug)]
pub(super) struct Provided {
    id: RequestId,
    method: &'static str,
}

impl Client {
    /// The program answers [`Output::Provide`]. An error is sent with the code [`PROVIDER_ERROR`].
    ///
    /// # Errors
    /// If nothing is asked for under that number, the answer is none to what is asked, or it cannot be sent. In the
    /// latter cases the question stands.
    pub fn answer(
        &mut self,
        call: CallId,
        answer: Result<ProviderAnswer, CanvasProviderErrorData>,
    ) -> Result<Vec<Output>, ClientError> {
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
        Ok(vec![Output::Send(frame::answer(provided.id, answer))])
    }

    /// A request of the host.
    pub(super) fn requested(
        &mut self,
        id: RequestId,
        method: &str,
        params: Option<&Payload>,
        out: &mut Vec<Output>,
    ) {
        let refusal = match ProviderRequest::read(method, params) {
            Some(Ok(request)) if self.provides(&request) => {
                let call = self.number();
                self.calls.insert(call, Provided { id, method: request.method() });
                out.push(Output::Provide { call, request });
                return;
            }
            Some(Ok(_)) => {
                frame::error(error_code::PERMISSION_DENIED, "this client does not provide such a canvas")
            }
            Some(Err(error)) => error,
            None if method == "ping" => {
                out.push(send(id, Ok(Payload::null())));
                return;
            }
            None => frame::error(error_code::METHOD_NOT_FOUND, "this method is not served here"),
        };
        out.push(send(id, Err(refusal)));
    }

    /// Whether the client declared that kind of canvas in that session.
    fn provides(&self, request: &ProviderRequest) -> bool {
        let (session, canvas_id) = match request {
            ProviderRequest::Open(CanvasOpenParams { channel, canvas_id, .. })
            | ProviderRequest::InvokeAction(CanvasInvokeActionParams { channel, canvas_id, .. })
            | ProviderRequest::Close(CanvasCloseParams { channel, canvas_id, .. }) => (channel, canvas_id),
        };
        let declared = self.declared.get(session).and_then(|client| client.canvas_providers.get());
        declared.is_some_and(|kinds| kinds.iter().any(|kind| kind.canvas_id == *canvas_id))
    }
}

fn send(id: RequestId, answer: Result<Payload, JsonRpcError>) -> Output {
    let message: JsonRpcMessage = frame::answer(id, answer);
    Output::Send(message)
}
