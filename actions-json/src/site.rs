//! A site for the host of an agent: its manifest with all imports, the pages that are connected, and what goes on with them.
//! actions.json v1, runtime rules.
//!
//! | question of a host | answer |
//! |---|---|
//! | What is there to load? | [`Site::load`], [`SiteLoader::next_import`] |
//! | What may the agent call, and by what names? | [`Site::tools`], [`Names`] |
//! | What should it know, where it is? | [`Site::situation`], [`Site::context`] |
//! | May it call this now, and what is sent to which page? | [`Site::call`] |
//! | What does a call do that is a workflow? (feature `workflows`) | `Site::workflow` |
//! | What does an item of a page mean? | [`Site::receive`] |
//! | Which calls took too long? | [`Site::overdue`] |
//! | How does it go on after a restart? | [`Site::save`], [`Site::resume`] |
//!
//! Nothing here opens a connection or looks at a clock: times are milliseconds since a moment of the host's choice, and rise.
//! The same manifests and the same items give the same answers.
//!
//! What pages send has the names of the composition: signals, states and tools of an import are called with their namespace in
//! front. What a page says of itself is believed; that none speaks for another is the business of its connection.
//!
//! # Limits
//!
//! | what | how much | beyond |
//! |---|---|---|
//! | imports | [`MAX_IMPORTS`](crate::composition::MAX_IMPORTS), by way of [`MAX_DEPTH`](crate::composition::MAX_DEPTH) others | left out |
//! | pages | [`Site::MAX_PAGES`] | refused |
//! | calls that wait | [`Site::MAX_CALLS`] | refused |
//! | calls that are over | [`Calls::REMEMBERED`] | the oldest is forgotten: a late reply to it is one to an unknown call |
//! | events that are known again | [`Site::MAX_EVENTS`] | the oldest is forgotten: if it comes again, it is admitted again |
//! | bytes of an id or a key | [`Site::MAX_ID`] | refused |
//!
//! How long an item may be, addresses and lists of states in it, is up to who reads it.
//!
//! # A visit
#![cfg_attr(feature = "jsonschema", doc = concat!("```\n", include_str!("../examples/site.rs"), "```"))]

mod call;
mod loader;
mod receiving;
mod refusal;
mod saved;
mod tools;
mod visit;
#[cfg(feature = "workflows")]
mod workflow_run;

#[cfg(test)]
mod tests;

pub use loader::{ImportRequest, SiteLoader};
pub use receiving::{ItemOutcome, SiteEvent};
pub use refusal::{SiteRefusal, SiteRefusalKind};
pub use saved::{ResumeError, SavedCall, SavedEvent, SavedPace, SavedPage, SavedSite};
pub use tools::{Names, SiteTool};

use crate::{
    calls::Calls,
    composition::{ComposedManifest, Conflict, ExcludedImport, Origin, Part},
    item::RuntimeId,
    manifest::{
        Attachment, AttachmentId, Check, CheckId, Context, ContextId, ProjectionName, Signal, SignalName,
        State, StateName, StateProjection,
    },
    runtimes::Runtimes,
    schema::SchemaCache,
    selection::{Applicability, Situation},
};
use std::collections::{BTreeMap, BTreeSet};
use tools::Tools;
use visit::{OpenCalls, Paces, SeenEvents};

/// A site: what its manifests say, and how the visit goes.
#[derive(Clone, Debug)]
pub struct Site {
    tools: Tools,
    context: Vec<Part<ContextId, Context>>,
    states: BTreeMap<StateName, State>,
    signals: Vec<Part<SignalName, Signal>>,
    /// The schemas of these, as far as events were judged by them.
    payloads: SchemaCache,
    attachments: Vec<Part<AttachmentId, Attachment>>,
    checks: Vec<Part<CheckId, Check>>,
    state_projections: Vec<Part<ProjectionName, StateProjection>>,
    conflicts: Vec<Conflict>,
    excluded_imports: Vec<ExcludedImport>,
    /// The primitives that the host has.
    capabilities: BTreeSet<String>,
    authorization: Option<String>,

    runtimes: Runtimes,
    calls: Calls,
    open: OpenCalls,
    seen: SeenEvents,
    paces: Paces,
}

/// What an agent should know in a situation. It is documentation: it allows nothing that is not declared, and forbids nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SiteSelection<'s> {
    /// What applies.
    pub contexts: Vec<SiteContext<'s>>,
    /// What may apply, each with the members of its `load_when` that nobody here understands.
    pub undecided: Vec<(SiteContext<'s>, Vec<String>)>,
}

/// A piece of context.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SiteContext<'s> {
    /// Its id, with the namespaces of its imports.
    pub id: &'s ContextId,
    /// What it says.
    pub context: &'s Context,
    /// Where it comes from.
    pub origin: &'s Origin,
    /// The tools that matter there, as the agent calls them.
    pub tools: Vec<&'s str>,
}

impl Site {
    /// How many pages may be connected.
    pub const MAX_PAGES: usize = 256;

    /// How many calls may wait at a time.
    pub const MAX_CALLS: usize = 1024;

    /// How many events are known again if they come twice.
    pub const MAX_EVENTS: usize = 4096;

    /// How many bytes an id of an item may have.
    pub const MAX_ID: usize = 1024;

    /// How long a call waits that does not say how long, in milliseconds.
    pub const TIMEOUT_MS: u64 = 30_000;

    fn new(
        composed: ComposedManifest<'_>,
        excluded_imports: Vec<ExcludedImport>,
        loading: &SiteLoader,
    ) -> Self {
        let tools = Tools::new(&composed, &loading.names);
        Self {
            tools,
            context: to_owned_parts(composed.context),
            states: composed.states.into_iter().map(|part| (part.name, part.value.clone())).collect(),
            signals: to_owned_parts(composed.signals),
            payloads: SchemaCache::default(),
            attachments: to_owned_parts(composed.attachments),
            checks: to_owned_parts(composed.checks),
            state_projections: to_owned_parts(composed.state_projections),
            conflicts: composed.conflicts,
            excluded_imports,
            capabilities: loading.capabilities.clone(),
            authorization: loading.authorization.clone(),
            runtimes: Runtimes::new(),
            calls: Calls::new(),
            open: OpenCalls::default(),
            seen: SeenEvents::default(),
            paces: Paces::default(),
        }
    }

    /// What the agent may call: the tools of the site's own manifest first.
    pub fn tools(&self) -> impl Iterator<Item = &SiteTool> {
        self.tools.iter()
    }

    /// The tool that the agent calls so.
    pub fn tool(&self, name: &str) -> Option<&SiteTool> {
        self.tools.by_agent_name(name)
    }

    /// The signal of this name, with the namespaces of its imports.
    pub fn signal(&self, name: &str) -> Option<&Part<SignalName, Signal>> {
        self.signals.iter().find(|signal| signal.name == *name)
    }

    /// The state of this name, with the namespaces of its imports: what it means, and how to find out whether it holds.
    pub fn state(&self, name: &str) -> Option<&State> {
        self.states.get(&StateName::from(name))
    }

    /// What a runtime adds to the pages.
    pub fn attachments(&self) -> &[Part<AttachmentId, Attachment>] {
        &self.attachments
    }

    /// Whether the pages still are what the manifests describe.
    pub fn checks(&self) -> &[Part<CheckId, Check>] {
        &self.checks
    }

    /// What the pages say, as data.
    pub fn state_projections(&self) -> &[Part<ProjectionName, StateProjection>] {
        &self.state_projections
    }

    /// Where several parts have one name, and whose it is.
    pub fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }

    /// The imports of which nothing is used, and why.
    pub fn excluded_imports(&self) -> &[ExcludedImport] {
        &self.excluded_imports
    }

    /// The pages that are connected.
    pub fn pages(&self) -> &Runtimes {
        &self.runtimes
    }

    /// Where an agent is that looks at this page, as far as the page has said. What is on it, and what the agent is about to do,
    /// is the host's to add.
    pub fn situation(&self, page: &RuntimeId) -> Option<Situation> {
        self.runtimes.get(page).map(Situation::from)
    }

    /// What an agent should know there; see [`select_context`](crate::checked_manifest::CheckedManifest::select_context). The states of
    /// the situation have the names of the composition.
    pub fn context(&self, situation: &Situation) -> SiteSelection<'_> {
        let mut known = SiteSelection::default();
        for part in &self.context {
            let prefix = prefix(part.name.as_str(), part.value.id.get().map(ContextId::as_str));
            let own = own_states(prefix, &situation.states);
            let here = Situation { states: own.map(str::to_owned).collect(), ..situation.clone() };
            let named = part.value.available_tools.get().into_iter().flatten();
            let context = SiteContext {
                id: &part.name,
                context: &part.value,
                origin: &part.origin,
                tools: named.filter_map(|own| self.tools.agent_name(&format!("{prefix}{own}"))).collect(),
            };
            match Applicability::of(&part.value, &here) {
                Applicability::Yes => known.contexts.push(context),
                Applicability::No => {}
                Applicability::Undecided(predicates) => known.undecided.push((context, predicates)),
            }
        }
        known
    }
}

fn to_owned_parts<N, T: Clone>(parts: Vec<Part<N, &T>>) -> Vec<Part<N, T>> {
    let owned = |part: Part<N, &T>| Part { name: part.name, value: part.value.clone(), origin: part.origin };
    parts.into_iter().map(owned).collect()
}

/// What stands in front of a name in the composition.
fn prefix<'n>(composed: &'n str, own: Option<&str>) -> &'n str {
    own.and_then(|own| composed.strip_suffix(own)).unwrap_or_default()
}

/// Of states with the names of the composition those of one manifest, with its own names.
fn own_states<'a>(prefix: &'a str, states: &'a [String]) -> impl Iterator<Item = &'a str> {
    states.iter().filter_map(move |state| state.strip_prefix(prefix))
}
