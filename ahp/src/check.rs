//! Checks that several types share.

use crate::{
    draft,
    ids::{ChannelKind, ChannelUri},
    policy::UrlPolicy,
    uri::{CanvasChannel, ContentAddress},
    url::CanvasUrl,
};
use wire::{Extra, Field, Finding, Payload, Pointer, Unknown, Validate};

/// The place of a value, and the list that collects its findings.
pub(crate) struct Check<'a> {
    pub(crate) at: &'a Pointer,
    pub(crate) found: &'a mut Vec<Finding>,
}

impl Check<'_> {
    pub(crate) fn error(&mut self, rule: &'static str, name: &str, message: &str, hint: &str) {
        self.found
            .push(Finding::error(rule, self.at.member(name), message).hint(hint));
    }

    pub(crate) fn warning(&mut self, rule: &'static str, name: &str, message: &str, hint: &str) {
        self.found
            .push(Finding::warning(rule, self.at.member(name), message).hint(hint));
    }

    /// Reports a null member. Only updates may contain null; elsewhere, a member without a value is omitted.
    pub(crate) fn report_null<T>(&mut self, name: &str, member: &Field<T>) {
        if member.is_null() {
            self.error(
                "null-member",
                name,
                &format!("`{name}` is null"),
                "omit the member",
            );
        }
    }

    /// Checks a list and its elements.
    pub(crate) fn check_members<T: Validate>(&mut self, name: &str, list: &Field<Vec<T>>) {
        self.report_null(name, list);
        if let Some(items) = list.get() {
            items.findings(&self.at.member(name), self.found);
        }
    }

    /// Reports the members that belong to another draft.
    pub(crate) fn report_draft_members(&mut self, extra: &Extra) {
        draft::members(extra, self.at, self.found);
    }

    /// Reports an unknown action that belongs to another draft.
    pub(crate) fn report_unknown(&mut self, unknown: &Unknown) {
        draft::name(unknown.tag(), self.at.member("type"), self.found);
    }

    /// Reports a schema or input that is not an object.
    pub(crate) fn check_object(&mut self, name: &str, member: &Option<Payload>) {
        if let Some(payload) = member.as_ref().filter(|payload| !payload.is_object()) {
            let message = format!("expected an object, found {}", payload.kind());
            self.error(
                "not-an-object",
                name,
                &message,
                "use an object, or omit the member",
            );
        }
    }

    /// Reports a URL that the default policy refuses.
    pub(crate) fn check_url(&mut self, name: &str, member: &Field<CanvasUrl>) {
        let Some(url) = member.get() else { return };
        if let Err(refusal) = UrlPolicy::default().check(url.as_str()) {
            self.error(refusal.rule(), name, &refusal.to_string(), refusal.hint());
        }
    }

    pub(crate) fn canvas_channel(&mut self, name: &str, uri: &str) {
        if let Err(error) = CanvasChannel::parse(uri) {
            let hint = format!("use `ahp-canvas:/<id>`; {error}");
            self.error(
                "canvas-channel",
                name,
                "this is not the URI of a canvas channel",
                &hint,
            );
        }
    }

    pub(crate) fn session_channel(&mut self, name: &str, uri: &str) {
        let scheme = crate::scheme::split(uri).map(|(scheme, _)| scheme);
        if !scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("ahp-session")) {
            let message = "this is not the URI of a session channel";
            self.error(
                "session-channel",
                name,
                message,
                "use the session that owns the canvas, `ahp-session:/<id>`",
            );
        }
    }

    /// Reports a channel that clients cannot follow. `index` is its position in a list.
    pub(crate) fn check_subscribable(
        &mut self,
        name: &str,
        index: Option<usize>,
        channel: &ChannelUri,
    ) {
        if channel.kind() != ChannelKind::Content {
            return;
        }
        let at = self.at.member(name);
        let at = index.map_or_else(|| at.clone(), |index| at.element(index));
        let message = "clients cannot subscribe to a content URI";
        self.found.push(
            Finding::error("not-subscribable", at, message).hint("use the channel of its canvas"),
        );
    }

    pub(crate) fn content_uri(&mut self, name: &str, uri: &str) {
        if let Err(error) = ContentAddress::parse(uri) {
            let hint = format!("use `ahp-canvas-content:/<instanceId>/<path>`; {error}");
            self.error(
                "content-uri",
                name,
                "this is not a canvas content URI",
                &hint,
            );
        }
    }
}
