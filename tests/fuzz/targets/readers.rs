//! Reads any text as the wire type that the first two bytes select. A readable value can be written, and the written
//! text is read as an equal value.
#![no_main]
#![deny(unsafe_code)]

use agent_ui_fuzz::types;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use wire::{Payload, TypeInfo};

static TYPES: LazyLock<Vec<&'static TypeInfo>> = LazyLock::new(|| types().collect());

/// Checks the readers that do not depend on a type.
fn as_payload(text: &str) {
    let Ok(payload) = Payload::parse(text) else {
        return;
    };
    assert!(Payload::is_json(payload.text()));
    let one_line = wire::one_line(payload.text());
    assert!(!one_line.contains(['\n', '\r']));
    assert_eq!(Payload::parse(one_line).as_ref(), Ok(&payload));
    for (name, value) in payload.members() {
        assert!(Payload::is_json(value.text()));
        assert!(payload.member(&name).is_some());
    }
}

fuzz_target!(|data: &[u8]| {
    let [low, high, text @ ..] = data else { return };
    let row = TYPES
        .get(usize::from(u16::from_le_bytes([*low, *high])) % TYPES.len())
        .expect("there are types");
    let Ok(text) = std::str::from_utf8(text) else {
        assert!(wire::decode_slice::<Payload>(text).is_err());
        return;
    };
    if let Ok(Ok(written)) = row.rewrite(text) {
        let again = row
            .rewrite(&written)
            .expect("what was written is read")
            .expect("and written");
        assert_eq!(
            Payload::parse(&again),
            Payload::parse(&written),
            "{} {}",
            row.module,
            row.name
        );
    }
    as_payload(text);
    let _ = aap::lenient::decode::<aap::Interaction>(text);
    let _ = a2ui::read(text, None);
    let _ = a2ui::repair::Repairer::new(None).read(text);
});
