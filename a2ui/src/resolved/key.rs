//! Keys of nodes.

use crate::{ComponentId, expression::Scope};
use std::{fmt, sync::Arc};

/// The key of a node, which is unique in its surface and stable while the component keeps its place.
///
/// At the top, the key is the id of the component. In a template, the key has the path of the item after an `@`. If a
/// component is shown several times in one scope, the second and later keys have a number after a `#`, beginning with
/// 2. The characters `~`, `@` and `#` of an id are written as `~0`, `~2` and `~3`.
///
/// ```
/// use agent_ui_a2ui::resolved::NodeKey;
///
/// let key = NodeKey::from("row@/people/3");
/// assert_eq!(key.component_id().as_str(), "row");
/// assert_eq!(key.scope().unwrap().path(), "/people/3");
/// assert_eq!(NodeKey::from("a~2b#2").component_id().as_str(), "a@b");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeKey(Arc<str>);

impl NodeKey {
    /// Creates the key of a component in a scope. `occurrence` counts the nodes of the component in the scope, beginning
    /// with 1.
    pub(super) fn new(id: &ComponentId, scope: &Scope, occurrence: usize) -> Self {
        let mut text = String::new();
        for c in id.as_str().chars() {
            match c {
                '~' => text.push_str("~0"),
                '@' => text.push_str("~2"),
                '#' => text.push_str("~3"),
                c => text.push(c),
            }
        }
        if occurrence > 1 {
            text.push_str(&format!("#{occurrence}"));
        }
        let path = scope.path();
        if !path.is_empty() {
            text.push('@');
            text.push_str(&path);
        }
        Self(text.into())
    }

    /// Returns the text of the key.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the id of the component, without the scope.
    pub fn component_id(&self) -> ComponentId {
        let id = self.0.split(['@', '#']).next().unwrap_or_default();
        // The escape of `~` is last, so that its result is not read as another escape.
        let id = id.replace("~2", "@").replace("~3", "#").replace("~0", "~");
        ComponentId::from(id)
    }

    /// Returns the scope of the node. Returns `None` if the path of the scope is invalid, which is impossible for a key of a
    /// [`ResolvedSurface`](super::ResolvedSurface).
    pub fn scope(&self) -> Option<Scope> {
        match self.0.split_once('@') {
            Some((_, path)) => Scope::item(path).ok(),
            None => Some(Scope::top()),
        }
    }
}

impl fmt::Display for NodeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&str> for NodeKey {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl From<String> for NodeKey {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}
