//! The repair of one document.

use super::patch;
use crate::{input::Input, json, limits::MAX_FINDINGS, place::Place, protocol, repair::Repair};
use bridge::{
    DialectOrProtocol, Protocol,
    a2ui::repair::{Checkpoint, Repairer, repair_json},
};
use std::collections::BTreeSet;
use wire::{DecodeError, Pointer};

/// The maximum number of rounds in which one document is repaired. The repairs of a round may show further problems.
const ROUNDS: usize = 4;

/// A repairer of the documents of all drafts.
pub(super) struct DocumentRepairer {
    pub(super) named: DialectOrProtocol,
    repairer: Repairer,
}

/// The result of reading and repairing a document.
#[derive(Default)]
pub(super) struct RepairedDocument {
    /// The repaired text in pieces, which are documents; `None` if there is nothing to repair, or only unsafe repairs.
    pub(super) pieces: Option<Vec<String>>,
    /// The repairs in the text.
    pub(super) repairs: Vec<Repair>,
    /// The errors of unreadable messages.
    pub(super) errors: Vec<DecodeError>,
    /// The number of messages that were read.
    pub(super) messages: usize,
}

/// The messages that are read from one place of a document.
struct MessageGroup {
    place: Pointer,
    /// The messages as they are written; `None` if one cannot be read.
    messages: Option<Vec<String>>,
    repairs: Vec<Repair>,
    /// The error of an unreadable message.
    error: Option<DecodeError>,
    /// The number of messages that were read.
    count: usize,
}

/// A repair that a document still needs: its rule and place.
pub(crate) type RemainingRepair = (&'static str, Pointer);

impl DocumentRepairer {
    pub(super) fn new(named: DialectOrProtocol) -> Self {
        Self {
            named,
            repairer: Repairer::new(named.a2ui_version()),
        }
    }

    /// Reads a document that is not JSON. Returns `false` if it cannot be read; the next documents may then be part of
    /// it.
    pub(super) fn read_unrepaired(&mut self, input: &Input<'_>) -> bool {
        input.announce_to(&mut self.repairer);
        let Ok(text) = input.text else { return false };
        if self.named.protocol() != Protocol::A2ui {
            return false;
        }
        let before = self.repairer.checkpoint();
        let is_read = self.repairer.read(text).is_ok();
        if is_read {
            self.repairer.restore(&before);
        }
        self.repairer.release(before);
        is_read
    }

    /// Reads and repairs a document.
    pub(super) fn repair(&mut self, input: &Input<'_>, text: &str) -> RepairedDocument {
        input.announce_to(&mut self.repairer);
        repair_document(self.named, input, text, &mut self.repairer)
    }
}

/// Returns the repairs that a document still needs after all rounds. `before` is the state of the reader before the
/// document. Afterwards, the reader has the state after the document.
pub(crate) fn remaining_repairs(
    named: DialectOrProtocol,
    text: &str,
    repairer: &mut Repairer,
    before: &Checkpoint,
) -> BTreeSet<RemainingRepair> {
    let mut texts = vec![text.to_owned()];
    for _ in 0..ROUNDS {
        repairer.restore(before);
        let (mut next, mut is_changed) = (Vec::new(), false);
        for text in texts {
            let input = Input::new(Place::START, Ok(&text));
            match repair_document(named, &input, &text, repairer).pieces {
                Some(pieces) => {
                    next.extend(pieces);
                    is_changed = true;
                }
                None => next.push(text),
            }
        }
        texts = next;
        if !is_changed {
            break;
        }
    }
    repairer.restore(before);
    let left = remaining(named, &texts, repairer);
    repairer.restore(before);
    // The document is read again for its effect on the reader.
    drop(read_groups(named, text, repairer));
    left
}

/// Reads and repairs a document once.
fn repair_document(
    named: DialectOrProtocol,
    input: &Input<'_>,
    text: &str,
    repairer: &mut Repairer,
) -> RepairedDocument {
    let before = repairer.checkpoint();
    let mut groups = read_groups(named, text, repairer);
    let mut repaired = RepairedDocument {
        errors: groups
            .iter_mut()
            .filter_map(|group| group.error.take())
            .collect(),
        messages: groups.iter().map(|group| group.count).sum(),
        ..RepairedDocument::default()
    };
    if groups.iter().any(|group| !group.repairs.is_empty()) {
        let rest = &mut |pieces: &[String]| {
            repairer.restore(&before);
            remaining(named, pieces, repairer)
        };
        if let Some((pieces, repairs)) = repair_groups(named, input, text, &groups, rest) {
            (repaired.pieces, repaired.repairs) = (Some(pieces), repairs);
        }
        repairer.restore(&before);
        // The document is read again for its effect on the reader.
        drop(read_groups(named, text, repairer));
    }
    repairer.release(before);
    repaired
}

/// Returns the repaired document in pieces, with the repairs. `rest` returns the repairs that pieces still need.
fn repair_groups(
    named: DialectOrProtocol,
    input: &Input<'_>,
    text: &str,
    groups: &[MessageGroup],
    rest: &mut dyn FnMut(&[String]) -> BTreeSet<RemainingRepair>,
) -> Option<(Vec<String>, Vec<Repair>)> {
    if json::syntax_error(text).is_some() {
        // The first round repairs the JSON syntax.
        let repaired = repair_json(text)?;
        let repairs: Vec<_> = repaired.repairs.into_iter().map(Repair::from).collect();
        if repairs.iter().any(|repair| !repair.is_safe) {
            return None;
        }
        return Some((vec![repaired.text], repairs));
    }
    let mut pieces = patch_messages(input, text, groups);
    let mut left = rest(&pieces);
    // A repair of the list or string around the messages cannot be applied inside them. The messages are then written
    // without it.
    if !left.is_empty() && named.protocol() == Protocol::A2ui {
        if let Some(messages) = safe_messages(groups) {
            let left_of_messages = rest(&messages);
            if left_of_messages.is_empty() {
                (pieces, left) = (messages, left_of_messages);
            }
        }
    }
    let mut repairs = Vec::new();
    for repair in groups.iter().flat_map(|group| &group.repairs) {
        if repair.is_safe && !left.contains(&(repair.rule, repair.pointer.clone())) {
            repairs.push(repair.clone());
        }
    }
    let is_unchanged = matches!(&pieces[..], [one] if one == text);
    if is_unchanged || repairs.is_empty() {
        return None;
    }
    Some((pieces, repairs))
}

/// Returns the messages of all groups, if all can be read and no repair is a guess.
fn safe_messages(groups: &[MessageGroup]) -> Option<Vec<String>> {
    let mut all = Vec::new();
    for group in groups {
        if group.repairs.iter().any(|repair| !repair.is_safe) {
            return None;
        }
        all.extend(group.messages.clone()?);
    }
    Some(all)
}

/// Reads a document and groups its messages by place.
fn read_groups(named: DialectOrProtocol, text: &str, repairer: &mut Repairer) -> Vec<MessageGroup> {
    let known = protocol::types_of(named);
    let mut groups = MessageGroups::default();
    match protocol::elements(named, text) {
        Some(listed) => {
            for framed in listed {
                (known.decode)(named, &framed.text, repairer, &mut |element| {
                    groups.push(element.below(&framed))
                });
            }
        }
        None => (known.decode)(named, text, repairer, &mut |element| groups.push(element)),
    }
    groups.groups
}

/// The messages of a document, grouped by place.
#[derive(Default)]
struct MessageGroups {
    groups: Vec<MessageGroup>,
    /// The number of messages that can be neither read nor repaired.
    unreadable: usize,
}

impl MessageGroups {
    fn push(&mut self, element: protocol::Element) {
        if element.result.is_err() && element.repairs.is_empty() {
            self.unreadable += 1;
            // The errors of further unreadable messages are not listed.
            if self.unreadable > MAX_FINDINGS {
                return;
            }
        }
        let (message, error) = match element.result {
            Ok(decoded) => (Some(decoded.text), None),
            Err(error) => (None, Some(error)),
        };
        let count = usize::from(message.is_some());
        match self.groups.last_mut() {
            Some(group) if group.place == element.place => {
                match (&mut group.messages, message) {
                    (Some(messages), Some(message)) => messages.push(message),
                    // One unreadable message makes the group unreadable.
                    _ => group.messages = None,
                }
                group.repairs.extend(element.repairs);
                group.count += count;
            }
            _ => self.groups.push(MessageGroup {
                place: element.place,
                messages: message.map(|message| vec![message]),
                repairs: element.repairs,
                error,
                count,
            }),
        }
    }
}

/// Returns the repairs that the documents still need.
fn remaining(
    named: DialectOrProtocol,
    texts: &[String],
    repairer: &mut Repairer,
) -> BTreeSet<RemainingRepair> {
    let groups = texts
        .iter()
        .flat_map(|text| read_groups(named, text, repairer));
    let repairs = groups.flat_map(|group| group.repairs);
    wire::collect_set(repairs.map(|repair| (repair.rule, repair.pointer)))
}

/// Returns the document with each message repaired in place. A single message that was split into several becomes
/// several documents.
fn patch_messages(input: &Input<'_>, text: &str, groups: &[MessageGroup]) -> Vec<String> {
    let mut new = String::with_capacity(text.len());
    let mut at = 0;
    for group in groups {
        let is_safe =
            !group.repairs.is_empty() && group.repairs.iter().all(|repair| repair.is_safe);
        let (Some(messages), true) = (&group.messages, is_safe) else {
            continue;
        };
        let Some([first, more @ ..]) = messages.get(..) else {
            continue;
        };
        let Some(value) = input.value(&group.place).map(str::trim_ascii_end) else {
            continue;
        };
        let start = input.offset(&group.place);
        let one = patch::patch(value, first);
        if group.place.is_root() {
            return std::iter::once(one.into_owned())
                .chain(more.iter().cloned())
                .collect();
        }
        new += text.get(at..start).unwrap_or_default();
        at = start + value.len();
        if is_value_of_member(text, start) {
            let messages: Vec<_> = std::iter::once(&*one)
                .chain(more.iter().map(String::as_str))
                .collect();
            new = [&*new, "[", &messages.join(", "), "]"].concat();
            continue;
        }
        let front = text.get(..start).unwrap_or_default();
        let outside = front.trim_end_matches([' ', '\t']);
        let separator = match (outside.ends_with('\n'), front.get(outside.len()..)) {
            (true, Some(indent)) => format!(",\n{indent}"),
            _ => ", ".to_owned(),
        };
        new += &one;
        for message in more {
            new += &separator;
            new += message;
        }
    }
    vec![new + text.get(at..).unwrap_or_default()]
}

/// Returns `true` if the value at this offset is the value of a member. A message there takes the place of a list.
fn is_value_of_member(text: &str, start: usize) -> bool {
    text.get(..start)
        .is_some_and(|front| front.trim_ascii_end().ends_with(':'))
}
