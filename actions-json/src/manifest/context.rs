//! What an agent may want to know on a page. actions.json v1, context.

use super::Source;
use wire::{Payload, Tolerant};

wire::text! {
    /// Names a piece of context.
    pub struct ContextId;
}

wire::object! {
    /// Documentation that is loaded where it applies. It allows nothing. actions.json v1, context.
    pub struct Context {
        /// Its id, unique among the pieces of context.
        id =: Tolerant<ContextId>,
        /// A short title.
        title?: Tolerant<String>,
        /// What it says, in plain words.
        body?: Tolerant<String>,
        /// Where it applies.
        load_when?: Tolerant<LoadWhen>,
        /// The tools that matter there.
        available_tools?: Tolerant<Vec<String>>,
        /// The states that may come next.
        next_states?: Tolerant<Vec<String>>,
        /// Where it comes from.
        source?: Tolerant<Box<Source>>,
    }

    /// Where a piece of context applies. actions.json v1, context.
    pub struct LoadWhen {
        /// In one of these states.
        states?: Tolerant<Vec<String>>,
        /// Where these targets are on the page.
        targets?: Option<Payload>,
        /// On addresses of which this is a part.
        url_contains?: Tolerant<String>,
        /// On addresses of this pattern.
        url_matches?: Tolerant<String>,
    }
}
