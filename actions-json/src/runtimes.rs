//! Which pages are connected, and to which of them a call goes. actions.json v1, routing rules of the bridge protocol.

mod route;

pub use route::{RoutingError, RoutingErrorKind};

use crate::item::{Item, RuntimeId, RuntimeKey, RuntimeReady, RuntimeStatus};
use wire::Field;

/// A page as its items describe it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Runtime {
    /// Which page.
    pub runtime_id: RuntimeId,
    /// The page across its connections.
    pub runtime_key: Option<RuntimeKey>,
    /// The approval under which it runs.
    pub authorization_id: Option<String>,
    /// Its address.
    pub url: Option<String>,
    /// The title of its tab.
    pub title: Option<String>,
    /// Whether its tab is the one that people look at.
    pub active: bool,
    /// The names of the states in which it is.
    pub states: Vec<String>,
    /// Whether it may be called: it has sent `runtime_ready` and has not said since that it is disconnected.
    pub ready: bool,
}

/// The pages that are connected, in the order in which they came.
///
/// What they say of themselves is believed; that nobody speaks for another is the business of the connections.
///
/// ```
/// # use agent_ui_actions_json as actions_json;
/// use actions_json::{item::{ActionCall, RuntimeReady}, runtimes::{Runtimes, RoutingErrorKind}};
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
/// # Ok::<(), actions_json::runtimes::RoutingError>(())
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
    /// None.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes what an item says about its runtime, and gives back the runtimes that are gone by it. Items that say nothing
    /// about runtimes change nothing.
    pub fn take(&mut self, item: &Item) -> Vec<RuntimeId> {
        match item {
            Item::RuntimeReady(ready) => return self.ready(ready),
            Item::RuntimeStatus(status) => self.status(status),
            Item::Unknown(removed) if removed.tag() == "runtime_removed" => {
                let gone = item.runtime_id().filter(|runtime_id| self.remove(runtime_id));
                return gone.into_iter().collect();
            }
            _ => {}
        }
        Vec::new()
    }

    /// A page is there. It takes the place of one of the same id, and of those of the same `runtime_key` under the same
    /// approval, which are gone: these. One that does not say which page it is is none.
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
        match self.0.iter_mut().find(|other| other.runtime_id == runtime.runtime_id) {
            Some(place) => *place = runtime,
            None => self.0.push(runtime),
        }
        gone
    }

    /// How a page is doing. One that has not said that it is there is remembered and not called. What is absent or null
    /// stays as it was; the approval of a page never changes by its status.
    pub fn status(&mut self, status: &RuntimeStatus) {
        let Some(runtime_id) = status.runtime_id.get() else {
            return;
        };
        let runtime = match self.0.iter_mut().position(|runtime| runtime.runtime_id == *runtime_id) {
            Some(at) => self.0.get_mut(at),
            None => {
                let authorization_id = status.authorization_id.get().cloned();
                self.0.push(Runtime { authorization_id, ..Runtime::new(runtime_id) });
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

    /// A page is gone. Says whether it was there.
    pub fn remove(&mut self, runtime_id: &RuntimeId) -> bool {
        let before = self.0.len();
        self.0.retain(|runtime| runtime.runtime_id != *runtime_id);
        self.0.len() < before
    }

    /// Remembers a page as it was, if none of its id is there.
    pub(crate) fn remember(&mut self, runtime: Runtime) {
        if self.get(&runtime.runtime_id).is_none() {
            self.0.push(runtime);
        }
    }

    /// The page of this id.
    pub fn get(&self, runtime_id: &RuntimeId) -> Option<&Runtime> {
        self.iter().find(|runtime| runtime.runtime_id == *runtime_id)
    }

    /// All of them, ready or not.
    pub fn iter(&self) -> impl Iterator<Item = &Runtime> {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(runtimes: &mut Runtimes, text: &str) -> Vec<RuntimeId> {
        runtimes.take(&wire::decode(text).unwrap())
    }

    fn ids(runtimes: &Runtimes) -> Vec<&str> {
        runtimes.iter().map(|runtime| runtime.runtime_id.as_str()).collect()
    }

    #[test]
    fn a_page_that_comes_back_takes_the_place_of_its_former_self() {
        let mut runtimes = Runtimes::new();
        let ready = |id: &str, rest: &str| {
            format!(r#"{{"type":"runtime_ready","runtime_id":"{id}","url":"https://a.test/"{rest}}}"#)
        };
        for (id, rest, gone) in [
            ("1", "", vec![]),
            ("2", r#","runtime_key":"k","authorization_id":null"#, vec![]),
            ("3", r#","runtime_key":"k","authorization_id":"a""#, vec![]),
            ("4", r#","runtime_key":"k""#, vec!["2"]),
            ("4", r#","runtime_key":null"#, vec![]),
            ("5", r#","runtime_key":"k","authorization_id":"a""#, vec!["3"]),
        ] {
            assert_eq!(take(&mut runtimes, &ready(id, rest)), gone, "{id} {rest}");
        }
        assert_eq!(ids(&runtimes), ["1", "4", "5"]);
        assert_eq!(take(&mut runtimes, r#"{"type":"runtime_removed","runtime_id":"4"}"#), ["4"]);
        assert!(take(&mut runtimes, r#"{"type":"runtime_removed","runtime_id":"4"}"#).is_empty());
        assert_eq!(ids(&runtimes), ["1", "5"]);
    }

    #[test]
    fn a_status_says_what_changes_and_makes_nobody_ready() {
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
        let status =
            r#"{"type":"runtime_status","runtime_id":"1","url":null,"states":["s"],"authorization_id":"b"}"#;
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
        take(&mut runtimes, r#"{"type":"runtime_status","runtime_id":"1","url":"v","connected":false}"#);
        let expected = Runtime { url: Some("v".to_owned()), ready: false, ..expected };
        assert_eq!(runtimes.get(&"1".into()), Some(&expected));
    }

    #[test]
    fn one_tab_is_active() {
        let mut runtimes = Runtimes::new();
        for (id, tab) in [("1", r#"{"active":true}"#), ("2", r#"{"active":true}"#), ("3", r#"[true]"#)] {
            let ready =
                format!(r#"{{"type":"runtime_ready","runtime_id":"{id}","url":"u{id}","tab":{tab}}}"#);
            take(&mut runtimes, &ready);
        }
        let active: Vec<bool> = runtimes.iter().map(|runtime| runtime.active).collect();
        assert_eq!(active, [false, true, false]);
    }
}
