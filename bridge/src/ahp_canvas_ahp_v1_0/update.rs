//! Updates: the proposal says what changes, the release what there is afterwards.

use super::{
    action::{ProposedAction, ReleasedAction},
    address::{Addresses, is_unsafe},
    rules::{BACKWARD, FORWARD},
    state::{self, Notes, availability, without},
    way::{Direction, Shape, Way, payload, pointer},
};
use crate::{Carry, Context, Ledger, Refusal, Rule, Verdict::*, fields::Fields};
use ahp::{
    canvas::{self, CanvasAction, CanvasState, CanvasUpdated, ReduceOutcome, reduce},
    v1_0::{self, CanvasStateChanged},
};
use wire::{Field, Payload};

/// Members that mean something in the other action of the two.
const PROPOSED: [&str; 4] = ["title", "status", "url", "availability"];
const RELEASED: [&str; 1] = ["canvas"];

const FORWARD_SHAPE: Shape = Shape { from: &["action"], to: &["action", "canvas"], levels: 2 };
const BACKWARD_SHAPE: Shape = Shape { from: &["action", "canvas"], to: &["action"], levels: 3 };

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
pub(super) fn forward<L: Ledger>(
    before: &CanvasState,
    action: &ProposedAction,
    update: &CanvasUpdated,
    home: &Carry,
    (cx, input): (&Context, u64),
    ledger: &mut L,
) -> Result<(ReleasedAction, Carry, CanvasState), Refusal> {
    let addresses = Addresses::of(cx)?;
    let (Some(bare), Some(state)) = (released(before, action, update, &addresses), after(before, update))
    else {
        let at = pointer(&["action", "availability"]);
        let message = "an update cannot take the availability away, which every canvas has";
        return Err(Refusal::rule_broken(FORWARD.availability.id, at, message).hint("ready or stale"));
    };
    let mut fields = Fields::of(ledger);
    if let v1_0::StateAction::StateChanged(changed) = &bare.action {
        note_forward(update, changed, &mut fields);
    }
    beside(&bare.extra, Direction::Forward, &mut fields);
    let back = |image: &Payload| {
        let image: ReleasedAction = image.decode().ok()?;
        let v1_0::StateAction::StateChanged(changed) = &image.action else { return None };
        Some(payload(&proposed(before, &image, changed, &addresses)))
    };
    let (visible, bare) = (payload(action), payload(&bare));
    let way = Way {
        direction: Direction::Forward,
        shape: FORWARD_SHAPE,
        input,
        visible,
        bare,
        fields,
        back: &back,
    };
    let (made, carry) = way.settle(home, ledger)?;
    Ok((made, carry, state))
}

/// Translates a state that replaces another; gives the state after it as well.
pub(super) fn backward<L: Ledger>(
    before: &CanvasState,
    action: &ReleasedAction,
    changed: &CanvasStateChanged,
    home: &Carry,
    (cx, input): (&Context, u64),
    ledger: &mut L,
) -> Result<(ProposedAction, Carry, CanvasState), Refusal> {
    let addresses = Addresses::of(cx)?;
    let bare = proposed(before, action, changed, &addresses);
    let mut fields = Fields::of(ledger);
    if let canvas::StateAction::CanvasUpdated(update) = &bare.action {
        note_backward(before, changed, update, &mut fields);
    }
    beside(&bare.extra, Direction::Backward, &mut fields);
    let back = |image: &Payload| {
        let image: ProposedAction = image.decode().ok()?;
        let canvas::StateAction::CanvasUpdated(update) = &image.action else { return None };
        Some(payload(&released(before, &image, update, &addresses)?))
    };
    let (visible, bare) = (payload(action), payload(&bare));
    let way = Way {
        direction: Direction::Backward,
        shape: BACKWARD_SHAPE,
        input,
        visible,
        bare,
        fields,
        back: &back,
    };
    let (made, carry) = way.settle::<ProposedAction, _>(home, ledger)?;
    let state = match &made.action {
        canvas::StateAction::CanvasUpdated(update) => after(before, update),
        _ => None,
    };
    Ok((made, carry, state.unwrap_or_else(|| before.clone())))
}

fn note_forward(update: &CanvasUpdated, changed: &CanvasStateChanged, fields: &mut Fields) {
    let rules = &FORWARD;
    let (from, to) = (pointer(FORWARD_SHAPE.from), pointer(FORWARD_SHAPE.to));
    let text = |fields: &mut Fields, rule: &'static Rule, name: &str, field: &Field<String>| match field {
        Field::Absent => {}
        Field::Null => fields.add(Encoded, rule, (&from, name), None),
        Field::Value(_) => fields.add(Copied, rule, (&from, name), Some((&to, name))),
    };
    text(fields, &rules.title, "title", &update.title);
    text(fields, &rules.status, "status", &update.status);
    match &update.url {
        Field::Null => fields.add(Encoded, &rules.url, (&from, "url"), None),
        url => Notes { fields, from: &from, to: &to }.url(&rules.url, url, &changed.canvas.url),
    }
    if !update.availability.is_absent() {
        fields.add(Encoded, &rules.availability, (&from, "availability"), None);
    }
    fields.add(Derived, &rules.action, (&from, ""), Some((&to, "")));
    Notes { fields, from: &from, to: &from }.members(&rules.member, &changed.extra);
}

fn note_backward(
    before: &CanvasState,
    changed: &CanvasStateChanged,
    update: &CanvasUpdated,
    fields: &mut Fields,
) {
    let rules = &BACKWARD;
    let (from, to) = (pointer(BACKWARD_SHAPE.from), pointer(BACKWARD_SHAPE.to));
    let state = &changed.canvas;
    for (rule, name, is_same) in [
        (&rules.instance_id, "instanceId", state.instance_id == before.instance_id),
        (&rules.canvas_id, "canvasId", state.canvas_id == before.canvas_id),
        (&rules.extension_id, "extensionId", state.extension_id == before.extension_id),
    ] {
        if is_same {
            fields.add(Encoded, rule, (&from, name), None);
        } else {
            let remark = "an update does not change which canvas it is";
            fields.remark(Carried, rule, (&from, name), None, remark);
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
            (Field::Absent, _) => fields.add(Derived, rule, (&from, name), Some((&to, name))),
            (_, Field::Value(_)) => fields.add(Copied, rule, (&from, name), Some((&to, name))),
            _ => fields.add(Encoded, rule, (&from, name), None),
        }
    }
    match (&state.url, &update.url) {
        (Field::Absent, Field::Absent) => {}
        (Field::Absent, _) => fields.add(Derived, &rules.url, (&from, "url"), Some((&to, "url"))),
        (Field::Value(url), Field::Absent | Field::Null) if is_unsafe(url.as_str()) => {
            fields.add(Quarantined, &rules.url, (&from, "url"), None);
        }
        (_, Field::Absent | Field::Null) => fields.add(Encoded, &rules.url, (&from, "url"), None),
        (url, image) => Notes { fields, from: &from, to: &to }.url(&rules.url, url, image),
    }
    if !update.availability.is_absent() {
        fields.add(Derived, &rules.availability, (&from, "availability"), Some((&to, "availability")));
    }
    Notes { fields, from: &to, to: &to }.members(&rules.member, &update.extra);
}

/// Says what becomes of what stands beside the action.
pub(super) fn beside(extra: &wire::Extra, direction: Direction, fields: &mut Fields) {
    let (rules, root) = (direction.rules(), wire::Pointer::root());
    let mut note = Notes { fields, from: &root, to: &root };
    note.copied(&rules.channel, "channel", true);
    note.members(&rules.member, extra);
}
