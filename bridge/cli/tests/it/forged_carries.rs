//! Broken carries, and carries forged to change the content of a record.

use crate::program::{Ran, at, convert, file, json, run, run_ok, text};
use bridge::{Carry, CarryPolicy, Embed, a2ui::Message, aap::Interaction};
use wire::Payload;

const ACTION: &str = r#"{"version":"v0.9","action":{"name":"click","surfaceId":"booking","sourceComponentId":"save","timestamp":"t","context":{"n":1}}}"#;

fn in_envelope(carry: &str) -> String {
    format!("{{\"value\":{ACTION},\"carry\":{carry},\"notes\":[]}}\n")
}

/// Returns the record with a member named like an embedded carry.
fn with_member(value: &str) -> String {
    format!(
        "{}\n",
        ACTION.replace(
            r#"{"n":1}"#,
            &format!(r#"{{"n":1,"agent_ui_carry":{value}}}"#)
        )
    )
}

fn in_record(carry: &str) -> String {
    let carry: Carry = wire::decode(carry).unwrap();
    format!(
        "{}\n",
        wire::encode(&Message::read(ACTION).unwrap().embed(carry).unwrap()).unwrap()
    )
}

#[test]
fn a_broken_carry_is_refused_and_the_other_lines_are_written() {
    let good = in_envelope(r#"{"v":1,"layers":[]}"#);
    for (broken, at) in [
        ("7", "/carry"),
        ("null", "/carry"),
        (r#"{"v":2,"layers":[]}"#, "/carry/v"),
        (r#"{"v":1}"#, "/carry/layers"),
        (
            r#"{"v":1,"layers":[{"from":7,"fields":[]}]}"#,
            "/carry/layers/0/from",
        ),
    ] {
        let input = format!("{good}{}{good}", in_envelope(broken));
        let ran = run(&convert("a2ui@0.9", "aap", &["--envelope"]), input);
        assert_eq!((ran.status, ran.values().len()), (65, 2), "{broken}");
        let (line, error, rule, pointer) = ran.error();
        assert_eq!(
            (line, &*error, &*rule, &*pointer),
            (2, "rule", "carry/unreadable", at),
            "{broken}"
        );
    }
}

#[test]
fn a_member_named_like_a_carry_is_foreign_data() {
    let old = r#"{"v":1,"layers":[{"from":"aap@1.0","fields":[["/id","mine"]]}]}"#;
    for foreign in [
        "7",
        "null",
        r#"{"v":2,"layers":[]}"#,
        r#"{"v":1,"layers":7}"#,
        old,
        "\"1:00000000:{}\"",
    ] {
        let record = run_ok(&convert("a2ui@0.9", "aap", &[]), with_member(foreign)).value();
        assert_eq!(at(&record, "/data/agent_ui_carry"), json(foreign));
    }
}

/// Applies a carry with these claims to the record, in an envelope and embedded.
fn try_both_ways(fields: &str) -> [Payload; 2] {
    let carry = format!(r#"{{"v":1,"layers":[{{"from":"aap@1.0","fields":[{fields}]}}]}}"#);
    [
        at(
            &run_ok(
                &convert("a2ui@0.9", "aap", &["--envelope"]),
                in_envelope(&carry),
            )
            .value(),
            "/value",
        ),
        run_ok(
            &convert("a2ui@0.9", "aap", &["--embed", "--trust-embedded"]),
            in_record(&carry),
        )
        .value(),
    ]
}

#[test]
fn a_forged_carry_cannot_contradict_visible_values() {
    let bare = run_ok(&convert("a2ui@0.9", "aap", &[]), ACTION).value();
    for claim in [
        r#"["/action","delete"]"#,
        r#"["/canvasFile","other.html"]"#,
        r#"["/canvasFile",7]"#,
        r#"["/element",null]"#,
        r#"["/element"]"#,
        r#"["/element","other"]"#,
        r#"["/data",{"n":2}]"#,
        r#"["/data"]"#,
        r#"["/timestamp","2000-01-01T00:00:00.000Z"]"#,
        r#"["/id"]"#,
        r#"["/id",{"not":"a string"}]"#,
        r#"["/summary",7]"#,
        r#"["","root"]"#,
        r#"["/data/n",2]"#,
    ] {
        for record in try_both_ways(claim) {
            assert_eq!(record, bare, "{claim}");
        }
    }
}

#[test]
fn unsafe_carried_values_are_named_and_not_restored() {
    let bare = run_ok(&convert("a2ui@0.9", "aap", &[]), ACTION).value();
    for (claim, place) in [
        (r#"["/canvasFile","../../etc/passwd"]"#, "/canvasFile"),
        (r#"["/id","../../x"]"#, "/id"),
    ] {
        let carry = format!(r#"{{"v":1,"layers":[{{"from":"aap@1.0","fields":[{claim}]}}]}}"#);
        let back = run_ok(
            &convert("a2ui@0.9", "aap", &["--envelope"]),
            in_envelope(&carry),
        )
        .value();
        assert_eq!(at(&back, "/value"), bare);
        assert_eq!(at(&back, "/carry"), json(&carry));
        let is_named =
            |note: &Payload| text(note, "/verdict") == "quarantined" && text(note, "/to") == place;
        assert!(
            at(&back, "/notes").elements().any(|note| is_named(&note)),
            "{}",
            back.text()
        );
        let back = run_ok(
            &convert("a2ui@0.9", "aap", &["--embed", "--trust-embedded"]),
            in_record(&carry),
        )
        .value();
        let back = back
            .decode::<Interaction>()
            .unwrap()
            .extract(&CarryPolicy::Accept);
        assert_eq!(wire::encode(&back.message).unwrap(), bare.text());
    }
}

#[test]
fn a_forged_carry_can_add_values_that_nothing_contradicts() {
    for record in try_both_ways(r#"["/id","mine"],["/x",[1.0]]"#) {
        assert_eq!(text(&record, "/id"), "mine");
        assert_eq!(at(&record, "/x"), json("[1.0]"));
    }
}

#[test]
fn layers_of_other_protocols_are_passed_on() {
    let carry = r#"{"v":1,"layers":[{"from":"actions-json@1","fields":[["/event_id","e1"]]}]}"#;
    let ran = run_ok(
        &convert("a2ui@0.9", "aap", &["--envelope"]),
        in_envelope(carry),
    )
    .value();
    assert_eq!(text(&ran, "/carry/layers/0/from"), "actions-json@1");
    let ran = run(
        &convert("a2ui@0.9", "aap", &["--strict", "--trust-embedded"]),
        in_record(carry),
    );
    assert_eq!(ran.status, 1, "without an envelope the layer would be lost");
    let ran = run(
        &convert("a2ui@0.9", "aap", &["--embed", "--trust-embedded"]),
        in_record(carry),
    )
    .value();
    let record = ran
        .decode::<Interaction>()
        .unwrap()
        .extract(&CarryPolicy::Accept);
    assert_eq!(wire::encode(&record.carry).unwrap(), carry);
}

#[test]
fn messages_without_envelopes_are_accepted_among_envelopes() {
    let bare = at(
        &run_ok(&convert("a2ui@0.9", "aap", &["--envelope"]), ACTION).value(),
        "/value",
    );
    assert_eq!(
        bare,
        run_ok(&convert("a2ui@0.9", "aap", &[]), ACTION).value()
    );
}

#[test]
fn a_carry_of_another_message_does_not_create_a_message() {
    let delete = r#"{"deleteSurface":{"surfaceId":"s"}}"#;
    let bare = run_ok(&convert("a2ui@0.8", "a2ui@0.9", &[]), delete).value();
    for field in [
        r#"["/action",null]"#,
        r#"["",{"version":"v0.9","createSurface":{"surfaceId":"x","catalogId":"c"}}]"#,
        r#"["/deleteSurface",7]"#,
        r#"["/version","v9"]"#,
    ] {
        let carry = format!(r#"{{"v":1,"layers":[{{"from":"a2ui@0.9","fields":[{field}]}}]}}"#);
        let envelope = format!(r#"{{"value":{delete},"carry":{carry},"notes":[]}}"#);
        let made = run_ok(&convert("a2ui@0.8", "a2ui@0.9", &["--envelope"]), envelope).value();
        assert_eq!(at(&made, "/value"), bare, "{field}");
    }
}

#[test]
fn a_changed_embedded_carry_is_kept_and_noted() {
    let record = r#"{"id":"a","timestamp":"t","canvasFile":"p.html","action":"click","data":{"n":1},"summary":"by hand"}"#;
    let embedded = run_ok(
        &["convert", "--from", "aap", "--to", "a2ui@0.9", "--embed"],
        record,
    )
    .out;
    let changed = embedded.replace("by hand", "BY HAND");
    assert_ne!(changed, embedded);
    let back = [
        "convert",
        "--from",
        "a2ui@0.9",
        "--to",
        "aap",
        "--trust-embedded",
        "--notes",
    ];
    assert!(!run(&back, &embedded).err.contains("carry/ignored"));
    let ran = run(&back, &changed);
    let note = r#""rule":"carry/ignored","from":"","to":"","remark":"the carry is not used: its checksum is wrong, so it was cut or changed""#;
    assert!(ran.err.contains(note), "{}", ran.err);
    assert!(ran.out.contains("BY HAND"), "it stays as data: {}", ran.out);
}

#[test]
fn a_carry_that_is_not_used_is_reported() {
    let record = r#"{"id":"f6554697-47fd-4d67-8db9-291b9f7f3476","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"p.html","action":"click","element":"b","data":{"n":1},"summary":"by hand"}"#;
    let [key, other] = ["0123456789abcdef", "fedcba9876543210"].map(file);
    for to in ["a2ui@0.9", "ahp"] {
        let there = |more: &[&str], input: &str| run_ok(&convert("aap", to, more), input).out;
        let embedded = there(&["--embed"], record);
        let sealed = there(&["--embed", "--carry-key", &key], record);
        let enveloped = there(&["--envelope"], record);
        let forgotten = "the carry is not used: embedded carries are not trusted without a key";
        let wrong = "the carry is not used: its seal is not valid for this message, carry and key";
        let none = "the carry is not used: it has no seal";
        for (more, input, reason) in [
            (&[][..], &embedded, forgotten),
            (&[], &sealed, forgotten),
            (&["--notes"], &sealed, forgotten),
            (&["--carry-key", &other], &sealed, wrong),
            (&["--carry-key", &key], &embedded, none),
            (&["--envelope", "--carry-key", &key], &enveloped, none),
        ] {
            let back = |extra: &[&str], input: &str| {
                run(
                    &[&["convert", "--from", to, "--to", "aap"], more, extra].concat(),
                    input,
                )
            };
            let reported = |ran: &Ran| -> Vec<String> {
                let reports = ran.reports().into_iter();
                let of_carry = reports.filter(|line| {
                    text(line, "/rule") == "carry/ignored" && line.member("verdict").is_none()
                });
                of_carry
                    .map(|line| text(&line, "/message").to_owned())
                    .collect()
            };
            let ran = back(&[], input);
            assert_eq!(
                (ran.status, reported(&ran)),
                (0, vec![reason.to_owned()]),
                "{more:?}: {}",
                ran.err
            );
            let ran = back(&[], &input.repeat(2));
            let expected = format!("2 carries are not used; this is the first: {reason}");
            assert_eq!(
                (ran.status, reported(&ran)),
                (0, vec![expected]),
                "{more:?}: {}",
                ran.err
            );
            assert_eq!(reported(&back(&["--quiet"], input)), [""; 0], "{more:?}");
            let ran = back(&["--strict"], input);
            assert_eq!(
                (ran.status, reported(&ran)),
                (1, vec![reason.to_owned()]),
                "{more:?}: {}",
                ran.err
            );
            assert_eq!(ran.out, "", "{more:?}");
        }
        let key = ["--strict", "--carry-key", &key];
        assert_eq!(
            run(&convert(to, "aap", &key), &sealed).out.trim_end(),
            record
        );
    }
}

#[test]
fn strict_refuses_a_value_that_a_carry_does_not_restore() {
    let record = r#"{"id":"a/b","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"p.html","action":"click","summary":"User click on p.html"}"#;
    for to in ["a2ui", "ahp"] {
        for more in [&["--embed"][..], &["--envelope"], &[]] {
            let ran = run(&convert("aap", to, &[more, &["--strict"]].concat()), record);
            assert_eq!(
                (ran.status, &*ran.out),
                (1, ""),
                "{to} {more:?}: {}",
                ran.err
            );
            assert!(
                ran.err.contains(r#""pointer":"/id""#),
                "{to} {more:?}: {}",
                ran.err
            );
        }
        let ran = run(&["convert", "--from", "aap", "--to", to, "--embed"], record);
        assert!(
            ran.status == 0 && ran.err.contains(r#""rule":"losses""#),
            "{to}: {}",
            ran.err
        );
    }
}
