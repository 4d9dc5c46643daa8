//! A name means one type.

use super::{VERSIONS, walk_version};
use std::collections::BTreeSet;
use wire::{Visit, WireType};

#[derive(Default)]
struct Names {
    seen: BTreeSet<&'static str>,
    twice: Vec<&'static str>,
}

impl Visit for Names {
    fn visit<T: WireType>(&mut self) {
        if !self.seen.insert(T::NAME) {
            self.twice.push(T::NAME);
        }
    }
}

#[test]
fn within_a_version_of_a_protocol_every_name_means_one_type() {
    for version in VERSIONS {
        let mut names = Names::default();
        walk_version(&mut names, version);
        assert!(names.twice.is_empty(), "{version} has twice: {}", names.twice.join(", "));
    }
    let mut names = Names::default();
    super::walk(&mut names, "wire");
    super::walk(&mut names, "bridge");
    assert!(names.twice.is_empty(), "the bridge has twice: {}", names.twice.join(", "));
}
