//! Resolved surfaces: what a client shows, with every binding read, every function evaluated and every template repeated.
//!
//! Protocols without data binding, such as forms and cards, cannot hold a surface, but they can hold a
//! [`ResolvedSurface`]. It has three parts: the [nodes](ResolvedNode) of the tree, a table of the
//! [inputs](ResolvedInput), and a table of the [actions](ResolvedAction). Values that a user enters elsewhere come back
//! with [`Surfaces::submit`]. It converts them by the table of inputs, writes them to the data model, runs the checks and
//! evaluates the context of the action.
//!
//! ```
//! use agent_ui_a2ui::{
//!     Message,
//!     expression::Host,
//!     resolved::{NodeKey, SubmittedValue},
//!     surface::{ClientAction, Surfaces},
//! };
//!
//! let mut surfaces = Surfaces::new();
//! for text in [
//!     r#"{"version":"v0.9","createSurface":{"surfaceId":"trip","catalogId":"c"}}"#,
//!     r#"{"version":"v0.9","updateDataModel":{"surfaceId":"trip","value":{"name":"Ada","nights":2}}}"#,
//!     r#"{"version":"v0.9","updateComponents":{"surfaceId":"trip","components":[
//!         {"id":"root","component":"Column","children":["hi","nights","go"]},
//!         {"id":"hi","component":"Text","text":{"call":"formatString","args":{"value":"Hello ${/name}"}}},
//!         {"id":"nights","component":"Slider","label":"Nights","value":{"path":"/nights"},"min":1,"max":14},
//!         {"id":"go","component":"Button","child":"label",
//!             "action":{"event":{"name":"book","context":{"nights":{"path":"/nights"}}}}},
//!         {"id":"label","component":"Text","text":"Book"}]}}"#,
//! ] {
//!     surfaces.apply(&Message::read(text)?)?;
//! }
//! let host = Host::new();
//! let resolved = surfaces.get("trip").unwrap().resolve(&host)?;
//! let greeting = resolved.node(&NodeKey::from("hi")).unwrap();
//! assert_eq!(greeting.properties.text(), r#"{"text":"Hello Ada"}"#);
//! assert_eq!(resolved.inputs[0].path.as_deref(), Some("/nights"));
//! assert_eq!(resolved.actions[0].label.as_deref(), Some("Book"));
//!
//! // Another client returns the number as text.
//! let values = [(NodeKey::from("nights"), SubmittedValue::Text("3".into()))].into();
//! let action = surfaces.submit("trip", &NodeKey::from("go"), &values, &host)?;
//! let ClientAction::Event(event) = action else { panic!() };
//! assert_eq!((event.name.as_str(), event.context.text()), ("book", r#"{"nights":3}"#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Names of properties and components are those of the version of the surface. Positions of nodes, keys, inputs and actions
//! are alike in all versions.

mod action;
mod changes;
mod choice;
mod constraints;
mod date;
mod input;
mod input_kind;
mod json;
mod key;
mod properties;
mod resolve;
mod submit;
#[cfg(test)]
mod tests;
mod value;

pub use crate::limits::{RESOLVED_STEPS, RESOLVED_TEXT};
pub use action::{DeclaredAction, ResolvedAction};
pub use changes::{ChangeKind, NodeChange};
pub use constraints::InputConstraints;
pub use input::{ChoiceOption, ResolvedInput};
pub use input_kind::InputKind;
pub use key::NodeKey;
pub use submit::SubmitError;
pub use value::SubmittedValue;

#[cfg(doc)]
use crate::surface::Surfaces;
use crate::{
    ComponentId, SurfaceId, Version,
    expression::Scope,
    surface::{FailedCheck, TooManyNodes},
};
use std::collections::BTreeMap;
use wire::{Payload, Pointer};

/// A surface with all values read, as a client shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResolvedSurface {
    /// The id of the surface.
    pub surface_id: SurfaceId,
    /// The version of the surface, to which the names of components and properties belong.
    pub version: Version,
    /// The `version` member of the message that created the surface.
    version_word: &'static str,
    /// The nodes in display order: each one before its children. The first node is the root. The list is empty for a 0.8
    /// surface before `beginRendering`.
    pub nodes: Vec<ResolvedNode>,
    /// The inputs in display order.
    pub inputs: Vec<ResolvedInput>,
    /// The actions in display order.
    pub actions: Vec<ResolvedAction>,
    /// The values that cannot be evaluated or read. A client reports them to the agent.
    pub failures: Vec<ResolveFailure>,
    /// The indices of the nodes by key.
    places: BTreeMap<NodeKey, usize>,
}

/// A component at one position of the tree, with all values read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResolvedNode {
    /// The key of the node, which is unique in the surface.
    pub key: NodeKey,
    /// The id of the component. It is the same for every item of a template.
    pub component_id: ComponentId,
    /// The name of the component type, or `None` if the component has not arrived yet.
    pub component: Option<String>,
    /// The scope in which relative paths of the component are resolved.
    pub scope: Scope,
    /// The number of ancestors of the node.
    pub depth: usize,
    /// The index of the parent in the list of nodes. `None` for the root.
    pub parent: Option<usize>,
    /// The indices of the children in the list of nodes, in display order.
    pub children: Vec<usize>,
    /// The pointer of the key of this node in the [properties](Self::properties) of the parent, such as `/children/2` or
    /// `/tabs/0/child`. Empty for the root.
    pub pointer: Pointer,
    /// The properties as an object, without the checks and the action. Bindings and calls are evaluated. A property
    /// without a value is omitted. References to components are replaced by the keys of nodes: a single reference by a
    /// text, and a list or template by a list of texts. In 0.8, the weight of the component is included.
    pub properties: Payload,
    /// The checks that fail, in order. 0.8 has no checks.
    pub failed_checks: Vec<FailedCheck>,
}

/// A value of a resolved surface that cannot be evaluated or read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResolveFailure {
    /// The key of the node.
    pub key: NodeKey,
    /// The name of the rule that was broken: that of an [`EvaluationError`](crate::expression::EvaluationError) or of an
    /// [`ActionError`](crate::surface::ActionError).
    pub rule: &'static str,
    /// The place in the component, in the form of the wire.
    pub pointer: Pointer,
    /// A sentence that describes the problem.
    pub message: String,
}

/// The reason why a surface cannot be resolved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResolveError {
    /// The tree has more nodes than [`SurfaceOptions::max_expanded`](crate::surface::SurfaceOptions::max_expanded)
    /// allows.
    #[error(transparent)]
    TooManyNodes(#[from] TooManyNodes),
    /// The values of all nodes together exceed [`RESOLVED_STEPS`] or [`RESOLVED_TEXT`].
    #[error(
        "the values of the surface exceed {RESOLVED_STEPS} steps or {} MiB of text",
        RESOLVED_TEXT >> 20
    )]
    TooMuchWork,
}

impl ResolvedSurface {
    /// Returns the root. Returns `None` for a 0.8 surface before `beginRendering`.
    pub fn root(&self) -> Option<&ResolvedNode> {
        self.nodes.first()
    }

    /// Returns `true` if the root component has arrived. A client shows nothing before.
    pub fn has_root(&self) -> bool {
        self.root().is_some_and(|root| root.component.is_some())
    }

    /// Returns the node with this key.
    pub fn node(&self, key: &NodeKey) -> Option<&ResolvedNode> {
        self.nodes.get(*self.places.get(key)?)
    }

    /// Returns the children of a node in display order.
    pub fn children<'a>(
        &'a self,
        node: &'a ResolvedNode,
    ) -> impl Iterator<Item = &'a ResolvedNode> {
        node.children
            .iter()
            .filter_map(|index| self.nodes.get(*index))
    }

    /// Returns the input of the node with this key.
    pub fn input(&self, key: &NodeKey) -> Option<&ResolvedInput> {
        // The table is in display order, as the places are.
        let place = Some(self.places.get(key)?);
        let found = self
            .inputs
            .binary_search_by_key(&place, |input| self.places.get(&input.key));
        self.inputs.get(found.ok()?)
    }

    /// Returns the action of the node with this key.
    pub fn action(&self, key: &NodeKey) -> Option<&ResolvedAction> {
        let place = Some(self.places.get(key)?);
        let found = self
            .actions
            .binary_search_by_key(&place, |action| self.places.get(&action.key));
        self.actions.get(found.ok()?)
    }
}

impl ResolvedNode {
    /// Returns a property as text: a string as it is, a number or boolean in its JSON form. Returns `None` if the property
    /// is absent or null.
    pub fn text(&self, property: &str) -> Option<String> {
        let value = self.properties.member(property)?;
        if value.is_null() {
            return None;
        }
        Some(crate::expression::to_text(Some(&value)))
    }

    /// Returns `true` if a property is exactly this text.
    fn has_word(&self, property: &str, word: &str) -> bool {
        let value = self.properties.member(property);
        value.is_some_and(|value| value.as_str().as_deref() == Some(word))
    }

    /// Returns `true` if a property is `true`.
    fn has_flag(&self, property: &str) -> bool {
        self.properties
            .member(property)
            .is_some_and(|value| value.text() == "true")
    }
}
