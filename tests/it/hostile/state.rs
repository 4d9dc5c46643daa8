//! Identity, order, ownership and versions.

use super::{
    CREATE, Kept, Quarantined, Refused, Row, action, at, comes_back, convert, converted, fold,
    fold_into, found, hold, json, kept, record, refused, row, says, update,
};
use a2ui::{
    Message, Version,
    ownership::Owners,
    surface::{IdReuse, SurfaceOptions, Surfaces},
};
use aap::Interaction;
use actions_json::{
    calls::Calls, checked_manifest::CheckedManifest, item::Item, item_order::ItemOrder,
    validate::Profile,
};
use ahp::json_rpc::JsonRpcMessage;
use bridge::{AnyMessage, Carry, Context, Dialect, Protocol, SealKey, Trust};
use wire::{Payload, Validate};

fn check_manifest(manifest: &str) -> CheckedManifest {
    CheckedManifest::check(wire::decode(manifest).unwrap(), &Profile::STRICT, None).unwrap()
}

/// Translates an event to AAP under a manifest with these signals.
fn event(signals: &str, name: &str, payload: &str) -> Result<Payload, bridge::Refusal> {
    let manifest =
        format!(r#"{{"protocol":"actions.json","version":1,"tools":[],"signals":[{signals}]}}"#);
    let mut cx = Context::default();
    cx.manifest = Some(check_manifest(&manifest));
    let event = format!(
        r#"{{"type":"dom_event","event_id":"e","runtime_id":"r","name":"{name}","payload":{payload},"url":"https://a.test/","observed_at":"2026-03-02T08:15:00Z"}}"#
    );
    let output = convert(
        Dialect::ActionsJson,
        Dialect::Aap,
        &event,
        cx,
        Carry::default(),
    )?;
    Ok(json(&output.message.encode().unwrap()))
}

fn signal(schema: &str) -> String {
    format!(r#"{{"name":"n","event":"e:n","ingestion":"enabled","payload":{schema}}}"#)
}

const DELETE: &str = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#;

fn message(text: &str) -> Message {
    Message::read(text).unwrap()
}

pub(super) const ROWS: &[Row] = &[
    // A reply is matched to its call by id; the record gets the id of the page's event.
    row(84, "the same interaction twice", Kept, || {
        let first = converted(Dialect::A2ui0_9, Dialect::Aap, &action("s"));
        let second = converted(Dialect::A2ui0_9, Dialect::Aap, &action("s"));
        assert_eq!(
            first.message, second.message,
            "the id of a record is derived from what it is about"
        );
        let item: Item = wire::decode(
            r#"{"type":"action_call_output","call_id":"c","runtime_id":"r","ok":true,"output":{}}"#,
        )
        .unwrap();
        let mut calls = Calls::new();
        calls.record("c", "r").unwrap();
        calls.reply(&item).unwrap();
        assert_eq!(calls.reply(&item).unwrap_err().kind.as_str(), "duplicate");
        Kept
    }),
    row(85, "the same id for something else", Refused, || {
        let mut calls = Calls::new();
        calls.record("c", "r").unwrap();
        assert_eq!(calls.record("c", "r").unwrap_err().call_id.as_str(), "c");
        assert_eq!(ahp::error_code::CONFLICT, -32011);
        let other = action("s").replace("\"context\":{}", "\"context\":{\"n\":1}");
        let id = |text: &str| {
            at(
                &json(
                    &converted(Dialect::A2ui0_9, Dialect::Aap, text)
                        .message
                        .encode()
                        .unwrap(),
                ),
                "/id",
            )
            .unwrap()
        };
        assert_ne!(id(&action("s")), id(&other));
        Refused
    }),
    // AAP has no sequence numbers, so records with equal times have no order. Items of a page are numbered as they
    // arrive.
    row(86, "two records in one millisecond", Kept, || {
        let file = |id: &str| {
            aap::InteractionFileName::new("2026-05-18T15:30:00.000Z", id)
                .unwrap()
                .to_string()
        };
        assert_ne!(
            file("f6554697-47fd-4d67-8db9-291b9f7f3476"),
            file("a6554697-47fd-4d67-8db9-291b9f7f3476")
        );
        let (mut order, runtime) = (ItemOrder::new(), "r".into());
        let (first, second) = (
            order.number_arrival(&runtime),
            order.number_arrival(&runtime),
        );
        order.deliver(&runtime, second).unwrap();
        assert!(order.deliver(&runtime, first).is_err());
        Kept
    }),
    row(87, "odd times", Kept, || {
        for time in [
            "2026-05-18T15:30:00+14:00",
            "2026-12-31T23:59:60Z",
            "2026-05-18T15:30:00.123456789Z",
            "2026-05-18T15:30:00",
            "bad",
        ] {
            let text = record("timestamp", &format!("\"{time}\""));
            let rule = if time.ends_with('Z') || time.ends_with("14:00") {
                "non-canonical-timestamp"
            } else {
                "not-a-timestamp"
            };
            says(&found::<Interaction>(&text), rule, "/timestamp");
            kept::<Interaction>(&text);
        }
        comes_back(
            Dialect::Aap,
            Dialect::A2ui0_9,
            &record("timestamp", r#""2026-05-18T15:30:00+14:00""#),
        );
        Kept
    }),
    row(88, "an event without a time", Refused, || {
        let mut cx = Context::default();
        cx.manifest = Some(check_manifest(
            r#"{"protocol":"actions.json","version":1,"tools":[],"signals":[{"name":"n","event":"n","ingestion":"enabled"}]}"#,
        ));
        let event = r#"{"type":"dom_event","event_id":"e","runtime_id":"r","name":"n","payload":{},"url":"https://a.test/"}"#;
        let to_aap = |cx| {
            convert(
                Dialect::ActionsJson,
                Dialect::Aap,
                event,
                cx,
                Carry::default(),
            )
        };
        refused(
            to_aap(cx.clone()),
            "actions-json-aap/observed-at",
            "/observed_at",
        );
        cx.time = Some("2026-05-18T15:30:00.000Z".into());
        let there = to_aap(cx).unwrap();
        let named = |note: &bridge::Note| {
            note.rule.as_str() == "actions-json-aap/observed-at"
                && note.verdict == bridge::Verdict::Carried
        };
        assert!(there.notes.iter().any(named), "{:?}", there.notes);
        Refused
    }),
    row(89, "a surface that is made again", Kept, || {
        let surfaces = fold([CREATE, &update("/v", "1"), DELETE, CREATE]).unwrap();
        assert!(
            surfaces.get("s").unwrap().data_model().get("/v").is_none(),
            "nothing of the first one is left"
        );
        let once = Surfaces::with_options(SurfaceOptions::new().id_reuse(IdReuse::Refused));
        refused(
            fold_into(once, [CREATE, DELETE, CREATE]),
            "surface-id-reused",
            "/createSurface/surfaceId",
        );
        Kept
    }),
    row(90, "a surface that is made twice", Refused, || {
        refused(
            fold([CREATE, CREATE]),
            "surface-exists",
            "/createSurface/surfaceId",
        )
    }),
    row(91, "an update of what was not made", Refused, || {
        refused(
            fold([&*update("/v", "1")]),
            "unknown-surface",
            "/updateDataModel/surfaceId",
        )
    }),
    row(92, "surfaces whose names look like paths", Kept, || {
        let mut files = std::collections::BTreeSet::new();
        for surface in [
            "A/b", "A%2Fb", "A~2Fb", "a2ui/A", "../x", "..", "%2e%2e/x", "",
        ] {
            let there = comes_back(Dialect::A2ui0_9, Dialect::Aap, &action(surface));
            let file = at(&json(&there.message.encode().unwrap()), "/canvasFile").unwrap();
            let file = file.as_str().unwrap().into_owned();
            aap::CanvasPath::parse(&file)
                .unwrap_or_else(|error| panic!("{surface}: {file}: {error}"));
            assert!(files.insert(file), "{surface}");
        }
        Kept
    }),
    // The ids stay distinct. A program that writes files on a case-insensitive system must report the clash.
    row(93, "surfaces that differ in capitals", Kept, || {
        let file = |surface: &str| {
            at(
                &json(
                    &comes_back(Dialect::A2ui0_9, Dialect::Aap, &action(surface))
                        .message
                        .encode()
                        .unwrap(),
                ),
                "/canvasFile",
            )
        };
        assert_ne!(file("Main"), file("main"));
        Kept
    }),
    row(94, "two agents with one surface", Refused, || {
        let mut owners = Owners::new();
        owners.observe("a", &message(CREATE)).unwrap();
        assert_eq!(
            owners.observe("b", &message(CREATE)).unwrap_err().rule(),
            "surface-collision"
        );
        assert_eq!(owners.owner("s"), Some("a"));
        let inside = |agent: &str| a2ui::ownership::namespace::add_prefix(agent, &"s".into());
        assert_ne!(inside("a"), inside("b"));
        Refused
    }),
    row(95, "the data model of another agent", Quarantined, || {
        let mut owners = Owners::new();
        owners.claim("a", &"mine".into()).unwrap();
        owners.claim("b", &"theirs".into()).unwrap();
        let model = wire::decode(
            r#"{"version":"v0.9","surfaces":{"mine":{"n":1},"theirs":{"n":2},"unowned":{"n":3}},"x":{"n":4}}"#,
        );
        let stripped = owners.strip_data_model(model.unwrap(), "a").unwrap();
        assert_eq!(
            wire::encode(&stripped).unwrap(),
            r#"{"version":"v0.9","surfaces":{"mine":{"n":1}}}"#
        );
        Quarantined
    }),
    row(
        96,
        "a data model that is not to be sent",
        Quarantined,
        || {
            for send in ["", r#","sendDataModel":false"#] {
                let create = CREATE.strip_suffix("}}").unwrap().to_owned() + send + "}}";
                let surfaces = fold([&*create, &update("/v", "1")]).unwrap();
                let mut owners = Owners::new();
                owners.claim("a", &"s".into()).unwrap();
                assert_eq!(owners.data_model(&surfaces, Version::V0_9, "a"), None);
            }
            Quarantined
        },
    ),
    row(97, "a carry of another message", Refused, || {
        let key = SealKey::new(b"a key of sixteen bytes or more").unwrap();
        let read =
            |text: &str| AnyMessage::read(&json(text), Dialect::Aap, Protocol::A2ui).unwrap();
        let translator = |from: Dialect, to: Dialect| {
            crate::translation::paranoid(from, to, Context::default()).unwrap()
        };
        let mut there = translator(Dialect::Aap, Dialect::A2ui0_9).seal(key.clone());
        let sealed = there
            .push(read(&record("", "")), Carry::default())
            .unwrap()
            .outputs
            .remove(0);
        let other = there
            .push(read(&record("canvasFile", r#""q.html""#)), Carry::default())
            .unwrap()
            .outputs
            .remove(0);
        let trust = Trust {
            separate: bridge::CarryPolicy::Sealed(key),
            ..Trust::default()
        };
        let mut back = translator(Dialect::A2ui0_9, Dialect::Aap).trust(trust);
        let taken = back.push(sealed.message.clone(), sealed.carry).unwrap();
        assert!(
            taken
                .all_notes()
                .all(|note| !note.rule.as_str().starts_with("carry/"))
        );
        let not_taken = back.push(sealed.message, other.carry).unwrap();
        assert!(
            not_taken
                .all_notes()
                .any(|note| note.rule.as_str() == "carry/ignored")
        );
        Refused
    }),
    // The revisions and incarnations of a draft are kept. A note names the incarnation: neither the proposal nor the
    // release has it.
    row(98, "a revision that was seen", Kept, || {
        let state = super::canvas_state("https://a.test/").replace("\"s\"", "\"s\",\"revision\":3");
        comes_back(
            Dialect::AhpCanvas,
            Dialect::Ahp1_0,
            &format!(r#"{{"channel":"ahp-canvas:/s","state":{state},"contents":[]}}"#),
        );
        Kept
    }),
    row(99, "an incarnation that is over", Kept, || {
        let state =
            super::canvas_state("https://a.test/").replace("\"s\"", "\"s\",\"incarnation\":\"7\"");
        says(
            &found::<ahp::canvas::CanvasState>(&state),
            "shape-of-another-draft",
            "/incarnation",
        );
        Kept
    }),
    row(100, "ids 0, empty and null in JSON-RPC", Kept, || {
        for id in ["0", "\"\"", "\"0\"", "null"] {
            kept::<JsonRpcMessage>(&format!(
                r#"{{"jsonrpc":"2.0","id":{id},"method":"m","params":{{}}}}"#
            ));
        }
        says(
            &found::<JsonRpcMessage>(r#"{"jsonrpc":"2.0","id":null,"method":"m"}"#),
            "null-id",
            "/id",
        );
        Kept
    }),
    row(101, "a signal that is not enabled", Refused, || {
        for ingestion in ["", r#","ingestion":"disabled_by_default""#] {
            let signal = format!(r#"{{"name":"n","event":"e:n"{ingestion}}}"#);
            refused(
                event(&signal, "n", "{}"),
                "actions-json-aap/admission/disabled",
                "/name",
            );
        }
        Refused
    }),
    row(102, "an event of no signal, and of two", Refused, || {
        refused(
            event(&signal("{}"), "other", "{}"),
            "actions-json-aap/admission/undeclared",
            "/name",
        );
        let two = r#"{"name":"a","event":"x","ingestion":"enabled"},{"name":"b","event":"x","ingestion":"enabled"}"#;
        refused(
            event(two, "x", "{}"),
            "actions-json-aap/admission/ambiguous",
            "/name",
        )
    }),
    row(103, "a payload against its schema", Refused, || {
        let schema = r#"{"type":"object","properties":{"a":{"type":"string"}}}"#;
        event(&signal(schema), "n", r#"{"a":"x"}"#).unwrap();
        refused(
            event(&signal(schema), "n", r#"{"a":7}"#),
            "actions-json-aap/admission/payload-invalid",
            "/payload/a",
        )
    }),
    row(
        104,
        "a schema that is elsewhere, or itself",
        Refused,
        || {
            let schema = signal(r##"{"$ref":"http://h.test/s.json"}"##);
            refused(
                event(&schema, "n", "{}"),
                "actions-json-aap/admission/schema-unusable",
                "/payload",
            );
            // A schema that only refers to itself accepts every value.
            let _ = event(&signal(r##"{"$ref":"#"}"##), "n", "{}");
            let _ = event(
                &signal(r##"{"allOf":[{"$ref":"#"},{"$ref":"#"}]}"##),
                "n",
                "{}",
            );
            Refused
        },
    ),
    // Kept: no code here opens a file that a manifest names.
    row(105, "a source outside its folder", Kept, || {
        let text =
            r#"{"protocol":"actions.json","version":1,"tools":[],"source":{"files":["../x"]}}"#;
        kept::<actions_json::manifest::Manifest>(text)
    }),
    row(106, "a version that does not exist", Refused, || {
        let text = CREATE.replace("v0.9\"", "v9\"");
        kept::<Payload>(&text);
        refused(Message::read(&text), "value", "/version")
    }),
    row(107, "a message of 0.8 that says 0.9", Refused, || {
        let text = r#"{"version":"v0.9","beginRendering":{"surfaceId":"s","root":"r"}}"#;
        let error = Message::read(text).unwrap_err();
        assert!(
            error.message.contains("0.8") && error.message.contains("v0.9"),
            "{error}"
        );
        let component = super::components(
            r#"{"id":"root","component":{"Text":{"text":{"literalString":"a"}}}}"#,
        );
        refused(
            Message::read(&component),
            "type",
            "/updateComponents/components/0/component",
        );
        refused::<(), _>(Err(error), "key", "/beginRendering")
    }),
    row(108, "an envelope with two messages", Refused, || {
        let text =
            CREATE.strip_suffix('}').unwrap().to_owned() + r#","deleteSurface":{"surfaceId":"s"}}"#;
        refused(Message::read(&text), "key", "/deleteSurface")
    }),
];

#[test]
fn hostile_states_have_the_expected_outcome() {
    hold(ROWS);
    assert!(
        wire::decode::<Interaction>(&record("", ""))
            .unwrap()
            .validate()
            .is_empty(),
        "what is not hostile has no finding"
    );
}
