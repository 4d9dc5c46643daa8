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
    /// Opens the input. A named pipe blocks until a writer opens it.
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
    /// Starts reading: the first source is the forward direction, the second the backward one. With `is_in_turn`, the
    /// second is read after the end of the first.
    pub(super) fn start(sources: Vec<(FeedSource, DialectOrProtocol)>, is_in_turn: bool) -> Self {
        let (sender, receiver) = sync_channel(AHEAD);
        let mut sources: Vec<_> = sources.into_iter().zip([false, true]).collect();
        while !sources.is_empty() {
            let (sender, together) = (sender.clone(), if is_in_turn { sources.len() } else { 1 });
            let group: Vec<_> = sources.drain(..together).collect();
            thread::spawn(move || {
                group
                    .into_iter()
                    .for_each(|((source, protocol), is_backward)| {
                        read(source, protocol, is_backward, &sender)
                    })
            });
        }
        Self(receiver)
    }

    /// Returns a document if one is ready.
    pub(super) fn ready(&self) -> Result<Option<FedDocument>, Exit> {
        match self.0.try_recv() {
            Ok(document) => document.map(Some),
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => Ok(None),
        }
    }

    /// Waits for the next document; `None` at the end of all inputs. `check` runs from time to time.
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

fn read(
    source: FeedSource,
    protocol: DialectOrProtocol,
    is_backward: bool,
    sender: &SyncSender<Result<FedDocument, Exit>>,
) {
    let file = source.name();
    let send = |document| sender.send(Ok(document)).is_ok();
    let end = source
        .open(protocol)
        .and_then(|opened| documents(opened, file.as_ref(), is_backward, &send));
    if let Err(failure) = end {
        let _ = sender.send(Err(failure_exit(&failure, file.as_deref())));
    }
}

/// Sends the documents of an input until the receiver is dropped.
fn documents(
    OpenedDocuments {
        documents,
        encoding,
    }: OpenedDocuments,
    file: Option<&Arc<str>>,
    is_backward: bool,
    send: &dyn Fn(FedDocument) -> bool,
) -> Result<(), Failure> {
    let mut about_input = encoding;
    let mut documents = match documents {
        Ok(documents) => documents,
        Err(error) => {
            let document = OwnedInput::new(
                Place {
                    file: file.cloned(),
                    line: 1,
                    column: 1,
                },
                Err(error),
            );
            send(FedDocument {
                is_backward,
                document,
                about_input,
                position: (0, 1),
            });
            return Ok(());
        }
    };
    while documents.next(LineCheck::Syntax, &mut || Ok(()))? {
        let (line, column, bytes) = documents.last();
        let start = Place {
            file: file.cloned(),
            line,
            column,
        };
        let is_text = documents.is_text();
        let input = if is_text {
            Input::new(start, Err(no_json(documents.is_before_json())))
        } else {
            Input::of(start, bytes)
        };
        let (document, position) = (input.into(), documents.position());
        let about_input = about_input.take().or_else(|| documents.take_mark_notice());
        if !send(FedDocument {
            is_backward,
            document,
            about_input,
            position,
        }) {
            break;
        }
    }
    Ok(())
}
