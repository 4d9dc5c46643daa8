//! AHP 1.0 (`ahp@1.0`): a canvas is a page to present, and no more.
//!
//! The release calls canvases experimental. A chat lists references to its open canvases; each lives on a channel of
//! its own, whose state is replaced as a whole.
//!
//! ```
//! # use agent_ui_ahp as ahp;
//! use ahp::v1_0::{CanvasAction, CanvasState, CanvasStateChanged};
//!
//! let state = CanvasState::new("east", "museum.plans", "plan").url("https://plans.test/east");
//! let action = CanvasAction::from(CanvasStateChanged::new(state));
//! assert_eq!(
//!     wire::encode(&action)?,
//!     r#"{"type":"canvas/stateChanged","canvas":{"instanceId":"east","extensionId":"museum.plans","canvasId":"plan","url":"https://plans.test/east"}}"#,
//! );
//! # Ok::<(), wire::EncodeError>(())
//! ```

use crate::{
    check::Check,
    ids::{CanvasId, ChannelUri, ExtensionId, InstanceId},
    url::CanvasUrl,
};
use wire::{Field, Finding, Pointer, Validate};

wire::object! {
    /// A chat's reference to an open canvas; everything else stands in the canvas' own state. AHP 1.0,
    /// `CanvasReference`.
    pub struct CanvasReference {
        /// The channel on which the canvas lives.
        resource: ChannelUri,
    }

    /// One open canvas, as its channel has it. AHP 1.0, `CanvasState`.
    pub struct CanvasState {
        /// Which open canvas. Whoever opens the canvas chooses it.
        instance_id as "instanceId": InstanceId,
        /// Whose kind of canvas it is.
        extension_id as "extensionId": ExtensionId,
        /// The extension's name for people.
        extension_name as "extensionName"?: Field<String>,
        /// Which kind of its provider it is.
        canvas_id as "canvasId": CanvasId,
        /// What stands above it.
        title?: Field<String>,
        /// How it is doing, in the provider's words.
        status?: Field<String>,
        /// Where its page is now, an absolute URL of `http` or `https`; absent while there is none. It is not to be
        /// logged, and not to be used again after its provider or the host has restarted.
        url?: Field<CanvasUrl>,
    }

    /// The open canvases of a chat, all of them. AHP 1.0, `chat/canvasesChanged`.
    pub struct CanvasesChanged {
        /// The canvases, in order; absent when there are none any more.
        canvases?: Field<Vec<CanvasReference>>,
    }

    /// The state of a canvas, all of it: what was there before is replaced. AHP 1.0, `canvas/stateChanged`.
    pub struct CanvasStateChanged {
        /// The state.
        canvas: CanvasState,
    }
}

wire::tagged! {
    /// What happens on the channel of a chat, as far as it concerns canvases; all other actions are kept as they are.
    /// AHP 1.0, chat actions.
    pub enum ChatAction by "type" {
        /// What is open changed.
        "chat/canvasesChanged" CanvasesChanged(CanvasesChanged),
    }
}

wire::tagged! {
    /// What happens on the channel of a canvas. AHP 1.0, canvas actions.
    pub enum CanvasAction by "type" {
        /// The state is replaced.
        "canvas/stateChanged" StateChanged(CanvasStateChanged),
    }
}

impl Validate for CanvasReference {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        Check { at, found }.canvas_channel("resource", self.resource.as_str());
    }
}

impl Validate for CanvasState {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.not_null("extensionName", &self.extension_name);
        check.not_null("title", &self.title);
        check.not_null("status", &self.status);
        check.not_null("url", &self.url);
        if self.url.get().is_some_and(|url| !is_absolute_http(url)) {
            check.error(
                "url-http",
                "url",
                "This is no absolute URL of http or https.",
                "http://… or https://…",
            );
        }
    }
}

impl Validate for CanvasesChanged {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.not_null("canvases", &self.canvases);
        if let Some(canvases) = self.canvases.get() {
            canvases.findings(&at.member("canvases"), found);
        }
    }
}

impl Validate for CanvasStateChanged {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.canvas.findings(&at.member("canvas"), found);
    }
}

impl Validate for ChatAction {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        if let Self::CanvasesChanged(changed) = self {
            changed.findings(at, found);
        }
    }
}

impl Validate for CanvasAction {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        if let Self::StateChanged(changed) = self {
            changed.findings(at, found);
        }
    }
}

fn is_absolute_http(url: &CanvasUrl) -> bool {
    let Some((scheme, rest)) = crate::uri::scheme(url.as_str()) else { return false };
    let http = ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
    let host =
        rest.strip_prefix("//").is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['/', '?', '#']));
    http && host && !url.as_str().contains(crate::uri::is_unfit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules<T: Validate + wire::WireType>(text: &str) -> Vec<(&'static str, String)> {
        let value: T = wire::decode(text).unwrap();
        value.validate().into_iter().map(|f| (f.rule, f.pointer.to_string())).collect()
    }

    #[test]
    fn a_canvas_has_an_absolute_http_url_or_none() {
        let state =
            |url: &str| format!(r#"{{"instanceId":"a","extensionId":"b","canvasId":"c","url":"{url}"}}"#);
        for good in ["http://a.test", "https://a.test/b?c#d", "HTTPS://a.test"] {
            assert_eq!(rules::<CanvasState>(&state(good)), [], "{good}");
        }
        for bad in [
            "",
            "/a",
            "//a.test",
            "https:/a",
            "https://",
            "https:///a",
            "data:,a",
            "ahp-canvas-content:/a/b",
            "https://a b",
        ] {
            assert_eq!(rules::<CanvasState>(&state(bad)), [("url-http", "/url".into())], "{bad}");
        }
        let action = format!(r#"{{"type":"canvas/stateChanged","canvas":{}}}"#, state("file:///a"));
        assert_eq!(rules::<CanvasAction>(&action), [("url-http", "/canvas/url".into())]);
    }

    #[test]
    fn a_chat_without_a_list_has_no_canvases() {
        assert_eq!(rules::<ChatAction>(r#"{"type":"chat/canvasesChanged"}"#), []);
        let null = r#"{"type":"chat/canvasesChanged","canvases":null}"#;
        assert_eq!(rules::<ChatAction>(null), [("null-member", "/canvases".into())]);
        let other = r#"{"type":"chat/canvasesChanged","canvases":[{"resource":"ahp-chat:/1"}]}"#;
        assert_eq!(rules::<ChatAction>(other), [("canvas-channel", "/canvases/0/resource".into())]);
    }

    #[test]
    fn what_the_release_does_not_name_is_kept() {
        let text = r#"{"instanceId":"a","extensionId":"b","canvasId":"c","availability":"ready"}"#;
        let state: CanvasState = wire::decode(text).unwrap();
        assert_eq!(wire::encode(&state).unwrap(), text);
        let action: ChatAction = wire::decode(r#"{"type":"chat/titleChanged","title":"x"}"#).unwrap();
        assert_eq!(action.tag(), "chat/titleChanged");
        assert_eq!(rules::<CanvasState>(text), []);
    }
}
