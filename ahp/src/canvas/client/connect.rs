//! Connecting, and restoring subscriptions on the next connection.

use super::{Client, ClientOutput};
use crate::{
    canvas::frame,
    envelope::ActionEnvelope,
    error_code,
    ids::{ChannelKind, ChannelUri},
    link,
    subscription::Snapshot,
};

impl Client {
    /// Starts a new connection with `initialize` or `reconnect`. A previous connection counts as lost.
    pub fn connect(&mut self) -> Vec<ClientOutput> {
        let mut out = self.disconnect();
        let followed = || {
            self.sessions
                .keys()
                .chain(self.canvases.keys())
                .chain(&self.others)
        };
        out.push(ClientOutput::Send(
            self.link.greet(|| followed().cloned().collect()),
        ));
        out
    }

    /// Ends the connection. Pending reads fail, and the client remembers what it follows and declares.
    pub fn disconnect(&mut self) -> Vec<ClientOutput> {
        self.calls.clear();
        let lost = |call| {
            let error = frame::error(error_code::INTERNAL_ERROR, "the connection was lost");
            ClientOutput::Content {
                call,
                result: Err(error),
            }
        };
        self.link.disconnect().into_iter().map(lost).collect()
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

    /// Stops following a channel.
    pub fn unsubscribe(&mut self, channel: &ChannelUri) -> Vec<ClientOutput> {
        let mut out = Vec::new();
        if self.link.wanted.remove(channel) && self.is_connected() {
            out.push(ClientOutput::Send(link::leave(channel)));
        }
        self.drop_mirror(channel);
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
        let before: Vec<ChannelUri> = self
            .sessions
            .keys()
            .chain(self.canvases.keys())
            .chain(&self.others)
            .cloned()
            .collect();
        for channel in &before {
            let goes_on = snapshots
                .iter()
                .any(|snapshot| snapshot.resource == *channel);
            if goes_on {
                self.drop_mirror(channel);
            } else {
                self.remove(channel, out);
            }
        }
        for snapshot in snapshots {
            self.take(snapshot, out);
        }
        self.resume(out);
    }

    /// Subscribes to every wanted channel without a state, and repeats the declarations of the client.
    fn resume(&mut self, out: &mut Vec<ClientOutput>) {
        let there = |channel: &&ChannelUri| {
            self.sessions.contains_key(*channel)
                || self.canvases.contains_key(*channel)
                || self.others.contains(*channel)
        };
        let mut missing: Vec<ChannelUri> = self
            .link
            .wanted
            .iter()
            .filter(|channel| !there(channel))
            .cloned()
            .collect();
        // Sessions come first, so that the client already knows about canvases that were closed in the meantime.
        missing.sort_by_key(|channel| channel.kind() == ChannelKind::Canvas);
        for channel in missing {
            out.push(ClientOutput::Send(self.link.follow(&channel)));
        }
        for (session, client) in self.declared.clone() {
            self.announce(&session, client, out);
        }
    }
}
