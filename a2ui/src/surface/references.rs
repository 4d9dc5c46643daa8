//! The properties in which components refer to other components.

use crate::ComponentId;
use std::collections::BTreeMap;
use wire::{Payload, PayloadKind, Pointer};

mod catalog;

/// The properties in which components refer to other components, by component type.
///
/// A property is a path below the component's properties, with `*` for every element of a list: `child`, `tabs/*/child`. Its
/// value may be an id, a list of ids or a template `{"componentId": …}`. The A2UI 0.8 forms `{"explicitList": […]}` and
/// `{"template": {"componentId": …}}` are accepted too. Other properties, for example the `title` of a tab, are never read as
/// ids.
///
/// The default covers all versions of the basic catalog: `child` and `children` in any type, and the special properties of Tabs
/// and Modal. For a type that is [declared](Self::declare), only the declared properties count.
///
/// ```
/// use agent_ui_a2ui::surface::ReferenceFields;
///
/// let fields = ReferenceFields::default().declare("OrgChart", ["boss", "reports/*/of"]);
/// assert_eq!(fields.of("OrgChart").collect::<Vec<_>>(), ["boss", "reports/*/of"]);
/// assert_eq!(fields.of("Card").collect::<Vec<_>>(), ["child", "children"]);
/// assert_eq!(fields.of("Modal").last(), Some("contentChild"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceFields {
    any: Vec<Box<str>>,
    by_type: BTreeMap<Box<str>, Vec<Box<str>>>,
}

/// A place at which a component refers to another component.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reference {
    /// The pointer of the id in the component, in the form of the wire.
    pub pointer: Pointer,
    /// The id of the referenced component.
    pub id: ComponentId,
}

/// The reference properties that any component may have.
const ANY: [&str; 2] = ["child", "children"];
/// The reference properties of single types of the basic catalog, first from 0.9 on, then in 0.8.
const BASIC: [(&str, &[&str]); 2] = [
    (
        "Tabs",
        &["child", "children", "tabs/*/child", "tabItems/*/child"],
    ),
    (
        "Modal",
        &[
            "child",
            "children",
            "trigger",
            "content",
            "entryPointChild",
            "contentChild",
        ],
    ),
];

impl Default for ReferenceFields {
    fn default() -> Self {
        let mut fields = Self {
            any: ANY.map(Box::from).to_vec(),
            by_type: BTreeMap::new(),
        };
        for (name, paths) in BASIC {
            fields = fields.declare(name, paths.iter().copied());
        }
        fields
    }
}

impl ReferenceFields {
    /// Returns an empty set of properties.
    pub fn none() -> Self {
        Self {
            any: Vec::new(),
            by_type: BTreeMap::new(),
        }
    }

    /// Reads the reference properties that a catalog declares in its JSON Schemas.
    ///
    /// In catalogs of 0.9 and later, these are the properties whose schema refers to `ComponentId`, `Child` or
    /// `ChildList`. In catalogs of 0.8, these are the properties whose schema has the title `ComponentId`, is called
    /// `child` or `children`, or contains `explicitList` or `template`. Inline catalogs have the same form. A type
    /// without such properties does not refer to components. A value that is not a catalog declares nothing.
    ///
    /// ```
    /// use agent_ui_a2ui::{surface::ReferenceFields, wire};
    ///
    /// let catalog = wire::Payload::parse(r##"{"components":{"Split":{"properties":{
    ///     "left":{"$ref":"common_types.json#/$defs/ComponentId"},"panes":{"items":{"properties":{
    ///         "title":{"type":"string"},"body":{"$ref":"common_types.json#/$defs/Child"}}}}}}}}"##)?;
    /// let fields = ReferenceFields::from_catalog(&catalog);
    /// assert_eq!(fields.of("Split").collect::<Vec<_>>(), ["left", "panes/*/body"]);
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub fn from_catalog(catalog: &Payload) -> Self {
        let mut fields = Self::none();
        for (name, paths) in catalog::declared_fields(catalog) {
            fields = fields.declare(&name, paths);
        }
        fields
    }

    /// Declares the reference properties of a type and replaces earlier declarations.
    #[must_use]
    pub fn declare<P: Into<Box<str>>>(
        mut self,
        name: &str,
        paths: impl IntoIterator<Item = P>,
    ) -> Self {
        self.by_type
            .insert(name.into(), paths.into_iter().map(P::into).collect());
        self
    }

    /// Merges two sets. If both declare a type, the declaration in `other` wins.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.by_type.extend(other.by_type);
        self.any.extend(other.any);
        self.any.sort_unstable();
        self.any.dedup();
        self
    }

    /// Iterates over the reference properties of all component types.
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.by_type
            .values()
            .chain([&self.any])
            .flatten()
            .map(|path| &**path)
    }

    /// Returns `true` if the reference properties of the type were declared. Other types use the default properties.
    pub(super) fn has_declared(&self, type_name: &str) -> bool {
        self.by_type.contains_key(type_name)
    }

    /// Returns the reference properties of a type.
    pub fn of(&self, type_name: &str) -> impl Iterator<Item = &str> {
        self.by_type
            .get(type_name)
            .unwrap_or(&self.any)
            .iter()
            .map(|path| &**path)
    }
}

/// Returns the values at a path of property names, with their pointers. In a path, `*` matches every element.
pub(super) fn at(
    property: &impl Fn(&str) -> Option<Payload>,
    path: &str,
    from: &Pointer,
) -> Vec<(Pointer, Payload)> {
    let mut segments = path.split('/');
    let Some(first) = segments.next() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    if let Some(value) = property(first) {
        found.push((from.member(first), value));
    }
    for segment in segments {
        let mut below = Vec::new();
        for (at, value) in found {
            if segment == "*" {
                for (index, element) in value.elements().enumerate() {
                    below.push((at.element(index), element));
                }
            } else if let Some(member) = value.member(segment) {
                below.push((at.member(segment), member));
            }
        }
        found = below;
    }
    found
}

/// Collects the component ids in a value, in every form of a reference.
pub(crate) fn collect_ids(at: &Pointer, value: &Payload, found: &mut Vec<Reference>) {
    match value.kind() {
        PayloadKind::String => add_id(at.clone(), value, found),
        PayloadKind::Array => add_ids(at, value, found),
        PayloadKind::Object => {
            // From 0.9 on, a template is an object with `componentId`. The other two forms are those of 0.8.
            if let Some(value) = value.member("componentId") {
                add_id(at.member("componentId"), &value, found);
            }
            if let Some(value) = value.member("explicitList") {
                add_ids(&at.member("explicitList"), &value, found);
            }
            if let Some(template) = value.member("template") {
                if let Some(value) = template.member("componentId") {
                    let at = at.member("template").member("componentId");
                    add_id(at, &value, found);
                }
            }
        }
        PayloadKind::Null | PayloadKind::Boolean | PayloadKind::Number => {}
    }
}

fn add_ids(at: &Pointer, list: &Payload, found: &mut Vec<Reference>) {
    for (index, value) in list.elements().enumerate() {
        add_id(at.element(index), &value, found);
    }
}

/// Adds a referenced id. A value that is not a string refers to nothing.
fn add_id(pointer: Pointer, value: &Payload, found: &mut Vec<Reference>) {
    if let Some(id) = value.as_str() {
        found.push(Reference {
            pointer,
            id: ComponentId::from(&*id),
        });
    }
}
