//! A session in the memory of a worker.

mod draft;
#[cfg(test)]
mod tests;

use crate::{
    input::Input,
    record::SessionRecord,
    settings::WorkerSettings,
    states::{RecordPlace, StoredRecord},
};
use agent_ui_text::{Diagnostic, TextBridge, place::Place};
use draft::SessionDraft;
use std::{collections::BTreeMap, time::Duration};
use wire::{Finding, Pointer};

/// A session with its bridge.
#[derive(Debug, Default)]
pub(crate) struct OpenSession {
    pub(crate) record: SessionRecord,
    pub(crate) place: RecordPlace,
    /// The bridge, if one was built since the session was loaded.
    bridge: Option<TextBridge>,
}

/// The rule for a message that has ended workers.
pub(crate) const ATTEMPTS_RULE: &str = "worker/attempts";

/// The inputs that are refused before their translation, by sequence number.
pub(crate) type RefusedInputs = BTreeMap<u64, Finding>;

/// The error for an input whose translation has panicked, with the sequence number of the input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Panicked(pub(crate) u64);

/// The counts of one application of inputs.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Applied {
    pub(crate) inputs: usize,
    pub(crate) refused: usize,
    pub(crate) first_refusal: Option<FirstRefusal>,
    pub(crate) lost_fields: usize,
    /// The number of panics apart from those that refuse an input.
    pub(crate) panics: usize,
}

/// The first reason for which an input was refused.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FirstRefusal {
    pub(crate) input: u64,
    pub(crate) rule: String,
}

impl OpenSession {
    /// Creates a session from its stored record.
    pub(crate) fn of_stored(stored: Option<StoredRecord>) -> Self {
        let Some(StoredRecord { record, place }) = stored else {
            return Self::default();
        };
        let record = record.unwrap_or_else(|reason| {
            let broken = Some(format!("the stored state cannot be read: {reason}"));
            SessionRecord {
                broken,
                ..SessionRecord::default()
            }
        });
        Self {
            record,
            place,
            bridge: None,
        }
    }

    /// Restarts the numbers if the input stream was created again.
    pub(crate) fn enter(&mut self, incarnation: &str) {
        if self.record.incarnation != incarnation {
            incarnation.clone_into(&mut self.record.incarnation);
            self.record.last = 0;
            self.record.attempts = None;
        }
    }

    /// Applies the inputs that were not applied before and do not repeat an input that was published at most `window` earlier. Their results
    /// replace `pending`, which must be published before.
    ///
    /// If a translation panics, the session is unchanged, and the caller tries again without that input.
    pub(crate) fn apply(
        &mut self,
        inputs: &[Input],
        refused: &RefusedInputs,
        settings: &WorkerSettings,
        window: Duration,
    ) -> Result<Applied, Panicked> {
        let mut draft = SessionDraft {
            last: self.record.last,
            recent: self.record.recent.clone(),
            route: self.record.route.clone(),
            broken: self.record.broken.clone(),
            bridge: self.bridge.take(),
            stored: self.record.bridge.as_deref(),
            settings,
            pending: Vec::new(),
            applied: Applied::default(),
        };
        for input in inputs {
            if input.sequence <= draft.last {
                continue;
            }
            let is_new = input.id.is_none_or(|id| draft.recent.add(id, window));
            if is_new {
                draft.apply(input, refused.get(&input.sequence))?;
            }
        }
        let bridge = draft.save();
        let SessionDraft {
            last,
            recent,
            route,
            broken,
            bridge: open,
            pending,
            applied,
            ..
        } = draft;
        if let Some(bridge) = bridge {
            self.record.bridge = bridge;
        }
        self.bridge = open;
        if self.record.last != last {
            self.record.attempts = None;
        }
        self.record.last = last;
        self.record.recent = recent;
        self.record.route = route;
        self.record.broken = broken;
        self.record.pending = pending;
        Ok(applied)
    }
}

/// Creates the finding for a message that the worker refuses.
pub(crate) fn refusal(rule: &'static str, message: impl std::fmt::Display) -> Finding {
    Finding::error(rule, Pointer::root(), message)
}

/// Creates the finding for a message after a fault of this program.
pub(crate) fn panic_finding(subject: &str) -> Finding {
    let message = format!("{subject} ended with an internal error");
    refusal("worker/panic", message).hint("report the fault, with the message")
}

pub(crate) fn diagnostic(finding: &Finding) -> Diagnostic {
    Diagnostic::of_finding(&Place::default(), finding)
}
