//! Names of tools, where one protocol allows more characters than another.
//!
//! Most names fit as they are. [`safe_name`] makes any name a safe identifier of actions.json and [`any_name`] is its inverse: an
//! escape, used only where it is needed, begins with `x--` and writes every byte that is no letter or digit as `_XX`.
//!
//! Functions of models and many MCP clients take names of at most 64 letters, digits, `_` and `-`. [`FlatNames`] writes names in that
//! alphabet:
//!
//! ```text
//! cart.add              cart__add             in a list where no other tool has or gets this name
//! cart.add              x--cart_2Eadd         otherwise, and for a call if the list of tools is not known
//! a.very.long. … .name  a__very__lo…_3f9c21d0 if neither has at most 64 characters: cut off, and the hash of the whole name
//! ```
//!
//! Without a list, an escape tells its name, and `__` does not: `mcp__files__read` is what many servers call their tools. So a call by a
//! name with `__` finds the tool `cart.add` if the manifest is known ([`Context::manifest`](crate::Context::manifest)), or if the caller
//! says that `__` stands for dots ([`Context::flat_names`](crate::Context::flat_names)). A shortened name finds its tool through the
//! manifest or the carry.

use super::ids::derive;
use actions_json::identifier::is_safe;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

const MARK: &str = "x--";
/// Stands for a dot in readable names.
const DOT: &str = "__";
/// The longest name that functions of models and MCP clients take.
const LONGEST: usize = 64;
/// How much of a shortened name is its hash.
const HASH: usize = 8;

/// The characters of names in a protocol, and what stands for a dot there.
#[derive(Clone, Copy)]
struct Alphabet {
    has: fn(&str) -> bool,
    dot: &'static str,
}

const SAFE: Alphabet = Alphabet { has: is_safe, dot: "." };
const FLAT: Alphabet = Alphabet { has: is_flat, dot: "." };
const FLAT_WITH_DOTS: Alphabet = Alphabet { has: is_flat, dot: DOT };

/// The safe identifier of actions.json for any name.
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

/// The name that a safe identifier stands for: the inverse of [`safe_name`].
pub fn any_name(safe: &str) -> String {
    SAFE.read(safe)
}

/// Whether functions of models and MCP clients take a name: 1 to 64 letters, digits, `_` and `-`.
pub(crate) fn is_flat(name: &str) -> bool {
    (1..=LONGEST).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

impl Alphabet {
    /// The name as it is, but for its dots; `None` if that is not in the alphabet or would be read as another name.
    fn plain(self, name: &str) -> Option<String> {
        let plain = name.replace('.', self.dot);
        let mut next = (name.to_owned(), plain.clone());
        loop {
            let (name, plain) = next;
            if !(self.has)(&plain) || plain.replace(self.dot, ".") != name {
                return None;
            }
            // What looks like an escape is read as one, if its name needs it.
            let Some(inner) = unescape(&plain) else { break };
            let inner_plain = inner.replace('.', self.dot);
            next = (inner, inner_plain);
        }
        Some(plain)
    }

    /// The image of a name, which tells the name; `None` if it would be too long.
    fn write(self, name: &str) -> Option<String> {
        self.plain(name).or_else(|| Some(escape(name)).filter(|encoded| (self.has)(encoded)))
    }

    /// The name of an image; what is no image is a name itself.
    fn read(self, encoded: &str) -> String {
        let escaped = unescape(encoded).filter(|name| self.plain(name).is_none());
        let dotted = || {
            Some(encoded.replace(self.dot, ".")).filter(|name| self.plain(name).as_deref() == Some(encoded))
        };
        escaped.or_else(dotted).unwrap_or_else(|| encoded.to_owned())
    }
}

/// The names that tools have for functions of models and for MCP clients that take no dots: at most 64 letters, digits, `_` and `-`.
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
    /// The image of each tool.
    flat: BTreeMap<String, String>,
    /// The tool of each image.
    dotted: BTreeMap<String, String>,
    /// Whether `__` stands for a dot in names of tools that are not in the list.
    has_dots: bool,
}

impl FlatNames {
    /// The names for the tools of one list. A name that fits stays; of the others, those that would get the same name are escaped.
    pub fn of<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut made = Self::default();
        let (fit, others): (Vec<&str>, Vec<&str>) = names.into_iter().partition(|name| is_flat(name));
        for name in fit {
            made.claim(name, name.to_owned());
        }
        let readable = |name: &str| Some(name.replace('.', DOT)).filter(|encoded| is_flat(encoded));
        let mut claims: BTreeMap<String, usize> = BTreeMap::new();
        for encoded in others.iter().copied().filter_map(readable) {
            *claims.entry(encoded).or_default() += 1;
        }
        let mut escapes = Vec::new();
        for name in others {
            match readable(name) {
                Some(encoded) if claims.get(&encoded) == Some(&1) && !made.dotted.contains_key(&encoded) => {
                    made.claim(name, encoded);
                }
                _ => escapes.push(name),
            }
        }
        for name in escapes {
            let encoded =
                Some(escape(name)).filter(|encoded| is_flat(encoded) && !made.dotted.contains_key(encoded));
            let encoded = encoded.unwrap_or_else(|| made.short(name));
            made.claim(name, encoded);
        }
        made
    }

    /// Takes `__` for a dot in names of tools that are not in the list, too.
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

    /// The name of a tool in the smaller alphabet.
    pub fn flat_name(&self, name: &str) -> String {
        if let Some(encoded) = self.flat.get(name) {
            return encoded.clone();
        }
        // No tool is called by the name of another one.
        let is_free = |encoded: &String| is_flat(encoded) && !self.dotted.contains_key(encoded);
        let encoded =
            self.alphabet().write(name).filter(is_free).or_else(|| Some(escape(name)).filter(is_free));
        encoded.unwrap_or_else(|| self.short(name))
    }

    /// The tool of such a name: the inverse of [`flat_name`](Self::flat_name), but for names that were shortened and are not in the list.
    pub fn dotted_name(&self, flat: &str) -> String {
        self.dotted.get(flat).cloned().unwrap_or_else(|| self.alphabet().read(flat))
    }

    fn alphabet(&self) -> Alphabet {
        if self.has_dots { FLAT_WITH_DOTS } else { FLAT }
    }

    fn claim(&mut self, name: &str, encoded: String) {
        self.dotted.insert(encoded.clone(), name.to_owned());
        self.flat.insert(name.to_owned(), encoded);
    }

    /// As much of a name as fits, and its hash.
    fn short(&self, name: &str) -> String {
        let allowed = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
        let mut kept: String = name.replace('.', DOT).chars().map(allowed).collect();
        kept.truncate(LONGEST - HASH - 1);
        let hashes = (0_usize..).map(|attempt| {
            let hash = derive(&[name, &"+".repeat(attempt)]);
            format!("{kept}_{}", hash.get(..HASH).unwrap_or_default())
        });
        let mut free = hashes.filter(|encoded| !self.dotted.contains_key(encoded));
        free.next().unwrap_or_default()
    }
}

/// The names of the tools in a list of flat names, by which the same list comes out again.
///
/// ```
/// use agent_ui_bridge::tool_names::dotted_names;
///
/// assert_eq!(dotted_names(&["cart__add", "refresh"]), ["cart.add", "refresh"]);
/// assert_eq!(dotted_names(&["cart__add", "x--cart_2Eadd"]), ["cart__add", "cart.add"]);
/// ```
pub fn dotted_names(flat: &[&str]) -> Vec<String> {
    let mut names: Vec<String> = flat.iter().map(|encoded| (*encoded).to_owned()).collect();
    let mut taken: BTreeSet<String> = names.iter().cloned().collect();
    let escape: fn(&str) -> Option<String> = |encoded| unescape(encoded).filter(|name| !is_flat(name));
    let readable: fn(&str) -> Option<String> =
        |encoded| Some(encoded.replace(DOT, ".")).filter(|name| name.contains('.') && is_safe(name));
    for guess in [escape, readable] {
        for (name, encoded) in names.iter_mut().zip(flat) {
            let guessed = if name == encoded { guess(encoded) } else { None };
            if let Some(guessed) = guessed.filter(|guessed| taken.insert(guessed.clone())) {
                *name = guessed;
            }
        }
    }
    // A name that would be written otherwise in this list stays as it is, which may leave another one no choice either.
    for _ in 0..MAX_ROUNDS {
        let written = FlatNames::of(names.iter().map(String::as_str));
        let mut is_same = true;
        for (name, encoded) in names.iter_mut().zip(flat) {
            if written.flat.get(name).map(String::as_str) != Some(*encoded) && name != encoded {
                (*name, is_same) = ((*encoded).to_owned(), false);
            }
        }
        if is_same {
            return names;
        }
    }
    flat.iter().map(|encoded| (*encoded).to_owned()).collect()
}

/// How often names of a list are looked at that depend on each other, before all stay as they are.
const MAX_ROUNDS: usize = 4;

fn escape(name: &str) -> String {
    let mut encoded = String::from(MARK);
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "_{byte:02X}");
        }
    }
    encoded
}

/// The name of an escape; `None` if it is none.
fn unescape(encoded: &str) -> Option<String> {
    let mut parts = encoded.strip_prefix(MARK)?.split('_');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        bytes.extend(part.get(2..)?.bytes());
    }
    let name = String::from_utf8(bytes).ok()?;
    (escape(&name) == encoded).then_some(name)
}

#[cfg(test)]
mod tests;
