//! The primitives that a runtime has. actions.json v1, workflow.

use crate::manifest::PrimitiveName;
use wire::{List, Payload, Tolerant};

wire::object! {
    /// What a runtime says of its primitives. Whoever checks a workflow against one brings it along: runtimes differ.
    /// actions.json v1, workflow.
    ///
    /// ```
    /// # use agent_ui_actions_json as actions_json;
    /// use actions_json::dictionary::Dictionary;
    ///
    /// let dictionary = Dictionary::of_names(["pointer.click", "locator.element_info"]);
    /// assert_eq!(dictionary.names().count(), 2);
    /// ```
    pub struct Dictionary {
        /// Which version it is.
        version =: Option<Payload>,
        /// How settled it is.
        stage =: Option<Payload>,
        /// The primitives.
        primitives =: Tolerant<List<Primitive>>,
    }

    /// One primitive. actions.json v1, workflow.
    pub struct Primitive {
        /// Its name, unique in the dictionary.
        name =: Tolerant<PrimitiveName>,
        /// Which version it is.
        version?: Option<Payload>,
        /// How settled it is.
        stage?: Option<Payload>,
        /// For people.
        summary?: Option<Payload>,
        /// What kind of right it needs.
        capability_class?: Option<Payload>,
        /// Whether every runtime can have it.
        portable?: Option<Payload>,
        /// What it can do.
        capabilities?: Option<Payload>,
        /// The JSON Schema of its arguments.
        input_schema?: Option<Payload>,
        /// The JSON Schema of its result.
        output_schema?: Option<Payload>,
        /// What carries it out.
        adapters?: Option<Payload>,
        /// The codes with which it fails.
        errors?: Option<Payload>,
        /// How it is tested.
        conformance?: Option<Payload>,
    }
}

impl Dictionary {
    /// The names of its primitives.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let primitives = self.primitives.get().into_iter().flat_map(List::iter);
        primitives.filter_map(|primitive| primitive.name.get().map(PrimitiveName::as_str))
    }

    /// One of which only the names are known.
    pub fn of_names<N: Into<PrimitiveName>>(names: impl IntoIterator<Item = N>) -> Self {
        let primitives: List<Primitive> = names.into_iter().map(Primitive::new).collect();
        Self::new(Payload::null(), Payload::null(), primitives)
    }
}
