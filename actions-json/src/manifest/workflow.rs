//! The steps that execute a tool. actions.json v1, workflow.
//!
//! These objects are closed: a member that the tables do not name is kept, and is a finding.

use super::PrimitiveName;
use wire::{List, Number, Payload, Tolerant};

wire::text! {
    /// Names a step; other steps refer to its output as `steps.<id>.output`.
    pub struct StepId;
}

wire::word! {
    /// What happens when a step fails. The list is closed; other words are kept and are findings. actions.json v1, workflow.
    pub open enum OnError {
        /// The workflow fails.
        Stop = "stop",
        /// It goes on.
        Continue = "continue",
    }
}

wire::object! {
    /// Steps that name primitives, with JSONata in slots `{% … %}`. actions.json v1, workflow.
    ///
    /// ```
    /// # use agent_ui_actions_json as actions_json;
    /// use actions_json::manifest::{Step, Workflow};
    /// use wire::Validate;
    ///
    /// let step = Step::new("find", "locator.element_info").when(wire::Payload::string("{% input.q %}"));
    /// let workflow = Workflow::jsonata(vec![step]);
    /// assert!(workflow.validate().is_empty());
    /// ```
    pub struct Workflow {
        /// 1.
        version =: Tolerant<Number>,
        /// `jsonata`.
        expression_language =: Tolerant<String>,
        /// The steps, in order.
        steps =: Tolerant<List<Step>>,
        /// What the tool gives back; slots are evaluated.
        output?: Option<Payload>,
        /// The projection that is read again afterwards.
        postcondition?: Option<Payload>,
        /// Notes of the author on states, in any form.
        x_state_machine?: Option<Payload>,
    }

    /// One step: a primitive and its arguments. actions.json v1, workflow.
    pub struct Step {
        /// Its id, unique in the workflow, without dots.
        id =: Tolerant<StepId>,
        /// What it does.
        primitive =: Tolerant<PrimitiveName>,
        /// With what; slots are evaluated.
        args?: Option<Payload>,
        /// It is skipped where this is falsy.
        when?: Option<Payload>,
        /// It is done for every item of this list.
        for_each?: Option<Payload>,
        /// For how many at most: 1 to 50; needed with `for_each`.
        max_items?: Tolerant<Number>,
        /// It is repeated until this holds.
        retry_until?: Option<Payload>,
        /// How often at most: 1 to 50; needed with `retry_until`.
        max_attempts?: Tolerant<Number>,
        /// What is done between attempts.
        after_each?: Tolerant<Box<AfterEach>>,
        /// What happens when it fails; absent: the workflow stops.
        on_error?: Tolerant<OnError>,
        /// What is waited for before the next step.
        settle_after?: Tolerant<Box<SettleAfter>>,
    }

    /// What is done between attempts: something that only looks, or that can be repeated. actions.json v1, workflow.
    pub struct AfterEach {
        /// What it does.
        primitive =: Tolerant<PrimitiveName>,
        /// With what; slots are evaluated.
        args?: Option<Payload>,
    }

    /// What is waited for after a step: exactly one of `locator` and `delay_ms`. actions.json v1, workflow.
    pub struct SettleAfter {
        /// An element.
        locator?: Option<Payload>,
        /// What it has to become; absent: `visible`.
        state?: Tolerant<String>,
        /// How long at most, in milliseconds; absent: 8000.
        timeout_ms?: Tolerant<Number>,
        /// Or a time, in milliseconds.
        delay_ms?: Tolerant<Number>,
    }
}

impl Workflow {
    /// What `expression_language` says.
    pub const LANGUAGE: &'static str = "jsonata";

    /// A workflow of these steps.
    pub fn jsonata(steps: impl Into<List<Step>>) -> Self {
        Self::new(Number::from(1), Self::LANGUAGE, steps)
    }

    /// The name of the projection that its `postcondition` names, written as a text or as `{"projection"}`.
    pub fn postcondition_projection(&self) -> Option<String> {
        let postcondition = self.postcondition.as_ref()?;
        if let Some(name) = postcondition.as_str() {
            return Some(name.into_owned());
        }
        let projection = postcondition.member("projection")?;
        projection.as_str().map(Into::into)
    }
}
