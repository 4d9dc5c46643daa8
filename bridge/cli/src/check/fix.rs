//! The command `agent-ui check --fix`: applies every safe repair and every unambiguous suggestion.
//!
//! A text is changed in rounds, because repaired text may show further problems. Everything that needs no change stays
//! the same, byte for byte.

use crate::{
    args::Check,
    exit::Exit,
    input::{self, Inputs},
    report::{CollectedFinding, Report},
};
use agent_ui_text::fix::{Draft, FixOptions, FixRound, ROUNDS, ReportedChange};

/// The hint of a repair that cannot be applied to the text.
const BY_HAND: &str =
    "correct it by hand: --fix does not change messages that are inside strings or other containers";

/// A function that validates inputs and reports the findings.
type ValidateInputs<'j> = &'j mut dyn FnMut(Inputs, &mut Report) -> Result<(), Exit>;

pub(super) fn run(arguments: &Check, validate: ValidateInputs<'_>, report: &mut Report) -> Result<(), Exit> {
    let texts = input::read_whole(&arguments.source, report)?;
    let mut drafts: Vec<Draft> = texts.into_iter().map(|(path, text)| Draft::new(path, &text)).collect();
    let mut found = Vec::new();
    let options = FixOptions {
        protocol: arguments.protocol(),
        is_typed: arguments.type_name.is_some(),
        is_one_session: arguments.session,
    };
    for _ in 0..ROUNDS {
        let mut round = FixRound::of(options, &drafts);
        let is_validated = round.is_empty();
        if is_validated {
            found = validate_drafts(&drafts, validate, report)?;
            found.iter().for_each(|collected| round.suggest(&collected.place, &collected.finding));
        }
        if round.is_empty() {
            break;
        }
        for ReportedChange { place, rule, pointer, message } in round.apply(&mut drafts) {
            report.fixed(&place, rule, &pointer, &message)?;
        }
        if is_validated {
            found.clear();
        }
    }
    if found.is_empty() {
        found = validate_drafts(&drafts, validate, report)?;
    }
    let mut is_output_taken = arguments.diff;
    for draft in &drafts {
        match &draft.path {
            _ if arguments.diff => {
                if draft.is_changed() {
                    report.text(draft.diff().trim_end_matches('\n'))?;
                }
            }
            None => {
                is_output_taken = true;
                report.bytes(&draft.text())?;
            }
            Some(path) if draft.is_changed() => std::fs::write(path, draft.text())
                .map_err(|error| Exit::Usage(format!("{}: {error}", path.display())))?,
            Some(_) => {}
        }
    }
    if !is_output_taken {
        report.report_on_output();
    }
    let mut shown: Option<&Draft> = None;
    found.into_iter().try_for_each(|mut collected| {
        // Places refer to the corrected texts.
        if shown.is_none_or(|shown| !shown.has_place(&collected.place)) {
            shown = drafts.iter().find(|draft| draft.has_place(&collected.place));
            if let Some(shown) = shown {
                report.set_source(collected.place.file.as_ref(), &shown.text());
            }
        }
        let finding = &mut collected.finding;
        if finding.rule.starts_with("repair/") && !finding.hint.is_empty() {
            finding.hint = BY_HAND.to_owned();
        }
        report.replay(collected, is_output_taken)
    })
}

/// Validates the current texts and returns the findings.
fn validate_drafts(
    drafts: &[Draft],
    validate: ValidateInputs<'_>,
    report: &mut Report,
) -> Result<Vec<CollectedFinding>, Exit> {
    report.collect();
    let texts = drafts.iter().map(|draft| (draft.path.clone(), draft.text())).collect();
    validate(Inputs::of_texts(texts), report)?;
    Ok(report.take_collected())
}
