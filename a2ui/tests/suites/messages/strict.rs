//! Messages that clients refuse if they require complete surfaces and known catalogs.

use super::refusals::assert_refused;
use crate::{
    client::{BASIC, Client, expand},
    read,
};
use a2ui::{
    Notation, Version,
    catalog::{Catalogs, SurfaceCatalog, basic},
};

/// Checks the refusals of a client that requires complete surfaces and known catalogs.
#[test]
fn strict_clients_refuse_more_messages() {
    let create = r#"@9"createSurface":{"surfaceId":"a","catalogId":"old"}}"#;
    assert_refused(
        true,
        &[
            (
                "no root",
                &[
                    create,
                    r#"@U9[{"id":"x","component":"Chart","title":"x","child":"y"}]}}"#,
                ],
                "missing-root",
                "/updateComponents/components/0/id",
            ),
            (
                "a child that is not there",
                &[
                    "@C9",
                    r#"@U9[{"id":"root","component":"Card","child":"gone"}]}}"#,
                ],
                "dangling-reference",
                "/updateComponents/components/0/child",
            ),
            (
                "a component that nothing leads to",
                &[
                    "@C9",
                    r#"@U9[{"id":"root","component":"Text","text":"x"},{"id":"alone","component":"Text","text":"y"}]}}"#,
                ],
                "orphan",
                "/updateComponents/components/1",
            ),
            (
                "a property of another type",
                &[
                    create,
                    r#"@U9[{"id":"root","component":"Chart","title":"x","at":"noon"}]}}"#,
                ],
                "wrong-type",
                "/updateComponents/components/0/at",
            ),
            (
                "one of two components: neither is taken",
                &[
                    create,
                    r#"@U9[{"id":"root","component":"Chart","title":"x","child":"y"},{"id":"y","component":"Chart","title":7}]}}"#,
                ],
                "wrong-type",
                "/updateComponents/components/1/title",
            ),
            (
                "a component that is too little",
                &[r#"{"surfaceUpdate":{"surfaceId":"a","components":[{"id":"x"}]}}"#],
                "missing",
                "/surfaceUpdate/components/0/component",
            ),
            // A component belongs to the catalog that it names, otherwise to the catalog of its surface.
            (
                "neither names one",
                &[
                    r#"@1"createSurface":{"surfaceId":"a"}}"#,
                    r#"@U1[{"id":"root","component":"Text","text":"x"}]}}"#,
                ],
                "missing-catalog",
                "/updateComponents/components/0/@catalogId",
            ),
            (
                "a component again, without its catalog",
                &[
                    r#"@1"createSurface":{"surfaceId":"a"}}"#,
                    r#"@U1[{"id":"root","component":"Text","@catalogId":"BASIC","text":"x"}]}}"#,
                    r#"@U1[{"id":"root","component":"Text","text":"y"}]}}"#,
                ],
                "missing-catalog",
                "/updateComponents/components/0/@catalogId",
            ),
            (
                "the same, where the surface has one",
                &[
                    "@C1",
                    r#"@U1[{"id":"root","component":"Gauge","@catalogId":"mine","label":"x"}]}}"#,
                    r#"@U1[{"id":"root","component":"Gauge","label":"y"}]}}"#,
                ],
                "unknown-component",
                "/updateComponents/components/0/component",
            ),
            (
                "a type that only the other one has",
                &[
                    "@C1",
                    r#"@U1[{"id":"root","component":"Text","@catalogId":"mine","text":"x"}]}}"#,
                ],
                "unknown-component",
                "/updateComponents/components/0/component",
            ),
            (
                "a number for a catalog",
                &[
                    "@C1",
                    r#"@U1[{"id":"root","component":"Text","@catalogId":7,"text":"x"}]}}"#,
                ],
                "type",
                "/updateComponents/components/0/@catalogId",
            ),
            (
                "a catalog of 0.9",
                &[
                    "@C1",
                    r#"@U1[{"id":"root","component":"Chart","@catalogId":"old","title":"x"}]}}"#,
                ],
                "catalog-version",
                "/updateComponents/components/0/@catalogId",
            ),
            (
                "a surface of 0.9 with one of 1.0",
                &[r#"@9"createSurface":{"surfaceId":"a","catalogId":"mine"}}"#],
                "catalog-version",
                "/createSurface/catalogId",
            ),
            (
                "and with one of 0.8",
                &[r#"@9"createSurface":{"surfaceId":"a","catalogId":"first"}}"#],
                "catalog-version",
                "/createSurface/catalogId",
            ),
            // A call does so too, whatever component contains the call.
            (
                "a call that its catalog does not have",
                &[
                    "@C1",
                    r#"@U1[{"id":"root","component":"Text","text":{"@call":"formatString","catalogId":"mine","args":{"value":"x"}}}]}}"#,
                ],
                "unknown-function",
                "/updateComponents/components/0/text/@call",
            ),
            (
                "with another argument",
                &[
                    "@C1",
                    r#"@U1[{"id":"root","component":"Text","text":{"@call":"loud","catalogId":"mine","args":{"text":7}}}]}}"#,
                ],
                "wrong-type",
                "/updateComponents/components/0/text/args/text",
            ),
            (
                "that no catalog has",
                &[
                    "@C1",
                    r#"@U1[{"id":"root","component":"Text","text":{"@call":"whisper","args":{}}}]}}"#,
                ],
                "unknown-function",
                "/updateComponents/components/0/text/@call",
            ),
            (
                "of a catalog without a name",
                &[
                    "@C1",
                    r#"@U1[{"id":"root","component":"Text","text":{"@call":"formatString","catalogId":"","args":{"value":"x"}}}]}}"#,
                ],
                "missing-catalog",
                "/updateComponents/components/0/text/catalogId",
            ),
            (
                "of a number",
                &[
                    "@C1",
                    r#"@U1[{"id":"root","component":"Text","text":{"@call":"formatString","catalogId":7,"args":{"value":"x"}}}]}}"#,
                ],
                "wrong-type",
                "/updateComponents/components/0/text/catalogId",
            ),
            (
                "of a catalog of 0.9",
                &[
                    "@C1",
                    r#"@U1[{"id":"root","component":"Text","text":{"@call":"formatString","catalogId":"old","args":{"value":"x"}}}]}}"#,
                ],
                "catalog-version",
                "/updateComponents/components/0/text/catalogId",
            ),
            (
                "of no catalog",
                &[
                    r#"@1"createSurface":{"surfaceId":"a"}}"#,
                    r#"@U1[{"id":"root","component":"Gauge","@catalogId":"mine","label":{"@call":"loud","args":{"text":"x"}}}]}}"#,
                ],
                "missing-catalog",
                "/updateComponents/components/0/label/catalogId",
            ),
            (
                "in a call of another catalog",
                &[
                    "@C1",
                    r#"@U1[{"id":"root","component":"Text","text":{"@call":"keep","catalogId":"mine","args":{"what":{"@call":"loud","args":{"text":"x"}}}}}]}}"#,
                ],
                "unknown-function",
                "/updateComponents/components/0/text/args/what/@call",
            ),
            (
                "in such a call, of no catalog",
                &[
                    r#"@1"createSurface":{"surfaceId":"a"}}"#,
                    r#"@U1[{"id":"root","component":"Gauge","@catalogId":"mine","label":{"@call":"keep","catalogId":"mine","args":{"what":{"@call":"loud","args":{"text":"x"}}}}}]}}"#,
                ],
                "missing-catalog",
                "/updateComponents/components/0/label/args/what/catalogId",
            ),
            (
                "in an object in a list",
                &[
                    "@C1",
                    r#"@U1[{"id":"root","component":"Marks","@catalogId":"mine","of":[{"@call":"loud","catalogId":"mine","args":{"text":"x"}},{"in":[{"@call":"loud","args":{"text":"y"}}]}]}]}}"#,
                ],
                "unknown-function",
                "/updateComponents/components/0/of/1/in/0/@call",
            ),
            (
                "there with another argument",
                &[
                    "@C1",
                    r#"@U1[{"id":"root","component":"Marks","@catalogId":"mine","of":[{"in":[{"@call":"loud","catalogId":"mine","args":{"text":7}}]}]}]}}"#,
                ],
                "wrong-type",
                "/updateComponents/components/0/of/0/in/0/args/text",
            ),
            (
                "in the place in a list",
                &[
                    "@C1",
                    r#"@U1[{"id":"root","component":"List","children":{"componentId":"x","path":"/l"}},{"id":"x","component":"Text","text":{"@call":"@index","args":{"offset":{"@call":"whisper"}}}}]}}"#,
                ],
                "unknown-function",
                "/updateComponents/components/1/text/args/offset/@call",
            ),
            (
                "there, of no catalog",
                &[
                    r#"@1"createSurface":{"surfaceId":"a"}}"#,
                    r#"@U1[{"id":"root","component":"List","@catalogId":"BASIC","children":{"componentId":"x","path":"/l"}},{"id":"x","component":"Text","@catalogId":"BASIC","text":{"@call":"@index","args":{"offset":{"@call":"formatNumber","args":{"value":1}}}}}]}}"#,
                ],
                "missing-catalog",
                "/updateComponents/components/1/text/args/offset/catalogId",
            ),
            (
                "of the system, which has none of that name",
                &[
                    "@C1",
                    r#"@U1[{"id":"root","component":"Text","text":{"@call":"@foo"}}]}}"#,
                ],
                "unknown-function",
                "/updateComponents/components/0/text/@call",
            ),
        ],
    );
    // A strict client accepts these messages.
    for (name, texts) in [
        (
            "each component names its catalog",
            &[
                r#"@1"createSurface":{"surfaceId":"a"}}"#,
                r#"@U1[{"id":"root","component":"Row","@catalogId":"BASIC","children":["t","g"]},{"id":"t","component":"Text","@catalogId":"BASIC","text":"x"},{"id":"g","component":"Gauge","@catalogId":"mine","label":"y"}]}}"#,
            ][..],
        ),
        (
            "a call of another catalog",
            &[
                "@C1",
                r#"@U1[{"id":"root","component":"Text","text":{"@call":"loud","catalogId":"mine","args":{"text":"x"}}}]}}"#,
            ],
        ),
        (
            "a call of the surface's in a component of another",
            &[
                "@C1",
                r#"@U1[{"id":"root","component":"Gauge","@catalogId":"mine","label":{"@call":"formatString","args":{"value":"x"}}}]}}"#,
            ],
        ),
        (
            "a call in a call, each with its catalog",
            &[
                "@C1",
                r#"@U1[{"id":"root","component":"Text","text":{"@call":"keep","catalogId":"mine","args":{"what":{"@call":"loud","catalogId":"mine","args":{"text":"x"}}}}}]}}"#,
            ],
        ),
        (
            "calls in lists, each with its catalog",
            &[
                "@C1",
                r#"@U1[{"id":"root","component":"Marks","@catalogId":"mine","of":[{"@call":"loud","catalogId":"mine","args":{"text":"x"}},{"in":[{"@call":"loud","catalogId":"mine","args":{"text":"y"}}]}]}]}}"#,
            ],
        ),
        (
            "the place in a list",
            &[
                "@C1",
                r#"@U1[{"id":"root","component":"List","children":{"componentId":"x","path":"/l"}},{"id":"x","component":"Text","text":{"@call":"@index","args":{"offset":1}}}]}}"#,
            ],
        ),
        (
            "of no catalog",
            &[
                r#"@1"createSurface":{"surfaceId":"a"}}"#,
                r#"@U1[{"id":"root","component":"List","@catalogId":"BASIC","children":{"componentId":"x","path":"/l"}},{"id":"x","component":"Text","@catalogId":"BASIC","text":{"@call":"@index","args":{"offset":1}}}]}}"#,
            ],
        ),
    ] {
        let mut client = Client::new(true);
        for text in texts {
            client
                .take(&expand(text))
                .unwrap_or_else(|error| panic!("{name}: {error:?}"));
        }
    }
}

/// Checks that components of an unknown catalog are listed but not checked, because the client decides which catalogs it
/// supports.
#[test]
fn components_of_unknown_catalogs_are_not_checked() {
    let unknown = [
        (
            r#"@9"createSurface":{"surfaceId":"a","catalogId":"gone"}}"#,
            "a surface",
        ),
        (
            r#"@1"createSurface":{"surfaceId":"a","catalogId":"gone"}}"#,
            "a surface of 1.0",
        ),
    ];
    for (create, name) in unknown {
        let mut client = Client::new(true);
        client
            .take(&expand(create))
            .unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert_eq!(client.value_at("a", "/catalogId"), "\"gone\"", "{name}");
    }
    let mut client = Client::new(true);
    client.take(&expand("@C1")).unwrap();
    let call = r#"@U1[{"id":"root","component":"Text","text":{"@call":"loud","catalogId":"gone","args":{"text":7}}}]}}"#;
    client.take(&expand(call)).unwrap();
    let message = read(&expand(
        r#"@U1[{"id":"x","component":"Gauge","@catalogId":"gone"},{"id":"y","component":"Divider"}]}}"#,
    ));
    let basic = basic(Version::V1_0, Notation::At);
    let catalogs = Catalogs::new(Version::V1_0, Notation::At)
        .with(&basic)
        .on_surface(SurfaceCatalog::Named(BASIC.into()));
    assert_eq!(
        catalogs.unchecked_components(&message),
        [(0, "gone".into())]
    );
}
