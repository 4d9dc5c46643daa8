//! Validation of messages, and of the surfaces that they build.

pub mod a2ui;
mod documents;
#[cfg(feature = "all-protocols")]
mod manifests;
#[cfg(not(feature = "all-protocols"))]
#[path = "check/no_manifests.rs"]
mod manifests;

use crate::{
    diagnostic::{Diagnostic, about_call},
    documents::TextDocuments,
    finding_limit::{LimitedFindings, PlacedFinding},
    inference::protocol_of,
    mistake_hints::{HintContext, OPEN_ENVELOPE},
    protocol,
    wire_types::unknown_type,
};
use bridge::{DialectOrProtocol, Protocol, Refusal, a2ui::catalog::CatalogDefinition};
pub use documents::{CheckSink, CheckedMessage, DocumentCheck};
pub use manifests::ManifestRules;
use wire::Payload;

/// The settings of a validation.
///
/// ```
/// use agent_ui_text::{CheckOptions, check};
///
/// let options = CheckOptions::new().type_name("Interaction");
/// assert!(!check("{}", Some("aap".parse()?), &options)?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct CheckOptions {
    /// The wire type of each document; `None` for messages of the protocol.
    pub type_name: Option<String>,
    /// The profile for manifests of actions.json: `published` or `strict`; `None` for `published`.
    pub profile: Option<String>,
    /// Catalogs of components for messages of A2UI, each as JSON.
    pub catalogs: Vec<String>,
}

impl CheckOptions {
    /// Creates the usual settings, for the messages of the protocol.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the wire type of each document.
    #[must_use]
    pub fn type_name(self, name: impl Into<String>) -> Self {
        Self {
            type_name: Some(name.into()),
            ..self
        }
    }

    /// Sets the profile for manifests: `published` or `strict`.
    #[must_use]
    pub fn profile(self, profile: impl Into<String>) -> Self {
        Self {
            profile: Some(profile.into()),
            ..self
        }
    }

    /// Adds a catalog of components, as JSON.
    #[must_use]
    pub fn catalog(mut self, catalog: impl Into<String>) -> Self {
        self.catalogs.push(catalog.into());
        self
    }
}

/// Validates the messages of a text, and the surfaces that they build, and lists all problems in the order of their
/// places. If no protocol is
/// named, the text shows it.
///
/// # Errors
/// Returns an error if the protocol cannot be inferred, or an option is wrong.
///
/// ```
/// let record = r#"{"id":"a","timestamp":"2026-05-18T15:30:00Z","canvasFile":"p.html","action":"click","sum":"s"}"#;
/// let found = agent_ui_text::check(record, None, &Default::default())?;
/// assert_eq!((found[0].pointer.as_str(), found[0].place.column), ("/summary", 1));
/// # Ok::<(), Box<agent_ui_text::Diagnostic>>(())
/// ```
pub fn check(
    text: &str,
    protocol: Option<DialectOrProtocol>,
    options: &CheckOptions,
) -> Result<Vec<Diagnostic>, Box<Diagnostic>> {
    let protocol = protocol_of(text, protocol)?;
    let rules = ManifestRules::of(options.profile.as_deref())?;
    let found = findings(text, protocol, options, &rules)?;
    let mut diagnostics = Vec::with_capacity(found.len());
    for (place, finding) in found {
        let diagnostic = Diagnostic::of_finding(&place, &finding);
        diagnostics.push(match protocol.protocol() {
            Protocol::ActionsJson => diagnostic.with_profile(rules.profile_name()),
            _ => diagnostic,
        });
    }
    Ok(diagnostics)
}

/// Validates the messages of a text of a known protocol. The findings are in the order of their places.
pub(crate) fn findings(
    text: &str,
    protocol: DialectOrProtocol,
    options: &CheckOptions,
    rules: &ManifestRules,
) -> Result<Vec<PlacedFinding>, Box<Diagnostic>> {
    let type_name = options.type_name.as_deref();
    let TextDocuments { documents, notices } =
        TextDocuments::of(text, Some(protocol), type_name.is_none());
    let mut found = LimitedFindings::default();
    found.extend(notices);
    if protocol.protocol() == Protocol::A2ui && type_name.is_none() {
        let catalogs = catalogs(&options.catalogs)?;
        let surface_options = a2ui::surface_options(protocol, &catalogs);
        let mut stream = a2ui::Stream::new(protocol, &catalogs, surface_options, None);
        for document in &documents {
            found.extend(stream.validate(&document.input()));
        }
        found.extend(stream.finish());
    } else {
        let Some(mut check) = DocumentCheck::new(protocol, type_name, rules) else {
            return Err(unknown_type(
                protocol,
                type_name.unwrap_or_default(),
                "validated wire type",
                &protocol::validated_types(protocol),
            ));
        };
        for document in &documents {
            let Ok(()) = check.validate_document(&document.input(), &mut found);
        }
    }
    let mut found = found.finish();
    found.sort_by_key(|(place, _)| (place.line, place.column));
    Ok(found)
}

/// Reads catalogs of components.
fn catalogs(texts: &[String]) -> Result<Vec<CatalogDefinition>, Box<Diagnostic>> {
    let mut catalogs = Vec::new();
    for text in texts {
        let catalog =
            Payload::parse(text.as_str()).map_err(|error| about_call(&Refusal::from(error)))?;
        let read = CatalogDefinition::read(&catalog).map_err(|error| {
            let refusal = Refusal::rule_broken("catalog/unreadable", error.pointer, error.message);
            about_call(
                &refusal
                    .hint(r#"pass {"catalogId":"…","components":{}} or {"inlineCatalogs":[…]}"#),
            )
        });
        catalogs.extend(read?);
    }
    Ok(catalogs)
}

/// Returns the hint context of a validation.
pub fn hint_context(protocol: DialectOrProtocol) -> HintContext {
    HintContext {
        from: protocol,
        by: "use `check()` with the protocol `",
        opens: OPEN_ENVELOPE,
    }
}
