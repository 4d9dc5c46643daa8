//! The messages in a document, as `convert` takes them.

use crate::{
    args::{MessageType, Translation},
    input::Input,
    json, misspelt,
    protocol::{self, aap},
    report::{Exit, Report},
};
use bridge::{
    AnyMessage, Context, Dialect, Protocol, Refusal, a2ui,
    aap::{Interaction, SubmitRequest, lenient},
    request,
};
use wire::{DecodeError, Payload, Pointer, Wire, WireType};

/// A message of a document, and where it stands there; or why it is none.
pub(crate) struct Read {
    pub(crate) place: Pointer,
    pub(crate) result: Result<AnyMessage, Refusal>,
}

/// The messages of a document: one, or a list of them.
pub(crate) type Messages = std::iter::Chain<std::option::IntoIter<Read>, std::vec::IntoIter<Read>>;

/// Reads messages.
pub(crate) struct Reader<'a> {
    pub(crate) arguments: &'a Translation,
    pub(crate) cx: &'a Context,
    pub(crate) input: &'a Input<'a>,
    pub(crate) report: &'a mut Report,
}

impl Reader<'_> {
    /// Reads everything that is in one document, in order. The pointer is where the text stands in it.
    ///
    /// # Errors
    /// If it is no JSON.
    pub(crate) fn read(&mut self, text: &str, at: &Pointer) -> Result<Result<Messages, DecodeError>, Exit> {
        let from = self.arguments.from;
        let one = |read| Some(read).into_iter().chain(Vec::new());
        let several = |messages: Vec<_>| None.into_iter().chain(messages);
        if from.protocol() == Protocol::A2ui {
            let element = |element: a2ui::Element| match element.result {
                Ok(message) => Read { place: element.pointer, result: Ok(message.into()) },
                // Its pointer counts from the whole document already.
                Err(error) => Read { place: Pointer::root(), result: Err(error.into()) },
            };
            return Ok(a2ui::read(text, from.a2ui_version()).map(|mut elements| match elements.pop() {
                Some(only) if elements.is_empty() => one(element(only)),
                last => several(elements.into_iter().chain(last).map(element).collect()),
            }));
        }
        let only = self.framed(text, at)?;
        if only.result.is_ok() {
            return Ok(Ok(one(only)));
        }
        if let Some(error) = json::syntax_error(text) {
            return Ok(Err(error));
        }
        let Some(elements) = protocol::elements(from, text) else {
            return Ok(Ok(one(only)));
        };
        let mut messages = Vec::new();
        for (place, text) in elements {
            let read = self.framed(text, &at.join(&place))?;
            messages.push(Read { place: place.join(&read.place), ..read });
        }
        Ok(Ok(several(messages)))
    }

    /// A message, or the action that a frame of AHP brings.
    fn framed(&mut self, text: &str, at: &Pointer) -> Result<Read, Exit> {
        let result = self.one(text, at)?;
        let frame = matches!(result, Ok(AnyMessage::Frame(_))).then_some(text);
        let Some(action) = frame.and_then(action) else { return Ok(Read { place: Pointer::root(), result }) };
        let place = Pointer::of_table("/params");
        let result = self.one(action, &at.join(&place))?;
        Ok(Read { place, result })
    }

    fn one(&mut self, text: &str, at: &Pointer) -> Result<Result<AnyMessage, Refusal>, Exit> {
        let Translation { from, to, .. } = self.arguments;
        if from.dialect != Dialect::Aap {
            let payload = Payload::parse(text).map_err(Refusal::from);
            return Ok(payload.and_then(|payload| AnyMessage::read(&payload, from.dialect, to.protocol())));
        }
        // What is read as a record is one; only what is not is looked at more closely.
        let record = match self.arguments.type_name {
            Some(type_name) => self.record(type_name, text, at)?.map(Box::new),
            None => match self.repaired::<Box<Interaction>>(text, at)? {
                Err(refusal) => match aap::type_of(text) {
                    MessageType::Interaction => Err(refusal),
                    other => self.record(other, text, at)?.map(Box::new),
                },
                Ok(record) => {
                    if !record.extra.is_empty() {
                        self.warn::<Interaction>(text, at)?;
                    }
                    Ok(record)
                }
            },
        };
        Ok(record.map(AnyMessage::Interaction))
    }

    /// A record, or what becomes one.
    fn record(
        &mut self,
        type_name: MessageType,
        text: &str,
        at: &Pointer,
    ) -> Result<Result<Interaction, Refusal>, Exit> {
        let cx = self.cx;
        let record = match type_name {
            MessageType::SubmitRequest => {
                let asked = self.warned::<SubmitRequest>(text, at)?;
                asked.and_then(|asked| request::record(asked, cx))
            }
            MessageType::CanvasMessage => {
                let asked = self.repaired(text, at)?.and_then(|message| request::of_page(message, cx));
                asked.and_then(|asked| request::record(asked, cx))
            }
            _ => self.warned::<Interaction>(text, at)?,
        };
        Ok(record)
    }

    /// Reads a value, and warns of members that are probably misspelt.
    fn warned<T: WireType>(&mut self, text: &str, at: &Pointer) -> Result<Result<T, Refusal>, Exit> {
        let read = self.repaired::<T>(text, at)?;
        if read.is_ok() {
            self.warn::<T>(text, at)?;
        }
        Ok(read)
    }

    /// Warns of members that are probably misspelt.
    fn warn<T: WireType>(&mut self, text: &str, at: &Pointer) -> Result<(), Exit> {
        for mut finding in misspelt::misspelt_members(T::ROW, &[], text) {
            finding.pointer = at.join(&finding.pointer);
            self.report.finding(&self.input.at(&finding.pointer), &finding)?;
        }
        Ok(())
    }

    fn repaired<T: Wire>(&mut self, text: &str, at: &Pointer) -> Result<Result<T, Refusal>, Exit> {
        match lenient::decode::<T>(text) {
            Ok(read) => {
                for repair in &read.repairs {
                    let pointer = at.join(&repair.pointer);
                    self.report.repair(&self.input.at(&pointer), repair.kind.as_str(), &pointer)?;
                }
                Ok(Ok(read.value))
            }
            Err(error) => Ok(Err(error.into())),
        }
    }
}

/// The action with its channel in a frame with which a client sends it, or a host passes it on.
fn action(text: &str) -> Option<&str> {
    let method = json::member(text, "method").filter(|_| json::member(text, "jsonrpc").is_some())?;
    let params = json::member(text, "params")?;
    matches!(method, "\"dispatchAction\"" | "\"action\"").then_some(params)
}
