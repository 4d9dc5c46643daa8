//! The events that a page may send to an agent. actions.json v1, signals.

use super::{Source, Target};
use wire::{Payload, Tolerant};

wire::text! {
    /// The name of a declared signal, dotted: `cart.opened`.
    pub struct SignalName;
}

wire::word! {
    /// Who talks to whom. Signals usually go to the agent, or both ways. The list is closed; other words are kept, are
    /// findings, and let no event pass. actions.json v1, directions.
    pub open enum Direction {
        /// The agent to the page.
        AgentToHtml = "agent_to_html",
        /// The page to the agent.
        HtmlToAgent = "html_to_agent",
        /// Both ways.
        Bidirectional = "bidirectional",
    }
}

wire::word! {
    /// Whether events of a signal reach the agent. The list is closed; other words are kept, are findings, and count as
    /// disabled. actions.json v1, signals.
    pub open enum Ingestion {
        /// They do.
        Enabled = "enabled",
        /// They do not, until somebody enables them.
        DisabledByDefault = "disabled_by_default",
    }
}

wire::object! {
    /// A signal, as a manifest declares it. actions.json v1, signals.
    ///
    /// ```
    /// # use agent_ui_actions_json as actions_json;
    /// use actions_json::manifest::{Ingestion, Signal};
    ///
    /// let signal = Signal::new("cart.opened").event("shop:opened");
    /// assert!(!signal.is_enabled(), "what says nothing about ingestion is disabled");
    /// assert!(signal.ingestion(Ingestion::Enabled).is_enabled());
    /// ```
    pub struct Signal {
        /// Its name, unique among the signals.
        name =: Tolerant<SignalName>,
        /// For people and models.
        description?: Tolerant<String>,
        /// Which way it goes; absent: to the agent.
        direction?: Tolerant<Direction>,
        /// The event of the page that it is, as the page names it.
        event?: Tolerant<String>,
        /// Whether it reaches the agent; absent: it does not.
        ingestion?: Tolerant<Ingestion>,
        /// Where on the page it happens.
        target?: Tolerant<Box<Target>>,
        /// The JSON Schema of what it carries; absent: anything.
        payload?: Option<Payload>,
        /// How its items are to be answered and related.
        protocol?: Option<Payload>,
        /// Where it comes from.
        source?: Tolerant<Box<Source>>,
    }
}

impl Signal {
    /// Whether its events reach the agent at all.
    pub fn is_enabled(&self) -> bool {
        self.ingestion == Tolerant::Value(Ingestion::Enabled)
    }

    /// Whether it goes from the page to the agent.
    pub fn is_for_agent(&self) -> bool {
        match &self.direction {
            Tolerant::Absent => true,
            Tolerant::Invalid(payload) => payload.is_null(),
            Tolerant::Value(direction) => {
                matches!(direction, Direction::HtmlToAgent | Direction::Bidirectional)
            }
        }
    }
}
