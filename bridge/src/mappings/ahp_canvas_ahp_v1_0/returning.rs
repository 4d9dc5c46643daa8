//! The fields of canvases, updates and lists that do not come back.

use super::{
    address::Addresses,
    canvas as line, catalogue, pointer,
    state::{self, availability, through},
    update,
};
use crate::{
    canvases::{OpenCanvas, ProposedAction, ReleasedAction, ReleasedCanvas},
    lens::Losses,
};
use ahp::{
    canvas::{
        self, CanvasResourceContent, CanvasState, CanvasUpdated, OpenCanvasRef, OpenCanvasesChanged,
    },
    ids::ChannelUri,
    url::CanvasUrl,
    v1_0::{self, CanvasReference, CanvasStateChanged, CanvasesChanged},
};
use wire::{Field, Pointer};

/// The depth at which an unknown member is carried whole.
const WHOLE: usize = 0;

/// Adds the members of a state of the proposal that do not come back from the release.
pub(super) fn add_losses_of_proposed_state(
    own: &CanvasState,
    target: &v1_0::CanvasState,
    addresses: &Addresses,
    at: &Pointer,
    losses: &mut Losses,
) {
    let url = through(&target.url, |url| {
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
        ("provider", own.provider == state::server()),
    ];
    losses.add_members(at, &members);
    let comes_back = |name: &str| !state::PROPOSED.contains(&name);
    losses.add_changed_members(at, (&own.extra, &target.extra), WHOLE, comes_back);
}

/// Adds the members of a state of the release that do not come back from the proposal.
pub(super) fn add_losses_of_released_state(
    own: &v1_0::CanvasState,
    target: &CanvasState,
    addresses: &Addresses,
    at: &Pointer,
    losses: &mut Losses,
) {
    let url = through(&target.url, |url| {
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
    losses.add_changed_members(at, (&own.extra, &target.extra), WHOLE, |_| true);
}

/// Adds the fields of an open canvas of the proposal that do not come back from the release.
pub(super) fn add_losses_of_proposed_canvas(
    own: &OpenCanvas,
    target: &ReleasedCanvas,
    addresses: &Addresses,
    losses: &mut Losses,
) {
    let (root, state) = (Pointer::root(), pointer(&["state"]));
    losses.add_members(&root, &[("channel", own.channel == target.channel)]);
    add_losses_of_proposed_state(&own.state, &target.state, addresses, &state, losses);
    let instance = target.state.instance_id.as_str();
    let address = |url: &CanvasUrl| addresses.to_proposed(url, instance);
    add_losses_of_contents(&own.contents, &target.contents, address, losses);
    losses.add_changed_members(&root, (&own.extra, &target.extra), line::CANVAS, |_| true);
}

/// Adds the fields of an open canvas of the release that do not come back from the proposal.
pub(super) fn add_losses_of_released_canvas(
    own: &ReleasedCanvas,
    target: &OpenCanvas,
    addresses: &Addresses,
    losses: &mut Losses,
) {
    let (root, state) = (Pointer::root(), pointer(&["state"]));
    losses.add_members(&root, &[("channel", own.channel == target.channel)]);
    add_losses_of_released_state(&own.state, &target.state, addresses, &state, losses);
    let instance = target.state.instance_id.as_str();
    let address = |url: &CanvasUrl| addresses.to_released(url, instance);
    add_losses_of_contents(&own.contents, &target.contents, address, losses);
    losses.add_changed_members(&root, (&own.extra, &target.extra), line::CANVAS, |_| true);
}

/// Adds the contents of a canvas that do not come back. `address` returns the URL of a content in the dialect of the source.
fn add_losses_of_contents(
    own: &[CanvasResourceContent],
    target: &[CanvasResourceContent],
    address: impl Fn(&CanvasUrl) -> Option<CanvasUrl>,
    losses: &mut Losses,
) {
    let add_parts = |own: &CanvasResourceContent,
                     target: &CanvasResourceContent,
                     at: &Pointer,
                     parts: &mut Losses| {
        let url = address(&CanvasUrl::from(&target.uri));
        let uri = url.as_ref().map_or(target.uri.as_str(), CanvasUrl::as_str);
        let members = [
            ("uri", own.uri.as_str() == uri),
            ("mimeType", own.mime_type == target.mime_type),
            ("text", own.text == target.text),
            ("blob", own.blob == target.blob),
        ];
        parts.add_members(at, &members);
        parts.add_changed_members(at, (&own.extra, &target.extra), WHOLE, |_| true);
    };
    losses.add_elements(&pointer(&["contents"]), (own, target), add_parts);
}

/// Adds the fields of an update that do not come back from the state after it. `before` is the state before it.
pub(super) fn add_losses_of_update(
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
    let (url, availability) = update::url_change(before, state, addresses);
    let members = [
        (
            "title",
            own.title == update::change(before.title.get(), state.title.get()),
        ),
        (
            "status",
            own.status == update::change(before.status.get(), state.status.get()),
        ),
        ("url", own.url == url),
        ("availability", own.availability == availability),
    ];
    losses.add_members(&at, &members);
    let comes_back = |name: &str| !update::PROPOSED.contains(&name);
    losses.add_changed_members(
        &at,
        (&own.extra, &changed.extra),
        update::UPDATE.1,
        comes_back,
    );
    losses.add_changed_members(
        &root,
        (&action.extra, &target.extra),
        update::UPDATE.1,
        |_| true,
    );
}

/// Adds the fields of a replaced state that do not come back from the update that leads to it. `before` is the state before
/// it.
pub(super) fn add_losses_of_replaced_state(
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
    let Some(after) = update::after(before, update) else {
        return losses.add(Pointer::root());
    };
    let (root, at) = (Pointer::root(), pointer(&["action"]));
    losses.add_members(&root, &[("channel", action.channel == target.channel)]);
    let state = at.member("canvas");
    add_losses_of_released_state(&own.canvas, &after, addresses, &state, losses);
    let comes_back = |name: &str| !update::RELEASED.contains(&name);
    losses.add_changed_members(
        &at,
        (&own.extra, &update.extra),
        update::STATE.1,
        comes_back,
    );
    losses.add_changed_members(
        &root,
        (&action.extra, &target.extra),
        update::STATE.1,
        |_| true,
    );
}

/// Adds the fields of a list of the proposal that do not come back from the release. `channel` is the channel with which the
/// list comes back, and `known` returns its entry of each canvas.
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
    let add_parts =
        |own: &OpenCanvasRef, target: &CanvasReference, at: &Pointer, parts: &mut Losses| {
            let known = known(&target.resource);
            let members = [
                ("instanceId", own.instance_id == known.instance_id),
                ("channel", own.channel == target.resource),
                ("canvasId", own.canvas_id == known.canvas_id),
                ("extensionId", own.extension_id == known.extension_id),
                ("extensionName", own.extension_name == known.extension_name),
                ("title", own.title == known.title),
                ("availability", own.availability == known.availability),
            ];
            parts.add_members(at, &members);
            let extra = (&own.extra, &target.extra);
            parts.add_changed_members(at, extra, WHOLE, |name| {
                !catalogue::PROPOSED.contains(&name)
            });
        };
    let (root, at) = (Pointer::root(), pointer(&["action"]));
    losses.add_members(&root, &[("channel", action.channel.as_str() == channel)]);
    let list = at.member("openCanvases");
    match (&own.open_canvases, &changed.canvases) {
        (Field::Value(own), Field::Value(target)) => {
            losses.add_elements(&list, (own, target), add_parts);
        }
        (Field::Null, Field::Null) | (Field::Absent, Field::Absent) => {}
        _ => losses.add(list),
    }
    let comes_back = |name: &str| name != "openCanvases";
    losses.add_changed_members(
        &at,
        (&own.extra, &changed.extra),
        catalogue::LEVELS,
        comes_back,
    );
    losses.add_changed_members(
        &root,
        (&action.extra, &target.extra),
        catalogue::LEVELS,
        |_| true,
    );
}

/// Adds the fields of a list of the release that do not come back from the proposal. `channel` is the channel with which the
/// list comes back.
pub(super) fn add_losses_of_released_list(
    (action, own): (&ReleasedAction, &CanvasesChanged),
    target: &ProposedAction,
    channel: &str,
    losses: &mut Losses,
) {
    let canvas::StateAction::OpenCanvasesChanged(changed) = &target.action else {
        return losses.add(Pointer::root());
    };
    let add_parts =
        |own: &CanvasReference, target: &OpenCanvasRef, at: &Pointer, parts: &mut Losses| {
            parts.add_members(at, &[("resource", own.resource == target.channel)]);
            let extra = (&own.extra, &target.extra);
            parts.add_changed_members(at, extra, WHOLE, |name| name != "resource");
        };
    let (root, at) = (Pointer::root(), pointer(&["action"]));
    losses.add_members(&root, &[("channel", action.channel.as_str() == channel)]);
    let list = at.member("canvases");
    match (&own.canvases, &changed.open_canvases) {
        (Field::Value(own), Field::Value(target)) => {
            losses.add_elements(&list, (own, target), add_parts);
        }
        (Field::Null, Field::Null) | (Field::Absent, Field::Absent) => {}
        _ => losses.add(list),
    }
    let comes_back = |name: &str| name != "canvases";
    losses.add_changed_members(
        &at,
        (&own.extra, &changed.extra),
        catalogue::LEVELS,
        comes_back,
    );
    losses.add_changed_members(
        &root,
        (&action.extra, &target.extra),
        catalogue::LEVELS,
        |_| true,
    );
}
