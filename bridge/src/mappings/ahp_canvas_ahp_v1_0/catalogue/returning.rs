//! The fields of lists of open canvases that do not come back.

use super::{super::pointer, LEVELS, PROPOSED};
use crate::{
    canvases::{ProposedAction, ReleasedAction},
    lens::Losses,
};
use ahp::{
    canvas::{self, OpenCanvasRef, OpenCanvasesChanged},
    ids::ChannelUri,
    v1_0::{self, CanvasReference, CanvasesChanged},
};
use wire::{Field, Pointer};

/// Adds the fields of a proposal list that do not come back from the release. `channel` is the channel of the returned
/// list, and `known` returns the list entry of each canvas.
pub(super) fn add_losses_of_proposed_list(
    (action, own): (&ProposedAction, &OpenCanvasesChanged),
    target: &ReleasedAction,
    channel: &str,
    known: impl Fn(&ChannelUri) -> OpenCanvasRef,
    losses: &mut Losses,
) {
    let v1_0::StateAction::CanvasesChanged(changed) = &target.action else {
        return losses.add(Pointer::root());
    };
    let (root, at) = (Pointer::root(), pointer(&["action"]));
    losses.add_members(&root, &[("channel", action.channel.as_str() == channel)]);
    let list = at.member("openCanvases");
    match (&own.open_canvases, &changed.canvases) {
        (Field::Value(own), Field::Value(target)) => {
            losses.add_elements(&list, (own, target), |own, target, at, parts| {
                let known = known(&target.resource);
                add_losses_of_entry(own, (target, &known), at, parts);
            });
        }
        (Field::Null, Field::Null) | (Field::Absent, Field::Absent) => {}
        _ => losses.add(list),
    }
    let extra = (&own.extra, &changed.extra);
    losses.add_changed_members(&at, extra, LEVELS, |name| name != "openCanvases");
    losses.add_changed_members(&root, (&action.extra, &target.extra), LEVELS, |_| true);
}

/// Adds the members of an entry that do not come back. `known` is the entry as the backward translator knows it.
fn add_losses_of_entry(
    own: &OpenCanvasRef,
    (target, known): (&CanvasReference, &OpenCanvasRef),
    at: &Pointer,
    losses: &mut Losses,
) {
    let members = [
        ("instanceId", own.instance_id == known.instance_id),
        ("channel", own.channel == target.resource),
        ("canvasId", own.canvas_id == known.canvas_id),
        ("extensionId", own.extension_id == known.extension_id),
        ("extensionName", own.extension_name == known.extension_name),
        ("title", own.title == known.title),
        ("availability", own.availability == known.availability),
    ];
    losses.add_members(at, &members);
    let extra = (&own.extra, &target.extra);
    losses.add_changed_members(at, extra, 0, |name| !PROPOSED.contains(&name));
}

/// Adds the fields of a release list that do not come back from the proposal. `channel` is the channel of the returned
/// list.
pub(super) fn add_losses_of_released_list(
    (action, own): (&ReleasedAction, &CanvasesChanged),
    target: &ProposedAction,
    channel: &str,
    losses: &mut Losses,
) {
    let canvas::StateAction::OpenCanvasesChanged(changed) = &target.action else {
        return losses.add(Pointer::root());
    };
    let (root, at) = (Pointer::root(), pointer(&["action"]));
    losses.add_members(&root, &[("channel", action.channel.as_str() == channel)]);
    let list = at.member("canvases");
    match (&own.canvases, &changed.open_canvases) {
        (Field::Value(own), Field::Value(target)) => {
            losses.add_elements(&list, (own, target), add_losses_of_reference);
        }
        (Field::Null, Field::Null) | (Field::Absent, Field::Absent) => {}
        _ => losses.add(list),
    }
    let extra = (&own.extra, &changed.extra);
    losses.add_changed_members(&at, extra, LEVELS, |name| name != "canvases");
    losses.add_changed_members(&root, (&action.extra, &target.extra), LEVELS, |_| true);
}

/// Adds the members of a reference that do not come back.
fn add_losses_of_reference(
    own: &CanvasReference,
    target: &OpenCanvasRef,
    at: &Pointer,
    losses: &mut Losses,
) {
    losses.add_members(at, &[("resource", own.resource == target.channel)]);
    let extra = (&own.extra, &target.extra);
    losses.add_changed_members(at, extra, 0, |name| name != "resource");
}
