//! Sets of catalogs, and the resolution of the catalog for each component and call.

use super::{
    Catalog,
    known_catalogs::{KnownCatalogs, ResolvedCatalog},
    message,
};
use crate::{CatalogId, Message, Notation, Version};
use std::fmt;
use wire::{Finding, Pointer};

/// A set of catalogs that check messages together, because A2UI 1.0 messages can mix catalogs. A component or call
/// belongs to the catalog that it names, otherwise to the catalog of its surface. In 1.0 it is an error if neither names
/// one.
///
/// Components and calls of an unknown catalog are not checked; [`unchecked_components`](Self::unchecked_components) lists them.
///
/// Specification: [A2UI 1.0, Mixable catalogs and component resolution logic](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#mixable-catalogs-and-component-resolution-logic).
///
/// In addition to the rules of the catalogs, it uses `missing-catalog` and `catalog-version`.
///
/// ```
/// use agent_ui_a2ui::{Message, Notation, Version, catalog::{Catalogs, SurfaceCatalog, basic}, wire};
///
/// let message = Message::read(r#"{"version":"1.0","updateComponents":{"surfaceId":"s","components":[
///     {"id":"a","component":"Text","text":{"@call":"email","catalogId":"mine"}},
///     {"id":"b","component":"Gauge","@catalogId":"mine"}]}}"#)?;
/// let basic = basic(Version::V1_0, Notation::At);
/// let named = SurfaceCatalog::Named("https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json".into());
/// let catalogs = Catalogs::new(Version::V1_0, Notation::At).with(&basic).on_surface(named);
/// assert_eq!(catalogs.check_message(&message), []);
/// assert_eq!(catalogs.unchecked_components(&message), [(1, "mine".into())]);
/// # Ok::<(), wire::DecodeError>(())
/// ```
#[derive(Clone)]
pub struct Catalogs<'a> {
    version: Version,
    notation: Notation,
    catalogs: Vec<&'a dyn Catalog>,
    surface: SurfaceCatalog,
}

/// The catalog of a surface, if it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SurfaceCatalog {
    /// The message that creates the surface was not seen. Components that rely on its catalog are not checked.
    #[default]
    Unknown,
    /// The surface does not name a catalog, which only 1.0 allows.
    Unnamed,
    /// The surface names a catalog with this id.
    Named(CatalogId),
}

impl fmt::Debug for Catalogs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Catalogs")
            .field("version", &self.version)
            .field("notation", &self.notation)
            .field("surface", &self.surface)
            .finish_non_exhaustive()
    }
}

impl<'a> Catalogs<'a> {
    /// Creates an empty set for messages of a version. The notation matters only for 1.0.
    pub fn new(version: Version, notation: Notation) -> Self {
        Self {
            version,
            notation,
            catalogs: Vec::new(),
            surface: SurfaceCatalog::Unknown,
        }
    }

    /// Adds a catalog. If two catalogs have the same id, the first one is used.
    #[must_use]
    pub fn with(mut self, catalog: &'a dyn Catalog) -> Self {
        self.catalogs.push(catalog);
        self
    }

    /// Sets the catalog of the surface to which the messages belong.
    #[must_use]
    pub fn on_surface(mut self, surface: SurfaceCatalog) -> Self {
        self.surface = surface;
        self
    }

    /// Adds the findings about the components and calls of a message at the pointer `at`.
    pub fn message_findings(&self, message: &Message, at: &Pointer, found: &mut Vec<Finding>) {
        message::check_message(self.resolve(), message, at, found);
    }

    /// Returns the findings about the components and calls of a message.
    pub fn check_message(&self, message: &Message) -> Vec<Finding> {
        let mut found = Vec::new();
        self.message_findings(message, &Pointer::root(), &mut found);
        found
    }

    /// Returns the components that no catalog of the set checks, as pairs of the index in the message and the catalog.
    pub fn unchecked_components(&self, message: &Message) -> Vec<(usize, CatalogId)> {
        let known = self.resolve();
        let mut found = Vec::new();
        message::named_catalogs(known, message, &mut |index, stated| {
            let id = stated.or_else(|| match &self.surface {
                SurfaceCatalog::Named(id) => Some(id.clone()),
                SurfaceCatalog::Unknown | SurfaceCatalog::Unnamed => None,
            });
            found.extend(
                id.filter(|id| !id.as_str().is_empty() && known.find(id).is_none())
                    .map(|id| (index, id)),
            );
        });
        found
    }

    fn resolve(&self) -> KnownCatalogs<'_> {
        let mut known = KnownCatalogs {
            version: self.version,
            notation: self.notation,
            surface: ResolvedCatalog::Unknown,
            catalogs: &self.catalogs,
        };
        known.surface = match &self.surface {
            SurfaceCatalog::Unknown => ResolvedCatalog::Unknown,
            SurfaceCatalog::Unnamed => ResolvedCatalog::Unnamed,
            SurfaceCatalog::Named(id) => known
                .find(id)
                .map_or(ResolvedCatalog::Foreign, ResolvedCatalog::Known),
        };
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::basic;

    const BASIC: &str = "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json";

    /// Returns the findings about components of A2UI 1.0. In the parameters, `BASIC` stands for the id of the basic
    /// catalog.
    fn findings_of(surface: &str, components: &str) -> Vec<(&'static str, String)> {
        let surface = match surface {
            "?" => SurfaceCatalog::Unknown,
            "-" => SurfaceCatalog::Unnamed,
            "BASIC" => SurfaceCatalog::Named(BASIC.into()),
            id => SurfaceCatalog::Named(id.into()),
        };
        let text = format!(
            r#"{{"version":"1.0","updateComponents":{{"surfaceId":"s","components":[{}]}}}}"#,
            components.replace("BASIC", BASIC)
        );
        let basic = basic(Version::V1_0, Notation::At);
        let catalogs = Catalogs::new(Version::V1_0, Notation::At)
            .with(&basic)
            .on_surface(surface);
        let found = catalogs.check_message(&Message::read(&text).unwrap());
        let below = |finding: Finding| {
            let pointer = finding
                .pointer
                .as_str()
                .replace("/updateComponents/components", "");
            (finding.rule, pointer)
        };
        found.into_iter().map(below).collect()
    }

    #[test]
    fn components_and_calls_use_their_own_catalog_or_the_catalog_of_the_surface() {
        let text = r#"{"id":"a","component":"Text","text":7}"#;
        let own = r#"{"id":"a","component":"Text","@catalogId":"BASIC","text":7}"#;
        let other = r#"{"id":"a","component":"Text","@catalogId":"mine","text":7}"#;
        let empty = r#"{"id":"a","component":"Text","@catalogId":"","text":7}"#;
        let older = r#"{"id":"a","component":"Gauge","catalogId":"mine","value":7}"#;
        let of_0_9 = r#"{"id":"a","component":"Text","@catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json","text":"x"}"#;
        let call = r#"{"id":"a","component":"Text","@catalogId":"BASIC","text":{"@call":"formatString","args":{}}}"#;
        let named = r#"{"id":"a","component":"Text","@catalogId":"BASIC","text":{"@call":"formatString","catalogId":"BASIC","args":{}}}"#;
        let empty_catalog = r#"{"id":"a","component":"Text","@catalogId":"BASIC","text":{"@call":"f","catalogId":""}}"#;
        let inside = r#"{"id":"a","component":"Text","text":{"@call":"f","catalogId":"mine","args":{"n":[{"k":{"@call":"formatString","args":{}}}],"m":{"@call":"email","catalogId":"mine"}}}}"#;
        let in_other = r#"{"id":"a","component":"Gauge","@catalogId":"mine","n":{"@call":"not","catalogId":"BASIC"},"m":{"@call":7}}"#;
        let index = r#"{"id":"a","component":"Text","@catalogId":"BASIC","text":{"@call":"@index","args":{"offset":1}}}"#;
        let wrong = ("wrong-type", "/0/text");
        for (surface, component, expected) in [
            ("BASIC", text, &[wrong][..]),
            ("mine", text, &[]),
            ("-", text, &[]),
            ("?", text, &[]),
            ("BASIC", own, &[wrong]),
            ("mine", own, &[wrong]),
            ("-", own, &[wrong]),
            ("?", own, &[wrong]),
            ("BASIC", other, &[]),
            ("-", other, &[]),
            ("BASIC", empty, &[("missing-catalog", "/0/@catalogId")]),
            ("-", empty, &[("missing-catalog", "/0/@catalogId")]),
            ("BASIC", older, &[("older-key", "/0/catalogId")]),
            ("mine", older, &[]),
            ("BASIC", of_0_9, &[("catalog-version", "/0/@catalogId")]),
            ("BASIC", call, &[("missing-member", "/0/text/args/value")]),
            ("mine", call, &[]),
            ("?", call, &[]),
            ("-", call, &[("missing-catalog", "/0/text/catalogId")]),
            ("-", named, &[("missing-member", "/0/text/args/value")]),
            (
                "BASIC",
                empty_catalog,
                &[("missing-catalog", "/0/text/catalogId")],
            ),
            (
                "BASIC",
                inside,
                &[("missing-member", "/0/text/args/n/0/k/args/value")],
            ),
            ("mine", inside, &[]),
            (
                "BASIC",
                in_other,
                &[
                    ("missing-member", "/0/n/args/value"),
                    ("wrong-type", "/0/m/@call"),
                ],
            ),
            ("-", index, &[]),
        ] {
            let expected: Vec<_> = expected
                .iter()
                .map(|(rule, at)| (*rule, (*at).to_owned()))
                .collect();
            assert_eq!(
                findings_of(surface, component),
                expected,
                "{surface} {component}"
            );
        }
    }

    #[test]
    fn unchecked_components_are_listed_with_their_catalogs() {
        let text = r#"{"version":"1.0","createSurface":{"surfaceId":"s","components":[
            {"id":"a","component":"Text"},{"id":"b","component":"Text","@catalogId":"mine"},
            {"id":"c","@catalogId":"mine"},{"id":"d","component":"Text","@catalogId":""}]}}"#;
        let message = Message::read(text).unwrap();
        let basic = basic(Version::V1_0, Notation::At);
        let catalogs = Catalogs::new(Version::V1_0, Notation::At).with(&basic);
        for (surface, expected) in [
            (SurfaceCatalog::Unknown, vec![(1, "mine")]),
            (SurfaceCatalog::Unnamed, vec![(1, "mine")]),
            (SurfaceCatalog::Named(BASIC.into()), vec![(1, "mine")]),
            (
                SurfaceCatalog::Named("theirs".into()),
                vec![(0, "theirs"), (1, "mine")],
            ),
        ] {
            let expected: Vec<_> = expected
                .into_iter()
                .map(|(at, id)| (at, CatalogId::from(id)))
                .collect();
            assert_eq!(
                catalogs
                    .clone()
                    .on_surface(surface)
                    .unchecked_components(&message),
                expected
            );
        }
    }
}
