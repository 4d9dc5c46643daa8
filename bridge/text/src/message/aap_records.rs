//! Reading of AAP records, and of the requests that become one.

use super::Reader;
use crate::{
    message_type::MessageType,
    misspellings,
    protocol::aap::{self, repair_rule},
    repair::Repair,
};
use bridge::{
    AnyMessage, Label, Note, Refusal, Verdict,
    aap::{
        CanvasMessage, Interaction, SubmitRequest,
        lenient::{self, RepairKind},
    },
    request,
};
use wire::{Pointer, Wire, WireType};

impl Reader<'_, '_> {
    pub(super) fn aap_message(&mut self, text: &str, at: &Pointer) -> Result<AnyMessage, Refusal> {
        // Text that can be read as a record is a record. Only other text is examined further.
        let type_name = match self.options.type_name {
            Some(type_name) => type_name,
            None => match self.decode_leniently::<Box<Interaction>>(text, at) {
                Ok(record) => {
                    if misspellings::is_any_like(Interaction::INFO, &record.extra) {
                        self.warn::<Interaction>(text, at);
                    }
                    return Ok(AnyMessage::Interaction(record));
                }
                Err(refusal) => match aap::type_of(text)? {
                    MessageType::Interaction => return Err(refusal),
                    other => other,
                },
            },
        };
        let record = self.read_record(type_name, text, at)?;
        Ok(AnyMessage::Interaction(Box::new(record)))
    }

    /// Reads a record, or a request that becomes one.
    fn read_record(
        &mut self,
        type_name: MessageType,
        text: &str,
        at: &Pointer,
    ) -> Result<Interaction, Refusal> {
        let cx = self.cx;
        match type_name {
            MessageType::SubmitRequest => {
                request::to_record(self.decode_and_warn::<SubmitRequest>(text, at)?, cx)
            }
            MessageType::CanvasMessage => {
                let message = self.decode_and_warn::<CanvasMessage>(text, at)?;
                request::to_record(request::from_page_message(message, cx)?, cx)
            }
            _ => self.decode_and_warn::<Interaction>(text, at),
        }
    }

    /// Reads a value and warns about members that are probably misspelt.
    fn decode_and_warn<T: WireType>(&mut self, text: &str, at: &Pointer) -> Result<T, Refusal> {
        let read = self.decode_leniently::<T>(text, at);
        if read.is_ok() {
            self.warn::<T>(text, at);
        }
        read
    }

    /// Warns about members that are probably misspelt.
    fn warn<T: WireType>(&mut self, text: &str, at: &Pointer) {
        self.report_findings(misspellings::misspelt_members(T::INFO, &[], text), at);
    }

    fn decode_leniently<T: Wire>(&mut self, text: &str, at: &Pointer) -> Result<T, Refusal> {
        if self.options.has_carry {
            if let Ok(value) = wire::decode(text) {
                return Ok(value);
            }
        }
        match lenient::decode::<T>(text) {
            Ok(read) => {
                self.notes.extend(read.repairs.iter().filter_map(loss_note));
                let repairs = read
                    .repairs
                    .into_iter()
                    .map(|repair| Repair::from(repair).below(at));
                self.reports.repairs(self.input, repairs);
                Ok(read.value)
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Returns a note for a repair that loses part of the message.
fn loss_note(repair: &lenient::Repair) -> Option<Note> {
    let rule = match repair.kind {
        RepairKind::NotAString => "aap/not-a-string",
        RepairKind::HalfSurrogate => "aap/half-surrogate",
        _ => return None,
    };
    let note = Note::new(0_u64, Verdict::Dropped, rule, repair.pointer.clone());
    Some(note.remark(Label::from(repair_rule(repair.kind).1)))
}
