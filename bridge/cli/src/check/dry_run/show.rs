//! The dry run of workflows and its output lines.

use super::sample;
use crate::{
    args::Check,
    check::{ReportFinding, ReportedErrors},
    exit::Exit,
    flag_file::{ExpectedContent, FlagFile},
    report::Report,
};
use bridge::actions_json::{
    manifest::{Manifest, Step, Tool, Workflow},
    schema,
    validate::Limits,
    workflow::{InvalidWorkflow, Next, Role, Runner, WorkflowError},
};
use serde::Serialize;
use std::collections::BTreeMap;
use wire::{Finding, Number, Payload, Pointer, Severity};

const ARGUMENTS: ExpectedContent = ExpectedContent {
    noun: "an object with the arguments of each tool",
    example: r#"{"cart.add":{"quantity":1}}"#,
};

/// A dry run of manifests, with the arguments from the command line.
pub(in crate::check) struct DryRun {
    arguments: BTreeMap<String, Payload>,
    /// The file of the arguments.
    file: Option<FlagFile>,
}

/// The line of a primitive call or of a wait.
#[derive(Default, Serialize)]
struct DryRunLine<'a> {
    tool: &'a str,
    step: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    primitive: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    arguments: Option<&'a Payload>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wait_ms: Option<u64>,
    /// `true` if the call or wait is part of `settle_after`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    settle_after: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    when: Option<&'a Payload>,
    #[serde(skip_serializing_if = "Option::is_none")]
    for_each: Option<&'a Payload>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_items: Option<&'a Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_until: Option<&'a Payload>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_attempts: Option<&'a Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after_each: Option<Payload>,
}

/// The line with the output of a tool.
#[derive(Serialize)]
struct ToolOutputLine<'a> {
    tool: &'a str,
    output: Option<&'a Payload>,
}

impl DryRun {
    pub(in crate::check) fn of(arguments: &Check) -> Result<Option<Self>, Exit> {
        let Some(path) = &arguments.arguments else {
            return Ok(arguments.dry_run.then(|| Self {
                arguments: BTreeMap::new(),
                file: None,
            }));
        };
        let file = FlagFile::read("--arguments", path)?;
        let given: Payload = file.value(&ARGUMENTS)?;
        let arguments: BTreeMap<String, Payload> = given
            .members()
            .map(|(name, arguments)| (name.into_owned(), arguments))
            .collect();
        let is_wrong = |(_, value): &(&String, &Payload)| !value.is_object();
        if let Some((name, other)) = arguments.iter().find(is_wrong) {
            let message = format!(
                "expected the arguments of `{name}` (an object), found {}",
                other.kind()
            );
            let wrong = || file.wrong(&Pointer::root().member(name), &message, &ARGUMENTS.hint());
            return Err(file.foreign_or(&ARGUMENTS, wrong));
        }
        Ok(Some(Self {
            arguments,
            file: Some(file),
        }))
    }

    /// Runs the workflows of a manifest. Errors in `reported` are not reported again.
    pub(in crate::check) fn go_through(
        &self,
        text: &str,
        reported: &ReportedErrors,
        report: &mut Report,
        tell: ReportFinding<'_>,
    ) -> Result<(), Exit> {
        // Unreadable manifests are already reported.
        let Ok(manifest) = wire::decode::<Manifest>(text) else {
            return Ok(());
        };
        for (index, tool) in manifest.tools_declared() {
            let (Some(name), Some(workflow)) = (tool.name.get(), tool.workflow.get()) else {
                continue;
            };
            let at = Pointer::root().member("tools").element(index);
            let arguments = self.arguments(name.as_str(), tool)?;
            match Runner::rehearsal(workflow, &arguments, Limits::UPSTREAM) {
                Ok(run) => {
                    if let Some(finding) = rehearse(run, name.as_str(), workflow, &at, report)? {
                        tell(report, finding)?;
                    }
                }
                Err(InvalidWorkflow { findings, .. }) => {
                    for mut finding in findings {
                        finding.pointer = at.member("workflow").join(&finding.pointer);
                        let is_reported =
                            reported.contains(&(finding.rule, finding.pointer.clone()));
                        if finding.severity == Severity::Error && !is_reported {
                            tell(report, finding)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the arguments of a tool. Those of the command line must match its schema.
    fn arguments(&self, name: &str, tool: &Tool) -> Result<Payload, Exit> {
        let schema = tool.input_schema.as_ref();
        let (Some(given), Some(file)) = (self.arguments.get(name), &self.file) else {
            return Ok(sample::arguments(schema));
        };
        let at = Pointer::root().member(name);
        let found = schema.map(|schema| schema::violations(schema, given, &at));
        // An unusable schema is reported as a finding about the manifest.
        match found.and_then(Result::ok).unwrap_or_default().first() {
            Some(first) => Err(file.wrong(&first.pointer, &first.message, "")),
            None => Ok(given.clone()),
        }
    }
}

/// Writes the lines of a workflow. Returns the finding if it fails.
fn rehearse(
    mut run: Runner,
    tool: &str,
    workflow: &Workflow,
    at: &Pointer,
    report: &mut Report,
) -> Result<Option<Finding>, Exit> {
    loop {
        match run.next() {
            Next::Wait(wait) => {
                let (step, wait_ms) = (wait.step.as_str(), Some(wait.ms));
                report.value(&DryRunLine {
                    tool,
                    step,
                    wait_ms,
                    settle_after: true,
                    ..DryRunLine::default()
                })?;
            }
            Next::Call(call) => {
                let mut line = DryRunLine {
                    tool,
                    step: call.step.as_str(),
                    ..DryRunLine::default()
                };
                (line.primitive, line.arguments) =
                    (Some(call.primitive.as_str()), Some(&call.arguments));
                let steps = workflow.steps.get();
                match steps
                    .and_then(|steps| steps.iter().find(|step| step.id.get() == Some(&call.step)))
                {
                    _ if call.role == Role::Settle => line.settle_after = true,
                    Some(step) => conditions(step, &mut line),
                    None => {}
                }
                report.value(&line)?;
            }
            Next::Over(outcome) => {
                return match outcome.error.get() {
                    Some(error) => Ok(Some(finding(error, workflow, at))),
                    None => report
                        .value(&ToolOutputLine {
                            tool,
                            output: outcome.output.as_ref(),
                        })
                        .map(|()| None),
                };
            }
        }
        run.answer(Ok(Payload::null()));
    }
}

/// Adds the conditions and repetitions of a step to its line.
fn conditions<'a>(step: &'a Step, line: &mut DryRunLine<'a>) {
    line.when = step.when.as_ref();
    line.for_each = step.for_each.as_ref();
    line.max_items = step.max_items.get();
    if line.for_each.is_none() {
        line.retry_until = step.retry_until.as_ref();
        line.max_attempts = step.max_attempts.get();
        line.after_each = step
            .after_each
            .get()
            .and_then(|after_each| Payload::encode(after_each).ok());
    }
}

fn finding(error: &WorkflowError, workflow: &Workflow, at: &Pointer) -> Finding {
    let steps = workflow
        .steps
        .get()
        .into_iter()
        .flat_map(|steps| steps.enumerate());
    let step = steps
        .filter(|(_, step)| step.id.get() == error.step_id.get())
        .map(|(index, _)| index)
        .next();
    let below = error
        .pointer
        .get()
        .and_then(|pointer| Pointer::parse(pointer).ok());
    let at = at.member("workflow");
    let at = match (below, step) {
        (Some(below), _) => at.join(&below),
        (None, Some(index)) => at.member("steps").element(index),
        (None, None) => at.member("output"),
    };
    let code = error.cause.as_ref().and_then(|cause| cause.member("code"));
    let code = code
        .and_then(|code| code.as_str().map(Into::into))
        .unwrap_or_else(|| error.code.clone());
    let hint = "pass other arguments with --arguments, or correct the expression";
    Finding::error("dry-run", at, format_args!("{code}: {}", error.message)).hint(hint)
}
