//! Open canvases and single states.

use super::{Heading, address::Addresses, pointer, state};
use crate::{
    Refusal,
    Verdict::{Copied, Encoded},
    canvases::{OpenCanvas, ReleasedCanvas},
    lens::{FieldMap, Losses, Returns, Translated, TranslationCx},
};
use ahp::{
    canvas::{self, CanvasResourceContent},
    url::CanvasUrl,
    v1_0,
};
use wire::Pointer;

/// The depth of the fields of a state, and of a canvas that contains a state.
const STATE: usize = 1;
const CANVAS: usize = 2;

/// Translates a state from the proposal to the release.
pub(super) fn state_forward(
    state: &canvas::CanvasState,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<v1_0::CanvasState>, Refusal> {
    let (addresses, root) = (Addresses::of(tcx.cx)?, Pointer::root());
    let plain_target = state::to_released(state, &addresses);
    let mut fields = tcx.fields();
    state::note_released(state, &plain_target, &root, &root, &mut fields);
    let returns = Returns {
        losses: &|target, losses| {
            state::add_losses_of_proposed(state, target, &addresses, &root, losses)
        },
        back: &|target| Ok(state::to_proposed(target, &addresses)),
    };
    Heading::ToRelease
        .direction(STATE)
        .reconcile(state, plain_target, fields, returns, tcx)
}

/// Translates a state from the release to the proposal.
pub(super) fn state_backward(
    state: &v1_0::CanvasState,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<canvas::CanvasState>, Refusal> {
    let (addresses, root) = (Addresses::of(tcx.cx)?, Pointer::root());
    let plain_target = state::to_proposed(state, &addresses);
    let mut fields = tcx.fields();
    state::note_proposed(state, &plain_target, &root, &root, &mut fields);
    let returns = Returns {
        losses: &|target, losses| {
            state::add_losses_of_released(state, target, &addresses, &root, losses)
        },
        back: &|target| Ok(state::to_released(target, &addresses)),
    };
    Heading::ToProposal
        .direction(STATE)
        .reconcile(state, plain_target, fields, returns, tcx)
}

/// Translates an open canvas from the proposal to the release.
pub(super) fn canvas_forward(
    canvas: &OpenCanvas,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<ReleasedCanvas>, Refusal> {
    let addresses = Addresses::of(tcx.cx)?;
    let plain_target = to_released(canvas, &addresses);
    let (mut fields, at) = (tcx.fields(), pointer(&["state"]));
    state::note_released(&canvas.state, &plain_target.state, &at, &at, &mut fields);
    note_siblings(
        Heading::ToRelease,
        canvas.contents == plain_target.contents,
        &plain_target.extra,
        &mut fields,
    );
    let returns = Returns {
        losses: &|target, losses| add_losses_of_proposed_canvas(canvas, target, &addresses, losses),
        back: &|target| Ok(to_proposed(target, &addresses)),
    };
    Heading::ToRelease
        .direction(CANVAS)
        .reconcile(canvas, plain_target, fields, returns, tcx)
}

/// Translates an open canvas from the release to the proposal.
pub(super) fn canvas_backward(
    canvas: &ReleasedCanvas,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<OpenCanvas>, Refusal> {
    let addresses = Addresses::of(tcx.cx)?;
    let plain_target = to_proposed(canvas, &addresses);
    let (mut fields, at) = (tcx.fields(), pointer(&["state"]));
    state::note_proposed(&canvas.state, &plain_target.state, &at, &at, &mut fields);
    note_siblings(
        Heading::ToProposal,
        canvas.contents == plain_target.contents,
        &plain_target.extra,
        &mut fields,
    );
    let returns = Returns {
        losses: &|target, losses| add_losses_of_released_canvas(canvas, target, &addresses, losses),
        back: &|target| Ok(to_released(target, &addresses)),
    };
    Heading::ToProposal
        .direction(CANVAS)
        .reconcile(canvas, plain_target, fields, returns, tcx)
}

fn to_released(canvas: &OpenCanvas, addresses: &Addresses) -> ReleasedCanvas {
    let instance = canvas.state.instance_id.as_str();
    let contents = contents(&canvas.contents, |uri| addresses.to_released(uri, instance));
    let mut target = ReleasedCanvas::new(
        canvas.channel.clone(),
        state::to_released(&canvas.state, addresses),
        contents,
    );
    target.extra = canvas.extra.clone();
    target
}

fn to_proposed(canvas: &ReleasedCanvas, addresses: &Addresses) -> OpenCanvas {
    let instance = canvas.state.instance_id.as_str();
    let contents = contents(&canvas.contents, |uri| addresses.to_proposed(uri, instance));
    let mut target = OpenCanvas::new(
        canvas.channel.clone(),
        state::to_proposed(&canvas.state, addresses),
        contents,
    );
    target.extra = canvas.extra.clone();
    target
}

/// Returns the contents with the URLs of the target.
fn contents(
    contents: &[CanvasResourceContent],
    address: impl Fn(&CanvasUrl) -> Option<CanvasUrl>,
) -> Vec<CanvasResourceContent> {
    let mut contents = contents.to_vec();
    for content in &mut contents {
        if let Some(url) = address(&CanvasUrl::from(&content.uri)) {
            content.uri = url.as_str().into();
        }
    }
    contents
}

/// Adds the fields of an open canvas of the proposal that do not come back from the release.
fn add_losses_of_proposed_canvas(
    own: &OpenCanvas,
    target: &ReleasedCanvas,
    addresses: &Addresses,
    losses: &mut Losses,
) {
    let (root, at) = (Pointer::root(), pointer(&["state"]));
    losses.add_members(&root, &[("channel", own.channel == target.channel)]);
    state::add_losses_of_proposed(&own.state, &target.state, addresses, &at, losses);
    let instance = target.state.instance_id.as_str();
    let address = |url: &CanvasUrl| addresses.to_proposed(url, instance);
    add_losses_of_contents(&own.contents, &target.contents, address, losses);
    losses.add_changed_members(&root, (&own.extra, &target.extra), CANVAS, |_| true);
}

/// Adds the fields of an open canvas of the release that do not come back from the proposal.
fn add_losses_of_released_canvas(
    own: &ReleasedCanvas,
    target: &OpenCanvas,
    addresses: &Addresses,
    losses: &mut Losses,
) {
    let (root, at) = (Pointer::root(), pointer(&["state"]));
    losses.add_members(&root, &[("channel", own.channel == target.channel)]);
    state::add_losses_of_released(&own.state, &target.state, addresses, &at, losses);
    let instance = target.state.instance_id.as_str();
    let address = |url: &CanvasUrl| addresses.to_released(url, instance);
    add_losses_of_contents(&own.contents, &target.contents, address, losses);
    losses.add_changed_members(&root, (&own.extra, &target.extra), CANVAS, |_| true);
}

/// Adds the contents of a canvas that do not come back. `address` returns the source URL of a content.
fn add_losses_of_contents(
    own: &[CanvasResourceContent],
    target: &[CanvasResourceContent],
    address: impl Fn(&CanvasUrl) -> Option<CanvasUrl>,
    losses: &mut Losses,
) {
    let contents = pointer(&["contents"]);
    losses.add_elements(&contents, (own, target), |own, target, at, parts| {
        let url = address(&CanvasUrl::from(&target.uri));
        let uri = url.as_ref().map_or(target.uri.as_str(), CanvasUrl::as_str);
        let members = [
            ("uri", own.uri.as_str() == uri),
            ("mimeType", own.mime_type == target.mime_type),
            ("text", own.text == target.text),
            ("blob", own.blob == target.blob),
        ];
        parts.add_members(at, &members);
        parts.add_changed_members(at, (&own.extra, &target.extra), 0, |_| true);
    });
}

/// Adds the notes about the members next to the state.
fn note_siblings(heading: Heading, is_same: bool, extra: &wire::Extra, fields: &mut FieldMap) {
    let (rules, root) = (heading.rules(), Pointer::root());
    let of_contents = if is_same { Copied } else { Encoded };
    for (verdict, rule, name) in [
        (Copied, &rules.channel, "channel"),
        (of_contents, &rules.contents, "contents"),
    ] {
        fields.add(verdict, rule, (&root, name), Some((&root, name)));
    }
    for (name, _) in extra.iter() {
        fields.add(Copied, &rules.member, (&root, name), Some((&root, name)));
    }
}
