//! The command `agent-ui explain`: shows the origin of every member of a translation.

use crate::{
    args::{Explain, ScoreFormat},
    conversion::{Conversion, Layout, check, create_translator},
    exit::{EndWith, Exit},
    explanation::ExplainForm,
    input::Inputs,
    report::Report,
};

pub(crate) fn run(arguments: &Explain, report: &mut Report) -> Result<(), Exit> {
    let Explain {
        translation,
        format,
        session,
        source,
        ..
    } = arguments;
    check(translation)?;
    if translation.quiet {
        report.quiet();
    }
    let mut translation = translation.clone();
    // Only the message is explained; its notes explain the rest of the envelope.
    translation.carry.envelope = true;
    let mut translator = create_translator(&translation, report)?;
    translation.carry = arguments.translation.carry;
    let mut conversion = Conversion::new(&translation);
    let is_json = *format == ScoreFormat::Json;
    let has_diagnostics = !is_json && report.has_shared_terminal();
    if has_diagnostics {
        report.omit_summary();
    }
    let form = ExplainForm {
        is_json,
        terminal: report.table_layout(),
        has_diagnostics,
        has_only_losses: translation.notes.lost,
        carry_is_kept: translation.carry.keeps_carry(),
    };
    conversion.output.layout = Layout::Explained(form);
    let mut inputs = Inputs::of(source)?.in_sessions(*session);
    inputs = match translation.carry.envelope {
        true => inputs.of_protocol(translation.from),
        false => inputs.find_messages(translation.from),
    };
    let read = conversion.translate_all(&mut translator, &mut inputs, report);
    read.end_with(|| {
        if !translation.quiet && !conversion.output.verdicts.is_empty() {
            report.text(&conversion.output.verdicts.text(form))?;
        }
        conversion
            .output
            .totals
            .report(&translation, translator.context(), report)
    })
}
