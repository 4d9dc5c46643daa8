//! A served page: shows arriving documents and outputs the user's actions.

use super::session::{self, ShowSession};
use crate::{
    args::Show,
    exit::Exit,
    live_input::{Arrival, LiveInput, Sender},
    report::Report,
};
use live::{
    page::{Assets, Data, Step},
    server::{FramePolicy, Page, PostedAction, Server, ServerEvent},
};
use std::{
    io,
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, sync_channel},
    },
    thread,
    time::Duration,
};

/// The number of events that may wait.
const AHEAD: usize = 64;
/// The pause of the input after which whole surfaces are validated.
const PAUSE: Duration = Duration::from_millis(500);

/// An event of the served page, in order of arrival.
enum Event {
    Arrival(Arrival),
    /// An action of the user on the page.
    Posted(PostedAction),
    /// A request of the user to stop.
    Stopped,
}

impl From<Arrival> for Event {
    fn from(came: Arrival) -> Self {
        Self::Arrival(came)
    }
}

pub(super) fn run(arguments: &Show, assets: Assets, report: &mut Report) -> Result<(), Exit> {
    let translation = session::translation(arguments.from, &arguments.context);
    let new = |report: &mut Report| ShowSession::new(&translation, arguments.to, report);
    // Usage errors are reported before the page is shown.
    new(report)?;
    let interest = Arc::new(());
    let input = match arguments.watch {
        true => LiveInput::watch(
            &arguments.source,
            arguments.from,
            Arc::downgrade(&interest),
            "--watch",
        )?,
        false => LiveInput::once(&arguments.source, arguments.from)?,
    };
    let (to, events) = sync_channel(AHEAD);
    let (source, images) = (
        session::source(&arguments.source, arguments.from, None),
        arguments.allow_images,
    );
    let data = Data {
        source,
        images,
        ..Data::default()
    };
    let to_here = to.clone();
    let server = Server::start(arguments.port, move |happened| {
        // A receiver that was dropped has ended.
        let _ = to_here.send(match happened {
            ServerEvent::Posted(posted) => Event::Posted(posted),
            ServerEvent::Stopped => Event::Stopped,
        });
    });
    let wrong = |error: io::Error| Exit::Usage(format!("--port {}: {error}", arguments.port));
    let server = server.map_err(wrong)?;
    let page = server
        .add_page(&assets, data, FramePolicy::Never)
        .map_err(wrong)?;
    report.say(&format!("showing {}", page.address()))?;
    if arguments.open {
        if let Err(error) = live::open(page.address()) {
            report.say(&format!(
                "agent-ui: cannot start a browser ({error}); open the address yourself"
            ))?;
        }
    }
    let sender = Sender::new(to, report.standard_input());
    thread::spawn(move || input.read(sender));
    listen(&events, &page, new, report)
}

/// Handles events until the user stops the program.
fn listen<'a>(
    events: &Receiver<Event>,
    page: &Page,
    new: impl Fn(&mut Report) -> Result<ShowSession<'a>, Exit>,
    report: &mut Report,
) -> Result<(), Exit> {
    let full = Exit::Output;
    let mut session = new(report)?;
    let mut has_news = false;
    loop {
        let event = match events.recv_timeout(if has_news { PAUSE } else { Duration::MAX }) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => {
                has_news = false;
                if let Some(whole) = session.whole() {
                    page.step(&Step {
                        whole: Some(whole),
                        ..Step::default()
                    })
                    .map_err(full)?;
                }
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => break,
        };
        match event {
            Event::Arrival(Arrival::Document(document)) => {
                let step = session.take(&document.input(), report)?;
                page.step(&step).map_err(full)?;
                has_news = true;
            }
            Event::Arrival(Arrival::Finding(place, finding)) => report.finding(&place, &finding)?,
            Event::Arrival(Arrival::Replaced) => {
                session = new(report)?;
                page.reset();
            }
            Event::Arrival(Arrival::Ended(ended)) => {
                ended?;
                if let Some(step) = session.finish(report)? {
                    page.step(&step).map_err(full)?;
                }
                page.end();
            }
            Event::Posted(posted) => {
                let taken = session.handle_click(&posted.text, report)?;
                posted.answer(taken);
            }
            Event::Stopped => break,
        }
    }
    session.report_end(report)
}
