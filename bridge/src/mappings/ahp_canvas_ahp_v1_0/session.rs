//! The session that remembers canvas states. The proposal sends changes and the release sends whole states, so
//! translating one into the other needs the previous state.

use super::{
    Heading,
    action::{check_accepted, no_proposed, no_released},
    canvas as line, catalogue, pointer, update,
};
use crate::{
    Carry, Refusal,
    byte_budget::ENTRY_BYTES,
    canvases::{OpenCanvas, ProposedAction, ReleasedAction, ReleasedCanvas},
    lens::{Session, TranslationCx},
};
use ahp::{
    canvas::{self, CanvasState},
    ids::ChannelUri,
    v1_0,
};
use std::collections::{BTreeMap, BTreeSet};
use wire::encoded_len;

wire::object! {
    /// The remembered canvas states, for both directions.
    pub struct CanvasSession {
        /// The canvas states in the form of the proposal, by channel.
        canvases: BTreeMap<String, CanvasState>,
        /// The channels in each list of open canvases, by the channel of the list in the proposal.
        lists: BTreeMap<String, Vec<ChannelUri>>,
    }
}

impl Default for CanvasSession {
    fn default() -> Self {
        Self::new(BTreeMap::new(), BTreeMap::new())
    }
}

/// A change of the session by a message.
#[derive(Debug)]
pub(crate) enum CanvasChange {
    /// Sets the state of the canvas on a channel; `None` closes it.
    Canvas(String, Option<Box<CanvasState>>),
    /// Sets the channels in the list on a channel.
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

/// A translated message, with its carry and the changes of the session.
type CanvasResult<T> = Result<(T, Carry, Vec<CanvasChange>), Refusal>;

impl CanvasSession {
    /// Translates an open canvas of the proposal.
    pub(super) fn canvas_forward(
        &self,
        canvas: OpenCanvas,
        tcx: &mut TranslationCx<'_>,
    ) -> CanvasResult<ReleasedCanvas> {
        let (made, carry) = line::canvas_forward(&canvas, tcx)?;
        Ok((made, carry, vec![canvas_change(&canvas.channel, canvas.state)]))
    }

    /// Translates an open canvas of the release.
    pub(super) fn canvas_backward(
        &self,
        canvas: ReleasedCanvas,
        tcx: &mut TranslationCx<'_>,
    ) -> CanvasResult<OpenCanvas> {
        let (made, carry) = line::canvas_backward(&canvas, tcx)?;
        let change = canvas_change(&canvas.channel, made.state.clone());
        Ok((made, carry, vec![change]))
    }

    /// Translates the canvas state in a snapshot of the proposal. A state without a channel is not remembered.
    pub(super) fn state_forward(
        &self,
        channel: Option<&ChannelUri>,
        state: CanvasState,
        tcx: &mut TranslationCx<'_>,
    ) -> CanvasResult<v1_0::CanvasState> {
        let (made, carry) = line::state_forward(&state, tcx)?;
        Ok((made, carry, channel.map(|channel| canvas_change(channel, state)).into_iter().collect()))
    }

    /// Translates the canvas state in a snapshot of the release.
    pub(super) fn state_backward(
        &self,
        channel: Option<&ChannelUri>,
        state: v1_0::CanvasState,
        tcx: &mut TranslationCx<'_>,
    ) -> CanvasResult<CanvasState> {
        let (made, carry) = line::state_backward(&state, tcx)?;
        let change = channel.map(|channel| canvas_change(channel, made.clone()));
        Ok((made, carry, change.into_iter().collect()))
    }

    /// Translates an action of the proposal. An update becomes the state after it, and the open canvases of a session
    /// become those of a chat.
    ///
    /// # Errors
    /// Refuses an action that the release lacks, a rejected or invalid action, an update of an unknown canvas, and a list
    /// if neither the context nor the carry names the chat.
    pub(super) fn action_forward(
        &self,
        action: ProposedAction,
        tcx: &mut TranslationCx<'_>,
    ) -> CanvasResult<ReleasedAction> {
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

    /// Translates an action of the release. A state becomes the update that leads to it, and the canvases of a chat
    /// become the open ones of a session.
    ///
    /// # Errors
    /// Refuses an action that the proposal lacks, a rejected action, an action on an unknown canvas, and a list if
    /// neither the context nor the carry names the session.
    pub(super) fn action_backward(
        &self,
        action: ReleasedAction,
        tcx: &mut TranslationCx<'_>,
    ) -> CanvasResult<ProposedAction> {
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
            let message = "the action changes a canvas whose state is unknown";
            Refusal::context(heading.rules().action.id, pointer(&["channel"]), message)
                .hint("send its state first, as a snapshot or a line")
        })
    }

    /// Returns the changes by a list: canvases that no list contains any more are closed.
    fn list_changes(&self, action: &ProposedAction) -> Vec<CanvasChange> {
        let canvas::StateAction::OpenCanvasesChanged(list) = &action.action else { return Vec::new() };
        let key = action.channel.as_str();
        let named = list.open_canvases.get().map(Vec::as_slice).unwrap_or_default();
        let named: Vec<ChannelUri> = named.iter().map(|reference| reference.channel.clone()).collect();
        let others = self.lists.iter().filter(|(list, _)| *list != key).flat_map(|(_, named)| named);
        let open: BTreeSet<&ChannelUri> = wire::collect_set(others.chain(&named));
        let before = self.lists.get(key).map(Vec::as_slice).unwrap_or_default();
        let closed = before.iter().filter(|channel| !open.contains(channel));
        let mut changes: Vec<CanvasChange> =
            closed.map(|channel| CanvasChange::Canvas(channel.as_str().to_owned(), None)).collect();
        changes.push(CanvasChange::List(key.to_owned(), Some(named)));
        changes
    }
}

/// Creates the change that sets the state of a canvas.
fn canvas_change(channel: &ChannelUri, state: CanvasState) -> CanvasChange {
    CanvasChange::Canvas(channel.as_str().to_owned(), Some(Box::new(state)))
}
