//! Tests of the findings.

mod cases;
mod limits;
mod samples;

use super::{report::BlockPlace, walk::PayloadWalk};
use crate::{AppSurface, inventory};
use wire::{Finding, Payload, Pointer, TypeInfo};

/// Returns the description of a type.
fn info(name: &str) -> &'static TypeInfo {
    let info = inventory::ALL.iter().find(|info| info.name == name);
    info.unwrap_or_else(|| panic!("no type is called {name}"))
}

/// Validates a text as a type. The text comes back from the type unchanged.
fn findings(name: &str, json: &str, surface: Option<AppSurface>) -> Vec<Finding> {
    let info = info(name);
    let written = info.rewrite(json).unwrap().unwrap();
    let same = Payload::parse(&written).unwrap() == Payload::parse(json).unwrap();
    assert!(same, "{name}: {json}: {written}");
    let mut walk = PayloadWalk::new(surface);
    walk.named(info, json, &Pointer::root(), BlockPlace::default());
    walk.into_findings()
}

/// Returns the rules and places of findings.
fn rules(found: &[Finding]) -> Vec<(&'static str, &str)> {
    let places = found
        .iter()
        .map(|finding| (finding.rule, finding.pointer.as_str()));
    places.collect()
}
