//! The list of sessions, for clients that request it.
//!
//! Specification:
//! [AHP 1.0, `ListSessionsParams`](https://docs.rs/ahp-types/1.0.0/ahp_types/commands/struct.ListSessionsParams.html).

use super::{Host, HostError, Session};
use crate::{
    canvas::{SessionSummary, frame},
    error_code,
    ids::{ChannelKind, ChannelUri},
    json_rpc::JsonRpcError,
    session_list::{ListSessionsParams, ListSessionsResult},
};
use std::ops::Bound::{Excluded, Unbounded};
use wire::{Extra, Payload};

/// The maximum number of sessions in one answer.
const PAGE: usize = 100;

/// The members of a session's state that are repeated in its list entry.
const OF_STATE: [&str; 12] = [
    "provider",
    "title",
    "status",
    "activity",
    "origin",
    "project",
    "workingDirectories",
    "annotations",
    "chats",
    "defaultChat",
    "changes",
    "_meta",
];

/// The timestamps that every entry requires. Their default is the start of Unix time.
const TIMES: [&str; 2] = ["createdAt", "modifiedAt"];
const UNKNOWN_TIME: &str = "1970-01-01T00:00:00Z";

impl Host {
    /// Sets additional members of a session's entry in the list of sessions, such as `createdAt` and `modifiedAt`.
    ///
    /// These members take precedence over members of the state.
    ///
    /// # Errors
    /// Returns an error if the session does not exist, or if the host itself sets one of these members. Also returns
    /// an error if the members cannot be sent or are too long.
    ///
    /// Specification:
    /// [AHP 1.0, `SessionSummary`](https://docs.rs/ahp-types/1.0.0/ahp_types/state/struct.SessionSummary.html).
    pub fn set_summary(&mut self, session: &ChannelUri, members: Extra) -> Result<(), HostError> {
        if members.get("resource").is_some() {
            return Err(HostError::OwnMember("resource".to_owned()));
        }
        let size = self.checked_size(&Payload::object(members.iter()), self.limits.message)?;
        self.check_room(session, size)?;
        let known = self
            .sessions
            .get_mut(session)
            .ok_or_else(|| HostError::UnknownSession(session.clone()))?;
        known.summary = members;
        Ok(())
    }

    /// Returns a page of the sessions, ordered by channel. Because of this order, the next page continues correctly
    /// even if sessions were added or removed in the meantime.
    pub(super) fn list_sessions(
        &self,
        params: &ListSessionsParams,
    ) -> Result<Payload, JsonRpcError> {
        let after = match params.cursor.get() {
            None => Unbounded,
            Some(cursor) => {
                let last = ChannelUri::from(cursor.as_str());
                if last.kind() != ChannelKind::Session {
                    let message = "the cursor is not valid; use the `nextCursor` of an answer";
                    return Err(frame::error(error_code::INVALID_PARAMS, message));
                }
                Excluded(last)
            }
        };
        let limit = match params.limit.get() {
            Some(limit) => usize::try_from(*limit).unwrap_or(PAGE).clamp(1, PAGE),
            None => PAGE,
        };
        let mut sessions = self.sessions.range((after, Unbounded));
        let page: Vec<_> = sessions.by_ref().take(limit).collect();
        let last = page.last().map(|(channel, _)| channel.as_str().to_owned());
        let items: Vec<_> = page
            .into_iter()
            .map(|(channel, session)| session.entry(channel))
            .collect();
        let mut result = ListSessionsResult::new(items);
        if let (Some(_), Some(last)) = (sessions.next(), last) {
            result = result.next_cursor(last);
        }
        Ok(frame::payload(&result))
    }
}

impl Session {
    fn entry(&self, channel: &ChannelUri) -> SessionSummary {
        let mut entry = SessionSummary::new(channel.clone());
        let of_state = OF_STATE
            .iter()
            .filter_map(|name| Some((*name, self.state.extra.get(name)?)));
        let unknown = Payload::string(UNKNOWN_TIME);
        let times = TIMES.iter().map(|name| (*name, &unknown));
        for (name, value) in times.chain(of_state).chain(self.summary.iter()) {
            entry.extra.insert(name, value.clone());
        }
        entry
    }
}
