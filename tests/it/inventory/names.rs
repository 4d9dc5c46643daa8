//! Each name means exactly one type.

use super::{VERSIONS, rows, rows_of_version};
use std::collections::BTreeSet;
use wire::TypeInfo;

fn twice(rows: impl Iterator<Item = &'static TypeInfo>) -> Vec<&'static str> {
    let mut seen = BTreeSet::new();
    rows.map(|row| row.name)
        .filter(|name| !seen.insert(*name))
        .collect()
}

#[test]
fn every_name_means_one_type_within_a_protocol_version() {
    for version in VERSIONS {
        let twice = twice(rows_of_version(version));
        assert!(
            twice.is_empty(),
            "{version} has twice: {}",
            twice.join(", ")
        );
    }
    let twice = twice(rows("wire").into_iter().chain(rows("bridge")));
    assert!(
        twice.is_empty(),
        "the bridge has twice: {}",
        twice.join(", ")
    );
}
