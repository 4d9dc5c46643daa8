//! The memory that a surface needs for each component, in addition to the text of the component.
//!
//! This test is a separate binary, because it installs an allocator that counts memory.

#![allow(clippy::unwrap_used)]

use agent_ui_a2ui::{
    Message,
    surface::{SurfaceOptions, Surfaces},
};

/// The maximum memory of a component in addition to its text, in bytes.
const MOST: usize = 500;
/// The overhead of an allocator for each allocation: its bookkeeping and rounding.
const PIECE: usize = 16;
/// The number of components in one message.
const CHUNK: usize = 1000;

fn id(i: usize) -> String {
    if i == 0 {
        "root".to_owned()
    } else {
        format!("c{i}")
    }
}

/// Builds components that form one tree: rows and columns of `wide` children, and texts with or without a binding.
fn tree(n: usize, wide: usize, bound: bool) -> Vec<String> {
    let component = |i: usize| {
        let (id, below) = (id(i), wide * i + 1..=wide * i + wide);
        let names: Vec<String> = below
            .filter(|child| *child < n)
            .map(|child| format!("\"{}\"", self::id(child)))
            .collect();
        let kind = if i % 2 == 0 { "Column" } else { "Row" };
        match names.is_empty() {
            true if bound => {
                format!(r#"{{"id":"{id}","component":"Text","text":{{"path":"/texts/{i}"}}}}"#)
            }
            true => format!(r#"{{"id":"{id}","component":"Text","text":"Text {i}"}}"#),
            false => format!(
                r#"{{"id":"{id}","component":"{kind}","children":[{}]}}"#,
                names.join(",")
            ),
        }
    };
    (0..n).map(component).collect()
}

/// Returns the number of bytes that each component needs in addition to its text.
fn beside(version: &str, components: &[String], paints: bool) -> usize {
    let mut surfaces = Surfaces::with_options(SurfaceOptions::new().track_dirty(paints));
    let create =
        format!(r#"{{"version":"{version}","createSurface":{{"surfaceId":"s","catalogId":"c"}}}}"#);
    surfaces.apply(&Message::read(&create).unwrap()).unwrap();
    let mut bytes = 0;
    for components in components.chunks(CHUNK) {
        let components = components.join(",");
        let update = format!(
            r#"{{"version":"{version}","updateComponents":{{"surfaceId":"s","components":[{components}]}}}}"#
        );
        let message = Message::read(&update).unwrap();
        let kept = allocation_counter::measure(|| drop(surfaces.apply(&message).unwrap()));
        bytes += kept.bytes_current + kept.count_current * i64::try_from(PIECE).unwrap();
    }
    assert_eq!(
        surfaces.get("s").unwrap().components().count(),
        components.len()
    );
    let text: usize = components.iter().map(String::len).sum();
    usize::try_from(bytes).unwrap().saturating_sub(text) / components.len()
}

#[test]
fn a_component_takes_little_more_than_its_text() {
    let components = tree(100_000, 8, false);
    for version in ["v0.9", "v1.0"] {
        let beside = beside(version, &components, false);
        assert!(
            beside <= MOST,
            "{beside} bytes for each component of {version}"
        );
    }
}

/// Prints a table of bytes: `cargo test -p agent-ui-a2ui --release --test memory -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn the_memory_of_components_is_printed() {
    for n in [100_000, 1_000_000] {
        for wide in [2, 8, 50] {
            let components = tree(n, wide, false);
            let [old, new] = ["v0.9", "v1.0"].map(|version| beside(version, &components, false));
            println!("{n:>9} components, {wide:>2} below each: {old} bytes in 0.9, {new} in 1.0");
        }
        let bound = tree(n, 8, true);
        let [without, with] = [false, true].map(|paints| beside("v0.9", &bound, paints));
        println!(
            "{n:>9} components, all texts bound: {without} bytes, {with} if what is to be painted is asked"
        );
    }
}
