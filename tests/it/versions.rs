//! The version of the workspace, which all packages have and pages quote.

use crate::wording::root;
use std::fs;

/// The places that state the version, apart from those that `crates` compares: a file, and the text around the version.
const PLACES: [(&str, &str, &str); 10] = [
    ("bridge/npm/package.json", "\n  \"version\": \"", "\","),
    ("bridge/npm/package-lock.json", "\n  \"version\": \"", "\","),
    (
        "bridge/text/Cargo.toml",
        "package = \"agent-ui-bridge\", version = \"",
        "\"",
    ),
    ("bridge/npm/README.md", "agent-ui-bridge-", ".tgz"),
    ("action.yml", "default: \"", "\"\n\nruns:"),
    ("docs/ci.md", "rev: v", "\n"),
    ("docs/ci.md", "/agent-ui-bridge@v", "\n"),
    (
        ".github/ISSUE_TEMPLATE/message.yml",
        "placeholder: agent-ui ",
        "\n",
    ),
    (
        ".github/ISSUE_TEMPLATE/translation.yml",
        "placeholder: agent-ui ",
        "\n",
    ),
    ("Cargo.lock", "name = \"agent-ui-cli\"\nversion = \"", "\""),
];

fn text_of(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// Returns the version of the workspace.
fn version() -> String {
    let manifest = text_of("Cargo.toml");
    let (_, rest) = manifest
        .split_once("[workspace.package]\nversion = \"")
        .unwrap();
    rest.split('"').next().unwrap().to_owned()
}

#[test]
fn every_package_and_page_states_the_version_of_the_workspace() {
    let version = version();
    let mut others = Vec::new();
    for (path, before, after) in PLACES {
        if !text_of(path).contains(&format!("{before}{version}{after}")) {
            others.push(format!("{path}: {}{version}", before.trim_start()));
        }
    }
    assert!(others.is_empty(), "places without the version: {others:#?}");
}

#[test]
fn the_python_package_takes_its_version_from_its_crate() {
    let manifest = text_of("bridge/python/pyproject.toml");
    assert!(manifest.contains("\ndynamic = [\"version\"]\n"));
}
