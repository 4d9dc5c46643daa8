//! The option `--output` of every command that writes to standard output.

use crate::program::{file, run, run_ok};
use std::{fs, path::PathBuf};

const RECORD: &str = r#"{"id":"a","timestamp":"t","canvasFile":"p.html","action":"click","summary":"s"}"#;
const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;

/// Returns a path at which no file exists.
fn new_path(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn every_command_writes_the_same_to_a_file() {
    let path = new_path("same");
    let path_text = path.to_str().unwrap();
    let request = r#"{"id":"f6554697-47fd-4d67-8db9-291b9f7f3476","timestamp":"2026-05-18T15:30:00.000Z","request":{"action":"click","canvasFile":"p.html"}}"#;
    for (arguments, input) in [
        (&["convert", "-q", "--from", "aap", "--to", "a2ui"][..], RECORD),
        (&["pipe", "-q", "--from", "aap", "--to", "a2ui"], RECORD),
        (&["explain", "--from", "aap", "--to", "a2ui"], RECORD),
        (&["decode", "aap"], RECORD),
        (&["check", "aap"], RECORD),
        (&["record"], request),
        (&["fold", "a2ui"], CREATE),
        (&["schema", "aap"], ""),
        (&["schema", "aap", "--types"], ""),
        (&["conform", "--cases", "--from", "aap", "--to", "a2ui"], ""),
        (&["completions", "bash"], ""),
        (&["man"], ""),
    ] {
        let expected = run(arguments, input);
        assert!(!expected.out.is_empty(), "{arguments:?}");
        for option in ["-o", "--output"] {
            fs::write(&path, "an earlier and much longer text\n".repeat(10_000)).unwrap();
            let ran = run(&[arguments, &[option, path_text]].concat(), input);
            assert_eq!((ran.status, &*ran.out), (expected.status, ""), "{arguments:?}: {}", ran.err);
            assert_eq!(fs::read_to_string(&path).unwrap(), expected.out, "{arguments:?}");
        }
    }
    fs::remove_file(path).unwrap();
}

#[test]
fn an_empty_output_empties_the_file() {
    let path = new_path("empty");
    fs::write(&path, "earlier").unwrap();
    let create = file(CREATE);
    let ran = run(&["fold", "a2ui", "--allow-empty", "-o", path.to_str().unwrap()], "");
    assert_eq!((ran.status, fs::read_to_string(&path).unwrap().as_str()), (0, ""), "{}", ran.err);
    // A usage error leaves the file as it was, and creates none.
    fs::write(&path, "earlier").unwrap();
    for arguments in [&["decode", "aap", "no/such/file"][..], &["decode", "aap", "--type", "None", &create]] {
        let ran = run(&[arguments, &["-o", path.to_str().unwrap()]].concat(), "");
        assert_eq!((ran.status, fs::read_to_string(&path).unwrap().as_str()), (2, "earlier"), "{}", ran.err);
        let other = new_path("other");
        assert_eq!(run(&[arguments, &["-o", other.to_str().unwrap()]].concat(), "").status, 2);
        assert!(!other.exists());
    }
}

#[test]
fn an_output_that_is_an_input_is_refused() {
    let (input, routes) = (file(RECORD), file("{}"));
    let (name, folder) = (input.rsplit('/').next().unwrap(), env!("CARGO_TARGET_TMPDIR"));
    let mut paths = vec![input.clone(), format!("{folder}/../{}/{name}", folder.rsplit('/').next().unwrap())];
    #[cfg(unix)]
    {
        let (soft, hard) = (new_path("soft-link"), new_path("hard-link"));
        std::os::unix::fs::symlink(&input, &soft).unwrap();
        fs::hard_link(&input, &hard).unwrap();
        paths.extend([soft, hard].map(|path| path.to_str().unwrap().to_owned()));
    }
    for path in &paths {
        for arguments in [
            &["convert", "--from", "aap", "--to", "a2ui", &input][..],
            &["explain", "--from", "aap", "--to", "a2ui", &routes, &input],
            &["decode", "aap", &input],
            &["check", "aap", &input],
            &["check", "aap", "--fix", &input],
            &["pipe", "--from", "aap", "--to", "a2ui", &input],
        ] {
            let ran = run(&[arguments, &["-o", path]].concat(), "");
            assert_eq!((ran.status, &*ran.out), (2, ""), "{arguments:?} {path}: {}", ran.err);
            assert!(
                ran.err.contains("use a different file") || ran.err.contains("use different files"),
                "{}",
                ran.err
            );
            assert_eq!(fs::read_to_string(&input).unwrap(), RECORD);
        }
    }
    let ran = run(&["show", &input, "-o", &input], "");
    assert!(ran.status == 2 && ran.err.contains("use a different file"), "{}", ran.err);
    let ran = run(&["pipe", "--from", "aap", "--to", "a2ui", "--routes", &routes, "-o", &routes], RECORD);
    assert!(ran.status == 2 && ran.err.contains("the file of --routes"), "{}", ran.err);
    let ran = run(&["convert", "--from", "aap", "--to", "a2ui", "--routes", &routes, "-o", &routes], RECORD);
    assert!(ran.status == 2 && ran.err.contains("the file of --routes"), "{}", ran.err);
    assert_eq!(fs::read_to_string(&routes).unwrap(), "{}");
}

#[test]
fn an_output_in_a_folder_of_inputs_is_refused() {
    let folder = new_path("folder");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("a.json"), RECORD).unwrap();
    let folder_text = folder.to_str().unwrap();
    let output = folder.join("out.jsonl");
    let ran = run(&["decode", "aap", folder_text, "-o", output.to_str().unwrap()], "");
    assert_eq!((ran.status, output.exists()), (2, false), "{}", ran.err);
    assert!(ran.err.contains("use another folder"), "{}", ran.err);
    let output = folder.join("out.txt");
    run_ok(&["decode", "aap", folder_text, "-o", output.to_str().unwrap()], "");
    assert_eq!(fs::read_to_string(output).unwrap().trim_end(), RECORD);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn an_output_that_cannot_be_written_is_named() {
    for path in ["no/such/folder/out.jsonl", env!("CARGO_TARGET_TMPDIR")] {
        for arguments in [&["decode", "aap"][..], &["pipe", "--from", "aap", "--to", "a2ui"], &["man"]] {
            let ran = run(&[arguments, &["-o", path]].concat(), RECORD);
            assert_eq!(ran.status, 74, "{arguments:?}: {}", ran.err);
            assert!(
                ran.err.starts_with(&format!("agent-ui: the output cannot be written: {path}: ")),
                "{}",
                ran.err
            );
        }
    }
    if cfg!(target_os = "linux") {
        // A test of `matrix` does the same with the longest output.
        let ran = run(&["decode", "aap", "-o", "/dev/full"], RECORD);
        assert_eq!(ran.status, 74, "{}", ran.err);
        assert!(ran.err.contains("/dev/full: "), "{}", ran.err);
    }
}

#[test]
fn a_state_that_cannot_be_written_is_named_as_the_state() {
    let ran = run(&["pipe", "--from", "aap", "--to", "a2ui", "--state", "no/such/folder/state.json"], RECORD);
    assert_eq!(ran.status, 74, "{}", ran.err);
    let expected = "agent-ui: the state cannot be written: no/such/folder/state.json: ";
    assert!(ran.err.starts_with(expected), "{}", ran.err);
}

#[test]
#[cfg(unix)]
fn an_output_may_be_a_device() {
    let ran = run_ok(&["decode", "aap", "-o", "/dev/stdout"], RECORD);
    assert_eq!(ran.out.trim_end(), RECORD);
    run_ok(&["decode", "aap", "-o", "/dev/null"], RECORD);
}
