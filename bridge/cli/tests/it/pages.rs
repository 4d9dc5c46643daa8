//! Tests of README.md and the other pages: their commands, quoted outputs, Rust examples, links and names.

#[cfg(unix)]
mod commands;
mod examples;
mod links;
mod markdown;

use std::path::{Path, PathBuf};

/// Returns the root folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// A page, with its path relative to the root.
struct Page {
    path: String,
    text: String,
}

impl Page {
    /// Reads the page at `path`, relative to the root.
    fn read(path: &str) -> Self {
        let text = std::fs::read_to_string(root().join(path)).unwrap();
        Self { path: path.to_owned(), text }
    }
}

/// Reads the pages for users: README.md and the pages below `docs/`.
fn user_pages() -> Vec<Page> {
    let mut paths = vec!["README.md".to_owned()];
    for folder in ["docs", "docs/protocols"] {
        let entries = std::fs::read_dir(root().join(folder)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        paths.extend(names.filter(|name| name.ends_with(".md")).map(|name| format!("{folder}/{name}")));
    }
    paths.sort();
    paths.iter().map(|path| Page::read(path)).collect()
}

/// Reads the pages for contributors.
fn contributor_pages() -> Vec<Page> {
    ["ARCHITECTURE.md", "CONTRIBUTING.md", "DESIGN.md", "CHANGELOG.md"].map(Page::read).into()
}
