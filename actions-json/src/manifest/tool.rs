//! What an agent may call. actions.json v1, tools and `x_actions`.

use super::{Direction, Source, Target, Workflow};
use wire::{List, Payload, Tolerant};

wire::text! {
    /// The name of a tool, dotted: `cart.add`.
    pub struct ToolName;

    /// The name of a primitive: `pointer.click`.
    pub struct PrimitiveName;

    /// Names a function of the page, dotted. It is never source to run.
    pub struct HandlerName;
}

wire::word! {
    /// How long something stays. The list is closed; other words are kept and are findings. actions.json v1, `x_actions`.
    pub open enum Scope {
        /// As long as the surface is active.
        ActiveSurface = "active_surface",
        /// Beyond that.
        Persistent = "persistent",
    }
}

wire::word! {
    /// How a tool is executed that has handler and steps. actions.json v1, `x_actions`.
    pub open enum ExecutionMode {
        /// By its handler, if there is one.
        HandlerFirst = "handler_first",
        /// By its steps.
        StepsFirst = "steps_first",
        /// Not at all: the steps are for readers.
        Documentary = "documentary",
        /// In tests only.
        TestOnly = "test_only",
    }
}

wire::object! {
    /// Something that an agent may call. actions.json v1, tools.
    ///
    /// ```
    /// # use agent_ui_actions_json as actions_json;
    /// use actions_json::manifest::{Tool, XActions};
    ///
    /// let tool = Tool::new("cart.add", "Puts something into the cart.", wire::Payload::empty_object());
    /// assert!(!tool.is_executable());
    /// assert!(tool.x_actions(XActions::new().handler("shop.cart.add")).is_executable());
    /// ```
    pub struct Tool {
        /// Its name, unique among the tools.
        name =: Tolerant<ToolName>,
        /// For people and models.
        description =: Tolerant<String>,
        /// The JSON Schema of its arguments.
        input_schema =: Option<Payload>,
        /// Where on the page it works.
        target?: Tolerant<Box<Target>>,
        /// The primitives that it needs.
        requires?: Tolerant<Vec<PrimitiveName>>,
        /// How it is executed.
        x_actions?: Tolerant<Box<XActions>>,
        /// The steps that execute it.
        workflow?: Tolerant<Box<Workflow>>,
        /// The JSON Schema of its result, where publishers put it.
        result_schema?: Option<Payload>,
        /// Where it comes from.
        source?: Tolerant<Box<Source>>,
    }

    /// How a tool is executed. actions.json v1, `x_actions`.
    pub struct XActions {
        /// Who talks to whom; absent: the agent to the page.
        direction?: Tolerant<Direction>,
        /// The function that executes it.
        handler?: Tolerant<HandlerName>,
        /// How long it stays.
        scope?: Tolerant<Scope>,
        /// Where it comes from.
        source?: Tolerant<Box<Source>>,
        /// The steps of the first draft; workflows have taken their place.
        execution?: Tolerant<Box<Execution>>,
        /// The JSON Schema of its result.
        result_schema?: Option<Payload>,
        /// What it always gives back. Publishers use it; the specification does not name it.
        static_output?: Option<Payload>,
        /// Arguments that a published handler gets beside those of the call.
        binding?: Option<Payload>,
    }

    /// Steps of the first draft. actions.json v1, `x_actions`.
    pub struct Execution {
        /// How handler and steps are used.
        mode?: Tolerant<ExecutionMode>,
        /// When the steps are used all the same.
        fallback?: Tolerant<String>,
        /// The steps.
        steps?: Tolerant<List<ExecutionStep>>,
    }

    /// One of them. actions.json v1, `x_actions`.
    pub struct ExecutionStep {
        /// Its id.
        id?: Tolerant<String>,
        /// What it does: `click`, `type` and so on.
        step_type as "type"?: Tolerant<String>,
        /// Where.
        target?: Tolerant<Box<Target>>,
        /// The argument of the call that it uses.
        value_from?: Tolerant<String>,
    }
}

impl Tool {
    /// Whether an agent calls it, and not the page.
    pub fn is_called_by_agents(&self) -> bool {
        let direction = self.x_actions.get().map(|x_actions| &x_actions.direction);
        direction.and_then(Tolerant::get) != Some(&Direction::HtmlToAgent)
    }

    /// Whether it says how it is executed: by a handler, a workflow, or steps.
    pub fn is_executable(&self) -> bool {
        let stated = self.x_actions.get().is_some_and(|x_actions| {
            let steps = x_actions.execution.get().and_then(|execution| execution.steps.get());
            is_stated(&x_actions.handler) || steps.is_some_and(|steps| !steps.is_empty())
        });
        stated || is_stated(&self.workflow)
    }

    /// What it always gives back, if it is a published tool that does nothing else.
    pub fn static_output(&self) -> Option<&Payload> {
        self.x_actions.get()?.static_output.as_ref().filter(|output| !output.is_null())
    }

    /// The JSON Schema of its result, from either place.
    pub fn result_schema_stated(&self) -> Option<&Payload> {
        let inner = self.x_actions.get().and_then(|x_actions| x_actions.result_schema.as_ref());
        inner.or(self.result_schema.as_ref())
    }
}

/// Whether something other than null stands there.
pub(crate) fn is_stated<T>(member: &Tolerant<T>) -> bool {
    !member.is_absent() && !member.is_null()
}
