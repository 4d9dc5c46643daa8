//! Canvases and their states, each for itself.

use super::{
    address::Addresses,
    state,
    way::{Direction, Shape, Way, payload, pointer},
};
use crate::{
    Carry, Context, Ledger, Refusal,
    Verdict::{Copied, Encoded},
    a2ui_ahp::OpenCanvas,
    fields::Fields,
};
use ahp::{
    canvas::{self, CanvasResourceContent},
    ids::ChannelUri,
    url::CanvasUrl,
    v1_0,
};
use wire::{Payload, Pointer};

wire::object! {
    /// A canvas as released in AHP 1.0: its channel, its state, and what has to be served under the address in the state.
    pub struct ReleasedCanvas {
        /// The channel on which it lives.
        channel: ChannelUri,
        /// The state that a subscriber gets.
        state: v1_0::CanvasState,
        /// What has to be served.
        contents: Vec<CanvasResourceContent>,
    }
}

/// Translates an open canvas of the proposal into one of the release.
///
/// # Errors
/// If the context has a base address that is none.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::{Carry, Context, ahp_canvas_ahp_v1_0};
///
/// let canvas = wire::decode(
///     r#"{"channel":"ahp-canvas:/7","state":{"instanceId":"east","canvasId":"plan","extensionId":"museum","url":"ahp-canvas-content:/east/plan.html","availability":"ready","provider":{"kind":"server"}},"contents":[]}"#,
/// )?;
/// let mut cx = Context::default();
/// cx.base_url = Some("https://plans.test".to_owned());
/// let (canvas, carry) = ahp_canvas_ahp_v1_0::forward(canvas, &Carry::default(), &cx, &mut ())?;
/// assert_eq!(canvas.state.url.get().unwrap(), "https://plans.test/east/plan.html");
/// assert!(carry.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn forward<L: Ledger>(
    canvas: OpenCanvas,
    home: &Carry,
    cx: &Context,
    ledger: &mut L,
) -> Result<(ReleasedCanvas, Carry), Refusal> {
    canvas_forward(&canvas, home, cx, 0, ledger)
}

/// Translates an open canvas of the release into one of the proposal.
///
/// # Errors
/// If the context has a base address that is none.
pub fn backward<L: Ledger>(
    canvas: ReleasedCanvas,
    home: &Carry,
    cx: &Context,
    ledger: &mut L,
) -> Result<(OpenCanvas, Carry), Refusal> {
    canvas_backward(&canvas, home, cx, 0, ledger)
}

/// Translates the state of a canvas from the proposal to the release.
///
/// # Errors
/// If the context has a base address that is none.
pub fn state_forward<L: Ledger>(
    state: canvas::CanvasState,
    home: &Carry,
    cx: &Context,
    ledger: &mut L,
) -> Result<(v1_0::CanvasState, Carry), Refusal> {
    one_state_forward(&state, home, cx, 0, ledger)
}

/// Translates the state of a canvas from the release to the proposal.
///
/// # Errors
/// If the context has a base address that is none.
pub fn state_backward<L: Ledger>(
    state: v1_0::CanvasState,
    home: &Carry,
    cx: &Context,
    ledger: &mut L,
) -> Result<(canvas::CanvasState, Carry), Refusal> {
    one_state_backward(&state, home, cx, 0, ledger)
}

const STATE: Shape = Shape { from: &[], to: &[], levels: 1 };
const CANVAS: Shape = Shape { from: &["state"], to: &["state"], levels: 2 };

pub(super) fn one_state_forward<L: Ledger>(
    state: &canvas::CanvasState,
    home: &Carry,
    cx: &Context,
    input: u64,
    ledger: &mut L,
) -> Result<(v1_0::CanvasState, Carry), Refusal> {
    let addresses = Addresses::of(cx)?;
    let mut fields = Fields::of(ledger);
    let bare = state::released(state, &addresses);
    state::note_released(state, &bare, &Pointer::root(), &Pointer::root(), &mut fields);
    let back = |image: &Payload| Some(payload(&state::proposed(&image.decode().ok()?, &addresses)));
    let (visible, bare) = (payload(state), payload(&bare));
    Way { direction: Direction::Forward, shape: STATE, input, visible, bare, fields, back: &back }
        .settle(home, ledger)
}

pub(super) fn one_state_backward<L: Ledger>(
    state: &v1_0::CanvasState,
    home: &Carry,
    cx: &Context,
    input: u64,
    ledger: &mut L,
) -> Result<(canvas::CanvasState, Carry), Refusal> {
    let addresses = Addresses::of(cx)?;
    let mut fields = Fields::of(ledger);
    let bare = state::proposed(state, &addresses);
    state::note_proposed(state, &bare, &Pointer::root(), &Pointer::root(), &mut fields);
    let back = |image: &Payload| Some(payload(&state::released(&image.decode().ok()?, &addresses)));
    let (visible, bare) = (payload(state), payload(&bare));
    Way { direction: Direction::Backward, shape: STATE, input, visible, bare, fields, back: &back }
        .settle(home, ledger)
}

pub(super) fn canvas_forward<L: Ledger>(
    canvas: &OpenCanvas,
    home: &Carry,
    cx: &Context,
    input: u64,
    ledger: &mut L,
) -> Result<(ReleasedCanvas, Carry), Refusal> {
    let addresses = Addresses::of(cx)?;
    let mut fields = Fields::of(ledger);
    let bare = released(canvas, &addresses);
    let at = pointer(CANVAS.from);
    state::note_released(&canvas.state, &bare.state, &at, &at, &mut fields);
    beside(Direction::Forward, canvas.contents == bare.contents, &bare.extra, &mut fields);
    let back = |image: &Payload| Some(payload(&proposed(&image.decode().ok()?, &addresses)));
    let (visible, bare) = (payload(canvas), payload(&bare));
    Way { direction: Direction::Forward, shape: CANVAS, input, visible, bare, fields, back: &back }
        .settle(home, ledger)
}

pub(super) fn canvas_backward<L: Ledger>(
    canvas: &ReleasedCanvas,
    home: &Carry,
    cx: &Context,
    input: u64,
    ledger: &mut L,
) -> Result<(OpenCanvas, Carry), Refusal> {
    let addresses = Addresses::of(cx)?;
    let mut fields = Fields::of(ledger);
    let bare = proposed(canvas, &addresses);
    let at = pointer(CANVAS.from);
    state::note_proposed(&canvas.state, &bare.state, &at, &at, &mut fields);
    beside(Direction::Backward, canvas.contents == bare.contents, &bare.extra, &mut fields);
    let back = |image: &Payload| Some(payload(&released(&image.decode().ok()?, &addresses)));
    let (visible, bare) = (payload(canvas), payload(&bare));
    Way { direction: Direction::Backward, shape: CANVAS, input, visible, bare, fields, back: &back }
        .settle(home, ledger)
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
fn beside(direction: Direction, is_same: bool, extra: &wire::Extra, fields: &mut Fields) {
    let (rules, root) = (direction.rules(), Pointer::root());
    let mut note = |verdict, rule, name: &str| fields.add(verdict, rule, (&root, name), Some((&root, name)));
    note(Copied, &rules.channel, "channel");
    note(if is_same { Copied } else { Encoded }, &rules.contents, "contents");
    extra.iter().for_each(|(name, _)| note(Copied, &rules.member, name));
}
