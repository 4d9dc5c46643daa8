//! The program's support for each protocol: one row per protocol, in a file of its name.

pub mod a2ui;
#[cfg(feature = "all-protocols")]
pub mod aap;
#[cfg(feature = "all-protocols")]
mod acp;
#[cfg(feature = "all-protocols")]
pub mod actions_json;
#[cfg(feature = "all-protocols")]
mod adaptive_cards;
#[cfg(feature = "all-protocols")]
pub mod ahp;
#[cfg(feature = "all-protocols")]
mod elicitation;
#[cfg(feature = "all-protocols")]
mod mcp;
#[cfg(feature = "all-protocols")]
mod mcp_elicitation;
pub mod recognition;
#[cfg(feature = "all-protocols")]
mod responses;
#[cfg(feature = "all-protocols")]
mod slack_blocks;

use crate::{
    json::{self, ObjectMembers},
    misspellings,
    repair::Repair,
};
use bridge::{AnyMessage, Dialect, DialectOrProtocol, Protocol, a2ui::repair::Repairer};
use std::{borrow::Cow, fmt, iter};
use wire::{
    DecodeError, DecodeRule, EncodeError, Finding, Payload, Pointer, Severity, TypeInfo, Validate,
    WireType, decode::ReadError, token,
};

/// The program's support for one protocol: finding its messages in texts.
pub struct ProtocolSupport {
    protocol: Protocol,
    /// Returns the message list in an object, with the name of its member. Arrays are lists in all protocols.
    message_list: fn(&str) -> Option<(&'static str, &str)>,
    /// Returns the message inside a frame, an event or an enclosing message.
    unframe: fn(&str) -> Option<FramedMessage<'_>>,
    /// Returns the name of the protocol or dialect if a text looks like one of its messages.
    looks_like: fn(&str) -> Option<&'static str>,
    /// `true` if messages may be inside Server-Sent Events.
    pub is_in_events: bool,
    /// The messages that a conversion skips because they have no counterpart.
    skips: Option<&'static SkipReason>,
    /// Returns the evidence that an object belongs to the protocol, such as `the member x`.
    evidence: fn(&ObjectMembers<'_>) -> Option<String>,
}

/// The program's support for the wire types of one protocol.
///
/// This support refers to the code that reads and writes every type. Translations do not need that code, so it is
/// separate from [`ProtocolSupport`]. A program that only translates does not contain the code.
pub struct TypeSupport {
    /// Returns the wire types of a dialect.
    types: fn(Dialect) -> Vec<&'static TypeInfo>,
    /// Returns the names of the default types: the messages. Some dialects do not have all of them.
    pub usual: fn(DialectOrProtocol) -> &'static [&'static str],
    /// Returns the types with validation rules, by name.
    validators: fn(DialectOrProtocol) -> Vec<(&'static str, Validator)>,
    /// Validates a text whose type is not stated.
    pub validate: fn(DialectOrProtocol, &str, &mut Vec<Finding>) -> Result<(), DecodeError>,
    /// Reads a text as the default messages, writes them, and passes them on one by one. The reader of A2UI remembers earlier
    /// texts.
    pub decode: fn(DialectOrProtocol, &str, &mut Repairer, TakeElement<'_>),
    /// Reads a text as a wire type and writes it.
    pub rewrite: fn(&TypeInfo, &str) -> Result<RewrittenText, DecodeError>,
    /// Creates the check of the messages of a file against each other.
    pub across_messages: Option<fn() -> Box<dyn CheckAcross>>,
}

impl fmt::Debug for ProtocolSupport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProtocolSupport")
            .field("protocol", &self.protocol)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for TypeSupport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TypeSupport").finish_non_exhaustive()
    }
}

/// A validation function for one type. It adds findings, and fails if the text cannot be read.
pub type Validator = fn(&str, &mut Vec<Finding>) -> Result<(), DecodeError>;

/// A check of messages against the earlier ones in the same file.
pub trait CheckAcross: Send {
    /// Returns a copy with the same earlier messages.
    fn copy(&self) -> Box<dyn CheckAcross>;

    /// Returns the messages after which a new check remembers what this one does.
    fn remembered_messages(&self) -> Vec<Payload>;

    /// Returns the finding about the next message, which begins on `line`.
    fn validate(&mut self, text: &str, line: &dyn Fn() -> usize) -> Option<Finding>;
}

/// A reason to skip messages, with the texts of its report.
#[derive(Debug)]
pub struct SkipReason {
    /// The rule of the report.
    pub rule: &'static str,
    /// The severity of the report.
    pub severity: Severity,
    /// The sentence about a single message.
    pub one: &'static str,
    /// The sentence about several messages, without their number.
    pub several: &'static str,
    /// The hint of the report.
    pub hint: &'static str,
}

impl SkipReason {
    /// Returns the reason to skip messages refused under this rule, or `None` if the refusal stays an error.
    pub fn of_rule(rule: &str) -> Option<&'static Self> {
        ALL.iter()
            .filter_map(|known| known.skips)
            .find(|reason| reason.rule == rule)
    }
}

/// All protocols. If a text looks like several, the first one applies.
static ALL: &[&ProtocolSupport] = &[
    &a2ui::SUPPORT,
    #[cfg(feature = "all-protocols")]
    &actions_json::SUPPORT,
    #[cfg(feature = "all-protocols")]
    &aap::SUPPORT,
    #[cfg(feature = "all-protocols")]
    &responses::SUPPORT,
    #[cfg(feature = "all-protocols")]
    &acp::SUPPORT,
    #[cfg(feature = "all-protocols")]
    &mcp_elicitation::SUPPORT,
    #[cfg(feature = "all-protocols")]
    &ahp::SUPPORT,
    #[cfg(feature = "all-protocols")]
    &mcp::SUPPORT,
    #[cfg(feature = "all-protocols")]
    &adaptive_cards::SUPPORT,
    #[cfg(feature = "all-protocols")]
    &slack_blocks::SUPPORT,
];

/// Returns the support for a protocol.
pub fn of(named: DialectOrProtocol) -> &'static ProtocolSupport {
    let known = ALL.iter().find(|known| known.protocol == named.protocol());
    known.copied().unwrap_or(&a2ui::SUPPORT)
}

/// Returns the support for the wire types of a protocol.
pub fn types_of(named: DialectOrProtocol) -> &'static TypeSupport {
    match named.protocol() {
        #[cfg(feature = "all-protocols")]
        Protocol::ActionsJson => &actions_json::TYPES,
        #[cfg(feature = "all-protocols")]
        Protocol::Aap => &aap::TYPES,
        #[cfg(feature = "all-protocols")]
        Protocol::Responses => &responses::TYPES,
        #[cfg(feature = "all-protocols")]
        Protocol::Ahp => &ahp::TYPES,
        #[cfg(feature = "all-protocols")]
        Protocol::Mcp => &mcp::TYPES,
        #[cfg(feature = "all-protocols")]
        Protocol::McpElicitation => &mcp_elicitation::TYPES,
        #[cfg(feature = "all-protocols")]
        Protocol::Acp => &acp::TYPES,
        #[cfg(feature = "all-protocols")]
        Protocol::AdaptiveCards => &adaptive_cards::TYPES,
        #[cfg(feature = "all-protocols")]
        Protocol::SlackBlocks => &slack_blocks::TYPES,
        _ => &a2ui::TYPES,
    }
}

impl TypeSupport {
    /// Returns the wire type with this name in a dialect.
    pub fn row(&self, dialect: Dialect, name: &str) -> Option<&'static TypeInfo> {
        (self.types)(dialect)
            .into_iter()
            .find(|row| row.name == name)
    }

    /// Returns the validation function of the type with this name, if it has rules.
    pub fn validator_of(&self, named: DialectOrProtocol, name: &str) -> Option<Validator> {
        (self.validators)(named)
            .into_iter()
            .find(|(own, _)| *own == name)
            .map(|(_, validate)| validate)
    }
}

/// Lists the names of the wire types of a protocol.
pub fn types(named: DialectOrProtocol) -> Vec<&'static str> {
    let mut names: Vec<_> = (types_of(named).types)(named.dialect)
        .into_iter()
        .map(|row| row.name)
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Lists the names of the wire types with validation rules.
pub fn validated_types(named: DialectOrProtocol) -> Vec<&'static str> {
    (types_of(named).validators)(named)
        .into_iter()
        .map(|(name, _)| name)
        .collect()
}

/// A message inside a document or an enclosing text.
#[derive(Debug)]
pub struct FramedMessage<'t> {
    /// The place of the message in the document.
    pub at: Pointer,
    /// The text of the message.
    pub text: Cow<'t, str>,
    /// The prefix of pointers into a wrapped message that the document does not have: `/tools/0` for a single tool.
    pub within: &'static str,
    /// A member of the frame that is ignored.
    pub beside: Option<Pointer>,
}

impl<'t> FramedMessage<'t> {
    /// Creates a message without a frame.
    pub fn whole(text: &'t str) -> Self {
        Self {
            at: Pointer::root(),
            text: Cow::Borrowed(text),
            within: "",
            beside: None,
        }
    }

    /// Creates the message at `at` of a frame. `frame_members` names the members that the frame may have.
    fn inside(frame: &'t str, at: &[&str], text: &'t str, frame_members: &[&str]) -> Self {
        Self {
            at: at.iter().fold(Pointer::root(), |at, name| at.member(name)),
            text: Cow::Borrowed(text),
            within: "",
            beside: json::first_other_member(frame, frame_members),
        }
    }

    /// Wraps a text into the message `before` … `after`.
    fn wrapped_in(text: &'t str, (before, after): (&str, &str), within: &'static str) -> Self {
        Self {
            text: Cow::Owned([before, text, after].concat()),
            within,
            ..Self::whole("")
        }
    }

    /// Converts a place in the message into a place in the document.
    pub fn place_of(&self, in_message: &Pointer) -> Pointer {
        self.at.join(&outside(self.within, in_message))
    }
}

/// Converts a place in a wrapped message into a place below its message in the document.
pub fn outside(within: &str, in_message: &Pointer) -> Pointer {
    if within.is_empty() {
        return in_message.clone();
    }
    let below = in_message.as_str().strip_prefix(within);
    below
        .and_then(|below| Pointer::parse(below).ok())
        .unwrap_or_default()
}

/// Returns the message inside a frame, an event or an enclosing message.
pub fn unframe(named: DialectOrProtocol, text: &str) -> Option<FramedMessage<'_>> {
    (of(named).unframe)(text).filter(|_| Payload::is_json(text))
}

/// The messages of a document, in order. A long list is never in memory as a whole.
pub type FramedMessages<'t> = Box<dyn Iterator<Item = FramedMessage<'t>> + 't>;

/// Returns the messages of a document that contains several: the elements of an array, or the records that a provider
/// lists. Returns `None` for a single message. The reader of A2UI separates its messages itself.
pub fn elements<'t>(named: DialectOrProtocol, text: &'t str) -> Option<FramedMessages<'t>> {
    if named.protocol() == Protocol::A2ui || !Payload::is_json(text) {
        return None;
    }
    if let Some(framed) = (of(named).unframe)(text) {
        return Some(Box::new(iter::once(framed)));
    }
    let (at, list) = match text.trim_start() {
        list if list.starts_with('[') => (Pointer::root(), list),
        object if object.starts_with('{') => {
            let (name, list) = (of(named).message_list)(object)?;
            (Pointer::root().member(name), list)
        }
        _ => return None,
    };
    if !list.starts_with('[') {
        return None;
    }
    let children = token::children(list).enumerate();
    Some(Box::new(children.map(move |(index, child)| {
        list_element(named, child.text, &at.element(index))
    })))
}

/// Returns the message in an element of a list. `at` is the place of the element.
fn list_element<'t>(named: DialectOrProtocol, text: &'t str, at: &Pointer) -> FramedMessage<'t> {
    let element = match (of(named).unframe)(text) {
        Some(framed) => framed,
        None => FramedMessage::whole(text),
    };
    FramedMessage {
        at: at.join(&element.at),
        ..element
    }
}

/// Returns `true` if the document is an empty list, or an object with an empty message list. Without a protocol, only
/// arrays are lists.
pub fn is_empty_list(named: Option<DialectOrProtocol>, text: &str) -> bool {
    let text = text.trim();
    let mut list = text;
    if let Some(named) = named {
        if text.starts_with('{') {
            if let Some((_, listed)) = (of(named).message_list)(text) {
                list = listed;
            }
        }
    }
    let Some(rest) = list.strip_prefix('[') else {
        return false;
    };
    match rest.strip_suffix(']') {
        Some(inner) => inner.trim().is_empty(),
        None => false,
    }
}

/// Returns `true` if the object contains a message list.
pub fn is_message_list(named: DialectOrProtocol, object: &str) -> bool {
    (of(named).message_list)(object).is_some()
}

/// Returns the notice about ignored members next to a message list.
pub fn members_beside_list(named: DialectOrProtocol, text: &str) -> Option<Finding> {
    let (list, _) = (of(named).message_list)(text)?;
    let mut names = token::children(text)
        .filter_map(|child| child.name)
        .filter(|name| token::name(name) != list);
    let first = Pointer::root().member(&token::name(names.next()?));
    let message = match names.count() {
        0 => "a member next to the message list is ignored".to_owned(),
        more => format!("{} members next to the message list are ignored", more + 1),
    };
    Some(Finding::info("list/beside", first, message))
}

/// Returns the name of the protocol or dialect to which the text seems to belong.
pub fn looks_like(text: &str) -> Option<&'static str> {
    ALL.iter().find_map(|known| (known.looks_like)(text))
}

/// A function that takes the messages of a document one by one, so that they are not in memory as a whole.
pub type TakeElement<'a> = &'a mut dyn FnMut(Element);

/// The result of reading a message, with its place in the document.
#[derive(Debug)]
pub struct Element {
    /// The place of the message in the document.
    pub place: Pointer,
    /// The repairs that were needed to read the message.
    pub repairs: Vec<Repair>,
    /// The result. Pointers of errors and repairs are relative to the document.
    pub result: Result<RewrittenText, DecodeError>,
}

impl From<Result<RewrittenText, DecodeError>> for Element {
    fn from(mut result: Result<RewrittenText, DecodeError>) -> Self {
        let repairs = match &mut result {
            Ok(decoded) => std::mem::take(&mut decoded.repairs),
            Err(_) => Vec::new(),
        };
        Self {
            place: Pointer::root(),
            repairs,
            result,
        }
    }
}

impl Element {
    /// Converts the places of an element inside a frame into places of the document.
    pub fn below(mut self, framed: &FramedMessage<'_>) -> Self {
        self.place = framed.at.join(&self.place);
        for repair in &mut self.repairs {
            repair.pointer = framed.place_of(&repair.pointer);
        }
        if let Err(error) = &mut self.result {
            error.pointer = framed.place_of(&error.pointer);
            // Line and column are relative to the element, so they are dropped.
            (error.line, error.column) = (0, 0);
        }
        self
    }
}

/// Returns findings for misspelt members of an A2UI or AHP message. The text is only requested if the message has
/// unknown members.
pub fn misspelt_members<'t>(message: &AnyMessage, text: &dyn Fn() -> &'t str) -> Vec<Finding> {
    match message {
        AnyMessage::Message(message) => a2ui::misspelt_on_top(message, text),
        #[cfg(feature = "all-protocols")]
        other => ahp::misspelt_members(other, text),
        #[cfg(not(feature = "all-protocols"))]
        _ => Vec::new(),
    }
}

/// A message that was read and written again.
#[derive(Debug)]
pub struct RewrittenText {
    /// The message as JSON.
    pub text: String,
    /// The repairs that were needed to read the message.
    pub repairs: Vec<Repair>,
}

impl RewrittenText {
    fn of(written: Result<String, EncodeError>, repairs: Vec<Repair>) -> Result<Self, DecodeError> {
        match written {
            Ok(text) => Ok(Self { text, repairs }),
            Err(error @ EncodeError::Depth { .. }) => Err(ReadError::new(
                DecodeRule::Depth,
                error,
                "nest arrays and objects less deep",
            )
            .into()),
            Err(error) => {
                Err(ReadError::new(DecodeRule::Value, error, "remove the repeated member").into())
            }
        }
    }
}

/// Returns `true` if the text is a valid object with this member.
fn has_member(text: &str, name: &str) -> bool {
    Payload::is_json(text) && json::member(text, name).is_some()
}

/// Returns `true` if the text, which must be JSON, has this member.
fn has(text: &str, name: &str) -> bool {
    json::member(text, name).is_some()
}

/// Reads and writes a text without repairs.
fn rewrite(row: &TypeInfo, text: &str) -> Result<RewrittenText, DecodeError> {
    RewrittenText::of(row.rewrite(text)?, Vec::new())
}

/// Reads and writes a text without repairs, for a protocol with a single message type.
fn decode<T: WireType>(_: DialectOrProtocol, text: &str, _: &mut Repairer, take: TakeElement<'_>) {
    take(rewrite(T::INFO, text).into());
}

/// The `unframe` function of protocols without frames.
fn no_frame(_: &str) -> Option<FramedMessage<'_>> {
    None
}

/// The `message_list` function of protocols without message lists.
fn no_list(_: &str) -> Option<(&'static str, &str)> {
    None
}

/// Validates a text that is read without repairs.
fn validate_exactly<T: WireType + Validate>(
    text: &str,
    found: &mut Vec<Finding>,
) -> Result<(), DecodeError> {
    let value = wire::decode::<T>(text)?;
    add_findings(&value, T::INFO, text, found);
    Ok(())
}

/// Adds the findings about a value, and about the misspelt members of its text.
fn add_findings(value: &dyn Validate, row: &TypeInfo, text: &str, found: &mut Vec<Finding>) {
    found.extend(misspellings::misspelt_members(row, &[], text));
    value.findings(&Pointer::root(), found);
}

/// Lists wire types with their validators. `validators!(check: A, B)` becomes
/// `vec![(A::NAME, check::<A> as Validator), (B::NAME, check::<B> as Validator)]`.
macro_rules! validators {
    ($validate:ident: $($Type:ty),* $(,)?) => {
        vec![$( (<$Type as ::wire::WireType>::NAME, $validate::<$Type> as $crate::protocol::Validator) ),*]
    };
}
use validators;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dialect_has_its_protocol_row_and_default_types() {
        for &dialect in Dialect::ALL {
            assert_eq!(of(dialect.into()).protocol, dialect.protocol(), "{dialect}");
            let known = types_of(dialect.into());
            let usual = (known.usual)(dialect.into());
            assert!(
                usual
                    .iter()
                    .any(|usual| known.row(dialect, usual).is_some()),
                "{dialect}: {usual:?}"
            );
            assert!(!(known.validators)(dialect.into()).is_empty(), "{dialect}");
        }
    }
}
