//! Documents that come while something else happens: from a file that grows, or from standard input.

use crate::{
    args::Source,
    input::{InputCallbacks, Inputs, OwnedInput, Place},
    report::Exit,
};
use bridge::DialectOrProtocol;
use live::follow::Follow;
use std::{
    io::{self, Read},
    path::{Path, PathBuf},
    sync::{
        Arc, Weak,
        atomic::{AtomicBool, Ordering},
        mpsc::SyncSender,
    },
    thread,
    time::Duration,
};
use wire::Finding;

/// How long a file is waited for that was taken away.
const WAIT: Duration = Duration::from_millis(100);

/// What comes, in its order.
pub(crate) enum Arrival {
    /// A document.
    Document(OwnedInput),
    /// Something is to be said about what came.
    Said(Place, Finding),
    /// The file is another one.
    Replaced,
    /// Nothing comes any more, as something is wrong or as that was all.
    Ended(Result<(), Exit>),
}

/// From where documents come, in a thread of its own: they may take as long as somebody needs to write them.
pub(crate) enum LiveInput {
    /// What comes once.
    Once(Inputs),
    /// A file that is watched.
    Watched { path: PathBuf, from: DialectOrProtocol, interest: Weak<()>, follow: Follow },
}

impl LiveInput {
    /// Everything once.
    pub(crate) fn once(source: &Source, from: DialectOrProtocol) -> Result<Self, Exit> {
        Ok(Self::Once(Inputs::of(source)?.find_messages(from)))
    }

    /// A file, and what is appended to it as long as somebody has this interest; or standard input.
    /// `asked` is how the user asked for that.
    pub(crate) fn watch(
        source: &Source,
        from: DialectOrProtocol,
        interest: Weak<()>,
        asked: &str,
    ) -> Result<Self, Exit> {
        let once = || Self::once(source, from);
        match source.files.as_slice() {
            [] => once(),
            [path] if path.as_os_str() == "-" => once(),
            [path] if !path.is_dir() => {
                let path = path.clone();
                let follow = Follow::new(&path, interest.clone());
                let follow = follow.map_err(|error| Exit::Usage(format!("{}: {error}", path.display())))?;
                Ok(Self::Watched { path, from, interest, follow })
            }
            _ => Err(Exit::Usage(format!("{asked}: one file is watched, or standard input"))),
        }
    }

    /// Sends what comes, for as long as somebody listens.
    pub(crate) fn read<E: From<Arrival>>(self, mut sender: Sender<E>) {
        let ended = match self {
            Self::Once(inputs) => sender.documents(inputs),
            Self::Watched { path, from, interest, follow } => {
                sender.send_watched(&path, from, &interest, follow)
            }
        };
        let _ = sender.send(Arrival::Ended(ended));
    }
}

/// Sends what happens to where it is done.
pub(crate) struct Sender<E> {
    to: SyncSender<E>,
    standard_input: Option<Box<dyn Read + Send>>,
    /// Whether the file that is read is another one by now, so that its end is no document.
    is_replaced: Arc<AtomicBool>,
}

impl<E: From<Arrival>> Sender<E> {
    pub(crate) fn new(to: SyncSender<E>, standard_input: Box<dyn Read + Send>) -> Self {
        Self { to, standard_input: Some(standard_input), is_replaced: Arc::default() }
    }

    fn send(&self, came: Arrival) -> Result<(), Exit> {
        self.to.send(came.into()).map_err(|_| Exit::Closed)
    }

    fn documents(&mut self, mut inputs: Inputs) -> Result<(), Exit> {
        while inputs.next(self)? && !self.is_replaced.load(Ordering::Relaxed) {
            self.send(Arrival::Document(inputs.last().into()))?;
        }
        Ok(())
    }

    fn send_watched(
        &mut self,
        path: &Path,
        from: DialectOrProtocol,
        interest: &Weak<()>,
        follow: Follow,
    ) -> Result<(), Exit> {
        let mut next = Some(follow);
        while let Some(follow) = next.take() {
            self.is_replaced = follow.is_replaced();
            self.documents(Inputs::of_reader(path, Box::new(follow)).find_messages(from))?;
            if self.is_replaced.load(Ordering::Relaxed) {
                self.send(Arrival::Replaced)?;
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

impl<E: From<Arrival>> InputCallbacks for Sender<E> {
    fn before_wait(&mut self) -> Result<(), Exit> {
        Ok(())
    }

    fn standard_input(&mut self) -> Box<dyn Read + Send> {
        self.standard_input.take().unwrap_or_else(|| Box::new(io::empty()))
    }

    fn report_finding(&mut self, place: &Place, finding: &Finding) -> Result<(), Exit> {
        self.send(Arrival::Said(place.clone(), finding.clone()))
    }
}
