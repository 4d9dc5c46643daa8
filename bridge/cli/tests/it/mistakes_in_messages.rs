//! Mistakes in the content of messages and of files that flags name: each gets one sentence with the cure.

use crate::{
    input_layouts::{DOWN, RECORD, REQUEST, SURFACE, folder},
    program::{Ran, command, convert, file, find, run, text},
};
use wire::Payload;

const BASIC: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#;
const MANIFEST: &str = r#"{"protocol":"actions.json","version":1,"tools":[]}"#;
/// A manifest whose tools do not define their execution.
const FAULTY_TOOLS: &str =
    r#"{"protocol":"actions.json","version":1,"tools":[{"name":"shop.add"},{"name":"shop.buy"}]}"#;

fn components(components: &str) -> String {
    format!(
        r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{components}]}}}}"#
    )
}

/// Returns the reports on both streams.
fn reports(ran: &Ran) -> Vec<Payload> {
    let lines = ran
        .out
        .lines()
        .chain(ran.err.lines())
        .map(crate::program::json);
    lines.filter(|line| find(line, "/hint").is_some()).collect()
}

/// Returns the severity, message and hint of the only report.
fn only(ran: &Ran) -> (String, String, String) {
    let reports = reports(ran);
    assert_eq!(reports.len(), 1, "{ran:?}");
    told(&reports[0])
}

fn told(report: &Payload) -> (String, String, String) {
    (
        text(report, "/severity"),
        text(report, "/message"),
        text(report, "/hint"),
    )
}

fn telling(severity: &str, message: &str, hint: &str) -> (String, String, String) {
    (severity.to_owned(), message.to_owned(), hint.to_owned())
}

#[test]
fn a_misspelt_binding_path_is_a_warning_with_the_written_path() {
    let button = components(r#"{"id":"root","component":"Text","text":{"path":"/loan/titel"}}"#);
    let data = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/loan","value":{"title":"Atlas"}}}"#;
    for lines in [[BASIC, &button, data], [BASIC, data, &button]] {
        let ran = run(&["check", "a2ui"], lines.join("\n"));
        let message = "component `root` reads `/loan/titel`, but no message writes it";
        assert_eq!(
            only(&ran),
            telling("warning", message, "did you mean `/loan/title`?")
        );
        assert_eq!(ran.status, 0);
    }
}

#[test]
fn an_empty_list_warns_like_an_empty_file() {
    let empty = "the list is empty: it contains no message";
    for (arguments, input) in [
        (&["check", "a2ui"][..], "[]"),
        (&["fold", "a2ui"], "[\n]"),
        (&["decode", "aap"], r#"{"interactions":[]}"#),
        (&["convert", "--from", "actions-json", "--to", "mcp"], "[]"),
    ] {
        let ran = run(arguments, input);
        assert_eq!(
            only(&ran),
            telling("warning", empty, "put the messages into the list"),
            "{arguments:?}"
        );
        assert_eq!(only(&run(arguments, "")).0, "warning", "{arguments:?}");
    }
}

#[test]
fn a_manifest_without_valid_tools_tells_that_all_are_omitted() {
    let ran = run(
        &["convert", "--from", "actions-json", "--to", "mcp"],
        FAULTY_TOOLS,
    );
    assert_eq!((ran.status, &*ran.out), (0, "{\"tools\":[]}\n"));
    let (severity, message, hint) = only(&ran);
    let first = "this is the first: V7: This tool does not define its execution";
    assert_eq!(
        (&*severity, message),
        ("warning", format!("the output omits 2 tools; {first}"))
    );
    assert!(
        hint.contains("--lost") && hint.contains("--strict"),
        "{hint}"
    );

    let ran = run(
        &[
            "convert",
            "--strict",
            "--from",
            "actions-json",
            "--to",
            "mcp",
        ],
        FAULTY_TOOLS,
    );
    assert_eq!((ran.status, ran.reports().len()), (1, 2));
    assert_eq!(
        told(&ran.reports()[0]).2,
        "correct the tool, or keep the carry with --envelope"
    );
}

#[test]
fn components_of_0_8_are_judged_without_begin_rendering() {
    let update =
        r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"a","component":{"Txt":{}}}]}}"#;
    let ran = run(&["check", "a2ui"], update);
    assert_eq!(ran.status, 0, "the surface may begin in another input");
    let told: Vec<_> = reports(&ran).iter().map(told).collect();
    assert_eq!(
        told,
        [
            telling(
                "warning",
                "the surface has no root: no `beginRendering` was sent, so nothing is shown",
                r#"send `{"beginRendering":{"surfaceId":"s","root":"a"}}`"#
            ),
            telling(
                "warning",
                "unknown component type `Txt`: the catalog does not define it",
                "did you mean `Text`?"
            ),
        ]
    );
    // With `beginRendering`, the fault is an error.
    let begin = r#"{"beginRendering":{"surfaceId":"s","root":"a"}}"#;
    let ran = run(&["check", "a2ui"], format!("{update}\n{begin}\n"));
    assert_eq!((ran.status, only(&ran).0.as_str()), (65, "error"));
    // A custom catalog of the command line also applies.
    let catalog = file(
        r#"{"catalogId":"mine","protocolVersion":"v0.8","components":{"Txt":{"properties":{}}}}"#,
    );
    let ran = run(&["check", "a2ui", "--catalog", &catalog], update);
    assert!(
        only(&ran).1.starts_with("the surface has no root"),
        "{ran:?}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let input = file(RECORD);
    for arguments in [
        &["decode", "aap", &input][..],
        &["convert", "--from", "aap", "--to", "a2ui", &input],
    ] {
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let output = command(arguments).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(74), "{arguments:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            said.ends_with("the output cannot be written: No space left on device (os error 28)\n"),
            "{said}"
        );
    }
}

#[test]
fn surfaces_to_a_protocol_without_surfaces_are_refused_once() {
    let update = components(r#"{"id":"root","component":"Text","text":"a"}"#);
    let data = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/a","value":1}}"#;
    let ran = run(
        &["convert", "--from", "a2ui", "--to", "actions-json"],
        [BASIC, &update, data].join("\n"),
    );
    let told: Vec<_> = ran.reports().iter().map(told).collect();
    let hint = "surfaces of a2ui@0.9 can be translated into a2ui@0.8, ";
    assert!(told[0].2.starts_with(hint), "{}", ran.err);
    let hint = &told[0].2;
    assert_eq!(
        told,
        [
            telling(
                "error",
                "surfaces of a2ui@0.9 cannot be translated into actions-json@1",
                hint
            ),
            telling("error", "2 more messages are refused for this reason", hint),
        ]
    );
    assert_eq!((ran.status, &*ran.out), (65, ""));
    // Each file and each kind of message is reported.
    let files = [file(BASIC), file(BASIC)];
    let ran = run(
        &[
            "convert",
            "--from",
            "a2ui",
            "--to",
            "actions-json",
            &files[0],
            &files[1],
        ],
        "",
    );
    assert_eq!((ran.status, ran.reports().len()), (65, 2), "{}", ran.err);
    let ran = run(
        &[
            "convert",
            "--quiet",
            "--from",
            "a2ui",
            "--to",
            "actions-json",
        ],
        [BASIC; 3].join("\n"),
    );
    assert_eq!((ran.status, ran.reports().len()), (65, 1), "{}", ran.err);
}

#[test]
fn a_request_asks_for_the_time_that_its_record_needs() {
    let ran = run(&DOWN, REQUEST);
    let message = "the request does not state when it was received, and a record needs this time";
    let hint = "pass the time of receipt with --time, as in 2026-05-18T15:30:00.000Z";
    assert_eq!(
        (ran.status, only(&ran)),
        (65, telling("error", message, hint))
    );
    let (_, time) = hint.split_once(", as in ").unwrap();
    assert_eq!(
        run(&[&DOWN[..], &["--time", time]].concat(), REQUEST).status,
        0
    );
}

#[test]
fn the_version_0_9_is_read_and_its_spelling_is_named() {
    let surface = SURFACE.replace("v0.9", "0.9");
    let ran = run(&["check", "a2ui"], &surface);
    let (severity, message, hint) = only(&ran);
    assert_eq!(
        (ran.status, &*severity, &*message),
        (65, "error", "the version \"0.9\" is read as `v0.9`")
    );
    assert!(hint.contains("check --fix"), "{hint}");
    let ran = run(&convert("a2ui", "ahp", &[]), &surface);
    assert_eq!(
        (ran.status, ran.values().len(), only(&ran).0.as_str()),
        (0, 1, "warning")
    );
}

#[test]
fn an_unknown_version_lists_the_known_ones() {
    let ran = run(&["check", "a2ui"], SURFACE.replace("v0.9", "v2.0"));
    let hint =
        "write `v0.9`, `v0.9.1`, `v0.10`, `v1.0` or `1.0`; a message of 0.8 has no `version`";
    assert_eq!(
        only(&ran),
        telling("error", "the version \"v2.0\" is unknown", hint)
    );
}

#[test]
fn a_repeated_component_id_has_the_same_hint_in_every_command() {
    let text = r#"{"id":"root","component":"Text","text":"a"}"#;
    let input = format!("{BASIC}\n{}\n", components(&format!("{text},{text}")));
    for arguments in [
        &["check", "a2ui"][..],
        &["fold", "a2ui"],
        &convert("a2ui", "ahp", &[]),
        &convert("a2ui", "a2ui@0.8", &[]),
        &convert("a2ui", "a2ui@1.0", &[]),
    ] {
        let ran = run(arguments, &input);
        assert_eq!(ran.status, 65, "{arguments:?}");
        let (_, message, hint) = only(&ran);
        assert_eq!(
            message, "two components of the message have the id `root`",
            "{arguments:?}"
        );
        assert_eq!(
            hint,
            "give each component its own id, and send it only once per message"
        );
    }
}

#[test]
fn an_update_of_no_surface_is_a_warning_with_the_missing_message() {
    let update = components(r#"{"id":"root","component":"Text","text":"a"}"#);
    for version in ["v0.9", "v0.9.1", "v0.10", "v1.0", "1.0"] {
        let update = update.replace("v0.9", version);
        let ran = run(&["check", "a2ui"], &update);
        let (severity, message, hint) = only(&ran);
        let expected =
            "no message before this one creates the surface `s`, so this one shows nothing";
        assert_eq!(
            (ran.status, &*severity, &*message),
            (0, "warning", expected)
        );
        // The suggested message is complete.
        let creation = hint
            .strip_prefix("send `")
            .unwrap()
            .strip_suffix("` first")
            .unwrap();
        let ran = run(&["check", "a2ui"], format!("{creation}\n{update}\n"));
        assert_eq!((ran.status, &*ran.out), (0, ""), "{creation}");
    }
}

#[test]
fn values_that_are_no_messages_are_one_error() {
    for value in ["null", "42", "true", r#""text""#] {
        for arguments in [
            &["check", "a2ui"][..],
            &["fold", "a2ui"],
            &convert("a2ui", "ahp", &[]),
        ] {
            let ran = run(arguments, value);
            let (_, message, hint) = only(&ran);
            assert_eq!(ran.status, 65, "{arguments:?} {value}");
            assert!(
                message.starts_with("expected an A2UI message (an object), found "),
                "{message}"
            );
            assert!(!hint.is_empty());
        }
    }
}

#[test]
fn an_empty_object_is_answered_with_an_example() {
    for arguments in [
        &["check", "a2ui"][..],
        &["fold", "a2ui"],
        &convert("a2ui", "ahp", &[]),
    ] {
        let ran = run(arguments, "{}");
        let (_, message, hint) = only(&ran);
        assert_eq!(
            (ran.status, &*message),
            (65, "the message is an empty object")
        );
        let example = hint.strip_prefix("write a message, as in ").unwrap();
        assert_eq!(run(&["check", "a2ui"], example).out, "");
    }
    // Without a version, only the usual keys are named; with one, all keys of the version.
    let (_, message, hint) = only(&run(&["check", "a2ui"], r#"{"a":1}"#));
    assert_eq!(message, "the message has no message key, only `a`");
    assert_eq!(
        hint,
        "add a message key, such as `createSurface`, `updateComponents`, `updateDataModel` or `deleteSurface`"
    );
    let (_, message, hint) = only(&run(&["check", "a2ui"], r#"{"version":"v0.9"}"#));
    assert_eq!(message, "the message has a version, but no message key");
    assert!(
        hint.starts_with("write exactly one of `createSurface`, "),
        "{hint}"
    );
    assert!(!hint.contains("beginRendering"), "{hint}");
}

#[test]
fn a_button_without_an_event_name_gets_none_and_the_note_names_the_fault() {
    for (action, remark) in [
        (
            r#"{"event":{"nam":"renew"}}"#,
            "the event has no `name`, so a click sends nothing",
        ),
        (
            r#"{"event":{"name":""}}"#,
            "the event has no `name`, so a click sends nothing",
        ),
        (
            r#"{"functionCall":{"args":{}}}"#,
            "the function call has no name in `call`, so a click sends nothing",
        ),
        (
            r#"{}"#,
            "the action has neither an event nor a function call, so a click sends nothing",
        ),
    ] {
        let button = format!(
            r#"{{"id":"root","component":"Button","child":"t","action":{action}}},{{"id":"t","component":"Text","text":"b"}}"#
        );
        let input = format!("{BASIC}\n{}\n", components(&button));
        let ran = run(&["convert", "--from", "a2ui", "--to", "a2ui@0.8"], &input);
        assert!(
            ran.out.contains(r#""Button":{"child":"t","action":{}}"#),
            "{}",
            ran.out
        );
        let (_, message, _) = only(&ran);
        assert_eq!(
            message,
            format!("the output cannot hold 1 field; this is the first: {remark}")
        );
        for to in ["a2ui@0.10", "a2ui@1.0", "ahp"] {
            let made = run(&convert("a2ui", to, &[]), &input);
            assert!(
                !made.out.contains(r#""name":"""#) || action.contains("name"),
                "{to}: {}",
                made.out
            );
        }
    }
}

#[test]
fn a_credential_is_never_repeated_in_a_report() {
    let record = RECORD.replace(r#"{"n":1.50}"#, r#"{"password":"hunter-2","n":1}"#);
    let ran = run(&["check", "aap"], record);
    let summary = reports(&ran)
        .into_iter()
        .find(|report| text(report, "/rule") == "summary-mismatch");
    let hint = told(&summary.unwrap()).2;
    assert!(
        hint.contains(r#"with data: {"password":"***","n":1}"#),
        "{hint}"
    );
    assert!(!ran.out.contains("hunter-2"), "{}", ran.out);
}

/// Returns the usage error of a flag's file, without the name of the program.
fn usage(arguments: &[&str], flag: &str, name: &str, input: &str) -> String {
    let ran = run(&[arguments, &[flag, name]].concat(), input);
    assert_eq!(
        (ran.status, ran.err.lines().count()),
        (2, 1),
        "{flag} {name}: {ran:?}"
    );
    ran.err
        .trim_end()
        .replace(name, "FILE")
        .strip_prefix("agent-ui: ")
        .unwrap()
        .to_owned()
}

#[test]
fn files_of_flags_with_other_content_name_what_is_expected() {
    const ROUTES: &str =
        r#"a table of canvas files and their surfaces, as in {"reports/x.html":"surface"}"#;
    const MANIFESTS: &str =
        r#"an actions.json manifest, as in {"protocol":"actions.json","version":1,"tools":[]}"#;
    const CATALOGS: &str = r#"a catalog of components, as in {"catalogId":"…","components":{}} or {"inlineCatalogs":[…]}"#;
    const DICTIONARIES: &str =
        r#"a dictionary of primitives, as in {"primitives":[{"name":"pointer.click"}]}"#;
    let check_a2ui = ["check", "a2ui"];
    let check_manifest = ["check", "actions-json"];
    let surface_lines = format!("{SURFACE}\n{}\n", components(""));
    for (arguments, flag, expected) in [
        (&DOWN[..], "--routes", ROUTES),
        (&DOWN[..], "--manifest", MANIFESTS),
        (&check_a2ui[..], "--catalog", CATALOGS),
        (&check_manifest[..], "--dictionary", DICTIONARIES),
    ] {
        let (noun, example) = expected.split_once(", as in ").unwrap();
        let input = if flag == "--catalog" { SURFACE } else { RECORD };
        for (content, found) in [
            ("42", "a number"),
            ("null", "null"),
            ("[]", "an array"),
            (RECORD, "a message of aap"),
            (SURFACE, "a message of a2ui@0.9"),
            (&surface_lines, "a message of a2ui@0.9"),
            (r#"{"tools":[{"name":"find"}]}"#, "a message of mcp"),
            (MANIFEST, "an actions.json manifest"),
        ] {
            if flag == "--manifest" && (content == MANIFEST || found.ends_with("mcp")) {
                continue;
            }
            let expected = format!(
                "{flag} FILE:1:1: expected {noun}, found {found}; pass one, as in {example}"
            );
            assert_eq!(usage(arguments, flag, &file(content), input), expected);
        }
        for (content, fault) in [("", "the file is empty"), ("hello", "the file is not JSON")] {
            let expected = format!("{flag} FILE:1:1: {fault}; pass {expected}");
            assert_eq!(usage(arguments, flag, &file(content), input), expected);
        }
        let expected = format!("{flag} FILE: this is a folder; name a file");
        assert_eq!(usage(arguments, flag, &folder(&[]), input), expected);
    }
    let without = format!(
        "--manifest FILE:1:1: expected an actions.json manifest, found an object without `protocol` and `tools`; pass one, as in {MANIFEST}"
    );
    assert_eq!(usage(&DOWN, "--manifest", &file("{}"), RECORD), without);
    let near = "--manifest FILE:1:1: /protocol: The `protocol` of this manifest is not `actions.json` (V1); `agent-ui check actions-json --profile published FILE` lists every finding";
    assert_eq!(
        usage(
            &DOWN,
            "--manifest",
            &file(r#"{"version":1,"tools":[]}"#),
            RECORD
        ),
        near
    );
    let catalog =
        "--catalog FILE:1:1: the object has neither `catalogId` nor `inlineCatalogs`; pass ";
    assert_eq!(
        usage(&check_a2ui, "--catalog", &file("{}"), SURFACE),
        format!("{catalog}{CATALOGS}")
    );
}

#[test]
fn a_surface_file_without_surfaces_is_named_with_its_flag() {
    let message = "no message of --surface creates a surface, so clicks are translated without one";
    let hint = r#"pass an A2UI message that creates a surface, as in {"version":"v0.9","createSurface":{"surfaceId":"main","catalogId":"…"}}"#;
    for content in [
        "",
        "[]",
        r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#,
    ] {
        let surface = file(content);
        let ran = run(&[&DOWN[..], &["--surface", &surface]].concat(), RECORD);
        if ran.status == 2 {
            // Only a live surface can be deleted.
            assert!(
                ran.err.contains("--surface") && ran.err.contains("surface `s` does not exist"),
                "{ran:?}"
            );
            continue;
        }
        assert_eq!(
            (ran.status, only(&ran)),
            (0, telling("warning", message, hint)),
            "{content}"
        );
        assert_eq!(text(&ran.reports()[0], "/file"), surface);
    }
    let expected = "--surface FILE:1:1: expected an A2UI message that creates a surface, found a message of aap; pass one, as in ";
    let said = usage(&DOWN, "--surface", &file(RECORD), RECORD);
    assert!(said.starts_with(expected), "{said}");
    assert!(
        hint.ends_with(said.strip_prefix(expected).unwrap()),
        "{said}"
    );
}

#[test]
fn a_short_key_asks_for_random_bytes() {
    let short = "--carry-key FILE: a seal key needs at least 16 bytes, but this one has 5; write at least 16 random bytes to the file";
    assert_eq!(usage(&DOWN, "--carry-key", &file("short\n"), RECORD), short);
    let folder = folder(&[]);
    let expected = "--carry-key FILE: this is a folder; name a file";
    assert_eq!(usage(&DOWN, "--carry-key", &folder, RECORD), expected);
}

#[test]
fn a_list_of_known_failures_contains_ids_only() {
    let hint = "list the ids that `agent-ui conform --cases` prints, one per line";
    let id = "aap@1.0:a2ui@0.9:Interaction::id:value";
    for (content, line) in [
        (RECORD.to_owned(), 1),
        (format!("# known\n\n{id}\nthe second case\n"), 4),
        (format!("{id}\n[]"), 2),
    ] {
        let name = file(&content);
        let ran = run(&["conform", "--known", &name, "--", "true"], "");
        let expected = format!(
            "agent-ui: --known {name}:{line}:1: the line is not the id of a case; {hint}\n"
        );
        assert_eq!((ran.status, &*ran.err), (2, &*expected));
    }
}
