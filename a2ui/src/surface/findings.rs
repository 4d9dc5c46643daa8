//! Findings about a surface as a whole.

use super::{Surface, SurfaceComponent};
use crate::ComponentId;
use std::collections::BTreeSet;
use wire::{Finding, Fix, Pointer, Validate, spelling};

/// The number of missing components per surface for which a similar id is searched, and the number of ids compared.
const MAX_SUGGESTIONS: usize = 100;
const MAX_IDS: usize = 1_000;

/// Checks a surface that should be complete. While a surface is still being sent, a missing root and references to components
/// that have not arrived are not errors. Pointers point into the [snapshot](super::SurfaceSnapshot).
///
/// Rules: `missing-root`, `dangling-reference` and `orphan`; in 1.0 also `missing-catalog` and `index-outside-template`.
/// Warnings: `weight-parent`, and in 1.0 `component-id`. [`Surfaces::apply`](super::Surfaces::apply) refuses the errors that no
/// later message can correct.
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
            let root = self.root().filter(|root| self.component(root).is_some());
            if let Some(root) = root.filter(|_| !reached.contains(id)) {
                let message =
                    format_args!("component `{id}` is not reachable from `{root}`").to_string();
                found.push(
                    Finding::error("orphan", at.clone(), message).hint(format_args!(
                        "add `{id}` to the children of a reachable component"
                    )),
                );
            }
            if matches!(component, SurfaceComponent::V1_0(_)) && self.catalog_of(id).is_none() {
                let message = format_args!(
                    "component `{id}` has no catalog: neither it nor its surface names one"
                )
                .to_string();
                let (_, notation) = self.writing_of(id);
                let name = if notation.has_marked_keys() {
                    "@catalogId"
                } else {
                    "catalogId"
                };
                let finding = Finding::error("missing-catalog", at.member(name), message);
                found.push(finding.hint(format_args!(
                    "add `{name}` to the component or to `createSurface`"
                )));
            }
            if matches!(component, SurfaceComponent::V1_0(_)) {
                if outside.contains(id) {
                    self.index_calls(component, &at, found);
                }
                if !component.id().is_identifier() {
                    let message =
                        format_args!("component id `{id}` is not a valid identifier").to_string();
                    let finding = Finding::warning("component-id", at.member("id"), message);
                    found.push(finding.hint(
                        "use letters, digits and `_`, and do not start with a digit; strict clients refuse other ids",
                    ));
                }
            }
            if component.has_weight() && !in_rows.contains(id) {
                let message = format_args!(
                    "`weight` of component `{id}` has no effect outside a `Row` or `Column`"
                )
                .to_string();
                let finding = Finding::warning("weight-parent", at.member("weight"), message);
                found.push(
                    finding.hint("remove `weight`, or move the component into a `Row` or `Column`"),
                );
            }
        }
    }
}

impl Surface {
    /// Returns the ids of the components that are reachable from the root.
    fn reachable_components(&self) -> BTreeSet<&str> {
        let mut reached: BTreeSet<&str> = self
            .root()
            .filter(|root| self.component(root).is_some())
            .into_iter()
            .collect();
        let mut open: Vec<&str> = reached.iter().copied().collect();
        while let Some(id) = open.pop() {
            let below = self.components.hierarchy.below(id).map(ComponentId::as_str);
            open.extend(below.filter(|id| self.component(id).is_some() && reached.insert(id)));
        }
        reached
    }

    /// Returns the finding for a surface that shows nothing because it has no root.
    fn missing_root(&self, at: &Pointer) -> Option<Finding> {
        let components = at.member("components");
        let is_top = |component: &&SurfaceComponent| {
            self.parents_of(component.id().as_str()).next().is_none()
        };
        let tops = || {
            self.components()
                .filter(is_top)
                .map(|component| component.id().as_str())
                .take(MAX_IDS)
        };
        let only_top = || match tops().collect::<Vec<_>>().as_slice() {
            [top] => Some(*top),
            _ => None,
        };
        let Some(root) = self.root() else {
            let message =
                "the surface has no root: no `beginRendering` was sent, so nothing is shown";
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
            let message = format_args!(
                "the root component `{root}` named by `beginRendering` does not exist"
            )
            .to_string();
            let finding = Finding::error("missing-root", at.member("root"), message);
            let ids = self
                .components()
                .map(|component| component.id().as_str())
                .take(MAX_IDS);
            return Some(match spelling::closest(root, ids).or_else(only_top) {
                Some(id) => finding
                    .hint(format_args!("did you mean `{id}`?"))
                    .fix(Fix::string(id)),
                None => finding.hint("send a component with this id, or name another root"),
            });
        }
        let message =
            format_args!("the root component is missing: no component has the id `{root}`")
                .to_string();
        Some(match spelling::closest(root, tops()).or_else(only_top) {
            Some(top) => {
                let finding =
                    Finding::error("missing-root", components.member(top).member("id"), message);
                finding
                    .hint(format_args!("change the id `{top}` to `{root}`"))
                    .fix(Fix::string(root))
            }
            None => {
                let finding = Finding::error("missing-root", components.member(root), message);
                finding.hint("send a component with the id `root`")
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
            let message =
                format_args!("the referenced component `{id}` does not exist").to_string();
            let finding =
                Finding::error("dangling-reference", at.join(&reference.pointer), message);
            let others = self
                .components()
                .map(|component| component.id())
                .filter(|id| *id != component.id());
            let like = suggestions.checked_sub(1).and_then(|left| {
                *suggestions = left;
                spelling::closest(id, others.map(ComponentId::as_str).take(MAX_IDS))
            });
            found.push(match like {
                Some(like) => finding
                    .hint(format_args!("did you mean `{like}`?"))
                    .fix(Fix::string(like)),
                None => finding.hint("send a component with this id, or remove the reference"),
            });
        }
    }

    fn children_of_rows(&self) -> BTreeSet<&str> {
        let rows = self
            .components()
            .filter(|component| matches!(component.type_name(), "Row" | "Column"));
        let below = rows.flat_map(|row| self.components.hierarchy.below(row.id().as_str()));
        wire::collect_set(below.map(ComponentId::as_str))
    }
}
