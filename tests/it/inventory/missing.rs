//! A required member that is not there is named.

use super::{Law, holds_for_every_type, objects, refused, required};
use wire::{Shape, WireType};

struct Missing;

impl Law for Missing {
    fn check<T: WireType>(_: &str) -> Result<(), String> {
        for members in objects::<T>(64) {
            for name in required(&T::SHAPE) {
                refused::<T>(&members.without(name).text(), "missing", &format!("/{name}"))?;
            }
            match T::SHAPE {
                Shape::Keyed { keys, .. } => {
                    let none = keys.iter().fold(members.clone(), |members, key| members.without(key));
                    refused::<T>(&none.text(), "key", "")?;
                    for key in keys.iter().filter(|key| members.get(key).is_none()) {
                        let quoted = format!("\"{key}\"");
                        let two = members.with(members.0.len(), &quoted, "{}");
                        refused::<T>(&two.text(), "key", &format!("/{key}"))?;
                    }
                }
                Shape::Tagged { tag, .. } => {
                    refused::<T>(&members.without(tag).text(), "missing", &format!("/{tag}"))?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}

#[test]
fn a_missing_member_a_missing_key_a_second_key_and_a_missing_tag_are_named() {
    holds_for_every_type::<Missing>();
}
