//! Two workers and one partition. Each worker takes over when the other one ends, is killed, or stops for a while.

use crate::{
    Failure,
    cluster::Cluster,
    generator::{Workload, sessions},
    processes::Signal,
    workers::{Worker, stop_all},
};
use async_nats::Subscriber;
use futures_util::StreamExt;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::time::{Instant, sleep};

const WORKLOAD: Workload = Workload {
    sessions: 20,
    messages: 20_000,
    seed: 4,
};
/// The fates of the active worker, in order. A worker may end between any two steps, so several events are endings.
const EVENTS: [Event; 6] = [
    Event::Terminate,
    Event::Terminate,
    Event::Terminate,
    Event::Terminate,
    Event::Kill,
    Event::Pause,
];
/// The time between two messages.
const INTERVAL: Duration = Duration::from_millis(20);
/// The time between two checks of the active worker.
const LOOK: Duration = Duration::from_secs(1);
/// The number of checks in which one of the workers must have handled a message.
const LOOKS: u64 = 30;

/// The fate of the active worker.
#[derive(Clone, Copy, Debug)]
enum Event {
    Terminate,
    Kill,
    /// The worker stops for longer than the server waits for its acknowledgements, which is 10 s, and then continues.
    Pause,
}

impl Event {
    /// Returns the longest time without outputs that is allowed.
    fn limit(self) -> Duration {
        Duration::from_secs(match self {
            Self::Terminate => 2,
            Self::Kill | Self::Pause => 18,
        })
    }

    /// Returns the time during which the outputs are watched.
    fn watched(self) -> Duration {
        Duration::from_secs(match self {
            Self::Terminate => 4,
            Self::Kill | Self::Pause => 20,
        })
    }
}

/// Measures the time without outputs when a worker gives way, and compares the streams with the outputs of one process.
pub(crate) async fn give_way(cluster: &mut Cluster) -> Result<(), Failure> {
    cluster.program.init(1).await?;
    let mut workers = cluster.program.start_all(2)?;
    let clock = OutputClock::start(
        cluster
            .client
            .subscribe(format!("{}.out.>", cluster.names))
            .await?,
    );
    let sessions = sessions(WORKLOAD);
    let mut publisher = cluster.publisher();
    publisher.interval = INTERVAL;
    let program = &mut cluster.program;
    let events = async {
        sleep(LOOK * 3).await;
        for event in EVENTS {
            let number = active(&workers).await?;
            let worker = workers.swap_remove(number);
            let start = Instant::now();
            let worker = happen(event, worker).await?;
            let gap = clock.longest_gap(start, Instant::now());
            println!("{event:?}: {} ms without outputs", gap.as_millis());
            if gap > event.limit() {
                return Err(
                    format!("more than {} s are not allowed", event.limit().as_secs()).into(),
                );
            }
            workers.push(match worker {
                Some(worker) => worker,
                None => program.start()?,
            });
            // A worker that joins may get the partition.
            let start = Instant::now();
            sleep(LOOK * 7).await;
            let gap = clock.longest_gap(start, Instant::now());
            println!("join: {} ms without outputs", gap.as_millis());
            if gap > LOOK * 6 {
                return Err("more than 6 s are not allowed".into());
            }
        }
        publisher.stop();
        Ok::<_, Failure>(())
    };
    let (sequences, ()) =
        tokio::try_join!(publisher.publish_all(&sessions, WORKLOAD.seed), events)?;
    cluster.wait_until_done().await?;
    let counts = cluster.compare(&sessions, &sequences).await?;
    stop_all(workers).await?;
    println!(
        "{} messages: {} outputs, each once and in order",
        publisher.published(),
        counts.outputs
    );
    Ok(())
}

/// Triggers an event, and watches the outputs for a while. Returns the worker if it is still running.
async fn happen(event: Event, mut worker: Worker) -> Result<Option<Worker>, Failure> {
    match event {
        Event::Terminate => {
            let start = Instant::now();
            worker.stop().await?;
            println!("{event:?}: ended after {} ms", start.elapsed().as_millis());
            sleep(event.watched()).await;
            Ok(None)
        }
        Event::Kill => {
            worker.kill().await?;
            sleep(event.watched()).await;
            Ok(None)
        }
        Event::Pause => {
            worker.process.signal(Signal::Stop).await?;
            sleep(event.watched()).await;
            worker.process.signal(Signal::Cont).await?;
            sleep(LOOK * 3).await;
            Ok(Some(worker))
        }
    }
}

/// Returns the number of the worker that handles the messages.
async fn active(workers: &[Worker]) -> Result<usize, Failure> {
    for _ in 0..LOOKS {
        let mut before = Vec::new();
        for worker in workers {
            before.push(worker.metrics().await.get("messages_total"));
        }
        sleep(LOOK).await;
        for (number, (worker, before)) in workers.iter().zip(before).enumerate() {
            if worker.metrics().await.get("messages_total") > before {
                return Ok(number);
            }
        }
    }
    Err(format!(
        "no worker has done anything for {} s",
        LOOKS * LOOK.as_secs()
    )
    .into())
}

/// The times at which outputs arrived.
struct OutputClock(Arc<Mutex<Vec<Instant>>>);

impl OutputClock {
    fn start(mut outputs: Subscriber) -> Self {
        let times = Arc::new(Mutex::new(Vec::new()));
        let clock = Self(Arc::clone(&times));
        tokio::spawn(async move {
            while outputs.next().await.is_some() {
                times
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(Instant::now());
            }
        });
        clock
    }

    /// Returns the longest time without an output in the period from `start` to `end`.
    fn longest_gap(&self, start: Instant, end: Instant) -> Duration {
        longest_gap(
            &self.0.lock().unwrap_or_else(PoisonError::into_inner),
            start,
            end,
        )
    }
}

fn longest_gap(times: &[Instant], start: Instant, end: Instant) -> Duration {
    let within = times
        .iter()
        .copied()
        .filter(|time| start < *time && *time < end);
    let (mut longest, mut last) = (Duration::ZERO, start);
    for time in within.chain([end]) {
        longest = longest.max(time - last);
        last = time;
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_gap_includes_both_ends() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let seconds = |times: &[Instant], from, to| longest_gap(times, at(from), at(to)).as_secs();
        assert_eq!(seconds(&[at(1), at(2), at(6), at(7)], 0, 8), 4);
        assert_eq!(seconds(&[at(3)], 0, 4), 3);
        assert_eq!(seconds(&[at(1)], 0, 9), 8);
        assert_eq!(seconds(&[], 0, 9), 9);
    }
}
