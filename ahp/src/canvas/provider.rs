//! Who answers for a canvas.

use crate::{check::Check, ids::ClientId};
use wire::{Finding, Pointer, Validate};

wire::object! {
    /// The host itself provides the canvas. AHP canvas proposal, `CanvasProviderSource`.
    pub struct ServerSource by "kind" = "server" {}

    /// A client provides the canvas; the host sends its requests there. AHP canvas proposal, `CanvasProviderSource`.
    pub struct ClientSource by "kind" = "client" {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ahp_5_and_19_a_client_is_named_where_a_client_provides_and_only_there() {
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
    fn ahp_22_a_source_of_a_later_kind_is_kept() {
        let text = r#"{"kind":"relay","via":["a"]}"#;
        let source: CanvasProviderSource = wire::decode(text).unwrap();
        assert!(matches!(source, CanvasProviderSource::Unknown(_)));
        assert_eq!(wire::encode(&source).unwrap(), text);
    }
}
