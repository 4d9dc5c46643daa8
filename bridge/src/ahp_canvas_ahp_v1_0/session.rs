//! The session.

use super::{
    action::{ProposedAction, ReleasedAction, check_accepted, no_proposed, no_released},
    canvas::{self as line, ReleasedCanvas},
    catalogue, update,
    way::{Direction, pointer},
};
use crate::{Carry, Context, Ledger, Refusal, a2ui_ahp::OpenCanvas};
use ahp::{
    canvas::{self, CanvasState},
    ids::ChannelUri,
    v1_0,
};
use std::collections::{BTreeMap, BTreeSet};

wire::object! {
    /// A session that translates what a host says of canvases, in either direction. It remembers how each canvas stands, as an
    /// update of the proposal says what changes and the release what there is. Saved, it can be resumed.
    ///
    /// Every message gives one. A refusal leaves the session as it was.
    ///
    /// ```
    /// # use agent_ui_bridge as bridge;
    /// use bridge::{Carry, Context, ahp_canvas_ahp_v1_0::CanvasSession};
    ///
    /// let state = wire::decode(
    ///     r#"{"instanceId":"a","canvasId":"plan","extensionId":"x","title":"Plan","url":"https://plans.test","availability":"ready","provider":{"kind":"server"}}"#,
    /// )?;
    /// let update = wire::decode(r#"{"channel":"ahp-canvas:/a","action":{"type":"canvas/updated","title":null}}"#)?;
    /// let (home, cx) = (Carry::default(), Context::default());
    ///
    /// let mut session = CanvasSession::default();
    /// session.state_forward(&"ahp-canvas:/a".into(), state, &home, &cx, &mut ())?;
    /// let (released, _) = session.action_forward(update, &home, &cx, &mut ())?;
    /// assert_eq!(
    ///     wire::encode(&released)?,
    ///     r#"{"channel":"ahp-canvas:/a","action":{"type":"canvas/stateChanged","canvas":{"instanceId":"a","extensionId":"x","canvasId":"plan","url":"https://plans.test"}}}"#,
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub struct CanvasSession {
        /// The number of the next message.
        next: u64,
        /// The canvases as the proposal has them, by their channels.
        canvases: BTreeMap<String, CanvasState>,
        /// The channels that each list of open canvases named last, by the channel of the list in the proposal.
        lists: BTreeMap<String, Vec<ChannelUri>>,
    }
}

impl Default for CanvasSession {
    fn default() -> Self {
        Self::new(0u64, BTreeMap::new(), BTreeMap::new())
    }
}

impl CanvasSession {
    /// The number that the next message will have.
    pub fn next_input(&self) -> u64 {
        self.next
    }

    /// Forgets a canvas that nobody follows any more. One that a list does not name any more is forgotten by itself.
    pub fn forget(&mut self, channel: &ChannelUri) {
        self.canvases.remove(channel.as_str());
    }

    /// Takes an open canvas of the proposal and gives the one of the release.
    ///
    /// # Errors
    /// If the context has a base address that is none.
    pub fn canvas_forward<L: Ledger>(
        &mut self,
        canvas: OpenCanvas,
        home: &Carry,
        cx: &Context,
        ledger: &mut L,
    ) -> Result<(ReleasedCanvas, Carry), Refusal> {
        let made = line::canvas_forward(&canvas, home, cx, self.next, ledger)?;
        self.took(&canvas.channel, canvas.state);
        Ok(made)
    }

    /// Takes an open canvas of the release and gives the one of the proposal.
    ///
    /// # Errors
    /// If the context has a base address that is none.
    pub fn canvas_backward<L: Ledger>(
        &mut self,
        canvas: ReleasedCanvas,
        home: &Carry,
        cx: &Context,
        ledger: &mut L,
    ) -> Result<(OpenCanvas, Carry), Refusal> {
        let made = line::canvas_backward(&canvas, home, cx, self.next, ledger)?;
        self.took(&canvas.channel, made.0.state.clone());
        Ok(made)
    }

    /// Takes the state of the canvas on a channel, as a snapshot of the proposal has it, and gives that of the release.
    ///
    /// # Errors
    /// If the context has a base address that is none.
    pub fn state_forward<L: Ledger>(
        &mut self,
        channel: &ChannelUri,
        state: CanvasState,
        home: &Carry,
        cx: &Context,
        ledger: &mut L,
    ) -> Result<(v1_0::CanvasState, Carry), Refusal> {
        let made = line::one_state_forward(&state, home, cx, self.next, ledger)?;
        self.took(channel, state);
        Ok(made)
    }

    /// Takes the state of the canvas on a channel, as a snapshot of the release has it, and gives that of the proposal.
    ///
    /// # Errors
    /// If the context has a base address that is none.
    pub fn state_backward<L: Ledger>(
        &mut self,
        channel: &ChannelUri,
        state: v1_0::CanvasState,
        home: &Carry,
        cx: &Context,
        ledger: &mut L,
    ) -> Result<(CanvasState, Carry), Refusal> {
        let made = line::one_state_backward(&state, home, cx, self.next, ledger)?;
        self.took(channel, made.0.clone());
        Ok(made)
    }

    /// Takes an action of the proposal and gives that of the release: for an update the state after it, and for the open canvases of
    /// a session those of a chat, which the context names.
    ///
    /// # Errors
    /// If the release has nothing for the action; if it updates a canvas whose state did not come before; if it is invalid, or was
    /// rejected; if the context does not name the chat, and the carry neither.
    pub fn action_forward<L: Ledger>(
        &mut self,
        action: ProposedAction,
        home: &Carry,
        cx: &Context,
        ledger: &mut L,
    ) -> Result<(ReleasedAction, Carry), Refusal> {
        check_accepted(&action.extra)?;
        let with = (cx, self.next);
        match &action.action {
            canvas::StateAction::CanvasUpdated(body) => {
                let before = self.canvas(&action.channel, Direction::Forward)?;
                let (made, carry, state) = update::forward(before, &action, body, home, with, ledger)?;
                self.took(&action.channel, state);
                Ok((made, carry))
            }
            canvas::StateAction::OpenCanvasesChanged(body) => {
                let made = catalogue::forward(&self.canvases, &action, body, home, with, ledger)?;
                self.listed(&action);
                Ok(made)
            }
            other => Err(no_released(other)),
        }
    }

    /// Takes an action of the release and gives that of the proposal: for a state the update that leads to it, and for the canvases
    /// of a chat the open ones of a session, which the context names.
    ///
    /// # Errors
    /// If the proposal has nothing for the action; if it changes or names a canvas whose state did not come before; if it was rejected;
    /// if the context does not name the session, and the carry neither.
    pub fn action_backward<L: Ledger>(
        &mut self,
        action: ReleasedAction,
        home: &Carry,
        cx: &Context,
        ledger: &mut L,
    ) -> Result<(ProposedAction, Carry), Refusal> {
        check_accepted(&action.extra)?;
        let with = (cx, self.next);
        match &action.action {
            v1_0::StateAction::StateChanged(body) => {
                let before = self.canvas(&action.channel, Direction::Backward)?;
                let (made, carry, state) = update::backward(before, &action, body, home, with, ledger)?;
                self.took(&action.channel, state);
                Ok((made, carry))
            }
            v1_0::StateAction::CanvasesChanged(body) => {
                let made = catalogue::backward(&self.canvases, &action, body, home, with, ledger)?;
                self.listed(&made.0);
                Ok(made)
            }
            other => Err(no_proposed(other)),
        }
    }

    fn canvas(&self, channel: &ChannelUri, direction: Direction) -> Result<&CanvasState, Refusal> {
        self.canvases.get(channel.as_str()).ok_or_else(|| {
            let message = "nobody says how the canvas on this channel stands, which this action changes";
            Refusal::context(direction.rules().action.id, pointer(&["channel"]), message)
                .hint("its state first: a snapshot, or a line with a state")
        })
    }

    /// A message has been taken, and so the canvas stands.
    fn took(&mut self, channel: &ChannelUri, state: CanvasState) {
        self.next = self.next.saturating_add(1);
        self.canvases.insert(channel.as_str().to_owned(), state);
    }

    /// A list has been taken: what it does not name any more is closed.
    fn listed(&mut self, action: &ProposedAction) {
        self.next = self.next.saturating_add(1);
        let canvas::StateAction::OpenCanvasesChanged(list) = &action.action else { return };
        let named = list.open_canvases.get().map(Vec::as_slice).unwrap_or_default();
        let named = named.iter().map(|reference| reference.channel.clone()).collect();
        let before = self.lists.insert(action.channel.as_str().to_owned(), named).unwrap_or_default();
        let open: BTreeSet<&ChannelUri> = self.lists.values().flatten().collect();
        for closed in before.iter().filter(|channel| !open.contains(channel)) {
            self.canvases.remove(closed.as_str());
        }
    }
}
