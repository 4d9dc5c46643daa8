//! What a host asks of a provider and what that answers, wherever the provider is.

use super::{
    CanvasCloseParams, CanvasInvokeActionParams, CanvasInvokeActionResult, CanvasOpenParams,
    CanvasOpenResult, frame,
};
use crate::json_rpc::JsonRpcError;
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
            Self::Open(_) => Self::OPEN,
            Self::InvokeAction(_) => Self::INVOKE_ACTION,
            Self::Close(_) => Self::CLOSE,
        }
    }

    pub(super) const OPEN: &'static str = "canvasOpen";
    pub(super) const INVOKE_ACTION: &'static str = "canvasInvokeAction";
    pub(super) const CLOSE: &'static str = "canvasClose";
    pub(super) const METHODS: [&'static str; 3] = [Self::OPEN, Self::INVOKE_ACTION, Self::CLOSE];

    pub(super) fn params(&self) -> Payload {
        match self {
            Self::Open(params) => frame::payload(params),
            Self::InvokeAction(params) => frame::payload(params),
            Self::Close(params) => frame::payload(params),
        }
    }

    /// `None` if no provider is asked by this method.
    pub(super) fn read(method: &str, params: Option<&Payload>) -> Option<Result<Self, JsonRpcError>> {
        match method {
            Self::OPEN => Some(frame::read(params).map(Self::Open)),
            Self::INVOKE_ACTION => Some(frame::read(params).map(Self::InvokeAction)),
            Self::CLOSE => Some(frame::read(params).map(Self::Close)),
            _ => None,
        }
    }
}

impl ProviderAnswer {
    /// The method of the requests that it answers.
    pub fn method(&self) -> &'static str {
        match self {
            Self::Open(_) => ProviderRequest::OPEN,
            Self::InvokeAction(_) => ProviderRequest::INVOKE_ACTION,
            Self::Close => ProviderRequest::CLOSE,
        }
    }

    /// The `result` member that says it; that of a canvas which is closed is null.
    pub(super) fn result(&self) -> Payload {
        match self {
            Self::Open(result) => frame::payload(result),
            Self::InvokeAction(result) => frame::payload(result),
            Self::Close => Payload::null(),
        }
    }
}
