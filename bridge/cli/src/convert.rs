//! `agent-ui convert`: messages from one protocol to another.

use crate::{
    args::Convert,
    conversion::{Conversion, check, translator},
    input::Inputs,
    report::{Exit, Report},
};

pub(crate) fn run(arguments: &Convert, report: &mut Report) -> Result<(), Exit> {
    let Convert { translation, source } = arguments;
    check(translation)?;
    if translation.verbatim {
        report.verbatim();
    }
    let mut translator = translator(translation, report)?;
    let mut conversion = Conversion::new(translation);
    let mut inputs = Inputs::of(source)?.quick();
    if !translation.envelope {
        inputs = inputs.finding(translation.from);
    }
    while inputs.next(report)? {
        let unreadable = conversion.take(&mut translator, &inputs.last(), report)?;
        if let Some(error) = unreadable {
            if !inputs.again() {
                report.unreadable(&inputs.last(), error)?;
            }
        }
    }
    conversion.finish(&mut translator, report)
}
