//! The HTML document that shows surfaces.

use crate::server::csp;
use serde::Serialize;
use std::{borrow::Cow, io, sync::Arc};
use wire::{Payload, Pointer};

/// The built files of `bridge/live/page`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assets {
    /// The script with the renderer, `page.js`.
    pub script: &'static str,
    /// The style sheet, `page.css`.
    pub style: &'static str,
    /// The licences of the script and the styles, `LICENSES.txt`.
    pub licenses: &'static str,
    /// The script that draws components of custom catalogs, if there is one.
    pub components: Option<ComponentScript>,
}

/// A script of the caller that draws components on the page.
///
/// The page has the global object `agentUi`. The script is a JavaScript module that registers a renderer for each
/// component: `agentUi.component(name, draw)`. The Content Security Policy of the page allows the script by its hash.
/// The policy blocks imports of other files and connections to other servers.
///
/// ```
/// use agent_ui_live::page::{Assets, ComponentScript, Data};
///
/// let script = "agentUi.component('Gauge', ({ properties }) => `${properties.value} %`);";
/// let components = Some(ComponentScript::new(script.to_owned())?);
/// let assets = Assets { script: "void 0", style: "p{}", licenses: "", components };
/// assert!(Data::default().document(&assets).contains(script));
/// # Ok::<(), agent_ui_live::page::ComponentScriptError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComponentScript(&'static str);

impl ComponentScript {
    /// Checks a script. Its text is kept in memory until the program ends.
    ///
    /// # Errors
    /// Returns an error if the script cannot be embedded in a page, or has more than 1 MiB.
    pub fn new(text: String) -> Result<Self, ComponentScriptError> {
        if text.len() > SCRIPT_BYTES {
            return Err(ComponentScriptError::TooLong);
        }
        // A parser of HTML changes line ends, and with them the hash. JavaScript does not distinguish them.
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let lower = text.to_ascii_lowercase();
        // After a comment, `<script` would hide the end of the element.
        for forbidden in ["</script", "<!--", "\0"] {
            if let Some(at) = lower.find(forbidden) {
                let before = text.get(..at).unwrap_or_default();
                let line = before.matches('\n').count() + 1;
                return Err(ComponentScriptError::Text { forbidden, line });
            }
        }
        // The pages of all sessions share the text.
        Ok(Self(text.leak()))
    }

    /// Returns the text of the script.
    pub const fn text(self) -> &'static str {
        self.0
    }
}

/// The maximum length of a script in bytes.
const SCRIPT_BYTES: usize = crate::limits::COMPONENT_SCRIPT;

/// The reason why a script cannot draw components.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ComponentScriptError {
    /// The script is longer than 1 MiB.
    #[error("the script has more than {SCRIPT_BYTES} bytes; minify it")]
    TooLong,
    /// The script contains text that cannot be in a script element.
    #[error(
        "line {line} contains {forbidden:?}, which a page cannot contain in a script; write a backslash after its first character"
    )]
    Text {
        /// The text, in lower case.
        forbidden: &'static str,
        /// The line, starting at 1.
        line: usize,
    },
}

/// Returns the embedded page, or `None` if it was not built before this crate.
pub fn assets() -> Option<Assets> {
    include!(concat!(env!("OUT_DIR"), "/assets.rs"))
}

/// The data of a page, encoded as JSON `{"source","images","licenses","steps","live","app"}`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Data {
    /// The origin of the data.
    pub source: Source,
    /// `true` if images and media may be loaded from any server.
    pub images: bool,
    /// The results of the documents, in order.
    pub steps: Vec<Step>,
    /// The addresses for later events, if the page is served.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub live: Option<Live>,
    /// `true` for a page without a panel that shows the surfaces of an MCP host, which also receives the actions.
    #[serde(skip_serializing_if = "is_false")]
    pub app: bool,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_false(value: &bool) -> bool {
    !value
}

/// The origin of the data on a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Source {
    /// The names of the input files.
    pub name: String,
    /// The dialect of the input.
    pub dialect: String,
}

/// The addresses of a [server](crate::server::page_routes), relative to the address of the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Live {
    /// The address of the steps: `GET` returns Server-Sent Events.
    pub steps: &'static str,
    /// The address for actions: `POST` accepts JSON.
    pub actions: &'static str,
}

/// The addresses of a served page, relative to its own address.
pub(crate) const LIVE: Live = Live {
    steps: "steps",
    actions: "actions",
};

/// A place in the input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The name of the file, if the input is a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<Arc<str>>,
    /// The line, starting at 1.
    pub line: usize,
    /// The column in bytes, starting at 1.
    pub column: usize,
}

/// The result of one document of the input.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Step {
    /// The start of the document.
    #[serde(flatten)]
    pub place: Place,
    /// The A2UI 0.9 messages that the document was translated to.
    pub messages: Vec<Payload>,
    /// The losses of the translation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub losses: Vec<Loss>,
    /// The refusals of the translation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<PageRefusal>,
    /// The findings of the validation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<PageFinding>,
    /// The current findings about whole surfaces, which replace those of earlier steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whole: Option<Vec<PageFinding>>,
    /// The dialect of the input. It is in the first step for which the dialect is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialect: Option<String>,
}

/// A value of the input that the page does not show.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Loss {
    /// The place of the value.
    #[serde(flatten)]
    pub place: Place,
    /// The surface of the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surface: Option<String>,
    /// The component of the value, if the value belongs to one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub component: Option<String>,
    /// The verdict: `dropped`, `carried` or `quarantined`.
    pub verdict: &'static str,
    /// The rule that decided the verdict.
    pub rule: String,
    /// The pointer to the value in its document.
    pub from: Pointer,
    /// The pointer to the target of a part of the value, if there is a target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Pointer>,
    /// An explanation of the loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    /// The value as JSON, or its beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

/// The reason for which a document or message is not shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PageRefusal {
    /// The place of the refused value.
    #[serde(flatten)]
    pub place: Place,
    /// The kind of refusal.
    pub error: &'static str,
    /// The pointer to the refused value in its document.
    pub pointer: Pointer,
    /// The id of the broken rule.
    pub rule: String,
    /// The description of the error.
    pub message: String,
    /// The suggested fix.
    pub hint: String,
}

/// A finding of the validation about a message or surface of the page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PageFinding {
    /// The place of the finding.
    #[serde(flatten)]
    pub place: Place,
    /// The surface that the finding concerns, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surface: Option<String>,
    /// The component that the finding concerns, with its id on the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub component: Option<String>,
    /// The severity: `error`, `warning` or `info`.
    pub severity: &'static str,
    /// The id of the broken rule.
    pub rule: String,
    /// The pointer to the value in its document.
    pub pointer: Pointer,
    /// The description of the problem.
    pub message: String,
    /// The suggested fix.
    pub hint: String,
}

impl Step {
    /// Encodes the step as one line of JSON.
    ///
    /// # Errors
    /// Returns an error if the step cannot be encoded.
    pub fn line(&self) -> io::Result<String> {
        Ok(wire::without_layout(&serde_json::to_string(self)?).into_owned())
    }
}

impl Data {
    /// Writes the complete HTML document. It needs no other files, and escapes the data so that it cannot become
    /// markup or script.
    ///
    /// ```
    /// use agent_ui_live::page::{Assets, Data};
    ///
    /// let assets = Assets { script: "void 0", style: "p{}", licenses: "", components: None };
    /// let document = Data::default().document(&assets);
    /// assert!(document.starts_with("<!doctype html>") && document.contains("<script>void 0</script>"));
    /// ```
    pub fn document(&self, assets: &Assets) -> String {
        let Assets {
            script,
            style,
            licenses,
            components,
        } = assets;
        // The script registers its renderers after the page's own script has defined `agentUi`, because it is a module.
        let components = components.map_or_else(String::new, |script| {
            format!(
                "<script type=\"module\" id=\"agent-ui-components\">{}</script>",
                script.text()
            )
        });
        let policy = policy(assets, self.images, self.live.is_some());
        let title = match self.source.name.as_str() {
            "" => Cow::Borrowed("Agent UI"),
            name => Cow::Owned(format!("{} – Agent UI", escape(name))),
        };
        let data = data(&WithLicenses {
            data: self,
            licenses,
        });
        format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\
             <meta name=\"color-scheme\" content=\"light dark\"><title>{title}</title><style>{style}</style></head>\n\
             <body><script type=\"application/json\" id=\"agent-ui\">{data}</script>{components}<script>{script}</script></body></html>\n"
        )
    }
}

/// The data in the document, with the licences of the embedded code.
#[derive(Serialize)]
struct WithLicenses<'a> {
    #[serde(flatten)]
    data: &'a Data,
    licenses: &'a str,
}

/// Returns the Content Security Policy of a page. It allows only the page's own script and styles, and the script that draws
/// components.
///
/// A served page may connect to its server. With `images`, it may load images, audio and video from any server.
pub fn policy(assets: &Assets, images: bool, is_live: bool) -> String {
    let media = if images { "data: https:" } else { "data:" };
    let connect = if is_live { "'self'" } else { "'none'" };
    let components = assets.components.map_or_else(String::new, |script| {
        format!(" {}", csp::hash_source(script.text()))
    });
    format!(
        "default-src 'none'; script-src {}{components}; style-src {}; style-src-attr 'unsafe-inline'; font-src data:; \
         img-src {media}; media-src {media}; connect-src {connect}; base-uri 'none'; form-action 'none'",
        csp::hash_source(assets.script),
        csp::hash_source(assets.style),
    )
}

/// Encodes a value as JSON for a script element.
fn data(value: &impl Serialize) -> String {
    // The map has only string keys, and a payload is valid JSON, so this cannot fail.
    let json = serde_json::to_string(value).unwrap_or_default();
    // These characters occur in JSON strings only, where they may be escaped.
    json.replace('<', "\\u003c")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

/// Escapes text for HTML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    const ASSETS: Assets = Assets {
        script: "let a = 1 < 2;",
        style: "p { color: red }",
        licenses: "MIT </script>",
        components: None,
    };

    /// Returns the text between two delimiters.
    fn text_between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
        text.split_once(from).unwrap().1.split_once(to).unwrap().0
    }

    #[test]
    fn page_data_never_becomes_markup() {
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
                place: Place {
                    file: Some(hostile.into()),
                    line: 1,
                    column: 1,
                },
                messages: vec![message.clone()],
                losses: vec![Loss {
                    component: Some(hostile.to_owned()),
                    ..Loss::default()
                }],
                refused: vec![PageRefusal {
                    message: hostile.to_owned(),
                    ..PageRefusal::default()
                }],
                findings: vec![PageFinding {
                    hint: hostile.to_owned(),
                    ..PageFinding::default()
                }],
                whole: Some(vec![PageFinding {
                    rule: hostile.to_owned(),
                    ..PageFinding::default()
                }]),
                dialect: Some(hostile.to_owned()),
            };
            let source = Source {
                name: hostile.to_owned(),
                dialect: hostile.to_owned(),
            };
            let shown = Data {
                source,
                steps: vec![step],
                ..Data::default()
            };
            let document = shown.document(&ASSETS);
            let plain = Data::default().document(&ASSETS);
            let tags = |text: &str| text.matches('<').count();
            assert_eq!(tags(&document), tags(&plain), "{hostile}");
            let json = text_between(&document, "id=\"agent-ui\">", "</script>");
            let read: serde_json::Value = serde_json::from_str(json).unwrap();
            let said = |pointer: &str| {
                read.pointer(pointer)
                    .and_then(|value| value.as_str())
                    .unwrap()
            };
            for pointer in [
                "/source/name",
                "/source/dialect",
                "/steps/0/file",
                "/steps/0/messages/0/text",
                "/steps/0/losses/0/component",
                "/steps/0/refused/0/message",
                "/steps/0/findings/0/hint",
                "/steps/0/whole/0/rule",
                "/steps/0/dialect",
            ] {
                assert_eq!(said(pointer), hostile, "{pointer}");
            }
            assert_eq!(said("/licenses"), ASSETS.licenses);
            assert!(!json.contains(['\u{2028}', '\u{2029}']));
        }
    }

    #[test]
    fn the_policy_allows_only_the_pages_own_code() {
        let policies = [(false, false), (true, false), (false, true)]
            .map(|(images, is_live)| policy(&ASSETS, images, is_live));
        for policy in &policies {
            assert!(
                policy.starts_with("default-src 'none'; script-src 'sha256-"),
                "{policy}"
            );
            assert!(
                !policy
                    .replace("style-src-attr 'unsafe-inline'", "")
                    .contains("unsafe"),
                "{policy}"
            );
        }
        let [file, images, live] = &policies;
        // The hash is the output of `printf 'let a = 1 < 2;' | openssl dgst -sha256 -binary | base64`.
        assert!(
            file.contains("script-src 'sha256-Xd/xFl+DmsVqHczJvGQWMh7nLH7H7r5iGmQKRm0JimU='"),
            "{file}"
        );
        assert_eq!(
            (
                file.contains("https:"),
                images.matches("data: https:").count()
            ),
            (false, 2)
        );
        assert!(file.contains("connect-src 'none'") && live.contains("connect-src 'self'"));
        let data = Data {
            images: true,
            ..Data::default()
        };
        assert!(
            data.document(&ASSETS)
                .contains(&format!("content=\"{images}\""))
        );
    }

    #[test]
    fn absent_page_values_are_omitted_from_the_json() {
        let step = Step {
            messages: vec![Payload::null()],
            ..Step::default()
        };
        assert_eq!(
            serde_json::to_string(&step).unwrap(),
            r#"{"line":0,"column":0,"messages":[null]}"#
        );
        let loss = serde_json::to_string(&Loss::default()).unwrap();
        assert_eq!(
            loss,
            r#"{"line":0,"column":0,"verdict":"","rule":"","from":""}"#
        );
    }
    #[test]
    fn a_component_script_is_a_module_that_the_policy_allows_by_its_hash() {
        let script = ComponentScript::new("let a = 1 < 2;\r\nlet b;\r".to_owned()).unwrap();
        assert_eq!(script.text(), "let a = 1 < 2;\nlet b;\n");
        let assets = Assets {
            components: Some(script),
            ..ASSETS
        };
        let document = Data::default().document(&assets);
        let embedded = text_between(
            &document,
            "<script type=\"module\" id=\"agent-ui-components\">",
            "</script>",
        );
        assert_eq!(embedded, script.text());
        let policy = policy(&assets, false, true);
        let (page, own) = (
            csp::hash_source(ASSETS.script),
            csp::hash_source(script.text()),
        );
        assert!(
            policy.contains(&format!("script-src {page} {own};")),
            "{policy}"
        );
        assert!(document.contains(&format!("script-src {page} {own};")));
    }

    #[test]
    fn a_script_that_would_end_its_element_is_refused_with_its_line() {
        for text in ["a\nb = '</SCRIPT>'", "a\r\n<!-- b", "a\n\0"] {
            let error = ComponentScript::new(text.to_owned()).unwrap_err();
            assert!(error.to_string().starts_with("line 2 contains"), "{error}");
        }
        let long = "a".repeat(SCRIPT_BYTES + 1);
        assert_eq!(
            ComponentScript::new(long),
            Err(ComponentScriptError::TooLong)
        );
    }
}
