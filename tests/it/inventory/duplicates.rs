//! A member that occurs twice is refused: two readers would take two different values.

use super::{Law, holds_for_every_type, objects, pointer, refused, takes_members};
use wire::WireType;

struct Duplicates;

impl Law for Duplicates {
    fn check<T: WireType>(name: &str) -> Result<(), String> {
        if !takes_members(name, &T::SHAPE) {
            return Ok(());
        }
        for members in objects::<T>(128) {
            let members = members.with(1, r#""x-unknown""#, "1");
            for (name, value) in &members.0 {
                let at = pointer(name);
                refused::<T>(&members.with(members.0.len(), name, value).text(), "duplicate", at.as_str())?;
                refused::<T>(&members.with(0, &escaped(name), value).text(), "duplicate", at.as_str())?;
            }
        }
        Ok(())
    }
}

/// The same name, written in escapes.
fn escaped(quoted: &str) -> String {
    let units =
        wire::token::string(quoted).encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect::<String>();
    format!("\"{units}\"")
}

#[test]
fn a_second_member_of_the_same_name_is_refused_by_every_type() {
    holds_for_every_type::<Duplicates>();
}
