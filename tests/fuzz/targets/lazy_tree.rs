//! Writes into the lazy tree. The first line is the initial value. Each further line is a path with its new value. A
//! refused write changes nothing.
#![no_main]
#![deny(unsafe_code)]

use libfuzzer_sys::fuzz_target;
use wire::{Payload, tree::Tree};

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let Some(Ok(value)) = lines.next().map(Payload::parse) else {
        return;
    };
    let mut tree = Tree::new(value).budget(1 << 12);
    for line in lines {
        let before = tree.to_payload();
        let (path, value) = line.split_once('=').unwrap_or((line, ""));
        let path: Vec<&str> = path.split('/').collect();
        let changed = match Payload::parse(value) {
            Ok(value) => tree
                .set(&path, value.clone())
                .map(|()| assert_eq!(tree.get(&path), Some(value)))
                .is_ok(),
            Err(_) => tree.remove(&path).is_ok_and(|removed| removed),
        };
        let after = tree.to_payload();
        assert!(Payload::is_json(after.text()));
        assert!(changed || after == before);
    }
});
