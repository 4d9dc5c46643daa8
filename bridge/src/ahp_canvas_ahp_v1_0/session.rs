//! The canvases that a host has spoken of, so that an update, which says what changes, becomes the state that there is; and back.

use super::{
    Heading,
    action::{check_accepted, no_proposed, no_released},
    canvas as line, catalogue, pointer, update,
};
use crate::{
    Carry, Refusal,
    canvases::{OpenCanvas, ProposedAction, ReleasedAction, ReleasedCanvas},
    engine::{ENTRY, Job, Session},
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
pub(crate) enum Change {
    /// So the canvas on a channel stands; `None` if it is closed.
    Canvas(String, Option<Box<CanvasState>>),
    /// These channels are named by the list on a channel.
    List(String, Option<Vec<ChannelUri>>),
}

impl Session for CanvasSession {
    type Change = Change;

    fn bytes(change: &Change) -> usize {
        match change {
            Change::Canvas(channel, Some(state)) => ENTRY + channel.len() + encoded_len(state),
            Change::List(channel, Some(named)) => {
                let named = named.iter().map(|channel| ENTRY + channel.as_str().len());
                ENTRY + channel.len() + named.sum::<usize>()
            }
            Change::Canvas(_, None) | Change::List(_, None) => 0,
        }
    }

    fn apply(&mut self, change: Change) -> Change {
        match change {
            Change::Canvas(channel, state) => {
                let before = match state {
                    Some(state) => self.canvases.insert(channel.clone(), *state),
                    None => self.canvases.remove(&channel),
                };
                Change::Canvas(channel, before.map(Box::new))
            }
            Change::List(channel, named) => {
                let before = match named {
                    Some(named) => self.lists.insert(channel.clone(), named),
                    None => self.lists.remove(&channel),
                };
                Change::List(channel, before)
            }
        }
    }
}

/// A message in the other shape, its carry, and what changes.
type Made<T> = Result<(T, Carry, Vec<Change>), Refusal>;

impl CanvasSession {
    /// An open canvas of the proposal.
    pub(super) fn canvas_forward(&self, canvas: OpenCanvas, job: &mut Job<'_>) -> Made<ReleasedCanvas> {
        let (made, carry) = line::canvas_forward(&canvas, job)?;
        Ok((made, carry, vec![took(&canvas.channel, canvas.state)]))
    }

    /// An open canvas of the release.
    pub(super) fn canvas_backward(&self, canvas: ReleasedCanvas, job: &mut Job<'_>) -> Made<OpenCanvas> {
        let (made, carry) = line::canvas_backward(&canvas, job)?;
        let change = took(&canvas.channel, made.state.clone());
        Ok((made, carry, vec![change]))
    }

    /// The state of the canvas on a channel, as a snapshot of the proposal has it; one without a channel is nobody's.
    pub(super) fn state_forward(
        &self,
        channel: Option<&ChannelUri>,
        state: CanvasState,
        job: &mut Job<'_>,
    ) -> Made<v1_0::CanvasState> {
        let (made, carry) = line::state_forward(&state, job)?;
        Ok((made, carry, channel.map(|channel| took(channel, state)).into_iter().collect()))
    }

    /// The state of the canvas on a channel, as a snapshot of the release has it.
    pub(super) fn state_backward(
        &self,
        channel: Option<&ChannelUri>,
        state: v1_0::CanvasState,
        job: &mut Job<'_>,
    ) -> Made<CanvasState> {
        let (made, carry) = line::state_backward(&state, job)?;
        let change = channel.map(|channel| took(channel, made.clone()));
        Ok((made, carry, change.into_iter().collect()))
    }

    /// An action of the proposal: for an update the state after it, and for the open canvases of a session those of a chat, which
    /// the context names.
    ///
    /// # Errors
    /// If the release has nothing for the action; if it updates a canvas whose state did not come before; if it is invalid, or was
    /// rejected; if the context does not name the chat, and the carry neither.
    pub(super) fn action_forward(&self, action: ProposedAction, job: &mut Job<'_>) -> Made<ReleasedAction> {
        check_accepted(&action.extra)?;
        match &action.action {
            canvas::StateAction::CanvasUpdated(body) => {
                let before = self.canvas(&action.channel, Heading::ToRelease)?;
                let (made, carry, state) = update::forward(before, &action, body, job)?;
                Ok((made, carry, vec![took(&action.channel, state)]))
            }
            canvas::StateAction::OpenCanvasesChanged(body) => {
                let (made, carry) = catalogue::forward(&self.canvases, &action, body, job)?;
                Ok((made, carry, self.listed(&action)))
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
    pub(super) fn action_backward(&self, action: ReleasedAction, job: &mut Job<'_>) -> Made<ProposedAction> {
        check_accepted(&action.extra)?;
        match &action.action {
            v1_0::StateAction::StateChanged(body) => {
                let before = self.canvas(&action.channel, Heading::ToProposal)?;
                let (made, carry, state) = update::backward(before, &action, body, job)?;
                Ok((made, carry, vec![took(&action.channel, state)]))
            }
            v1_0::StateAction::CanvasesChanged(body) => {
                let (made, carry) = catalogue::backward(&self.canvases, &action, body, job)?;
                let changes = self.listed(&made);
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
    fn listed(&self, action: &ProposedAction) -> Vec<Change> {
        let canvas::StateAction::OpenCanvasesChanged(list) = &action.action else { return Vec::new() };
        let key = action.channel.as_str();
        let named = list.open_canvases.get().map(Vec::as_slice).unwrap_or_default();
        let named: Vec<ChannelUri> = named.iter().map(|reference| reference.channel.clone()).collect();
        let others = self.lists.iter().filter(|(list, _)| *list != key).flat_map(|(_, named)| named);
        let open: BTreeSet<&ChannelUri> = others.chain(&named).collect();
        let before = self.lists.get(key).map(Vec::as_slice).unwrap_or_default();
        let closed = before.iter().filter(|channel| !open.contains(channel));
        let mut changes: Vec<Change> =
            closed.map(|channel| Change::Canvas(channel.as_str().to_owned(), None)).collect();
        changes.push(Change::List(key.to_owned(), Some(named)));
        changes
    }
}

/// So the canvas stands on its channel.
fn took(channel: &ChannelUri, state: CanvasState) -> Change {
    Change::Canvas(channel.as_str().to_owned(), Some(Box::new(state)))
}
