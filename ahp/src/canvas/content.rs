//! Content that is read through the channel of its canvas.

use crate::{
    check::Check,
    ids::{ChannelUri, ContentUri},
};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// The parameters of `canvasReadResource`, with which a renderer requests content of a canvas.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Commands](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#commands).
    pub struct CanvasReadResourceParams {
        /// The channel of the canvas, `ahp-canvas:/…`.
        channel: ChannelUri,
        /// Optional metadata of the request, as an object.
        meta as "_meta"?: Option<Payload>,
        /// The URI of the requested content, `ahp-canvas-content:/…`.
        uri: ContentUri,
    }

    /// The answer to [`CanvasReadResourceParams`].
    ///
    /// Specification:
    /// [AHP canvas proposal, § Commands](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#commands).
    pub struct CanvasReadResourceResult {
        /// The requested contents.
        contents: Vec<CanvasResourceContent>,
    }

    /// One piece of content, as text or as bytes.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Commands](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#commands).
    pub struct CanvasResourceContent {
        /// The URI of the content, and the base of relative references in the content.
        uri: ContentUri,
        /// The media type of the content.
        mime_type as "mimeType"?: Field<String>,
        /// The content as text.
        text?: Field<String>,
        /// The content as bytes, in Base64 (RFC 4648, section 4).
        blob?: Field<String>,
    }
}

impl Validate for CanvasReadResourceParams {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.canvas_channel("channel", self.channel.as_str());
        check.check_object("_meta", &self.meta);
        check.content_uri("uri", self.uri.as_str());
    }
}

impl Validate for CanvasReadResourceResult {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.contents.findings(&at.member("contents"), found);
    }
}

impl Validate for CanvasResourceContent {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.content_uri("uri", self.uri.as_str());
        check.report_null("mimeType", &self.mime_type);
        check.report_null("text", &self.text);
        check.report_null("blob", &self.blob);
        if self.blob.get().is_some_and(|blob| !is_base64(blob)) {
            check.error(
                "base64",
                "blob",
                "`blob` is not valid Base64",
                "use the alphabet with `+` and `/`, padded with `=`",
            );
        }
        match (&self.text, &self.blob) {
            (Field::Value(_), Field::Value(_)) => {
                check.warning(
                    "text-or-blob",
                    "blob",
                    "the content has both `text` and `blob`",
                    "use exactly one of `text` and `blob`",
                );
            }
            (Field::Value(_), _) | (_, Field::Value(_)) => {}
            _ => check.warning(
                "text-or-blob",
                "text",
                "the content has neither `text` nor `blob`",
                "use exactly one of `text` and `blob`",
            ),
        }
    }
}

fn is_base64(text: &str) -> bool {
    let data = text
        .strip_suffix("==")
        .or_else(|| text.strip_suffix('='))
        .unwrap_or(text);
    text.len() % 4 == 0
        && data
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'+' || b == b'/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_requires_padding_and_the_standard_alphabet() {
        for good in ["", "TQ==", "TWE=", "TWFu", "+/+/"] {
            assert!(is_base64(good), "{good:?}");
        }
        for bad in [
            "=", "==", "TQ", "TQ=", "TQ===", "T===", "-_-_", "TW Fu", "TWFu\n", "TQ==TQ==",
        ] {
            assert!(!is_base64(bad), "{bad:?}");
        }
    }

    #[test]
    fn ahp_58_content_without_exactly_one_of_text_and_blob_is_a_warning() {
        let rules = |text: &str| {
            let content: CanvasResourceContent = wire::decode(text).unwrap();
            content
                .validate()
                .into_iter()
                .map(|f| (f.rule, f.severity.as_str()))
                .collect::<Vec<_>>()
        };
        let uri = r#""uri":"ahp-canvas-content:/a/b""#;
        assert_eq!(rules(&format!(r#"{{{uri},"text":""}}"#)), []);
        assert_eq!(
            rules(&format!(r#"{{{uri}}}"#)),
            [("text-or-blob", "warning")]
        );
        assert_eq!(
            rules(&format!(r#"{{{uri},"text":"","blob":""}}"#)),
            [("text-or-blob", "warning")]
        );
        assert_eq!(
            rules(&format!(r#"{{{uri},"text":"","blob":null}}"#)),
            [("null-member", "error")]
        );
    }
}
