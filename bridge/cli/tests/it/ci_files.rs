//! The files that CI systems read from the repository: the workflows, the action for GitHub and the hook for pre-commit.

mod publishing;
mod workflows;

use serde_yaml_ng::Value;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

const BROKEN: &str = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s","x":22}}"#;

/// Returns the root folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Reads a YAML file of the repository.
pub(crate) fn yaml(name: &str) -> Value {
    serde_yaml_ng::from_str(&fs::read_to_string(root().join(name)).unwrap()).unwrap()
}

/// Runs a step of the action in a folder. The built program is on the path, and `cargo` is not.
fn run_step(step: &Value, folder: &Path, arguments: &str) -> Output {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_agent-ui"));
    let path = format!("{}:/usr/bin:/bin", program.parent().unwrap().display());
    Command::new("bash")
        .args(["-e", "-o", "pipefail", "-c", step["run"].as_str().unwrap()])
        .env("PATH", path)
        .env("ARGUMENTS", arguments)
        .env("VERSION", "0.1.0")
        .current_dir(folder)
        .output()
        .unwrap()
}

#[test]
fn the_action_annotates_a_broken_file() {
    let action = yaml("action.yml");
    let steps = action["runs"]["steps"].as_sequence().unwrap();
    let folder = std::env::temp_dir().join(format!("agent-ui-action-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("broken.jsonl"), BROKEN).unwrap();
    let [install, check] = &steps[..] else {
        panic!("{steps:?}");
    };
    assert!(run_step(install, &folder, "").status.success());
    let checked = run_step(check, &folder, "--allow orphan:*.json broken.jsonl");
    assert_eq!(checked.status.code(), Some(65));
    let text = String::from_utf8(checked.stdout).unwrap();
    assert!(
        text.starts_with("::error title=unknown-member,file=broken.jsonl,line=1,col="),
        "{text}"
    );
    // Each input that a step reads reaches it as a variable, so no input becomes a part of the script.
    for step in steps {
        assert!(!step["run"].as_str().unwrap().contains("${{"));
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_release_of_another_version_is_refused() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.ci/release");
    for (arguments, expected) in [
        (
            &["--dry-run", "9.9.9"][..],
            concat!("Cargo.toml states ", env!("CARGO_PKG_VERSION")),
        ),
        (
            &["--only", "cheese", "--dry-run", env!("CARGO_PKG_VERSION")],
            "no part `cheese`",
        ),
        (&["0.1.0"], "usage: .ci/release"),
    ] {
        let ran = Command::new("bash")
            .arg(&script)
            .args(arguments)
            .output()
            .unwrap();
        let errors = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(ran.status.code(), Some(2), "{errors}");
        assert!(errors.contains(expected), "{errors}");
    }
}

#[test]
fn the_hook_runs_the_check() {
    let hooks = yaml(".pre-commit-hooks.yaml");
    let hook = &hooks[0];
    assert_eq!(hook["id"].as_str(), Some("agent-ui-check"));
    assert_eq!(hook["entry"].as_str(), Some("agent-ui check"));
    assert_eq!(hook["language"].as_str(), Some("system"));
}
