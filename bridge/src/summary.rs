//! The summary of a record follows from its other fields, unless somebody wrote another.

use crate::{Ledger, Refusal, Rule, Verdict, carry::Hop, ids, restored};
use aap::{Interaction, SummaryStyle};
use wire::Payload;

/// The summary that a provider computes.
fn derived(record: &Interaction) -> String {
    let element = record.element.get().map(|element| element.as_str());
    aap::summary(
        SummaryStyle::Provider,
        record.action.as_str(),
        element,
        record.canvas_file.as_str(),
        record.data.as_ref(),
    )
}

/// Keeps the summary if the way back would compute another one, and with it what tells whether the record was edited since.
pub(crate) fn keep<L: Ledger>(
    record: &Interaction,
    computed: &str,
    hop: &mut Hop,
    rule: &'static Rule,
    ledger: &mut L,
) -> Result<(), Refusal> {
    if record.summary == computed {
        return ledger.note(Verdict::Derived, rule);
    }
    let image = Payload::string(&fingerprint(record));
    hop.keep_with_image("/summary", Some(Payload::string(&record.summary)), image);
    ledger.note(Verdict::Carried, rule)
}

/// Restores the summary, or computes it where there is none or the record was edited.
pub(crate) fn restore<L: Ledger>(
    record: &mut Interaction,
    kept: &Hop,
    rule: &'static Rule,
    ledger: &mut L,
) -> Result<(), Refusal> {
    let summary = kept.kept("/summary").flatten().and_then(Payload::as_str);
    let image = kept.image("/summary").and_then(Payload::as_str);
    match summary {
        Some(summary) if image.is_none_or(|image| image == fingerprint(record)) => {
            record.summary = summary.into_owned();
            ledger.remark(Verdict::Derived, rule, restored::REMARK)
        }
        _ => {
            record.summary = derived(record);
            ledger.remark(Verdict::Derived, rule, restored::edited(kept, "/summary"))
        }
    }
}

/// What changes when one of the fields changes from which a summary is made.
fn fingerprint(record: &Interaction) -> String {
    let element = record.element.get().map(|element| Payload::string(element.as_str()));
    let absent = Payload::empty_object();
    ids::fingerprint(&Payload::array([
        &Payload::string(record.action.as_str()),
        element.as_ref().unwrap_or(&Payload::null()),
        &Payload::string(record.canvas_file.as_str()),
        record.data.as_ref().unwrap_or(&absent),
    ]))
}
