//! Connecting, and restoring subscriptions on the next connection.

use super::{Client, ClientOutput};
use crate::{envelope::ActionEnvelope, ids::ChannelUri, subscription::Snapshot};

impl Client {
    /// Starts a new connection with `initialize` or `reconnect`. A previous connection counts as lost.
    pub fn connect(&mut self) -> Vec<ClientOutput> {
        self.disconnect();
        vec![ClientOutput::Send(
            self.link.greet(|| self.mirrors.keys().cloned().collect()),
        )]
    }

    /// Ends the connection. The client remembers what it follows, but canvas URLs may no longer be valid.
    pub fn disconnect(&mut self) {
        self.link.disconnect();
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
            if snapshots
                .iter()
                .any(|snapshot| snapshot.resource == channel)
            {
                self.mirrors.remove(&channel);
            } else {
                self.remove(&channel, out);
            }
        }
        for snapshot in snapshots {
            self.take(snapshot, out);
        }
        self.resume(out);
    }

    /// Subscribes to every channel that is wanted or listed and has no state yet.
    fn resume(&mut self, out: &mut Vec<ClientOutput>) {
        let wanted: Vec<ChannelUri> = self.link.wanted.iter().cloned().collect();
        for channel in wanted {
            if !self.mirrors.contains_key(&channel) && !self.link.is_asked(&channel) {
                out.push(ClientOutput::Send(self.link.follow(&channel)));
            }
        }
        self.follow_listed(out);
    }
}
