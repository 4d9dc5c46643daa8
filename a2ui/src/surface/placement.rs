//! The placement of components: outside of templates, and below allowed parents.

use super::{Reference, Surface, SurfaceComponent};
#[cfg(feature = "catalog")]
use crate::catalog::Catalog;
use crate::expression::format_string;
use std::collections::BTreeSet;
use wire::{Finding, Payload, PayloadKind, Pointer};

/// The function that returns the index of a template item.
const INDEX: &str = "@index";

/// Returns `true` if the reference is the repeated component of a template.
fn is_template(reference: &Reference) -> bool {
    reference.pointer.segments().last().as_deref() == Some("componentId")
}

impl Surface {
    /// Returns the components that are shown only outside of template items. Components of other catalogs may repeat their
    /// children in ways of their own, so everything below them is excluded.
    pub(super) fn outside_of_templates(&self) -> BTreeSet<&str> {
        let fields = &self.options.references;
        let references = |id: &str| {
            self.component(id)
                .map(|component| component.references_in(fields))
                .unwrap_or_default()
        };
        let known = |reference: &Reference| {
            self.component(reference.id.as_str())
                .map(|component| component.id().as_str())
        };
        let is_basic = |id: &str| {
            self.catalog_of(id)
                .is_some_and(|catalog| catalog.is_basic())
        };
        let mut outside = BTreeSet::new();
        let root = self.root().and_then(|root| self.component(root));
        let mut open: Vec<&str> = root.map(|root| root.id().as_str()).into_iter().collect();
        while let Some(id) = open.pop() {
            if is_basic(id) && outside.insert(id) {
                let below = references(id);
                open.extend(
                    below
                        .iter()
                        .filter(|reference| !is_template(reference))
                        .filter_map(known),
                );
            }
        }
        let mut inside = BTreeSet::new();
        for component in self.components() {
            let references = component.references_in(fields);
            open.extend(
                references
                    .iter()
                    .filter(|reference| is_template(reference))
                    .filter_map(known),
            );
        }
        while let Some(id) = open.pop() {
            if inside.insert(id) {
                open.extend(references(id).iter().filter_map(known));
            }
        }
        outside.retain(|id| !inside.contains(id));
        outside
    }

    /// Reports calls of `@index` in a component that is outside of templates.
    pub(super) fn index_calls(
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
            let at = name.map_or_else(|| properties_at.clone(), |name| properties_at.member(name));
            index_calls(value, &at, call, &mut pointers);
        }
        for pointer in pointers {
            let message = "`@index` has no value outside a template";
            let finding = Finding::error("index-outside-template", pointer, message);
            found.push(finding.hint("call `@index` only in a component that a template repeats"));
        }
    }
}

/// Collects the calls of `@index` in a value. The recursion is bounded, because the depth of properties is limited when
/// they arrive.
fn index_calls(value: &Payload, at: &Pointer, call: &str, found: &mut Vec<Pointer>) {
    match value.kind() {
        PayloadKind::Array => {
            let elements = value.elements().enumerate();
            elements
                .for_each(|(index, value)| index_calls(&value, &at.element(index), call, found));
        }
        PayloadKind::Object => {
            let text = |value: &Payload, path: &[&str]| {
                let pointer = path
                    .iter()
                    .fold(Pointer::root(), |at, name| at.member(name));
                value.get(&pointer)?.as_str().map(|text| text.into_owned())
            };
            match text(value, &[call]).as_deref() {
                Some(INDEX) => found.push(at.clone()),
                Some("formatString")
                    if text(value, &["args", "value"])
                        .is_some_and(|template| format_string::has_call(&template, INDEX)) =>
                {
                    found.push(at.member("args").member("value"));
                }
                _ => {}
            }
            value
                .members()
                .for_each(|(name, value)| index_calls(&value, &at.member(&name), call, found));
        }
        _ => {}
    }
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
        let components = at.member("components");
        let catalog_of = |id: &str| {
            let catalog = self.catalog_of(id)?;
            catalogs
                .iter()
                .copied()
                .find(|other| other.has_id(&catalog))
        };
        let mut parent_allowed = |child: &SurfaceComponent, above: &str, parent: &str| {
            let id = child.id().as_str();
            let allowed =
                catalog_of(id).and_then(|catalog| catalog.allowed_parents(child.type_name()));
            let Some(allowed) =
                allowed.filter(|allowed| !allowed.iter().any(|name| **name == *parent))
            else {
                return;
            };
            let message = format_args!(
                "`{}` is not allowed as a child of {above}",
                child.type_name()
            )
            .to_string();
            let finding = Finding::error(
                "unallowed-parent",
                components.member(id).member("component"),
                message,
            );
            found.push(finding.hint(one_of(allowed)));
        };
        if let Some(root) = self.root().and_then(|root| self.component(root)) {
            parent_allowed(root, "`Surface`", crate::v1_0::SURFACE);
        }
        let mut unallowed = Vec::new();
        for parent in self.components() {
            let (id, name) = (parent.id().as_str(), parent.type_name());
            let allowed = catalog_of(id).and_then(|catalog| catalog.allowed_children(name));
            let mut seen = BTreeSet::new();
            for reference in parent.references_in(&self.options.references) {
                let Some(child) = self.component(reference.id.as_str()) else {
                    continue;
                };
                if seen.insert(reference.id.clone()) {
                    parent_allowed(child, &format!("the `{name}` component `{id}`"), name);
                }
                let child_name = child.type_name();
                if let Some(allowed) =
                    allowed.filter(|allowed| !allowed.iter().any(|name| **name == *child_name))
                {
                    let message = format!(
                        "`{name}` does not allow the `{child_name}` component `{}` as a child",
                        reference.id
                    );
                    let pointer = components.member(id).join(&reference.pointer);
                    unallowed.push(
                        Finding::error("unallowed-child", pointer, message).hint(one_of(allowed)),
                    );
                }
            }
        }
        found.extend(unallowed);
    }
}

#[cfg(feature = "catalog")]
fn one_of(names: &[Box<str>]) -> String {
    match names {
        [] => "the catalog allows no such components here".to_owned(),
        names => format!("the catalog allows `{}`", names.join("`, `")),
    }
}
