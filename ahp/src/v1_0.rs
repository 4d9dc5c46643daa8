//! Canvases of AHP 1.0 (`ahp@1.0`), which clients present but do not provide.
//!
//! The release marks canvases as experimental. A chat lists references to its open canvases. Each canvas has its own
//! channel, and an action replaces its whole state. AHP 1.0 defines no capability, so a host may send canvases to
//! every client that speaks the version.
//!
//! ```
//! use agent_ui_ahp::{v1_0::{CanvasAction, CanvasState, CanvasStateChanged, ReduceOutcome, reduce_canvas}, wire};
//!
//! let state = CanvasState::new("east", "museum.plans", "plan").url("https://plans.test/east");
//! let action = CanvasAction::from(CanvasStateChanged::new(state));
//! assert_eq!(
//!     wire::encode(&action)?,
//!     r#"{"type":"canvas/stateChanged","canvas":{"instanceId":"east","extensionId":"museum.plans","canvasId":"plan","url":"https://plans.test/east"}}"#,
//! );
//! let mut mirror = CanvasState::new("east", "museum.plans", "plan");
//! assert_eq!(reduce_canvas(&mut mirror, &action), ReduceOutcome::Applied);
//! assert!(mirror.url.get().is_some());
//! # Ok::<(), wire::EncodeError>(())
//! ```

mod action;
mod reducer;
mod snapshot;
mod state;

#[doc(inline)]
pub use crate::ReduceOutcome;
pub use action::{CanvasAction, CanvasStateChanged, CanvasesChanged, ChatAction, StateAction};
pub use reducer::{REDUCERS, fold_case, reduce_canvas, reduce_chat};
pub use snapshot::SnapshotState;
#[cfg(feature = "peers")]
pub(crate) use state::is_absolute_http;
pub use state::{CanvasReference, CanvasState, ChatState};

/// The first version of AHP with the two canvas actions.
#[cfg(feature = "peers")]
pub(crate) const INTRODUCED_IN: &str = "0.10.0";

#[cfg(test)]
mod tests {
    use super::*;
    use wire::Validate;

    fn rules<T: Validate + wire::WireType>(text: &str) -> Vec<(&'static str, String)> {
        let value: T = wire::decode(text).unwrap();
        value
            .validate()
            .into_iter()
            .map(|f| (f.rule, f.pointer.to_string()))
            .collect()
    }

    #[test]
    fn a_canvas_url_is_absolute_http_or_absent() {
        let state = |url: &str| {
            format!(r#"{{"instanceId":"a","extensionId":"b","canvasId":"c","url":"{url}"}}"#)
        };
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
            assert_eq!(
                rules::<CanvasState>(&state(bad)),
                [("url-http", "/url".into())],
                "{bad}"
            );
        }
        let action = format!(
            r#"{{"type":"canvas/stateChanged","canvas":{}}}"#,
            state("file:///a")
        );
        assert_eq!(
            rules::<CanvasAction>(&action),
            [("url-http", "/canvas/url".into())]
        );
    }

    #[test]
    fn a_chat_without_a_list_has_no_canvases() {
        assert_eq!(
            rules::<ChatAction>(r#"{"type":"chat/canvasesChanged"}"#),
            []
        );
        let null = r#"{"type":"chat/canvasesChanged","canvases":null}"#;
        assert_eq!(
            rules::<ChatAction>(null),
            [("null-member", "/canvases".into())]
        );
        let other = r#"{"type":"chat/canvasesChanged","canvases":[{"resource":"ahp-chat:/1"}]}"#;
        assert_eq!(
            rules::<ChatAction>(other),
            [("canvas-channel", "/canvases/0/resource".into())]
        );
    }

    #[test]
    fn unknown_members_of_the_release_are_preserved() {
        let text = r#"{"instanceId":"a","extensionId":"b","canvasId":"c","availability":"ready"}"#;
        let state: CanvasState = wire::decode(text).unwrap();
        assert_eq!(wire::encode(&state).unwrap(), text);
        let action: ChatAction =
            wire::decode(r#"{"type":"chat/titleChanged","title":"x"}"#).unwrap();
        assert_eq!(action.tag(), "chat/titleChanged");
        assert_eq!(rules::<CanvasState>(text), []);
    }
}
