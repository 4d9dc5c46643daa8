//! The providers of canvases.

use crate::{check::Check, ids::ClientId};
use wire::{Finding, Pointer, Validate};

wire::object! {
    /// The host as the provider of a canvas.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Declarations](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#declarations).
    pub struct ServerSource by "kind" = "server" {}

    /// A client as the provider of a canvas. The client receives the host's requests.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Declarations](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#declarations).
    pub struct ClientSource by "kind" = "client" {
        /// The id of the providing client.
        client_id as "clientId": ClientId,
    }
}

wire::tagged! {
    /// The provider of a canvas: the host or a client.
    ///
    /// ```
    /// use agent_ui_ahp::{canvas::{CanvasProviderSource, ClientSource}, wire};
    ///
    /// let source: CanvasProviderSource = ClientSource::new("kiosk-3").into();
    /// assert_eq!(wire::encode(&source)?, r#"{"kind":"client","clientId":"kiosk-3"}"#);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    ///
    /// Specification:
    /// [AHP canvas proposal, § Declarations](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#declarations).
    pub enum CanvasProviderSource by "kind" {
        /// The host provides the canvas.
        "server" Server(ServerSource),
        /// A client provides the canvas.
        "client" Client(ClientSource),
    }
}

impl Validate for CanvasProviderSource {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let Self::Server(source) = self else { return };
        if source.extra.get("clientId").is_some() {
            let message = "the host provides this canvas, but `clientId` names a client";
            Check { at, found }.error(
                "client-id-on-server",
                "clientId",
                message,
                "use the kind `client`, or remove `clientId`",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ahp_5_and_19_only_a_client_provider_has_a_client_id() {
        let rules = |text: &str| {
            let source: CanvasProviderSource = wire::decode(text).unwrap();
            assert_eq!(wire::encode(&source).unwrap(), text);
            source
                .validate()
                .into_iter()
                .map(|found| (found.rule, found.pointer.to_string()))
                .collect::<Vec<_>>()
        };
        assert_eq!(rules(r#"{"kind":"server"}"#), []);
        assert_eq!(rules(r#"{"kind":"client","clientId":"k"}"#), []);
        let both = rules(r#"{"kind":"server","clientId":"k"}"#);
        assert_eq!(both, [("client-id-on-server", "/clientId".to_owned())]);
        let error = wire::decode::<CanvasProviderSource>(r#"{"kind":"client"}"#).unwrap_err();
        assert_eq!(error.pointer.as_str(), "/clientId");
    }

    #[test]
    fn ahp_22_an_unknown_source_is_preserved() {
        let text = r#"{"kind":"relay","via":["a"]}"#;
        let source: CanvasProviderSource = wire::decode(text).unwrap();
        assert!(matches!(source, CanvasProviderSource::Unknown(_)));
        assert_eq!(wire::encode(&source).unwrap(), text);
    }
}
