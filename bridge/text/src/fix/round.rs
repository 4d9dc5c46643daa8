//! The changes of one round: repaired documents, and applied suggestions.

use super::{
    FixOptions,
    document::DocumentRepairer,
    draft::{Draft, Edit},
};
use crate::{
    input::{self, BeforeRead, Input, InputOptions, OpenInput},
    json, misspellings,
    place::Place,
    recover,
    repair::Repair,
};
use bridge::Protocol;
use std::{collections::BTreeSet, io::Cursor, ops::Range};
use wire::{
    Finding, Fix, Pointer,
    syntax::{Progress, Syntax},
    token::{self, Tokens},
};

/// The changes of one round.
#[derive(Debug)]
pub(super) struct FixRound {
    texts: Vec<FixText>,
    /// The changes of each text, in the order of `texts`.
    changes: Vec<Vec<FixChange>>,
    /// The parts that are read from each text.
    readings: Vec<Reading>,
}

/// The result of reading a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reading {
    /// The number of messages that are read, with repairs.
    pub(super) messages: usize,
    /// The number of documents that are not JSON.
    pub(super) broken: usize,
}

/// The position of a change: the text, and the change in it.
pub(super) type ChangeId = (usize, usize);

/// The identity of a change over all rounds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ChangeKey {
    text: usize,
    /// The line in the original text.
    line: usize,
    rule: &'static str,
    pointer: Pointer,
    message: String,
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

/// A correction of a text: an edit with its report lines.
#[derive(Clone, Debug)]
pub struct FixChange {
    /// The replacement, as a range of bytes of the text.
    pub edit: Edit,
    /// The changes that the edit makes, each at its place in the text. The repairs of one document are one edit.
    pub reported: Vec<ReportedChange>,
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
    pub(super) fn of(options: FixOptions, drafts: &[Draft]) -> Self {
        let FixOptions {
            protocol: named,
            is_typed,
            is_one_session,
        } = options;
        let mut document_repairer = DocumentRepairer::new(named);
        let mut round = Self {
            texts: Vec::new(),
            changes: Vec::new(),
            readings: Vec::new(),
        };
        for draft in drafts {
            if !is_one_session {
                document_repairer = DocumentRepairer::new(named);
            }
            let mut text = FixText::new(draft);
            let mut changes = Vec::new();
            let mut reading = Reading::default();
            let mut input_options = InputOptions::default();
            if !is_typed {
                input_options.protocol = Some(named);
                input_options.finds_messages = named.protocol() == Protocol::A2ui;
            }
            let reader = Box::new(Cursor::new(text.bytes.clone()));
            let before: BeforeRead<'_> = &mut || Ok(());
            // Reading from memory does not fail.
            if let Ok((mut open, _)) =
                OpenInput::open(reader, text.file.clone(), input_options, before)
            {
                while open.next(before).unwrap_or(false) {
                    // Repairs are for whole messages, so only suggestions apply to values of a type.
                    let document_repairer = (!is_typed).then_some(&mut document_repairer);
                    text.add_document(&open.last(), document_repairer, &mut changes, &mut reading);
                }
            }
            round.texts.push(text);
            round.changes.push(changes);
            round.readings.push(reading);
        }
        round
    }

    /// Returns `true` if nothing is changed.
    pub(super) fn is_empty(&self) -> bool {
        self.changes.iter().all(Vec::is_empty)
    }

    /// Returns the result of reading each text before the changes.
    pub(super) fn readings(&self) -> &[Reading] {
        &self.readings
    }

    /// Adds the change that a finding suggests.
    pub(super) fn suggest(&mut self, place: &Place, finding: &Finding) {
        let Some(fix) = &finding.fix else { return };
        let mut texts = self.texts.iter().zip(&mut self.changes);
        if let Some((text, changes)) = texts.find(|(text, _)| text.file == place.file) {
            changes.extend(text.suggested_change(place, finding.rule, &finding.pointer, fix));
        }
    }

    /// Returns the positions of all changes.
    pub(super) fn ids(&self) -> Vec<ChangeId> {
        let mut ids = Vec::new();
        for (text, changes) in self.changes.iter().enumerate() {
            ids.extend((0..changes.len()).map(|index| (text, index)));
        }
        ids
    }

    /// Returns the change at a position.
    pub(super) fn change(&self, (text, index): ChangeId) -> Option<&FixChange> {
        self.changes.get(text)?.get(index)
    }

    /// Removes changes that were left out of an earlier result.
    pub(super) fn exclude(&mut self, excluded: &BTreeSet<ChangeKey>, drafts: &[Draft]) {
        if excluded.is_empty() {
            return;
        }
        for (text, (changes, draft)) in self.changes.iter_mut().zip(drafts).enumerate() {
            let lines = draft.original_lines();
            changes.retain(|change| match change.key(text, &lines) {
                Some(key) => !excluded.contains(&key),
                None => true,
            });
        }
    }

    /// Returns the identity of a change.
    pub(super) fn key(&self, (text, index): ChangeId, drafts: &[Draft]) -> Option<ChangeKey> {
        let change = self.changes.get(text)?.get(index)?;
        change.key(text, &drafts.get(text)?.original_lines())
    }

    /// Returns the changes that can be applied together. If two overlap, the second one is left for the next round.
    pub(super) fn choose(&mut self) -> Vec<ChangeId> {
        let mut chosen = Vec::new();
        for (text, changes) in self.changes.iter_mut().enumerate() {
            changes.sort_by_key(|change| change.edit.range.start);
            let mut end = 0;
            for (index, FixChange { edit, .. }) in changes.iter().enumerate() {
                if edit.range.start >= end {
                    end = edit.range.end;
                    chosen.push((text, index));
                }
            }
        }
        chosen
    }

    /// Returns the drafts with the chosen changes, which are in order.
    pub(super) fn apply(&self, drafts: &[Draft], chosen: &[ChangeId]) -> Vec<Draft> {
        let mut drafts = drafts.to_vec();
        for of_text in chosen.chunk_by(|(one, _), (next, _)| one == next) {
            let Some((text, _)) = of_text.first() else {
                continue;
            };
            let (Some(draft), Some(changes)) = (drafts.get_mut(*text), self.changes.get(*text))
            else {
                continue;
            };
            let edits = of_text
                .iter()
                .filter_map(|(_, index)| Some(changes.get(*index)?.edit.clone()));
            draft.apply(edits.collect());
        }
        drafts
    }

    /// Returns the report lines of the chosen changes.
    pub(super) fn reported(&self, chosen: &[ChangeId]) -> impl Iterator<Item = ReportedChange> {
        let changes = chosen
            .iter()
            .filter_map(|(text, index)| self.changes.get(*text)?.get(*index));
        changes.flat_map(|change| change.reported.iter().cloned())
    }
}

impl FixChange {
    /// Returns the identity of the change. `lines` contains the offset of each piece of the text, and the number of its
    /// original line.
    fn key(&self, text: usize, lines: &[(usize, usize)]) -> Option<ChangeKey> {
        let ReportedChange {
            rule,
            pointer,
            message,
            ..
        } = self.reported.first()?;
        let after = lines.partition_point(|(start, _)| *start <= self.edit.range.start);
        let (_, line) = lines.get(after.checked_sub(1)?)?;
        Some(ChangeKey {
            text,
            line: *line,
            rule,
            pointer: pointer.clone(),
            message: message.clone(),
        })
    }
}

impl FixText {
    fn new(draft: &Draft) -> Self {
        let bytes = draft.text();
        let ends = memchr::memchr_iter(b'\n', &bytes).map(|end| end + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        let file = draft
            .path
            .as_ref()
            .map(|path| path.to_string_lossy().into());
        Self {
            file,
            bytes,
            lines,
            documents: Vec::new(),
        }
    }

    /// Returns the offset of a place in the text.
    fn offset(&self, place: &Place) -> Option<usize> {
        let line = *self.lines.get(place.line.checked_sub(1)?)?;
        // A leading byte order mark takes no columns.
        let mark = if place.line == 1 && self.bytes.starts_with(input::MARK) {
            input::MARK.len()
        } else {
            0
        };
        Some(line + mark + place.column.checked_sub(1)?)
    }

    /// Repairs a document. If it is not JSON, repairs its readable parts.
    fn add_document(
        &mut self,
        input: &Input<'_>,
        document_repairer: Option<&mut DocumentRepairer>,
        changes: &mut Vec<FixChange>,
        reading: &mut Reading,
    ) {
        let fault = match &input.text {
            Ok(text) => json::syntax_error(text),
            Err(error) => Some(error.clone()),
        };
        reading.broken += usize::from(fault.is_some());
        let Some(document_repairer) = document_repairer else {
            reading.messages += usize::from(fault.is_none());
            self.add_literal(input);
            return;
        };
        let Some(error) = fault else {
            return self.repair(input, document_repairer, changes, reading);
        };
        if document_repairer.read_unrepaired(input) {
            return self.repair(input, document_repairer, changes, reading);
        }
        for part in recover::parts(document_repairer.named, input, error) {
            self.repair(&part.input(), document_repairer, changes, reading);
        }
    }

    /// Adds a document if it appears literally in the text, and returns its offset.
    fn add_literal(&mut self, input: &Input<'_>) -> Option<usize> {
        let text = input.text.as_ref().ok()?;
        let start = self.offset(&input.start)?;
        if self.bytes.get(start..start + text.len()) != Some(text.as_bytes()) {
            return None;
        }
        self.documents.push((start, (*text).to_owned()));
        Some(start)
    }

    /// Returns `true` if a document is an element of a list, whose elements are read one by one.
    fn is_element(&self, range: Range<usize>) -> bool {
        let before = self.bytes.get(..range.start).unwrap_or_default();
        let after = self.bytes.get(range.end..).unwrap_or_default();
        matches!(before.trim_ascii_end().last(), Some(b'[' | b','))
            && matches!(after.trim_ascii_start().first(), Some(b']' | b','))
    }

    /// Reads a document, and repairs it if it appears literally in the text.
    fn repair(
        &mut self,
        input: &Input<'_>,
        document_repairer: &mut DocumentRepairer,
        changes: &mut Vec<FixChange>,
        reading: &mut Reading,
    ) {
        let Ok(text) = input.text else { return };
        let start = self.add_literal(input);
        let repaired = document_repairer.repair(input, text);
        reading.messages += repaired.messages;
        let Some(start) = start else { return };
        if let Some(pieces) = repaired.pieces {
            let reported = repaired
                .repairs
                .into_iter()
                .map(|repair: Repair| ReportedChange {
                    place: input.place_of(&repair),
                    rule: repair.rule,
                    message: repair.sentence,
                    pointer: repair.pointer,
                });
            let separator = if self.is_element(start..start + text.len()) {
                ", "
            } else {
                "\n"
            };
            let edit = Edit::minimal(text, &pieces.join(separator), start);
            return changes.push(FixChange {
                edit,
                reported: reported.collect(),
            });
        }
        for error in repaired.errors {
            let Some((pointer, name)) = misspellings::intended_name(input, &error) else {
                continue;
            };
            let fix = Fix::Rename(name);
            changes.extend(self.suggested_change(
                &input.at(&pointer),
                "misspelt-member",
                &pointer,
                &fix,
            ));
        }
    }

    /// Returns the change for a suggestion.
    fn suggested_change(
        &self,
        place: &Place,
        rule: &'static str,
        pointer: &Pointer,
        fix: &Fix,
    ) -> Option<FixChange> {
        let edit = self.suggested_edit(place, pointer, fix)?;
        let name = pointer.segments().last().unwrap_or_default();
        let message = match fix {
            Fix::Rename(other) => format!("`{name}` is renamed to `{other}`"),
            Fix::Replace(value) => format!("`{name}` becomes {value}"),
            _ => format!("`{name}` is removed"),
        };
        let reported = ReportedChange {
            place: place.clone(),
            rule,
            pointer: pointer.clone(),
            message,
        };
        Some(FixChange {
            edit,
            reported: vec![reported],
        })
    }

    /// Returns the edit for a suggestion.
    fn suggested_edit(&self, place: &Place, pointer: &Pointer, fix: &Fix) -> Option<Edit> {
        let start = self.offset(place)?;
        let documents = &self.documents;
        let index = documents.partition_point(|(at, text)| at + text.len() <= start);
        let (first, text) = documents.get(index)?;
        let at = start.checked_sub(*first)?;
        let last = pointer.segments().last()?;
        let name_before = name_before(text, at);
        let is_element = name_before.is_none() && last.parse::<usize>().is_ok();
        let name = name_before
            .filter(|name| token::name(text.get(name.clone()).unwrap_or_default()) == last);
        let value = at..at + length_of_value(text.get(at..)?)?;
        let (range, new) = match fix {
            Fix::Rename(other) => (name?, token::quoted_name(other)),
            Fix::Replace(value_text) if name.is_some() || is_element => (value, value_text.clone()),
            Fix::Remove => {
                let start = name.map_or(value.start, |name| name.start);
                (extend_by_comma(text, start..value.end), String::new())
            }
            _ => return None,
        };
        Some(Edit {
            range: first + range.start..first + range.end,
            text: new,
        })
    }
}

/// Returns the range of the quoted name before a member's value.
fn name_before(text: &str, value: usize) -> Option<Range<usize>> {
    let front = text
        .get(..value)?
        .trim_ascii_end()
        .strip_suffix(':')?
        .trim_ascii_end();
    let inner = front.strip_suffix('"')?;
    // Inside a string, each quote follows a backslash.
    for start in memchr::memrchr_iter(b'"', inner.as_bytes()) {
        let before = inner.get(..start)?;
        let backslashes = before.len() - before.trim_end_matches('\\').len();
        if backslashes % 2 == 0 {
            return Some(start..front.len());
        }
    }
    None
}

/// Returns the length of the value at the start of a text.
fn length_of_value(text: &str) -> Option<usize> {
    if !text.starts_with(['{', '[']) {
        return Tokens::new(text).next().map(|token| token.text.len());
    }
    match Syntax::default().read(text.as_bytes()) {
        Progress::Complete(length) => Some(length),
        _ => None,
    }
}

/// Extends the range of a member or element by the comma to remove with it.
fn extend_by_comma(text: &str, range: Range<usize>) -> Range<usize> {
    let after = text.get(range.end..).unwrap_or_default();
    if let Some(rest) = after.trim_ascii_start().strip_prefix(',') {
        return range.start..text.len() - rest.trim_ascii_start().len();
    }
    let front = text.get(..range.start).unwrap_or_default().trim_ascii_end();
    front.strip_suffix(',').map_or(range.start, str::len)..range.end
}
