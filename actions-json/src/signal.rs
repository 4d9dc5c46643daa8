//! The events that a page may send to an agent. actions.json v1, signals.

use crate::{
    check,
    target::{Source, Target},
};
use wire::{Field, Finding, Payload, Pointer, Validate};

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
    /// use actions_json::signal::{Ingestion, Signal};
    ///
    /// let signal = Signal::new("cart.opened").event("shop:opened");
    /// assert!(!signal.is_enabled(), "what says nothing about ingestion is disabled");
    /// assert!(signal.ingestion(Ingestion::Enabled).is_enabled());
    /// ```
    pub struct Signal {
        /// Its name, unique among the signals.
        name: SignalName,
        /// For people and models.
        description?: Field<String>,
        /// Which way it goes; absent: to the agent.
        direction?: Field<Direction>,
        /// The event of the page that it is, as the page names it.
        event?: Field<String>,
        /// Whether it reaches the agent; absent: it does not.
        ingestion?: Field<Ingestion>,
        /// Where on the page it happens.
        target?: Field<Target>,
        /// The JSON Schema of what it carries; absent: anything.
        payload?: Option<Payload>,
        /// How its items are to be answered and related.
        protocol?: Option<Payload>,
        /// Where it comes from.
        source?: Field<Source>,
    }
}

impl Signal {
    /// Whether its events reach the agent at all.
    pub fn is_enabled(&self) -> bool {
        self.ingestion == Field::Value(Ingestion::Enabled)
    }

    /// Whether it goes from the page to the agent.
    pub fn goes_to_agent(&self) -> bool {
        match &self.direction {
            Field::Absent | Field::Null => true,
            Field::Value(direction) => matches!(direction, Direction::HtmlToAgent | Direction::Bidirectional),
        }
    }
}

impl Validate for Signal {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        check::identifier(at.member("name"), self.name.as_str(), found);
        if let Field::Value(Direction::Other(_)) = self.direction {
            check::unknown_word(at.member("direction"), Direction::WORDS, found);
        }
        if self.is_enabled() && self.event.get().is_none() {
            let message = "This signal is enabled and names no event.";
            found.push(Finding::error("V8", at.member("event"), message).hint("the event of the page"));
        }
        if let Field::Value(Ingestion::Other(_)) = self.ingestion {
            check::unknown_word(at.member("ingestion"), Ingestion::WORDS, found);
        }
        if let Some(target) = self.target.get() {
            target.findings(&at.member("target"), found);
        }
        check::schema(at.member("payload"), &self.payload, found);
        if let Some(protocol) = &self.protocol {
            check::object(at.member("protocol"), protocol, found);
        }
        if let Some(source) = self.source.get() {
            source.findings(&at.member("source"), found);
        }
    }
}
