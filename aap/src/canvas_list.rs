//! The list of an agent's pages: `GET /api/agents/:id/canvas`.

use crate::CanvasFile;
use wire::{Finding, Number, Pointer, Timestamp, Validate};

wire::object! {
    /// The response body of a page list. AAP 1.0 does not describe the body. This type matches the published
    /// provider, which lists the most recently changed page first.
    ///
    /// Specification: [AAP 1.0, API endpoints](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/05-transport.md#api-endpoints).
    pub struct CanvasListResponse {
        /// All pages of the agent.
        files: Vec<CanvasFileInfo>,
    }

    /// A page of an agent, as the published provider lists it.
    ///
    /// Specification: [AAP 1.0, API endpoints](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/05-transport.md#api-endpoints).
    pub struct CanvasFileInfo {
        /// The last segment of the path.
        name: String,
        /// The path of the page below `canvas/`.
        path: CanvasFile,
        /// The size of the file in bytes.
        size: Number,
        /// The time of the last change.
        modified_at as "modifiedAt": Timestamp,
    }
}

impl Validate for CanvasFileInfo {
    /// Reports the findings of the path.
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.path.findings(&at.member("path"), found);
    }
}

impl Validate for CanvasListResponse {
    /// Reports the findings of each [`CanvasFileInfo`].
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.files.findings(&at.member("files"), found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_pages_is_read_and_validated() {
        let text = r#"{"files":[{"name":"x.html","path":"interactions/x.html","size":512,"modifiedAt":"2026-11-21T04:36:20.639Z"}]}"#;
        let list: CanvasListResponse = wire::decode(text).unwrap();
        assert_eq!(wire::encode(&list).unwrap(), text);
        let found = list.validate();
        assert_eq!(
            (found[0].rule, found[0].pointer.as_str()),
            ("reserved-dir", "/files/0/path")
        );
    }
}
