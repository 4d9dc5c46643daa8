//! The canvases that a host has spoken of, so that an update, which says what changes, becomes the state that there is; and back.

use super::{
    Heading,
    action::{check_accepted, no_proposed, no_released},
    canvas as line, catalogue, pointer, update,
};
use crate::{
    Carry, Refusal,
    canvases::{OpenCanvas, ProposedAction, ReleasedAction, ReleasedCanvas},
    engine::{ENTRY_BYTES, Session, TranslationCx},
};
use ahp::{
    canvas::{self, CanvasState},
    ids::ChannelUri,
    v1_0,
};
use std::collections::{BTreeMap, BTreeSet};
use wire::encoded_len;

wire::object! {
    /// How each canvas stands, in either direction.
    pub struct CanvasSession {
        /// The canvases as the proposal has them, by their channels.
        canvases: BTreeMap<String, CanvasState>,
        /// The channels that each list of open canvases named last, by the channel of the list in the proposal.
        lists: BTreeMap<String, Vec<ChannelUri>>,
    }
}

impl Default for CanvasSession {
    fn default() -> Self {
        Self::new(BTreeMap::new(), BTreeMap::new())
    }
}

/// What a message changes.
#[derive(Debug)]
pub(crate) enum CanvasChange {
    /// So the canvas on a channel stands; `None` if it is closed.
    Canvas(String, Option<Box<CanvasState>>),
    /// These channels are named by the list on a channel.
    List(String, Option<Vec<ChannelUri>>),
}

impl Session for CanvasSession {
    type Change = CanvasChange;

    fn bytes(change: &CanvasChange) -> usize {
        match change {
            CanvasChange::Canvas(channel, Some(state)) => ENTRY_BYTES + channel.len() + encoded_len(state),
            CanvasChange::List(channel, Some(named)) => {
                let named = named.iter().map(|channel| ENTRY_BYTES + channel.as_str().len());
                ENTRY_BYTES + channel.len() + named.sum::<usize>()
            }
            CanvasChange::Canvas(_, None) | CanvasChange::List(_, None) => 0,
        }
    }

    fn apply(&mut self, change: CanvasChange) -> CanvasChange {
        match change {
            CanvasChange::Canvas(channel, state) => {
                let before = match state {
                    Some(state) => self.canvases.insert(channel.clone(), *state),
                    None => self.canvases.remove(&channel),
                };
                CanvasChange::Canvas(channel, before.map(Box::new))
            }
            CanvasChange::List(channel, named) => {
                let before = match named {
                    Some(named) => self.lists.insert(channel.clone(), named),
                    None => self.lists.remove(&channel),
                };
                CanvasChange::List(channel, before)
            }
        }
    }
}

/// A message in the other shape, its carry, and what changes.
type SessionResult<T> = Result<(T, Carry, Vec<CanvasChange>), Refusal>;

impl CanvasSession {
    /// An open canvas of the proposal.
    pub(super) fn canvas_forward(
        &self,
        canvas: OpenCanvas,
        tcx: &mut TranslationCx<'_>,
    ) -> SessionResult<ReleasedCanvas> {
        let (made, carry) = line::canvas_forward(&canvas, tcx)?;
        Ok((made, carry, vec![canvas_change(&canvas.channel, canvas.state)]))
    }

    /// An open canvas of the release.
    pub(super) fn canvas_backward(
        &self,
        canvas: ReleasedCanvas,
        tcx: &mut TranslationCx<'_>,
    ) -> SessionResult<OpenCanvas> {
        let (made, carry) = line::canvas_backward(&canvas, tcx)?;
        let change = canvas_change(&canvas.channel, made.state.clone());
        Ok((made, carry, vec![change]))
    }

    /// The state of the canvas on a channel, as a snapshot of the proposal has it; one without a channel is nobody's.
    pub(super) fn state_forward(
        &self,
        channel: Option<&ChannelUri>,
        state: CanvasState,
        tcx: &mut TranslationCx<'_>,
    ) -> SessionResult<v1_0::CanvasState> {
        let (made, carry) = line::state_forward(&state, tcx)?;
        Ok((made, carry, channel.map(|channel| canvas_change(channel, state)).into_iter().collect()))
    }

    /// The state of the canvas on a channel, as a snapshot of the release has it.
    pub(super) fn state_backward(
        &self,
        channel: Option<&ChannelUri>,
        state: v1_0::CanvasState,
        tcx: &mut TranslationCx<'_>,
    ) -> SessionResult<CanvasState> {
        let (made, carry) = line::state_backward(&state, tcx)?;
        let change = channel.map(|channel| canvas_change(channel, made.clone()));
        Ok((made, carry, change.into_iter().collect()))
    }

    /// An action of the proposal: for an update the state after it, and for the open canvases of a session those of a chat, which
    /// the context names.
    ///
    /// # Errors
    /// If the release has nothing for the action; if it updates a canvas whose state did not come before; if it is invalid, or was
    /// rejected; if the context does not name the chat, and the carry neither.
    pub(super) fn action_forward(
        &self,
        action: ProposedAction,
        tcx: &mut TranslationCx<'_>,
    ) -> SessionResult<ReleasedAction> {
        check_accepted(&action.extra)?;
        match &action.action {
            canvas::StateAction::CanvasUpdated(body) => {
                let before = self.canvas(&action.channel, Heading::ToRelease)?;
                let (made, carry, state) = update::forward(before, &action, body, tcx)?;
                Ok((made, carry, vec![canvas_change(&action.channel, state)]))
            }
            canvas::StateAction::OpenCanvasesChanged(body) => {
                let (made, carry) = catalogue::forward(&self.canvases, &action, body, tcx)?;
                Ok((made, carry, self.list_changes(&action)))
            }
            other => Err(no_released(other)),
        }
    }

    /// An action of the release: for a state the update that leads to it, and for the canvases of a chat the open ones of a session,
    /// which the context names.
    ///
    /// # Errors
    /// If the proposal has nothing for the action; if it changes or names a canvas whose state did not come before; if it was rejected;
    /// if the context does not name the session, and the carry neither.
    pub(super) fn action_backward(
        &self,
        action: ReleasedAction,
        tcx: &mut TranslationCx<'_>,
    ) -> SessionResult<ProposedAction> {
        check_accepted(&action.extra)?;
        match &action.action {
            v1_0::StateAction::StateChanged(body) => {
                let before = self.canvas(&action.channel, Heading::ToProposal)?;
                let (made, carry, state) = update::backward(before, &action, body, tcx)?;
                Ok((made, carry, vec![canvas_change(&action.channel, state)]))
            }
            v1_0::StateAction::CanvasesChanged(body) => {
                let (made, carry) = catalogue::backward(&self.canvases, &action, body, tcx)?;
                let changes = self.list_changes(&made);
                Ok((made, carry, changes))
            }
            other => Err(no_proposed(other)),
        }
    }

    fn canvas(&self, channel: &ChannelUri, heading: Heading) -> Result<&CanvasState, Refusal> {
        self.canvases.get(channel.as_str()).ok_or_else(|| {
            let message = "nobody says how the canvas on this channel stands, which this action changes";
            Refusal::context(heading.rules().action.id, pointer(&["channel"]), message)
                .hint("its state first: a snapshot, or a line with a state")
        })
    }

    /// A list has been taken: what none names any more is closed.
    fn list_changes(&self, action: &ProposedAction) -> Vec<CanvasChange> {
        let canvas::StateAction::OpenCanvasesChanged(list) = &action.action else { return Vec::new() };
        let key = action.channel.as_str();
        let named = list.open_canvases.get().map(Vec::as_slice).unwrap_or_default();
        let named: Vec<ChannelUri> = named.iter().map(|reference| reference.channel.clone()).collect();
        let others = self.lists.iter().filter(|(list, _)| *list != key).flat_map(|(_, named)| named);
        let open: BTreeSet<&ChannelUri> = others.chain(&named).collect();
        let before = self.lists.get(key).map(Vec::as_slice).unwrap_or_default();
        let closed = before.iter().filter(|channel| !open.contains(channel));
        let mut changes: Vec<CanvasChange> =
            closed.map(|channel| CanvasChange::Canvas(channel.as_str().to_owned(), None)).collect();
        changes.push(CanvasChange::List(key.to_owned(), Some(named)));
        changes
    }
}

/// So the canvas stands on its channel.
fn canvas_change(channel: &ChannelUri, state: CanvasState) -> CanvasChange {
    CanvasChange::Canvas(channel.as_str().to_owned(), Some(Box::new(state)))
}
