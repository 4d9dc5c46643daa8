//! The manifest of a site and all its sections.
//!
//! Every JSON object decodes as a manifest. Members with their own validation rule are [`Tolerant`]: they accept any
//! value, and [`validate`](crate::validate) reports invalid values. Published manifests often deviate from the
//! specification. Everything in them is preserved.

mod attachment;
mod check;
mod context;
mod import;
mod projection;
mod provenance;
mod signal;
mod state;
mod target;
mod tool;
mod version;
mod workflow;

pub use attachment::{Affordance, Attachment, AttachmentId, AttachmentKind, Lifecycle};
pub use check::{Assertion, Check, CheckId, CheckResult, CheckSeverity, CheckStatus};
pub use context::{Context, ContextId, LoadWhen};
pub use import::{Composition, Import, ImportId, ImportKind, ImportUri, Trust};
pub use projection::{
    Expression, Extract, ExtractField, Postcondition, ProjectionName, ProjectionScope, Property,
    Snapshot, StateProjection, Summary,
};
pub use projection::{Marker, MarkerId, MarkerStep, MarkerType};
pub use provenance::Provenance;
pub use signal::{Direction, Ingestion, Signal, SignalName};
pub use state::{Convergence, Method, Transition, TransitionName};
pub use state::{Diagnostic, State, StateName};
pub use target::{Confidence, Selectors, Source, Target};
pub(crate) use tool::is_stated;
pub use tool::{
    Execution, ExecutionMode, ExecutionStep, HandlerName, Scope, Tool, ToolName, XActions,
};
pub use version::Version;
pub use workflow::{AfterEach, OnError, PrimitiveName, SettleAfter, Step, StepId, Workflow};

use std::borrow::Cow;
use wire::{List, Payload, PayloadKind, Pointer, Tolerant};

wire::object! {
    /// The manifest of a site: a JSON object that declares what an agent may do there.
    ///
    /// Specification: [Root Object](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#root-object).
    ///
    /// ```
    /// use agent_ui_actions_json::{manifest::{Manifest, Tool, XActions}, wire::{self, Validate}};
    ///
    /// let tool = Tool::new("cart.add", "Puts something into the cart.", wire::Payload::empty_object());
    /// let manifest = Manifest::v1(vec![tool.x_actions(XActions::new().handler("shop.cart.add"))]);
    /// assert!(manifest.validate().is_empty());
    ///
    /// let manifest: Manifest = wire::decode(r#"{"protocol":"actions.json","version":"0.1","tools":[7]}"#)?;
    /// let rules: Vec<_> = manifest.validate().iter().map(|finding| finding.to_string()).collect();
    /// assert_eq!(rules[0], "error V2 at \"/version\": the version is a string, not a number");
    /// assert_eq!(rules[1], "error shape at \"/tools/0\": expected an object, found a number");
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub struct Manifest {
        /// The protocol name, `actions.json`.
        protocol =: Tolerant<String>,
        /// The schema version, 1.
        version =: Tolerant<Version>,
        /// The page or application that the manifest describes.
        surface?: Tolerant<Surface>,
        /// Other manifests to compose into this one.
        imports?: Tolerant<List<Import>>,
        /// The rules for composing imports.
        composition?: Tolerant<Composition>,
        /// Documentation for agents.
        context?: Tolerant<List<Context>>,
        /// The states in which the page can be.
        states?: Tolerant<List<State>>,
        /// The transitions between states.
        transitions?: Tolerant<List<Transition>>,
        /// The tools that an agent may call.
        tools =: Tolerant<List<Tool>>,
        /// The events that the page may send.
        signals?: Tolerant<List<Signal>>,
        /// Elements that a runtime adds to the page.
        attachments?: Tolerant<List<Attachment>>,
        /// Probes that detect whether the page still matches the manifest.
        checks?: Tolerant<List<Check>>,
        /// The readable state of the page as data.
        state_projections?: Tolerant<List<StateProjection>>,
        /// Authors and reviewers of the manifest.
        provenance?: Tolerant<Provenance>,
    }
}

impl Manifest {
    /// The value of `protocol`.
    pub const PROTOCOL: &'static str = "actions.json";

    /// Creates a manifest of version 1 with these tools.
    pub fn v1(tools: impl Into<List<Tool>>) -> Self {
        Self::new(Self::PROTOCOL, Version::V1, tools)
    }

    /// Iterates over the readable tools with their index in the list.
    pub fn tools_declared(&self) -> impl Iterator<Item = (usize, &Tool)> {
        self.tools.get().into_iter().flat_map(List::enumerate)
    }

    /// Iterates over the readable signals with their index in the list.
    pub(crate) fn signals_declared(&self) -> impl Iterator<Item = (usize, &Signal)> {
        self.signals.get().into_iter().flat_map(List::enumerate)
    }

    /// Returns the name of the surface. In published manifests, the surface may be a plain string instead of an
    /// object.
    pub fn surface_name(&self) -> Option<Cow<'_, str>> {
        match &self.surface {
            Tolerant::Value(surface) => surface.name.get().map(|name| name.as_str().into()),
            Tolerant::Invalid(payload) => payload.as_str(),
            Tolerant::Absent => None,
        }
    }

    /// Returns the names of the states. In published manifests, the states may be an object instead of a list.
    pub(crate) fn state_names(&self) -> Vec<Cow<'_, str>> {
        match &self.states {
            Tolerant::Value(states) => states
                .iter()
                .filter_map(|state| state.name.get().map(|name| name.as_str().into()))
                .collect(),
            Tolerant::Invalid(payload) => payload.members().map(|(name, _)| name).collect(),
            Tolerant::Absent => Vec::new(),
        }
    }

    /// Iterates over the primitives that the manifest itself defines in `primitive_dictionary`. Runtimes publish this
    /// member, but the specification does not define it.
    pub(crate) fn own_primitives(&self) -> impl Iterator<Item = PrimitiveName> {
        let root = Pointer::root();
        let primitives = self.extra.get("primitive_dictionary");
        let primitives =
            primitives.and_then(|dictionary| dictionary.get(&root.member("primitives")));
        let name = root.member("name");
        let primitives: Vec<Payload> = primitives.iter().flat_map(Payload::elements).collect();
        primitives
            .into_iter()
            .filter_map(move |primitive| Some(primitive.get(&name)?.as_str()?.as_ref().into()))
    }

    /// Returns the requirements of the site for a runtime, an object or a list. Publishers use this member, but the
    /// specification does not define it.
    pub fn requires(&self) -> Option<&Payload> {
        self.extra
            .get("requires")
            .filter(|requires| matches!(requires.kind(), PayloadKind::Object | PayloadKind::Array))
    }
}

wire::object! {
    /// The page or application that a manifest describes. The surface is metadata and grants no permission. In
    /// published manifests, the surface may be a plain string, which
    /// [`Manifest::surface_name`](super::Manifest::surface_name) also reads.
    ///
    /// Specification: [`surface`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#surface).
    pub struct Surface {
        /// The origin of the site, such as `https://example.com`.
        origin?: Tolerant<String>,
        /// The name of the site, for people.
        name?: Tolerant<String>,
        /// The category of the page.
        kind?: Tolerant<String>,
        /// A description for reviewers and agents.
        description?: Tolerant<String>,
        /// A stable id of the surface.
        surface_id?: Tolerant<String>,
    }
}
