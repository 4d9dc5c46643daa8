//! What is wrong with a surface as a whole.

use super::{Surface, SurfaceComponent};
use crate::ComponentId;
use std::collections::BTreeSet;
use wire::{Finding, Pointer, Validate};

/// The strict rules, for a surface that is meant to be complete: while it is still being sent, a missing root and references
/// to what has not come yet are nothing wrong. Pointers are those of the [snapshot](super::SurfaceSnapshot).
///
/// Rules: `missing-root`, `dangling-reference`, `orphan`, in 1.0 `missing-catalog` and `index-outside-template`, and as
/// warnings `weight-parent` and in 1.0 `component-id`. What is wrong whatever may still
/// come is refused by [`Surfaces::apply`](super::Surfaces::apply).
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
        let reached = self.reached();
        let in_rows = self.children_of_rows();
        let outside = self.outside_of_templates();
        for component in self.components() {
            let id = component.id().as_str();
            let at = components.member(id);
            self.dangling(component, &at, found);
            if self.root().is_some_and(|root| self.component(root).is_some()) && !reached.contains(id) {
                let message = format_args!("no way leads from the root to the component `{id}`").to_string();
                found
                    .push(Finding::error("orphan", at.clone(), message).hint("name it in another component"));
            }
            if matches!(component, SurfaceComponent::V1_0(_)) && self.catalog_of(id).is_none() {
                let message = format_args!("neither `{id}` nor its surface names a catalog").to_string();
                let (_, notation) = self.writing_of(id);
                let name = if notation.marks_keys() { "@catalogId" } else { "catalogId" };
                let finding = Finding::error("missing-catalog", at.member(name), message);
                found.push(finding.hint(format_args!("give `{name}`")));
            }
            if matches!(component, SurfaceComponent::V1_0(_)) {
                if outside.contains(id) {
                    self.index_calls(component, &at, found);
                }
                if !component.id().is_identifier() {
                    let message = format_args!("`{id}` is no identifier").to_string();
                    let finding = Finding::warning("component-id", at.member("id"), message);
                    found.push(finding.hint(
                        "write letters, digits and `_`, and no digit first; strict clients refuse others; `convert --escape-ids` rewrites them",
                    ));
                }
            }
            if component.has_weight() && !in_rows.contains(id) {
                let message =
                    format_args!("`{id}` has a weight and is no child of a Row or Column").to_string();
                found.push(Finding::warning("weight-parent", at.member("weight"), message));
            }
        }
    }
}

impl Surface {
    /// The components to which a way leads from the root.
    fn reached(&self) -> BTreeSet<&str> {
        let mut reached: BTreeSet<&str> =
            self.root().filter(|root| self.component(root).is_some()).into_iter().collect();
        let mut open: Vec<&str> = reached.iter().copied().collect();
        while let Some(id) = open.pop() {
            let below = self.components.hierarchy.below(id).map(ComponentId::as_str);
            open.extend(below.filter(|id| self.component(id).is_some() && reached.insert(id)));
        }
        reached
    }

    fn dangling(&self, component: &SurfaceComponent, at: &Pointer, found: &mut Vec<Finding>) {
        for reference in component.references_in(&self.options.references) {
            if self.component(reference.id.as_str()).is_none() {
                let message = format_args!("there is no component `{}`", reference.id).to_string();
                let finding = Finding::error("dangling-reference", at.join(&reference.pointer), message);
                found.push(finding.hint("send a component with this id"));
            }
        }
    }

    fn children_of_rows(&self) -> BTreeSet<&str> {
        let rows = self.components().filter(|component| matches!(component.type_name(), "Row" | "Column"));
        rows.flat_map(|row| self.components.hierarchy.below(row.id().as_str()))
            .map(ComponentId::as_str)
            .collect()
    }
}
