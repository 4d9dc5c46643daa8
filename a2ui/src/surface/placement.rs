//! Rules for the placement of components: `@index` only inside templates, and only allowed parents.

use super::{Reference, Surface, SurfaceComponent};
#[cfg(feature = "catalog")]
use crate::catalog::Catalog;
use crate::expression::format_string;
use std::collections::BTreeSet;
use wire::{Finding, Payload, PayloadKind, Pointer};

/// The function that returns the index of a template item.
const INDEX: &str = "@index";

/// Returns `true` if the reference points to the repeated component of a template.
fn is_template(reference: &Reference) -> bool {
    reference.pointer.segments().last().as_deref() == Some("componentId")
}

impl Surface {
    /// Returns the components that are shown only outside of template items. Components of other catalogs may repeat
    /// their children in other ways, so everything below them is excluded.
    pub(super) fn outside_of_templates(&self) -> BTreeSet<&str> {
        let mut outside = BTreeSet::new();
        let mut open = Vec::new();
        if let Some(root) = self.root() {
            self.open_component(root, &mut open);
        }
        while let Some(component) = open.pop() {
            let id = component.id().as_str();
            let is_basic = match self.catalog_of(id) {
                Some(catalog) => catalog.is_basic(),
                None => false,
            };
            // A component of another catalog may repeat its children without a template, so the search stops here.
            if !is_basic || !outside.insert(id) {
                continue;
            }
            for reference in component.references_in(&self.options.references) {
                if !is_template(&reference) {
                    self.open_component(reference.id.as_str(), &mut open);
                }
            }
        }
        for component in self.components() {
            for reference in component.references_in(&self.options.references) {
                if is_template(&reference) {
                    self.open_component(reference.id.as_str(), &mut open);
                }
            }
        }
        // A component that is both inside and outside of a template may have an index.
        let mut inside = BTreeSet::new();
        while let Some(component) = open.pop() {
            if !inside.insert(component.id().as_str()) {
                continue;
            }
            for reference in component.references_in(&self.options.references) {
                self.open_component(reference.id.as_str(), &mut open);
            }
        }
        outside.retain(|id| !inside.contains(id));
        outside
    }

    fn open_component<'s>(&'s self, id: &str, open: &mut Vec<&'s SurfaceComponent>) {
        open.extend(self.component(id));
    }

    /// Reports calls of `@index` in a component outside of templates.
    ///
    /// Specification: [A2UI 1.0, The `@index` function](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#the-index-function).
    pub(super) fn check_index_calls(
        &self,
        component: &SurfaceComponent,
        at: &Pointer,
        found: &mut Vec<Finding>,
    ) {
        let (_, notation) = self.writing_of(component.id().as_str());
        let call = if notation.has_marked_values() {
            "@call"
        } else {
            "call"
        };
        let properties_at = at.join(&component.properties_at());
        let mut pointers = Vec::new();
        for (name, value) in component.properties() {
            let at = match name {
                Some(name) => properties_at.member(name),
                None => properties_at.clone(),
            };
            collect_index_calls(value, &at, call, &mut pointers);
        }
        for pointer in pointers {
            let message = "`@index` has no value outside a template";
            let finding = Finding::error("index-outside-template", pointer, message);
            found.push(finding.hint("call `@index` only in a component that a template repeats"));
        }
    }
}

/// Collects the calls of `@index` in a value. The depth of properties is limited when they arrive, so the recursion is
/// bounded.
fn collect_index_calls(value: &Payload, at: &Pointer, call: &str, found: &mut Vec<Pointer>) {
    match value.kind() {
        PayloadKind::Array => {
            for (index, value) in value.elements().enumerate() {
                collect_index_calls(&value, &at.element(index), call, found);
            }
        }
        PayloadKind::Object => {
            match text_at(value, &[call]).as_deref() {
                Some(INDEX) => found.push(at.clone()),
                Some("formatString") if formats_index(value) => {
                    found.push(at.member("args").member("value"));
                }
                _ => {}
            }
            for (name, value) in value.members() {
                collect_index_calls(&value, &at.member(&name), call, found);
            }
        }
        _ => {}
    }
}

/// Returns `true` if the text of a `formatString` contains a call of `@index`.
fn formats_index(call: &Payload) -> bool {
    match text_at(call, &["args", "value"]) {
        Some(template) => format_string::has_call(&template, INDEX),
        None => false,
    }
}

fn text_at(value: &Payload, path: &[&str]) -> Option<String> {
    let mut pointer = Pointer::root();
    for name in path {
        pointer.push(name);
    }
    Some(value.get(&pointer)?.as_str()?.into_owned())
}

#[cfg(feature = "catalog")]
impl Surface {
    /// Reports components below parents that the catalogs do not allow. The parent of the root is called `Surface`. Pointers
    /// point into the [snapshot](super::SurfaceSnapshot), like those of [`Validate`](wire::Validate).
    ///
    /// Rules: `unallowed-parent`, `unallowed-child`.
    ///
    /// Specification: [A2UI 1.0, Composition validation rules](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#composition-validation-rules).
    ///
    /// ```
    /// use agent_ui_a2ui::{Message, catalog::CatalogDefinition, surface::Surfaces, wire};
    ///
    /// let file = wire::Payload::parse(r#"{"catalogId":"mine","protocolVersion":"1.0",
    ///     "components":{"Page":{"allowedParents":["Surface"]},"Box":{}}}"#)?;
    /// let catalog = &CatalogDefinition::read(&file)?[0];
    /// let mut surfaces = Surfaces::new();
    /// surfaces.apply(&Message::read(r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"mine","components":[
    ///     {"id":"root","component":"Box","child":"page"},{"id":"page","component":"Page"}]}}"#)?)?;
    /// let mut found = Vec::new();
    /// surfaces.get("s").unwrap().placement_findings(&[catalog], &wire::Pointer::root(), &mut found);
    /// assert_eq!((found[0].rule, found[0].pointer.as_str()), ("unallowed-parent", "/components/page/component"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn placement_findings(
        &self,
        catalogs: &[&dyn Catalog],
        at: &Pointer,
        found: &mut Vec<Finding>,
    ) {
        let check = PlacementCheck {
            surface: self,
            catalogs,
            components: at.member("components"),
        };
        if let Some(root) = self.root().and_then(|root| self.component(root)) {
            found.extend(check.unallowed_parent(root, "`Surface`", crate::v1_0::SURFACE));
        }
        let mut unallowed = Vec::new();
        for parent in self.components() {
            let (id, name) = (parent.id().as_str(), parent.type_name());
            let allowed = match check.catalog_of(id) {
                Some(catalog) => catalog.allowed_children(name),
                None => None,
            };
            let mut seen = BTreeSet::new();
            for reference in parent.references_in(&self.options.references) {
                let Some(child) = self.component(reference.id.as_str()) else {
                    continue;
                };
                if seen.insert(reference.id.clone()) {
                    let above = format!("the `{name}` component `{id}`");
                    found.extend(check.unallowed_parent(child, &above, name));
                }
                let child_name = child.type_name();
                let Some(allowed) = allowed else { continue };
                if !is_in(allowed, child_name) {
                    let message = format!(
                        "`{name}` does not allow the `{child_name}` component `{}` as a child",
                        reference.id
                    );
                    let pointer = check.components.member(id).join(&reference.pointer);
                    let finding = Finding::error("unallowed-child", pointer, message);
                    unallowed.push(finding.hint(one_of(allowed)));
                }
            }
        }
        found.extend(unallowed);
    }
}

/// A check of the parents and children of components against the catalogs of their surface.
#[cfg(feature = "catalog")]
struct PlacementCheck<'a> {
    surface: &'a Surface,
    catalogs: &'a [&'a dyn Catalog],
    /// The pointer of the components in the snapshot.
    components: Pointer,
}

#[cfg(feature = "catalog")]
impl<'a> PlacementCheck<'a> {
    fn catalog_of(&self, id: &str) -> Option<&'a dyn Catalog> {
        let catalog_id = self.surface.catalog_of(id)?;
        for catalog in self.catalogs {
            if catalog.has_id(&catalog_id) {
                return Some(*catalog);
            }
        }
        None
    }

    /// Returns the finding for a child whose catalog does not allow this type of parent. `above` describes the parent.
    fn unallowed_parent(
        &self,
        child: &SurfaceComponent,
        above: &str,
        parent: &str,
    ) -> Option<Finding> {
        let (id, name) = (child.id().as_str(), child.type_name());
        let allowed = self.catalog_of(id)?.allowed_parents(name)?;
        if is_in(allowed, parent) {
            return None;
        }
        let message = format!("`{name}` is not allowed as a child of {above}");
        let at = self.components.member(id).member("component");
        Some(Finding::error("unallowed-parent", at, message).hint(one_of(allowed)))
    }
}

#[cfg(feature = "catalog")]
fn is_in(names: &[Box<str>], wanted: &str) -> bool {
    names.iter().any(|name| **name == *wanted)
}

#[cfg(feature = "catalog")]
fn one_of(names: &[Box<str>]) -> String {
    match names {
        [] => "the catalog allows no such components here".to_owned(),
        names => format!("the catalog allows `{}`", names.join("`, `")),
    }
}
