//! The task that shows a session on canvases, and passes the actions of users to it.

use super::{AhpSettings, CanvasError, FACE, Inputs, PageDelivery};
use crate::{
    canvases::{Canvases, Surface},
    gateway::{Gateway, GatewayError, Session, Snapshot, SurfaceMessage, Update, Updates},
    host::{Event, ProviderCall},
    page::{Data, Source, Step},
    server::{FramePolicy, Pages},
    session_steps::{PostedMessage, SHOWN, message_step, posted_message, step_of, update_step},
};
use agent_ui_text::{Diagnostic, bridge::Refusal};
use ahp::{canvas::ProviderRequest, uri::ContentAddress};
use futures_util::future::{Either, select};
use std::{collections::BTreeSet, pin::pin, time::Duration};
use tokio::time::sleep;
use tracing::warn;
use wire::Pointer;

/// The pause before the session is opened again after an error.
const PAUSE: Duration = Duration::from_secs(1);

/// The canvases of a session.
pub(super) struct CanvasShow {
    gateway: Gateway,
    canvases: Canvases,
    pages: Pages,
    settings: AhpSettings,
    data: Data,
    /// The surfaces whose canvas a client closed. They stay closed until the agent creates them anew.
    dismissed: BTreeSet<String>,
}

/// The next thing that happens.
enum Next {
    Update(Option<Update>),
    Host(Option<Event>),
    Posted(Option<crate::server::PostedAction>),
}

/// The reason why the canvases stop following a session.
#[derive(PartialEq, Eq)]
enum End {
    /// The session must be opened again.
    Session,
    /// The host has stopped.
    Host,
}

impl CanvasShow {
    pub(super) fn new(gateway: Gateway, canvases: Canvases, pages: Pages, settings: AhpSettings) -> Self {
        let source = Source { name: settings.session.clone(), dialect: SHOWN.to_string() };
        let data = Data { source, images: settings.images, ..Data::default() };
        Self { gateway, canvases, pages, settings, data, dismissed: BTreeSet::new() }
    }

    /// Shows the session until the host stops.
    pub(super) async fn run(mut self, mut inputs: Inputs) {
        loop {
            match self.open_session().await {
                Ok((session, updates)) => {
                    if self.follow(&session, updates, &mut inputs).await == End::Host {
                        return;
                    }
                }
                Err(error) => {
                    warn!(session = self.settings.session, %error, "the canvases cannot open the session");
                    sleep(PAUSE).await;
                }
            }
        }
    }

    async fn open_session(&mut self) -> Result<(Session, Updates), GatewayError> {
        let session = self.gateway.session(&self.settings.session).await?;
        let updates = self.subscribe(&session).await?;
        Ok((session, updates))
    }

    /// Shows the session as it is now, and returns what follows.
    async fn subscribe(&mut self, session: &Session) -> Result<Updates, GatewayError> {
        let (snapshot, updates) = session.subscribe(SHOWN).await?;
        self.show(&snapshot);
        Ok(updates)
    }

    async fn follow(&mut self, session: &Session, mut updates: Updates, inputs: &mut Inputs) -> End {
        loop {
            let next = {
                let host = pin!(inputs.events.next());
                let posted = pin!(inputs.posted.recv());
                let update = pin!(updates.next());
                match select(update, select(host, posted)).await {
                    Either::Left((update, _)) => Next::Update(update),
                    Either::Right((Either::Left((event, _)), _)) => Next::Host(event),
                    Either::Right((Either::Right((posted, _)), _)) => Next::Posted(posted),
                }
            };
            let done = match next {
                Next::Update(None) => return End::Session,
                Next::Update(Some(Update::Lagged)) => self.subscribe(session).await.map(|new| updates = new),
                Next::Update(Some(update)) => {
                    self.update(&update);
                    Ok(())
                }
                Next::Host(None) | Next::Posted(None) => return End::Host,
                Next::Host(Some(event)) => self.handle(session, event).await,
                Next::Posted(Some(action)) => {
                    let shows = |surface: &str| self.canvases.has_page_at(surface, &action.page);
                    let sent = self.send(session, &action.text, shows).await;
                    let said = sent.as_ref().copied().map_err(ClickError::text);
                    action.answer(said);
                    sent.or_else(ClickError::of_session)
                }
            };
            if let Err(error) = done {
                warn!(session = self.settings.session, %error, "the canvases open the session again");
                return End::Session;
            }
        }
    }

    /// Makes the canvases show exactly the surfaces of a snapshot.
    fn show(&mut self, snapshot: &Snapshot) {
        let gone: Vec<String> = self
            .canvases
            .surfaces()
            .filter(|open| !snapshot.surfaces.iter().any(|surface| surface.id == *open))
            .map(str::to_owned)
            .collect();
        for surface in &gone {
            let closed = self.canvases.close(surface).map_err(CanvasError::from);
            self.report(surface, closed);
        }
        self.dismissed.retain(|id| snapshot.surfaces.iter().any(|surface| surface.id == *id));
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

    fn update(&mut self, update: &Update) {
        match update {
            Update::Message(message) => self.message(message),
            Update::Refused(_) | Update::Failed(_) => {
                // It is not known which surface the message is about.
                let Some(step) = update_step(update) else { return };
                let open: Vec<String> = self.canvases.surfaces().map(str::to_owned).collect();
                for surface in open {
                    let shown = self.canvases.step(&surface, &step);
                    self.report(&surface, shown);
                }
            }
            _ => {}
        }
    }

    fn message(&mut self, message: &SurfaceMessage) {
        let (Some(surface), Some(step)) = (&message.surface, message_step(message)) else { return };
        let has = |key: &str| step.messages.iter().any(|message| message.member(key).is_some());
        let shown = if has("deleteSurface") {
            self.dismissed.remove(surface);
            self.canvases.close(surface).map_err(CanvasError::from)
        } else if self.canvases.has_surface(surface) {
            self.canvases.step(surface, &step)
        } else if has("createSurface") {
            self.dismissed.remove(surface);
            self.open(surface, &step)
        } else {
            Ok(())
        };
        self.report(surface, shown);
    }

    fn open(&mut self, surface: &str, first: &Step) -> Result<(), CanvasError> {
        let page = match self.settings.delivery {
            PageDelivery::Channel => None,
            PageDelivery::Address => {
                let page = self.pages.add(&self.settings.assets, self.data.clone(), FramePolicy::Anywhere);
                Some(page.map_err(CanvasError::Step)?)
            }
        };
        self.canvases.open(surface, title(first), page, first)
    }

    async fn handle(&mut self, session: &Session, event: Event) -> Result<(), GatewayError> {
        match event {
            Event::Provide(call) => self.provide(call),
            Event::Read(wanted) => {
                let address = ContentAddress::parse(wanted.uri().as_str());
                let surface = match &address {
                    Ok(address) => surface_of(session, address.instance_id().as_str()).await?,
                    Err(_) => None,
                };
                // The client that asked may have disconnected.
                let _ = self.canvases.read(wanted, &self.settings.assets, self.data.clone(), |_| surface);
            }
            Event::Message { channel, message, .. } => {
                let Some(payload) = message.payload else { return Ok(()) };
                let shows = |surface: &str| self.canvases.is_shown_on(surface, &channel);
                // AHP has no answer to a message of a page, so a refusal is only reported.
                return self.send(session, payload.text(), shows).await.or_else(ClickError::of_session);
            }
            _ => {}
        }
        Ok(())
    }

    fn provide(&mut self, call: ProviderCall) {
        if let ProviderRequest::Close(params) = call.request() {
            self.dismissed.insert(params.instance_id.as_str().to_owned());
        }
        if let Err(error) = self.canvases.provide(call) {
            warn!(%error, "a request to the provider of the canvases has failed");
        }
    }

    /// Passes the message of a page to the session, which stores it. `shows` returns `true` if the page shows a surface.
    async fn send(
        &self,
        session: &Session,
        text: &str,
        shows: impl Fn(&str) -> bool,
    ) -> Result<(), ClickError> {
        let posted = posted_message(FACE, text).map_err(ClickError::Message)?;
        let PostedMessage { surface, place, message } = posted;
        if let Some(surface) = surface.filter(|surface| !shows(surface)) {
            let refusal = other_surface(&surface, place);
            session.report_refused(FACE, &refusal);
            return Err(ClickError::Message(refusal.message));
        }
        session.send(message).await.map(drop).map_err(ClickError::Session)
    }

    fn report(&self, surface: &str, shown: Result<(), CanvasError>) {
        if let Err(error) = shown {
            warn!(session = self.settings.session, surface, %error, "a canvas cannot show its surface");
        }
    }
}

/// The reason why the message of a page was not stored.
enum ClickError {
    /// The message itself is refused.
    Message(String),
    /// The session does not accept it.
    Session(GatewayError),
}

impl ClickError {
    /// Returns the sentence for the user.
    fn text(&self) -> String {
        match self {
            Self::Message(text) => text.clone(),
            Self::Session(error) => error.to_string(),
        }
    }

    /// Returns the error if the session must be opened again.
    fn of_session(self) -> Result<(), GatewayError> {
        match self {
            Self::Session(error @ GatewayError::Store(_)) => Err(error),
            _ => Ok(()),
        }
    }
}

fn other_surface(surface: &str, place: Pointer) -> Diagnostic {
    let message = format!("a click on surface `{surface}` was sent from a canvas that does not show it");
    let refusal = Refusal::rule_broken("serve/other-surface", place, message);
    let refusal = refusal.hint("send clicks on a surface through its own canvas");
    Diagnostic::of_refusal(&agent_ui_text::place::Place::START, &refusal)
}

/// Returns the title that the theme of a new surface states.
fn title(first: &Step) -> Option<String> {
    let place = Pointer::parse("/createSurface/theme/agentDisplayName").ok()?;
    let name = first.messages.iter().find_map(|message| message.get(&place))?;
    name.as_str().map(|name| name.into_owned())
}

/// Returns the content of a surface for a viewer.
async fn surface_of(session: &Session, id: &str) -> Result<Option<Surface>, GatewayError> {
    let snapshot = session.snapshot(SHOWN).await?;
    let exact = session.exact_surface(id).await?;
    let shown = snapshot.surfaces.iter().find(|surface| surface.id == id);
    let (Some(shown), Some((version, messages))) = (shown, exact) else { return Ok(None) };
    let mime_type = match version {
        "v0.8" | "v0.9" => "application/json+a2ui",
        _ => "application/a2ui+json",
    };
    let exact = format!("[{}]", messages.join(","));
    Ok(Some(Surface { shown: step_of([shown]).messages, exact, mime_type }))
}
