//! The option `--output` of every command that writes to standard output.

use crate::program::{command, file, run, run_ok, spawn};
use std::{
    fs::{self, OpenOptions},
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
    time::Duration,
};

const RECORD: &str =
    r#"{"id":"a","timestamp":"t","canvasFile":"p.html","action":"click","summary":"s"}"#;
const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;

/// Returns a path at which no file exists.
fn new_path(name: &str) -> PathBuf {
    let path =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn every_command_writes_the_same_to_a_file() {
    let path = new_path("same");
    let path_text = path.to_str().unwrap();
    let request = r#"{"id":"f6554697-47fd-4d67-8db9-291b9f7f3476","timestamp":"2026-05-18T15:30:00.000Z","request":{"action":"click","canvasFile":"p.html"}}"#;
    for (arguments, input) in [
        (
            &["convert", "-q", "--from", "aap", "--to", "a2ui"][..],
            RECORD,
        ),
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
            assert_eq!(
                (ran.status, &*ran.out),
                (expected.status, ""),
                "{arguments:?}: {}",
                ran.err
            );
            assert_eq!(
                fs::read_to_string(&path).unwrap(),
                expected.out,
                "{arguments:?}"
            );
        }
    }
    fs::remove_file(path).unwrap();
}

#[test]
fn an_empty_output_empties_the_file() {
    let path = new_path("empty");
    fs::write(&path, "earlier").unwrap();
    let create = file(CREATE);
    let ran = run(
        &[
            "fold",
            "a2ui",
            "--allow-empty",
            "-o",
            path.to_str().unwrap(),
        ],
        "",
    );
    assert_eq!(
        (ran.status, fs::read_to_string(&path).unwrap().as_str()),
        (0, ""),
        "{}",
        ran.err
    );
    // A usage error leaves the file as it was, and creates none.
    fs::write(&path, "earlier").unwrap();
    for arguments in [
        &["decode", "aap", "no/such/file"][..],
        &["decode", "aap", "--type", "None", &create],
    ] {
        let ran = run(&[arguments, &["-o", path.to_str().unwrap()]].concat(), "");
        assert_eq!(
            (ran.status, fs::read_to_string(&path).unwrap().as_str()),
            (2, "earlier"),
            "{}",
            ran.err
        );
        let other = new_path("other");
        assert_eq!(
            run(&[arguments, &["-o", other.to_str().unwrap()]].concat(), "").status,
            2
        );
        assert!(!other.exists());
    }
}

#[test]
fn an_output_that_is_an_input_is_refused() {
    let (input, routes) = (file(RECORD), file("{}"));
    let (name, folder) = (
        input.rsplit('/').next().unwrap(),
        env!("CARGO_TARGET_TMPDIR"),
    );
    let mut paths = vec![
        input.clone(),
        format!("{folder}/../{}/{name}", folder.rsplit('/').next().unwrap()),
    ];
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
            assert_eq!(
                (ran.status, &*ran.out),
                (2, ""),
                "{arguments:?} {path}: {}",
                ran.err
            );
            assert!(
                ran.err.contains("use a different file") || ran.err.contains("use different files"),
                "{}",
                ran.err
            );
            assert_eq!(fs::read_to_string(&input).unwrap(), RECORD);
        }
    }
    let ran = run(&["show", &input, "-o", &input], "");
    assert!(
        ran.status == 2 && ran.err.contains("use a different file"),
        "{}",
        ran.err
    );
    let ran = run(
        &[
            "pipe", "--from", "aap", "--to", "a2ui", "--routes", &routes, "-o", &routes,
        ],
        RECORD,
    );
    assert!(
        ran.status == 2 && ran.err.contains("the file of --routes"),
        "{}",
        ran.err
    );
    let ran = run(
        &[
            "convert", "--from", "aap", "--to", "a2ui", "--routes", &routes, "-o", &routes,
        ],
        RECORD,
    );
    assert!(
        ran.status == 2 && ran.err.contains("the file of --routes"),
        "{}",
        ran.err
    );
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
    let ran = run(
        &["decode", "aap", folder_text, "-o", output.to_str().unwrap()],
        "",
    );
    assert_eq!((ran.status, output.exists()), (2, false), "{}", ran.err);
    assert!(ran.err.contains("use another folder"), "{}", ran.err);
    let output = folder.join("out.txt");
    run(
        &["decode", "aap", folder_text, "-o", output.to_str().unwrap()],
        "",
    );
    assert_eq!(fs::read_to_string(output).unwrap().trim_end(), RECORD);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn an_unwritable_output_is_an_error_with_its_path() {
    for path in ["no/such/folder/out.jsonl", env!("CARGO_TARGET_TMPDIR")] {
        for arguments in [
            &["decode", "aap"][..],
            &["pipe", "--from", "aap", "--to", "a2ui"],
            &["man"],
        ] {
            let ran = run(&[arguments, &["-o", path]].concat(), RECORD);
            assert_eq!(ran.status, 74, "{arguments:?}: {}", ran.err);
            assert!(
                ran.err
                    .starts_with(&format!("agent-ui: the output cannot be written: {path}: ")),
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
fn the_error_for_an_unwritable_state_mentions_the_state() {
    let ran = run(
        &[
            "pipe",
            "--from",
            "aap",
            "--to",
            "a2ui",
            "--state",
            "no/such/folder/state.json",
        ],
        RECORD,
    );
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
    // A file that the shell has opened is not replaced, and what is in it stays.
    let path = new_path("descriptor");
    fs::write(&path, "earlier\n").unwrap();
    for name in ["/dev/stdout", "/dev/fd/2"] {
        let appended = || Stdio::from(OpenOptions::new().append(true).open(&path).unwrap());
        let mut child = command(&["decode", "aap", "-o", name])
            .stdin(Stdio::piped())
            .stdout(appended())
            .stderr(appended())
            .spawn()
            .unwrap();
        writeln!(child.stdin.take().unwrap(), "{RECORD}").unwrap();
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        format!("earlier\n{RECORD}\n{RECORD}\n")
    );
    fs::remove_file(path).unwrap();
}

/// A new folder with one file, which shows the files that a run leaves behind.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, contents: &str) -> Self {
        let folder = new_path(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("record.json"), contents).unwrap();
        Self(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join("record.json")
    }

    fn contents(&self) -> String {
        fs::read_to_string(self.file()).unwrap()
    }

    /// Returns the names of all files in alphabetical order.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

#[test]
fn an_input_without_a_result_leaves_the_file_unchanged() {
    let folder = Folder::new("no-result", RECORD);
    let path = folder.file();
    let path = path.to_str().unwrap();
    let translate = ["--from", "aap", "--to", "a2ui"];
    for (arguments, input, status) in [
        // The file was meant as the input.
        (&["convert", "-o", path][..], "", 0),
        (&["convert", "-o", path], "[]", 0),
        (&["convert", "-o", path], r#"{"id":1}"#, 65),
        (&["convert", "--strict", "-o", path], RECORD, 1),
        (&["explain", "-o", path], "", 0),
        (&["pipe", "-o", path], "", 0),
        (&["decode", "aap", "-o", path], "", 0),
        (&["decode", "aap", "-o", path], "{", 65),
        (&["decode", "aap", "-o", path, "no/such/file"], "", 2),
        (&["check", "aap", "-o", path], "", 0),
        (&["check", "aap", "-o", path, "--format", "text"], "", 0),
        (&["fold", "a2ui", "-o", path], "", 0),
    ] {
        let more: &[&str] = if ["convert", "explain", "pipe"].contains(&arguments[0]) {
            &translate
        } else {
            &[]
        };
        let ran = run(&[arguments, more].concat(), input);
        assert_eq!(
            (ran.status, &*folder.contents()),
            (status, RECORD),
            "{arguments:?}: {}",
            ran.err
        );
        assert_eq!(folder.names(), ["record.json"], "{arguments:?}");
        let is_said = ran.err.contains(r#""rule":"unchanged-output""#)
            || ran.err.contains("info[unchanged-output]")
            || status == 2
            || arguments[0] == "pipe";
        assert!(is_said, "{arguments:?}: {}", ran.err);
    }
    // The results of accepted messages replace the file.
    let ran = run(&["decode", "aap", "-o", path], format!("{{\n{RECORD}\n"));
    assert_eq!(
        (ran.status, folder.contents()),
        (65, format!("{RECORD}\n")),
        "{}",
        ran.err
    );
    // No finding is a result.
    let valid = r#"{"id":"f6554697-47fd-4d67-8db9-291b9f7f3476","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"p.html","action":"click","summary":"User click on p.html"}"#;
    run_ok(&["check", "aap", "-o", path], valid);
    assert_eq!(folder.contents(), "");
}

#[test]
#[cfg(unix)]
fn a_replaced_file_keeps_its_permissions_and_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("permissions", "earlier");
    let (link, dangling) = (folder.0.join("link"), folder.0.join("dangling"));
    symlink("record.json", &link).unwrap();
    symlink("new.json", &dangling).unwrap();
    fs::set_permissions(folder.file(), fs::Permissions::from_mode(0o640)).unwrap();
    for path in [folder.file(), link] {
        fs::write(&path, "earlier").unwrap();
        run_ok(&["decode", "aap", "-o", path.to_str().unwrap()], RECORD);
        assert_eq!(folder.contents().trim_end(), RECORD);
        assert_eq!(
            fs::metadata(folder.file()).unwrap().permissions().mode() & 0o777,
            0o640
        );
    }
    run_ok(&["decode", "aap", "-o", dangling.to_str().unwrap()], RECORD);
    assert_eq!(
        fs::read_to_string(folder.0.join("new.json"))
            .unwrap()
            .trim_end(),
        RECORD
    );
    assert_eq!(
        folder.names(),
        ["dangling", "link", "new.json", "record.json"]
    );
    assert!(fs::symlink_metadata(dangling).unwrap().is_symlink());
}

#[test]
#[cfg(unix)]
fn an_interrupted_run_leaves_the_file_unchanged() {
    let folder = Folder::new("interrupted", "earlier");
    let path = folder.file();
    let path = path.to_str().unwrap();
    for (arguments, signal, status) in [
        (&["decode", "aap", "-o", path][..], "-INT", 130),
        (&["decode", "aap", "-o", path], "-TERM", 143),
        (
            &["convert", "--from", "aap", "--to", "a2ui", "-o", path],
            "-INT",
            130,
        ),
        (&["conform", "-o", path, "--", "cat"], "-TERM", 143),
    ] {
        let mut child = spawn(arguments);
        let mut input = child.stdin.take().unwrap();
        writeln!(input, "{RECORD}").unwrap();
        while folder.names().len() < 2 {
            assert!(child.try_wait().unwrap().is_none(), "{arguments:?}");
            std::thread::sleep(Duration::from_millis(5));
        }
        // The program has begun to wait for further input.
        std::thread::sleep(Duration::from_millis(200));
        let killed = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status()
            .unwrap();
        assert!(killed.success());
        let ended = child.wait_with_output().unwrap();
        assert_eq!(
            ended.status.code(),
            Some(status),
            "{arguments:?}: {ended:?}"
        );
        assert_eq!(
            (folder.contents().as_str(), folder.names().len()),
            ("earlier", 1),
            "{arguments:?}"
        );
        let errors = String::from_utf8(ended.stderr).unwrap();
        assert!(
            arguments[0] == "conform" || errors.contains("--output is not written"),
            "{errors}"
        );
        drop(input);
    }
}

#[test]
fn a_pipe_overwrites_its_output_at_the_first_document() {
    let folder = Folder::new("live", "earlier");
    let path = folder.file();
    let mut child = spawn(&[
        "pipe",
        "--from",
        "aap",
        "--to",
        "a2ui",
        "--quiet",
        "-o",
        path.to_str().unwrap(),
    ]);
    let mut input = child.stdin.take().unwrap();
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(folder.contents(), "earlier");
    writeln!(input, "{RECORD}").unwrap();
    while !folder.contents().ends_with('\n') {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(
        folder.contents().starts_with(r#"{"seq":"0/0","value":"#),
        "{}",
        folder.contents()
    );
    drop(input);
    assert!(child.wait().unwrap().success());
}
