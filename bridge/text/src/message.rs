//! Reading of the messages in a document, for translation.

#[cfg(feature = "all-protocols")]
mod aap_records;

use crate::{
    finding_limit::{PlacedFinding, omitted_findings},
    input::{A2uiElements, Input},
    json,
    limits::MAX_FINDINGS,
    message_type::MessageType,
    protocol,
    repair::Repair,
    reports::Reports,
};
use bridge::{
    AnyMessage, Context, Dialect, DialectOrProtocol, Note, Protocol, Refusal, RefusalKind,
    a2ui::{self, repair::Repairer},
};
use std::fmt;
use wire::{DecodeError, Finding, Payload, Pointer, Severity};

/// A message of a document with its place, or the refusal if it cannot be read.
#[derive(Debug)]
pub struct ReadMessage {
    /// The place of the message in the document.
    pub place: Pointer,
    /// The message, or the refusal if it cannot be read.
    pub result: Result<AnyMessage, Refusal>,
    /// Notes about data that was lost in repairs.
    pub notes: Vec<Note>,
    /// The prefix of pointers that do not exist in the document; see [`protocol::FramedMessage`].
    pub within: &'static str,
}

impl ReadMessage {
    fn new(place: Pointer, result: Result<AnyMessage, Refusal>) -> Self {
        Self {
            place,
            result,
            notes: Vec::new(),
            within: "",
        }
    }
}

/// The settings for reading messages.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions {
    /// The protocol of the messages.
    pub from: DialectOrProtocol,
    /// The target protocol. The messages in some containers depend on it.
    pub to: DialectOrProtocol,
    /// The type of the messages, if the caller names it.
    pub type_name: Option<MessageType>,
    /// `true` if messages that need a repair are refused.
    pub strict: bool,
    /// `true` if the messages have a carry. They are then read without repairs if possible.
    pub has_carry: bool,
}

/// The messages of a document: one, or a list.
#[derive(Debug, Default)]
pub struct Messages {
    /// The first message. Most documents have only one, which then needs no list.
    first: Option<ReadMessage>,
    others: std::vec::IntoIter<ReadMessage>,
}

impl Messages {
    /// Returns the messages that follow, without reading on.
    pub fn remaining(&self) -> impl Iterator<Item = &ReadMessage> {
        self.first.iter().chain(self.others.as_slice())
    }
}

impl Iterator for Messages {
    type Item = ReadMessage;

    fn next(&mut self) -> Option<ReadMessage> {
        self.first.take().or_else(|| self.others.next())
    }
}

/// Returns the messages of a document with only one message.
fn one_message(read: ReadMessage) -> Messages {
    Messages {
        first: Some(read),
        ..Messages::default()
    }
}

/// Returns the messages of a document with a list.
fn several_messages(messages: Vec<ReadMessage>) -> Messages {
    Messages {
        others: messages.into_iter(),
        ..Messages::default()
    }
}

const NOT_TAKEN_OVER: &str = "this member of the frame is ignored";

/// A reader of the messages in a document.
pub struct Reader<'a, 'i> {
    options: ReadOptions,
    cx: &'a Context,
    input: &'a Input<'i>,
    repairer: &'a mut Repairer,
    /// Reports about the document, in order.
    reports: Reports,
    /// Notes about the message being read.
    notes: Vec<Note>,
    /// The finding that counts unreadable messages beyond the limit.
    omitted: Option<PlacedFinding>,
}

impl fmt::Debug for Reader<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl<'a, 'i> Reader<'a, 'i> {
    /// Creates a reader of a document. `repairer` remembers the earlier messages of A2UI.
    pub fn new(
        options: ReadOptions,
        cx: &'a Context,
        input: &'a Input<'i>,
        repairer: &'a mut Repairer,
    ) -> Self {
        Self {
            options,
            cx,
            input,
            repairer,
            reports: Reports::default(),
            notes: Vec::new(),
            omitted: None,
        }
    }

    /// Returns the reports about the document that was read, in order.
    pub fn take_reports(&mut self) -> Reports {
        std::mem::take(&mut self.reports)
    }

    /// Returns the finding that counts the unreadable messages beyond [`MAX_FINDINGS`], which the reader did not
    /// return.
    pub fn take_omitted(&mut self) -> Option<PlacedFinding> {
        self.omitted.take()
    }

    /// Remembers the number of unreadable messages that are not returned.
    fn omit(&mut self, count: usize, first: &Pointer) {
        let first = (self.input.at(first), first.clone());
        self.omitted = Some(omitted_findings(Severity::Error, count, first));
    }

    /// Reads all messages of a document in order. `at` is the place of the text in the document.
    ///
    /// # Errors
    /// Returns an error if the text is not JSON.
    pub fn read(&mut self, text: &str, at: &Pointer) -> Result<Messages, DecodeError> {
        let from = self.options.from;
        if from.protocol() == Protocol::A2ui {
            return self.read_a2ui(text, at);
        }
        if let Some(framed) = protocol::unframe(from, text) {
            return Ok(one_message(self.read_frame_message(&framed, at)));
        }
        if let Some(nested) = self.read_nested(text, &Pointer::root(), at) {
            return Ok(several_messages(nested));
        }
        let only = self.read_framed(text, Pointer::root(), at);
        if only.result.is_ok() {
            return Ok(one_message(only));
        }
        if let Some(error) = json::syntax_error(text) {
            return Err(error);
        }
        let Some(elements) = protocol::elements(from, text) else {
            return Ok(one_message(only));
        };
        self.report_members_beside(text, at);
        Ok(several_messages(self.read_elements(elements, at)))
    }

    /// Reads the A2UI messages of a document.
    fn read_a2ui(&mut self, text: &str, at: &Pointer) -> Result<Messages, DecodeError> {
        let as_written = if self.options.has_carry {
            self.repairer.read_as_written(text)
        } else {
            None
        };
        let A2uiElements {
            mut elements,
            omitted,
        } = match as_written {
            Some(elements) => A2uiElements {
                elements,
                omitted: None,
            },
            None => self.input.read_a2ui(text, self.repairer)?,
        };
        if let Some((first, count)) = omitted {
            self.omit(count, &at.join(&first));
        }
        let last = match elements.pop() {
            Some(only) if elements.is_empty() && only.pointer.is_root() => {
                return Ok(one_message(self.accept_element(only, at)));
            }
            last => last,
        };
        self.report_members_beside(text, at);
        let mut messages: Vec<ReadMessage> = Vec::with_capacity(elements.len() + 1);
        for element in elements.into_iter().chain(last) {
            // If a message was split into several, only the first one reports the repair.
            let is_rest_of_message = match messages.last() {
                Some(last) => last.place == element.pointer,
                None => false,
            };
            if !(self.options.strict && is_rest_of_message) {
                messages.push(self.accept_element(element, at));
            }
        }
        Ok(several_messages(messages))
    }

    /// Reads the messages of a list. Unreadable ones beyond [`MAX_FINDINGS`] are only counted.
    fn read_elements(
        &mut self,
        elements: protocol::FramedMessages<'_>,
        at: &Pointer,
    ) -> Vec<ReadMessage> {
        let mut messages = Vec::new();
        let (mut unreadable, mut first_omitted) = (0, None);
        for framed in elements {
            if let Some(nested) = self.read_nested(&framed.text, &framed.at, at) {
                messages.extend(nested);
                continue;
            }
            let read = self.read_frame_message(&framed, at);
            unreadable += usize::from(is_unreadable(&read));
            if is_unreadable(&read) && unreadable > MAX_FINDINGS {
                first_omitted.get_or_insert(read.place);
            } else {
                messages.push(read);
            }
        }
        if let Some(first) = first_omitted {
            self.omit(unreadable - MAX_FINDINGS, &at.join(&first));
        }
        messages
    }

    /// Reads the message in a frame below `at`.
    fn read_frame_message(
        &mut self,
        framed: &protocol::FramedMessage<'_>,
        at: &Pointer,
    ) -> ReadMessage {
        if let Some(member) = &framed.beside {
            let finding = Finding::info("frame/beside", member.clone(), NOT_TAKEN_OVER);
            self.report_ignored(finding, at, "pass the message without its frame");
        }
        let read = self.read_framed(&framed.text, framed.at.clone(), at);
        ReadMessage {
            within: framed.within,
            ..read
        }
    }

    /// Reports members next to a message list, which are ignored.
    fn report_members_beside(&mut self, text: &str, at: &Pointer) {
        if let Some(finding) = protocol::members_beside_list(self.options.from, text) {
            self.report_ignored(finding, at, "pass the messages without their list");
        }
    }

    /// Reports ignored data next to messages, with a hint.
    fn report_ignored(&mut self, mut finding: Finding, at: &Pointer, hint: &str) {
        finding.pointer = at.join(&finding.pointer);
        let place = self.input.at(&finding.pointer);
        if self.options.strict {
            let refusal = Refusal::loss(finding.rule, finding.pointer, finding.message);
            let refusal = refusal.hint(format_args!("{hint}, or omit `options.strict`"));
            return self.reports.loss(place, refusal);
        }
        self.reports.finding(place, finding);
    }

    /// Reads an A2UI message and reports its repairs. Under `--strict`, a repaired message is refused.
    fn accept_element(&mut self, element: a2ui::Element, at: &Pointer) -> ReadMessage {
        let a2ui::Element {
            pointer: place,
            result,
            repairs,
            ..
        } = element;
        let mut repairs: Vec<_> = repairs.into_iter().map(Repair::from).collect();
        // An unreadable message is refused for its error, not for its repairs.
        let first_fault = if self.options.strict && result.is_ok() {
            repairs.iter().position(|repair| repair.is_fault)
        } else {
            None
        };
        let refused = match first_fault {
            Some(fault) => repairs.drain(fault..).next(),
            None => None,
        };
        let repairs = repairs.into_iter().map(|repair| repair.below(at));
        self.reports.repairs(self.input, repairs);
        if let Some(repair) = refused {
            let refusal = repair.relative_to(&place).refusal();
            return ReadMessage::new(place, Err(refusal));
        }
        let message = match result {
            Ok(message) => AnyMessage::from(message),
            Err(error) => {
                return ReadMessage::new(place.clone(), Err(relative_error(error, &place).into()));
            }
        };
        let input = self.input;
        let text = || input.value(&at.join(&place)).unwrap_or_default();
        let found = protocol::misspelt_members(&message, &text);
        if !found.is_empty() {
            self.report_findings(found, &at.join(&place));
        }
        ReadMessage::new(place, Ok(message))
    }

    #[cfg(not(feature = "all-protocols"))]
    fn read_nested(&mut self, _: &str, _: &Pointer, _: &Pointer) -> Option<Vec<ReadMessage>> {
        None
    }

    /// Reads the messages inside an AHP message: declarations of canvases, or the snapshots and actions of a response.
    /// Returns `None` if the message cannot contain others.
    #[cfg(feature = "all-protocols")]
    fn read_nested(
        &mut self,
        text: &str,
        place: &Pointer,
        at: &Pointer,
    ) -> Option<Vec<ReadMessage>> {
        let ReadOptions { from, to, .. } = self.options;
        let nested = match (from.dialect, to.protocol()) {
            (Dialect::AhpCanvas, Protocol::Mcp | Protocol::ActionsJson) => {
                protocol::ahp::nested::declarations(text)
            }
            (Dialect::AhpCanvas | Dialect::Ahp1_0, Protocol::Ahp) => {
                protocol::ahp::nested::answer_contents(text)
            }
            _ => None,
        }?;
        if nested.is_empty() {
            let message = "the lists of this message are empty";
            let refusal = Refusal::rule_broken(AnyMessage::OTHER_TRAFFIC, Pointer::root(), message);
            return Some(vec![ReadMessage::new(place.clone(), Err(refusal))]);
        }
        let mut messages = Vec::with_capacity(nested.len());
        for (inner, text) in nested {
            messages.push(self.read_one(text, place.join(&inner), at));
        }
        if !messages.iter().all(is_other_traffic) {
            let message = "only the canvases that this message lists are translated";
            let finding = Finding::info("list/beside", Pointer::root(), message);
            self.report_ignored(finding, &at.join(place), "pass only the listed canvases");
        }
        Some(messages)
    }

    /// Reads the message at `place` below `at`, or the action in a frame of AHP.
    fn read_framed(&mut self, text: &str, place: Pointer, at: &Pointer) -> ReadMessage {
        let read = self.read_one(text, place, at);
        let Some(action) = framed_action(&read, text) else {
            return read;
        };
        if let Some(member) = json::first_other_member(text, &["jsonrpc", "method", "params"]) {
            let finding = Finding::info("frame/beside", member, NOT_TAKEN_OVER);
            self.report_ignored(
                finding,
                &at.join(&read.place),
                "pass the action without its frame",
            );
        }
        self.read_one(action, read.place.member("params"), at)
    }

    /// Reads the message at `place` below `at`.
    fn read_one(&mut self, text: &str, place: Pointer, at: &Pointer) -> ReadMessage {
        let result = self.read_message(text, &at.join(&place));
        ReadMessage {
            notes: std::mem::take(&mut self.notes),
            ..ReadMessage::new(place, result)
        }
    }

    fn read_message(&mut self, text: &str, at: &Pointer) -> Result<AnyMessage, Refusal> {
        let ReadOptions { from, to, .. } = self.options;
        #[cfg(feature = "all-protocols")]
        if from.dialect == Dialect::Aap {
            return self.aap_message(text, at);
        }
        let payload = Payload::parse(text)?;
        let message = AnyMessage::read(&payload, from.dialect, to.protocol())?;
        self.report_findings(protocol::misspelt_members(&message, &|| text), at);
        Ok(message)
    }

    /// Reports findings about the message at `at`.
    fn report_findings(&mut self, found: Vec<Finding>, at: &Pointer) {
        for mut finding in found {
            finding.pointer = at.join(&finding.pointer);
            self.reports
                .finding(self.input.at(&finding.pointer), finding);
        }
    }
}

/// Returns `true` if the message cannot be read. A message that can be read may be refused for another reason.
fn is_unreadable(read: &ReadMessage) -> bool {
    matches!(&read.result, Err(refusal) if refusal.kind() == RefusalKind::Decode)
}

/// Returns `true` if the message is refused because it is not about canvases.
#[cfg(feature = "all-protocols")]
fn is_other_traffic(read: &ReadMessage) -> bool {
    matches!(&read.result, Err(refusal) if refusal.rule() == AnyMessage::OTHER_TRAFFIC)
}

/// Makes the pointer of an error relative to its message.
fn relative_error(mut error: DecodeError, message: &Pointer) -> DecodeError {
    let below = error.pointer.as_str().strip_prefix(message.as_str());
    error.pointer = below
        .and_then(|below| Pointer::parse(below).ok())
        .unwrap_or(error.pointer);
    error
}

/// Returns the action in a frame of AHP that was read.
#[cfg(feature = "all-protocols")]
fn framed_action<'t>(read: &ReadMessage, text: &'t str) -> Option<&'t str> {
    match read.result {
        Ok(AnyMessage::Frame(_)) => action(text),
        _ => None,
    }
}

#[cfg(not(feature = "all-protocols"))]
fn framed_action<'t>(_: &ReadMessage, _: &'t str) -> Option<&'t str> {
    None
}

/// Returns the action with its channel in a frame, as a client dispatches it or a host forwards it.
#[cfg(feature = "all-protocols")]
fn action(text: &str) -> Option<&str> {
    json::member(text, "jsonrpc")?;
    match json::member(text, "method")? {
        "\"dispatchAction\"" | "\"action\"" => json::member(text, "params"),
        _ => None,
    }
}
