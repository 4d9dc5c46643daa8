//! The suites for messages in the output of a model that arrives in pieces.
//!
//! | suite | cases | here |
//! |---|---|---|
//! | `conformance/agent/direct_json/response_streaming.yaml` | 29 | all; 24 as there, 5 otherwise |
//! | `conformance/agent/legacy/streaming_parser.yaml` | 92, most of them twice, for two versions | all; 31 as there, 61 otherwise |
//! | `conformance/agent/direct_json/response_parser.yaml` | 27 | 20; 18 as there, 2 otherwise; the other 7 write responses, which this crate does not do |
//! | `conformance/agent/parser.yaml` | 23 | all; 17 as there, 6 otherwise |
//! | `test_parser.py` and `test_payload_fixer.py` of the Python agent | 29 | all; 15 as there, 14 otherwise |
//!
//! Cases that are answered otherwise have their own tests, about early output, changed output and repairs ([`differences`]). An
//! extractor returns texts and messages once, when they are complete, and verbatim. The parsers of the suite return an
//! incomplete message repeatedly as it grows, with placeholders for missing children. They hold back components that cannot be
//! shown yet, and drop those that never can. Surfaces here accept components in any order, and show those that exist. A message
//! that is passed on too early could be wrong, and its translation would have to be reverted.

mod differences;
mod findings;
mod pieces;

use a2ui::extract::{ExtractedItem, Extractor};

/// Returns the results of a piece: texts after a tilde, messages by key and surface, and errors by rule and place.
/// Asserts that every message is verbatim.
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
        // A block in another notation has no results.
        if let Ok(text) = &held.text {
            assert!(
                whole[held.place.offset..].starts_with(text.as_str()),
                "{text}"
            );
        }
        all.push(match held.read(None) {
            Ok(message) => format!(
                "{} {}",
                message.key(),
                message.surface_id().unwrap().as_str()
            ),
            Err(error) => format!("!{} {}:{}", error.rule.as_str(), error.line, error.column),
        });
    }
    all
}

/// A case: its name, the pieces with the results of each piece, and the results at the end.
type Case<'a> = (&'a str, &'a [(&'a str, &'a [&'a str])], &'a [&'a str]);

const C8: &str = r#"{"beginRendering":{"surfaceId":"desk","root":"top"}}"#;
const C: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"desk","catalogId":"c"}}"#;
const C1: &str = r#"{"version":"1.0","createSurface":{"surfaceId":"desk"}}"#;
const D: &str = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"desk"}}"#;

/// Expands placeholders: `@8`, `@9` and `@1` begin a surface in a version, `@D` ends it.
fn expand(text: &str) -> String {
    text.replace("@8", C8)
        .replace("@9", C)
        .replace("@1", C1)
        .replace("@D", D)
}

fn check(cases: &[Case<'_>]) {
    for (name, pieces, end) in cases {
        let whole: String = pieces.iter().map(|(piece, _)| expand(piece)).collect();
        let mut finder = Extractor::new();
        for (piece, expected) in *pieces {
            let found = short(finder.push(&expand(piece)), &whole);
            assert_eq!(found, *expected, "{name}: {piece}");
        }
        assert_eq!(short(finder.finish(), &whole), *end, "{name}: the end");
    }
}
