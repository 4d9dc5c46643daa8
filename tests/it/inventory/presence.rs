//! Absent, null and a value stay three things, for all optional members of a type at once.

use super::{Law, Members, holds_for_every_type, objects, required, table};
use std::collections::BTreeMap;
use wire::{Presence, WireType};

struct Patterns;

/// Of a type with more optional members than 8 not every pattern is tried, but so many, spread over all of them.
const MOST: u64 = 3u64.pow(8);
/// A prime, so that steps of this size meet every pattern of 3^k before they meet one twice.
const STEP: u64 = 1_000_003;

impl Law for Patterns {
    fn check<T: WireType>(_: &str) -> Result<(), String> {
        let table = table(&T::SHAPE);
        let optional: Vec<_> = table.iter().filter(|member| member.presence == Presence::Optional).collect();
        if optional.is_empty() {
            return Ok(());
        }
        let mut values = BTreeMap::new();
        let mut base = None;
        for members in objects::<T>(256) {
            for member in &optional {
                if let Some(value) = members.get(member.name).filter(|value| *value != "null") {
                    values.entry(member.name).or_insert_with(|| value.to_owned());
                }
            }
            base.get_or_insert(members);
        }
        let base = base.expect("an object");
        let all = 3u64.pow(u32::try_from(optional.len()).unwrap_or(u32::MAX));
        for n in 0..all.min(MOST) {
            let mut pattern = (n * STEP) % all;
            let mut members = Members(Vec::new());
            for member in table {
                let value = if required(&T::SHAPE).any(|name| name == member.name) {
                    base.get(member.name)
                } else {
                    let presence = pattern % 3;
                    pattern /= 3;
                    match presence {
                        0 => None,
                        1 => Some("null"),
                        _ => Some(values.get(member.name).ok_or("no value was generated")?.as_str()),
                    }
                };
                members.0.extend(value.map(|value| (format!("\"{}\"", member.name), value.to_owned())));
            }
            // Behind the table: the key of a message, and the members that no table names.
            let named = |quoted: &str| table.iter().any(|member| member.name == wire::token::string(quoted));
            members.0.extend(base.0.iter().filter(|(name, _)| !named(name)).cloned());
            let text = members.text();
            let value: T = wire::decode(&text).map_err(|error| format!("{error}\n  {text}"))?;
            let written = wire::encode(&value).map_err(|error| error.to_string())?;
            if written != text {
                return Err(format!("another text:\n  {text}\n  {written}"));
            }
        }
        Ok(())
    }
}

#[test]
fn every_pattern_of_absent_null_and_value_is_read_and_written_exactly() {
    holds_for_every_type::<Patterns>();
}
