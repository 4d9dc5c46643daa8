//! A page that is served: what comes in goes to it, and what is clicked on it comes out.

use super::session::{self, Session};
use crate::{
    args::Show,
    live_input::{Arrival, LiveInput, Sender},
    report::{Exit, Report},
};
use live::{
    page::{Assets, Data},
    server::{FramePolicy, Page, PostedAction, Server, ServerEvent},
};
use std::{
    io,
    sync::{
        Arc,
        mpsc::{Receiver, sync_channel},
    },
    thread,
};

/// How much may come before it is taken.
const AHEAD: usize = 64;

/// What happens, in its order.
enum Event {
    Arrival(Arrival),
    /// The user clicked.
    Posted(PostedAction),
    /// The user has enough.
    Stopped,
}

impl From<Arrival> for Event {
    fn from(came: Arrival) -> Self {
        Self::Arrival(came)
    }
}

pub(super) fn run(arguments: &Show, assets: Assets, report: &mut Report) -> Result<(), Exit> {
    let translation = session::translation(arguments.from, &arguments.context);
    let new = |report: &mut Report| Session::new(&translation, arguments.to, report);
    // What is wrong with how it was called is said before anything is shown.
    new(report)?;
    let interest = Arc::new(());
    let input = match arguments.watch {
        true => LiveInput::watch(&arguments.source, arguments.from, Arc::downgrade(&interest), "--watch")?,
        false => LiveInput::once(&arguments.source, arguments.from)?,
    };
    let (to, events) = sync_channel(AHEAD);
    let (source, images) = (session::source(&arguments.source, arguments.from, None), arguments.allow_images);
    let data = Data { source, images, ..Data::default() };
    let to_here = to.clone();
    let server = Server::start(arguments.port, move |happened| {
        // Whoever does not listen any more has ended.
        let _ = to_here.send(match happened {
            ServerEvent::Posted(posted) => Event::Posted(posted),
            ServerEvent::Stopped => Event::Stopped,
        });
    });
    let wrong = |error: io::Error| Exit::Usage(format!("--port {}: {error}", arguments.port));
    let server = server.map_err(wrong)?;
    let page = server.add_page(&assets, data, FramePolicy::Never).map_err(wrong)?;
    report.say(&format!("showing {}", page.address()))?;
    if arguments.open {
        if let Err(error) = live::open(page.address()) {
            report.say(&format!("agent-ui: cannot start a browser ({error}); open the address yourself"))?;
        }
    }
    let sender = Sender::new(to, report.standard_input());
    thread::spawn(move || input.read(sender));
    listen(&events, &page, new, report)
}

/// Does what happens, until the user has enough.
fn listen<'a>(
    events: &Receiver<Event>,
    page: &Page,
    new: impl Fn(&mut Report) -> Result<Session<'a>, Exit>,
    report: &mut Report,
) -> Result<(), Exit> {
    let full = |error: io::Error| Exit::Usage(error.to_string());
    let mut session = new(report)?;
    while let Ok(event) = events.recv() {
        match event {
            Event::Arrival(Arrival::Document(document)) => {
                let step = session.take(&document.input(), report)?;
                page.step(&step).map_err(full)?;
            }
            Event::Arrival(Arrival::Said(place, finding)) => report.finding(&place, &finding)?,
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
                let taken = session.handle_click(&posted.text, &|_| true, report)?;
                posted.answer(taken);
            }
            Event::Stopped => break,
        }
    }
    Ok(())
}
