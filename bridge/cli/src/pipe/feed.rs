//! The documents of several inputs, as they come.

use crate::{
    input::{Failure, Input, Owned, Place, document::Documents, documents, failed, no_json},
    report::Exit,
};
use bridge::Named;
use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::PathBuf,
    sync::{
        Arc,
        mpsc::{Receiver, SyncSender, TryRecvError, sync_channel},
    },
    thread,
};

/// How many documents are read ahead.
const AHEAD: usize = 64;

/// An input, from a place on.
pub(super) enum Source {
    Stdin(Box<dyn Read + Send>),
    File { path: PathBuf, offset: u64, line: usize },
}

impl Source {
    /// Opens it. That may take until somebody else opens it to write.
    fn documents(self, protocol: Named) -> io::Result<Documents> {
        match self {
            Self::Stdin(reader) => Ok(documents(reader, Some(protocol))),
            Self::File { path, offset, line } => {
                let mut file = File::open(path)?;
                if offset > 0 {
                    file.seek(SeekFrom::Start(offset))?;
                }
                Ok(documents(Box::new(file), Some(protocol)).behind(offset, line))
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

/// A document that came.
pub(super) struct Document {
    pub(super) is_back: bool,
    document: Owned,
    /// Whether a byte order mark was left out in front of it.
    pub(super) has_mark: bool,
    /// What lies before what comes behind it: how many bytes, and the line of that.
    pub(super) position: (u64, usize),
}

impl Document {
    pub(super) fn input(&self) -> Input<'_> {
        self.document.input()
    }
}

/// What reads several inputs at once.
pub(super) struct Feed(Receiver<Result<Document, Exit>>);

impl Feed {
    /// The first source goes there, the second one back, each with the protocol of its messages: as they come, or the second one behind
    /// the end of the first.
    pub(super) fn start(sources: Vec<(Source, Named)>, is_in_turn: bool) -> Self {
        let (sender, receiver) = sync_channel(AHEAD);
        let mut sources: Vec<_> = sources.into_iter().zip([false, true]).collect();
        while !sources.is_empty() {
            let (sender, together) = (sender.clone(), if is_in_turn { sources.len() } else { 1 });
            let group: Vec<_> = sources.drain(..together).collect();
            thread::spawn(move || {
                group
                    .into_iter()
                    .for_each(|((source, protocol), is_back)| read(source, protocol, is_back, &sender))
            });
        }
        Self(receiver)
    }

    /// A document, if one is there already.
    pub(super) fn ready(&self) -> Result<Option<Document>, Exit> {
        match self.0.try_recv() {
            Ok(document) => document.map(Some),
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => Ok(None),
        }
    }

    /// The next document, as soon as there is one; none at the end of all inputs.
    pub(super) fn wait(&self) -> Result<Option<Document>, Exit> {
        self.0.recv().map_or(Ok(None), |document| document.map(Some))
    }
}

fn read(source: Source, protocol: Named, is_back: bool, sender: &SyncSender<Result<Document, Exit>>) {
    let file = source.name();
    let failed = |failure| failed(failure, file.as_deref());
    let end =
        source.documents(protocol).map_err(|error| failed(Failure::Read(error))).and_then(|mut documents| {
            while documents.next(false, &mut || Ok(())).map_err(failed)? {
                let (line, column, bytes) = documents.last();
                let start = Place { file: file.clone(), line, column };
                let is_text = documents.is_text();
                let input = if is_text { Input::new(start, Err(no_json())) } else { Input::of(start, bytes) };
                let document = input.into();
                let (position, has_mark) = (documents.position(), documents.take_mark());
                let document = Document { is_back, document, has_mark, position };
                if sender.send(Ok(document)).is_err() {
                    break;
                }
            }
            Ok(())
        });
    if let Err(exit) = end {
        let _ = sender.send(Err(exit));
    }
}
