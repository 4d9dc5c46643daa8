//! What is kept of a session, so that another run can go on.

use crate::report::Exit;
use bridge::{
    SavedBridge,
    a2ui::{
        Version,
        repair::{LiveSurface, Repairer, StatedVersion},
    },
};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// The form of the file.
const VERSION: u32 = 1;

/// A session, written down.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SavedSession {
    v: u32,
    /// Whether it goes on in the middle of input and output, which are files.
    pub(super) is_between_files: bool,
    #[serde(flatten)]
    pub(super) progress: Progress,
    pub(super) session: SavedBridge,
    /// What is known of the surfaces in each direction, to read messages that do not state their version.
    pub(super) versions: [SavedVersions; 2],
}

/// What reading messages of A2UI has to know of the messages before.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SavedVersions {
    /// The version of the last message.
    last: Option<SavedVersion>,
    surfaces: BTreeMap<String, SavedSurface>,
}

/// A surface that was made and not deleted yet.
#[derive(Debug, Serialize, Deserialize)]
struct SavedSurface {
    /// The version that it was made with.
    version: SavedVersion,
    /// The id that its root had before a repair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    root: Option<String>,
}

/// A version, and the word that states it.
#[derive(Debug, Serialize, Deserialize)]
struct SavedVersion {
    version: String,
    word: String,
}

impl From<StatedVersion> for SavedVersion {
    fn from(StatedVersion { version, word, .. }: StatedVersion) -> Self {
        Self { version: version.to_string(), word: word.to_owned() }
    }
}

impl SavedVersion {
    fn resume(&self) -> Option<StatedVersion> {
        let version = Version::ALL.iter().copied().find(|version| version.to_string() == self.version)?;
        StatedVersion::new(version, &self.word)
    }
}

impl From<&Repairer> for SavedVersions {
    fn from(repairer: &Repairer) -> Self {
        let surface = |(id, live): (&str, &LiveSurface)| {
            (id.to_owned(), SavedSurface { version: live.version.into(), root: live.root.clone() })
        };
        let last = repairer.last_version().map(SavedVersion::from);
        Self { last, surfaces: repairer.surfaces().map(surface).collect() }
    }
}

impl SavedVersions {
    /// A repairer that knows them.
    pub(super) fn resume(self, repairer: Repairer) -> Repairer {
        let live = |(id, surface): (String, SavedSurface)| {
            Some((id, LiveSurface { version: surface.version.resume()?, root: surface.root }))
        };
        let last = self.last.as_ref().and_then(SavedVersion::resume);
        repairer.resume(self.surfaces.into_iter().filter_map(live), last)
    }
}

/// How far it is, in both directions.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Progress {
    pub(super) there: DirectionProgress,
    pub(super) back: DirectionProgress,
}

/// How far one direction is.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct DirectionProgress {
    /// How many documents were taken in.
    pub(super) documents: u64,
    /// How many bytes of the input they are.
    pub(super) offset: u64,
    /// In which line the next one is looked for.
    pub(super) line: usize,
    /// How long the output is.
    pub(super) written: u64,
    /// How the input begins, if it is a file.
    pub(super) beginning: Beginning,
}

impl Default for DirectionProgress {
    fn default() -> Self {
        Self { documents: 0, offset: 0, line: 1, written: 0, beginning: Beginning::default() }
    }
}

/// By what the beginning of a file is known again; nothing of what is no file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Beginning {
    /// How many bytes these are.
    bytes: u64,
    /// Their FNV-1a checksum, in hexadecimal digits: enough to tell one input from another, and easily continued.
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
        Self { bytes, checksum: format!("{checksum:016x}") }
    }

    /// Whether nothing of a file was taken.
    pub(super) fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// The same with what follows in the file, up to an offset.
    pub(super) fn up_to(&self, offset: u64, path: &Path) -> io::Result<Self> {
        let Ok(mut checksum) = u64::from_str_radix(&self.checksum, 16) else { return Ok(self.clone()) };
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(self.bytes))?;
        let mut file = BufReader::new(file.take(offset.saturating_sub(self.bytes)));
        let mut bytes = self.bytes;
        loop {
            let part = file.fill_buf()?;
            if part.is_empty() {
                return Ok(Self::new(bytes, checksum));
            }
            checksum =
                part.iter().fold(checksum, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(FNV_PRIME));
            let length = part.len();
            bytes += u64::try_from(length).unwrap_or(u64::MAX);
            file.consume(length);
        }
    }
}

/// From which documents on a new run goes on: those before have their answers.
#[derive(Serialize)]
pub(super) struct ResumedLine {
    resumed: Numbers,
}

#[derive(Serialize)]
struct Numbers {
    there: u64,
    back: u64,
}

impl From<&Progress> for ResumedLine {
    fn from(progress: &Progress) -> Self {
        Self { resumed: Numbers { there: progress.there.documents, back: progress.back.documents } }
    }
}

impl SavedSession {
    pub(super) fn new(
        is_between_files: bool,
        progress: Progress,
        session: SavedBridge,
        versions: [SavedVersions; 2],
    ) -> Self {
        Self { v: VERSION, is_between_files, progress, session, versions }
    }

    /// What a file holds; nothing if there is none.
    pub(super) fn read(path: &Path) -> Result<Option<Self>, Exit> {
        let wrong =
            |error: &dyn std::fmt::Display| Exit::Usage(format!("--state {}: {error}", path.display()));
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            text => text.map_err(|error| wrong(&error))?,
        };
        let none = |error: &dyn std::fmt::Display| {
            wrong(&format_args!(
                "{error}: this is not a state file of `pipe`; name another file, or delete this one"
            ))
        };
        let state: Self = serde_json::from_str(&text).map_err(|error| none(&error))?;
        if state.v != VERSION {
            return Err(none(&format_args!("state version {} is not supported, only {VERSION}", state.v)));
        }
        Ok(Some(state))
    }
}

/// Whether a file can be put there: that is seen before anything is read.
pub(super) fn ensure_writable(path: &Path) -> io::Result<()> {
    let new = replacement_path(path);
    File::create(&new)?;
    fs::remove_file(new)
}

/// Puts a text in the place of a file, as a whole: whoever reads it, also after a crash, finds the old one or the new one.
pub(super) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let new = replacement_path(path);
    let mut file = File::create(&new)?;
    file.write_all(text.as_bytes())?;
    file.sync_data()?;
    fs::rename(&new, path)
}

/// The file that takes the place of one.
fn replacement_path(path: &Path) -> PathBuf {
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    new.into()
}
