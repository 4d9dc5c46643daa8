//! The states of chats and canvases.

use crate::{
    check::Check,
    ids::{CanvasId, ChannelUri, ExtensionId, InstanceId},
    url::CanvasUrl,
};
use wire::{Field, Finding, Pointer, Validate};

wire::object! {
    /// A reference to an open canvas in the state of a chat. The state of the canvas contains everything else.
    ///
    /// Specification:
    /// [AHP 1.0, `CanvasReference`](https://docs.rs/ahp-types/1.0.0/ahp_types/state/struct.CanvasReference.html).
    pub struct CanvasReference {
        /// The channel of the canvas.
        resource: ChannelUri,
    }

    /// The canvas-related part of a chat's state. All other members are preserved.
    ///
    /// Specification: [AHP 1.0, `ChatState`](https://docs.rs/ahp-types/1.0.0/ahp_types/state/struct.ChatState.html).
    pub struct ChatState {
        /// The open canvases in order. Absent and empty both mean none, and the difference is preserved.
        canvases?: Field<Vec<CanvasReference>>,
    }

    /// The state of one open canvas, on the channel of the canvas.
    ///
    /// Specification:
    /// [AHP 1.0, `CanvasState`](https://docs.rs/ahp-types/1.0.0/ahp_types/state/struct.CanvasState.html).
    pub struct CanvasState {
        /// The id of the canvas, chosen by the peer that opens it.
        instance_id as "instanceId": InstanceId,
        /// The extension that provides this kind of canvas.
        extension_id as "extensionId": ExtensionId,
        /// The display name of the extension.
        extension_name as "extensionName"?: Field<String>,
        /// The id of the kind of canvas.
        canvas_id as "canvasId": CanvasId,
        /// The title of the canvas.
        title?: Field<String>,
        /// A status text, defined by the provider.
        status?: Field<String>,
        /// The current URL of the page, absolute and with the scheme `http` or `https`. Absent while the canvas has no page.
        ///
        /// The URL must not be logged, and must not be reused after a restart of the provider or the host.
        url?: Field<CanvasUrl>,
    }
}

impl Validate for CanvasReference {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        Check { at, found }.report_draft_members(&self.extra);
        Check { at, found }.canvas_channel("resource", self.resource.as_str());
    }
}

impl Validate for ChatState {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        Check { at, found }.check_members("canvases", &self.canvases);
    }
}

impl Validate for CanvasState {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        crate::draft::report_released_members(&self.extra, check.at, check.found);
        check.report_null("extensionName", &self.extension_name);
        check.report_null("title", &self.title);
        check.report_null("status", &self.status);
        check.report_null("url", &self.url);
        if self.url.get().is_some_and(|url| !is_absolute_http(url)) {
            check.error(
                "url-http",
                "url",
                "`url` is not an absolute http or https URL",
                "use `http://…` or `https://…`",
            );
        }
    }
}

pub(crate) fn is_absolute_http(url: &CanvasUrl) -> bool {
    let Some((scheme, rest)) = crate::scheme::split(url.as_str()) else {
        return false;
    };
    let http = ["http", "https"]
        .iter()
        .any(|known| scheme.eq_ignore_ascii_case(known));
    let host = rest
        .strip_prefix("//")
        .is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['/', '?', '#']));
    http && host && !url.as_str().contains(crate::uri::is_unfit)
}
