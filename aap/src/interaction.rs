//! Stored records of interactions.

use crate::{
    CanvasFile, ElementId, FileNameError, InteractionFileName, InteractionId, SubmitRequest,
    SummaryStyle, Verb, control_characters::control_findings, credentials, data, javascript,
    summary,
};
use wire::{Extra, Field, Finding, Payload, Pointer, Timestamp, Validate};

wire::object! {
    /// The record that a provider stores for one interaction and returns in lists.
    ///
    /// A record never changes. The published provider writes the members in this order. `element` and `data` are absent
    /// if the request omitted them, and null if the request contained null, as most requests of the bridge do.
    ///
    /// Specification: [AAP 1.0, interaction record](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/04-storage.md#interaction-record).
    pub struct Interaction {
        /// The id of the record. Providers create UUIDs; any text is kept.
        id: InteractionId,
        /// The time of receipt in ISO 8601, in its original spelling.
        timestamp: Timestamp,
        /// The path of the page below `canvas/`.
        canvas_file as "canvasFile": CanvasFile,
        /// The action of the user.
        action: Verb,
        /// The element, if the page named one; can be null.
        element?: Field<ElementId>,
        /// Free-form data of the page: an object by the specification, any JSON value in practice.
        data?: Option<Payload>,
        /// The summary for users, which is never parsed.
        summary: String,
    }
}

impl Interaction {
    /// Creates the record that the published provider stores for a request. The summary is computed, and unknown
    /// members are dropped.
    ///
    /// Every request is accepted. To validate it first, use [`SubmitRequest::check`].
    ///
    /// ```
    /// use agent_ui_aap::{Interaction, SubmitRequest};
    ///
    /// let request = SubmitRequest::new("click", "p.html").element("save");
    /// let record = Interaction::create("f6554697-47fd-4d67-8db9-291b9f7f3476", "2026-11-21T04:36:20.639Z", request);
    /// assert_eq!(record.summary, "User click 'save' on p.html");
    /// ```
    pub fn create(
        id: impl Into<InteractionId>,
        timestamp: impl Into<Timestamp>,
        request: SubmitRequest,
    ) -> Self {
        let SubmitRequest {
            action,
            element,
            canvas_file,
            data,
            extra: _,
        } = request;
        let mut record = Self {
            id: id.into(),
            timestamp: timestamp.into(),
            canvas_file,
            action,
            element,
            data,
            summary: String::new(),
            extra: Extra::new(),
        };
        record.summary = record.summarize(SummaryStyle::Provider);
        record
    }

    /// Returns the request for this record: the members that the provider does not choose, with the unknown ones.
    pub fn into_request(self) -> SubmitRequest {
        let Self {
            id: _,
            timestamp: _,
            canvas_file,
            action,
            element,
            data,
            summary: _,
            extra,
        } = self;
        SubmitRequest {
            action,
            element,
            canvas_file,
            data,
            extra,
        }
    }

    /// Computes the summary from the other members. The member `summary` is ignored.
    pub fn summarize(&self, style: SummaryStyle) -> String {
        self.summarize_with(style, self.data.as_ref())
    }

    /// Computes the summary from the other members and the given data.
    fn summarize_with(&self, style: SummaryStyle, data: Option<&Payload>) -> String {
        let element = self.element.get().map(ElementId::as_str);
        summary(
            style,
            self.action.as_str(),
            element,
            self.canvas_file.as_str(),
            data,
        )
    }

    /// Returns the part of a summary after the verb, the element and the page; `None` if the summary has another
    /// start.
    fn after_page<'s>(&self, summary: &'s str) -> Option<&'s str> {
        let rest = summary.strip_prefix("User ")?;
        let mut rest = rest.strip_prefix(self.action.as_str())?;
        if let Some(element) = self.element.get()
            && !element.as_str().is_empty()
        {
            rest = rest.strip_prefix(" '")?;
            rest = rest.strip_prefix(element.as_str())?.strip_prefix('\'')?;
        }
        let file = self.canvas_file.as_str();
        if !file.is_empty() {
            rest = rest.strip_prefix(" on ")?.strip_prefix(file)?;
        }
        Some(rest)
    }

    /// Returns `true` if [`summarize`](Self::summarize) may return this text in the provider's style. Only the
    /// beginning and the end are compared, which is cheaper than computing the summary.
    pub fn can_have_summary(&self, summary: &str) -> bool {
        let Some(rest) = self.after_page(summary) else {
            return false;
        };
        let data = match &self.data {
            Some(data) if javascript::has_keys(data) => data.text().as_bytes(),
            _ => return rest.is_empty(),
        };
        let Some(shown) = rest.strip_prefix(" with data: ") else {
            return false;
        };
        // The provider cuts long data, so only the beginning can be compared.
        let is_cut = shown.ends_with("...");
        let shown = shown.as_bytes();
        shown.first() == data.first() && (is_cut || shown.last() == data.last())
    }

    /// Returns the name of the record's file.
    ///
    /// # Errors
    /// Returns an error if the timestamp is not canonical, or the id is not a UUID.
    /// For such records, [`file_name::plain`](crate::file_name::plain) builds a name.
    pub fn file_name(&self) -> Result<InteractionFileName, FileNameError> {
        InteractionFileName::new(self.timestamp.clone(), self.id.clone())
    }
}

impl Validate for Interaction {
    /// | rule | at | severity |
    /// |---|---|---|
    /// | `not-a-uuid` | `/id` | error |
    /// | `not-a-timestamp` | `/timestamp` | error |
    /// | `non-canonical-timestamp` | `/timestamp` | warning |
    /// | `empty`, `absolute`, `parent-ref` | `/canvasFile` | error |
    /// | the others of [`CanvasPathError`](crate::CanvasPathError) | `/canvasFile` | warning |
    /// | `empty-action` | `/action` | error |
    /// | `blank-action` | `/action` | warning |
    /// | `non-object-data` | `/data` | error |
    /// | `too-deep`, `number-changes`, `repeated-member`, `credential` | in `/data` | warning |
    /// | `member-order` | in `/data` | info |
    /// | `too-large` | `/action`, `/element`, `/data` | warning |
    /// | `control-characters` | `/action`, `/element`, `/summary` | warning |
    /// | `summary-mismatch` | `/summary` | info |
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.id.findings(&at.member("id"), found);
        timestamp_findings(&self.timestamp, &at.member("timestamp"), found);
        self.canvas_file.findings(&at.member("canvasFile"), found);
        self.action.findings(&at.member("action"), found);
        if let Some(element) = self.element.get() {
            element.findings(&at.member("element"), found);
        }
        if let Some(payload) = &self.data {
            data::findings(payload, &at.member("data"), found);
        }
        let at_summary = at.member("summary");
        control_findings(&self.summary, &at_summary, found);
        let styles = [SummaryStyle::Provider, SummaryStyle::SpecExample];
        if !styles
            .iter()
            .any(|style| self.summarize(*style) == self.summary)
        {
            let finding = Finding::info(
                "summary-mismatch",
                at_summary,
                "the summary does not match the other members",
            );
            // A report must not repeat a credential.
            found.push(match self.data.as_ref().and_then(credentials::masked) {
                Some(data) => finding.hint(format!(
                    "write `{}`, and put the real values in place of `***`",
                    self.summarize_with(SummaryStyle::Provider, Some(&data))
                )),
                None => finding.hint(format!(
                    "write `{}`",
                    self.summarize(SummaryStyle::Provider)
                )),
            });
        }
    }
}

fn timestamp_findings(time: &Timestamp, at: &Pointer, found: &mut Vec<Finding>) {
    if !time.is_rfc3339() {
        let finding = Finding::error(
            "not-a-timestamp",
            at.clone(),
            "the timestamp is not a date and time",
        );
        found.push(finding.hint("write UTC with milliseconds, as in 2026-05-18T15:30:00.000Z"));
    } else if !time.is_canonical() {
        let message = "the timestamp does not have the form whose text order is the time order";
        let finding = Finding::warning("non-canonical-timestamp", at.clone(), message);
        found.push(
            finding.hint(
                "write UTC with three digits of a second and Z, as in 2026-05-18T15:30:00.000Z",
            ),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ID: &str = "f6554697-47fd-4d67-8db9-291b9f7f3476";
    const TIME: &str = "2026-11-21T04:36:20.639Z";

    fn broken_rules(record: &Interaction) -> Vec<(&'static str, String, &'static str)> {
        let found = record.validate();
        found
            .iter()
            .map(|f| (f.rule, f.pointer.to_string(), f.severity.as_str()))
            .collect()
    }

    proptest! {
        #[test]
        fn a_record_can_have_its_computed_summary(record: Interaction) {
            prop_assert!(record.can_have_summary(&record.summarize(SummaryStyle::Provider)));
        }
    }

    #[test]
    fn members_are_written_in_the_order_of_the_provider() {
        let request = SubmitRequest::new("submit", "p.html")
            .element("e")
            .data(Payload::empty_object());
        let mut record = Interaction::create(ID, TIME, request);
        record.extra.insert("later", Payload::null());
        assert_eq!(
            wire::encode(&record).unwrap(),
            format!(
                r#"{{"id":"{ID}","timestamp":"{TIME}","canvasFile":"p.html","action":"submit","element":"e","data":{{}},"summary":"User submit 'e' on p.html","later":null}}"#
            )
        );
    }

    #[test]
    fn absent_null_and_empty_element_and_data_stay_distinct() {
        let mut texts = std::collections::BTreeSet::new();
        for element in ["", r#""element":null,"#, r#""element":"","#] {
            for data in ["", r#""data":null,"#, r#""data":{},"#, r#""data":"","#] {
                let text = format!(
                    r#"{{"id":"{ID}","timestamp":"{TIME}","canvasFile":"p.html","action":"click",{element}{data}"summary":"User click on p.html"}}"#
                );
                let record: Interaction = wire::decode(&text).unwrap();
                assert_eq!(wire::encode(&record).unwrap(), text);
                assert_eq!(record.summarize(SummaryStyle::Provider), record.summary);
                texts.insert(text);
            }
        }
        assert_eq!(texts.len(), 12);
    }

    #[test]
    fn a_record_as_the_provider_writes_it_has_no_findings() {
        let data = Payload::parse(r#"{"a":1}"#).unwrap();
        let request = SubmitRequest::new("click", "p.html")
            .element("e")
            .data(data);
        assert_eq!(broken_rules(&Interaction::create(ID, TIME, request)), []);
    }

    #[cfg(all(feature = "chrono", feature = "uuid"))]
    #[test]
    fn a_record_created_from_a_uuid_and_the_current_time_is_valid_and_has_a_file_name() {
        let id = uuid::Uuid::from_u128(0xf655_4697_47fd_4d67_8db9_291b_9f7f_3476);
        let now = chrono::DateTime::from_timestamp(1_795_235_780, 639_181_543).unwrap();
        let record = Interaction::create(id, now, SubmitRequest::new("click", "p.html"));
        assert_eq!(broken_rules(&record), []);
        let name = record.file_name().unwrap().to_string();
        assert_eq!(name, crate::file_name::plain(TIME, ID));
    }

    #[test]
    fn all_problems_are_found_in_one_pass() {
        let request = SubmitRequest::new("", "/x")
            .element("\u{7}")
            .data(Payload::parse("[1e400]").unwrap());
        let mut record = Interaction::create("7", "today", request);
        record.summary = "something\u{202e}".to_owned();
        assert_eq!(
            broken_rules(&record),
            [
                ("not-a-uuid", "/id".to_owned(), "error"),
                ("not-a-timestamp", "/timestamp".to_owned(), "error"),
                ("absolute", "/canvasFile".to_owned(), "error"),
                ("not-html", "/canvasFile".to_owned(), "warning"),
                ("empty-action", "/action".to_owned(), "error"),
                ("control-characters", "/element".to_owned(), "warning"),
                ("non-object-data", "/data".to_owned(), "error"),
                ("number-changes", "/data/0".to_owned(), "warning"),
                ("control-characters", "/summary".to_owned(), "warning"),
                ("summary-mismatch", "/summary".to_owned(), "info"),
            ]
        );
    }

    #[test]
    fn a_non_canonical_time_is_a_warning() {
        for time in [
            "2026-05-18T15:30:00Z",
            "2026-05-18T15:30:00.123456Z",
            "2026-05-18T17:30:00.000+02:00",
            "2026-05-18T15:30:60.000Z",
        ] {
            let record = Interaction::create(ID, time, SubmitRequest::new("click", "p.html"));
            assert_eq!(
                broken_rules(&record),
                [(
                    "non-canonical-timestamp",
                    "/timestamp".to_owned(),
                    "warning"
                )]
            );
        }
    }

    #[test]
    fn a_summary_in_either_style_matches() {
        let data = Payload::parse(r#"{"open": true}"#).unwrap();
        let mut record =
            Interaction::create(ID, TIME, SubmitRequest::new("click", "p.html").data(data));
        record.summary = "User click on p.html with data: {open: true}".to_owned();
        assert_eq!(broken_rules(&record), []);
        record.summary = "User click on p.html".to_owned();
        assert_eq!(
            broken_rules(&record),
            [("summary-mismatch", "/summary".to_owned(), "info")]
        );
    }

    proptest! {
        #[test]
        fn a_record_round_trips(record: Interaction) {
            let text = wire::encode(&record).unwrap();
            prop_assert_eq!(wire::decode::<Interaction>(&text).unwrap(), record);
        }

        #[test]
        fn creating_a_record_keeps_all_members_of_the_request(request: SubmitRequest) {
            let record = Interaction::create(ID, TIME, request.clone());
            let mut again = SubmitRequest::new(record.action.clone(), record.canvas_file.clone());
            again.element = record.element.clone();
            again.data = record.data.clone();
            again.extra = request.extra.clone();
            prop_assert_eq!(again, request);
            prop_assert_eq!(&record.summary, &record.summarize(SummaryStyle::Provider));
        }
    }
}
