//! Requests to a provider and its answers, independent of the provider's location.

use super::{
    CanvasCloseParams, CanvasCloseResult, CanvasInvokeActionParams, CanvasInvokeActionResult,
    CanvasOpenParams, CanvasOpenResult, frame,
};
use crate::method::{CanvasClose, CanvasInvokeAction, CanvasOpen, Method, Request};
use std::fmt;
use wire::Payload;

/// The id that relates an answer to its call. A host or client never reuses an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId(pub(crate) u64);

impl fmt::Display for CallId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A request to a provider.
///
/// Specification:
/// [AHP canvas proposal, § Provider request family](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#provider-request-family).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProviderRequest {
    /// Opens a canvas, or reopens a stale one.
    Open(CanvasOpenParams),
    /// Invokes an action of an open canvas.
    InvokeAction(CanvasInvokeActionParams),
    /// Closes an open canvas.
    Close(CanvasCloseParams),
}

/// The answer of a provider, with the same variant as the [`ProviderRequest`].
///
/// Specification:
/// [AHP canvas proposal, § Provider request family](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#provider-request-family).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProviderAnswer {
    /// The canvas is open.
    Open(CanvasOpenResult),
    /// The provider performed the action.
    InvokeAction(CanvasInvokeActionResult),
    /// The canvas is closed.
    Close,
}

impl ProviderRequest {
    /// Returns the method of the request.
    pub fn method(&self) -> &'static str {
        match self {
            Self::Open(_) => CanvasOpen::NAME,
            Self::InvokeAction(_) => CanvasInvokeAction::NAME,
            Self::Close(_) => CanvasClose::NAME,
        }
    }

    pub(crate) fn params(&self) -> Payload {
        match self {
            Self::Open(params) => frame::payload(params),
            Self::InvokeAction(params) => frame::payload(params),
            Self::Close(params) => frame::payload(params),
        }
    }

    /// Converts a request; `None` if the request is not addressed to a provider.
    pub(crate) fn of(request: Request) -> Option<Self> {
        match request {
            Request::CanvasOpen(params) => Some(Self::Open(params)),
            Request::CanvasInvokeAction(params) => Some(Self::InvokeAction(params)),
            Request::CanvasClose(params) => Some(Self::Close(params)),
            _ => None,
        }
    }
}

impl ProviderAnswer {
    /// Returns the method that this answer belongs to.
    pub fn method(&self) -> &'static str {
        match self {
            Self::Open(_) => CanvasOpen::NAME,
            Self::InvokeAction(_) => CanvasInvokeAction::NAME,
            Self::Close => CanvasClose::NAME,
        }
    }

    /// Returns the `result` member, which is null for a closed canvas.
    pub(crate) fn result(&self) -> Payload {
        match self {
            Self::Open(result) => frame::payload(result),
            Self::InvokeAction(result) => frame::payload(result),
            Self::Close => frame::payload(&CanvasCloseResult),
        }
    }
}
