//! Conversion of canvas states.

use super::{
    BACKWARD, FORWARD, Rules,
    address::{Addresses, is_unsafe},
};
use crate::{
    Rule,
    Verdict::*,
    lens::{FieldMap, Losses},
};
use ahp::{
    canvas::{self, CanvasAvailability, CanvasProviderSource, ServerSource},
    url::CanvasUrl,
    v1_0,
};
use wire::{Extra, Field, Pointer};

/// The members that only the proposal defines.
const PROPOSED: [&str; 4] = ["displayName", "input", "availability", "provider"];

/// Translates a state to the release.
pub(super) fn to_released(state: &canvas::CanvasState, addresses: &Addresses) -> v1_0::CanvasState {
    let instance = state.instance_id.as_str();
    let mut target = v1_0::CanvasState::new(
        instance,
        state.extension_id.clone(),
        state.canvas_id.clone(),
    );
    target.extension_name = state.extension_name.clone();
    target.title = state.title.clone();
    target.status = state.status.clone();
    target.url = map_url(&state.url, |url| addresses.to_released(url, instance));
    target.extra = state.extra.clone();
    target
}

/// Translates a state to the proposal, with defaults for the members that the release lacks.
pub(super) fn to_proposed(state: &v1_0::CanvasState, addresses: &Addresses) -> canvas::CanvasState {
    let instance = state.instance_id.as_str();
    let url = map_url(&state.url, |url| addresses.to_proposed(url, instance));
    let availability = availability(url.get().is_some());
    let provider = server();
    let (canvas, extension) = (state.canvas_id.clone(), state.extension_id.clone());
    let mut target = canvas::CanvasState::new(instance, canvas, extension, availability, provider);
    target.extension_name = state.extension_name.clone();
    target.title = state.title.clone();
    target.status = state.status.clone();
    target.url = url;
    target.extra = without(&state.extra, &PROPOSED);
    target
}

/// Returns the provider of a canvas of the release.
fn server() -> CanvasProviderSource {
    CanvasProviderSource::Server(ServerSource::new())
}

/// Returns the availability of a canvas, which is ready while the canvas has a page.
pub(super) fn availability(has_page: bool) -> CanvasAvailability {
    if has_page {
        CanvasAvailability::Ready
    } else {
        CanvasAvailability::Stale
    }
}

/// Returns the extra members without the named ones, which have another meaning in the target.
pub(super) fn without(extra: &Extra, names: &[&str]) -> Extra {
    let kept = extra.iter().filter(|(name, _)| !names.contains(name));
    kept.map(|(name, value)| (name, value.clone())).collect()
}

/// Returns the URL of the target.
fn map_url(
    url: &Field<CanvasUrl>,
    target: impl Fn(&CanvasUrl) -> Option<CanvasUrl>,
) -> Field<CanvasUrl> {
    match url {
        Field::Value(url) => target(url).map_or(Field::Absent, Field::Value),
        other => other.clone(),
    }
}

/// Adds the members of a state of the proposal that do not come back from the release.
pub(super) fn add_losses_of_proposed(
    own: &canvas::CanvasState,
    target: &v1_0::CanvasState,
    addresses: &Addresses,
    at: &Pointer,
    losses: &mut Losses,
) {
    let url = map_url(&target.url, |url| {
        addresses.to_proposed(url, target.instance_id.as_str())
    });
    let members = [
        ("instanceId", own.instance_id == target.instance_id),
        ("canvasId", own.canvas_id == target.canvas_id),
        ("extensionId", own.extension_id == target.extension_id),
        ("extensionName", own.extension_name == target.extension_name),
        // The release lacks these two members.
        ("displayName", own.display_name.is_absent()),
        ("input", own.input.is_none()),
        ("title", own.title == target.title),
        ("status", own.status == target.status),
        ("url", own.url == url),
        // Every canvas of the release is on a server, and ready while it has a page.
        (
            "availability",
            own.availability == availability(url.get().is_some()),
        ),
        ("provider", own.provider == server()),
    ];
    losses.add_members(at, &members);
    let comes_back = |name: &str| !PROPOSED.contains(&name);
    losses.add_changed_members(at, (&own.extra, &target.extra), 0, comes_back);
}

/// Adds the members of a state of the release that do not come back from the proposal.
pub(super) fn add_losses_of_released(
    own: &v1_0::CanvasState,
    target: &canvas::CanvasState,
    addresses: &Addresses,
    at: &Pointer,
    losses: &mut Losses,
) {
    let url = map_url(&target.url, |url| {
        addresses.to_released(url, target.instance_id.as_str())
    });
    let members = [
        ("instanceId", own.instance_id == target.instance_id),
        ("extensionId", own.extension_id == target.extension_id),
        ("extensionName", own.extension_name == target.extension_name),
        ("canvasId", own.canvas_id == target.canvas_id),
        ("title", own.title == target.title),
        ("status", own.status == target.status),
        ("url", own.url == url),
    ];
    losses.add_members(at, &members);
    // Members that the proposal defines are not among the unknown ones of the target, so they are lost.
    losses.add_changed_members(at, (&own.extra, &target.extra), 0, |_| true);
}

/// Adds the notes about the members of a state of the proposal.
pub(super) fn note_released(
    state: &canvas::CanvasState,
    target: &v1_0::CanvasState,
    from: &Pointer,
    to: &Pointer,
    fields: &mut FieldMap,
) {
    let rules = &FORWARD;
    let mut note = StateFields { fields, from, to };
    note.note_shared(rules, &state.extension_name, &state.title, &state.status);
    note.url(&rules.url, &state.url, &target.url);
    note.fields
        .add(Encoded, &rules.availability, (from, "availability"), None);
    note.fields
        .add(Encoded, &rules.provider, (from, "provider"), None);
    note.members(&rules.member, &target.extra);
}

/// Adds the notes about the members of a state of the release.
pub(super) fn note_proposed(
    state: &v1_0::CanvasState,
    target: &canvas::CanvasState,
    from: &Pointer,
    to: &Pointer,
    fields: &mut FieldMap,
) {
    let rules = &BACKWARD;
    let mut note = StateFields { fields, from, to };
    note.note_shared(rules, &state.extension_name, &state.title, &state.status);
    note.url(&rules.url, &state.url, &target.url);
    note.fields.add(
        Derived,
        &rules.availability,
        (from, "availability"),
        Some((to, "availability")),
    );
    note.fields.add(
        Defaulted,
        &rules.provider,
        (from, "provider"),
        Some((to, "provider")),
    );
    note.members(&rules.member, &target.extra);
}

/// Adds notes about the members of an object.
pub(super) struct StateFields<'a> {
    pub(super) fields: &'a mut FieldMap,
    pub(super) from: &'a Pointer,
    pub(super) to: &'a Pointer,
}

impl StateFields<'_> {
    pub(super) fn note_copied(&mut self, rule: &'static Rule, name: &str, is_there: bool) {
        if is_there {
            self.fields
                .add(Copied, rule, (self.from, name), Some((self.to, name)));
        }
    }

    /// Adds notes about the members that both shapes have under the same name.
    fn note_shared(
        &mut self,
        rules: &'static Rules,
        extension_name: &Field<String>,
        title: &Field<String>,
        status: &Field<String>,
    ) {
        self.note_copied(&rules.instance_id, "instanceId", true);
        self.note_copied(&rules.canvas_id, "canvasId", true);
        self.note_copied(&rules.extension_id, "extensionId", true);
        self.note_copied(
            &rules.extension_name,
            "extensionName",
            !extension_name.is_absent(),
        );
        self.note_copied(&rules.title, "title", !title.is_absent());
        self.note_copied(&rules.status, "status", !status.is_absent());
    }

    pub(super) fn url(
        &mut self,
        rule: &'static Rule,
        url: &Field<CanvasUrl>,
        target: &Field<CanvasUrl>,
    ) {
        let (verdict, to) = match (url, target) {
            (Field::Absent, _) => return,
            (Field::Value(url), Field::Absent) if is_unsafe(url.as_str()) => (Quarantined, None),
            (_, Field::Absent) => (Carried, None),
            _ if url == target => (Copied, Some((self.to, "url"))),
            _ => (Encoded, Some((self.to, "url"))),
        };
        self.fields.add(verdict, rule, (self.from, "url"), to);
        self.show(&["url"]);
    }

    /// Records that members are visible under the same name, even if the target has no value and no note names a place.
    pub(super) fn show(&mut self, names: &[&str]) {
        if self.fields.is_wanted() {
            for name in names {
                self.fields
                    .show(self.from.member(name), self.to.member(name));
            }
        }
    }

    /// Adds notes about the unknown members in the target.
    pub(super) fn members(&mut self, rule: &'static Rule, target: &Extra) {
        for (name, _) in target.iter() {
            self.note_copied(rule, name, true);
        }
    }
}
