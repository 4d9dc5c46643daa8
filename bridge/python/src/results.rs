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
    let (findings, refusals) = (list(&translation.findings), list(&translation.refusals));
    drop(translation.carries);
    let mut notes = String::from("[");
    // Each note is freed when it is written: a text of many messages has hundreds of megabytes of notes.
    for note in translation.notes {
        append(&mut notes, &note.json().map_err(unwritable)?);
    }
    notes.push(']');
    Ok((translation.messages, carry, notes, findings, refusals))
}

/// Joins JSON texts to a list.
fn joined(texts: impl Iterator<Item = String>) -> String {
    let mut list = String::from("[");
    texts.for_each(|text| append(&mut list, &text));
    list.push(']');
    list
}

/// Appends an element to the text of a list.
fn append(list: &mut String, element: &str) {
    if list.len() > 1 {
        list.push(',');
    }
    list.push_str(element);
}
