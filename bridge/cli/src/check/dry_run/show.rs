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
    workflow::{InvalidWorkflow, Next, PrimitiveCall, Role, Runner, WorkflowError},
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
    /// The file of `--arguments`, if the option is used.
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
            return Ok(match arguments.dry_run {
                true => Some(Self {
                    arguments: BTreeMap::new(),
                    file: None,
                }),
                false => None,
            });
        };
        let file = FlagFile::read("--arguments", path)?;
        let document: Payload = file.value(&ARGUMENTS)?;
        let arguments: BTreeMap<String, Payload> = document
            .members()
            .map(|(name, arguments)| (name.into_owned(), arguments))
            .collect();
        for (name, other) in &arguments {
            if !other.is_object() {
                return Err(wrong_arguments(&file, name, other));
            }
        }
        Ok(Some(Self {
            arguments,
            file: Some(file),
        }))
    }

    /// Runs the workflows of a manifest. Errors in `reported` are not reported again.
    pub(in crate::check) fn run(
        &self,
        text: &str,
        reported: &ReportedErrors,
        report: &mut Report,
        report_finding: ReportFinding<'_>,
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
            let arguments = self.arguments_for(name.as_str(), tool)?;
            let rehearsal = Rehearsal {
                tool: name.as_str(),
                workflow,
                at: at.member("workflow"),
            };
            for finding in rehearsal.run(&arguments, reported, report)? {
                report_finding(report, finding)?;
            }
        }
        Ok(())
    }

    /// Returns the arguments for a tool from the command line, or else generated ones. Arguments from the command line
    /// must match the schema of the tool.
    fn arguments_for(&self, name: &str, tool: &Tool) -> Result<Payload, Exit> {
        let schema = tool.input_schema.as_ref();
        let (Some(arguments), Some(file)) = (self.arguments.get(name), &self.file) else {
            return Ok(sample::generate_arguments(schema));
        };
        let at = Pointer::root().member(name);
        let found = schema.map(|schema| schema::violations(schema, arguments, &at));
        // An unusable schema is reported as a finding about the manifest.
        match found.and_then(Result::ok).unwrap_or_default().first() {
            Some(first) => Err(file.wrong(&first.pointer, &first.message, "")),
            None => Ok(arguments.clone()),
        }
    }
}

/// The dry run of the workflow of one tool.
struct Rehearsal<'a> {
    tool: &'a str,
    workflow: &'a Workflow,
    /// The place of the workflow in the manifest.
    at: Pointer,
}

impl Rehearsal<'_> {
    /// Writes the lines of the workflow. Returns a finding if the workflow fails, or the errors that prevent a run.
    fn run(
        &self,
        arguments: &Payload,
        reported: &ReportedErrors,
        report: &mut Report,
    ) -> Result<Vec<Finding>, Exit> {
        let InvalidWorkflow { findings, .. } =
            match Runner::rehearsal(self.workflow, arguments, Limits::UPSTREAM) {
                Ok(runner) => return Ok(self.write_lines(runner, report)?.into_iter().collect()),
                Err(invalid) => invalid,
            };
        let mut errors = Vec::new();
        for mut finding in findings {
            finding.pointer = self.at.join(&finding.pointer);
            // The check of the manifest reports errors of workflows too.
            let is_reported = reported.contains(&(finding.rule, finding.pointer.clone()));
            if finding.severity == Severity::Error && !is_reported {
                errors.push(finding);
            }
        }
        Ok(errors)
    }

    /// Writes a line for each call and wait, and one for the output. Returns the finding if the workflow fails.
    fn write_lines(
        &self,
        mut runner: Runner,
        report: &mut Report,
    ) -> Result<Option<Finding>, Exit> {
        loop {
            match runner.next() {
                Next::Wait(wait) => report.value(&DryRunLine {
                    tool: self.tool,
                    step: wait.step.as_str(),
                    wait_ms: Some(wait.ms),
                    settle_after: true,
                    ..DryRunLine::default()
                })?,
                Next::Call(call) => report.value(&self.call_line(call))?,
                Next::Over(outcome) => {
                    if let Some(error) = outcome.error.get() {
                        return Ok(Some(self.failure_finding(error)));
                    }
                    report.value(&ToolOutputLine {
                        tool: self.tool,
                        output: outcome.output.as_ref(),
                    })?;
                    return Ok(None);
                }
            }
            // No primitive runs, so each call returns `null`.
            runner.answer(Ok(Payload::null()));
        }
    }

    /// Returns the line of a call. A call of `settle_after` has no conditions of its own.
    fn call_line<'c>(&'c self, call: &'c PrimitiveCall) -> DryRunLine<'c> {
        let mut line = DryRunLine {
            tool: self.tool,
            step: call.step.as_str(),
            primitive: Some(call.primitive.as_str()),
            arguments: Some(&call.arguments),
            settle_after: call.role == Role::Settle,
            ..DryRunLine::default()
        };
        if line.settle_after {
            return line;
        }
        if let Some(steps) = self.workflow.steps.get() {
            let step = steps.iter().find(|step| step.id.get() == Some(&call.step));
            if let Some(step) = step {
                add_conditions(step, &mut line);
            }
        }
        line
    }

    /// Returns the finding for a workflow that fails. Its place is the value that caused the failure, or else the
    /// failed step, or else `/output`.
    fn failure_finding(&self, error: &WorkflowError) -> Finding {
        let value = match error.pointer.get() {
            Some(pointer) => Pointer::parse(pointer).ok(),
            None => None,
        };
        let at = match (value, self.step_index(error)) {
            (Some(value), _) => self.at.join(&value),
            (None, Some(index)) => self.at.member("steps").element(index),
            (None, None) => self.at.member("output"),
        };
        let cause = error.cause.as_ref().and_then(|cause| cause.member("code"));
        let code = cause
            .and_then(|code| code.as_str().map(Into::into))
            .unwrap_or_else(|| error.code.clone());
        let hint = "pass other arguments with --arguments, or correct the expression";
        Finding::error("dry-run", at, format_args!("{code}: {}", error.message)).hint(hint)
    }

    /// Returns the index of the step that failed.
    fn step_index(&self, error: &WorkflowError) -> Option<usize> {
        for (index, step) in self.workflow.steps.get()?.enumerate() {
            if step.id.get() == error.step_id.get() {
                return Some(index);
            }
        }
        None
    }
}

/// Returns the usage error for arguments of a tool that are not an object.
fn wrong_arguments(file: &FlagFile, name: &str, other: &Payload) -> Exit {
    let message = format!(
        "expected the arguments of `{name}` (an object), found {}",
        other.kind()
    );
    file.foreign_or(&ARGUMENTS, || {
        file.wrong(&Pointer::root().member(name), &message, &ARGUMENTS.hint())
    })
}

/// Adds the conditions and repetitions of a step to its line.
fn add_conditions<'a>(step: &'a Step, line: &mut DryRunLine<'a>) {
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
