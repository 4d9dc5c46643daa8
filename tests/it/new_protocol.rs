//! The list in CONTRIBUTING.md of the files that a new protocol touches. The Responses API is the example: exactly the
//! listed files name it.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// The maximum number of places that one protocol may touch.
const MAX_PLACES: usize = 19;

/// The forms in which a source or a file name refers to the Responses API.
const NAMES: [&str; 7] = [
    "Responses",
    "ResponseItem",
    "responses::",
    "mod responses",
    "_responses",
    "/responses.",
    "response_items",
];

/// Names of MCP elicitation that contain one of these.
const OTHER_NAMES: [&str; 5] = [
    "InputResponses",
    "inputResponses",
    "BareResponses",
    "input_responses",
    "bare_responses",
];

/// The placeholder for the name of the new protocol, with the name of the Responses API.
const PATTERNS: [(&str, &str); 1] = [("<name>", "responses")];

/// The heading of the places that only a protocol with its own crate touches.
const CRATE: &str = "The crate:";
/// The start of the heading of the places that only a protocol without a crate touches.
const NO_CRATE: &str = "Instead of a crate";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the listed places, each with its heading.
fn places() -> Vec<(String, String)> {
    let page = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let section = page.split("\n## To add a protocol\n").nth(1).unwrap();
    let section = section
        .split("\nSome protocols need more:\n")
        .next()
        .unwrap();
    let mut heading = String::new();
    let mut places = Vec::new();
    for line in section.lines() {
        match line.strip_prefix("- `") {
            Some(place) => {
                places.push((heading.clone(), place.split('`').next().unwrap().to_owned()))
            }
            None if line.ends_with(':') => heading = line.to_owned(),
            None => {}
        }
    }
    places
}

/// Returns the places that the Responses API touches, as a protocol whose types are in the bridge.
fn places_of_responses() -> Vec<String> {
    let own = places().into_iter().filter(|(heading, _)| heading != CRATE);
    own.map(|(_, place)| {
        PATTERNS
            .iter()
            .fold(place, |place, (pattern, name)| place.replace(pattern, name))
    })
    .collect()
}

/// Returns the files that name the Responses API outside of comments and unit tests, except pages, which list every
/// protocol.
fn naming_files() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut folders = ["bridge", "tests/it", ".ci", "docs/protocols"]
        .map(|folder| root().join(folder))
        .to_vec();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let place = path
                .strip_prefix(root())
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() {
                if !["target", "node_modules", "dist"].contains(&name) {
                    folders.push(path);
                }
                continue;
            }
            // The READMEs of the bridge and of the program are pages, and a link in a crate leads to a page.
            if name == "README.md" || path.is_symlink() {
                continue;
            }
            let Ok(text) = fs::read_to_string(&path) else {
                continue;
            };
            let text = if place.contains("/src/") {
                text.split("#[cfg(test)]").next().unwrap()
            } else {
                &text
            };
            let mut lines = text
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"));
            let has_name = |text: &str| {
                let others = OTHER_NAMES.iter();
                let text = others.fold(text.to_owned(), |text, name| text.replace(name, ""));
                NAMES.iter().any(|name| text.contains(name))
            };
            if has_name(&place) || lines.any(has_name) {
                found.insert(place);
            }
        }
    }
    // This file names the API to find it, and a page needs no change for a new one.
    found.remove("tests/it/new_protocol.rs");
    found
}

fn is_at(file: &str, place: &str) -> bool {
    file == place || place.ends_with('/') && file.starts_with(place)
}

#[test]
fn the_listed_files_are_exactly_those_that_name_the_protocol() {
    let (places, files) = (places_of_responses(), naming_files());
    // The files of the matrix are generated together, and so are the types of the npm package.
    let is_generated = |file: &str| {
        let is_matrix =
            file.starts_with("bridge/fidelity/") && !file.starts_with("bridge/fidelity/src/");
        is_matrix || file.starts_with("bridge/npm/src/messages/")
    };
    let unlisted: Vec<_> = files
        .iter()
        .filter(|file| !is_generated(file) && !places.iter().any(|place| is_at(file, place)))
        .collect();
    assert!(
        unlisted.is_empty(),
        "files name the protocol and are not listed: {unlisted:#?}"
    );
    let unused: Vec<_> = places
        .iter()
        .filter(|place| !files.iter().any(|file| is_at(file, place)))
        .collect();
    assert!(
        unused.is_empty(),
        "listed files do not name the protocol: {unused:#?}"
    );
}

#[test]
fn a_protocol_touches_few_places() {
    let places = places();
    for excluded in [CRATE, NO_CRATE] {
        let count = places
            .iter()
            .filter(|(heading, _)| !heading.starts_with(excluded))
            .count();
        assert!(
            count < places.len() && count <= MAX_PLACES,
            "{count} places without {excluded:?}"
        );
    }
    let existing = places.iter().filter(|(_, place)| !place.contains('<'));
    let missing: Vec<_> = existing
        .filter(|(_, place)| !root().join(place).exists())
        .collect();
    assert!(
        missing.is_empty(),
        "listed places do not exist: {missing:#?}"
    );
}
