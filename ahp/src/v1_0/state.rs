//! What is open, and how it stands.

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

    /// A chat, as far as it concerns canvases; everything else is kept as it is. AHP 1.0, `ChatState`.
    pub struct ChatState {
        /// Its open canvases, in order. Absent and empty both mean none, and are kept apart.
        canvases?: Field<Vec<CanvasReference>>,
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
}

impl Validate for CanvasReference {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        Check { at, found }.draft(&self.extra);
        Check { at, found }.canvas_channel("resource", self.resource.as_str());
    }
}

impl Validate for ChatState {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        Check { at, found }.members("canvases", &self.canvases);
    }
}

impl Validate for CanvasState {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        crate::draft::members_of_released(&self.extra, check.at, check.found);
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

pub(crate) fn is_absolute_http(url: &CanvasUrl) -> bool {
    let Some((scheme, rest)) = crate::uri::scheme(url.as_str()) else { return false };
    let http = ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
    let host =
        rest.strip_prefix("//").is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['/', '?', '#']));
    http && host && !url.as_str().contains(crate::uri::is_unfit)
}
