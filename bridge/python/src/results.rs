//! Results as the texts and tuples that Python receives.

use agent_ui_text::{Diagnostic, Translation, place::Place};
use wire::EncodeError;

/// The messages, the carry, the notes, the findings and the refusals.
pub(crate) type TranslationParts = (Vec<String>, String, String, String, String);

/// Writes a diagnostic as JSON. The parts of a diagnostic are strings and numbers, so this succeeds.
pub(crate) fn json(diagnostic: &Diagnostic) -> String {
    diagnostic.json().unwrap_or_default()
}

/// Writes diagnostics as a JSON list.
pub(crate) fn list(diagnostics: &[Diagnostic]) -> String {
    joined(diagnostics.iter().map(json))
}

/// Takes a translation apart.
///
/// # Errors
/// Returns an error if a value nests too deep to be written.
pub(crate) fn parts(translation: Translation) -> Result<TranslationParts, Box<Diagnostic>> {
    let unwritable = |error: EncodeError| Box::new(Diagnostic::of_refusal(&Place::START, &error.into()));
    let carry = translation.carry().map_err(unwritable)?;
    let notes: Result<Vec<String>, EncodeError> = translation.notes.iter().map(|note| note.json()).collect();
    let notes = joined(notes.map_err(unwritable)?.into_iter());
    let (findings, refusals) = (list(&translation.findings), list(&translation.refusals));
    Ok((translation.messages, carry, notes, findings, refusals))
}

/// Joins JSON texts to a list.
fn joined(texts: impl Iterator<Item = String>) -> String {
    let mut list = String::from("[");
    for text in texts {
        if list.len() > 1 {
            list.push(',');
        }
        list.push_str(&text);
    }
    list.push(']');
    list
}
