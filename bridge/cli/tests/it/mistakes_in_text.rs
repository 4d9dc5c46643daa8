//! Usual mistakes in the text of an input. Every command reports each mistake as one finding with its place and the
//! fix.

use crate::program::{Ran, at, file, run, run_ok, text};

const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#;
const UPDATE: &str = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"Hello"}]}}"#;
const RECORD: &str = r#"{"id":"a1b2c3d4-e5f6-7890-abcd-ef1234567890","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"p.html","action":"click","data":{"n":1},"summary":"User click on p.html with data: {\"n\":1}"}"#;
const MANIFEST: &str = r#"{"protocol":"actions.json","version":1,"tools":[]}"#;

const FIX: &str = "`agent-ui check --fix` applies this repair";
const BY_HAND: &str =
    "correct it by hand: `agent-ui check --fix` does not apply it, because the intent is ambiguous";
const NO_MESSAGE: &str = "write a message in JSON, on lines of its own or in a block; --allow-empty accepts text without messages";

/// A mistake: its name, the input, the line and column, the message and the hint.
type Mistake<'a> = (&'a str, Vec<u8>, (usize, usize), &'a str, &'a str);

fn mistake<'a>(
    name: &'a str,
    input: impl AsRef<[u8]>,
    place: (usize, usize),
    message: &'a str,
    hint: &'a str,
) -> Mistake<'a> {
    (name, input.as_ref().to_owned(), place, message, hint)
}

/// Returns the place, message and hint of each finding, without the totals of repairs.
fn faults(ran: &Ran) -> Vec<((usize, usize), String, String)> {
    let mut said = ran.reports();
    said.extend(
        ran.values()
            .into_iter()
            .filter(|value| crate::program::find(value, "/severity").is_some()),
    );
    let number = |value: &wire::Payload, name: &str| at(value, name).text().parse().unwrap();
    let fault = |value: &wire::Payload| {
        let place = (number(value, "/line"), number(value, "/column"));
        (place, text(value, "/message"), text(value, "/hint"))
    };
    said.iter()
        .map(fault)
        .filter(|(_, message, _)| !message.contains("more repair"))
        .collect()
}

/// Runs `check`, `decode` and `convert` on each mistake, as standard input and as a file, and expects one finding. A
/// repaired message has status 0, except in `check`.
fn expect_one_finding(protocol: &str, target: &str, mistakes: &[Mistake<'_>]) {
    let mut wrong = Vec::new();
    for (name, input, place, message, hint) in mistakes {
        let path = file("");
        std::fs::write(&path, input).unwrap();
        let is_repaired = *hint == FIX || *hint == BY_HAND;
        let convert = ["convert", "--quiet", "--from", protocol, "--to", target];
        for (command, status) in [
            (&["check", protocol][..], 65),
            (&["decode", protocol], if is_repaired { 0 } else { 65 }),
            (&convert, if is_repaired { 0 } else { 65 }),
        ] {
            // `check` counts the strings of a notation.
            let message = match message
                .split_once(" (")
                .filter(|(_, count)| count.ends_with("in this message)"))
            {
                Some((message, _)) if command[0] != "check" => message,
                _ => message,
            };
            let expected = vec![(*place, message.to_owned(), (*hint).to_owned())];
            for ran in [run(command, input), run(&[command, &[&*path]].concat(), "")] {
                if (ran.status, faults(&ran)) != (status, expected.clone()) {
                    wrong.push(format!(
                        "{name}: {command:?} {} {:?}",
                        ran.status,
                        faults(&ran)
                    ));
                    break;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A list of two messages over several lines, in which `version` is the last member.
const PRETTY: &str = r#"[
  {
    "createSurface": {
      "catalogId": "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json",
      "surfaceId": "s"
    },
    "version": "v0.9"
  },
  {
    "updateComponents": {
      "components": [
        {
          "component": "Text",
          "id": "root",
          "text": "Hello"
        }
      ],
      "surfaceId": "s"
    },
    "version": "v0.9"
  }
]"#;

/// Returns a message that creates a surface, and one that updates its data with this value.
fn with_value(value: &str) -> String {
    let data =
        r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/a","value":VALUE}}"#;
    format!("{CREATE}\n{UPDATE}\n{}\n", data.replace("VALUE", value))
}

/// The column of the value in [`with_value`].
const VALUE: usize = 74;

fn both() -> String {
    format!("{CREATE}\n{UPDATE}\n")
}

/// Returns the text with each straight quote replaced by opening and closing ones.
fn curly(text: &str) -> String {
    let mut is_open = false;
    let quote = |c: char| match c {
        '"' => {
            is_open = !is_open;
            if is_open { '“' } else { '”' }
        }
        c => c,
    };
    text.chars().map(quote).collect()
}

#[test]
fn files_in_other_formats_are_identified() {
    let utf32: Vec<u8> = CREATE
        .chars()
        .flat_map(|c| u32::from(c).to_le_bytes())
        .collect();
    let base64 = "eyJ2ZXJzaW9uIjoidjAuOSIsImRlbGV0ZVN1cmZhY2UiOnsic3VyZmFjZUlkIjoicyJ9fQ==";
    let html = "extract the messages from the page as JSON; if the page is an error of a server, repeat the request";
    let mistakes = [
        mistake(
            "gzip",
            b"\x1F\x8B\x08\0\0\0\0\0\0\x03{}\n{}",
            (1, 1),
            "the input is compressed with gzip",
            "unpack it with `gzip -dc FILE`",
        ),
        mistake(
            "zlib",
            b"\x78\x9C\xAB\x56\n{}",
            (1, 1),
            "the input is compressed with zlib",
            "unpack it with `pigz -dzc FILE`",
        ),
        mistake(
            "lz4",
            b"\x04\x22\x4D\x18{}\n",
            (1, 1),
            "the input is compressed with lz4",
            "unpack it with `lz4 -dc FILE`",
        ),
        mistake(
            "UTF-32 without a mark",
            utf32,
            (1, 1),
            "the input is text in UTF-32",
            "convert it with `iconv -f UTF-32 -t UTF-8 FILE`",
        ),
        mistake(
            "YAML",
            "version: v0.9\ncreateSurface:\n  surfaceId: s\n",
            (1, 1),
            "the input is YAML",
            "convert it to JSON, for example with `yq -o json FILE`",
        ),
        mistake(
            "YAML with an inline object",
            "version: v0.9\nupdateComponents: {surfaceId: s, components: []}\n",
            (1, 1),
            "the input is YAML",
            "convert it to JSON, for example with `yq -o json FILE`",
        ),
        mistake(
            "YAML with quoted names",
            "\"version\": \"v0.9\"\n\"createSurface\":\n  \"surfaceId\": \"s\"\n",
            (1, 1),
            "the input is YAML",
            "convert it to JSON, for example with `yq -o json FILE`",
        ),
        mistake(
            "TOML",
            "version = \"v0.9\"\n\n[createSurface]\nsurfaceId = \"s\"\n",
            (1, 1),
            "the input is TOML or another format of settings",
            "write the message in JSON, for example with `yq -p toml -o json FILE`",
        ),
        mistake(
            "CSV",
            "id,component,text\nroot,Text,\"Hello, you\"\n",
            (1, 1),
            "the input is a table (CSV)",
            "write a message in JSON; the rows of a table do not form one",
        ),
        mistake(
            "HTML error page",
            "<!DOCTYPE html>\n<html><p>404</p></html>\n",
            (1, 1),
            "the input is an HTML page",
            html,
        ),
        mistake(
            "HTML without a head",
            "<div class=\"a\">no\n</div>\n",
            (1, 1),
            "the input is an HTML page",
            html,
        ),
        mistake(
            "HTML after a comment",
            "<!-- a -->\n<html></html>",
            (1, 1),
            "the input is an HTML page",
            html,
        ),
        mistake(
            "XML",
            "<?xml version=\"1.0\"?>\n<a>\n</a>",
            (1, 1),
            "the input is an XML document",
            "write the message in JSON",
        ),
        mistake(
            "Base64",
            base64,
            (1, 1),
            "the input is encoded in Base64",
            "decode it with `base64 -d FILE`",
        ),
        mistake(
            "Base64 on several lines",
            base64[..40].to_owned() + "\n" + &base64[40..] + "\n",
            (1, 1),
            "the input is encoded in Base64",
            "decode it with `base64 -d FILE`",
        ),
        mistake(
            "data URL",
            format!("data:application/json;base64,{base64}"),
            (1, 1),
            "the input is a data URL",
            "decode the part after the comma, with `base64 -d` if the URL contains `;base64`",
        ),
        mistake(
            "percent-encoded",
            "%7B%22version%22%3A%22v0.9%22%7D",
            (1, 1),
            "the input is percent-encoded, as in a URL",
            "decode each `%` with its two digits into a byte",
        ),
        mistake(
            "URL",
            "https://example.com/a.json\n",
            (1, 1),
            "the input is a URL, not the text behind it",
            "download the text first, for example with `curl -o FILE URL`",
        ),
        mistake(
            "file name",
            "surfaces/first.jsonl\n",
            (1, 1),
            "the input is the name of a file, not its text",
            "pass the name as an argument, instead of on standard input",
        ),
        mistake(
            "only comments",
            "// nothing\n/* or\nhere */\n",
            (1, 1),
            "the input is empty apart from comments",
            "write a message in JSON",
        ),
    ];
    expect_one_finding("a2ui", "a2ui@0.8", &mistakes);
    expect_one_finding("aap", "a2ui", &mistakes);
    expect_one_finding("actions-json", "mcp", &mistakes);
}

#[test]
fn plain_text_is_one_finding() {
    for input in [
        "Hello, this is not JSON.\n",
        "not json\nat all\n",
        "a\n\nb\nc\n",
    ] {
        let mistakes = [mistake(
            "text",
            input,
            (1, 1),
            "the input is text without JSON",
            "write a message in JSON",
        )];
        expect_one_finding("aap", "a2ui", &mistakes);
        expect_one_finding("actions-json", "mcp", &mistakes);
    }
    expect_one_finding(
        "a2ui",
        "a2ui@0.8",
        &[
            mistake(
                "text",
                "Hello!\nBye.\n",
                (1, 1),
                "the text (2 lines) contains no A2UI message",
                NO_MESSAGE,
            ),
            mistake(
                "empty code block",
                "Here it is:\n```json\n```\n",
                (1, 1),
                "the text (3 lines) contains a code block, but no A2UI message",
                NO_MESSAGE,
            ),
        ],
    );
}

#[test]
fn comments_around_messages_are_reported_and_removed() {
    const MESSAGE: &str = "JSON does not allow comments; this one is removed";
    let inputs = [
        ("// comment", format!("// a surface\n{}", both()), (1, 1)),
        (
            "/* */ comment",
            format!("/* a surface */\n{}", both()),
            (1, 1),
        ),
        (
            "/* */ comment on two lines",
            format!("/* a\nsurface */\n{}", both()),
            (1, 1),
        ),
        (
            "a message in a comment",
            format!("// {CREATE}\n{}", both()),
            (1, 1),
        ),
        (
            "a comment before a list",
            format!("/* a */ {PRETTY}\n"),
            (1, 1),
        ),
        (
            "a comment inside a message",
            both().replacen("\"createSurface\"", "/* x */ \"createSurface\"", 1),
            (1, 19),
        ),
        (
            "a comment after a message",
            format!("{CREATE} // the surface\n{UPDATE}\n"),
            (1, CREATE.len() + 2),
        ),
        (
            "a comment between messages",
            format!("{CREATE}\n// the components\n{UPDATE}\n"),
            (2, 1),
        ),
        (
            "a comment at the end",
            format!("{}// the end\n", both()),
            (3, 1),
        ),
        (
            "a comment after the last message",
            format!("{CREATE}\n{UPDATE} /* the end */"),
            (2, UPDATE.len() + 2),
        ),
    ];
    for (name, input, place) in inputs {
        expect_one_finding(
            "a2ui",
            "a2ui@0.8",
            &[mistake(name, &input, place, MESSAGE, FIX)],
        );
        assert_eq!(run(&["decode", "a2ui"], &input).values().len(), 2, "{name}");
        let path = file(&input);
        assert_eq!(
            run(&["check", "a2ui", "--fix", &path], "").status,
            0,
            "{name}"
        );
        assert_eq!(run_ok(&["check", "a2ui", &path], "").out, "", "{name}");
    }
}

#[test]
fn comments_are_errors_in_protocols_without_repairs() {
    for (protocol, target, message) in [("aap", "a2ui", RECORD), ("actions-json", "mcp", MANIFEST)]
    {
        let after = (1, message.len() + 2);
        for (name, input, place) in [
            ("//", format!("// a\n{message}\n"), (1, 1)),
            ("/* */", format!("/* a\n{{ b\n*/\n{message}\n"), (1, 1)),
            ("#", format!("# a\n{message}\n"), (1, 1)),
            ("inside", message.replacen('{', "{/* a */", 1), (1, 2)),
            ("after", format!("{message} // a\n"), after),
        ] {
            let mistakes = [mistake(
                name,
                input,
                place,
                "JSON does not allow comments",
                "remove the comment",
            )];
            expect_one_finding(protocol, target, &mistakes);
        }
    }
}

#[test]
fn each_notation_of_another_language_is_one_finding() {
    let single = CREATE.replace('"', "'");
    let unquoted = ["version", "createSurface", "surfaceId"];
    let unquoted = unquoted.iter().fold(CREATE.to_owned(), |text, name| {
        text.replace(&format!("\"{name}\""), name)
    });
    let string = serde_json::to_string(CREATE).unwrap();
    let list = serde_json::json!({"messages": format!("[{CREATE},{UPDATE}]")}).to_string();
    expect_one_finding(
        "a2ui",
        "a2ui@0.8",
        &[
            mistake(
                "curly quotes",
                curly(CREATE),
                (1, 2),
                "this string is in curly quotes; it is read as one in straight quotes (6 more in this message)",
                FIX,
            ),
            mistake(
                "single quotes",
                single,
                (1, 2),
                "this string is in single quotes; it is read as one in double quotes (6 more in this message)",
                FIX,
            ),
            mistake(
                "JSON5 keys",
                unquoted,
                (1, 2),
                "the name of this member has no quotes; they are added (2 more in this message)",
                FIX,
            ),
            mistake(
                "JSON inside a string",
                string,
                (1, 1),
                "this JSON is inside a string; it is read as JSON",
                FIX,
            ),
            mistake(
                "list of messages nested as text under `messages`",
                list,
                (1, 13),
                "this JSON is inside a string; it is read as JSON",
                FIX,
            ),
            mistake(
                "escaped quotes",
                CREATE.replace('"', "\\\""),
                (1, 2),
                "the member name is in escaped quotes, as JSON inside a string is",
                "remove the backslashes before the quotes",
            ),
        ],
    );
    let quotes = "write double quotes (`\"`)";
    for (protocol, target, message) in [("aap", "a2ui", RECORD), ("actions-json", "mcp", MANIFEST)]
    {
        let name = if protocol == "aap" { "id" } else { "protocol" };
        let message_of_name = format!("the member name `{name}` is not in quotes");
        let mistakes = [
            mistake(
                "curly quotes",
                curly(message),
                (1, 2),
                "the member name is in typographic quotes",
                quotes,
            ),
            mistake(
                "single quotes",
                message.replace('"', "'"),
                (1, 2),
                "the member name is in single quotes",
                quotes,
            ),
            mistake(
                "JSON5 keys",
                message.replacen(&format!("\"{name}\""), name, 1),
                (1, 2),
                &message_of_name,
                "write the name in double quotes",
            ),
        ];
        expect_one_finding(protocol, target, &mistakes);
    }
    expect_one_finding(
        "aap",
        "a2ui",
        &[mistake(
            "JSON inside a string",
            serde_json::to_string(RECORD).unwrap(),
            (1, 1),
            "expected an object (Interaction), found JSON inside a string",
            "remove the quotes around the JSON, and the backslashes inside it",
        )],
    );
}

#[test]
fn values_of_other_languages_are_reported() {
    let not_a_number = |name| format!("JSON does not allow `{name}`; it is read as `null`");
    let python = |name, json| format!("`{name}` is written as in Python; it is read as `{json}`");
    let control = "this string contains a line end or a tab; it is read as `\\n` or `\\t`";
    let owned = [
        ("NaN", not_a_number("NaN"), BY_HAND),
        ("-Infinity", not_a_number("-Infinity"), BY_HAND),
        ("None", python("None", "null"), FIX),
        ("True", python("True", "true"), FIX),
        ("False", python("False", "false"), FIX),
        ("\"a\tb\"", control.to_owned(), FIX),
        ("\"a\nb\"", control.to_owned(), FIX),
    ];
    let repaired: Vec<_> = owned
        .iter()
        .map(|(value, message, hint)| mistake(value, with_value(value), (3, VALUE), message, hint))
        .collect();
    expect_one_finding("a2ui", "a2ui@0.8", &repaired);
    let no_function = (
        "JSON has no functions",
        "write a value, or leave the member out",
    );
    let refused = [
        (
            "undefined",
            0,
            "JSON has no `undefined`",
            "write null, or leave the member out",
        ),
        ("function(){}", 0, no_function.0, no_function.1),
        ("() => 1", 0, no_function.0, no_function.1),
        (
            "new Date()",
            0,
            "JSON has no expressions",
            "write the result of the expression",
        ),
        (
            ".5",
            0,
            "a number needs a digit before its point",
            "write 0 before the point",
        ),
        (
            "5.",
            0,
            "a number needs a digit after its point",
            "write 0 after the point, or remove the point",
        ),
        ("+1", 0, "a number cannot start with `+`", "remove the `+`"),
        (
            "0x1F",
            0,
            "JSON has no hexadecimal numbers",
            "write the number in decimal digits, or a string in double quotes",
        ),
        (
            "01",
            0,
            "a number cannot start with the digit 0",
            "remove the leading zeros, or write a string in double quotes",
        ),
        (
            "1_000",
            0,
            "JSON does not allow `_` in numbers",
            "remove the `_`",
        ),
        (
            "`a`",
            0,
            "the string is in backquotes",
            "write double quotes (`\"`)",
        ),
        (
            "hello",
            0,
            "the word `hello` is not a JSON value",
            "write a string in double quotes, a number, true, false or null",
        ),
        (
            "",
            0,
            "the value after the colon is missing",
            "write a value, or remove the member",
        ),
        (
            "...",
            0,
            "an ellipsis stands in place of JSON",
            "write the text that was left out",
        ),
        (
            "\"a\\qb\"",
            2,
            "JSON has no escape `\\q`",
            "write `\\\\` for a backslash, or remove it",
        ),
        (
            "\"say \"hi\" now\"",
            6,
            "a quote ends the string too early",
            "write quotes inside a string as `\\\"`",
        ),
    ];
    for (protocol, target) in [("a2ui", "a2ui@0.8"), ("aap", "a2ui")] {
        let input = |value: &str| match protocol {
            "a2ui" => with_value(value),
            _ => RECORD.replace("\"n\":1}", &format!("\"n\":{value}}}")),
        };
        let place = if protocol == "a2ui" {
            (3, VALUE)
        } else {
            (1, RECORD.find("\"n\":").unwrap() + 5)
        };
        let mistakes: Vec<_> = refused
            .iter()
            .map(|&(value, at, message, hint)| {
                mistake(value, input(value), (place.0, place.1 + at), message, hint)
            })
            .collect();
        expect_one_finding(protocol, target, &mistakes);
    }
    let column = RECORD.find("\"n\":").unwrap() + 5;
    let action = RECORD.find("click").unwrap() + 1;
    let in_action = |text: &str| RECORD.replacen("click", text, 1);
    expect_one_finding(
        "aap",
        "a2ui",
        &[
            mistake(
                "NaN",
                RECORD.replace(":1}", ":NaN}"),
                (1, column),
                "JSON has no `NaN`",
                "write null, a number or a string",
            ),
            mistake(
                "-Infinity",
                RECORD.replace(":1}", ":-Infinity}"),
                (1, column),
                "JSON has no `-Infinity`",
                "write null, a number or a string",
            ),
            mistake(
                "None",
                RECORD.replace(":1}", ":None}"),
                (1, column),
                "JSON has no `None`",
                "write null",
            ),
            mistake(
                "tab in a string",
                in_action("a\tb"),
                (1, action + 1),
                "the string contains a tab",
                "write the tab as `\\t`",
            ),
            mistake(
                "bad escape",
                in_action("a\\qb"),
                (1, action + 1),
                "JSON has no escape `\\q`",
                "write `\\\\` for a backslash, or remove it",
            ),
        ],
    );
}

#[test]
fn faults_of_brackets_and_commas_are_reported() {
    let pretty = PRETTY;
    let lines = pretty.lines().count();
    let list = format!("{},\n]", pretty.trim_end_matches("\n]"));
    let removed = "JSON does not allow a comma here; it is removed";
    let extra = "this `}` has no opening bracket; it is removed";
    expect_one_finding(
        "a2ui",
        "a2ui@0.8",
        &[
            mistake(
                "trailing comma in a list",
                list,
                (lines - 1, 4),
                removed,
                FIX,
            ),
            mistake(
                "trailing comma in an object",
                CREATE[..CREATE.len() - 1].to_owned() + ",}",
                (1, CREATE.len()),
                removed,
                FIX,
            ),
            mistake(
                "extra bracket",
                format!("{CREATE}}}\n{UPDATE}"),
                (1, CREATE.len() + 1),
                extra,
                FIX,
            ),
            mistake(
                "missing comma between objects",
                pretty.replacen("},\n  {", "}\n  {", 1),
                (9, 3),
                "a comma is missing before this value; it is added",
                FIX,
            ),
            mistake(
                "two commas",
                CREATE.replacen("\",", "\",,", 1),
                (1, 19),
                "two commas follow each other",
                "remove the comma, or write a value before it",
            ),
            mistake(
                "truncated file",
                &pretty[..pretty.find("Hello").unwrap() + 3],
                (15, 22),
                "element 1 of the list (counted from 0), which starts on line 9, column 3, is truncated",
                "write the missing end of the text, at least `\"}]}}]`",
            ),
            mistake(
                "truncated line",
                format!("{CREATE}\n{}", &UPDATE[..88]),
                (2, 88),
                "the text is truncated: it ends inside a string",
                "write the missing end of the text, at least `\"}]}}`",
            ),
            mistake(
                "= after a name",
                CREATE.replacen(':', "=", 1),
                (1, 11),
                "`=` follows the name of the member",
                "write `:`",
            ),
            mistake(
                "no-break space",
                CREATE.replacen(',', ",\u{A0}", 1),
                (1, 19),
                "a no-break space stands outside of a string",
                "remove the character",
            ),
            mistake(
                "byte order mark between messages",
                format!("{CREATE}\n\u{FEFF}{UPDATE}\n"),
                (2, 1),
                "the message starts with a byte order mark",
                "remove the byte order mark",
            ),
            mistake(
                "semicolon",
                format!("{CREATE};\n{UPDATE};\n").replacen(";\n", "\n", 1),
                (2, UPDATE.len() + 1),
                "`;` is not JSON",
                "remove the `;`",
            ),
        ],
    );
    for (protocol, target, message) in [("aap", "a2ui", RECORD), ("actions-json", "mcp", MANIFEST)]
    {
        let length = message.len();
        expect_one_finding(
            protocol,
            target,
            &[
                mistake(
                    "trailing comma in an object",
                    message[..length - 1].to_owned() + ",}",
                    (1, length),
                    "JSON does not allow a comma before `}`",
                    "remove the comma",
                ),
                mistake(
                    "extra bracket",
                    format!("{message}}}"),
                    (1, length + 1),
                    "this `}` closes no bracket",
                    "remove the bracket",
                ),
                mistake(
                    "truncated file",
                    &message[..length - 1],
                    (1, length - 1),
                    "the text is truncated: it ends inside an object",
                    "write the missing end of the text, at least `}`",
                ),
            ],
        );
    }
    // Several values on one line are several documents.
    assert_eq!(
        run_ok(&["decode", "a2ui"], format!("{CREATE}{UPDATE}"))
            .values()
            .len(),
        2
    );
    assert_eq!(
        run_ok(&["check", "a2ui"], format!("{CREATE} {UPDATE}")).out,
        ""
    );
}

#[test]
fn values_other_than_messages_are_reported() {
    let hint = r#"write a message, as in {"version":"v0.9","createSurface":{"surfaceId":"main","catalogId":"…"}}"#;
    expect_one_finding(
        "a2ui",
        "a2ui@0.8",
        &[
            mistake(
                "null",
                "null",
                (1, 1),
                "expected an A2UI message (an object), found null",
                hint,
            ),
            mistake(
                "42",
                "42\n",
                (1, 1),
                "expected an A2UI message (an object), found a number",
                hint,
            ),
            mistake(
                "a string",
                "\"hello\"",
                (1, 1),
                "expected an A2UI message (an object), found a string",
                hint,
            ),
            mistake("{}", "{}", (1, 1), "the message is an empty object", hint),
            mistake(
                "other members",
                r#"{"a":1}"#,
                (1, 1),
                "the message has no message key, only `a`",
                "add a message key, such as `createSurface`, `updateComponents`, `updateDataModel` or `deleteSurface`",
            ),
        ],
    );
    let hint = "write an object (Interaction)";
    expect_one_finding(
        "aap",
        "a2ui",
        &[
            mistake(
                "null",
                "null",
                (1, 1),
                "expected an object (Interaction), found null",
                hint,
            ),
            mistake(
                "42",
                "42\n",
                (1, 1),
                "expected an object (Interaction), found integer `42`",
                hint,
            ),
        ],
    );
}
