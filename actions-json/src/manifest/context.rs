//! What an agent may want to know on a page. actions.json v1, context.

use super::Source;
use wire::{Loose, Payload};

wire::text! {
    /// Names a piece of context.
    pub struct ContextId;
}

wire::object! {
    /// Documentation that is loaded where it applies. It allows nothing. actions.json v1, context.
    pub struct Context {
        /// Its id, unique among the pieces of context.
        id =: Loose<ContextId>,
        /// A short title.
        title?: Loose<String>,
        /// What it says, in plain words.
        body?: Loose<String>,
        /// Where it applies.
        load_when?: Loose<LoadWhen>,
        /// The tools that matter there.
        available_tools?: Loose<Vec<String>>,
        /// The states that may come next.
        next_states?: Loose<Vec<String>>,
        /// Where it comes from.
        source?: Loose<Box<Source>>,
    }

    /// Where a piece of context applies. actions.json v1, context.
    pub struct LoadWhen {
        /// In one of these states.
        states?: Loose<Vec<String>>,
        /// Where these targets are on the page.
        targets?: Option<Payload>,
        /// On addresses of which this is a part.
        url_contains?: Loose<String>,
        /// On addresses of this pattern.
        url_matches?: Loose<String>,
    }
}
