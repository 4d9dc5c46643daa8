//! The compiled form of a workflow.

use super::template::Template;
use crate::{
    dictionary::Dictionary,
    manifest::{AfterEach, OnError, PrimitiveName, SettleAfter, Step, StepId, Workflow},
    validate::{self, Limits, Profile},
};
use wire::{Finding, Number, Payload, Pointer, Severity, Tolerant};

/// A workflow whose expressions all compile.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) steps: Vec<PlannedStep>,
    pub(super) output: Option<Template>,
}

#[derive(Debug)]
pub(super) struct PlannedStep {
    pub(super) id: StepId,
    pub(super) primitive: PrimitiveName,
    pub(super) arguments: Template,
    pub(super) when: Option<Template>,
    pub(super) repeats: Repeats,
    pub(super) settles: Option<Settles>,
    /// `true` if execution continues after a failure of the step.
    pub(super) continues_after_error: bool,
}

#[derive(Debug)]
pub(super) enum Repeats {
    /// The step is executed once.
    No,
    /// The step is executed for each element of a list, up to this number.
    Each(Template, usize),
    /// The step is repeated until a condition holds, up to a number of attempts.
    Until {
        until: Template,
        attempts: usize,
        between: Option<(PrimitiveName, Template)>,
    },
}

#[derive(Debug)]
pub(super) enum Settles {
    /// After a delay in milliseconds.
    In(u64),
    /// After an element appears. The value contains the arguments of `locator.wait_for`.
    With(Payload),
}

impl Program {
    pub(super) fn of(workflow: &Workflow, limits: Limits) -> Result<Self, Vec<Finding>> {
        let profile = Profile::PUBLISHED.with_limits(limits);
        let mut found = validate::check_workflow(workflow, &profile, None::<&Dictionary>);
        if has_error(&found) {
            return Err(found);
        }
        let at = Pointer::root().member("steps");
        let steps = workflow
            .steps
            .get()
            .into_iter()
            .flat_map(|steps| steps.enumerate());
        let steps = steps
            .filter_map(|(index, step)| plan_step(step, &at.element(index), limits, &mut found))
            .collect();
        let output = compile_slot(&workflow.output, &Pointer::root(), "output", &mut found);
        if has_error(&found) {
            return Err(found);
        }
        Ok(Self { steps, output })
    }
}

fn has_error(found: &[Finding]) -> bool {
    let mut found = found.iter();
    found.any(|finding| finding.severity == Severity::Error)
}

fn plan_step(
    step: &Step,
    at: &Pointer,
    limits: Limits,
    found: &mut Vec<Finding>,
) -> Option<PlannedStep> {
    let when = compile_slot(&step.when, at, "when", found);
    let arguments = compile_slot(&step.args, at, "args", found);
    let each = compile_slot(&step.for_each, at, "for_each", found);
    let repeats = if let Some(each) = each {
        Repeats::Each(each, at_most(&step.max_items, f64::floor, limits.items))
    } else if let Some(until) = compile_slot(&step.retry_until, at, "retry_until", found) {
        let between = match step.after_each.get() {
            Some(after_each) => call_between(after_each, at, found),
            None => None,
        };
        let attempts = at_most(&step.max_attempts, f64::ceil, limits.attempts);
        Repeats::Until {
            until,
            attempts,
            between,
        }
    } else {
        Repeats::No
    };
    Some(PlannedStep {
        id: step.id.get()?.clone(),
        primitive: step.primitive.get()?.clone(),
        arguments: object(arguments),
        when,
        repeats,
        settles: match step.settle_after.get() {
            Some(settle) => settles(settle),
            None => None,
        },
        continues_after_error: step.on_error.get() == Some(&OnError::Continue),
    })
}

fn compile_slot(
    slot: &Option<Payload>,
    at: &Pointer,
    name: &str,
    found: &mut Vec<Finding>,
) -> Option<Template> {
    let slot = slot.as_ref()?;
    Some(Template::of(slot, &at.member(name), found))
}

fn call_between(
    after_each: &AfterEach,
    at: &Pointer,
    found: &mut Vec<Finding>,
) -> Option<(PrimitiveName, Template)> {
    let arguments = compile_slot(&after_each.args, &at.member("after_each"), "args", found);
    Some((after_each.primitive.get()?.clone(), object(arguments)))
}

/// Returns the arguments; an empty object if they are missing or null.
fn object(arguments: Option<Template>) -> Template {
    match arguments {
        Some(Template::Literal(payload)) if payload.is_null() => {
            Template::Literal(Payload::empty_object())
        }
        Some(arguments) => arguments,
        None => Template::Literal(Payload::empty_object()),
    }
}

/// Returns a number of repetitions, rounded and limited.
fn at_most(number: &Tolerant<Number>, rounded: fn(f64) -> f64, limit: u32) -> usize {
    let number = number.get().and_then(Number::as_f64).unwrap_or(1.0);
    rounded(number.min(f64::from(limit))) as usize
}

fn settles(settle: &SettleAfter) -> Option<Settles> {
    if let Some(delay) = settle.delay_ms.get() {
        return Some(Settles::In(delay.as_f64().unwrap_or(0.0).ceil() as u64));
    }
    let timeout = settle
        .timeout_ms
        .get()
        .cloned()
        .unwrap_or_else(|| Number::from(8000));
    let state = match settle.state.get() {
        Some(state) if !state.is_empty() => state.as_str(),
        _ => "visible",
    };
    Some(Settles::With(Payload::object([
        ("locator", settle.locator.as_ref()?),
        ("state", &Payload::string(state)),
        ("timeout_ms", &Payload::parse(timeout.as_str()).ok()?),
    ])))
}
