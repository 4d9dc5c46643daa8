//! Absent members, null and values stay distinct, for all optional members of a type at once.

use super::{Members, holds_for_every_type, objects, required_members, rewritten, table};
use std::collections::BTreeMap;
use wire::{Presence, Shape, TypeInfo};

/// The number of patterns tried for a type with more than 8 optional members, spread over all possible patterns.
const MOST: u64 = 3u64.pow(8);
/// The distance between two tried patterns. It is a prime, so all patterns of 3^k are visited before one repeats.
const STEP: u64 = 1_000_003;

fn patterns(_: &str, row: &'static TypeInfo) -> Result<(), String> {
    let table = table(&row.shape);
    let tag = if let Shape::Object(table) = row.shape {
        table.tag
    } else {
        None
    };
    let optional: Vec<_> = table
        .iter()
        .filter(|member| member.presence != Presence::Required)
        .collect();
    if optional.is_empty() {
        return Ok(());
    }
    let mut values = BTreeMap::new();
    let mut base = None;
    for members in objects(row) {
        for member in &optional {
            if let Some(value) = members.get(member.name).filter(|value| *value != "null") {
                values
                    .entry(member.name)
                    .or_insert_with(|| value.to_owned());
            }
        }
        base.get_or_insert(members);
    }
    let base = base.expect("an object");
    let all = 3u64.pow(u32::try_from(optional.len()).unwrap_or(u32::MAX));
    for n in 0..all.min(MOST) {
        let mut pattern = (n * STEP) % all;
        let named = |quoted: &str| {
            table
                .iter()
                .any(|member| member.name == wire::token::name(quoted))
        };
        // If the type has a tag, it comes before the members of the table.
        let tag = |quoted: &str| tag.is_some_and(|tag| tag.0 == wire::token::name(quoted));
        let mut members = Members(
            base.0
                .iter()
                .filter(|(name, _)| tag(name))
                .cloned()
                .collect(),
        );
        for member in table {
            let value = if required_members(&row.shape).any(|name| name == member.name) {
                base.get(member.name)
            } else {
                let presence = pattern % 3;
                pattern /= 3;
                match presence {
                    0 => None,
                    1 => Some("null"),
                    _ => Some(
                        values
                            .get(member.name)
                            .ok_or("no value was generated")?
                            .as_str(),
                    ),
                }
            };
            members
                .0
                .extend(value.map(|value| (format!("\"{}\"", member.name), value.to_owned())));
        }
        // After the table: the key of a message, and unknown members.
        members.0.extend(
            base.0
                .iter()
                .filter(|(name, _)| !named(name) && !tag(name))
                .cloned(),
        );
        let text = members.text();
        let written = rewritten(row, &text)?;
        if written != text {
            return Err(format!("another text:\n  {text}\n  {written}"));
        }
    }
    Ok(())
}

#[test]
fn every_pattern_of_absent_null_and_value_is_read_and_written_exactly() {
    holds_for_every_type(patterns);
}
