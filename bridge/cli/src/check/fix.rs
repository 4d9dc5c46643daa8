//! The command `agent-ui check --fix`: applies every safe repair and every unambiguous suggestion.
//!
//! A text is changed in rounds, because a repair may reveal further problems. Text that needs no change stays the same,
//! byte for byte.

use crate::{
    args::Check,
    exit::Exit,
    input::{self, Inputs},
    output_file::with_path,
    replacement,
    report::{CollectedFinding, Report},
    terminal_text::is_interpreted,
};
use agent_ui_text::fix::{Corrections, Draft, FixOptions, ReportedChange, Validation, correct};
use std::{borrow::Cow, io, path::Path};

/// A function that validates inputs and reports the findings.
type ValidateInputs<'j> = &'j mut dyn FnMut(Inputs, &mut Report) -> Result<(), Exit>;

pub(super) fn run(
    arguments: &Check,
    validate: ValidateInputs<'_>,
    report: &mut Report,
) -> Result<(), Exit> {
    let texts = input::read_whole(&arguments.source, report)?;
    let mut drafts: Vec<Draft> = texts
        .into_iter()
        .map(|(path, text)| Draft::new(path, &text))
        .collect();
    let mut found = Vec::new();
    let options = FixOptions {
        protocol: arguments.protocol(),
        is_typed: arguments.type_name.is_some(),
        is_one_session: arguments.session,
    };
    let Corrections { changes, left_out } = correct(options, &mut drafts, &mut |drafts| {
        found = validate_drafts(drafts, validate, report)?;
        let placed = found
            .iter()
            .map(|collected| (&collected.place, &collected.finding));
        Ok::<_, Exit>(Validation::of(placed))
    })?;
    // The differences and the corrected standard input take the place of findings on standard output.
    let is_output_taken = arguments.diff || drafts.iter().any(|draft| draft.path.is_none());
    write_corrections(arguments, &drafts, report)?;
    for ReportedChange {
        place,
        rule,
        pointer,
        message,
    } in changes
    {
        report.fixed(&place, rule, &pointer, &message)?;
    }
    if !is_output_taken {
        report.report_on_output();
    }
    let left_out = left_out
        .iter()
        .map(|left_out| CollectedFinding::of_check(left_out.placed_finding()));
    let mut shown: Option<&Draft> = None;
    for collected in left_out.chain(found) {
        // Places refer to the corrected texts.
        let is_shown = shown.is_some_and(|shown| shown.has_place(&collected.place));
        if !is_shown {
            shown = drafts
                .iter()
                .find(|draft| draft.has_place(&collected.place));
            if let Some(shown) = shown {
                report.set_source(collected.place.file.as_ref(), &shown.text());
            }
        }
        report.replay(collected, is_output_taken)?;
    }
    Ok(())
}

/// Writes the corrected texts, or their differences. Corrections are reported only after they are written.
fn write_corrections(arguments: &Check, drafts: &[Draft], report: &mut Report) -> Result<(), Exit> {
    if arguments.diff {
        return write_differences(drafts, report);
    }
    // If one file cannot be written, no file is.
    for draft in drafts {
        if let Some(path) = &draft.path {
            if draft.is_changed() {
                replacement::ensure_replaceable(path).map_err(|error| write_error(path, &error))?;
            }
        }
    }
    for draft in drafts {
        match &draft.path {
            None => report.bytes(&draft.text())?,
            Some(path) if draft.is_changed() => {
                replacement::replace(path, &draft.text())
                    .map_err(|error| write_error(path, &error))?;
            }
            Some(_) => {}
        }
    }
    report.flush()
}

/// Writes the differences between the texts before and after the corrections.
fn write_differences(drafts: &[Draft], report: &mut Report) -> Result<(), Exit> {
    for draft in drafts {
        if draft.is_changed() {
            let name = match &draft.path {
                Some(path) => path.to_string_lossy(),
                None => "-".into(),
            };
            let diff = draft.diff(&quote_for_diff(&name));
            report.text(diff.trim_end_matches('\n'))?;
        }
    }
    report.flush()
}

fn write_error(path: &Path, error: &io::Error) -> Exit {
    Exit::Output(with_path(path, error))
}

/// Returns the name of a file for the header of a diff. A name with control characters is quoted as `git` does, with
/// their bytes as octal escapes.
fn quote_for_diff(name: &str) -> Cow<'_, str> {
    if !name.contains(is_interpreted) {
        return Cow::Borrowed(name);
    }
    let mut quoted = "\"".to_owned();
    for character in name.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            _ if is_interpreted(character) => {
                let mut buffer = [0; 4];
                let bytes = character.encode_utf8(&mut buffer).bytes();
                quoted.extend(bytes.map(|byte| format!("\\{byte:03o}")));
            }
            _ => quoted.push(character),
        }
    }
    Cow::Owned(quoted + "\"")
}

/// Validates the current texts and returns the findings.
fn validate_drafts(
    drafts: &[Draft],
    validate: ValidateInputs<'_>,
    report: &mut Report,
) -> Result<Vec<CollectedFinding>, Exit> {
    report.collect();
    let texts = drafts
        .iter()
        .map(|draft| (draft.path.clone(), draft.text()))
        .collect();
    validate(Inputs::of_texts(texts), report)?;
    Ok(report.take_collected())
}
