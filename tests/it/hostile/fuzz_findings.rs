//! Faults that the fuzz targets in `tests/fuzz` found, each with its smallest input.

use super::{AnyMessage, Bridge, Carry, Context, Dialect, Translator, at, convert, json};
use a2ui::surface::Surfaces;
use actions_json::{checked_manifest::CheckedManifest, validate::Profile};

/// Returns the saved states of a translator after all lines, and after all lines but the last, which is refused.
fn before_and_after(
    mut translator: Translator,
    from: Dialect,
    to: Dialect,
    lines: &[&str],
) -> [String; 2] {
    let saved = |translator: &Translator| wire::encode(&translator.save()).unwrap();
    let read = |line: &str| AnyMessage::read(&json(line), from, to.protocol()).unwrap();
    let (last, first) = lines.split_last().unwrap();
    for line in first {
        let _ = translator.push(read(line), Carry::default()).unwrap();
    }
    let before = saved(&translator);
    assert!(
        translator.push(read(last), Carry::default()).is_err(),
        "{last}"
    );
    [before, saved(&translator)]
}

#[test]
fn a_refused_surface_leaves_no_trace_in_the_session() {
    let new = |from, to| {
        crate::translation::paranoid(from, to, Context::default())
            .unwrap()
            .embed()
    };
    // A message whose carry cannot be embedded is refused after the types of its components were recorded.
    let create = r#"{"version":"1.0","createSurface":{"surfaceId":"s","components":[{"id":"root","component":"Text","x":{"a":[{"path":"/n","call":1}]}}]}}"#;
    let other = r#"{"version":"1.0","updateComponents":{"surfaceId":"s","components":[{"id":"t","component":"Text","text":"a"}]}}"#;
    for lines in [&[create][..], &[other, create]] {
        let (from, to) = (Dialect::A2ui1_0, Dialect::A2ui1_0June);
        let [before, after] = before_and_after(new(from, to), from, to, lines);
        assert_eq!(before, after, "{lines:?}");
    }
}

#[test]
fn a_summary_that_depends_on_the_manifest_comes_back() {
    let mut cx = Context::default();
    cx.runtime_id = Some("r".to_owned());
    let manifest = r##"{"protocol":"actions.json","version":1,"tools":[],"signals":[
        {"name":"lost","event":"lost","ingestion":"enabled","target":{"selectors":["#lost"]}}]}"##;
    cx.manifest = Some(CheckedManifest::read(manifest, &Profile::PUBLISHED).unwrap());
    cx.canvas_file = Some("p.html".into());
    let record = |element: &str, summary: &str| {
        format!(
            r#"{{"id":"a77559c0-e29d-5173-9d5d-02ee89486981","timestamp":"t","canvasFile":"p.html","action":"lost",{element}"data":{{}},"summary":{}}}"#,
            wire::Payload::string(summary)
        )
    };
    let back = |from: Dialect, there: &str, carry: Carry| {
        convert(from, Dialect::Aap, there, cx.clone(), carry)
            .unwrap()
            .message
            .encode()
            .unwrap()
    };
    for to in [
        Dialect::ActionsJson,
        Dialect::A2ui0_9,
        Dialect::A2ui1_0,
        Dialect::AhpCanvas,
    ] {
        for element in [
            "",
            r##""element":"#lost","##,
            r##""element":"#found","##,
            r#""element":null,"#,
        ] {
            let there = |summary: &str, carry: Carry| {
                let there = convert(
                    Dialect::Aap,
                    to,
                    &record(element, summary),
                    cx.clone(),
                    carry,
                )
                .unwrap();
                (there.message.encode().unwrap(), there.carry)
            };
            // These are not the summaries of the record itself; some are summaries of its back-translation without the carry.
            let alone = json(&back(to, &there("", Carry::default()).0, Carry::default()));
            let alone = at(&alone, "/summary")
                .unwrap()
                .as_str()
                .unwrap()
                .into_owned();
            for summary in [
                &alone,
                "User lost '#lost' on p.html",
                "User lost on p.html",
                "a reader lost",
            ] {
                // The summary of the event that this record was before.
                let earlier = r#"{"v":1,"layers":[{"from":"actions-json@1","fields":[["/event_id","e"],["/x",1]]},{"from":"a2ui@0.9","fields":[["/x",1]]}]}"#;
                for carry in [Carry::default(), wire::decode(earlier).unwrap()] {
                    let (there, carry) = there(summary, carry);
                    assert_eq!(
                        json(&back(to, &there, carry)),
                        json(&record(element, summary)),
                        "{there}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_property_named_like_a_current_key_is_carried() {
    for to in [Dialect::A2ui1_0Aug, Dialect::A2ui1_0Sep, Dialect::A2ui1_0] {
        for name in [
            "@metadata",
            "@catalogId",
            "@accessibility",
            "@checks",
            "metadata",
            "catalogId",
        ] {
            for value in [r#""vertical""#, "7", "{}", "[]", "null"] {
                let update = format!(
                    r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{{"id":"root","component":"List","{name}":{value}}}]}}}}"#
                );
                let there = convert(
                    Dialect::A2ui0_9,
                    to,
                    &update,
                    Context::default(),
                    Carry::default(),
                )
                .unwrap();

                let from = there.message.encode().unwrap();
                let back =
                    convert(to, Dialect::A2ui0_9, &from, Context::default(), there.carry).unwrap();
                assert_eq!(
                    json(&back.message.encode().unwrap()),
                    json(&update),
                    "{from}"
                );
            }
        }
    }
}

#[test]
fn a_surface_is_saved_in_its_own_version() {
    // June uses the same version word and has themes, but requires a catalog.
    let create = r##"{"version":"v1.0","createSurface":{"surfaceId":"s","theme":{"primaryColor":"#00bfff"}}}"##;
    for (from, word) in [
        (Dialect::A2ui1_0Aug, "v1.0"),
        (Dialect::A2ui1_0Sep, "1.0"),
        (Dialect::A2ui1_0, "1.0"),
    ] {
        let create = create.replace("v1.0", word);
        let to = Dialect::AhpCanvas;
        let mut translator = crate::translation::paranoid(from, to, Context::default()).unwrap();
        let message = AnyMessage::read(&json(&create), from, to.protocol()).unwrap();
        let _ = translator.push(message, Carry::default()).unwrap();
        let mut resumed = Translator::resume(translator.save(), Context::default()).unwrap();
        assert_eq!(resumed.finish(), translator.finish(), "{from}");

        let new = || Bridge::new(from, Dialect::Aap, Context::default()).unwrap();
        let mut bridge = new();
        let _ = bridge
            .forward(
                AnyMessage::read(&json(&create), from, to.protocol()).unwrap(),
                Carry::default(),
            )
            .unwrap();
        let saved = bridge.save();
        assert_eq!(new().resume(saved.clone()).unwrap().save(), saved, "{from}");
    }
}

#[test]
fn a_name_that_spells_a_lone_surrogate_comes_back_from_a_canvas() {
    let half = r"\\ud83d";
    for path in [
        format!("/x{half}/j"),
        format!("/{half}"),
        format!("a.{half}[0]"),
    ] {
        for contents in [
            "",
            r#"{"key":"k","valueNumber":1}"#,
            r#"{"key":"\\ude00","valueMap":[{"key":"n","valueString":"s"}]}"#,
        ] {
            let update = format!(
                r#"{{"dataModelUpdate":{{"surfaceId":"s","path":"{path}","contents":[{contents}]}}}}"#
            );
            for to in [Dialect::AhpCanvas, Dialect::Ahp1_0] {
                let mut cx = Context::default();
                cx.base_url = Some("https://canvases.test".to_owned());
                let mut there =
                    crate::translation::paranoid(Dialect::A2ui0_8, to, cx.clone()).unwrap();
                let mut back = crate::translation::paranoid(to, Dialect::A2ui0_8, cx).unwrap();
                let message =
                    AnyMessage::read(&json(&update), Dialect::A2ui0_8, to.protocol()).unwrap();
                let _ = there.push(message.clone(), Carry::default()).unwrap();
                let canvas = there.finish().outputs.remove(0);
                let came_back = back.push(canvas.message, canvas.carry).unwrap().outputs;
                let built = |messages: &mut dyn Iterator<Item = AnyMessage>| {
                    let mut surfaces = Surfaces::new();
                    for message in messages {
                        surfaces
                            .apply(&a2ui::Message::try_from(message).unwrap())
                            .unwrap();
                    }
                    surfaces
                        .iter()
                        .map(|surface| wire::encode(&surface.snapshot()).unwrap())
                        .collect::<Vec<_>>()
                };
                let expected = built(&mut std::iter::once(message));
                assert_eq!(
                    built(&mut came_back.into_iter().map(|output| output.message)),
                    expected,
                    "{update}"
                );
            }
        }
    }
}

#[test]
fn a_name_with_a_tilde_comes_back_from_nested_maps() {
    for (from, create) in [
        (
            Dialect::A2ui0_9,
            r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
        ),
        (
            Dialect::A2ui1_0Aug,
            r#"{"version":"v1.0","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
        ),
    ] {
        let version = if from == Dialect::A2ui0_9 {
            "v0.9"
        } else {
            "v1.0"
        };
        let root = format!(
            r#"{{"version":"{version}","updateComponents":{{"surfaceId":"s","components":[{{"id":"root","component":"Text","text":"a"}}]}}}}"#
        );
        for (path, value) in [
            ("", r#"{"n":1,"o~v":{"e":1,"g":{"x":1}}}"#),
            (
                r#""path":"/o~0v","#,
                r#"{"e":1,"g":{"x":1,"~":{"y":{"z":2}}}}"#,
            ),
        ] {
            let update = format!(
                r#"{{"version":"{version}","updateDataModel":{{"surfaceId":"s",{path}"value":{value}}}}}"#
            );
            let mut there =
                crate::translation::paranoid(from, Dialect::A2ui0_8, Context::default()).unwrap();
            let mut back =
                crate::translation::paranoid(Dialect::A2ui0_8, from, Context::default()).unwrap();
            let mut expected = Surfaces::new();
            let mut came_back = Surfaces::new();
            for text in [create, &root, &update] {
                let message =
                    AnyMessage::read(&json(text), from, Dialect::A2ui0_8.protocol()).unwrap();
                expected
                    .apply(&a2ui::Message::try_from(message.clone()).unwrap())
                    .unwrap();
                for made in there.push(message, Carry::default()).unwrap().outputs {
                    for output in back.push(made.message, made.carry).unwrap().outputs {
                        came_back
                            .apply(&a2ui::Message::try_from(output.message).unwrap())
                            .unwrap();
                    }
                }
            }
            let model =
                |surfaces: &Surfaces| surfaces.get("s").unwrap().data_model().get("").unwrap();
            assert_eq!(model(&came_back), model(&expected), "{update}");
        }
    }
}

#[test]
fn a_foreign_carry_does_not_change_the_type_of_a_message() {
    let manifest = r#"{"protocol":"actions.json","version":1,"surface":{"name":"desk"},"tools":[{"name":"a","description":"A"}]}"#;
    let tools = r#"{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}"#;
    let action = r#"{"version":"v0.9","action":{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"t","context":{}}}"#;
    for (from, to, text, members) in [
        (
            Dialect::ActionsJson,
            Dialect::AhpCanvas,
            manifest,
            r#"["/jsonrpc","2.0"]"#,
        ),
        (
            Dialect::ActionsJson,
            Dialect::Mcp2025_06,
            manifest,
            r#"["/jsonrpc","2.0"]"#,
        ),
        (
            Dialect::Mcp2025_06,
            Dialect::ActionsJson,
            tools,
            r#"["/type","dom_event"]"#,
        ),
        (
            Dialect::A2ui0_9,
            Dialect::AhpCanvas,
            action,
            r#"["/jsonrpc","2.0"]"#,
        ),
        (
            Dialect::A2ui0_9,
            Dialect::AhpCanvas,
            action,
            r#"["/canvasId","c"],["/displayName","d"]"#,
        ),
    ] {
        let carry =
            format!(r#"{{"v":1,"layers":[{{"from":"{to}","fields":[["/x-kept",1],{members}]}}]}}"#);
        let made = convert(
            from,
            to,
            text,
            Context::default(),
            Carry::read(&carry).unwrap(),
        )
        .unwrap();
        let made = made.message.encode().unwrap();
        let read = AnyMessage::read(&json(&made), to, from.protocol());
        assert!(
            read.is_ok_and(|read| read.encode().unwrap() == made) && made.contains("x-kept"),
            "{made}"
        );
    }
}
