//! What is at a place of a document: the value, its message, its component and the version of its protocol.

use super::{
    documents::Document,
    tree::{Kind, Tree, TreeValue, ValueId},
};
use bridge::DialectOrProtocol;

/// The messages that only A2UI 0.8 has.
const MESSAGES_OF_0_8: [&str; 3] = ["beginRendering", "surfaceUpdate", "dataModelUpdate"];

/// The size of a document up to which places are examined.
const EXAMINED_BYTES: usize = 4 << 20;

/// A place of a document.
pub(super) struct Cursor<'t> {
    pub(super) tree: Tree<'t>,
    pub(super) offset: usize,
    pub(super) id: ValueId,
    /// The outermost object around the place.
    pub(super) message: ValueId,
    /// The protocol of the message, with its version if the message shows it.
    pub(super) protocol: DialectOrProtocol,
}

/// A component around a place.
pub(super) struct CursorComponent<'t> {
    /// The object with the id.
    pub(super) object: ValueId,
    /// The object with the properties, which differs in 0.8.
    pub(super) properties: ValueId,
    pub(super) name: &'t str,
}

impl<'t> Cursor<'t> {
    /// Reads a document, and returns the place at an offset; `None` if no JSON is there.
    pub(super) fn at(
        document: &'t Document,
        offset: usize,
        protocol: DialectOrProtocol,
    ) -> Option<Self> {
        if document.text.len() > EXAMINED_BYTES {
            return None;
        }
        let tree = Tree::of(&document.text, document.format);
        let id = tree.at(offset)?;
        let is_object = |id: &ValueId| tree.get(*id).is_some_and(|it| it.kind == Kind::Object);
        let message = tree.ancestors(id).filter(is_object).last()?;
        let protocol = stated_version(&tree, message).unwrap_or(protocol);
        Some(Self {
            tree,
            offset,
            id,
            message,
            protocol,
        })
    }

    /// Returns the value at the place.
    pub(super) fn value(&self) -> Option<&TreeValue> {
        self.tree.get(self.id)
    }

    /// Returns `true` if the place is in the name of a member.
    pub(super) fn is_on_name(&self) -> bool {
        let name = self.value().and_then(|value| value.name.as_ref());
        name.is_some_and(|name| {
            name.start <= self.offset && self.offset < self.tree.end_of_name(name)
        })
    }

    /// Returns the innermost component around the place.
    pub(super) fn component(&self) -> Option<CursorComponent<'t>> {
        self.tree
            .ancestors(self.id)
            .find_map(|object| component(&self.tree, object))
    }
}

/// Returns the component that an object is, if it is one.
pub(super) fn component<'t>(tree: &Tree<'t>, object: ValueId) -> Option<CursorComponent<'t>> {
    let stated = tree.member(object, "component")?;
    if let Some(name) = tree.string(stated) {
        return Some(CursorComponent {
            object,
            properties: object,
            name,
        });
    }
    // In 0.8, the name of the type is the only member of an object.
    let (properties, _) = tree.children(stated).next()?;
    let name = tree.name(properties)?;
    Some(CursorComponent {
        object,
        properties,
        name,
    })
}

/// Returns the version of A2UI that a message shows.
fn stated_version(tree: &Tree<'_>, message: ValueId) -> Option<DialectOrProtocol> {
    if let Some(version) = tree
        .member(message, "version")
        .and_then(|id| tree.string(id))
    {
        let version = version.strip_prefix('v')?;
        return format!("a2ui@{version}").parse().ok();
    }
    let is_of_0_8 = |name: &&str| tree.member(message, name).is_some();
    match MESSAGES_OF_0_8.iter().find(|name| is_of_0_8(name)) {
        Some(_) => "a2ui@0.8".parse().ok(),
        None => None,
    }
}
