//! The error for a missing required member names the member.

use super::{holds_for_every_type, objects, refused, required_members};
use wire::{Shape, TypeInfo};

fn missing(_: &str, row: &'static TypeInfo) -> Result<(), String> {
    for members in objects(row) {
        for name in required_members(&row.shape) {
            refused(row, &members.without(name).text(), "missing", &format!("/{name}"))?;
        }
        match row.shape {
            Shape::Keyed(table) => {
                let keys: Vec<&str> = table.keys.iter().map(|key| key.word).collect();
                let none = keys.iter().fold(members.clone(), |members, key| members.without(key));
                refused(row, &none.text(), "key", "")?;
                for key in keys.iter().filter(|key| members.get(key).is_none()) {
                    let quoted = format!("\"{key}\"");
                    let two = members.with(members.0.len(), &quoted, "{}");
                    refused(row, &two.text(), "key", &format!("/{key}"))?;
                }
            }
            Shape::Tagged { tag, .. } => {
                refused(row, &members.without(tag).text(), "missing", &format!("/{tag}"))?;
            }
            _ => {}
        }
    }
    Ok(())
}

#[test]
fn a_missing_member_a_missing_key_a_second_key_and_a_missing_tag_are_named() {
    holds_for_every_type(missing);
}
