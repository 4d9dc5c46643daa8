//! Matching of replies to calls.

use crate::item::{ActionCallOutput, ActionError, CallId, Item, RuntimeId};
use std::{
    collections::{BTreeMap, VecDeque},
    fmt,
};

/// The calls that were sent, identified by `call_id` and `runtime_id`.
///
/// A reply is accepted only once, only from the runtime that received the call, and only while the call is waiting.
/// The caller decides when a call stops waiting, because this table has no clock.
///
/// ```
/// use agent_ui_actions_json::{
///     calls::{Calls, Reply, ReplyRefusalKind}, item::{ActionCallOutput, Item}, wire,
/// };
///
/// let mut calls = Calls::new();
/// calls.record("c1", "rt1")?;
/// let foreign = Item::from(ActionCallOutput::new("c1", "rt2", wire::Payload::null()));
/// assert_eq!(calls.reply(&foreign).unwrap_err().kind, ReplyRefusalKind::Foreign);
/// let output = Item::from(ActionCallOutput::new("c1", "rt1", wire::Payload::null()));
/// assert!(matches!(calls.reply(&output), Ok(Reply::Output(_))));
/// assert_eq!(calls.reply(&output).unwrap_err().kind, ReplyRefusalKind::Duplicate);
/// # Ok::<(), agent_ui_actions_json::calls::DuplicateCall>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    calls: BTreeMap<Key, Stage>,
    /// The calls that are no longer waiting, oldest first.
    closed: VecDeque<Key>,
}

type Key = (CallId, RuntimeId);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Waiting,
    Answered,
    Abandoned,
}

/// The reply to a call that was waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reply<'i> {
    /// The output of the call.
    Output(&'i ActionCallOutput),
    /// The error that ended the call.
    Error(&'i ActionError),
}

/// The reason why an item is not the reply to a waiting call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ReplyRefusalKind {
    /// The item is neither an output nor an error.
    NotAReply,
    /// The error has no `call_id`: it concerns a runtime or the bridge.
    WithoutCall,
    /// The error has no `runtime_id`.
    WithoutRuntime,
    /// No call with this id was sent, or it was forgotten.
    Unknown,
    /// The call was sent to another runtime.
    Foreign,
    /// The call has already been answered.
    Duplicate,
    /// The caller stopped waiting for the call.
    Late,
}

impl ReplyRefusalKind {
    /// Returns the name of the kind in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NotAReply => "not-a-reply",
            Self::WithoutCall => "without-call",
            Self::WithoutRuntime => "without-runtime",
            Self::Unknown => "unknown",
            Self::Foreign => "foreign",
            Self::Duplicate => "duplicate",
            Self::Late => "late",
        }
    }
}

/// The refusal of an item that is not the reply to a waiting call.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub struct ReplyRefusal {
    /// The reason for the refusal.
    pub kind: ReplyRefusalKind,
    /// The call that the item names.
    pub call_id: Option<CallId>,
    /// The runtime that the item names.
    pub runtime_id: Option<RuntimeId>,
}

impl fmt::Display for ReplyRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let call = self.call_id.as_ref().map_or("", CallId::as_str);
        let runtime = self.runtime_id.as_ref().map_or("", RuntimeId::as_str);
        match self.kind {
            ReplyRefusalKind::NotAReply => {
                write!(f, "the item is neither an output nor an error")
            }
            ReplyRefusalKind::WithoutCall => write!(f, "the error does not name a call"),
            ReplyRefusalKind::WithoutRuntime => {
                write!(
                    f,
                    "the error for the call {call:?} does not name its runtime"
                )
            }
            ReplyRefusalKind::Unknown => {
                write!(f, "no call {call:?} was sent to the runtime {runtime:?}")
            }
            ReplyRefusalKind::Foreign => {
                write!(
                    f,
                    "the call {call:?} was not sent to the runtime {runtime:?}"
                )
            }
            ReplyRefusalKind::Duplicate => {
                write!(f, "the call {call:?} has already been answered")
            }
            ReplyRefusalKind::Late => {
                write!(f, "the call {call:?} was abandoned before this reply")
            }
        }
    }
}

/// An error for a call id that was already sent to the same runtime. Replies to the two calls could not be
/// distinguished.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error("a call {:?} was already sent to the runtime {:?}", .call_id.as_str(), .runtime_id.as_str())]
pub struct DuplicateCall {
    /// The id of the call.
    pub call_id: CallId,
    /// The runtime that already received a call with this id.
    pub runtime_id: RuntimeId,
}

impl Calls {
    /// The number of completed calls that are remembered. Late replies to remembered calls are distinguished from
    /// replies to unknown calls.
    pub const REMEMBERED: usize = 1024;

    /// Creates a table without calls.
    pub fn new() -> Self {
        Self::default()
    }

    /// Records that a call was sent to a runtime.
    ///
    /// # Errors
    /// Fails if a call with this id was already sent to this runtime and is still remembered.
    pub fn record(
        &mut self,
        call_id: impl Into<CallId>,
        runtime_id: impl Into<RuntimeId>,
    ) -> Result<(), DuplicateCall> {
        let key = (call_id.into(), runtime_id.into());
        if self.calls.contains_key(&key) {
            let (call_id, runtime_id) = key;
            return Err(DuplicateCall {
                call_id,
                runtime_id,
            });
        }
        self.calls.insert(key, Stage::Waiting);
        Ok(())
    }

    /// Accepts the reply to a call. The call then stops waiting.
    ///
    /// # Errors
    /// Fails if no call waits for this item. The table does not change.
    pub fn reply<'i>(&mut self, item: &'i Item) -> Result<Reply<'i>, ReplyRefusal> {
        let (reply, call_id, runtime_id) = match item {
            Item::ActionCallOutput(output) => (
                Reply::Output(output),
                Some(&output.call_id),
                Some(&output.runtime_id),
            ),
            Item::ActionError(error) => (
                Reply::Error(error),
                error.call_id.get(),
                error.runtime_id.get(),
            ),
            _ => {
                let kind = ReplyRefusalKind::NotAReply;
                return Err(ReplyRefusal {
                    kind,
                    call_id: item.call_id(),
                    runtime_id: item.runtime_id(),
                });
            }
        };
        let kind = match (call_id, runtime_id) {
            (None, _) => ReplyRefusalKind::WithoutCall,
            (Some(_), None) => ReplyRefusalKind::WithoutRuntime,
            (Some(call_id), Some(runtime_id)) => {
                let key = (call_id.clone(), runtime_id.clone());
                match self.calls.get(&key) {
                    Some(Stage::Waiting) => {
                        self.close(key, Stage::Answered);
                        return Ok(reply);
                    }
                    Some(Stage::Answered) => ReplyRefusalKind::Duplicate,
                    Some(Stage::Abandoned) => ReplyRefusalKind::Late,
                    None if self.has_call(call_id) => ReplyRefusalKind::Foreign,
                    None => ReplyRefusalKind::Unknown,
                }
            }
        };
        Err(ReplyRefusal {
            kind,
            call_id: call_id.cloned(),
            runtime_id: runtime_id.cloned(),
        })
    }

    /// Stops waiting for a call that timed out or was cancelled. Returns `true` if the call was waiting.
    pub fn abandon(&mut self, call_id: &CallId, runtime_id: &RuntimeId) -> bool {
        let key = (call_id.clone(), runtime_id.clone());
        let waiting = self.calls.get(&key) == Some(&Stage::Waiting);
        if waiting {
            self.close(key, Stage::Abandoned);
        }
        waiting
    }

    /// Stops waiting for all calls of a disconnected runtime, and returns their ids.
    pub fn abandon_runtime(&mut self, runtime_id: &RuntimeId) -> Vec<CallId> {
        let waiting = self.waiting().filter(|(_, at)| *at == runtime_id);
        let lost: Vec<CallId> = waiting.map(|(call_id, _)| call_id.clone()).collect();
        for call_id in &lost {
            self.close((call_id.clone(), runtime_id.clone()), Stage::Abandoned);
        }
        lost
    }

    /// Iterates over the waiting calls in order of their ids.
    pub fn waiting(&self) -> impl Iterator<Item = (&CallId, &RuntimeId)> {
        let waiting = self
            .calls
            .iter()
            .filter(|(_, stage)| **stage == Stage::Waiting);
        waiting.map(|((call_id, runtime_id), _)| (call_id, runtime_id))
    }

    /// Iterates over the completed calls, oldest first. The flag is `true` for calls that were answered.
    pub(crate) fn closed_calls(&self) -> impl Iterator<Item = (&CallId, &RuntimeId, bool)> {
        self.closed.iter().map(|key| {
            (
                &key.0,
                &key.1,
                self.calls.get(key) == Some(&Stage::Answered),
            )
        })
    }

    /// Adds a call that is no longer waiting.
    pub(crate) fn remember(&mut self, call_id: CallId, runtime_id: RuntimeId, is_answered: bool) {
        let key = (call_id, runtime_id);
        if !self.calls.contains_key(&key) {
            self.close(
                key,
                if is_answered {
                    Stage::Answered
                } else {
                    Stage::Abandoned
                },
            );
        }
    }

    fn has_call(&self, call_id: &CallId) -> bool {
        let first = (call_id.clone(), RuntimeId::from(""));
        self.calls
            .range(first..)
            .next()
            .is_some_and(|((found, _), _)| found == call_id)
    }

    fn close(&mut self, key: Key, stage: Stage) {
        self.calls.insert(key.clone(), stage);
        self.closed.push_back(key);
        if self.closed.len() > Self::REMEMBERED {
            if let Some(oldest) = self.closed.pop_front() {
                self.calls.remove(&oldest);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::item::{ErrorDetails, RuntimeStatus};
    use proptest::prelude::*;
    use std::collections::BTreeSet;
    use wire::Payload;

    fn output(call_id: &str, runtime_id: &str) -> Item {
        ActionCallOutput::new(call_id, runtime_id, Payload::null()).into()
    }

    fn error(ids: impl FnOnce(ActionError) -> ActionError) -> Item {
        ids(ActionError::new(ErrorDetails::new("handler_failed", "No."))).into()
    }

    fn calls() -> Calls {
        let mut calls = Calls::new();
        for (call_id, runtime_id) in [("a", "1"), ("b", "1"), ("b", "2")] {
            calls.record(call_id, runtime_id).unwrap();
        }
        calls
    }

    #[test]
    fn other_items_are_refused_with_their_reason_and_change_nothing() {
        let mut calls = calls();
        calls.reply(&output("a", "1")).unwrap();
        assert!(calls.abandon(&"b".into(), &"2".into()));
        let before = calls.clone();
        let status = Item::from(RuntimeStatus::new().runtime_id("1"));
        let progress =
            wire::decode(r#"{"type":"action_progress","call_id":"b","runtime_id":"1"}"#).unwrap();
        for (item, kind) in [
            (status, "not-a-reply"),
            (progress, "not-a-reply"),
            (error(|e| e), "without-call"),
            (
                error(|e| ActionError {
                    call_id: wire::Field::Null,
                    ..e
                }),
                "without-call",
            ),
            (error(|e| e.call_id("b")), "without-runtime"),
            (output("c", "1"), "unknown"),
            (output("a", "2"), "foreign"),
            (error(|e| e.call_id("b").runtime_id("3")), "foreign"),
            (output("a", "1"), "duplicate"),
            (output("b", "2"), "late"),
        ] {
            let refused = calls.reply(&item).unwrap_err();
            assert_eq!(refused.kind.as_str(), kind, "{item:?}");
            assert_eq!(
                (refused.call_id, refused.runtime_id),
                (item.call_id(), item.runtime_id())
            );
            assert_eq!(calls, before);
        }
        assert!(!calls.abandon(&"b".into(), &"2".into()));
        assert!(matches!(
            calls.reply(&error(|e| e.call_id("b").runtime_id("1"))),
            Ok(Reply::Error(_))
        ));
        assert_eq!(calls.waiting().count(), 0);
    }

    #[test]
    fn a_call_id_is_unique_for_each_runtime() {
        let mut calls = calls();
        assert!(calls.record("a", "1").is_err());
        calls.reply(&output("a", "1")).unwrap();
        assert_eq!(
            calls.record("a", "1").unwrap_err().to_string(),
            r#"a call "a" was already sent to the runtime "1""#
        );
        calls.record("a", "2").unwrap();
    }

    #[test]
    fn a_disconnected_runtime_ends_its_calls() {
        let mut calls = calls();
        assert_eq!(
            calls.abandon_runtime(&"1".into()),
            [CallId::from("a"), CallId::from("b")]
        );
        assert_eq!(
            calls.reply(&output("a", "1")).unwrap_err().kind,
            ReplyRefusalKind::Late
        );
        assert!(calls.reply(&output("b", "2")).is_ok());
        assert!(calls.abandon_runtime(&"1".into()).is_empty());
    }

    #[test]
    fn old_calls_are_forgotten_but_waiting_calls_are_not() {
        let mut calls = calls();
        for n in 0..Calls::REMEMBERED + 10 {
            calls.record(n.to_string(), "1").unwrap();
            calls.reply(&output(&n.to_string(), "1")).unwrap();
        }
        assert_eq!(calls.calls.len(), Calls::REMEMBERED + 3);
        assert_eq!(
            calls.reply(&output("0", "1")).unwrap_err().kind,
            ReplyRefusalKind::Unknown
        );
        assert_eq!(
            calls.reply(&output("10", "1")).unwrap_err().kind,
            ReplyRefusalKind::Duplicate
        );
        assert!(calls.reply(&output("a", "1")).is_ok());
    }

    proptest! {
        #[test]
        fn a_reply_is_accepted_exactly_if_its_call_waits(
            steps in prop::collection::vec((0..3, "[a-c]", "[1-3]"), 0..40),
        ) {
            let (mut calls, mut waiting, mut used) = (Calls::new(), BTreeSet::new(), BTreeSet::new());
            for (step, call_id, runtime_id) in steps {
                let key = (call_id.clone(), runtime_id.clone());
                match step {
                    0 => {
                        let first = used.insert(key.clone());
                        prop_assert_eq!(calls.record(call_id, runtime_id).is_ok(), first);
                        if first {
                            waiting.insert(key);
                        }
                    }
                    1 => {
                        let was = waiting.remove(&key);
                        prop_assert_eq!(calls.abandon(&call_id.into(), &runtime_id.into()), was);
                    }
                    _ => {
                        let was = waiting.remove(&key);
                        prop_assert_eq!(calls.reply(&output(&call_id, &runtime_id)).is_ok(), was);
                    }
                }
                prop_assert_eq!(calls.waiting().count(), waiting.len());
            }
        }
    }
}
