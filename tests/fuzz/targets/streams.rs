//! Reads a text in pieces of the length, in characters, that the first byte states. The extraction must find the same
//! messages as in the whole text.
#![no_main]
#![deny(unsafe_code)]

use a2ui::{
    extract::{ExtractedItem, Extractor, SurroundingText},
    stream::{Framing, Stream},
};
use libfuzzer_sys::fuzz_target;

fn pieces(text: &str, size: usize) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = rest
            .char_indices()
            .nth(size)
            .map_or(rest.len(), |(end, _)| end);
        let (piece, behind) = rest.split_at_checked(end)?;
        rest = behind;
        (!piece.is_empty()).then_some(piece)
    })
}

/// Joins adjacent texts into one.
fn join_texts(found: Vec<ExtractedItem>) -> Vec<ExtractedItem> {
    let mut joined: Vec<ExtractedItem> = Vec::new();
    for next in found {
        match (joined.last_mut(), next) {
            (
                Some(ExtractedItem::Text(SurroundingText { text, .. })),
                ExtractedItem::Text(next),
            ) => text.push_str(&next.text),
            (_, next) => joined.push(next),
        }
    }
    joined
}

fuzz_target!(|data: &[u8]| {
    let [size, text @ ..] = data else { return };
    let Ok(text) = std::str::from_utf8(text) else {
        return;
    };
    let size = usize::from(*size).max(1);
    for framing in [Framing::Lines, Framing::Values] {
        for limit in [usize::MAX, 200] {
            let read = |size: usize| {
                let mut stream = Stream::new(framing, None).limit(limit);
                let mut read: Vec<_> = pieces(text, size)
                    .flat_map(|piece| stream.push(piece))
                    .collect();
                read.extend(stream.finish());
                read
            };
            assert_eq!(read(size), read(usize::MAX));
        }
    }
    for limit in [usize::MAX, 200] {
        let found = |size: usize| {
            let mut finder = Extractor::new().limit(limit);
            let mut found: Vec<_> = pieces(text, size)
                .flat_map(|piece| finder.push(piece))
                .collect();
            found.extend(finder.finish());
            join_texts(found)
        };
        let whole = found(usize::MAX);
        assert_eq!(found(size), whole);
        for held in &whole {
            if let ExtractedItem::Message(held) = held {
                let _ = held.read(None);
            }
        }
    }
});
