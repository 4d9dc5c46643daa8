//! The dependencies of each crate. Adding one is a decision, and this list records it.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

/// Returns the folders of the crates, without those of tests.
pub(crate) fn crate_folders() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders = Vec::new();
    for parent in ["", "bridge/"] {
        let entries = fs::read_dir(root.join(parent)).unwrap().map(|entry| entry.unwrap());
        let crates = entries.filter(|entry| entry.path().join("Cargo.toml").exists());
        folders.extend(crates.map(|folder| format!("{parent}{}", folder.file_name().to_str().unwrap())));
    }
    folders.retain(|folder| !folder.ends_with("tests"));
    folders.sort();
    assert!(folders.len() >= 9, "{folders:?}");
    folders
}

/// Returns the crates that a package depends on with the given features, without those of this workspace.
fn dependencies_of(package: &str, features: &[&str]) -> BTreeSet<String> {
    let (_, others) = crates_of(package, features);
    others
}

/// Returns the crates of this workspace that a package needs, with itself, and its other dependencies.
fn crates_of(package: &str, features: &[&str]) -> (BTreeSet<String>, BTreeSet<String>) {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    command.args([
        "tree",
        "--locked",
        "--offline",
        "--edges",
        "normal",
        "--prefix",
        "none",
        "--format",
        "{p}",
    ]);
    command.args(["--package", package, "--features", &features.join(",")]);
    let ran = command.output().expect("cargo runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let lines = String::from_utf8(ran.stdout).expect("names");
    let names = lines.lines().filter_map(|line| line.split(' ').next());
    names.map(str::to_owned).partition(|name| name.starts_with("agent-ui-"))
}

/// The dependencies that read and write messages, and those that derive error types.
const WIRE: [&str; 13] = [
    "itoa",
    "memchr",
    "proc-macro2",
    "quote",
    "serde",
    "serde_core",
    "serde_json",
    "syn",
    "thiserror",
    "thiserror-impl",
    "typeid",
    "unicode-ident",
    "zmij",
];

#[test]
fn every_crate_has_exactly_the_listed_dependencies() {
    let (own, _) = crates_of("agent-ui-bridge", &[]);
    assert!(own.len() >= 6, "{own:?}");
    for package in own.iter().filter(|package| *package != "agent-ui-bridge") {
        let expected: BTreeSet<String> = WIRE.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(dependencies_of(package, &[]), expected, "{package}");
    }
    let own = [
        "archery",
        "chrono",
        "hmac-sha256",
        "num-traits",
        "rpds",
        "sha1_smol",
        "smallvec",
        "triomphe",
        "uuid",
    ];
    let expected = WIRE.iter().chain(&own);
    let expected: BTreeSet<String> = expected.map(|name| (*name).to_owned()).collect();
    assert_eq!(dependencies_of("agent-ui-bridge", &[]), expected);
}

#[test]
fn conversions_add_only_their_crate() {
    let without = dependencies_of("agent-ui-aap", &[]);
    for (feature, crates) in [("chrono", vec!["chrono", "num-traits"]), ("uuid", vec!["uuid"])] {
        let with = dependencies_of("agent-ui-aap", &[feature]);
        assert_eq!(with.difference(&without).collect::<Vec<_>>(), crates);
    }
}

#[test]
fn the_program_has_a_bounded_number_of_dependencies() {
    let brought = dependencies_of("agent-ui-cli", &[]);
    assert!(brought.contains("clap") && brought.contains("jsonschema"));
    assert!(brought.len() <= 92, "{} crates: {brought:?}", brought.len());
}

#[test]
fn the_live_crate_has_a_bounded_number_of_dependencies() {
    let brought = dependencies_of("agent-ui-live", &[]);
    assert!(brought.contains("axum") && brought.contains("tokio"));
    assert!(brought.len() <= 70, "{} crates: {brought:?}", brought.len());
    // Only AHP over WebSocket needs these crates.
    assert!(!brought.contains("tungstenite"));
    let brought = dependencies_of("agent-ui-live", &["ahp"]);
    assert!(brought.contains("tungstenite") && !brought.contains("url"));
    assert!(brought.len() <= 90, "{} crates: {brought:?}", brought.len());
    // Without the feature `live`, the program has none of them.
    assert!(!dependencies_of("agent-ui-cli", &[]).contains("tokio"));
    assert!(dependencies_of("agent-ui-cli", &["live"]).contains("tokio"));
}
