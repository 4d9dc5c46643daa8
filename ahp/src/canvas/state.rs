//! What is open, and how it stands.

use super::CanvasProviderSource;
use crate::{
    check::Check,
    ids::{CanvasId, ChannelUri, ExtensionId, InstanceId},
    url::CanvasUrl,
};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::word! {
    /// Whether somebody answers for an open canvas. Words that are not known mean: not ready.
    /// AHP canvas proposal, `CanvasAvailability`.
    pub open enum CanvasAvailability {
        /// Its provider answers.
        Ready = "ready",
        /// Its provider is gone; the canvas is kept until that comes back or the canvas is closed.
        Stale = "stale",
    }
}

wire::object! {
    /// An entry of the session's list of open canvases. AHP canvas proposal, `OpenCanvasRef`.
    pub struct OpenCanvasRef {
        /// Which open canvas.
        instance_id as "instanceId": InstanceId,
        /// The channel on which it lives, `ahp-canvas:/…`.
        channel: ChannelUri,
        /// Its kind.
        canvas_id as "canvasId": CanvasId,
        /// Whose kind that is.
        extension_id as "extensionId": ExtensionId,
        /// The extension's name for people.
        extension_name as "extensionName"?: Field<String>,
        /// What stands above it.
        title?: Field<String>,
        /// Whether somebody answers for it.
        availability: CanvasAvailability,
    }

    /// One open canvas, as its channel has it. AHP canvas proposal, `CanvasState`.
    ///
    /// ```
    /// # use agent_ui_ahp as ahp;
    /// use ahp::canvas::{CanvasAvailability, CanvasState, ServerSource};
    ///
    /// let state = CanvasState::new("east", "plan", "museum.plans", CanvasAvailability::Ready, ServerSource::new())
    ///     .title("East wing")
    ///     .url("https://plans.test/east?key=1");
    /// assert!(!format!("{state:?}").contains("key=1"), "URLs stay out of logs");
    /// assert!(wire::encode(&state)?.contains("key=1"));
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    pub struct CanvasState {
        /// Which open canvas.
        instance_id as "instanceId": InstanceId,
        /// Its kind.
        canvas_id as "canvasId": CanvasId,
        /// Whose kind that is.
        extension_id as "extensionId": ExtensionId,
        /// The extension's name for people.
        extension_name as "extensionName"?: Field<String>,
        /// The name of the kind for people.
        display_name as "displayName"?: Field<String>,
        /// The object with which the agent opened it, kept so that it can be opened again.
        input?: Option<Payload>,
        /// What stands above it.
        title?: Field<String>,
        /// How it is doing, in the provider's words.
        status?: Field<String>,
        /// Where its content is; absent where there is none to show.
        url?: Field<CanvasUrl>,
        /// Whether somebody answers for it.
        availability: CanvasAvailability,
        /// Who does.
        provider: CanvasProviderSource,
    }
}

impl CanvasAvailability {
    /// Whether somebody answers for the canvas. A word that is not known does not say so.
    pub fn is_ready(&self) -> bool {
        *self == Self::Ready
    }
}

impl Validate for CanvasAvailability {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        if let Self::Other(_) = self {
            let message = "This word is not known; renderers take it for not ready.";
            found.push(Finding::info("unknown-word", at.clone(), message).hint("ready or stale"));
        }
    }
}

impl Validate for OpenCanvasRef {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.draft(&self.extra);
        check.canvas_channel("channel", self.channel.as_str());
        check.not_null("extensionName", &self.extension_name);
        check.not_null("title", &self.title);
        self.availability.findings(&at.member("availability"), found);
    }
}

impl Validate for CanvasState {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.draft(&self.extra);
        check.not_null("extensionName", &self.extension_name);
        check.not_null("displayName", &self.display_name);
        check.object("input", &self.input);
        check.not_null("title", &self.title);
        check.not_null("status", &self.status);
        check.not_null("url", &self.url);
        check.url("url", &self.url);
        self.availability.findings(&at.member("availability"), found);
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
    fn ahp_20_and_22_a_word_of_a_later_kind_is_kept_and_means_not_ready() {
        for (word, ready) in
            [("ready", true), ("stale", false), ("asleep", false), ("", false), ("Ready", false)]
        {
            let availability: CanvasAvailability = wire::decode(&format!("{word:?}")).unwrap();
            assert_eq!((availability.as_str(), availability.is_ready()), (word, ready));
        }
    }

    #[test]
    fn ahp_30_the_input_is_an_object_and_kept_to_the_letter() {
        let input = r#"{"floor":1.0,"n":12345678901234567890123,"none":{"a":null},"z":[],"a":-0}"#;
        let kept = state(&format!(r#""input":{input},"#));
        assert_eq!(kept.input.as_ref().map(Payload::text), Some(input));
        assert_eq!(kept.validate(), []);
        let rules: Vec<_> = state(r#""input":[1],"#).validate().into_iter().map(|found| found.rule).collect();
        assert_eq!(rules, ["not-an-object"]);
    }

    #[test]
    fn ahp_31_and_83_a_canvas_shows_something_loadable_something_of_its_channel_or_nothing() {
        for url in ["", r#""url":"https://a.test/","#, r#""url":"ahp-canvas-content:/a/index.html","#] {
            assert_eq!(state(url).validate(), [], "{url}");
        }
        let rules = |url: &str| state(url).validate().into_iter().map(|found| found.rule).collect::<Vec<_>>();
        assert_eq!(rules(r#""url":"ahp-canvas-content:/a/../b","#), ["content-uri"]);
        assert_eq!(rules(r#""url":null,"#), ["null-member"]);
    }
}
