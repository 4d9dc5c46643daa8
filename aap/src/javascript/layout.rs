//! A JSON text as a flat list of values, so that reading, writing and dropping do not recurse.

use super::number;
use std::{collections::BTreeMap, fmt::Write, slice};
use wire::token::{self, TokenKind, Tokens};

/// The values of one text. Children precede their parents, so the root is the last value.
pub(super) struct Document(Vec<Node>);

enum Node {
    /// A scalar in its written form.
    Scalar(String),
    Array(Vec<usize>),
    /// The members with their names in written form. The written form is canonical: different names have different
    /// texts.
    Object(Vec<(String, usize)>),
}

impl Document {
    pub(super) fn read(text: &str) -> Self {
        let mut nodes = Vec::new();
        let mut open: Vec<(Node, String)> = Vec::new();
        let mut name = String::new();
        for token in Tokens::new(text) {
            let node = match token.kind {
                TokenKind::Name => {
                    name = string(token.text);
                    continue;
                }
                TokenKind::ObjectStart => {
                    open.push((Node::Object(Vec::new()), std::mem::take(&mut name)));
                    continue;
                }
                TokenKind::ArrayStart => {
                    open.push((Node::Array(Vec::new()), std::mem::take(&mut name)));
                    continue;
                }
                TokenKind::ObjectEnd | TokenKind::ArrayEnd => {
                    let Some((node, own_name)) = open.pop() else {
                        break;
                    };
                    name = own_name;
                    match node {
                        Node::Object(members) => Node::Object(in_order(members)),
                        other => other,
                    }
                }
                TokenKind::String => Node::Scalar(string(token.text)),
                TokenKind::Number => Node::Scalar(number(token.text)),
                TokenKind::Literal => Node::Scalar(token.text.to_owned()),
            };
            let at = nodes.len();
            nodes.push(node);
            match open.last_mut() {
                Some((Node::Array(elements), _)) => elements.push(at),
                Some((Node::Object(members), _)) => members.push((std::mem::take(&mut name), at)),
                _ => break,
            }
        }
        Self(nodes)
    }

    pub(super) fn compact(&self) -> String {
        self.write(None)
    }

    pub(super) fn to_indented(&self) -> String {
        self.write(Some("  "))
    }

    fn write(&self, indent: Option<&str>) -> String {
        let mut out = String::new();
        let mut open: Vec<Open<'_>> = Vec::new();
        let mut next = self.0.last();
        loop {
            if let Some(node) = next {
                open.extend(begin(node, &mut out));
            }
            // Ends the containers that have no more children.
            next = loop {
                let depth = open.len();
                let Some(top) = open.last_mut() else {
                    return out;
                };
                let Some((name, at)) = top.children.next() else {
                    let end = top.children.end();
                    open.pop();
                    new_line(&mut out, indent, depth - 1);
                    out.push(end);
                    continue;
                };
                if std::mem::replace(&mut top.started, true) {
                    out.push(',');
                }
                new_line(&mut out, indent, depth);
                if let Some(name) = name {
                    out.push_str(name);
                    out.push_str(if indent.is_some() { ": " } else { ":" });
                }
                break self.0.get(at);
            };
        }
    }
}

/// Writes a value, or the start of a container, and returns the container. An empty container is written completely,
/// without a line end.
fn begin<'a>(node: &'a Node, out: &mut String) -> Option<Open<'a>> {
    let children = match node {
        Node::Scalar(text) => {
            out.push_str(text);
            return None;
        }
        Node::Array(elements) if elements.is_empty() => {
            out.push_str("[]");
            return None;
        }
        Node::Object(members) if members.is_empty() => {
            out.push_str("{}");
            return None;
        }
        Node::Array(elements) => {
            out.push('[');
            Children::Elements(elements.iter())
        }
        Node::Object(members) => {
            out.push('{');
            Children::Members(members.iter())
        }
    };
    let started = false;
    Some(Open { children, started })
}

/// A container that is being written.
struct Open<'a> {
    children: Children<'a>,
    started: bool,
}

enum Children<'a> {
    Elements(slice::Iter<'a, usize>),
    Members(slice::Iter<'a, (String, usize)>),
}

impl<'a> Children<'a> {
    /// Returns the next child: its index, and its name in an object.
    fn next(&mut self) -> Option<(Option<&'a str>, usize)> {
        match self {
            Self::Elements(elements) => Some((None, *elements.next()?)),
            Self::Members(members) => {
                let (name, at) = members.next()?;
                Some((Some(name), *at))
            }
        }
    }

    fn end(&self) -> char {
        match self {
            Self::Elements(_) => ']',
            Self::Members(_) => '}',
        }
    }
}

fn new_line(out: &mut String, indent: Option<&str>, depth: usize) {
    if let Some(indent) = indent {
        out.push('\n');
        for _ in 0..depth {
            out.push_str(indent);
        }
    }
}

/// Orders the members of an object as JavaScript does: each name once, array indexes first.
fn in_order(members: Vec<(String, usize)>) -> Vec<(String, usize)> {
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut unique: Vec<(String, usize)> = Vec::with_capacity(members.len());
    for (name, value) in members {
        match places.get(&name).and_then(|place| unique.get_mut(*place)) {
            Some(member) => member.1 = value,
            None => {
                places.insert(name.clone(), unique.len());
                unique.push((name, value));
            }
        }
    }
    // The sort is stable, so all other names keep their order.
    unique.sort_by_key(|(name, _)| array_index(name).map_or(u64::MAX, u64::from));
    unique
}

/// Parses a quoted name as an array index: `0`, or digits without a leading zero, up to 4294967294.
pub(super) fn array_index(quoted: &str) -> Option<u32> {
    let name = quoted.strip_prefix('"')?.strip_suffix('"')?;
    let canonical =
        name == "0" || (!name.starts_with('0') && name.bytes().all(|byte| byte.is_ascii_digit()));
    if !canonical {
        return None;
    }
    let index: u32 = name.parse().ok()?;
    // JavaScript has no index 4294967295, which is the largest length.
    if index == u32::MAX { None } else { Some(index) }
}

/// Writes a string as JavaScript does.
pub(super) fn string(quoted: &str) -> String {
    if !quoted.contains('\\') {
        return quoted.to_owned();
    }
    let mut out = String::with_capacity(quoted.len());
    out.push('"');
    for unit in char::decode_utf16(token::utf16(quoted)) {
        // Writing to a `String` does not fail.
        let _ = match unit {
            Ok('"') => out.write_str("\\\""),
            Ok('\\') => out.write_str("\\\\"),
            Ok('\u{8}') => out.write_str("\\b"),
            Ok('\u{c}') => out.write_str("\\f"),
            Ok('\n') => out.write_str("\\n"),
            Ok('\r') => out.write_str("\\r"),
            Ok('\t') => out.write_str("\\t"),
            Ok(c) if c < ' ' => write!(out, "\\u{:04x}", u32::from(c)),
            Ok(c) => out.write_char(c),
            Err(half) => write!(out, "\\u{:04x}", half.unpaired_surrogate()),
        };
    }
    out.push('"');
    out
}
