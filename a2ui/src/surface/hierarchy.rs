//! The parent-child relations between components.

use crate::{ComponentId, limits::COMPONENT_DEPTH};
use std::collections::{BTreeMap, BTreeSet};

/// The references between components in both directions, including references to components that have not arrived.
///
/// Each node stores its height: 0 if its component has not arrived, otherwise one more than its highest child. A new
/// reference from `u` to `v` may raise `u` and its ancestors. Only nodes whose height changes are visited. A cycle would
/// make `v` an ancestor of `u`, so it is detected when `v` is raised. In a tree of any size, at most [`COMPONENT_DEPTH`]
/// nodes are visited. If a component has several parents, every parent that grows is visited.
#[derive(Clone, Debug, Default)]
pub(super) struct Hierarchy {
    nodes: Vec<HierarchyNode>,
    /// The indices of unused nodes that can be reused.
    free: Vec<usize>,
    by_id: BTreeMap<ComponentId, usize>,
    /// The number of visited nodes, for tests of the cost.
    #[cfg(test)]
    pub(super) steps: usize,
}

#[derive(Clone, Debug)]
struct HierarchyNode {
    id: ComponentId,
    /// The position in the component list, or `None` until the component arrives.
    place: Option<usize>,
    /// The nodes that refer to this node.
    above: ParentNodes,
    height: usize,
    /// The nodes to which this node refers. Most components have none.
    below: Option<Box<ChildNodes>>,
}

/// The parents of a node. In a tree each node has one parent, and a set for one parent would waste memory.
#[derive(Clone, Debug)]
enum ParentNodes {
    Empty,
    One(usize),
    #[allow(
        clippy::box_collection,
        reason = "few nodes have it, and all would pay for its size"
    )]
    Many(Box<BTreeSet<usize>>),
}

/// The children of a node.
#[derive(Clone, Debug, Default)]
struct ChildNodes {
    /// The indices of the child nodes, sorted and unique.
    nodes: Vec<usize>,
    /// The number of children with each height, sorted by height. The list has at most as many entries as the tree has
    /// levels.
    heights: Vec<(usize, usize)>,
}

/// The reason why a component cannot be at its position in the tree.
#[derive(Debug)]
pub(super) enum PlacementError {
    /// The component would be its own descendant. The ids form the path down, starting with the component.
    Cycle(Vec<ComponentId>),
    /// The component would be nested this many levels deep.
    Depth(usize),
}

/// An increase of the height of a node.
#[derive(Clone, Copy)]
struct Raise {
    /// The new height of the node.
    height: usize,
    /// The child that caused the increase.
    child: usize,
}

/// A change to the children of one node.
#[derive(Clone, Debug, Default)]
pub(super) struct Diff {
    pub(super) node: usize,
    unchanged: Vec<usize>,
    removed: Vec<usize>,
    new: Vec<usize>,
}

impl ParentNodes {
    fn iter(&self) -> impl Iterator<Item = &usize> {
        let (one, many) = match self {
            Self::Empty => (None, None),
            Self::One(node) => (Some(node), None),
            Self::Many(nodes) => (None, Some(nodes)),
        };
        one.into_iter()
            .chain(many.into_iter().flat_map(|nodes| nodes.iter()))
    }

    fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    fn insert(&mut self, node: usize) {
        match self {
            Self::Empty => *self = Self::One(node),
            Self::One(one) => *self = Self::Many(Box::new(BTreeSet::from([*one, node]))),
            Self::Many(nodes) => {
                nodes.insert(node);
            }
        }
    }

    fn remove(&mut self, node: usize) {
        match self {
            Self::One(one) if *one == node => *self = Self::Empty,
            Self::Empty | Self::One(_) => {}
            Self::Many(nodes) => {
                nodes.remove(&node);
            }
        }
    }
}

impl HierarchyNode {
    fn below(&self) -> &[usize] {
        self.below.as_ref().map_or(&[], |below| &below.nodes)
    }

    fn set_below(&mut self, nodes: Vec<usize>) {
        if nodes.is_empty() {
            self.below = None;
        } else {
            self.below.get_or_insert_default().nodes = nodes;
        }
    }

    /// Returns the height of the highest child.
    fn highest(&self) -> Option<usize> {
        self.below
            .as_ref()?
            .heights
            .last()
            .map(|(height, _)| *height)
    }

    /// Counts a new child of this height.
    fn add_child_height(&mut self, height: usize) {
        let heights = &mut self.below.get_or_insert_default().heights;
        match heights.binary_search_by_key(&height, |(height, _)| *height) {
            Ok(at) => {
                if let Some((_, count)) = heights.get_mut(at) {
                    *count += 1;
                }
            }
            Err(at) => heights.insert(at, (height, 1)),
        }
    }

    /// Removes one child with this height from the counts.
    fn remove_child_height(&mut self, height: usize) {
        let Some(below) = &mut self.below else { return };
        let mut heights = below.heights.iter_mut();
        let Some((_, count)) = heights.find(|(other, _)| *other == height) else {
            return;
        };
        *count = count.saturating_sub(1);
        if *count == 0 {
            below.heights.retain(|(_, count)| *count > 0);
        }
    }

    fn change_child_height(&mut self, old: usize, new: usize) {
        self.remove_child_height(old);
        self.add_child_height(new);
    }
}

impl Hierarchy {
    fn node(&self, node: usize) -> Option<&HierarchyNode> {
        self.nodes.get(node)
    }

    fn height(&self, node: usize) -> usize {
        self.node(node).map_or(0, |node| node.height)
    }

    /// Returns the position in the component list, or `None` if the component has not arrived.
    pub(super) fn place(&self, id: &str) -> Option<usize> {
        self.node(*self.by_id.get(id)?)?.place
    }

    /// Returns the node for an id, which is created if necessary.
    pub(super) fn node_of(&mut self, id: &ComponentId) -> usize {
        if let Some(node) = self.by_id.get(id) {
            return *node;
        }
        let node = HierarchyNode {
            id: id.clone(),
            place: None,
            above: ParentNodes::Empty,
            height: 0,
            below: None,
        };
        let at = self.free.pop().unwrap_or(self.nodes.len());
        match self.nodes.get_mut(at) {
            Some(old) => *old = node,
            None => self.nodes.push(node),
        }
        self.by_id.insert(id.clone(), at);
        at
    }

    /// Returns the ids that a component refers to, each once, in no particular order.
    pub(super) fn below(&self, id: &str) -> impl Iterator<Item = &ComponentId> {
        let node = self.by_id.get(id).and_then(|node| self.node(*node));
        self.ids(node.map_or(&[][..], HierarchyNode::below))
    }

    /// Returns the ids of the components that refer to a component, in no particular order.
    pub(super) fn above(&self, id: &str) -> impl Iterator<Item = &ComponentId> {
        let node = self.by_id.get(id).and_then(|node| self.node(*node));
        node.into_iter()
            .flat_map(|node| self.ids(node.above.iter()))
    }

    fn ids<'a>(
        &'a self,
        nodes: impl IntoIterator<Item = &'a usize>,
    ) -> impl Iterator<Item = &'a ComponentId> {
        nodes
            .into_iter()
            .filter_map(|node| Some(&self.node(*node)?.id))
    }

    /// Returns the change after which a node refers to exactly the given ids.
    pub(super) fn diff(&mut self, node: usize, ids: impl IntoIterator<Item = ComponentId>) -> Diff {
        let ids: Vec<usize> = ids.into_iter().map(|id| self.node_of(&id)).collect();
        let after: BTreeSet<usize> = wire::collect_set(ids);
        let before = self.node(node).map_or(&[][..], HierarchyNode::below);
        let mut diff = Diff {
            node,
            ..Diff::default()
        };
        for below in before {
            if after.contains(below) {
                diff.unchanged.push(*below)
            } else {
                diff.removed.push(*below)
            }
        }
        for below in after {
            if before.binary_search(&below).is_err() {
                diff.new.push(below);
            }
        }
        diff
    }

    /// Removes the edges that the changes drop. Removing edges never fails.
    pub(super) fn remove_edges<'a>(&mut self, diffs: impl IntoIterator<Item = &'a Diff>) {
        let mut open = BTreeSet::new();
        for diff in diffs {
            self.remove_edges_of(diff.node, diff.unchanged.clone(), &diff.removed);
            open.insert((self.height(diff.node), diff.node));
        }
        self.lower(open);
    }

    fn remove_edges_of(&mut self, node: usize, unchanged: Vec<usize>, removed: &[usize]) {
        for below in removed {
            let height = self.height(*below);
            if let Some(below) = self.nodes.get_mut(*below) {
                below.above.remove(node);
            }
            if let Some(node) = self.nodes.get_mut(node) {
                node.remove_child_height(height);
            }
        }
        if let Some(node) = self.nodes.get_mut(node) {
            node.set_below(unchanged);
        }
        self.count(removed.len());
    }

    /// Lowers the heights of nodes that may have shrunk, and of their ancestors. Lower nodes come first and parents are
    /// higher than their children, so each node is visited once.
    fn lower(&mut self, mut open: BTreeSet<(usize, usize)>) {
        while let Some((old, at)) = open.pop_first() {
            let Some(node) = self.nodes.get_mut(at) else {
                continue;
            };
            let height = match node.place {
                Some(_) => node.highest().unwrap_or(0) + 1,
                None => 0,
            };
            if height == old {
                continue;
            }
            node.height = height;
            let above = std::mem::replace(&mut node.above, ParentNodes::Empty);
            for parent in above.iter() {
                if let Some(node) = self.nodes.get_mut(*parent) {
                    node.change_child_height(old, height);
                    open.insert((node.height, *parent));
                }
            }
            self.count(above.iter().count());
            if let Some(node) = self.nodes.get_mut(at) {
                node.above = above;
            }
        }
    }

    /// Puts a component at the position `place` and adds the new edges of a change. The dropped edges must already be
    /// removed.
    ///
    /// # Errors
    /// Returns an error if the component would be its own descendant or nested too deep. In this case, nothing changes.
    pub(super) fn insert(&mut self, diff: &Diff, place: usize) -> Result<(), PlacementError> {
        for (at, raise) in self.raised_nodes(diff)? {
            self.raise(at, raise.height);
        }
        for below in &diff.new {
            let height = self.height(*below);
            if let Some(below) = self.nodes.get_mut(*below) {
                below.above.insert(diff.node);
            }
            if let Some(node) = self.nodes.get_mut(diff.node) {
                node.add_child_height(height);
            }
        }
        if let Some(node) = self.nodes.get_mut(diff.node) {
            node.place = Some(place);
            let mut below: Vec<usize> = diff.unchanged.iter().chain(&diff.new).copied().collect();
            below.sort_unstable();
            node.set_below(below);
        }
        Ok(())
    }

    fn raise(&mut self, at: usize, height: usize) {
        let Some(node) = self.nodes.get_mut(at) else {
            return;
        };
        let old = std::mem::replace(&mut node.height, height);
        let above = std::mem::replace(&mut node.above, ParentNodes::Empty);
        for parent in above.iter() {
            if let Some(parent) = self.nodes.get_mut(*parent) {
                parent.change_child_height(old, height);
            }
        }
        if let Some(node) = self.nodes.get_mut(at) {
            node.above = above;
        }
    }

    /// Computes the nodes that grow when a component is inserted. Ancestors are visited in the order of their old
    /// heights, so each ancestor is visited once.
    fn raised_nodes(&mut self, diff: &Diff) -> Result<BTreeMap<usize, Raise>, PlacementError> {
        if diff.new.binary_search(&diff.node).is_ok() {
            return Err(PlacementError::Cycle(
                self.ids(&[diff.node]).cloned().collect(),
            ));
        }
        let heights = diff.new.iter().map(|below| self.height(*below));
        let highest = heights.max().unwrap_or(0);
        let mut steps = diff.new.len();
        let mut raised = BTreeMap::new();
        let mut open = BTreeSet::new();
        let old = self.height(diff.node);
        // The component itself grows only if a new child is at least as high as the component.
        if old <= highest {
            let height = highest + 1;
            let child = diff.node;
            raised.insert(diff.node, Raise { height, child });
            open.insert((old, diff.node));
        }
        while let Some((_, at)) = open.pop_first() {
            let Some(Raise { height, .. }) = raised.get(&at).copied() else {
                continue;
            };
            let Some(node) = self.node(at) else { continue };
            for parent in node.above.iter() {
                steps += 1;
                let old = self.height(*parent);
                let current = match raised.get(parent) {
                    Some(raise) => raise.height,
                    None => old,
                };
                // A parent must stay higher than its child.
                if current <= height {
                    let height = height + 1;
                    raised.insert(*parent, Raise { height, child: at });
                    open.insert((old, *parent));
                }
            }
        }
        self.count(steps);
        // A new child that grows with the component is also an ancestor of the component.
        if let Some(closing) = diff.new.iter().find(|below| raised.contains_key(below)) {
            return Err(self.cycle(diff.node, *closing, &raised));
        }
        let heights = raised.values().map(|raise| raise.height);
        let height = heights.max().unwrap_or(0);
        // Heights count from 1, and the nesting counts the steps between components.
        if height > COMPONENT_DEPTH + 1 {
            return Err(PlacementError::Depth(height - 1));
        }
        Ok(raised)
    }

    /// Returns the error for the cycle that `closing` completes when it becomes a child of `node`.
    fn cycle(
        &self,
        node: usize,
        closing: usize,
        raised: &BTreeMap<usize, Raise>,
    ) -> PlacementError {
        let mut way = vec![node];
        let mut at = closing;
        while at != node {
            way.push(at);
            at = match raised.get(&at) {
                Some(raise) => raise.child,
                None => node,
            };
        }
        PlacementError::Cycle(self.ids(&way).cloned().collect())
    }

    /// Reverts changes. The first `put` changes were inserted. `places` contains the previous position of each component.
    pub(super) fn undo(&mut self, diffs: &[Diff], put: usize, places: &[Option<usize>]) {
        let mut open = BTreeSet::new();
        for (at, diff) in diffs.iter().enumerate() {
            if at < put {
                self.remove_edges_of(diff.node, diff.unchanged.clone(), &diff.new);
            }
            if let Some(node) = self.nodes.get_mut(diff.node) {
                node.place = places.get(at).copied().flatten();
            }
            open.insert((self.height(diff.node), diff.node));
        }
        self.lower(open);
        for (diff, place) in diffs.iter().zip(places) {
            if let Some(place) = place {
                let back = Diff {
                    node: diff.node,
                    unchanged: diff.unchanged.clone(),
                    removed: Vec::new(),
                    new: diff.removed.clone(),
                };
                // The previous state was valid, so reverting cannot fail.
                let _ = self.insert(&back, *place);
            }
        }
        for diff in diffs {
            self.release(&diff.new);
            self.release(&[diff.node]);
        }
    }

    /// Releases the dropped children of a change that have not arrived and that no component refers to.
    pub(super) fn forget(&mut self, diff: &Diff) {
        self.release(&diff.removed);
    }

    fn release(&mut self, nodes: &[usize]) {
        for at in nodes {
            let Some(node) = self.nodes.get_mut(*at) else {
                continue;
            };
            let is_used = node.place.is_some() || !node.above.is_empty();
            // A node without an id was released before.
            if is_used || node.id.as_str().is_empty() {
                continue;
            }
            let id = std::mem::replace(&mut node.id, ComponentId::empty());
            if self.by_id.remove(&id).is_some() {
                self.free.push(*at);
            }
        }
    }

    #[cfg(test)]
    pub(super) fn height_of(&self, id: &str) -> usize {
        self.by_id.get(id).map_or(0, |node| self.height(*node))
    }

    /// Returns the number of allocated nodes, including unused ones.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    fn count(&mut self, steps: usize) {
        #[cfg(test)]
        {
            self.steps += steps;
        }
        let _ = steps;
    }
}
