//! Handing an interaction in: `POST /api/agents/:id/canvas/interactions`.

use crate::{CanvasFile, ElementId, InteractionId, Verb, data};
use wire::{Field, Finding, Payload, Pointer, Severity, Validate};

wire::object! {
    /// The body of the request. AAP 1.0, "Submit interaction".
    pub struct SubmitRequest {
        /// What the user did.
        action: Verb,
        /// The element, if the page named one. May be null.
        element?: Field<ElementId>,
        /// The page. The specification does not call it required here; a record needs it, and the real provider
        /// insists.
        canvas_file as "canvasFile": CanvasFile,
        /// Whatever the page sent: an object by the specification.
        data?: Option<Payload>,
    }

    /// The body of the answer, with status 201. AAP 1.0, "Submit interaction".
    pub struct SubmitResponse {
        /// Names the record that was stored.
        id: InteractionId,
        /// Its summary.
        summary: String,
    }
}

impl SubmitRequest {
    /// The request, if it breaks no rule of the specification: for those who write requests.
    ///
    /// ```
    /// use agent_ui_aap::SubmitRequest;
    ///
    /// assert!(SubmitRequest::new("click", "p.html").checked().is_ok());
    /// let findings = SubmitRequest::new("", "../p.html").checked().unwrap_err();
    /// assert_eq!(findings[0].rule, "empty-action");
    /// assert_eq!(findings[1].rule, "parent-ref");
    /// ```
    ///
    /// # Errors
    /// All findings, if one of them is an error.
    pub fn checked(self) -> Result<Self, Vec<Finding>> {
        let found = self.validate();
        if found.iter().any(|finding| finding.severity == Severity::Error) { Err(found) } else { Ok(self) }
    }
}

impl Validate for SubmitRequest {
    /// As for [`Interaction`](crate::Interaction), for the members that are here.
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.action.findings(&at.member("action"), found);
        if let Some(element) = self.element.get() {
            element.findings(&at.member("element"), found);
        }
        self.canvas_file.findings(&at.member("canvasFile"), found);
        if let Some(payload) = &self.data {
            data::findings(payload, &at.member("data"), found);
        }
    }
}

impl Validate for SubmitResponse {
    /// `not-a-uuid`, an error.
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.id.findings(&at.member("id"), found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_needs_action_and_page_and_nothing_else() {
        let text = r#"{"action":"navigate","canvasFile":"p.html"}"#;
        assert_eq!(wire::decode::<SubmitRequest>(text).unwrap(), SubmitRequest::new("navigate", "p.html"));
        for (text, pointer) in [
            (r#"{"action":"a"}"#, "/canvasFile"),
            (r#"{"canvasFile":"b"}"#, "/action"),
            (r#"{"action":null,"canvasFile":"b"}"#, "/action"),
            (r#"{"action":"a","canvasFile":6}"#, "/canvasFile"),
            (r#"{"action":"a","canvasFile":"b","element":[1,2]}"#, "/element"),
        ] {
            assert_eq!(wire::decode::<SubmitRequest>(text).unwrap_err().pointer.as_str(), pointer);
        }
    }

    #[test]
    fn only_errors_make_a_request_fail_its_check() {
        let big = Payload::parse(r#"{"n":9007199254740993}"#).unwrap();
        assert!(SubmitRequest::new("  ", "p.html").data(big).checked().is_ok());
        let list = SubmitRequest::new("a", "p.html").data(Payload::parse("[]").unwrap());
        assert_eq!(list.checked().unwrap_err()[0].pointer.as_str(), "/data");
    }
}
