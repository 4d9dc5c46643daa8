//! AAP interactions and A2UI actions.

use crate::program::{
    at, convert, file, json, round_trip_embedded, round_trip_in_envelope, run, run_ok, text,
};
use wire::{Payload, Pointer};

const VERSIONS: [&str; 3] = ["a2ui@0.8", "a2ui@0.9", "a2ui@0.9.1"];

/// AAP records whose fields A2UI can express completely, partly, or not at all.
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
fn the_program_writes_the_output_of_the_translator() {
    use bridge::{
        AnyMessage, Carry, Context, Dialect, RequestedNotes, RequestedOutputs, Translator,
        aap::Interaction,
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
            notes: RequestedNotes::None,
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
