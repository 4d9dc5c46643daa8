//! Who answers for a canvas.

use crate::{check::Check, ids::ClientId};
use wire::{Finding, Pointer, Validate};

wire::object! {
    /// The host itself provides the canvas. AHP canvas proposal, `CanvasProviderSource`.
    pub struct ServerSource {}

    /// A client provides the canvas; the host sends its requests there. AHP canvas proposal, `CanvasProviderSource`.
    pub struct ClientSource {
        /// Which client.
        client_id as "clientId": ClientId,
    }
}

wire::tagged! {
    /// Who answers for a canvas. AHP canvas proposal, `CanvasProviderSource`.
    ///
    /// ```
    /// # use agent_ui_ahp as ahp;
    /// use ahp::canvas::{CanvasProviderSource, ClientSource};
    ///
    /// let source: CanvasProviderSource = ClientSource::new("kiosk-3").into();
    /// assert_eq!(wire::encode(&source)?, r#"{"kind":"client","clientId":"kiosk-3"}"#);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    pub enum CanvasProviderSource by "kind" {
        /// The host itself.
        "server" Server(ServerSource),
        /// A client.
        "client" Client(ClientSource),
    }
}

impl Validate for CanvasProviderSource {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let Self::Server(source) = self else { return };
        if source.extra.get("clientId").is_some() {
            let message = "The host provides this canvas, and yet a client is named.";
            Check { at, found }.error(
                "client-id-on-server",
                "clientId",
                message,
                "kind `client`, or no clientId",
            );
        }
    }
}
