//! What is wrong with a surface as a whole.

use super::{Surface, SurfaceComponent};
use crate::ComponentId;
use std::collections::BTreeSet;
use wire::{Finding, Fix, Pointer, Validate, spelling};

/// For how many missing components of a surface one with a similar id is looked for, and among how many.
const MAX_SUGGESTIONS: usize = 100;
const MAX_IDS: usize = 1_000;

/// The strict rules, for a surface that is meant to be complete: while it is still being sent, a missing root and references
/// to what has not come yet are nothing wrong. Pointers are those of the [snapshot](super::SurfaceSnapshot).
///
/// Rules: `missing-root`, `dangling-reference`, `orphan`, in 1.0 `missing-catalog` and `index-outside-template`, and as
/// warnings `weight-parent` and in 1.0 `component-id`. What is wrong whatever may still
/// come is refused by [`Surfaces::apply`](super::Surfaces::apply).
impl Validate for Surface {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let components = at.member("components");
        found.extend(self.missing_root(at));
        let reached = self.reachable_components();
        let in_rows = self.children_of_rows();
        let outside = self.outside_of_templates();
        let mut suggestions = MAX_SUGGESTIONS;
        for component in self.components() {
            let id = component.id().as_str();
            let at = components.member(id);
            self.dangling(component, &at, &mut suggestions, found);
            if self.root().is_some_and(|root| self.component(root).is_some()) && !reached.contains(id) {
                let message = format_args!("no way leads from the root to the component `{id}`").to_string();
                found
                    .push(Finding::error("orphan", at.clone(), message).hint("name it in another component"));
            }
            if matches!(component, SurfaceComponent::V1_0(_)) && self.catalog_of(id).is_none() {
                let message = format_args!("neither `{id}` nor its surface names a catalog").to_string();
                let (_, notation) = self.writing_of(id);
                let name = if notation.has_marked_keys() { "@catalogId" } else { "catalogId" };
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
    fn reachable_components(&self) -> BTreeSet<&str> {
        let mut reached: BTreeSet<&str> =
            self.root().filter(|root| self.component(root).is_some()).into_iter().collect();
        let mut open: Vec<&str> = reached.iter().copied().collect();
        while let Some(id) = open.pop() {
            let below = self.components.hierarchy.below(id).map(ComponentId::as_str);
            open.extend(below.filter(|id| self.component(id).is_some() && reached.insert(id)));
        }
        reached
    }

    /// The finding that nothing is shown, because there is no root.
    fn missing_root(&self, at: &Pointer) -> Option<Finding> {
        let components = at.member("components");
        let is_top =
            |component: &&SurfaceComponent| self.parents_of(component.id().as_str()).next().is_none();
        let tops = || self.components().filter(is_top).map(|component| component.id().as_str()).take(MAX_IDS);
        let only_top = || match tops().collect::<Vec<_>>().as_slice() {
            [top] => Some(*top),
            _ => None,
        };
        let Some(root) = self.root() else {
            let message = "no `beginRendering` names the root of this surface, so nothing is shown";
            let finding = Finding::error("missing-root", at.member("root"), message);
            let root = only_top().unwrap_or("ROOT");
            return Some(finding.hint(format_args!(
                "send `{{\"beginRendering\":{{\"surfaceId\":\"{}\",\"root\":\"{root}\"}}}}`",
                self.surface_id()
            )));
        };
        if self.component(root).is_some() {
            return None;
        }
        if self.stated_root().is_some() {
            let message =
                format_args!("`beginRendering` names the root `{root}`, and no component has this id")
                    .to_string();
            let finding = Finding::error("missing-root", at.member("root"), message);
            let ids = self.components().map(|component| component.id().as_str()).take(MAX_IDS);
            return Some(match spelling::closest(root, ids).or_else(only_top) {
                Some(id) => finding.hint(format_args!("did you mean `{id}`?")).fix(Fix::string(id)),
                None => finding.hint("send a component with this id"),
            });
        }
        let message =
            format_args!("no component has the id `{root}`, with which the tree begins").to_string();
        Some(match spelling::closest(root, tops()).or_else(only_top) {
            Some(top) => {
                let finding = Finding::error("missing-root", components.member(top).member("id"), message);
                finding.hint(format_args!("give `{top}` the id `{root}`")).fix(Fix::string(root))
            }
            None => {
                let finding = Finding::error("missing-root", components.member(root), message);
                finding.hint("send a component with this id")
            }
        })
    }

    fn dangling(
        &self,
        component: &SurfaceComponent,
        at: &Pointer,
        suggestions: &mut usize,
        found: &mut Vec<Finding>,
    ) {
        for reference in component.references_in(&self.options.references) {
            let id = reference.id.as_str();
            if self.component(id).is_some() {
                continue;
            }
            let message = format_args!("there is no component `{id}`").to_string();
            let finding = Finding::error("dangling-reference", at.join(&reference.pointer), message);
            let others = self.components().map(|component| component.id()).filter(|id| *id != component.id());
            let like = suggestions.checked_sub(1).and_then(|left| {
                *suggestions = left;
                spelling::closest(id, others.map(ComponentId::as_str).take(MAX_IDS))
            });
            found.push(match like {
                Some(like) => finding.hint(format_args!("did you mean `{like}`?")).fix(Fix::string(like)),
                None => finding.hint("send a component with this id"),
            });
        }
    }

    fn children_of_rows(&self) -> BTreeSet<&str> {
        let rows = self.components().filter(|component| matches!(component.type_name(), "Row" | "Column"));
        rows.flat_map(|row| self.components.hierarchy.below(row.id().as_str()))
            .map(ComponentId::as_str)
            .collect()
    }
}
