//! The handshake: `initialize` and the capabilities of a client.
//!
//! These messages are sent before the peers agree on a dialect, so both dialects share them. Parts that depend on the
//! dialect, such as the state in a snapshot, are a [`Payload`] here. The types of the dialect read these parts.

use crate::{
    check::Check,
    ids::{ChannelUri, ClientId},
    subscription::Snapshot,
    version::{self, Version},
};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// The capability to show canvases. The proposal defines no members of the capability, and unknown members are
    /// preserved.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Capability](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#capability).
    pub struct CanvasCapability {}

    /// The capabilities of a client. Capabilities unrelated to canvases are preserved.
    ///
    /// Specification:
    /// [AHP 1.0, `ClientCapabilities`](https://docs.rs/ahp-types/1.0.0/ahp_types/commands/struct.ClientCapabilities.html).
    pub struct ClientCapabilities {
        /// Present if the client shows canvases of the proposal. AHP 1.0 does not have this capability.
        canvas?: Field<CanvasCapability>,
    }

    /// The parameters of `initialize`, with which a client presents itself.
    ///
    /// Specification:
    /// [AHP 1.0, `InitializeParams`](https://docs.rs/ahp-types/1.0.0/ahp_types/commands/struct.InitializeParams.html).
    pub struct InitializeParams {
        /// The root channel of the connection, `ahp-root://`.
        channel: ChannelUri,
        /// Optional metadata of the request, as an object.
        meta as "_meta"?: Option<Payload>,
        /// The versions that the client speaks, most preferred first.
        protocol_versions as "protocolVersions": Vec<String>,
        /// The id of the client at the host.
        client_id as "clientId": ClientId,
        /// The channels that the client follows from the start. The answer contains a snapshot of each channel.
        initial_subscriptions as "initialSubscriptions"?: Field<Vec<ChannelUri>>,
        /// The capabilities of the client.
        capabilities?: Field<ClientCapabilities>,
    }

    /// The answer to [`InitializeParams`].
    ///
    /// ```
    /// use agent_ui_ahp::{canvas, connection::InitializeResult, wire};
    ///
    /// let result: InitializeResult = wire::decode(
    ///     r#"{"protocolVersion":"0.6.0","serverSeq":7,"snapshots":[
    ///         {"resource":"ahp-session:/s1","state":{"title":"Museum","openCanvases":[]},"fromSeq":7}]}"#,
    /// )?;
    /// let session = canvas::SnapshotState::read(&result.snapshots[0])?;
    /// assert!(matches!(session, canvas::SnapshotState::Session(state) if !state.open_canvases.is_absent()));
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// Specification:
    /// [AHP 1.0, `InitializeResult`](https://docs.rs/ahp-types/1.0.0/ahp_types/commands/struct.InitializeResult.html).
    pub struct InitializeResult {
        /// The version that both peers use from now on, one of the offered versions.
        protocol_version as "protocolVersion": String,
        /// The host's number for its latest action.
        server_seq as "serverSeq": u64,
        /// Optional metadata of the host, as an object.
        meta as "_meta"?: Option<Payload>,
        /// The states of the channels in `initial_subscriptions`.
        snapshots: Vec<Snapshot>,
    }

    /// The `data` of an error with the code
    /// [`UNSUPPORTED_PROTOCOL_VERSION`](crate::error_code::UNSUPPORTED_PROTOCOL_VERSION).
    ///
    /// Specification:
    /// [AHP 1.0, `UnsupportedProtocolVersionErrorData`](https://docs.rs/ahp-types/1.0.0/ahp_types/errors/struct.UnsupportedProtocolVersionErrorData.html).
    pub struct UnsupportedProtocolVersionErrorData {
        /// The versions that the host speaks, as versions or version ranges.
        supported_versions as "supportedVersions": Vec<String>,
    }
}

impl ClientCapabilities {
    /// Returns `true` if the client shows canvases of the proposal: the capability is present and not null.
    pub(crate) fn supports_canvases(&self) -> bool {
        self.canvas.get().is_some()
    }
}

impl Validate for ClientCapabilities {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        Check { at, found }.report_null("canvas", &self.canvas);
    }
}

impl Validate for InitializeParams {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.check_object("_meta", &self.meta);
        if self.protocol_versions.is_empty() {
            let hint = "list the versions that the client supports, most preferred first";
            check.error(
                "no-version",
                "protocolVersions",
                "no version is offered",
                hint,
            );
        }
        for (index, version) in self.protocol_versions.iter().enumerate() {
            if Version::parse(version).is_none() {
                let at = at.member("protocolVersions").element(index);
                let message = "this version is malformed, which invalidates the whole offer";
                check
                    .found
                    .push(Finding::error("malformed-version", at, message).hint(version::FORM));
            }
        }
        check.report_null("initialSubscriptions", &self.initial_subscriptions);
        check.report_null("capabilities", &self.capabilities);
        for (index, channel) in self
            .initial_subscriptions
            .get()
            .into_iter()
            .flatten()
            .enumerate()
        {
            check.check_subscribable("initialSubscriptions", Some(index), channel);
        }
        if let Some(capabilities) = self.capabilities.get() {
            capabilities.findings(&at.member("capabilities"), found);
        }
    }
}

impl Validate for InitializeResult {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.check_object("_meta", &self.meta);
        if Version::parse(&self.protocol_version).is_none() {
            check.error(
                "malformed-version",
                "protocolVersion",
                "this version is malformed",
                version::FORM,
            );
        }
        self.snapshots.findings(&at.member("snapshots"), found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ahp_8_and_10_the_capability_is_an_object_that_may_grow() {
        let shows = |text: &str| {
            wire::decode::<ClientCapabilities>(text)
                .map(|capabilities| capabilities.supports_canvases())
        };
        assert_eq!(shows("{}"), Ok(false));
        assert_eq!(shows(r#"{"canvas":{}}"#), Ok(true));
        assert_eq!(
            shows(r#"{"canvas":{"x-direct":true},"mcpApps":{}}"#),
            Ok(true)
        );
        assert_eq!(shows(r#"{"canvas":null}"#), Ok(false));
        assert_eq!(
            shows(r#"{"canvas":true}"#).unwrap_err().pointer.as_str(),
            "/canvas"
        );
        assert_eq!(
            wire::encode(&ClientCapabilities::new().canvas(CanvasCapability::new())).unwrap(),
            r#"{"canvas":{}}"#
        );
    }

    #[test]
    fn the_offer_of_a_client_is_validated() {
        let text = r#"{"channel":"ahp-root://","protocolVersions":["1.0.0","1.0"],"clientId":"c",
            "initialSubscriptions":["ahp-session:/1","ahp-canvas-content:/a/b"],"capabilities":{"canvas":null}}"#;
        let found: Vec<_> = wire::decode::<InitializeParams>(text)
            .unwrap()
            .validate()
            .into_iter()
            .map(|finding| (finding.rule, finding.pointer.to_string()))
            .collect();
        assert_eq!(
            found,
            [
                ("malformed-version", "/protocolVersions/1".to_owned()),
                ("not-subscribable", "/initialSubscriptions/1".to_owned()),
                ("null-member", "/capabilities/canvas".to_owned()),
            ]
        );
        let none = InitializeParams::new("ahp-root://", Vec::new(), "c").validate();
        assert_eq!(
            none.into_iter()
                .map(|finding| finding.rule)
                .collect::<Vec<_>>(),
            ["no-version"]
        );
    }
}
