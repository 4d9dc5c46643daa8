//! The limits of all crates, and their section of `docs/limits.md`.

use crate::wording::{crates, files};
use std::{fs, path::Path};
use wire::limits::LimitTable;

/// The tables in the order of the page.
const TABLES: &[&[LimitTable]] = &[
    wire::limits::TABLES,
    agent_ui_text::limits::TABLES,
    a2ui::limits::TABLES,
    aap::limits::TABLES,
    actions_json::limits::TABLES,
    agent_ui_nats::limits::TABLES,
    bridge::limits::TABLES,
    live::limits::TABLES,
];

const TITLE: &str = "## Limits in numbers\n";
const INTRODUCTION: &str = "
This section is written from the table in `src/limits.rs` of each crate. After a change, this command writes it again:

```sh
WRITE_PAGE=1 cargo test --workspace --test it limits::
```
";

#[test]
fn the_page_has_the_limits_of_the_tables() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/limits.md");
    let page = fs::read_to_string(&path).unwrap();
    // The section is the last one.
    let before = page.split(TITLE).next().unwrap();
    let tables = TABLES.iter().copied().flatten();
    let tables: String = tables.map(|table| format!("\n{table}")).collect();
    let written = format!("{before}{TITLE}{INTRODUCTION}{tables}");
    if std::env::var_os("WRITE_PAGE").is_some() {
        fs::write(&path, &written).unwrap();
    }
    let page = fs::read_to_string(&path).unwrap();
    assert!(
        page == written,
        "docs/limits.md is stale: it states the command that writes it"
    );
}

#[test]
fn the_table_of_each_crate_is_on_the_page() {
    let mut tables = 0;
    for folder in crates() {
        tables += files(&folder, ".rs")
            .iter()
            .filter(|(_, source)| {
                source.contains("\nwire::limits! {") || source.contains("\ncrate::limits! {")
            })
            .count();
    }
    assert_eq!(tables, TABLES.len());
}

#[test]
fn the_depth_of_messages_is_one_constant() {
    let mut found = Vec::new();
    for (place, source) in crates().iter().flat_map(|folder| files(folder, ".rs")) {
        let is_it = |line: &str| {
            line.contains("const MAX_DEPTH:")
                || line.contains("const DEPTH:")
                || line.contains(" MAX_DEPTH: usize")
        };
        if source.lines().any(is_it) && !place.starts_with("tests/") {
            found.push(place);
        }
    }
    assert_eq!(found, ["wire/src/limits.rs"]);
}
