//! Corrections that a reader of the findings applies one by one, such as the quick fixes of an editor.

use super::{
    FixOptions,
    correction::{TextState, ValidateDrafts, Validation},
    draft::Draft,
    round::{FixChange, FixRound},
};
use std::slice;

/// Returns the corrections of a text that `is_wanted` selects. As in [`correct`](super::correct), a correction is left out
/// if it alone makes the text worse.
///
/// # Errors
/// Returns the error of `validate`.
pub fn proposals<E>(
    options: FixOptions,
    draft: &Draft,
    is_wanted: &dyn Fn(&FixChange) -> bool,
    validate: ValidateDrafts<'_, E>,
) -> Result<Vec<FixChange>, E> {
    let drafts = slice::from_ref(draft);
    let mut round = FixRound::of(options, drafts);
    let Validation {
        errors,
        suggestions,
    } = validate(drafts)?;
    let original = TextState {
        readings: round.readings().to_vec(),
        errors,
    };
    for (place, finding) in &suggestions {
        round.suggest(place, finding);
    }
    let mut harmless: Vec<FixChange> = Vec::new();
    for id in round.ids() {
        let Some(proposal) = round.change(id) else {
            continue;
        };
        // A repair and a finding can suggest one and the same edit.
        let is_known = harmless.iter().any(|known| known.edit == proposal.edit);
        if is_known || !is_wanted(proposal) {
            continue;
        }
        let changed = round.apply(drafts, &[id]);
        let state = TextState {
            readings: FixRound::of(options, &changed).readings().to_vec(),
            errors: validate(&changed)?.errors,
        };
        if state.objections(&original).is_empty() {
            harmless.push(proposal.clone());
        }
    }
    Ok(harmless)
}
