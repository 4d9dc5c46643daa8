//! The states of open canvases, and the references to open canvases.

use super::CanvasProviderSource;
use crate::{
    check::Check,
    ids::{CanvasId, ChannelUri, ExtensionId, InstanceId},
    url::CanvasUrl,
};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::word! {
    /// The availability of the provider of an open canvas. Unknown words count as not ready.
    ///
    /// Specification:
    /// [AHP canvas proposal, § State](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#state).
    pub open enum CanvasAvailability {
        /// The provider of the canvas is connected and answers requests.
        Ready = "ready",
        /// The provider is unavailable. The canvas stays open until the provider returns or the canvas is closed.
        Stale = "stale",
    }
}

wire::object! {
    /// An entry in a session's list of open canvases.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Open-instance catalogue](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#open-instance-catalogue).
    pub struct OpenCanvasRef {
        /// The id of the open canvas.
        instance_id as "instanceId": InstanceId,
        /// The channel of the canvas, `ahp-canvas:/…`.
        channel: ChannelUri,
        /// The id of the kind of canvas.
        canvas_id as "canvasId": CanvasId,
        /// The extension that provides this kind of canvas.
        extension_id as "extensionId": ExtensionId,
        /// The display name of the extension.
        extension_name as "extensionName"?: Field<String>,
        /// The title of the canvas.
        title?: Field<String>,
        /// The availability of the provider.
        availability: CanvasAvailability,
    }

    /// The state of one open canvas, on the channel of the canvas.
    ///
    /// ```
    /// use agent_ui_ahp::{canvas::{CanvasAvailability, CanvasState, ServerSource}, wire};
    ///
    /// let state = CanvasState::new("east", "plan", "museum.plans", CanvasAvailability::Ready, ServerSource::new())
    ///     .title("East wing")
    ///     .url("https://plans.test/east?key=1");
    /// assert!(!format!("{state:?}").contains("key=1"), "URLs stay out of logs");
    /// assert!(wire::encode(&state)?.contains("key=1"));
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    ///
    /// Specification:
    /// [AHP canvas proposal, § State](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#state).
    pub struct CanvasState {
        /// The id of the open canvas.
        instance_id as "instanceId": InstanceId,
        /// The id of the kind of canvas.
        canvas_id as "canvasId": CanvasId,
        /// The extension that provides this kind of canvas.
        extension_id as "extensionId": ExtensionId,
        /// The display name of the extension.
        extension_name as "extensionName"?: Field<String>,
        /// The display name of the kind of canvas.
        display_name as "displayName"?: Field<String>,
        /// The input with which the agent opened the canvas, an object. The host needs the input to reopen the
        /// canvas.
        input?: Option<Payload>,
        /// The title of the canvas.
        title?: Field<String>,
        /// A status text, defined by the provider.
        status?: Field<String>,
        /// The URL of the content. Absent while the canvas has no content.
        url?: Field<CanvasUrl>,
        /// The availability of the provider.
        availability: CanvasAvailability,
        /// The provider of the canvas.
        provider: CanvasProviderSource,
    }
}

impl CanvasAvailability {
    /// Returns `true` if the provider is available. Unknown words count as not ready.
    pub fn is_ready(&self) -> bool {
        *self == Self::Ready
    }
}

impl Validate for CanvasAvailability {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        if let Self::Other(_) = self {
            let message = "this availability is unknown, and renderers treat it as not ready";
            found.push(
                Finding::info("unknown-word", at.clone(), message).hint("use `ready` or `stale`"),
            );
        }
    }
}

impl Validate for OpenCanvasRef {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.report_draft_members(&self.extra);
        check.canvas_channel("channel", self.channel.as_str());
        check.report_null("extensionName", &self.extension_name);
        check.report_null("title", &self.title);
        self.availability
            .findings(&at.member("availability"), found);
    }
}

impl Validate for CanvasState {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.report_draft_members(&self.extra);
        check.report_null("extensionName", &self.extension_name);
        check.report_null("displayName", &self.display_name);
        check.check_object("input", &self.input);
        check.report_null("title", &self.title);
        check.report_null("status", &self.status);
        check.report_null("url", &self.url);
        check.check_url("url", &self.url);
        self.availability
            .findings(&at.member("availability"), found);
        self.provider.findings(&at.member("provider"), found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(members: &str) -> CanvasState {
        let text = format!(
            r#"{{"instanceId":"a","canvasId":"b","extensionId":"c",{members}"availability":"ready","provider":{{"kind":"server"}}}}"#
        );
        let state: CanvasState = wire::decode(&text).unwrap();
        assert_eq!(wire::encode(&state).unwrap(), text);
        state
    }

    #[test]
    fn ahp_20_and_22_an_unknown_availability_is_preserved_and_not_ready() {
        for (word, ready) in [
            ("ready", true),
            ("stale", false),
            ("asleep", false),
            ("", false),
            ("Ready", false),
        ] {
            let availability: CanvasAvailability = wire::decode(&format!("{word:?}")).unwrap();
            assert_eq!(
                (availability.as_str(), availability.is_ready()),
                (word, ready)
            );
        }
    }

    #[test]
    fn ahp_30_the_input_is_an_object_and_preserved_exactly() {
        let input = r#"{"floor":1.0,"n":12345678901234567890123,"none":{"a":null},"z":[],"a":-0}"#;
        let kept = state(&format!(r#""input":{input},"#));
        assert_eq!(kept.input.as_ref().map(Payload::text), Some(input));
        assert_eq!(kept.validate(), []);
        let rules: Vec<_> = state(r#""input":[1],"#)
            .validate()
            .into_iter()
            .map(|found| found.rule)
            .collect();
        assert_eq!(rules, ["not-an-object"]);
    }

    #[test]
    fn ahp_31_and_83_a_canvas_url_is_loadable_or_content_or_absent() {
        for url in [
            "",
            r#""url":"https://a.test/","#,
            r#""url":"ahp-canvas-content:/a/index.html","#,
        ] {
            assert_eq!(state(url).validate(), [], "{url}");
        }
        let rules = |url: &str| {
            state(url)
                .validate()
                .into_iter()
                .map(|found| found.rule)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            rules(r#""url":"ahp-canvas-content:/a/../b","#),
            ["content-uri"]
        );
        assert_eq!(rules(r#""url":null,"#), ["null-member"]);
    }
}
