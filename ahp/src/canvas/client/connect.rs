//! Connections, and what is carried from one to the next.

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
    /// A connection is there: presents the client, or says that it is back. A connection of before is lost.
    pub fn connect(&mut self) -> Vec<ClientOutput> {
        let mut out = self.disconnect();
        let followed = || self.sessions.keys().chain(self.canvases.keys()).chain(&self.others);
        out.push(ClientOutput::Send(self.link.greet(|| followed().cloned().collect())));
        out
    }

    /// The connection is lost. What was asked for fails; what the client follows and provides it keeps in mind.
    pub fn disconnect(&mut self) -> Vec<ClientOutput> {
        self.calls.clear();
        let lost = |call| {
            let error = frame::error(error_code::INTERNAL_ERROR, "the connection is lost");
            ClientOutput::Content { call, result: Err(error) }
        };
        self.link.disconnect().into_iter().map(lost).collect()
    }

    /// The client wants to follow a channel: at once if it is connected, else when it is. To follow it again gives a
    /// fresh state.
    pub fn subscribe(&mut self, channel: &ChannelUri) -> Vec<ClientOutput> {
        self.link.wanted.insert(channel.clone());
        if self.is_connected() { vec![ClientOutput::Send(self.link.follow(channel))] } else { Vec::new() }
    }

    /// The client does not want to follow a channel any more.
    pub fn unsubscribe(&mut self, channel: &ChannelUri) -> Vec<ClientOutput> {
        let mut out = Vec::new();
        if self.link.wanted.remove(channel) && self.is_connected() {
            out.push(ClientOutput::Send(link::leave(channel)));
        }
        self.drop_mirror(channel);
        out
    }

    /// What the client missed, and the channels that it cannot follow any more.
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

    /// Everything is as these snapshots say.
    pub(super) fn start_from(&mut self, snapshots: &[Snapshot], out: &mut Vec<ClientOutput>) {
        let before: Vec<ChannelUri> =
            self.sessions.keys().chain(self.canvases.keys()).chain(&self.others).cloned().collect();
        for channel in &before {
            let goes_on = snapshots.iter().any(|snapshot| snapshot.resource == *channel);
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

    /// Asks for everything that was wanted and is not there, and says what the client provides.
    fn resume(&mut self, out: &mut Vec<ClientOutput>) {
        let there = |channel: &&ChannelUri| {
            self.sessions.contains_key(*channel)
                || self.canvases.contains_key(*channel)
                || self.others.contains(*channel)
        };
        let mut missing: Vec<ChannelUri> =
            self.link.wanted.iter().filter(|channel| !there(channel)).cloned().collect();
        // Sessions first: a canvas that is closed in between is then known to be.
        missing.sort_by_key(|channel| channel.kind() == ChannelKind::Canvas);
        for channel in missing {
            out.push(ClientOutput::Send(self.link.follow(&channel)));
        }
        for (session, client) in self.declared.clone() {
            self.announce(&session, client, out);
        }
    }
}
