//! Runs the commands in the files of `tests/cases`, and compares everything that the program writes.
//!
//! A case is a text file, `<topic>/<what holds>.case`. Each line begins with a mark:
//!
//! | mark | line |
//! |---|---|
//! | `#` | a comment. The first one states what the case shows |
//! | `needs` | features without which the program cannot run the case |
//! | `file` | the name of a file, whose lines follow after `\|` |
//! | `$` | a command in a folder with these files. `< NAME` reads standard input from a file; `output` is the output of the last command |
//! | `<` | a line of standard input |
//! | `>` | an expected line of standard output |
//! | `!` | an expected line of standard error |
//! | `=` | the expected exit status, if it is not 0 |
//! | `wrote` | the name of a file that the command must write, whose lines follow after `\|` |
//!
//! A line with control characters has a backslash after the mark, and then the escapes of JSON, also for its line break. Quotes
//! are not escaped.
//!
//! `ACCEPT=1` replaces the expectations by the actual output. `CASES=TEXT` selects cases by their name.
//!
//! The published runner `trycmd` does not fit: it turns the backslashes of outputs into slashes, reads `...` in an output as
//! any lines, and a file with several commands cannot contain their input.

use crate::program::run_in;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

const FEATURES: [(&str, bool); 3] = [
    ("live", cfg!(feature = "live")),
    ("nats", cfg!(feature = "nats")),
    ("workflows", cfg!(feature = "workflows")),
];

#[test]
fn every_case_has_the_expected_output() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let is_accepted = std::env::var_os("ACCEPT").is_some();
    let selection = std::env::var("CASES").unwrap_or_default();
    let mut names = case_names(&root);
    names.retain(|name| name.contains(&selection));
    assert!(!names.is_empty(), "no case has {selection:?} in its name");
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let run_cases = || {
        while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
            let path = root.join(name);
            let expected = fs::read_to_string(&path).unwrap();
            let failure = match run_case(&expected) {
                Ok(actual) if actual == expected => continue,
                Ok(actual) if is_accepted => {
                    fs::write(&path, actual).unwrap();
                    continue;
                }
                Ok(actual) => difference(&expected, &actual),
                Err(error) => error,
            };
            let mut failures = failures.lock().unwrap();
            failures.push(format!("{name}\n{failure}"));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(run_cases);
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    assert!(
        failures.is_empty(),
        "{}\n{} of {} cases differ. If the change is intended:\n\n    \
         ACCEPT=1 cargo test -p agent-ui-cli --test it cases::\n",
        failures.join("\n"),
        failures.len(),
        names.len()
    );
}

/// Returns the names of all cases below the folder, which contains no other files.
fn case_names(root: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for topic in fs::read_dir(root).unwrap() {
        let topic = topic.unwrap().path();
        assert!(topic.is_dir(), "{} is not a topic", topic.display());
        for case in fs::read_dir(topic).unwrap() {
            let path = case.unwrap().path();
            let name = path.strip_prefix(root).unwrap().to_str().unwrap();
            let is_case = path.is_file() && name.ends_with(".case");
            assert!(is_case, "{name} is not a case");
            names.push(name.to_owned());
        }
    }
    names
}

/// Runs the commands of a case and returns its text with their actual output.
fn run_case(text: &str) -> Result<String, String> {
    if !text.starts_with("# ") {
        return Err("the first line must be a comment that states what the case shows".into());
    }
    let folder = Folder::create();
    let (mut actual, mut has_command) = (String::new(), false);
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let mut block = |mark| -> Vec<&str> {
            std::iter::from_fn(|| lines.next_if(|line| line.starts_with(mark))).collect()
        };
        match line.split_once(' ').unwrap_or((line, "")) {
            ("" | "#", _) => push_lines(&mut actual, &[line]),
            ("needs", features) => {
                for feature in features.split(' ') {
                    let known = FEATURES.iter().find(|(name, _)| *name == feature);
                    let (_, is_present) = known.ok_or(format!("no feature {feature}"))?;
                    if !is_present {
                        return Ok(text.to_owned());
                    }
                }
                push_lines(&mut actual, &[line]);
            }
            ("file", name) => {
                let content = block('|');
                folder.write(name, &parse_block(&content)?);
                push_lines(&mut actual, &[line]);
                push_lines(&mut actual, &content);
            }
            ("$", words) => {
                let input = block('<');
                for mark in ['>', '!', '='] {
                    block(mark);
                }
                push_lines(&mut actual, &[line]);
                push_lines(&mut actual, &input);
                actual.push_str(&folder.run(words, parse_block(&input)?)?);
                has_command = true;
            }
            // The command before it has listed the files that it wrote.
            ("wrote", _) if has_command => drop(block('|')),
            _ => return Err(format!("no mark that fits here: {line}")),
        }
    }
    match has_command {
        true => Ok(actual),
        false => Err("the case has no command".into()),
    }
}

fn push_lines(text: &mut String, lines: &[&str]) {
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
}

/// The working folder of a case, which is removed at its end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Folder {
    fn create() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("case-{}-{count}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Returns the text of each file by its name, without the output of the last command.
    fn files(&self) -> BTreeMap<PathBuf, String> {
        let (mut files, mut folders) = (BTreeMap::new(), vec![self.0.clone()]);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.strip_prefix(&self.0).unwrap().to_owned();
                if path.is_dir() {
                    folders.push(path);
                } else if name != Path::new("output") {
                    files.insert(name, fs::read_to_string(&path).unwrap());
                }
            }
        }
        files
    }

    /// Runs a command and returns its output as lines of a case.
    fn run(&self, line: &str, mut input: String) -> Result<String, String> {
        let mut words = parse_words(line);
        if let Some(at) = words.iter().position(|word| word == "<") {
            let name = words.split_off(at).concat();
            input = fs::read_to_string(self.0.join(&name[1..]))
                .map_err(|error| format!("{name}: {error}"))?;
        }
        if words.is_empty() || words.remove(0) != "agent-ui" {
            return Err(format!("not a command of the program: {line}"));
        }
        let before = self.files();
        let arguments: Vec<&str> = words.iter().map(String::as_str).collect();
        let ran = run_in(&self.0, &arguments, input);
        self.write("output", &ran.out);
        let mut lines = to_block('>', &ran.out) + &to_block('!', &ran.err);
        if ran.status != 0 {
            push_lines(&mut lines, &[&format!("= {}", ran.status)]);
        }
        for (name, text) in self.files() {
            if before.get(&name) != Some(&text) {
                push_lines(&mut lines, &[&format!("wrote {}", name.display())]);
                lines.push_str(&to_block('|', &text));
            }
        }
        Ok(lines)
    }
}

/// Splits a command at spaces outside single quotes.
fn parse_words(line: &str) -> Vec<String> {
    let (mut words, mut is_quoted) = (vec![String::new()], false);
    for next in line.chars() {
        match next {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            _ => words.last_mut().unwrap().push(next),
        }
    }
    words
}

/// Returns the text of lines with a mark.
fn parse_block(lines: &[&str]) -> Result<String, String> {
    let mut text = String::new();
    for line in lines {
        match line.get(1..2) {
            None => text.push('\n'),
            Some(" ") => push_lines(&mut text, &[&line[2..]]),
            Some("\\") => {
                let json = format!("\"{}\"", line[2..].replace('"', "\\\""));
                let unescaped: Result<String, _> = serde_json::from_str(&json);
                text.push_str(&unescaped.map_err(|error| format!("{line}: {error}"))?);
            }
            Some(_) => return Err(format!("no space after the mark: {line}")),
        }
    }
    Ok(text)
}

/// Returns the lines of a text with a mark. Characters that a reader could not see are escaped.
fn to_block(mark: char, text: &str) -> String {
    let mut block = String::new();
    for line in text.split_inclusive('\n') {
        let line = match line.strip_suffix('\n') {
            Some("") => mark.to_string(),
            Some(line) if !line.contains(char::is_control) && !line.ends_with(' ') => {
                format!("{mark} {line}")
            }
            _ => {
                let json = serde_json::to_string(line).unwrap();
                format!("{mark}\\{}", json[1..json.len() - 1].replace("\\\"", "\""))
            }
        };
        push_lines(&mut block, &[&line]);
    }
    block
}

/// Returns each command with different lines, and the lines that are expected or actual but not both.
fn difference(expected: &str, actual: &str) -> String {
    let mut text = String::new();
    for (expected, actual) in expected.split("\n$").zip(actual.split("\n$")) {
        let [old, new] = [expected, actual].map(|block| block.lines().collect::<Vec<_>>());
        if old == new {
            continue;
        }
        push_lines(&mut text, &[&format!("  ${}", old[0])]);
        for (mark, lines, others) in [('-', &old, &new), ('+', &new, &old)] {
            for line in lines.iter().filter(|line| !others.contains(line)) {
                push_lines(&mut text, &[&format!("{mark} {line}")]);
            }
        }
    }
    text
}
