//! Messages in what a model writes, as it comes in pieces.
//!
//! | suite | cases | here |
//! |---|---|---|
//! | `conformance/agent/direct_json/response_streaming.yaml` | 29 | all; 24 as there, 5 otherwise |
//! | `conformance/agent/legacy/streaming_parser.yaml` | 92, most of them twice, for two versions | all; 31 as there, 61 otherwise |
//! | `conformance/agent/direct_json/response_parser.yaml` | 27 | 20; 18 as there, 2 otherwise; the other 7 write responses, which nothing here does |
//! | `conformance/agent/parser.yaml` | 23 | all; 17 as there, 6 otherwise |
//! | `test_parser.py` and `test_payload_fixer.py` of the Python agent | 29 | all; 15 as there, 14 otherwise |
//!
//! What is answered otherwise has tests of its own: what comes early or in other words
//! ([`nothing_is_given_early_and_nothing_in_other_words`]), and repairs ([`what_is_at_fault_is_said_where_it_stands`]).
//! A finder gives texts and messages, each once, when it is whole, as it came. Upstream's parsers give of a message what has come,
//! as often as more of it comes, with placeholders for children that are missing; they hold back what cannot be shown yet, and
//! drop what never can be. Surfaces here take components in any order, and show what is there. And a message that was passed on
//! half might have been passed on wrong, so that a translation of it would have to be taken back.

use a2ui::{
    Message, Notation, Version,
    catalog::{Catalog, basic},
    found::{Finder, Found},
    surface::{SurfaceOptions, Surfaces},
};
use wire::{Severity, Validate};

/// What pieces give: texts behind a tilde, messages by key and surface, and what is at fault by rule and place. Every message
/// is what stands there, to the letter.
fn short(found: Vec<Found>, whole: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for found in found {
        let held = match found {
            Found::Text(around) => {
                match all.last_mut().filter(|last| last.starts_with('~')) {
                    Some(last) => last.push_str(&around.text),
                    None => all.push(format!("~{}", around.text)),
                }
                continue;
            }
            Found::Message(held) => held,
            _ => unreachable!(),
        };
        let text = held.text.as_ref().unwrap();
        assert!(whole[held.place.offset..].starts_with(text.as_str()), "{text}");
        all.push(match held.read(None) {
            Ok(message) => format!("{} {}", message.key(), message.surface_id().unwrap().as_str()),
            Err(error) => format!("!{} {}:{}", error.rule.as_str(), error.line, error.column),
        });
    }
    all
}

/// A case: what each piece gives, and in the end what the end gives.
type Case<'a> = (&'a str, &'a [(&'a str, &'a [&'a str])], &'a [&'a str]);

const C8: &str = r#"{"beginRendering":{"surfaceId":"desk","root":"top"}}"#;
const C: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"desk","catalogId":"c"}}"#;
const C1: &str = r#"{"version":"1.0","createSurface":{"surfaceId":"desk"}}"#;
const D: &str = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"desk"}}"#;

/// `@8`, `@9` and `@1` begin a surface in a version, `@D` ends it.
fn filled(text: &str) -> String {
    text.replace("@8", C8).replace("@9", C).replace("@1", C1).replace("@D", D)
}

fn check(cases: &[Case<'_>]) {
    for (name, pieces, end) in cases {
        let whole: String = pieces.iter().map(|(piece, _)| filled(piece)).collect();
        let mut finder = Finder::new();
        for (piece, expected) in *pieces {
            let found = short(finder.push(&filled(piece)), &whole);
            assert_eq!(found, *expected, "{name}: {piece}");
        }
        assert_eq!(short(finder.finish(), &whole), *end, "{name}: the end");
    }
}

#[test]
fn text_and_blocks() {
    check(&[
        ("text goes on as it comes", &[("We are op", &["~We are op"]), ("en.", &["~en."])], &[]),
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
            &[("See here:\n<a2ui-json>[@D]</a2ui-json>", &["~See here:\n", "deleteSurface desk"])],
            &[],
        ),
        (
            "text in two pieces, a tag, and a list that goes on",
            &[("See", &["~See"]), (" here: <a2ui-json>[", &["~ here: "]), ("@8,", &["beginRendering desk"])],
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
                ("[@8] </a2ui-json> Done.", &["beginRendering desk", "~ Done."]),
            ],
            &[],
        ),
        (
            "the end of a tag in two pieces",
            &[("<a2ui-json>[@D]</a2ui", &["deleteSurface desk"]), ("-json>", &[])],
            &[],
        ),
        (
            "the end of a tag, and text",
            &[("<a2ui-json>[@D]", &["deleteSurface desk"]), ("</a2ui-json>\nGone.", &["~\nGone."])],
            &[],
        ),
        ("what only looks like a tag", &[("if a <a", &["~if a "]), ("2 then", &["~<a2 then"])], &[]),
        (
            "several blocks, and text between them",
            &[
                ("One <a2ui-json>[@8] </a2ui-json> and", &["~One ", "beginRendering desk", "~ and"]),
                (" two <a2ui-json>[@D] </a2ui-json> end", &["~ two ", "deleteSurface desk", "~ end"]),
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
        ("a block alone", &[("<a2ui-json>[@1]</a2ui-json>", &["createSurface desk"])], &[]),
        ("text alone", &[("Nothing to show today.", &["~Nothing to show today."])], &[]),
        ("nothing at all", &[("", &[])], &[]),
        (
            "a fence in a block",
            &[("<a2ui-json>\n```json\n[@D]\n```\n</a2ui-json>", &["deleteSurface desk"])],
            &[],
        ),
        (
            "a tag with attributes",
            &[("<a2ui-json version=\"v0.9\">[@D]</a2ui-json>", &["deleteSurface desk"])],
            &[],
        ),
        ("one message without a list", &[("<a2ui-json>@D</a2ui-json>", &["deleteSurface desk"])], &[]),
        ("a list of none", &[("<a2ui-json>[]</a2ui-json>", &[])], &[]),
        (
            "no tags: the body is the list",
            &[
                ("[{\"version\":\"v0.9\",\"deleteSurface\":{", &[]),
                ("\"surfaceId\":\"desk\"}}]", &["deleteSurface desk"]),
            ],
            &[],
        ),
        // What agents of 0.8 put in front.
        ("a delimiter", &[("Here ---a2ui_JSON--- [@8]", &["~Here ", "beginRendering desk"])], &[]),
        (
            "a delimiter and a fence",
            &[("Here ---a2ui_JSON--- ```json\n[@8]\n```", &["~Here ", "beginRendering desk"])],
            &[],
        ),
        (
            "a delimiter and a fence without a language",
            &[("Here ---a2ui_JSON--- ```\n[@8]\n```", &["~Here ", "beginRendering desk"])],
            &[],
        ),
        ("a delimiter and an empty list", &[("---a2ui_JSON--- [ ]", &[])], &[]),
        ("a delimiter and an empty object", &[("---a2ui_JSON--- { }", &["!key 1:17"])], &[]),
    ]);
}

const NOTE: &str = r#"{"version":"1.0","updateDataModel":{"surfaceId":"desk","value":{"note":"Good day"}}}"#;

/// Where a message is cut makes no difference: it is given when it is whole, once. Each of these was a case of its own upstream,
/// because there each cut says something else about what may be given early.
#[test]
fn messages_in_pieces() {
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
                (r#"<a2ui-json>[{"version":"1.0","updateComponents":{"surfaceId":"desk","#, &[]),
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
                (r#"<a2ui-json>[{"version":"1.0","createSurface":{"surfaceId":"des"#, &[]),
                (
                    r#"k"}},{"version":"1.0","updateComponents":{"surfaceId":"desk","components":[{"id":"t"#,
                    &["createSurface desk"],
                ),
                (r#"op","component":"Text","text":"x"}]}}]</a2ui-json>"#, &["updateComponents desk"]),
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
                (r#","component":{"Text":{"text":"x"}}}]}}]</a2ui-json>"#, &["surfaceUpdate desk"]),
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
                (r#"xt","text":"x"}]}}]</a2ui-json>"#, &["updateComponents desk"]),
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
                (r#"e"]},{"id":"one","component":"Divider"}]}}]</a2ui-json>"#, &["updateComponents desk"]),
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
            "in a word that is no text to read, and before a member that is needed",
            &[
                (
                    r#"<a2ui-json>[{"version":"1.0","updateComponents":{"surfaceId":"desk","components":[{"id":"top","component":"Text","text":"x","variant":"cap"#,
                    &[],
                ),
                (r#"tion"},{"id":"film","component":"Video""#, &[]),
                (r#","url":"https://example.org/film"}]}}]</a2ui-json>"#, &["updateComponents desk"]),
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
                (r#"<a2ui-json>[{"version":"v0.9","updateDataModel":{"surfaceId":"desk","value":"1\"#, &[]),
                (r#"n2 \"3\" \ud83d"#, &[]),
                (r#"\ude80"}}]</a2ui-json>"#, &["updateDataModel desk"]),
            ],
            &[],
        ),
        (
            "before a number",
            &[
                (r#"<a2ui-json>[{"version":"v0.9","updateDataModel":{"surfaceId":"desk","value":"#, &[]),
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
                (r#"<a2ui-json>[{"beginRendering":{"surfaceId":"a","root":"x"}},"#, &["beginRendering a"]),
                (
                    r#"{"beginRendering":{"surfaceId":"b","root":"y"}},{"surfaceUpdate":{"surfaceId":"a","#,
                    &["beginRendering b"],
                ),
                (r#""components":[{"id":"x","component":{"Divider":{}}}]}},"#, &["surfaceUpdate a"]),
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
    // However it is cut.
    let whole = format!("See: <a2ui-json>[{C1}, {NOTE}]</a2ui-json> Done.");
    for cut in (0..whole.len()).filter(|cut| whole.is_char_boundary(*cut)) {
        let mut finder = Finder::new();
        let mut found = finder.push(&whole[..cut]);
        found.extend(finder.push(&whole[cut..]));
        found.extend(finder.finish());
        let found = short(found, &whole);
        assert_eq!(found, ["~See: ", "createSurface desk", "updateDataModel desk", "~ Done."], "{cut}");
    }
}

/// What upstream's parsers give of a message that is not whole, or in other words than those that came. Here it is one message,
/// as it is, and comes when it is whole.
#[test]
fn nothing_is_given_early_and_nothing_in_other_words() {
    let components = |rest: &str| {
        format!(r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"desk","components":[{rest}]}}}}"#)
    };
    let entries = |rest: &str| format!(r#"{{"dataModelUpdate":{{"surfaceId":"desk","contents":[{rest}]}}}}"#);
    let value = |rest: &str| {
        format!(r#"{{"version":"1.0","updateDataModel":{{"surfaceId":"desk","value":{rest}}}}}"#)
    };
    type Within<'a> = &'a dyn Fn(&str) -> String;
    for (upstream, within, first, rest) in [
        // Strings that go on are closed, under some keys.
        ("a text", &components as Within<'_>, r#"{"id":"root","component":"Text","text":"Goo"#, r#"d day"}"#),
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
        // Components that are whole are given.
        (
            "the first one",
            &components,
            r#"{"id":"root","component":"Card","child":"a"},{"id":"a","compo"#,
            r#"nent":"Divider"}"#,
        ),
        ("the only one", &components, r#"{"id":"root","component":"Divider"}"#, ""),
        (
            "of another catalog",
            &components,
            r#"{"id":"root","component":"Gauge","n":7,"catalogId":"mine"}"#,
            "",
        ),
        // With a placeholder for each child that is missing.
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
        // In another order, or not at all.
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
        ("with an empty object", &components, r#"{"id":"root","component":"Text","text":"x","more":{"#, "}}"),
        // Data models as they grow.
        ("a list", &entries, r#"{"key":"rows","valueMap":["#, r#"{"key":"a","valueString":"1"}]}"#),
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
        ("an object with a member", &value, r#"{"rows":{"a":1},"#, r#""b":2}"#),
    ] {
        let whole = format!("<a2ui-json>[{}]</a2ui-json>", within(&format!("{first}{rest}")));
        let cut = whole.find(first).unwrap() + first.len();
        let mut finder = Finder::new();
        assert_eq!(finder.push(&whole[..cut]), [], "{upstream}");
        assert_eq!(short(finder.push(&whole[cut..]), &whole).len(), 1, "{upstream}");
        assert_eq!(finder.finish(), [], "{upstream}");
    }
    check(&[
        // Upstream turns these two around.
        (
            "components before their surface",
            &[(
                r#"<a2ui-json>[{"surfaceUpdate":{"surfaceId":"desk","components":[{"id":"top","component":{"Divider":{}}}]}}, @8]</a2ui-json>"#,
                &["surfaceUpdate desk", "beginRendering desk"],
            )],
            &[],
        ),
        // And drops this one.
        (
            "the end before the beginning",
            &[("<a2ui-json>[@D, @9]", &["deleteSurface desk", "createSurface desk"])],
            &[],
        ),
        // It puts a slash in front of this path.
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

/// Upstream's parsers give up a response that has a fault, or mend it without saying so: commas too many, quotation marks of
/// print, brackets that are missing. Here a fault takes the place of its message; text and messages around it are given.
#[test]
fn what_is_at_fault_is_said_where_it_stands() {
    check(&[
        (
            "no JSON",
            &[("<a2ui-json>a picture of it", &[]), ("</a2ui-json> Well.", &["!syntax 1:12", "~ Well."])],
            &[],
        ),
        (
            "no JSON, and text before",
            &[("See:\n<a2ui-json>a picture</a2ui-json>", &["~See:\n", "!syntax 2:12"])],
            &[],
        ),
        (
            "no JSON behind a delimiter",
            &[("Well ---a2ui_JSON--- no picture", &["~Well ---a2ui_JSON--- no picture"])],
            &[],
        ),
        ("nothing between the tags", &[("<a2ui-json></a2ui-json>", &["!syntax 1:12"])], &[]),
        (
            "nothing behind a delimiter",
            &[("Well ---a2ui_JSON---```json```", &["~Well "])],
            &["~---a2ui_JSON---```json```"],
        ),
        ("a block that stays open", &[("See:\n<a2ui-json>[@D", &["~See:\n", "deleteSurface desk"])], &[]),
        (
            "a message that stays open",
            &[("<a2ui-json>[@9,{\"version\":\"v0.9\"", &["createSurface desk"])],
            &["!syntax 1:101"],
        ),
        ("only a brace", &[("<a2ui-json>{", &[])], &["!syntax 1:12"]),
        ("only a bracket", &[("<a2ui-json>[", &[])], &["!syntax 1:12"]),
        ("a tag that is only spoken of", &[("Use <a2ui-json> here", &["~Use "])], &["~<a2ui-json> here"]),
        (
            "a tag before the block is closed",
            &[(
                "<a2ui-json>[@9, <a2ui-json>[@D]</a2ui-json> end",
                &["createSurface desk", "!syntax 1:86", "deleteSurface desk", "~ end"],
            )],
            &[],
        ),
        (
            "something else than messages",
            &[("<a2ui-json>[{\"id\":\"top\"}]</a2ui-json>", &["!key 1:13"])],
            &[],
        ),
        // What is mended upstream.
        (
            "a comma too many in a list",
            &[("<a2ui-json>[@9,@D,]</a2ui-json>", &["createSurface desk", "deleteSurface desk"])],
            &[],
        ),
        (
            "in an object",
            &[(
                "<a2ui-json>[{\"deleteSurface\":{\"surfaceId\":\"desk\",}},@D]</a2ui-json>",
                &["!syntax 1:50", "deleteSurface desk"],
            )],
            &[],
        ),
        (
            "in a list within",
            &[(
                r#"<a2ui-json>{"version":"v0.9","updateDataModel":{"surfaceId":"desk","value":[1,2,]}}</a2ui-json>"#,
                &["!syntax 1:81"],
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
            &[("<a2ui-json>[{“version”: “v0.9”}]</a2ui-json>", &["!syntax 1:14"])],
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
                (r#"<a2ui-json>[{"dataModelUpdate":{"surfaceId":"desk","contents":[] ,{"#, &[]),
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
            &[("<a2ui-json>[@9}]</a2ui-json> end", &["createSurface desk", "!syntax 1:84", "~ end"])],
            &[],
        ),
    ]);
}

/// What is wrong with the messages of a response: each on its own, with the basic catalog, and together.
fn wrong(version: Version, text: &str) -> Vec<(&'static str, String)> {
    let whole = format!("<a2ui-json>[{}]</a2ui-json>", filled(text));
    let mut surfaces = Surfaces::with_options(SurfaceOptions::new());
    let mut wrong = Vec::new();
    let mut finder = Finder::new();
    let found = finder.push(&whole).into_iter().chain(finder.finish());
    for found in found {
        let Found::Message(held) = found else { panic!("{found:?}") };
        let message: Message = match held.read(version) {
            Ok(message) => message,
            Err(error) => {
                wrong.push((error.rule.as_str(), error.pointer.as_str().to_owned()));
                continue;
            }
        };
        let mut findings = message.validate();
        findings.extend(basic(version, Notation::At).judge_message(&message));
        findings.retain(|finding| finding.severity == Severity::Error);
        let refused = surfaces.apply(&message).err().map(|error| (error.rule, error.pointer));
        let findings = findings.into_iter().map(|finding| (finding.rule, finding.pointer)).chain(refused);
        wrong.extend(findings.map(|(rule, at)| (rule, at.as_str().to_owned())));
    }
    wrong
}

/// Upstream's parser judges what it gives. Here the message, the catalog and the surfaces do.
#[test]
fn what_is_wrong_with_a_message_is_found_by_those_who_take_it() {
    let of_0_8 = |components: &str| {
        format!(r#"{{"surfaceUpdate":{{"surfaceId":"desk","components":[{components}]}}}}"#)
    };
    let of_0_9 = |components: &str| {
        format!(
            r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"desk","components":[{components}]}}}}"#
        )
    };
    let of_1_0 = |components: &str| {
        format!(
            r#"{{"version":"1.0","updateComponents":{{"surfaceId":"desk","components":[{components}]}}}}"#
        )
    };
    let card8 = |id: &str, child: &str| {
        of_0_8(&format!(r#"{{"id":"{id}","component":{{"Card":{{"child":"{child}"}}}}}}"#))
    };
    let card =
        |id: &str, child: &str| of_0_9(&format!(r#"{{"id":"{id}","component":"Card","child":"{child}"}}"#));
    use Version::{V0_8, V0_9, V1_0};
    for (name, version, text, rule, at) in [
        (
            "a cycle over two messages",
            V0_8,
            format!("@8,{},{}", card8("top", "a"), card8("a", "top")),
            "cycle",
            "/surfaceUpdate/components/0/component/Card/child",
        ),
        (
            "the same in 0.9",
            V0_9,
            format!("@9,{},{}", card("root", "a"), card("a", "root")),
            "cycle",
            "/updateComponents/components/0/child",
        ),
        (
            "a component in itself",
            V0_8,
            format!("@8,{}", card8("top", "top")),
            "self-reference",
            "/surfaceUpdate/components/0/component/Card/child",
        ),
        (
            "the same in 0.9",
            V0_9,
            format!("@9,{}", card("root", "root")),
            "self-reference",
            "/updateComponents/components/0/child",
        ),
        (
            "no catalog in 0.9",
            V0_9,
            r#"{"version":"v0.9","createSurface":{"surfaceId":"desk"}}"#.to_owned(),
            "missing",
            "/0/createSurface/catalogId",
        ),
        ("a message that nobody knows", V0_8, r#"@8,{"beginPainting":{}}"#.to_owned(), "key", "/1"),
        ("the same in 0.9", V0_9, r#"@9,{"version":"v0.9","beginPainting":{}}"#.to_owned(), "key", "/1"),
        (
            "no version in 0.9",
            V0_9,
            r#"{"createSurface":{"surfaceId":"desk","catalogId":"c"}}"#.to_owned(),
            "missing",
            "/0/version",
        ),
        ("1.0 where 0.9 is spoken", V0_9, "@1".to_owned(), "value", "/0/version"),
        (
            "a member that is needed",
            V0_8,
            format!("@8,{}", of_0_8(r#"{"id":"top","component":{"Text":{}}}"#)),
            "missing-member",
            "/surfaceUpdate/components/0/component/Text/text",
        ),
        (
            "the same in 0.9",
            V0_9,
            format!("@9,{}", of_0_9(r#"{"id":"root","component":"Text"}"#)),
            "missing-member",
            "/updateComponents/components/0/text",
        ),
        (
            "a component that the catalog does not have",
            V1_0,
            format!("@1,{}", of_1_0(r#"{"id":"root","component":"Gauge"}"#)),
            "unknown-component",
            "/updateComponents/components/0/component",
        ),
    ] {
        assert_eq!(wrong(version, &text), [(rule, at.to_owned())], "{name}");
    }
    assert_eq!(wrong(V0_9, "@9"), []);
}
