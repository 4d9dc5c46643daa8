//! Connected pages, and the routing of calls to them.

mod route;

pub use route::{RoutingError, RoutingErrorKind};

use crate::item::{Item, RuntimeId, RuntimeKey, RuntimeReady, RuntimeStatus};
use wire::Field;

/// A connected page, as described by its items.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Runtime {
    /// The id of the runtime.
    pub runtime_id: RuntimeId,
    /// The id of the page across its connections.
    pub runtime_key: Option<RuntimeKey>,
    /// The approval under which the page runs.
    pub authorization_id: Option<String>,
    /// The address of the page.
    pub url: Option<String>,
    /// The title of the tab.
    pub title: Option<String>,
    /// `true` if the tab is the active one.
    pub active: bool,
    /// The names of the current states of the page.
    pub states: Vec<String>,
    /// `true` if the page may be called: it sent `runtime_ready` and has not reported a disconnection since.
    pub ready: bool,
}

/// The connected pages, in order of their first item.
///
/// Pages are trusted about themselves. The transport must ensure that no page sends items in the name of another.
///
/// ```
/// use agent_ui_actions_json::{
///     item::{ActionCall, RuntimeReady}, runtimes::{Runtimes, RoutingErrorKind}, wire,
/// };
///
/// let mut runtimes = Runtimes::new();
/// runtimes.ready(&RuntimeReady::new("rt1", "https://shop.test/cart"));
/// runtimes.ready(&RuntimeReady::new("rt2", "https://shop.test/help"));
/// let call = ActionCall::new("c1", "cart.add", wire::Payload::empty_object());
/// let unrouted = runtimes.route(&call, None).unwrap_err();
/// assert_eq!(unrouted.kind, RoutingErrorKind::Ambiguous);
/// assert_eq!(unrouted.candidates, ["rt1", "rt2"]);
/// let call = call.target_url_contains("/cart");
/// assert_eq!(runtimes.route(&call, None)?.runtime_id, "rt1");
/// # Ok::<(), agent_ui_actions_json::runtimes::RoutingError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Runtimes(Vec<Runtime>);

impl Runtime {
    pub(crate) fn new(runtime_id: &RuntimeId) -> Self {
        Self {
            runtime_id: runtime_id.clone(),
            runtime_key: None,
            authorization_id: None,
            url: None,
            title: None,
            active: false,
            states: Vec::new(),
            ready: false,
        }
    }

    fn is_same_page(&self, other: &Self) -> bool {
        let same_key = self.runtime_key.is_some() && self.runtime_key == other.runtime_key;
        same_key && self.authorization_id == other.authorization_id
    }
}

impl Runtimes {
    /// Creates an empty list of pages.
    pub fn new() -> Self {
        Self::default()
    }

    /// Applies an item to the list, and returns the ids of the runtimes that are removed. Items that are not about
    /// runtimes change nothing.
    pub fn apply(&mut self, item: &Item) -> Vec<RuntimeId> {
        match item {
            Item::RuntimeReady(ready) => return self.ready(ready),
            Item::RuntimeStatus(status) => self.status(status),
            Item::Unknown(removed) if removed.tag() == "runtime_removed" => {
                let gone = item
                    .runtime_id()
                    .filter(|runtime_id| self.remove(runtime_id));
                return gone.into_iter().collect();
            }
            _ => {}
        }
        Vec::new()
    }

    /// Adds a page. The page replaces the page with the same id, and the pages with the same `runtime_key` under the
    /// same approval. Returns the ids of the replaced pages. Items without a `runtime_id` are ignored.
    pub fn ready(&mut self, ready: &RuntimeReady) -> Vec<RuntimeId> {
        let Some(runtime_id) = ready.runtime_id.get() else {
            return Vec::new();
        };
        let runtime = Runtime {
            runtime_key: ready.runtime_key.get().cloned(),
            authorization_id: ready.authorization_id.get().cloned(),
            url: ready.url.get().cloned(),
            title: ready.title(),
            active: ready.is_active(),
            ready: true,
            ..Runtime::new(runtime_id)
        };
        let mut gone = Vec::new();
        self.0.retain(|other| {
            let superseded = other.runtime_id != runtime.runtime_id && other.is_same_page(&runtime);
            if superseded {
                gone.push(other.runtime_id.clone());
            }
            !superseded
        });
        if runtime.active {
            self.0.iter_mut().for_each(|other| other.active = false);
        }
        match self
            .0
            .iter_mut()
            .find(|other| other.runtime_id == runtime.runtime_id)
        {
            Some(place) => *place = runtime,
            None => self.0.push(runtime),
        }
        gone
    }

    /// Applies a status report. A page that has not sent `runtime_ready` is remembered but not called. Absent and
    /// null members change nothing, and a status never changes the approval of a page.
    pub fn status(&mut self, status: &RuntimeStatus) {
        let Some(runtime_id) = status.runtime_id.get() else {
            return;
        };
        let runtime = match self
            .0
            .iter_mut()
            .position(|runtime| runtime.runtime_id == *runtime_id)
        {
            Some(at) => self.0.get_mut(at),
            None => {
                let authorization_id = status.authorization_id.get().cloned();
                self.0.push(Runtime {
                    authorization_id,
                    ..Runtime::new(runtime_id)
                });
                self.0.last_mut()
            }
        };
        let Some(runtime) = runtime else {
            return;
        };
        if let Field::Value(url) = &status.url {
            runtime.url = Some(url.clone());
        }
        if let Field::Value(states) = &status.states {
            runtime.states.clone_from(states);
        }
        if let Field::Value(runtime_key) = &status.runtime_key {
            runtime.runtime_key = Some(runtime_key.clone());
        }
        if status.connected == Field::Value(false) {
            runtime.ready = false;
        }
    }

    /// Removes a page. Returns `true` if the page was in the list.
    pub fn remove(&mut self, runtime_id: &RuntimeId) -> bool {
        let before = self.0.len();
        self.0.retain(|runtime| runtime.runtime_id != *runtime_id);
        self.0.len() < before
    }

    /// Adds a saved page unless its id is in the list.
    pub(crate) fn remember(&mut self, runtime: Runtime) {
        if self.get(&runtime.runtime_id).is_none() {
            self.0.push(runtime);
        }
    }

    /// Returns the page with this id.
    pub fn get(&self, runtime_id: &RuntimeId) -> Option<&Runtime> {
        self.iter()
            .find(|runtime| runtime.runtime_id == *runtime_id)
    }

    /// Iterates over all pages, including those that are not ready.
    pub fn iter(&self) -> impl Iterator<Item = &Runtime> {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(runtimes: &mut Runtimes, text: &str) -> Vec<RuntimeId> {
        runtimes.apply(&wire::decode(text).unwrap())
    }

    fn ids(runtimes: &Runtimes) -> Vec<&str> {
        runtimes
            .iter()
            .map(|runtime| runtime.runtime_id.as_str())
            .collect()
    }

    #[test]
    fn a_reconnecting_page_replaces_its_old_connection() {
        let mut runtimes = Runtimes::new();
        let ready = |id: &str, rest: &str| {
            format!(
                r#"{{"type":"runtime_ready","runtime_id":"{id}","url":"https://a.test/"{rest}}}"#
            )
        };
        for (id, rest, gone) in [
            ("1", "", vec![]),
            ("2", r#","runtime_key":"k","authorization_id":null"#, vec![]),
            ("3", r#","runtime_key":"k","authorization_id":"a""#, vec![]),
            ("4", r#","runtime_key":"k""#, vec!["2"]),
            ("4", r#","runtime_key":null"#, vec![]),
            (
                "5",
                r#","runtime_key":"k","authorization_id":"a""#,
                vec!["3"],
            ),
        ] {
            assert_eq!(take(&mut runtimes, &ready(id, rest)), gone, "{id} {rest}");
        }
        assert_eq!(ids(&runtimes), ["1", "4", "5"]);
        assert_eq!(
            take(
                &mut runtimes,
                r#"{"type":"runtime_removed","runtime_id":"4"}"#
            ),
            ["4"]
        );
        assert!(
            take(
                &mut runtimes,
                r#"{"type":"runtime_removed","runtime_id":"4"}"#
            )
            .is_empty()
        );
        assert_eq!(ids(&runtimes), ["1", "5"]);
    }

    #[test]
    fn a_status_updates_a_page_but_does_not_make_it_ready() {
        let mut runtimes = Runtimes::new();
        for item in [
            r#"{"type":"runtime_status"}"#,
            r#"{"type":"runtime_status","runtime_id":"1","connected":true,"authorization_id":"a"}"#,
            r#"{"type":"dom_event","event_id":"e","runtime_id":"9","name":"n","payload":1}"#,
            r#"{"type":"agent_event","runtime_id":"9"}"#,
        ] {
            assert!(take(&mut runtimes, item).is_empty());
        }
        assert_eq!(ids(&runtimes), ["1"]);
        assert!(!runtimes.get(&"1".into()).unwrap().ready);
        let ready = r#"{"type":"runtime_ready","runtime_id":"1","url":"u","authorization_id":"a","tab":{"title":"T","active":true}}"#;
        take(&mut runtimes, ready);
        let status = r#"{"type":"runtime_status","runtime_id":"1","url":null,"states":["s"],"authorization_id":"b"}"#;
        take(&mut runtimes, status);
        let expected = Runtime {
            authorization_id: Some("a".to_owned()),
            url: Some("u".to_owned()),
            title: Some("T".to_owned()),
            active: true,
            states: vec!["s".to_owned()],
            ready: true,
            ..Runtime::new(&"1".into())
        };
        assert_eq!(runtimes.get(&"1".into()), Some(&expected));
        take(
            &mut runtimes,
            r#"{"type":"runtime_status","runtime_id":"1","url":"v","connected":false}"#,
        );
        let expected = Runtime {
            url: Some("v".to_owned()),
            ready: false,
            ..expected
        };
        assert_eq!(runtimes.get(&"1".into()), Some(&expected));
    }

    #[test]
    fn only_the_latest_active_tab_is_active() {
        let mut runtimes = Runtimes::new();
        for (id, tab) in [
            ("1", r#"{"active":true}"#),
            ("2", r#"{"active":true}"#),
            ("3", r#"[true]"#),
        ] {
            let ready = format!(
                r#"{{"type":"runtime_ready","runtime_id":"{id}","url":"u{id}","tab":{tab}}}"#
            );
            take(&mut runtimes, &ready);
        }
        let active: Vec<bool> = runtimes.iter().map(|runtime| runtime.active).collect();
        assert_eq!(active, [false, true, false]);
    }
}
