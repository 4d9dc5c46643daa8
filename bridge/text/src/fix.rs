//! Corrections of texts: every safe repair and every unambiguous suggestion.
//!
//! A text is changed in rounds, because repaired text may show further problems. Everything that needs no change stays
//! the same, byte for byte. The result is read again, and a correction that makes the text worse is left out.

mod correction;
mod document;
mod draft;
mod obstacles;
mod patch;
mod proposal;
mod round;
#[cfg(test)]
mod tests;

use crate::{
    check::{self, CheckOptions},
    diagnostic::Diagnostic,
    inference::protocol_of,
};
use bridge::DialectOrProtocol;
pub use correction::{Corrections, LeftOutChange, ValidateDrafts, Validation, correct};
pub use draft::{Draft, Edit};
pub(crate) use obstacles::Obstacles;
pub use proposal::proposals;
pub use round::{FixChange, ReportedChange};
use wire::Finding;

/// A corrected text.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct RepairedText {
    /// The corrected text. Parts without a correction are unchanged, byte for byte.
    pub text: String,
    /// The corrections in the order in which they were made. Each place refers to the text before that correction.
    pub changes: Vec<Diagnostic>,
    /// The corrections that were left out because they make the text worse, and the remaining problems. Places refer to
    /// the corrected text.
    pub findings: Vec<Diagnostic>,
}

/// Applies every safe repair and every unambiguous suggestion to a text, as `agent-ui check --fix` does. If `protocol`
/// is `None`, it is inferred from the text.
///
/// # Errors
/// Returns an error if the protocol cannot be inferred.
///
/// ```
/// let repaired = agent_ui_text::repair(r#"{"version":"v0.9","deleteSurface":{"surfaceID":"s"},}"#, None)?;
/// assert_eq!(repaired.text, r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#);
/// assert_eq!(repaired.changes.len(), 2);
/// # Ok::<(), Box<agent_ui_text::Diagnostic>>(())
/// ```
pub fn repair(
    text: &str,
    protocol: Option<DialectOrProtocol>,
) -> Result<RepairedText, Box<Diagnostic>> {
    let protocol = protocol_of(text, protocol)?;
    let options = FixOptions {
        protocol,
        is_typed: false,
        is_one_session: true,
    };
    let mut drafts = vec![Draft::new(None, text.as_bytes())];
    let mut found = Vec::new();
    let corrections = correct(options, &mut drafts, &mut |drafts| {
        found = check::findings(&text_of(drafts), protocol, &CheckOptions::default())?;
        let found = found.iter().map(|(place, finding)| (place, finding));
        Ok::<_, Box<Diagnostic>>(Validation::of(found))
    });
    let Corrections { changes, left_out } = corrections?;
    let left_out = left_out.iter().map(LeftOutChange::placed_finding);
    let findings = left_out
        .chain(found)
        .map(|(place, finding)| Diagnostic::of_finding(&place, &finding));
    Ok(RepairedText {
        text: text_of(&drafts),
        changes: changes.into_iter().map(diagnostic_of_change).collect(),
        findings: findings.collect(),
    })
}

/// Returns the current text of all drafts.
fn text_of(drafts: &[Draft]) -> String {
    let mut all = String::new();
    for draft in drafts {
        all += &String::from_utf8_lossy(&draft.text());
    }
    all
}

fn diagnostic_of_change(change: ReportedChange) -> Diagnostic {
    let finding = Finding::info(change.rule, change.pointer, change.message);
    Diagnostic::of_finding(&change.place, &finding)
}

/// The settings of a correction.
#[derive(Clone, Copy, Debug)]
pub struct FixOptions {
    /// The protocol of the messages.
    pub protocol: DialectOrProtocol,
    /// `true` if the caller names the type of the documents. Repairs do not apply then.
    pub is_typed: bool,
    /// `true` if all texts form one session.
    pub is_one_session: bool,
}
