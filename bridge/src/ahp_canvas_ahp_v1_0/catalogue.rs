//! The list of what is open: of a session in the proposal, of a chat in the release.

use super::{
    BACKWARD, FORWARD, Heading,
    address::Addresses,
    pointer,
    state::{self, without},
};
use crate::{
    Carry, Dialect, Refusal, Rule,
    Verdict::*,
    canvases::{ProposedAction, ReleasedAction},
    engine::{Job, Layer, Notes},
};
use ahp::{
    canvas::{self, CanvasAvailability, CanvasState, OpenCanvasRef, OpenCanvasesChanged},
    ids::ChannelUri,
    v1_0::{self, CanvasReference, CanvasesChanged},
};
use std::collections::BTreeMap;
use wire::Field;

/// The canvases, by their channels.
pub(super) type Canvases = BTreeMap<String, CanvasState>;

const PROPOSED: [&str; 6] =
    ["instanceId", "canvasId", "extensionId", "extensionName", "title", "availability"];
/// How deep the fields of a list lie: `/action/openCanvases/0`.
const LEVELS: usize = 3;

/// The channel of the list: what the caller says, else what was carried.
fn channel(given: Option<&String>, kept: &Layer) -> Option<ChannelUri> {
    let kept = || Some(kept.kept("/channel")??.as_str()?.into_owned());
    given.cloned().or_else(kept).map(ChannelUri::from)
}

fn no_channel(rule: &Rule, whose: &str) -> Refusal {
    let message = format_args!("the list belongs to a {whose} there, and nobody says to which").to_string();
    Refusal::context(rule.id, pointer(&["channel"]), message)
        .hint(format_args!("give the channel of the {whose}"))
}

/// The list of the release.
fn released(channel: ChannelUri, action: &ProposedAction, changed: &OpenCanvasesChanged) -> ReleasedAction {
    let mut list = CanvasesChanged::new();
    list.canvases = changed.open_canvases.as_ref().map(|references| {
        references
            .iter()
            .map(|reference| {
                let mut image = CanvasReference::new(reference.channel.clone());
                image.extra = without(&reference.extra, &["resource"]);
                image
            })
            .collect()
    });
    list.extra = without(&changed.extra, &["canvases"]);
    let mut image = ReleasedAction::new(channel, list);
    image.extra = action.extra.clone();
    image
}

/// The list of the proposal, for which something has to know what is open on each channel.
fn proposed(
    channel: ChannelUri,
    action: &ReleasedAction,
    changed: &CanvasesChanged,
    known: impl Fn(usize, &ChannelUri) -> Result<OpenCanvasRef, Refusal>,
) -> Result<ProposedAction, Refusal> {
    let mut list = OpenCanvasesChanged::new();
    list.open_canvases = match &changed.canvases {
        Field::Absent => Field::Absent,
        Field::Null => Field::Null,
        Field::Value(references) => {
            let image = |(index, reference): (usize, &CanvasReference)| {
                let mut image = known(index, &reference.resource)?;
                for (name, value) in without(&reference.extra, &PROPOSED).iter() {
                    if name != "channel" {
                        image.extra.insert(name, value.clone());
                    }
                }
                Ok(image)
            };
            Field::Value(references.iter().enumerate().map(image).collect::<Result<_, Refusal>>()?)
        }
    };
    list.extra = without(&changed.extra, &["openCanvases"]);
    let mut image = ProposedAction::new(channel, list);
    image.extra = action.extra.clone();
    Ok(image)
}

/// The entry of an open canvas.
fn entry(channel: &ChannelUri, state: &CanvasState) -> OpenCanvasRef {
    let mut entry = OpenCanvasRef::new(
        state.instance_id.clone(),
        channel.clone(),
        state.canvas_id.clone(),
        state.extension_id.clone(),
        state.availability.clone(),
    );
    entry.extension_name = state.extension_name.clone();
    entry.title = state.title.clone();
    entry
}

/// The entries that were carried.
fn kept_entries(kept: &Layer) -> Vec<OpenCanvasRef> {
    let of_list =
        kept.fields.iter().filter(|field| field.pointer.as_str().starts_with("/action/openCanvases/"));
    of_list.filter_map(|field| field.value.as_ref()?.decode().ok()).collect()
}

pub(super) fn forward(
    canvases: &Canvases,
    action: &ProposedAction,
    changed: &OpenCanvasesChanged,
    job: &mut Job<'_>,
) -> Result<(ReleasedAction, Carry), Refusal> {
    let cx = job.cx;
    let addresses = Addresses::of(cx)?;
    let kept = job.carry.kept_of(Dialect::Ahp1_0);
    let chat = channel(cx.chat.as_ref(), &kept).ok_or_else(|| no_channel(&FORWARD.channel, "chat"))?;
    let bare = released(chat, action, changed);
    let session = cx.session.as_deref().unwrap_or_default();
    // What the other side knows without a carry.
    let known = |_: usize, channel: &ChannelUri| {
        Ok(match canvases.get(channel.as_str()) {
            Some(known) => entry(channel, &state::proposed(&state::released(known, &addresses), &addresses)),
            None => OpenCanvasRef::new("", channel.clone(), "", "", CanvasAvailability::Stale),
        })
    };
    let back = |image: &ReleasedAction| {
        let v1_0::StateAction::CanvasesChanged(changed) = &image.action else { return None };
        proposed(session.into(), image, changed, known).ok()
    };
    let mut notes = job.notes();
    let names = ("openCanvases", "canvases");
    note(Heading::ToRelease, cx.chat.is_some(), names, &changed.open_canvases, &mut notes);
    Heading::ToRelease.direction(LEVELS).settle(action, bare, notes, back, job)
}

pub(super) fn backward(
    canvases: &Canvases,
    action: &ReleasedAction,
    changed: &CanvasesChanged,
    job: &mut Job<'_>,
) -> Result<(ProposedAction, Carry), Refusal> {
    let cx = job.cx;
    let kept = job.carry.kept_of(Dialect::AhpCanvas);
    let session =
        channel(cx.session.as_ref(), &kept).ok_or_else(|| no_channel(&BACKWARD.channel, "session"))?;
    let entries = kept_entries(&kept);
    let known = |index: usize, channel: &ChannelUri| {
        let kept = entries.iter().find(|entry| entry.channel == *channel).cloned();
        let known = || canvases.get(channel.as_str()).map(|state| entry(channel, state));
        kept.or_else(known).ok_or_else(|| {
            let at = pointer(&["action", "canvases"]).element(index).member("resource");
            Refusal::context(BACKWARD.references.id, at, "nobody says what is open on this channel")
                .hint("its state first: a snapshot, or a line with a state")
        })
    };
    let bare = proposed(session, action, changed, known)?;
    let chat = cx.chat.as_deref().unwrap_or_default();
    let back = |image: &ProposedAction| {
        let canvas::StateAction::OpenCanvasesChanged(changed) = &image.action else { return None };
        Some(released(chat.into(), image, changed))
    };
    let mut notes = job.notes();
    let names = ("canvases", "openCanvases");
    note(Heading::ToProposal, cx.session.is_some(), names, &changed.canvases, &mut notes);
    Heading::ToProposal.direction(LEVELS).settle(action, bare, notes, back, job)
}

/// Says what becomes of the list.
fn note<T>(
    heading: Heading,
    is_given: bool,
    (name, other): (&str, &str),
    list: &Field<Vec<T>>,
    notes: &mut Notes,
) {
    let (rules, root, at) = (heading.rules(), wire::Pointer::root(), pointer(&["action"]));
    let verdict = if is_given { Defaulted } else { Derived };
    notes.add(verdict, &rules.channel, (&root, "channel"), Some((&root, "channel")));
    if !list.is_absent() {
        let verdict = if list.get().is_some_and(|list| !list.is_empty()) { Encoded } else { Renamed };
        notes.add(verdict, &rules.references, (&at, name), Some((&at, other)));
    }
}
