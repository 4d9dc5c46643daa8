//! Canvases and their states, each for itself.

use super::{Heading, address::Addresses, pointer, state};
use crate::{
    Carry, Refusal,
    Verdict::{Copied, Encoded},
    canvases::{OpenCanvas, ReleasedCanvas},
    engine::{Job, Notes},
};
use ahp::{
    canvas::{self, CanvasResourceContent},
    url::CanvasUrl,
    v1_0,
};
use wire::Pointer;

/// How deep the fields of a state lie, and those of a canvas, in which a state stands.
const STATE: usize = 1;
const CANVAS: usize = 2;

/// The state of the release for one of the proposal.
pub(super) fn state_forward(
    state: &canvas::CanvasState,
    job: &mut Job<'_>,
) -> Result<(v1_0::CanvasState, Carry), Refusal> {
    let (addresses, root) = (Addresses::of(job.cx)?, Pointer::root());
    let bare = state::released(state, &addresses);
    let mut notes = job.notes();
    state::note_released(state, &bare, &root, &root, &mut notes);
    let back = |image: &_| Some(state::proposed(image, &addresses));
    Heading::ToRelease.direction(STATE).settle(state, bare, notes, back, job)
}

/// The state of the proposal for one of the release.
pub(super) fn state_backward(
    state: &v1_0::CanvasState,
    job: &mut Job<'_>,
) -> Result<(canvas::CanvasState, Carry), Refusal> {
    let (addresses, root) = (Addresses::of(job.cx)?, Pointer::root());
    let bare = state::proposed(state, &addresses);
    let mut notes = job.notes();
    state::note_proposed(state, &bare, &root, &root, &mut notes);
    let back = |image: &_| Some(state::released(image, &addresses));
    Heading::ToProposal.direction(STATE).settle(state, bare, notes, back, job)
}

/// The open canvas of the release for one of the proposal.
pub(super) fn canvas_forward(
    canvas: &OpenCanvas,
    job: &mut Job<'_>,
) -> Result<(ReleasedCanvas, Carry), Refusal> {
    let addresses = Addresses::of(job.cx)?;
    let bare = released(canvas, &addresses);
    let (mut notes, at) = (job.notes(), pointer(&["state"]));
    state::note_released(&canvas.state, &bare.state, &at, &at, &mut notes);
    beside(Heading::ToRelease, canvas.contents == bare.contents, &bare.extra, &mut notes);
    let back = |image: &_| Some(proposed(image, &addresses));
    Heading::ToRelease.direction(CANVAS).settle(canvas, bare, notes, back, job)
}

/// The open canvas of the proposal for one of the release.
pub(super) fn canvas_backward(
    canvas: &ReleasedCanvas,
    job: &mut Job<'_>,
) -> Result<(OpenCanvas, Carry), Refusal> {
    let addresses = Addresses::of(job.cx)?;
    let bare = proposed(canvas, &addresses);
    let (mut notes, at) = (job.notes(), pointer(&["state"]));
    state::note_proposed(&canvas.state, &bare.state, &at, &at, &mut notes);
    beside(Heading::ToProposal, canvas.contents == bare.contents, &bare.extra, &mut notes);
    let back = |image: &_| Some(released(image, &addresses));
    Heading::ToProposal.direction(CANVAS).settle(canvas, bare, notes, back, job)
}

fn released(canvas: &OpenCanvas, addresses: &Addresses) -> ReleasedCanvas {
    let instance = canvas.state.instance_id.as_str();
    let contents = contents(&canvas.contents, |uri| addresses.released(uri, instance));
    let mut image =
        ReleasedCanvas::new(canvas.channel.clone(), state::released(&canvas.state, addresses), contents);
    image.extra = canvas.extra.clone();
    image
}

fn proposed(canvas: &ReleasedCanvas, addresses: &Addresses) -> OpenCanvas {
    let instance = canvas.state.instance_id.as_str();
    let contents = contents(&canvas.contents, |uri| addresses.proposed(uri, instance));
    let mut image =
        OpenCanvas::new(canvas.channel.clone(), state::proposed(&canvas.state, addresses), contents);
    image.extra = canvas.extra.clone();
    image
}

/// The contents, under the addresses that they have in the target.
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

/// Says what becomes of what stands beside the state.
fn beside(heading: Heading, is_same: bool, extra: &wire::Extra, notes: &mut Notes) {
    let (rules, root) = (heading.rules(), Pointer::root());
    let mut note = |verdict, rule, name: &str| notes.add(verdict, rule, (&root, name), Some((&root, name)));
    note(Copied, &rules.channel, "channel");
    note(if is_same { Copied } else { Encoded }, &rules.contents, "contents");
    extra.iter().for_each(|(name, _)| note(Copied, &rules.member, name));
}
