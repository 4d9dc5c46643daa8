//! AAP interactions and A2UI actions.

use crate::program::{
    at, convert, file, find, json, round_trip_embedded, round_trip_in_envelope, run, run_ok, text,
};
use wire::{Payload, Pointer};

const VERSIONS: [&str; 3] = ["a2ui@0.8", "a2ui@0.9", "a2ui@0.9.1"];

/// Records whose fields A2UI can express completely, partly, or not at all.
const RECORDS: [&str; 22] = [
    r#"{"id":"5f0c3a34-9a52-4a63-8d4f-6f5d2f1f3a01","timestamp":"2026-03-02T08:15:00.000Z","canvasFile":"hall/seats.html","action":"click","element":"seat-4","data":{"row":4.0,"price":1e2},"summary":"User click 'seat-4' on hall/seats.html with data: {\"row\":4,\"price\":100}"}"#,
    r#"{"id":"a","timestamp":"2026-03-02T08:15:01.000Z","canvasFile":"hall/seats.html","action":"click","summary":"User click on hall/seats.html"}"#,
    r#"{"id":"b","timestamp":"yesterday","canvasFile":"hall/seats.html","action":"click","element":null,"data":null,"summary":"a seat was looked at"}"#,
    r#"{"id":"c","timestamp":"","canvasFile":"hall/seats.html","action":"","element":"","data":7,"summary":""}"#,
    r#"{"id":"d","timestamp":"t","canvasFile":"p.html","action":"sort","data":[1,2.50,{"x":null}],"summary":"s"}"#,
    r#"{"id":"e","timestamp":"t","canvasFile":"p.html","action":"type","data":"half \ud83d of a pair","summary":"s"}"#,
    r#"{"id":"f","timestamp":"t","canvasFile":"p.html","action":"type","data":true,"summary":"s"}"#,
    r#"{"id":"g","timestamp":"t","canvasFile":"p.html","action":"type","data":{},"summary":"s"}"#,
    r#"{"id":"h","timestamp":"t","canvasFile":"p.html","action":"type","data":{"value":7},"summary":"s"}"#,
    r#"{"id":"i","timestamp":"t","canvasFile":"p.html","action":"type","data":{"a":1,"a":1e999,"":-0},"summary":"s"}"#,
    r#"{"id":"j","timestamp":"t","canvasFile":"p.html","action":"type","data":{"agent_ui_carry":"mine","n":1},"summary":"s"}"#,
    r#"{"id":"k","timestamp":"t","canvasFile":"p.html","action":"type","data":{"n":1,"agent_ui_carry":{"v":2,"layers":[]}},"summary":"s"}"#,
    r#"{"id":"l","timestamp":"t","canvasFile":"p.html","action":"type","data":{"agent_ui_carry":1,"agent_ui_carry":2},"summary":"s"}"#,
    r#"{"id":"m","timestamp":"t","canvasFile":"p.html","action":"type","element":"e","summary":"s","x-pen":{"tilt":0.10},"version":3}"#,
    r#"{"id":"n","timestamp":"t","canvasFile":"p.html","action":"type","summary":"s","agent_ui_carry":{"v":1,"layers":[]}}"#,
    r#"{"id":"o","timestamp":"t","canvasFile":"p","action":"type","summary":"s"}"#,
    r#"{"id":"p","timestamp":"t","canvasFile":"./p","action":"type","summary":"s"}"#,
    r#"{"id":"q","timestamp":"t","canvasFile":"a2ui/booking.html","action":"type","summary":"s"}"#,
    r#"{"id":"r","timestamp":"t","canvasFile":"a2ui/a~2Fb.html","action":"type","summary":"s"}"#,
    r#"{"id":"s","timestamp":"t","canvasFile":"","action":"type","summary":"s"}"#,
    r#"{"id":"","timestamp":"t","canvasFile":"ü/ß ~.html","action":"日本","element":"\u0000","summary":"s"}"#,
    r#"{"summary":"s","action":"type","canvasFile":"p.html","timestamp":"t","id":"u","data":{ "spaced" : [ 1 , 2 ] }}"#,
];

fn lines(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn records() -> Vec<Payload> {
    RECORDS.into_iter().map(json).collect()
}

#[test]
fn a_record_becomes_an_action() {
    let ran = run_ok(&convert("aap", "a2ui@0.9", &[]), RECORDS[0]);
    let action = r#"{"version":"v0.9","action":{"name":"click","surfaceId":"hall/seats.html","sourceComponentId":"seat-4","timestamp":"2026-03-02T08:15:00.000Z","context":{"row":4.0,"price":1e2}}}"#;
    assert_eq!(ran.out, format!("{action}\n"));
    let ran = run_ok(&convert("aap", "a2ui@0.8", &[]), RECORDS[3]);
    let action = r#"{"userAction":{"name":"","surfaceId":"hall/seats.html","sourceComponentId":"","timestamp":"","context":{"value":7}}}"#;
    assert_eq!(ran.out, format!("{action}\n"));
    let ran = run_ok(&convert("aap", "a2ui@0.9.1", &[]), RECORDS[1]);
    assert_eq!(text(&ran.value(), "/version"), "v0.9.1");
}

#[test]
fn every_record_returns_from_an_envelope() {
    for version in VERSIONS {
        assert_eq!(
            round_trip_in_envelope("aap", version, &[], &lines(&RECORDS)),
            records(),
            "{version}"
        );
    }
}

#[test]
fn every_record_returns_from_an_embedded_carry() {
    for version in VERSIONS {
        assert_eq!(
            round_trip_embedded("aap", version, &[], &lines(&RECORDS)),
            records(),
            "{version}"
        );
    }
}

#[test]
fn an_unsafe_path_is_not_restored_and_named_in_both_directions() {
    let record =
        r#"{"id":"p","timestamp":"t","canvasFile":"../up.html","action":"type","summary":"s"}"#;
    let there = run_ok(&convert("aap", "a2ui@0.9", &["--envelope"]), record).value();
    let back = run_ok(&convert("a2ui@0.9", "aap", &["--envelope"]), there.text()).value();
    assert_eq!(
        text(&back, "/value/canvasFile"),
        "a2ui/~2E~2E~2Fup~2Ehtml.html"
    );
    for (notes, place) in [
        (at(&there, "/notes"), "/from"),
        (at(&back, "/notes"), "/to"),
    ] {
        let is_named = |note: &Payload| {
            text(note, "/verdict") == "quarantined"
                && find(note, place) == Some(json("\"/canvasFile\""))
        };
        assert!(
            notes.elements().any(|note| is_named(&note)),
            "{}",
            notes.text()
        );
    }
}

#[test]
fn actions_return_from_records() {
    let actions = [
        r#"{"version":"v0.9","action":{"name":"pay","surfaceId":"booking","sourceComponentId":"b","timestamp":"t","context":{"n":1.0}}}"#,
        r#"{"version":"v0.9.1","action":{"name":"pay","surfaceId":"a/../b","sourceComponentId":"","timestamp":"t","context":{},"wantResponse":true},"x":[1]}"#,
        r#"{"version":"v0.9","action":{"name":"pay","surfaceId":"","sourceComponentId":"b","timestamp":"t","context":{"agent_ui_carry":5}}}"#,
        r#"{"version":"v0.9","action":{"name":"pay","surfaceId":"a2ui/booking.html","sourceComponentId":"b","timestamp":"t","context":{"value":7}}}"#,
        r#"{"userAction":{"name":"pay","surfaceId":"p.html","sourceComponentId":"b","timestamp":"t","context":{},"extra":null},"y":{}}"#,
    ];
    for action in actions {
        let expected = [json(action)];
        // The backward direction must be given the version, which a record does not contain.
        let version = if action.contains("userAction") {
            "a2ui@0.8"
        } else {
            "a2ui@0.9"
        };
        assert_eq!(
            round_trip_in_envelope(version, "aap", &[], action),
            expected
        );
        assert_eq!(round_trip_embedded(version, "aap", &[], action), expected);
    }
}

/// Returns the members in which two objects differ.
fn differing(a: &Payload, b: &Payload) -> Vec<Pointer> {
    let members = a
        .members()
        .chain(b.members())
        .map(|(name, _)| Pointer::root().member(&name));
    members.filter(|at| a.get(at) != b.get(at)).collect()
}

#[test]
fn losses_without_a_carry_are_named_on_standard_error() {
    for version in VERSIONS {
        for record in RECORDS {
            let there = run(&convert("aap", version, &["--notes"]), record);
            assert_eq!(there.status, 0);
            let back = run_ok(&convert(version, "aap", &[]), &there.out).value();
            let lost: Vec<String> = there
                .reports()
                .iter()
                .filter(|note| matches!(&*text(note, "/verdict"), "lost" | "quarantined"))
                .map(|note| text(note, "/from"))
                .collect();
            for member in differing(&json(record), &back) {
                assert!(
                    lost.iter().any(|from| from == member.as_str()),
                    "{version}: {member} of {record}"
                );
            }
        }
    }
}

#[test]
fn notes_contain_line_rule_verdict_and_both_places() {
    let ran = run(
        &convert("aap", "a2ui@0.9", &["--notes"]),
        format!("\n{}", RECORDS[1]),
    );
    let notes = ran.reports();
    let note = notes
        .iter()
        .find(|note| text(note, "/from") == "/element")
        .unwrap();
    assert_eq!(text(note, "/verdict"), "lost");
    assert_eq!(text(note, "/rule"), "aap-a2ui/element");
    assert_eq!(at(note, "/line").text(), "2");
    let note = notes
        .iter()
        .find(|note| text(note, "/from") == "/timestamp")
        .unwrap();
    assert_eq!(text(note, "/to"), "/action/timestamp");
}

#[test]
fn strict_refuses_the_line_that_loses_something_and_no_other() {
    let action = r#"{"version":"v0.9","action":{"name":"pay","surfaceId":"booking","sourceComponentId":"b","timestamp":"t","context":{}}}"#;
    let whole = run_ok(&convert("a2ui@0.9", "aap", &["--strict"]), action).out;
    let input = format!("{whole}{}\n{whole}", RECORDS[1]);
    let ran = run(&convert("aap", "a2ui@0.9", &["--strict"]), &input);
    assert_eq!(ran.status, 1);
    assert_eq!(ran.values(), [json(action), json(action)]);
    let loss = |name: &str| {
        (
            2,
            "loss".to_owned(),
            format!("aap-a2ui/{name}"),
            format!("/{name}"),
        )
    };
    assert_eq!(ran.errors(), ["element", "data", "id"].map(loss));
    assert!(text(&ran.reports()[0], "/hint").contains("--envelope"));

    for kept in ["--envelope", "--embed"] {
        assert_eq!(
            run(&convert("aap", "a2ui@0.9", &["--strict", kept]), &input).status,
            0,
            "{kept}"
        );
    }
    let ran = run(
        &convert("aap", "a2ui@0.9", &["--strict"]),
        format!("{input}7\n"),
    );
    assert_eq!(
        (ran.status, ran.errors().len()),
        (65, 4),
        "a refused input outranks a loss"
    );
}

/// Edits the only message of a conversion and translates it back.
fn edit_and_return(record: &str, from: &str, to: &str) -> Vec<Payload> {
    let mut both = Vec::new();
    for kept in ["--envelope", "--embed"] {
        let there = run_ok(&convert("aap", "a2ui@0.9", &[kept]), record).out;
        assert!(there.contains(from), "{from} in {there}");
        let back = run_ok(
            &convert("a2ui@0.9", "aap", &[kept, "--trust-embedded"]),
            there.replacen(from, to, 1),
        );
        both.push(if kept == "--envelope" {
            at(&back.value(), "/value")
        } else {
            back.value()
        });
    }
    both
}

#[test]
fn edits_of_the_message_take_precedence_over_the_carry() {
    let record = r#"{"id":"a","timestamp":"t","canvasFile":"p.html","action":"click","element":null,"data":7,"summary":"told by hand","x":1}"#;
    for back in edit_and_return(record, r#""name":"click""#, r#""name":"press""#) {
        assert_eq!(text(&back, "/action"), "press");
        assert_eq!(text(&back, "/summary"), "User press on p.html");
        assert_eq!(
            (text(&back, "/id"), at(&back, "/data")),
            ("a".to_owned(), json("7"))
        );
    }
    for back in edit_and_return(record, r#""value":7"#, r#""value":8"#) {
        assert_eq!(at(&back, "/data"), json(r#"{"value":8}"#));
        assert_eq!(
            text(&back, "/summary"),
            r#"User click on p.html with data: {"value":8}"#
        );
        assert!(at(&back, "/element").is_null());
    }
    for back in edit_and_return(
        record,
        r#""sourceComponentId":"""#,
        r#""sourceComponentId":"save""#,
    ) {
        assert_eq!(text(&back, "/element"), "save");
        assert_eq!(text(&back, "/summary"), "User click 'save' on p.html");
    }
    for back in edit_and_return(record, r#""surfaceId":"p.html""#, r#""surfaceId":"q""#) {
        assert_eq!(text(&back, "/canvasFile"), "a2ui/q.html");
        assert_eq!(text(&back, "/summary"), "User click on a2ui/q.html");
    }
    for back in edit_and_return(record, r#""timestamp":"t""#, r#""timestamp":"later""#) {
        assert_eq!(text(&back, "/timestamp"), "later");
        assert_eq!(
            text(&back, "/summary"),
            "told by hand",
            "no part of the summary was edited"
        );
        assert_eq!(at(&back, "/x").text(), "1");
    }
}

#[test]
fn routes_map_files_to_surfaces() {
    let routes = file(r#"{"reports/today.html":"dashboard"}"#);
    let record = r#"{"id":"a","timestamp":"t","canvasFile":"reports/today.html","action":"click","element":"e","data":{},"summary":"s"}"#;
    let more = ["--routes", &*routes];
    let there = run_ok(&convert("aap", "a2ui", &more), record);
    assert_eq!(text(&there.value(), "/action/surfaceId"), "dashboard");
    let back = run_ok(&convert("a2ui", "aap", &more), &there.out);
    assert_eq!(text(&back.value(), "/canvasFile"), "reports/today.html");
}

#[test]
fn a_surface_without_messages_is_reported() {
    let surface =
        file(r#"{"version":"v0.9","createSurface":{"surfaceId":"hall","catalogId":"c"}}"#);
    let routes = file(r#"{"plan.html":"hall"}"#);
    let record = r#"{"id":"a","timestamp":"t","canvasFile":"plan.html","action":"click","element":"e","data":{},"summary":"s"}"#;
    let action = |surface: &str| {
        format!(
            r#"{{"version":"v0.9","action":{{"name":"n","surfaceId":"{surface}","sourceComponentId":"e","timestamp":"t","context":{{}}}}}}"#
        )
    };
    let line = |other: &str, hint: &str| {
        format!(
            "{{\"file\":{},\"line\":1,\"column\":1,\"rule\":\"unmet-surface\",\"pointer\":\"\",\"severity\":\"warning\",\"message\":\"no message is about surface `hall`; the first message is about `{other}`\",\"hint\":\"{hint}\"}}\n",
            Payload::string(&surface).text()
        )
    };
    let route =
        r#"if the canvas file shows this surface, pass --routes with {\"plan.html\":\"hall\"}"#;
    let given = ["--surface", &*surface];
    // More than one batch, for threads.
    let many = format!("{record}\n").repeat(3000);
    for (arguments, input) in [
        (convert("aap", "a2ui@0.9", &given), record),
        (
            convert(
                "aap",
                "a2ui@0.9",
                &[&given[..], &["--threads", "2", &file(&many)]].concat(),
            ),
            "",
        ),
        (
            [&["pipe"], &convert("aap", "a2ui@0.9", &given)[1..]].concat(),
            record,
        ),
        (
            [&["explain"], &convert("aap", "a2ui@0.9", &given)[1..]].concat(),
            record,
        ),
    ] {
        assert_eq!(
            well_but(&arguments, input).err,
            line("plan.html", route),
            "{arguments:?}"
        );
    }
    let back = well_but(&convert("a2ui", "aap", &given), &action("other"));
    assert_eq!(
        back.err,
        line("other", "pass the surface that the messages refer to")
    );
    // A single message about the surface is enough.
    let routed = [&given[..], &["--routes", &*routes]].concat();
    let hover = record.replace("click", "hover");
    assert_eq!(
        well_but(&convert("aap", "a2ui@0.9", &routed), &hover).err,
        ""
    );
    assert_eq!(
        well_but(
            &convert("a2ui", "aap", &given),
            &lines(&[&action("other"), &action("hall")])
        )
        .err,
        ""
    );
    assert_eq!(
        well_but(&convert("a2ui", "aap", &given), "\n")
            .reports()
            .len(),
        1
    );
}

/// Runs the program and expects status 0; reports are allowed.
fn well_but(arguments: &[&str], input: &str) -> crate::program::Ran {
    let ran = run(arguments, input);
    assert_eq!(ran.status, 0, "{arguments:?}: {}", ran.err);
    ran
}

#[test]
fn a_known_surface_gives_the_declared_name_and_context() {
    let surface = file(
        r#"[{"version":"v0.9","createSurface":{"surfaceId":"hall","catalogId":"c"}},
            {"version":"v0.9","updateDataModel":{"surfaceId":"hall","value":{"seat":{"row":4}}}},
            {"version":"v0.9","updateComponents":{"surfaceId":"hall","components":[
              {"id":"root","component":"Button","child":"t","action":{"event":{"name":"reserve","context":{"row":{"path":"/seat/row"}}}}}]}}]"#,
    );
    let record = r#"{"id":"a","timestamp":"t","canvasFile":"a2ui/hall.html","action":"click","element":"root","data":{"by":"pen"},"summary":"s"}"#;
    let more = ["--surface", &*surface];
    let there = run_ok(&convert("aap", "a2ui@0.9", &more), record).value();
    assert_eq!(text(&there, "/action/name"), "reserve");
    assert_eq!(
        at(&there, "/action/context"),
        json(r#"{"row":4,"by":"pen"}"#)
    );
    assert_eq!(
        round_trip_in_envelope("aap", "a2ui@0.9", &more, record),
        [json(record)]
    );
    assert_eq!(
        round_trip_embedded("aap", "a2ui@0.9", &more, record),
        [json(record)]
    );
}

#[test]
fn a_request_becomes_a_record_at_a_given_time_only() {
    let request =
        r#"{"action":"click","canvasFile":"a2ui/hall.html","element":"e","data":{},"x":1}"#;
    let ran = run(&convert("aap", "a2ui@0.9", &[]), request);
    assert_eq!((ran.status, ran.error().1.as_str()), (65, "context"));
    let more = ["--time", "2026-03-02T08:15:00.000Z"];
    let action = run_ok(&convert("aap", "a2ui@0.9", &more), request).value();
    assert_eq!(text(&action, "/action/timestamp"), more[1]);
    assert_eq!(text(&action, "/action/surfaceId"), "hall");
    let ran = run(&convert("aap", "a2ui", &["--time", "noon"]), request);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
}

#[test]
fn messages_other_than_actions_have_no_record() {
    let input = lines(&[
        r#"{"version":"v0.9","error":{"code":"X","surfaceId":"s","message":"m"}}"#,
        r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#,
        r#"{"version":"v0.9","action":{"name":"n","surfaceId":"s","sourceComponentId":"c","timestamp":"t","context":{}}}"#,
    ]);
    let ran = run(&convert("a2ui", "aap", &[]), input);
    assert_eq!((ran.status, ran.values().len()), (65, 1));
    let errors: Vec<_> = ran
        .errors()
        .into_iter()
        .map(|(line, error, ..)| (line, error))
        .collect();
    assert_eq!(errors, [(1, "rule".to_owned()), (2, "rule".to_owned())]);
}

#[test]
fn a_lone_surrogate_outside_of_data_is_repaired_and_named() {
    let record = r#"{"id":"a","timestamp":"t","canvasFile":"p.html","action":"click","data":{"k":"\ud83d"},"summary":"cut \ud83d"}"#;
    let ran = run(&convert("aap", "a2ui@0.9", &["--envelope"]), record);
    assert_eq!(ran.status, 0);
    assert_eq!(
        ran.err,
        "{\"line\":1,\"column\":98,\"rule\":\"repair/half-surrogate\",\"pointer\":\"/summary\",\"severity\":\"warning\",\"message\":\"a lone surrogate is replaced by U+FFFD\",\"hint\":\"write both halves of the surrogate pair, or none\"}\n"
    );
    let back = run_ok(&convert("a2ui@0.9", "aap", &["--envelope"]), ran.out).opened_values();
    assert_eq!(at(&back[0], "/data"), json(r#"{"k":"\ud83d"}"#));
    assert_eq!(text(&back[0], "/summary"), "cut \u{FFFD}");
    assert!(find(&back[0], "/element").is_none());
}

/// A desk with a button that declares an event, one whose check fails, and one that calls a function of the client.
const DESK: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"desk.html","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","updateDataModel":{"surfaceId":"desk.html","value":{"loan":"L-2041","name":""}}}
{"version":"v0.9","updateComponents":{"surfaceId":"desk.html","components":[{"id":"root","component":"Column","children":["renew","send","print"]},{"id":"renew","component":"Button","child":"t","action":{"event":{"name":"renew","context":{"loan":{"path":"/loan"}}}}},{"id":"send","component":"Button","child":"t","checks":[{"condition":{"call":"required","args":{"value":{"path":"/name"}}},"message":"Your name is missing."}],"action":{"event":{"name":"send","context":{}}}},{"id":"print","component":"Button","child":"t","action":{"functionCall":{"call":"openUrl","args":{"url":"https://a.test"}}}},{"id":"t","component":"Text","text":"a"}]}}
"#;

fn on_desk(action: &str, element: &str, data: &str) -> String {
    format!(
        r#"{{"id":"a","timestamp":"t","canvasFile":"desk.html","action":"{action}","element":"{element}"{data},"summary":"s"}}"#
    )
}

#[test]
fn a_click_on_a_known_surface_is_the_event_that_its_component_declares() {
    let surface = file(DESK);
    let more = ["--surface", &*surface];
    let sent = |record: &str| run_ok(&convert("aap", "a2ui@0.9", &more), record).value();
    for action in ["click", "submit"] {
        let action = sent(&on_desk(action, "renew", ""));
        assert_eq!(text(&action, "/action/name"), "renew");
        assert_eq!(at(&action, "/action/context"), json(r#"{"loan":"L-2041"}"#));
    }
    // Data that the page sent takes precedence over data of the surface.
    let action = sent(&on_desk(
        "click",
        "renew",
        r#","data":{"loan":"L-7","pen":1}"#,
    ));
    assert_eq!(
        at(&action, "/action/context"),
        json(r#"{"loan":"L-7","pen":1}"#)
    );
    for action in ["dismiss", "change", "hover"] {
        let sent = sent(&on_desk(action, "renew", r#","data":{"pen":1}"#));
        assert_eq!(text(&sent, "/action/name"), action);
        assert_eq!(at(&sent, "/action/context"), json(r#"{"pen":1}"#));
    }
    let action = sent(&on_desk("click", "print", ""));
    assert_eq!(
        text(&action, "/action/name"),
        "click",
        "it calls a function of the client"
    );
    // A component that the surface does not have is reported.
    let ran = well_but(
        &convert("aap", "a2ui@0.9", &more),
        &on_desk("click", "renw", ""),
    );
    let (rule, message) = (
        text(&ran.reports()[0], "/rule"),
        text(&ran.reports()[0], "/message"),
    );
    assert_eq!(rule, "unmet-component");
    assert_eq!(
        message,
        "surface `desk.html` has no component `renw` that could declare an event"
    );
    assert_eq!(text(&ran.reports()[0], "/pointer"), "/element");
}

#[test]
fn paths_relative_to_an_unknown_item_are_omitted_and_noted() {
    let surface = file(
        &DESK
            .replace(r#""path":"/loan""#, r#""path":"loan""#)
            .replace("\"loan\":\"L-2041\",", ""),
    );
    let ran = well_but(
        &convert("aap", "a2ui@0.9", &["--notes", "--surface", &surface]),
        &on_desk("click", "renew", ""),
    );
    assert_eq!(at(&ran.value(), "/action/context"), json("{}"));
    let remarks: Vec<_> = ran
        .reports()
        .iter()
        .filter_map(|note| find(note, "/remark"))
        .collect();
    let remark = "\"declared context members without a value in the surface are omitted\"";
    assert!(remarks.contains(&json(remark)), "{remarks:?}");
}

#[test]
fn a_click_whose_checks_fail_is_refused_unless_the_page_settles_them() {
    let surface = file(DESK);
    let more = ["--surface", &*surface];
    let ran = run(
        &convert("aap", "a2ui@0.9", &more),
        on_desk("click", "send", ""),
    );
    assert_eq!((ran.status, ran.values().len()), (65, 0));
    assert!(ran.err.contains("Your name is missing."), "{}", ran.err);
    let ran = run_ok(
        &convert("aap", "a2ui@0.9", &more),
        on_desk("click", "send", r#","data":{"name":"Ada"}"#),
    );
    assert_eq!(text(&ran.value(), "/action/name"), "send");
    let dismissed = run_ok(
        &convert("aap", "a2ui@0.9", &more),
        on_desk("dismiss", "send", ""),
    )
    .value();
    assert_eq!(
        text(&dismissed, "/action/name"),
        "dismiss",
        "a check concerns what is sent"
    );
}

#[test]
fn a_click_on_a_known_surface_returns_without_the_surface() {
    let surface = file(DESK);
    for (action, data) in [
        ("click", ""),
        ("click", r#","data":{"pen":1}"#),
        ("dismiss", ""),
    ] {
        let record = on_desk(action, "renew", data);
        let there = run_ok(
            &convert("aap", "a2ui@0.9", &["--surface", &surface, "--envelope"]),
            &record,
        )
        .out;
        let back = run_ok(&convert("a2ui@0.9", "aap", &["--envelope"]), there).opened_values();
        assert_eq!(back, [json(&record)]);
    }
}

#[test]
fn a_path_that_does_not_return_alone_is_noted_as_lost() {
    let long = "ü".repeat(130);
    let record = RECORDS[1].replace("hall/seats.html", &long);
    let ran = run(&convert("aap", "a2ui@0.9", &["--notes"]), &record);
    let note = ran
        .reports()
        .into_iter()
        .find(|note| text(note, "/from") == "/canvasFile")
        .unwrap();
    assert_eq!(text(&note, "/verdict"), "lost");
    assert_eq!(run(&convert("a2ui@0.9", "aap", &[]), &ran.out).status, 65);
    assert_eq!(
        round_trip_in_envelope("aap", "a2ui@0.9", &[], &record),
        [json(&record)]
    );
}

#[test]
fn the_program_writes_the_output_of_the_translator() {
    use bridge::{
        AnyMessage, Carry, Context, Dialect, RequestedOutputs, Translator, aap::Interaction,
    };
    let records: String = ["null", "\"renew\"", "\"a \\\"b\\\" \u{2028}\""]
        .iter()
        .flat_map(|element| ["{\"n\":1.50}", "[1e999,{}]", "\"t\"", "null"].map(|data| (element, data)))
        .map(|(element, data)| {
            format!("{{\"id\":\"7\",\"timestamp\":\"2026-05-18T15:30:00.000Z\",\"canvasFile\":\"p.html\",\"action\":\"click\",\"element\":{element},\"data\":{data},\"summary\":\"s\",\"x\":[]}}\n")
        })
        .collect();
    for (to, name) in [
        (Dialect::A2ui0_8, "a2ui@0.8"),
        (Dialect::A2ui0_9, "a2ui@0.9"),
        (Dialect::A2ui1_0, "a2ui@1.0"),
    ] {
        let nothing = RequestedOutputs {
            carry: false,
            notes: false,
        };
        let mut plain = Translator::new(Dialect::Aap, to, Context::default())
            .unwrap()
            .request(nothing);
        let mut whole = Translator::new(Dialect::Aap, to, Context::default()).unwrap();
        let (mut expected, mut carried) = (String::new(), Vec::new());
        for line in records.lines() {
            let record: AnyMessage = wire::decode::<Interaction>(line).unwrap().into();
            for output in plain
                .push(record.clone(), Carry::default())
                .unwrap()
                .outputs
            {
                expected = expected + &output.message.encode().unwrap() + "\n";
            }
            let outputs = whole.push(record, Carry::default()).unwrap().outputs;
            carried.extend(
                outputs
                    .iter()
                    .map(|output| wire::encode(&output.carry).unwrap()),
            );
        }
        assert_eq!(
            run_ok(&convert("aap", name, &[]), &records).out,
            expected,
            "{name}"
        );
        let enveloped = run_ok(&convert("aap", name, &["--envelope"]), &records);
        let values: String = enveloped
            .opened_values()
            .iter()
            .map(|value| format!("{value}\n"))
            .collect();
        assert_eq!(values, expected, "{name}");
        let carries: Vec<_> = enveloped
            .values()
            .iter()
            .map(|line| at(line, "/carry").text().to_owned())
            .collect();
        assert_eq!(carries, carried, "{name}");
    }
}
