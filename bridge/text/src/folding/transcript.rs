//! Logs of the messages of an AHP host, and the resulting states.

use crate::{
    input::Input,
    protocol::{SkipReason, ahp::OTHER_TRAFFIC},
    reports::Reports,
    skipped::SkippedParts,
};
use bridge::{
    Dialect, Refusal,
    ahp::{
        ReduceOutcome, draft,
        envelope::ActionEnvelope,
        ids::ChannelUri,
        subscription::Snapshot,
        transcript::{Shape, Transcript},
    },
};
use wire::{DecodeError, EncodeError, Payload, Pointer, Severity, Wire};

/// A message that does not concern canvases and changes no state.
static PASSED: SkipReason = SkipReason {
    hint: "",
    ..OTHER_TRAFFIC
};

/// An action on a state without a snapshot.
const UNKNOWN_STATE: SkipReason = SkipReason {
    rule: "ahp/unknown-state",
    severity: Severity::Warning,
    one: "1 action for a channel without an earlier snapshot has no effect",
    several: "actions for channels without an earlier snapshot have no effect",
    hint: "start with the snapshots: the responses to `initialize`, `subscribe` and `reconnect`",
};

/// An action on a state without a snapshot in the same file.
const UNKNOWN_STATE_OF_FILE: SkipReason = SkipReason {
    hint: "start with the snapshots: the responses to `initialize`, `subscribe` and `reconnect`; or read the files of one session together",
    ..UNKNOWN_STATE
};

/// The states of a log, and the counts of messages without effect in all logs.
#[derive(Debug)]
pub struct Log {
    shape: Shape,
    /// The reason to report for actions on a state without a snapshot.
    unknown_state: &'static SkipReason,
    transcript: Transcript,
    passed: SkippedParts,
    unknown: SkippedParts,
}

/// The effect of a part of a message.
enum PartOutcome {
    Applied,
    /// The part does not concern canvases.
    Passed,
    /// The state of the part's channel is unknown.
    Unknown,
    /// The part violates the protocol.
    Invalid,
}

impl Log {
    /// Begins a log of a dialect of AHP.
    pub fn new(dialect: Dialect) -> Self {
        let shape = if dialect == Dialect::Ahp1_0 {
            Shape::Release
        } else {
            Shape::Proposal
        };
        Self {
            shape,
            unknown_state: &UNKNOWN_STATE,
            transcript: Transcript::new(shape),
            passed: SkippedParts::default(),
            unknown: SkippedParts::default(),
        }
    }

    /// Applies a frame, a snapshot, or an action with its channel. Returns `false` for any other text.
    pub fn take(&mut self, input: &Input<'_>, reports: &mut Reports) -> bool {
        let Ok(text) = input.text else {
            return false;
        };
        let Ok(message) = Payload::parse(text) else {
            return false;
        };
        if message.member("jsonrpc").is_some() {
            self.apply_frame(&message, input, reports);
        } else if message.member("action").is_some() {
            let outcome = self.apply_action(&message);
            self.report_part(outcome, &Pointer::root(), input, reports);
        } else if message.member("resource").is_some() {
            let outcome = self.apply_snapshot(&message);
            self.report_part(outcome, &Pointer::root(), input, reports);
        } else {
            return false;
        }
        true
    }

    /// Applies a response, or a notification of an action. Other frames are counted.
    fn apply_frame(&mut self, frame: &Payload, input: &Input<'_>, reports: &mut Reports) {
        if let Some(result) = frame.member("result") {
            let at = Pointer::root().member("result");
            return self.apply_response(&result, &at, input, reports);
        }
        let method = frame.member("method");
        let method = method.as_ref().and_then(Payload::as_str);
        match frame.member("params") {
            Some(params) if method.as_deref() == Some("action") => {
                let outcome = self.apply_action(&params);
                self.report_part(outcome, &Pointer::root().member("params"), input, reports);
            }
            _ => self.passed.count(&PASSED, "", || input.start.clone()),
        }
    }

    /// Applies a response to `initialize`, `subscribe` or `reconnect`.
    fn apply_response(
        &mut self,
        result: &Payload,
        at: &Pointer,
        input: &Input<'_>,
        reports: &mut Reports,
    ) {
        if let Some(shape) = draft::finding_for_answer(result, at) {
            let refusal =
                Refusal::rule_broken(shape.rule, shape.pointer, shape.message).hint(shape.hint);
            return reports.refusal(input.at(refusal.pointer()), refusal);
        }
        let mut concerns_canvases = false;
        if let Some(shown) = result.member("snapshot").filter(|shown| !shown.is_null()) {
            concerns_canvases = true;
            let outcome = self.apply_snapshot(&shown);
            self.report_part(outcome, &at.member("snapshot"), input, reports);
        }
        for name in ["snapshots", "actions"] {
            let Some(list) = result.member(name) else {
                continue;
            };
            let at = at.member(name);
            for (index, part) in list.elements().enumerate() {
                concerns_canvases = true;
                let outcome = if name == "actions" {
                    self.apply_action(&part)
                } else {
                    self.apply_snapshot(&part)
                };
                self.report_part(outcome, &at.element(index), input, reports);
            }
        }
        for missing in result.member("missing").iter().flat_map(Payload::elements) {
            if let Ok(channel) = missing.decode::<ChannelUri>() {
                concerns_canvases = true;
                self.transcript.forget(&channel);
            }
        }
        if !concerns_canvases {
            self.passed.count(&PASSED, "", || input.start.clone());
        }
    }

    fn apply_snapshot(&mut self, value: &Payload) -> Result<PartOutcome, DecodeError> {
        let snapshot: Snapshot = read(value)?;
        Ok(if self.transcript.apply_snapshot(&snapshot)? {
            PartOutcome::Applied
        } else {
            PartOutcome::Passed
        })
    }

    fn apply_action(&mut self, value: &Payload) -> Result<PartOutcome, DecodeError> {
        let envelope: ActionEnvelope = read(value)?;
        Ok(match self.transcript.apply(&envelope)? {
            None => PartOutcome::Unknown,
            Some(ReduceOutcome::OutOfScope) => PartOutcome::Passed,
            Some(ReduceOutcome::Invalid) => PartOutcome::Invalid,
            Some(_) => PartOutcome::Applied,
        })
    }

    /// Counts or reports the effect of the part at `at`.
    fn report_part(
        &mut self,
        outcome: Result<PartOutcome, DecodeError>,
        at: &Pointer,
        input: &Input<'_>,
        reports: &mut Reports,
    ) {
        match outcome {
            Ok(PartOutcome::Applied) => {}
            Ok(PartOutcome::Passed) => {
                self.passed.count(&PASSED, "", || input.start.clone());
            }
            Ok(PartOutcome::Unknown) => {
                self.unknown
                    .count(self.unknown_state, "", || input.start.clone());
            }
            Ok(PartOutcome::Invalid) => refuse_invalid_action(at.member("action"), input, reports),
            Err(mut error) => {
                error.pointer = at.join(&error.pointer);
                (error.line, error.column) = (0, 0);
                reports.unreadable(input, error);
            }
        }
    }

    /// Writes the states and forgets them. `are_several` is `true` if there are several sessions.
    pub fn end_session(
        &mut self,
        are_several: bool,
        reports: &mut Reports,
    ) -> Result<(), EncodeError> {
        self.transcript
            .snapshots()
            .try_for_each(|snapshot| reports.value(&snapshot))?;
        self.transcript = Transcript::new(self.shape);
        if are_several {
            self.unknown_state = &UNKNOWN_STATE_OF_FILE;
        }
        Ok(())
    }

    /// Reports the messages without effect.
    pub fn finish(self, reports: &mut Reports) {
        let found = [self.passed.finding(), self.unknown.finding()]
            .into_iter()
            .flatten();
        found.for_each(|(place, finding)| reports.finding(place, finding));
    }
}

fn read<T: Wire>(value: &Payload) -> Result<T, DecodeError> {
    draft::decode(value.text())
}

/// Reports an action that violates the protocol.
pub(super) fn refuse_invalid_action(at: Pointer, input: &Input<'_>, reports: &mut Reports) {
    let message = "the action violates the protocol; the state is unchanged";
    let hint = "correct the action or remove it, because clients ignore it";
    let refusal = Refusal::rule_broken("ahp/invalid-action", at, message).hint(hint);
    reports.refusal(input.fault_at(refusal.rule(), refusal.pointer()), refusal);
}
