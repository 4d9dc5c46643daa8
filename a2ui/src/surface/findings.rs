//! Findings about a surface as a whole.

use super::{Surface, SurfaceComponent};
use crate::ComponentId;
use std::collections::BTreeSet;
use wire::{Finding, Fix, Pointer, Validate, spelling};

/// The maximum number of missing components per surface with a search for similar ids, and of ids compared in each
/// search.
const MAX_SUGGESTIONS: usize = 100;
const MAX_IDS: usize = 1_000;

/// Checks for a surface that should be complete. While a surface is still being sent, a missing root and references to
/// components that have not arrived are not errors. Pointers point into the [snapshot](super::SurfaceSnapshot).
///
/// Rules: `missing-root`, `dangling-reference` and `orphan`; in 1.0 also `missing-catalog` and `index-outside-template`.
/// Warnings: `weight-parent`, and in 1.0 `component-id`. [`Surfaces::apply`](super::Surfaces::apply) refuses the errors that no
/// later message can correct.
impl Validate for Surface {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let components = at.member("components");
        found.extend(self.missing_root(at));
        let root = self.root().filter(|root| self.component(root).is_some());
        let reached = self.reachable_components();
        let in_rows = self.children_of_rows();
        let outside = self.outside_of_templates();
        let mut suggestions = MAX_SUGGESTIONS;
        for component in self.components() {
            let id = component.id().as_str();
            let at = components.member(id);
            self.check_references(component, &at, &mut suggestions, found);
            // Without a root, the surface shows nothing. One finding is clearer than one for each component.
            if let Some(root) = root {
                if !reached.contains(id) {
                    found.push(orphan(id, root, &at));
                }
            }
            if matches!(component, SurfaceComponent::V1_0(_)) {
                self.check_catalog(id, &at, found);
                if outside.contains(id) {
                    self.check_index_calls(component, &at, found);
                }
                if !component.id().is_identifier() {
                    found.push(invalid_identifier(id, &at));
                }
            }
            if component.has_weight() && !in_rows.contains(id) {
                found.push(weight_without_effect(id, &at));
            }
        }
    }
}

impl Surface {
    /// Returns the ids of the components that are reachable from the root.
    fn reachable_components(&self) -> BTreeSet<&str> {
        let mut reached = BTreeSet::new();
        let mut open = Vec::new();
        if let Some(root) = self.root() {
            open.push(root);
        }
        while let Some(id) = open.pop() {
            if self.component(id).is_some() && reached.insert(id) {
                let below = self.components.hierarchy.below(id);
                open.extend(below.map(ComponentId::as_str));
            }
        }
        reached
    }

    /// Reports a component if neither the component nor its surface names a catalog.
    fn check_catalog(&self, id: &str, at: &Pointer, found: &mut Vec<Finding>) {
        if self.catalog_of(id).is_some() {
            return;
        }
        let message =
            format!("component `{id}` has no catalog: neither it nor its surface names one");
        let (_, notation) = self.writing_of(id);
        let name = if notation.has_marked_keys() {
            "@catalogId"
        } else {
            "catalogId"
        };
        let finding = Finding::error("missing-catalog", at.member(name), message);
        let hint = format_args!("add `{name}` to the component or to `createSurface`");
        found.push(finding.hint(hint));
    }

    /// Returns the ids of the first components to which no other component refers.
    fn top_ids(&self) -> Vec<&str> {
        let mut tops = Vec::new();
        for component in self.components() {
            let id = component.id().as_str();
            if self.parents_of(id).next().is_none() {
                tops.push(id);
            }
            if tops.len() == MAX_IDS {
                break;
            }
        }
        tops
    }

    /// Returns the finding for a surface that shows nothing because it has no root.
    fn missing_root(&self, at: &Pointer) -> Option<Finding> {
        let Some(root) = self.root() else {
            return Some(self.missing_begin_rendering(at));
        };
        if self.component(root).is_some() {
            return None;
        }
        if self.stated_root().is_some() {
            return Some(self.missing_stated_root(root, at));
        }
        let components = at.member("components");
        let message = format!("the root component is missing: no component has the id `{root}`");
        let tops = self.top_ids();
        let like = spelling::closest(root, tops.iter().copied());
        Some(match like.or(single_id(&tops)) {
            Some(top) => {
                let at = components.member(top).member("id");
                Finding::error("missing-root", at, message)
                    .hint(format_args!("change the id `{top}` to `{root}`"))
                    .fix(Fix::string(root))
            }
            None => Finding::error("missing-root", components.member(root), message)
                .hint("send a component with the id `root`"),
        })
    }

    /// Returns the finding for a 0.8 surface before `beginRendering`, which names the root.
    fn missing_begin_rendering(&self, at: &Pointer) -> Finding {
        let message = "the surface has no root: no `beginRendering` was sent, so nothing is shown";
        let finding = Finding::error("missing-root", at.member("root"), message);
        let root = single_id(&self.top_ids()).unwrap_or("ROOT");
        finding.hint(format_args!(
            "send `{{\"beginRendering\":{{\"surfaceId\":\"{}\",\"root\":\"{root}\"}}}}`",
            self.surface_id()
        ))
    }

    fn missing_stated_root(&self, root: &str, at: &Pointer) -> Finding {
        let message =
            format!("the root component `{root}` named by `beginRendering` does not exist");
        let finding = Finding::error("missing-root", at.member("root"), message);
        let ids = self
            .components()
            .map(|component| component.id().as_str())
            .take(MAX_IDS);
        let like = match spelling::closest(root, ids) {
            Some(like) => Some(like),
            None => single_id(&self.top_ids()),
        };
        match like {
            Some(id) => finding
                .hint(format_args!("did you mean `{id}`?"))
                .fix(Fix::string(id)),
            None => finding.hint("send a component with this id, or name another root"),
        }
    }

    fn check_references(
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
            let message = format!("the referenced component `{id}` does not exist");
            let finding =
                Finding::error("dangling-reference", at.join(&reference.pointer), message);
            let like = match suggestions.checked_sub(1) {
                Some(left) => {
                    *suggestions = left;
                    self.similar_id(id, component)
                }
                None => None,
            };
            found.push(match like {
                Some(like) => finding
                    .hint(format_args!("did you mean `{like}`?"))
                    .fix(Fix::string(like)),
                None => finding.hint("send a component with this id, or remove the reference"),
            });
        }
    }

    /// Returns the most similar component id, except the id of the component that contains the reference.
    fn similar_id(&self, id: &str, referring: &SurfaceComponent) -> Option<&str> {
        let others = self
            .components()
            .map(SurfaceComponent::id)
            .filter(|other| *other != referring.id());
        spelling::closest(id, others.map(ComponentId::as_str).take(MAX_IDS))
    }

    fn children_of_rows(&self) -> BTreeSet<&str> {
        let mut children = BTreeSet::new();
        for component in self.components() {
            if matches!(component.type_name(), "Row" | "Column") {
                let below = self.components.hierarchy.below(component.id().as_str());
                children.extend(below.map(ComponentId::as_str));
            }
        }
        children
    }
}

fn single_id<'a>(ids: &[&'a str]) -> Option<&'a str> {
    match ids {
        [id] => Some(id),
        _ => None,
    }
}

fn orphan(id: &str, root: &str, at: &Pointer) -> Finding {
    let message = format!("component `{id}` is not reachable from `{root}`");
    Finding::error("orphan", at.clone(), message).hint(format_args!(
        "add `{id}` to the children of a reachable component"
    ))
}

fn invalid_identifier(id: &str, at: &Pointer) -> Finding {
    let message = format!("component id `{id}` is not a valid identifier");
    Finding::warning("component-id", at.member("id"), message).hint(
        "use letters, digits and `_`, and do not start with a digit; strict clients refuse other ids",
    )
}

fn weight_without_effect(id: &str, at: &Pointer) -> Finding {
    let message = format!("`weight` of component `{id}` has no effect outside a `Row` or `Column`");
    Finding::warning("weight-parent", at.member("weight"), message)
        .hint("remove `weight`, or move the component into a `Row` or `Column`")
}
