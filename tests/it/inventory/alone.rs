//! A variant of a union, read without the union, is the same message.

use super::{every_type, holds_for_every_type, objects, pointer, refused, rewritten};
use wire::{Shape, Type, TypeInfo};

fn accepts_only_its_own_tag(_: &str, row: &'static TypeInfo) -> Result<(), String> {
    let Shape::Tagged { tag, variants } = row.shape else {
        return Ok(());
    };
    for variant in variants {
        let Type::Named(alone) = variant.ty else {
            return Err("a variant without a name".to_owned());
        };
        let alone = alone();
        let (quoted, word) = (format!("\"{tag}\""), format!("\"{}\"", variant.word));
        for members in objects(alone) {
            if members.get(tag) != Some(&word) {
                return Err(format!(
                    "{} does not write its tag: {}",
                    alone.name,
                    members.text()
                ));
            }
            // Variant and union read the same wherever the tag is, and also if it is missing.
            let without = members.without(tag);
            for at in [0, 1, without.0.len()] {
                let text = without.with(at, &quoted, &word).text();
                let (one, other) = (rewritten(alone, &text)?, rewritten(row, &text)?);
                if one != members.text() || other != one {
                    return Err(format!("{text}\n  alone {one}\n  in {} {other}", row.name));
                }
            }
            if rewritten(alone, &without.text())? != members.text() {
                return Err(format!("{} is another message without its tag", alone.name));
            }
            let at = pointer(&quoted);
            refused(
                alone,
                &without.with(1, &quoted, "\"another\"").text(),
                "value",
                at.as_str(),
            )?;
            refused(
                alone,
                &without.with(1, &quoted, "null").text(),
                "type",
                at.as_str(),
            )?;
            refused(
                alone,
                &members.with(1, &quoted, &word).text(),
                "duplicate",
                at.as_str(),
            )?;
        }
    }
    Ok(())
}

#[test]
fn a_variant_read_without_its_union_accepts_only_its_own_tag() {
    holds_for_every_type(accepts_only_its_own_tag);
    let unions = every_type()
        .filter(|(_, row)| matches!(row.shape, Shape::Tagged { .. }))
        .count();
    assert!(unions >= 9, "only {unions} unions");
}
