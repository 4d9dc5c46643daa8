//! The help, the man pages and the completions: their size and their completeness.

use crate::program::{command, run, run_ok};
use std::process::Stdio;

/// The commands of the program.
const COMMANDS: [&str; 21] = [
    "convert",
    "pipe",
    "worker",
    "explain",
    "demo",
    "check",
    "decode",
    "fold",
    "record",
    "rule",
    "show",
    "serve",
    "sessions",
    "playground",
    "health",
    "schema",
    "matrix",
    "conform",
    "answer",
    "completions",
    "man",
];

const SHELLS: [&str; 5] = ["bash", "zsh", "fish", "powershell", "elvish"];

/// Runs the program as in a terminal with this number of columns.
fn run_in(columns: &str, arguments: &[&str]) -> String {
    let mut command = command(arguments);
    let output = command
        .env("COLUMNS", columns)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(
        (output.status.code(), output.stderr.len()),
        (Some(0), 0),
        "{arguments:?}"
    );
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the number of rows and the width of the widest row.
fn size(text: &str) -> (usize, usize) {
    (
        text.lines().count(),
        text.lines().map(|line| line.chars().count()).max().unwrap(),
    )
}

/// Returns the options that the complete help of a command explains.
fn options(command: &str) -> Vec<String> {
    let help = run_ok(&["help", command], "").out;
    let option = |line: &str| {
        let name = line
            .trim_start()
            .trim_start_matches(|short: char| short != ' ' && !line.contains("      --"));
        let name = name
            .trim_start()
            .split([' ', '='])
            .next()
            .unwrap_or_default()
            .to_owned();
        (line.starts_with("  ") && name.starts_with("--") && name.len() > 2).then_some(name)
    };
    help.lines()
        .take_while(|line| !line.starts_with("Examples:"))
        .filter_map(option)
        .collect()
}

#[test]
fn help_fits_a_screen_with_eighty_columns() {
    for name in COMMANDS.into_iter().chain([""]) {
        for flag in ["-h", "--help"] {
            let arguments = if name.is_empty() {
                vec![flag]
            } else {
                vec![name, flag]
            };
            let help = run_in("80", &arguments);
            let (rows, columns) = size(&help);
            assert!(
                rows <= 40 && columns <= 80,
                "{arguments:?}: {rows} rows, {columns} columns\n{help}"
            );
            assert!(help.contains("docs/") || name.is_empty(), "{arguments:?}");
        }
        let arguments = if name.is_empty() {
            vec!["help"]
        } else {
            vec!["help", name]
        };
        assert!(size(&run_in("80", &arguments)).1 <= 80, "{arguments:?}");
    }
}

#[test]
fn examples_are_not_wrapped_at_eighty_columns() {
    for name in COMMANDS {
        for arguments in [&[name, "-h"][..], &["help", name]] {
            let help = run_in("80", arguments);
            let Some((_, examples)) = help.split_once("Examples:\n") else {
                continue;
            };
            let mut is_continued = false;
            for line in examples.lines().take_while(|line| !line.is_empty()) {
                assert!(
                    is_continued || line.contains("agent-ui"),
                    "{arguments:?}: {line}"
                );
                is_continued = line.ends_with('\\');
            }
        }
    }
}

#[test]
fn help_is_wrapped_to_a_narrower_terminal() {
    for arguments in [&["check", "--help"][..], &["help", "pipe"]] {
        let words = run_in("50", arguments);
        // Only words that are longer than the line may stand out, such as names of files and lists of members.
        let long = words.lines().filter(|line| {
            line.chars().count() > 50 && !line.starts_with("Usage:") && line.trim().contains(' ')
        });
        assert_eq!(long.collect::<Vec<_>>(), [""; 0], "{arguments:?}");
    }
}

#[test]
fn help_lists_the_commands_in_groups() {
    let help = run_ok(&["--help"], "").out;
    let groups = [
        "Translate:",
        "Inspect:",
        "Show and serve:",
        "For protocol authors:",
        "About the program:",
    ];
    let places: Vec<_> = groups
        .iter()
        .map(|group| help.find(group).unwrap())
        .collect();
    assert!(places.is_sorted(), "{help}");
    for name in COMMANDS {
        // Programs call `health`, so it is in no group.
        let count = usize::from(name != "health");
        let found = help.matches(&format!("\n  {name} ")).count();
        assert_eq!(found, count, "{name}");
    }
}

#[test]
fn options_missing_in_the_short_help_are_in_the_complete_help_and_on_a_page() {
    let page =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.md")).unwrap();
    for name in COMMANDS {
        let all = options(name);
        assert!(all.contains(&"--help".to_owned()), "{name}: {all:?}");
        let short = run_ok(&[name, "-h"], "").out;
        for option in &all {
            let is_there =
                short.contains(&format!("{option} ")) || short.contains(&format!("{option},"));
            assert!(
                is_there || short.contains(&format!("{option}\n")),
                "{name}: {option} in {short}"
            );
            assert!(
                page.contains(option.as_str()),
                "{name}: {option} is not in docs/cli.md"
            );
        }
    }
    assert!(options("convert").len() > 25, "{:?}", options("convert"));
}

#[test]
fn commands_offer_only_options_with_an_effect() {
    for (name, option) in [
        ("explain", "--notes"),
        ("show", "--flat-names"),
        ("serve", "--manifest=none"),
    ] {
        let bare = option.trim_end_matches("=none");
        assert!(!options(name).contains(&bare.to_owned()), "{name} {option}");
        let to = match name {
            "explain" => &["--from", "aap", "--to", "a2ui"][..],
            "serve" => &[],
            _ => &["--to", "ahp@1.0"],
        };
        let ran = run(&[&[name, option], to].concat(), "");
        assert_eq!(ran.status, 2, "{}", ran.err);
        assert!(
            ran.err
                .contains(&format!("{bare} has no effect in `{name}`")),
            "{}",
            ran.err
        );
        assert!(
            ran.err.contains("it is an option of convert"),
            "{}",
            ran.err
        );
    }
}

#[test]
fn types_are_listed_on_request() {
    let names = run_ok(&["decode", "a2ui@0.9", "--types"], "").out;
    assert!(names.lines().any(|name| name == "Component"), "{names}");
    for command in ["decode", "check", "schema"] {
        let all = run_ok(&[command, "--types"], "").out;
        for (dialect, name) in [("aap@", " SubmitRequest"), ("actions-json@", " Manifest")] {
            let is_it = |line: &str| line.starts_with(dialect) && line.ends_with(name);
            assert!(all.lines().any(is_it), "{command}: {all}");
        }
        let ran = run(&[command, "aap", "--types", "--type", "Interaction"], "");
        assert_eq!(ran.status, 2, "{}", ran.err);
    }
    assert_eq!(run(&["schema"], "").status, 2);
    for name in run_ok(&["check", "aap", "--types"], "").out.lines() {
        assert_ne!(
            run(&["check", "aap", "--type", name], "{}").status,
            2,
            "{name}"
        );
    }
}

#[test]
fn completions_contain_commands_options_and_protocols() {
    for shell in SHELLS {
        let script = run_ok(&["completions", shell], "").out;
        for word in COMMANDS
            .into_iter()
            .chain(["allow-empty", "base-url", "envelope"])
        {
            assert!(script.contains(word), "{shell}: {word}");
        }
        // The scripts for the other shells complete no values of options.
        let has_values = ["bash", "zsh", "fish"].contains(&shell);
        assert_eq!(script.contains("a2ui@0.8"), has_values, "{shell}");
    }
    assert_eq!(run(&["completions", "tcsh"], "").status, 2);
}

#[test]
#[cfg(unix)]
fn completions_for_bash_complete_a_command_an_option_and_a_protocol() {
    let script = run_ok(&["completions", "bash"], "").out;
    let complete = |words: &[&str]| {
        let last = words.len() - 1;
        let words: Vec<_> = words.iter().map(|word| format!("'{word}'")).collect();
        let ask = format!(
            "{script}\nCOMP_WORDS=({}); COMP_CWORD={last}; _agent__ui agent-ui {} {}; echo \"${{COMPREPLY[@]}}\"",
            words.join(" "),
            words[last],
            words[last - 1],
        );
        let output = std::process::Command::new("bash")
            .args(["-c", &ask])
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    assert_eq!(complete(&["agent-ui", "conv"]), "convert");
    assert_eq!(complete(&["agent-ui", "convert", "--env"]), "--envelope");
    assert!(
        complete(&["agent-ui", "convert", "--from", "a2ui@0"]).starts_with("a2ui@0.8 a2ui@0.9")
    );
}

#[test]
fn every_command_has_a_man_page() {
    let mut pages = vec![("agent-ui".to_owned(), run_ok(&["man"], "").out)];
    for name in COMMANDS {
        let page = run_ok(&["man", name], "").out;
        for option in options(name) {
            assert!(
                page.contains(&option.replace('-', "\\-")),
                "{name}: {option}"
            );
        }
        pages.push((format!("agent-ui-{name}"), page));
    }
    for (name, page) in &pages {
        let title = format!(".TH {name} 1 ");
        assert!(page.contains(&title), "{name}: {page}");
        assert!(
            !page.contains("\\fR\n\n."),
            "{name} has an option without help: {page}"
        );
    }
    let ran = run(&["man", "translate"], "");
    assert_eq!(
        (ran.status, ran.err.contains("is not a command")),
        (2, true),
        "{}",
        ran.err
    );
}

#[test]
#[cfg(unix)]
fn man_pages_are_rendered_without_warnings() {
    use std::io::Write;
    let is_there = |program: &str| {
        std::process::Command::new(program)
            .arg("--version")
            .output()
            .is_ok()
    };
    if !is_there("groff") {
        return;
    }
    for name in COMMANDS {
        let page = run_ok(&["man", name], "").out;
        let mut groff = std::process::Command::new("groff");
        groff
            .args(["-man", "-Tascii", "-ww", "-rLL=78n"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = groff.spawn().unwrap();
        child
            .stdin
            .take()
            .unwrap()
            .write_all(page.as_bytes())
            .unwrap();
        let output = child.wait_with_output().unwrap();
        // Bold text has each letter twice, with a backspace between.
        let mut text = String::new();
        for letter in String::from_utf8_lossy(&output.stdout).chars() {
            if letter == '\u{8}' {
                text.pop();
            } else {
                text.push(letter);
            }
        }
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{name}");
        assert!(
            text.contains("SYNOPSIS") && text.contains("OPTIONS"),
            "{name}: {text}"
        );
    }
}
