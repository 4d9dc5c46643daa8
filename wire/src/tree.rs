//! Large JSON values with cheap small changes.
//!
//! A [`Tree`] begins as a single text. A write expands only the containers on its path, whose children become spans of
//! the existing text. Reads scan the text and do not expand anything.

mod counts;
mod error;
mod node;
mod span;
#[cfg(test)]
mod tests;

use crate::{MAX_DEPTH, Payload, PayloadKind, Pointer, token};
pub use error::TreeError;

use node::{Array, Change, Node, View, Writable};
use serde::{Serialize, Serializer};
use span::{CHILD, Span, added_size};
use std::fmt;

/// The default number of nodes that one write may create.
pub const DEFAULT_BUDGET: usize = 1 << 20;

/// A JSON value that can be changed in place at a path.
///
/// - The first write below an array or object is linear in its size. Every further one is linear in the change and
///   logarithmic in the siblings along the path. A clone shares everything until one of the two is written to.
/// - The order of members is kept, and new members are added at the end. Unchanged values keep their text.
/// - No write creates a value that nests deeper than [`MAX_DEPTH`]. An initial text of any depth can be read, shown,
///   cloned, compared and dropped.
/// - A failed write changes nothing.
///
/// The segments of a path are unescaped member names and indices.
///
/// ```
/// use agent_ui_wire::{Payload, tree::Tree};
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

/// The existing part of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reach {
    /// The number of segments that refer to existing values.
    pub found: usize,
    /// The type of the last existing value.
    pub kind: PayloadKind,
    /// The number of elements if the last existing value is an array, otherwise 0.
    pub len: usize,
}

impl Tree {
    /// Creates a tree from a value.
    pub fn new(value: Payload) -> Self {
        let root = Node::text(value);
        Self {
            bytes: root.bytes(),
            root,
            budget: DEFAULT_BUDGET,
            max_bytes: usize::MAX,
        }
    }

    /// Limits the number of nodes that each write may create. These are the children of all containers that the write
    /// expands. They are counted before the expansion.
    #[must_use]
    pub fn budget(mut self, nodes: usize) -> Self {
        self.budget = nodes;
        self
    }

    /// Returns the approximate memory in bytes: the texts that are still needed, and a fixed amount for each child of an
    /// expanded container. A text counts completely while any part of it is used.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Limits the [memory](Self::bytes) of the tree. A later write that would exceed the limit is an error. The
    /// default is unlimited.
    pub fn set_max_bytes(&mut self, bytes: usize) {
        self.max_bytes = bytes;
    }

    /// Returns the value at `path`.
    pub fn get<S: AsRef<str>>(&self, path: &[S]) -> Option<Payload> {
        self.view(path).map(View::to_payload)
    }

    /// Returns the type of the value at `path`.
    pub fn kind<S: AsRef<str>>(&self, path: &[S]) -> Option<PayloadKind> {
        self.view(path).map(View::kind)
    }

    /// Returns the number of existing segments of `path`, and the type of the last existing value.
    pub fn reach<S: AsRef<str>>(&self, path: &[S]) -> Reach {
        let mut view = self.root.view(None);
        let mut found = 0;
        for segment in path {
            let Some(child) = view.child(segment.as_ref()) else {
                break;
            };
            view = child;
            found += 1;
        }
        Reach {
            found,
            kind: view.kind(),
            len: view.len(),
        }
    }

    /// Writes a value at `path`. The value replaces the existing value, or becomes a new member or a new last element.
    /// All containers above it must exist.
    ///
    /// # Errors
    /// Returns every [`TreeError`] except `Root`.
    pub fn set<S: AsRef<str>>(&mut self, path: &[S], value: Payload) -> Result<(), TreeError> {
        self.write(path, value, 0)
    }

    /// Writes like [`set`](Self::set), and pads arrays with nulls. An array is padded if the index is beyond its end and
    /// at most `max_nulls` elements are missing before the index.
    ///
    /// # Errors
    /// Returns the errors of [`set`](Self::set).
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
            self.bytes = self.check_bytes(node.bytes(), 0, 0)?;
            self.root = node;
            return Ok(());
        }
        let Expansion {
            nodes,
            more,
            less,
            nulls,
            ..
        } = self.expand(path, Write::Set { max_nulls })?;
        self.bytes = self.check_bytes(self.bytes.saturating_add(node.bytes()), more, less)?;
        self.change(path, nodes, Change::Set { node, nulls });
        Ok(())
    }

    /// Removes the value at `path`. Returns `true` if the value existed. The following elements of an array move up. To
    /// keep their indices, [`set`](Self::set) the value to null instead.
    ///
    /// # Errors
    /// Returns `Root` if the path is empty; `DuplicateMember`, `Budget`, `Bytes`, `Depth` and `TooLong` as `set`
    /// does.
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
        let Expansion {
            nodes, more, less, ..
        } = self.expand(path, Write::Remove)?;
        self.bytes = self.check_bytes(self.bytes, more, less)?;
        let swept = self.change(path, nodes, Change::Remove);
        self.bytes = self.bytes.saturating_sub(swept.saturating_mul(CHILD));
        Ok(true)
    }

    /// Returns the memory after a write, or an error if it exceeds the limit.
    fn check_bytes(&self, before: usize, more: usize, less: usize) -> Result<usize, TreeError> {
        let needed = before.saturating_add(more).saturating_sub(less);
        // A write that shrinks the tree always succeeds.
        if needed > self.max_bytes && needed > self.bytes {
            return Err(TreeError::Bytes {
                needed,
                max: self.max_bytes,
            });
        }
        Ok(needed)
    }

    /// Returns the whole value.
    pub fn to_payload(&self) -> Payload {
        self.root.view(None).to_payload()
    }

    fn view<S: AsRef<str>>(&self, path: &[S]) -> Option<View<'_>> {
        path.iter().try_fold(self.root.view(None), |view, segment| {
            view.child(segment.as_ref())
        })
    }

    /// Returns expanded copies of the containers on `path` that are still text. The tree itself does not change. All
    /// errors of a write except `Bytes` are detected here.
    fn expand<S: AsRef<str>>(&self, path: &[S], write: Write) -> Result<Expansion, TreeError> {
        let mut expansion = Expansion::default();
        let mut place = self.root.place(None)?;
        for (depth, segment) in path.iter().enumerate() {
            let step = WriteStep {
                path,
                depth,
                segment: segment.as_ref(),
            };
            let container = match place {
                Writable::Span(span) => expansion.expand(span, &step, self.budget)?,
                Writable::Object(_) | Writable::Array(_) => place,
            };
            if depth + 1 == path.len() {
                step.measure_write(&container, write, &mut expansion)?;
                break;
            }
            place = step.find_child(&container)?;
        }
        Ok(expansion)
    }

    /// Applies a change that [`expand`](Self::expand) checked. Returns the number of removed empty slots of an array.
    fn change<S: AsRef<str>>(&mut self, path: &[S], expanded: Vec<Node>, change: Change) -> usize {
        let mut expanded = expanded.into_iter();
        let mut at = &mut self.root;
        for (depth, segment) in path.iter().enumerate() {
            if matches!(at, Node::Text(_) | Node::Span(..)) {
                let Some(container) = expanded.next() else {
                    return 0;
                };
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

/// The operation at the last segment of a path.
#[derive(Clone, Copy)]
enum Write {
    Set { max_nulls: usize },
    Remove,
}

/// The expanded containers of a write, and the effect of the write on the memory, without the new value.
#[derive(Default)]
struct Expansion {
    nodes: Vec<Node>,
    more: usize,
    less: usize,
    /// The number of nulls to insert before a new element.
    nulls: usize,
    /// The number of children in the expanded containers.
    children: usize,
}

impl Expansion {
    /// Expands a container that is still text, if the budget of the write allows its number of children.
    fn expand<S: AsRef<str>>(
        &mut self,
        span: Span,
        step: &WriteStep<'_, S>,
        budget: usize,
    ) -> Result<Writable, TreeError> {
        let children = span.children();
        self.children += children;
        if self.children > budget {
            return Err(TreeError::Budget {
                needed: self.children,
                budget,
            });
        }
        self.more = self.more.saturating_add(span.expanding(children));
        let node = Node::expand(span, || step.container_place())?;
        let container = node.place(None)?;
        self.nodes.push(node);
        Ok(container)
    }
}

/// One segment of the path of a write.
struct WriteStep<'a, S> {
    path: &'a [S],
    depth: usize,
    segment: &'a str,
}

impl<S: AsRef<str>> WriteStep<'_, S> {
    /// Returns the place of the container.
    fn container_place(&self) -> Pointer {
        let mut pointer = Pointer::root();
        self.path
            .iter()
            .take(self.depth)
            .for_each(|segment| pointer.push(segment.as_ref()));
        pointer
    }

    /// Returns the child that the segment names.
    fn find_child(&self, container: &Writable) -> Result<Writable, TreeError> {
        let (child, text) = match container {
            Writable::Span(span) => return Err(self.not_a_container(span.kind())),
            Writable::Object(object) => (object.get(self.segment), object.text()),
            Writable::Array(array) => (array.get(self.parse_index(array, 0)?), array.text()),
        };
        match child {
            Some(child) => child.place(Some(text)),
            None => Err(TreeError::Missing {
                at: self.container_place().member(self.segment),
            }),
        }
    }

    /// Computes the effect of a write at the last segment. The replaced value is not examined.
    fn measure_write(
        &self,
        container: &Writable,
        write: Write,
        out: &mut Expansion,
    ) -> Result<(), TreeError> {
        match (container, write) {
            (Writable::Span(span), _) => return Err(self.not_a_container(span.kind())),
            (Writable::Object(object), Write::Set { .. }) => match object.get(self.segment) {
                Some(old) => out.less += old.bytes(),
                None => out.more = out.more.saturating_add(added_size(self.segment)),
            },
            (Writable::Object(object), Write::Remove) => out.less += object.bytes_at(self.segment),
            (Writable::Array(array), Write::Set { max_nulls }) => {
                let index = self.parse_index(array, max_nulls)?;
                match array.get(index) {
                    Some(old) => out.less += old.bytes(),
                    None => {
                        out.nulls = index.saturating_sub(array.len());
                        let null = CHILD + Node::text(Payload::null()).bytes();
                        out.more = out
                            .more
                            .saturating_add(CHILD)
                            .saturating_add(out.nulls.saturating_mul(null));
                    }
                }
            }
            (Writable::Array(array), Write::Remove) => {
                out.less += array
                    .get(self.parse_index(array, 0)?)
                    .map_or(0, Node::bytes);
            }
        }
        Ok(())
    }

    /// Parses the segment as an array index. At most `max_nulls` elements may be missing before the index.
    fn parse_index(&self, array: &Array, max_nulls: usize) -> Result<usize, TreeError> {
        let Some(index) = token::parse_index(self.segment) else {
            return Err(TreeError::NotAnIndex {
                at: self.container_place(),
                segment: self.segment.to_owned(),
            });
        };
        let len = array.len();
        if index.saturating_sub(len) > max_nulls {
            return Err(TreeError::IndexGap {
                at: self.container_place(),
                index,
                len,
            });
        }
        Ok(index)
    }

    fn not_a_container(&self, kind: PayloadKind) -> TreeError {
        TreeError::NotAContainer {
            at: self.container_place(),
            kind,
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
