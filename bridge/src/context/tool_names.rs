//! Conversion of tool names between protocols with different alphabets.
//!
//! Most names are valid everywhere. [`safe_name`] converts any name to a safe identifier of actions.json, and
//! [`any_name`] is its inverse. A name that is not safe is escaped: the result begins with `x--`, and every byte other
//! than a letter or digit becomes `_XX`.
//!
//! Models and many MCP clients accept names of at most 64 letters, digits, `_` and `-`. [`FlatNames`] converts names to that
//! alphabet:
//!
//! ```text
//! cart.add              cart__add             in a list without another tool of this name
//! cart.add              x--cart_2Eadd         otherwise, and in a call if the list of tools is unknown
//! a.very.long. … .name  a__very__lo…_3f9c21d0 if both are too long: cut, with a hash of the whole name
//! ```
//!
//! Without a list, an escape can be decoded, but `__` is ambiguous: many servers use names such as `mcp__files__read`.
//! A call with `__` in its name therefore finds the tool `cart.add` only in two cases. Either the manifest is known
//! ([`Context::manifest`](crate::Context::manifest)), or `__` is declared to stand for dots
//! ([`Context::flat_names`](crate::Context::flat_names)). A shortened name finds its tool through the manifest or the
//! carry.

use crate::ids::derive;
use actions_json::identifier::is_safe;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

const MARK: &str = "x--";
/// The readable replacement of a dot.
const DOT: &str = "__";
/// The longest function name that models and MCP clients accept.
const LONGEST: usize = 64;
/// The length of the hash in a shortened name.
const HASH: usize = 8;

/// The characters that a protocol allows in names, and the replacement of a dot in its names.
#[derive(Clone, Copy)]
struct Alphabet {
    has: fn(&str) -> bool,
    dot: &'static str,
}

const SAFE: Alphabet = Alphabet {
    has: is_safe,
    dot: ".",
};
const FLAT: Alphabet = Alphabet {
    has: is_flat,
    dot: ".",
};
const FLAT_WITH_DOTS: Alphabet = Alphabet {
    has: is_flat,
    dot: DOT,
};

/// Returns the safe actions.json identifier of any name.
///
/// ```
/// use agent_ui_bridge::tool_names::{any_name, safe_name};
///
/// assert_eq!(safe_name("cart.add"), "cart.add");
/// assert_eq!(safe_name("cart add"), "x--cart_20add");
/// assert_eq!(any_name("x--cart_20add"), "cart add");
/// ```
pub fn safe_name(any: &str) -> String {
    SAFE.write(any).unwrap_or_else(|| escape(any))
}

/// Returns the name that a safe identifier stands for. Inverse of [`safe_name`].
pub fn any_name(safe: &str) -> String {
    SAFE.read(safe)
}

/// Returns `true` if models and MCP clients accept a function name: 1 to 64 letters, digits, `_` and `-`.
pub(crate) fn is_flat(name: &str) -> bool {
    (1..=LONGEST).contains(&name.len()) && name.bytes().all(is_flat_byte)
}

fn is_flat_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// Returns the name with its dots replaced by `__`. Returns `None` if the result is not a flat name.
fn readable_name(name: &str) -> Option<String> {
    let readable = name.replace('.', DOT);
    if is_flat(&readable) {
        Some(readable)
    } else {
        None
    }
}

impl Alphabet {
    /// Returns the name with its dots replaced. Returns `None` if the result is not in the alphabet or would decode to
    /// another name.
    fn replace_dots(self, name: &str) -> Option<String> {
        let plain = name.replace('.', self.dot);
        let mut next = (name.to_owned(), plain.clone());
        loop {
            let (name, plain) = next;
            if !(self.has)(&plain) || plain.replace(self.dot, ".") != name {
                return None;
            }
            // An escaped form decodes as an escape if the decoded name requires one.
            let Some(inner) = unescape(&plain) else { break };
            let inner_plain = inner.replace('.', self.dot);
            next = (inner, inner_plain);
        }
        Some(plain)
    }

    /// Encodes a name. Returns `None` if the result would be too long.
    fn write(self, name: &str) -> Option<String> {
        if let Some(plain) = self.replace_dots(name) {
            return Some(plain);
        }
        let encoded = escape(name);
        if (self.has)(&encoded) {
            Some(encoded)
        } else {
            None
        }
    }

    /// Decodes a name. A text that is not an encoded name stands for itself.
    fn read(self, encoded: &str) -> String {
        if let Some(name) = unescape(encoded) {
            // A name that needs no escape is never written as one.
            if self.replace_dots(&name).is_none() {
                return name;
            }
        }
        let dotted = encoded.replace(self.dot, ".");
        if self.replace_dots(&dotted).as_deref() == Some(encoded) {
            dotted
        } else {
            encoded.to_owned()
        }
    }
}

/// The tool names for models and for MCP clients that reject dots: at most 64 letters, digits, `_` and `-`.
///
/// ```
/// use agent_ui_bridge::tool_names::FlatNames;
///
/// let names = FlatNames::of(["cart.add", "cart.open", "cart__open"]);
/// assert_eq!(names.flat_name("cart.add"), "cart__add");
/// assert_eq!(names.flat_name("cart.open"), "x--cart_2Eopen", "another tool is called cart__open");
/// assert_eq!(names.dotted_name("cart__add"), "cart.add");
///
/// let unknown = FlatNames::default();
/// assert_eq!(unknown.flat_name("cart.add"), "x--cart_2Eadd");
/// assert_eq!(unknown.dotted_name("x--cart_2Eadd"), "cart.add");
/// assert_eq!(unknown.dotted_name("mcp__files__read"), "mcp__files__read");
/// ```
#[derive(Clone, Debug, Default)]
pub struct FlatNames {
    /// The flat name of each tool.
    flat: BTreeMap<String, String>,
    /// The tool name of each flat name.
    dotted: BTreeMap<String, String>,
    /// `true` if `__` stands for a dot in names that are not in the list.
    has_dots: bool,
}

impl FlatNames {
    /// Assigns flat names to the tools of one list. A name that is already flat is kept. Names that would collide are
    /// escaped.
    pub fn of<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut flat_names = Self::default();
        let (fit, others): (Vec<&str>, Vec<&str>) =
            names.into_iter().partition(|name| is_flat(name));
        for name in fit {
            flat_names.claim(name, name.to_owned());
        }
        let mut claims: BTreeMap<String, usize> = BTreeMap::new();
        for name in &others {
            if let Some(readable) = readable_name(name) {
                *claims.entry(readable).or_default() += 1;
            }
        }
        // Readable names come first, so that no escape takes one of them.
        let mut escapes = Vec::new();
        for name in others {
            match readable_name(name) {
                Some(readable)
                    if claims.get(&readable) == Some(&1) && flat_names.is_free(&readable) =>
                {
                    flat_names.claim(name, readable);
                }
                _ => escapes.push(name),
            }
        }
        for name in escapes {
            let escaped = escape(name);
            let encoded = if is_flat(&escaped) && flat_names.is_free(&escaped) {
                escaped
            } else {
                flat_names.shorten(name)
            };
            flat_names.claim(name, encoded);
        }
        flat_names
    }

    /// Interprets `__` as a dot, also in names that are not in the list.
    ///
    /// ```
    /// use agent_ui_bridge::tool_names::FlatNames;
    ///
    /// let names = FlatNames::default().with_dots();
    /// assert_eq!(names.flat_name("cart.add"), "cart__add");
    /// assert_eq!(names.dotted_name("cart__add"), "cart.add");
    /// assert_eq!(names.flat_name("cart__add"), "x--cart_5F_5Fadd");
    /// ```
    #[must_use]
    pub fn with_dots(mut self) -> Self {
        self.has_dots = true;
        self
    }

    /// Returns the flat name of a tool.
    pub fn flat_name(&self, name: &str) -> String {
        if let Some(encoded) = self.flat.get(name) {
            return encoded.clone();
        }
        // The name of one tool is never assigned to another.
        if let Some(encoded) = self.alphabet().write(name) {
            if is_flat(&encoded) && self.is_free(&encoded) {
                return encoded;
            }
        }
        let escaped = escape(name);
        if is_flat(&escaped) && self.is_free(&escaped) {
            escaped
        } else {
            self.shorten(name)
        }
    }

    /// Returns `true` if no tool of the list has a flat name.
    fn is_free(&self, encoded: &str) -> bool {
        !self.dotted.contains_key(encoded)
    }

    /// Returns the tool name of a flat name. Inverse of [`flat_name`](Self::flat_name), except for shortened names that
    /// are not in the list.
    pub fn dotted_name(&self, flat: &str) -> String {
        match self.dotted.get(flat) {
            Some(name) => name.clone(),
            None => self.alphabet().read(flat),
        }
    }

    fn alphabet(&self) -> Alphabet {
        if self.has_dots { FLAT_WITH_DOTS } else { FLAT }
    }

    fn claim(&mut self, name: &str, encoded: String) {
        self.dotted.insert(encoded.clone(), name.to_owned());
        self.flat.insert(name.to_owned(), encoded);
    }

    /// Returns the shortened name, which ends in the hash of the whole name.
    fn shorten(&self, name: &str) -> String {
        let mut start = String::new();
        for letter in name.replace('.', DOT).chars() {
            let is_allowed = letter.is_ascii_alphanumeric() || letter == '-';
            start.push(if is_allowed { letter } else { '_' });
        }
        start.truncate(LONGEST - HASH - 1);
        let mut attempt = 0;
        loop {
            let hash = derive(&[name, &"+".repeat(attempt)]);
            let encoded = format!("{start}_{}", hash.get(..HASH).unwrap_or_default());
            if self.is_free(&encoded) {
                return encoded;
            }
            attempt += 1;
        }
    }
}

/// Returns tool names for a list of flat names. Converting these tool names again gives the same flat names.
///
/// ```
/// use agent_ui_bridge::tool_names::dotted_names;
///
/// assert_eq!(dotted_names(&["cart__add", "refresh"]), ["cart.add", "refresh"]);
/// assert_eq!(dotted_names(&["cart__add", "x--cart_2Eadd"]), ["cart__add", "cart.add"]);
/// ```
pub fn dotted_names(flat: &[&str]) -> Vec<String> {
    let mut names: Vec<String> = flat.iter().map(|encoded| (*encoded).to_owned()).collect();
    let mut taken: BTreeSet<String> = wire::collect_set(names.iter().cloned());
    // Escapes are certain, and readable names are a guess.
    for guess in [escaped_name, name_with_dots] {
        for (name, encoded) in names.iter_mut().zip(flat) {
            if name != encoded {
                continue;
            }
            let Some(guessed) = guess(encoded) else {
                continue;
            };
            if taken.insert(guessed.clone()) {
                *name = guessed;
            }
        }
    }
    // A name that would be converted differently in this list keeps its flat form, which may affect other names.
    for _ in 0..MAX_ROUNDS {
        let written = FlatNames::of(names.iter().map(String::as_str));
        let mut is_same = true;
        for (name, encoded) in names.iter_mut().zip(flat) {
            let again = written.flat.get(name).map(String::as_str);
            if again != Some(*encoded) && name != encoded {
                (*name, is_same) = ((*encoded).to_owned(), false);
            }
        }
        if is_same {
            return names;
        }
    }
    flat.iter().map(|encoded| (*encoded).to_owned()).collect()
}

/// Returns the name whose escape is this flat name. Returns `None` if the text is not an escape or the name needs none.
fn escaped_name(flat: &str) -> Option<String> {
    let name = unescape(flat)?;
    if is_flat(&name) { None } else { Some(name) }
}

/// Returns a flat name with dots for `__`. Returns `None` if the result has no dots or is not such a name.
fn name_with_dots(flat: &str) -> Option<String> {
    let name = flat.replace(DOT, ".");
    if name.contains('.') && is_safe(&name) {
        Some(name)
    } else {
        None
    }
}

/// The number of rounds after which all interdependent names keep their flat form.
const MAX_ROUNDS: usize = 4;

fn escape(name: &str) -> String {
    let mut encoded = String::from(MARK);
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() {
            encoded.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(encoded, "_{byte:02X}");
        }
    }
    encoded
}

/// Decodes an escaped name. Returns `None` if the text is not an escape.
fn unescape(encoded: &str) -> Option<String> {
    let mut parts = encoded.strip_prefix(MARK)?.split('_');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        bytes.extend(part.get(2..)?.bytes());
    }
    let name = String::from_utf8(bytes).ok()?;
    if escape(&name) == encoded {
        Some(name)
    } else {
        None
    }
}

#[cfg(test)]
mod tests;
