//! The pages of an agent: `GET /api/agents/:id/canvas`.

use crate::CanvasFile;
use wire::{Finding, Number, Pointer, Timestamp, Validate};

wire::object! {
    /// The body of the answer. AAP 1.0 does not describe it; this is what the real provider gives, the page
    /// that was changed last first.
    pub struct CanvasListResponse {
        /// The pages.
        files: Vec<CanvasFileInfo>,
    }

    /// One page of an agent, as the real provider lists it.
    pub struct CanvasFileInfo {
        /// The last segment of its path.
        name: String,
        /// Its path below `canvas/`.
        path: CanvasFile,
        /// Its size in bytes.
        size: Number,
        /// When it was changed last.
        modified_at as "modifiedAt": Timestamp,
    }
}

impl Validate for CanvasFileInfo {
    /// Those of the path.
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.path.findings(&at.member("path"), found);
    }
}

impl Validate for CanvasListResponse {
    /// Those of each [`CanvasFileInfo`].
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.files.findings(&at.member("files"), found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_pages_is_read_and_judged() {
        let text = r#"{"files":[{"name":"x.html","path":"interactions/x.html","size":512,"modifiedAt":"2026-11-21T04:36:20.639Z"}]}"#;
        let list: CanvasListResponse = wire::decode(text).unwrap();
        assert_eq!(wire::encode(&list).unwrap(), text);
        let found = list.validate();
        assert_eq!((found[0].rule, found[0].pointer.as_str()), ("reserved-dir", "/files/0/path"));
    }
}
