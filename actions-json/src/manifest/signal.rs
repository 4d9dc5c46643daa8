//! Signals: events that a page may send to an agent.

use super::{Source, Target};
use wire::{Payload, Tolerant};

wire::text! {
    /// The dotted name of a declared signal, such as `cart.opened`.
    ///
    /// Specification: [`signals`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#signals).
    pub struct SignalName;
}

wire::word! {
    /// The direction of a tool or signal. The list is closed; other words are preserved, reported as findings and
    /// admit no event.
    ///
    /// Specification: [`x_actions`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#x_actions).
    pub open enum Direction {
        /// From the agent to the page.
        AgentToHtml = "agent_to_html",
        /// From the page to the agent.
        HtmlToAgent = "html_to_agent",
        /// In both directions.
        Bidirectional = "bidirectional",
    }
}

wire::word! {
    /// The forwarding of a signal's events to the agent. The list is closed; other words are preserved, reported as
    /// findings and treated as disabled.
    ///
    /// Specification: [`signals`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#signals).
    pub open enum Ingestion {
        /// Events are forwarded to the agent.
        Enabled = "enabled",
        /// Events are not forwarded until the host enables them.
        DisabledByDefault = "disabled_by_default",
    }
}

wire::object! {
    /// A declared signal: an event that the page may send to the agent.
    ///
    /// Specification: [`signals`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#signals).
    ///
    /// ```
    /// use agent_ui_actions_json::manifest::{Ingestion, Signal};
    ///
    /// let signal = Signal::new("cart.opened").event("shop:opened");
    /// assert!(!signal.is_enabled(), "what says nothing about ingestion is disabled");
    /// assert!(signal.ingestion(Ingestion::Enabled).is_enabled());
    /// ```
    pub struct Signal {
        /// The name, unique among the signals.
        name =: Tolerant<SignalName>,
        /// A description for people and models.
        description?: Tolerant<String>,
        /// The direction of the signal; absent means from the page to the agent.
        direction?: Tolerant<Direction>,
        /// The name of the DOM event.
        event?: Tolerant<String>,
        /// The forwarding to the agent; absent means disabled.
        ingestion?: Tolerant<Ingestion>,
        /// The element where the event occurs.
        target?: Tolerant<Box<Target>>,
        /// The JSON Schema of the payload; absent means any payload.
        payload?: Option<Payload>,
        /// Metadata for protocol adapters.
        protocol?: Option<Payload>,
        /// Hints on the source of the declaration.
        source?: Tolerant<Box<Source>>,
    }
}

impl Signal {
    /// Returns `true` if events of the signal are forwarded to the agent.
    pub fn is_enabled(&self) -> bool {
        self.ingestion == Tolerant::Value(Ingestion::Enabled)
    }

    /// Returns `true` if the signal is directed to the agent.
    pub(crate) fn is_for_agent(&self) -> bool {
        match &self.direction {
            Tolerant::Absent => true,
            Tolerant::Invalid(payload) => payload.is_null(),
            Tolerant::Value(direction) => {
                matches!(direction, Direction::HtmlToAgent | Direction::Bidirectional)
            }
        }
    }
}
