//! Components of any version, and their references to other components.

use super::{
    nesting,
    references::{self, Reference, ReferenceFields},
};
use crate::{CatalogId, ComponentId, Notation, v0_8, v0_9, v1_0};
use wire::{Field, Payload, PayloadKind, Pointer, WireType};

/// A component of a surface.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(non_camel_case_types)]
pub enum SurfaceComponent {
    /// A component of A2UI 0.8.
    V0_8(v0_8::Component),
    /// A component of A2UI 0.9 or 0.10. On a surface, its type is always set.
    V0_9(v0_9::Component),
    /// A component of A2UI 1.0. On a surface, its type is always set.
    V1_0(v1_0::Component),
}

/// Returns the notation of an A2UI 1.0 message. The `version` member takes precedence, then the notation that the
/// components use in keys, bindings and calls. Returns `None` if neither shows a notation.
///
/// ```
/// use agent_ui_a2ui::{Notation, surface::notation_of, wire};
///
/// let message = wire::decode(
///     r#"{"version":"v1.0","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":{"@path":"/n"}}]}}"#,
/// )?;
/// assert_eq!(notation_of(&message), Some(Notation::AtValues));
/// # Ok::<(), wire::DecodeError>(())
/// ```
pub fn notation_of(message: &v1_0::AgentMessage) -> Option<Notation> {
    if !message.version.is_candidate() {
        return Some(Notation::At);
    }
    let components = match &message.body {
        v1_0::AgentBody::CreateSurface(body) => {
            body.components.get().map_or(&[][..], Vec::as_slice)
        }
        v1_0::AgentBody::UpdateComponents(body) => &body.components,
        _ => &[],
    };
    if components.iter().any(v1_0::Component::has_marked_key) {
        return Some(Notation::At);
    }
    let mut seen = nesting::SeenNotations::default();
    for component in components {
        for (_, value) in component.extra.iter() {
            // `apply` reports nesting that is too deep, so this error can be ignored.
            let _ = nesting::check(value, &Pointer::root, &mut seen);
        }
    }
    match (seen.at, seen.plain) {
        (Some(_), _) => Some(Notation::AtValues),
        (None, Some(_)) => Some(Notation::Plain),
        (None, None) => None,
    }
}

/// Copies the catalog of the old component if the new component names none, because the type belongs to that catalog.
fn keep_catalog(component: &mut v1_0::Component, old: &v1_0::Component) {
    if !component.catalog_id.is_absent() || component.extra.get("catalogId").is_some() {
        return;
    }
    component.catalog_id = old.catalog_id.clone();
    // The key goes first, which was its position in the old component.
    let plain_key = old.extra.iter().filter(|(name, _)| *name == "catalogId");
    let all = plain_key.chain(component.extra.iter());
    component.extra = all.map(|(name, value)| (name, value.clone())).collect();
}

impl SurfaceComponent {
    /// Returns the id of the component.
    pub fn id(&self) -> &ComponentId {
        match self {
            Self::V0_8(component) => &component.id,
            Self::V0_9(component) => &component.id,
            Self::V1_0(component) => &component.id,
        }
    }

    /// Returns the size of the component as JSON, in bytes.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::V0_8(component) => wire::encoded_len(component),
            Self::V0_9(component) => wire::encoded_len(component),
            Self::V1_0(component) => wire::encoded_len(component),
        }
    }

    /// Returns the name of the component type.
    pub fn type_name(&self) -> &str {
        self.type_name_stated().unwrap_or("")
    }

    pub(super) fn type_name_stated(&self) -> Option<&str> {
        match self {
            Self::V0_8(component) => Some(&component.component.name),
            Self::V0_9(component) => component.component.get().map(String::as_str),
            Self::V1_0(component) => component.component.get().map(String::as_str),
        }
    }

    /// Copies the type of the replaced component if this update has none. In 1.0, the catalog of the type is copied too.
    pub(super) fn keep_type(&mut self, old: Option<&Self>) {
        let Some(old) = old else { return };
        match self {
            Self::V0_9(component) if component.component.is_absent() => {
                component.component = Field::Value(old.type_name().to_owned());
            }
            Self::V1_0(component) if component.component.is_absent() => {
                component.component = Field::Value(old.type_name().to_owned());
                if let Self::V1_0(old) = old {
                    keep_catalog(component, old);
                }
            }
            _ => {}
        }
    }

    /// Returns the catalog that the component names. Only 1.0 components can name a catalog, and the key depends on the
    /// notation.
    pub fn catalog_id(&self, notation: Notation) -> Option<CatalogId> {
        match self {
            Self::V0_8(_) | Self::V0_9(_) => None,
            Self::V1_0(component) => component.stated_catalog(notation),
        }
    }

    pub(super) fn has_marked_key(&self) -> bool {
        matches!(self, Self::V1_0(component) if component.has_marked_key())
    }

    /// Returns the property with this name.
    pub fn property(&self, name: &str) -> Option<Payload> {
        match self {
            Self::V0_8(component) => component.component.properties.member(name),
            Self::V0_9(component) => component.extra.get(name).cloned(),
            Self::V1_0(component) => component.extra.get(name).cloned(),
        }
    }

    /// Returns the properties and their names. In 0.8, the weight is included, although it is beside the properties.
    pub(crate) fn named_properties(&self) -> Vec<(String, Payload)> {
        let mut named = Vec::new();
        if let Self::V0_8(component) = self {
            if let Some(weight) = component.weight.get() {
                let weight = Payload::encode(weight).unwrap_or_else(|_| Payload::null());
                named.push(("weight".to_owned(), weight));
            }
        }
        for (name, value) in self.properties() {
            match name {
                Some(name) => named.push((name.to_owned(), value.clone())),
                None => {
                    for (name, value) in value.members() {
                        named.push((name.into_owned(), value));
                    }
                }
            }
        }
        named
    }

    /// Iterates over the properties and their names. For 0.8, yields a single object with all properties, without a name.
    pub(super) fn properties(&self) -> impl Iterator<Item = (Option<&str>, &Payload)> {
        let (whole, extra) = match self {
            Self::V0_8(component) => (Some(&component.component.properties), None),
            Self::V0_9(component) => (None, Some(&component.extra)),
            Self::V1_0(component) => (None, Some(&component.extra)),
        };
        let whole = whole.into_iter().map(|value| (None, value));
        whole.chain(
            extra
                .into_iter()
                .flat_map(|extra| extra.iter())
                .map(|(name, value)| (Some(name), value)),
        )
    }

    /// Returns `true` if the component has a weight.
    pub(super) fn has_weight(&self) -> bool {
        match self {
            Self::V0_8(component) => !component.weight.is_absent(),
            Self::V0_9(component) => component.extra.get("weight").is_some(),
            Self::V1_0(component) => component.extra.get("weight").is_some(),
        }
    }

    /// Returns the pointer of the properties within the component.
    pub(crate) fn properties_at(&self) -> Pointer {
        match self {
            Self::V0_8(component) => Pointer::root()
                .member("component")
                .member(&component.component.name),
            Self::V0_9(_) | Self::V1_0(_) => Pointer::root(),
        }
    }

    /// Returns the component in the form of the wire.
    pub fn to_payload(&self) -> Payload {
        fn payload<T: WireType>(component: &T) -> Payload {
            // A component that was read can be written. In a component built by hand, `extra` may repeat a member. Then
            // the result is null.
            Payload::encode(component).unwrap_or_else(|_| Payload::null())
        }
        match self {
            Self::V0_8(component) => payload(component),
            Self::V0_9(component) => payload(component),
            Self::V1_0(component) => payload(component),
        }
    }

    /// Returns the components that this component refers to, in the reference properties of the basic catalog.
    pub fn references(&self) -> Vec<Reference> {
        self.references_in(&ReferenceFields::default())
    }

    /// Returns the components that this component refers to in the given fields, in the order of the fields.
    pub fn references_in(&self, fields: &ReferenceFields) -> Vec<Reference> {
        let mut found = Vec::new();
        for (at, value) in self.reference_values(fields) {
            references::collect_ids(&at, &value, &mut found);
        }
        found
    }

    /// Returns the values of the given reference fields, with their pointers.
    pub(crate) fn reference_values(&self, fields: &ReferenceFields) -> Vec<(Pointer, Payload)> {
        let (at, property) = (self.properties_at(), |name: &str| self.property(name));
        fields
            .of(self.type_name())
            .flat_map(|path| references::at(&property, path, &at))
            .collect()
    }

    /// Returns the pointer and kind of the first declared reference field whose value cannot be a reference.
    pub(super) fn invalid_reference(
        &self,
        fields: &ReferenceFields,
    ) -> Option<(Pointer, PayloadKind)> {
        if !fields.has_declared(self.type_name()) {
            return None;
        }
        for (at, value) in self.reference_values(fields) {
            if let kind @ (PayloadKind::Number | PayloadKind::Boolean) = value.kind() {
                return Some((at, kind));
            }
        }
        None
    }
}
