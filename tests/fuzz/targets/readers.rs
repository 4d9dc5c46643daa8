//! Any text as every wire type: what is read is written, and what was written is read to the same.
#![no_main]
#![deny(unsafe_code)]

use libfuzzer_sys::fuzz_target;
use wire::{Payload, Row};

fn types() -> impl Iterator<Item = &'static Row> {
    let a2ui = a2ui::inventory::shared()
        .chain(a2ui::inventory::v0_8())
        .chain(a2ui::inventory::v0_9())
        .chain(a2ui::inventory::v0_10())
        .chain(a2ui::inventory::v1_0());
    let ahp = [ahp::inventory::SHARED, ahp::inventory::CANVAS, ahp::inventory::V1_0];
    let others = [wire::TYPES, aap::TYPES, actions_json::inventory::TYPES, bridge::inventory::TYPES];
    a2ui.chain(ahp.into_iter().flatten().copied()).chain(others.into_iter().flatten().copied())
}

fuzz_target!(|text: &str| {
    for row in types() {
        let Ok(Ok(written)) = row.rewrite(text) else { continue };
        let again = row.rewrite(&written).expect("what was written is read").expect("and written");
        assert_eq!(Payload::parse(&again), Payload::parse(&written), "{} {}", row.module, row.name);
    }
    let _ = aap::lenient::decode::<aap::Interaction>(text);
    let _ = a2ui::read(text, None);
});
