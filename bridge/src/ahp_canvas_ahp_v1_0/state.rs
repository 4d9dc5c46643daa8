//! The state of a canvas.

use super::{
    BACKWARD, FORWARD, Rules,
    address::{Addresses, is_unsafe},
};
use crate::{Rule, Verdict::*, engine::Notes};
use ahp::{
    canvas::{self, CanvasAvailability, CanvasProviderSource, ServerSource},
    url::CanvasUrl,
    v1_0,
};
use wire::{Extra, Field, Pointer};

/// Members that only the proposal names.
const PROPOSED: [&str; 4] = ["displayName", "input", "availability", "provider"];

/// What the release shows of a state.
pub(super) fn released(state: &canvas::CanvasState, addresses: &Addresses) -> v1_0::CanvasState {
    let instance = state.instance_id.as_str();
    let mut image = v1_0::CanvasState::new(instance, state.extension_id.clone(), state.canvas_id.clone());
    image.extension_name = state.extension_name.clone();
    image.title = state.title.clone();
    image.status = state.status.clone();
    image.url = through(&state.url, |url| addresses.released(url, instance));
    image.extra = state.extra.clone();
    image
}

/// The state in the proposal, when nothing says more of it than the release.
pub(super) fn proposed(state: &v1_0::CanvasState, addresses: &Addresses) -> canvas::CanvasState {
    let instance = state.instance_id.as_str();
    let url = through(&state.url, |url| addresses.proposed(url, instance));
    let availability = availability(url.get().is_some());
    let provider = CanvasProviderSource::Server(ServerSource::new());
    let (canvas, extension) = (state.canvas_id.clone(), state.extension_id.clone());
    let mut image = canvas::CanvasState::new(instance, canvas, extension, availability, provider);
    image.extension_name = state.extension_name.clone();
    image.title = state.title.clone();
    image.status = state.status.clone();
    image.url = url;
    image.extra = without(&state.extra, &PROPOSED);
    image
}

/// Somebody answers for a canvas while there is a page to show.
pub(super) fn availability(has_page: bool) -> CanvasAvailability {
    if has_page { CanvasAvailability::Ready } else { CanvasAvailability::Stale }
}

/// The members but those that would mean something else in the target.
pub(super) fn without(extra: &Extra, names: &[&str]) -> Extra {
    let kept = extra.iter().filter(|(name, _)| !names.contains(name));
    kept.map(|(name, value)| (name, value.clone())).collect()
}

fn through(url: &Field<CanvasUrl>, image: impl Fn(&CanvasUrl) -> Option<CanvasUrl>) -> Field<CanvasUrl> {
    match url {
        Field::Value(url) => image(url).map_or(Field::Absent, Field::Value),
        other => other.clone(),
    }
}

/// Says what becomes of the members of a state of the proposal.
pub(super) fn note_released(
    state: &canvas::CanvasState,
    image: &v1_0::CanvasState,
    from: &Pointer,
    to: &Pointer,
    notes: &mut Notes,
) {
    let rules = &FORWARD;
    let mut note = Members { notes, from, to };
    note.shared(rules, &state.extension_name, &state.title, &state.status);
    note.url(&rules.url, &state.url, &image.url);
    note.notes.add(Encoded, &rules.availability, (from, "availability"), None);
    note.notes.add(Encoded, &rules.provider, (from, "provider"), None);
    note.members(&rules.member, &image.extra);
}

/// Says what becomes of the members of a state of the release.
pub(super) fn note_proposed(
    state: &v1_0::CanvasState,
    image: &canvas::CanvasState,
    from: &Pointer,
    to: &Pointer,
    notes: &mut Notes,
) {
    let rules = &BACKWARD;
    let mut note = Members { notes, from, to };
    note.shared(rules, &state.extension_name, &state.title, &state.status);
    note.url(&rules.url, &state.url, &image.url);
    note.notes.add(Derived, &rules.availability, (from, "availability"), Some((to, "availability")));
    note.notes.add(Defaulted, &rules.provider, (from, "provider"), Some((to, "provider")));
    note.members(&rules.member, &image.extra);
}

/// Says what becomes of the members of an object.
pub(super) struct Members<'a> {
    pub(super) notes: &'a mut Notes,
    pub(super) from: &'a Pointer,
    pub(super) to: &'a Pointer,
}

impl Members<'_> {
    pub(super) fn copied(&mut self, rule: &'static Rule, name: &str, is_there: bool) {
        if is_there {
            self.notes.add(Copied, rule, (self.from, name), Some((self.to, name)));
        }
    }

    /// The members that both shapes have under the same name.
    fn shared(
        &mut self,
        rules: &'static Rules,
        extension_name: &Field<String>,
        title: &Field<String>,
        status: &Field<String>,
    ) {
        self.copied(&rules.instance_id, "instanceId", true);
        self.copied(&rules.canvas_id, "canvasId", true);
        self.copied(&rules.extension_id, "extensionId", true);
        self.copied(&rules.extension_name, "extensionName", !extension_name.is_absent());
        self.copied(&rules.title, "title", !title.is_absent());
        self.copied(&rules.status, "status", !status.is_absent());
    }

    pub(super) fn url(&mut self, rule: &'static Rule, url: &Field<CanvasUrl>, image: &Field<CanvasUrl>) {
        let (verdict, to) = match (url, image) {
            (Field::Absent, _) => return,
            (Field::Value(url), Field::Absent) if is_unsafe(url.as_str()) => (Quarantined, None),
            (_, Field::Absent) => (Carried, None),
            _ if url == image => (Copied, Some((self.to, "url"))),
            _ => (Encoded, Some((self.to, "url"))),
        };
        self.notes.add(verdict, rule, (self.from, "url"), to);
    }

    /// Members that no table names, as far as they are in the target.
    pub(super) fn members(&mut self, rule: &'static Rule, image: &Extra) {
        for (name, _) in image.iter() {
            self.copied(rule, name, true);
        }
    }
}
