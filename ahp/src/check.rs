//! Findings that several types share.

use crate::{
    draft,
    ids::{ChannelKind, ChannelUri},
    policy::UrlPolicy,
    uri::{CanvasChannel, ContentAddress},
    url::CanvasUrl,
};
use wire::{Extra, Field, Finding, Payload, Pointer, Unknown, Validate};

/// The findings of one value.
pub(crate) struct Check<'a> {
    pub(crate) at: &'a Pointer,
    pub(crate) found: &'a mut Vec<Finding>,
}

impl Check<'_> {
    pub(crate) fn error(&mut self, rule: &'static str, name: &str, message: &str, hint: &str) {
        self.found.push(Finding::error(rule, self.at.member(name), message).hint(hint));
    }

    pub(crate) fn warning(&mut self, rule: &'static str, name: &str, message: &str, hint: &str) {
        self.found.push(Finding::warning(rule, self.at.member(name), message).hint(hint));
    }

    /// The dialects leave members out where they have nothing to say; null is for updates alone.
    pub(crate) fn not_null<T>(&mut self, name: &str, member: &Field<T>) {
        if member.is_null() {
            self.error("null-member", name, "This member is null.", "leave it out");
        }
    }

    /// A list, and what is in it.
    pub(crate) fn members<T: Validate>(&mut self, name: &str, list: &Field<Vec<T>>) {
        self.not_null(name, list);
        if let Some(items) = list.get() {
            items.findings(&self.at.member(name), self.found);
        }
    }

    /// Members that another draft has.
    pub(crate) fn draft(&mut self, extra: &Extra) {
        draft::members(extra, self.at, self.found);
    }

    /// An action that no table names, and perhaps another draft.
    pub(crate) fn unknown(&mut self, unknown: &Unknown) {
        draft::name(unknown.tag(), self.at.member("type"), self.found);
    }

    /// Schemas and inputs are objects.
    pub(crate) fn object(&mut self, name: &str, member: &Option<Payload>) {
        if let Some(payload) = member.as_ref().filter(|payload| !payload.is_object()) {
            let message = format!("This is {}.", payload.kind());
            self.error("not-an-object", name, &message, "an object, or no such member");
        }
    }

    /// By the default policy: a URL that no renderer need open.
    pub(crate) fn url(&mut self, name: &str, member: &Field<CanvasUrl>) {
        let Some(url) = member.get() else { return };
        if let Err(refusal) = UrlPolicy::default().check(url.as_str()) {
            self.error(refusal.rule(), name, &format!("This is {refusal}."), refusal.hint());
        }
    }

    pub(crate) fn canvas_channel(&mut self, name: &str, uri: &str) {
        if let Err(error) = CanvasChannel::parse(uri) {
            let hint = format!("ahp-canvas:/<id>; {error}");
            self.error("canvas-channel", name, "This is no channel of a canvas.", &hint);
        }
    }

    pub(crate) fn session_channel(&mut self, name: &str, uri: &str) {
        let scheme = crate::uri::scheme(uri).map(|(scheme, _)| scheme);
        if !scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("ahp-session")) {
            let message = "This is no channel of a session.";
            self.error(
                "session-channel",
                name,
                message,
                "the session that owns the canvas, ahp-session:/<id>",
            );
        }
    }

    /// A channel that somebody may follow; `index` where it stands in a list.
    pub(crate) fn subscribable(&mut self, name: &str, index: Option<usize>, channel: &ChannelUri) {
        if channel.kind() != ChannelKind::Content {
            return;
        }
        let at = self.at.member(name);
        let at = index.map_or_else(|| at.clone(), |index| at.element(index));
        let message = "This is an address of content, which nobody can subscribe to.";
        self.found.push(Finding::error("not-subscribable", at, message).hint("the channel of its canvas"));
    }

    pub(crate) fn content_uri(&mut self, name: &str, uri: &str) {
        if let Err(error) = ContentAddress::parse(uri) {
            let hint = format!("ahp-canvas-content:/<instanceId>/<path>; {error}");
            self.error("content-uri", name, "This is no address of canvas content.", &hint);
        }
    }
}
