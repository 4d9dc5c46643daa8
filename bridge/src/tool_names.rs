//! Names of tools, where one protocol allows more than another. Every name has exactly one image, and every image its name.
//!
//! Most names are good images as they stand. For the others there is an encoding, used only where it is needed: `x--`, then
//! letters and digits as they are, and every other byte as `_XX`.
//!
//! ```text
//! cart.add       <->  cart.add          as a safe identifier (actions.json)
//! cart add       <->  x--cart_20add
//! cart.add       <->  x--cart_2Eadd     without dots (MCP clients that take none)
//! ```

use actions_json::identifier::is_safe;
use std::fmt::Write;

const MARK: &str = "x--";

/// The safe identifier of actions.json for any name.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::tool_names::{any_name, safe_name};
///
/// assert_eq!(safe_name("cart.add"), "cart.add");
/// assert_eq!(safe_name("cart add"), "x--cart_20add");
/// assert_eq!(any_name("x--cart_20add"), "cart add");
/// ```
pub fn safe_name(any: &str) -> String {
    encode(any, is_safe)
}

/// The name of which this is the safe identifier.
pub fn any_name(safe: &str) -> String {
    decode(safe, is_safe)
}

/// The name without dots for any name: a letter, then letters, digits, `_` and `-`.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::tool_names::{dotted_name, flat_name};
///
/// assert_eq!(flat_name("refresh"), "refresh");
/// assert_eq!(flat_name("cart.add"), "x--cart_2Eadd");
/// assert_eq!(dotted_name("x--cart_2Eadd"), "cart.add");
/// ```
pub fn flat_name(dotted: &str) -> String {
    encode(dotted, is_flat)
}

/// The name of which this is the one without dots.
pub fn dotted_name(flat: &str) -> String {
    decode(flat, is_flat)
}

/// Whether a name is one without dots.
pub(crate) fn is_flat(name: &str) -> bool {
    is_safe(name) && !name.contains('.')
}

fn encode(name: &str, fits: fn(&str) -> bool) -> String {
    if is_plain(name, fits) { name.to_owned() } else { escaped(name) }
}

fn decode(image: &str, fits: fn(&str) -> bool) -> String {
    unescaped(image).filter(|name| !is_plain(name, fits)).unwrap_or_else(|| image.to_owned())
}

/// Whether a name is its own image: it fits, and is not the encoding of one that is not plain.
fn is_plain(name: &str, fits: fn(&str) -> bool) -> bool {
    let mut name = name.to_owned();
    loop {
        if !fits(&name) {
            return false;
        }
        match unescaped(&name) {
            None => return true,
            Some(inner) => name = inner,
        }
    }
}

fn escaped(name: &str) -> String {
    let mut image = String::from(MARK);
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() {
            image.push(char::from(byte));
        } else {
            let _ = write!(image, "_{byte:02X}");
        }
    }
    image
}

/// What was escaped; `None` if nothing gives this image.
fn unescaped(image: &str) -> Option<String> {
    let mut parts = image.strip_prefix(MARK)?.split('_');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        bytes.extend(part.get(2..)?.bytes());
    }
    let name = String::from_utf8(bytes).ok()?;
    (escaped(&name) == image).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_no_image_stays_as_it_is() {
        for name in ["x--cart", "x--_4", "x--_2e", "x--_FF", "x--a-b", "x--_zz"] {
            assert_eq!(any_name(name), name);
            assert_eq!(safe_name(name), name);
        }
        // The empty name, and what looks like an encoding.
        assert_eq!((safe_name(""), any_name("x--")), ("x--".to_owned(), String::new()));
        assert_eq!(safe_name("x--cart_20add"), "x--x_2D_2Dcart_5F20add");
    }

    proptest! {
        #[test]
        fn every_name_comes_back(name in "(x--)?(x_2D_2D)?([a-zA-Z0-9_.-]|_20|_2E| |é){0,8}") {
            let safe = safe_name(&name);
            prop_assert!(is_safe(&safe));
            prop_assert_eq!(any_name(&safe), name.clone());
            let flat = flat_name(&name);
            prop_assert!(is_flat(&flat));
            prop_assert_eq!(dotted_name(&flat), name);
        }

        #[test]
        fn every_image_comes_back(image in "(x--)?(x_2D_2D)?[a-zA-Z]([a-zA-Z0-9_-]|_20|_2E|_5F){0,8}") {
            prop_assert_eq!(safe_name(&any_name(&image)), image.clone());
            prop_assert_eq!(flat_name(&dotted_name(&image)), image);
        }
    }
}
