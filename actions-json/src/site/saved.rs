//! A visit, written down.

use super::{
    Site,
    visit::{Event, OpenCall, Pace},
};
use crate::{
    calls::Calls,
    item::{CallId, EventId, RuntimeId, RuntimeKey},
    manifest::TransitionName,
    runtimes::{Runtime, Runtimes},
};
use std::fmt;
use wire::Field;

wire::object! {
    /// How the visit of a [`Site`] goes, written down, so that it can go on after a restart. The manifests are not in it: they are
    /// loaded again.
    pub struct SavedSite {
        /// 1.
        version: u64,
        /// The pages that are connected, in the order in which they came.
        pages: Vec<SavedPage>,
        /// The calls, first those that are over, oldest first.
        calls: Vec<SavedCall>,
        /// The events that are known again, oldest first.
        events: Vec<SavedEvent>,
        /// The transitions that were made.
        paces: Vec<SavedPace>,
    }

    /// A page of a [`SavedSite`].
    pub struct SavedPage {
        /// Which page.
        runtime_id: RuntimeId,
        /// The page across its connections.
        runtime_key?: Field<RuntimeKey>,
        /// The approval under which it runs.
        authorization_id?: Field<String>,
        /// Its address.
        url?: Field<String>,
        /// The title of its tab.
        title?: Field<String>,
        /// Whether its tab is the one that people look at.
        active: bool,
        /// The names of the states in which it is.
        states: Vec<String>,
        /// Whether it may be called.
        ready: bool,
    }

    /// A call of a [`SavedSite`]: one that waits has a tool.
    pub struct SavedCall {
        /// Which call.
        call_id: CallId,
        /// To which page.
        runtime_id: RuntimeId,
        /// The tool, as the agent calls it.
        tool?: Field<String>,
        /// When it was sent.
        sent?: Field<u64>,
        /// How long it waits.
        timeout_ms?: Field<u64>,
        /// Of one that is over, whether it was answered.
        answered?: Field<bool>,
    }

    /// An event of a [`SavedSite`].
    pub struct SavedEvent {
        /// Its page.
        page: String,
        /// Its id.
        event_id: EventId,
    }

    /// A transition of a [`SavedSite`].
    pub struct SavedPace {
        /// Which one, with the namespaces of its imports.
        transition: TransitionName,
        /// When it was made last.
        last: u64,
        /// How often.
        attempts: u64,
    }
}

/// Why a visit cannot go on as it was written down.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResumeError {
    /// It was written by another version of this crate.
    Version(u64),
    /// It holds more than a site does.
    TooMany(&'static str),
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version(it) => write!(f, "this visit is of the version {it}, and 1 is known"),
            Self::TooMany(it) => write!(f, "this visit holds more {it} than a site does"),
        }
    }
}

impl std::error::Error for ResumeError {}

impl Site {
    /// How the visit goes, to be written down.
    pub fn save(&self) -> SavedSite {
        let waiting = self.open.iter().map(|((call_id, page), call)| {
            SavedCall::new(call_id.clone(), page.clone())
                .tool(call.tool.clone())
                .sent(call.sent)
                .timeout_ms(call.timeout)
        });
        let closed = self.calls.closed_calls().map(|(call_id, page, is_answered)| {
            SavedCall::new(call_id.clone(), page.clone()).answered(is_answered)
        });
        let events =
            self.seen.iter().map(|event| SavedEvent::new(event.page.clone(), event.event_id.clone()));
        let paces = self.paces.0.iter();
        SavedSite::new(
            1u64,
            self.runtimes.iter().map(save_page).collect::<Vec<_>>(),
            closed.chain(waiting).collect::<Vec<_>>(),
            events.collect::<Vec<_>>(),
            paces
                .map(|(name, pace)| SavedPace::new(name.clone(), pace.last, pace.attempts))
                .collect::<Vec<_>>(),
        )
    }

    /// Goes on with what was saved, and forgets how the visit went until now. Manifests that changed since count as they are.
    ///
    /// # Errors
    /// If it is of another version, or no site would have saved it.
    pub fn resume(&mut self, saved: SavedSite) -> Result<(), ResumeError> {
        if saved.version != 1 {
            return Err(ResumeError::Version(saved.version));
        }
        let bounds = [
            ("pages", saved.pages.len(), Self::MAX_PAGES),
            ("calls", saved.calls.len(), Self::MAX_CALLS + Calls::REMEMBERED),
            ("events", saved.events.len(), Self::MAX_EVENTS),
        ];
        if let Some((what, ..)) = bounds.into_iter().find(|(_, are, may)| are > may) {
            return Err(ResumeError::TooMany(what));
        }
        (self.runtimes, self.calls) = (Runtimes::new(), Calls::new());
        (self.open, self.seen, self.paces) = Default::default();
        for page in saved.pages {
            self.runtimes.remember(resume_page(page));
        }
        for call in saved.calls {
            let (call_id, page) = (call.call_id, call.runtime_id);
            let Some(tool) = call.tool.into_value() else {
                self.calls.remember(call_id, page, call.answered == Field::Value(true));
                continue;
            };
            if self.calls.record(call_id.clone(), page.clone()).is_ok() {
                let sent = call.sent.into_value().unwrap_or_default();
                let timeout = call.timeout_ms.into_value().unwrap_or(Self::TIMEOUT_MS);
                self.open.insert((call_id, page), OpenCall { tool, sent, timeout });
            }
        }
        for SavedEvent { page, event_id, .. } in saved.events {
            self.seen.add(Event { page, event_id });
        }
        for SavedPace { transition, last, attempts, .. } in saved.paces {
            if self.tools.iter().any(|tool| tool.has_transition(&transition)) {
                self.paces.0.insert(transition, Pace { last, attempts });
            }
        }
        Ok(())
    }
}

fn save_page(page: &Runtime) -> SavedPage {
    let field = |text: &Option<String>| text.clone().map_or(Field::Absent, Field::Value);
    let mut saved = SavedPage::new(page.runtime_id.clone(), page.active, page.states.clone(), page.ready);
    saved.runtime_key = page.runtime_key.clone().map_or(Field::Absent, Field::Value);
    saved.authorization_id = field(&page.authorization_id);
    saved.url = field(&page.url);
    saved.title = field(&page.title);
    saved
}

fn resume_page(saved: SavedPage) -> Runtime {
    Runtime {
        runtime_key: saved.runtime_key.into_value(),
        authorization_id: saved.authorization_id.into_value(),
        url: saved.url.into_value(),
        title: saved.title.into_value(),
        active: saved.active,
        states: saved.states,
        ready: saved.ready,
        ..Runtime::new(&saved.runtime_id)
    }
}
