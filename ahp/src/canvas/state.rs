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
