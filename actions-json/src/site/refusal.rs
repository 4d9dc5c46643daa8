//! Refusals of a site.

use crate::{
    admission,
    calls::{ReplyRefusal, ReplyRefusalKind},
    invocation::{InvocationRefusal, InvocationRefusalKind},
    item::{ActionCall, ActionError, DomEvent, ErrorCode, ErrorDetails},
    runtimes::{RoutingError, RoutingErrorKind},
};
use std::fmt;
use wire::{Payload, Pointer};

/// The reason for which a site refuses a call or an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum SiteRefusalKind {
    /// The call or its output does not match the tool, or the page is in another state.
    Call(InvocationRefusalKind),
    /// The call cannot be routed to one page.
    Route(RoutingErrorKind),
    /// The host does not support a primitive that the tool requires.
    Capability,
    /// A transition of the call was performed too recently.
    TooSoon {
        /// The time to wait, in milliseconds.
        wait_ms: u64,
    },
    /// A transition of the call has reached its maximum number of attempts.
    Exhausted,
    /// A call with this id was already sent to this page.
    DuplicateCall,
    /// The item is not the reply to a waiting call.
    Reply(ReplyRefusalKind),
    /// The event may not reach the agent.
    Event(admission::AdmissionRefusalKind),
    /// The page has not sent `runtime_ready`.
    UnknownPage,
    /// The maximum number of pages or calls is reached.
    TooMany,
    /// An id is longer than [`Site::MAX_ID`](super::Site::MAX_ID).
    TooLong,
}

impl SiteRefusalKind {
    /// Returns the error code of the bridge protocol; `None` for refused replies, which are not answered.
    pub fn code(self) -> Option<ErrorCode> {
        Some(match self {
            Self::Call(kind) => kind.code(),
            Self::Route(kind) => kind.code(),
            Self::Capability | Self::TooMany => ErrorCode::CapabilityUnavailable,
            Self::TooSoon { .. } | Self::Exhausted => ErrorCode::UnsafeState,
            Self::DuplicateCall | Self::TooLong => ErrorCode::InvalidInput,
            Self::Event(kind) => kind.code(),
            Self::UnknownPage => ErrorCode::RuntimeNotReady,
            Self::Reply(_) => return None,
        })
    }
}

/// The refusal of a call or an item.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub struct SiteRefusal {
    /// The reason for the refusal.
    pub kind: SiteRefusalKind,
    /// The place in the item.
    pub pointer: Pointer,
    /// A description for people and models, without values of a page or an agent.
    pub message: String,
    /// A correct value, or an instruction for fixing the item.
    pub hint: String,
    /// The answer, addressed to the agent for a call or its output, and to the page for an event.
    pub answer: Option<Box<ActionError>>,
}

impl SiteRefusal {
    /// Returns the error code of the bridge protocol.
    pub fn code(&self) -> Option<ErrorCode> {
        self.kind.code()
    }

    pub(super) fn new(
        kind: SiteRefusalKind,
        member: &str,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        let pointer = Pointer::root().member(member);
        Self {
            kind,
            pointer,
            message: message.into(),
            hint: hint.into(),
            answer: None,
        }
    }

    /// Adds the answer to a refused call.
    pub(super) fn answering_call(
        mut self,
        call: &ActionCall,
        is_recoverable: bool,
        evidence: Payload,
    ) -> Self {
        self.answer = self.code().map(|code| {
            let mut error = call.error(code, self.message.as_str());
            error.error = error.error.recoverable(is_recoverable).evidence(evidence);
            Box::new(error)
        });
        self
    }

    /// Adds the answer to a call that will be refused again if it is repeated.
    pub(super) fn answering_for_good(self, call: &ActionCall) -> Self {
        self.answering_call(call, false, Payload::empty_object())
    }

    /// Adds the answer to a refused event.
    pub(super) fn answering_event(mut self, event: &DomEvent) -> Self {
        self.answer = self.code().map(|code| {
            let evidence =
                Payload::object([("event_id", &Payload::string(event.event_id.as_str()))]);
            let error = ErrorDetails::new(code, self.message.as_str()).evidence(evidence);
            Box::new(ActionError::new(error).runtime_id(event.runtime_id.clone()))
        });
        self
    }

    pub(super) fn of_call(refused: InvocationRefusal, call: &ActionCall) -> Self {
        let answer = Some(Box::new(refused.action_error(call)));
        let InvocationRefusal {
            kind,
            pointer,
            message,
            hint,
            ..
        } = refused;
        Self {
            kind: SiteRefusalKind::Call(kind),
            pointer,
            message,
            hint,
            answer,
        }
    }

    pub(super) fn of_route(unrouted: &RoutingError, call: &ActionCall) -> Self {
        let hint = match unrouted.kind {
            RoutingErrorKind::NotFound => "call a page that has sent `runtime_ready`",
            RoutingErrorKind::Ambiguous => {
                "add `target`, `target_url_contains` or `target_title_contains`"
            }
            RoutingErrorKind::NotReady => "call the page after its `runtime_ready`",
        };
        let mut refused = Self::new(
            SiteRefusalKind::Route(unrouted.kind),
            "runtime_id",
            unrouted.to_string(),
            hint,
        );
        refused.answer = Some(Box::new(unrouted.action_error(call)));
        refused
    }

    pub(super) fn of_event(refused: admission::AdmissionRefusal, event: &DomEvent) -> Self {
        let answer = Some(Box::new(refused.action_error(event)));
        let admission::AdmissionRefusal {
            kind,
            pointer,
            message,
            hint,
            ..
        } = refused;
        Self {
            kind: SiteRefusalKind::Event(kind),
            pointer,
            message,
            hint,
            answer,
        }
    }

    pub(super) fn of_reply(refused: &ReplyRefusal) -> Self {
        let kind = SiteRefusalKind::Reply(refused.kind);
        Self::new(
            kind,
            "call_id",
            refused.to_string(),
            "send replies to waiting calls only",
        )
    }
}

impl fmt::Display for SiteRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.pointer, self.message)?;
        match self.code() {
            Some(code) => write!(f, " ({code})"),
            None => Ok(()),
        }
    }
}
