//! How peers meet: `initialize`, and what a client can do.
//!
//! These messages come before a dialect is agreed on, so both dialects have them in common. Where something that
//! depends on the dialect stands in them (the state in a snapshot, an action), it is a [`Payload`], which the types of
//! the dialect read.

use crate::{
    check::Check,
    ids::{ChannelUri, ClientId},
    subscription::Snapshot,
    version::{self, Version},
};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// That a client shows canvases. It has no members of its own; what it holds is kept. AHP canvas proposal,
    /// capability.
    pub struct CanvasCapability {}

    /// What a client can do; capabilities that do not concern canvases are kept as they are. AHP canvas proposal,
    /// `ClientCapabilities`.
    pub struct ClientCapabilities {
        /// There if the client shows canvases as the proposal has them. The release has no such capability.
        canvas?: Field<CanvasCapability>,
    }

    /// A client presents itself. AHP, `initialize`.
    pub struct InitializeParams {
        /// The channel of the connection, `ahp-root://`.
        channel: ChannelUri,
        /// Whatever the peers add to a request.
        meta as "_meta"?: Option<Payload>,
        /// The versions that it speaks, the best one first.
        protocol_versions as "protocolVersions": Vec<String>,
        /// Its name among the clients of the host.
        client_id as "clientId": ClientId,
        /// The channels that it follows from the start; the answer holds a snapshot of each.
        initial_subscriptions as "initialSubscriptions"?: Field<Vec<ChannelUri>>,
        /// What it can do.
        capabilities?: Field<ClientCapabilities>,
    }

    /// The answer to [`InitializeParams`]. AHP, `initialize`.
    ///
    /// ```
    /// # use agent_ui_ahp as ahp;
    /// use ahp::{canvas, connection::InitializeResult};
    ///
    /// let result: InitializeResult = wire::decode(
    ///     r#"{"protocolVersion":"0.6.0","serverSeq":7,"snapshots":[
    ///         {"resource":"ahp-session:/s1","state":{"title":"Museum","openCanvases":[]},"fromSeq":7}]}"#,
    /// )?;
    /// let session = canvas::SnapshotState::read(&result.snapshots[0])?;
    /// assert!(matches!(session, canvas::SnapshotState::Session(state) if !state.open_canvases.is_absent()));
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub struct InitializeResult {
        /// The version that both speak from now on, one of those offered.
        protocol_version as "protocolVersion": String,
        /// The host's number for its latest action.
        server_seq as "serverSeq": u64,
        /// Whatever the peers add.
        meta as "_meta"?: Option<Payload>,
        /// How the channels stand which the client follows from the start.
        snapshots: Vec<Snapshot>,
    }

    /// The `data` of an error with the code
    /// [`UNSUPPORTED_PROTOCOL_VERSION`](crate::error_code::UNSUPPORTED_PROTOCOL_VERSION). AHP, errors.
    pub struct UnsupportedProtocolVersionErrorData {
        /// The versions that the host speaks: versions or ranges of them.
        supported_versions as "supportedVersions": Vec<String>,
    }
}

impl ClientCapabilities {
    /// Whether the client shows canvases as the proposal has them: the capability is there, and no null.
    pub fn supports_canvases(&self) -> bool {
        self.canvas.get().is_some()
    }
}

impl Validate for ClientCapabilities {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        Check { at, found }.not_null("canvas", &self.canvas);
    }
}

impl Validate for InitializeParams {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.object("_meta", &self.meta);
        if self.protocol_versions.is_empty() {
            let hint = "the versions that the client speaks, the best one first";
            check.error("no-version", "protocolVersions", "No version is offered.", hint);
        }
        for (index, version) in self.protocol_versions.iter().enumerate() {
            if Version::parse(version).is_none() {
                let at = at.member("protocolVersions").element(index);
                let message = "This version is malformed, which makes the whole offer an error.";
                check.found.push(Finding::error("malformed-version", at, message).hint(version::FORM));
            }
        }
        check.not_null("initialSubscriptions", &self.initial_subscriptions);
        check.not_null("capabilities", &self.capabilities);
        for (index, channel) in self.initial_subscriptions.get().into_iter().flatten().enumerate() {
            check.subscribable("initialSubscriptions", Some(index), channel);
        }
        if let Some(capabilities) = self.capabilities.get() {
            capabilities.findings(&at.member("capabilities"), found);
        }
    }
}

impl Validate for InitializeResult {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.object("_meta", &self.meta);
        if Version::parse(&self.protocol_version).is_none() {
            check.error("malformed-version", "protocolVersion", "This version is malformed.", version::FORM);
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
            wire::decode::<ClientCapabilities>(text).map(|capabilities| capabilities.supports_canvases())
        };
        assert_eq!(shows("{}"), Ok(false));
        assert_eq!(shows(r#"{"canvas":{}}"#), Ok(true));
        assert_eq!(shows(r#"{"canvas":{"x-direct":true},"mcpApps":{}}"#), Ok(true));
        assert_eq!(shows(r#"{"canvas":null}"#), Ok(false));
        assert_eq!(shows(r#"{"canvas":true}"#).unwrap_err().pointer.as_str(), "/canvas");
        assert_eq!(
            wire::encode(&ClientCapabilities::new().canvas(CanvasCapability::new())).unwrap(),
            r#"{"canvas":{}}"#
        );
    }

    #[test]
    fn what_a_client_offers_is_judged() {
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
        assert_eq!(none.into_iter().map(|finding| finding.rule).collect::<Vec<_>>(), ["no-version"]);
    }
}
