//! The stored state of a session.

use crate::{
    publication::{Channel, Publication},
    recent_inputs::RecentInputs,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// The state of a session in the key-value store. A single write stores the changes by an input and the pending publications.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionRecord {
    /// The incarnation of the input stream in which `last` is a sequence number.
    pub(crate) incarnation: String,
    /// The sequence number of the last applied input.
    pub(crate) last: u64,
    /// The ids of the most recent applied inputs.
    #[serde(default, skip_serializing_if = "RecentInputs::is_empty")]
    pub(crate) recent: RecentInputs,
    /// The name of the worker and the number of its write. With these, a worker recognizes its own write after an unclear answer.
    pub(crate) write: String,
    /// The protocols of the session; absent before its first message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) route: Option<Route>,
    /// The state of the bridge; absent before the first message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bridge: Option<Box<RawValue>>,
    /// The reason for which no message of the session can be translated until it ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) broken: Option<String>,
    /// The attempts to translate a message that was delivered often.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) attempts: Option<Attempts>,
    /// The sequence number of the last message on each subject when the record was written.
    pub(crate) published: BTreeMap<Channel, u64>,
    /// The publications to publish, in order. Some or all of them may be published already.
    pub(crate) pending: Vec<Publication>,
}

/// The protocols of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Route {
    pub(crate) from: String,
    pub(crate) to: String,
}

/// The attempts to translate a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Attempts {
    /// The sequence number of the message.
    pub(crate) input: u64,
    /// The number of attempts that were begun.
    pub(crate) count: u32,
}

/// The value in the key-value store in place of a large record.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordReference {
    /// The name of the object that contains the record.
    pub(crate) object: String,
}
