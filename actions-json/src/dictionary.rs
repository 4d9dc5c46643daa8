//! Dictionaries of the primitives that a runtime supports.

use crate::manifest::PrimitiveName;
use wire::{List, Payload, Tolerant};

wire::object! {
    /// The primitives that a runtime supports. Runtimes differ, so the caller supplies the dictionary for checking
    /// workflows.
    ///
    /// Specification: [Workflow](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#workflow-implemented-execution).
    ///
    /// ```
    /// use agent_ui_actions_json::dictionary::Dictionary;
    ///
    /// let dictionary = Dictionary::of_names(["pointer.click", "locator.element_info"]);
    /// assert_eq!(dictionary.names().count(), 2);
    /// ```
    pub struct Dictionary {
        /// The version of the dictionary.
        version =: Option<Payload>,
        /// The maturity of the dictionary.
        stage =: Option<Payload>,
        /// The primitives of the runtime.
        primitives =: Tolerant<List<Primitive>>,
    }

    /// One primitive of a runtime.
    ///
    /// Specification: [Workflow](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#workflow-implemented-execution).
    pub struct Primitive {
        /// The name of the primitive, unique in the dictionary.
        name =: Tolerant<PrimitiveName>,
        /// The version of the primitive.
        version?: Option<Payload>,
        /// The maturity of the primitive.
        stage?: Option<Payload>,
        /// A summary for people.
        summary?: Option<Payload>,
        /// The class of permission that the primitive needs.
        capability_class?: Option<Payload>,
        /// `true` if every runtime can support the primitive.
        portable?: Option<Payload>,
        /// The capabilities that the primitive provides.
        capabilities?: Option<Payload>,
        /// The JSON Schema of the arguments.
        input_schema?: Option<Payload>,
        /// The JSON Schema of the result.
        output_schema?: Option<Payload>,
        /// The adapters that implement the primitive.
        adapters?: Option<Payload>,
        /// The error codes of the primitive.
        errors?: Option<Payload>,
        /// The conformance tests of the primitive.
        conformance?: Option<Payload>,
    }
}

impl Dictionary {
    /// Iterates over the names of the primitives.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let primitives = self.primitives.get().into_iter().flat_map(List::iter);
        primitives.filter_map(|primitive| primitive.name.get().map(PrimitiveName::as_str))
    }

    /// Creates a dictionary that contains only names.
    pub fn of_names<N: Into<PrimitiveName>>(names: impl IntoIterator<Item = N>) -> Self {
        let primitives: List<Primitive> = names.into_iter().map(Primitive::new).collect();
        Self::new(Payload::null(), Payload::null(), primitives)
    }
}
