//! The command `agent-ui decode`: reads messages into the wire types and writes them again.

use crate::{
    args::Decode,
    exit::Exit,
    input::{Input, Inputs},
    json, misspellings,
    mistake_hints::HintContext,
    operands,
    protocol::{self, Element, RewrittenText},
    recover,
    repair::Repair,
    report::Report,
};
use bridge::{DialectOrProtocol, Protocol, a2ui::repair::Repairer};
use wire::{DecodeError, DecodeRule, TypeInfo};

pub(crate) fn run(mut arguments: Decode, report: &mut Report) -> Result<(), Exit> {
    let first = arguments.first_operand.take();
    if let Some(named) = operands::protocol("decode", first.as_deref(), &mut arguments.source)? {
        arguments.protocol = Some(named);
        return run_named(&arguments, report);
    }
    operands::require_protocol("decode", arguments.type_name.as_deref())?;
    let source = std::mem::take(&mut arguments.source);
    operands::run_inferred("decode", &source, arguments.session, report, &mut |protocol, source, report| {
        (arguments.protocol, arguments.source) = (Some(protocol), source);
        run_named(&arguments, report)
    })
}

/// Decodes the inputs as messages of the protocol in the arguments.
fn run_named(arguments: &Decode, report: &mut Report) -> Result<(), Exit> {
    let row = match &arguments.type_name {
        None => None,
        Some(name) => {
            let row = protocol::of(arguments.protocol()).row(arguments.protocol().dialect, name);
            Some(row.ok_or_else(|| unknown(arguments.protocol(), name))?)
        }
    };
    if arguments.verbatim {
        report.verbatim();
    }
    let protocol = arguments.protocol();
    let mut decoder = Decoder { protocol, row, repairer: Repairer::new(protocol.a2ui_version()) };
    let mut inputs = Inputs::of(&arguments.source)?.in_sessions(arguments.session).quick();
    if row.is_none() {
        inputs = inputs.find_messages(protocol);
    }
    while inputs.next_session(report)? {
        decoder.repairer = Repairer::new(protocol.a2ui_version());
        while inputs.next(report)? {
            let unreadable = decoder.write(&inputs.last(), report)?;
            if let Some(error) = unreadable {
                if !inputs.rewind_guess() {
                    decoder.write_parts(&inputs.last(), error, report)?;
                }
            }
        }
    }
    Ok(())
}

/// Reads texts and writes their messages.
struct Decoder {
    protocol: DialectOrProtocol,
    /// The wire type, if one was named; otherwise texts are read as the usual messages of the protocol.
    row: Option<&'static TypeInfo>,
    repairer: Repairer,
}

impl Decoder {
    /// Writes the messages of a document. Returns the error of a text that is not JSON.
    fn write(&mut self, input: &Input<'_>, report: &mut Report) -> Result<Option<DecodeError>, Exit> {
        let (protocol, row) = (self.protocol, self.row);
        input.announce_to(&mut self.repairer);
        let text = match &input.text {
            Ok(text) => *text,
            Err(error) => return Ok(Some(error.clone())),
        };
        let asked = HintContext { from: protocol, by: "decode", opens: "`convert --envelope` reads it" };
        let framed = if row.is_none() { protocol::unframe(protocol, text) } else { None };
        let mut read = match &framed {
            Some(framed) => {
                self.decode(&framed.text).into_iter().map(|element| element.below(framed)).collect()
            }
            None => self.decode(text),
        };
        // Lists of A2UI messages are read as they are.
        let mut may_be_list = row.is_none() && protocol.protocol() == Protocol::A2ui;
        let repairs = read.iter().flat_map(|element| &element.repairs);
        if input.is_wrong_guess(repairs.map(|repair| repair.offset)) {
            if let Some(error) = json::syntax_error(text) {
                return Ok(Some(error));
            }
        }
        if read.iter().any(|element| element.result.is_err()) {
            // After a repair of the JSON, one of several A2UI messages may still have another fault.
            let is_of_text =
                |error: &DecodeError| matches!(error.rule, DecodeRule::Syntax | DecodeRule::Encoding);
            let mut errors = read.iter().filter_map(|element| element.result.as_ref().err());
            if !may_be_list || errors.any(is_of_text) {
                if let Some(error) = json::syntax_error(text) {
                    return Ok(Some(error));
                }
            }
            if let Some(elements) = protocol::elements(protocol, text).filter(|_| row.is_none()) {
                read.clear();
                may_be_list = true;
                for framed in elements {
                    let elements = self.decode(&framed.text).into_iter();
                    read.extend(elements.map(|element| element.below(&framed)));
                }
            }
        }
        if let Some(beside) = may_be_list.then(|| protocol::members_beside_list(protocol, text)).flatten() {
            report.finding(&input.at(&beside.pointer), &beside)?;
        }
        for repair in input.repairs().iter().cloned().map(Repair::from) {
            report.report_repair(&input.start, repair)?;
        }
        for Element { place: message, repairs, result } in read {
            report.report_repairs(input, repairs.into_iter())?;
            match result {
                Ok(RewrittenText { text, .. }) => report.json(&text)?,
                Err(error) => {
                    let place = input.fault(&error);
                    report.refusal(&place, &asked.with_hint(error.into(), input, &message))?;
                }
            }
        }
        Ok(None)
    }

    /// Writes the readable parts of a document that is not JSON, and reports the errors.
    fn write_parts(
        &mut self,
        input: &Input<'_>,
        error: DecodeError,
        report: &mut Report,
    ) -> Result<(), Exit> {
        if self.row.is_some() {
            return report.unreadable(input, error);
        }
        for part in recover::parts(self.protocol, input, error) {
            let part = part.input();
            if let Some(error) = self.write(&part, report)? {
                report.unreadable(&part, error)?;
            }
        }
        Ok(())
    }

    /// Reads one text and writes its messages.
    fn decode(&mut self, text: &str) -> Vec<Element> {
        let known = protocol::of(self.protocol);
        match self.row {
            Some(row) => vec![(known.rewrite)(row, text).into()],
            None => (known.decode)(self.protocol, text, &mut self.repairer),
        }
    }
}

/// Returns the usage error for an unknown wire type.
pub(crate) fn unknown(protocol: DialectOrProtocol, name: &str) -> Exit {
    let reason = misspellings::unknown_type(protocol.dialect, name, "wire type", &protocol::types(protocol));
    Exit::Usage(format!("--type {name}: {reason}"))
}
