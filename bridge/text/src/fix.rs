//! Corrections of texts: every safe repair and every unambiguous suggestion.
//!
//! A text is changed in rounds, because repaired text may show further problems. Everything that needs no change stays
//! the same, byte for byte.

mod draft;
mod patch;

use crate::{
    check::{self, CheckOptions, ManifestRules},
    diagnostic::Diagnostic,
    inference::protocol_of,
    input::{self, BeforeRead, Input, InputOptions, OpenInput},
    json, misspellings,
    place::Place,
    protocol, recover,
    repair::Repair,
};
use bridge::{
    DialectOrProtocol, Protocol,
    a2ui::repair::{Repairer, repair_json},
};
pub use draft::Draft;
use draft::Edit;
use std::{collections::BTreeSet, io::Cursor, ops::Range};
use wire::{
    DecodeError, Finding, Fix, Pointer,
    syntax::{Progress, Syntax},
    token::{self, Tokens},
};

/// The maximum number of rounds, so that two changes that undo each other end.
pub const ROUNDS: usize = 16;

/// A corrected text.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct RepairedText {
    /// The text. What needs no correction is unchanged, byte for byte.
    pub text: String,
    /// The corrections in the order in which they were made. Each place is that of the text before it.
    pub changes: Vec<Diagnostic>,
    /// The problems that remain, at their places in the corrected text.
    pub findings: Vec<Diagnostic>,
}

/// Applies every safe repair and every unambiguous suggestion to a text, as `agent-ui check --fix` does. If no
/// protocol is named, the text shows it.
///
/// # Errors
/// Returns an error if the protocol cannot be inferred.
///
/// ```
/// let repaired = agent_ui_text::repair(r#"{"version":"v0.9","deleteSurface":{"surfaceID":"s"},}"#, None)?;
/// assert_eq!(repaired.text, r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#);
/// assert_eq!(repaired.changes.len(), 2);
/// # Ok::<(), Box<agent_ui_text::Diagnostic>>(())
/// ```
pub fn repair(text: &str, protocol: Option<DialectOrProtocol>) -> Result<RepairedText, Box<Diagnostic>> {
    let protocol = protocol_of(text, protocol)?;
    let options = FixOptions { protocol, is_typed: false, is_one_session: true };
    let mut drafts = [Draft::new(None, text.as_bytes())];
    let mut changes = Vec::new();
    let current = |drafts: &[Draft]| -> String {
        drafts.iter().map(|draft| String::from_utf8_lossy(&draft.text()).into_owned()).collect()
    };
    let check =
        |text: &str| check::findings(text, protocol, &CheckOptions::default(), &ManifestRules::default());
    for _ in 0..ROUNDS {
        let mut round = FixRound::of(options, &drafts);
        if round.is_empty() {
            let found = check(&current(&drafts))?;
            found.iter().for_each(|(place, finding)| round.suggest(place, finding));
        }
        if round.is_empty() {
            break;
        }
        let applied = round.apply(&mut drafts).into_iter();
        changes.extend(applied.map(|ReportedChange { place, rule, pointer, message }| {
            Diagnostic::of_finding(&place, &Finding::info(rule, pointer, message))
        }));
    }
    let text = current(&drafts);
    let found = check(&text)?;
    let findings = found.iter().map(|(place, finding)| Diagnostic::of_finding(place, finding)).collect();
    Ok(RepairedText { text, changes, findings })
}

/// The way to correct texts.
#[derive(Clone, Copy, Debug)]
pub struct FixOptions {
    /// The protocol of the messages.
    pub protocol: DialectOrProtocol,
    /// `true` if each document is a value of a stated type. Repairs do not apply then.
    pub is_typed: bool,
    /// `true` if all texts form one session.
    pub is_one_session: bool,
}

/// The changes of one round.
#[derive(Debug)]
pub struct FixRound {
    texts: Vec<FixText>,
    /// The changes of each text, in the order of `texts`.
    changes: Vec<Vec<FixChange>>,
}

/// A text with the offsets of its lines and documents.
#[derive(Debug)]
struct FixText {
    file: Option<std::sync::Arc<str>>,
    bytes: Vec<u8>,
    /// The offset of the first byte of each line.
    lines: Vec<usize>,
    /// The documents that appear literally in the text, in order, each with its offset.
    documents: Vec<(usize, String)>,
}

/// An edit with its report lines.
#[derive(Debug)]
struct FixChange {
    edit: Edit,
    reported: Vec<ReportedChange>,
}

/// A repair or an applied suggestion, as it is reported.
#[derive(Clone, Debug)]
pub struct ReportedChange {
    /// The place in the text before the round.
    pub place: Place,
    /// The rule of the repair, or of the finding that suggests the change.
    pub rule: &'static str,
    /// The pointer of the value in its document.
    pub pointer: Pointer,
    /// The sentence that states the change.
    pub message: String,
}

impl FixRound {
    /// Reads the documents of all drafts and repairs them.
    pub fn of(options: FixOptions, drafts: &[Draft]) -> Self {
        let FixOptions { protocol: named, is_typed, is_one_session } = options;
        let mut document_repairer = DocumentRepairer { named, repairer: Repairer::new(named.a2ui_version()) };
        let mut round = Self { texts: Vec::new(), changes: Vec::new() };
        for draft in drafts {
            if !is_one_session {
                document_repairer.repairer = Repairer::new(named.a2ui_version());
            }
            let mut text = FixText::new(draft);
            let mut changes = Vec::new();
            let mut input_options = InputOptions::default();
            if !is_typed {
                input_options.protocol = Some(named);
                input_options.finds_messages = named.protocol() == Protocol::A2ui;
            }
            let reader = Box::new(Cursor::new(text.bytes.clone()));
            let before: BeforeRead<'_> = &mut || Ok(());
            // Reading from memory does not fail.
            if let Ok((mut open, _)) = OpenInput::open(reader, text.file.clone(), input_options, before) {
                while open.next(before).unwrap_or(false) {
                    // Repairs are for whole messages, so only suggestions apply to values of a type.
                    let document_repairer = (!is_typed).then_some(&mut document_repairer);
                    text.take(&open.last(), document_repairer, &mut changes);
                }
            }
            round.texts.push(text);
            round.changes.push(changes);
        }
        round
    }

    /// Returns `true` if nothing is changed.
    pub fn is_empty(&self) -> bool {
        self.changes.iter().all(Vec::is_empty)
    }

    /// Adds the change that a finding suggests.
    pub fn suggest(&mut self, place: &Place, finding: &Finding) {
        let Some(fix) = &finding.fix else { return };
        let is_it = |text: &FixText| text.file == place.file;
        let Some(index) = self.texts.iter().position(is_it) else { return };
        if let (Some(text), Some(changes)) = (self.texts.get(index), self.changes.get_mut(index)) {
            changes.extend(text.change(place, finding.rule, &finding.pointer, fix));
        }
    }

    /// Applies the changes and returns them. If two overlap, the second one is left for the next round.
    pub fn apply(self, drafts: &mut [Draft]) -> Vec<ReportedChange> {
        let mut applied = Vec::new();
        for (draft, mut changes) in drafts.iter_mut().zip(self.changes) {
            changes.sort_by_key(|change| change.edit.range.start);
            let mut edits = Vec::new();
            let mut end = 0;
            for FixChange { edit, reported } in changes {
                if edit.range.start < end {
                    continue;
                }
                end = edit.range.end;
                edits.push(edit);
                applied.extend(reported);
            }
            draft.apply(edits);
        }
        applied
    }
}

impl FixText {
    fn new(draft: &Draft) -> Self {
        let bytes = draft.text();
        let ends = memchr::memchr_iter(b'\n', &bytes).map(|end| end + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        let file = draft.path.as_ref().map(|path| path.to_string_lossy().into());
        Self { file, bytes, lines, documents: Vec::new() }
    }

    /// Returns the offset of a place in the text.
    fn offset(&self, place: &Place) -> Option<usize> {
        let line = *self.lines.get(place.line.checked_sub(1)?)?;
        // A leading byte order mark takes no columns.
        let mark = if place.line == 1 && self.bytes.starts_with(input::MARK) { input::MARK.len() } else { 0 };
        Some(line + mark + place.column.checked_sub(1)?)
    }

    /// Repairs a document, or the readable parts of one that is not JSON.
    fn take(
        &mut self,
        input: &Input<'_>,
        document_repairer: Option<&mut DocumentRepairer>,
        changes: &mut Vec<FixChange>,
    ) {
        let Some(document_repairer) = document_repairer else { return self.repair(input, None, changes) };
        let error = match input.text {
            Ok(text) => match json::syntax_error(text).filter(|_| !document_repairer.is_repairable(text)) {
                None => return self.repair(input, Some(document_repairer), changes),
                Some(error) => {
                    // The reader must know that the document was truncated.
                    if document_repairer.named.protocol() == Protocol::A2ui {
                        drop(document_repairer.repairer.read(text));
                    }
                    error
                }
            },
            Err(ref error) => {
                input.announce_to(&mut document_repairer.repairer);
                error.clone()
            }
        };
        for part in recover::parts(document_repairer.named, input, error) {
            self.repair(&part.input(), Some(document_repairer), changes);
        }
    }

    /// Repairs a document that appears literally in the text.
    fn repair(
        &mut self,
        input: &Input<'_>,
        document_repairer: Option<&mut DocumentRepairer>,
        changes: &mut Vec<FixChange>,
    ) {
        let Ok(text) = input.text else { return };
        let Some(start) = self.offset(&input.start) else { return };
        if self.bytes.get(start..start + text.len()) != Some(text.as_bytes()) {
            return;
        }
        self.documents.push((start, text.to_owned()));
        let Some(document_repairer) = document_repairer else { return };
        let (repaired, errors) = document_repairer.repair(input, text);
        if let Some(repaired) = repaired {
            let place = |repair: &Repair| input.place_of(repair);
            let reported = repaired.repairs.into_iter().map(|repair| ReportedChange {
                place: place(&repair),
                rule: repair.rule,
                message: repair.sentence,
                pointer: repair.pointer,
            });
            let edit = minimal(text, &repaired.text, start);
            return changes.push(FixChange { edit, reported: reported.collect() });
        }
        for error in errors {
            let Some((pointer, name)) = misspellings::intended_name(input, &error) else { continue };
            let fix = Fix::Rename(name);
            changes.extend(self.change(&input.at(&pointer), "misspelt-member", &pointer, &fix));
        }
    }

    /// Returns the change for a suggestion.
    fn change(&self, place: &Place, rule: &'static str, pointer: &Pointer, fix: &Fix) -> Option<FixChange> {
        let edit = self.fix(place, pointer, fix)?;
        let name = pointer.segments().last().unwrap_or_default();
        let message = match fix {
            Fix::Rename(other) => format!("`{name}` is renamed to `{other}`"),
            Fix::Replace(value) => format!("`{name}` becomes {value}"),
            _ => format!("`{name}` is removed"),
        };
        let reported = ReportedChange { place: place.clone(), rule, pointer: pointer.clone(), message };
        Some(FixChange { edit, reported: vec![reported] })
    }

    /// Returns the edit for a suggestion.
    fn fix(&self, place: &Place, pointer: &Pointer, fix: &Fix) -> Option<Edit> {
        let start = self.offset(place)?;
        let is_before = |(at, text): &(usize, String)| at + text.len() <= start;
        let (first, text) = self.documents.get(self.documents.partition_point(is_before))?;
        let at = start.checked_sub(*first)?;
        let last = pointer.segments().last()?;
        let name = name_before(text, at)
            .filter(|name| token::name(text.get(name.clone()).unwrap_or_default()) == last);
        let value = at..at + value_length(text.get(at..)?)?;
        let (range, new) = match fix {
            Fix::Rename(other) => (name?, token::quoted_name(other)),
            Fix::Replace(value_text) => {
                let is_element = last.parse::<usize>().is_ok() && name_before(text, at).is_none();
                name.map(drop).or(is_element.then_some(()))?;
                (value, value_text.clone())
            }
            Fix::Remove => {
                (with_comma(text, name.map_or(value.start, |name| name.start)..value.end), String::new())
            }
            _ => return None,
        };
        Some(Edit { range: first + range.start..first + range.end, text: new })
    }
}

/// Returns the range of the quoted name before a member's value.
fn name_before(text: &str, value: usize) -> Option<Range<usize>> {
    let front = text.get(..value)?.trim_ascii_end().strip_suffix(':')?.trim_ascii_end();
    let inner = front.strip_suffix('"')?;
    // Inside a string, each quote follows a backslash.
    let is_open = |at: &usize| {
        let backslashes = inner.bytes().take(*at).rev().take_while(|byte| *byte == b'\\').count();
        backslashes % 2 == 0
    };
    let start = memchr::memrchr_iter(b'"', inner.as_bytes()).find(is_open)?;
    Some(start..front.len())
}

/// Returns the length of the value at the start of a text.
fn value_length(text: &str) -> Option<usize> {
    if !text.starts_with(['{', '[']) {
        return Tokens::new(text).next().map(|token| token.text.len());
    }
    match Syntax::default().read(text.as_bytes()) {
        Progress::Complete(length) => Some(length),
        _ => None,
    }
}

/// Extends the range of a member or element by the comma to remove with it.
fn with_comma(text: &str, range: Range<usize>) -> Range<usize> {
    let behind = text.get(range.end..).unwrap_or_default();
    if let Some(rest) = behind.trim_ascii_start().strip_prefix(',') {
        return range.start..text.len() - rest.trim_ascii_start().len();
    }
    let front = text.get(..range.start).unwrap_or_default().trim_ascii_end();
    front.strip_suffix(',').map_or(range.start, str::len)..range.end
}

/// Returns the smallest edit that changes the old text into the new one. The old text starts at offset `start`.
fn minimal(old: &str, new: &str, start: usize) -> Edit {
    let is_boundary = |front: usize| old.is_char_boundary(front) && new.is_char_boundary(front);
    let mut front = old.bytes().zip(new.bytes()).take_while(|(old, new)| old == new).count();
    while !is_boundary(front) {
        front -= 1;
    }
    let (old, new) = (old.get(front..).unwrap_or_default(), new.get(front..).unwrap_or_default());
    let mut back = old.bytes().rev().zip(new.bytes().rev()).take_while(|(old, new)| old == new).count();
    while !(old.is_char_boundary(old.len() - back) && new.is_char_boundary(new.len() - back)) {
        back -= 1;
    }
    let range = start + front..start + front + old.len() - back;
    Edit { range, text: new.get(..new.len() - back).unwrap_or_default().to_owned() }
}

/// A repairer of the documents of all drafts.
struct DocumentRepairer {
    named: DialectOrProtocol,
    repairer: Repairer,
}

/// A repaired document with its repairs.
struct RepairedDocument {
    text: String,
    repairs: Vec<Repair>,
}

/// The messages that are read from one place of a document.
struct MessageGroup {
    place: Pointer,
    /// The messages as they are written; `None` if one cannot be read.
    messages: Option<Vec<String>>,
    repairs: Vec<Repair>,
    /// The error of an unreadable message.
    error: Option<DecodeError>,
}

impl DocumentRepairer {
    /// Returns `true` if a text that is not JSON can be repaired to be JSON.
    fn is_repairable(&self, text: &str) -> bool {
        self.named.protocol() == Protocol::A2ui && repair_json(text).is_some()
    }

    /// Repairs a document. Returns `None` if it needs no repair or only unsafe ones, and the errors of unreadable
    /// messages.
    fn repair(&mut self, input: &Input<'_>, text: &str) -> (Option<RepairedDocument>, Vec<DecodeError>) {
        input.announce_to(&mut self.repairer);
        let before = self.repairer.clone();
        let mut groups = groups(self.named, text, &mut self.repairer);
        let errors = groups.iter_mut().filter_map(|group| group.error.take()).collect();
        (self.repair_groups(input, text, &groups, &before), errors)
    }

    fn repair_groups(
        &self,
        input: &Input<'_>,
        text: &str,
        groups: &[MessageGroup],
        before: &Repairer,
    ) -> Option<RepairedDocument> {
        let repairs: Vec<Repair> = groups.iter().flat_map(|group| group.repairs.iter().cloned()).collect();
        if repairs.is_empty() {
            return None;
        }
        if json::syntax_error(text).is_some() {
            // The first round repairs the JSON syntax.
            let repaired = repair_json(text)?;
            let repairs: Vec<_> = repaired.repairs.into_iter().map(Repair::from).collect();
            let is_safe = repairs.iter().all(|repair| repair.is_safe);
            return is_safe.then_some(RepairedDocument { text: repaired.text, repairs });
        }
        let patched = patch_messages(input, text, groups);
        let rest = |pieces: &[String]| remaining(self.named, pieces, before.clone());
        let whole = || {
            let messages: Option<Vec<_>> = groups.iter().map(|group| group.messages.clone()).collect();
            let is_safe = repairs.iter().all(|repair| repair.is_safe);
            messages
                .map(|messages| messages.concat())
                .filter(|_| is_safe && self.named.protocol() == Protocol::A2ui)
        };
        let left = rest(&patched);
        // Repairs of a list or string around the messages are not part of them; in that case the messages are written
        // alone.
        let pieces = match whole() {
            Some(whole) if !left.is_empty() && rest(&whole).is_empty() => whole,
            _ => patched,
        };
        let new = pieces.join("\n");
        let left = rest(&pieces);
        let is_left = |repair: &Repair| left.contains(&(repair.rule, repair.pointer.clone()));
        let repairs: Vec<_> =
            repairs.into_iter().filter(|repair| repair.is_safe && !is_left(repair)).collect();
        (new != text && !repairs.is_empty()).then_some(RepairedDocument { text: new, repairs })
    }
}

/// Reads a document and groups its messages by place.
fn groups(named: DialectOrProtocol, text: &str, repairer: &mut Repairer) -> Vec<MessageGroup> {
    let known = protocol::of(named);
    let elements: Vec<protocol::Element> = match protocol::elements(named, text) {
        Some(listed) => {
            let read = |framed: &protocol::FramedMessage<'_>| {
                let elements = (known.decode)(named, &framed.text, repairer).into_iter();
                elements.map(|element| element.below(framed)).collect::<Vec<_>>()
            };
            listed.iter().flat_map(read).collect()
        }
        None => (known.decode)(named, text, repairer),
    };
    let mut groups: Vec<MessageGroup> = Vec::new();
    for element in elements {
        let (message, repairs, error) = match element.result {
            Ok(decoded) => (Some(decoded.text), element.repairs, None),
            Err(error) => (None, element.repairs, Some(error)),
        };
        match groups.last_mut().filter(|group| group.place == element.place) {
            Some(group) => {
                group.messages = group.messages.take().zip(message).map(|(mut messages, message)| {
                    messages.push(message);
                    messages
                });
                group.repairs.extend(repairs);
            }
            None => {
                let messages = message.map(|message| vec![message]);
                groups.push(MessageGroup { place: element.place, messages, repairs, error });
            }
        }
    }
    groups
}

/// Returns the repairs that the documents still need.
fn remaining(
    named: DialectOrProtocol,
    texts: &[String],
    mut repairer: Repairer,
) -> BTreeSet<(&'static str, Pointer)> {
    let groups = texts.iter().flat_map(|text| groups(named, text, &mut repairer));
    let repairs = groups.flat_map(|group| group.repairs);
    wire::collect_set(repairs.map(|repair| (repair.rule, repair.pointer)))
}

/// Returns the document with each message repaired in place. A single message that was split into several becomes
/// several documents.
fn patch_messages(input: &Input<'_>, text: &str, groups: &[MessageGroup]) -> Vec<String> {
    let mut new = String::with_capacity(text.len());
    let mut at = 0;
    for group in groups {
        let is_safe = !group.repairs.is_empty() && group.repairs.iter().all(|repair| repair.is_safe);
        let (Some(messages), true) = (&group.messages, is_safe) else { continue };
        let Some([first, more @ ..]) = messages.get(..) else { continue };
        let Some(value) = input.value(&group.place).map(str::trim_ascii_end) else { continue };
        let start = input.offset(&group.place);
        let one = patch::patch(value, first);
        if group.place.is_root() {
            return std::iter::once(one.into_owned()).chain(more.iter().cloned()).collect();
        }
        let front = text.get(..start).unwrap_or_default();
        let outside = front.trim_end_matches([' ', '\t']);
        let separator = match (outside.ends_with('\n'), front.get(outside.len()..)) {
            (true, Some(indent)) => format!(",\n{indent}"),
            _ => ", ".to_owned(),
        };
        new += text.get(at..start).unwrap_or_default();
        new += &one;
        more.iter().for_each(|message| new = [&*new, &separator, message].concat());
        at = start + value.len();
    }
    vec![new + text.get(at..).unwrap_or_default()]
}
