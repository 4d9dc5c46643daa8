//! Results and reports of handling documents.

use crate::{input::Input, place::Place, repair::Repair};
use bridge::Refusal;
use wire::{DecodeError, EncodeError, Finding, Wire};

/// One result of handling a document, or one report about the document.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ReportEntry {
    /// A resulting message or state, as JSON.
    Message(String),
    /// The repairs of a message, each at its place, in the order of the places.
    Repairs(Vec<(Place, Repair)>),
    /// A finding at its place.
    Finding(Place, Finding),
    /// A message that was refused, at its place.
    Refusal(Place, Refusal),
    /// A message that was refused because it would lose data, at its place.
    Loss(Place, Refusal),
}

/// Results and reports in order.
#[derive(Clone, Debug, Default)]
pub struct Reports(Vec<ReportEntry>);

impl Reports {
    /// Adds a message.
    pub fn message(&mut self, text: impl Into<String>) {
        self.0.push(ReportEntry::Message(text.into()));
    }

    /// Adds a value as a message.
    ///
    /// # Errors
    /// Returns an error if the value cannot be written.
    pub fn value<T: Wire>(&mut self, value: &T) -> Result<(), EncodeError> {
        self.message(wire::encode(value)?);
        Ok(())
    }

    /// Adds the repairs of a message.
    pub fn repairs(&mut self, input: &Input<'_>, repairs: impl IntoIterator<Item = Repair>) {
        self.placed_repairs(
            repairs
                .into_iter()
                .map(|repair| (input.place_of(&repair), repair))
                .collect(),
        );
    }

    /// Adds the repairs of the carrier of a document, at the start of the document.
    pub fn carrier_repairs(&mut self, input: &Input<'_>) {
        let repairs = input.repairs().iter().cloned().map(Repair::from);
        self.placed_repairs(
            repairs
                .map(|repair| (input.start.clone(), repair))
                .collect(),
        );
    }

    fn placed_repairs(&mut self, mut placed: Vec<(Place, Repair)>) {
        if placed.is_empty() {
            return;
        }
        placed.sort_by_key(|(place, _)| (place.line, place.column));
        self.0.push(ReportEntry::Repairs(placed));
    }

    /// Adds a finding.
    pub fn finding(&mut self, place: Place, finding: Finding) {
        self.0.push(ReportEntry::Finding(place, finding));
    }

    /// Adds a refused message.
    pub fn refusal(&mut self, place: Place, refusal: Refusal) {
        self.0.push(ReportEntry::Refusal(place, refusal));
    }

    /// Adds a message that was refused because it would lose data.
    pub fn loss(&mut self, place: Place, refusal: Refusal) {
        self.0.push(ReportEntry::Loss(place, refusal));
    }

    /// Adds the refusal of a text that cannot be read.
    pub fn unreadable(&mut self, input: &Input<'_>, error: DecodeError) {
        self.refusal(
            input.fault(&error),
            Refusal::from(input.with_document_start(error)),
        );
    }
}

impl From<ReportEntry> for Reports {
    fn from(entry: ReportEntry) -> Self {
        Self(vec![entry])
    }
}

impl IntoIterator for Reports {
    type Item = ReportEntry;
    type IntoIter = std::vec::IntoIter<ReportEntry>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
