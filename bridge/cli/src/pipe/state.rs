//! The saved session, from which another run can resume.

use crate::exit::Exit;
use agent_ui_text::saved_state::SavedRepairer;
use bridge::SavedBridge;
use serde::{Deserialize, Serialize};
use std::{
    fmt::Display,
    fs::{self, File},
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
    path::Path,
};

/// The version of the file format.
const VERSION: u32 = 1;

/// A saved session.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SavedSession {
    v: u32,
    /// `true` if input and output are files in which the session resumes.
    pub(super) is_between_files: bool,
    #[serde(flatten)]
    pub(super) progress: Progress,
    pub(super) session: SavedBridge,
    /// The reader of A2UI messages of each direction.
    pub(super) repairers: [SavedRepairer; 2],
}

/// The progress of both directions.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Progress {
    #[serde(rename = "there")]
    pub(super) forward: DirectionProgress,
    #[serde(rename = "back")]
    pub(super) backward: DirectionProgress,
}

impl Progress {
    /// Returns `true` if no document was read.
    pub(super) fn is_empty(&self) -> bool {
        self.forward.documents + self.backward.documents == 0
    }
}

/// The progress of one direction.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct DirectionProgress {
    /// The number of documents that were read.
    pub(super) documents: u64,
    /// The length of these documents in bytes.
    pub(super) offset: u64,
    /// The line from which the next document is searched.
    pub(super) line: usize,
    /// The length of the output in bytes.
    pub(super) written: u64,
    /// The checksum of the part already read, if the input is a file.
    pub(super) beginning: Beginning,
}

impl Default for DirectionProgress {
    fn default() -> Self {
        Self {
            documents: 0,
            offset: 0,
            line: 1,
            written: 0,
            beginning: Beginning::default(),
        }
    }
}

/// A fingerprint of the beginning of a file; empty for other inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Beginning {
    /// The number of bytes in the fingerprint.
    bytes: u64,
    /// The FNV-1a checksum of these bytes in hexadecimal digits: enough to distinguish inputs, and easy to continue.
    checksum: String,
}

impl Default for Beginning {
    fn default() -> Self {
        Self::new(0, FNV_OFFSET)
    }
}

const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0100_0000_01b3;

impl Beginning {
    fn new(bytes: u64, checksum: u64) -> Self {
        Self {
            bytes,
            checksum: format!("{checksum:016x}"),
        }
    }

    /// Returns `true` if no part of a file was read.
    pub(super) fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// Extends the fingerprint to an offset of the file.
    pub(super) fn extend_to(&self, offset: u64, path: &Path) -> io::Result<Self> {
        let Ok(mut checksum) = u64::from_str_radix(&self.checksum, 16) else {
            // An invalid checksum stays as it is, and differs from that of every input.
            return Ok(self.clone());
        };
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(self.bytes))?;
        let mut file = BufReader::new(file.take(offset.saturating_sub(self.bytes)));
        let mut bytes = self.bytes;
        loop {
            let part = file.fill_buf()?;
            if part.is_empty() {
                return Ok(Self::new(bytes, checksum));
            }
            checksum = part.iter().fold(checksum, |sum, byte| {
                (sum ^ u64::from(*byte)).wrapping_mul(FNV_PRIME)
            });
            let length = part.len();
            bytes += u64::try_from(length).unwrap_or(u64::MAX);
            file.consume(length);
        }
    }
}

/// The report line with the document numbers from which a new run resumes.
#[derive(Serialize)]
pub(super) struct ResumedLine {
    resumed: Numbers,
}

#[derive(Serialize)]
struct Numbers {
    #[serde(rename = "there")]
    forward: u64,
    #[serde(rename = "back")]
    backward: u64,
}

impl From<&Progress> for ResumedLine {
    fn from(progress: &Progress) -> Self {
        Self {
            resumed: Numbers {
                forward: progress.forward.documents,
                backward: progress.backward.documents,
            },
        }
    }
}

impl SavedSession {
    pub(super) fn new(
        is_between_files: bool,
        progress: Progress,
        session: SavedBridge,
        repairers: [SavedRepairer; 2],
    ) -> Self {
        Self {
            v: VERSION,
            is_between_files,
            progress,
            session,
            repairers,
        }
    }

    /// Reads a state file; `None` if it does not exist.
    pub(super) fn read(path: &Path) -> Result<Option<Self>, Exit> {
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text.map_err(|error| state_error(path, &error))?,
        };
        let state: Self = serde_json::from_str(&text).map_err(|error| not_a_state(path, &error))?;
        if state.v != VERSION {
            let version = format!("state version {} is not supported, only {VERSION}", state.v);
            return Err(not_a_state(path, &version));
        }
        Ok(Some(state))
    }
}

/// Returns the usage error for a state file that cannot be read.
fn state_error(path: &Path, error: &dyn Display) -> Exit {
    Exit::Usage(format!("--state {}: {error}", path.display()))
}

/// Returns the usage error for a file with other content.
fn not_a_state(path: &Path, error: &dyn Display) -> Exit {
    let error = format!(
        "{error}: this is not a state file of `pipe`; name another file, or delete this one"
    );
    state_error(path, &error)
}
