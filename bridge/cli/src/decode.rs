//! The command `agent-ui decode`: reads messages into the wire types and writes them again.

use crate::{args::Decode, exit::Exit, input::Inputs, operands, report::Report};
use agent_ui_text::{decoding::Decoder, misspellings, protocol, reports::Reports};
use bridge::DialectOrProtocol;

pub(crate) fn run(mut arguments: Decode, report: &mut Report) -> Result<(), Exit> {
    let first = arguments.first_operand.take();
    if let Some(named) = operands::protocol("decode", first.as_deref(), &mut arguments.source)? {
        arguments.protocol = Some(named);
        return run_named(&arguments, report);
    }
    operands::require_protocol("decode", arguments.type_name.as_deref())?;
    let source = std::mem::take(&mut arguments.source);
    operands::run_inferred(
        "decode",
        &source,
        arguments.session,
        report,
        &mut |protocol, source, report| {
            (arguments.protocol, arguments.source) = (Some(protocol), source);
            run_named(&arguments, report)
        },
    )
}

/// Decodes the inputs as messages of the protocol in the arguments.
fn run_named(arguments: &Decode, report: &mut Report) -> Result<(), Exit> {
    let protocol = arguments.protocol();
    let mut row = None;
    if let Some(name) = &arguments.type_name {
        let known = protocol::types_of(protocol).row(protocol.dialect, name);
        row = Some(known.ok_or_else(|| unknown_type(protocol, name))?);
    }
    if arguments.verbatim {
        report.verbatim();
    }
    let mut decoder = Decoder::new(protocol, row);
    let mut inputs = Inputs::of(&arguments.source)?
        .in_sessions(arguments.session)
        .quick();
    if row.is_none() {
        inputs = inputs.find_messages(protocol);
    }
    while inputs.next_session(report)? {
        decoder.begin_session();
        while inputs.next(report)? {
            let mut reports = Reports::default();
            if let Err(error) = decoder.write(&inputs.last(), &mut reports) {
                // A rewound line may be the first line of a longer document.
                if !inputs.rewind_guess() {
                    decoder.write_parts(&inputs.last(), error, &mut reports);
                }
            }
            report.replay_all(reports)?;
        }
    }
    Ok(())
}

/// Returns the usage error for an unknown wire type.
pub(crate) fn unknown_type(protocol: DialectOrProtocol, name: &str) -> Exit {
    let reason = misspellings::unknown_type(
        protocol.dialect,
        name,
        "wire type",
        &protocol::types(protocol),
    );
    Exit::Usage(format!("--type {name}: {reason}"))
}
