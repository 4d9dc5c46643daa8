//! What the program does by protocol: a row for each, in a file of its name.

pub(crate) mod a2ui;
pub(crate) mod aap;
pub(crate) mod actions_json;
pub(crate) mod ahp;
mod mcp;
mod responses;

use crate::{json, misspellings, repair::Repair};
use bridge::{AnyMessage, Dialect, DialectOrProtocol, Protocol, a2ui::repair::Repairer};
use std::borrow::Cow;
use wire::{
    DecodeError, DecodeRule, EncodeError, Finding, Payload, Pointer, TypeInfo, Validate, WireType,
    decode::ReadError, token,
};

/// A protocol, as the program knows it.
pub(crate) struct ProtocolSupport {
    protocol: Protocol,
    /// The wire types of a dialect.
    types: fn(Dialect) -> Vec<&'static TypeInfo>,
    /// The names of those that are meant where none is named: the messages, of which not every dialect has all.
    pub(crate) usual: fn(DialectOrProtocol) -> &'static [&'static str],
    /// The types that have rules, by name.
    judges: fn(DialectOrProtocol) -> Vec<(&'static str, Judge)>,
    /// What judges a text of which nobody says the type.
    pub(crate) judge: fn(DialectOrProtocol, &str, &mut Vec<Finding>) -> Result<(), DecodeError>,
    /// Reads a text as the messages that it usually is, and writes them. The reader of A2UI remembers earlier texts.
    pub(crate) decode: fn(DialectOrProtocol, &str, &mut Repairer) -> Vec<Element>,
    /// Reads a text as a wire type, and writes it.
    pub(crate) rewrite: fn(&TypeInfo, &str) -> Result<RewrittenText, DecodeError>,
    /// The list of messages that an object holds, behind the name of its member. Arrays are lists in all protocols.
    message_list: fn(&str) -> Option<(&'static str, &str)>,
    /// The message that a frame, an event or a part of a message holds.
    unframe: fn(&str) -> Option<FramedMessage<'_>>,
    /// The name of the protocol, or of a dialect, if a text looks like a message of it.
    looks_like: fn(&str) -> Option<&'static str>,
}

/// Enters the findings about a text of one type, which is refused if it cannot be read.
pub(crate) type Judge = fn(&str, &mut Vec<Finding>) -> Result<(), DecodeError>;

/// All of them; of those that a text looks like, the first is meant.
static ALL: [&ProtocolSupport; 6] = [
    &a2ui::SUPPORT,
    &actions_json::SUPPORT,
    &aap::SUPPORT,
    &responses::SUPPORT,
    &ahp::SUPPORT,
    &mcp::SUPPORT,
];

/// What is known of a protocol.
pub(crate) fn of(named: DialectOrProtocol) -> &'static ProtocolSupport {
    let known = ALL.into_iter().find(|known| known.protocol == named.protocol());
    known.unwrap_or(&actions_json::SUPPORT)
}

impl ProtocolSupport {
    /// The wire type of a dialect that has this name.
    pub(crate) fn row(&self, dialect: Dialect, name: &str) -> Option<&'static TypeInfo> {
        (self.types)(dialect).into_iter().find(|row| row.name == name)
    }

    /// What judges texts of the type of this name, if that has rules.
    pub(crate) fn judge_of(&self, named: DialectOrProtocol, name: &str) -> Option<Judge> {
        (self.judges)(named).into_iter().find(|(judged, _)| *judged == name).map(|(_, judge)| judge)
    }
}

/// The names of the wire types of a protocol.
pub(crate) fn types(named: DialectOrProtocol) -> Vec<&'static str> {
    let mut names: Vec<_> = (of(named).types)(named.dialect).into_iter().map(|row| row.name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The names of those that have rules.
pub(crate) fn judged_types(named: DialectOrProtocol) -> Vec<&'static str> {
    (of(named).judges)(named).into_iter().map(|(name, _)| name).collect()
}

/// A message that stands in something else.
pub(crate) struct FramedMessage<'t> {
    /// Where it stands in that.
    pub(crate) at: Pointer,
    pub(crate) text: Cow<'t, str>,
    /// How pointers into the message begin that was completed, as the document does not have that: `/tools/0` of a single tool.
    pub(crate) within: &'static str,
    /// A member that is not taken over.
    pub(crate) beside: Option<Pointer>,
}

impl<'t> FramedMessage<'t> {
    /// A message alone.
    pub(crate) fn whole(text: &'t str) -> Self {
        Self { at: Pointer::root(), text: Cow::Borrowed(text), within: "", beside: None }
    }

    /// The value at a member, or at one below that, of a frame. The members of `own` make it one.
    fn inside(frame: &'t str, at: &[&str], text: &'t str, own: &[&str]) -> Self {
        let beside = |child: token::Child<'_>| {
            let name = token::name(child.name?);
            (!own.contains(&&*name)).then(|| Pointer::root().member(&name))
        };
        let at = at.iter().fold(Pointer::root(), |at, name| at.member(name));
        let beside = token::children(frame).find_map(beside);
        Self { at, text: Cow::Borrowed(text), within: "", beside }
    }

    /// The same, read as the message `before` … `behind`.
    fn wrapped_in(text: &'t str, (before, behind): (&str, &str), within: &'static str) -> Self {
        Self { text: Cow::Owned([before, text, behind].concat()), within, ..Self::whole("") }
    }

    /// The place in the document of one in the message.
    pub(crate) fn place_of(&self, in_message: &Pointer) -> Pointer {
        self.at.join(&outside(self.within, in_message))
    }
}

/// The place in the document, below its message, of a place in the message that was completed.
pub(crate) fn outside(within: &str, in_message: &Pointer) -> Pointer {
    if within.is_empty() {
        return in_message.clone();
    }
    let below = in_message.as_str().strip_prefix(within);
    below.and_then(|below| Pointer::parse(below).ok()).unwrap_or_default()
}

/// The message in a text that is a frame, an event or a part of a message.
pub(crate) fn unframe(named: DialectOrProtocol, text: &str) -> Option<FramedMessage<'_>> {
    (of(named).unframe)(text).filter(|_| Payload::is_json(text))
}

/// The messages of a document that holds several, each with its place: the elements of an array, and the records that a provider
/// lists. Nothing if it is one message. Those of A2UI are found where they are read.
pub(crate) fn elements<'t>(named: DialectOrProtocol, text: &'t str) -> Option<Vec<FramedMessage<'t>>> {
    if named.protocol() == Protocol::A2ui || !Payload::is_json(text) {
        return None;
    }
    if let Some(framed) = (of(named).unframe)(text) {
        return Some(vec![framed]);
    }
    let (at, list) = match text.trim_start() {
        list if list.starts_with('[') => (Pointer::root(), list),
        object if object.starts_with('{') => {
            let (name, list) = (of(named).message_list)(object)?;
            (Pointer::root().member(name), list)
        }
        _ => return None,
    };
    let is_list = list.starts_with('[');
    is_list.then(|| {
        let element = |(index, child): (usize, token::Child<'t>)| {
            let element = (of(named).unframe)(child.text).unwrap_or_else(|| FramedMessage::whole(child.text));
            FramedMessage { at: at.element(index).join(&element.at), ..element }
        };
        token::children(list).enumerate().map(element).collect()
    })
}

/// Whether a document is a list, or lists messages, and has no element. Without a protocol only an array is a list.
pub(crate) fn is_empty_list(named: Option<DialectOrProtocol>, text: &str) -> bool {
    let text = text.trim();
    let listed = named.filter(|_| text.starts_with('{')).and_then(|named| (of(named).message_list)(text));
    let list = listed.map_or(text, |(_, list)| list);
    let inner = list.strip_prefix('[').and_then(|list| list.strip_suffix(']'));
    inner.is_some_and(|inner| inner.trim().is_empty())
}

/// Whether an object lists messages.
pub(crate) fn is_message_list(named: DialectOrProtocol, object: &str) -> bool {
    (of(named).message_list)(object).is_some()
}

/// What stands beside the messages in an object that lists them, and is not taken over.
pub(crate) fn members_beside_list(named: DialectOrProtocol, text: &str) -> Option<Finding> {
    let (list, _) = (of(named).message_list)(text)?;
    let mut names =
        token::children(text).filter_map(|child| child.name).filter(|name| token::name(name) != list);
    let first = Pointer::root().member(&token::name(names.next()?));
    let message = match names.count() {
        0 => "a member next to the message list is ignored".to_owned(),
        more => format!("{} members next to the message list are ignored", more + 1),
    };
    Some(Finding::info("list/beside", first, message))
}

/// The protocol of which a text seems to be a message.
pub(crate) fn looks_like(text: &str) -> Option<&'static str> {
    ALL.into_iter().find_map(|known| (known.looks_like)(text))
}

/// What came of a message, and where that stands in its document.
pub(crate) struct Element {
    pub(crate) place: Pointer,
    /// What was changed to read it.
    pub(crate) repairs: Vec<Repair>,
    /// The pointer of an error counts from the document, as those of repairs do.
    pub(crate) result: Result<RewrittenText, DecodeError>,
}

impl From<Result<RewrittenText, DecodeError>> for Element {
    fn from(mut result: Result<RewrittenText, DecodeError>) -> Self {
        let repairs = result.as_mut().map(|decoded| std::mem::take(&mut decoded.repairs)).unwrap_or_default();
        Self { place: Pointer::root(), repairs, result }
    }
}

impl Element {
    /// The same in a document in which the text that was read stands in a frame.
    pub(crate) fn below(mut self, framed: &FramedMessage<'_>) -> Self {
        self.place = framed.at.join(&self.place);
        for repair in &mut self.repairs {
            repair.pointer = framed.place_of(&repair.pointer);
        }
        if let Err(error) = &mut self.result {
            error.pointer = framed.place_of(&error.pointer);
            // Line and column count from the element.
            (error.line, error.column) = (0, 0);
        }
        self
    }
}

/// The members of a message of A2UI or AHP that are nearly called like one of their type. Only where it has members that are not
/// known, its text is asked for and looked at.
pub(crate) fn misspelt_members<'t>(message: &AnyMessage, text: &dyn Fn() -> &'t str) -> Vec<Finding> {
    match message {
        AnyMessage::Message(message) => a2ui::misspelt_on_top(message, text),
        other => ahp::misspelt_members(other, text),
    }
}

/// A message, written again.
pub(crate) struct RewrittenText {
    pub(crate) text: String,
    pub(crate) repairs: Vec<Repair>,
}

impl RewrittenText {
    fn of(written: Result<String, EncodeError>, repairs: Vec<Repair>) -> Result<Self, DecodeError> {
        match written {
            Ok(text) => Ok(Self { text, repairs }),
            Err(error @ EncodeError::Depth { .. }) => {
                Err(ReadError::new(DecodeRule::Depth, error, "").into())
            }
            Err(error) => Err(ReadError::value(error, "").into()),
        }
    }
}

/// Whether an object has a member; of no object, no.
fn has_member(text: &str, name: &str) -> bool {
    Payload::is_json(text) && json::member(text, name).is_some()
}

/// Whether a text has a member, if it is an object.
fn has(text: &str, name: &str) -> bool {
    json::member(text, name).is_some()
}

/// Reads a text as it stands.
fn rewrite(row: &TypeInfo, text: &str) -> Result<RewrittenText, DecodeError> {
    RewrittenText::of(row.rewrite(text)?, Vec::new())
}

/// As [`rewrite`], as the one type that a message of the protocol has.
fn decode<T: WireType>(_: DialectOrProtocol, text: &str, _: &mut Repairer) -> Vec<Element> {
    vec![rewrite(T::INFO, text).into()]
}

/// A protocol whose messages stand in no frame.
fn no_frame(_: &str) -> Option<FramedMessage<'_>> {
    None
}

/// A protocol whose messages no object lists.
fn no_list(_: &str) -> Option<(&'static str, &str)> {
    None
}

/// The findings about a text that is read as it stands.
fn validate_exactly<T: WireType + Validate>(text: &str, found: &mut Vec<Finding>) -> Result<(), DecodeError> {
    let value = wire::decode::<T>(text)?;
    found.extend(misspellings::misspelt_members(T::INFO, &[], text));
    value.findings(&Pointer::root(), found);
    Ok(())
}

macro_rules! judges {
    ($judge:ident: $($Type:ty),* $(,)?) => {
        vec![$( (<$Type as ::wire::WireType>::NAME, $judge::<$Type> as $crate::protocol::Judge) ),*]
    };
}
use judges;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dialect_has_a_row_of_its_protocol_and_types_of_the_names_that_are_meant() {
        for &dialect in Dialect::ALL {
            let known = of(dialect.into());
            assert_eq!(known.protocol, dialect.protocol(), "{dialect}");
            let usual = (known.usual)(dialect.into());
            assert!(usual.iter().any(|usual| known.row(dialect, usual).is_some()), "{dialect}: {usual:?}");
            assert!(!(known.judges)(dialect.into()).is_empty(), "{dialect}");
        }
    }
}
