//! The path of one message through the mappings.

use super::{Output, Outputs, Translator, identifiers};
use crate::{
    Binding, Carry, Dialect, Embed, Note, Protocol, Refusal, RequestedNotes, RequestedOutputs,
    Rule, Verdict,
    lens::{FieldMap, Output as MappingOutput, Step, TranslationCx},
    translate::{
        message::{AnyMessage, Family},
        note_composition::{Others, compose, compose_outputs, source_of},
        table::{Row, has_same_messages, no_route},
    },
};
use std::borrow::Cow;
use wire::Pointer;

/// The rule for carry layers that are passed on or dropped.
static LAYER: Rule = Rule {
    id: "carry/layer",
    from: "/agent_ui_carry",
    to: "",
};
/// The rule for the version text of dialects with the same messages.
static VERSION: Rule = Rule {
    id: "a2ui-0.9/version",
    from: "/version",
    to: "/version",
};

/// The dialects that a message has passed, in order.
#[derive(Clone, Copy)]
pub(super) struct Hops {
    // An upper bound for routes, plus one relabelled version at the end.
    dialects: [Dialect; Dialect::ALL.len() + 2],
    count: usize,
}

impl Hops {
    pub(super) fn new(first: Dialect) -> Self {
        Self {
            dialects: [first; Dialect::ALL.len() + 2],
            count: 1,
        }
    }

    pub(super) fn then(mut self, dialect: Dialect) -> Self {
        if let Some(next) = self.dialects.get_mut(self.count) {
            *next = dialect;
            self.count += 1;
        }
        self
    }
}

impl std::ops::Deref for Hops {
    type Target = [Dialect];

    fn deref(&self) -> &[Dialect] {
        self.dialects.get(..self.count).unwrap_or_default()
    }
}

/// A message on its way along a route.
pub(super) struct InFlight<'c> {
    pub(super) message: AnyMessage,
    pub(super) dialect: Dialect,
    pub(super) carry: Cow<'c, Carry>,
    pub(super) input: u64,
    /// The composed notes of the steps so far.
    pub(super) notes: Vec<Note>,
    pub(super) hops: Hops,
}

impl Translator {
    /// Returns the target dialect of a message. If only the protocol was named, returns the dialect of the message
    /// itself, of its surface, of its carry, or of the message that it contains.
    pub(super) fn goal(&self, in_flight: &InFlight<'_>) -> Dialect {
        let to = self.ends.to;
        if to.exact {
            return to.dialect;
        }
        let protocol = to.protocol();
        if in_flight.dialect.protocol() == protocol {
            return self.origin_of(in_flight).unwrap_or(in_flight.dialect);
        }
        // The latest layer is about the nearest dialect.
        for layer in in_flight.carry.layers.iter().rev() {
            match Dialect::from_full_name(layer.from.as_str()) {
                Some(known) if known.protocol() == protocol => return known,
                _ => {}
            }
        }
        // The answer to a form, a card or blocks is an action in the version of its surface.
        let is_answer = in_flight.dialect.protocol().has_renditions();
        if let (true, Some(surface)) = (is_answer, in_flight.message.subject()) {
            match self.cx.dialect_of_surface(&surface) {
                Some(known) if known.protocol() == protocol => return known,
                _ => {}
            }
        }
        match in_flight.message.held_dialect() {
            Some(held) if held.protocol() == protocol => held,
            _ => to.dialect,
        }
    }

    /// Returns the dialect of a message's surface on the other side of a bridge.
    fn origin_of(&self, in_flight: &InFlight<'_>) -> Option<Dialect> {
        let origins = &self.subjects.origins;
        if origins.is_empty() {
            return None;
        }
        let subject = in_flight.message.subject()?;
        origins.get(&subject).copied()
    }

    /// Translates a message step by step until it reaches its target dialect. Returns the notes about waiting messages.
    pub(super) fn run(
        &mut self,
        mut in_flight: InFlight<'_>,
        came_with: &Carry,
        with_notes: bool,
        made: &mut Outputs,
    ) -> Result<Vec<Note>, Refusal> {
        let requested = RequestedOutputs {
            notes: self.notes_between(with_notes),
            ..self.settings.requested
        };
        // A mapping may return several messages. All but the first wait in `open`.
        let (mut held, mut open) = (Vec::new(), Vec::new());
        loop {
            if let Err(refusal) = in_flight.message.check_unique_ids() {
                return Err(with_source_place(
                    refusal,
                    &in_flight.notes,
                    &in_flight.hops,
                ));
            }
            let goal = self.goal(&in_flight);
            let next = if in_flight.dialect == goal || has_same_messages(in_flight.dialect, goal) {
                if in_flight.dialect != goal {
                    relabel_version(&mut in_flight, goal, requested);
                }
                self.arrive(in_flight, came_with, made)?;
                None
            } else {
                let mut made_by_step = self.step(in_flight, goal, requested)?;
                held.append(&mut made_by_step.held);
                made.notes.append(&mut made_by_step.notes);
                made_by_step.split(&mut open)
            };
            match next.or_else(|| open.pop()) {
                Some(next) => in_flight = next,
                None => return Ok(held),
            }
        }
    }

    /// Translates a message by the next mapping on its route.
    fn step(
        &mut self,
        in_flight: InFlight<'_>,
        goal: Dialect,
        requested: RequestedOutputs,
    ) -> Result<StepOutputs, Refusal> {
        let family = in_flight.message.family();
        // An upper bound for routes.
        let next = if in_flight.hops.len() > Dialect::ALL.len() {
            None
        } else {
            self.next_step(&in_flight, goal, family)
        };
        let Some((to, row)) = next else {
            return Err(no_route(in_flight.dialect, goal, family));
        };
        let InFlight {
            message,
            dialect,
            carry,
            input,
            notes,
            hops,
        } = in_flight;
        let step = Step {
            from: dialect,
            to,
            version: version_of(&carry, goal),
        };
        let mut tcx = TranslationCx::new(step, input, &carry, &self.cx, requested);
        tcx.earlier_notes = notes;
        tcx.loss_policy = self.settings.delivery.loss_policy;
        tcx.is_paranoid |= self.settings.delivery.is_paranoid;
        tcx.is_embedding = self.settings.delivery.inside;
        tcx.passes_through = to != goal;
        let is_of_surface = family == Family::Surfaces;
        let is_measured = is_of_surface || cfg!(debug_assertions);
        let bytes = if is_measured { self.session_bytes() } else { 0 };
        let run = (row.run)(&mut self.earlier, message, &mut tcx);
        let (before, rest) = (tcx.earlier_notes, tcx.notes);
        let (waiting, earlier_waiting) = (tcx.waiting_notes, tcx.earlier_waiting_notes);
        let mut outputs = match run {
            Ok(outputs) => outputs,
            Err(refusal) => return Err(with_source_place(refusal, &before, &hops)),
        };
        debug_assert!(
            is_of_surface || self.session_bytes() == bytes,
            "{family:?} change no session"
        );
        // A message that reduces the state is never refused.
        if is_of_surface && self.session_bytes() > bytes {
            self.refuse_too_many_bytes()?;
        }
        let held = if earlier_waiting.is_empty() {
            waiting
        } else {
            compose(&earlier_waiting, &waiting, &Others::none(), false)
        };
        let notes = compose_outputs(&before, &mut outputs, rest, &hops, &mut self.last_notes);
        Ok(StepOutputs {
            outputs,
            to,
            hops,
            held,
            notes,
        })
    }

    /// Returns the first mapping of the route. Among equally short routes, prefers the dialect that the carry names.
    pub(super) fn next_step(
        &mut self,
        in_flight: &InFlight<'_>,
        goal: Dialect,
        family: Family,
    ) -> Option<(Dialect, &'static Row)> {
        let steps = self.routes.next_steps(in_flight.dialect, goal, family);
        if steps.len() > 1 {
            for (to, row) in steps {
                let mut layers = in_flight.carry.layers.iter();
                if layers.any(|layer| layer.is_from(*to)) {
                    return Some((*to, row));
                }
            }
        }
        steps.first().copied()
    }

    /// Emits a message that reached its target dialect.
    pub(super) fn arrive(
        &mut self,
        in_flight: InFlight<'_>,
        came_with: &Carry,
        made: &mut Outputs,
    ) -> Result<(), Refusal> {
        let InFlight {
            message,
            carry,
            input,
            mut notes,
            hops,
            ..
        } = in_flight;
        let mut carry = self.with_route(carry.into_owned(), &message, &hops);
        if self.settings.requested.notes == RequestedNotes::None {
            notes.clear();
        } else {
            let mut of_layers = FieldMap::about(input, RequestedNotes::All);
            note_layers(came_with, &carry, &hops, &mut of_layers);
            notes.append(&mut of_layers.list);
        }
        if !self.settings.requested.carry {
            carry = Carry::default();
        } else if carry.is_too_big() {
            let message = "the carry would exceed its limits of 16 layers and 65,536 fields";
            return Err(Refusal::limit("carry/too-big", Pointer::root(), message));
        }
        // Most messages have one output, and a growing vector would reserve four.
        made.outputs
            .reserve_exact(usize::from(made.outputs.is_empty()));
        made.outputs.push(Output {
            input,
            message,
            carry,
            notes,
        });
        Ok(())
    }

    /// Adds empty layers for the dialects on the way back. Without these layers, the way back is known only if the
    /// message states its dialect.
    fn with_route(&mut self, mut carry: Carry, message: &AnyMessage, hops: &Hops) -> Carry {
        let [first, between @ .., last] = &**hops else {
            return carry;
        };
        // A direct route has no intermediate dialects to record.
        let back = match between {
            [] => &[],
            _ => self.routes.route(*last, *first, message.family()),
        };
        for dialect in between {
            if !back.contains(dialect) && !is_stated(*dialect, message) {
                carry = carry.with_dialect(*dialect);
            }
        }
        let from = self.ends.from;
        if !from.exact && first.shape() != from.dialect.shape() && !is_stated(*first, message) {
            carry = carry.with_dialect(*first);
        }
        carry
    }

    /// Refuses losses that the policy does not allow.
    pub(super) fn check_losses(&self, made: &Outputs, held: &[Note]) -> Result<(), Refusal> {
        let policy = self.settings.delivery.loss_policy;
        match policy.refusal(made.all_notes().chain(held)) {
            Some(refusal) => Err(refusal),
            None => Ok(()),
        }
    }

    /// Writes ids as identifiers, seals carries, and embeds them.
    pub(super) fn deliver(&self, made: &mut Outputs) -> Result<(), Refusal> {
        for output in &mut made.outputs {
            if self.settings.escapes_ids {
                let (message, places) = output.message.clone().write_identifiers(&self.cx);
                identifiers::add_remarks(output.notes.iter_mut(), &places, |note| note.to.get());
                output.message = message;
            }
            if output.carry.is_empty() {
                continue;
            }
            if let Some(key) = &self.settings.seal {
                let binding: Binding = output.message.binding();
                output.carry = std::mem::take(&mut output.carry).seal_for(key, &binding);
            }
            if self.settings.delivery.inside {
                let carry = std::mem::take(&mut output.carry);
                output.message = output.message.clone().embed(carry)?;
            }
        }
        Ok(())
    }
}

/// The outputs of one mapping for one message.
struct StepOutputs {
    outputs: Vec<MappingOutput<AnyMessage>>,
    /// The target dialect of the mapping.
    to: Dialect,
    /// The dialects that the message had passed before.
    hops: Hops,
    /// The notes about messages that wait in the mapping.
    held: Vec<Note>,
    /// The notes that belong to no output.
    notes: Vec<Note>,
}

impl StepOutputs {
    /// Returns the first output, and pushes the others to the open messages in reverse, so that the second output is
    /// taken next.
    fn split(self, open: &mut Vec<InFlight<'_>>) -> Option<InFlight<'static>> {
        let Self {
            mut outputs,
            to,
            hops,
            ..
        } = self;
        // Most messages have one output.
        let others = outputs.drain(outputs.len().min(1)..).rev();
        open.extend(others.map(|output| InFlight::after(output, to, hops)));
        let first = outputs.pop()?;
        Some(InFlight::after(first, to, hops))
    }
}

impl InFlight<'static> {
    /// Continues the route of a message with an output of a mapping. `to` is the dialect of the mapping's target.
    fn after(output: MappingOutput<AnyMessage>, to: Dialect, hops: Hops) -> Self {
        let MappingOutput {
            input,
            message,
            carry,
            notes,
            ..
        } = output;
        let dialect = output_dialect(&message, to);
        Self {
            message,
            dialect,
            carry: Cow::Owned(carry),
            input,
            notes,
            hops: hops.then(dialect),
        }
    }
}

/// Returns `true` if a message states a dialect of this shape.
fn is_stated(dialect: Dialect, message: &AnyMessage) -> bool {
    match message.held_dialect() {
        Some(held) => held.shape() == dialect.shape(),
        None => false,
    }
}

/// Adds the notes about the layers of the incoming carry: passed-on layers, and layers that no dialect of the route can
/// use.
fn note_layers(came_with: &Carry, carry: &Carry, hops: &Hops, notes: &mut FieldMap) {
    for layer in &came_with.layers {
        let verdict = if carry.layers.contains(layer) {
            Verdict::Carried
        } else if is_used(layer.from.as_str(), hops) {
            continue;
        } else {
            Verdict::Dropped
        };
        let at = Pointer::from_static("/agent_ui_carry").member(layer.from.as_str());
        notes.enter(verdict, &LAYER, at, None, "");
    }
}

/// Returns `true` if a message passed a dialect of the protocol that a layer names.
fn is_used(layer: &str, hops: &Hops) -> bool {
    match Dialect::from_full_name(layer) {
        Some(from) => hops
            .iter()
            .any(|passed| passed.protocol() == from.protocol()),
        None => false,
    }
}

/// Replaces the version text of a 0.9 or 0.10 message by that of a dialect with the same messages.
fn relabel_version(in_flight: &mut InFlight<'_>, to: Dialect, requested: RequestedOutputs) {
    if !in_flight.message.relabel_version(to) {
        return;
    }
    let mut notes = FieldMap::about(in_flight.input, requested.notes);
    let at = Pointer::root().member("version");
    notes.enter(Verdict::Encoded, &VERSION, at.clone(), Some(at), "");
    // All other fields keep their places.
    if in_flight.hops.len() < 2 {
        in_flight.notes = notes.list;
    } else {
        in_flight.notes = compose(&in_flight.notes, &notes.list, &Others::none(), true);
    }
    in_flight.dialect = to;
    in_flight.hops = in_flight.hops.then(to);
}

/// Returns the dialect of an output on the route to `to`.
fn output_dialect(message: &AnyMessage, to: Dialect) -> Dialect {
    let stated = message.dialect();
    // The version text is replaced at the end of the route.
    if stated.a2ui_group() != to.a2ui_group() && has_same_messages(stated, to) {
        return stated;
    }
    // Most MCP frames do not state a version.
    if stated.shape() == to.shape()
        || stated.protocol() == to.protocol() && to.protocol().has_shared_messages()
        || stated.a2ui_group().is_some() && stated.a2ui_group() == to.a2ui_group()
    {
        to
    } else {
        stated
    }
}

/// Returns the A2UI dialect that the carry names. If there is none, returns the goal.
fn version_of(carry: &Carry, goal: Dialect) -> Option<Dialect> {
    for layer in carry.layers.iter().rev() {
        match Dialect::from_full_name(layer.from.as_str()) {
            Some(dialect) if dialect.protocol() == Protocol::A2ui => return Some(dialect),
            _ => {}
        }
    }
    if goal.protocol() == Protocol::A2ui {
        Some(goal)
    } else {
        None
    }
}

/// Maps the place of a refusal back to a place of the input.
fn with_source_place(refusal: Refusal, before: &[Note], hops: &[Dialect]) -> Refusal {
    if hops.len() < 2 {
        return refusal;
    }
    refusal.with_places(&|pointer| source_of(before, pointer))
}
