//! The fidelity matrix: the outcome for every field in every mapping, found by experiment.
//!
//! The rows are generated from the tables of the wire types, so a new field gets a row automatically. The verdicts are
//! measured: a message is translated, one field of it is varied, and it is translated again. The changes in the target
//! and in the carry show the targets of the field. The backward translations show which values survive: from the target
//! alone, with the carry in the message, and with the carry next to the message. The experiments use the same functions
//! as the program.
//!
//! A name that several messages of a session share (a surface id, a channel, the id of a call) is varied in all of
//! them. A value is *copied* if the target has it under the same name, and *renamed* under another name. It is
//! *encoded* if the target has another value from which the backward translation restores it. A note that contradicts
//! the observation is reported with the case ([`Case::dishonest`]).
//!
//! The module [`conformance`] contains the same experiments as data for other implementations.
//!
//! ```no_run
//! // Thousands of experiments, which take seconds.
//! let matrix = agent_ui_fidelity::measure()?;
//! let mapping = matrix.mappings.iter().find(|m| m.from == "a2ui@0.9" && m.to == "aap@1.0").unwrap();
//! assert_eq!(mapping.kept.carried, mapping.kept.accepted, "with the carry everything comes back");
//! # Ok::<(), agent_ui_fidelity::bridge::Refusal>(())
//! ```
//!
//! # Features
//!
//! By default the crate measures all mappings.
//!
//! | feature | adds |
//! |---|---|
//! | `jsonschema` | the check of event payloads and manifests of actions.json against the JSON Schemas in them; on by default |
//! | `schemars` | an implementation of `schemars::JsonSchema` for every wire type |
//! | `proptest` | a generator (`generate`) for every wire type |

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod conformance;
mod experiment;
mod field;
pub mod inventory;
mod linked;
mod markdown;
mod matrix;
mod page;
mod run;
mod subject;
mod variant;
mod verdict;

pub use bridge;
pub use wire;

pub use matrix::{Case, Mapping, Matrix, MeasuredField, Outcome, SurvivalCounts};
pub use variant::Variant;

use bridge::Refusal;
use experiment::{Base, Experiment};
use subject::{Sample, Subject};
use wire::{EncodeError, Field, Payload, Pointer};

/// Runs all experiments.
///
/// # Errors
/// Returns an error if a sample is not valid JSON.
pub fn measure() -> Result<Matrix, Refusal> {
    Ok(Matrix::new(
        subject::all()?
            .iter()
            .map(measure_mapping)
            .collect::<Vec<_>>(),
    ))
}

impl Matrix {
    /// Formats the matrix as a Markdown document.
    pub fn to_markdown(&self) -> String {
        markdown::write(self)
    }

    /// Formats the matrix as JSON Lines, with one mapping on each line.
    ///
    /// # Errors
    /// Returns an error if a mapping cannot be written.
    pub fn to_json_lines(&self) -> Result<String, EncodeError> {
        let lines = self
            .mappings
            .iter()
            .map(|mapping| Ok(wire::encode_line(mapping)? + "\n"));
        lines.collect()
    }

    /// Formats the matrix as a self-contained HTML page with a search, which needs no network.
    ///
    /// # Errors
    /// Returns an error if the matrix cannot be written.
    pub fn to_html(&self) -> Result<String, EncodeError> {
        page::write(self)
    }
}

fn measure_mapping(subject: &Subject) -> Mapping {
    let fields = experiments(subject)
        .into_iter()
        .map(|(mut field, experiments)| {
            field.cases = experiments
                .into_iter()
                .map(|experiment| experiment.case)
                .collect();
            field
        });
    let fields: Vec<MeasuredField> = fields.collect();
    let kept = count_survivals(&fields);
    Mapping::new(
        subject.from.as_str(),
        subject.to.as_str(),
        subject.message,
        kept,
        fields,
    )
}

/// Returns the experiments with every field, each on the first sample that has the field.
fn experiments(subject: &Subject) -> Vec<(MeasuredField, Vec<Experiment>)> {
    let mut fields: Vec<(MeasuredField, Vec<Experiment>)> = Vec::new();
    for sample in &subject.samples {
        let Some(message) = sample.messages.get(sample.varied) else {
            continue;
        };
        let base = Base::of(subject, sample);
        for field in subject.schema.fields(message) {
            let mut known = fields.iter();
            let index = match known.position(|(known, _)| known.field == field.path) {
                Some(index) => index,
                None => {
                    fields.push((measured_field(&field), Vec::new()));
                    fields.len() - 1
                }
            };
            let (Some((_, experiments)), Some(place)) = (fields.get_mut(index), &field.place)
            else {
                continue;
            };
            if experiments.is_empty() {
                *experiments = vary(&base, sample, message, &field, place);
            }
        }
    }
    fields
}

/// Returns the row of a field, without experiments.
fn measured_field(field: &field::Field) -> MeasuredField {
    MeasuredField::new(&*field.path, &*field.doc, field.is_required, Vec::new())
}

/// Returns the experiments with one field.
fn vary(
    base: &Result<Base<'_>, Refusal>,
    sample: &Sample,
    message: &Payload,
    field: &field::Field,
    at: &Pointer,
) -> Vec<Experiment> {
    let Some(value) = message.get(at) else {
        return Vec::new();
    };
    let base = match base {
        Ok(base) => base,
        Err(refusal) => return vec![Experiment::of_refused(sample, at, value, refusal)],
    };
    let mut experiments = Vec::new();
    if !field.has_members {
        experiments.extend(base.vary_value(at, &variant::others(&value, &field.words)));
    }
    for word in Variant::WORDS {
        let Some(variant) = Variant::from_word(word) else {
            continue;
        };
        let applies = match variant {
            Variant::UnknownMember => field.has_members,
            _ => !at.is_root(),
        };
        if applies {
            experiments.extend(base.apply_variant(variant, at, &value));
        }
    }
    experiments
}

fn count_survivals(fields: &[MeasuredField]) -> SurvivalCounts {
    let mut counts = SurvivalCounts::new(0_u64, 0_u64, 0_u64, 0_u64);
    let (mut embedded, mut has_slot) = (0, false);
    for case in fields.iter().flat_map(|field| &field.cases) {
        let is_refused = case.outcome == Outcome::Refused;
        counts.accepted += u64::from(!is_refused);
        counts.refused += u64::from(is_refused);
        counts.alone += u64::from(case.alone.get() == Some(&true));
        counts.carried += u64::from(case.carried.get() == Some(&true));
        has_slot |= case.embedded.get().is_some();
        embedded += u64::from(case.embedded.get() == Some(&true));
    }
    // Without a slot in any message, no value can come back this way, so a zero would be misleading.
    if has_slot {
        counts.embedded = Field::Value(embedded);
    } else {
        counts.embedded = Field::Null;
    }
    counts
}

#[cfg(test)]
mod tests;

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
