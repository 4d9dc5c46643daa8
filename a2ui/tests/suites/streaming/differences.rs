//! The cases in which this crate and the suite differ.

use super::{check, short};
use a2ui::extract::Extractor;

/// Checks messages that the parsers of the suite return incomplete or changed. Here, each message is returned verbatim
/// once it is complete.
#[test]
fn messages_are_returned_complete_and_verbatim() {
    let components = |rest: &str| {
        format!(
            r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"desk","components":[{rest}]}}}}"#
        )
    };
    let entries =
        |rest: &str| format!(r#"{{"dataModelUpdate":{{"surfaceId":"desk","contents":[{rest}]}}}}"#);
    let value = |rest: &str| {
        format!(r#"{{"version":"1.0","updateDataModel":{{"surfaceId":"desk","value":{rest}}}}}"#)
    };
    type Within<'a> = &'a dyn Fn(&str) -> String;
    for (upstream, within, first, rest) in [
        // The suite closes unfinished strings under some keys.
        (
            "a text",
            &components as Within<'_>,
            r#"{"id":"root","component":"Text","text":"Goo"#,
            r#"d day"}"#,
        ),
        (
            "a text of 0.8",
            &components,
            r#"{"id":"root","component":{"Text":{"text":{"literalString":"Goo"#,
            r#"d day"}}}}"#,
        ),
        (
            "under a key that the catalog names",
            &components,
            r#"{"id":"root","component":"Sign","words":"Goo"#,
            r#"d day"}"#,
        ),
        ("in a data model", &value, r#"{"note":"Goo"#, r#"d day"}"#),
        ("a whole value", &value, r#""Goo"#, r#"d day""#),
        // The suite returns complete components.
        (
            "the first one",
            &components,
            r#"{"id":"root","component":"Card","child":"a"},{"id":"a","compo"#,
            r#"nent":"Divider"}"#,
        ),
        (
            "the only one",
            &components,
            r#"{"id":"root","component":"Divider"}"#,
            "",
        ),
        (
            "of another catalog",
            &components,
            r#"{"id":"root","component":"Gauge","n":7,"catalogId":"mine"}"#,
            "",
        ),
        // The suite inserts a placeholder for each missing child.
        (
            "for a child",
            &components,
            r#"{"id":"root","component":"Card","child":"a"},"#,
            r#"{"id":"a","component":"Divider"}"#,
        ),
        (
            "for children",
            &components,
            r#"{"id":"root","component":"Row","children":["a","b"]},"#,
            r#"{"id":"b","component":"Divider"},{"id":"a","component":"Divider"}"#,
        ),
        (
            "for a template",
            &components,
            r#"{"id":"root","component":"List","children":{"componentId":"a","path":"/l"}},"#,
            r#"{"id":"a","component":"Divider"}"#,
        ),
        // In the suite, these messages are returned in another order, or not at all.
        (
            "until the root is there",
            &components,
            r#"{"id":"a","component":"Divider"},"#,
            r#"{"id":"root","component":"Card","child":"a"}"#,
        ),
        (
            "what nothing leads to",
            &components,
            r#"{"id":"root","component":"Divider"},"#,
            r#"{"id":"alone","component":"Divider"}"#,
        ),
        (
            "with an empty object",
            &components,
            r#"{"id":"root","component":"Text","text":"x","more":{"#,
            "}}",
        ),
        // The suite returns data models as they grow.
        (
            "a list",
            &entries,
            r#"{"key":"rows","valueMap":["#,
            r#"{"key":"a","valueString":"1"}]}"#,
        ),
        (
            "an element",
            &entries,
            r#"{"key":"rows","valueMap":[{"key":"a","valueString":"1"},"#,
            r#"{"key":"b","valueString":"2"}]}"#,
        ),
        (
            "without what has no value",
            &entries,
            r#"{"key":"n","valueNumber":1},{"key":"mo"#,
            r#"re","valueNumber":2}"#,
        ),
        (
            "without what has no key",
            &entries,
            r#"{"key":"n","valueNumber":1},{"valueNumber":2"#,
            r#","key":"more"}"#,
        ),
        ("an object", &value, r#"{"rows":{"#, "}}"),
        (
            "an object with a member",
            &value,
            r#"{"rows":{"a":1},"#,
            r#""b":2}"#,
        ),
    ] {
        let whole = format!(
            "<a2ui-json>[{}]</a2ui-json>",
            within(&format!("{first}{rest}"))
        );
        let cut = whole.find(first).unwrap() + first.len();
        let mut finder = Extractor::new();
        assert_eq!(finder.push(&whole[..cut]), [], "{upstream}");
        assert_eq!(
            short(finder.push(&whole[cut..]), &whole).len(),
            1,
            "{upstream}"
        );
        assert_eq!(finder.finish(), [], "{upstream}");
    }
    check(&[
        // The suite swaps these two messages.
        (
            "components before their surface",
            &[(
                r#"<a2ui-json>[{"surfaceUpdate":{"surfaceId":"desk","components":[{"id":"top","component":{"Divider":{}}}]}}, @8]</a2ui-json>"#,
                &["surfaceUpdate desk", "beginRendering desk"],
            )],
            &[],
        ),
        // The suite drops this message.
        (
            "the end before the beginning",
            &[(
                "<a2ui-json>[@D, @9]",
                &["deleteSurface desk", "createSurface desk"],
            )],
            &[],
        ),
        // The suite adds a leading slash to this path.
        (
            "a path of 0.8 without a slash",
            &[(
                r#"<a2ui-json>[{"surfaceUpdate":{"surfaceId":"desk","components":[{"id":"top","component":{"Text":{"text":{"path":"guest/name"}}}}]}}]</a2ui-json>"#,
                &["surfaceUpdate desk"],
            )],
            &[],
        ),
        (
            "a path of 0.9 without a slash",
            &[(
                r#"<a2ui-json>[{"version":"v0.9","updateComponents":{"surfaceId":"desk","components":[{"id":"root","component":"Text","text":{"path":"guest/name"}}]}}]</a2ui-json>"#,
                &["updateComponents desk"],
            )],
            &[],
        ),
    ]);
}

/// Checks responses that the parsers of the suite reject or repair silently: extra commas, typographic quotation marks,
/// missing brackets. Here, an error replaces the message, and the surrounding text and messages are returned.
#[test]
fn errors_are_reported_at_their_place() {
    check(&[
        (
            "no JSON",
            &[
                ("<a2ui-json>a picture of it", &[]),
                ("</a2ui-json> Well.", &["!syntax 1:12", "~ Well."]),
            ],
            &[],
        ),
        (
            "no JSON, and text before",
            &[(
                "See:\n<a2ui-json>a picture</a2ui-json>",
                &["~See:\n", "!syntax 2:12"],
            )],
            &[],
        ),
        (
            "no JSON behind a delimiter",
            &[(
                "Well ---a2ui_JSON--- no picture",
                &["~Well ---a2ui_JSON--- no picture"],
            )],
            &[],
        ),
        (
            "nothing between the tags",
            &[("<a2ui-json></a2ui-json>", &["!syntax 1:12"])],
            &[],
        ),
        (
            "nothing behind a delimiter",
            &[("Well ---a2ui_JSON---```json```", &["~Well "])],
            &["~---a2ui_JSON---```json```"],
        ),
        (
            "a block that stays open",
            &[("See:\n<a2ui-json>[@D", &["~See:\n", "deleteSurface desk"])],
            &[],
        ),
        (
            "a message that stays open",
            &[(
                "<a2ui-json>[@9,{\"version\":\"v0.9\"",
                &["createSurface desk"],
            )],
            &["!syntax 1:101"],
        ),
        ("only a brace", &[("<a2ui-json>{", &[])], &["!syntax 1:12"]),
        (
            "only a bracket",
            &[("<a2ui-json>[", &[])],
            &["!syntax 1:12"],
        ),
        (
            "a tag that is only spoken of",
            &[("Use <a2ui-json> here", &["~Use "])],
            &["~<a2ui-json> here"],
        ),
        (
            "a tag before the block is closed",
            &[(
                "<a2ui-json>[@9, <a2ui-json>[@D]</a2ui-json> end",
                &[
                    "createSurface desk",
                    "!syntax 1:86",
                    "deleteSurface desk",
                    "~ end",
                ],
            )],
            &[],
        ),
        (
            "something else than messages",
            &[("<a2ui-json>[{\"id\":\"top\"}]</a2ui-json>", &["!key 1:13"])],
            &[],
        ),
        // The suite repairs these messages.
        (
            "a comma too many in a list",
            &[(
                "<a2ui-json>[@9,@D,]</a2ui-json>",
                &["createSurface desk", "deleteSurface desk"],
            )],
            &[],
        ),
        (
            "in an object",
            &[(
                "<a2ui-json>[{\"deleteSurface\":{\"surfaceId\":\"desk\",}},@D]</a2ui-json>",
                &["!syntax 1:49", "deleteSurface desk"],
            )],
            &[],
        ),
        (
            "in a list within",
            &[(
                r#"<a2ui-json>{"version":"v0.9","updateDataModel":{"surfaceId":"desk","value":[1,2,]}}</a2ui-json>"#,
                &["!syntax 1:80"],
            )],
            &[],
        ),
        (
            "commas in texts are none",
            &[(
                r#"<a2ui-json>{"version":"v0.9","updateDataModel":{"surfaceId":"desk","value":["a,]","b,}"]}}</a2ui-json>"#,
                &["updateDataModel desk"],
            )],
            &[],
        ),
        (
            "quotation marks of print",
            &[(
                "<a2ui-json>[{“version”: “v0.9”}]</a2ui-json>",
                &["!syntax 1:14"],
            )],
            &[],
        ),
        (
            "an apostrophe of print in a text",
            &[(
                "<a2ui-json>[{\"version\":\"v0.9\",\"updateDataModel\":{\"surfaceId\":\"desk\",\"value\":\"it’s\"}}]</a2ui-json>",
                &["updateDataModel desk"],
            )],
            &[],
        ),
        (
            "a bracket too few",
            &[(
                "<a2ui-json>[{\"deleteSurface\":{\"surfaceId\":\"desk\"}, @D]</a2ui-json>",
                &["!syntax 1:49", "deleteSurface desk"],
            )],
            &[],
        ),
        (
            "two too few, in pieces, and no message that stands in one",
            &[
                (
                    r#"<a2ui-json>[{"dataModelUpdate":{"surfaceId":"desk","contents":[] ,{"#,
                    &[],
                ),
                (r#""begin"#, &[]),
                (
                    r#"Rendering":{"surfaceId":"desk","root":"top"}},"#,
                    &["!syntax 1:64", "beginRendering desk"],
                ),
                (
                    r#"{"deleteSurface":{"surfaceId":"desk"},{"note":{"deleteSurface":{}}}},@9]"#,
                    &["!syntax 1:158", "createSurface desk"],
                ),
            ],
            &[],
        ),
        (
            "the same without a list",
            &[(
                "<a2ui-json>{\"deleteSurface\":{\"surfaceId\":\"desk\"},\n @D</a2ui-json>",
                &["!syntax 1:49", "deleteSurface desk"],
            )],
            &[],
        ),
        (
            "a bracket too many",
            &[(
                "<a2ui-json>[@9}]</a2ui-json> end",
                &["createSurface desk", "!syntax 1:84", "~ end"],
            )],
            &[],
        ),
    ]);
}
