//! The task that follows a session: it delivers what the user sends, and posts what the agents show.

use super::{
    ChatPlatform, PostError,
    outbox::{Outbox, Outgoing},
    posted_messages::PostedMessages,
};
use crate::{
    faces::DIALECT,
    gateway::{
        ClientContent, ClientMessage, Gateway, GatewayError, Role, Session, Snapshot, Turn,
        TurnOutcome, Update, Updates,
    },
    timestamp::format_now,
};
use agent_ui_text::bridge::a2ui::{
    ClientDataModel, Message,
    expression::Host,
    surface::{ClientEvent, Surfaces},
};
use std::{
    collections::{BTreeMap, VecDeque},
    hash::{DefaultHasher, Hash, Hasher},
    mem,
    sync::Arc,
    time::Duration,
};
use tokio::{
    sync::{mpsc::Receiver, oneshot},
    task::{JoinSet, spawn_blocking},
    time::{Instant, sleep_until, timeout},
};
use wire::{Finding, Pointer};

/// The wait for the surfaces of an agent that starts because of a click.
const START: Duration = Duration::from_millis(1500);
/// The time limit of a request to the platform.
const REQUEST: Duration = crate::limits::BOT_REQUEST;
/// The pause of a conversation that never ends because of silence.
const FOREVER: Duration = Duration::from_secs(86_400 * 365);
/// The rule of reports about messages and clicks.
const RULE: &str = "serve/bot-message";
/// The text that takes the place of a surface that the platform cannot show.
const UNSHOWN: &str = "This content cannot be shown here.";
/// The text that takes the place of a deleted surface.
const DELETED: &str = "This content has been removed.";

/// Something that a user sends in a conversation.
pub(in crate::faces) enum ConversationInput<P: ChatPlatform> {
    /// A text of the user, with a key of the message.
    Text { id: String, text: String },
    /// A click on a surface.
    Click(Click<P>),
}

/// The function that applies a click to the surfaces of its session.
type Submit<P> =
    Box<dyn FnOnce(&mut Surfaces, &mut <P as ChatPlatform>::ViewState) -> ClickEffect + Send>;

/// A click on a surface.
pub(in crate::faces) struct Click<P: ChatPlatform> {
    /// The key of the click. A second click with the same key is not delivered.
    pub(in crate::faces) id: String,
    /// The id of the surface.
    pub(in crate::faces) surface: String,
    /// The id of the message that shows the surface, if the click names it.
    pub(in crate::faces) message: Option<String>,
    /// Applies the click.
    pub(in crate::faces) submit: Submit<P>,
    /// `true` if the answer contains the surface after the turn of the agent.
    pub(in crate::faces) wants_surface: bool,
    /// Receives the answer.
    pub(in crate::faces) answer: oneshot::Sender<ClickAnswer>,
}

/// The effect of a click on the surfaces.
#[derive(Debug)]
pub(in crate::faces) enum ClickEffect {
    /// The agent gets an event.
    Event(Box<ClientEvent>),
    /// The message of the surface changes, and the agent gets nothing.
    Redraw,
    /// The click has no effect.
    Nothing,
    /// The platform shows this, which is JSON in its own form.
    Show(String),
    /// The click is refused for a reason that the user can remove, such as a check that fails.
    Invalid(String),
    /// The click does not fit the surface. The text is for the user and the operator.
    Refused(String),
}

/// The answer to a click.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::faces) enum ClickAnswer {
    /// The agent gets the event, or nothing has to be delivered.
    Accepted,
    /// The surface does not exist any more.
    Gone,
    /// The platform shows this, which is JSON in its own form.
    Show(String),
    /// The surface after the turn of the agent, as a message of the platform.
    Surface(String),
    /// A reason that the user can remove.
    Invalid(String),
    /// The click was not delivered for this reason.
    Refused(String),
}

/// A message for the agents.
struct Delivery {
    message: ClientMessage,
    wait: Option<ClickWait>,
}

/// A client that waits for the answer to its click.
struct ClickWait {
    answer: oneshot::Sender<ClickAnswer>,
    /// The surface that the answer contains.
    surface: Option<String>,
}

/// A posted message.
struct PostResult {
    item: Outgoing,
    digest: u64,
    /// `true` if the message takes the place of a deleted surface.
    is_deletion: bool,
    result: Result<String, PostError>,
}

/// A conversation, which owns the state of all its surfaces.
pub(super) struct ChatConversation<P: ChatPlatform> {
    platform: Arc<P>,
    gateway: Gateway,
    session: Session,
    place: P::Place,
    updates: Updates,
    /// The surfaces with the values that users have entered.
    surfaces: Surfaces,
    view_states: BTreeMap<String, P::ViewState>,
    outbox: Outbox,
    /// The number of the latest entry whose texts were posted.
    seen: u64,
    deliveries: VecDeque<Delivery>,
    delivering: JoinSet<(Result<Turn, GatewayError>, Option<ClickWait>)>,
    turns: JoinSet<(TurnOutcome, Option<ClickWait>)>,
    posting: JoinSet<PostResult>,
    remembered: PostedMessages,
    /// `true` after the surfaces were lost.
    is_broken: bool,
}

impl<P: ChatPlatform> ChatConversation<P> {
    /// Opens the session of a conversation.
    pub(super) async fn open(
        platform: Arc<P>,
        gateway: Gateway,
        name: &str,
        place: P::Place,
        remembered: PostedMessages,
    ) -> Result<Self, GatewayError> {
        let session = gateway.session(name).await?;
        let (snapshot, updates) = session.subscribe(DIALECT).await?;
        let known = remembered.get(name);
        let mut conversation = Self {
            platform,
            gateway,
            session,
            place,
            updates,
            surfaces: Surfaces::new(),
            view_states: BTreeMap::new(),
            outbox: Outbox::default(),
            seen: 0,
            deliveries: VecDeque::new(),
            delivering: JoinSet::new(),
            turns: JoinSet::new(),
            posting: JoinSet::new(),
            remembered,
            is_broken: false,
        };
        match known {
            Some((messages, seen)) => {
                conversation.outbox = Outbox::with_messages(messages);
                conversation.seen = seen;
            }
            // The texts of a session in which the user has spoken were posted before the program started.
            None if snapshot.texts.iter().any(|text| text.role == Role::User) => {
                conversation.seen = snapshot.seq;
            }
            None => {}
        }
        conversation.show_snapshot(&snapshot);
        Ok(conversation)
    }

    /// Follows the session until the platform sends nothing more, or the session is not used.
    pub(super) async fn run(mut self, mut inputs: Receiver<(P::Place, ConversationInput<P>)>) {
        let idle = self.gateway.settings().idle.unwrap_or(FOREVER);
        let mut is_open = true;
        let mut used = Instant::now();
        let gateway = self.gateway.clone();
        loop {
            self.begin_delivery();
            self.begin_post().await;
            let due = match self.posting.is_empty() {
                true => self.outbox.next_due(),
                false => None,
            };
            let is_busy = !(self.outbox.is_empty()
                && self.posting.is_empty()
                && self.deliveries.is_empty()
                && self.delivering.is_empty()
                && self.turns.is_empty());
            if self.is_broken || (!is_open && !is_busy) {
                return;
            }
            tokio::select! {
                input = inputs.recv(), if is_open => {
                    used = Instant::now();
                    is_open = self.receive(input).await;
                }
                update = self.updates.next() => {
                    used = Instant::now();
                    if !self.follow(update).await {
                        return;
                    }
                }
                Some(Ok(posted)) = self.posting.join_next() => self.finish_post(posted),
                Some(Ok((sent, wait))) = self.delivering.join_next() => self.follow_turn(sent, wait),
                Some(Ok((outcome, wait))) = self.turns.join_next() => {
                    if self.finish_turn(outcome, wait).await.is_err() {
                        return;
                    }
                }
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {}
                () = sleep_until(used + idle), if !is_busy => is_open = close(&mut inputs),
                () = gateway.wait_until_stopped() => return,
            }
        }
    }

    /// Handles an input of a user. Returns `false` if there are no more.
    async fn receive(&mut self, input: Option<(P::Place, ConversationInput<P>)>) -> bool {
        let Some((place, input)) = input else {
            return false;
        };
        self.place = place;
        match input {
            ConversationInput::Text { id, text } => {
                let content = ClientContent::Text(text);
                self.add_delivery(id, content, None, None);
            }
            ConversationInput::Click(click) => self.click(click).await,
        }
        true
    }

    /// Shows an update, and those that have arrived after it. Returns `false` if the session has ended.
    async fn follow(&mut self, update: Option<Update>) -> bool {
        let Some(update) = update else {
            return false;
        };
        self.show(update).await.is_ok() && self.show_waiting().await.is_ok()
    }

    async fn click(&mut self, click: Click<P>) {
        let Click {
            id,
            surface,
            message,
            submit,
            wants_surface,
            answer,
        } = click;
        if self.show_waiting().await.is_err() {
            return;
        }
        if self.surfaces.get(&surface).is_none() {
            self.wait_for_agents().await;
        }
        if self.surfaces.get(&surface).is_none() {
            // The user may have left.
            let _ = answer.send(ClickAnswer::Gone);
            return;
        }
        if let Some(message) = message {
            self.outbox.learn(&surface, &message);
        }
        let mut state = self.view_states.remove(&surface).unwrap_or_default();
        let applied = self.with_surfaces(move |surfaces| {
            let effect = submit(surfaces, &mut state);
            (effect, state)
        });
        let Some((effect, state)) = applied.await else {
            let _ = answer.send(ClickAnswer::Refused("the click failed".to_owned()));
            return;
        };
        self.view_states.insert(surface.clone(), state);
        let reply = match effect {
            ClickEffect::Event(event) => {
                // The message shows the entered values.
                self.outbox.add_surface(&surface, Instant::now());
                let wait = ClickWait {
                    answer,
                    surface: wants_surface.then_some(surface),
                };
                self.deliver_event(id, &event, wait);
                return;
            }
            ClickEffect::Redraw => {
                self.outbox.add_surface(&surface, Instant::now());
                match wants_surface {
                    true => self.answer_of_surface(&surface).await,
                    false => ClickAnswer::Accepted,
                }
            }
            ClickEffect::Nothing => ClickAnswer::Accepted,
            ClickEffect::Show(shown) => ClickAnswer::Show(shown),
            ClickEffect::Invalid(reason) => ClickAnswer::Invalid(reason),
            ClickEffect::Refused(reason) => {
                self.report(&format!("a click was refused: {reason}"));
                ClickAnswer::Refused(reason)
            }
        };
        let _ = answer.send(reply);
    }

    /// Waits until the agents of a session that was just opened have shown their surfaces.
    async fn wait_for_agents(&mut self) {
        let mut idle = self.session.idle();
        // Without an answer in time, the surface counts as deleted.
        let _ = timeout(START, idle.wait()).await;
        let _ = self.show_waiting().await;
    }

    fn deliver_event(&mut self, id: String, event: &ClientEvent, wait: ClickWait) {
        let now = format_now();
        let message = match wire::encode(&event.message(now.as_str())) {
            Ok(message) => message,
            Err(error) => {
                let _ = wait.answer.send(ClickAnswer::Refused(error.to_string()));
                return;
            }
        };
        // A client sends the values of its inputs only if the surface asks for them.
        let own = self.surfaces.get(event.surface_id.as_str());
        let data_model = own.and_then(|own| ClientDataModel::from_surfaces([own], own.version()));
        let content = ClientContent::A2ui {
            message,
            dialect: DIALECT,
        };
        self.add_delivery(id, content, data_model, Some(wait));
    }

    fn add_delivery(
        &mut self,
        id: String,
        content: ClientContent,
        data_model: Option<ClientDataModel>,
        wait: Option<ClickWait>,
    ) {
        let message = ClientMessage {
            id: Some(id),
            data_model,
            ..ClientMessage::new(P::FACE, content)
        };
        self.deliveries.push_back(Delivery { message, wait });
    }

    /// Sends the next message to the agents. The next one waits until it is accepted, so their order remains.
    fn begin_delivery(&mut self) {
        if !self.delivering.is_empty() {
            return;
        }
        let Some(Delivery { message, wait }) = self.deliveries.pop_front() else {
            return;
        };
        let session = self.session.clone();
        self.delivering
            .spawn(async move { (session.send(message).await, wait) });
    }

    fn follow_turn(&mut self, sent: Result<Turn, GatewayError>, wait: Option<ClickWait>) {
        match (sent, wait) {
            (Ok(mut turn), wait) => {
                let wait = wait.and_then(ClickWait::accept);
                self.turns.spawn(async move { (turn.wait().await, wait) });
            }
            (Err(error), Some(wait)) => {
                let _ = wait.answer.send(ClickAnswer::Refused(error.to_string()));
            }
            (Err(error), None) => {
                self.post_text(format!("Your message was not delivered: {error}."));
            }
        }
    }

    async fn finish_turn(
        &mut self,
        outcome: TurnOutcome,
        wait: Option<ClickWait>,
    ) -> Result<(), GatewayError> {
        self.show_waiting().await?;
        // A failure arrives as an update.
        if outcome == TurnOutcome::TimedOut {
            self.post_text("The agent has not answered in time.".to_owned());
        }
        let Some(ClickWait {
            answer,
            surface: Some(surface),
        }) = wait
        else {
            return Ok(());
        };
        let reply = match outcome {
            TurnOutcome::Failed(reason) => ClickAnswer::Refused(reason),
            _ => self.answer_of_surface(&surface).await,
        };
        let _ = answer.send(reply);
        Ok(())
    }

    /// Returns the surface in its current state.
    async fn answer_of_surface(&mut self, surface: &str) -> ClickAnswer {
        match self.render(surface).await {
            Some(Ok(message)) => ClickAnswer::Surface(message),
            Some(Err(reason)) => ClickAnswer::Refused(reason),
            None => ClickAnswer::Gone,
        }
    }

    /// Shows all surfaces and unseen texts of a snapshot.
    fn show_snapshot(&mut self, snapshot: &Snapshot) {
        let now = Instant::now();
        self.surfaces = Surfaces::new();
        for surface in &snapshot.surfaces {
            surface.messages.iter().for_each(|text| self.apply(text));
            self.outbox.add_surface(&surface.id, now);
        }
        let shown: Vec<String> = self.outbox.messages().keys().cloned().collect();
        for id in shown.iter().filter(|id| self.surfaces.get(id).is_none()) {
            self.outbox.add_surface(id, now);
        }
        for text in &snapshot.texts {
            if text.seq > self.seen && text.role == Role::Agent {
                self.post_text(text.text.clone());
            }
        }
        self.seen = self.seen.max(snapshot.seq);
    }

    /// Shows all updates that have arrived.
    async fn show_waiting(&mut self) -> Result<(), GatewayError> {
        while let Some(update) = self.updates.try_next() {
            self.show(update).await?;
        }
        Ok(())
    }

    async fn show(&mut self, update: Update) -> Result<(), GatewayError> {
        match update {
            Update::Message(message) => {
                self.apply(&message.text);
                if let Some(surface) = &message.surface {
                    self.outbox.add_surface(surface, Instant::now());
                }
            }
            Update::Text(text) => {
                self.seen = text.seq;
                if text.role == Role::Agent {
                    self.post_text(text.text);
                }
            }
            Update::Failed(failed) => {
                self.post_text(format!("The agent failed: {}.", failed.reason))
            }
            Update::Lagged => {
                self.session.count_lagged();
                let (snapshot, updates) = self.session.subscribe(DIALECT).await?;
                self.updates = updates;
                self.show_snapshot(&snapshot);
            }
            _ => {}
        }
        Ok(())
    }

    fn apply(&mut self, text: &str) {
        if let Ok(message) = Message::read(text) {
            // A message that the surface refuses does not affect the others.
            let _ = self.surfaces.apply(&message);
        }
    }

    fn post_text(&mut self, text: String) {
        if !self.outbox.add_text(text) {
            self.report("a text was not posted, because too many wait");
        }
    }

    /// Posts the next message that is due, unless one is being posted.
    async fn begin_post(&mut self) {
        while self.posting.is_empty() {
            let Some(item) = self.outbox.take(Instant::now()) else {
                return;
            };
            let (message, is_deletion) = match &item {
                Outgoing::Text(text) => (self.platform.render_text(text), false),
                Outgoing::Surface(surface) => match self.message_of(surface).await {
                    Some(message) => message,
                    None => continue,
                },
            };
            let mut hasher = DefaultHasher::new();
            message.hash(&mut hasher);
            let digest = hasher.finish();
            let id = match &item {
                Outgoing::Text(_) => None,
                Outgoing::Surface(surface) => {
                    let known = self.outbox.message(surface);
                    if known.is_some_and(|known| known.digest == Some(digest)) {
                        continue;
                    }
                    known.and_then(|known| known.id.clone())
                }
            };
            let (platform, place) = (Arc::clone(&self.platform), self.place.clone());
            self.posting.spawn(async move {
                let posted = timeout(REQUEST, platform.post(&place, id.as_deref(), &message)).await;
                let result = posted.unwrap_or_else(|_| {
                    Err(PostError::Temporary(
                        "the platform has not answered in time".to_owned(),
                    ))
                });
                PostResult {
                    item,
                    digest,
                    is_deletion,
                    result,
                }
            });
        }
    }

    /// Returns the message for the current state of a surface, and `true` if the surface was deleted.
    async fn message_of(&mut self, surface: &str) -> Option<(String, bool)> {
        if self.surfaces.get(surface).is_none() {
            self.view_states.remove(surface);
            if self
                .outbox
                .message(surface)
                .is_none_or(|message| message.id.is_none())
            {
                self.outbox.forget(surface);
                return None;
            }
            return Some((self.platform.render_text(DELETED), true));
        }
        match self.render(surface).await? {
            Ok(message) => Some((message, false)),
            Err(reason) => {
                let message = format!("the surface `{surface}` cannot be shown: {reason}");
                let finding = Finding::warning(RULE, Pointer::root(), message);
                self.session.report_carrier(P::FACE, finding);
                Some((self.platform.render_text(UNSHOWN), false))
            }
        }
    }

    /// Returns the message of a surface. Returns `None` if the surface does not exist, or has nothing to show yet.
    async fn render(&mut self, surface: &str) -> Option<Result<String, String>> {
        let platform = Arc::clone(&self.platform);
        let state = self.view_states.get(surface).cloned().unwrap_or_default();
        let (session, id) = (self.session.name().to_owned(), surface.to_owned());
        let rendered = self
            .with_surfaces(move |surfaces| {
                let resolved = match surfaces.get(&id)?.resolve(&Host::new()) {
                    Ok(resolved) => resolved,
                    Err(error) => return Some(Err(error.to_string())),
                };
                // The root may not have arrived yet.
                resolved.root()?.component.as_ref()?;
                Some(platform.render(&session, &resolved, &state))
            })
            .await??;
        Some(rendered.map(|rendered| {
            for loss in rendered.losses {
                self.session.report_carrier(P::FACE, loss);
            }
            rendered.message
        }))
    }

    /// Runs a function on the surfaces. It may take long, so it runs in a thread for such work.
    async fn with_surfaces<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&mut Surfaces) -> T + Send + 'static,
    ) -> Option<T> {
        let mut surfaces = mem::take(&mut self.surfaces);
        let done = spawn_blocking(move || {
            let result = work(&mut surfaces);
            (surfaces, result)
        });
        let Ok((surfaces, result)) = done.await else {
            // The panic has been printed. The next input opens the conversation again.
            self.is_broken = true;
            return None;
        };
        self.surfaces = surfaces;
        Some(result)
    }

    fn finish_post(&mut self, posted: PostResult) {
        let PostResult {
            item,
            digest,
            is_deletion,
            result,
        } = posted;
        let now = Instant::now();
        match (result, &item) {
            (Ok(_), Outgoing::Surface(surface)) if is_deletion => self.outbox.forget(surface),
            (Ok(id), _) => self.outbox.record_posted(&item, id, digest, now),
            (Err(error), _) => {
                let is_repeated = self.outbox.record_failed(item, &error, now);
                match error {
                    PostError::Refused(reason) => self.report_unposted(&reason),
                    PostError::Temporary(reason) if !is_repeated => self.report_unposted(&reason),
                    PostError::Missing => {
                        self.report_unposted("the message of the surface was deleted")
                    }
                    PostError::Temporary(_) | PostError::Limited(_) => {}
                }
            }
        }
        let messages = self.outbox.messages().clone();
        self.remembered
            .insert(self.session.name(), messages, self.seen);
    }

    fn report_unposted(&self, reason: &str) {
        self.report(&format!("a message was not posted: {reason}"));
    }

    /// Reports a message that the platform does not show, or a click that was refused.
    fn report(&self, message: &str) {
        let finding = Finding::warning(RULE, Pointer::root(), message);
        self.session.report_face(P::FACE, finding);
    }
}

impl ClickWait {
    /// Answers that the agent gets the event, unless the answer contains the surface.
    fn accept(self) -> Option<Self> {
        if self.surface.is_some() {
            return Some(self);
        }
        let _ = self.answer.send(ClickAnswer::Accepted);
        None
    }
}

/// Stops to receive inputs. Those that have arrived are still handled. Returns `true`.
fn close<T>(inputs: &mut Receiver<T>) -> bool {
    inputs.close();
    true
}
