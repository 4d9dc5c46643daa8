//! A client that accepts messages as they arrive, and the notation of the cases.

use a2ui::{
    Message, Notation, Version,
    catalog::{CatalogDefinition, Catalogs, SurfaceCatalog, basic},
    surface::{Strictness, SurfaceOptions, Surfaces},
};
use wire::{Payload, Pointer, Severity, Validate};

pub(crate) const BASIC: &str = "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json";
pub(crate) const BASIC_0_9: &str =
    "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json";

/// A catalog for 1.0, followed by a catalog for 0.9.
pub(crate) const MINE: &str = r##"{"catalogId":"mine","protocolVersion":"1.0",
    "components":{
        "Gauge":{"properties":{"component":{"const":"Gauge"},"label":{"$ref":"common_types.json#/$defs/DynamicString"}},"required":["component","label"]},
        "Marks":{"properties":{"component":{"const":"Marks"},"of":{"type":"array"}},"required":["component","of"]}},
    "functions":{
        "loud":{"returnType":"string","properties":{"@call":{"const":"loud"},"args":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false}}},
        "keep":{"returnType":"string","properties":{"@call":{"const":"keep"},"args":{"type":"object","properties":{"what":{}},"required":["what"],"additionalProperties":false}}}}}"##;
pub(crate) const OLD: &str = r##"{"catalogId":"old","protocolVersion":"0.9","components":{
    "Chart":{"properties":{"component":{"const":"Chart"},"title":{"type":"string"},"at":{"type":"number"},"child":{"$ref":"common_types.json#/$defs/ComponentId"}},"required":["title"]}}}"##;

pub(crate) fn payload(text: &str) -> Payload {
    Payload::parse(text).unwrap()
}

pub(crate) fn definition(text: &str) -> CatalogDefinition {
    CatalogDefinition::read(&payload(text)).unwrap().remove(0)
}

pub(crate) const FIRST: &str =
    r#"{"catalogId":"first","protocolVersion":"0.8","components":{"Text":{"properties":{}}}}"#;

/// Expands placeholders. `@9` and `@1` begin a message of a version, `BASIC` is the basic catalog of 1.0, and `@C9` and
/// `@C1` create a surface.
pub(crate) fn expand(text: &str) -> String {
    text.replace(
        "@C9",
        r#"@9"createSurface":{"surfaceId":"a","catalogId":"c"}}"#,
    )
    .replace(
        "@C1",
        r#"@1"createSurface":{"surfaceId":"a","catalogId":"BASIC"}}"#,
    )
    .replace(
        "@U9",
        r#"@9"updateComponents":{"surfaceId":"a","components":"#,
    )
    .replace(
        "@U1",
        r#"@1"updateComponents":{"surfaceId":"a","components":"#,
    )
    .replace("@9", r#"{"version":"v0.9","#)
    .replace("@1", r#"{"version":"1.0","#)
    .replace("BASIC", BASIC)
}

/// A client with its surfaces, and the catalogs that check their messages.
pub(crate) struct Client {
    pub(crate) surfaces: Surfaces,
    is_strict: bool,
}

impl Client {
    pub(crate) fn new(is_strict: bool) -> Self {
        let strictness = if is_strict {
            Strictness::Complete
        } else {
            Strictness::Incremental
        };
        Self {
            surfaces: Surfaces::with_options(SurfaceOptions::new().strictness(strictness)),
            is_strict,
        }
    }

    /// Accepts messages as they arrive, in a list or not. Each message is checked as in a strict client: alone, by the
    /// catalogs, and by its result. Returns the rule and the place of the first problem.
    pub(crate) fn take(&mut self, text: &str) -> Result<(), (String, String)> {
        let wrong = |rule: &str, at: &Pointer| (rule.to_owned(), at.as_str().to_owned());
        let elements =
            a2ui::read(text, None).map_err(|error| wrong(error.rule.as_str(), &error.pointer))?;
        for element in elements {
            let message = element
                .result
                .map_err(|error| wrong(error.rule.as_str(), &error.pointer))?;
            let mut found = message.validate();
            if self.is_strict {
                found.extend(self.findings(&message));
            }
            // The schema of 0.8 does not allow maps in maps, but 0.8 clients do.
            found.retain(|one| one.severity == Severity::Error && one.rule != "nested-value-map");
            if let Some(finding) = found.first() {
                return Err(wrong(finding.rule, &finding.pointer));
            }
            self.surfaces
                .apply(&message)
                .map_err(|error| wrong(error.rule, &error.pointer))?;
        }
        Ok(())
    }

    fn findings(&self, message: &Message) -> Vec<wire::Finding> {
        let notation = if message.version() == Version::V1_0 {
            Notation::At
        } else {
            Notation::Plain
        };
        let basic = basic(message.version(), notation);
        let (mine, old, first) = (definition(MINE), definition(OLD), definition(FIRST));
        let surface = message
            .surface_id()
            .and_then(|id| self.surfaces.get(id.as_str()));
        let surface = match surface.map(|surface| surface.catalog_id()) {
            None => SurfaceCatalog::Unknown,
            Some(None) => SurfaceCatalog::Unnamed,
            Some(Some(id)) => SurfaceCatalog::Named(id.clone()),
        };
        let catalogs = Catalogs::new(message.version(), notation)
            .with(&basic)
            .with(&mine)
            .with(&old)
            .with(&first);
        catalogs.on_surface(surface).check_message(message)
    }

    /// Returns the value at a pointer in the snapshot of a surface. Empty if the surface or the value does not exist.
    pub(crate) fn value_at(&self, surface: &str, pointer: &str) -> String {
        let found = self.surfaces.get(surface).and_then(|surface| {
            let snapshot = Payload::encode(&surface.snapshot()).unwrap();
            snapshot.get(&Pointer::parse(pointer).unwrap())
        });
        found.map_or_else(String::new, |payload| payload.text().to_owned())
    }
}
