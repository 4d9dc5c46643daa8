//! Components of a surface.

use super::{Metadata, Version};
use crate::{CatalogId, ComponentId, Notation, rules};
use wire::{Extra, Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// A component of a surface.
    ///
    /// Types come from catalogs, which are open. So the properties, including `weight`, `@accessibility` and
    /// `@checks`, are preserved verbatim in `extra`. The unmarked keys `catalogId` and `metadata`, used until October
    /// 2026, are preserved there, too; see [`in_keys`](Self::in_keys).
    ///
    /// ```
    /// use agent_ui_a2ui::{v1_0::Component, wire};
    ///
    /// let text = r#"{"id":"root","component":"Chart","@catalogId":"mine","series":{"@path":"/n"}}"#;
    /// let component: Component = wire::decode(text)?;
    /// assert_eq!(component.catalog_id.get().unwrap().as_str(), "mine");
    /// assert_eq!(component.extra.get("series").unwrap().text(), r#"{"@path":"/n"}"#);
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// Specification: [A2UI 1.0, The component object](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#the-component-object).
    pub struct Component {
        /// The id of the component within its surface.
        id: ComponentId,
        /// The name of the component type, which must not be `Surface`. The name can be absent only if the component
        /// already exists; its type then stays the same.
        component?: Field<String>,
        /// The catalog of the component type; if absent, the catalog of the surface.
        catalog_id as "@catalogId"?: Field<CatalogId>,
        /// Extensions defined by vendors.
        metadata as "@metadata"?: Field<Metadata>,
    }
}

/// The type of the container of the root, which messages must not use.
pub(crate) const SURFACE: &str = "Surface";

/// The common keys of components, each with the name since November 2026 and the earlier name.
const KEYS: [(&str, &str); 4] = [
    ("@catalogId", "catalogId"),
    ("@accessibility", "accessibility"),
    ("@metadata", "metadata"),
    ("@checks", "checks"),
];

/// Returns the other name of a common key: the name with `@` if `marked` is `true`, else the plain name.
fn other_name(name: &str, marked: bool) -> Option<&'static str> {
    for (at, plain) in KEYS {
        let (from, to) = if marked { (plain, at) } else { (at, plain) };
        if name == from {
            return Some(to);
        }
    }
    None
}

fn is_marked_key(name: &str) -> bool {
    KEYS.iter().any(|(key, _)| *key == name)
}

impl Component {
    /// Returns the component with its common keys named as in a notation: `@checks` in [`Notation::At`], `checks` in
    /// the others. Keys that are present under both names are unchanged. So are a plain `catalogId` and a plain
    /// `metadata` of another shape.
    ///
    /// ```
    /// use agent_ui_a2ui::{Notation, v1_0::Component, wire};
    ///
    /// let old: Component = wire::decode(r#"{"id":"a","component":"Text","text":"Hi","catalogId":"mine"}"#)?;
    /// let new = old.clone().in_keys(Notation::At);
    /// assert_eq!(wire::encode(&new).unwrap(), r#"{"id":"a","component":"Text","@catalogId":"mine","text":"Hi"}"#);
    /// assert_eq!(new.in_keys(Notation::AtValues), old);
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    #[must_use]
    pub fn in_keys(mut self, notation: Notation) -> Self {
        let marked = notation.has_marked_keys();
        if !marked {
            self.remove_marks();
        }
        let mut extra = Extra::new();
        for (name, value) in self.extra.iter() {
            match other_name(name, marked) {
                Some("@catalogId") if self.catalog_id.is_absent() && value.as_str().is_some() => {
                    self.catalog_id = value.decode().map_or(Field::Absent, Field::Value);
                }
                Some("@metadata")
                    if matches!(self.metadata, Field::Absent) && value.is_object() =>
                {
                    self.metadata = value.decode().map_or(Field::Absent, Field::Value);
                }
                Some(renamed @ ("@accessibility" | "@checks" | "accessibility" | "checks"))
                    if self.extra.get(renamed).is_none() =>
                {
                    extra.insert(renamed, value.clone());
                }
                _ => {
                    extra.insert(name, value.clone());
                }
            }
        }
        self.extra = extra;
        self
    }

    /// Returns the catalog of the component type, if the component states it. The key is `@catalogId`, or `catalogId`
    /// in a notation without marked keys.
    pub fn stated_catalog(&self, notation: Notation) -> Option<CatalogId> {
        if let Some(id) = self.catalog_id.get() {
            return Some(id.clone());
        }
        if notation.has_marked_keys() {
            return None;
        }
        self.extra.get("catalogId")?.decode().ok()
    }

    /// Returns `true` if the component has a common key with `@`, which did not exist before November 2026.
    #[cfg(feature = "surface")]
    pub(crate) fn has_marked_key(&self) -> bool {
        !self.catalog_id.is_absent()
            || !matches!(self.metadata, Field::Absent)
            || self.extra.iter().any(|(name, _)| is_marked_key(name))
    }

    /// Moves `@catalogId` and `@metadata` to the properties, under their names without `@`.
    fn remove_marks(&mut self) {
        let catalog = self.catalog_id.get().map(|id| Payload::string(id.as_str()));
        // A property of the same name stays, so the key keeps its mark.
        if let (Some(catalog), None) = (catalog, self.extra.get("catalogId")) {
            self.catalog_id = Field::Absent;
            self.extra.insert("catalogId", catalog);
        }
        let Some(metadata) = self.metadata.get() else {
            return;
        };
        let Ok(metadata) = Payload::encode(metadata) else {
            return;
        };
        if self.extra.get("metadata").is_none() {
            self.metadata = Field::Absent;
            self.extra.insert("metadata", metadata);
        }
    }

    /// Checks the common keys against the version of the message. In `1.0`, only the four common keys can begin with
    /// `@`. In earlier versions, `catalogId` and `metadata` are common keys rather than properties.
    pub(super) fn check_keys(&self, version: Version, at: &Pointer, found: &mut Vec<Finding>) {
        if !version.is_candidate() {
            for (name, _) in self.extra.iter() {
                if !name.starts_with('@') || is_marked_key(name) {
                    continue;
                }
                let message = format_args!("the key `{name}` is reserved for A2UI").to_string();
                let finding = Finding::error("reserved-key", at.member(name), message);
                found.push(finding.hint("use a name that does not begin with `@`"));
            }
            return;
        }
        if let Some(catalog) = self.extra.get("catalogId") {
            if catalog.as_str().is_none() {
                let message = format!("expected the id of a catalog, found {}", catalog.kind());
                let finding = Finding::error("wrong-type", at.member("catalogId"), message);
                found.push(finding.hint("write the id as a string"));
            }
        }
        if let Some(metadata) = self.extra.get("metadata") {
            let at = at.member("metadata");
            match metadata.decode::<Metadata>() {
                Ok(metadata) => metadata.findings(&at, found),
                Err(error) => {
                    let at = at.join(&error.pointer);
                    found.push(Finding::error("wrong-type", at, error.message).hint(error.hint));
                }
            }
        }
    }
}

impl Validate for Component {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::component_type(&self.id, &self.component, at, found);
        if self.component.get().is_some_and(|name| name == SURFACE) {
            let message =
                "`Surface` is the container of the root and must not be used as a component type";
            let finding = Finding::error("reserved-type", at.member("component"), message);
            found.push(finding.hint("use a component type of the catalog"));
        }
        rules::not_null(&self.catalog_id, "@catalogId", at, found);
        rules::not_null(&self.metadata, "@metadata", at, found);
        if let Some(metadata) = self.metadata.get() {
            metadata.findings(&at.member("@metadata"), found);
        }
    }
}
