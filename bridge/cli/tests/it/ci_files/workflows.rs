//! The workflows of the forge: the scripts that they call, their permissions, and the order of a release.
//!
//! `.ci/workflow-lint` checks their syntax. These tests check what concerns this repository.

use super::{root, yaml};
use serde_yaml_ng::{Mapping, Value};
use std::{collections::BTreeMap, fs, process::Command};

/// The jobs of `release.yml` that publish, in their order.
const PUBLISHING: [&str; 6] = ["crates", "pypi", "npm", "image", "site", "github"];

/// Reads every workflow, by the name of its file.
fn workflows() -> BTreeMap<String, Value> {
    let folder = fs::read_dir(root().join(".github/workflows")).unwrap();
    let names = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names
        .map(|name| {
            let workflow = yaml(&format!(".github/workflows/{name}"));
            (name, workflow)
        })
        .collect()
}

/// Returns the jobs of all workflows, with a name such as `ci.yml: tests`.
fn jobs() -> Vec<(String, Value)> {
    let mut jobs = Vec::new();
    for (file, workflow) in workflows() {
        for (name, job) in workflow["jobs"].as_mapping().unwrap() {
            jobs.push((format!("{file}: {}", name.as_str().unwrap()), job.clone()));
        }
    }
    assert!(jobs.len() >= 15, "{}", jobs.len());
    jobs
}

/// Returns the steps of a job. A job that calls a workflow has none.
fn steps(job: &Value) -> &[Value] {
    job["steps"].as_sequence().map_or(&[], Vec::as_slice)
}

/// Returns the names of the permissions to write.
fn permissions_to_write(permissions: &Mapping) -> Vec<&str> {
    permissions
        .iter()
        .filter(|(_, level)| level.as_str() == Some("write"))
        .map(|(name, _)| name.as_str().unwrap())
        .collect()
}

/// Returns the scripts below `.ci/` that a command names.
fn scripts_of(command: &str) -> Vec<&str> {
    command
        .split(|c: char| c.is_whitespace() || "\"'`()$;".contains(c))
        .filter(|word| word.starts_with(".ci/"))
        .collect()
}

#[test]
fn commands_of_workflows_call_scripts_that_exist() {
    let mut count = 0;
    let mut missing = Vec::new();
    for (place, job) in jobs() {
        for command in steps(&job).iter().filter_map(|step| step["run"].as_str()) {
            for script in scripts_of(command) {
                count += 1;
                if !root().join(script).is_file() {
                    missing.push(format!("{place}: {script}"));
                }
            }
        }
    }
    assert!(count >= 15, "{count} scripts");
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn commands_of_workflows_contain_no_expressions() {
    for (place, job) in jobs() {
        for command in steps(&job).iter().filter_map(|step| step["run"].as_str()) {
            assert!(!command.contains("${{"), "{place}: {command}");
        }
    }
}

#[test]
fn every_workflow_declares_permissions_and_writes_only_where_it_publishes() {
    for (file, workflow) in workflows() {
        let permissions = workflow["permissions"].as_mapping();
        let permissions = permissions.unwrap_or_else(|| panic!("{file} has no permissions"));
        assert_eq!(permissions_to_write(permissions), [""; 0], "{file}");
    }
    for (place, job) in jobs() {
        let Some(permissions) = job["permissions"].as_mapping() else {
            continue;
        };
        let writes = permissions_to_write(permissions);
        // A job that writes waits for the approval of its environment. Signing files does not publish them.
        let is_signing = writes == ["id-token", "attestations"];
        let is_approved = !job["environment"].is_null();
        assert!(
            writes.is_empty() || is_signing || is_approved,
            "{place} may write {writes:?} without an environment"
        );
    }
}

#[test]
fn every_job_of_a_release_states_its_own_permissions() {
    for (place, job) in jobs() {
        if place.starts_with("release.yml: ") {
            assert!(job["permissions"].is_mapping(), "{place}");
        }
    }
}

#[test]
fn every_action_has_one_commit_and_a_version() {
    let mut pins = BTreeMap::new();
    let mut texts: Vec<String> = Vec::new();
    for name in workflows().keys() {
        texts.push(fs::read_to_string(root().join(".github/workflows").join(name)).unwrap());
    }
    for line in texts.iter().flat_map(|text| text.lines()) {
        let Some((_, used)) = line.split_once("uses: ") else {
            continue;
        };
        // A workflow of this repository has the commit of the workflow that calls it.
        if used.starts_with("$/") {
            continue;
        }
        let (action, pin) = used.split_once('@').unwrap();
        let (commit, version) = pin
            .split_once(" # v")
            .unwrap_or_else(|| panic!("{line} states no version"));
        assert!(
            commit.len() == 40 && commit.chars().all(|c| c.is_ascii_hexdigit()),
            "{line}"
        );
        assert_eq!(version.split('.').count(), 3, "{line}");
        let first = pins.entry(action).or_insert(pin);
        assert_eq!(*first, pin, "{action} has two commits");
    }
    assert!(pins.len() >= 8, "{pins:?}");
}

#[test]
fn the_nightly_workflow_runs_every_part() {
    let listed = Command::new("bash")
        .args([".ci/nightly", "--list"])
        .current_dir(root())
        .output()
        .unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let parts = &yaml(".github/workflows/nightly.yml")["jobs"]["nightly"]["strategy"]["matrix"];
    let parts: Vec<&str> = parts["part"]
        .as_sequence()
        .unwrap()
        .iter()
        .map(|part| part.as_str().unwrap())
        .collect();
    assert_eq!(parts, listed.lines().collect::<Vec<_>>());
}

#[test]
fn a_release_publishes_in_one_order_and_only_from_a_tag() {
    let release = yaml(".github/workflows/release.yml");
    let jobs = release["jobs"].as_mapping().unwrap();
    let tags = release["on"]["push"]["tags"].as_sequence().unwrap();
    assert_eq!(tags, &[Value::from("v*")]);
    assert!(release["on"]["push"]["branches"].is_null());
    let mut earlier = "files";
    for name in PUBLISHING {
        let job = &jobs[name];
        assert_eq!(job["if"].as_str(), Some("github.event_name == 'push'"));
        assert_eq!(job["needs"].as_str(), Some(earlier), "{name}");
        earlier = name;
    }
    for (name, job) in jobs {
        let is_publishing = PUBLISHING.contains(&name.as_str().unwrap());
        assert_eq!(!job["environment"].is_null(), is_publishing, "{name:?}");
    }
}

#[test]
fn the_page_about_releases_names_the_jobs_and_environments() {
    let page = fs::read_to_string(root().join("RELEASING.md")).unwrap();
    let release = yaml(".github/workflows/release.yml");
    let mut last = 0;
    for name in PUBLISHING {
        let row = page.find(&format!("\n   | `{name}` | "));
        let row = row.unwrap_or_else(|| panic!("RELEASING.md has no row for {name}"));
        assert!(row > last, "RELEASING.md has {name} at another position");
        last = row;
        let environment = &release["jobs"][name]["environment"];
        let environment = environment.as_str().or(environment["name"].as_str());
        let environment = environment.unwrap();
        assert!(page.contains(&format!("`{environment}`")), "{environment}");
    }
}

#[test]
fn the_release_builds_on_the_machines_of_the_matrix_once() {
    let release = yaml(".github/workflows/release.yml");
    let rows = &release["jobs"]["machines"]["strategy"]["matrix"]["include"];
    for row in rows.as_sequence().unwrap() {
        let parts = row["parts"].as_str().unwrap();
        assert!(
            parts
                .split(',')
                .all(|part| ["program", "python", "image"].contains(&part)),
            "{parts}"
        );
        // The wheels for Linux are built in images, so these machines must not build a second one.
        let is_linux = row["os"].as_str().unwrap().starts_with("ubuntu");
        assert_eq!(is_linux, !parts.contains("python"), "{row:?}");
    }
}
