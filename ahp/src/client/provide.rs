//! Requests of the host to the canvases that this client provides.

use super::{CanvasProposal, Client, ClientError, ClientOutput, Profile};
use crate::{
    canvas::{
        CallId, CanvasCloseParams, CanvasInvokeActionParams, CanvasOpenParams,
        CanvasProviderErrorData, PROVIDER_ERROR, ProviderAnswer, ProviderRequest, frame,
    },
    error_code,
    json_rpc::{JsonRpcError, JsonRpcRequest, RequestId},
};
use wire::Payload;

/// A request of the host that the program has not answered yet.
#[derive(Debug)]
pub(super) struct ProviderCall {
    id: RequestId,
    method: &'static str,
}

impl Client<CanvasProposal> {
    /// Answers a [`ClientOutput::Provide`]. An error is sent with the code [`PROVIDER_ERROR`].
    ///
    /// # Errors
    /// Returns an error if no open call has this id, if the answer does not match the request, or if the answer
    /// cannot be sent. In the last two cases the call stays open.
    pub fn answer(
        &mut self,
        call: CallId,
        answer: Result<ProviderAnswer, CanvasProviderErrorData>,
    ) -> Result<Vec<ClientOutput>, ClientError> {
        let method = self
            .calls
            .get(&call)
            .ok_or(ClientError::UnknownCall(call))?
            .method;
        let answer = match answer {
            Ok(answer) if answer.method() != method => return Err(ClientError::OtherAnswer(call)),
            Ok(answer) => Ok(answer.result()),
            Err(data) => {
                Err(JsonRpcError::new(PROVIDER_ERROR, data.message.clone())
                    .data(frame::payload(&data)))
            }
        };
        if answer
            .as_ref()
            .is_ok_and(|result| !frame::can_be_kept(result))
        {
            return Err(ClientError::Unwritable);
        }
        let provided = self
            .calls
            .remove(&call)
            .ok_or(ClientError::UnknownCall(call))?;
        Ok(vec![ClientOutput::Send(frame::answer(provided.id, answer))])
    }
}

impl<P: Profile> Client<P> {
    /// Handles a request of the host.
    pub(super) fn handle_request(&mut self, request: JsonRpcRequest, out: &mut Vec<ClientOutput>) {
        let answer = match P::provider_request(&request) {
            Ok(Some(asked)) if self.can_provide(&asked) => {
                let call = self.number();
                self.calls.insert(
                    call,
                    ProviderCall {
                        id: request.id,
                        method: asked.method(),
                    },
                );
                out.push(ClientOutput::Provide {
                    call,
                    request: asked,
                });
                return;
            }
            Ok(Some(_)) => {
                let message = "this client does not provide this kind of canvas";
                Err(frame::error(error_code::PERMISSION_DENIED, message))
            }
            Ok(None) if request.method == "ping" => Ok(Payload::null()),
            Ok(None) => Err(frame::error(
                error_code::METHOD_NOT_FOUND,
                "the method is not supported",
            )),
            Err(error) => Err(error),
        };
        out.push(ClientOutput::Send(frame::answer(request.id, answer)));
    }

    /// Returns `true` if the client declared this kind of canvas in this session.
    fn can_provide(&self, request: &ProviderRequest) -> bool {
        let (session, canvas_id) = match request {
            ProviderRequest::Open(CanvasOpenParams {
                channel, canvas_id, ..
            })
            | ProviderRequest::InvokeAction(CanvasInvokeActionParams {
                channel, canvas_id, ..
            })
            | ProviderRequest::Close(CanvasCloseParams {
                channel, canvas_id, ..
            }) => (channel, canvas_id),
        };
        let declared = self
            .declared
            .get(session)
            .and_then(|client| client.canvas_providers.get());
        declared.is_some_and(|kinds| kinds.iter().any(|kind| kind.canvas_id == *canvas_id))
    }
}
