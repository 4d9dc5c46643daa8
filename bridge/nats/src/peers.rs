//! The discovery of the workers of a group of streams, and the division of the partitions among them.
//!
//! Each worker publishes its name once a second, as a plain NATS message. All workers compute the same division from the names that they
//! know. If two workers know different names for a moment, both may take the same partition. The server then delivers each message to one
//! of them, and writes of states with an old revision fail.

use crate::limits::WORKER_SILENCE;
use crate::{
    client::NatsClient, error::NatsError, layout::Partition, names::StreamNames,
    stable_hash::stable_hash,
};
use async_nats::Subscriber;
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};
use tokio::{
    sync::watch,
    time::{Instant, MissedTickBehavior, interval, timeout},
};

/// The time between two announcements.
const ANNOUNCE_INTERVAL: Duration = Duration::from_secs(1);
/// The time for which a request to drain waits for the next answer.
const ANSWERS: Duration = Duration::from_secs(1);

/// The time limit for telling the other workers that this one leaves.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(2);

/// The announcement of a worker.
#[derive(Debug, Serialize, Deserialize)]
struct Announcement {
    worker: String,
    /// `true` if the worker leaves.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_leaving: bool,
}

/// The workers that a worker knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct KnownWorkers {
    /// The names of all known workers, including this one.
    pub(crate) names: BTreeSet<String>,
    /// `true` if all workers were asked to end.
    pub(crate) is_draining: bool,
}

fn announcements(names: &StreamNames) -> String {
    format!("{names}.workers")
}

fn drain_requests(names: &StreamNames) -> String {
    format!("{names}.workers.drain")
}

/// Announces a worker, and receives the announcements of the others.
pub(crate) struct Peers {
    client: async_nats::Client,
    subject: String,
    worker: String,
    announced: Subscriber,
    drains: Subscriber,
    heard: BTreeMap<String, Instant>,
    known: watch::Sender<KnownWorkers>,
}

impl Peers {
    pub(crate) async fn join(
        client: &NatsClient,
        names: &StreamNames,
        worker: &str,
    ) -> Result<(Self, watch::Receiver<KnownWorkers>), NatsError> {
        let subscribe = async |subject: String| {
            let subscribed = client.nats.subscribe(subject.clone()).await;
            subscribed.map_err(|error| NatsError::request(subject, &error))
        };
        let subject = announcements(names);
        let known = KnownWorkers {
            names: BTreeSet::from([worker.to_owned()]),
            is_draining: false,
        };
        let (known, receiver) = watch::channel(known);
        let peers = Self {
            client: client.nats.clone(),
            announced: subscribe(subject.clone()).await?,
            drains: subscribe(drain_requests(names)).await?,
            subject,
            worker: worker.to_owned(),
            heard: BTreeMap::new(),
            known,
        };
        Ok((peers, receiver))
    }

    /// Announces the worker until `stop` is set, and then announces that it leaves.
    pub(crate) async fn run(mut self, mut stop: watch::Receiver<bool>) {
        let mut pulse = interval(ANNOUNCE_INTERVAL);
        pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = pulse.tick() => {
                    self.announce(false).await;
                    self.forget();
                }
                Some(message) = self.announced.next() => {
                    if let Ok(announcement) = serde_json::from_slice(&message.payload) {
                        self.hear(announcement).await;
                    }
                }
                Some(message) = self.drains.next() => {
                    if let Some(reply) = message.reply {
                        // Without this answer, only the list of drained workers is incomplete.
                        let _ = self.client.publish(reply, self.worker.clone().into()).await;
                    }
                    self.known.send_modify(|known| known.is_draining = true);
                }
                _ = stop.changed() => break,
            }
        }
        let left = async {
            self.announce(true).await;
            self.client.flush().await
        };
        // Without a server, the others notice the missing announcements later.
        let _ = timeout(LEAVE_TIMEOUT, left).await;
    }

    async fn announce(&self, is_leaving: bool) {
        let announcement = Announcement {
            worker: self.worker.clone(),
            is_leaving,
        };
        if let Ok(text) = serde_json::to_vec(&announcement) {
            // A failure is ignored: the next announcement follows within a second.
            let _ = self.client.publish(self.subject.clone(), text.into()).await;
        }
    }

    async fn hear(&mut self, Announcement { worker, is_leaving }: Announcement) {
        let is_known = match is_leaving {
            true => self.heard.remove(&worker).is_none(),
            false => self.heard.insert(worker.clone(), Instant::now()).is_some(),
        };
        if is_known {
            return;
        }
        if !is_leaving && worker != self.worker {
            // A new worker learns the names of the others at once.
            self.announce(false).await;
        }
        self.update();
    }

    /// Removes the workers whose last announcement is too old.
    fn forget(&mut self) {
        let hears_itself = self
            .heard
            .get(&self.worker)
            .is_some_and(|heard| heard.elapsed() < ANNOUNCE_INTERVAL * 2);
        if !hears_itself {
            // The connection or this program has stalled, so missing announcements prove nothing about the others.
            let now = Instant::now();
            self.heard.values_mut().for_each(|heard| *heard = now);
            return;
        }
        let before = self.heard.len();
        self.heard
            .retain(|_, heard| heard.elapsed() < WORKER_SILENCE);
        if self.heard.len() != before {
            self.update();
        }
    }

    fn update(&self) {
        let names = self
            .heard
            .keys()
            .cloned()
            .chain([self.worker.clone()])
            .collect();
        self.known.send_if_modified(|known| {
            let is_new = known.names != names;
            known.names = names;
            is_new
        });
    }
}

/// Asks all workers of a group of streams to hand over their partitions and to end. Returns the names of the workers that answer.
///
/// # Errors
/// Returns an error if the server cannot be reached.
pub async fn drain(client: &NatsClient, names: &StreamNames) -> Result<Vec<String>, NatsError> {
    let subject = drain_requests(names);
    let inbox = client.nats.new_inbox();
    let mut answers = client
        .nats
        .subscribe(inbox.clone())
        .await
        .map_err(|error| NatsError::request("draining", &error))?;
    let asked = client
        .nats
        .publish_with_reply(subject, inbox, "".into())
        .await;
    asked.map_err(|error| NatsError::request("draining", &error))?;
    let mut workers = Vec::new();
    while let Ok(Some(answer)) = timeout(ANSWERS, answers.next()).await {
        // Without workers, the server itself answers with a status.
        if answer.status.is_none() {
            workers.push(String::from_utf8_lossy(&answer.payload).into_owned());
        } else {
            break;
        }
    }
    workers.sort();
    Ok(workers)
}

/// Returns a unique name for a worker.
pub(crate) fn worker_name(client: &NatsClient) -> String {
    let inbox = client.nats.new_inbox();
    inbox.rsplit('.').next().unwrap_or(&inbox).to_owned()
}

/// Divides partitions among workers as evenly as possible, and returns the partitions of one worker. When a worker joins or leaves, few
/// partitions move.
pub(crate) fn assigned_partitions(
    partitions: &[Partition],
    workers: &BTreeSet<String>,
    worker: &str,
) -> BTreeSet<Partition> {
    let most = partitions.len().div_ceil(workers.len().max(1));
    let mut loads: BTreeMap<&str, usize> = BTreeMap::new();
    let mut own = BTreeSet::new();
    for partition in partitions {
        let free = workers
            .iter()
            .filter(|worker| loads.get(worker.as_str()).copied().unwrap_or(0) < most);
        let Some(chosen) = free.max_by_key(|worker| (weight(*partition, worker), worker.as_str()))
        else {
            continue;
        };
        *loads.entry(chosen).or_default() += 1;
        if chosen == worker {
            own.insert(*partition);
        }
    }
    own
}

/// Returns the weight of a worker for a partition. The free worker with the highest weight gets the partition.
fn weight(partition: Partition, worker: &str) -> u64 {
    let hash = stable_hash(&format!("{partition}/{worker}"));
    // The last bytes of the key must reach the high bits, too.
    (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::StreamLayout;

    fn division(partitions: u32, workers: &[&str]) -> BTreeMap<Partition, String> {
        let partitions: Vec<Partition> =
            StreamLayout::new(1, partitions).each_partition().collect();
        let workers: BTreeSet<String> = workers.iter().map(|worker| (*worker).to_owned()).collect();
        let of = |worker: &String| {
            assigned_partitions(&partitions, &workers, worker)
                .into_iter()
                .map(|partition| (partition, worker.clone()))
                .collect::<Vec<_>>()
        };
        let pairs: Vec<(Partition, String)> = workers.iter().flat_map(of).collect();
        assert_eq!(
            pairs.len(),
            partitions.len(),
            "each partition has one worker"
        );
        pairs.into_iter().collect()
    }

    #[test]
    fn partitions_are_divided_evenly() {
        for (partitions, workers) in [(4, 2), (16, 3), (4, 8), (1, 2), (64, 7)] {
            let names: Vec<String> = (0..workers).map(|number| format!("w{number}")).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let division = division(partitions, &names);
            for name in names {
                let load = division.values().filter(|worker| *worker == name).count();
                assert!(
                    load <= usize::try_from(partitions).unwrap_or(0).div_ceil(workers),
                    "{name}: {load}"
                );
            }
        }
    }

    #[test]
    fn not_all_partitions_move_when_a_worker_leaves() {
        let before = division(64, &["a", "b", "c", "d"]);
        let after = division(64, &["a", "b", "c"]);
        let moved = before
            .iter()
            .filter(|(partition, worker)| after.get(partition) != Some(worker))
            .count();
        assert!(moved < 40, "{moved} of 64 partitions moved");
    }
}
