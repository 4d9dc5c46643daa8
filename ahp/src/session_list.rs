//! How a client finds the sessions of a host: `listSessions`. AHP, root channel.

use crate::{canvas::SessionSummary, check::Check, ids::ChannelUri};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// A client asks which sessions there are. AHP, `listSessions`.
    pub struct ListSessionsParams {
        /// The channel of the connection, `ahp-root://`.
        channel: ChannelUri,
        /// Whatever the peers add to a request.
        meta as "_meta"?: Option<Payload>,
        /// The most entries of one answer.
        limit?: Field<u64>,
        /// Where to go on: the `nextCursor` of the answer before.
        cursor?: Field<String>,
    }

    /// The answer to [`ListSessionsParams`]. AHP, `listSessions`.
    ///
    /// ```
    /// # use agent_ui_ahp as ahp;
    /// use ahp::session_list::ListSessionsResult;
    ///
    /// let page: ListSessionsResult = wire::decode(
    ///     r#"{"items":[{"resource":"ahp-session:/1","title":"Night at the museum"}],"nextCursor":"2"}"#,
    /// )?;
    /// assert_eq!(page.items[0].resource.as_str(), "ahp-session:/1");
    /// assert_eq!(page.next_cursor.get().map(String::as_str), Some("2"), "there are more");
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub struct ListSessionsResult {
        /// The sessions.
        items: Vec<SessionSummary>,
        /// The cursor of the next page; absent on the last one.
        next_cursor as "nextCursor"?: Field<String>,
    }
}

impl Validate for ListSessionsParams {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.object("_meta", &self.meta);
        check.not_null("limit", &self.limit);
        check.not_null("cursor", &self.cursor);
    }
}

impl Validate for ListSessionsResult {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        Check { at, found }.not_null("nextCursor", &self.next_cursor);
        let items = at.member("items");
        for (index, session) in self.items.iter().enumerate() {
            let at = items.element(index);
            Check { at: &at, found }.session_channel("resource", session.resource.as_str());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_that_names_no_session_is_found() {
        let page: ListSessionsResult = wire::decode(
            r#"{"items":[{"resource":"ahp-session:/1"},{"resource":"ahp-chat:/1"}],"nextCursor":null}"#,
        )
        .unwrap();
        let found: Vec<_> = page.validate().into_iter().map(|finding| finding.pointer.to_string()).collect();
        assert_eq!(found, ["/nextCursor", "/items/1/resource"]);
    }
}
