//! The list of a host's sessions: `listSessions`.

use crate::{canvas::SessionSummary, check::Check, ids::ChannelUri};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// The parameters of `listSessions`.
    ///
    /// Specification:
    /// [AHP 1.0, `ListSessionsParams`](https://docs.rs/ahp-types/1.0.0/ahp_types/commands/struct.ListSessionsParams.html).
    pub struct ListSessionsParams {
        /// The root channel of the connection, `ahp-root://`.
        channel: ChannelUri,
        /// Optional metadata of the request, as an object.
        meta as "_meta"?: Option<Payload>,
        /// The maximum number of entries in the answer.
        limit?: Field<u64>,
        /// The `nextCursor` of the previous answer.
        cursor?: Field<String>,
    }

    /// The answer to [`ListSessionsParams`], one page of sessions.
    ///
    /// ```
    /// use agent_ui_ahp::{session_list::ListSessionsResult, wire};
    ///
    /// let page: ListSessionsResult = wire::decode(
    ///     r#"{"items":[{"resource":"ahp-session:/1","title":"Night at the museum"}],"nextCursor":"2"}"#,
    /// )?;
    /// assert_eq!(page.items[0].resource.as_str(), "ahp-session:/1");
    /// assert_eq!(page.next_cursor.get().map(String::as_str), Some("2"), "there are more");
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// Specification:
    /// [AHP 1.0, `ListSessionsResult`](https://docs.rs/ahp-types/1.0.0/ahp_types/commands/struct.ListSessionsResult.html).
    pub struct ListSessionsResult {
        /// The sessions of this page.
        items: Vec<SessionSummary>,
        /// The cursor of the next page. Absent on the last page.
        next_cursor as "nextCursor"?: Field<String>,
    }
}

impl Validate for ListSessionsParams {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.check_object("_meta", &self.meta);
        check.report_null("limit", &self.limit);
        check.report_null("cursor", &self.cursor);
    }
}

impl Validate for ListSessionsResult {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        Check { at, found }.report_null("nextCursor", &self.next_cursor);
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
    fn a_list_entry_without_a_session_is_reported() {
        let page: ListSessionsResult = wire::decode(
            r#"{"items":[{"resource":"ahp-session:/1"},{"resource":"ahp-chat:/1"}],"nextCursor":null}"#,
        )
        .unwrap();
        let found: Vec<_> = page
            .validate()
            .into_iter()
            .map(|finding| finding.pointer.to_string())
            .collect();
        assert_eq!(found, ["/nextCursor", "/items/1/resource"]);
    }
}
