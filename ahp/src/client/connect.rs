//! The connection to a host, and the restoration of subscriptions on the next connection.

use super::{Client, ClientOutput, Profile};
use crate::{
    canvas::frame,
    envelope::ActionEnvelope,
    error_code,
    ids::{ChannelKind, ChannelUri},
    link,
    subscription::Snapshot,
};
use std::collections::BTreeSet;

impl<P: Profile> Client<P> {
    /// Starts a new connection with `initialize` or `reconnect`. A previous connection counts as lost.
    pub fn connect(&mut self) -> Vec<ClientOutput> {
        let mut out = self.disconnect();
        let greeting = self.link.greet(|| self.mirrors.keys().cloned().collect());
        out.push(ClientOutput::Send(greeting));
        out
    }

    /// Ends the connection. Pending reads fail. The client remembers its subscriptions and declarations.
    pub fn disconnect(&mut self) -> Vec<ClientOutput> {
        self.calls.clear();
        let mut out = Vec::new();
        for call in self.link.disconnect() {
            let error = frame::error(error_code::INTERNAL_ERROR, "the connection was lost");
            out.push(ClientOutput::Content {
                call,
                result: Err(error),
            });
        }
        out
    }

    /// Follows a channel, immediately or after the next connection.
    ///
    /// For a channel that is already followed, this requests a fresh state.
    pub fn subscribe(&mut self, channel: &ChannelUri) -> Vec<ClientOutput> {
        self.link.wanted.insert(channel.clone());
        if self.is_connected() {
            vec![ClientOutput::Send(self.link.follow(channel))]
        } else {
            Vec::new()
        }
    }

    /// Stops following a channel. If the channel is a chat of AHP 1.0, the client also leaves the canvases that no
    /// other chat lists.
    pub fn unsubscribe(&mut self, channel: &ChannelUri) -> Vec<ClientOutput> {
        let mut out = Vec::new();
        self.link.wanted.remove(channel);
        self.leave(channel, &mut out);
        self.mirrors.remove(channel);
        self.follow_changes(&BTreeSet::new(), &mut out);
        out
    }

    /// Applies the missed actions, and drops the channels that can no longer be followed.
    pub(super) fn catch_up(
        &mut self,
        missing: &[ChannelUri],
        actions: Vec<ActionEnvelope>,
        out: &mut Vec<ClientOutput>,
    ) {
        for channel in missing {
            self.remove(channel, out);
        }
        for envelope in actions {
            self.handle_action(envelope, out);
        }
        self.resume(out);
    }

    /// Replaces all states with these snapshots.
    pub(super) fn start_from(&mut self, snapshots: &[Snapshot], out: &mut Vec<ClientOutput>) {
        for channel in self.mirrors.keys().cloned().collect::<Vec<_>>() {
            let has_snapshot = snapshots
                .iter()
                .any(|snapshot| snapshot.resource == channel);
            if has_snapshot {
                self.mirrors.remove(&channel);
            } else {
                self.remove(&channel, out);
            }
        }
        // Lists come first, because they decide which canvases the client follows.
        let (canvases, others): (Vec<_>, Vec<_>) = snapshots
            .iter()
            .partition(|snapshot| snapshot.resource.kind() == ChannelKind::Canvas);
        for snapshot in others.into_iter().chain(canvases) {
            if self.is_wanted(&snapshot.resource) {
                self.take(snapshot, out);
            } else {
                // The program left the channel before the host answered.
                out.push(ClientOutput::Send(link::leave(&snapshot.resource)));
            }
        }
        self.resume(out);
    }

    /// Subscribes to every wanted channel without a state, and repeats the declarations of the client.
    fn resume(&mut self, out: &mut Vec<ClientOutput>) {
        let mut missing: Vec<ChannelUri> = Vec::new();
        for channel in &self.link.wanted {
            if !self.mirrors.contains_key(channel) && !self.link.is_asked(channel) {
                missing.push(channel.clone());
            }
        }
        // Lists come first, so that the client already knows about canvases that were closed in the meantime.
        missing.sort_by_key(|channel| channel.kind() == ChannelKind::Canvas);
        for channel in missing {
            out.push(ClientOutput::Send(self.link.follow(&channel)));
        }
        for (session, client) in self.declared.clone() {
            self.announce(&session, client, out);
        }
        self.follow_changes(&BTreeSet::new(), out);
    }
}
