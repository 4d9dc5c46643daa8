//! Hand-written clients that do not know the proposal.

use crate::{
    canvas::frame,
    connection::{InitializeParams, InitializeResult},
    envelope::ActionEnvelope,
    ids::ChannelUri,
    json_rpc::{JsonRpcMessage, RequestId},
    subscription::{
        ReconnectParams, ReconnectResult, Snapshot, SubscribeParams, SubscribeResult,
        UnsubscribeParams,
    },
    v1_0::{self, CanvasState, ChatState, SnapshotState},
};
use std::collections::{BTreeMap, BTreeSet};

/// A client of AHP 1.0 that follows a chat and every canvas that the chat lists.
pub(super) struct Presenter {
    id: &'static str,
    chat: ChannelUri,
    pub(super) chat_state: Option<ChatState>,
    pub(super) canvases: BTreeMap<ChannelUri, CanvasState>,
    asked: BTreeSet<ChannelUri>,
    waiting: Vec<RequestId>,
    last_seen: Option<u64>,
    next: u64,
    connected: bool,
}

impl Presenter {
    pub(super) fn new(id: &'static str, chat: &str) -> Self {
        Self {
            id,
            chat: chat.into(),
            chat_state: None,
            canvases: BTreeMap::new(),
            asked: BTreeSet::new(),
            waiting: Vec::new(),
            last_seen: None,
            next: 1,
            connected: false,
        }
    }

    pub(super) fn connect(&mut self) -> Vec<JsonRpcMessage> {
        self.asked.clear();
        self.waiting.clear();
        self.connected = false;
        let message = match self.last_seen {
            Some(seen) => {
                let followed: Vec<_> = self
                    .chat_state
                    .iter()
                    .map(|_| self.chat.clone())
                    .chain(self.canvases.keys().cloned())
                    .collect();
                let params = ReconnectParams::new("ahp-root://", self.id, seen, followed);
                self.request("reconnect", frame::payload(&params))
            }
            None => {
                let params =
                    InitializeParams::new("ahp-root://", vec!["1.0.0".to_owned()], self.id)
                        .initial_subscriptions(vec![self.chat.clone()]);
                self.request("initialize", frame::payload(&params))
            }
        };
        vec![message]
    }

    pub(super) fn receive(&mut self, message: JsonRpcMessage) -> Vec<JsonRpcMessage> {
        match message {
            JsonRpcMessage::Response(response) if self.waiting.contains(&response.id) => {
                self.waiting.retain(|id| *id != response.id);
                if !self.connected {
                    self.connected = true;
                    if let Ok(result) = response.result.decode::<InitializeResult>() {
                        self.last_seen = Some(result.server_seq);
                        result
                            .snapshots
                            .iter()
                            .for_each(|snapshot| self.take(snapshot));
                    } else if let Ok(result) = response.result.decode::<ReconnectResult>() {
                        self.catch_up(result);
                    }
                } else if let Ok(result) = response.result.decode::<SubscribeResult>() {
                    result
                        .snapshot
                        .get()
                        .into_iter()
                        .for_each(|snapshot| self.take(snapshot));
                }
            }
            // The host has restarted, and does not know the client.
            JsonRpcMessage::ErrorResponse(response)
                if self.waiting.contains(&response.id) && !self.connected =>
            {
                self.last_seen = None;
                self.chat_state = None;
                self.canvases.clear();
                return self.connect();
            }
            JsonRpcMessage::Notification(told) if told.method == "action" => {
                self.hear(told.params.unwrap().decode().unwrap());
            }
            _ => {}
        }
        self.follow()
    }

    fn catch_up(&mut self, result: ReconnectResult) {
        match result {
            ReconnectResult::Replay(replay) => {
                for missing in replay.missing {
                    self.canvases.remove(&missing);
                }
                replay
                    .actions
                    .into_iter()
                    .for_each(|envelope| self.hear(envelope));
            }
            ReconnectResult::Snapshot(result) => {
                self.last_seen = None;
                self.canvases.clear();
                self.chat_state = None;
                result
                    .snapshots
                    .iter()
                    .for_each(|snapshot| self.take(snapshot));
            }
            ReconnectResult::Unknown(_) => unreachable!("our host sends none"),
        }
    }

    fn take(&mut self, snapshot: &Snapshot) {
        self.last_seen = self.last_seen.max(Some(snapshot.from_seq));
        match SnapshotState::read(snapshot).unwrap() {
            SnapshotState::Chat(state) => self.chat_state = Some(state),
            SnapshotState::Canvas(state) => {
                self.asked.remove(&snapshot.resource);
                self.canvases.insert(snapshot.resource.clone(), state);
            }
            _ => {}
        }
    }

    fn hear(&mut self, envelope: ActionEnvelope) {
        if Some(envelope.server_seq) <= self.last_seen {
            return;
        }
        self.last_seen = Some(envelope.server_seq);
        if envelope.channel == self.chat {
            if let Some(state) = &mut self.chat_state {
                v1_0::reduce_chat(state, &envelope.action.decode().unwrap());
            }
        } else if let Some(state) = self.canvases.get_mut(&envelope.channel) {
            v1_0::reduce_canvas(state, &envelope.action.decode().unwrap());
        }
    }

    /// Follows exactly the canvases that the chat lists.
    fn follow(&mut self) -> Vec<JsonRpcMessage> {
        let listed: BTreeSet<ChannelUri> = self
            .chat_state
            .iter()
            .flat_map(|chat| chat.canvases.get())
            .flatten()
            .map(|canvas| canvas.resource.clone())
            .collect();
        let mut messages = Vec::new();
        let gone: Vec<_> = self
            .canvases
            .keys()
            .filter(|canvas| !listed.contains(*canvas))
            .cloned()
            .collect();
        for canvas in gone {
            self.canvases.remove(&canvas);
            let params = frame::payload(&UnsubscribeParams::new(canvas));
            messages.push(frame::notification("unsubscribe", params));
        }
        self.asked.retain(|canvas| listed.contains(canvas));
        for canvas in listed {
            if self.connected
                && !self.canvases.contains_key(&canvas)
                && self.asked.insert(canvas.clone())
            {
                let params = frame::payload(&SubscribeParams::new(canvas));
                messages.push(self.request("subscribe", params));
            }
        }
        messages
    }

    fn request(&mut self, method: &str, params: wire::Payload) -> JsonRpcMessage {
        self.next += 1;
        self.waiting.push(RequestId::Number(self.next.into()));
        frame::request(self.next, method, params)
    }
}
