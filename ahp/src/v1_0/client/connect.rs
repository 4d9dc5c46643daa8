//! Connections, and what is carried from one to the next.

use super::{Client, ClientOutput};
use crate::{envelope::ActionEnvelope, ids::ChannelUri, subscription::Snapshot};

impl Client {
    /// A connection is there: presents the client, or says that it is back. A connection of before is lost.
    pub fn connect(&mut self) -> Vec<ClientOutput> {
        self.disconnect();
        vec![ClientOutput::Send(self.link.greet(|| self.mirrors.keys().cloned().collect()))]
    }

    /// The connection is lost. What the client follows it keeps in mind; an address of a canvas may not be good any more.
    pub fn disconnect(&mut self) {
        self.link.disconnect();
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
        for channel in self.mirrors.keys().cloned().collect::<Vec<_>>() {
            if snapshots.iter().any(|snapshot| snapshot.resource == channel) {
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

    /// Asks for everything that is wanted or listed and is not there.
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
