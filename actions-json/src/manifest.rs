//! What a site lets an agent do. actions.json v1, root object and its sections.
//!
//! Every JSON object reads as a manifest. What a rule of the specification is about may hold anything: it is a
//! [`Tolerant`] member, and [`validate`](crate::validate) finds what is wrong with it. Published manifests keep to the
//! specification here and there only; nothing of them is lost.

mod attachment;
mod check;
mod context;
mod import;
mod projection;
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
    Expression, Extract, ExtractField, Postcondition, ProjectionName, ProjectionScope, Property, Snapshot,
    StateProjection, Summary,
};
pub use projection::{Marker, MarkerId, MarkerStep, MarkerType};
pub use signal::{Direction, Ingestion, Signal, SignalName};
pub use state::{Convergence, Method, Transition, TransitionName};
pub use state::{Diagnostic, State, StateName};
pub use target::{Confidence, Selectors, Source, Target};
pub(crate) use tool::is_stated;
pub use tool::{
    Execution, ExecutionMode, ExecutionStep, HandlerName, PrimitiveName, Scope, Tool, ToolName, XActions,
};
pub use version::Version;
pub use workflow::{AfterEach, OnError, SettleAfter, Step, StepId, Workflow};

use std::borrow::Cow;
use wire::{List, Payload, PayloadKind, Pointer, Timestamp, Tolerant};

wire::object! {
    /// A manifest: what a site lets an agent do. actions.json v1, root object.
    ///
    /// ```
    /// # use agent_ui_actions_json as actions_json;
    /// use actions_json::manifest::{Manifest, Tool, XActions};
    /// use wire::Validate;
    ///
    /// let tool = Tool::new("cart.add", "Puts something into the cart.", wire::Payload::empty_object());
    /// let manifest = Manifest::v1(vec![tool.x_actions(XActions::new().handler("shop.cart.add"))]);
    /// assert!(manifest.validate().is_empty());
    ///
    /// let manifest: Manifest = wire::decode(r#"{"protocol":"actions.json","version":"0.1","tools":[7]}"#)?;
    /// let rules: Vec<_> = manifest.validate().iter().map(|finding| finding.to_string()).collect();
    /// assert_eq!(rules[0], "error V2 at \"/version\": The version is a text.");
    /// assert_eq!(rules[1], "error shape at \"/tools/0\": This is a number.");
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub struct Manifest {
        /// `actions.json`.
        protocol =: Tolerant<String>,
        /// 1.
        version =: Tolerant<Version>,
        /// What it is about.
        surface?: Tolerant<Surface>,
        /// Other manifests that become part of it.
        imports?: Tolerant<List<Import>>,
        /// How they come together.
        composition?: Tolerant<Composition>,
        /// What an agent may want to know.
        context?: Tolerant<List<Context>>,
        /// In what conditions the page may be.
        states?: Tolerant<List<State>>,
        /// How it gets from one to another.
        transitions?: Tolerant<List<Transition>>,
        /// What an agent may call.
        tools =: Tolerant<List<Tool>>,
        /// What the page may tell.
        signals?: Tolerant<List<Signal>>,
        /// What a runtime adds to the page.
        attachments?: Tolerant<List<Attachment>>,
        /// Whether the page still is what the manifest describes.
        checks?: Tolerant<List<Check>>,
        /// What the page says, as data.
        state_projections?: Tolerant<List<StateProjection>>,
        /// Who wrote it, and who looked at it.
        provenance?: Tolerant<Provenance>,
    }
}

impl Manifest {
    /// What `protocol` says.
    pub const PROTOCOL: &'static str = "actions.json";

    /// A manifest of version 1 with these tools.
    pub fn v1(tools: impl Into<List<Tool>>) -> Self {
        Self::new(Self::PROTOCOL, Version::V1, tools)
    }

    /// The tools that can be read, each with its place in the list.
    pub fn tools_declared(&self) -> impl Iterator<Item = (usize, &Tool)> {
        self.tools.get().into_iter().flat_map(List::enumerate)
    }

    /// The signals that can be read, each with its place in the list.
    pub fn signals_declared(&self) -> impl Iterator<Item = (usize, &Signal)> {
        self.signals.get().into_iter().flat_map(List::enumerate)
    }

    /// The projections that can be read, each with its place in the list.
    pub fn projections_declared(&self) -> impl Iterator<Item = (usize, &StateProjection)> {
        self.state_projections.get().into_iter().flat_map(List::enumerate)
    }

    /// What people call its surface: its name, or the text that published manifests write in place of the object.
    pub fn surface_name(&self) -> Option<Cow<'_, str>> {
        match &self.surface {
            Tolerant::Value(surface) => surface.name.get().map(|name| name.as_str().into()),
            Tolerant::Invalid(payload) => payload.as_str(),
            Tolerant::Absent => None,
        }
    }

    /// The names of its states, from the list or from the object that published manifests write in its place.
    pub fn state_names(&self) -> Vec<Cow<'_, str>> {
        match &self.states {
            Tolerant::Value(states) => {
                states.iter().filter_map(|state| state.name.get().map(|name| name.as_str().into())).collect()
            }
            Tolerant::Invalid(payload) => payload.members().map(|(name, _)| name).collect(),
            Tolerant::Absent => Vec::new(),
        }
    }

    /// The names of the primitives that it brings itself, as the manifest of a runtime states them: `primitive_dictionary`. The
    /// specification does not name it.
    pub fn own_primitives(&self) -> impl Iterator<Item = PrimitiveName> {
        let root = Pointer::root();
        let primitives = self.extra.get("primitive_dictionary");
        let primitives = primitives.and_then(|dictionary| dictionary.get(&root.member("primitives")));
        let name = root.member("name");
        let primitives: Vec<Payload> = primitives.iter().flat_map(Payload::elements).collect();
        primitives
            .into_iter()
            .filter_map(move |primitive| Some(primitive.get(&name)?.as_str()?.as_ref().into()))
    }

    /// What the site asks of a runtime, as publishers state it: an object or a list. The specification does not name it.
    pub fn requires(&self) -> Option<&Payload> {
        self.extra
            .get("requires")
            .filter(|requires| matches!(requires.kind(), PayloadKind::Object | PayloadKind::Array))
    }
}

wire::object! {
    /// What a manifest is about. It describes and allows nothing. Published manifests also write a text in its place, which
    /// [`Manifest::surface_name`](super::Manifest::surface_name) reads too. actions.json v1, surface.
    pub struct Surface {
        /// The origin of the site.
        origin?: Tolerant<String>,
        /// What people call it.
        name?: Tolerant<String>,
        /// What kind of page it is.
        kind?: Tolerant<String>,
        /// For reviewers and agents.
        description?: Tolerant<String>,
        /// Names it where a stable name is needed.
        surface_id?: Tolerant<String>,
    }
}

wire::object! {
    /// Where a manifest comes from. It is public and so names nobody's files and accounts. actions.json v1, provenance.
    pub struct Provenance {
        /// Who wrote it.
        created_by?: Tolerant<String>,
        /// When; often a date alone.
        created_at?: Tolerant<Timestamp>,
        /// Who changed it last.
        updated_by?: Tolerant<String>,
        /// When.
        updated_at?: Tolerant<Timestamp>,
        /// Who reviewed it.
        reviewed_by?: Tolerant<String>,
        /// When.
        reviewed_at?: Tolerant<Timestamp>,
        /// From what it was made.
        source?: Tolerant<String>,
        /// Which revision it is.
        revision?: Tolerant<String>,
    }
}
