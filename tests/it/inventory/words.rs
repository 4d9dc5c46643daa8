//! Vocabularies, open and closed, and strings of any content.

use super::{holds_for_every_type, refused, rewritten};
use proptest::{strategy::Strategy, strategy::ValueTree, test_runner::TestRunner};
use wire::{Shape, TypeInfo};

/// Generates texts of every kind, as JSON strings.
fn strings(count: usize) -> Vec<String> {
    let mut runner = TestRunner::deterministic();
    let strategy = wire::generate::text();
    let text = || {
        wire::encode(&strategy.new_tree(&mut runner).expect("a text").current()).expect("a string")
    };
    std::iter::repeat_with(text).take(count).collect()
}

fn kept(row: &TypeInfo, text: &str) -> Result<(), String> {
    let written = rewritten(row, text)?;
    if written == text {
        Ok(())
    } else {
        Err(format!("{text} became {written}"))
    }
}

fn words(_: &str, row: &'static TypeInfo) -> Result<(), String> {
    let (words, open): (&[&str], bool) = match row.shape {
        Shape::Text => (&[], true),
        Shape::Word { words: [], .. } => return Err("a vocabulary without words".to_owned()),
        Shape::Word { words, is_open } => (words, is_open),
        _ => return Ok(()),
    };
    let quoted: Vec<_> = words.iter().map(|word| format!("\"{word}\"")).collect();
    for word in &quoted {
        kept(row, word)?;
        // A word similar to a known word is unknown.
        let neighbours = [
            word.to_uppercase(),
            word.replacen('"', "\" ", 1),
            word.replacen('"', "\"x", 1),
        ];
        for other in neighbours.iter().filter(|other| !quoted.contains(other)) {
            if open {
                kept(row, other)?
            } else {
                refused(row, other, "value", "")?
            }
        }
    }
    for text in strings(1024).iter().filter(|text| !quoted.contains(text)) {
        if open {
            kept(row, text)?
        } else {
            refused(row, text, "value", "")?
        }
    }
    for other in [
        "null",
        "true",
        "1",
        "1.5",
        "[]",
        "{}",
        r#"["a"]"#,
        r#"{"a":"a"}"#,
    ] {
        refused(row, other, "type", "")?;
    }
    Ok(())
}

#[test]
fn closed_vocabularies_refuse_unknown_words_and_open_ones_keep_them() {
    holds_for_every_type(words);
}
