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
    /// Returns the target dialect of a message. If only the protocol was named, this is the dialect of the message
    /// itself, of its surface, of its carry, or of the message that it contains.
    pub(super) fn goal(&self, in_flight: &InFlight<'_>) -> Dialect {
        if self.to.exact {
            return self.to.dialect;
        }
        if in_flight.dialect.protocol() == self.to.protocol() {
            let subject = if self.origins.is_empty() {
                None
            } else {
                in_flight.message.subject()
            };
            let origin = subject
                .and_then(|subject| self.origins.get(&subject))
                .copied();
            return origin.unwrap_or(in_flight.dialect);
        }
        let layers = in_flight.carry.layers.iter().rev();
        let known = layers.filter_map(|layer| Dialect::from_full_name(layer.from.as_str()));
        let known = known
            .into_iter()
            .find(|dialect| dialect.protocol() == self.to.protocol());
        let held = || {
            in_flight
                .message
                .held_dialect()
                .filter(|dialect| dialect.protocol() == self.to.protocol())
        };
        known.or_else(held).unwrap_or(self.to.dialect)
    }

    /// Translates a message step by step until it arrives. Returns the notes about waiting messages.
    pub(super) fn run(
        &mut self,
        mut in_flight: InFlight<'_>,
        came_with: &Carry,
        with_notes: bool,
        made: &mut Outputs,
    ) -> Result<Vec<Note>, Refusal> {
        let requested = RequestedOutputs {
            notes: self.notes_between(with_notes),
            ..self.requested
        };
        let (mut held, mut open) = (Vec::new(), Vec::new());
        loop {
            let distinct = in_flight.message.check_unique_ids();
            distinct
                .map_err(|refusal| with_source_place(refusal, &in_flight.notes, &in_flight.hops))?;
            let goal = self.goal(&in_flight);
            if in_flight.dialect == goal || has_same_messages(in_flight.dialect, goal) {
                if in_flight.dialect != goal {
                    relabel_version(&mut in_flight, goal, requested);
                }
                self.arrive(in_flight, came_with, made)?;
                let Some(next) = open.pop() else {
                    return Ok(held);
                };
                in_flight = next;
                continue;
            }
            let family = in_flight.message.family();
            // An upper bound for routes.
            if in_flight.hops.len() > Dialect::ALL.len() {
                return Err(no_route(in_flight.dialect, goal, family));
            }
            let Some((to, row)) = self.next_step(&in_flight, goal, family) else {
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
            tcx.loss_policy = self.delivery.loss_policy;
            tcx.is_paranoid |= self.delivery.is_paranoid;
            tcx.is_embedding = self.delivery.inside;
            tcx.passes_through = to != goal;
            let is_of_surface = family == Family::Surfaces;
            let is_measured = is_of_surface || cfg!(debug_assertions);
            let bytes = if is_measured { self.session_bytes() } else { 0 };
            let run = (row.run)(&mut self.earlier, message, &mut tcx);
            let (before, rest) = (tcx.earlier_notes, tcx.notes);
            let (waits, waited) = (tcx.waiting_notes, tcx.earlier_waiting_notes);
            let mut outputs = run.map_err(|refusal| with_source_place(refusal, &before, &hops))?;
            debug_assert!(
                is_of_surface || self.session_bytes() == bytes,
                "{family:?} change no session"
            );
            // A message that reduces the state is never refused.
            if is_of_surface && self.session_bytes() > bytes {
                self.is_within_bound()?;
            }
            match waited.as_slice() {
                [] => held.extend(waits),
                waited => held.extend(compose(waited, &waits, &Others::none(), false)),
            }
            made.notes.extend(compose_outputs(
                &before,
                &mut outputs,
                rest,
                &hops,
                &mut self.last_notes,
            ));
            // Most messages have one output.
            let reached_by = |output: MappingOutput<AnyMessage>| {
                let MappingOutput {
                    input,
                    message,
                    carry,
                    notes,
                    ..
                } = output;
                let dialect = output_dialect(&message, to);
                let hops = hops.then(dialect);
                InFlight {
                    message,
                    dialect,
                    carry: Cow::Owned(carry),
                    input,
                    notes,
                    hops,
                }
            };
            let others = outputs.drain(outputs.len().min(1)..).rev();
            open.extend(others.map(reached_by));
            let next = outputs.pop().map(reached_by).or_else(|| open.pop());
            let Some(next) = next else { return Ok(held) };
            in_flight = next;
        }
    }

    /// Returns the first mapping of the route. Among equally short routes, prefers the dialect that the carry names.
    pub(super) fn next_step(
        &mut self,
        in_flight: &InFlight<'_>,
        goal: Dialect,
        family: Family,
    ) -> Option<(Dialect, &'static Row)> {
        let steps = self.routes.next_steps(in_flight.dialect, goal, family);
        let is_known = |to: Dialect| in_flight.carry.layers.iter().any(|layer| layer.is_from(to));
        let known = steps
            .iter()
            .find(|(to, _)| steps.len() > 1 && is_known(*to));
        known.or_else(|| steps.first()).copied()
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
        let mut carry = carry.into_owned();
        // Without an empty layer, the route back would not be known, unless the message states its dialect.
        if let [first, between @ .., last] = &*hops {
            let is_stated = |dialect: Dialect| {
                message
                    .held_dialect()
                    .is_some_and(|held| held.shape() == dialect.shape())
            };
            // A direct route has no intermediate dialects to record.
            let back = match between {
                [] => &[],
                _ => self.routes.route(*last, *first, message.family()),
            };
            for dialect in between
                .iter()
                .filter(|dialect| !back.contains(dialect) && !is_stated(**dialect))
            {
                carry = carry.with_dialect(*dialect);
            }
            if !self.from.exact && first.shape() != self.from.dialect.shape() && !is_stated(*first)
            {
                carry = carry.with_dialect(*first);
            }
        }
        if self.requested.notes != RequestedNotes::None {
            let mut about = FieldMap::about(input, RequestedNotes::All);
            for layer in &came_with.layers {
                let from = Dialect::from_full_name(layer.from.as_str());
                let at = || Pointer::from_static("/agent_ui_carry").member(layer.from.as_str());
                if carry.layers.contains(layer) {
                    about.enter(Verdict::Carried, &LAYER, at(), None, "");
                } else if !from.is_some_and(|from| {
                    hops.iter()
                        .any(|passed| passed.protocol() == from.protocol())
                }) {
                    about.enter(Verdict::Dropped, &LAYER, at(), None, "");
                }
            }
            notes.append(&mut about.list);
        } else {
            notes.clear();
        }
        if !self.requested.carry {
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

    /// Refuses losses that the policy does not allow.
    pub(super) fn check_losses(&self, made: &Outputs, held: &[Note]) -> Result<(), Refusal> {
        self.delivery
            .loss_policy
            .refusal(made.all_notes().chain(held))
            .map_or(Ok(()), Err)
    }

    /// Writes ids as identifiers, seals carries, and embeds them.
    pub(super) fn deliver(&self, made: &mut Outputs) -> Result<(), Refusal> {
        for output in &mut made.outputs {
            if self.escapes_ids {
                let (message, places) = output.message.clone().write_identifiers(&self.cx);
                identifiers::add_remarks(output.notes.iter_mut(), &places, |note| note.to.get());
                output.message = message;
            }
            if output.carry.is_empty() {
                continue;
            }
            if let Some(key) = &self.seal {
                let binding: Binding = output.message.binding();
                output.carry = std::mem::take(&mut output.carry).seal_for(key, &binding);
            }
            if self.delivery.inside {
                let carry = std::mem::take(&mut output.carry);
                output.message = output.message.clone().embed(carry)?;
            }
        }
        Ok(())
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

/// Returns the dialect of an output on the way to `to`.
fn output_dialect(message: &AnyMessage, to: Dialect) -> Dialect {
    let stated = message.dialect();
    // The version text is replaced at the end of the route.
    if stated.a2ui_group() != to.a2ui_group() && has_same_messages(stated, to) {
        return stated;
    }
    // Most MCP frames do not state a version.
    if stated.shape() == to.shape()
        || stated.protocol() == Protocol::Mcp && to.protocol() == Protocol::Mcp
        || stated.a2ui_group().is_some() && stated.a2ui_group() == to.a2ui_group()
    {
        to
    } else {
        stated
    }
}

/// Returns the A2UI dialect that the carry names, or else the goal.
fn version_of(carry: &Carry, goal: Dialect) -> Option<Dialect> {
    let layers = carry
        .layers
        .iter()
        .rev()
        .map(|layer| Dialect::from_full_name(layer.from.as_str()));
    let stated = layers.into_iter().flatten().chain([goal]);
    stated
        .into_iter()
        .find(|dialect| dialect.protocol() == Protocol::A2ui)
}

/// Maps the place of a refusal back to the input.
fn with_source_place(refusal: Refusal, before: &[Note], hops: &[Dialect]) -> Refusal {
    if hops.len() < 2 {
        return refusal;
    }
    refusal.with_places(&|pointer| source_of(before, pointer))
}
