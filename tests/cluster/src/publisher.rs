//! Publishes sessions, and repeats a publication until the server confirms it.

use crate::{
    Failure,
    generator::{Input, Session},
};
use agent_ui_nats::StreamNames;
use async_nats::{Client, HeaderMap, jetstream};
use futures_util::{StreamExt, stream::FuturesUnordered};
use std::{
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::Duration,
};
use tokio::time::{Instant, sleep, sleep_until, timeout_at};

/// The time after which a failed publication is repeated.
const RETRY: Duration = Duration::from_millis(200);
/// The number of publications between two checks of the backlog.
const LOOK: usize = 250;

/// A publisher of the messages of sessions.
#[derive(Debug)]
pub(crate) struct Publisher {
    jetstream: jetstream::Context,
    names: StreamNames,
    /// The maximum number of inputs that wait for a worker.
    pub(crate) backlog: u64,
    /// The maximum number of publications that await their confirmation at the same time.
    pub(crate) concurrent: usize,
    /// The time between two publications.
    pub(crate) interval: Duration,
    is_stopped: AtomicBool,
    /// The number of times that the server was restarted.
    restarts: AtomicUsize,
    published: AtomicUsize,
    repeated: AtomicUsize,
}

impl Publisher {
    pub(crate) fn new(client: &Client, names: &StreamNames) -> Self {
        let mut jetstream = jetstream::new(client.clone());
        jetstream.set_timeout(Duration::from_secs(5));
        Self {
            jetstream,
            names: names.clone(),
            backlog: u64::MAX,
            concurrent: 64,
            interval: Duration::ZERO,
            is_stopped: AtomicBool::new(false),
            restarts: AtomicUsize::new(0),
            published: AtomicUsize::new(0),
            repeated: AtomicUsize::new(0),
        }
    }

    /// Returns the number of inputs that were published so far.
    pub(crate) fn published(&self) -> usize {
        self.published.load(Ordering::Relaxed)
    }

    /// Returns the number of publications that failed and were repeated.
    pub(crate) fn repeated(&self) -> usize {
        self.repeated.load(Ordering::Relaxed)
    }

    /// Stops [`publish_all`](Self::publish_all) before it has published all inputs.
    pub(crate) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Makes each session repeat its last publication. A client does so if it lost the connection before the answer
    /// arrived.
    pub(crate) fn server_restarted(&self) {
        self.restarts.fetch_add(1, Ordering::Relaxed);
    }

    /// Publishes all inputs. The inputs of a session stay in order, and the sessions are interleaved at random. Returns
    /// the sequence number of each input, in the order of the sessions.
    pub(crate) async fn publish_all(
        &self,
        sessions: &[Session],
        seed: u64,
    ) -> Result<Vec<Vec<Option<u64>>>, Failure> {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut sequences: Vec<Vec<Option<u64>>> = sessions.iter().map(|_| Vec::new()).collect();
        let mut restarts = vec![0; sessions.len()];
        let mut ready: Vec<usize> = (0..sessions.len()).collect();
        let mut running = FuturesUnordered::new();
        let mut started = 0;
        loop {
            let is_free =
                running.len() < self.concurrent && !self.is_stopped.load(Ordering::Relaxed);
            let next =
                Some(random.usize(..ready.len().max(1))).filter(|at| is_free && *at < ready.len());
            let end = Instant::now() + self.interval;
            if let Some(at) = next {
                let number = ready.swap_remove(at);
                let (Some(session), Some(done)) = (sessions.get(number), sequences.get(number))
                else {
                    continue;
                };
                let at = done.len();
                let Some(input) = session.inputs.get(at) else {
                    continue;
                };
                let now = self.restarts.load(Ordering::Relaxed);
                let is_restarted = restarts
                    .get_mut(number)
                    .is_some_and(|before| std::mem::replace(before, now) < now);
                let last = at.checked_sub(1).filter(|_| is_restarted);
                running.push(async move {
                    if let Some((last, input)) =
                        last.and_then(|at| Some((at, session.inputs.get(at)?)))
                    {
                        self.publish(session, input, &format!("{number}-{last}"))
                            .await?;
                        self.repeated.fetch_add(1, Ordering::Relaxed);
                        self.published.fetch_sub(1, Ordering::Relaxed);
                    }
                    let sequence = self
                        .publish(session, input, &format!("{number}-{at}"))
                        .await?;
                    Ok::<_, Failure>((number, sequence))
                });
                started += 1;
                if started % LOOK == 0 {
                    self.wait_for_workers().await;
                }
            }
            // Without an interval, the next publication begins at once. If none may begin, one of the others has to end first.
            let published = match next {
                Some(_) => timeout_at(end, running.next()).await.ok().flatten(),
                None => match running.next().await {
                    Some(published) => Some(published),
                    None => return Ok(sequences),
                },
            };
            if let Some((number, sequence)) = published.transpose()?
                && let Some(done) = sequences.get_mut(number)
            {
                done.push(sequence);
                ready.push(number);
            }
            if next.is_some() {
                sleep_until(end).await;
            }
        }
    }

    /// Publishes one input, and returns its sequence number. The number is unknown if the publication was repeated and
    /// the server does not recognize the repetition. A server forgets the ids of finished inputs when it is restarted.
    pub(crate) async fn publish(
        &self,
        session: &Session,
        input: &Input,
        id: &str,
    ) -> Result<Option<u64>, Failure> {
        let mut headers = HeaderMap::new();
        headers.insert("Nats-Msg-Id", id);
        headers.insert("Agent-UI-From", session.route.from);
        headers.insert("Agent-UI-To", session.route.to);
        if input.ends {
            headers.insert("Agent-UI-End", "true");
        }
        let mut payload = input.payload.clone();
        if input.is_object {
            let object = format!("input-{id}");
            let store = self
                .jetstream
                .get_object_store(self.names.object_bucket())
                .await?;
            store
                .put(
                    object.as_str(),
                    &mut std::mem::take(&mut payload).as_bytes(),
                )
                .await?;
            headers.insert("Agent-UI-Object", object);
        }
        let subject = self.names.input(&session.name, input.direction);
        let mut is_repeated = false;
        loop {
            let sent = self.jetstream.publish_with_headers(
                subject.clone(),
                headers.clone(),
                payload.clone().into(),
            );
            if let Ok(confirmation) = sent.await
                && let Ok(stored) = confirmation.await
            {
                self.published.fetch_add(1, Ordering::Relaxed);
                return Ok(Some(stored.sequence).filter(|_| stored.duplicate || !is_repeated));
            }
            is_repeated = true;
            self.repeated.fetch_add(1, Ordering::Relaxed);
            sleep(RETRY).await;
        }
    }

    /// Waits until the number of waiting inputs is within the allowed backlog.
    async fn wait_for_workers(&self) {
        loop {
            match waiting_inputs(&self.jetstream, &self.names).await {
                Ok(waiting) if waiting <= self.backlog => return,
                _ => sleep(Duration::from_millis(50)).await,
            }
        }
    }
}

/// Returns the number of inputs that no worker has finished. The consumers count them, because a killed server may keep
/// finished inputs in the stream.
pub(crate) async fn waiting_inputs(
    jetstream: &jetstream::Context,
    names: &StreamNames,
) -> Result<u64, Failure> {
    let stream = jetstream.get_stream(names.input_stream()).await?;
    let mut consumers = stream.consumers();
    let mut waiting = 0;
    while let Some(consumer) = consumers.next().await {
        let consumer = consumer?;
        waiting += consumer.num_pending + u64::try_from(consumer.num_ack_pending)?;
    }
    Ok(waiting)
}
