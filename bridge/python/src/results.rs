//! Conversion of results into the texts and tuples that Python receives.

use agent_ui_text::{
    Diagnostic, Translation, for_model, notes_json,
    option_names::{camel_case, rename_options},
    place::Place,
};
use wire::EncodeError;

/// The text, the carry and the notes of each message; the other notes; the findings; the refusals.
pub(crate) type TranslationParts = (Vec<(String, String, String)>, String, String, String);

/// Writes a diagnostic as JSON, with the arguments of Python in its hint. The parts of a diagnostic are strings and
/// numbers, so this succeeds.
pub(crate) fn json(diagnostic: &Diagnostic) -> String {
    let mut named = diagnostic.clone();
    named.hint = python_names(&diagnostic.hint);
    named.json().unwrap_or_default()
}

/// Replaces the options in a hint by the arguments of Python.
fn python_names(hint: &str) -> String {
    let named = rename_options(hint, |name| match name.strip_prefix("context.") {
        Some(member) => format!("context[\"{}\"]", camel_case(member)),
        None if name == "type_name" => "type".to_owned(),
        None => name.to_owned(),
    });
    // `from` is a keyword of Python, and the text of `save` is an argument.
    named
        .replace("set `from` to", "set `from_` to")
        .replace("that `save` returned", "that `save` returned as `saved`")
}

/// Writes diagnostics as a JSON list.
pub(crate) fn list(diagnostics: &[Diagnostic]) -> String {
    join_json(diagnostics.iter().map(json))
}

/// The findings, and the same as lines for a model.
pub(crate) type FindingParts = (String, String);

/// Writes the findings of a check.
pub(crate) fn finding_parts(found: &[Diagnostic]) -> FindingParts {
    (list(found), for_model(found))
}

/// Splits a translation into its parts.
///
/// # Errors
/// Returns an error if a value nests too deep to be written.
pub(crate) fn parts(translation: Translation) -> Result<TranslationParts, Box<Diagnostic>> {
    let unwritable =
        |error: EncodeError| Box::new(Diagnostic::of_refusal(&Place::START, &error.into()));
    let mut messages = Vec::with_capacity(translation.messages.len());
    // Each list of notes is freed when it is written: a text of many messages has hundreds of megabytes of notes.
    for message in translation.messages {
        let notes = notes_json(&message.notes).map_err(unwritable)?;
        let carry = message.carry_text().map_err(unwritable)?;
        messages.push((message.text, carry, notes));
    }
    let other_notes = notes_json(&translation.other_notes).map_err(unwritable)?;
    let (findings, refusals) = (list(&translation.findings), list(&translation.refusals));
    Ok((messages, other_notes, findings, refusals))
}

/// Joins JSON texts into a JSON array.
fn join_json(texts: impl Iterator<Item = String>) -> String {
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
