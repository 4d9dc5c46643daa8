//! The changes of a session by inputs, before they are stored.

use super::{ATTEMPTS_RULE, Applied, FirstRefusal, Panicked, diagnostic, panic_finding, refusal};
use crate::{
    input::Input,
    interruption::PanicPoint,
    names::Direction,
    objects::RefusedObject,
    publication::{Body, Channel, Publication, PublicationId},
    recent_inputs::RecentInputs,
    record::Route,
    settings::WorkerSettings,
};
use agent_ui_text::{
    Diagnostic, TextBridge, TranslateOptions, Translation,
    bridge::{DialectOrProtocol, Note},
    saved_state::SavedTextBridge,
    translation::note_json,
};
use serde_json::value::RawValue;
use std::panic::{AssertUnwindSafe, catch_unwind};
use wire::Finding;

/// The changes of a session that are not stored yet.
pub(super) struct SessionDraft<'a> {
    pub(super) last: u64,
    pub(super) recent: RecentInputs,
    pub(super) route: Option<Route>,
    pub(super) broken: Option<String>,
    pub(super) bridge: Option<TextBridge>,
    /// The state of the bridge before the changes; absent if there was none, or if the session has ended since.
    pub(super) stored: Option<&'a RawValue>,
    pub(super) settings: &'a WorkerSettings,
    pub(super) pending: Vec<Publication>,
    pub(super) applied: Applied,
}

impl SessionDraft<'_> {
    /// Applies an input. If `refused` is present, refuses the input for that reason.
    pub(super) fn apply(
        &mut self,
        input: &Input,
        refused: Option<&Finding>,
    ) -> Result<(), Panicked> {
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
            Some(Err(reason)) => self.refuse(input, &mut index, &[*reason]),
            None => {}
        }
        if input.is_end {
            // Writing the waiting messages may be the operation that ends workers.
            if refused.is_none_or(|finding| finding.rule != ATTEMPTS_RULE) {
                self.write_waiting(input, &mut index);
            }
            (self.route, self.broken, self.bridge, self.stored) = (None, None, None, None);
        }
        Ok(())
    }

    /// Translates an input. The inner error is the reason for its refusal.
    fn translate(
        &mut self,
        input: &Input,
    ) -> Result<Result<Translation, Box<Diagnostic>>, Panicked> {
        let text = match self.read_text(input) {
            Ok(text) => text,
            Err(reason) => return Ok(Err(reason)),
        };
        let is_first = self.route.is_none();
        // A panic is a fault of this program, and must not stop the other sessions. If a panic ends the process, as in the release program,
        // the attempts are counted instead.
        let translated = catch_unwind(AssertUnwindSafe(|| {
            let bridge = self.open(input)?;
            match input.direction {
                Direction::Forward => bridge.forward(text, None),
                Direction::Backward => bridge.backward(text, None),
            }
        }));
        let translated = translated.map_err(|_| Panicked(input.sequence))?;
        if is_first && !self.has_begun(&translated) {
            (self.route, self.bridge) = (None, None);
        }
        Ok(translated)
    }

    /// Returns `false` if the first input of a session was refused and has changed nothing. The next input then decides the protocols.
    fn has_begun(&self, translated: &Result<Translation, Box<Diagnostic>>) -> bool {
        let Ok(translation) = translated else {
            return false;
        };
        if translation.refusals.is_empty() || !translation.messages.is_empty() {
            return true;
        }
        // If the states cannot be compared, the session keeps its protocols.
        let (Some(route), Some(bridge)) = (&self.route, &self.bridge) else {
            return true;
        };
        let Ok(new) = self.new_bridge(route) else {
            return true;
        };
        match (state_without_text(&new), state_without_text(bridge)) {
            (Some(new), Some(now)) => new != now,
            _ => true,
        }
    }

    /// Writes the messages that waited for the end of the session.
    fn write_waiting(&mut self, input: &Input, index: &mut u32) {
        let written = catch_unwind(AssertUnwindSafe(|| {
            let route = self.route.clone().filter(|_| self.broken.is_none())?;
            let bridge = self.open_bridge(route).ok()?;
            PanicPoint::Finish.panic_if_set();
            Some((bridge.finish_forward(), bridge.finish_backward()))
        }));
        match written {
            Ok(Some((forward, backward))) => {
                self.publish(input, Direction::Forward, forward, index);
                self.publish(input, Direction::Backward, backward, index);
            }
            Ok(None) => {}
            Err(_) => {
                self.applied.panics += 1;
                self.refuse(
                    input,
                    index,
                    &[diagnostic(&panic_finding("the end of the session"))],
                );
            }
        }
    }

    /// Adds the dead letter of an input with its findings.
    fn refuse(&mut self, input: &Input, index: &mut u32, findings: &[Diagnostic]) {
        self.applied.refused += 1;
        if let (None, Some(finding)) = (&self.applied.first_refusal, findings.first()) {
            let (input, rule) = (input.sequence, finding.rule.clone());
            self.applied.first_refusal = Some(FirstRefusal { input, rule });
        }
        self.pending
            .push(Publication::dead_letter(input, next_index(index), findings));
    }

    /// Returns the text of an input.
    fn read_text<'i>(&self, input: &'i Input) -> Result<&'i str, Box<Diagnostic>> {
        let limit = self.settings.max_message;
        let bytes = match input.content() {
            Ok(bytes) => bytes,
            Err(RefusedObject::TooLarge(bytes)) => return Err(too_large(bytes, limit)),
            Err(RefusedObject::Unreadable(reason)) => {
                let message = format!("the object with the body cannot be read: {reason}");
                let hint = "store the object before you publish its name, in the object store of these streams";
                return Err(boxed(&refusal("worker/object", message).hint(hint)));
            }
        };
        if bytes.len() > limit {
            return Err(too_large(bytes.len(), limit));
        }
        std::str::from_utf8(bytes).map_err(|error| {
            let message = format!(
                "the message is not UTF-8 from byte {} on",
                error.valid_up_to()
            );
            boxed(&refusal("worker/utf-8", message).hint("publish the message as JSON in UTF-8"))
        })
    }

    /// Returns the bridge of the session, if the input has the same protocols.
    fn open(&mut self, input: &Input) -> Result<&mut TextBridge, Box<Diagnostic>> {
        if let Some(reason) = &self.broken {
            let finding = refusal(
                "worker/broken-session",
                format!("the session cannot go on: {reason}"),
            );
            return Err(boxed(
                &finding.hint("end the session with the header Agent-UI-End: true"),
            ));
        }
        let settings = self.settings;
        let known = self.route.as_ref();
        let route = Route {
            from: choose_protocol(&input.from, known.map(|route| &route.from), settings.from),
            to: choose_protocol(&input.to, known.map(|route| &route.to), settings.to),
        };
        if let Some(known) = known
            && *known != route
        {
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
                PanicPoint::Resume.panic_if_set();
                match self.stored {
                    Some(stored) => {
                        let options = self.settings.options.clone();
                        let resumed = TextBridge::resume(stored.get(), options);
                        resumed.inspect_err(|error| self.broken = Some(error.message.clone()))?
                    }
                    None => self.new_bridge(&route)?,
                }
            }
        };
        self.route = Some(route);
        Ok(self.bridge.insert(bridge))
    }

    fn new_bridge(&self, route: &Route) -> Result<TextBridge, Box<Diagnostic>> {
        TextBridge::new(
            parse_protocol(&route.from)?,
            parse_protocol(&route.to)?,
            self.settings.options.clone(),
        )
    }

    /// Adds the publications for the result of a translation.
    fn publish(
        &mut self,
        input: &Input,
        direction: Direction,
        mut translation: Translation,
        index: &mut u32,
    ) {
        let TranslateOptions {
            envelope, embed, ..
        } = self.settings.options;
        // A carried field is lost unless the carry is sent with the message.
        let sends_carry = envelope || embed;
        let lost = lost_fields(&translation, sends_carry);
        self.applied.lost_fields += lost.len();
        let report = report(input, direction, &lost, &translation.findings);
        let mut refusals = std::mem::take(&mut translation.refusals);
        for message in translation.messages {
            let output = match envelope {
                true => message.envelope(),
                false => Ok(message.text),
            };
            match output {
                Ok(output) => self.push(input, Channel::output(direction), output, index),
                Err(error) => refusals.push(*error),
            }
        }
        if let Some(report) = report {
            self.push(input, Channel::Report, report, index);
        }
        if !refusals.is_empty() {
            self.refuse(input, index, &refusals);
        }
    }

    /// Adds a publication of an input.
    fn push(&mut self, input: &Input, channel: Channel, body: String, index: &mut u32) {
        let id = PublicationId {
            sequence: input.sequence,
            index: next_index(index),
        };
        self.pending.push(Publication {
            channel,
            id,
            body: Body::Text(body),
            findings: Vec::new(),
        });
    }

    /// Returns the new state of the bridge if it may have changed.
    pub(super) fn save(&mut self) -> Option<Option<Box<RawValue>>> {
        let Some(bridge) = &self.bridge else {
            return self.stored.is_none().then_some(None);
        };
        let saved = catch_unwind(AssertUnwindSafe(|| {
            PanicPoint::Save.panic_if_set();
            bridge.save()
        }));
        let saved = saved.unwrap_or_else(|_| {
            self.applied.panics += 1;
            Err(Box::new(diagnostic(&panic_finding("writing the state"))))
        });
        let saved = saved
            .map_err(|error| error.message.clone())
            .and_then(|text| RawValue::from_string(text).map_err(|error| error.to_string()));
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

/// A note about a lost field, with its place.
struct LostNote<'t> {
    /// The index of the message among the results, if there is one.
    message: Option<usize>,
    note: &'t Note,
}

/// Returns the notes about lost fields.
fn lost_fields(translation: &Translation, keeps_carry: bool) -> Vec<LostNote<'_>> {
    let mut lost = Vec::new();
    for (index, message) in translation.messages.iter().enumerate() {
        for note in message
            .notes
            .iter()
            .filter(|note| note.is_loss(keeps_carry))
        {
            let message = Some(index);
            lost.push(LostNote { message, note });
        }
    }
    for note in &translation.other_notes {
        if note.is_loss(keeps_carry) {
            lost.push(LostNote {
                message: None,
                note,
            });
        }
    }
    lost
}

/// Writes the report about an input; `None` if there is nothing to report.
fn report(
    input: &Input,
    direction: Direction,
    lost: &[LostNote<'_>],
    findings: &[Diagnostic],
) -> Option<String> {
    if lost.is_empty() && findings.is_empty() {
        return None;
    }
    let mut notes = Vec::with_capacity(lost.len());
    for LostNote { message, note } in lost {
        notes.extend(note_json(note, *message));
    }
    let findings: Vec<String> = findings
        .iter()
        .filter_map(|finding| finding.json().ok())
        .collect();
    let (notes, findings) = (notes.join(","), findings.join(","));
    let sequence = input.sequence;
    Some(format!(
        r#"{{"input":{sequence},"direction":"{direction}","lost":[{notes}],"findings":[{findings}]}}"#
    ))
}

/// Returns the state of a bridge without the end of its last text, which only affects how the next text is read.
fn state_without_text(bridge: &TextBridge) -> Option<SavedTextBridge> {
    let mut state: SavedTextBridge = wire::decode_any_depth(&bridge.save().ok()?).ok()?;
    for direction in [&mut state.forward, &mut state.backward] {
        direction.repairer.is_after_truncated = false;
    }
    Some(state)
}

fn too_large(bytes: usize, limit: usize) -> Box<Diagnostic> {
    let message = format!("the message has {bytes} bytes, but at most {limit} are allowed");
    boxed(&refusal("worker/message-size", message).hint("raise --max-message on all workers"))
}

/// Returns the protocol in a header, or else that of the session, or else the default.
fn choose_protocol(
    header: &Option<String>,
    known: Option<&String>,
    usual: DialectOrProtocol,
) -> String {
    match header.as_ref().or(known) {
        Some(name) => name.clone(),
        None => usual.to_string(),
    }
}

fn parse_protocol(name: &str) -> Result<DialectOrProtocol, Box<Diagnostic>> {
    name.parse::<DialectOrProtocol>().map_err(|error| {
        boxed(&refusal("worker/route", error).hint("name a protocol as in a2ui@0.9"))
    })
}

fn boxed(finding: &Finding) -> Box<Diagnostic> {
    Box::new(diagnostic(finding))
}

fn next_index(index: &mut u32) -> u32 {
    let next = *index;
    *index = index.saturating_add(1);
    next
}
