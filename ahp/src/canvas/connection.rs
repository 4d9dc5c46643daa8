//! How peers meet and follow a canvas: capabilities, `initialize`, `subscribe`.

use crate::{
    check::Check,
    ids::{ChannelUri, ClientId},
    uri::{CanvasChannel, ContentAddress},
};
use wire::{DecodeError, Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// That a client shows canvases. It has no members of its own. AHP canvas proposal, capability.
    pub struct CanvasCapability {}

    /// What a client can do; capabilities that do not concern canvases are kept as they are. AHP canvas proposal,
    /// `ClientCapabilities`.
    pub struct ClientCapabilities {
        /// There if the client shows canvases.
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
        /// What it can do.
        capabilities?: Field<ClientCapabilities>,
    }

    /// A client wants to follow a channel. AHP, `subscribe`.
    pub struct SubscribeParams {
        /// Which channel.
        channel: ChannelUri,
        /// Whatever the peers add to a request.
        meta as "_meta"?: Option<Payload>,
    }

    /// The answer to [`SubscribeParams`]. AHP, `subscribe`.
    pub struct SubscribeResult {
        /// How the channel stands; channels without a state have none.
        snapshot?: Field<Snapshot>,
    }

    /// How a channel stands. AHP, `Snapshot`.
    pub struct Snapshot {
        /// Which channel. Its scheme says what the state is; the state alone does not.
        resource: ChannelUri,
        /// The state. [`Snapshot::read`] reads it.
        state: Payload,
        /// Actions with a greater number follow.
        from_seq as "fromSeq": u64,
    }
}

/// What a snapshot shows, as far as it concerns canvases.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotState {
    /// An open canvas.
    Canvas(super::CanvasState),
    /// A session.
    Session(super::SessionState),
    /// Something else.
    Other,
}

impl Snapshot {
    /// Reads the state as what the channel's scheme promises; shapes are not guessed.
    ///
    /// # Errors
    /// If it is not of that shape; pointers count from the state.
    pub fn read(&self) -> Result<SnapshotState, DecodeError> {
        match crate::uri::scheme(self.resource.as_str()) {
            Some((scheme, _)) if scheme.eq_ignore_ascii_case(CanvasChannel::SCHEME) => {
                self.state.decode().map(SnapshotState::Canvas)
            }
            Some((scheme, _)) if scheme.eq_ignore_ascii_case("ahp-session") => {
                self.state.decode().map(SnapshotState::Session)
            }
            _ => Ok(SnapshotState::Other),
        }
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
        check.not_null("capabilities", &self.capabilities);
        if let Some(capabilities) = self.capabilities.get() {
            capabilities.findings(&at.member("capabilities"), found);
        }
    }
}

impl Validate for SubscribeParams {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        let scheme = crate::uri::scheme(self.channel.as_str()).map(|(scheme, _)| scheme);
        if scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(ContentAddress::SCHEME)) {
            let message = "This is an address of content, which nobody can subscribe to.";
            check.error("not-subscribable", "channel", message, "the channel of its canvas");
        }
        check.object("_meta", &self.meta);
    }
}

impl Validate for SubscribeResult {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        Check { at, found }.not_null("snapshot", &self.snapshot);
        if let Some(snapshot) = self.snapshot.get() {
            snapshot.findings(&at.member("snapshot"), found);
        }
    }
}

impl Validate for Snapshot {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let at = at.member("state");
        match self.read() {
            Ok(SnapshotState::Canvas(state)) => state.findings(&at, found),
            Ok(SnapshotState::Session(state)) => state.findings(&at, found),
            Ok(SnapshotState::Other) => {}
            Err(error) => found
                .push(Finding::error("decode", at.join(&error.pointer), error.found).hint(error.expected)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_is_read_by_the_scheme_of_its_channel() {
        let read = |resource: &str, state: &str| {
            let text = format!(r#"{{"resource":"{resource}","state":{state},"fromSeq":1}}"#);
            wire::decode::<Snapshot>(&text).unwrap().read()
        };
        assert!(matches!(read("ahp-session:/1", "{}"), Ok(SnapshotState::Session(_))));
        assert!(matches!(read("ahp-terminal:/1", "[1]"), Ok(SnapshotState::Other)));
        assert_eq!(read("ahp-canvas:/1", "{}").unwrap_err().pointer.as_str(), "/instanceId");
    }

    #[test]
    fn a_snapshot_that_is_not_what_its_channel_promises_is_found() {
        let text = r#"{"snapshot":{"resource":"ahp-canvas:/1","state":{"instanceId":7},"fromSeq":1}}"#;
        let result: SubscribeResult = wire::decode(text).unwrap();
        let found: Vec<_> = result.validate().iter().map(|f| (f.rule, f.pointer.to_string())).collect();
        assert_eq!(found, [("decode", "/snapshot/state/instanceId".to_owned())]);
    }
}
