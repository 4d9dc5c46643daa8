//! Connections, and the form in which their clients get canvases.

use crate::{
    canvas::versioning::can_use,
    connection::ClientCapabilities,
    ids::{ChannelUri, ClientId},
    v1_0,
    version::Version,
};
use std::collections::BTreeSet;

/// The id of a connection. The program chooses it, and may reuse it after [`Host::disconnect`](super::Host::disconnect).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionId(pub u64);

/// The form in which a client gets canvases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ClientView {
    /// The canvases of the proposal. The client declared the capability, and the negotiated version includes it.
    Proposal,
    /// The canvases of AHP 1.0. The client did not declare the capability, and the negotiated version has released
    /// canvases.
    Release,
    /// No canvases, because the negotiated version has none.
    Nothing,
}

impl ClientView {
    pub(super) fn to(version: Version, capabilities: Option<&ClientCapabilities>) -> Self {
        let is_proposal = capabilities
            .is_some_and(|declared| can_use("canvas/updated", &version.to_string(), declared));
        if is_proposal {
            Self::Proposal
        } else if Version::parse(v1_0::INTRODUCED_IN).is_some_and(|since| version >= since) {
            Self::Release
        } else {
            Self::Nothing
        }
    }
}

/// A connection whose client has sent `initialize`.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) client: ClientId,
    pub(super) view: ClientView,
    pub(super) subscriptions: BTreeSet<ChannelUri>,
}
