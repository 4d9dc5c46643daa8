//! Notifications about changed surfaces.

use super::{
    call::{Filter, SUBSCRIPTIONS, too_many_subscriptions},
    service::Service,
    uri,
};
use crate::{
    faces::DIALECT,
    gateway::{Gateway, Update, Updates},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};
use tokio::{
    sync::{
        mpsc::{Receiver, Sender, channel},
        watch,
    },
    task::JoinHandle,
    time::sleep,
};
use wire::{
    Payload,
    json_rpc::{JsonRpcError, JsonRpcNotification, JsonRpcVersion},
};

/// The maximum number of notifications that wait for a client.
const AHEAD: usize = 16;
/// The maximum number of sessions that a client watches.
const SESSIONS: usize = 16;
/// The pause before a session that ended is opened again.
const PAUSE: Duration = Duration::from_secs(1);

/// A change of the resources or tools that clients are notified about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Notice {
    /// The list of tools has changed.
    ToolsChanged,
    /// A surface was created or deleted.
    ListChanged,
    /// The surface with this URI has changed.
    Updated(String),
}

impl Notice {
    /// Creates the notification for the change, with the given `_meta` if there is one.
    pub(super) fn notification(&self, meta: Option<&Payload>) -> JsonRpcNotification {
        let (method, uri) = match self {
            Self::ToolsChanged => ("notifications/tools/list_changed", None),
            Self::ListChanged => ("notifications/resources/list_changed", None),
            Self::Updated(uri) => (
                "notifications/resources/updated",
                Some(Payload::string(uri)),
            ),
        };
        let members = [("uri", uri.as_ref()), ("_meta", meta)];
        let members = members
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)));
        JsonRpcNotification::new(JsonRpcVersion::V2, method).params(Payload::object(members))
    }
}

/// Watches sessions for one client. Dropping this value ends all its tasks.
pub(super) struct Notifier {
    gateway: Gateway,
    /// The changes of the tool lists since this value was created, so that a later stream misses none.
    changes: Vec<watch::Receiver<u64>>,
    state: Mutex<NotifierState>,
}

#[derive(Default)]
struct NotifierState {
    /// `true` if the client is notified about new and deleted surfaces.
    list_changed: bool,
    /// The URIs of the surfaces to which the client has subscribed.
    subscribed: BTreeSet<String>,
    /// The stream to the client, if one is open.
    outlet: Option<Sender<Notice>>,
    /// The tasks that watch sessions, by session name.
    tasks: BTreeMap<String, WatchTask>,
    /// The tasks that watch tool sources.
    source_tasks: Vec<JoinHandle<()>>,
}

impl Drop for Notifier {
    fn drop(&mut self) {
        self.state().stop();
    }
}

impl NotifierState {
    fn stop(&mut self) {
        let sessions = std::mem::take(&mut self.tasks)
            .into_values()
            .map(|watching| watching.task);
        sessions
            .chain(self.source_tasks.drain(..))
            .for_each(|task| task.abort());
    }
}

/// A task that watches a session.
struct WatchTask {
    task: JoinHandle<()>,
    /// `true` once the task misses no further change.
    is_ready: watch::Receiver<bool>,
}

impl Notifier {
    pub(super) fn new(service: &Service, filter: Filter) -> Arc<Self> {
        let Filter {
            list_changed,
            tools_changed,
            resources: subscribed,
        } = filter;
        let state = NotifierState {
            list_changed,
            subscribed,
            ..NotifierState::default()
        };
        let sources = service.settings.tools.0.iter().filter(|_| tools_changed);
        let changes = sources.map(|source| source.changes()).collect();
        Arc::new(Self {
            gateway: service.gateway.clone(),
            changes,
            state: Mutex::new(state),
        })
    }

    /// Opens the stream to the client, and replaces an earlier one. New and deleted surfaces are announced for the
    /// client's own session and for all sessions in its subscriptions.
    pub(super) fn open(self: &Arc<Self>, session: Option<&str>) -> Receiver<Notice> {
        let (outlet, notices) = channel(AHEAD);
        let mut state = self.state();
        state.outlet = Some(outlet);
        if state.source_tasks.is_empty() {
            for changes in &self.changes {
                let task = tokio::spawn(watch_tools(Arc::downgrade(self), changes.clone()));
                state.source_tasks.push(task);
            }
        }
        let mut sessions: BTreeSet<String> = BTreeSet::new();
        for uri in &state.subscribed {
            sessions.extend(read_session(uri));
        }
        if let (Some(session), true) = (session, state.list_changed) {
            sessions.insert(session.to_owned());
        }
        for session in sessions {
            self.watch(&mut state, session);
        }
        notices
    }

    /// Waits until all tasks are ready, so that no later change is missed.
    pub(super) async fn ready(&self) {
        let tasks: Vec<_> = self
            .state()
            .tasks
            .values()
            .map(|task| task.is_ready.clone())
            .collect();
        for mut is_ready in tasks {
            // A task that has ended has no session to watch.
            let _ = is_ready.wait_for(|is_ready| *is_ready).await;
        }
    }

    /// Stops watching if the client no longer has a stream.
    pub(super) fn close_if_gone(&self) {
        let mut state = self.state();
        if state.outlet.as_ref().is_some_and(Sender::is_closed) {
            state.outlet = None;
            state.stop();
        }
    }

    /// Ends the stream to the client.
    pub(super) fn close(&self) {
        let mut state = self.state();
        state.outlet = None;
        state.stop();
    }

    /// Adds a subscription.
    pub(super) fn subscribe(self: &Arc<Self>, uri: &str) -> Result<(), JsonRpcError> {
        let mut state = self.state();
        if !state.subscribed.contains(uri) && state.subscribed.len() >= SUBSCRIPTIONS {
            return Err(too_many_subscriptions());
        }
        state.subscribed.insert(uri.to_owned());
        if let Some(session) = read_session(uri).filter(|_| state.outlet.is_some()) {
            self.watch(&mut state, session);
        }
        Ok(())
    }

    /// Removes a subscription.
    pub(super) fn unsubscribe(&self, uri: &str) {
        self.state().subscribed.remove(uri);
    }

    /// Returns `true` if the client has a stream.
    pub(super) fn is_open(&self) -> bool {
        self.state()
            .outlet
            .as_ref()
            .is_some_and(|outlet| !outlet.is_closed())
    }

    /// Starts to watch a session, unless it is watched already or there are too many.
    fn watch(self: &Arc<Self>, state: &mut NotifierState, session: String) {
        state
            .tasks
            .retain(|_, watching| !watching.task.is_finished());
        if state.tasks.len() >= SESSIONS || state.tasks.contains_key(&session) {
            return;
        }
        let (ready, is_ready) = watch::channel(false);
        let watching = watch_session(
            Arc::downgrade(self),
            self.gateway.clone(),
            session.clone(),
            ready,
        );
        state.tasks.insert(
            session,
            WatchTask {
                task: tokio::spawn(watching),
                is_ready,
            },
        );
    }

    /// Returns the stream to the client, if the client wants the notice.
    fn outlet_for(&self, notice: &Notice) -> Option<Sender<Notice>> {
        let state = self.state();
        let is_wanted = match notice {
            Notice::ToolsChanged => true,
            Notice::ListChanged => state.list_changed,
            Notice::Updated(uri) => state.subscribed.contains(uri),
        };
        state.outlet.clone().filter(|_| is_wanted)
    }

    fn state(&self) -> MutexGuard<'_, NotifierState> {
        // Each change is complete before anything can panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read_session(uri: &str) -> Option<String> {
    uri::read(uri).ok().map(|(session, _)| session)
}

/// Notifies a client when a tool list changes. Simultaneous changes cause a single notification.
async fn watch_tools(notifier: Weak<Notifier>, mut changes: watch::Receiver<u64>) {
    while changes.changed().await.is_ok() {
        let Some(notifier) = notifier.upgrade() else {
            return;
        };
        // The documents about tools are resources.
        let notices = [Notice::ToolsChanged, Notice::ListChanged];
        let wanted = notices.map(|notice| (notifier.outlet_for(&notice), notice));
        drop(notifier);
        for (outlet, notice) in wanted {
            // A client that is gone may open another stream.
            let _ = async { outlet?.send(notice).await.ok() }.await;
        }
    }
}

/// Notifies a client about the changes of a session. A slow client delays only this task, which catches up later.
async fn watch_session(
    notifier: Weak<Notifier>,
    gateway: Gateway,
    name: String,
    ready: watch::Sender<bool>,
) {
    let Ok(mut session) = gateway.session(&name).await else {
        return;
    };
    let mut known: Option<BTreeSet<String>> = None;
    'snapshots: loop {
        let Ok((snapshot, mut updates)) = session.subscribe(DIALECT).await else {
            return;
        };
        ready.send_replace(true);
        let ids = snapshot
            .surfaces
            .into_iter()
            .map(|surface| surface.id)
            .collect();
        let mut missed = known.replace(ids).map(|before| Batch {
            is_list_changed: known.as_ref() != Some(&before),
            changed: known.iter().flatten().cloned().collect(),
            is_lagged: false,
        });
        loop {
            let batch = match missed.take() {
                Some(batch) => Some(batch),
                None => Batch::read(&mut updates, known.get_or_insert_default()).await,
            };
            let Some(batch) = batch else { break };
            let is_lagged = batch.is_lagged;
            if send_batch(&notifier, batch, &name).await.is_err() {
                return;
            }
            if is_lagged {
                session.count_lagged();
                continue 'snapshots;
            }
        }
        // The session has ended in this program. It is opened again, as soon as the store works.
        session = loop {
            sleep(PAUSE).await;
            if let Ok(session) = gateway.session(&name).await {
                break session;
            }
        };
    }
}

/// The client of a notifier has disconnected.
struct NotifierGone;

/// Sends those notices of a batch that the client wants.
async fn send_batch(
    notifier: &Weak<Notifier>,
    batch: Batch,
    session: &str,
) -> Result<(), NotifierGone> {
    for notice in batch.notices(session) {
        let notifier = notifier.upgrade().ok_or(NotifierGone)?;
        let outlet = notifier.outlet_for(&notice);
        drop(notifier);
        if let Some(outlet) = outlet {
            // A client that is gone may open another stream.
            let _ = outlet.send(notice).await;
        }
    }
    Ok(())
}

/// Changes that are announced together.
#[derive(Debug, Default)]
struct Batch {
    is_list_changed: bool,
    changed: BTreeSet<String>,
    is_lagged: bool,
}

impl Batch {
    /// Waits for updates, and collects all that have arrived.
    async fn read(updates: &mut Updates, known: &mut BTreeSet<String>) -> Option<Self> {
        let mut batch = Self::default();
        let mut next = Some(updates.next().await?);
        while let Some(update) = next {
            match update {
                Update::Message(message) => {
                    if let Some(surface) = message.surface {
                        batch.is_list_changed |= record_list_change(&message.text, &surface, known);
                        batch.changed.insert(surface);
                    }
                }
                Update::Lagged => batch.is_lagged = true,
                _ => {}
            }
            next = updates.try_next();
        }
        Some(batch)
    }

    fn notices(self, session: &str) -> impl Iterator<Item = Notice> {
        let session = session.to_owned();
        let list = self.is_list_changed.then_some(Notice::ListChanged);
        let changed = self.changed.into_iter();
        list.into_iter()
            .chain(changed.map(move |id| Notice::Updated(uri::of_surface(&session, &id))))
    }
}

/// Returns `true` if a message creates or deletes the surface. Also updates the set of `known` surfaces.
fn record_list_change(message: &str, surface: &str, known: &mut BTreeSet<String>) -> bool {
    let Ok(message) = Payload::parse(message) else {
        return false;
    };
    if message.member("deleteSurface").is_some() {
        return known.remove(surface);
    }
    known.insert(surface.to_owned())
}
