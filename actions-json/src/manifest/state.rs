//! In what condition a page may be. actions.json v1, states.

use super::{Source, Target};
use wire::{List, Loose};

wire::text! {
    /// Names a state.
    pub struct StateName;
}

wire::object! {
    /// A condition of a page, a component, a runtime. actions.json v1, states.
    pub struct State {
        /// Its name, unique among the states.
        name =: Loose<StateName>,
        /// What it means.
        description?: Loose<String>,
        /// How to find out whether it holds.
        diagnostics?: Loose<List<Diagnostic>>,
        /// What can be learnt on the way.
        observables?: Loose<Vec<String>>,
        /// Where it comes from.
        source?: Loose<Box<Source>>,
    }

    /// One way to find out whether a state holds. actions.json v1, states.
    pub struct Diagnostic {
        /// Its name.
        name?: Loose<String>,
        /// Where to look.
        target?: Loose<Box<Target>>,
        /// For people.
        description?: Loose<String>,
    }
}
