//! Updates of canvases: the proposal sends changes, the release sends the resulting state.

use super::{
    BACKWARD, FORWARD, Heading,
    address::{Addresses, is_unsafe},
    pointer,
    state::{self, StateFields, availability, without},
};
use crate::{
    Refusal,
    Verdict::*,
    canvases::{ProposedAction, ReleasedAction},
    lens::{FieldMap, Losses, Returns, Translated, TranslationCx},
};
use ahp::{
    canvas::{
        self, CanvasAction, CanvasAvailability, CanvasState, CanvasUpdated, ReduceOutcome, reduce,
    },
    url::CanvasUrl,
    v1_0::{self, CanvasStateChanged},
};
use wire::{Field, Pointer};

/// The members that have a meaning in the other action.
const PROPOSED: [&str; 4] = ["title", "status", "url", "availability"];
const RELEASED: [&str; 1] = ["canvas"];

/// The places and depths of the members, such as `/action/title` and `/action/canvas/title`.
const UPDATE: (&[&str], usize) = (&["action"], 2);
const STATE: (&[&str], usize) = (&["action", "canvas"], 3);

/// Returns the state after an update. Returns `None` if the update is invalid.
fn after(before: &CanvasState, update: &CanvasUpdated) -> Option<CanvasState> {
    let mut state = before.clone();
    let outcome = reduce(&mut state, &CanvasAction::Updated(update.clone()));
    (outcome != ReduceOutcome::Invalid).then_some(state)
}

/// Translates an update to the release, given the state to which the update leads.
fn to_released(
    state: &CanvasState,
    action: &ProposedAction,
    update: &CanvasUpdated,
    addresses: &Addresses,
) -> ReleasedAction {
    let mut changed = CanvasStateChanged::new(state::to_released(state, addresses));
    changed.extra = without(&update.extra, &RELEASED);
    let mut target = ReleasedAction::new(action.channel.clone(), changed);
    target.extra = action.extra.clone();
    target
}

/// Computes the update between two states, as far as an update can express it.
fn to_proposed(
    before: &CanvasState,
    action: &ReleasedAction,
    changed: &CanvasStateChanged,
    addresses: &Addresses,
) -> ProposedAction {
    let state = &changed.canvas;
    let mut update = CanvasUpdated::new();
    update.title = change(before.title.get(), state.title.get());
    update.status = change(before.status.get(), state.status.get());
    (update.url, update.availability) = url_change(before, state, addresses);
    update.extra = without(&changed.extra, &PROPOSED);
    let mut target = ProposedAction::new(action.channel.clone(), update);
    target.extra = action.extra.clone();
    target
}

/// Returns the change of the URL between two states, and the change of the availability that follows from it.
fn url_change(
    before: &CanvasState,
    state: &v1_0::CanvasState,
    addresses: &Addresses,
) -> (Field<CanvasUrl>, Field<CanvasAvailability>) {
    let instance = before.instance_id.as_str();
    let to_proposed = |url: &CanvasUrl| addresses.to_proposed(url, instance);
    let old = before.url.get();
    let old = old.and_then(|url| to_proposed(&addresses.to_released(url, instance)?));
    let new = state.url.get().and_then(to_proposed);
    let availability = match old.is_some() == new.is_some() {
        true => Field::Absent,
        false => Field::Value(availability(new.is_some())),
    };
    (change(old.as_ref(), new.as_ref()), availability)
}

fn change<T: Clone + PartialEq>(old: Option<&T>, new: Option<&T>) -> Field<T> {
    match new {
        _ if old == new => Field::Absent,
        Some(new) => Field::Value(new.clone()),
        None => Field::Null,
    }
}

/// Translates an update. Also returns the resulting state.
pub(super) fn forward(
    before: &CanvasState,
    action: &ProposedAction,
    update: &CanvasUpdated,
    tcx: &mut TranslationCx<'_>,
) -> Result<(Translated<ReleasedAction>, CanvasState), Refusal> {
    let addresses = Addresses::of(tcx.cx)?;
    let Some(state) = after(before, update) else {
        let at = pointer(&["action", "availability"]);
        let message = "an update cannot remove the availability of a canvas";
        return Err(Refusal::rule_broken(FORWARD.availability.id, at, message)
            .hint("use `ready` or `stale`"));
    };
    let plain_target = to_released(&state, action, update, &addresses);
    let mut fields = tcx.fields();
    if let v1_0::StateAction::StateChanged(changed) = &plain_target.action {
        note_forward(update, changed, &mut fields);
    }
    note_siblings(&plain_target.extra, Heading::ToRelease, &mut fields);
    let returns = Returns {
        losses: &|target, losses| {
            let source = (action, update);
            add_losses_of_update(before, source, target, &addresses, losses);
        },
        back: &|target: &ReleasedAction| match &target.action {
            v1_0::StateAction::StateChanged(changed) => {
                Ok(to_proposed(before, target, changed, &addresses))
            }
            _ => Err(Refusal::no_inverse()),
        },
    };
    let translated = Heading::ToRelease.direction(UPDATE.1).reconcile(
        action,
        plain_target,
        fields,
        returns,
        tcx,
    )?;
    Ok((translated, state))
}

/// Translates a replaced state. Also returns the resulting state.
pub(super) fn backward(
    before: &CanvasState,
    action: &ReleasedAction,
    changed: &CanvasStateChanged,
    tcx: &mut TranslationCx<'_>,
) -> Result<(Translated<ProposedAction>, CanvasState), Refusal> {
    let addresses = Addresses::of(tcx.cx)?;
    let plain_target = to_proposed(before, action, changed, &addresses);
    let mut fields = tcx.fields();
    if let canvas::StateAction::CanvasUpdated(update) = &plain_target.action {
        note_backward(before, changed, update, &mut fields);
    }
    note_siblings(&plain_target.extra, Heading::ToProposal, &mut fields);
    let returns = Returns {
        losses: &|target, losses| {
            let source = (action, changed);
            add_losses_of_replaced_state(before, source, target, &addresses, losses);
        },
        back: &|target: &ProposedAction| match &target.action {
            canvas::StateAction::CanvasUpdated(update) => {
                let state = after(before, update).ok_or_else(Refusal::no_inverse)?;
                Ok(to_released(&state, target, update, &addresses))
            }
            _ => Err(Refusal::no_inverse()),
        },
    };
    let translated = Heading::ToProposal.direction(STATE.1).reconcile(
        action,
        plain_target,
        fields,
        returns,
        tcx,
    )?;
    let state = match &translated.message.action {
        canvas::StateAction::CanvasUpdated(update) => after(before, update),
        _ => None,
    };
    Ok((translated, state.unwrap_or_else(|| before.clone())))
}

/// Adds the fields of an update that do not come back from the resulting state. `before` is the state before the
/// update.
fn add_losses_of_update(
    before: &CanvasState,
    (action, own): (&ProposedAction, &CanvasUpdated),
    target: &ReleasedAction,
    addresses: &Addresses,
    losses: &mut Losses,
) {
    let v1_0::StateAction::StateChanged(changed) = &target.action else {
        return losses.add(Pointer::root());
    };
    let (root, at, state) = (Pointer::root(), pointer(&["action"]), &changed.canvas);
    losses.add_members(&root, &[("channel", action.channel == target.channel)]);
    let (url, availability) = url_change(before, state, addresses);
    let members = [
        (
            "title",
            own.title == change(before.title.get(), state.title.get()),
        ),
        (
            "status",
            own.status == change(before.status.get(), state.status.get()),
        ),
        ("url", own.url == url),
        ("availability", own.availability == availability),
    ];
    losses.add_members(&at, &members);
    let comes_back = |name: &str| !PROPOSED.contains(&name);
    losses.add_changed_members(&at, (&own.extra, &changed.extra), UPDATE.1, comes_back);
    losses.add_changed_members(&root, (&action.extra, &target.extra), UPDATE.1, |_| true);
}

/// Adds the fields of a replaced state that do not come back from the update that leads to this state. `before` is the
/// state before the update.
fn add_losses_of_replaced_state(
    before: &CanvasState,
    (action, own): (&ReleasedAction, &CanvasStateChanged),
    target: &ProposedAction,
    addresses: &Addresses,
    losses: &mut Losses,
) {
    let canvas::StateAction::CanvasUpdated(update) = &target.action else {
        return losses.add(Pointer::root());
    };
    // An invalid update leads to no state.
    let Some(after) = after(before, update) else {
        return losses.add(Pointer::root());
    };
    let (root, at) = (Pointer::root(), pointer(&["action"]));
    losses.add_members(&root, &[("channel", action.channel == target.channel)]);
    let at_state = pointer(STATE.0);
    state::add_losses_of_released(&own.canvas, &after, addresses, &at_state, losses);
    let comes_back = |name: &str| !RELEASED.contains(&name);
    losses.add_changed_members(&at, (&own.extra, &update.extra), STATE.1, comes_back);
    losses.add_changed_members(&root, (&action.extra, &target.extra), STATE.1, |_| true);
}

fn note_forward(update: &CanvasUpdated, changed: &CanvasStateChanged, fields: &mut FieldMap) {
    let rules = &FORWARD;
    let (from, to) = (pointer(UPDATE.0), pointer(STATE.0));
    for (rule, name, field) in [
        (&rules.title, "title", &update.title),
        (&rules.status, "status", &update.status),
    ] {
        match field {
            Field::Absent => {}
            Field::Null => fields.add(Encoded, rule, (&from, name), None),
            Field::Value(_) => fields.add(Copied, rule, (&from, name), Some((&to, name))),
        }
    }
    let mut members = StateFields {
        fields,
        from: &from,
        to: &to,
    };
    members.show(&["title", "status", "url"]);
    match &update.url {
        Field::Null => {
            let fields = &mut members.fields;
            fields.add(Encoded, &rules.url, (&from, "url"), None);
        }
        url => members.url(&rules.url, url, &changed.canvas.url),
    }
    if !update.availability.is_absent() {
        fields.add(Encoded, &rules.availability, (&from, "availability"), None);
    }
    fields.add(Derived, &rules.action, (&from, ""), Some((&to, "")));
    let mut members = StateFields {
        fields,
        from: &from,
        to: &from,
    };
    members.members(&rules.member, &changed.extra);
}

fn note_backward(
    before: &CanvasState,
    changed: &CanvasStateChanged,
    update: &CanvasUpdated,
    fields: &mut FieldMap,
) {
    let rules = &BACKWARD;
    let (from, to) = (pointer(STATE.0), pointer(UPDATE.0));
    let state = &changed.canvas;
    note_identity(before, state, &from, fields);
    let no_update = &Field::Absent;
    for (rule, name, old, new) in [
        (
            &rules.extension_name,
            "extensionName",
            &state.extension_name,
            no_update,
        ),
        (&rules.title, "title", &state.title, &update.title),
        (&rules.status, "status", &state.status, &update.status),
    ] {
        match (old, new) {
            (Field::Absent, Field::Absent) => {}
            // The update states the member even if the new state lacks it.
            (Field::Absent, _) => fields.add(Derived, rule, (&from, name), Some((&to, name))),
            (_, Field::Value(_)) => fields.add(Copied, rule, (&from, name), Some((&to, name))),
            _ => fields.add(Encoded, rule, (&from, name), None),
        }
    }
    note_url_of_state((&from, &state.url), (&to, &update.url), fields);
    let mut members = StateFields {
        fields,
        from: &from,
        to: &to,
    };
    members.show(&["title", "status", "url"]);
    if !update.availability.is_absent() {
        let at = Some((&to, "availability"));
        fields.add(Derived, &rules.availability, (&from, "availability"), at);
    }
    let mut members = StateFields {
        fields,
        from: &to,
        to: &to,
    };
    members.members(&rules.member, &update.extra);
}

/// Adds the notes about the ids of a state, which an update cannot change.
fn note_identity(
    before: &CanvasState,
    state: &v1_0::CanvasState,
    from: &Pointer,
    fields: &mut FieldMap,
) {
    let rules = &BACKWARD;
    let is_same_instance = state.instance_id == before.instance_id;
    let is_same_canvas = state.canvas_id == before.canvas_id;
    let is_same_extension = state.extension_id == before.extension_id;
    for (rule, name, is_same) in [
        (&rules.instance_id, "instanceId", is_same_instance),
        (&rules.canvas_id, "canvasId", is_same_canvas),
        (&rules.extension_id, "extensionId", is_same_extension),
    ] {
        if is_same {
            fields.add(Encoded, rule, (from, name), None);
        } else {
            let remark = "an update does not change which canvas it is";
            fields.remark(Carried, rule, (from, name), None, remark);
        }
    }
}

/// Adds the note about the URL of a state that an update changes or removes.
fn note_url_of_state(
    (from, url): (&Pointer, &Field<CanvasUrl>),
    (to, updated): (&Pointer, &Field<CanvasUrl>),
    fields: &mut FieldMap,
) {
    let rule = &BACKWARD.url;
    match (url, updated) {
        (Field::Absent, Field::Absent) => {}
        (Field::Absent, _) => fields.add(Derived, rule, (from, "url"), Some((to, "url"))),
        (Field::Value(url), Field::Absent | Field::Null) if is_unsafe(url.as_str()) => {
            fields.add(Quarantined, rule, (from, "url"), None);
        }
        (_, Field::Absent | Field::Null) => fields.add(Encoded, rule, (from, "url"), None),
        (url, updated) => StateFields { fields, from, to }.url(rule, url, updated),
    }
}

/// Adds the notes about the members next to the action.
pub(super) fn note_siblings(extra: &wire::Extra, heading: Heading, fields: &mut FieldMap) {
    let (rules, root) = (heading.rules(), Pointer::root());
    let mut note = StateFields {
        fields,
        from: &root,
        to: &root,
    };
    note.note_copied(&rules.channel, "channel", true);
    note.members(&rules.member, extra);
}
