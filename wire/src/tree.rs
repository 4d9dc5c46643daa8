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
use node::{Change, Node, View, Writable};
use serde::{Serialize, Serializer};
use std::{fmt, sync::Arc};

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
        Self { root: Node::Text(Arc::new(value)), budget: DEFAULT_BUDGET }
    }

    /// Allows each write to create at most this many nodes: the children of all containers that it has to expand. They
    /// are counted before anything is expanded.
    #[must_use]
    pub fn budget(mut self, nodes: usize) -> Self {
        self.budget = nodes;
        self
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
        let depth = path.len().saturating_add(value.depth());
        if depth > MAX_DEPTH {
            return Err(TreeError::Depth { depth });
        }
        if path.is_empty() {
            self.root = Node::Text(Arc::new(value));
            return Ok(());
        }
        let expanded = self.expand(path)?;
        self.change(path, expanded, Change::Set(Node::Text(Arc::new(value))));
        Ok(())
    }

    /// Takes away what stands at `path`, and says whether there was something. Behind a removed element the others move
    /// up by one; to leave a hole instead, [`set`](Self::set) null.
    ///
    /// # Errors
    /// `Root`, if the path is empty; `DuplicateMember`, `Budget`, `Depth` and `TooLong` as for `set`.
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
        let expanded = self.expand(path)?;
        self.change(path, expanded, Change::Remove);
        Ok(true)
    }

    /// The whole value.
    pub fn to_payload(&self) -> Payload {
        self.root.view(None).to_payload()
    }

    fn view<S: AsRef<str>>(&self, path: &[S]) -> Option<View<'_>> {
        path.iter().try_fold(self.root.view(None), |view, segment| view.child(segment.as_ref()))
    }

    /// Expands the containers on `path` that are still text, beside the tree, which does not change. Whatever can go
    /// wrong with a write goes wrong here.
    fn expand<S: AsRef<str>>(&self, path: &[S]) -> Result<Vec<Node>, TreeError> {
        let mut needed = 0;
        let mut expanded = Vec::new();
        let mut place = self.root.place(None)?;
        for (depth, segment) in path.iter().enumerate() {
            let step = Step { path, depth, segment: segment.as_ref() };
            let child = match place {
                Writable::Span(span) => {
                    needed += span.children();
                    if needed > self.budget {
                        return Err(TreeError::Budget { needed, budget: self.budget });
                    }
                    let node = span.expand(|| step.above())?;
                    let child = step.child(&node.place(None)?)?;
                    expanded.push(node);
                    child
                }
                ref open => step.child(open)?,
            };
            match child {
                Some(child) => place = child,
                // Only the last segment may name nothing.
                None => break,
            }
        }
        Ok(expanded)
    }

    /// Makes a change for which [`expand`](Self::expand) found nothing in the way.
    fn change<S: AsRef<str>>(&mut self, path: &[S], expanded: Vec<Node>, change: Change) {
        let mut expanded = expanded.into_iter();
        let mut at = &mut self.root;
        for (depth, segment) in path.iter().enumerate() {
            if matches!(at, Node::Text(_) | Node::Span(..)) {
                let Some(container) = expanded.next() else { return };
                *at = container;
            }
            if depth + 1 == path.len() {
                return at.change(segment.as_ref(), change);
            }
            match at.child_mut(segment.as_ref()) {
                Some(child) => at = child,
                None => return,
            }
        }
    }
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

    /// What the segment names in its container; `None` if it is the last one and names nothing yet.
    fn child(&self, container: &Writable) -> Result<Option<Writable>, TreeError> {
        let last = self.depth + 1 == self.path.len();
        let (child, text) = match container {
            Writable::Span(span) => {
                return Err(TreeError::NotAContainer { at: self.above(), kind: span.kind() });
            }
            Writable::Object(object) => (object.get(self.segment), object.text()),
            Writable::Array(array) => {
                let Some(index) = token::index(self.segment) else {
                    return Err(TreeError::NotAnIndex { at: self.above(), segment: self.segment.to_owned() });
                };
                let len = array.len();
                if index > len {
                    return Err(TreeError::IndexGap { at: self.above(), index, len });
                }
                (array.get(index), array.text())
            }
        };
        match child {
            // What is about to be replaced is not looked into.
            _ if last => Ok(None),
            Some(child) => child.place(Some(text)).map(Some),
            None => Err(TreeError::Missing { at: self.above().member(self.segment) }),
        }
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
