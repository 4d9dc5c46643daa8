//! A page that is served: what comes in goes to it, and what is clicked on it comes out.

use super::session::{self, Session};
use crate::{
    args::Show,
    input::{Caller, Inputs, Owned, Place},
    report::{Exit, Report},
};
use bridge::Named;
use live::{
    follow::Follow,
    page::{Assets, Data},
    server::{Framed, Happened, Page, Posted, Server},
};
use std::{
    io::{self, Read},
    path::{Path, PathBuf},
    sync::{
        Arc, Weak,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
    time::Duration,
};
use wire::Finding;

/// How much may come before it is taken.
const AHEAD: usize = 64;
/// How long a file is waited for that was taken away.
const WAIT: Duration = Duration::from_millis(100);

/// What happens, in its order.
enum Event {
    /// A document came.
    Document(Owned),
    /// Something is to be said about what came.
    Said(Place, Finding),
    /// The file is another one.
    Replaced,
    /// Nothing comes any more, as something is wrong or as that was all.
    Ended(Result<(), Exit>),
    /// The user clicked.
    Posted(Posted),
    /// The user has enough.
    Stopped,
}

pub(super) fn run(arguments: &Show, assets: Assets, report: &mut Report) -> Result<(), Exit> {
    let translation = session::translation(arguments);
    let new = |report: &mut Report| Session::new(&translation, arguments.to, report);
    // What is wrong with how it was called is said before anything is shown.
    new(report)?;
    let interest = Arc::new(());
    let input = Input::of(arguments, Arc::downgrade(&interest))?;
    let (to, events) = sync_channel(AHEAD);
    let (source, images) = (session::source(arguments, None), arguments.allow_images);
    let data = Data { source, images, ..Data::default() };
    let to_here = to.clone();
    let server = Server::start(arguments.port, move |happened| {
        // Whoever does not listen any more has ended.
        let _ = to_here.send(match happened {
            Happened::Posted(posted) => Event::Posted(posted),
            Happened::Stopped => Event::Stopped,
        });
    });
    let wrong = |error: io::Error| Exit::Usage(format!("--port {}: {error}", arguments.port));
    let server = server.map_err(wrong)?;
    let page = server.page(&assets, data, Framed::Never).map_err(wrong)?;
    report.say(&format!("showing {}", page.address()))?;
    if arguments.open {
        if let Err(error) = live::open(page.address()) {
            report
                .say(&format!("agent-ui: no browser could be started ({error}); open the address in one"))?;
        }
    }
    let standard_input = Some(report.standard_input());
    let sender = Sender { to, standard_input, is_replaced: Arc::default() };
    thread::spawn(move || input.read(sender));
    listen(&events, &page, new, report)
}

/// From where documents come, in a thread of its own: they may take as long as somebody needs to write them.
enum Input {
    /// What comes once.
    Once(Inputs),
    /// A file that is watched.
    Watched { path: PathBuf, from: Named, interest: Weak<()>, follow: Follow },
}

impl Input {
    fn of(arguments: &Show, interest: Weak<()>) -> Result<Self, Exit> {
        let from = arguments.from;
        let once = || Ok(Self::Once(Inputs::of(&arguments.source)?.finding(from)));
        if !arguments.watch {
            return once();
        }
        match arguments.source.files.as_slice() {
            [] => once(),
            [path] if path.as_os_str() == "-" => once(),
            [path] if !path.is_dir() => {
                let path = path.clone();
                let follow = Follow::new(&path, interest.clone());
                let follow = follow.map_err(|error| Exit::Usage(format!("{}: {error}", path.display())))?;
                Ok(Self::Watched { path, from, interest, follow })
            }
            _ => Err(Exit::Usage("--watch: one file is watched, or standard input".to_owned())),
        }
    }

    /// Sends what comes, for as long as somebody listens.
    fn read(self, mut sender: Sender) {
        let ended = match self {
            Self::Once(inputs) => sender.documents(inputs),
            Self::Watched { path, from, interest, follow } => sender.watched(&path, from, &interest, follow),
        };
        let _ = sender.send(Event::Ended(ended));
    }
}

/// Sends what happens to where it is done.
struct Sender {
    to: SyncSender<Event>,
    standard_input: Option<Box<dyn Read + Send>>,
    /// Whether the file that is read is another one by now, so that its end is no document.
    is_replaced: Arc<AtomicBool>,
}

impl Sender {
    fn send(&self, event: Event) -> Result<(), Exit> {
        self.to.send(event).map_err(|_| Exit::Closed)
    }

    fn documents(&mut self, mut inputs: Inputs) -> Result<(), Exit> {
        while inputs.next(self)? && !self.is_replaced.load(Ordering::Relaxed) {
            self.send(Event::Document(inputs.last().into()))?;
        }
        Ok(())
    }

    fn watched(&mut self, path: &Path, from: Named, interest: &Weak<()>, follow: Follow) -> Result<(), Exit> {
        let mut next = Some(follow);
        while let Some(follow) = next.take() {
            self.is_replaced = follow.is_replaced();
            self.documents(Inputs::of_reader(path, Box::new(follow)).finding(from))?;
            if self.is_replaced.load(Ordering::Relaxed) {
                self.send(Event::Replaced)?;
                // Whoever replaces a file may take it away first.
                while next.is_none() && interest.strong_count() > 0 {
                    next = Follow::new(path, interest.clone()).ok();
                    thread::sleep(WAIT);
                }
            }
        }
        Ok(())
    }
}

impl Caller for Sender {
    fn waits(&mut self) -> Result<(), Exit> {
        Ok(())
    }

    fn standard_input(&mut self) -> Box<dyn Read + Send> {
        self.standard_input.take().unwrap_or_else(|| Box::new(io::empty()))
    }

    fn says(&mut self, place: &Place, finding: &Finding) -> Result<(), Exit> {
        self.send(Event::Said(place.clone(), finding.clone()))
    }
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
            Event::Document(document) => {
                let step = session.take(&document.input(), report)?;
                page.step(&step).map_err(full)?;
            }
            Event::Said(place, finding) => report.finding(&place, &finding)?,
            Event::Replaced => {
                session = new(report)?;
                page.reset();
            }
            Event::Ended(ended) => {
                ended?;
                if let Some(step) = session.finish(report)? {
                    page.step(&step).map_err(full)?;
                }
                page.end();
            }
            Event::Posted(posted) => click(&mut session, posted, report)?,
            Event::Stopped => break,
        }
    }
    Ok(())
}

/// Writes what a click means, and tells the page whether it means anything.
fn click(session: &mut Session<'_>, posted: Posted, report: &mut Report) -> Result<(), Exit> {
    match session.click(&posted.text) {
        Ok(messages) => {
            messages.into_iter().try_for_each(|message| report.json(message))?;
            // Whoever waits for a click sees it at once.
            report.flush()?;
            posted.answer(Ok(()));
        }
        Err(refusal) => {
            report.refusal(&Place { file: None, line: 1, column: 1 }, &refusal)?;
            report.take_refusals();
            let hint = match refusal.hint_text() {
                "" => String::new(),
                hint => format!(": {hint}"),
            };
            posted.answer(Err(format!("{}{hint}", refusal.message())));
        }
    }
    Ok(())
}
