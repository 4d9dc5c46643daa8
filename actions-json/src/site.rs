//! A site for the host of an agent: its manifest with all imports, the pages that are connected, and what goes on with them.
//! actions.json v1, runtime rules.
//!
//! | question of a host | answer |
//! |---|---|
//! | What is there to load? | [`Site::load`], [`Loading::wanted`] |
//! | What may the agent call, and by what names? | [`Site::tools`], [`Names`] |
//! | What should it know, where it is? | [`Site::situation`], [`Site::context`] |
//! | May it call this now, and what is sent to which page? | [`Site::call`] |
//! | What does a call do that is a workflow? (feature `workflows`) | `Site::workflow` |
//! | What does an item of a page mean? | [`Site::take`] |
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

mod calling;
mod loading;
mod refused;
#[cfg(feature = "workflows")]
mod running;
mod saved;
mod taking;
mod tools;
mod visit;

#[cfg(test)]
mod tests;

pub use loading::{Loading, Wanted};
pub use refused::{SiteRefused, SiteRefusedKind};
pub use saved::{NotResumed, SavedCall, SavedEvent, SavedPace, SavedPage, SavedSite};
pub use taking::{SiteEvent, Taken};
pub use tools::{Names, SiteTool};

use crate::{
    calls::Calls,
    composition::{Composed, Conflict, LeftOut, Origin, Part},
    item::RuntimeId,
    manifest::{
        Attachment, AttachmentId, Check, CheckId, Context, ContextId, ProjectionName, Signal, SignalName,
        State, StateName, StateProjection,
    },
    runtimes::Runtimes,
    schema::Compiled,
    selection::{Applies, Situation},
};
use std::collections::{BTreeMap, BTreeSet};
use tools::Tools;
use visit::{OpenCalls, Paces, Seen};

/// A site: what its manifests say, and how the visit goes.
#[derive(Clone, Debug)]
pub struct Site {
    tools: Tools,
    context: Vec<Part<ContextId, Context>>,
    states: BTreeMap<StateName, State>,
    signals: Vec<Part<SignalName, Signal>>,
    /// The schemas of these, as far as events were judged by them.
    payloads: Compiled,
    attachments: Vec<Part<AttachmentId, Attachment>>,
    checks: Vec<Part<CheckId, Check>>,
    state_projections: Vec<Part<ProjectionName, StateProjection>>,
    conflicts: Vec<Conflict>,
    left_out: Vec<LeftOut>,
    /// The primitives that the host has.
    capabilities: BTreeSet<String>,
    authorization: Option<String>,

    runtimes: Runtimes,
    calls: Calls,
    open: OpenCalls,
    seen: Seen,
    paces: Paces,
}

/// What an agent should know in a situation. It is documentation: it allows nothing that is not declared, and forbids nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Known<'s> {
    /// What applies.
    pub contexts: Vec<KnownContext<'s>>,
    /// What may apply, each with the members of its `load_when` that nobody here understands.
    pub undecided: Vec<(KnownContext<'s>, Vec<String>)>,
}

/// A piece of context.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnownContext<'s> {
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

    fn new(composed: Composed<'_>, left_out: Vec<LeftOut>, loading: &Loading) -> Self {
        let tools = Tools::new(&composed, &loading.names);
        Self {
            tools,
            context: owned(composed.context),
            states: composed.states.into_iter().map(|part| (part.name, part.value.clone())).collect(),
            signals: owned(composed.signals),
            payloads: Compiled::default(),
            attachments: owned(composed.attachments),
            checks: owned(composed.checks),
            state_projections: owned(composed.state_projections),
            conflicts: composed.conflicts,
            left_out,
            capabilities: loading.capabilities.clone(),
            authorization: loading.authorization.clone(),
            runtimes: Runtimes::new(),
            calls: Calls::new(),
            open: OpenCalls::default(),
            seen: Seen::default(),
            paces: Paces::default(),
        }
    }

    /// What the agent may call: the tools of the site's own manifest first.
    pub fn tools(&self) -> impl Iterator<Item = &SiteTool> {
        self.tools.iter()
    }

    /// The tool that the agent calls so.
    pub fn tool(&self, name: &str) -> Option<&SiteTool> {
        self.tools.shown(name)
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
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
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

    /// What an agent should know there; see [`select_context`](crate::checked::CheckedManifest::select_context). The states of
    /// the situation have the names of the composition.
    pub fn context(&self, situation: &Situation) -> Known<'_> {
        let mut known = Known::default();
        for part in &self.context {
            let prefix = prefix(part.name.as_str(), part.value.id.get().map(ContextId::as_str));
            let own = own_states(prefix, &situation.states);
            let here = Situation { states: own.map(str::to_owned).collect(), ..situation.clone() };
            let named = part.value.available_tools.get().into_iter().flatten();
            let context = KnownContext {
                id: &part.name,
                context: &part.value,
                origin: &part.origin,
                tools: named.filter_map(|own| self.tools.composed(&format!("{prefix}{own}"))).collect(),
            };
            match Applies::of(&part.value, &here) {
                Applies::Yes => known.contexts.push(context),
                Applies::No => {}
                Applies::Undecided(predicates) => known.undecided.push((context, predicates)),
            }
        }
        known
    }
}

fn owned<N, T: Clone>(parts: Vec<Part<N, &T>>) -> Vec<Part<N, T>> {
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
