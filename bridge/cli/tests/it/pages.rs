//! Tests of README.md and the other pages: their commands, quoted outputs, Rust examples, links and names, and the supported versions.

#[cfg(unix)]
mod commands;
mod examples;
mod links;
mod markdown;
mod support;

use std::path::{Path, PathBuf};

/// Returns the root folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .unwrap()
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
        Self {
            path: path.to_owned(),
            text,
        }
    }
}

/// Reads the pages for users: README.md, the pages below `docs/`, and the README of each crate.
fn user_pages() -> Vec<Page> {
    let mut paths = vec!["README.md".to_owned()];
    for folder in ["docs", "docs/protocols"] {
        let entries = std::fs::read_dir(root().join(folder)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        paths.extend(
            names
                .filter(|name| name.ends_with(".md"))
                .map(|name| format!("{folder}/{name}")),
        );
    }
    paths.extend(crate_readmes());
    paths.sort();
    paths.iter().map(|path| Page::read(path)).collect()
}

/// Returns the path of the README of each crate, relative to the root.
fn crate_readmes() -> Vec<String> {
    let folders = ["", "bridge/"].into_iter().flat_map(|parent| {
        let entries = std::fs::read_dir(root().join(parent)).unwrap();
        let crates = entries
            .map(|entry| entry.unwrap())
            .filter(|entry| entry.path().join("Cargo.toml").exists());
        crates.map(move |entry| format!("{parent}{}", entry.file_name().to_str().unwrap()))
    });
    let readmes = folders
        .filter(|folder| folder != "tests")
        .map(|folder| format!("{folder}/README.md"));
    let readmes: Vec<String> = readmes.collect();
    assert!(readmes.len() >= 9, "{readmes:?}");
    readmes
}

/// Reads the pages for contributors.
fn contributor_pages() -> Vec<Page> {
    let paths = [
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "DESIGN.md",
        "CHANGELOG.md",
        "RELEASING.md",
        "SECURITY.md",
        "GOVERNANCE.md",
        "CODE_OF_CONDUCT.md",
    ];
    paths.map(Page::read).into()
}
