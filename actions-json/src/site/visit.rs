//! The state of a visit.

use super::Site;
use crate::{
    item::{CallId, EventId, RuntimeId},
    manifest::{Transition, TransitionName},
    pacing::{self, Repeat},
    runtimes::Runtime,
};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The waiting calls, with the data for checking their replies.
pub(super) type OpenCalls = BTreeMap<(CallId, RuntimeId), OpenCall>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OpenCall {
    /// The agent name of the tool.
    pub(super) tool: String,
    /// The time at which the call was sent.
    pub(super) sent: u64,
    /// The timeout in milliseconds.
    pub(super) timeout: u64,
}

/// The most recent events of all pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SeenEvents {
    known: BTreeSet<Event>,
    /// The events in order, oldest first.
    order: VecDeque<Event>,
}

/// An event, identified by its page and its id.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Event {
    /// The key of the page, or else the id of the page.
    pub(super) page: String,
    pub(super) event_id: EventId,
}

impl Event {
    pub(super) fn of(page: &Runtime, event_id: &EventId) -> Self {
        let page = match &page.runtime_key {
            Some(key) => format!("key:{key}"),
            None => format!("id:{}", page.runtime_id),
        };
        Self {
            page,
            event_id: event_id.clone(),
        }
    }
}

impl SeenEvents {
    pub(super) fn has(&self, event: &Event) -> bool {
        self.known.contains(event)
    }

    pub(super) fn add(&mut self, event: Event) {
        if !self.known.insert(event.clone()) {
            return;
        }
        self.order.push_back(event);
        if self.order.len() > Site::MAX_EVENTS {
            if let Some(oldest) = self.order.pop_front() {
                self.known.remove(&oldest);
            }
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Event> {
        self.order.iter()
    }
}

/// The last time and the number of attempts of each transition. These values belong to the site, so reloading a page
/// does not reset them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Paces(pub(super) BTreeMap<TransitionName, Pace>);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pace {
    /// The time of the last repetition.
    pub(super) last: u64,
    /// The number of attempts since the last reset.
    pub(super) attempts: u64,
}

impl Paces {
    fn of(&self, transition: &Transition) -> Option<&Pace> {
        self.0.get(transition.name.get()?)
    }

    /// Returns the time to wait until all of these transitions are allowed.
    pub(super) fn wait_ms<'t>(
        &self,
        transitions: impl Iterator<Item = &'t Transition>,
        now: u64,
    ) -> u64 {
        let mut longest = 0;
        for transition in transitions {
            let last = self.of(transition).map(|pace| pace.last);
            longest = longest.max(pacing::wait_ms(transition, last, now));
        }
        longest
    }

    /// Returns the first of these transitions that has reached its maximum number of attempts.
    pub(super) fn find_exhausted<'t>(
        &self,
        mut transitions: impl Iterator<Item = &'t Transition>,
    ) -> Option<&'t Transition> {
        transitions.find(|transition| {
            let attempts = self.of(transition).map_or(0, |pace| pace.attempts);
            let convergence = transition.convergence.get();
            convergence
                .is_some_and(|rule| pacing::repeat(rule, attempts, false) == Repeat::Exhausted)
        })
    }

    /// Records that these transitions are performed now.
    pub(super) fn record<'t>(
        &mut self,
        transitions: impl Iterator<Item = &'t Transition>,
        now: u64,
    ) {
        for name in transitions.filter_map(|transition| transition.name.get()) {
            let pace = self.0.entry(name.clone()).or_default();
            *pace = Pace {
                last: pace.last.max(now),
                attempts: pace.attempts.saturating_add(1),
            };
        }
    }
}
