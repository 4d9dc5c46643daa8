//! The host's view of a site: its composed manifests, its connected pages, and the calls and events between them.
//!
//! | task of the host | function |
//! |---|---|
//! | load the manifest and its imports | [`Site::load`], [`SiteLoader::next_import`] |
//! | list the tools under the names that the agent uses | [`Site::tools`], [`Names`] |
//! | select the context for the agent | [`Site::situation`], [`Site::context`] |
//! | check a call and prepare it for one page | [`Site::call`] |
//! | run a workflow for a call (feature `workflows`) | `Site::workflow` |
//! | process an item from a page | [`Site::receive`] |
//! | end calls that timed out | [`Site::expire_calls`] |
//! | continue after a restart | [`Site::save`], [`Site::resume`] |
//!
//! This module opens no connections and has no clock. Times are increasing milliseconds since any fixed moment. The
//! same manifests and items always give the same results.
//!
//! Pages use composed names: signals, states and tools of an import have their namespace as a prefix. Pages are
//! trusted about themselves. The transport must ensure that no page sends items in the name of another.
//!
//! # Limits
//!
//! | item | limit | beyond the limit |
//! |---|---|---|
//! | imports | [`MAX_IMPORTS`](crate::composition::MAX_IMPORTS), with [`MAX_IMPORT_DEPTH`](crate::composition::MAX_IMPORT_DEPTH) others on the path | excluded |
//! | pages | [`Site::MAX_PAGES`] | refused |
//! | waiting calls | [`Site::MAX_CALLS`] | refused |
//! | completed calls | [`Calls::REMEMBERED`] | the oldest is forgotten: a late reply to it is treated as a reply to an unknown call |
//! | recognized events | [`Site::MAX_EVENTS`] | the oldest is forgotten: a repetition of it is admitted again |
//! | bytes of an id or a key | [`Site::MAX_ID`] | refused |
//!
//! The reader of the items must limit the length of items, addresses and lists of states.
//!
//! # Example
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

use crate::limits::{CALL_TIMEOUT, ID_BYTES, SITE_CALLS, SITE_EVENTS, SITE_PAGES};
use crate::{
    calls::Calls,
    composition::{ComposedManifest, Conflict, ExcludedImport, Origin, Part},
    item::RuntimeId,
    manifest::{
        Attachment, AttachmentId, Check, CheckId, Context, ContextId, ProjectionName, Signal,
        SignalName, State, StateName, StateProjection,
    },
    runtimes::Runtimes,
    schema::SchemaCache,
    selection::{Applicability, Situation},
};
use std::collections::{BTreeMap, BTreeSet};
use tools::Tools;
use visit::{OpenCalls, Paces, SeenEvents};

/// A site: its composed manifests and the current visit.
#[derive(Clone, Debug)]
pub struct Site {
    tools: Tools,
    context: Vec<Part<ContextId, Context>>,
    states: BTreeMap<StateName, State>,
    signals: Vec<Part<SignalName, Signal>>,
    /// The compiled schemas of the signals.
    payloads: SchemaCache,
    attachments: Vec<Part<AttachmentId, Attachment>>,
    checks: Vec<Part<CheckId, Check>>,
    state_projections: Vec<Part<ProjectionName, StateProjection>>,
    conflicts: Vec<Conflict>,
    excluded_imports: Vec<ExcludedImport>,
    /// The primitives that the host supports.
    capabilities: BTreeSet<String>,
    authorization: Option<String>,

    runtimes: Runtimes,
    calls: Calls,
    open: OpenCalls,
    seen: SeenEvents,
    paces: Paces,
}

/// The context for an agent in a situation. Context is documentation, so it neither permits nor forbids tools.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SiteSelection<'s> {
    /// The context blocks that apply.
    pub contexts: Vec<SiteContext<'s>>,
    /// The context blocks that may apply, each with the unsupported members of its `load_when`.
    pub undecided: Vec<(SiteContext<'s>, Vec<String>)>,
}

/// A context block of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SiteContext<'s> {
    /// The id, prefixed with the namespaces of its imports.
    pub id: &'s ContextId,
    /// The context block.
    pub context: &'s Context,
    /// The origin of the block.
    pub origin: &'s Origin,
    /// The relevant tools under the names that the agent uses.
    pub tools: Vec<&'s str>,
}

impl Site {
    /// The maximum number of connected pages.
    pub const MAX_PAGES: usize = SITE_PAGES;

    /// The maximum number of waiting calls.
    pub const MAX_CALLS: usize = SITE_CALLS;

    /// The maximum number of remembered events, whose repetitions are recognized.
    pub const MAX_EVENTS: usize = SITE_EVENTS;

    /// The maximum size of an id, in bytes.
    pub const MAX_ID: usize = ID_BYTES;

    /// The timeout of calls without `timeout_ms`, in milliseconds.
    pub const TIMEOUT_MS: u64 = CALL_TIMEOUT.as_secs() * 1_000;

    fn new(
        composed: ComposedManifest<'_>,
        excluded_imports: Vec<ExcludedImport>,
        loading: &SiteLoader,
    ) -> Self {
        let tools = Tools::new(&composed, &loading.names);
        Self {
            tools,
            context: to_owned_parts(composed.context),
            states: composed
                .states
                .into_iter()
                .map(|part| (part.name, part.value.clone()))
                .collect(),
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

    /// Iterates over the tools that the agent may call. The tools of the root manifest are first.
    pub fn tools(&self) -> impl Iterator<Item = &SiteTool> {
        self.tools.iter()
    }

    /// Returns the tool with this agent name.
    pub fn tool(&self, name: &str) -> Option<&SiteTool> {
        self.tools.by_agent_name(name)
    }

    /// Returns the signal with this composed name.
    pub fn signal(&self, name: &str) -> Option<&Part<SignalName, Signal>> {
        self.signals.iter().find(|signal| signal.name == *name)
    }

    /// Returns the state with this composed name, with its meaning and diagnostics.
    pub fn state(&self, name: &str) -> Option<&State> {
        self.states.get(&StateName::from(name))
    }

    /// Returns the elements that a runtime adds to the pages.
    pub fn attachments(&self) -> &[Part<AttachmentId, Attachment>] {
        &self.attachments
    }

    /// Returns the probes that detect whether the pages still match the manifests.
    pub fn checks(&self) -> &[Part<CheckId, Check>] {
        &self.checks
    }

    /// Returns the readable state of the pages as data.
    pub fn state_projections(&self) -> &[Part<ProjectionName, StateProjection>] {
        &self.state_projections
    }

    /// Returns the conflicts between parts with the same name.
    pub fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }

    /// Returns the excluded imports with the reasons.
    pub fn excluded_imports(&self) -> &[ExcludedImport] {
        &self.excluded_imports
    }

    /// Returns the connected pages.
    pub fn pages(&self) -> &Runtimes {
        &self.runtimes
    }

    /// Creates the situation of an agent on this page from the reports of the page. The host adds the targets and the
    /// task.
    pub fn situation(&self, page: &RuntimeId) -> Option<Situation> {
        self.runtimes.get(page).map(Situation::from)
    }

    /// Selects the context for an agent like
    /// [`select_context`](crate::checked_manifest::CheckedManifest::select_context). The states of the situation have
    /// composed names.
    pub fn context(&self, situation: &Situation) -> SiteSelection<'_> {
        let mut known = SiteSelection::default();
        for part in &self.context {
            let prefix = prefix(
                part.name.as_str(),
                part.value.id.get().map(ContextId::as_str),
            );
            let own = own_states(prefix, &situation.states);
            let here = Situation {
                states: own.map(str::to_owned).collect(),
                ..situation.clone()
            };
            let named = part.value.available_tools.get().into_iter().flatten();
            let context = SiteContext {
                id: &part.name,
                context: &part.value,
                origin: &part.origin,
                tools: named
                    .filter_map(|own| self.tools.agent_name(&format!("{prefix}{own}")))
                    .collect(),
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
    let mut owned = Vec::with_capacity(parts.len());
    for part in parts {
        owned.push(Part {
            name: part.name,
            value: part.value.clone(),
            origin: part.origin,
        });
    }
    owned
}

/// Returns the prefix of a composed name.
fn prefix<'n>(composed: &'n str, own: Option<&str>) -> &'n str {
    own.and_then(|own| composed.strip_suffix(own))
        .unwrap_or_default()
}

/// Iterates over the composed states that belong to the manifest with this prefix, by their own names.
fn own_states<'a>(prefix: &'a str, states: &'a [String]) -> impl Iterator<Item = &'a str> {
    states
        .iter()
        .filter_map(move |state| state.strip_prefix(prefix))
}
