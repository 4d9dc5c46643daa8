//! Names of members, ids and signals.

use super::{
    CREATE, Kept, Refused, Row, at, comes_back, convert, fold, found, hold, json, kept, record,
    refused, row, says, update,
};
use aap::Interaction;
use actions_json::{checked_manifest::CheckedManifest, manifest::Manifest, validate::Profile};
use bridge::{Carry, Context, Dialect};
use wire::Validate;

fn manifest(signals: &str) -> Manifest {
    wire::decode(&format!(
        r#"{{"protocol":"actions.json","version":1,"tools":[],"signals":[{signals}]}}"#
    ))
    .unwrap()
}

fn no_segment(name: &str) -> super::Outcome {
    let path = format!("/{name}/x");
    refused(
        fold([CREATE, &update(&path, "1")]),
        "forbidden-segment",
        "/updateDataModel/path",
    );
    // In a value, this name is data.
    let data = format!(r#"{{"{name}":{{"x":1}}}}"#);
    let surfaces = fold([CREATE, &update("/v", &data)]).unwrap();
    assert_eq!(
        surfaces
            .get("s")
            .unwrap()
            .data_model()
            .get("/v")
            .unwrap()
            .text(),
        data
    );
    comes_back(Dialect::Aap, Dialect::A2ui0_9, &record("data", &data));
    kept::<Interaction>(&record("data", &data))
}

pub(super) const ROWS: &[Row] = &[
    row(27, "__proto__ as a name", Kept, || no_segment("__proto__")),
    row(28, "constructor and prototype as names", Kept, || {
        no_segment("constructor");
        no_segment("prototype")
    }),
    // Kept: the limit of 256 belongs to one host, not to the protocol.
    row(29, "an instance id of 300 characters", Kept, || {
        kept::<ahp::canvas::CanvasState>(
            &super::canvas_state("https://a.test/")
                .replace("\"s\"", &format!("\"{}\"", "i".repeat(300))),
        )
    }),
    row(30, "empty ids", Kept, || {
        let text = record("element", r#""""#).replace("f6554697-47fd-4d67-8db9-291b9f7f3476", "");
        says(&found::<Interaction>(&text), "not-a-uuid", "/id");
        assert!(
            wire::decode::<Interaction>(&text)
                .unwrap()
                .file_name()
                .is_err()
        );
        kept::<Interaction>(&text);
        kept::<a2ui::Message>(&super::action(""));
        comes_back(Dialect::Aap, Dialect::A2ui0_9, &record("element", r#""""#));
        Kept
    }),
    row(31, "null and absent", Kept, || {
        let absent = record("", "").replace(r#""element":"e","#, "");
        for text in [record("element", "null"), absent] {
            kept::<Interaction>(&text);
            comes_back(Dialect::Aap, Dialect::A2ui0_9, &text);
        }
        Kept
    }),
    // Letters that look like others have no finding: the client that displays them decides which do.
    row(
        32,
        "letters that look like others, and a turned direction",
        Kept,
        || {
            let text = record("element", "\"a\u{202e}b\"").replace("p.html", "\u{440}.html");
            comes_back(Dialect::Aap, Dialect::A2ui0_9, &text);
            let read: Interaction = wire::decode(&text).unwrap();
            let line = aap::Notification::new(read.canvas_file.as_str(), "a\u{202e}b");
            assert!(
                line.as_str().ends_with("a\\u202eb"),
                "the line for a terminal cannot be turned"
            );
            kept::<Interaction>(&text)
        },
    ),
    row(
        33,
        "a signal whose name is not an identifier",
        Refused,
        || {
            let declared = manifest(
                r#"{"name":"closed","event":"actions-json:closed","ingestion":"enabled"}"#,
            );
            let event = r#"{"type":"dom_event","event_id":"e","runtime_id":"r","name":"actions-json:closed","payload":{},"url":"https://a.test/","observed_at":"2026-03-02T08:15:00Z"}"#;
            let mut cx = Context::default();
            cx.manifest = CheckedManifest::check(declared, &Profile::STRICT, None).ok();
            let there = convert(
                Dialect::ActionsJson,
                Dialect::Aap,
                event,
                cx,
                Carry::default(),
            )
            .unwrap();
            assert_eq!(
                at(&json(&there.message.encode().unwrap()), "/action")
                    .unwrap()
                    .text(),
                "\"closed\""
            );
            let odd =
                manifest(r#"{"name":"actions-json:closed","event":"e","ingestion":"enabled"}"#);
            says(&super::rules(odd.validate()), "V4", "/signals/0/name");
            Refused
        },
    ),
    row(34, "a megabyte of a name", Refused, || {
        let long = "a".repeat(1_000_000);
        assert!(actions_json::identifier::is_safe(&long));
        assert!(!actions_json::identifier::is_safe(&format!("{long}!")));
        let odd = manifest(&format!(
            r#"{{"name":"{long}!","event":"e","ingestion":"enabled"}}"#
        ));
        says(&super::rules(odd.validate()), "V4", "/signals/0/name");
        Refused
    }),
];

#[test]
fn hostile_names_have_the_expected_outcome() {
    hold(ROWS);
}
