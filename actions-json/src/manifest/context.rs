//! Context: documentation that an agent loads when it applies.

use super::Source;
use wire::{Payload, Tolerant};

wire::text! {
    /// The id of a context block.
    ///
    /// Specification: [`context`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#context).
    pub struct ContextId;
}

wire::object! {
    /// Documentation for agents that is loaded when it applies. Context grants no permission.
    ///
    /// Specification: [`context`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#context).
    pub struct Context {
        /// The id, unique among the context blocks.
        id =: Tolerant<ContextId>,
        /// A short title of the block.
        title?: Tolerant<String>,
        /// The documentation in plain language.
        body?: Tolerant<String>,
        /// The condition for loading the block.
        load_when?: Tolerant<LoadWhen>,
        /// The names of relevant tools.
        available_tools?: Tolerant<Vec<String>>,
        /// The states that may follow.
        next_states?: Tolerant<Vec<String>>,
        /// Hints on the source of the declaration.
        source?: Tolerant<Box<Source>>,
    }

    /// The condition for loading a context block.
    ///
    /// Specification: [`context`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#context).
    pub struct LoadWhen {
        /// The states, one of which must be current.
        states?: Tolerant<Vec<String>>,
        /// The targets, one of which must be on the page.
        targets?: Option<Payload>,
        /// A part of the page's address.
        url_contains?: Tolerant<String>,
        /// A pattern for the whole address of the page.
        url_matches?: Tolerant<String>,
    }
}
