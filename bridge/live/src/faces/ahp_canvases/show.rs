//! The task that shows a session on canvases and passes on the actions of users.

use super::{AhpSettings, CanvasError, FACE, Inputs, PageDelivery};
use crate::{
    faces::{
        closed_surface::closed_message,
        session_steps::{PostedMessage, SHOWN, message_step, posted_message, step_of, update_step},
    },
    gateway::{
        ClientContent, ClientMessage, Gateway, GatewayError, Session, Snapshot, SurfaceMessage,
        Update, Updates, refusal_text,
    },
    page::{Data, Source, Step},
    peers::{
        canvases::{Canvases, Surface},
        host::{Event, ProviderCall},
    },
    server::page_routes::{FramePolicy, Pages, PostedAction},
};
use agent_ui_text::{Diagnostic, bridge::Refusal};
use ahp::{canvas::ProviderRequest, uri::ContentAddress};
use futures_util::future::{Either, select};
use std::{
    collections::{BTreeMap, BTreeSet},
    pin::pin,
    time::Duration,
};
use tokio::{sync::watch, time::sleep};
use tracing::warn;
use wire::Pointer;

/// The reason that an agent gets when a user closes a canvas.
const CLOSED: &str = "the user has closed the canvas of the surface";
/// The pause before the session is opened again after an error.
const PAUSE: Duration = Duration::from_secs(1);

/// The canvases of a session.
pub(super) struct CanvasShow {
    gateway: Gateway,
    canvases: Canvases,
    pages: Pages,
    settings: AhpSettings,
    data: Data,
    /// The surfaces whose canvas a client closed. These canvases stay closed until the agent shows the surface again.
    dismissed: BTreeSet<String>,
    /// The reopened surfaces, each with the number of the latest entry that its canvas contains.
    reopened: BTreeMap<String, u64>,
    /// The event that arrived while no client was connected. It waits until the session is open again.
    pending: Option<Next>,
    /// The names of the agents that are away.
    away: watch::Receiver<BTreeSet<String>>,
}

/// The next event for the task.
enum Next {
    Update(Option<Update>),
    Host(Option<Event>),
    Posted(Option<PostedAction>),
    /// An agent has left or has come back.
    Away,
}

/// The reason for which the canvases stop following a session.
#[derive(PartialEq, Eq)]
enum End {
    /// The session must be opened again.
    Session,
    /// No client is connected.
    Idle,
    /// The host has stopped.
    Host,
}

impl CanvasShow {
    pub(super) fn new(
        gateway: Gateway,
        canvases: Canvases,
        pages: Pages,
        settings: AhpSettings,
    ) -> Self {
        let source = Source {
            name: settings.session.clone(),
            dialect: SHOWN.to_string(),
        };
        let data = Data {
            source,
            images: settings.images,
            ..Data::default()
        };
        Self {
            gateway,
            canvases,
            pages,
            settings,
            data,
            dismissed: BTreeSet::new(),
            reopened: BTreeMap::new(),
            pending: None,
            away: watch::channel(BTreeSet::new()).1,
        }
    }

    /// Shows the session until the host stops.
    pub(super) async fn run(mut self, mut inputs: Inputs) {
        loop {
            let end = match self.open_session().await {
                Ok((session, updates)) => self.follow(session, updates, &mut inputs).await,
                Err(error) => {
                    warn!(session = self.settings.session, %error, "the canvases cannot open the session");
                    sleep(PAUSE).await;
                    End::Session
                }
            };
            match end {
                End::Session => {}
                End::Host => return,
                End::Idle => match next_input(&mut inputs).await {
                    Next::Host(None) | Next::Posted(None) => return,
                    next => self.pending = Some(next),
                },
            }
        }
    }

    async fn open_session(&mut self) -> Result<(Session, Updates), GatewayError> {
        let session = self.gateway.session(&self.settings.session).await?;
        let updates = self.subscribe(&session).await?;
        self.away = session.agents_away();
        self.away.mark_changed();
        Ok((session, updates))
    }

    /// Shows the current state of the session, and returns its later updates.
    async fn subscribe(&mut self, session: &Session) -> Result<Updates, GatewayError> {
        let (snapshot, updates) = session.subscribe(SHOWN).await?;
        self.show(&snapshot);
        self.show_availability(&snapshot);
        Ok(updates)
    }

    /// Follows a session until it ends in the program, no client is connected, or the host stops.
    async fn follow(&mut self, session: Session, mut updates: Updates, inputs: &mut Inputs) -> End {
        let mut held = Some(session);
        loop {
            // Without a client, nothing keeps the session in memory.
            if !self.canvases.has_clients() {
                held = None;
            }
            let next = match self.pending.take() {
                Some(pending) => pending,
                None => self.next(&mut updates, inputs).await,
            };
            match (&next, &held) {
                (Next::Update(None), _) if self.canvases.has_clients() => return End::Session,
                (Next::Update(None), _) => return End::Idle,
                (Next::Host(None) | Next::Posted(None), _) => return End::Host,
                // Only clients see whether agents are away.
                (Next::Away | Next::Host(Some(Event::Ended { .. })), None) => continue,
                (Next::Update(Some(update)), None) if self.needs_no_session(update) => {
                    self.update(update);
                    continue;
                }
                _ => {}
            }
            let session = match held.take() {
                Some(session) => session,
                None => match self.gateway.session(&self.settings.session).await {
                    Ok(session) => {
                        self.away.mark_changed();
                        session
                    }
                    Err(error) => {
                        warn!(session = self.settings.session, %error, "the canvases cannot open the session");
                        self.pending = Some(next);
                        return End::Session;
                    }
                },
            };
            let done = match next {
                Next::Update(None) => return End::Session,
                Next::Host(None) | Next::Posted(None) => return End::Host,
                Next::Update(Some(Update::Lagged)) => {
                    self.subscribe(&session).await.map(|new| updates = new)
                }
                Next::Update(Some(update)) => self.update_or_reopen(&session, &update).await,
                Next::Away => self.update_availability(&session).await,
                Next::Host(Some(event)) => self.handle(&session, event).await,
                Next::Posted(Some(action)) => self.pass_on_click(&session, action).await,
            };
            if let Err(error) = done {
                warn!(session = self.settings.session, %error, "the canvases open the session again");
                return End::Session;
            }
            held = Some(session);
        }
    }

    /// Waits for the next event.
    async fn next(&mut self, updates: &mut Updates, inputs: &mut Inputs) -> Next {
        let update = pin!(updates.next());
        let away = pin!(wait_for_change(&mut self.away));
        match select(select(update, away), pin!(next_input(inputs))).await {
            Either::Left((Either::Left((update, _)), _)) => Next::Update(update),
            Either::Left((Either::Right(_), _)) => Next::Away,
            Either::Right((input, _)) => input,
        }
    }

    async fn update_or_reopen(
        &mut self,
        session: &Session,
        update: &Update,
    ) -> Result<(), GatewayError> {
        if let Some(surface) = self.find_reopened(update) {
            return self.reopen(session, &surface).await;
        }
        self.update(update);
        Ok(())
    }

    async fn update_availability(&mut self, session: &Session) -> Result<(), GatewayError> {
        let snapshot = session.snapshot(SHOWN).await?;
        self.show_availability(&snapshot);
        Ok(())
    }

    /// Passes on an action that a page has posted, and answers the request of the page.
    async fn pass_on_click(
        &self,
        session: &Session,
        action: PostedAction,
    ) -> Result<(), GatewayError> {
        let sent = self
            .send(session, &action.text, |surface| {
                self.canvases.has_page_at(surface, &action.page)
            })
            .await;
        let answer = match &sent {
            Ok(()) => Ok(()),
            Err(error) => Err(error.text()),
        };
        action.answer(answer);
        sent.or_else(ClickError::session_error)
    }

    /// Returns `true` if an update changes only open canvases.
    fn needs_no_session(&self, update: &Update) -> bool {
        !matches!(update, Update::Lagged) && self.find_reopened(update).is_none()
    }

    /// Opens, updates and closes canvases until they show exactly the surfaces of a snapshot.
    fn show(&mut self, snapshot: &Snapshot) {
        let removed: Vec<String> = self
            .canvases
            .surfaces()
            .filter(|open| !snapshot.surfaces.iter().any(|surface| surface.id == *open))
            .map(str::to_owned)
            .collect();
        for surface in &removed {
            let closed = self.canvases.close(surface).map_err(CanvasError::from);
            self.report(surface, closed);
        }
        self.dismissed
            .retain(|id| snapshot.surfaces.iter().any(|surface| surface.id == *id));
        for surface in &snapshot.surfaces {
            let whole = step_of([surface]);
            let shown = if self.canvases.has_surface(&surface.id) {
                self.canvases.reload(&surface.id, &whole)
            } else if self.dismissed.contains(&surface.id) {
                Ok(())
            } else {
                self.open(&surface.id, &whole)
            };
            self.report(&surface.id, shown);
        }
    }

    /// Shows an update on the canvas of its surface. Refusals and failures are shown on all canvases.
    fn update(&mut self, update: &Update) {
        match update {
            Update::Message(message) => self.message(message),
            Update::Refused(_) | Update::Failed(_) => {
                // The surface of the message is not known, so all canvases show the problem.
                let Some(step) = update_step(update) else {
                    return;
                };
                let open: Vec<String> = self.canvases.surfaces().map(str::to_owned).collect();
                for surface in open {
                    let shown = self.canvases.step(&surface, &step);
                    self.report(&surface, shown);
                }
            }
            _ => {}
        }
    }

    /// Shows a message on the canvas of its surface, which is opened or closed if necessary.
    fn message(&mut self, message: &SurfaceMessage) {
        let (Some(surface), Some(step)) = (&message.surface, message_step(message)) else {
            return;
        };
        // The canvas was opened from a snapshot that contains the message.
        if let Some(seq) = self.reopened.get(surface) {
            if message.seq <= *seq {
                return;
            }
        }
        self.reopened.remove(surface);
        let shown = if has_message(&step, "deleteSurface") {
            self.dismissed.remove(surface);
            self.canvases.close(surface).map_err(CanvasError::from)
        } else if self.canvases.has_surface(surface) {
            self.canvases.step(surface, &step)
        } else if has_message(&step, "createSurface") {
            self.dismissed.remove(surface);
            self.open(surface, &step)
        } else {
            Ok(())
        };
        self.report(surface, shown);
    }

    /// Returns the surface whose closed canvas a message reopens. Only changes of components reopen a canvas.
    fn find_reopened(&self, update: &Update) -> Option<String> {
        let Update::Message(message) = update else {
            return None;
        };
        let surface = message.surface.as_ref()?;
        if !self.dismissed.contains(surface) {
            return None;
        }
        let step = message_step(message)?;
        if !has_message(&step, "updateComponents") {
            return None;
        }
        Some(surface.clone())
    }

    /// Reopens the canvas of a surface with the current state of the surface.
    async fn reopen(&mut self, session: &Session, id: &str) -> Result<(), GatewayError> {
        let snapshot = session.snapshot(SHOWN).await?;
        self.dismissed.remove(id);
        // The surface may be deleted by a message that follows.
        let Some(surface) = snapshot.surfaces.iter().find(|surface| surface.id == id) else {
            return Ok(());
        };
        self.reopened.insert(id.to_owned(), snapshot.seq);
        let shown = self.open(id, &step_of([surface]));
        self.report(id, shown);
        self.show_availability(&snapshot);
        Ok(())
    }

    /// Marks the canvases of absent agents as stale, and all others as ready.
    fn show_availability(&mut self, snapshot: &Snapshot) {
        let away = self.away.borrow_and_update().clone();
        for surface in &snapshot.surfaces {
            let shown = self
                .canvases
                .set_stale(&surface.id, away.contains(&surface.agent));
            self.report(&surface.id, shown.map_err(CanvasError::from));
        }
    }

    fn open(&mut self, surface: &str, first: &Step) -> Result<(), CanvasError> {
        let page = match self.settings.delivery {
            PageDelivery::Channel => None,
            PageDelivery::Address => {
                let page = self.pages.add(
                    &self.settings.assets,
                    self.data.clone(),
                    FramePolicy::Anywhere,
                );
                Some(page.map_err(CanvasError::Step)?)
            }
        };
        self.canvases.open(surface, find_title(first), page, first)
    }

    /// Handles an event of the host.
    async fn handle(&mut self, session: &Session, event: Event) -> Result<(), GatewayError> {
        match event {
            Event::Provide(call) => return self.provide(session, call).await,
            Event::Read(wanted) => {
                let address = ContentAddress::parse(wanted.uri().as_str());
                let surface = match &address {
                    Ok(address) => read_surface(session, address.instance_id().as_str()).await?,
                    Err(_) => None,
                };
                // The client that asked may have disconnected.
                let _ =
                    self.canvases
                        .read(wanted, &self.settings.assets, self.data.clone(), |_| {
                            surface
                        });
            }
            Event::Message {
                channel, message, ..
            } => {
                let Some(payload) = message.payload else {
                    return Ok(());
                };
                let sent = self
                    .send(session, payload.text(), |surface| {
                        self.canvases.is_shown_on(surface, &channel)
                    })
                    .await;
                // AHP has no answer to a message of a page, so a refusal is only reported.
                return sent.or_else(ClickError::session_error);
            }
            _ => {}
        }
        Ok(())
    }

    /// Answers a request of the host. If a client closes a canvas, its agent receives an error message.
    async fn provide(&mut self, session: &Session, call: ProviderCall) -> Result<(), GatewayError> {
        let closed = match call.request() {
            ProviderRequest::Close(params) => Some(params.instance_id.as_str().to_owned()),
            _ => None,
        };
        self.dismissed.extend(closed.clone());
        if let Err(error) = self.canvases.provide(call) {
            warn!(%error, "a request to the provider of the canvases has failed");
        }
        let Some(surface) = closed else { return Ok(()) };
        if !self.is_read_by_agent(session, &surface).await? {
            return Ok(());
        }
        let content = ClientContent::A2ui {
            message: closed_message(&surface, CLOSED),
            dialect: SHOWN,
        };
        let sent = session.send(ClientMessage::new(FACE, content)).await;
        // A refusal was reported.
        sent.map(drop)
            .map_err(ClickError::Session)
            .or_else(ClickError::session_error)
    }

    /// Returns `true` if the agent of a surface is informed about a closed canvas.
    async fn is_read_by_agent(&self, session: &Session, id: &str) -> Result<bool, GatewayError> {
        let snapshot = session.snapshot(SHOWN).await?;
        Ok(
            match snapshot.surfaces.iter().find(|surface| surface.id == id) {
                Some(surface) => self.gateway.reads_closings(&surface.agent),
                None => false,
            },
        )
    }

    /// Passes a page's message to the session, which stores it. `shows` returns `true` if the page shows the given
    /// surface.
    async fn send(
        &self,
        session: &Session,
        text: &str,
        shows: impl Fn(&str) -> bool,
    ) -> Result<(), ClickError> {
        let posted = posted_message(FACE, text).map_err(|refused| {
            session.report_refused(FACE, &refused);
            ClickError::Message(refusal_text(&refused))
        })?;
        let PostedMessage {
            surface,
            place,
            message,
        } = posted;
        if let Some(surface) = surface {
            if !shows(&surface) {
                let refusal = refuse_other_surface(&surface, place);
                session.report_refused(FACE, &refusal);
                return Err(ClickError::Message(refusal.message));
            }
        }
        session
            .send(message)
            .await
            .map(drop)
            .map_err(ClickError::Session)
    }

    fn report(&self, surface: &str, shown: Result<(), CanvasError>) {
        if let Err(error) = shown {
            warn!(session = self.settings.session, surface, %error, "a canvas cannot show its surface");
        }
    }
}

/// Returns `true` if a message of the step has this key.
fn has_message(step: &Step, key: &str) -> bool {
    step.messages
        .iter()
        .any(|message| message.member(key).is_some())
}

/// Waits for an event of the host, or for an action of a page.
async fn next_input(inputs: &mut Inputs) -> Next {
    match select(pin!(inputs.events.next()), pin!(inputs.posted.recv())).await {
        Either::Left((event, _)) => Next::Host(event),
        Either::Right((posted, _)) => Next::Posted(posted),
    }
}

/// Waits for a change. If the channel has ended, this never returns.
async fn wait_for_change(away: &mut watch::Receiver<BTreeSet<String>>) {
    if away.changed().await.is_err() {
        std::future::pending().await
    }
}

/// The reason for which the message of a page was not stored.
enum ClickError {
    /// The message itself is refused.
    Message(String),
    /// The session refuses the message.
    Session(GatewayError),
}

impl ClickError {
    /// Returns an explanation for the user.
    fn text(&self) -> String {
        match self {
            Self::Message(text) => text.clone(),
            Self::Session(error) => error.to_string(),
        }
    }

    /// Returns the session error, if the session must be opened again after it.
    fn session_error(self) -> Result<(), GatewayError> {
        match self {
            Self::Session(error @ GatewayError::Store(_)) => Err(error),
            _ => Ok(()),
        }
    }
}

fn refuse_other_surface(surface: &str, place: Pointer) -> Diagnostic {
    let message =
        format!("a click on surface `{surface}` was sent from a canvas that does not show it");
    let refusal = Refusal::rule_broken("serve/other-surface", place, message);
    let refusal = refusal.hint("send clicks on a surface through its own canvas");
    Diagnostic::of_refusal(&agent_ui_text::place::Place::START, &refusal)
}

/// Returns the title that the theme of a new surface states.
fn find_title(first: &Step) -> Option<String> {
    let place = Pointer::parse("/createSurface/theme/agentDisplayName").ok()?;
    let name = first
        .messages
        .iter()
        .find_map(|message| message.get(&place))?;
    name.as_str().map(|name| name.into_owned())
}

/// Returns the current content of a surface for a viewer.
async fn read_surface(session: &Session, id: &str) -> Result<Option<Surface>, GatewayError> {
    let snapshot = session.snapshot(SHOWN).await?;
    let exact = session.exact_surface(id).await?;
    let shown = snapshot.surfaces.iter().find(|surface| surface.id == id);
    let (Some(shown), Some((version, messages))) = (shown, exact) else {
        return Ok(None);
    };
    let mime_type = match version {
        "v0.8" | "v0.9" => "application/json+a2ui",
        _ => "application/a2ui+json",
    };
    let exact = format!("[{}]", messages.join(","));
    Ok(Some(Surface {
        shown: step_of([shown]).messages,
        exact,
        mime_type,
    }))
}
