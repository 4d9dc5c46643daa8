//! What is wrong with a surface as a whole.

use super::{Surface, SurfaceComponent};
use std::collections::BTreeSet;
use wire::{Finding, Pointer, Validate};

/// How deep components may lie below the root.
const MAX_COMPONENT_DEPTH: usize = 50;

/// The strict rules, for a surface that is meant to be complete: while it is still being sent, a missing root and references
/// to what has not come yet are nothing wrong. Pointers are those of the [snapshot](super::SurfaceSnapshot).
///
/// Rules: `missing-root`, `dangling-reference`, `orphan`, `component-depth`, and as a warning `weight-parent`.
impl Validate for Surface {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let components = at.member("components");
        match self.root() {
            None => {
                let finding = Finding::error("missing-root", at.member("root"), "no root was named");
                found.push(finding.hint("send `beginRendering`"));
            }
            Some(root) if self.component(root).is_none() => {
                let message = format_args!("the root `{root}` is missing").to_string();
                let finding = Finding::error("missing-root", components.member(root), message);
                found.push(finding.hint("send a component with this id"));
            }
            Some(_) => {}
        }
        let levels = self.levels();
        let reached: BTreeSet<&str> = levels.iter().flatten().copied().collect();
        let too_deep: BTreeSet<&str> = levels.iter().skip(MAX_COMPONENT_DEPTH).flatten().copied().collect();
        let in_rows = self.children_of_rows();
        for component in self.components() {
            let id = component.id().as_str();
            let at = components.member(id);
            self.dangling(component, &at, found);
            if self.root().is_some_and(|root| self.component(root).is_some()) && !reached.contains(id) {
                let message = format_args!("no way leads from the root to the component `{id}`").to_string();
                found
                    .push(Finding::error("orphan", at.clone(), message).hint("name it in another component"));
            }
            if too_deep.contains(id) {
                let message =
                    format_args!("`{id}` lies more than {MAX_COMPONENT_DEPTH} levels deep").to_string();
                found.push(Finding::error("component-depth", at.clone(), message));
            }
            if has_weight(component) && !in_rows.contains(id) {
                let message =
                    format_args!("`{id}` has a weight and is no child of a Row or Column").to_string();
                found.push(Finding::warning("weight-parent", at.member("weight"), message));
            }
        }
    }
}

fn has_weight(component: &SurfaceComponent) -> bool {
    match component {
        SurfaceComponent::V0_8(component) => !component.weight.is_absent(),
        SurfaceComponent::V0_9(component) => component.extra.get("weight").is_some(),
    }
}

impl Surface {
    /// The components that can be reached from the root in no step, in one, and so on, up to one more than is allowed and
    /// then all the rest at once. There are no cycles.
    fn levels(&self) -> Vec<BTreeSet<&str>> {
        let start: BTreeSet<&str> =
            self.root().filter(|root| self.component(root).is_some()).into_iter().collect();
        let mut levels = vec![start];
        while let Some(level) = levels.last().filter(|level| !level.is_empty()) {
            let below = level.iter().flat_map(|id| self.components.below(id));
            let next: BTreeSet<&str> =
                below.map(crate::ComponentId::as_str).filter(|id| self.component(id).is_some()).collect();
            if levels.len() <= MAX_COMPONENT_DEPTH {
                levels.push(next);
                continue;
            }
            let mut rest = next.clone();
            let mut open: Vec<&str> = next.into_iter().collect();
            while let Some(id) = open.pop() {
                let below = self.components.below(id).iter().map(crate::ComponentId::as_str);
                open.extend(below.filter(|id| self.component(id).is_some() && rest.insert(id)));
            }
            levels.push(rest);
            break;
        }
        levels
    }

    fn dangling(&self, component: &SurfaceComponent, at: &Pointer, found: &mut Vec<Finding>) {
        for reference in component.references() {
            if self.component(reference.id.as_str()).is_none() {
                let message = format_args!("there is no component `{}`", reference.id).to_string();
                let finding = Finding::error("dangling-reference", at.join(&reference.pointer), message);
                found.push(finding.hint("send a component with this id"));
            }
        }
    }

    fn children_of_rows(&self) -> BTreeSet<&str> {
        let rows = self.components().filter(|component| matches!(component.type_name(), "Row" | "Column"));
        rows.flat_map(|row| self.components.below(row.id().as_str()))
            .map(crate::ComponentId::as_str)
            .collect()
    }
}
