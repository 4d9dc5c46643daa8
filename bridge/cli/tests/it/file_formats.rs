//! Inputs in other formats: each is decoded, or refused with one sentence.

use crate::program::{Ran, at, file, run, text};
use std::path::Path;

const RECORD: &str = r#"{"id":"a","timestamp":"t","canvasFile":"größe.html","action":"click 🙂","data":{"n":1},"summary":"s"}"#;
const SURFACE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;

/// The first bytes of a file, the message about it, and the hint for obtaining JSON.
const FOREIGN: [(&[u8], &str, &str); 12] = [
    (
        b"\x1F\x8B\x08\0\0\0\0\0\0\x03{}\n{}",
        "compressed with gzip",
        "`gzip -dc FILE`",
    ),
    (
        b"\x28\xB5\x2F\xFD\x24\n{\n",
        "compressed with zstd",
        "`zstd -dc FILE`",
    ),
    (
        b"PK\x03\x04\x14\0{\n}\n",
        "a zip archive",
        "unpack the archive",
    ),
    (
        b"%PDF-1.7\n%\xE2\xE3\n1 0 obj\n<< /Type /Catalog >>\n",
        "a PDF document",
        "copy the messages out",
    ),
    (
        b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\n\n",
        "a PNG image",
        "images are not read",
    ),
    (
        b"\xFF\xD8\xFF\xE0\0\x10JFIF\n\n",
        "a JPEG image",
        "images are not read",
    ),
    (
        b"\xFF\xFE\0\0{\0\0\0}\0\0\0",
        "text in UTF-32",
        "`iconv -f UTF-32 -t UTF-8 FILE`",
    ),
    (
        b"\x01\x02\0\0\xC0\n\0\n{}\n\xFF",
        "binary data",
        "JSON in UTF-8",
    ),
    (
        b"<!DOCTYPE html>\n<html>\n<body>\n<p>Hello</p></body></html>\n",
        "an HTML page",
        "from the page",
    ),
    (
        b"\n  <html lang=\"en\">\n<p>a\n<p>b",
        "an HTML page",
        "from the page",
    ),
    (
        b"<?xml version=\"1.0\"?>\n<a>\n</a>",
        "an XML document",
        "in JSON",
    ),
    (
        b"# A screen\nsurfaceId: a\ncomponents:\n  - id: root\n    component: Text\n",
        "YAML",
        "`yq -o json FILE`",
    ),
];

/// Returns the place, message and hint of the only report on either stream.
fn only(ran: &Ran) -> (String, String, String) {
    let mut said = ran.reports();
    said.extend(ran.values());
    assert_eq!(said.len(), 1, "{ran:?}");
    let place = format!(
        "{}:{}",
        at(&said[0], "/line").text(),
        at(&said[0], "/column").text()
    );
    (place, text(&said[0], "/message"), text(&said[0], "/hint"))
}

#[test]
fn a_file_of_another_format_is_one_error() {
    for (bytes, what, hint_part) in FOREIGN {
        for arguments in [
            &["decode", "a2ui"][..],
            &["decode", "aap"],
            &["decode", "mcp"],
            &["decode", "aap", "--type", "Interaction"],
            &["check", "a2ui"],
            &["check", "aap"],
            &["check", "actions-json"],
            &["fold", "a2ui"],
            &["fold", "ahp@canvas"],
            &["convert", "--from", "a2ui", "--to", "ahp"],
            &["convert", "--from", "aap", "--to", "a2ui", "--envelope"],
            &[
                "explain", "--from", "a2ui", "--to", "a2ui@0.8", "--format", "json", "--quiet",
            ],
            &["pipe", "--from", "a2ui", "--to", "a2ui@0.8"],
        ] {
            let ran = run(arguments, bytes);
            assert_eq!(ran.status, 65, "{arguments:?} {what}: {ran:?}");
            if arguments[0] == "explain" {
                // A refusal is explained, too.
                assert_eq!(ran.reports().len(), 1, "{what}: {ran:?}");
                continue;
            }
            let (place, message, hint) = only(&ran);
            assert_eq!(
                (&*place, message),
                ("1:1", format!("the input is {what}")),
                "{arguments:?}"
            );
            assert!(hint.contains(hint_part), "{arguments:?} {what}: {hint}");
        }
    }
}

#[test]
fn a_file_of_another_format_affects_no_other_file() {
    let (archive, record) = (file(""), file(RECORD));
    std::fs::write(&archive, FOREIGN[0].0).unwrap();
    let ran = run(&["decode", "aap", &record, &archive, &record], "");
    assert_eq!(
        (ran.status, ran.values().len(), ran.reports().len()),
        (65, 2, 1),
        "{ran:?}"
    );
    assert_eq!(text(&ran.reports()[0], "/file"), archive);
}

#[test]
fn flags_refuse_files_of_other_formats() {
    let archive = file("");
    std::fs::write(&archive, FOREIGN[0].0).unwrap();
    for flag in ["--manifest", "--routes", "--surface"] {
        let ran = run(
            &["convert", "--from", "aap", "--to", "a2ui", flag, &archive],
            RECORD,
        );
        assert_eq!(ran.status, 2, "{flag}: {ran:?}");
        assert!(
            ran.err.contains("compressed with gzip") && ran.err.contains("gzip -dc"),
            "{}",
            ran.err
        );
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    }
}

/// Builds a text in UTF-16, with or without a byte order mark.
fn utf16(text: &str, is_big_endian: bool, has_mark: bool) -> Vec<u8> {
    let mark = has_mark.then_some('\u{FEFF}');
    let text: String = mark.into_iter().chain(text.chars()).collect();
    let units = text.encode_utf16();
    units
        .flat_map(|unit| {
            if is_big_endian {
                unit.to_be_bytes()
            } else {
                unit.to_le_bytes()
            }
        })
        .collect()
}

#[test]
fn utf16_is_decoded_and_reported_once() {
    let input = format!("{RECORD}\n{RECORD}\r\n");
    for (is_big_endian, has_mark) in [(false, true), (true, true), (false, false), (true, false)] {
        let bytes = utf16(&input, is_big_endian, has_mark);
        for arguments in [
            &["decode", "aap"][..],
            &["decode", "aap", "--type", "Interaction"],
        ] {
            let ran = run(arguments, &bytes);
            assert_eq!(
                (ran.status, &*ran.out),
                (0, &*format!("{RECORD}\n{RECORD}\n")),
                "{ran:?}"
            );
            assert_eq!(ran.reports().len(), 1, "{ran:?}");
            assert_eq!(text(&ran.reports()[0], "/rule"), "utf-16");
        }
        let ran = run(&["fold", "a2ui"], utf16(SURFACE, is_big_endian, has_mark));
        assert_eq!(
            (ran.status, ran.values().len(), ran.reports().len()),
            (0, 1, 1),
            "{ran:?}"
        );
        let ran = run(
            &["pipe", "--from", "a2ui", "--to", "a2ui@0.8"],
            utf16(SURFACE, is_big_endian, has_mark),
        );
        assert_eq!((ran.status, ran.reports().len()), (0, 1), "{ran:?}");
    }
    let prose = format!("Here it is:\n\n```json\n{SURFACE}\n```\n");
    let ran = run(&["fold", "a2ui"], utf16(&prose, false, true));
    assert_eq!((ran.status, ran.values().len()), (0, 1), "{ran:?}");
}

#[test]
fn invalid_utf16_is_refused_at_its_place() {
    let mut half = utf16(RECORD, false, true);
    half.push(b'{');
    let mut surrogate = utf16("{\"id\":\"", false, true);
    surrogate.extend([0x3D, 0xD8]);
    surrogate.extend(utf16("\"}\n", false, false));
    for bytes in [half, surrogate] {
        let ran = run(&["decode", "aap"], bytes);
        assert_eq!(ran.status, 65, "{ran:?}");
        let error = ran.reports().pop().unwrap();
        assert!(text(&error, "/message").contains("1a"), "{ran:?}");
    }
}

#[test]
fn a_session_over_utf16_resumes_where_it_stopped() {
    let [input, output, state] = [file(""), file(""), file("")];
    std::fs::remove_file(&state).unwrap();
    let update = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/a","value":1}}"#;
    let arguments = [
        "pipe", "--from", "a2ui", "--to", "a2ui@0.8", "--state", &state, "--output", &output,
        &input,
    ];
    std::fs::write(&input, utf16(&format!("{SURFACE}\n"), false, true)).unwrap();
    assert_eq!(run(&arguments, "").status, 0);
    std::fs::write(
        &input,
        utf16(&format!("{SURFACE}\n{update}\n"), false, true),
    )
    .unwrap();
    let ran = run(&arguments, "");
    assert_eq!(ran.status, 0, "{ran:?}");
    let written = std::fs::read_to_string(Path::new(&output)).unwrap();
    assert_eq!(written.matches("dataModelUpdate").count(), 1, "{written}");
}

#[test]
fn text_without_messages_is_one_error_unless_allowed() {
    let answer = "Sorry, there is nothing to show.\n\n- Ask again later.\n";
    for (command, more) in [
        ("decode", &[][..]),
        ("check", &[]),
        ("fold", &[]),
        ("convert", &["--to", "ahp"]),
        (
            "explain",
            &["--to", "a2ui@0.8", "--format", "json", "--quiet"],
        ),
    ] {
        let protocol: &[&str] = if more.is_empty() {
            &["a2ui"]
        } else {
            &["--from", "a2ui"]
        };
        let arguments = [&[command], protocol, more].concat();
        for input in ["Sorry!", answer, "抱歉，没有界面。\n", "\n# Nothing\n"] {
            let ran = run(&arguments, input);
            assert_eq!(
                (ran.status, ran.reports().len() + ran.values().len()),
                (65, if command == "explain" { 2 } else { 1 }),
                "{ran:?}"
            );
            assert!(
                format!("{}{}", ran.out, ran.err).contains("--allow-empty"),
                "{ran:?}"
            );
        }
        for input in ["Sorry!", answer, "", "[]", "\n"] {
            let ran = run(&[&arguments, &["--allow-empty"][..]].concat(), input);
            assert_eq!(
                (ran.status, &*ran.out, ran.reports().len()),
                (0, "", 1),
                "{arguments:?}: {ran:?}"
            );
            assert_eq!(
                text(&ran.reports()[0], "/message"),
                "the input contains no messages"
            );
        }
        // Existing messages must still be valid.
        let ran = run(
            &[&arguments, &["--allow-empty"][..]].concat(),
            r#"{"version":"v0.9"}"#,
        );
        assert_eq!(ran.status, 65, "{ran:?}");
        let ran = run(&[&arguments, &["--allow-empty"][..]].concat(), FOREIGN[0].0);
        assert_eq!(ran.status, 65, "{ran:?}");
    }
    let ran = run(
        &["decode", "a2ui", "--allow-empty"],
        format!("Here it is:\n{SURFACE}\n"),
    );
    assert_eq!((ran.status, ran.values().len()), (0, 1), "{ran:?}");
}
