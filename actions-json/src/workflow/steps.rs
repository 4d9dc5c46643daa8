//! Execution of steps.

use super::{
    Next, Outcome, PrimitiveCall, Role, Runner, StepReport, Wait, WorkflowError, failure,
    program::{PlannedStep, Program, Repeats, Settles},
    result,
    scope::Scopes,
    template::SlotError,
};
use crate::manifest::PrimitiveName;
use std::sync::Arc;
use wire::{Field, Payload, Pointer};

/// The purpose of the answer that a run waits for.
#[derive(Clone, Debug)]
pub(super) enum Then {
    /// The run is over, so it waits for no answer.
    Nothing,
    /// A step that is executed once.
    Once,
    /// An element of a list, with the results of the previous elements. An element may be unknown.
    Item {
        items: Vec<Option<Payload>>,
        results: Vec<Payload>,
    },
    /// An attempt, with the results of the previous attempts.
    Attempt { attempts: Vec<Payload> },
    /// The call between attempts, with the number of attempts made.
    Between {
        attempts: Vec<Payload>,
        attempt_count: usize,
    },
    /// The wait for a step to settle.
    Settle,
}

/// The reason why a step ends early.
enum StepStop {
    /// An expression could not be evaluated.
    Slot(Box<SlotError>),
    /// The workflow ends with an error.
    Workflow(Box<WorkflowError>),
}

impl From<Box<SlotError>> for StepStop {
    fn from(error: Box<SlotError>) -> Self {
        Self::Slot(error)
    }
}

/// The next action; `None` if the step is over.
type StepProgress = Result<Option<(Next, Then)>, StepStop>;

impl Runner {
    /// Starts steps until a step requires an action of the caller.
    pub(super) fn go_on(&mut self) {
        let program = Arc::clone(&self.program);
        while let Some(step) = program.steps.get(self.at) {
            let progress = self.begin(step);
            if self.apply_progress(step, progress) {
                return;
            }
        }
        self.finish(&program);
    }

    /// Applies the answer of the caller and continues.
    pub(super) fn take(&mut self, answer: Payload) {
        let program = Arc::clone(&self.program);
        let Some(step) = program.steps.get(self.at) else {
            return;
        };
        let progress = self.apply_answer(step, answer);
        if !self.apply_progress(step, progress) {
            self.go_on();
        }
    }

    /// Applies the progress of a step. Returns `true` if the run waits or is over, and `false` if the next step must
    /// start.
    fn apply_progress(&mut self, step: &PlannedStep, progress: StepProgress) -> bool {
        match progress {
            Ok(Some((next, then))) => (self.next, self.then) = (next, then),
            Ok(None) => {
                self.at += 1;
                return false;
            }
            Err(StepStop::Slot(failed)) => {
                let SlotError { at, error } = *failed;
                let error = result::error(error.kind.code(), &error.to_string());
                let failed = result::from_error(&error);
                self.known.set(&step.id, failed.clone());
                self.report(step, false, Field::Absent);
                if step.continues_after_error {
                    self.at += 1;
                    return false;
                }
                self.fail(step_failed(step, &failed).pointer(at.as_str()));
            }
            Err(StepStop::Workflow(error)) => self.fail(*error),
        }
        true
    }

    fn begin(&mut self, step: &PlannedStep) -> StepProgress {
        if let Some(when) = &step.when {
            let value = when.evaluate(&self.known.here(), self.limits)?;
            if !result::is_truthy(value.as_ref()) {
                self.known.set(&step.id, result::skip());
                let report = StepReport::new(step.id.clone(), step.primitive.clone(), true, true);
                self.reports.push(report);
                return Ok(None);
            }
        }
        match &step.repeats {
            Repeats::No => self.call(step, &self.known.here(), Role::Step, Then::Once),
            Repeats::Until { .. } => self.attempt(step, Vec::new(), 0),
            Repeats::Each(each, most) => {
                let list = each.evaluate(&self.known.here(), self.limits)?;
                let items: Vec<_> = match list {
                    Some(list) if list.text().starts_with('[') => {
                        list.elements().map(Some).collect()
                    }
                    _ if each.stays_unevaluated(&self.known.here()) => vec![None],
                    _ => return Err(StepStop::Workflow(Box::new(not_a_list(step, self.at)))),
                };
                self.item(step, items.into_iter().take(*most).collect(), Vec::new())
            }
        }
    }

    fn apply_answer(&mut self, step: &PlannedStep, answer: Payload) -> StepProgress {
        match std::mem::replace(&mut self.then, Then::Nothing) {
            Then::Nothing => Ok(None),
            Then::Once => {
                let result = result::read(answer);
                let has_failed = result::has_failed(&result);
                self.known.set(&step.id, result.clone());
                if has_failed && !step.continues_after_error {
                    return Err(self.stop(step, &result));
                }
                self.settle(step, !has_failed)
            }
            Then::Item { items, mut results } => {
                let result = result::read(answer);
                results.push(result.clone());
                if result::has_failed(&result) && !step.continues_after_error {
                    self.known.set(&step.id, result::of_items(&results));
                    return Err(self.stop(step, &result));
                }
                self.item(step, items, results)
            }
            Then::Attempt { attempts } => self.after_attempt(step, result::read(answer), attempts),
            Then::Between {
                mut attempts,
                attempt_count,
            } => {
                let result = result::read(answer);
                attempts.push(result.clone());
                if result::has_failed(&result) && !step.continues_after_error {
                    return Err(self.stop(step, &result));
                }
                self.attempt(step, attempts, attempt_count)
            }
            Then::Settle => self.after_settle(step, &answer),
        }
    }

    /// Starts the next element of a list, or ends the loop.
    fn item(
        &mut self,
        step: &PlannedStep,
        items: Vec<Option<Payload>>,
        results: Vec<Payload>,
    ) -> StepProgress {
        let index = results.len();
        let Some(item) = items.get(index).cloned() else {
            let result = result::of_items(&results);
            let ok = !result::has_failed(&result);
            self.known.set(&step.id, result);
            self.report(step, ok, Field::Absent);
            return Ok(None);
        };
        let scopes = self.known.item(item, index);
        self.call(
            step,
            &scopes,
            Role::Item(index),
            Then::Item { items, results },
        )
    }

    /// Starts the attempt with this index.
    fn attempt(
        &mut self,
        step: &PlannedStep,
        attempts: Vec<Payload>,
        attempt_count: usize,
    ) -> StepProgress {
        self.call(
            step,
            &self.known.attempt(attempt_count),
            Role::Attempt(attempt_count),
            Then::Attempt { attempts },
        )
    }

    /// Ends the step after an attempt, or starts another attempt.
    fn after_attempt(
        &mut self,
        step: &PlannedStep,
        result: Payload,
        mut attempts: Vec<Payload>,
    ) -> StepProgress {
        let Repeats::Until {
            until,
            attempts: most,
            between,
        } = &step.repeats
        else {
            return Ok(None);
        };
        let Next::Call(PrimitiveCall {
            role: Role::Attempt(index),
            ..
        }) = self.next
        else {
            return Ok(None);
        };
        self.known.set(&step.id, result.clone());
        attempts.push(result.clone());
        if result::has_failed(&result) && !step.continues_after_error {
            return Err(self.stop(step, &result));
        }
        let is_reached = until.evaluate(&self.known.here(), self.limits)?;
        let all = result::with(&result, "attempts", &Payload::array(&attempts));
        let attempt_count = index + 1;
        if result::is_truthy(is_reached.as_ref()) || !self.known.has_results() {
            let ok = !result::has_failed(&all);
            self.known.set(&step.id, all);
            return self.settle(step, ok);
        }
        if attempt_count >= *most {
            let error = attempts_exhausted(step, attempt_count, &result);
            let all = result::with(&result::with(&all, "ok", &result::no()), "error", &error);
            self.known.set(&step.id, all.clone());
            return Err(self.stop(step, &all));
        }
        let Some((primitive, arguments)) = between else {
            return self.attempt(step, attempts, attempt_count);
        };
        let arguments = arguments.evaluate(&self.known.here(), self.limits)?;
        let next = primitive_call(step, primitive, arguments, Role::Between);
        Ok(Some((
            next,
            Then::Between {
                attempts,
                attempt_count,
            },
        )))
    }

    /// Ends the step. If the step has a settle condition, the run first waits for it.
    fn settle(&mut self, step: &PlannedStep, ok: bool) -> StepProgress {
        self.report(step, ok, Field::Absent);
        let wait_for = PrimitiveName::from("locator.wait_for");
        let next = match &step.settles {
            None => return Ok(None),
            Some(Settles::In(ms)) => Next::Wait(Wait {
                step: step.id.clone(),
                ms: *ms,
            }),
            Some(Settles::With(arguments)) => {
                primitive_call(step, &wait_for, Some(arguments.clone()), Role::Settle)
            }
        };
        Ok(Some((next, Then::Settle)))
    }

    fn after_settle(&mut self, step: &PlannedStep, answer: &Payload) -> StepProgress {
        let is_settled = !result::has_failed(answer);
        if let Some(report) = self.reports.last_mut() {
            report.settled = Field::Value(is_settled);
        }
        if is_settled || step.continues_after_error || !matches!(step.repeats, Repeats::No) {
            return Ok(None);
        }
        let message = format!(
            "the step {:?} succeeded, but the element that it waits for did not appear",
            step.id.as_str()
        );
        let error = result::error("workflow_settle_timeout", &message);
        let error = result::with(&error, "step_id", &Payload::string(step.id.as_str()));
        let failed = result::from_error(&error);
        self.known.set(&step.id, failed.clone());
        Err(StepStop::Workflow(Box::new(step_failed(step, &failed))))
    }

    fn call(
        &self,
        step: &PlannedStep,
        scopes: &Scopes<'_>,
        role: Role,
        then: Then,
    ) -> StepProgress {
        let arguments = step.arguments.evaluate(scopes, self.limits)?;
        Ok(Some((
            primitive_call(step, &step.primitive, arguments, role),
            then,
        )))
    }

    /// Ends the workflow because the step failed.
    fn stop(&mut self, step: &PlannedStep, result: &Payload) -> StepStop {
        self.report(step, false, Field::Absent);
        StepStop::Workflow(Box::new(step_failed(step, result)))
    }

    fn report(&mut self, step: &PlannedStep, ok: bool, settled: Field<bool>) {
        let mut report = StepReport::new(step.id.clone(), step.primitive.clone(), ok, false);
        report.settled = settled;
        self.reports.push(report);
    }

    fn fail(&mut self, error: WorkflowError) {
        let outcome = Outcome::new(false, std::mem::take(&mut self.reports)).error(error);
        (self.next, self.then) = (Next::Over(Box::new(outcome)), Then::Nothing);
    }

    fn finish(&mut self, program: &Program) {
        let output = match &program.output {
            Some(output) => output.evaluate(&self.known.here(), self.limits),
            None => Ok(Some(Payload::object([("steps", &self.known.steps())]))),
        };
        match output {
            Err(failed) => {
                let SlotError { at, error } = *failed;
                self.fail(
                    WorkflowError::new(error.kind.code(), error.to_string()).pointer(at.as_str()),
                );
            }
            Ok(Some(output)) if output.text().len() > self.limits.output_bytes => {
                let most = self.limits.output_bytes;
                let message = format!("the output of the workflow is longer than {most} bytes");
                self.fail(WorkflowError::new("workflow_output_too_large", message));
            }
            Ok(output) => {
                let mut outcome = Outcome::new(true, std::mem::take(&mut self.reports));
                outcome.output = output;
                (self.next, self.then) = (Next::Over(Box::new(outcome)), Then::Nothing);
            }
        }
    }
}

fn primitive_call(
    step: &PlannedStep,
    primitive: &PrimitiveName,
    arguments: Option<Payload>,
    role: Role,
) -> Next {
    Next::Call(PrimitiveCall {
        step: step.id.clone(),
        role,
        primitive: primitive.clone(),
        arguments: arguments.unwrap_or_else(Payload::empty_object),
    })
}

/// Returns the error for a workflow whose step failed with this result.
fn step_failed(step: &PlannedStep, result: &Payload) -> WorkflowError {
    let cause = result.member("error").unwrap_or_else(Payload::null);
    let (code, message) = (
        result::text(&cause, "code"),
        result::text(&cause, "message"),
    );
    let code = if code.starts_with("workflow_retry_") {
        code
    } else {
        "workflow_step_failed".to_owned()
    };
    let message = match message.is_empty() {
        true => format!("the step {:?} failed", step.id.as_str()),
        false => message,
    };
    let error = WorkflowError::new(code, message).step_id(step.id.clone());
    failure::classify(error.primitive(step.primitive.clone()).cause(cause))
}

fn not_a_list(step: &PlannedStep, index: usize) -> WorkflowError {
    let at = Pointer::root()
        .member("steps")
        .element(index)
        .member("for_each");
    let message = format!(
        "the value of `for_each` in the step {:?} is not a list",
        step.id.as_str()
    );
    let error = WorkflowError::new("workflow_loop_input_invalid", message).step_id(step.id.clone());
    error.primitive(step.primitive.clone()).pointer(at.as_str())
}

fn attempts_exhausted(step: &PlannedStep, attempt_count: usize, last: &Payload) -> Payload {
    let message = format!(
        "the condition `retry_until` of the step {:?} did not hold after {attempt_count} attempts",
        step.id.as_str()
    );
    let error = result::error("workflow_retry_exhausted", &message);
    let error = result::with(&error, "step_id", &Payload::string(step.id.as_str()));
    result::with(
        &error,
        "cause",
        &last.member("error").unwrap_or_else(Payload::null),
    )
}
