//! The state of a context: the part of its session that the client has received.

use super::{
    content::Content,
    negotiation::Negotiated,
    task::{Numbered, Task},
};
use crate::gateway::{
    CarrierLimits, GatewayError, Role, Session, SurfaceState, TextEntry, Update, Updates,
    answer_watch::AnswerWatch, deletion::deletion_message,
};
use agent_ui_text::bridge::Dialect;
use futures_util::FutureExt;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};
use wire::Payload;

/// The number of remembered contexts. A forgotten context receives all surfaces again with its next message.
const CONTEXTS: usize = 1024;
/// The number of tasks per context whose answers may have been lost.
const OPEN: usize = 64;
/// The limits of A2A's protocol buffers, which store JSON objects without an order and numbers as doubles.
const LIMITS: CarrierLimits = CarrierLimits {
    doubles: true,
    unordered: true,
    prototypes: false,
};

/// A context: the conversation of one client.
#[derive(Debug)]
pub(super) struct Context {
    /// The client's view of the session. A running task holds the lock, so that each update is in the answer of one
    /// task.
    pub(super) view: Arc<tokio::sync::Mutex<ContextView>>,
    /// The latest tasks whose answers the client has not received completely.
    open: Mutex<Vec<Arc<Task>>>,
    used: Mutex<Instant>,
}

impl Context {
    fn new() -> Self {
        Self {
            view: Arc::default(),
            open: Mutex::default(),
            used: Mutex::new(Instant::now()),
        }
    }

    fn open(&self) -> MutexGuard<'_, Vec<Arc<Task>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers a task until the client has received its answer.
    pub(super) fn add(&self, task: &Arc<Task>) {
        let mut open = self.open();
        if open.len() >= OPEN {
            open.remove(0);
        }
        open.push(Arc::clone(task));
    }

    /// Returns `true` if the client has lost the answer of a task. These tasks are forgotten, because the caller then
    /// sends all surfaces again.
    pub(super) fn take_lost_answers(&self) -> bool {
        let mut open = self.open();
        let is_lost = open.iter().any(|task| task.is_lost());
        open.retain(|task| !task.is_lost() && !task.is_received());
        is_lost
    }
}

/// The contexts of a face.
#[derive(Debug, Default)]
pub(super) struct Contexts(BTreeMap<String, Arc<Context>>);

impl Contexts {
    /// Returns a context, and creates it if necessary. If there are too many, the least recently used context is
    /// removed.
    pub(super) fn get(&mut self, name: &str) -> Arc<Context> {
        if !self.0.contains_key(name) && self.0.len() >= CONTEXTS {
            let used =
                |context: &Context| *context.used.lock().unwrap_or_else(PoisonError::into_inner);
            let unused = self
                .0
                .iter()
                .filter(|(_, context)| Arc::strong_count(context) == 1);
            if let Some(oldest) = unused
                .min_by_key(|(_, context)| used(context))
                .map(|(name, _)| name.clone())
            {
                self.0.remove(&oldest);
            }
        }
        let context = self
            .0
            .entry(name.to_owned())
            .or_insert_with(|| Arc::new(Context::new()));
        *context.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        Arc::clone(context)
    }
}

/// The client's view of a session.
#[derive(Debug, Default)]
pub(super) struct ContextView {
    /// The negotiated version of A2UI, or `None` if the client does not read A2UI.
    negotiated: Option<Negotiated>,
    updates: Option<Updates>,
    /// The ids of the surfaces that the client has.
    shown: BTreeSet<String>,
    /// The number of the latest entry whose texts the client has received.
    seen: u64,
    /// The watch that decides the result of the running task's answer.
    watch: AnswerWatch,
}

impl ContextView {
    /// Begins the answer to a message. Returns a note about the messages that were refused since the last answer.
    pub(super) fn begin_answer(&mut self, asks_nothing: bool) -> Option<Numbered> {
        // A client that asks nothing gets the surfaces.
        let watch = AnswerWatch::new(asks_nothing && !self.shown.is_empty());
        let missed = std::mem::replace(&mut self.watch, watch);
        missed.sentence().map(create_note)
    }

    /// Ends the answer. Adds a note about refused messages. If the answer contains nothing else, returns the reason for
    /// the failure.
    pub(super) fn end_answer(&mut self, batch: &mut Vec<Numbered>) -> Option<String> {
        let watch = std::mem::take(&mut self.watch);
        batch.extend(watch.note().map(create_note));
        watch.failure()
    }

    /// Returns everything that the client has missed.
    ///
    /// Usually these are the updates since the last answer. If the client is new, reads another version, or has lost an
    /// answer, they are the current surfaces.
    pub(super) async fn catch_up(
        &mut self,
        session: &Session,
        negotiated: Option<&Negotiated>,
        has_lost_answers: bool,
    ) -> Result<Vec<Numbered>, GatewayError> {
        if has_lost_answers || self.negotiated.as_ref() != negotiated {
            self.updates = None;
        }
        self.negotiated = negotiated.cloned();
        let mut missed = Vec::new();
        while let Some(updates) = &mut self.updates {
            match updates.next().now_or_never() {
                None => return Ok(missed),
                // The session was removed from memory meanwhile.
                Some(None) => self.updates = None,
                Some(Some(update)) => self.add(session, update, &mut missed).await?,
            }
        }
        self.open(session).await
    }

    /// Waits for an update. Returns the update with those that follow immediately.
    pub(super) async fn next(&mut self, session: &Session) -> Result<Vec<Numbered>, GatewayError> {
        let Some(updates) = &mut self.updates else {
            return std::future::pending().await;
        };
        let Some(update) = updates.next().await else {
            self.updates = None;
            return Ok(Vec::new());
        };
        let mut batch = Vec::new();
        self.add(session, update, &mut batch).await?;
        batch.extend(self.rest(session).await?);
        Ok(batch)
    }

    /// Returns the updates that have already arrived.
    pub(super) async fn rest(&mut self, session: &Session) -> Result<Vec<Numbered>, GatewayError> {
        let mut batch = Vec::new();
        while let Some(update) = self.updates.as_mut().and_then(Updates::try_next) {
            self.add(session, update, &mut batch).await?;
        }
        Ok(batch)
    }

    /// Adds an update to the answer, if the client can read it.
    pub(super) async fn add(
        &mut self,
        session: &Session,
        update: Update,
        batch: &mut Vec<Numbered>,
    ) -> Result<(), GatewayError> {
        self.watch.add(&update);
        match update {
            Update::Message(message) if self.negotiated.is_some() => {
                session.note_carrier(super::FACE, LIMITS, &message.text);
                if let Some(surface) = message.surface {
                    let is_end = Payload::parse(&message.text)
                        .is_ok_and(|text| text.member("deleteSurface").is_some());
                    if is_end {
                        self.shown.remove(&surface)
                    } else {
                        self.shown.insert(surface)
                    };
                }
                batch.push(Numbered {
                    seq: message.seq,
                    content: Content::A2ui(message.text),
                });
            }
            Update::Text(text) if text.role == Role::Agent => {
                self.seen = text.seq;
                batch.push(Numbered {
                    seq: text.seq,
                    content: Content::Text(text.text),
                });
            }
            Update::Lagged => {
                // The surfaces as they are now replace the updates so far.
                batch.retain(|numbered| matches!(numbered.content, Content::Text(_)));
                let seen = self.seen;
                let (messages, texts) = self.open_with_texts(session).await?;
                batch.extend(messages);
                let missed = texts
                    .into_iter()
                    .filter(|text| text.seq > seen && text.role == Role::Agent);
                batch.extend(missed.map(|text| Numbered {
                    seq: text.seq,
                    content: Content::Text(text.text),
                }));
            }
            _ => {}
        }
        Ok(())
    }

    /// Subscribes to a session, and returns its surfaces.
    async fn open(&mut self, session: &Session) -> Result<Vec<Numbered>, GatewayError> {
        Ok(self.open_with_texts(session).await?.0)
    }

    /// Subscribes to a session, and returns its surfaces and texts.
    async fn open_with_texts(
        &mut self,
        session: &Session,
    ) -> Result<(Vec<Numbered>, Vec<TextEntry>), GatewayError> {
        let dialect = self
            .negotiated
            .as_ref()
            .map_or(Dialect::A2ui0_9, |negotiated| negotiated.dialect);
        let (snapshot, updates) = session.subscribe(dialect).await?;
        self.updates = Some(updates);
        self.seen = snapshot.seq;
        let removed = std::mem::take(&mut self.shown);
        if self.negotiated.is_none() {
            return Ok((Vec::new(), snapshot.texts));
        }
        self.shown = snapshot
            .surfaces
            .iter()
            .map(|surface| surface.id.clone())
            .collect();
        let removed = removed.into_iter().filter(|id| !self.shown.contains(id));
        let deleted = removed.filter_map(|id| deletion(dialect, &id));
        let messages = deleted.chain(anew(dialect, &snapshot.surfaces));
        let numbered = |text: String| {
            session.note_carrier(super::FACE, LIMITS, &text);
            Numbered {
                seq: snapshot.seq,
                content: Content::A2ui(text),
            }
        };
        Ok((messages.map(numbered).collect(), snapshot.texts))
    }
}

/// Creates a text about an answer. Its entry number is the highest one, so that no replay omits the text.
fn create_note(text: String) -> Numbered {
    Numbered {
        seq: u64::MAX,
        content: Content::Text(text),
    }
}

/// Returns the messages that rebuild surfaces. They also work if the client already has the surfaces.
pub(super) fn anew(dialect: Dialect, surfaces: &[SurfaceState]) -> impl Iterator<Item = String> {
    surfaces.iter().flat_map(move |surface| {
        deletion(dialect, &surface.id)
            .into_iter()
            .chain(surface.messages.iter().cloned())
    })
}

/// Returns the message that deletes a surface.
fn deletion(dialect: Dialect, id: &str) -> Option<String> {
    let version = match dialect {
        Dialect::A2ui0_8 => "v0.8",
        Dialect::A2ui0_9 => "v0.9",
        Dialect::A2ui0_9_1 => "v0.9.1",
        Dialect::A2ui0_10 => "v0.10",
        Dialect::A2ui1_0June | Dialect::A2ui1_0Aug | Dialect::A2ui1_0Sep => "v1.0",
        Dialect::A2ui1_0 => "1.0",
        _ => return None,
    };
    Some(deletion_message(version, id))
}

#[cfg(test)]
mod tests {
    use super::{
        super::{task::UserMessage, task_state::TaskState},
        *,
    };
    use agent_ui_text::bridge::a2ui::Message;

    #[test]
    fn a_surface_is_deleted_in_every_version() {
        for dialect in Dialect::ALL
            .iter()
            .filter(|dialect| dialect.a2ui_version().is_some())
        {
            let delete = deletion(*dialect, "a\"b").unwrap();
            let message = Message::read_as(&delete, dialect.a2ui_version()).unwrap();
            assert_eq!(
                (message.key(), message.surface_id().unwrap().as_str()),
                ("deleteSurface", "a\"b")
            );
        }
        assert_eq!(deletion(Dialect::Aap, "a"), None);
    }

    #[test]
    fn an_interrupted_last_response_loses_the_answer() {
        let context = Context::new();
        let task = Arc::new(Task::new(
            "t".to_owned(),
            "c".to_owned(),
            None,
            UserMessage::default(),
            false,
        ));
        let response = task.response();
        context.add(&task);
        task.end(TaskState::Completed, None);
        // The response is on its way.
        assert!(!context.take_lost_answers());
        drop(response);
        assert!(context.take_lost_answers());
        assert!(!context.take_lost_answers());
        let received = Arc::new(Task::new(
            "u".to_owned(),
            "c".to_owned(),
            None,
            UserMessage::default(),
            false,
        ));
        context.add(&received);
        received.end(TaskState::Completed, None);
        received.response().complete();
        assert!(!context.take_lost_answers() && context.open().is_empty());
    }

    #[test]
    fn the_oldest_unused_context_is_evicted() {
        let mut contexts = Contexts::default();
        let used = contexts.get("used");
        for number in 0..CONTEXTS {
            contexts.get(&format!("c{number}"));
        }
        assert!(Arc::ptr_eq(&used, &contexts.get("used")));
        assert_eq!(
            (contexts.0.len(), contexts.0.contains_key("c0")),
            (CONTEXTS, false)
        );
    }
}
