//! Validation of messages, and of the surfaces that they build.

pub mod a2ui;
mod documents;
#[cfg(feature = "all-protocols")]
mod manifests;
#[cfg(not(feature = "all-protocols"))]
#[path = "check/no_manifests.rs"]
mod manifests;
mod session;

use crate::{
    diagnostic::Diagnostic,
    finding_limit::{LimitedFindings, PlacedFinding},
    inference::protocol_of,
    mistake_hints::{HintContext, OPEN_ENVELOPE},
};
use bridge::DialectOrProtocol;
pub use documents::{CheckSink, CheckedMessage, DocumentCheck};
pub use manifests::ManifestRules;
pub(crate) use session::{CheckSession, catalogs, sorted};

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
    let mut session = CheckSession::new(protocol, options)?;
    let found = findings_of(&mut session, text);
    Ok(session.diagnostics(&found))
}

/// Validates the messages of a text of a known protocol. The findings are in the order of their places.
pub(crate) fn findings(
    text: &str,
    protocol: DialectOrProtocol,
    options: &CheckOptions,
) -> Result<Vec<PlacedFinding>, Box<Diagnostic>> {
    Ok(findings_of(
        &mut CheckSession::new(protocol, options)?,
        text,
    ))
}

/// Validates a text that is a whole session.
fn findings_of(session: &mut CheckSession, text: &str) -> Vec<PlacedFinding> {
    let mut found = LimitedFindings::default();
    session.validate(text, &mut found);
    session.finish(&mut found);
    sorted(found)
}

/// Returns the hint context of a validation.
pub fn hint_context(protocol: DialectOrProtocol) -> HintContext {
    HintContext {
        from: protocol,
        by: "use `check()` with the protocol `",
        opens: OPEN_ENVELOPE,
    }
}
