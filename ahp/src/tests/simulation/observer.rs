//! A client that knows all actions of the test program, so it can maintain complete states.

use super::network::{CHAT, SESSIONS};
use crate::{
    canvas::{
        SessionAction, SessionState,
        frame::{self, ROOT},
        host::StateAfter,
        reduce_session,
    },
    connection::{InitializeParams, InitializeResult},
    envelope::ActionEnvelope,
    ids::ChannelUri,
    json_rpc::JsonRpcMessage,
    subscription::{ReconnectParams, ReconnectResult, Snapshot},
    v1_0::{self, ChatState},
};
use std::collections::BTreeMap;
use wire::{Extra, Payload};

/// The channels that the client always follows.
pub(super) const FOLLOWED: [&str; 4] = [ROOT, SESSIONS[0], SESSIONS[1], CHAT];

#[derive(Clone, Debug, PartialEq)]
pub(super) enum ObservedState {
    Session(Box<SessionState>),
    Chat(Box<ChatState>),
    Root(Extra),
}

/// Creates an action of the program that sets or removes one member of its channel's state.
pub(super) fn note(name: &str, value: Option<Payload>) -> (Payload, StateAfter) {
    let (kind, member) = (Payload::string("x/noted"), Payload::string(name));
    let mut members = vec![("type", &kind), ("member", &member)];
    members.extend(value.as_ref().map(|value| ("value", value)));
    let action = Payload::object(members);
    (action, StateAfter::Members(vec![(name.to_owned(), value)]))
}

/// Returns the effect of an action of the program.
pub(super) fn effect_of(action: &Payload) -> Option<StateAfter> {
    let member = |name: &str| action.member(name);
    let name = member("member")?.as_str()?.into_owned();
    Some(StateAfter::Members(vec![(name, member("value"))]))
}

pub(super) struct Observer {
    id: &'static str,
    pub(super) states: BTreeMap<ChannelUri, ObservedState>,
    last_seen: Option<u64>,
    next: u64,
    pub(super) replayed: usize,
    pub(super) restarted: usize,
}

impl Observer {
    pub(super) fn new(id: &'static str) -> Self {
        Self {
            id,
            states: BTreeMap::new(),
            last_seen: None,
            next: 0,
            replayed: 0,
            restarted: 0,
        }
    }

    pub(super) fn connect(&mut self) -> Vec<JsonRpcMessage> {
        let followed: Vec<ChannelUri> = FOLLOWED.iter().map(|uri| (*uri).into()).collect();
        self.next += 1;
        vec![match self.last_seen {
            Some(seen) => {
                let params = ReconnectParams::new(ROOT, self.id, seen, followed);
                frame::request(self.next, "reconnect", frame::payload(&params))
            }
            None => {
                let params = InitializeParams::new(ROOT, vec!["1.0.0".to_owned()], self.id);
                let params = frame::payload(&params.initial_subscriptions(followed));
                frame::request(self.next, "initialize", params)
            }
        }]
    }

    pub(super) fn receive(&mut self, message: JsonRpcMessage) -> Vec<JsonRpcMessage> {
        match message {
            JsonRpcMessage::Response(response) if response.id == self.next.into() => {
                if let Ok(result) = response.result.decode::<InitializeResult>() {
                    self.last_seen = Some(result.server_seq);
                    self.start_from(&result.snapshots);
                } else if let Ok(result) = response.result.decode::<ReconnectResult>() {
                    match result {
                        ReconnectResult::Replay(replay) => {
                            assert!(replay.missing.is_empty(), "{:?}", replay.missing);
                            self.replayed += 1;
                            replay
                                .actions
                                .into_iter()
                                .for_each(|envelope| self.hear(envelope));
                        }
                        ReconnectResult::Snapshot(result) => {
                            self.restarted += 1;
                            self.last_seen = result
                                .snapshots
                                .iter()
                                .map(|snapshot| snapshot.from_seq)
                                .max();
                            self.start_from(&result.snapshots);
                        }
                        ReconnectResult::Unknown(_) => unreachable!("our host sends none"),
                    }
                }
            }
            // The host has restarted, and does not know the client.
            JsonRpcMessage::ErrorResponse(response) if response.id == self.next.into() => {
                self.last_seen = None;
                return self.connect();
            }
            JsonRpcMessage::Notification(told) if told.method == "action" => {
                self.hear(told.params.unwrap().decode().unwrap());
            }
            _ => {}
        }
        Vec::new()
    }

    fn start_from(&mut self, snapshots: &[Snapshot]) {
        self.states = snapshots
            .iter()
            .map(|snapshot| (snapshot.resource.clone(), read(snapshot)))
            .collect();
    }

    fn hear(&mut self, envelope: ActionEnvelope) {
        if Some(envelope.server_seq) <= self.last_seen {
            return;
        }
        self.last_seen = Some(envelope.server_seq);
        let state = self.states.get_mut(&envelope.channel);
        let state = state.unwrap_or_else(|| panic!("{} is not followed", envelope.channel));
        if let Some(after) = effect_of(&envelope.action) {
            let extra = match state {
                ObservedState::Session(state) => &mut state.extra,
                ObservedState::Chat(state) => &mut state.extra,
                ObservedState::Root(extra) => extra,
            };
            return after.apply(extra, &[]);
        }
        match state {
            ObservedState::Session(state) => {
                reduce_session(state, &envelope.action.decode::<SessionAction>().unwrap());
            }
            ObservedState::Chat(state) => {
                v1_0::reduce_chat(state, &envelope.action.decode().unwrap());
            }
            ObservedState::Root(_) => panic!("nothing else happens there"),
        }
    }
}

/// Reads the state in a snapshot.
pub(super) fn read(snapshot: &Snapshot) -> ObservedState {
    match snapshot.resource.as_str() {
        ROOT => ObservedState::Root(
            snapshot
                .state
                .members()
                .map(|(name, value)| (Box::<str>::from(&*name), value))
                .collect(),
        ),
        CHAT => ObservedState::Chat(Box::new(snapshot.state.decode().unwrap())),
        _ => ObservedState::Session(Box::new(snapshot.state.decode().unwrap())),
    }
}
