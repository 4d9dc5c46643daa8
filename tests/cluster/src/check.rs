//! Many sessions, workers that are killed, and a server that is restarted.

use crate::{
    Failure,
    arguments::CheckArguments,
    cluster::Cluster,
    generator::{Workload, sessions, special_sessions},
    metrics::Metrics,
    processes::Signal,
    publisher::Publisher,
    server::NatsServer,
    workers::{Worker, WorkerProgram, stop_all},
};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// The number of inputs that may wait, so that publishing continues during the whole test.
const BACKLOG: u64 = 2000;

/// Compares the streams after the workload with the outputs of one process.
pub(crate) async fn check(
    cluster: &mut Cluster,
    arguments: &CheckArguments,
) -> Result<(), Failure> {
    let CheckArguments {
        messages,
        sessions: number,
        partitions,
        workers,
        kills,
        restarts,
        seed,
    } = *arguments;
    cluster.program.init(partitions).await?;
    let mut sessions = sessions(Workload {
        sessions: number,
        messages,
        seed,
    });
    sessions.extend(special_sessions(seed));
    let total = sessions.iter().map(|session| session.inputs.len()).sum();
    let mut publisher = cluster.publisher();
    publisher.backlog = BACKLOG;
    let start = Instant::now();
    let mut disturbance = Disturbance {
        workers: cluster.program.start_all(workers)?,
        program: &mut cluster.program,
        server: &mut cluster.server,
        publisher: &publisher,
        random: fastrand::Rng::with_seed(seed),
        counts: Metrics::default(),
    };
    let events = disturbance.plan(total, kills, restarts);
    let (sequences, ()) = tokio::try_join!(
        publisher.publish_all(&sessions, seed),
        disturbance.run(events)
    )?;
    disturbance.require_workers()?;
    let Disturbance {
        workers,
        counts: mut metrics,
        ..
    } = disturbance;
    let published = start.elapsed();
    cluster.wait_until_done().await?;
    let done = start.elapsed();
    let counts = cluster.compare(&sessions, &sequences).await?;
    for worker in &workers {
        metrics.add(&worker.metrics().await);
    }
    stop_all(workers).await?;
    println!(
        "{total} messages of {} sessions: {} outputs, {} reports and {} dead letters, each once and in order, as one process writes them",
        sessions.len(),
        counts.outputs,
        counts.reports,
        counts.dead_letters
    );
    println!(
        "{kills} workers killed, server restarted {restarts} times, {} inputs published again, {} redelivered, {} outputs published again, {} conflicts; {:.1} s publishing, {:.1} s in all",
        publisher.repeated(),
        metrics.get("redeliveries_total"),
        metrics.get("repeated_publications_total"),
        metrics.get("conflicts_total"),
        published.as_secs_f64(),
        done.as_secs_f64()
    );
    Ok(())
}

/// The faults that processes have while messages are published.
struct Disturbance<'a> {
    workers: Vec<Worker>,
    program: &'a mut WorkerProgram,
    server: &'a mut NatsServer,
    publisher: &'a Publisher,
    random: fastrand::Rng,
    /// The counts of the killed workers, read shortly before they were killed.
    counts: Metrics,
}

#[derive(Clone, Copy, Debug)]
enum Event {
    KillWorker,
    RestartServer(Signal),
}

impl Disturbance<'_> {
    /// Returns events, each with the number of messages that are published before it.
    fn plan(&mut self, total: usize, kills: usize, restarts: usize) -> Vec<(usize, Event)> {
        let kills = (0..kills).map(|_| (self.random.usize(..total.max(1)), Event::KillWorker));
        let mut events: Vec<(usize, Event)> = kills.collect();
        // Restarts are spread, and publishing goes on after the last one.
        events.extend((0..restarts).map(|number| {
            let signal = if number % 2 == 0 {
                Signal::Term
            } else {
                Signal::Kill
            };
            (
                total * (number + 1) / (restarts + 1),
                Event::RestartServer(signal),
            )
        }));
        events.sort_by_key(|(at, _)| *at);
        events
    }

    async fn run(&mut self, events: Vec<(usize, Event)>) -> Result<(), Failure> {
        for (at, event) in events {
            while self.publisher.published() < at {
                sleep(Duration::from_millis(5)).await;
                self.require_workers()?;
            }
            eprintln!("{} published: {event:?}", self.publisher.published());
            match event {
                Event::KillWorker => self.kill_worker().await?,
                Event::RestartServer(signal) => {
                    self.server.restart(signal).await?;
                    self.publisher.server_restarted();
                }
            }
        }
        Ok(())
    }

    async fn kill_worker(&mut self) -> Result<(), Failure> {
        let number = self.random.usize(..self.workers.len());
        // The worker is in the middle of something, not at the end of the publication that led here.
        sleep(Duration::from_millis(self.random.u64(..200))).await;
        if let Some(worker) = self.workers.get_mut(number) {
            self.counts.add(&worker.metrics().await);
            worker.kill().await?;
            *worker = self.program.start()?;
        }
        Ok(())
    }

    /// Fails if a worker has ended by itself. A worker that starts while the server is down does so, and is started
    /// again.
    fn require_workers(&mut self) -> Result<(), Failure> {
        for worker in &mut self.workers {
            match worker.process.ended() {
                None => {}
                Some(_) if !worker.was_ready() => *worker = self.program.start()?,
                Some(status) => {
                    return Err(
                        format!("{} ended with {status}:\n{}", worker.name, worker.log()).into(),
                    );
                }
            }
        }
        Ok(())
    }
}
