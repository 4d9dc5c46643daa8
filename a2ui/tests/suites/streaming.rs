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
//! What is answered otherwise has tests of its own: what comes early or in other words, and repairs ([`otherwise`]).
//! A finder gives texts and messages, each once, when it is whole, as it came. Upstream's parsers give of a message what has come,
//! as often as more of it comes, with placeholders for children that are missing; they hold back what cannot be shown yet, and
//! drop what never can be. Surfaces here take components in any order, and show what is there. And a message that was passed on
//! half might have been passed on wrong, so that a translation of it would have to be taken back.

mod judged;
mod otherwise;
mod pieces;

use a2ui::extract::{ExtractedItem, Extractor};

/// What pieces give: texts behind a tilde, messages by key and surface, and what is at fault by rule and place. Every message
/// is what stands there, to the letter.
fn short(found: Vec<ExtractedItem>, whole: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for found in found {
        let held = match found {
            ExtractedItem::Text(around) => {
                match all.last_mut().filter(|last| last.starts_with('~')) {
                    Some(last) => last.push_str(&around.text),
                    None => all.push(format!("~{}", around.text)),
                }
                continue;
            }
            ExtractedItem::Message(held) => held,
            _ => unreachable!(),
        };
        // A block in another notation has none.
        if let Ok(text) = &held.text {
            assert!(whole[held.place.offset..].starts_with(text.as_str()), "{text}");
        }
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
        let mut finder = Extractor::new();
        for (piece, expected) in *pieces {
            let found = short(finder.push(&filled(piece)), &whole);
            assert_eq!(found, *expected, "{name}: {piece}");
        }
        assert_eq!(short(finder.finish(), &whole), *end, "{name}: the end");
    }
}
