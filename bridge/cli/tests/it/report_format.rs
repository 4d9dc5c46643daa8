//! The form of reports: text for people, JSON Lines for programs.

use crate::program::{file, run};
use agent_ui_cli::{Streams, Terminal, run as run_here};
use std::{
    cell::RefCell,
    io::{self, Write},
    rc::Rc,
};

const BROKEN: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Card","child":"titel"},{"id":"title","component":"Text","text":"a"}]}}
"#;

/// A stream in memory.
#[derive(Clone, Default)]
struct Buffer(Rc<RefCell<Vec<u8>>>);

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs the program at a terminal of 80 columns. Returns the exit status, standard output and standard error.
fn run_at_terminal(
    arguments: &[&str],
    input: &'static str,
    has_color: bool,
) -> (u8, String, String) {
    let (output, errors) = (Buffer::default(), Buffer::default());
    let streams = Streams::new(
        Box::new(input.as_bytes()),
        Box::new(output.clone()),
        Box::new(errors.clone()),
    );
    let terminal = Some(Terminal {
        columns: 80,
        has_color,
    });
    let streams = Streams {
        output_terminal: terminal,
        errors_terminal: terminal,
        ..streams
    };
    let status = run_here([&["agent-ui"], arguments].concat(), streams);
    let text = |buffer: Buffer| String::from_utf8(buffer.0.take()).unwrap();
    (status, text(output), text(errors))
}

#[test]
fn findings_are_text_on_a_terminal() {
    let (status, output, errors) = run_at_terminal(&["check", "a2ui"], BROKEN, false);
    let expected = r#"standard input:2:109: error[dangling-reference]: the referenced component `titel` does not exist
 2 | …mponent":"Card","child":"titel"},{"id":"title","component":"Text","text":…
   |                          ^^^^^^^ /updateComponents/components/0/child
help: did you mean `title`?

standard input:2:118: error[orphan]: component `title` is not reachable from `root`
 2 | …t":"Card","child":"titel"},{"id":"title","component":"Text","text":"a"}]}}
   |                             ^ /updateComponents/components/1
help: add `title` to the children of a reachable component

2 errors in standard input
"#;
    assert_eq!((status, &*output, &*errors), (65, expected, ""));
}

#[test]
fn a_run_without_faults_ends_with_a_summary() {
    let good = BROKEN.replace("titel", "title").leak();
    assert_eq!(
        run_at_terminal(&["check", "a2ui"], good, false),
        (0, "standard input OK\n".into(), String::new())
    );
    let path = file(good);
    let (status, output, errors) = run_at_terminal(&["decode", "a2ui", &path, &path], "", false);
    assert_eq!(
        (status, output.lines().count(), &*errors),
        (0, 4, "2 files OK\n")
    );
    let quiet = [
        "convert", "--quiet", "--from", "a2ui", "--to", "a2ui@0.8", &path,
    ];
    assert_eq!(run_at_terminal(&quiet, "", false).2, "");
}

#[test]
fn each_command_reports_the_same_fault_in_the_same_words() {
    const FAULT: &str = r#"{"version":"v0.9","updateDataModel":{"surfaceId":7}}"#;
    let head = "standard input:1:50: error[type]: ";
    for arguments in [
        &["check", "a2ui"][..],
        &["decode", "a2ui"],
        &["fold", "a2ui"],
        &["convert", "--from", "a2ui", "--to", "ahp"],
    ] {
        let (status, output, errors) = run_at_terminal(arguments, FAULT, false);
        assert_eq!(status, 65, "{arguments:?}");
        let text = if arguments[0] == "check" {
            output
        } else {
            errors
        };
        assert!(
            text.starts_with(head) && text.contains("\nhelp: "),
            "{arguments:?}: {text}"
        );
        assert!(
            text.contains("\n 1 | ") && text.contains(" ^\n   | /updateDataModel/surfaceId\n"),
            "{text}"
        );
        assert!(
            text.ends_with("\n\n1 error in standard input\n"),
            "{arguments:?}: {text}"
        );
        let ran = run(arguments, FAULT);
        let line = if arguments[0] == "check" {
            ran.out
        } else {
            ran.err
        };
        let start = r#"{"line":1,"column":50,"error":"decode","rule":"type","pointer":"/updateDataModel/surfaceId","severity":"error","message":"#;
        assert!(line.starts_with(start), "{arguments:?}: {line}");
    }
}

#[test]
fn a_flag_selects_the_form_of_reports() {
    let ran = run(&["check", "a2ui", "--format", "text"], BROKEN);
    assert!(
        ran.out.ends_with("\n2 errors in standard input\n"),
        "{ran:?}"
    );
    assert!(!ran.out.contains('\u{1b}'), "{ran:?}");
    let colored = run(
        &["check", "a2ui", "--format", "text", "--color", "always"],
        BROKEN,
    );
    assert!(colored.out.contains("\u{1b}[31m"), "{colored:?}");
    let json = run(&["check", "a2ui"], BROKEN).out;
    assert_eq!(
        run_at_terminal(&["check", "a2ui", "--format", "json"], BROKEN, true),
        (65, json, String::new())
    );
    let (_, text, _) = run_at_terminal(&["check", "a2ui"], BROKEN, true);
    assert!(text.contains("\u{1b}[31m"), "{text}");
    let (_, text, _) = run_at_terminal(&["check", "a2ui", "--color", "never"], BROKEN, true);
    assert!(!text.contains('\u{1b}'), "{text}");
}

#[test]
fn notes_and_fixes_are_text_on_a_terminal() {
    let record = r#"{"id":"a","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"p.html","action":"click","summary":"s"}"#;
    let arguments = ["convert", "--from", "aap", "--to", "a2ui", "--notes"];
    let (status, _, errors) = run_at_terminal(&arguments, record, false);
    assert_eq!(status, 0);
    let note = "standard input:1:1: renamed[aap-a2ui/action]: /action -> /action/name\n";
    assert!(
        errors.contains(note) && errors.ends_with("standard input OK\n"),
        "{errors}"
    );
    let path = file(BROKEN);
    let (status, output, errors) = run_at_terminal(&["check", "a2ui", "--fix", &path], "", false);
    let fixed = format!("{path}:2:109: fixed[dangling-reference]: ");
    assert!(
        status == 0 && errors.starts_with(&fixed),
        "{errors}{output}"
    );
    assert_eq!(output, "1 file OK\n");
}

#[test]
fn reports_of_a_message_are_in_the_order_of_their_places() {
    let input = "\u{FEFF}{\"createSurface\":{\"surfaceId\":\"s\",\"catalog_id\":\"c\"}}";
    for arguments in [
        &["decode", "a2ui"][..],
        &["fold", "a2ui"],
        &["convert", "--from", "a2ui", "--to", "ahp", "--quiet"],
    ] {
        let (status, _, errors) = run_at_terminal(arguments, input, false);
        let heads: Vec<_> = errors
            .lines()
            .filter_map(|line| line.split_once("]: "))
            .map(|(head, _)| head)
            .collect();
        let expected = [
            "standard input:1:1: info[byte-order-mark",
            "standard input:1:1: warning[repair/missing-version",
            "standard input:1:48: warning[repair/name-spelling",
        ];
        assert_eq!(
            (status, &*heads),
            (0, &expected[..]),
            "{arguments:?}: {errors}"
        );
        assert!(errors.contains("\n 1 | {\"createSurface\""), "{errors}");
    }
}

#[test]
fn long_inputs_show_the_lines_of_late_faults() {
    let line = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"t"}}"#;
    let late = format!(
        "{}{}\n",
        format!("{line}\n").repeat(20_000),
        line.replace("\"t\"", "{}")
    );
    let (_, _, errors) = run_at_terminal(&["decode", "a2ui", &file(&late)], "", false);
    assert!(errors.contains(":20001:48: error[type]: "), "{errors}");
    assert!(errors.contains("\n 20001 | {\"version\""), "{errors}");
}
