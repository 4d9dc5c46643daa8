//! The submission of an interaction: `POST /api/agents/:id/canvas/interactions`.

use crate::{CanvasFile, ElementId, InteractionId, Verb, data};
use wire::{Field, Finding, Payload, Pointer, Severity, Validate};

wire::object! {
    /// The request body of a submission.
    ///
    /// Specification: [AAP 1.0, submit interaction](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/05-transport.md#submit-interaction).
    pub struct SubmitRequest {
        /// The action of the user.
        action: Verb,
        /// The element, if the page named one; can be null.
        element?: Field<ElementId>,
        /// The path of the page. The specification does not mark it as required here, but records and the published
        /// provider require it.
        canvas_file as "canvasFile": CanvasFile,
        /// Free-form data of the page, an object by the specification.
        data?: Option<Payload>,
    }

    /// The response body of a submission, with status 201.
    ///
    /// Specification: [AAP 1.0, submit interaction](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/05-transport.md#submit-interaction).
    pub struct SubmitResponse {
        /// The id of the stored record.
        id: InteractionId,
        /// The summary of the stored record.
        summary: String,
    }
}

impl SubmitRequest {
    /// Validates a request before it is sent. Returns the request if it has no errors.
    ///
    /// ```
    /// use agent_ui_aap::SubmitRequest;
    ///
    /// assert!(SubmitRequest::new("click", "p.html").check().is_ok());
    /// let findings = SubmitRequest::new("", "../p.html").check().unwrap_err();
    /// assert_eq!(findings[0].rule, "empty-action");
    /// assert_eq!(findings[1].rule, "parent-ref");
    /// ```
    ///
    /// # Errors
    /// Returns all findings if one of them is an error.
    pub fn check(self) -> Result<Self, Vec<Finding>> {
        let found = self.validate();
        if found
            .iter()
            .any(|finding| finding.severity == Severity::Error)
        {
            Err(found)
        } else {
            Ok(self)
        }
    }
}

impl Validate for SubmitRequest {
    /// Applies the rules of [`Interaction`](crate::Interaction) to the members of the request.
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
    /// Reports `not-a-uuid` (error).
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.id.findings(&at.member("id"), found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_requires_only_an_action_and_a_page() {
        let text = r#"{"action":"navigate","canvasFile":"p.html"}"#;
        assert_eq!(
            wire::decode::<SubmitRequest>(text).unwrap(),
            SubmitRequest::new("navigate", "p.html")
        );
        for (text, pointer) in [
            (r#"{"action":"a"}"#, "/canvasFile"),
            (r#"{"canvasFile":"b"}"#, "/action"),
            (r#"{"action":null,"canvasFile":"b"}"#, "/action"),
            (r#"{"action":"a","canvasFile":6}"#, "/canvasFile"),
            (
                r#"{"action":"a","canvasFile":"b","element":[1,2]}"#,
                "/element",
            ),
        ] {
            assert_eq!(
                wire::decode::<SubmitRequest>(text)
                    .unwrap_err()
                    .pointer
                    .as_str(),
                pointer
            );
        }
    }

    #[test]
    fn only_errors_make_a_request_fail_its_check() {
        let big = Payload::parse(r#"{"n":9007199254740993}"#).unwrap();
        assert!(SubmitRequest::new("  ", "p.html").data(big).check().is_ok());
        let list = SubmitRequest::new("a", "p.html").data(Payload::parse("[]").unwrap());
        assert_eq!(list.check().unwrap_err()[0].pointer.as_str(), "/data");
    }
}
