//! The session that remembers canvas states. The proposal sends changes and the release sends whole states, so
//! translating one into the other needs the previous state.

use super::{
    Heading,
    action::{check_accepted, no_proposed, no_released},
    canvas as line, catalogue, pointer, update,
};
use crate::{
    Refusal,
    canvases::{OpenCanvas, ProposedAction, ReleasedAction, ReleasedCanvas},
    lens::{Translated, TranslationCx},
    shared::{SharedMap, measured_by_encoding, measured_by_member},
};
use ahp::{
    canvas::{self, CanvasState},
    ids::ChannelUri,
    v1_0,
};
use std::collections::BTreeSet;

wire::object! {
    /// The remembered canvas states, for both directions.
    pub struct CanvasSession {
        /// The canvas states in the form of the proposal, by channel.
        canvases: SharedMap<String, CanvasState>,
        /// The channels in each list of open canvases, by the channel of the list in the proposal.
        lists: SharedMap<String, Vec<ChannelUri>>,
    }
}

impl Default for CanvasSession {
    fn default() -> Self {
        Self::new(SharedMap::default(), SharedMap::default())
    }
}

measured_by_encoding!(CanvasState);
measured_by_member! { CanvasSession { canvases, lists } }

/// A translated message.
type CanvasResult<T> = Result<Translated<T>, Refusal>;

impl CanvasSession {
    /// Translates an open canvas of the proposal.
    pub(super) fn canvas_forward(
        &mut self,
        canvas: OpenCanvas,
        tcx: &mut TranslationCx<'_>,
    ) -> CanvasResult<ReleasedCanvas> {
        let translated = line::canvas_forward(&canvas, tcx)?;
        self.remember(&canvas.channel, canvas.state);
        Ok(translated)
    }

    /// Translates an open canvas of the release.
    pub(super) fn canvas_backward(
        &mut self,
        canvas: ReleasedCanvas,
        tcx: &mut TranslationCx<'_>,
    ) -> CanvasResult<OpenCanvas> {
        let translated = line::canvas_backward(&canvas, tcx)?;
        let state = translated.message.state.clone();
        self.remember(&canvas.channel, state);
        Ok(translated)
    }

    /// Translates the canvas state in a snapshot of the proposal. A state without a channel is not remembered.
    pub(super) fn state_forward(
        &mut self,
        channel: Option<&ChannelUri>,
        state: CanvasState,
        tcx: &mut TranslationCx<'_>,
    ) -> CanvasResult<v1_0::CanvasState> {
        let translated = line::state_forward(&state, tcx)?;
        if let Some(channel) = channel {
            self.remember(channel, state);
        }
        Ok(translated)
    }

    /// Translates the canvas state in a snapshot of the release.
    pub(super) fn state_backward(
        &mut self,
        channel: Option<&ChannelUri>,
        state: v1_0::CanvasState,
        tcx: &mut TranslationCx<'_>,
    ) -> CanvasResult<CanvasState> {
        let translated = line::state_backward(&state, tcx)?;
        if let Some(channel) = channel {
            self.remember(channel, translated.message.clone());
        }
        Ok(translated)
    }

    /// Translates an action of the proposal. An update becomes the state after it, and the open canvases of a session
    /// become those of a chat.
    ///
    /// # Errors
    /// Refuses an action that the release lacks, a rejected or invalid action, and an update of an unknown canvas.
    /// Refuses a list if neither the context nor the carry names the chat.
    pub(super) fn action_forward(
        &mut self,
        action: ProposedAction,
        tcx: &mut TranslationCx<'_>,
    ) -> CanvasResult<ReleasedAction> {
        check_accepted(&action.extra)?;
        match &action.action {
            canvas::StateAction::CanvasUpdated(body) => {
                let before = self.require_canvas(&action.channel, Heading::ToRelease)?;
                let (translated, state) = update::forward(before, &action, body, tcx)?;
                self.remember(&action.channel, state);
                Ok(translated)
            }
            canvas::StateAction::OpenCanvasesChanged(body) => {
                let translated = catalogue::forward(&self.canvases, &action, body, tcx)?;
                self.remember_list(&action);
                Ok(translated)
            }
            other => Err(no_released(other)),
        }
    }

    /// Translates an action of the release. A state becomes the update that leads to it, and the canvases of a chat
    /// become the open ones of a session.
    ///
    /// # Errors
    /// Refuses an action that the proposal lacks, a rejected action, and an action on an unknown canvas. Refuses a list
    /// if neither the context nor the carry names the session.
    pub(super) fn action_backward(
        &mut self,
        action: ReleasedAction,
        tcx: &mut TranslationCx<'_>,
    ) -> CanvasResult<ProposedAction> {
        check_accepted(&action.extra)?;
        match &action.action {
            v1_0::StateAction::StateChanged(body) => {
                let before = self.require_canvas(&action.channel, Heading::ToProposal)?;
                let (translated, state) = update::backward(before, &action, body, tcx)?;
                self.remember(&action.channel, state);
                Ok(translated)
            }
            v1_0::StateAction::CanvasesChanged(body) => {
                let translated = catalogue::backward(&self.canvases, &action, body, tcx)?;
                self.remember_list(&translated.message);
                Ok(translated)
            }
            other => Err(no_proposed(other)),
        }
    }

    /// Returns the remembered state of the canvas that an action changes.
    ///
    /// # Errors
    /// Refuses a canvas whose state is unknown.
    fn require_canvas(
        &self,
        channel: &ChannelUri,
        heading: Heading,
    ) -> Result<&CanvasState, Refusal> {
        self.canvases.get(channel.as_str()).ok_or_else(|| {
            let message = "the action changes a canvas whose state is unknown";
            Refusal::context(heading.rules().action.id, pointer(&["channel"]), message)
                .hint("send its state first, as a snapshot or a line")
        })
    }

    /// Remembers the state of a canvas.
    fn remember(&mut self, channel: &ChannelUri, state: CanvasState) {
        self.canvases.insert(channel.as_str().to_owned(), state);
    }

    /// Remembers the canvases of a list. Canvases that are no longer in any list are closed.
    fn remember_list(&mut self, action: &ProposedAction) {
        let canvas::StateAction::OpenCanvasesChanged(list) = &action.action else {
            return;
        };
        let key = action.channel.as_str();
        let named = list
            .open_canvases
            .get()
            .map(Vec::as_slice)
            .unwrap_or_default();
        let named: Vec<ChannelUri> = named
            .iter()
            .map(|reference| reference.channel.clone())
            .collect();
        let others = self
            .lists
            .iter()
            .filter(|(list, _)| *list != key)
            .flat_map(|(_, named)| named);
        let open: BTreeSet<&ChannelUri> = wire::collect_set(others.chain(&named));
        let before = self.lists.get(key).map(Vec::as_slice).unwrap_or_default();
        for closed in before.iter().filter(|channel| !open.contains(channel)) {
            self.canvases.remove(closed.as_str());
        }
        self.lists.insert(key.to_owned(), named);
    }
}
