//! Which properties of which components name other components.

use crate::ComponentId;
use std::collections::BTreeMap;
use wire::{Payload, PayloadKind, Pointer};

mod catalog;

/// The properties in which components name other components, by component type.
///
/// A property is written as a path below the component's properties, `*` for every element of a list: `child`,
/// `tabs/*/child`. What stands there may be an id, a list of ids, a template `{"componentId": …}`, or in the form of A2UI 0.8
/// `{"explicitList": […]}` and `{"template": {"componentId": …}}`. Whatever stands elsewhere, the `title` of a tab for
/// example, is never read as an id.
///
/// The default holds the basic catalog in all its versions: `child` and `children` in any type, and those that only Tabs
/// and Modal have. For a type that is [declared](Self::declare), only what was declared counts.
///
/// ```
/// # use agent_ui_a2ui as a2ui;
/// use a2ui::surface::ReferenceFields;
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

/// A place at which a component names another.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reference {
    /// Where in the component, as it stands on the wire.
    pub pointer: Pointer,
    /// The component that is named.
    pub id: ComponentId,
}

/// What any component may have.
const ANY: [&str; 2] = ["child", "children"];
/// What single components of the basic catalog have, in 0.9 and later and in 0.8.
const BASIC: [(&str, &[&str]); 2] = [
    ("Tabs", &["child", "children", "tabs/*/child", "tabItems/*/child"]),
    ("Modal", &["child", "children", "trigger", "content", "entryPointChild", "contentChild"]),
];

impl Default for ReferenceFields {
    fn default() -> Self {
        let mut fields = Self { any: ANY.map(Box::from).to_vec(), by_type: BTreeMap::new() };
        for (name, paths) in BASIC {
            fields = fields.declare(name, paths.iter().copied());
        }
        fields
    }
}

impl ReferenceFields {
    /// None at all.
    pub fn none() -> Self {
        Self { any: Vec::new(), by_type: BTreeMap::new() }
    }

    /// The fields that a catalog declares in its JSON Schemas, and no others.
    ///
    /// In the catalogs of 0.9 and later these are the properties whose schema refers to `ComponentId`, `Child` or `ChildList`; in
    /// those of 0.8 the ones whose schema is titled `ComponentId`, or that are called `child` or `children`, or hold an
    /// `explicitList` or a `template`. Inline catalogs have the same form. A type in which none is found names no others; what
    /// is no catalog declares nothing.
    ///
    /// ```
    /// # use agent_ui_a2ui as a2ui;
    /// use a2ui::surface::ReferenceFields;
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

    /// Declares the fields of a type, in the place of what was known of it.
    #[must_use]
    pub fn declare<P: Into<Box<str>>>(mut self, name: &str, paths: impl IntoIterator<Item = P>) -> Self {
        self.by_type.insert(name.into(), paths.into_iter().map(P::into).collect());
        self
    }

    /// These, and those of other catalogs, which win where both declare a type.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.by_type.extend(other.by_type);
        self.any.extend(other.any);
        self.any.sort_unstable();
        self.any.dedup();
        self
    }

    /// The fields of all types.
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.by_type.values().chain([&self.any]).flatten().map(|path| &**path)
    }

    /// Whether the fields of a type were declared; otherwise they are those that any type may have.
    pub(super) fn has_declared(&self, type_name: &str) -> bool {
        self.by_type.contains_key(type_name)
    }

    /// The fields of a type.
    pub fn of(&self, type_name: &str) -> impl Iterator<Item = &str> {
        self.by_type.get(type_name).unwrap_or(&self.any).iter().map(|path| &**path)
    }
}

/// What stands at a path of property names, and of `*` for every element, and where.
pub(super) fn at(
    property: &impl Fn(&str) -> Option<Payload>,
    path: &str,
    from: &Pointer,
) -> Vec<(Pointer, Payload)> {
    let mut segments = path.split('/');
    let Some(first) = segments.next() else { return Vec::new() };
    let mut found: Vec<_> = property(first).map(|value| (from.member(first), value)).into_iter().collect();
    for segment in segments {
        let below = |(at, value): (Pointer, Payload)| -> Vec<(Pointer, Payload)> {
            if segment == "*" {
                value.elements().enumerate().map(|(index, value)| (at.element(index), value)).collect()
            } else {
                value.member(segment).map(|value| (at.member(segment), value)).into_iter().collect()
            }
        };
        found = found.into_iter().flat_map(below).collect();
    }
    found
}

/// The ids that a value names, in all forms in which a component is named.
pub(super) fn collect_ids(at: &Pointer, value: &Payload, found: &mut Vec<Reference>) {
    let mut id = |pointer: Pointer, value: &Payload| {
        if let Some(id) = value.as_str() {
            found.push(Reference { pointer, id: ComponentId::from(&*id) });
        }
    };
    let list = |at: &Pointer, value: &Payload, id: &mut dyn FnMut(Pointer, &Payload)| {
        value.elements().enumerate().for_each(|(index, value)| id(at.element(index), &value));
    };
    match value.kind() {
        PayloadKind::String => id(at.clone(), value),
        PayloadKind::Array => list(at, value, &mut id),
        PayloadKind::Object => {
            if let Some(value) = value.member("componentId") {
                id(at.member("componentId"), &value);
            }
            if let Some(value) = value.member("explicitList") {
                list(&at.member("explicitList"), &value, &mut id);
            }
            if let Some(value) = value.member("template").and_then(|value| value.member("componentId")) {
                id(at.member("template").member("componentId"), &value);
            }
        }
        PayloadKind::Null | PayloadKind::Boolean | PayloadKind::Number => {}
    }
}
