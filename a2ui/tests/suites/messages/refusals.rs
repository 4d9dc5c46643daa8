//! Messages that every client refuses.

use crate::client::{Client, expand};

/// Asserts that the last message is refused with this rule at this place, and that nothing changes.
pub(super) fn assert_refused(is_strict: bool, cases: &[(&str, &[&str], &str, &str)]) {
    let mut wrong = Vec::new();
    for (name, texts, rule, at) in cases {
        let mut client = Client::new(is_strict);
        let (last, before) = texts.split_last().unwrap();
        for text in before {
            client
                .take(&expand(text))
                .unwrap_or_else(|error| panic!("{name}: {error:?}"));
        }
        let unchanged = client.surfaces.clone();
        let done = client.take(&expand(last));
        if done != Err(((*rule).to_owned(), (*at).to_owned())) {
            wrong.push(format!("{name}: {done:?}"));
        }
        if client.surfaces != unchanged {
            wrong.push(format!("{name}: something changed"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn invalid_messages_are_refused_and_change_nothing() {
    assert_refused(
        false,
        &[
            (
                "a surface twice",
                &["@C9", "@C9"],
                "surface-exists",
                "/createSurface/surfaceId",
            ),
            (
                "a surface of 0.9 without a catalog",
                &[r#"@9"createSurface":{"surfaceId":"a"}}"#],
                "missing",
                "/createSurface/catalogId",
            ),
            (
                "of 0.9.1",
                &[r#"{"version":"v0.9.1","createSurface":{"surfaceId":"a"}}"#],
                "missing",
                "/createSurface/catalogId",
            ),
            (
                "components of no surface",
                &[r#"@U9[{"id":"root","component":"Divider"}]}}"#],
                "unknown-surface",
                "/updateComponents/surfaceId",
            ),
            (
                "data of no surface",
                &[r#"@9"updateDataModel":{"surfaceId":"a","path":"/n","value":1}}"#],
                "unknown-surface",
                "/updateDataModel/surfaceId",
            ),
            (
                "components of one that is gone",
                &[
                    "@C1",
                    r#"@1"deleteSurface":{"surfaceId":"a"}}"#,
                    r#"@U1[{"id":"root","component":"Divider"}]}}"#,
                ],
                "unknown-surface",
                "/updateComponents/surfaceId",
            ),
            (
                "data of one that is gone",
                &[
                    "@C1",
                    r#"@1"deleteSurface":{"surfaceId":"a"}}"#,
                    r#"@1"updateDataModel":{"surfaceId":"a","path":"/n","value":1}}"#,
                ],
                "unknown-surface",
                "/updateDataModel/surfaceId",
            ),
            (
                "a component without an id",
                &["@C9", r#"@U9[{"component":"Divider"}]}}"#],
                "missing",
                "/updateComponents/components/0/id",
            ),
            (
                "a new component without a type",
                &["@C9", r#"@U9[{"id":"x","text":"x"}]}}"#],
                "missing-component-type",
                "/updateComponents/components/0/component",
            ),
            (
                "a component twice",
                &[
                    "@C1",
                    r#"@U1[{"id":"x","component":"Divider"},{"id":"x","component":"Divider"}]}}"#,
                ],
                "duplicate-id",
                "/updateComponents/components/1/id",
            ),
            // These are cases of envelopes.
            (
                "two bodies",
                &[
                    r#"@9"createSurface":{"surfaceId":"a","catalogId":"c"},"deleteSurface":{"surfaceId":"a"}}"#,
                ],
                "key",
                "/deleteSurface",
            ),
            (
                "two updates",
                &[
                    "@C9",
                    r#"@9"updateComponents":{"surfaceId":"a","components":[]},"updateDataModel":{"surfaceId":"a","value":{}}}"#,
                ],
                "key",
                "/updateDataModel",
            ),
            (
                "two bodies of 0.8",
                &[
                    r#"{"beginRendering":{"surfaceId":"a","root":"r"},"surfaceUpdate":{"surfaceId":"a","components":[]}}"#,
                ],
                "key",
                "/surfaceUpdate",
            ),
            (
                "two bodies of 1.0",
                &[r#"@1"createSurface":{"surfaceId":"a"},"deleteSurface":{"surfaceId":"a"}}"#],
                "key",
                "/deleteSurface",
            ),
            (
                "a body of 0.9 in 0.8",
                &[r#"{"version":"v0.8","createSurface":{"surfaceId":"a","catalogId":"c"}}"#],
                "key",
                "/createSurface",
            ),
            (
                "a body of 0.8 in 0.9",
                &[r#"@9"beginRendering":{"surfaceId":"a","root":"r"}}"#],
                "key",
                "/beginRendering",
            ),
            (
                "a body of 0.8 in 1.0",
                &[r#"@1"beginRendering":{"surfaceId":"a","root":"r"}}"#],
                "key",
                "/beginRendering",
            ),
            (
                "a number for a surface",
                &[r#"@9"createSurface":{"surfaceId":7,"catalogId":"c"}}"#],
                "type",
                "/createSurface/surfaceId",
            ),
            (
                "in 0.8",
                &[r#"{"beginRendering":{"surfaceId":7,"root":"r"}}"#],
                "type",
                "/beginRendering/surfaceId",
            ),
            (
                "in 1.0",
                &[r#"@1"createSurface":{"surfaceId":7}}"#],
                "type",
                "/createSurface/surfaceId",
            ),
            (
                "a version that there is not",
                &[r#"{"version":"v99.0","createSurface":{"surfaceId":"a"}}"#],
                "value",
                "/version",
            ),
            (
                "no version",
                &[r#"{"createSurface":{"surfaceId":"a","catalogId":"c"}}"#],
                "missing",
                "/version",
            ),
            (
                "a name of a vendor that is none",
                &[
                    r#"@1"createSurface":{"surfaceId":"a","metadata":{"extensions":{"org:example":1}}}}"#,
                ],
                "extension-name",
                "/createSurface/metadata/extensions/org:example",
            ),
            (
                "what a vendor adds, elsewhere",
                &[r#"@1"createSurface":{"surfaceId":"a","metadata":{"owner":"me"}}}"#],
                "unknown-member",
                "/createSurface/metadata/owner",
            ),
            (
                "an entry of 0.8 without a value",
                &[r#"{"dataModelUpdate":{"surfaceId":"a","path":"/x","contents":[{"key":"."}]}}"#],
                "exactly-one-value",
                "/dataModelUpdate/contents/0",
            ),
            // These are cases of trees, in any mode.
            (
                "a component in itself",
                &[
                    "@C9",
                    r#"@U9[{"id":"root","component":"Card","child":"root"}]}}"#,
                ],
                "self-reference",
                "/updateComponents/components/0/child",
            ),
            (
                "a component in its child",
                &[
                    "@C9",
                    r#"@U9[{"id":"root","component":"Card","child":"x"},{"id":"x","component":"Card","child":"root"}]}}"#,
                ],
                "cycle",
                "/updateComponents/components/1/child",
            ),
            (
                "and in the child of that",
                &[
                    "@C9",
                    r#"@U9[{"id":"root","component":"Card","child":"x"},{"id":"x","component":"Card","child":"y"},{"id":"y","component":"Card","child":"root"}]}}"#,
                ],
                "cycle",
                "/updateComponents/components/2/child",
            ),
            (
                "a cycle that a later message closes",
                &[
                    r#"@1"createSurface":{"surfaceId":"a","catalogId":"BASIC","components":[{"id":"root","component":"Row","children":["x"]},{"id":"x","component":"Divider"}]}}"#,
                    r#"@U1[{"id":"x","component":"Row","children":["y"]},{"id":"y","component":"Row","children":["x"]}]}}"#,
                ],
                "cycle",
                "/updateComponents/components/1/children/0",
            ),
            (
                "a cycle of 0.8",
                &[
                    r#"{"surfaceUpdate":{"surfaceId":"a","components":[{"id":"x","component":{"Row":{"children":{"explicitList":["y"]}}}},{"id":"y","component":{"Row":{"children":{"explicitList":["x"]}}}}]}}"#,
                ],
                "cycle",
                "/surfaceUpdate/components/1/component/Row/children/explicitList/0",
            ),
        ],
    );
    // 52 nested objects.
    let deep = format!("{}1{}", r#"{"in":"#.repeat(52), "}".repeat(52));
    let deep = format!(r#"@U1[{{"id":"root","component":"Text","text":"x","more":{deep}}}]}}}}"#);
    let at = format!("/updateComponents/components/0/more{}", "/in".repeat(46));
    assert_refused(
        false,
        &[("JSON that is too deep", &["@C1", &deep], "json-depth", &at)],
    );
}
