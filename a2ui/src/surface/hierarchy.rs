//! Which component lies above which.

use crate::ComponentId;
use std::collections::{BTreeMap, BTreeSet};

/// How many steps a component may lie below another: 50, so that 51 components may stand one below the other. The
/// number is that of A2UI's own clients; the specification names none.
pub const MAX_COMPONENT_DEPTH: usize = 50;

/// The names between components, in both directions, also of components that have not come yet.
///
/// Each node knows its height: 0 if its component has not come, else one more than the highest that it names. A new way
/// down from `u` to `v` raises `u` and what lies above it, as far as heights change, and nothing else has to be looked
/// at: were it to close a cycle, then `v` would lie above `u` and be raised itself. In a tree these are at most
/// [`MAX_COMPONENT_DEPTH`] steps, whatever its size; where a component is named by many, as many of them as grow.
#[derive(Clone, Debug, Default)]
pub(super) struct Hierarchy {
    nodes: Vec<Node>,
    /// The places that can be used again.
    free: Vec<usize>,
    by_id: BTreeMap<ComponentId, usize>,
    /// How much was looked at, for tests of the cost.
    #[cfg(test)]
    pub(super) steps: usize,
}

#[derive(Clone, Debug)]
struct Node {
    id: ComponentId,
    /// The place of the component in the list of components, once it has come.
    place: Option<usize>,
    /// What names it.
    above: Parents,
    height: usize,
    /// What it names; most components name nothing.
    below: Option<Box<Children>>,
}

/// The nodes that name one: in a tree there is one, and a set of one is large.
#[derive(Clone, Debug)]
enum Parents {
    Empty,
    One(usize),
    #[allow(clippy::box_collection, reason = "few nodes have it, and all would pay for its size")]
    Many(Box<BTreeSet<usize>>),
}

/// What a node names.
#[derive(Clone, Debug, Default)]
struct Children {
    /// The nodes, sorted, each once.
    nodes: Vec<usize>,
    /// How many of them have each height, from the lowest to the highest: at most as many as a tree is deep.
    heights: Vec<(usize, usize)>,
}

/// Why a component cannot stand where it is put.
#[derive(Debug)]
pub(super) enum PlacementError {
    /// It would lie below itself: the components on the way down, it first.
    Cycle(Vec<ComponentId>),
    /// A component would lie so many steps below another.
    Depth(usize),
}

/// A node, and what it names from now on, beside what it named before.
#[derive(Clone, Debug, Default)]
pub(super) struct Diff {
    pub(super) node: usize,
    kept: Vec<usize>,
    gone: Vec<usize>,
    new: Vec<usize>,
}

impl Parents {
    fn iter(&self) -> impl Iterator<Item = &usize> {
        let (one, many) = match self {
            Self::Empty => (None, None),
            Self::One(node) => (Some(node), None),
            Self::Many(nodes) => (None, Some(nodes)),
        };
        one.into_iter().chain(many.into_iter().flat_map(|nodes| nodes.iter()))
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

impl Node {
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

    /// How high the highest is that it names.
    fn highest(&self) -> Option<usize> {
        self.below.as_ref()?.heights.last().map(|(height, _)| *height)
    }

    fn child_came(&mut self, height: usize) {
        let heights = &mut self.below.get_or_insert_default().heights;
        match heights.binary_search_by_key(&height, |(height, _)| *height) {
            Ok(at) => heights.get_mut(at).into_iter().for_each(|(_, count)| *count += 1),
            Err(at) => heights.insert(at, (height, 1)),
        }
    }

    fn child_went(&mut self, height: usize) {
        let Some(below) = &mut self.below else { return };
        if let Some((_, count)) = below.heights.iter_mut().find(|(there, _)| *there == height) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                below.heights.retain(|(_, count)| *count > 0);
            }
        }
    }

    fn child_moved(&mut self, old: usize, new: usize) {
        self.child_went(old);
        self.child_came(new);
    }
}

impl Hierarchy {
    fn node(&self, node: usize) -> Option<&Node> {
        self.nodes.get(node)
    }

    fn height(&self, node: usize) -> usize {
        self.node(node).map_or(0, |node| node.height)
    }

    /// The place of the component in the list of components, if it has come.
    pub(super) fn place(&self, id: &str) -> Option<usize> {
        self.node(*self.by_id.get(id)?)?.place
    }

    /// The node of an id, which is new if need be.
    pub(super) fn node_of(&mut self, id: &ComponentId) -> usize {
        if let Some(node) = self.by_id.get(id) {
            return *node;
        }
        let node = Node { id: id.clone(), place: None, above: Parents::Empty, height: 0, below: None };
        let at = self.free.pop().unwrap_or(self.nodes.len());
        match self.nodes.get_mut(at) {
            Some(old) => *old = node,
            None => self.nodes.push(node),
        }
        self.by_id.insert(id.clone(), at);
        at
    }

    /// The ids that a component names, each once, in no order.
    pub(super) fn below(&self, id: &str) -> impl Iterator<Item = &ComponentId> {
        let node = self.by_id.get(id).and_then(|node| self.node(*node));
        self.ids(node.map_or(&[][..], Node::below))
    }

    /// The ids that name a component, in no order.
    pub(super) fn above(&self, id: &str) -> impl Iterator<Item = &ComponentId> {
        let node = self.by_id.get(id).and_then(|node| self.node(*node));
        node.into_iter().flat_map(|node| self.ids(node.above.iter()))
    }

    fn ids<'a>(
        &'a self,
        nodes: impl IntoIterator<Item = &'a usize>,
    ) -> impl Iterator<Item = &'a ComponentId> {
        nodes.into_iter().filter_map(|node| Some(&self.node(*node)?.id))
    }

    /// What changes when a node names these ids and no others.
    pub(super) fn diff(&mut self, node: usize, ids: impl IntoIterator<Item = ComponentId>) -> Diff {
        let ids: Vec<usize> = ids.into_iter().map(|id| self.node_of(&id)).collect();
        let after: BTreeSet<usize> = ids.into_iter().collect();
        let before = self.node(node).map_or(&[][..], Node::below);
        let mut diff = Diff { node, ..Diff::default() };
        for below in before {
            if after.contains(below) { diff.kept.push(*below) } else { diff.gone.push(*below) }
        }
        let new = after.into_iter().filter(|below| before.binary_search(below).is_err());
        diff.new = new.collect();
        diff
    }

    /// Takes the ways away that nodes do not have any more. Nothing can be wrong with that.
    pub(super) fn remove_edges<'a>(&mut self, diffs: impl IntoIterator<Item = &'a Diff>) {
        let mut open = BTreeSet::new();
        for diff in diffs {
            self.remove_edges_of(diff.node, diff.kept.clone(), &diff.gone);
            open.insert((self.height(diff.node), diff.node));
        }
        self.lower(open);
    }

    fn remove_edges_of(&mut self, node: usize, kept: Vec<usize>, gone: &[usize]) {
        for below in gone {
            let height = self.height(*below);
            if let Some(below) = self.nodes.get_mut(*below) {
                below.above.remove(node);
            }
            if let Some(node) = self.nodes.get_mut(node) {
                node.child_went(height);
            }
        }
        if let Some(node) = self.nodes.get_mut(node) {
            node.set_below(kept);
        }
        self.count(gone.len());
    }

    /// Corrects the heights of nodes that may have sunk, and of what lies above them, the lower ones first: no node lies
    /// above one that was higher, so each is looked at once.
    fn lower(&mut self, mut open: BTreeSet<(usize, usize)>) {
        while let Some((old, at)) = open.pop_first() {
            let Some(node) = self.nodes.get_mut(at) else { continue };
            let height = node.place.map_or(0, |_| node.highest().unwrap_or(0) + 1);
            if height == old {
                continue;
            }
            node.height = height;
            let above = std::mem::replace(&mut node.above, Parents::Empty);
            for parent in above.iter() {
                if let Some(node) = self.nodes.get_mut(*parent) {
                    node.child_moved(old, height);
                    open.insert((node.height, *parent));
                }
            }
            self.count(above.iter().count());
            if let Some(node) = self.nodes.get_mut(at) {
                node.above = above;
            }
        }
    }

    /// A component stands at `place`, and has the new ways of a diff whose old ones are cut.
    ///
    /// # Errors
    /// If it would lie below itself, or too deep; then nothing has changed.
    pub(super) fn insert(&mut self, diff: &Diff, place: usize) -> Result<(), PlacementError> {
        let raised = self.raised_nodes(diff)?;
        for (at, (height, _)) in raised {
            let Some(node) = self.nodes.get_mut(at) else { continue };
            let old = std::mem::replace(&mut node.height, height);
            let above = std::mem::replace(&mut node.above, Parents::Empty);
            for parent in above.iter() {
                if let Some(parent) = self.nodes.get_mut(*parent) {
                    parent.child_moved(old, height);
                }
            }
            if let Some(node) = self.nodes.get_mut(at) {
                node.above = above;
            }
        }
        for below in &diff.new {
            let height = self.height(*below);
            if let Some(below) = self.nodes.get_mut(*below) {
                below.above.insert(diff.node);
            }
            if let Some(node) = self.nodes.get_mut(diff.node) {
                node.child_came(height);
            }
        }
        if let Some(node) = self.nodes.get_mut(diff.node) {
            node.place = Some(place);
            let mut below: Vec<usize> = diff.kept.iter().chain(&diff.new).copied().collect();
            below.sort_unstable();
            node.set_below(below);
        }
        Ok(())
    }

    /// The nodes that grow when a component is put: how high they then are, and below which of them the growth began. What
    /// lies above is looked at in the order of the old heights, so each node once.
    fn raised_nodes(&mut self, diff: &Diff) -> Result<BTreeMap<usize, (usize, usize)>, PlacementError> {
        if diff.new.binary_search(&diff.node).is_ok() {
            return Err(PlacementError::Cycle(self.ids(&[diff.node]).cloned().collect()));
        }
        let highest = diff.new.iter().map(|below| self.height(*below)).max().unwrap_or(0);
        let mut steps = diff.new.len();
        let mut raised = BTreeMap::new();
        let mut open = BTreeSet::new();
        let old = self.height(diff.node);
        if old <= highest {
            raised.insert(diff.node, (highest + 1, diff.node));
            open.insert((old, diff.node));
        }
        while let Some((_, at)) = open.pop_first() {
            let height = raised.get(&at).map_or(0, |(height, _)| *height);
            let above = self.node(at).into_iter().flat_map(|node| node.above.iter());
            for parent in above {
                steps += 1;
                let old = self.height(*parent);
                if raised.get(parent).map_or(old, |(height, _)| *height) <= height {
                    raised.insert(*parent, (height + 1, at));
                    open.insert((old, *parent));
                }
            }
        }
        self.count(steps);
        if let Some(closing) = diff.new.iter().find(|below| raised.contains_key(below)) {
            let mut way = vec![diff.node];
            let mut at = *closing;
            while at != diff.node {
                way.push(at);
                at = raised.get(&at).map_or(diff.node, |(_, below)| *below);
            }
            return Err(PlacementError::Cycle(self.ids(&way).cloned().collect()));
        }
        let height = raised.values().map(|(height, _)| *height).max().unwrap_or(0);
        if height > MAX_COMPONENT_DEPTH + 1 {
            return Err(PlacementError::Depth(height - 1));
        }
        Ok(raised)
    }

    /// Puts back what diffs changed; `put` says of each whether it was put, and at which place it stood before.
    pub(super) fn undo(&mut self, diffs: &[Diff], put: usize, places: &[Option<usize>]) {
        let mut open = BTreeSet::new();
        for (at, diff) in diffs.iter().enumerate() {
            if at < put {
                self.remove_edges_of(diff.node, diff.kept.clone(), &diff.new);
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
                    kept: diff.kept.clone(),
                    gone: Vec::new(),
                    new: diff.gone.clone(),
                };
                // What stood there before can stand there again.
                let _ = self.insert(&back, *place);
            }
        }
        for diff in diffs {
            self.release(&diff.new);
            self.release(&[diff.node]);
        }
    }

    /// Forgets what a diff does not name any more and nobody else names either, if it has not come.
    pub(super) fn forget(&mut self, diff: &Diff) {
        self.release(&diff.gone);
    }

    fn release(&mut self, nodes: &[usize]) {
        for at in nodes {
            let unused = |node: &&mut Node| {
                node.place.is_none() && node.above.is_empty() && !node.id.as_str().is_empty()
            };
            let Some(node) = self.nodes.get_mut(*at).filter(unused) else { continue };
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

    /// How many nodes are kept, used or not.
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
