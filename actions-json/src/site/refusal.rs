//! What a site does not let pass.

use crate::{
    admission,
    calls::{ReplyRefusal, ReplyRefusalKind},
    invocation::{InvocationRefusal, InvocationRefusalKind},
    item::{ActionCall, ActionError, DomEvent, ErrorCode, ErrorDetails},
    runtimes::{RoutingError, RoutingErrorKind},
};
use std::fmt;
use wire::{Payload, Pointer};

/// Why something does not pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum SiteRefusalKind {
    /// The call, or its output, is not what the tool describes, or the page is in another state.
    Call(InvocationRefusalKind),
    /// The call goes to no page.
    Route(RoutingErrorKind),
    /// The host lacks a primitive that the tool requires.
    Capability,
    /// A transition that the call makes was made just before.
    TooSoon {
        /// How long to wait, in milliseconds.
        wait_ms: u64,
    },
    /// A transition that the call makes was made as often as the manifest allows.
    Exhausted,
    /// A call of this id went to this page already.
    DuplicateCall,
    /// The item is no reply to a call that waits.
    Reply(ReplyRefusalKind),
    /// The event may not reach the agent.
    Event(admission::AdmissionRefusalKind),
    /// The page has not said that it is there.
    UnknownPage,
    /// As many are there as may be.
    TooMany,
    /// An id is longer than [`Site::MAX_ID`](super::Site::MAX_ID).
    TooLong,
}

impl SiteRefusalKind {
    /// The code with which the specification answers. Nobody is answered for a reply that is none.
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

/// Something that a site does not let pass.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SiteRefusal {
    /// Why.
    pub kind: SiteRefusalKind,
    /// Where in the item it is.
    pub pointer: Pointer,
    /// A sentence for people and models. It does not show what a page or an agent sent as values.
    pub message: String,
    /// What would be right.
    pub hint: String,
    /// The item with which it is answered: a call and its output to the agent, an event to its page.
    pub answer: Option<Box<ActionError>>,
}

impl SiteRefusal {
    /// The code with which the specification answers.
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
        Self { kind, pointer, message: message.into(), hint: hint.into(), answer: None }
    }

    /// With the answer to a call.
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

    /// With the answer to an event.
    pub(super) fn answering_event(mut self, event: &DomEvent) -> Self {
        self.answer = self.code().map(|code| {
            let evidence = Payload::object([("event_id", &Payload::string(event.event_id.as_str()))]);
            let error = ErrorDetails::new(code, self.message.as_str()).evidence(evidence);
            Box::new(ActionError::new(error).runtime_id(event.runtime_id.clone()))
        });
        self
    }

    pub(super) fn of_call(refused: InvocationRefusal, call: &ActionCall) -> Self {
        let answer = Some(Box::new(refused.action_error(call)));
        let InvocationRefusal { kind, pointer, message, hint, .. } = refused;
        Self { kind: SiteRefusalKind::Call(kind), pointer, message, hint, answer }
    }

    pub(super) fn of_route(unrouted: &RoutingError, call: &ActionCall) -> Self {
        let hint = match unrouted.kind {
            RoutingErrorKind::NotFound => "a page that has said that it is there",
            RoutingErrorKind::Ambiguous => "`target`, `target_url_contains` or `target_title_contains`",
            RoutingErrorKind::NotReady => "a call after the `runtime_ready` of the page",
        };
        let mut refused =
            Self::new(SiteRefusalKind::Route(unrouted.kind), "runtime_id", unrouted.to_string(), hint);
        refused.answer = Some(Box::new(unrouted.action_error(call)));
        refused
    }

    pub(super) fn of_event(refused: admission::AdmissionRefusal, event: &DomEvent) -> Self {
        let answer = Some(Box::new(refused.action_error(event)));
        let admission::AdmissionRefusal { kind, pointer, message, hint, .. } = refused;
        Self { kind: SiteRefusalKind::Event(kind), pointer, message, hint, answer }
    }

    pub(super) fn of_reply(refused: &ReplyRefusal) -> Self {
        let kind = SiteRefusalKind::Reply(refused.kind);
        Self::new(kind, "call_id", refused.to_string(), "the reply of a page to a call that waits")
    }
}

impl fmt::Display for SiteRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.pointer, self.message)?;
        self.code().map_or(Ok(()), |code| write!(f, " ({code})"))
    }
}

impl std::error::Error for SiteRefusal {}
