//! A worker, which takes partitions and hands them over.

use crate::limits::SHUTDOWN;
use crate::{
    client::NatsClient,
    error::NatsError,
    layout::{LayoutReader, Partition, ServedPartitions},
    partition_task::PartitionTask,
    peers::{KnownWorkers, Peers, assigned_partitions, worker_name},
    processor::Processor,
    report::{ReportLevel, WorkerReport},
    settings::WorkerSettings,
    status::{PartitionLags, StatusPage},
};
use std::{
    collections::BTreeMap,
    future::Future,
    sync::{Arc, PoisonError, atomic::AtomicU64},
    time::Duration,
};
use tokio::{
    sync::watch,
    task::{self, JoinError, JoinSet},
    time::{Instant, MissedTickBehavior, interval, sleep, timeout, timeout_at},
};

/// The interval of checks for changed partitions.
const PARTITION_CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// The time in which a new worker learns the names of the others before it takes partitions.
const INTRODUCTION: Duration = Duration::from_millis(500);
/// The time limit for sending the last acknowledgements. Without a connection, they cannot be sent.
const FLUSH: Duration = Duration::from_secs(1);
/// Runs a worker until `stop` ends, all workers are asked to end, or `until_empty` is set and no input waits. The worker then finishes its
/// messages in work, and hands over its partitions.
///
/// A runtime with one thread is enough: translations run on its blocking threads, at most four at the same time. While the server cannot be
/// reached, the worker waits. At its end, the worker waits at most 30 s for a translation, and then leaves the message to the other
/// workers. Use `Runtime::shutdown_background` if your program must not wait for the thread of that translation.
///
/// # Errors
/// Returns an error if the server does not answer at the start or does not offer JetStream. Also returns an error if the streams do not
/// exist or belong to another program, or if the status page cannot be served. Later failures are reported and retried.
pub async fn run_worker(
    client: NatsClient,
    settings: WorkerSettings,
    stop: impl Future<Output = ()>,
) -> Result<(), NatsError> {
    let name = worker_name(&client);
    let layout = LayoutReader::open(&client, &settings.names).await?;
    let until_empty = settings.until_empty;
    let (peers, known) = Peers::join(&client, &settings.names, &name).await?;
    let address = settings.status;
    let processor = Arc::new(Processor::open(&client, settings, name).await?);
    let served = layout.served_partitions().await?;
    let lags = PartitionLags::default();
    let status = match address {
        Some(address) => Some(StatusPage::start(address, &client, &processor, &lags).await?),
        None => None,
    };
    let (leave, leaving) = watch::channel(false);
    let peers = tokio::spawn(peers.run(leaving));
    sleep(INTRODUCTION).await;
    let mut worker = Worker {
        processor,
        layout,
        served,
        known,
        tasks: JoinSet::new(),
        running: BTreeMap::new(),
        lags,
    };
    worker.report(
        &WorkerReport::new(ReportLevel::Info, "worker started")
            .with("worker", &worker.processor.worker),
    );
    tokio::select! {
        () = stop => {}
        () = worker.run(until_empty) => {}
    }
    let deadline = Instant::now() + SHUTDOWN;
    worker.stop(deadline).await;
    leave.send_replace(true);
    // After the deadline, the others notice the missing announcements.
    let _ = timeout_at(deadline, peers).await;
    // The last acknowledgements may still be on their way to the server.
    let _ = timeout(FLUSH, client.nats.flush()).await;
    worker.report(
        &WorkerReport::new(ReportLevel::Info, "worker ended")
            .with("worker", &worker.processor.worker),
    );
    drop(status);
    Ok(())
}

/// The task of a partition.
struct RunningTask {
    id: task::Id,
    stop: watch::Sender<bool>,
}

/// The result of an ended task. If a task has panicked, its partition is unknown.
type EndedTask = Result<(task::Id, (Partition, Result<(), NatsError>)), JoinError>;

struct Worker {
    processor: Arc<Processor>,
    layout: LayoutReader,
    served: ServedPartitions,
    known: watch::Receiver<KnownWorkers>,
    tasks: JoinSet<(Partition, Result<(), NatsError>)>,
    running: BTreeMap<Partition, RunningTask>,
    lags: PartitionLags,
}

impl Worker {
    fn report(&self, report: &WorkerReport) {
        self.processor.report(report);
    }

    /// Serves partitions until all workers are asked to end, or until no input waits. The caller may stop waiting at any moment.
    async fn run(&mut self, until_empty: bool) {
        let mut look = interval(PARTITION_CHECK_INTERVAL);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = look.tick() => self.check_partitions().await,
                _ = self.known.changed() => {}
                Some(ended) = self.tasks.join_next_with_id() => self.task_ended(ended).await,
            }
            if self.known.borrow().is_draining {
                return;
            }
            if until_empty && self.layout.is_empty().await.unwrap_or(false) {
                return;
            }
            self.assign().await;
        }
    }

    /// Checks for changed partitions.
    async fn check_partitions(&mut self) {
        match self.layout.served_partitions().await {
            Ok(served) => self.served = served,
            Err(error) => {
                let report = WorkerReport::new(ReportLevel::Warn, "the server does not answer");
                self.report(&report.with("error", error));
            }
        }
    }

    /// Starts the tasks of this worker's partitions, and stops the others.
    async fn assign(&mut self) {
        let known = self.known.borrow_and_update().clone();
        let own = assigned_partitions(
            &self.served.partitions,
            &known.names,
            &self.processor.worker,
        );
        for (_, task) in self
            .running
            .iter()
            .filter(|(partition, _)| !own.contains(partition))
        {
            task.stop.send_replace(true);
        }
        for partition in own {
            // A task that is stopping must end before its partition is started again.
            if !self.running.contains_key(&partition) {
                self.take(partition).await;
            }
        }
    }

    async fn take(&mut self, partition: Partition) {
        let consumer = match self.layout.consumer(partition).await {
            Ok(consumer) => consumer,
            Err(error) => {
                let report = WorkerReport::new(ReportLevel::Warn, "partition not taken");
                return self.report(&report.with("partition", partition).with("error", error));
            }
        };
        let (stop, stopped) = watch::channel(false);
        let lag = Arc::new(AtomicU64::new(consumer.cached_info().num_pending));
        self.lags
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(partition, Arc::clone(&lag));
        let task = PartitionTask {
            partition,
            incarnation: self.served.incarnation.clone(),
            processor: Arc::clone(&self.processor),
            lag,
            stop: stopped,
        };
        let task = self
            .tasks
            .spawn(async move { (partition, task.run(consumer).await) });
        self.running.insert(
            partition,
            RunningTask {
                id: task.id(),
                stop,
            },
        );
        self.report(
            &WorkerReport::new(ReportLevel::Info, "partition taken").with("partition", partition),
        );
    }

    async fn task_ended(&mut self, ended: EndedTask) {
        let (id, result) = match ended {
            Ok((id, (_, result))) => (id, Ok(result)),
            Err(error) => (error.id(), Err(error)),
        };
        let partition = self
            .running
            .iter()
            .find(|(_, task)| task.id == id)
            .map(|(partition, _)| *partition);
        let Some(partition) = partition else { return };
        self.running.remove(&partition);
        self.lags
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&partition);
        let report =
            |level, message| WorkerReport::new(level, message).with("partition", partition);
        match result {
            Ok(Ok(())) => self.report(&report(ReportLevel::Info, "partition handed over")),
            Ok(Err(error)) => {
                self.report(&report(ReportLevel::Warn, "partition lost").with("error", error));
                // The stream may have been created again, with other sequence numbers.
                self.check_partitions().await;
                sleep(INTRODUCTION).await;
            }
            Err(error) => {
                // This worker may take the partition again. The server redelivers the messages after the acknowledgement time.
                self.processor.cache.remove_partition(partition);
                let report = report(ReportLevel::Error, "partition stopped by an internal error");
                self.report(&report.with("error", error));
                sleep(INTRODUCTION).await;
            }
        }
    }

    /// Stops all tasks, and waits until the deadline for the messages in work.
    async fn stop(&mut self, deadline: Instant) {
        for task in self.running.values() {
            task.stop.send_replace(true);
        }
        let ended = timeout_at(deadline, async {
            while self.tasks.join_next().await.is_some() {}
        });
        if ended.await.is_err() {
            self.tasks.abort_all();
            let message = "not finished within 30 s, other workers take the rest";
            self.report(&WorkerReport::new(ReportLevel::Warn, message));
        }
    }
}
