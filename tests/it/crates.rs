//! The dependencies of each crate, and its package: the README, the metadata and the documented features.
//!
//! Adding a dependency is a decision, and the lists here record it.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

/// The libraries that other languages load. They belong to packages of these languages and need no README of a crate.
pub(crate) const OF_OTHER_LANGUAGES: [&str; 1] = ["bridge/python"];

/// Returns the folders of the crates that are published, without those of tests.
pub(crate) fn crate_folders() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders = Vec::new();
    for parent in ["", "bridge/"] {
        let entries = fs::read_dir(root.join(parent))
            .unwrap()
            .map(|entry| entry.unwrap());
        let crates = entries.filter(|entry| entry.path().join("Cargo.toml").exists());
        folders.extend(
            crates.map(|folder| format!("{parent}{}", folder.file_name().to_str().unwrap())),
        );
    }
    folders.retain(|folder| !folder.ends_with("tests") && !OF_OTHER_LANGUAGES.contains(&&**folder));
    folders.sort();
    assert!(folders.len() >= 9, "{folders:?}");
    folders
}

/// Returns the dependencies of a package with the given features, without the crates of this workspace.
fn dependencies_of(package: &str, features: &[&str]) -> BTreeSet<String> {
    let (_, others) = crates_of(package, features);
    others
}

/// Returns the workspace crates that a package needs, including itself, and its other dependencies.
fn crates_of(package: &str, features: &[&str]) -> (BTreeSet<String>, BTreeSet<String>) {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    // Not `--offline`: Cargo has not downloaded the crates of features that the tests do not build.
    command.args([
        "tree", "--locked", "--edges", "normal", "--prefix", "none", "--format", "{p}",
    ]);
    command.args(["--package", package, "--features", &features.join(",")]);
    let ran = command.output().expect("cargo runs");
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    let lines = String::from_utf8(ran.stdout).expect("names");
    let names = lines.lines().filter_map(|line| line.split(' ').next());
    names
        .map(str::to_owned)
        .partition(|name| name.starts_with("agent-ui-"))
}

/// The dependencies that read and write messages, and the dependencies that derive error types.
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
        "bitflags",
        "chrono",
        "hmac-sha256",
        "num-traits",
        "pulldown-cmark",
        "rpds",
        "sha1_smol",
        "smallvec",
        "triomphe",
        "unicase",
        "uuid",
    ];
    let expected = WIRE.iter().chain(&own);
    let expected: BTreeSet<String> = expected.map(|name| (*name).to_owned()).collect();
    assert_eq!(dependencies_of("agent-ui-bridge", &[]), expected);
}

#[test]
fn conversion_features_add_only_their_own_crates() {
    let without = dependencies_of("agent-ui-aap", &[]);
    for (feature, crates) in [
        ("chrono", vec!["chrono", "num-traits"]),
        ("uuid", vec!["uuid"]),
    ] {
        let with = dependencies_of("agent-ui-aap", &[feature]);
        assert_eq!(with.difference(&without).collect::<Vec<_>>(), crates);
    }
}

#[test]
fn the_cli_has_a_bounded_number_of_dependencies() {
    let brought = dependencies_of("agent-ui-cli", &[]);
    assert!(brought.contains("clap") && brought.contains("jsonschema"));
    assert!(
        brought.len() <= 112,
        "{} crates: {brought:?}",
        brought.len()
    );
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

#[test]
fn only_the_feature_nats_adds_the_nats_client() {
    assert!(dependencies_of("agent-ui-cli", &["nats"]).contains("async-nats"));
    assert!(!dependencies_of("agent-ui-cli", &["live", "workflows"]).contains("async-nats"));
    // A worker needs neither the page nor a database.
    assert!(!dependencies_of("agent-ui-cli", &["nats"]).contains("rusqlite"));
}

/// Reads a file of the workspace.
fn text_of(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the text after `start` on the first line that begins with it.
fn line_after<'a>(text: &'a str, start: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(start))
}

/// Returns the strings of a one-line list such as `["a", "b"]`.
fn strings(list: &str) -> Vec<&str> {
    list.split('"').skip(1).step_by(2).collect()
}

#[test]
fn crates_for_other_languages_are_not_published() {
    for folder in OF_OTHER_LANGUAGES {
        let manifest = text_of(&format!("{folder}/Cargo.toml"));
        for line in [
            "version.workspace = true",
            "license.workspace = true",
            "publish = false",
            "unsafe_code = \"deny\"",
        ] {
            assert!(
                manifest.lines().any(|other| other == line),
                "{folder}/Cargo.toml has no line {line}"
            );
        }
        // One crate needs a newer Rust, and states why.
        let oldest = if folder == "bridge/nats" {
            "rust-version = \"1.89\""
        } else {
            "rust-version.workspace = true"
        };
        assert!(
            manifest.lines().any(|line| line == oldest),
            "{folder}/Cargo.toml has no line {oldest}"
        );
        for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert_eq!(
                text_of(&format!("{folder}/{license}")),
                text_of(license),
                "{folder}/{license}"
            );
        }
        let library = text_of(&format!("{folder}/src/lib.rs"));
        assert!(!library.contains("unsafe"), "{folder}/src/lib.rs");
    }
}

#[test]
fn every_crate_can_be_published() {
    let workspace = text_of("Cargo.toml");
    let version = line_after(&workspace, "version = ").expect("the workspace has a version");
    for folder in crate_folders() {
        let manifest = text_of(&format!("{folder}/Cargo.toml"));
        let name = strings(line_after(&manifest, "name = ").unwrap())[0].to_owned();
        for line in [
            "version.workspace = true",
            "license.workspace = true",
            "publish.workspace = true",
            "readme = \"README.md\"",
            &format!("documentation = \"https://docs.rs/{name}\""),
            "[package.metadata.docs.rs]",
            "all-features = true",
            "rustdoc-args = [\"--cfg\", \"docsrs\"]",
        ] {
            assert!(
                manifest.lines().any(|other| other == line),
                "{folder}/Cargo.toml has no line {line}"
            );
        }
        // One crate needs a newer Rust, and states why.
        let oldest = if folder == "bridge/nats" {
            "rust-version = \"1.89\""
        } else {
            "rust-version.workspace = true"
        };
        assert!(
            manifest.lines().any(|line| line == oldest),
            "{folder}/Cargo.toml has no line {oldest}"
        );
        let keywords = strings(line_after(&manifest, "keywords = ").unwrap());
        assert!((1..=5).contains(&keywords.len()), "{folder}: {keywords:?}");
        assert!(
            keywords.iter().all(|word| word.len() <= 20),
            "{folder}: {keywords:?}"
        );
        let categories = strings(line_after(&manifest, "categories = ").unwrap());
        assert!(
            (1..=5).contains(&categories.len()),
            "{folder}: {categories:?}"
        );
        for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert_eq!(
                text_of(&format!("{folder}/{license}")),
                text_of(license),
                "{folder}/{license}"
            );
        }
        // A path without a version cannot be published.
        if folder != "bridge/cli" {
            let dependency =
                format!("package = \"{name}\", version = {version}, path = \"{folder}\"");
            assert!(
                workspace.contains(&dependency),
                "Cargo.toml does not depend on {dependency}"
            );
        }
    }
}

#[test]
fn every_crate_has_a_readme_whose_examples_are_compiled_as_pasted() {
    let workspace = text_of("Cargo.toml");
    let version = strings(line_after(&workspace, "version = ").unwrap())[0];
    let (compatible, _) = version.rsplit_once('.').unwrap();
    for folder in crate_folders() {
        let manifest = text_of(&format!("{folder}/Cargo.toml"));
        let name = strings(line_after(&manifest, "name = ").unwrap())[0];
        let readme = text_of(&format!("{folder}/README.md"));
        assert!(
            readme.starts_with(&format!("# {name}\n")),
            "{folder}/README.md has another title"
        );
        assert!(
            readme.contains("\n## A mistake\n"),
            "{folder}/README.md shows no mistake and its error"
        );
        assert!(
            readme.contains("MIT or Apache-2.0"),
            "{folder}/README.md names no licence"
        );
        if folder == "bridge/cli" {
            assert!(
                readme.contains(&format!("\ncargo install {name}\n")),
                "{folder}/README.md"
            );
            continue;
        }
        let dependency = [
            format!("{name} = \"{compatible}\""),
            format!("{name} = {{ version = \"{compatible}\""),
        ];
        let is_named = readme.lines().any(|line| {
            dependency
                .iter()
                .any(|dependency| line.starts_with(dependency))
        });
        assert!(is_named, "{folder}/README.md has no line {}", dependency[0]);
        let examples = readme
            .split("```rust")
            .skip(1)
            .map(|rest| rest.split("\n```\n").next().unwrap());
        let examples: Vec<&str> = examples.collect();
        assert!(
            examples.len() >= 2,
            "{folder}/README.md has {} examples",
            examples.len()
        );
        for example in examples {
            assert!(
                example.contains("fn main()"),
                "{folder}/README.md: not a whole program:\n{example}"
            );
            let hidden = example.lines().find(|line| line.starts_with("# "));
            assert_eq!(
                hidden, None,
                "{folder}/README.md: a hidden line cannot be pasted"
            );
        }
        let library = text_of(&format!("{folder}/src/lib.rs"));
        assert!(
            library.contains("include_str!(\"../README.md\")"),
            "{folder}/src/lib.rs does not compile the README"
        );
    }
}

#[test]
fn the_documentation_of_every_crate_lists_its_features() {
    for folder in crate_folders() {
        let manifest = text_of(&format!("{folder}/Cargo.toml"));
        let features = manifest
            .split("\n[features]\n")
            .nth(1)
            .unwrap()
            .split("\n[")
            .next()
            .unwrap();
        let library = text_of(&format!("{folder}/src/lib.rs"));
        let front: Vec<&str> = library
            .lines()
            .take_while(|line| line.starts_with("//!"))
            .collect();
        let section = front.iter().skip_while(|line| **line != "//! # Features");
        let rows: Vec<&str> = section
            .filter_map(|line| line.strip_prefix("//! | `")?.split(" | ").next())
            .collect();
        assert!(
            !rows.is_empty(),
            "{folder}/src/lib.rs does not list the features"
        );
        let is_feature = |line: &&str| line.starts_with(|first: char| first.is_ascii_lowercase());
        for feature in features
            .lines()
            .filter(is_feature)
            .filter_map(|line| line.split(" = ").next())
        {
            let is_listed = rows
                .iter()
                .any(|row| format!("`{row}").contains(&format!("`{feature}`")));
            assert!(
                is_listed || feature == "default",
                "{folder}/src/lib.rs does not list `{feature}`"
            );
        }
    }
}
