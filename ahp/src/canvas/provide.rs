//! What a host asks of a provider and what that answers, wherever the provider is.

use super::{
    CanvasCloseParams, CanvasCloseResult, CanvasInvokeActionParams, CanvasInvokeActionResult,
    CanvasOpenParams, CanvasOpenResult, frame,
};
use crate::method::{CanvasClose, CanvasInvokeAction, CanvasOpen, Method, Request};
use std::fmt;
use wire::Payload;

/// Relates an answer to what was asked. One host, or one client, uses a number once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId(pub(super) u64);

impl fmt::Display for CallId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a provider is asked. AHP canvas proposal, provider requests.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProviderRequest {
    /// To open a canvas, or to open it again after it was stale.
    Open(CanvasOpenParams),
    /// To do something with it.
    InvokeAction(CanvasInvokeActionParams),
    /// To close it.
    Close(CanvasCloseParams),
}

/// What a provider answers; the variant is that of the [`ProviderRequest`]. AHP canvas proposal, provider requests.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProviderAnswer {
    /// It is open.
    Open(CanvasOpenResult),
    /// It is done.
    InvokeAction(CanvasInvokeActionResult),
    /// It is closed.
    Close,
}

impl ProviderRequest {
    /// The method that asks it.
    pub fn method(&self) -> &'static str {
        match self {
            Self::Open(_) => CanvasOpen::NAME,
            Self::InvokeAction(_) => CanvasInvokeAction::NAME,
            Self::Close(_) => CanvasClose::NAME,
        }
    }

    pub(super) fn params(&self) -> Payload {
        match self {
            Self::Open(params) => frame::payload(params),
            Self::InvokeAction(params) => frame::payload(params),
            Self::Close(params) => frame::payload(params),
        }
    }

    /// `None` if it is not asked of a provider.
    pub(super) fn of(request: Request) -> Option<Self> {
        match request {
            Request::CanvasOpen(params) => Some(Self::Open(params)),
            Request::CanvasInvokeAction(params) => Some(Self::InvokeAction(params)),
            Request::CanvasClose(params) => Some(Self::Close(params)),
            _ => None,
        }
    }
}

impl ProviderAnswer {
    /// The method of the requests that it answers.
    pub fn method(&self) -> &'static str {
        match self {
            Self::Open(_) => CanvasOpen::NAME,
            Self::InvokeAction(_) => CanvasInvokeAction::NAME,
            Self::Close => CanvasClose::NAME,
        }
    }

    /// The `result` member that says it; that of a canvas which is closed is null.
    pub(super) fn result(&self) -> Payload {
        match self {
            Self::Open(result) => frame::payload(result),
            Self::InvokeAction(result) => frame::payload(result),
            Self::Close => frame::payload(&CanvasCloseResult),
        }
    }
}
