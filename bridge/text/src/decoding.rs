//! Reading of texts as messages of a protocol, which are written in their canonical form.

use crate::{
    diagnostic::{Diagnostic, SortedReports},
    documents::TextDocuments,
    finding_limit::omitted_findings,
    inference::protocol_of,
    input::{Input, OwnedInput},
    json,
    limits::MAX_FINDINGS,
    mistake_hints::{HintContext, OPEN_ENVELOPE},
    protocol::{self, Element, RewrittenText, TakeElement},
    recover,
    reports::Reports,
    wire_types::wire_type,
};
use bridge::{DialectOrProtocol, Protocol, a2ui::repair::Repairer};
use std::sync::Arc;
use wire::{DecodeError, DecodeRule, Pointer, Severity, TypeInfo};

/// The messages of a text.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct DecodedMessages {
    /// The messages in order, each one line of JSON as this project writes it.
    pub messages: Vec<String>,
    /// The repairs that were needed to read the messages.
    pub findings: Vec<Diagnostic>,
    /// The messages that cannot be read. The others are decoded nevertheless.
    pub refusals: Vec<Diagnostic>,
    /// The source of each message.
    #[doc(hidden)]
    pub sources: Vec<MessageSource>,
}

/// The source of a message that was read.
#[derive(Clone, Debug)]
pub struct MessageSource {
    /// The document of the message.
    pub document: Arc<OwnedInput>,
    /// The place of the message in its document.
    pub pointer: Pointer,
}

/// Reads a text as messages of a protocol and writes them in their canonical form. If no protocol is
/// named, the text shows it.
/// With a type, each document is one value of this wire type.
///
/// # Errors
/// Returns an error if the protocol cannot be inferred, or has no such type.
///
/// ```
/// let update = r#"{"version":"v0.9","deleteSurface":{"surfaceId" : "s"}}"#;
/// let decoded = agent_ui_text::decode(update, None, None)?;
/// assert_eq!(decoded.messages, [r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#]);
/// # Ok::<(), Box<agent_ui_text::Diagnostic>>(())
/// ```
pub fn decode(
    text: &str,
    protocol: Option<DialectOrProtocol>,
    type_name: Option<&str>,
) -> Result<DecodedMessages, Box<Diagnostic>> {
    let protocol = protocol_of(text, protocol)?;
    let row = type_name
        .map(|name| wire_type(protocol, name))
        .transpose()?;
    let mut decoder = Decoder::new(protocol, row);
    let mut reports = Reports::default();
    let TextDocuments { documents, notices } =
        TextDocuments::of(text, Some(protocol), row.is_none());
    notices
        .into_iter()
        .for_each(|(place, finding)| reports.finding(place, finding));
    let mut sources = Vec::new();
    for document in documents {
        let written = decoder.write(&document.input(), &mut reports);
        let Err(error) = written else {
            decoder.add_sources(document, &mut sources);
            continue;
        };
        decoder.write_each_part(&document.input(), error, &mut reports, &mut sources);
    }
    let SortedReports {
        messages,
        findings,
        refusals,
    } = reports.into();
    Ok(DecodedMessages {
        messages,
        findings,
        refusals,
        sources,
    })
}

/// Reads texts and writes their messages.
#[derive(Debug)]
pub struct Decoder {
    protocol: DialectOrProtocol,
    /// The wire type, if the caller names one; otherwise texts are read as the usual messages of the protocol.
    row: Option<&'static TypeInfo>,
    repairer: Repairer,
    /// The places of the messages of the latest document.
    places: Vec<Pointer>,
}

impl Decoder {
    /// Creates the reader of a session. Without a type, texts are read as the usual messages of the protocol.
    pub fn new(protocol: DialectOrProtocol, row: Option<&'static TypeInfo>) -> Self {
        Self {
            protocol,
            row,
            repairer: Repairer::new(protocol.a2ui_version()),
            places: Vec::new(),
        }
    }

    /// Begins a session in which no message depends on earlier ones.
    pub fn begin_session(&mut self) {
        self.repairer = Repairer::new(self.protocol.a2ui_version());
    }

    /// Writes the messages of a document.
    ///
    /// # Errors
    /// Returns the error of a text that is not JSON.
    pub fn write(&mut self, input: &Input<'_>, reports: &mut Reports) -> Result<(), DecodeError> {
        self.places.clear();
        input.announce_to(&mut self.repairer);
        let text = match &input.text {
            Ok(text) => *text,
            Err(error) => return Err(error.clone()),
        };
        let (read, may_be_list) = self.read_messages(input, text)?;
        if may_be_list {
            if let Some(beside) = protocol::members_beside_list(self.protocol, text) {
                reports.finding(input.at(&beside.pointer), beside);
            }
        }
        self.report_elements(read, input, reports);
        Ok(())
    }

    /// Reads the messages of a text. Also returns `true` if the text may be a list of messages.
    fn read_messages(
        &mut self,
        input: &Input<'_>,
        text: &str,
    ) -> Result<(LimitedElements, bool), DecodeError> {
        let (protocol, row) = (self.protocol, self.row);
        let read = self.read_whole(text);
        let repairs = read.elements.iter().flat_map(|element| &element.repairs);
        if input.is_wrong_guess(repairs.map(|repair| repair.offset)) {
            if let Some(error) = json::syntax_error(text) {
                return Err(error);
            }
        }
        // Lists of A2UI messages are read as they are.
        let is_read_as_list = row.is_none() && protocol.protocol() == Protocol::A2ui;
        if !read.has_error() {
            return Ok((read, is_read_as_list));
        }
        // After a repair of the JSON, one of several A2UI messages may still have another fault.
        if !is_read_as_list || read.has_error_of_text() {
            if let Some(error) = json::syntax_error(text) {
                return Err(error);
            }
        }
        let elements = protocol::elements(protocol, text);
        let Some(elements) = elements.filter(|_| row.is_none()) else {
            return Ok((read, is_read_as_list));
        };
        let mut read = LimitedElements::default();
        for framed in elements {
            self.decode(&framed.text, &mut |element| {
                read.push(element.below(&framed));
            });
        }
        Ok((read, true))
    }

    /// Reads a text as one message, or as the message in a frame.
    fn read_whole(&mut self, text: &str) -> LimitedElements {
        let mut read = LimitedElements::default();
        // A value of a named wire type has no frame.
        let framed = match self.row {
            Some(_) => None,
            None => protocol::unframe(self.protocol, text),
        };
        match &framed {
            Some(framed) => self.decode(&framed.text, &mut |element| {
                read.push(element.below(framed));
            }),
            None => self.decode(text, &mut |element| read.push(element)),
        }
        read
    }

    /// Reports the messages of a document and remembers their places.
    fn report_elements(&mut self, read: LimitedElements, input: &Input<'_>, reports: &mut Reports) {
        let hints = HintContext {
            from: self.protocol,
            by: "use `decode()` with the protocol `",
            opens: OPEN_ENVELOPE,
        };
        reports.carrier_repairs(input);
        for Element {
            place: message,
            repairs,
            result,
        } in read.elements
        {
            reports.repairs(input, repairs);
            match result {
                Ok(RewrittenText { text, .. }) => {
                    reports.message(text);
                    self.places.push(message);
                }
                Err(error) => {
                    let place = input.fault(&error);
                    reports.refusal(place, hints.with_hint(error.into(), input, &message));
                }
            }
        }
        if let Some((first, count)) = read.omitted {
            let (place, finding) =
                omitted_findings(Severity::Error, count, (input.at(&first), first));
            reports.finding(place, finding);
        }
    }

    /// Writes the readable parts of a document that is not JSON, and reports the errors.
    pub fn write_parts(&mut self, input: &Input<'_>, error: DecodeError, reports: &mut Reports) {
        self.write_each_part(input, error, reports, &mut Vec::new());
    }

    fn write_each_part(
        &mut self,
        input: &Input<'_>,
        error: DecodeError,
        reports: &mut Reports,
        sources: &mut Vec<MessageSource>,
    ) {
        if self.row.is_some() {
            return reports.unreadable(input, error);
        }
        for part in recover::parts(self.protocol, input, error) {
            if let Err(error) = self.write(&part.input(), reports) {
                reports.unreadable(&part.input(), error);
            }
            self.add_sources(part, sources);
        }
    }

    /// Adds the sources of the messages of the latest document.
    fn add_sources(&mut self, document: OwnedInput, sources: &mut Vec<MessageSource>) {
        let document = Arc::new(document);
        sources.extend(self.places.drain(..).map(|pointer| MessageSource {
            document: Arc::clone(&document),
            pointer,
        }));
    }

    /// Reads one text and writes its messages.
    fn decode(&mut self, text: &str, take: TakeElement<'_>) {
        let known = protocol::types_of(self.protocol);
        match self.row {
            Some(row) => take((known.rewrite)(row, text).into()),
            None => (known.decode)(self.protocol, text, &mut self.repairer, take),
        }
    }
}

/// The messages of a document. Unreadable ones beyond [`MAX_FINDINGS`] are only counted.
#[derive(Default)]
struct LimitedElements {
    elements: Vec<Element>,
    unreadable: usize,
    /// The place of the first unreadable message beyond the limit, and the number of such messages.
    omitted: Option<(Pointer, usize)>,
}

impl LimitedElements {
    fn has_error(&self) -> bool {
        self.elements.iter().any(|element| element.result.is_err())
    }

    /// Returns `true` if a message cannot be read because the text is not JSON.
    fn has_error_of_text(&self) -> bool {
        self.elements.iter().any(|element| match &element.result {
            Ok(_) => false,
            Err(error) => matches!(error.rule, DecodeRule::Syntax | DecodeRule::Encoding),
        })
    }

    fn push(&mut self, element: Element) {
        // Repairs are reported, even if the message cannot be read.
        let is_unreadable = element.result.is_err() && element.repairs.is_empty();
        self.unreadable += usize::from(is_unreadable);
        if is_unreadable && self.unreadable > MAX_FINDINGS {
            self.omitted.get_or_insert((element.place, 0)).1 += 1;
        } else {
            self.elements.push(element);
        }
    }
}
