//! The suite for the placement of components.
//!
//! | suite | cases | here |
//! |---|---|---|
//! | `conformance/core/composition_constraints.yaml` | 3 | all |
//!
//! In the suite, the message is refused. Here, a surface accepts it, because the parent may still arrive, and reports the
//! findings on request ([`placement_findings`](a2ui::surface::Surface::placement_findings)).

use crate::{
    client::{BASIC, definition},
    read,
};
use a2ui::{
    Notation, Version,
    catalog::{Catalog, basic},
    report::Report,
    surface::Surfaces,
};
use wire::{Payload, Pointer, Validate};

const STATION: &str = r#"{"catalogId":"station","protocolVersion":"1.0","components":{
    "Timetable":{"allowedParents":["Surface"],"allowedChildren":["Train","Notice"]},
    "Train":{"allowedParents":["Timetable"]},"Notice":{},"Hall":{"type":"object"}}}"#;

/// Returns the code and the path of the error that a client sends.
fn code_and_path(report: &Report) -> (String, String) {
    let error = Payload::encode(&report.v1_0().unwrap()).unwrap();
    let text = |name: &str| {
        error
            .get(&Pointer::root().member("error").member(name))
            .unwrap()
            .as_str()
            .unwrap()
            .into_owned()
    };
    (text("code"), text("path"))
}

#[test]
fn catalogs_limit_the_placement_of_components() {
    let tree = |root: &str, child: &str| {
        format!(
            r#"{{"id":"root","component":"{root}","children":["x"]}},{{"id":"x","component":"{child}"}}"#
        )
    };
    for (name, catalog, components, expected) in [
        (
            "the basic catalog asks for nothing",
            BASIC,
            r#"{"id":"root","component":"Column","children":["x"]},{"id":"x","component":"Text","text":"Platform 4"}"#.to_owned(),
            &[][..],
        ),
        ("the surface is what the root stands below", "station", tree("Timetable", "Train"), &[]),
        (
            "another parent",
            "station",
            tree("Hall", "Train"),
            &[("UNALLOWED_PARENT", "/components/x/component")],
        ),
        (
            "below the surface itself",
            "station",
            r#"{"id":"root","component":"Train"}"#.to_owned(),
            &[("UNALLOWED_PARENT", "/components/root/component")],
        ),
        (
            "another child",
            "station",
            tree("Timetable", "Hall"),
            &[("UNALLOWED_CHILD", "/components/root/children/0")],
        ),
        ("what is missing may be anything", "station", r#"{"id":"root","component":"Timetable","children":["x"]}"#.to_owned(), &[]),
    ] {
        let mut surfaces = Surfaces::new();
        let message = read(&format!(
            r#"{{"version":"1.0","createSurface":{{"surfaceId":"s","catalogId":"{catalog}","components":[{components}]}}}}"#
        ));
        assert_eq!(message.validate(), [], "{name}");
        surfaces.apply(&message).unwrap();
        let (station, basic) = (definition(STATION), basic(Version::V1_0, Notation::At));
        let catalogs: [&dyn Catalog; 2] = [&station, &basic];
        let mut found = Vec::new();
        surfaces.get("s").unwrap().placement_findings(&catalogs, &Pointer::root(), &mut found);
        // This is the error that a client sends to the agent.
        let told: Vec<_> = found.iter().map(|finding| code_and_path(&Report::finding("s", finding))).collect();
        let expected: Vec<_> =
            expected.iter().map(|(code, path)| ((*code).to_owned(), (*path).to_owned())).collect();
        assert_eq!(told, expected, "{name}");
    }
}
