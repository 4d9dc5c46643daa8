//! A session in the memory of a worker.

use crate::{
    input::Input,
    names::Direction,
    objects::RefusedObject,
    publication::{Body, Channel, Publication, PublicationId},
    recent_inputs::RecentInputs,
    record::{Route, SessionRecord},
    settings::WorkerSettings,
    states::{RecordPlace, StoredRecord},
};
use agent_ui_text::{
    Diagnostic, MessageNote, TextBridge, TranslateOptions, Translation, bridge::DialectOrProtocol,
    place::Place,
};
use serde_json::value::RawValue;
use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    time::Duration,
};
use wire::{Finding, Pointer};

/// A session with its bridge.
#[derive(Debug, Default)]
pub(crate) struct OpenSession {
    pub(crate) record: SessionRecord,
    pub(crate) place: RecordPlace,
    /// The bridge, if it was built since the session was loaded.
    bridge: Option<TextBridge>,
}

/// The inputs that are refused before their translation, by sequence number.
pub(crate) type RefusedInputs = BTreeMap<u64, Finding>;

/// The number of an input whose translation has panicked.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Panicked(pub(crate) u64);

/// What the application of inputs has counted.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Applied {
    pub(crate) inputs: usize,
    pub(crate) refused: usize,
    pub(crate) lost_fields: usize,
}

impl OpenSession {
    /// Creates a session from its stored record.
    pub(crate) fn of_stored(stored: Option<StoredRecord>) -> Self {
        let Some(StoredRecord { record, place }) = stored else { return Self::default() };
        let record = record.unwrap_or_else(|reason| {
            let broken = Some(format!("the stored state cannot be read: {reason}"));
            SessionRecord { broken, ..SessionRecord::default() }
        });
        Self { record, place, bridge: None }
    }

    /// Begins to count anew if the input stream was created anew.
    pub(crate) fn enter(&mut self, incarnation: &str) {
        if self.record.incarnation != incarnation {
            incarnation.clone_into(&mut self.record.incarnation);
            self.record.last = 0;
            self.record.attempts = None;
        }
    }

    /// Applies the inputs that were not applied before, and do not repeat one that was published at most `window` before, and fills `pending` with what they result in.
    ///
    /// If a translation panics, the session is as before, and the caller tries again without that input.
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
        let SessionDraft { last, recent, route, broken, bridge: open, pending, applied, .. } = draft;
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

/// The changes of a session that are not stored yet.
struct SessionDraft<'a> {
    last: u64,
    recent: RecentInputs,
    route: Option<Route>,
    broken: Option<String>,
    bridge: Option<TextBridge>,
    /// The state of the bridge before the changes; absent if there was none, or the session has ended since.
    stored: Option<&'a RawValue>,
    settings: &'a WorkerSettings,
    pending: Vec<Publication>,
    applied: Applied,
}

impl SessionDraft<'_> {
    fn apply(&mut self, input: &Input, refused: Option<&Finding>) -> Result<(), Panicked> {
        let is_bare_end = input.is_end && input.content().is_ok_and(<[u8]>::is_empty);
        let translated = match refused {
            Some(finding) => Some(Err(boxed(finding))),
            None if is_bare_end => None,
            None => Some(self.translate(input)?),
        };
        self.last = input.sequence;
        self.applied.inputs += 1;
        let mut index = 0;
        match translated {
            Some(Ok(translation)) => self.publish(input, input.direction, translation, &mut index),
            Some(Err(reason)) => {
                self.applied.refused += 1;
                self.pending.push(Publication::dead_letter(input, next(&mut index), &[*reason]));
            }
            None => {}
        }
        if input.is_end {
            self.end(input, &mut index);
        }
        Ok(())
    }

    /// Translates an input. The inner error is the reason of its refusal.
    fn translate(&mut self, input: &Input) -> Result<Result<Translation, Box<Diagnostic>>, Panicked> {
        let opened = self.readable(input).and_then(|text| self.open(input).map(|bridge| (text, bridge)));
        let (text, bridge) = match opened {
            Ok(opened) => opened,
            Err(reason) => return Ok(Err(reason)),
        };
        // A panic is a fault of this program, and must not stop the other sessions. Where a panic ends the process, as in the release
        // program, the attempts are counted instead.
        let translated = catch_unwind(AssertUnwindSafe(|| match input.direction {
            Direction::Forward => bridge.forward(text, None),
            Direction::Backward => bridge.backward(text, None),
        }));
        translated.map_err(|_| Panicked(input.sequence))
    }

    /// Ends the session, and writes the messages that waited for its end.
    fn end(&mut self, input: &Input, index: &mut u32) {
        let route = self.route.clone().filter(|_| self.broken.is_none());
        let bridge = route.and_then(|route| self.open_bridge(route).ok());
        if let Some(bridge) = bridge {
            let (forward, backward) = (bridge.finish_forward(), bridge.finish_backward());
            self.publish(input, Direction::Forward, forward, index);
            self.publish(input, Direction::Backward, backward, index);
        }
        (self.route, self.broken, self.bridge, self.stored) = (None, None, None, None);
    }

    /// Returns the text of an input.
    fn readable<'i>(&self, input: &'i Input) -> Result<&'i str, Box<Diagnostic>> {
        let limit = self.settings.max_message;
        let too_large = |bytes: usize| {
            let message = format!("the message has {bytes} bytes, but at most {limit} are allowed");
            boxed(&refusal("worker/message-size", message).hint("raise --max-message on all workers"))
        };
        let bytes = input.content().map_err(|refused| match refused {
            RefusedObject::TooLarge(bytes) => too_large(bytes),
            RefusedObject::Unreadable(reason) => {
                let message = format!("the object with the body cannot be read: {reason}");
                let hint =
                    "store the object before you publish its name, in the object store of these streams";
                boxed(&refusal("worker/object", message).hint(hint))
            }
        })?;
        if bytes.len() > limit {
            return Err(too_large(bytes.len()));
        }
        std::str::from_utf8(bytes).map_err(|error| {
            let message = format!("the message is not UTF-8 from byte {} on", error.valid_up_to());
            boxed(&refusal("worker/utf-8", message).hint("publish the message as JSON in UTF-8"))
        })
    }

    /// Returns the bridge of the session, if the input is for its protocols.
    fn open(&mut self, input: &Input) -> Result<&mut TextBridge, Box<Diagnostic>> {
        if let Some(reason) = &self.broken {
            let finding = refusal("worker/broken-session", format!("the session cannot go on: {reason}"));
            return Err(boxed(&finding.hint("end the session with the header Agent-UI-End: true")));
        }
        let settings = self.settings;
        let named = |header: &Option<String>, known: Option<&String>, usual: DialectOrProtocol| {
            header.clone().or_else(|| known.cloned()).unwrap_or_else(|| usual.to_string())
        };
        let known = self.route.as_ref();
        let route = Route {
            from: named(&input.from, known.map(|route| &route.from), settings.from),
            to: named(&input.to, known.map(|route| &route.to), settings.to),
        };
        if let Some(known) = known.filter(|known| **known != route) {
            let message = format!("the session translates {} to {}", known.from, known.to);
            let hint = "omit the headers, or end the session with the header Agent-UI-End: true";
            return Err(boxed(&refusal("worker/route", message).hint(hint)));
        }
        self.open_bridge(route)
    }

    fn open_bridge(&mut self, route: Route) -> Result<&mut TextBridge, Box<Diagnostic>> {
        let bridge = match self.bridge.take() {
            Some(bridge) => bridge,
            None => {
                let protocol = |name: &str| {
                    name.parse::<DialectOrProtocol>().map_err(|error| {
                        boxed(&refusal("worker/route", error).hint("name a protocol as in a2ui@0.9"))
                    })
                };
                let (from, to) = (protocol(&route.from)?, protocol(&route.to)?);
                let bridge = TextBridge::new(from, to, self.settings.options.clone())?;
                match self.stored {
                    Some(stored) => bridge.resume(stored.get()).inspect_err(|error| {
                        self.broken = Some(error.message.clone());
                    })?,
                    None => bridge,
                }
            }
        };
        self.route = Some(route);
        Ok(self.bridge.insert(bridge))
    }

    /// Adds what a translation results in.
    fn publish(&mut self, input: &Input, direction: Direction, translation: Translation, index: &mut u32) {
        let TranslateOptions { envelope, embed, .. } = self.settings.options;
        let is_loss = |note: &&MessageNote| note.note.is_loss(envelope || embed);
        let lost: Vec<&MessageNote> = translation.notes.iter().filter(is_loss).collect();
        self.applied.lost_fields += lost.len();
        let report = report(input, direction, &lost, &translation.findings);
        let mut refusals = translation.refusals.clone();
        let outputs = if envelope { translation.envelopes() } else { Ok(translation.messages) };
        let outputs = outputs.unwrap_or_else(|error| {
            refusals.push(*error);
            Vec::new()
        });
        let mut push = |channel, body| {
            let id = PublicationId { sequence: input.sequence, index: next(index) };
            self.pending.push(Publication { channel, id, body: Body::Text(body), findings: Vec::new() });
        };
        outputs.into_iter().for_each(|output| push(Channel::output(direction), output));
        if let Some(report) = report {
            push(Channel::Report, report);
        }
        if !refusals.is_empty() {
            self.applied.refused += 1;
            self.pending.push(Publication::dead_letter(input, next(index), &refusals));
        }
    }

    /// Returns the new state of the bridge, if it may have changed.
    fn save(&mut self) -> Option<Option<Box<RawValue>>> {
        let Some(bridge) = &self.bridge else { return self.stored.is_none().then_some(None) };
        let saved = bridge.save().map_err(|error| error.message.clone());
        let saved = saved.and_then(|text| RawValue::from_string(text).map_err(|error| error.to_string()));
        match saved {
            Ok(saved) => Some(Some(saved)),
            Err(reason) => {
                self.broken = Some(format!("the state cannot be saved: {reason}"));
                self.bridge = None;
                None
            }
        }
    }
}

/// Writes the report of an input; `None` if there is nothing to report.
fn report(
    input: &Input,
    direction: Direction,
    lost: &[&MessageNote],
    findings: &[Diagnostic],
) -> Option<String> {
    if lost.is_empty() && findings.is_empty() {
        return None;
    }
    let notes: Vec<String> = lost.iter().filter_map(|note| note.json().ok()).collect();
    let findings: Vec<String> = findings.iter().filter_map(|finding| finding.json().ok()).collect();
    let (notes, findings) = (notes.join(","), findings.join(","));
    let sequence = input.sequence;
    Some(format!(
        r#"{{"input":{sequence},"direction":"{direction}","lost":[{notes}],"findings":[{findings}]}}"#
    ))
}

/// Creates the finding of a message that the worker refuses.
pub(crate) fn refusal(rule: &'static str, message: impl std::fmt::Display) -> Finding {
    Finding::error(rule, Pointer::root(), message)
}

pub(crate) fn diagnostic(finding: &Finding) -> Diagnostic {
    Diagnostic::of_finding(&Place::default(), finding)
}

fn boxed(finding: &Finding) -> Box<Diagnostic> {
    Box::new(diagnostic(finding))
}

fn next(index: &mut u32) -> u32 {
    let next = *index;
    *index = index.saturating_add(1);
    next
}
