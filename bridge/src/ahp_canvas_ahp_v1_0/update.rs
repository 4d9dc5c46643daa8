//! Updates: the proposal says what changes, the release what there is afterwards.

use super::{
    BACKWARD, FORWARD, Heading,
    address::{Addresses, is_unsafe},
    pointer,
    state::{self, Members, availability, without},
};
use crate::{
    Carry, Refusal, Rule,
    Verdict::*,
    canvases::{ProposedAction, ReleasedAction},
    engine::{Job, Notes},
};
use ahp::{
    canvas::{self, CanvasAction, CanvasState, CanvasUpdated, ReduceOutcome, reduce},
    v1_0::{self, CanvasStateChanged},
};
use wire::Field;

/// Members that mean something in the other action of the two.
const PROPOSED: [&str; 4] = ["title", "status", "url", "availability"];
const RELEASED: [&str; 1] = ["canvas"];

/// Where the members stand, and how deep: `/action/title`, `/action/canvas/title`.
const UPDATE: (&[&str], usize) = (&["action"], 2);
const STATE: (&[&str], usize) = (&["action", "canvas"], 3);

/// The state after an update, if that is valid.
fn after(before: &CanvasState, update: &CanvasUpdated) -> Option<CanvasState> {
    let mut state = before.clone();
    let outcome = reduce(&mut state, &CanvasAction::Updated(update.clone()));
    (outcome != ReduceOutcome::Invalid).then_some(state)
}

/// What the release says of an update.
fn released(
    before: &CanvasState,
    action: &ProposedAction,
    update: &CanvasUpdated,
    addresses: &Addresses,
) -> Option<ReleasedAction> {
    let mut changed = CanvasStateChanged::new(state::released(&after(before, update)?, addresses));
    changed.extra = without(&update.extra, &RELEASED);
    let mut image = ReleasedAction::new(action.channel.clone(), changed);
    image.extra = action.extra.clone();
    Some(image)
}

/// The update that leads from one state to another, as far as an update can.
fn proposed(
    before: &CanvasState,
    action: &ReleasedAction,
    changed: &CanvasStateChanged,
    addresses: &Addresses,
) -> ProposedAction {
    let (from, to) = (state::released(before, addresses), &changed.canvas);
    let mut update = CanvasUpdated::new();
    update.title = change(from.title.get(), to.title.get());
    update.status = change(from.status.get(), to.status.get());
    let address =
        |state: &v1_0::CanvasState| addresses.proposed(state.url.get()?, before.instance_id.as_str());
    let (old, new) = (address(&from), address(to));
    update.url = change(old.as_ref(), new.as_ref());
    if old.is_some() != new.is_some() {
        update.availability = Field::Value(availability(new.is_some()));
    }
    update.extra = without(&changed.extra, &PROPOSED);
    let mut image = ProposedAction::new(action.channel.clone(), update);
    image.extra = action.extra.clone();
    image
}

fn change<T: Clone + PartialEq>(old: Option<&T>, new: Option<&T>) -> Field<T> {
    match new {
        _ if old == new => Field::Absent,
        Some(new) => Field::Value(new.clone()),
        None => Field::Null,
    }
}

/// Translates an update; gives the state after it as well.
pub(super) fn forward(
    before: &CanvasState,
    action: &ProposedAction,
    update: &CanvasUpdated,
    job: &mut Job<'_>,
) -> Result<(ReleasedAction, Carry, CanvasState), Refusal> {
    let addresses = Addresses::of(job.cx)?;
    let (Some(bare), Some(state)) = (released(before, action, update, &addresses), after(before, update))
    else {
        let at = pointer(&["action", "availability"]);
        let message = "an update cannot take the availability away, which every canvas has";
        return Err(Refusal::rule_broken(FORWARD.availability.id, at, message).hint("ready or stale"));
    };
    let mut notes = job.notes();
    if let v1_0::StateAction::StateChanged(changed) = &bare.action {
        note_forward(update, changed, &mut notes);
    }
    beside(&bare.extra, Heading::ToRelease, &mut notes);
    let back = |image: &ReleasedAction| {
        let v1_0::StateAction::StateChanged(changed) = &image.action else { return None };
        Some(proposed(before, image, changed, &addresses))
    };
    let (made, carry) = Heading::ToRelease.direction(UPDATE.1).settle(action, bare, notes, back, job)?;
    Ok((made, carry, state))
}

/// Translates a state that replaces another; gives the state after it as well.
pub(super) fn backward(
    before: &CanvasState,
    action: &ReleasedAction,
    changed: &CanvasStateChanged,
    job: &mut Job<'_>,
) -> Result<(ProposedAction, Carry, CanvasState), Refusal> {
    let addresses = Addresses::of(job.cx)?;
    let bare = proposed(before, action, changed, &addresses);
    let mut notes = job.notes();
    if let canvas::StateAction::CanvasUpdated(update) = &bare.action {
        note_backward(before, changed, update, &mut notes);
    }
    beside(&bare.extra, Heading::ToProposal, &mut notes);
    let back = |image: &ProposedAction| {
        let canvas::StateAction::CanvasUpdated(update) = &image.action else { return None };
        released(before, image, update, &addresses)
    };
    let (made, carry) = Heading::ToProposal.direction(STATE.1).settle(action, bare, notes, back, job)?;
    let state = match &made.action {
        canvas::StateAction::CanvasUpdated(update) => after(before, update),
        _ => None,
    };
    Ok((made, carry, state.unwrap_or_else(|| before.clone())))
}

fn note_forward(update: &CanvasUpdated, changed: &CanvasStateChanged, notes: &mut Notes) {
    let rules = &FORWARD;
    let (from, to) = (pointer(UPDATE.0), pointer(STATE.0));
    let text = |notes: &mut Notes, rule: &'static Rule, name: &str, field: &Field<String>| match field {
        Field::Absent => {}
        Field::Null => notes.add(Encoded, rule, (&from, name), None),
        Field::Value(_) => notes.add(Copied, rule, (&from, name), Some((&to, name))),
    };
    text(notes, &rules.title, "title", &update.title);
    text(notes, &rules.status, "status", &update.status);
    match &update.url {
        Field::Null => notes.add(Encoded, &rules.url, (&from, "url"), None),
        url => Members { notes, from: &from, to: &to }.url(&rules.url, url, &changed.canvas.url),
    }
    if !update.availability.is_absent() {
        notes.add(Encoded, &rules.availability, (&from, "availability"), None);
    }
    notes.add(Derived, &rules.action, (&from, ""), Some((&to, "")));
    Members { notes, from: &from, to: &from }.members(&rules.member, &changed.extra);
}

fn note_backward(
    before: &CanvasState,
    changed: &CanvasStateChanged,
    update: &CanvasUpdated,
    notes: &mut Notes,
) {
    let rules = &BACKWARD;
    let (from, to) = (pointer(STATE.0), pointer(UPDATE.0));
    let state = &changed.canvas;
    for (rule, name, is_same) in [
        (&rules.instance_id, "instanceId", state.instance_id == before.instance_id),
        (&rules.canvas_id, "canvasId", state.canvas_id == before.canvas_id),
        (&rules.extension_id, "extensionId", state.extension_id == before.extension_id),
    ] {
        if is_same {
            notes.add(Encoded, rule, (&from, name), None);
        } else {
            let remark = "an update does not change which canvas it is";
            notes.remark(Carried, rule, (&from, name), None, remark);
        }
    }
    for (rule, name, old, new) in [
        (&rules.extension_name, "extensionName", &state.extension_name, &Field::Absent),
        (&rules.title, "title", &state.title, &update.title),
        (&rules.status, "status", &state.status, &update.status),
    ] {
        match (old, new) {
            (Field::Absent, Field::Absent) => {}
            // The update says it at the place of the member, wherever the state has none.
            (Field::Absent, _) => notes.add(Derived, rule, (&from, name), Some((&to, name))),
            (_, Field::Value(_)) => notes.add(Copied, rule, (&from, name), Some((&to, name))),
            _ => notes.add(Encoded, rule, (&from, name), None),
        }
    }
    match (&state.url, &update.url) {
        (Field::Absent, Field::Absent) => {}
        (Field::Absent, _) => notes.add(Derived, &rules.url, (&from, "url"), Some((&to, "url"))),
        (Field::Value(url), Field::Absent | Field::Null) if is_unsafe(url.as_str()) => {
            notes.add(Quarantined, &rules.url, (&from, "url"), None);
        }
        (_, Field::Absent | Field::Null) => notes.add(Encoded, &rules.url, (&from, "url"), None),
        (url, image) => Members { notes, from: &from, to: &to }.url(&rules.url, url, image),
    }
    if !update.availability.is_absent() {
        notes.add(Derived, &rules.availability, (&from, "availability"), Some((&to, "availability")));
    }
    Members { notes, from: &to, to: &to }.members(&rules.member, &update.extra);
}

/// Says what becomes of what stands beside the action.
pub(super) fn beside(extra: &wire::Extra, heading: Heading, notes: &mut Notes) {
    let (rules, root) = (heading.rules(), wire::Pointer::root());
    let mut note = Members { notes, from: &root, to: &root };
    note.copied(&rules.channel, "channel", true);
    note.members(&rules.member, extra);
}
