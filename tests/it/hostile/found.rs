//! What the fuzz targets in `tests/fuzz` found, each as the smallest input that showed it.

use super::{AnyMessage, Carry, Context, Dialect, Translator, json};

/// What a translator has in mind after these lines, as they are, and again without the last one, which is refused.
fn before_and_after(mut translator: Translator, from: Dialect, to: Dialect, lines: &[&str]) -> [String; 2] {
    let saved = |translator: &Translator| wire::encode(&translator.save()).unwrap();
    let read = |line: &str| AnyMessage::read(&json(line), from, to.protocol()).unwrap();
    let (last, first) = lines.split_last().unwrap();
    for line in first {
        let _ = translator.push(read(line), Carry::default()).unwrap();
    }
    let before = saved(&translator);
    assert!(translator.push(read(last), Carry::default()).is_err(), "{last}");
    [before, saved(&translator)]
}

#[test]
fn a_surface_that_is_refused_leaves_no_trace_in_the_session() {
    let new = |from, to| Translator::new(from, to, Context::default()).unwrap().embed();
    // What cannot be embedded is refused after the types of its components were noted.
    let create = r#"{"version":"1.0","createSurface":{"surfaceId":"s","components":[{"id":"root","component":"Text","x":{"a":[{"path":"/n","call":1}]}}]}}"#;
    let other = r#"{"version":"1.0","updateComponents":{"surfaceId":"s","components":[{"id":"t","component":"Text","text":"a"}]}}"#;
    for lines in [&[create][..], &[other, create]] {
        let (from, to) = (Dialect::A2ui1_0, Dialect::A2ui1_0June);
        let [before, after] = before_and_after(new(from, to), from, to, lines);
        assert_eq!(before, after, "{lines:?}");
    }
}
