//! The command `agent-ui convert`: translates messages from one protocol to another.

use crate::{
    args::Convert,
    context,
    conversion::{Conversion, check, create_translator_in},
    exit::{EndWith, Exit},
    input::Inputs,
    report::Report,
    threads,
};
use bridge::Protocol;

pub(crate) fn run(arguments: &Convert, report: &mut Report) -> Result<(), Exit> {
    let Convert {
        translation,
        source,
        threads,
        session,
        ..
    } = arguments;
    check(translation)?;
    if translation.verbatim {
        report.verbatim();
    }
    if translation.quiet {
        report.quiet();
    }
    let cx = context::read(&translation.context, report)?;
    let mut translator = create_translator_in(translation, cx)?;
    let mut inputs = Inputs::of(source)?.in_sessions(*session);
    // A line of `--envelope` is one document, whose message is not in a text or a carrier.
    inputs = match translation.carry.envelope {
        true => inputs.of_protocol(translation.from),
        false => inputs.find_messages(translation.from),
    };
    // An A2UI message without a version is read like the messages before it, unless the command line names a version.
    let is_read_alone = translation.from.protocol() != Protocol::A2ui || translation.from.exact;
    if *threads > 1 && translator.is_stateless() && is_read_alone && threads::are_worth_it(source) {
        return threads::run(arguments, translator.context(), inputs, report);
    }
    let mut conversion = Conversion::new(translation);
    inputs = inputs.quick();
    let read = conversion.translate_all(&mut translator, &mut inputs, report);
    read.end_with(|| {
        conversion
            .output
            .totals
            .report(translation, translator.context(), report)
    })
}
