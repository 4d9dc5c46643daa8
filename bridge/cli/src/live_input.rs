//! Documents that arrive while a page is served: from a growing file or from standard input.

use crate::{
    args::Source,
    exit::Exit,
    input::{InputCallbacks, Inputs, OwnedInput},
};
use agent_ui_text::place::Place;
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

/// The interval at which a removed file is looked for again.
const WAIT: Duration = Duration::from_millis(100);

/// An event of the input, in order of arrival.
pub(crate) enum Arrival {
    /// A complete document.
    Document(OwnedInput),
    /// A finding about the input.
    Finding(Place, Finding),
    /// The file was truncated or replaced.
    Replaced,
    /// The input ended, or failed with this error.
    Ended(Result<(), Exit>),
}

/// A source of documents that is read on its own thread, because it may block for any time.
pub(crate) enum LiveInput {
    /// Inputs that are read once.
    Once(Inputs),
    /// A file that is followed as it grows.
    Watched {
        path: PathBuf,
        from: DialectOrProtocol,
        interest: Weak<()>,
        follow: Follow,
    },
}

impl LiveInput {
    /// Opens all inputs for a single read.
    pub(crate) fn once(source: &Source, from: DialectOrProtocol) -> Result<Self, Exit> {
        Ok(Self::Once(Inputs::of(source)?.find_messages(from)))
    }

    /// Follows a file while the interest is alive, or reads standard input once. `asked` is the flag or command that
    /// requested it.
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
                let follow =
                    follow.map_err(|error| Exit::Usage(format!("{}: {error}", path.display())))?;
                Ok(Self::Watched {
                    path,
                    from,
                    interest,
                    follow,
                })
            }
            _ => Err(Exit::Usage(format!(
                "{asked}: name one file, or standard input"
            ))),
        }
    }

    /// Sends all arrivals until the receiver is dropped.
    pub(crate) fn read<E: From<Arrival>>(self, mut sender: Sender<E>) {
        let ended = match self {
            Self::Once(inputs) => sender.documents(inputs),
            Self::Watched {
                path,
                from,
                interest,
                follow,
            } => sender.send_watched(&path, from, &interest, follow),
        };
        let _ = sender.send(Arrival::Ended(ended));
    }
}

/// Sends arrivals to the thread that handles them.
pub(crate) struct Sender<E> {
    to: SyncSender<E>,
    standard_input: Option<Box<dyn Read + Send>>,
    /// `true` once the file was replaced, so that its remaining text is not a document.
    is_replaced: Arc<AtomicBool>,
}

impl<E: From<Arrival>> Sender<E> {
    pub(crate) fn new(to: SyncSender<E>, standard_input: Box<dyn Read + Send>) -> Self {
        Self {
            to,
            standard_input: Some(standard_input),
            is_replaced: Arc::default(),
        }
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
                // A file may be removed before its replacement appears.
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
        self.standard_input
            .take()
            .unwrap_or_else(|| Box::new(io::empty()))
    }

    fn report_finding(&mut self, place: &Place, finding: &Finding) -> Result<(), Exit> {
        self.send(Arrival::Finding(place.clone(), finding.clone()))
    }
}
