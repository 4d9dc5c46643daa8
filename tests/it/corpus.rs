//! Real input: records that an AAP provider stored, published A2UI surfaces and manifests, AHP round trips, and texts
//! on which JSON parsers disagree.
//!
//! The corpus is not part of this project, so these tests are ignored by default. Run them with `cargo test --
//! --ignored corpus`, with the folder in `AGENT_UI_CORPUS`. A missing or empty folder is then a failure.

mod a2ui_a2a;
mod a2ui_agreement;
mod a2ui_cases;
mod a2ui_official;
mod a2ui_surfaces;
mod a2ui_today;
mod a2ui_validator;
mod a2ui_versions;
mod aap_provider;
mod aap_records;
mod actions_cases;
mod adaptive_cards;
mod ahp_frames;
mod blocks;
mod elicitation;
mod forms;
mod json_texts;
mod manifests;
mod mapped;
mod neighbours;
mod slack_blocks;
mod slack_invalid_cases;

use std::{
    fs,
    path::{Path, PathBuf},
};
use wire::Payload;

/// Returns the path of a folder in the corpus.
fn folder(name: &str) -> PathBuf {
    let corpus = std::env::var_os("AGENT_UI_CORPUS")
        .expect("AGENT_UI_CORPUS names the folder of the corpus");
    let folder = Path::new(&corpus).join(name);
    assert!(folder.exists(), "the corpus has no {}", folder.display());
    folder
}

/// Returns the names and bytes of the files in a folder, which must not be empty.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .map(|path| {
            (
                path.file_name().unwrap().to_string_lossy().into_owned(),
                fs::read(&path).unwrap(),
            )
        })
        .collect();
    assert!(!files.is_empty(), "{} holds no files", folder.display());
    files.sort();
    files
}

/// Reads the files of a folder as text.
fn texts(folder: &Path) -> Vec<(String, String)> {
    let text = |(name, bytes): (String, Vec<u8>)| {
        let text = String::from_utf8(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, text)
    };
    files(folder).into_iter().map(text).collect()
}

fn payload(text: &str) -> Payload {
    Payload::parse(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

fn again<T: wire::Wire + ?Sized>(value: &T) -> Payload {
    payload(&wire::encode(value).unwrap())
}
