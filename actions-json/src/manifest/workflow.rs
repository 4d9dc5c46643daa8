//! Workflows: the steps that execute a tool.
//!
//! These objects are closed: unknown members are preserved and reported as findings.

use wire::{List, Number, Payload, Tolerant};

wire::text! {
    /// The name of a primitive, such as `pointer.click`.
    ///
    /// Specification: [Workflow](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#workflow-implemented-execution).
    pub struct PrimitiveName;

    /// The id of a step. Expressions read its output as `steps.<id>.output`.
    ///
    /// Specification: [Workflow](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#workflow-implemented-execution).
    pub struct StepId;
}

wire::word! {
    /// The reaction to a failed step. The list is closed; other words are preserved and reported as findings.
    ///
    /// Specification: [Workflow](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#workflow-implemented-execution).
    pub open enum OnError {
        /// The workflow fails and stops.
        Stop = "stop",
        /// The workflow continues with the next step.
        Continue = "continue",
    }
}

wire::object! {
    /// Steps that call primitives, with JSONata expressions in slots `{% … %}`.
    ///
    /// Specification: [Workflow](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#workflow-implemented-execution).
    ///
    /// ```
    /// use agent_ui_actions_json::{manifest::{Step, Workflow}, wire::{self, Validate}};
    ///
    /// let step = Step::new("find", "locator.element_info").when(wire::Payload::string("{% input.q %}"));
    /// let workflow = Workflow::jsonata(vec![step]);
    /// assert!(workflow.validate().is_empty());
    /// ```
    pub struct Workflow {
        /// The workflow version, 1.
        version =: Tolerant<Number>,
        /// The expression language, `jsonata`.
        expression_language =: Tolerant<String>,
        /// The steps in order.
        steps =: Tolerant<List<Step>>,
        /// The output of the tool; slots in it are evaluated.
        output?: Option<Payload>,
        /// The projection to read again after the workflow.
        postcondition?: Option<Payload>,
        /// The author's notes on states, any JSON value.
        x_state_machine?: Option<Payload>,
    }

    /// One step: a primitive and its arguments.
    ///
    /// Specification: [Workflow](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#workflow-implemented-execution).
    pub struct Step {
        /// The id, unique in the workflow and without dots.
        id =: Tolerant<StepId>,
        /// The primitive to call.
        primitive =: Tolerant<PrimitiveName>,
        /// The arguments; slots in them are evaluated.
        args?: Option<Payload>,
        /// The condition of the step. The step is skipped if the condition is falsy.
        when?: Option<Payload>,
        /// The list whose elements the step is executed for.
        for_each?: Option<Payload>,
        /// The maximum number of elements, 1 to 50; required with `for_each`.
        max_items?: Tolerant<Number>,
        /// The condition that ends the repetition of the step.
        retry_until?: Option<Payload>,
        /// The maximum number of attempts, 1 to 50; required with `retry_until`.
        max_attempts?: Tolerant<Number>,
        /// The primitive to call between attempts.
        after_each?: Tolerant<Box<AfterEach>>,
        /// The reaction to a failure; absent means `stop`.
        on_error?: Tolerant<OnError>,
        /// The condition to wait for before the next step.
        settle_after?: Tolerant<Box<SettleAfter>>,
    }

    /// The primitive to call between attempts, which must only read or be repeatable.
    ///
    /// Specification: [Workflow](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#workflow-implemented-execution).
    pub struct AfterEach {
        /// The primitive to call.
        primitive =: Tolerant<PrimitiveName>,
        /// The arguments; slots in them are evaluated.
        args?: Option<Payload>,
    }

    /// The condition to wait for after a step: either `locator` or `delay_ms`.
    ///
    /// Specification: [Workflow](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#workflow-implemented-execution).
    pub struct SettleAfter {
        /// The element to wait for.
        locator?: Option<Payload>,
        /// The state that the element must reach; absent means `visible`.
        state?: Tolerant<String>,
        /// The timeout in milliseconds; absent means 8000.
        timeout_ms?: Tolerant<Number>,
        /// The fixed delay in milliseconds.
        delay_ms?: Tolerant<Number>,
    }
}

impl Workflow {
    /// The value of `expression_language`.
    pub(crate) const LANGUAGE: &'static str = "jsonata";

    /// Creates a workflow with these steps.
    pub fn jsonata(steps: impl Into<List<Step>>) -> Self {
        Self::new(Number::from(1), Self::LANGUAGE, steps)
    }

    /// Returns the projection that `postcondition` names, written as a string or as `{"projection"}`.
    pub(crate) fn postcondition_projection(&self) -> Option<String> {
        let postcondition = self.postcondition.as_ref()?;
        if let Some(name) = postcondition.as_str() {
            return Some(name.into_owned());
        }
        let projection = postcondition.member("projection")?;
        projection.as_str().map(Into::into)
    }
}
