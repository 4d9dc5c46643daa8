//! The document that shows surfaces.

use crate::csp;
use serde::Serialize;
use std::{borrow::Cow, sync::Arc};
use wire::{Payload, Pointer};

/// What was built of `bridge/live/page`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assets {
    /// The script, which holds the renderer: `page.js`.
    pub script: &'static str,
    /// The styles: `page.css`.
    pub style: &'static str,
    /// The licences of what is in both: `LICENSES.txt`.
    pub licenses: &'static str,
}

/// The page, if it was built before this crate was.
pub fn assets() -> Option<Assets> {
    include!(concat!(env!("OUT_DIR"), "/assets.rs"))
}

/// What a page shows: `{"source","images","licenses","steps","live"}`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Data {
    /// From where it comes.
    pub source: Source,
    /// Whether images and media may be loaded from anywhere.
    pub images: bool,
    /// What became of the documents, in their order.
    pub steps: Vec<Step>,
    /// Where a served page finds what comes later.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub live: Option<Live>,
}

/// From where something comes that is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Source {
    /// The names of the files.
    pub name: String,
    /// The dialect in which it was written.
    pub dialect: String,
}

/// The addresses of a [server](crate::server), relative to its page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Live {
    /// Of the steps: `GET`, Server-Sent Events.
    pub steps: &'static str,
    /// Of actions: `POST`, JSON.
    pub actions: &'static str,
}

/// A place in the input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The file, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<Arc<str>>,
    /// The line, from 1.
    pub line: usize,
    /// The column, in bytes, from 1.
    pub column: usize,
}

/// What became of one document of the input.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Step {
    /// Where it begins.
    #[serde(flatten)]
    pub place: Place,
    /// The messages of A2UI 0.9 that it became.
    pub messages: Vec<Payload>,
    /// What was lost.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub losses: Vec<Loss>,
    /// What was refused.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<PageRefusal>,
}

/// Something that does not show.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Loss {
    /// Where it stood.
    #[serde(flatten)]
    pub place: Place,
    /// The surface.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surface: Option<String>,
    /// The component, if it belonged to one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub component: Option<String>,
    /// What became of it: `dropped`, `carried` or `quarantined`.
    pub verdict: &'static str,
    /// The rule by which that happened.
    pub rule: String,
    /// Where it stood in its document.
    pub from: Pointer,
    /// Where a part of it went.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Pointer>,
    /// A sentence about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    /// What stood there, as JSON, or its beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

/// Why something is not shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PageRefusal {
    /// Where it stands.
    #[serde(flatten)]
    pub place: Place,
    /// The kind of refusal.
    pub error: &'static str,
    /// Where it stands in its document.
    pub pointer: Pointer,
    /// The rule that was broken.
    pub rule: String,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub hint: String,
}

impl Data {
    /// The whole document. It holds everything that it needs, and nothing in the data becomes markup or script.
    ///
    /// ```
    /// use agent_ui_live::page::{Assets, Data};
    ///
    /// let assets = Assets { script: "void 0", style: "p{}", licenses: "" };
    /// let document = Data::default().document(&assets);
    /// assert!(document.starts_with("<!doctype html>") && document.contains("<script>void 0</script>"));
    /// ```
    pub fn document(&self, assets: &Assets) -> String {
        let Assets { script, style, licenses } = assets;
        let policy = policy(assets, self.images, self.live.is_some());
        let title = match self.source.name.as_str() {
            "" => Cow::Borrowed("Agent UI"),
            name => Cow::Owned(format!("{} – Agent UI", escape(name))),
        };
        let data = data(&WithLicenses { data: self, licenses });
        format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\
             <meta name=\"color-scheme\" content=\"light dark\"><title>{title}</title><style>{style}</style></head>\n\
             <body><script type=\"application/json\" id=\"agent-ui\">{data}</script><script>{script}</script></body></html>\n"
        )
    }
}

/// The data as they stand in a document, with the licences of what is around them.
#[derive(Serialize)]
struct WithLicenses<'a> {
    #[serde(flatten)]
    data: &'a Data,
    licenses: &'a str,
}

/// What a page may do: run its own script, and be styled by itself.
///
/// Served pages reach their server; with `images` everything may be loaded that is shown as an image, a sound or a film.
pub fn policy(assets: &Assets, images: bool, is_live: bool) -> String {
    let media = if images { "data: https:" } else { "data:" };
    let connect = if is_live { "'self'" } else { "'none'" };
    format!(
        "default-src 'none'; script-src {}; style-src {}; style-src-attr 'unsafe-inline'; font-src data:; \
         img-src {media}; media-src {media}; connect-src {connect}; base-uri 'none'; form-action 'none'",
        csp::hash_source(assets.script),
        csp::hash_source(assets.style),
    )
}

/// JSON that can stand in a script element.
fn data(value: &impl Serialize) -> String {
    // A map has only strings for names, and a payload is JSON: nothing here can fail.
    let json = serde_json::to_string(value).unwrap_or_default();
    // JSON has these characters in strings alone, where they may be written like this.
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// Text that can stand between tags.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    const ASSETS: Assets =
        Assets { script: "let a = 1 < 2;", style: "p { color: red }", licenses: "MIT </script>" };

    /// What stands between two texts.
    fn text_between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
        text.split_once(from).unwrap().1.split_once(to).unwrap().0
    }

    #[test]
    fn nothing_that_is_shown_becomes_markup() {
        for hostile in [
            "</script><script>alert(1)</script>",
            "<!--<script>",
            "</title><img src=x onerror=alert(1)>",
            "\"><svg onload=alert(1)>",
            "a\u{2028}b\u{2029}c",
            "\u{202E}x\0&amp;",
        ] {
            let message = Payload::object([("text", &Payload::string(hostile))]);
            let step = Step {
                place: Place { file: Some(hostile.into()), line: 1, column: 1 },
                messages: vec![message.clone()],
                losses: vec![Loss { component: Some(hostile.to_owned()), ..Loss::default() }],
                refused: vec![PageRefusal { message: hostile.to_owned(), ..PageRefusal::default() }],
            };
            let source = Source { name: hostile.to_owned(), dialect: hostile.to_owned() };
            let shown = Data { source, steps: vec![step], ..Data::default() };
            let document = shown.document(&ASSETS);
            let plain = Data::default().document(&ASSETS);
            let tags = |text: &str| text.matches('<').count();
            assert_eq!(tags(&document), tags(&plain), "{hostile}");
            let json = text_between(&document, "id=\"agent-ui\">", "</script>");
            let read: serde_json::Value = serde_json::from_str(json).unwrap();
            let said = |pointer: &str| read.pointer(pointer).and_then(|value| value.as_str()).unwrap();
            for pointer in [
                "/source/name",
                "/source/dialect",
                "/steps/0/file",
                "/steps/0/messages/0/text",
                "/steps/0/losses/0/component",
                "/steps/0/refused/0/message",
            ] {
                assert_eq!(said(pointer), hostile, "{pointer}");
            }
            assert_eq!(said("/licenses"), ASSETS.licenses);
            assert!(!json.contains(['\u{2028}', '\u{2029}']));
        }
    }

    #[test]
    fn the_policy_names_what_is_in_the_page_and_nothing_else() {
        let policies = [(false, false), (true, false), (false, true)]
            .map(|(images, is_live)| policy(&ASSETS, images, is_live));
        for policy in &policies {
            assert!(policy.starts_with("default-src 'none'; script-src 'sha256-"), "{policy}");
            assert!(!policy.replace("style-src-attr 'unsafe-inline'", "").contains("unsafe"), "{policy}");
        }
        let [file, images, live] = &policies;
        // Of `printf 'let a = 1 < 2;' | openssl dgst -sha256 -binary | base64`.
        assert!(file.contains("script-src 'sha256-Xd/xFl+DmsVqHczJvGQWMh7nLH7H7r5iGmQKRm0JimU='"), "{file}");
        assert_eq!((file.contains("https:"), images.matches("data: https:").count()), (false, 2));
        assert!(file.contains("connect-src 'none'") && live.contains("connect-src 'self'"));
        let data = Data { images: true, ..Data::default() };
        assert!(data.document(&ASSETS).contains(&format!("content=\"{images}\"")));
    }

    #[test]
    fn what_is_not_there_has_no_member() {
        let step = Step { messages: vec![Payload::null()], ..Step::default() };
        assert_eq!(serde_json::to_string(&step).unwrap(), r#"{"line":0,"column":0,"messages":[null]}"#);
        let loss = serde_json::to_string(&Loss::default()).unwrap();
        assert_eq!(loss, r#"{"line":0,"column":0,"verdict":"","rule":"","from":""}"#);
    }
}
