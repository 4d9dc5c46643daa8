//! States of a page, and the transitions between them.

use super::{SignalName, Source, Target, ToolName};
use wire::{List, Number, Payload, Tolerant};

wire::text! {
    /// The name of a state.
    ///
    /// Specification: [`states`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#states).
    pub struct StateName;
}

wire::object! {
    /// A condition of a page, a component or a runtime.
    ///
    /// Specification: [`states`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#states).
    pub struct State {
        /// The name, unique among the states.
        name =: Tolerant<StateName>,
        /// The meaning of the state.
        description?: Tolerant<String>,
        /// The probes that determine if the state is current.
        diagnostics?: Tolerant<List<Diagnostic>>,
        /// The values that can be collected during diagnosis.
        observables?: Tolerant<Vec<String>>,
        /// Hints on the source of the declaration.
        source?: Tolerant<Box<Source>>,
    }

    /// A probe that determines if a state is current.
    ///
    /// Specification: [`states`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#states).
    pub struct Diagnostic {
        /// The name of the probe.
        name?: Tolerant<String>,
        /// The element to inspect.
        target?: Tolerant<Box<Target>>,
        /// A description for people.
        description?: Tolerant<String>,
    }
}

wire::text! {
    /// The name of a transition.
    ///
    /// Specification: [`transitions`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#transitions).
    pub struct TransitionName;
}

wire::word! {
    /// The method that moves a page into another state.
    ///
    /// Specification: [`transitions`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#transitions).
    pub open enum Method {
        /// A call of a tool.
        ToolCall = "tool_call",
        /// A page event reported by a signal.
        Signal = "signal",
        /// A navigation to another address.
        Navigation = "navigation",
        /// A click on an element.
        Click = "click",
        /// Text typed by the user.
        Type = "type",
        /// A scroll of the page.
        Scroll = "scroll",
        /// A call of a page function.
        HandlerCall = "handler_call",
        /// The installation of an attachment.
        AttachmentInstall = "attachment_install",
    }
}

wire::object! {
    /// A transition from one state to another.
    ///
    /// Specification: [`transitions`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#transitions).
    pub struct Transition {
        /// The name, unique among the transitions.
        name =: Tolerant<TransitionName>,
        /// The state before the transition.
        from?: Tolerant<StateName>,
        /// The state after the transition.
        to?: Tolerant<StateName>,
        /// The tool that an agent calls to perform the transition.
        tool?: Tolerant<ToolName>,
        /// The signal that reports the transition.
        signal?: Tolerant<SignalName>,
        /// The method of the transition.
        method?: Tolerant<Method>,
        /// The minimum delay before a repetition, in milliseconds.
        rate_limit_ms?: Tolerant<Number>,
        /// The conditions that must hold before the transition.
        preconditions?: Option<Payload>,
        /// The state or data that becomes visible after the transition.
        reveals?: Option<Payload>,
        /// The limit on repetition.
        convergence?: Tolerant<Convergence>,
        /// Approaches that are known to fail.
        do_not_use?: Option<Payload>,
        /// Hints on the source of the declaration.
        source?: Tolerant<Box<Source>>,
    }

    /// The limit on the repetition of a transition.
    ///
    /// Specification: [`transitions`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#transitions).
    pub struct Convergence {
        /// The condition that ends the repetition.
        complete_when?: Tolerant<String>,
        /// The maximum number of attempts.
        max_attempts?: Tolerant<Number>,
    }
}
