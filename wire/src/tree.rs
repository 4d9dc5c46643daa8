//! A large JSON value that changes a little at a time.
//!
//! A [`Tree`] begins as one text. A write expands the containers on its path, and only those: their children become spans
//! of the text that is there already. Reads scan the text and expand nothing.

mod array;
mod node;
mod object;
#[cfg(test)]
mod tests;

use crate::{MAX_DEPTH, Payload, PayloadKind, Pointer, token};
use node::{CHILD, Change, Node, View, Writable, added};
use serde::{Serialize, Serializer};
use std::fmt;

/// How many nodes one write may create, unless the caller says otherwise.
pub const DEFAULT_BUDGET: usize = 1 << 20;

/// A JSON value, changed in place, path by path.
///
/// - The first write below an array or object costs its size; every further one costs the size of the change and the
///   logarithm of what lies beside the path. A clone shares everything until one of the two is written to.
/// - The order of members is kept; new ones come last. What is not written to keeps its text.
/// - No value nests deeper than [`MAX_DEPTH`] because of a write; a text that does so from the start is read, shown,
///   cloned, compared and dropped safely.
/// - A failed write changes nothing.
///
/// Segments are member names and indices, without escapes.
///
/// ```
/// # use agent_ui_wire as wire;
/// use wire::{Payload, tree::Tree};
///
/// let mut tree = Tree::new(Payload::parse(r#"{"list":[1.0,{"a":[]}],"n":1e2}"#)?);
/// tree.set(&["list", "1", "a", "0"], Payload::string("x"))?;
/// tree.remove(&["list", "0"])?;
/// assert_eq!(tree.to_payload().text(), r#"{"list":[{"a":["x"]}],"n":1e2}"#);
/// assert_eq!(tree.get(&["list", "0", "a"]).unwrap().text(), r#"["x"]"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Tree {
    root: Node,
    budget: usize,
    bytes: usize,
    max_bytes: usize,
}

/// Why a write was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TreeError {
    /// Nothing stands at a place on the way.
    Missing {
        /// The place.
        at: Pointer,
    },
    /// What stands on the way has no members and no elements.
    NotAContainer {
        /// Where it stands.
        at: Pointer,
        /// What it is.
        kind: PayloadKind,
    },
    /// An array has no element of that name.
    NotAnIndex {
        /// Where the array stands.
        at: Pointer,
        /// The segment.
        segment: String,
    },
    /// An index beyond the end of an array; at the end itself a write appends.
    IndexGap {
        /// Where the array stands.
        at: Pointer,
        /// The index.
        index: usize,
        /// How many elements the array has.
        len: usize,
    },
    /// An object on the way has two members of the same name, so that nobody can say which one is meant.
    DuplicateMember {
        /// The members.
        at: Pointer,
    },
    /// The value would nest deeper than [`MAX_DEPTH`].
    Depth {
        /// How deep.
        depth: usize,
    },
    /// The write would create more nodes than its budget allows.
    Budget {
        /// How many were counted when the budget was used up.
        needed: usize,
        /// The budget.
        budget: usize,
    },
    /// The tree would hold more bytes than [it may](Tree::set_max_bytes).
    Bytes {
        /// How many it would hold.
        needed: usize,
        /// How many it may hold.
        max: usize,
    },
    /// The text of the value is longer than 4 GiB.
    TooLong,
    /// The whole value cannot be taken away.
    Root,
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { at } => write!(f, "{at}: nothing stands here"),
            Self::NotAContainer { at, kind } => write!(f, "{at}: {kind}, which has no members"),
            Self::NotAnIndex { at, segment } => write!(f, "{at}: an array, and {segment:?} is no index"),
            Self::IndexGap { at, index, len } => write!(f, "{at}: the index {index} in an array of {len}"),
            Self::DuplicateMember { at } => write!(f, "{at}: two members of this name"),
            Self::Depth { depth } => {
                write!(f, "the value would nest {depth} levels deep, at most {MAX_DEPTH} are allowed")
            }
            Self::Budget { needed, budget } => {
                write!(f, "the write would create {needed} nodes or more, {budget} are allowed")
            }
            Self::Bytes { needed, max } => {
                write!(f, "the value would take {needed} bytes of memory, {max} are allowed")
            }
            Self::TooLong => f.write_str("the text of the value is longer than 4 GiB"),
            Self::Root => f.write_str("the whole value cannot be removed"),
        }
    }
}

impl std::error::Error for TreeError {}

/// How far a path leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reach {
    /// How many of its segments name something.
    pub found: usize,
    /// What stands there.
    pub kind: PayloadKind,
    /// How many elements that has, if it is an array; else 0.
    pub len: usize,
}

impl Tree {
    /// A tree that is this value.
    pub fn new(value: Payload) -> Self {
        let root = Node::text(value);
        Self { bytes: root.bytes(), root, budget: DEFAULT_BUDGET, max_bytes: usize::MAX }
    }

    /// Allows each write to create at most this many nodes: the children of all containers that it has to expand. They
    /// are counted before anything is expanded.
    #[must_use]
    pub fn budget(mut self, nodes: usize) -> Self {
        self.budget = nodes;
        self
    }

    /// About how many bytes of memory it holds: the texts that were written and are still needed, and a fixed amount for each
    /// child of an expanded container. A text of which only a part is left counts as a whole, because it is kept as a whole.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Refuses each later write after which the tree would [hold](Self::bytes) more bytes. Without this there is no bound.
    pub fn set_max_bytes(&mut self, bytes: usize) {
        self.max_bytes = bytes;
    }

    /// The value at `path`.
    pub fn get<S: AsRef<str>>(&self, path: &[S]) -> Option<Payload> {
        self.view(path).map(View::to_payload)
    }

    /// What stands at `path`.
    pub fn kind<S: AsRef<str>>(&self, path: &[S]) -> Option<PayloadKind> {
        self.view(path).map(View::kind)
    }

    /// How far `path` leads, and to what.
    pub fn reach<S: AsRef<str>>(&self, path: &[S]) -> Reach {
        let mut view = self.root.view(None);
        let mut found = 0;
        for segment in path {
            let Some(child) = view.child(segment.as_ref()) else { break };
            view = child;
            found += 1;
        }
        Reach { found, kind: view.kind(), len: view.len() }
    }

    /// Puts a value at `path`: in the place of what stands there, or as a new member or a new last element. Everything
    /// above it has to be there.
    ///
    /// # Errors
    /// Every [`TreeError`] but `Root`.
    pub fn set<S: AsRef<str>>(&mut self, path: &[S], value: Payload) -> Result<(), TreeError> {
        self.write(path, value, 0)
    }

    /// As [`set`](Self::set), but an index beyond the end of an array is no error if at most `max_nulls` elements are missing
    /// before it: the array is filled up with null.
    ///
    /// # Errors
    /// Those of [`set`](Self::set).
    pub fn set_padded<S: AsRef<str>>(
        &mut self,
        path: &[S],
        value: Payload,
        max_nulls: usize,
    ) -> Result<(), TreeError> {
        self.write(path, value, max_nulls)
    }

    fn write<S: AsRef<str>>(
        &mut self,
        path: &[S],
        value: Payload,
        max_nulls: usize,
    ) -> Result<(), TreeError> {
        let depth = path.len().saturating_add(value.depth());
        if depth > MAX_DEPTH {
            return Err(TreeError::Depth { depth });
        }
        let node = Node::text(value);
        if path.is_empty() {
            self.bytes = self.fits(node.bytes(), 0, 0)?;
            self.root = node;
            return Ok(());
        }
        let Expansion { nodes, more, less, nulls } = self.expand(path, Write::Set { max_nulls })?;
        self.bytes = self.fits(self.bytes.saturating_add(node.bytes()), more, less)?;
        self.change(path, nodes, Change::Set { node, nulls });
        Ok(())
    }

    /// Takes away what stands at `path`, and says whether there was something. Behind a removed element the others move
    /// up by one; to leave a hole instead, [`set`](Self::set) null.
    ///
    /// # Errors
    /// `Root`, if the path is empty; `DuplicateMember`, `Budget`, `Bytes`, `Depth` and `TooLong` as for `set`.
    pub fn remove<S: AsRef<str>>(&mut self, path: &[S]) -> Result<bool, TreeError> {
        if path.is_empty() {
            return Err(TreeError::Root);
        }
        if path.len() > MAX_DEPTH {
            return Err(TreeError::Depth { depth: path.len() });
        }
        if self.view(path).is_none() {
            return Ok(false);
        }
        let Expansion { nodes, more, less, .. } = self.expand(path, Write::Remove)?;
        self.bytes = self.fits(self.bytes, more, less)?;
        let swept = self.change(path, nodes, Change::Remove);
        self.bytes = self.bytes.saturating_sub(swept.saturating_mul(CHILD));
        Ok(true)
    }

    /// How many bytes the tree holds after a write, if it may hold so many.
    fn fits(&self, before: usize, more: usize, less: usize) -> Result<usize, TreeError> {
        let needed = before.saturating_add(more).saturating_sub(less);
        // What makes the tree smaller is never refused.
        if needed > self.max_bytes && needed > self.bytes {
            return Err(TreeError::Bytes { needed, max: self.max_bytes });
        }
        Ok(needed)
    }

    /// The whole value.
    pub fn to_payload(&self) -> Payload {
        self.root.view(None).to_payload()
    }

    fn view<S: AsRef<str>>(&self, path: &[S]) -> Option<View<'_>> {
        path.iter().try_fold(self.root.view(None), |view, segment| view.child(segment.as_ref()))
    }

    /// Expands the containers on `path` that are still text, beside the tree, which does not change. Whatever can go
    /// wrong with a write goes wrong here, but for its bytes.
    fn expand<S: AsRef<str>>(&self, path: &[S], write: Write) -> Result<Expansion, TreeError> {
        let mut needed = 0;
        let mut expansion = Expansion::default();
        let mut place = self.root.place(None)?;
        for (depth, segment) in path.iter().enumerate() {
            let step = Step { path, depth, segment: segment.as_ref() };
            let container = match place {
                Writable::Span(span) => {
                    let children = span.children();
                    needed += children;
                    if needed > self.budget {
                        return Err(TreeError::Budget { needed, budget: self.budget });
                    }
                    expansion.more = expansion.more.saturating_add(span.expanding(children));
                    let node = span.expand(|| step.above())?;
                    let container = node.place(None)?;
                    expansion.nodes.push(node);
                    container
                }
                open => open,
            };
            if depth + 1 < path.len() {
                place = step.child(&container)?;
            } else {
                step.end(&container, write, &mut expansion)?;
                break;
            }
        }
        Ok(expansion)
    }

    /// Makes a change for which [`expand`](Self::expand) found nothing in the way. Gives how many empty slots of an array were
    /// swept out.
    fn change<S: AsRef<str>>(&mut self, path: &[S], expanded: Vec<Node>, change: Change) -> usize {
        let mut expanded = expanded.into_iter();
        let mut at = &mut self.root;
        for (depth, segment) in path.iter().enumerate() {
            if matches!(at, Node::Text(_) | Node::Span(..)) {
                let Some(container) = expanded.next() else { return 0 };
                *at = container;
            }
            if depth + 1 == path.len() {
                return at.change(segment.as_ref(), change);
            }
            match at.child_mut(segment.as_ref()) {
                Some(child) => at = child,
                None => return 0,
            }
        }
        0
    }
}

/// What a write is about to do at the end of its path.
#[derive(Clone, Copy)]
enum Write {
    Set { max_nulls: usize },
    Remove,
}

/// What has to be expanded for a write, and what the write then makes of the bytes of the tree, without the new value itself.
#[derive(Default)]
struct Expansion {
    nodes: Vec<Node>,
    more: usize,
    less: usize,
    /// How many nulls come before a new element.
    nulls: usize,
}

/// One step of a path that is written to.
struct Step<'a, S> {
    path: &'a [S],
    depth: usize,
    segment: &'a str,
}

impl<S: AsRef<str>> Step<'_, S> {
    /// Where the container stands.
    fn above(&self) -> Pointer {
        let mut pointer = Pointer::root();
        self.path.iter().take(self.depth).for_each(|segment| pointer.push(segment.as_ref()));
        pointer
    }

    /// What the segment names in its container.
    fn child(&self, container: &Writable) -> Result<Writable, TreeError> {
        let (child, text) = match container {
            Writable::Span(span) => return Err(self.not_a_container(span.kind())),
            Writable::Object(object) => (object.get(self.segment), object.text()),
            Writable::Array(array) => (array.get(self.index(array, 0)?), array.text()),
        };
        match child {
            Some(child) => child.place(Some(text)),
            None => Err(TreeError::Missing { at: self.above().member(self.segment) }),
        }
    }

    /// What a write changes where the segment, the last one, names a child or a new one. What is about to be replaced is not
    /// looked into.
    fn end(&self, container: &Writable, write: Write, out: &mut Expansion) -> Result<(), TreeError> {
        match (container, write) {
            (Writable::Span(span), _) => return Err(self.not_a_container(span.kind())),
            (Writable::Object(object), Write::Set { .. }) => match object.get(self.segment) {
                Some(old) => out.less += old.bytes(),
                None => out.more = out.more.saturating_add(added(self.segment)),
            },
            (Writable::Object(object), Write::Remove) => out.less += object.bytes_at(self.segment),
            (Writable::Array(array), Write::Set { max_nulls }) => {
                let index = self.index(array, max_nulls)?;
                match array.get(index) {
                    Some(old) => out.less += old.bytes(),
                    None => {
                        out.nulls = index.saturating_sub(array.len());
                        let null = CHILD + Node::text(Payload::null()).bytes();
                        out.more =
                            out.more.saturating_add(CHILD).saturating_add(out.nulls.saturating_mul(null));
                    }
                }
            }
            (Writable::Array(array), Write::Remove) => {
                out.less += array.get(self.index(array, 0)?).map_or(0, Node::bytes);
            }
        }
        Ok(())
    }

    /// The segment as an index of an array, in which so many elements may be missing before it.
    fn index(&self, array: &array::Array, max_nulls: usize) -> Result<usize, TreeError> {
        let Some(index) = token::index(self.segment) else {
            return Err(TreeError::NotAnIndex { at: self.above(), segment: self.segment.to_owned() });
        };
        let len = array.len();
        if index.saturating_sub(len) > max_nulls {
            return Err(TreeError::IndexGap { at: self.above(), index, len });
        }
        Ok(index)
    }

    fn not_a_container(&self, kind: PayloadKind) -> TreeError {
        TreeError::NotAContainer { at: self.above(), kind }
    }
}

impl From<Payload> for Tree {
    fn from(value: Payload) -> Self {
        Self::new(value)
    }
}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.to_payload().text())
    }
}

impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        self.to_payload() == other.to_payload()
    }
}

impl Eq for Tree {}

impl Serialize for Tree {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_payload().serialize(serializer)
    }
}
