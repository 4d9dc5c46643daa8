//! Messages of an AHP connection that hold no canvas: they are counted, and not told one by one.

use crate::{
    input::Place,
    report::{Exit, Report},
};
use bridge::AnyMessage;
use wire::{Finding, Pointer};

/// How many messages were passed over, and where the first one stands.
#[derive(Default)]
pub(crate) struct PassedOver {
    first: Option<Place>,
    count: u64,
}

impl PassedOver {
    pub(crate) fn add(&mut self, place: &Place) {
        self.count += 1;
        self.first.get_or_insert_with(|| place.clone());
    }

    /// Adds those of a later part of the input.
    pub(crate) fn join(&mut self, later: Self) {
        self.count += later.count;
        self.first = self.first.take().or(later.first);
    }

    /// Reports in one line how many there were.
    pub(crate) fn report(self, report: &mut Report) -> Result<(), Exit> {
        let Self { first: Some(first), count } = self else { return Ok(()) };
        let message = match count {
            1 => "1 message holds no canvas and was passed over".to_owned(),
            _ => format!("{count} messages hold no canvas and were passed over, this one first"),
        };
        let finding = Finding::info(AnyMessage::NO_CANVAS, Pointer::root(), message);
        report.finding(&first, &finding.hint("--strict refuses them"))
    }
}
