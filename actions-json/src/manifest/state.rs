//! In what condition a page may be, and what leads from one to another. actions.json v1, states and transitions.

use super::{SignalName, Source, Target, ToolName};
use wire::{List, Number, Payload, Tolerant};

wire::text! {
    /// Names a state.
    pub struct StateName;
}

wire::object! {
    /// A condition of a page, a component, a runtime. actions.json v1, states.
    pub struct State {
        /// Its name, unique among the states.
        name =: Tolerant<StateName>,
        /// What it means.
        description?: Tolerant<String>,
        /// How to find out whether it holds.
        diagnostics?: Tolerant<List<Diagnostic>>,
        /// What can be learnt on the way.
        observables?: Tolerant<Vec<String>>,
        /// Where it comes from.
        source?: Tolerant<Box<Source>>,
    }

    /// One way to find out whether a state holds. actions.json v1, states.
    pub struct Diagnostic {
        /// Its name.
        name?: Tolerant<String>,
        /// Where to look.
        target?: Tolerant<Box<Target>>,
        /// For people.
        description?: Tolerant<String>,
    }
}

wire::text! {
    /// Names a transition.
    pub struct TransitionName;
}

wire::word! {
    /// What makes a page change its state. actions.json v1, transitions.
    pub open enum Method {
        /// A call of a tool.
        ToolCall = "tool_call",
        /// Something on the page, which a signal tells.
        Signal = "signal",
        /// Another address.
        Navigation = "navigation",
        /// A click.
        Click = "click",
        /// Something typed.
        Type = "type",
        /// Scrolling.
        Scroll = "scroll",
        /// A call of a function of the page.
        HandlerCall = "handler_call",
        /// The installation of an attachment.
        AttachmentInstall = "attachment_install",
    }
}

wire::object! {
    /// A way from one state into another. actions.json v1, transitions.
    pub struct Transition {
        /// Its name, unique among the transitions.
        name =: Tolerant<TransitionName>,
        /// The state before.
        from?: Tolerant<StateName>,
        /// The state after.
        to?: Tolerant<StateName>,
        /// The tool that an agent calls for it.
        tool?: Tolerant<ToolName>,
        /// The signal that tells of it.
        signal?: Tolerant<SignalName>,
        /// What makes it happen.
        method?: Tolerant<Method>,
        /// How long to wait before it is repeated, in milliseconds.
        rate_limit_ms?: Tolerant<Number>,
        /// What has to hold before.
        preconditions?: Option<Payload>,
        /// What shows afterwards.
        reveals?: Option<Payload>,
        /// When to stop repeating it.
        convergence?: Tolerant<Convergence>,
        /// What is known not to work.
        do_not_use?: Option<Payload>,
        /// Where it comes from.
        source?: Tolerant<Box<Source>>,
    }

    /// When to stop repeating a transition. actions.json v1, transitions.
    pub struct Convergence {
        /// What shows that it is done.
        complete_when?: Tolerant<String>,
        /// How often at most.
        max_attempts?: Tolerant<Number>,
    }
}
