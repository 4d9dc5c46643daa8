//! The suite for messages that mix several catalogs.
//!
//! | suite | cases | here |
//! |---|---|---|
//! | `conformance/core/multi_catalog.yaml` | 5 | all; 1 is answered otherwise |
//! | `conformance/agent/multi_catalog_formats.yaml` | – | none; it is about languages that agents write instead of messages |
//!
//! Answered otherwise: the client decides which catalogs it supports. An unknown catalog is not refused; its components are
//! listed by [`unchecked_components`](Catalogs::unchecked_components).

use crate::{
    client::{BASIC, MINE, OLD, definition},
    read,
};
use a2ui::{
    Notation, Version,
    catalog::{Catalogs, SurfaceCatalog, basic},
    surface::Surfaces,
};

/// Returns the findings about the components of a surface, and the catalogs of the unchecked components.
fn findings_of(surface: &str, component: &str) -> (Vec<(&'static str, String)>, Vec<String>) {
    let basic = basic(Version::V1_0, Notation::At);
    let (mine, old) = (definition(MINE), definition(OLD));
    let message = read(&format!(
        r#"{{"version":"1.0","updateComponents":{{"surfaceId":"a","components":[{}]}}}}"#,
        component.replace("BASIC", BASIC)
    ));
    let catalogs = Catalogs::new(Version::V1_0, Notation::At)
        .with(&basic)
        .with(&mine)
        .with(&old);
    let catalogs = catalogs.on_surface(SurfaceCatalog::Named(
        surface.replace("BASIC", BASIC).as_str().into(),
    ));
    let found = catalogs.check_message(&message).into_iter();
    let found = found.map(|one| {
        (
            one.rule,
            one.pointer
                .as_str()
                .replace("/updateComponents/components/0", ""),
        )
    });
    let unjudged = catalogs
        .unchecked_components(&message)
        .into_iter()
        .map(|(_, id)| id.as_str().to_owned());
    (found.collect(), unjudged.collect())
}

#[test]
fn components_and_calls_belong_to_their_catalog() {
    type ExpectedFindings = &'static [(&'static str, &'static str)];
    for (name, surface, component, expected, unjudged) in [
        (
            "another than that of the surface",
            "BASIC",
            r#"{"id":"g","component":"Gauge","@catalogId":"mine","label":"Steam"}"#,
            &[][..] as ExpectedFindings,
            &[][..],
        ),
        (
            "and it judges",
            "BASIC",
            r#"{"id":"g","component":"Gauge","@catalogId":"mine","label":4}"#,
            &[("wrong-type", "/label")],
            &[],
        ),
        (
            "that of the surface, named",
            "BASIC",
            r#"{"id":"g","component":"Text","@catalogId":"BASIC","text":4}"#,
            &[("wrong-type", "/text")],
            &[],
        ),
        (
            "that of the surface",
            "mine",
            r#"{"id":"g","component":"Gauge","label":4}"#,
            &[("wrong-type", "/label")],
            &[],
        ),
        (
            "which has no type of the other one",
            "mine",
            r#"{"id":"g","component":"Text","text":"x"}"#,
            &[("unknown-component", "/component")],
            &[],
        ),
        (
            "an unknown catalog",
            "BASIC",
            r#"{"id":"g","component":"Whistle","@catalogId":"theirs","tune":4}"#,
            &[],
            &["theirs"],
        ),
        (
            "one of 0.9",
            "BASIC",
            r#"{"id":"g","component":"Chart","@catalogId":"old","title":"x"}"#,
            &[("catalog-version", "/@catalogId")],
            &[],
        ),
        (
            "a call of another catalog",
            "BASIC",
            r#"{"id":"g","component":"Text","text":{"@call":"loud","catalogId":"mine","args":{"text":"x"}}}"#,
            &[],
            &[],
        ),
        (
            "and that judges",
            "BASIC",
            r#"{"id":"g","component":"Text","text":{"@call":"loud","catalogId":"mine","args":{"sum":4}}}"#,
            &[
                ("missing-member", "/text/args/text"),
                ("unknown-member", "/text/args/sum"),
            ],
            &[],
        ),
        (
            "a call of a catalog of 0.9",
            "BASIC",
            r#"{"id":"g","component":"Text","text":{"@call":"loud","catalogId":"old"}}"#,
            &[
                ("catalog-version", "/text/catalogId"),
                ("unknown-function", "/text/@call"),
            ],
            &[],
        ),
    ] {
        let (found, unchecked) = findings_of(surface, component);
        let found: Vec<_> = found
            .iter()
            .map(|(rule, at)| (*rule, at.as_str()))
            .collect();
        assert_eq!(
            (found.as_slice(), unchecked),
            (
                expected,
                unjudged.iter().map(|id| (*id).to_owned()).collect()
            ),
            "{name}"
        );
    }
}

/// Checks that the surface returns the same catalogs for its components.
#[test]
fn a_surface_returns_the_catalogs_of_its_components() {
    let mut surfaces = Surfaces::new();
    for body in [
        r#""createSurface":{"surfaceId":"a","catalogId":"mine","components":[
            {"id":"root","component":"Marks","of":[]},{"id":"t","component":"Text","@catalogId":"BASIC","text":"x"}]}"#,
        r#""createSurface":{"surfaceId":"b","components":[{"id":"root","component":"Divider"}]}"#,
    ] {
        surfaces
            .apply(&read(&format!(
                r#"{{"version":"1.0",{}}}"#,
                body.replace("BASIC", BASIC)
            )))
            .unwrap();
    }
    let of = |surface: &str, id: &str| {
        let id = surfaces.get(surface).unwrap().catalog_of(id);
        id.map_or_else(String::new, |id| id.as_str().to_owned())
    };
    assert_eq!(
        [of("a", "root"), of("a", "t"), of("b", "root")],
        ["mine", BASIC, ""]
    );
}
