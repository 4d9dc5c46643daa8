//! The documents of several inputs, in order of arrival.

use crate::{
    descriptor,
    exit::Exit,
    input::{
        Failure, Input, LineCheck, OpenedDocuments, OwnedInput, failure_exit, no_json,
        open_documents,
    },
};
use agent_ui_text::place::Place;
use bridge::DialectOrProtocol;
use std::{
    io::Read,
    path::PathBuf,
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel},
    },
    thread,
    time::Duration,
};
use wire::Finding;

/// The number of documents that are read ahead.
const AHEAD: usize = 64;

/// The time between two checks while no document arrives.
const CHECK: Duration = Duration::from_millis(100);

/// An input, with the position to start from.
pub(super) enum FeedSource {
    Stdin(Box<dyn Read + Send>),
    File {
        path: PathBuf,
        offset: u64,
        line: usize,
    },
}

impl FeedSource {
    /// Opens the input. Opening a named pipe blocks until a writer opens it.
    fn open(self, protocol: DialectOrProtocol) -> Result<OpenedDocuments, Failure> {
        match self {
            Self::Stdin(reader) => open_documents(reader, protocol, (0, 1)),
            Self::File { path, offset, line } => {
                let file = descriptor::open(&path).map_err(Failure::Read)?;
                open_documents(Box::new(file), protocol, (offset, line))
            }
        }
    }

    fn name(&self) -> Option<Arc<str>> {
        match self {
            Self::Stdin(_) => None,
            Self::File { path, .. } => Some(path.to_string_lossy().into()),
        }
    }
}

/// A document that was read, with its direction.
pub(super) struct FedDocument {
    pub(super) is_backward: bool,
    document: OwnedInput,
    /// A finding about the whole input, attached to its first document.
    pub(super) about_input: Option<Finding>,
    /// The offset and the line after the document.
    pub(super) position: (u64, usize),
}

impl FedDocument {
    pub(super) fn input(&self) -> Input<'_> {
        self.document.input()
    }
}

/// A reader of several inputs at the same time.
pub(super) struct Feed(Receiver<Result<FedDocument, Exit>>);

impl Feed {
    /// Starts reading. The first source is the forward direction, and the second one is the backward direction. With
    /// `is_in_turn`, the second source is read after the end of the first one.
    pub(super) fn start(sources: Vec<(FeedSource, DialectOrProtocol)>, is_in_turn: bool) -> Self {
        let (sender, receiver) = sync_channel(AHEAD);
        let mut sources: Vec<_> = sources.into_iter().zip([false, true]).collect();
        while !sources.is_empty() {
            let together = if is_in_turn { sources.len() } else { 1 };
            let group: Vec<_> = sources.drain(..together).collect();
            let sender = sender.clone();
            thread::spawn(move || {
                for ((source, protocol), is_backward) in group {
                    let feed = FeedSender {
                        file: source.name(),
                        is_backward,
                        sender: sender.clone(),
                    };
                    feed.send_all(source, protocol);
                }
            });
        }
        Self(receiver)
    }

    /// Returns a document if one is ready.
    pub(super) fn take_ready(&self) -> Result<Option<FedDocument>, Exit> {
        match self.0.try_recv() {
            Ok(document) => document.map(Some),
            // After the end of all inputs, `wait` returns at once.
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => Ok(None),
        }
    }

    /// Waits for the next document; `None` at the end of all inputs. `check` runs regularly in the meantime.
    pub(super) fn wait(
        &self,
        check: &mut dyn FnMut() -> Result<(), Exit>,
    ) -> Result<Option<FedDocument>, Exit> {
        loop {
            match self.0.recv_timeout(CHECK) {
                Ok(document) => return document.map(Some),
                Err(RecvTimeoutError::Timeout) => check()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }
}

/// The sender of the documents of one input.
struct FeedSender {
    file: Option<Arc<str>>,
    is_backward: bool,
    sender: SyncSender<Result<FedDocument, Exit>>,
}

impl FeedSender {
    /// Sends the documents of a source, and the failure that ends it.
    fn send_all(&self, source: FeedSource, protocol: DialectOrProtocol) {
        let sent = match source.open(protocol) {
            Ok(opened) => self.send_documents(opened),
            Err(failure) => Err(failure),
        };
        if let Err(failure) = sent {
            let exit = failure_exit(&failure, self.file.as_deref());
            // Without a receiver, the run has ended.
            let _ = self.sender.send(Err(exit));
        }
    }

    /// Sends the documents of an input until the receiver is dropped.
    fn send_documents(&self, opened: OpenedDocuments) -> Result<(), Failure> {
        let mut about_input = opened.encoding;
        let mut documents = match opened.documents {
            Ok(documents) => documents,
            // The format of the whole input is not supported.
            Err(error) => {
                self.send(FedDocument {
                    is_backward: self.is_backward,
                    document: OwnedInput::new(self.place(1, 1), Err(error)),
                    about_input,
                    position: (0, 1),
                });
                return Ok(());
            }
        };
        while documents.next(LineCheck::Syntax, &mut || Ok(()))? {
            let (line, column, bytes) = documents.last();
            let start = self.place(line, column);
            let input = match documents.is_text() {
                true => Input::new(start, Err(no_json(documents.is_before_json()))),
                false => Input::of(start, bytes),
            };
            let is_sent = self.send(FedDocument {
                is_backward: self.is_backward,
                document: input.into(),
                position: documents.position(),
                about_input: about_input.take().or_else(|| documents.take_mark_notice()),
            });
            if !is_sent {
                break;
            }
        }
        Ok(())
    }

    fn place(&self, line: usize, column: usize) -> Place {
        Place {
            file: self.file.clone(),
            line,
            column,
        }
    }

    /// Sends a document. Returns `false` if the receiver was dropped.
    fn send(&self, document: FedDocument) -> bool {
        self.sender.send(Ok(document)).is_ok()
    }
}
