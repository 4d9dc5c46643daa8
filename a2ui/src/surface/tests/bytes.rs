//! Tests of the memory limits of surfaces.

use super::*;
use crate::data_model::DataModelOptions;

fn data(path: &str, value: &str) -> String {
    format!(
        r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","path":"{path}","value":{value}}}}}"#
    )
}

fn small() -> SurfaceOptions {
    SurfaceOptions::new()
        .max_bytes(20_000)
        .max_total_bytes(50_000)
}

fn with(options: SurfaceOptions, texts: &[&str]) -> Surfaces {
    let mut surfaces = Surfaces::with_options(options);
    texts
        .iter()
        .for_each(|text| drop(surfaces.apply(&message(text)).unwrap()));
    surfaces
}

/// Applies messages until one is refused. Returns the number of applied messages and the place of the refusal.
fn fill(surfaces: &mut Surfaces, text: impl Fn(usize) -> String) -> (usize, String) {
    for n in 0..100_000 {
        let before = surfaces.bytes();
        if let Err(error) = surfaces.apply(&message(&text(n))) {
            assert_eq!(error.rule, "too-many-bytes", "{error}");
            assert!(!error.hint.is_empty());
            assert_eq!(surfaces.bytes(), before);
            return (n, error.pointer.as_str().to_owned());
        }
        assert!(surfaces.bytes() > before);
    }
    panic!("nothing was refused");
}

/// Computes the total size of all surfaces from scratch. `Surfaces` updates it with each message instead.
fn sum(surfaces: &Surfaces) -> usize {
    surfaces.iter().map(Surface::bytes).sum()
}

#[test]
fn padding_nulls_count_and_a_refused_write_changes_nothing() {
    let bound = crate::data_model::DEFAULT_MAX_BYTES;
    for is_there in [false, true] {
        let mut surfaces = apply(&[CREATE]);
        let (applied, at) = fill(&mut surfaces, |n| match is_there {
            true if n % 2 == 0 => data(&format!("/a{}", n / 2), "[1]"),
            true => data(&format!("/a{}/9999", n / 2), "1"),
            false => data(&format!("/a{n}/9999"), "1"),
        });
        assert!((20..2000).contains(&applied), "{applied}");
        assert_eq!(at, "/updateDataModel/path");
        assert!((bound / 2..=bound).contains(&surfaces.bytes()));
        // The next message is applied. After a removal, the refused one is applied, too.
        surfaces.apply(&message(&data("/a0", "1"))).unwrap();
        surfaces.apply(&message(&data("/a1", "1"))).unwrap();
        surfaces.apply(&message(&data("/new/9999", "1"))).unwrap();
        assert_eq!(surfaces.bytes(), sum(&surfaces));
        surfaces
            .apply(&message(
                r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#,
            ))
            .unwrap();
        assert_eq!(surfaces.bytes(), 0);
        surfaces.apply(&message(CREATE)).unwrap();
    }
}

#[test]
fn all_stored_state_counts_toward_the_limit() {
    let long = "x".repeat(1000);
    let begin = |n: usize| {
        format!(r#"{{"beginRendering":{{"surfaceId":"s","root":"r","own{n}":"{long}"}}}}"#)
    };
    let beside = |n: usize| {
        format!(r#"{{"beginRendering":{{"surfaceId":"s","root":"r"}},"own{n}":"{long}"}}"#)
    };
    let old = |n: usize, component: &str| {
        format!(
            r#"{{"surfaceUpdate":{{"surfaceId":"s","components":[{{"id":"c{n}","component":{component}}}]}}}}"#
        )
    };
    let literal = |n: usize| {
        old(
            n % 2,
            &format!(r#"{{"Text":{{"text":{{"path":"/p{n}","literalString":"{long}"}}}}}}"#),
        )
    };
    let entries = |n: usize| {
        format!(
            r#"{{"dataModelUpdate":{{"surfaceId":"s","contents":[{{"key":"k","valueString":"{long}{n}"}}],"path":"/p{n}"}}}}"#
        )
    };
    let card = |n: usize| {
        update(&format!(
            r#"{{"id":"c{n}","component":"Row","children":["{n}","{n}x"],"x":"{long}"}}"#
        ))
    };
    let new = CREATE.replace("v0.9", "v1.0");
    for (first, text, at) in [
        (
            CREATE,
            &(|n| data(&format!("/m{n}"), &format!("\"{long}\""))) as &dyn Fn(usize) -> String,
            "/updateDataModel/path",
        ),
        (
            CREATE,
            &|n| data("/list", &format!("\"{}\"", long.repeat(n))),
            "/updateDataModel/path",
        ),
        (CREATE, &card, "/updateComponents/components"),
        (
            CREATE,
            &|n| {
                update(&format!(
                    r#"{{"id":"a","component":"Own","x":"{}"}}"#,
                    long.repeat(n)
                ))
            },
            "/updateComponents/components",
        ),
        (
            &new,
            &|n| card(n).replace("v0.9", "v1.0"),
            "/updateComponents/components",
        ),
        (
            &new,
            &|n| data(&format!("/m{n}"), &format!("\"{long}\"")).replace("v0.9", "v1.0"),
            "/updateDataModel/path",
        ),
        (&begin(0), &|n| begin(n + 1), "/beginRendering"),
        (&beside(0), &|n| beside(n + 1), "/beginRendering"),
        (&begin(0), &entries, "/dataModelUpdate/path"),
        (
            &begin(0),
            &literal,
            "/surfaceUpdate/components/0/component/Text/text/path",
        ),
        (
            &begin(0),
            &|n| old(n, &format!(r#"{{"Own":{{"x":"{long}"}}}}"#)),
            "/surfaceUpdate/components",
        ),
    ] {
        let mut surfaces = with(small(), &[first]);
        let before = surfaces.clone();
        let (applied, refused_at) = fill(&mut surfaces, text);
        assert!((5..25).contains(&applied), "{applied} of {at}");
        assert_eq!(refused_at, at);
        assert_eq!(surfaces.bytes(), sum(&surfaces));
        assert_ne!(surfaces, before);
        // A rebuilt surface is equal and has about the same size.
        let mut again = Surfaces::with_options(small());
        let messages: Vec<Message> = surfaces.iter().flat_map(Surface::messages).collect();
        messages
            .iter()
            .for_each(|message| drop(again.apply(message).unwrap()));
        assert_eq!(again, surfaces);
    }
}

#[test]
fn a_surface_that_is_too_large_is_not_created() {
    let long = "x".repeat(30_000);
    for text in [
        CREATE.replace("\"c\"", &format!("\"{long}\"")),
        CREATE
            .replace("v0.9", "v1.0")
            .replace("\"c\"", &format!("\"{long}\"")),
        CREATE
            .replace("v0.9", "v1.0")
            .replace("\"c\"", &format!(r#""c","dataModel":{{"a":"{long}"}}"#)),
        format!(
            r#"{{"version":"v1.0","createSurface":{{"surfaceId":"s","components":[{{"id":"a","component":"Text","text":"{long}"}}]}}}}"#
        ),
        format!(r#"{{"beginRendering":{{"surfaceId":"s","root":"{long}"}}}}"#),
        format!(
            r#"{{"dataModelUpdate":{{"surfaceId":"s","contents":[{{"key":"{long}","valueNumber":1}}]}}}}"#
        ),
        format!(r#"{{"deleteSurface":{{"surfaceId":"s"}},"own":"{long}"}}"#),
    ] {
        let mut surfaces = Surfaces::with_options(small());
        match surfaces.apply(&message(&text)) {
            Err(error) => assert_eq!(error.rule, "too-many-bytes"),
            Ok(changes) => assert!(changes.is_empty()),
        }
        assert_eq!((surfaces.len(), surfaces.bytes()), (0, 0));
        surfaces.apply(&message(CREATE)).unwrap();
    }
}

#[test]
fn all_surfaces_and_retired_ids_share_one_limit() {
    let of = |text: &str, n: usize| message(&text.replace("\"s\"", &format!("\"s{n}\"")));
    let mut surfaces = Surfaces::with_options(small().id_reuse(IdReuse::Refused));
    let large = data("/a", &format!("\"{}\"", "x".repeat(14_000)));
    for n in 0..3 {
        surfaces.apply(&of(CREATE, n)).unwrap();
        surfaces.apply(&of(&large, n)).unwrap();
    }
    surfaces.apply(&of(CREATE, 3)).unwrap();
    let error = surfaces.apply(&of(&large, 3)).unwrap_err();
    assert_eq!(error.rule, "too-many-bytes");
    assert!(
        error.message.contains("all surfaces") && error.message.contains("50000"),
        "{error}"
    );
    assert_eq!(
        surfaces
            .write("s3", "/a", Payload::string(&"x".repeat(14_000)))
            .unwrap_err()
            .rule,
        "too-many-bytes"
    );
    surfaces
        .apply(&of(
            r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#,
            0,
        ))
        .unwrap();
    let left = sum(&surfaces);
    assert!(
        surfaces.bytes() > left,
        "the id of the deleted surface is kept"
    );
    surfaces.apply(&of(&large, 3)).unwrap();
    surfaces.write("s3", "/b", Payload::string("x")).unwrap();
    assert_eq!(
        surfaces.bytes() - sum(&surfaces),
        surfaces.bytes() - sum(&surfaces.clone())
    );
    assert_eq!(
        surfaces
            .write("s3", "/b", Payload::string(&"x".repeat(9_000)))
            .unwrap_err()
            .rule,
        "too-many-bytes"
    );
}

#[test]
fn limits_can_be_lowered_without_dropping_surfaces() {
    let mut surfaces = with(
        small(),
        &[CREATE, &data("/a", &format!("\"{}\"", "x".repeat(14_000)))],
    );
    surfaces.set_max_bytes(10_000, 12_000);
    assert_eq!(
        surfaces.apply(&message(&data("/b", "1"))).unwrap_err().rule,
        "too-many-bytes"
    );
    let card = update(r#"{"id":"a","component":"Own"}"#);
    assert_eq!(
        surfaces.apply(&message(&card)).unwrap_err().rule,
        "too-many-bytes"
    );
    surfaces.apply(&message(&data("/a", "1"))).unwrap();
    surfaces.apply(&message(&data("/b", "1"))).unwrap();
    surfaces.apply(&message(&card)).unwrap();
}

#[test]
fn a_data_model_may_have_a_lower_limit_than_its_surface() {
    let options = small().data_model(DataModelOptions::new().max_bytes(5_000));
    let mut surfaces = with(options, &[CREATE]);
    let error = surfaces
        .apply(&message(&data("/a", &format!("\"{}\"", "x".repeat(5_000)))))
        .unwrap_err();
    assert_eq!(
        (error.rule, error.message.contains("data model")),
        ("too-many-bytes", true)
    );
    let long = "x".repeat(10_000);
    surfaces
        .apply(&message(&update(&format!(
            r#"{{"id":"a","component":"Own","x":"{long}"}}"#
        ))))
        .unwrap();
}

#[test]
fn a_refused_update_reverts_its_literals() {
    let long = "x".repeat(12_000);
    let text = format!(
        r#"{{"surfaceUpdate":{{"surfaceId":"s","components":[{{"id":"a","component":{{"Text":{{"text":{{"path":"/p","literalString":"{long}"}}}}}}}}]}}}}"#
    );
    let mut surfaces = with(
        small(),
        &[r#"{"beginRendering":{"surfaceId":"s","root":"a"}}"#],
    );
    let (before, bytes) = (surfaces.clone(), surfaces.bytes());
    assert_eq!(
        surfaces.apply(&message(&text)).unwrap_err().rule,
        "too-many-bytes"
    );
    assert_eq!((&surfaces, surfaces.bytes()), (&before, bytes));
}
