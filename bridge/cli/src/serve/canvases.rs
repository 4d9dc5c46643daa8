//! An AHP host that shows surfaces as canvases and outputs the user's actions.

#[cfg(test)]
mod tests;

use crate::{
    args::{Serve, Source},
    exit::Exit,
    live_input::{Arrival, LiveInput, Sender},
    report::Report,
    show::session::{self, SHOWN, ShowSession},
};
use bridge::{
    DialectOrProtocol,
    a2ui::{Message, surface::Surfaces},
    ahp,
};
use live::{
    canvases::{CanvasError, Canvases, Surface},
    host::{self, Host, Settings},
    page::{Assets, Data, PageFinding, Step},
    server::{self, FramePolicy, PostedAction, Server, ServerEvent},
};
use std::{
    collections::BTreeMap,
    io,
    sync::{
        Arc,
        mpsc::{Receiver, sync_channel},
    },
    thread,
    time::Duration,
};
use wire::Payload;

/// The number of events that may wait.
const AHEAD: usize = 64;
/// The time that clients get to receive the last messages when the program ends.
const GOODBYE: Duration = Duration::from_secs(1);
/// The session and the chat that contain the canvases.
const SESSION: &str = "ahp-session:/agent-ui";
const CHAT: &str = "ahp-chat:/agent-ui";
/// The name of the provider, as in translations of surfaces.
const EXTENSION: &str = "agent-ui-bridge";

/// Ways in which clients receive the page of a canvas.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PageDelivery {
    /// The page is sent over the connection of the client.
    Channel,
    /// The page has an address of this program.
    Address,
}

/// An event of the host, in order of arrival.
enum Event {
    Arrival(Arrival),
    Host(host::Event),
    /// An action of the user on a page of this program.
    Posted(PostedAction),
    /// A request of the user to stop.
    Stopped,
}

impl From<Arrival> for Event {
    fn from(came: Arrival) -> Self {
        Self::Arrival(came)
    }
}

pub(super) fn run(
    arguments: &Serve,
    source: &Source,
    to: DialectOrProtocol,
    way: PageDelivery,
    assets: Assets,
    report: &mut Report,
) -> Result<(), Exit> {
    let translation = session::translation(arguments.from, &arguments.context);
    let new = |report: &mut Report| ShowSession::new(&translation, None, report);
    // Usage errors are reported before anything is served.
    let first = new(report)?;
    let interest = Arc::new(());
    let input = LiveInput::watch(source, arguments.from, Arc::downgrade(&interest), "serve")?;
    let quiet = empty_host().map_err(|error| Exit::Usage(error.to_string()))?;
    let (sender, events) = sync_channel(AHEAD);
    let no_port = |error: io::Error| Exit::Usage(format!("--port {}: {error}", arguments.port));
    // Every client that knows the path may click.
    let path = format!("/{}/ahp", server::token().map_err(no_port)?);
    let settings = Settings { origins: arguments.origin.clone(), ..Settings::default() };
    let mut started = None;
    let to_here = sender.clone();
    let server = Server::start_with_routes(
        arguments.port,
        &path,
        || {
            let (host, events) = Host::start(quiet, settings);
            let routes = host.routes();
            started = Some((host, events));
            routes
        },
        move |happened| {
            // A receiver that was dropped has ended.
            let _ = to_here.send(match happened {
                ServerEvent::Posted(posted) => Event::Posted(posted),
                ServerEvent::Stopped => Event::Stopped,
            });
        },
    );
    let server = server.map_err(no_port)?;
    let Some((host, mut happened)) = started else { return Ok(()) };
    let to_here = sender.clone();
    thread::spawn(move || {
        while let Some(event) = happened.blocking_next() {
            if to_here.send(Event::Host(event)).is_err() {
                return;
            }
        }
    });
    let canvases =
        Canvases::new(host.clone(), SESSION, EXTENSION).map_err(|error| Exit::Usage(error.to_string()))?;
    report.say(&format!("serving ws://{}{path} as {} in {CHAT}", server.host(), to))?;
    let source = session::source(source, arguments.from, None);
    let data = Data { source, images: arguments.allow_images, ..Data::default() };
    let sender = Sender::new(sender, report.standard_input());
    thread::spawn(move || input.read(sender));
    let mut served =
        CanvasServer { server: &server, canvases, session: first, shown: Surfaces::new(), way, assets, data };
    let ended = served.listen(&events, new, report);
    server.runtime().block_on(host.shutdown(GOODBYE));
    ended
}

/// Creates a host with an empty session and its chat.
fn empty_host() -> Result<ahp::canvas::host::Host, Box<dyn std::error::Error>> {
    let mut host = ahp::canvas::host::Host::new(["1.0.0", "0.10.0", "0.6.0"]);
    let agent = r#"{"provider":"agent-ui","displayName":"Agent UI Bridge","description":"Shows A2UI surfaces as canvases.","models":[]}"#;
    host.set_root(Payload::parse(format!(r#"{{"agents":[{agent}],"activeSessions":1}}"#))?)?;
    // The chat is empty, so it has no meaningful time of change.
    let chat =
        format!(r#""resource":"{CHAT}","title":"Surfaces","status":1,"modifiedAt":"1970-01-01T00:00:00Z""#);
    let session = format!(
        r#"{{"provider":"agent-ui","title":"Surfaces","status":1,"lifecycle":"ready","activeClients":[],"chats":[{{{chat}}}],"defaultChat":"{CHAT}"}}"#
    );
    host.add_session(SESSION, wire::decode(&session)?)?;
    host.add_chat(&SESSION.into(), CHAT, wire::decode(&format!(r#"{{{chat},"turns":[]}}"#))?)?;
    Ok(host)
}

struct CanvasServer<'a> {
    server: &'a Server,
    canvases: Canvases,
    session: ShowSession<'a>,
    /// The surfaces as the pages render them.
    shown: Surfaces,
    way: PageDelivery,
    assets: Assets,
    data: Data,
}

impl<'a> CanvasServer<'a> {
    /// Handles events until the user stops the program.
    fn listen(
        &mut self,
        events: &Receiver<Event>,
        new: impl Fn(&mut Report) -> Result<ShowSession<'a>, Exit>,
        report: &mut Report,
    ) -> Result<(), Exit> {
        while let Ok(event) = events.recv() {
            match event {
                Event::Arrival(Arrival::Document(document)) => {
                    let step = self.session.take(&document.input(), report)?;
                    self.step(&step, report)?;
                }
                Event::Arrival(Arrival::Finding(place, finding)) => report.finding(&place, &finding)?,
                Event::Arrival(Arrival::Replaced) => {
                    self.session = new(report)?;
                    self.shown = Surfaces::new();
                    let closed = self.canvases.close_all();
                    report_failure(report, closed.map_err(CanvasError::from))?;
                }
                Event::Arrival(Arrival::Ended(ended)) => {
                    ended?;
                    if let Some(step) = self.session.finish(report)? {
                        self.step(&step, report)?;
                    }
                }
                Event::Host(event) => self.handle_host_event(event, report)?,
                Event::Posted(posted) => {
                    let may_click = |surface: &str| self.canvases.has_page_at(surface, &posted.page);
                    let taken = self.session.handle_click(&posted.text, &may_click, report)?;
                    posted.answer(taken);
                }
                Event::Stopped => break,
            }
        }
        self.session.report_end(report)
    }

    /// Shows the step of a document on the canvases.
    fn step(&mut self, step: &Step, report: &mut Report) -> Result<(), Exit> {
        if let Some(dialect) = &step.dialect {
            self.data.source.dialect.clone_from(dialect);
        }
        // Losses are reported once per surface, refusals and findings once.
        let mut rest = Step { messages: Vec::new(), ..step.clone() };
        for message in &step.messages {
            let Ok(read) = Message::read_as(message.text(), SHOWN.a2ui_version()) else { continue };
            let Some(surface) = read.surface_id().map(|id| id.as_str().to_owned()) else { continue };
            // The page itself refuses and reports messages that do not apply.
            let _ = self.shown.apply(&read);
            if read.key() == "deleteSurface" {
                let closed = self.canvases.close(&surface);
                report_failure(report, closed.map_err(CanvasError::from))?;
                continue;
            }
            let is_of_it = |lost: &live::page::Loss| lost.surface.as_ref().is_none_or(|of| *of == surface);
            let (losses, others) = std::mem::take(&mut rest.losses).into_iter().partition(is_of_it);
            rest.losses = others;
            let refused = std::mem::take(&mut rest.refused);
            let findings = std::mem::take(&mut rest.findings);
            let news = Step {
                place: step.place.clone(),
                messages: vec![message.clone()],
                losses,
                refused,
                findings,
                ..Step::default()
            };
            if self.canvases.has_surface(&surface) {
                report_failure(report, self.canvases.step(&surface, &news))?;
            } else if read.key() == "createSurface" {
                let opened = self.open(&surface, &news);
                report_failure(report, opened)?;
            }
        }
        // Whole surfaces are validated when the input ends.
        let mut whole: BTreeMap<&str, Vec<PageFinding>> = BTreeMap::new();
        for found in step.whole.iter().flatten() {
            if let Some(surface) = &found.surface {
                whole.entry(surface).or_default().push(found.clone());
            }
        }
        for (surface, found) in whole {
            let step = Step { whole: Some(found), ..Step::default() };
            report_failure(report, self.canvases.step(surface, &step))?;
        }
        Ok(())
    }

    fn open(&mut self, surface: &str, first: &Step) -> Result<(), CanvasError> {
        let page = match self.way {
            PageDelivery::Channel => None,
            PageDelivery::Address => {
                let page = self.server.add_page(&self.assets, self.data.clone(), FramePolicy::Anywhere);
                Some(page.map_err(CanvasError::Step)?)
            }
        };
        let theme = self.session.surfaces().get(surface).and_then(|surface| surface.theme());
        let title =
            theme.and_then(|theme| theme.member("agentDisplayName")?.as_str().map(|name| name.into_owned()));
        self.canvases.open(surface, title, page, first)
    }

    fn handle_host_event(&mut self, event: host::Event, report: &mut Report) -> Result<(), Exit> {
        match event {
            host::Event::Provide(asked) => {
                report_failure(report, self.canvases.provide(asked).map_err(CanvasError::from))
            }
            host::Event::Read(wanted) => {
                let now = |id: &str| self.surface(id);
                // The client that asked may have disconnected.
                let _ = self.canvases.read(wanted, &self.assets, self.data.clone(), now);
                Ok(())
            }
            host::Event::Message { channel, message, .. } => match message.payload {
                Some(payload) => {
                    let may_click = |surface: &str| self.canvases.is_shown_on(surface, &channel);
                    self.session.handle_click(payload.text(), &may_click, report).map(drop)
                }
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// Returns the current state of a surface.
    fn surface(&self, id: &str) -> Option<Surface> {
        let shown = self.shown.get(id)?.messages();
        let shown = shown.iter().map(Payload::encode).collect::<Result<_, _>>().ok()?;
        let exact = self.session.surfaces().get(id)?;
        let messages = exact.messages().iter().map(wire::encode).collect::<Result<Vec<_>, _>>().ok()?;
        let mime_type = match exact.version_word() {
            "v0.8" | "v0.9" => "application/json+a2ui",
            _ => "application/a2ui+json",
        };
        Some(Surface { shown, exact: format!("[{}]", messages.join(",")), mime_type })
    }
}

/// Reports an error of a canvas.
fn report_failure(report: &mut Report, done: Result<(), CanvasError>) -> Result<(), Exit> {
    match done {
        Ok(()) => Ok(()),
        Err(error) => report.say(&format!("agent-ui: {error}")),
    }
}
