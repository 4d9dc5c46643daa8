//! Faults in long runs: silent peers, time, and restarts.

use super::{
    network::{Network, Peer, SESSIONS, host},
    observer::{self, Observer},
};
use crate::{
    canvas::{
        CallId,
        host::{self as hosts, ConnectionId},
    },
    client::Client,
    connection::InitializeResult,
    ids::ChannelUri,
    json_rpc::JsonRpcMessage,
};
use std::{collections::BTreeMap, time::Duration};

impl Network {
    pub(super) fn pass(&mut self, time: Duration) {
        self.now += time;
        let out = self.host.advance(self.now);
        self.host_wants(out);
    }

    /// Leaves the next request to the host's program or to a client unanswered for a while.
    pub(super) fn be_silent(&mut self, seat: Option<usize>) {
        let (provide, slow) = match seat {
            None => (&mut self.provide, &mut self.slow),
            Some(seat) => {
                let seat = &mut self.seats[seat];
                (&mut seat.provide, &mut seat.slow)
            }
        };
        if !provide.is_empty() {
            slow.push(provide.remove(0));
        }
    }

    /// Answers a request late, perhaps too late.
    pub(super) fn speak(&mut self, n: usize) {
        if n % 2 == 0 && !self.slow.is_empty() {
            let (call, request) = self.slow.remove(n / 2 % self.slow.len());
            let answer = self.fitting(&request);
            let out = self.host.answer(call, Ok(answer)).unwrap_or_default();
            self.host_wants(out);
        }
        for seat in 0..self.seats.len() {
            if n % 2 == 1 && !self.seats[seat].slow.is_empty() {
                let (call, request) = self.seats[seat].slow.remove(0);
                let answer = self.fitting(&request);
                let out = self
                    .client(seat)
                    .answer(call, Ok(answer))
                    .expect("the client was asked");
                self.client_wants(seat, out);
            }
        }
    }

    /// Cancels a call of the agent.
    pub(super) fn give_up(&mut self, n: usize) {
        let waiting: Vec<CallId> = self
            .begun
            .iter()
            .filter(|call| !self.done.contains_key(call))
            .copied()
            .collect();
        if !waiting.is_empty() {
            let out = self
                .host
                .cancel(waiting[n % waiting.len()])
                .expect("it was begun and has not ended");
            self.host_wants(out);
        }
    }

    /// Restarts the host with its open canvases and the states that the program knows.
    pub(super) fn restart_host(&mut self) {
        self.settle();
        for seat in 0..self.seats.len() {
            self.lose(seat, true);
            // The new host restarts its numbers, so frames of the previous host are no longer valid.
            self.seats[seat].past.clear();
        }
        let before = std::mem::replace(&mut self.host, host());
        self.hosts += 1;
        self.zombies.clear();
        self.provide.clear();
        self.slow.clear();
        self.reads.clear();
        self.tidy();
        self.state_root();
        for channel in before.canvases() {
            let state = before.canvas_state(channel).unwrap().clone();
            let listed = |session: &&&str| {
                let state = before.session_state(&(**session).into()).unwrap();
                state
                    .open_canvases
                    .get()
                    .unwrap()
                    .iter()
                    .any(|open| open.channel == *channel)
            };
            let session = SESSIONS.iter().find(listed).unwrap();
            self.host
                .restore(&(*session).into(), channel.clone(), state)
                .unwrap();
        }
        self.host.advance(self.now);
    }

    /// Restarts the program of a client without its state.
    pub(super) fn restart_client(&mut self, seat: usize) {
        self.lose(seat, true);
        let name = ["a", "b", "c"][seat];
        self.seats[seat].peer = Peer::Client(Box::new(Client::new(name, ["1.0.0", "0.6.0"])));
        self.seats[seat].past.clear();
        self.connect(seat);
    }

    /// Returns the states that a new client receives.
    pub(super) fn late(&mut self) -> BTreeMap<ChannelUri, observer::ObservedState> {
        let connection = ConnectionId(u64::MAX);
        let [hello] = &Observer::new("late").connect()[..] else {
            panic!("one request")
        };
        let out = self.host.receive(connection, hello.clone());
        let answer = out.iter().find_map(|output| match output {
            hosts::HostOutput::Send { to, message } if *to == connection => match &**message {
                JsonRpcMessage::Response(response) => {
                    Some(response.result.decode::<InitializeResult>().unwrap())
                }
                other => panic!("{other:?}"),
            },
            _ => None,
        });
        assert!(self.host.disconnect(connection).is_empty());
        let snapshots = answer.unwrap().snapshots;
        assert_eq!(snapshots.len(), observer::FOLLOWED.len());
        snapshots
            .iter()
            .map(|snapshot| (snapshot.resource.clone(), observer::read(snapshot)))
            .collect()
    }

    /// Discards old data, so that a long walk does not need more memory than a short one.
    pub(super) fn tidy(&mut self) {
        self.all_begun += self.begun.len();
        self.begun.clear();
        self.done.clear();
        self.heard.clear();
        for seat in &mut self.seats {
            seat.told.clear();
            let old = seat.past.len().saturating_sub(50);
            seat.past.drain(..old);
        }
    }
}
