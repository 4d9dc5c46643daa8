//! Which catalogs checker, and which one is meant by what a message says.

use super::{AnyComponent, Catalog, Checker, message};
use crate::{CatalogId, Message, Notation, Version, rules};
use std::fmt;
use wire::{Finding, Pointer};

/// Several catalogs that judge together, as the messages of A2UI 1.0 mix them. A component is of the catalog that it names, or
/// else of that of its surface; so is a call, whatever it stands in. Where neither names one, 1.0 has an error: nothing is
/// guessed. A2UI 1.0, "Catalog resolution".
///
/// Components and calls of a catalog that is none of these are not judged; [`unchecked_components`](Self::unchecked_components) tells which they are.
///
/// Rules beside those of the catalogs: `missing-catalog`, `catalog-version`.
///
/// ```
/// # use agent_ui_a2ui as a2ui;
/// use a2ui::{Message, Notation, Version, catalog::{Catalogs, SurfaceCatalog, basic}};
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

/// What is known of the catalog of a surface.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SurfaceCatalog {
    /// The message that makes the surface was not seen: what leaves the catalog to it is not judged.
    #[default]
    Unknown,
    /// It names none. Only surfaces of 1.0 may.
    Unnamed,
    /// It names this one.
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
    /// None yet, for messages of a version. The notation matters in 1.0 only.
    pub fn new(version: Version, notation: Notation) -> Self {
        Self { version, notation, catalogs: Vec::new(), surface: SurfaceCatalog::Unknown }
    }

    /// These and one more. Where two have the same id, the first judges.
    #[must_use]
    pub fn with(mut self, catalog: &'a dyn Catalog) -> Self {
        self.catalogs.push(catalog);
        self
    }

    /// For messages of a surface.
    #[must_use]
    pub fn on_surface(mut self, surface: SurfaceCatalog) -> Self {
        self.surface = surface;
        self
    }

    /// Adds what is wrong with the components and calls of a message that stands at `at`.
    pub fn message_findings(&self, message: &Message, at: &Pointer, found: &mut Vec<Finding>) {
        message::check_message(self.resolve(), message, at, found);
    }

    /// What is wrong with the components and calls of a message.
    pub fn check_message(&self, message: &Message) -> Vec<Finding> {
        let mut found = Vec::new();
        self.message_findings(message, &Pointer::root(), &mut found);
        found
    }

    /// The components of a message that no catalog here judges: the place of each among the components of the message, and its
    /// catalog.
    pub fn unchecked_components(&self, message: &Message) -> Vec<(usize, CatalogId)> {
        let known = self.resolve();
        let mut found = Vec::new();
        message::named_catalogs(known, message, &mut |index, stated| {
            let id = stated.or_else(|| match &self.surface {
                SurfaceCatalog::Named(id) => Some(id.clone()),
                SurfaceCatalog::Unknown | SurfaceCatalog::Unnamed => None,
            });
            found.extend(
                id.filter(|id| !id.as_str().is_empty() && known.find(id).is_none()).map(|id| (index, id)),
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
            SurfaceCatalog::Named(id) => {
                known.find(id).map_or(ResolvedCatalog::Foreign, ResolvedCatalog::Known)
            }
        };
        known
    }
}

/// What judges a message.
#[derive(Clone, Copy)]
pub(super) struct KnownCatalogs<'a> {
    pub(super) version: Version,
    pub(super) notation: Notation,
    pub(super) surface: ResolvedCatalog<'a>,
    pub(super) catalogs: &'a [&'a dyn Catalog],
}

/// The catalog of the surface.
#[derive(Clone, Copy)]
pub(super) enum ResolvedCatalog<'a> {
    /// One that judges.
    Known(&'a dyn Catalog),
    /// One that nobody here knows.
    Foreign,
    Unknown,
    Unnamed,
}

impl<'a> KnownCatalogs<'a> {
    /// One catalog alone, in the place of that of the surface.
    pub(super) fn alone(catalog: &'a dyn Catalog) -> Self {
        Self {
            version: catalog.version(),
            notation: catalog.notation(),
            surface: ResolvedCatalog::Known(catalog),
            catalogs: &[],
        }
    }

    /// The catalog of that id.
    pub(super) fn find(&self, id: &CatalogId) -> Option<&'a dyn Catalog> {
        let of_surface = match self.surface {
            ResolvedCatalog::Known(catalog) => Some(catalog),
            ResolvedCatalog::Foreign | ResolvedCatalog::Unknown | ResolvedCatalog::Unnamed => None,
        };
        self.catalogs.iter().copied().chain(of_surface).find(|catalog| catalog.has_id(id))
    }

    /// The catalog that a component names itself, and under which key.
    pub(super) fn named_by(&self, component: &impl AnyComponent) -> Option<(&'static str, CatalogId)> {
        if let Some(id) = component.catalog_id(Notation::At) {
            return Some(("@catalogId", id));
        }
        // The basic catalog has no property of that name, so there the older key can only be meant.
        let is_basic = || match self.surface {
            ResolvedCatalog::Known(catalog) => catalog.has_id(&CatalogId::basic(self.version)),
            ResolvedCatalog::Foreign | ResolvedCatalog::Unknown | ResolvedCatalog::Unnamed => false,
        };
        let notation = if is_basic() { Notation::AtValues } else { self.notation };
        Some(("catalogId", component.catalog_id(notation)?))
    }
}

impl<'a> Checker<'a> {
    /// The catalog of an id that stands at `at`; `None` if nothing judges. An id that can be none, and one of a catalog of
    /// another version, is reported.
    pub(super) fn named_catalog(&mut self, id: &CatalogId, at: &Pointer) -> Option<&'a dyn Catalog> {
        if id.as_str().is_empty() {
            let finding = Finding::error("missing-catalog", at.clone(), "the id of the catalog is empty");
            self.report(finding.hint("name a catalog, or leave it out"));
            return None;
        }
        let catalog = self.known.find(id);
        check_catalog_version(catalog, id, self.version(), at, self.found);
        catalog
    }
}

/// A catalog goes with messages of its own version.
pub(super) fn check_catalog_version(
    catalog: Option<&dyn Catalog>,
    id: &CatalogId,
    version: Version,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    let Some(catalog) = catalog.filter(|catalog| !catalog.is_compatible_with(version)) else {
        return rules::basic_catalog_at(id, version, at, found);
    };
    let own = catalog.version();
    let message = format_args!("`{id}` is a catalog of {own}, the message is one of {version}").to_string();
    let finding = Finding::error("catalog-version", at.clone(), message);
    found.push(finding.hint(
        "name a catalog of that version; a catalog file states it as `protocolVersion`, and one without is of 0.9",
    ));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::basic;

    const BASIC: &str = "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json";

    /// What is wrong with components of A2UI 1.0 in which `BASIC` stands for the basic catalog.
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
        let catalogs = Catalogs::new(Version::V1_0, Notation::At).with(&basic).on_surface(surface);
        let found = catalogs.check_message(&Message::read(&text).unwrap());
        let below = |finding: Finding| {
            let pointer = finding.pointer.as_str().replace("/updateComponents/components", "");
            (finding.rule, pointer)
        };
        found.into_iter().map(below).collect()
    }

    #[test]
    fn components_and_calls_are_of_the_catalog_that_they_name_or_of_that_of_their_surface() {
        let text = r#"{"id":"a","component":"Text","text":7}"#;
        let own = r#"{"id":"a","component":"Text","@catalogId":"BASIC","text":7}"#;
        let other = r#"{"id":"a","component":"Text","@catalogId":"mine","text":7}"#;
        let empty = r#"{"id":"a","component":"Text","@catalogId":"","text":7}"#;
        let older = r#"{"id":"a","component":"Gauge","catalogId":"mine","value":7}"#;
        let of_0_9 = r#"{"id":"a","component":"Text","@catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json","text":"x"}"#;
        let call =
            r#"{"id":"a","component":"Text","@catalogId":"BASIC","text":{"@call":"formatString","args":{}}}"#;
        let named = r#"{"id":"a","component":"Text","@catalogId":"BASIC","text":{"@call":"formatString","catalogId":"BASIC","args":{}}}"#;
        let nobody =
            r#"{"id":"a","component":"Text","@catalogId":"BASIC","text":{"@call":"f","catalogId":""}}"#;
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
            ("BASIC", nobody, &[("missing-catalog", "/0/text/catalogId")]),
            ("BASIC", inside, &[("missing-member", "/0/text/args/n/0/k/args/value")]),
            ("mine", inside, &[]),
            ("BASIC", in_other, &[("missing-member", "/0/n/args/value"), ("wrong-type", "/0/m/@call")]),
            ("-", index, &[]),
        ] {
            let expected: Vec<_> = expected.iter().map(|(rule, at)| (*rule, (*at).to_owned())).collect();
            assert_eq!(findings_of(surface, component), expected, "{surface} {component}");
        }
    }

    #[test]
    fn what_is_not_judged_is_told_with_its_catalog() {
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
            (SurfaceCatalog::Named("theirs".into()), vec![(0, "theirs"), (1, "mine")]),
        ] {
            let expected: Vec<_> = expected.into_iter().map(|(at, id)| (at, CatalogId::from(id))).collect();
            assert_eq!(catalogs.clone().on_surface(surface).unchecked_components(&message), expected);
        }
    }
}
