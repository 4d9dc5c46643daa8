//! The error for a missing required member names the member.

use super::{holds_for_every_type, objects, refused, required_members};
use wire::{Shape, TypeInfo};

fn missing(_: &str, row: &'static TypeInfo) -> Result<(), String> {
    for members in objects(row) {
        for name in required_members(&row.shape) {
            refused(
                row,
                &members.without(name).text(),
                "missing",
                &format!("/{name}"),
            )?;
        }
        match row.shape {
            Shape::Keyed(table) => {
                let keys: Vec<&str> = table.keys.iter().map(|key| key.word).collect();
                let none = keys
                    .iter()
                    .fold(members.clone(), |members, key| members.without(key));
                refused(row, &none.text(), "key", "")?;
                for key in keys.iter().filter(|key| members.get(key).is_none()) {
                    let quoted = format!("\"{key}\"");
                    let two = members.with(members.0.len(), &quoted, "{}");
                    refused(row, &two.text(), "key", &format!("/{key}"))?;
                }
            }
            Shape::Tagged { tag, .. } => {
                refused(
                    row,
                    &members.without(tag).text(),
                    "missing",
                    &format!("/{tag}"),
                )?;
            }
            _ => {}
        }
    }
    Ok(())
}

#[test]
fn errors_name_missing_members_missing_keys_second_keys_and_missing_tags() {
    holds_for_every_type(missing);
}
