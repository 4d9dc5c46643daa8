//! The saved form of a visit.

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
use wire::Field;

wire::object! {
    /// The saved visit of a [`Site`], which can be resumed after a restart. The saved form does not contain the
    /// manifests, which are loaded again.
    pub struct SavedSite {
        /// The version of the form, 1.
        version: u64,
        /// The connected pages in order of connection.
        pages: Vec<SavedPage>,
        /// The calls; completed calls come first, oldest first.
        calls: Vec<SavedCall>,
        /// The recognized events, oldest first.
        events: Vec<SavedEvent>,
        /// The transitions that were performed.
        paces: Vec<SavedPace>,
    }

    /// A page of a [`SavedSite`].
    pub struct SavedPage {
        /// The id of the runtime.
        runtime_id: RuntimeId,
        /// The id of the page across its connections.
        runtime_key?: Field<RuntimeKey>,
        /// The approval under which the page runs.
        authorization_id?: Field<String>,
        /// The address of the page.
        url?: Field<String>,
        /// The title of the tab.
        title?: Field<String>,
        /// `true` if the tab is the active one.
        active: bool,
        /// The names of the current states.
        states: Vec<String>,
        /// `true` if the page may be called.
        ready: bool,
    }

    /// A call of a [`SavedSite`]. Only waiting calls have a tool.
    pub struct SavedCall {
        /// The id of the call.
        call_id: CallId,
        /// The page that received the call.
        runtime_id: RuntimeId,
        /// The agent name of the tool.
        tool?: Field<String>,
        /// The time at which the call was sent.
        sent?: Field<u64>,
        /// The timeout in milliseconds.
        timeout_ms?: Field<u64>,
        /// `true` if a completed call was answered.
        answered?: Field<bool>,
    }

    /// An event of a [`SavedSite`].
    pub struct SavedEvent {
        /// The page of the event.
        page: String,
        /// The id of the event.
        event_id: EventId,
    }

    /// The last time and the attempts of a transition in a [`SavedSite`].
    pub struct SavedPace {
        /// The composed name of the transition.
        transition: TransitionName,
        /// The time of the last repetition.
        last: u64,
        /// The number of attempts.
        attempts: u64,
    }
}

/// The reason for which a visit cannot be resumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// The visit was saved by another version of this crate.
    #[error("this visit was saved in version {0}, but only version 1 is supported")]
    Version(u64),
    /// The visit contains more than a site allows.
    #[error("this visit contains more {0} than a site allows")]
    TooMany(&'static str),
}

impl Site {
    /// Saves the current visit.
    pub fn save(&self) -> SavedSite {
        let waiting = self.open.iter().map(|((call_id, page), call)| {
            SavedCall::new(call_id.clone(), page.clone())
                .tool(call.tool.clone())
                .sent(call.sent)
                .timeout_ms(call.timeout)
        });
        let closed = self
            .calls
            .closed_calls()
            .map(|(call_id, page, is_answered)| {
                SavedCall::new(call_id.clone(), page.clone()).answered(is_answered)
            });
        let events = self
            .seen
            .iter()
            .map(|event| SavedEvent::new(event.page.clone(), event.event_id.clone()));
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

    /// Resumes a saved visit, and discards the current visit. The current manifests apply, even if they changed.
    ///
    /// # Errors
    /// Fails if the saved version is unknown or a limit is exceeded.
    pub fn resume(&mut self, saved: SavedSite) -> Result<(), ResumeError> {
        if saved.version != 1 {
            return Err(ResumeError::Version(saved.version));
        }
        let bounds = [
            ("pages", saved.pages.len(), Self::MAX_PAGES),
            (
                "calls",
                saved.calls.len(),
                Self::MAX_CALLS + Calls::REMEMBERED,
            ),
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
            self.resume_call(call);
        }
        for SavedEvent { page, event_id, .. } in saved.events {
            self.seen.add(Event { page, event_id });
        }
        for saved in saved.paces {
            let (last, attempts) = (saved.last, saved.attempts);
            let mut tools = self.tools.iter();
            // A transition that is no longer declared has no limits, so its pace is dropped.
            if tools.any(|tool| tool.has_transition(&saved.transition)) {
                let pace = Pace { last, attempts };
                self.paces.0.insert(saved.transition, pace);
            }
        }
        Ok(())
    }

    /// Resumes a call. Calls that are answered or abandoned have no tool.
    fn resume_call(&mut self, call: SavedCall) {
        let (call_id, page) = (call.call_id, call.runtime_id);
        let Some(tool) = call.tool.into_value() else {
            let is_answered = call.answered == Field::Value(true);
            self.calls.remember(call_id, page, is_answered);
            return;
        };
        if self.calls.record(call_id.clone(), page.clone()).is_err() {
            return;
        }
        let open = OpenCall {
            tool,
            sent: call.sent.into_value().unwrap_or_default(),
            timeout: call.timeout_ms.into_value().unwrap_or(Self::TIMEOUT_MS),
        };
        self.open.insert((call_id, page), open);
    }
}

fn save_page(page: &Runtime) -> SavedPage {
    let mut saved = SavedPage::new(
        page.runtime_id.clone(),
        page.active,
        page.states.clone(),
        page.ready,
    );
    saved.runtime_key = field(&page.runtime_key);
    saved.authorization_id = field(&page.authorization_id);
    saved.url = field(&page.url);
    saved.title = field(&page.title);
    saved
}

fn field<T: Clone>(value: &Option<T>) -> Field<T> {
    match value {
        Some(value) => Field::Value(value.clone()),
        None => Field::Absent,
    }
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
