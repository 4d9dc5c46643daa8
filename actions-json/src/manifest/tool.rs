//! Tools that an agent may call, and their execution.

use super::{Direction, PrimitiveName, Source, Target, Workflow};
use wire::{List, Payload, Tolerant};

wire::text! {
    /// The dotted name of a tool, such as `cart.add`.
    ///
    /// Specification: [`tools`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#tools).
    pub struct ToolName;

    /// The dotted name of a function of the page. The name is never source code to execute.
    ///
    /// Specification: [`x_actions`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#x_actions).
    pub struct HandlerName;
}

wire::word! {
    /// The lifetime of a tool. The list is closed; other words are preserved and reported as findings.
    ///
    /// Specification: [`x_actions`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#x_actions).
    pub open enum Scope {
        /// Available while the surface is active.
        ActiveSurface = "active_surface",
        /// Available beyond the active surface.
        Persistent = "persistent",
    }
}

wire::word! {
    /// The way in which handler and steps are combined.
    ///
    /// Specification: [`x_actions`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#x_actions).
    pub open enum ExecutionMode {
        /// The handler is called, if there is one.
        HandlerFirst = "handler_first",
        /// The steps are executed.
        StepsFirst = "steps_first",
        /// The steps are documentation only.
        Documentary = "documentary",
        /// The steps are executed in tests only.
        TestOnly = "test_only",
    }
}

wire::object! {
    /// A tool that an agent may call.
    ///
    /// Specification: [`tools`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#tools).
    ///
    /// ```
    /// use agent_ui_actions_json::{manifest::{Tool, XActions}, wire};
    ///
    /// let tool = Tool::new("cart.add", "Puts something into the cart.", wire::Payload::empty_object());
    /// assert!(!tool.is_executable());
    /// assert!(tool.x_actions(XActions::new().handler("shop.cart.add")).is_executable());
    /// ```
    pub struct Tool {
        /// The name, unique among the tools.
        name =: Tolerant<ToolName>,
        /// A description for people and models.
        description =: Tolerant<String>,
        /// The JSON Schema of the arguments.
        input_schema =: Option<Payload>,
        /// The element of the page that the tool acts on.
        target?: Tolerant<Box<Target>>,
        /// The primitives that the tool needs.
        requires?: Tolerant<Vec<PrimitiveName>>,
        /// The execution of the tool by the browser runtime.
        x_actions?: Tolerant<Box<XActions>>,
        /// The steps that execute the tool.
        workflow?: Tolerant<Box<Workflow>>,
        /// The JSON Schema of the result. Some publishers write it here instead of in `x_actions`.
        result_schema?: Option<Payload>,
        /// Hints on the source of the declaration.
        source?: Tolerant<Box<Source>>,
    }

    /// The execution of a tool by the browser runtime.
    ///
    /// Specification: [`x_actions`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#x_actions).
    pub struct XActions {
        /// The direction of the tool; absent means from the agent to the page.
        direction?: Tolerant<Direction>,
        /// The function of the page that executes the tool.
        handler?: Tolerant<HandlerName>,
        /// The lifetime of the tool.
        scope?: Tolerant<Scope>,
        /// Hints on the source of the declaration.
        source?: Tolerant<Box<Source>>,
        /// The abstract steps of the first draft, which workflows replaced.
        execution?: Tolerant<Box<Execution>>,
        /// The JSON Schema of the result.
        result_schema?: Option<Payload>,
        /// The constant output of the tool. Publishers use this member; the specification does not define it.
        static_output?: Option<Payload>,
        /// Arguments that a published handler receives in addition to those of the call.
        binding?: Option<Payload>,
    }

    /// The abstract steps of the first draft.
    ///
    /// Specification: [`x_actions`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#x_actions).
    pub struct Execution {
        /// The way in which handler and steps are combined.
        mode?: Tolerant<ExecutionMode>,
        /// The condition for falling back to the steps.
        fallback?: Tolerant<String>,
        /// The steps in order.
        steps?: Tolerant<List<ExecutionStep>>,
    }

    /// One abstract step of the first draft.
    ///
    /// Specification: [`x_actions`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#x_actions).
    pub struct ExecutionStep {
        /// The id of the step.
        id?: Tolerant<String>,
        /// The kind of step, such as `click` or `type`.
        step_type as "type"?: Tolerant<String>,
        /// The element that the step acts on.
        target?: Tolerant<Box<Target>>,
        /// The argument of the call that the step uses.
        value_from?: Tolerant<String>,
    }
}

impl Tool {
    /// Returns `true` if agents may call the tool.
    pub fn is_called_by_agents(&self) -> bool {
        match self.x_actions.get() {
            Some(x_actions) => x_actions.direction.get() != Some(&Direction::HtmlToAgent),
            None => true,
        }
    }

    /// Returns `true` if the tool declares its execution: a handler, a workflow or steps.
    pub fn is_executable(&self) -> bool {
        if is_stated(&self.workflow) {
            return true;
        }
        let Some(x_actions) = self.x_actions.get() else {
            return false;
        };
        if is_stated(&x_actions.handler) {
            return true;
        }
        let Some(execution) = x_actions.execution.get() else {
            return false;
        };
        let steps = execution.steps.get();
        steps.is_some_and(|steps| !steps.is_empty())
    }

    /// Returns the constant output, if the tool has one.
    pub fn static_output(&self) -> Option<&Payload> {
        self.x_actions
            .get()?
            .static_output
            .as_ref()
            .filter(|output| !output.is_null())
    }

    /// Returns the JSON Schema of the result from `x_actions` or from the tool itself.
    pub fn result_schema_stated(&self) -> Option<&Payload> {
        if let Some(x_actions) = self.x_actions.get()
            && let Some(schema) = &x_actions.result_schema
        {
            return Some(schema);
        }
        self.result_schema.as_ref()
    }
}

/// Returns `true` if a member is present and not null.
pub(crate) fn is_stated<T>(member: &Tolerant<T>) -> bool {
    !member.is_absent() && !member.is_null()
}
