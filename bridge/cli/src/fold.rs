//! `agent-ui fold`: the surfaces that A2UI messages build.

use crate::{
    args::Fold,
    input,
    report::{Exit, Report},
};
use bridge::{Protocol, Refusal, a2ui};

pub(crate) fn run(arguments: &Fold, report: &mut Report) -> Result<(), Exit> {
    if arguments.protocol.protocol() != Protocol::A2ui {
        return Err(Exit::Usage(format!("{} has nothing to fold; a2ui has", arguments.protocol.dialect)));
    }
    let mut surfaces = a2ui::surface::Surfaces::new();
    for input in input::read(&arguments.source)? {
        let input = input?;
        let elements = input.text.and_then(|text| a2ui::read(&text, arguments.protocol.a2ui_version()));
        let elements = match elements {
            Ok(elements) => elements,
            Err(error) => {
                report.unreadable(input.line, error)?;
                continue;
            }
        };
        for element in elements {
            match element.result {
                Err(error) => report.unreadable(input.line, error)?,
                Ok(message) => {
                    if let Err(error) = surfaces.apply(&message) {
                        report.refusal(input.line, &Refusal::from(error).below(&element.pointer))?;
                    }
                }
            }
        }
    }
    surfaces.iter().try_for_each(|surface| report.value(&surface.snapshot()))
}
