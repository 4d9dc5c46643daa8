//! Validation against the rules of one revision.

use crate::revision::Revision;
use wire::{Finding, Pointer};

/// A type that can be validated against the rules of one revision.
///
/// [`wire::Validate`] reports only what breaks a rule of every revision.
///
/// ```
/// use agent_ui_elicitation::{Revision, UrlParams, ValidateIn, wire::Validate};
///
/// let params = UrlParams::new("Sign in", "https://example.com/in");
/// assert!(params.validate().is_empty());
/// assert!(params.validate_in(Revision::Mcp2026_07).is_empty());
/// assert_eq!(params.validate_in(Revision::Mcp2025_11)[0].pointer.as_str(), "/elicitationId");
/// ```
pub trait ValidateIn {
    /// Appends all findings to `found`. Without a revision, these are the rules of every revision. `at` is the place of
    /// the value in its message.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>);

    /// Returns all findings by the rules of a revision.
    fn validate_in(&self, revision: Revision) -> Vec<Finding> {
        let mut found = Vec::new();
        self.findings_in(Some(revision), &Pointer::root(), &mut found);
        found
    }
}

/// Implements [`wire::Validate`] by the rules of every revision. `validate!(FormSchema);` expands to:
///
/// ```text
/// impl Validate for FormSchema {
///     fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) { self.findings_in(None, at, found); }
/// }
/// ```
macro_rules! validate {
    ($($Type:ty),* $(,)?) => { $(
        impl wire::Validate for $Type {
            /// Reports what breaks a rule of every revision.
            fn findings(&self, at: &wire::Pointer, found: &mut Vec<wire::Finding>) {
                $crate::check::by_revision::ValidateIn::findings_in(self, None, at, found);
            }
        }
    )* };
}
pub(super) use validate;

/// Reports a member that a revision does not define. Clients ignore or remove it.
pub(super) fn report_unknown_member(
    is_present: bool,
    name: &str,
    revision: Revision,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    if !is_present {
        return;
    }
    let message = format!(
        "{} does not define `{name}`, so clients ignore it",
        revision.title()
    );
    let finding = Finding::warning("elicit-revision", at.member(name), message);
    found.push(finding.hint(format_args!(
        "remove `{name}`, or use a revision that defines it"
    )));
}
