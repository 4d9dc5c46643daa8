//! Texts and messages that arrive in pieces.

use super::{C1, check, short};
use a2ui::extract::Extractor;

#[test]
fn text_and_blocks_are_separated() {
    check(&[
        (
            "text goes on as it comes",
            &[("We are op", &["~We are op"]), ("en.", &["~en."])],
            &[],
        ),
        (
            "pieces that end where parts do",
            &[
                ("See here:\n", &["~See here:\n"]),
                ("<a2ui-json>[@9]</a2ui-json>", &["createSurface desk"]),
                ("\nThat is it.", &["~\nThat is it."]),
            ],
            &[],
        ),
        (
            "all at once",
            &[(
                "See here:\n<a2ui-json>[@D]</a2ui-json>",
                &["~See here:\n", "deleteSurface desk"],
            )],
            &[],
        ),
        (
            "text in two pieces, a tag, and a list that goes on",
            &[
                ("See", &["~See"]),
                (" here: <a2ui-json>[", &["~ here: "]),
                ("@8,", &["beginRendering desk"]),
            ],
            &[],
        ),
        (
            "text before, between and behind",
            &[
                ("Good day. ", &["~Good day. "]),
                ("This is yours: <a2ui-json>", &["~This is yours: "]),
                ("[@9]", &["createSurface desk"]),
                ("</a2ui-json> Anything else?", &["~ Anything else?"]),
            ],
            &[],
        ),
        (
            "a tag in two pieces",
            &[
                ("Hold on <a2", &["~Hold on "]),
                ("ui-json>", &[]),
                (
                    "[@8] </a2ui-json> Done.",
                    &["beginRendering desk", "~ Done."],
                ),
            ],
            &[],
        ),
        (
            "the end of a tag in two pieces",
            &[
                ("<a2ui-json>[@D]</a2ui", &["deleteSurface desk"]),
                ("-json>", &[]),
            ],
            &[],
        ),
        (
            "the end of a tag, and text",
            &[
                ("<a2ui-json>[@D]", &["deleteSurface desk"]),
                ("</a2ui-json>\nGone.", &["~\nGone."]),
            ],
            &[],
        ),
        (
            "what only looks like a tag",
            &[("if a <a", &["~if a "]), ("2 then", &["~<a2 then"])],
            &[],
        ),
        (
            "several blocks, and text between them",
            &[
                (
                    "One <a2ui-json>[@8] </a2ui-json> and",
                    &["~One ", "beginRendering desk", "~ and"],
                ),
                (
                    " two <a2ui-json>[@D] </a2ui-json> end",
                    &["~ two ", "deleteSurface desk", "~ end"],
                ),
            ],
            &[],
        ),
        (
            "a blank line between two blocks",
            &[(
                "<a2ui-json>@9</a2ui-json>\n\n<a2ui-json>@D</a2ui-json>",
                &["createSurface desk", "~\n\n", "deleteSurface desk"],
            )],
            &[],
        ),
        (
            "a block alone",
            &[("<a2ui-json>[@1]</a2ui-json>", &["createSurface desk"])],
            &[],
        ),
        (
            "text alone",
            &[("Nothing to show today.", &["~Nothing to show today."])],
            &[],
        ),
        ("nothing at all", &[("", &[])], &[]),
        (
            "a fence in a block",
            &[(
                "<a2ui-json>\n```json\n[@D]\n```\n</a2ui-json>",
                &["deleteSurface desk"],
            )],
            &[],
        ),
        (
            "a tag with attributes",
            &[(
                "<a2ui-json version=\"v0.9\">[@D]</a2ui-json>",
                &["deleteSurface desk"],
            )],
            &[],
        ),
        (
            "one message without a list",
            &[("<a2ui-json>@D</a2ui-json>", &["deleteSurface desk"])],
            &[],
        ),
        ("a list of none", &[("<a2ui-json>[]</a2ui-json>", &[])], &[]),
        (
            "no tags: the body is the list",
            &[
                ("[{\"version\":\"v0.9\",\"deleteSurface\":{", &[]),
                ("\"surfaceId\":\"desk\"}}]", &["deleteSurface desk"]),
            ],
            &[],
        ),
        // Agents of 0.8 use this prefix.
        (
            "a delimiter",
            &[(
                "Here ---a2ui_JSON--- [@8]",
                &["~Here ", "beginRendering desk"],
            )],
            &[],
        ),
        (
            "a delimiter and a fence",
            &[(
                "Here ---a2ui_JSON--- ```json\n[@8]\n```",
                &["~Here ", "beginRendering desk"],
            )],
            &[],
        ),
        (
            "a delimiter and a fence without a language",
            &[(
                "Here ---a2ui_JSON--- ```\n[@8]\n```",
                &["~Here ", "beginRendering desk"],
            )],
            &[],
        ),
        (
            "a delimiter and an empty list",
            &[("---a2ui_JSON--- [ ]", &[])],
            &[],
        ),
        (
            "a delimiter and an empty object",
            &[("---a2ui_JSON--- { }", &["!key 1:17"])],
            &[],
        ),
    ]);
}

const NOTE: &str =
    r#"{"version":"1.0","updateDataModel":{"surfaceId":"desk","value":{"note":"Good day"}}}"#;

/// Checks that the position of a cut does not matter. A message is returned once, when it is complete. In the suite, each
/// cut is a separate case, because it determines the early output.
#[test]
fn messages_split_into_pieces_are_read() {
    check(&[
        (
            "a message by its members",
            &[
                ("<a2ui-json>", &[]),
                ("[", &[]),
                (
                    r##"{"beginRendering":{"root":"top","surfaceId":"desk","styles":{"primaryColor":"#00aa00","##,
                    &[],
                ),
                (r#""font":"Arial"}"#, &[]),
                ("}", &[]),
                ("}", &["beginRendering desk"]),
            ],
            &[],
        ),
        (
            "behind the id of the surface",
            &[
                (
                    r#"<a2ui-json>[{"version":"1.0","updateComponents":{"surfaceId":"desk","#,
                    &[],
                ),
                (
                    r#""components":[{"id":"top","component":"Text","text":"Good day"}]}}]</a2ui-json>"#,
                    &["updateComponents desk"],
                ),
            ],
            &[],
        ),
        (
            "in an id, while the message before is whole",
            &[
                (
                    r#"<a2ui-json>[{"version":"1.0","createSurface":{"surfaceId":"des"#,
                    &[],
                ),
                (
                    r#"k"}},{"version":"1.0","updateComponents":{"surfaceId":"desk","components":[{"id":"t"#,
                    &["createSurface desk"],
                ),
                (
                    r#"op","component":"Text","text":"x"}]}}]</a2ui-json>"#,
                    &["updateComponents desk"],
                ),
            ],
            &[],
        ),
        (
            "behind an id, in the form of 0.8",
            &[
                (
                    r#"<a2ui-json>[@8,{"surfaceUpdate":{"surfaceId":"desk","components":[{"id":"row"#,
                    &["beginRendering desk"],
                ),
                (r#"-1""#, &[]),
                (
                    r#","component":{"Text":{"text":"x"}}}]}}]</a2ui-json>"#,
                    &["surfaceUpdate desk"],
                ),
            ],
            &[],
        ),
        (
            "in a path",
            &[
                (
                    r#"<a2ui-json>[{"version":"1.0","updateComponents":{"surfaceId":"desk","components":[{"id":"top","component":"Text","text":{"@path":"/gue"#,
                    &[],
                ),
                (r#"st/name"}}"#, &[]),
                ("]}}]</a2ui-json>", &["updateComponents desk"]),
            ],
            &[],
        ),
        (
            "in the name of a component",
            &[
                (
                    r#"<a2ui-json>[{"version":"1.0","updateComponents":{"surfaceId":"desk","components":[{"id":"top","component":"Te"#,
                    &[],
                ),
                (
                    r#"xt","text":"x"}]}}]</a2ui-json>"#,
                    &["updateComponents desk"],
                ),
            ],
            &[],
        ),
        (
            "in a child, and in a list of children",
            &[
                (
                    r#"<a2ui-json>[{"version":"1.0","updateComponents":{"surfaceId":"desk","components":[{"id":"top","component":"Card","child":"bo"#,
                    &[],
                ),
                (r#"x"},{"id":"box","component":"Row","children":["on"#, &[]),
                (
                    r#"e"]},{"id":"one","component":"Divider"}]}}]</a2ui-json>"#,
                    &["updateComponents desk"],
                ),
            ],
            &[],
        ),
        (
            "in a template, and in an empty object",
            &[
                (
                    r#"<a2ui-json>[{"version":"v0.9","updateComponents":{"surfaceId":"desk","components":[{"id":"top","component":"List","children":{"#,
                    &[],
                ),
                (r#""componentId":"row""#, &[]),
                (
                    r#","path":"/rows"}},{"id":"row","component":"Divider"}]}}]</a2ui-json>"#,
                    &["updateComponents desk"],
                ),
            ],
            &[],
        ),
        (
            "inside a literal that is not text, and before a required member",
            &[
                (
                    r#"<a2ui-json>[{"version":"1.0","updateComponents":{"surfaceId":"desk","components":[{"id":"top","component":"Text","text":"x","variant":"cap"#,
                    &[],
                ),
                (r#"tion"},{"id":"film","component":"Video""#, &[]),
                (
                    r#","url":"https://example.org/film"}]}}]</a2ui-json>"#,
                    &["updateComponents desk"],
                ),
            ],
            &[],
        ),
        (
            "in the catalog of a component, which may come last",
            &[
                (
                    r#"<a2ui-json>[{"version":"1.0","updateComponents":{"surfaceId":"desk","components":[{"id":"top","component":"Gauge","value":7,"@cata"#,
                    &[],
                ),
                (r#"logId""#, &[]),
                (": ", &[]),
                (r#""https://example.org/ga"#, &[]),
                (r#"uges""#, &[]),
                ("}", &[]),
                ("]}}]</a2ui-json>", &["updateComponents desk"]),
            ],
            &[],
        ),
        (
            "in the tag that closes, which stands in a text",
            &[
                (
                    r#"<a2ui-json>[{"version":"1.0","updateDataModel":{"surfaceId":"desk","value":{"note":"</a2ui"#,
                    &[],
                ),
                (r#"-json>"}}}]</a2ui-json>"#, &["updateDataModel desk"]),
            ],
            &[],
        ),
        (
            "in an escape, and in a pair of them",
            &[
                (
                    r#"<a2ui-json>[{"version":"v0.9","updateDataModel":{"surfaceId":"desk","value":"1\"#,
                    &[],
                ),
                (r#"n2 \"3\" \ud83d"#, &[]),
                (r#"\ude80"}}]</a2ui-json>"#, &["updateDataModel desk"]),
            ],
            &[],
        ),
        (
            "before a number",
            &[
                (
                    r#"<a2ui-json>[{"version":"v0.9","updateDataModel":{"surfaceId":"desk","value":"#,
                    &[],
                ),
                ("-7", &[]),
                (".25}}]</a2ui-json>", &["updateDataModel desk"]),
            ],
            &[],
        ),
        (
            "in the address of a picture",
            &[
                (
                    r#"<a2ui-json>[{"dataModelUpdate":{"surfaceId":"desk","contents":[{"key":"pictureUrl","valueString":"https://example.org/"#,
                    &[],
                ),
                (r#"oslo.png"}]}}]</a2ui-json>"#, &["dataModelUpdate desk"]),
            ],
            &[],
        ),
        (
            "between a key and its value",
            &[
                (
                    r#"<a2ui-json>[{"version":"1.0","updateDataModel":{"surfaceId":"desk","value":{"title":"x","rows":{"a""#,
                    &[],
                ),
                (r#":{"n":1}}}}}]</a2ui-json>"#, &["updateDataModel desk"]),
            ],
            &[],
        ),
        (
            "each message as it is whole",
            &[
                ("<a2ui-json>[@1", &["createSurface desk"]),
                (
                    r#",{"version":"1.0","updateDataModel":{"surfaceId":"desk","value":{"n":1}}}"#,
                    &["updateDataModel desk"],
                ),
                (
                    r#",{"version":"1.0","updateDataModel":{"surfaceId":"desk","path":"/n","value":2}}]</a2ui-json>"#,
                    &["updateDataModel desk"],
                ),
            ],
            &[],
        ),
        (
            "components and data of a surface in one message",
            &[(
                r#"<a2ui-json>[{"version":"1.0","createSurface":{"surfaceId":"desk","components":[{"id":"root","component":"Divider"}],"dataModel":{"n":1}}}]</a2ui-json>"#,
                &["createSurface desk"],
            )],
            &[],
        ),
        (
            "two surfaces by turns",
            &[
                (
                    r#"<a2ui-json>[{"beginRendering":{"surfaceId":"a","root":"x"}},"#,
                    &["beginRendering a"],
                ),
                (
                    r#"{"beginRendering":{"surfaceId":"b","root":"y"}},{"surfaceUpdate":{"surfaceId":"a","#,
                    &["beginRendering b"],
                ),
                (
                    r#""components":[{"id":"x","component":{"Divider":{}}}]}},"#,
                    &["surfaceUpdate a"],
                ),
                (
                    r#"{"surfaceUpdate":{"surfaceId":"b","components":[{"id":"y","component":{"Divider":{}}}]}}"#,
                    &["surfaceUpdate b"],
                ),
                ("]</a2ui-json>", &[]),
            ],
            &[],
        ),
        (
            "data first, then the surface",
            &[(
                r#"<a2ui-json>[{"dataModelUpdate":{"surfaceId":"desk","contents":[]}}, @8]</a2ui-json>"#,
                &["dataModelUpdate desk", "beginRendering desk"],
            )],
            &[],
        ),
        (
            "the surface first, then data",
            &[(
                r#"<a2ui-json>[@8, {"dataModelUpdate":{"surfaceId":"desk","contents":[]}}]</a2ui-json>"#,
                &["beginRendering desk", "dataModelUpdate desk"],
            )],
            &[],
        ),
    ]);
    // The result is the same for every cut.
    let whole = format!("See: <a2ui-json>[{C1}, {NOTE}]</a2ui-json> Done.");
    for cut in (0..whole.len()).filter(|cut| whole.is_char_boundary(*cut)) {
        let mut finder = Extractor::new();
        let mut found = finder.push(&whole[..cut]);
        found.extend(finder.push(&whole[cut..]));
        found.extend(finder.finish());
        let found = short(found, &whole);
        assert_eq!(
            found,
            [
                "~See: ",
                "createSurface desk",
                "updateDataModel desk",
                "~ Done."
            ],
            "{cut}"
        );
    }
}
