//! Runs the commands of the pages, and compares the outputs that the pages quote.
//!
//! README.md runs in a folder with `bridge/cli/samples`, every other page in a copy of that folder. A command must exit with 0, or with
//! the status that its comment names (`# exit status 65`). A `text` or `json` block directly after a `sh` block quotes its output.
//! In a quoted output, `…` on its own line stands for any number of lines, and elsewhere for any text.

use super::{Page, markdown, root, user_pages};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The catalog of the pages that name one of your own.
const SHOP_CATALOG: &str = r#"{"catalogId":"https://shop.example/catalog.json","components":{"Shelf":{"type":"object","properties":{"title":{"type":"string"}}},"Price":{"type":"object","properties":{"amount":{"type":"number"}}}}}"#;

/// The commands that this test does not run: the start of each command, and the reason.
const NOT_RUN: &[(&str, &str)] = &[
    (
        "cargo demo",
        "builds the program; `agent-ui demo` has a test",
    ),
    ("cargo install ", "builds a release program"),
    ("cargo test ", "is a test run of its own"),
    ("cargo bench ", "is a benchmark"),
    ("WRITE_PAGE=", "is a test run of its own"),
    ("PIPE_KILLS=", "is a test run of its own"),
    ("PROVIDER_KILLS=", "is a test run of its own"),
    ("PROPTEST_CASES=", "is a test run of its own"),
    ("AGENT_UI_CORPUS=", "needs a corpus"),
    (
        "for form in ",
        "writes the matrix, which a test of agent-ui-fidelity compares",
    ),
    (".ci/", "measures a release build"),
    (
        "python3 -m venv nats && ",
        "needs PyPI; `.ci/nats` installs the same server",
    ),
    (
        "nats/bin/",
        "needs PyPI; `.ci/nats` installs the same server",
    ),
    (
        "cargo build --release -p agent-ui-cli --features nats",
        "builds a release program",
    ),
    (
        "cargo run -p agent-ui-cluster -- measure ",
        "measures for minutes, with a nats-server",
    ),
    ("pip ", "builds a release library; `.ci/python` does"),
    (
        "bridge/cli/install",
        "needs npm, and builds a release program",
    ),
    ("rustup ", "changes the toolchain"),
    ("bridge/npm/", "needs npm and a network"),
    ("agent-ui playground ", "serves until it is stopped"),
    ("tests/screen/run ", "needs a browser"),
    (
        "agent-ui show ",
        "needs the feature `live` and its page; the test `show::` below runs what it can",
    ),
    ("some-agent | agent-ui show ", "serves until it is stopped"),
    (
        "agent-ui worker ",
        "needs a NATS server; `.ci/nats` runs workers",
    ),
    ("agent-ui serve ", "serves until it is stopped"),
    (
        "agent-ui sessions ",
        "needs the feature `live`; `serve_sessions` tests it",
    ),
    ("some-agent | agent-ui serve ", "serves until it is stopped"),
    (
        "agent-ui conform -- agent-ui answer",
        "takes half a minute; `conform` has a test of it",
    ),
    (
        "agent-ui check actions-json --dry-run ",
        "needs the feature `workflows`; `dry_run` tests it",
    ),
];

/// A temporary folder in which the commands of one page run.
struct Sandbox {
    folder: PathBuf,
}

impl Sandbox {
    /// Creates the folder for a page, with the samples and with the programs that the page uses.
    fn create(test: &str, page: &str) -> Self {
        let name = format!(
            "{test}-{}-{}",
            std::process::id(),
            page.replace(['/', '.'], "-")
        );
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        let work = folder.join("work");
        let samples = if page == "README.md" {
            work.join("bridge/cli/samples")
        } else {
            work.clone()
        };
        fs::create_dir_all(&samples).unwrap();
        for entry in fs::read_dir(root().join("bridge/cli/samples")).unwrap() {
            let path = entry.unwrap().path();
            fs::copy(&path, samples.join(path.file_name().unwrap())).unwrap();
        }
        fs::write(work.join("from-client"), "").unwrap();
        fs::write(work.join("my_bridge.py"), "").unwrap();
        fs::write(work.join("shop.json"), SHOP_CATALOG).unwrap();
        let sandbox = Self { folder };
        let agent = format!("cat '{}'", samples.join("surface.json").display());
        sandbox.add_program("some-agent", &agent);
        // The pages assume a bridge in Python. As long as its file is empty, it answers as the program does.
        sandbox.add_program(
            "python3",
            &format!(
                "if [ -s my_bridge.py ]; then PATH=${{PATH#*:}}; exec python3 \"$@\"; fi\nexec '{}' answer",
                env!("CARGO_BIN_EXE_agent-ui")
            ),
        );
        sandbox.add_program(
            "agent-ui",
            &format!("exec '{}' \"$@\"", env!("CARGO_BIN_EXE_agent-ui")),
        );
        sandbox
    }

    fn work(&self) -> PathBuf {
        self.folder.join("work")
    }

    /// Adds a shell script that commands find by its name.
    fn add_program(&self, name: &str, script: &str) {
        use std::os::unix::fs::PermissionsExt;
        let programs = self.folder.join("programs");
        fs::create_dir_all(&programs).unwrap();
        let path = programs.join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Runs one command, and returns its exit status and its output as a terminal would show it.
    fn run(&self, command: &str) -> (i32, String) {
        let old = std::env::var("PATH").unwrap();
        let path = format!("{}:{old}", self.folder.join("programs").display());
        let mut shell = Command::new("sh");
        shell
            .arg("-c")
            .arg(format!("{{ {command}\n}} 2>&1"))
            .current_dir(self.work())
            .env("PATH", path);
        let output = shell.stdin(Stdio::null()).output().unwrap();
        (
            output.status.code().unwrap(),
            String::from_utf8(output.stdout).unwrap(),
        )
    }

    /// Runs one command, and returns its output. Fails if the exit status differs from the one in the comment.
    fn run_as_quoted(&self, command: &str) -> Result<String, String> {
        let (status, output) = self.run(command);
        let expected = command.split_once("# exit status ").map_or(0, |(_, rest)| {
            rest.chars()
                .take_while(char::is_ascii_digit)
                .collect::<String>()
                .parse()
                .unwrap()
        });
        if status == expected {
            Ok(output)
        } else {
            Err(format!("{command}\nexited with {status}:\n{output}"))
        }
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Splits a block into commands. A command ends with the first line that completes it for the shell.
fn commands(lines: &[&str]) -> Vec<String> {
    let mut commands = Vec::new();
    let mut command = String::new();
    for line in lines {
        command += line;
        if command.ends_with('\\') || !is_complete(&command) {
            command += "\n";
        } else if !command.is_empty() {
            commands.push(std::mem::take(&mut command));
        }
    }
    assert_eq!(command, "", "the block ends within a command");
    commands
}

/// Returns `true` if the shell can parse the text.
fn is_complete(command: &str) -> bool {
    let mut shell = Command::new("sh");
    let shell = shell
        .args(["-n", "-c", command])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    shell.status().unwrap().success()
}

/// Returns the number of the entry of [`NOT_RUN`] that excludes the command.
fn exclusion(command: &str) -> Option<usize> {
    NOT_RUN
        .iter()
        .position(|(start, _)| command.starts_with(start))
}

/// Returns `true` if the output fits the quotation. `…` is a wildcard.
fn matches_output(quoted: &[&str], output: &[&str]) -> bool {
    let Some((first, rest)) = quoted.split_first() else {
        return output.is_empty();
    };
    if *first == "…" {
        return (0..=output.len()).any(|skipped| matches_output(rest, &output[skipped..]));
    }
    output
        .split_first()
        .is_some_and(|(line, others)| matches_line(first, line) && matches_output(rest, others))
}

/// Returns `true` if the line fits the quoted line. `…` stands for any text.
fn matches_line(quoted: &str, line: &str) -> bool {
    let mut parts = quoted.split('…');
    let Some(mut rest) = parts.next().and_then(|start| line.strip_prefix(start)) else {
        return false;
    };
    let mut has_wildcard = false;
    for part in parts {
        has_wildcard = true;
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
        if part.is_empty() {
            rest = "";
        }
    }
    rest.is_empty()
        || has_wildcard
            && quoted
                .rsplit('…')
                .next()
                .is_some_and(|end| line.ends_with(end))
}

/// Runs the commands of a page that are not excluded. Collects the numbers of the used exclusions, and the failures.
fn run_page(page: &Page, exclusions: &mut Vec<usize>, failures: &mut Vec<String>) {
    let sandbox = Sandbox::create("pages", &page.path);
    let mut last_output = None;
    for block in markdown::parts(&page.text).0 {
        let at = format!("{}:{}", page.path, block.line);
        match block.language {
            "sh" => {
                let mut outputs = String::new();
                for command in commands(&block.lines) {
                    match exclusion(&command) {
                        Some(number) => exclusions.push(number),
                        None => match sandbox.run_as_quoted(&command) {
                            Ok(output) => outputs += &output,
                            Err(failure) => failures.push(format!("{at}: {failure}")),
                        },
                    }
                }
                last_output = Some(outputs);
            }
            "text" | "json" | "jsonl" if block.before == "```" => {
                let Some(output) = last_output.take() else {
                    continue;
                };
                let lines: Vec<_> = output.trim_end().lines().collect();
                if !matches_output(&block.lines, &lines) {
                    failures.push(format!("{at} does not quote the output:\n{output}"));
                }
            }
            _ => last_output = None,
        }
    }
}

#[test]
fn commands_print_the_output_quoted_on_the_pages() {
    let (mut used, mut failures) = (Vec::new(), Vec::new());
    for page in user_pages() {
        run_page(&page, &mut used, &mut failures);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    for (number, (start, reason)) in NOT_RUN.iter().enumerate() {
        assert!(
            used.contains(&number),
            "no page has a command `{start}…`, which would not run as it {reason}"
        );
    }
}

#[test]
fn a_quotation_may_omit_lines_and_text() {
    let output = ["one", "two", "three and four"];
    for quoted in [
        &["one", "two", "three and four"][..],
        &["…"],
        &["one", "…"],
        &["…", "two", "…"],
        &["one", "two", "three…"],
    ] {
        assert!(matches_output(quoted, &output), "{quoted:?}");
    }
    for quoted in [
        &["one"][..],
        &["two", "…"],
        &["one", "two", "…and"],
        &["…", "five"],
        &["one", "t…x", "…"],
    ] {
        assert!(!matches_output(quoted, &output), "{quoted:?}");
    }
}

#[cfg(feature = "live")]
mod show {
    use super::{Sandbox, commands, markdown, user_pages};

    #[test]
    #[ignore = "needs the page: bridge/live/page/build"]
    fn documented_show_commands_write_a_page() {
        let mut count = 0;
        for page in user_pages() {
            let sandbox = Sandbox::create("show", &page.path);
            for block in markdown::parts(&page.text)
                .0
                .iter()
                .filter(|block| block.language == "sh")
            {
                for command in commands(&block.lines)
                    .iter()
                    .filter(|command| command.starts_with("agent-ui show --output"))
                {
                    sandbox.run_as_quoted(command).unwrap();
                    assert!(sandbox.work().join("page.html").exists(), "{command}");
                    count += 1;
                }
            }
        }
        assert!(count > 0);
    }
}
