//! `record`: records as an AAP provider stores them.

use crate::program::{Ran, at, json, run, run_ok, text};

const ID: &str = "5f0c3a34-9a52-4a63-8d4f-6f5d2f1f3a01";
const TIME: &str = "2026-03-02T08:15:00.000Z";

fn line(request: &str) -> String {
    format!(r#"{{"id":"{ID}","timestamp":"{TIME}","request":{request}}}"#)
}

#[test]
fn a_request_becomes_a_file_and_a_record() {
    let ran = run_ok(
        &["record"],
        line(r#"{"data":{"b":1.0,"a":"x"},"element":"e","canvasFile":"p.html","action":"submit"}"#),
    );
    let expected = format!(
        r#"{{"file":"2026-03-02T08-15-00-000Z-{ID}.json","record":{{"id":"{ID}","timestamp":"{TIME}","canvasFile":"p.html","action":"submit","element":"e","data":{{"b":1,"a":"x"}},"summary":"User submit 'e' on p.html with data: {{\"b\":1,\"a\":\"x\"}}"}}}}"#
    );
    assert_eq!(ran.out, expected + "\n");
}

#[test]
fn only_action_and_page_are_required() {
    let record = at(
        &run_ok(&["record"], line(r#"{"action":"a","canvasFile":"p.html"}"#)).value(),
        "/record",
    );
    let members: Vec<String> = record
        .members()
        .map(|(name, _)| name.into_owned())
        .collect();
    assert_eq!(
        members,
        ["id", "timestamp", "canvasFile", "action", "summary"]
    );
    for (request, pointer) in [
        ("{}", "/request/action"),
        ("[]", "/request/action"),
        (r#"{"canvasFile":"p.html"}"#, "/request/action"),
        (r#"{"action":"a"}"#, "/request/canvasFile"),
        (r#"{"action":"","canvasFile":"p.html"}"#, "/request/action"),
        (r#"{"action":"a","canvasFile":null}"#, "/request/canvasFile"),
    ] {
        let ran = run(&["record"], line(request));
        let (_, error, rule, at) = ran.error();
        assert_eq!((ran.status, ran.out.as_str()), (65, ""), "{request}");
        assert_eq!(
            (&*error, &*rule, &*at),
            ("rule", "missing-field", pointer),
            "{request}"
        );
    }
}

#[test]
fn changes_by_javascript_are_reported() {
    for (data, stored, told) in [
        ("null", "null", None),
        ("true", "true", Some("non-object-data")),
        ("{}", "{}", None),
        (r#"{"s":"\ud83d"}"#, r#"{"s":"\ud83d"}"#, None),
        (r#"{"s":1.0}"#, r#"{"s":1}"#, None),
        (r#"{ "spaced" : [ 1 ] }"#, r#"{"spaced":[1]}"#, None),
        (r#"{"n":1e999}"#, r#"{"n":null}"#, Some("number-changes")),
        (
            r#"{"n":12345678901234567890}"#,
            r#"{"n":12345678901234567000}"#,
            Some("number-changes"),
        ),
        (r#"{"a":1,"a":2}"#, r#"{"a":2}"#, Some("repeated-member")),
        (
            r#"{"b":1,"2":2,"1":3}"#,
            r#"{"1":3,"2":2,"b":1}"#,
            Some("member-order"),
        ),
        (
            r#"{"agent_ui_carry":{"v":1,"layers":[]}}"#,
            r#"{"agent_ui_carry":{"v":1,"layers":[]}}"#,
            None,
        ),
    ] {
        let ran = run(
            &["record"],
            line(&format!(
                r#"{{"action":"a","canvasFile":"p.html","data":{data}}}"#
            )),
        );
        assert_eq!(
            (ran.status, at(&ran.value(), "/record/data").text()),
            (0, stored)
        );
        let rules: Vec<String> = ran
            .reports()
            .iter()
            .map(|report| text(report, "/rule"))
            .collect();
        assert_eq!(
            rules,
            told.map(str::to_owned).into_iter().collect::<Vec<_>>(),
            "{data}"
        );
    }
    let ran = run(
        &["record"],
        line(r#"{"action":"a","canvasFile":"p.html","element":7}"#),
    );
    assert_eq!(
        (ran.status, at(&ran.value(), "/record/element").text()),
        (0, "7")
    );
    assert_eq!(text(&ran.reports()[0], "/rule"), "not-a-string");
    let record = at(&ran.value(), "/record");
    let read = run(
        &["convert", "--from", "aap", "--to", "a2ui@0.9"],
        record.text(),
    );
    assert!(
        read.err.contains("not-a-string") && read.out.contains(r#""sourceComponentId":"7""#),
        "{}{}",
        read.err,
        read.out
    );
    for element in ["null", "\"\"", "\"e\""] {
        let ran = run_ok(
            &["record"],
            line(&format!(
                r#"{{"action":"a","canvasFile":"p.html","element":{element}}}"#
            )),
        );
        assert_eq!(at(&ran.value(), "/record/element").text(), element);
    }
}

#[test]
fn unusual_requests_are_reported_and_stored() {
    for (request, rule, severity, pointer) in [
        (
            r#"{"action":"a","canvasFile":"p.html","pen":1}"#,
            "dropped-member",
            "info",
            "/request/pen",
        ),
        (
            r#"{"action":"z","action":"a","canvasFile":"p.html"}"#,
            "repeated-member",
            "warning",
            "/request/action",
        ),
        (
            r#"{"action":"a","canvasFile":"../p.html"}"#,
            "parent-ref",
            "warning",
            "/request/canvasFile",
        ),
        (
            r#"{"action":"a\ud83d","canvasFile":"p.html"}"#,
            "half-surrogate",
            "warning",
            "/request/action",
        ),
    ] {
        let ran = run(&["record"], line(request));
        assert_eq!(ran.status, 0, "{request}");
        assert!(
            text(&ran.value(), "/record/action").starts_with('a'),
            "{request}"
        );
        let report = &ran.reports()[0];
        let parts = ["/rule", "/severity", "/pointer"].map(|part| text(report, part));
        assert_eq!(parts, [rule, severity, pointer], "{request}");
        assert_eq!(at(report, "/line").text(), "1");
    }
}

#[test]
fn a_time_in_another_format_is_refused_with_the_right_one() {
    let input =
        line(r#"{"action":"a","canvasFile":"p.html"}"#).replace(TIME, "2026-03-02T09:15:00+01:00");
    let ran = run(&["record"], input);
    let (_, _, rule, pointer) = ran.error();
    assert_eq!(
        (ran.status, &*rule, &*pointer),
        (65, "non-canonical-timestamp", "/timestamp")
    );
    assert!(text(&ran.reports()[0], "/hint").contains(TIME));
}

#[test]
fn invalid_lines_are_refused_between_the_others() {
    let good = line(r#"{"action":"a","canvasFile":"p.html"}"#);
    let broken = [
        "7",
        "{",
        "[7]",
        r#"{"id":"a"}"#,
        r#"{"id":"a","timestamp":7,"request":{}}"#,
        r#"{"id":"a","timestamp":"t"}"#,
    ];
    for broken in broken {
        let ran = run(&["record"], format!("{good}\n\n{broken}\r\n{good}\n"));
        assert_eq!(
            (ran.status, ran.values().len(), ran.error().0),
            (65, 2, 3),
            "{broken}"
        );
        assert_eq!(ran.values()[0], ran.values()[1]);
    }
    assert_eq!(
        run(&["record"], good.replace(ID, "../x")).error().2,
        "not-a-file-name"
    );
}

#[test]
fn extra_members_are_named_and_missing_ones_suggested() {
    let shape = r#"write {"id":"…","timestamp":"…","request":{…}}"#;
    let said = |ran: &Ran| {
        let [report] = &ran.reports()[..] else {
            panic!("{ran:?}")
        };
        ["/rule", "/pointer", "/message", "/hint"].map(|part| text(report, part))
    };
    let good = line(r#"{"action":"a","canvasFile":"p.html"}"#);
    let ran = run(&["record"], good.replacen('{', r#"{"a/b":1,"#, 1));
    assert_eq!((ran.status, ran.values().len()), (0, 1));
    assert_eq!(
        said(&ran),
        [
            "dropped-member",
            "/a~1b",
            "`record` drops this member",
            shape
        ]
    );

    let missing = "`request` is missing";
    let misspelt = format!("{shape}, or rename `reqest`");
    let own = "send a string that is not empty, or rename `canvas_file`";
    for (input, rule, pointer, message, hint) in [
        (
            good.replace("request", "r"),
            "record-line",
            "/request",
            missing,
            shape,
        ),
        (
            good.replace("request", "reqest"),
            "record-line",
            "/request",
            missing,
            &*misspelt,
        ),
        (
            good.replace("canvasFile", "canvas_file"),
            "missing-field",
            "/request/canvasFile",
            "the provider treats the member as missing",
            own,
        ),
    ] {
        let ran = run(&["record"], input);
        assert_eq!(
            (ran.status, &*ran.out, said(&ran)),
            (65, "", [rule, pointer, message, hint].map(str::to_owned))
        );
    }
}

#[test]
fn repeated_members_are_refused_at_their_place() {
    let good = line(r#"{"action":"a","canvasFile":"p.html"}"#);
    for (member, pointer) in [
        (r#""id":"a""#, "/id"),
        (r#""request":{}"#, "/request"),
        (r#""x":1,"x":2"#, "/x"),
    ] {
        let ran = run(&["record"], good.replacen('{', &format!("{{{member},"), 1));
        let (_, error, rule, at) = ran.error();
        assert_eq!((ran.status, ran.out.as_str()), (65, ""), "{member}");
        assert_eq!(
            (&*error, &*rule, &*at),
            ("decode", "duplicate", pointer),
            "{member}"
        );
    }
    let ran = run(&["record"], good.replacen('{', r#"{"id":"a","#, 1));
    assert_eq!(at(&ran.reports()[0], "/column").text(), "11");
    let ran = run(&["record"], good.replacen('{', r#"{"x":1,"\u0078":2,"#, 1));
    assert_eq!(ran.error().2, "duplicate");
}

#[test]
fn requests_of_a_list_are_recorded_and_faulty_ones_reported() {
    let good = line(r#"{"action":"a","canvasFile":"p.html"}"#);
    let stored = run_ok(&["record"], &good).out;
    assert_eq!(
        run_ok(&["record"], format!("[{good},\n{good}]")).out,
        stored.repeat(2)
    );
    let ran = run(&["record"], "[]");
    assert_eq!(
        (ran.status, &*ran.out, ran.reports().len()),
        (0, "", 1),
        "{ran:?}"
    );

    let broken = r#"{"id":"a","timestmp":"t","request":{}}"#;
    let ran = run(&["record"], format!("[{good},\n{broken},\n7,\n{good}]"));
    assert_eq!((ran.status, &*ran.out), (65, &*stored.repeat(2)));
    let told: Vec<_> = ran
        .errors()
        .into_iter()
        .map(|(line, _, rule, pointer)| (line, rule, pointer))
        .collect();
    let expected = [(2, "/1/timestamp"), (3, "/2")];
    assert_eq!(
        told,
        expected.map(|(line, at)| (line, "record-line".to_owned(), at.to_owned()))
    );
    assert!(
        text(&ran.reports()[0], "/hint").ends_with("or rename `timestmp`"),
        "{ran:?}"
    );

    let odd = good.replacen('{', r#"{"x":1,"#, 1);
    let ran = run(&["record"], format!("[{good},{odd}]"));
    assert_eq!(
        (ran.status, text(&ran.reports()[0], "/pointer")),
        (0, "/1/x".to_owned())
    );

    // A list that is not valid JSON loses only the faulty element.
    let ran = run(&["record"], format!("[{good},\n{{\"id\":}},\n{good}]"));
    assert_eq!((ran.status, &*ran.out), (65, &*stored.repeat(2)));
    assert_eq!(ran.error().0, 2);
}

#[test]
fn records_can_be_converted() {
    let ran = run_ok(
        &["record"],
        line(r#"{"action":"a","canvasFile":"a2ui/hall.html","data":{"n":[1]}}"#),
    );
    let record = at(&ran.value(), "/record");
    assert_eq!(
        crate::program::round_trip_in_envelope("aap", "a2ui@0.9", &[], record.text()),
        [json(record.text())]
    );
}
