//! A member that occurs twice is refused, because two readers could use two different values.

use super::{holds_for_every_type, objects, pointer, refused, takes_members};
use wire::TypeInfo;

fn duplicates(name: &str, row: &'static TypeInfo) -> Result<(), String> {
    if !takes_members(name, &row.shape) {
        return Ok(());
    }
    for members in objects(row) {
        let members = members.with(1, r#""x-unknown""#, "1");
        for (name, value) in &members.0 {
            let at = pointer(name);
            refused(
                row,
                &members.with(members.0.len(), name, value).text(),
                "duplicate",
                at.as_str(),
            )?;
            refused(
                row,
                &members.with(0, &escape_name(name), value).text(),
                "duplicate",
                at.as_str(),
            )?;
        }
    }
    Ok(())
}

/// Writes a quoted name with escapes.
fn escape_name(quoted: &str) -> String {
    let units: String = wire::token::utf16(quoted)
        .iter()
        .map(|unit| format!("\\u{unit:04x}"))
        .collect();
    format!("\"{units}\"")
}

#[test]
fn every_type_refuses_duplicate_members() {
    holds_for_every_type(duplicates);
}
