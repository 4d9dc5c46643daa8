//! Inputs that are large or deep, and inputs whose cost could grow faster than their size.

use super::{
    CREATE, Kept, Refused, Row, at, comes_back, components, convert, fold, fold_into, found, hold,
    json, kept, record, refused, row, says, update,
};
use a2ui::{
    data_model::{BeyondEnd, DataModel, DataModelOptions, MAX_PADDED_INDEX},
    stream::{Framing, Stream},
    surface::{SurfaceOptions, Surfaces},
};
use bridge::{Carry, Context, Dialect};
use wire::Validate;

/// Requires that a write into `/items`, an empty list, is refused.
fn no_write(path: &str, rule: &str) -> super::Outcome {
    let write = update(path, "1");
    refused(
        fold([CREATE, &update("/items", "[]"), &update("/v", "1"), &write]),
        rule,
        "/updateDataModel/path",
    )
}

/// Requires that the components expand to more nodes than a tree may have, while the messages themselves are kept.
fn expands(list: &str, items: &str) -> super::Outcome {
    let message = components(list);
    let surfaces = fold([CREATE, &message, &update("/items", items)]).unwrap();
    let error = surfaces.get("s").unwrap().nodes().unwrap_err();
    assert!(error.to_string().contains("10000"), "{error}");
    comes_back(Dialect::A2ui0_9, Dialect::A2ui1_0, &message);
    Refused
}

fn column(id: &str, children: &str) -> String {
    format!(r#"{{"id":"{id}","component":"Column","children":{children}}}"#)
}

/// Builds this many nested calls around a text.
fn calls(count: usize) -> String {
    let calls =
        r#"{"call":"formatString","args":{"value":"#.repeat(count) + "\"x\"" + &"}}".repeat(count);
    format!(r#"{{"id":"root","component":"Text","text":{calls}}}"#)
}

pub(super) const ROWS: &[Row] = &[
    row(66, "an index far behind the end of a list", Refused, || {
        no_write("/items/999999999", "index-gap");
        no_write(&format!("/items/{}", MAX_PADDED_INDEX + 1), "index-gap");
        no_write("/items/99999999999999999999999999", "index-gap");
        let strict = DataModelOptions::new().beyond_end(BeyondEnd::Refuse);
        let mut model = DataModel::with_options(strict);
        model.set("/items", json("[]")).unwrap();
        assert_eq!(
            model.set("/items/1", json("1")).unwrap_err().rule(),
            "index-gap"
        );
        Refused
    }),
    row(67, "an index in another spelling", Refused, || {
        for path in [
            "/items/01",
            "/items/-1",
            "/items/1e3",
            "/items/-",
            "/items/+1",
            "/items/ 1",
        ] {
            no_write(path, "not-an-index");
        }
        Refused
    }),
    row(68, "a name in a list", Refused, || {
        no_write("/items/x", "not-an-index")
    }),
    row(69, "a write through a number", Refused, || {
        no_write("/v/x", "write-through-primitive")
    }),
    row(70, "a path of ten thousand segments", Refused, || {
        no_write(&"/a".repeat(10_000), "depth")
    }),
    row(71, "a path with a broken escape", Refused, || {
        no_write("/~2", "data-path");
        no_write("/a~", "data-path")
    }),
    row(72, "a template over a million items", Refused, || {
        let list = column("root", r#"{"componentId":"t","path":"/items"}"#)
            + r#",{"id":"t","component":"Text","text":"a"}"#;
        expands(&list, &format!("[{}1]", "1,".repeat(1_000_000)))
    }),
    row(73, "eight components that are 36 million", Refused, || {
        let level = |i: usize| {
            let id = if i == 0 {
                "root".to_owned()
            } else {
                format!("c{i}")
            };
            column(
                &id,
                &format!("[{}]", vec![format!("\"c{}\"", i + 1); 12].join(",")),
            )
        };
        let list = (0..7).map(level).collect::<Vec<_>>().join(",")
            + r#",{"id":"c7","component":"Text","text":"a"}"#;
        expands(&list, "[]")
    }),
    row(74, "templates in templates", Refused, || {
        let template = |id: &str, child: &str| {
            column(
                id,
                &format!(r#"{{"componentId":"{child}","path":"/items"}}"#),
            )
        };
        let list = [
            template("root", "a"),
            template("a", "b"),
            template("b", "t"),
        ]
        .join(",");
        expands(
            &(list + r#",{"id":"t","component":"Text","text":"a"}"#),
            &format!("[{}1]", "1,".repeat(99)),
        )
    }),
    row(75, "components in a circle", Refused, || {
        let card = |id: &str, child: &str| {
            format!(r#"{{"id":"{id}","component":"Card","child":"{child}"}}"#)
        };
        let circle = components(&[card("root", "a"), card("a", "root")].join(","));
        refused(
            fold([CREATE, &circle]),
            "cycle",
            "/updateComponents/components/1/child",
        );
        let own = components(&card("root", "root"));
        refused(
            fold([CREATE, &own]),
            "self-reference",
            "/updateComponents/components/0/child",
        )
    }),
    row(76, "a component that nothing leads to", Kept, || {
        let surfaces = fold([
            CREATE,
            &components(r#"{"id":"x","component":"Text","text":"a"}"#),
        ])
        .unwrap();
        assert!(surfaces.get("s").unwrap().component("x").is_some());
        assert!(
            surfaces
                .get("s")
                .unwrap()
                .validate()
                .iter()
                .any(|finding| finding.rule == "missing-root")
        );
        let two = r#"{"id":"root","component":"Text","text":"a"},{"id":"x","component":"Text","text":"a"}"#;
        let surfaces = fold([CREATE, &components(two)]).unwrap();
        assert!(
            surfaces
                .get("s")
                .unwrap()
                .validate()
                .iter()
                .any(|finding| finding.rule == "orphan")
        );
        let whole = SurfaceOptions::new().strictness(a2ui::surface::Strictness::Complete);
        let result = fold_into(Surfaces::with_options(whole), [CREATE, &components(two)]);
        refused(result, "orphan", "/updateComponents/components/1");
        Kept
    }),
    row(77, "six calls in each other", Refused, || {
        fold([CREATE, &components(&calls(a2ui::MAX_CALL_DEPTH))]).unwrap();
        refused(
            fold([CREATE, &components(&calls(6))]),
            "call-depth",
            "/updateComponents/components/0/text",
        )
    }),
    // Kept without a finding: the pattern engine takes linear time in the text.
    row(
        78,
        "a pattern that takes exponential time elsewhere",
        Kept,
        || {
            let field = |pattern: &str| {
                components(&format!(
                    r#"{{"id":"root","component":"TextField","label":"l","value":{{"path":"/v"}},"checks":[{{"condition":{{"call":"regex","args":{{"value":{{"path":"/v"}},"pattern":"{pattern}"}}}},"message":"m"}}]}}"#
                ))
            };
            let message = field("(a+)+b");
            let text = update("/v", &format!("\"{}\"", "a".repeat(100_000)));
            let surfaces = fold([CREATE, &message, &text]).unwrap();
            let host = a2ui::expression::Host::new();
            let surface = surfaces.get("s").unwrap();
            let failed = surface
                .checks("root", &a2ui::expression::Scope::top(), &host)
                .unwrap();
            assert_eq!(failed.len(), 1, "the text is judged, and does not fit");
            kept::<a2ui::Message>(&field(&"a".repeat(300)));
            kept::<a2ui::Message>(&message)
        },
    ),
    row(79, "a message that does not end", Refused, || {
        let mut stream = Stream::new(Framing::Lines, None).limit(1000);
        assert!(stream.push("{\"version\":\"v0.9\",\"x\":\"").is_empty());
        let mut errors = Vec::new();
        for _ in 0..10_000 {
            errors.extend(stream.push(&"a".repeat(1000)));
        }
        errors.extend(stream.push("\"}\n"));
        assert_eq!(errors.len(), 1);
        assert!(
            errors[0]
                .result
                .as_ref()
                .unwrap_err()
                .message
                .contains("1000")
        );
        assert!(
            stream.push("{\"version\":\"v0.9\",\"deleteSurface\":{\"surfaceId\":\"s\"}}\n")[0]
                .result
                .is_ok()
        );
        Refused
    }),
    row(80, "more surfaces than are allowed", Refused, || {
        let create = |i: usize| CREATE.replace("\"s\"", &format!("\"s{i}\""));
        let messages: Vec<String> = (0..101).map(create).collect();
        let mut surfaces = Surfaces::with_options(SurfaceOptions::new().max_surfaces(100));
        for message in &messages[..100] {
            surfaces
                .apply(&a2ui::Message::read(message).unwrap())
                .unwrap();
        }
        let last = surfaces.apply(&a2ui::Message::read(&messages[100]).unwrap());
        refused(last, "too-many-surfaces", "/createSurface/surfaceId");
        assert!(
            surfaces.len() == 100 && surfaces.get("s0").is_some(),
            "none is forgotten for it"
        );
        Refused
    }),
    row(81, "names that collide", Kept, || {
        // Names are sorted; nothing is hashed.
        let name = |i: usize| {
            (0..17)
                .map(|bit| if i >> bit & 1 == 0 { "Aa" } else { "BB" })
                .collect::<String>()
        };
        let members: Vec<String> = (0..100_000)
            .map(|i| format!("\"{}\":{i}", name(i)))
            .collect();
        let text = record("data", &format!("{{{}}}", members.join(",")));
        comes_back(Dialect::Aap, Dialect::A2ui0_9, &text);
        kept::<aap::Interaction>(&text)
    }),
    row(82, "a carry that grows from hop to hop", Kept, || {
        let text = record("summary", r#""s","x":1"#);
        let first = comes_back(Dialect::Aap, Dialect::A2ui0_9, &text);
        let size = |carry: &Carry| wire::encode(carry).unwrap().len();
        let mut there = first.clone();
        for _ in 0..10 {
            let sent = there.message.encode().unwrap();
            let back = convert(
                Dialect::A2ui0_9,
                Dialect::Aap,
                &sent,
                Context::default(),
                there.carry,
            )
            .unwrap();
            let again = back.message.encode().unwrap();
            assert_eq!(json(&again), json(&text));
            there = convert(
                Dialect::Aap,
                Dialect::A2ui0_9,
                &again,
                Context::default(),
                back.carry,
            )
            .unwrap();
            assert_eq!(size(&there.carry), size(&first.carry));
        }
        Kept
    }),
    row(
        83,
        "content that is not Base64, next to a text",
        Kept,
        || {
            let text =
                r#"{"contents":[{"uri":"ahp-canvas-content:/s/x","text":"t","blob":"!!!"}]}"#;
            let findings = found::<ahp::canvas::CanvasReadResourceResult>(text);
            says(&findings, "base64", "/contents/0/blob");
            says(&findings, "text-or-blob", "/contents/0/blob");
            assert!(at(&json(text), "/contents/0/blob").is_some());
            kept::<ahp::canvas::CanvasReadResourceResult>(text)
        },
    ),
];

#[test]
fn hostile_sizes_have_the_expected_outcome() {
    hold(ROWS);
}
