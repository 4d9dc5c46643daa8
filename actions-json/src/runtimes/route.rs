//! Selection of the page that receives a call.

use super::{Runtime, Runtimes};
use crate::item::{ActionCall, ActionError, ErrorCode, RuntimeId};
use std::fmt;
use wire::Payload;

/// The reason for which a call cannot be routed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RoutingErrorKind {
    /// No page matches the selectors.
    NotFound,
    /// Several pages match the selectors.
    Ambiguous,
    /// The matching pages are not ready.
    NotReady,
}

impl RoutingErrorKind {
    /// Returns the error code of the bridge protocol for such a call.
    pub fn code(self) -> ErrorCode {
        match self {
            Self::NotFound => ErrorCode::RuntimeNotFound,
            Self::Ambiguous => ErrorCode::AmbiguousRuntime,
            Self::NotReady => ErrorCode::RuntimeNotReady,
        }
    }
}

/// A call that cannot be routed to exactly one page.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub struct RoutingError {
    /// The reason for the error.
    pub kind: RoutingErrorKind,
    /// The matching pages in order of connection; empty if no page matches.
    pub candidates: Vec<RuntimeId>,
}

impl RoutingError {
    /// Returns the error code of the bridge protocol for such a call.
    pub fn code(&self) -> ErrorCode {
        self.kind.code()
    }

    /// Creates the item that answers the call. Its evidence contains the `candidates`.
    pub fn action_error(&self, call: &ActionCall) -> ActionError {
        let candidates: Vec<Payload> = self
            .candidates
            .iter()
            .map(|runtime_id| Payload::string(runtime_id.as_str()))
            .collect();
        let evidence = Payload::object([("candidates", &Payload::array(&candidates))]);
        let mut error = call.error(self.code(), self.to_string());
        error.error = error.error.recoverable(true).evidence(evidence);
        error
    }
}

impl fmt::Display for RoutingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            RoutingErrorKind::NotFound => f.write_str("no connected runtime matches this call"),
            RoutingErrorKind::Ambiguous => {
                f.write_str("several runtimes match this call; name one of them")
            }
            RoutingErrorKind::NotReady => {
                f.write_str("the runtime that matches this call is not ready")
            }
        }
    }
}

impl Runtimes {
    /// Returns the only page that a call can go to.
    ///
    /// All selectors of the call must match: `runtime_id`, `target`, `target_url_contains` and
    /// `target_title_contains`, the last two ignoring case. With an authorization, only its own pages are candidates.
    /// A call without selectors goes to the only page, or else to the only page whose tab is active. Pages that are
    /// not ready are never selected.
    ///
    /// Specification: [Routing Rules](https://github.com/yaniv256/actions.json/blob/1546fec74222bb5a3b4b319ad7d2b92db32ec3b1/docs/actions-bridge-protocol.md#routing-rules).
    ///
    /// # Errors
    /// Fails if no page or several pages match, or if the matching pages are not ready.
    pub fn route(
        &self,
        call: &ActionCall,
        authorization_id: Option<&str>,
    ) -> Result<&Runtime, RoutingError> {
        let selectors = Selectors::of(call);
        let (ready, unready): (Vec<&Runtime>, Vec<&Runtime>) = self
            .iter()
            .filter(|runtime| {
                authorization_id.is_none()
                    || runtime.authorization_id.as_deref() == authorization_id
            })
            .filter(|runtime| selectors.are_met_by(runtime))
            .partition(|runtime| runtime.ready);
        match (ready.as_slice(), unready.as_slice()) {
            ([one], _) => Ok(one),
            ([], []) => Err(RoutingError::new(RoutingErrorKind::NotFound, &[])),
            ([], unready) => Err(RoutingError::new(RoutingErrorKind::NotReady, unready)),
            (several, _) => match only_active(several) {
                // Only a call without selectors goes to the active page.
                Some(active) if selectors.are_empty() => Ok(active),
                _ => Err(RoutingError::new(RoutingErrorKind::Ambiguous, several)),
            },
        }
    }
}

impl RoutingError {
    fn new(kind: RoutingErrorKind, candidates: &[&Runtime]) -> Self {
        let ids = candidates.iter().map(|runtime| runtime.runtime_id.clone());
        Self {
            kind,
            candidates: ids.collect(),
        }
    }
}

fn only_active<'r>(runtimes: &[&'r Runtime]) -> Option<&'r Runtime> {
    let mut active = runtimes.iter().filter(|runtime| runtime.active);
    active.next().filter(|_| active.next().is_none()).copied()
}

/// The selectors of a call.
#[derive(Default, PartialEq)]
struct Selectors<'c> {
    runtime_id: Option<&'c str>,
    target_runtime_id: Option<&'c str>,
    target_runtime_key: Option<&'c str>,
    url_contains: Option<String>,
    title_contains: Option<String>,
}

impl<'c> Selectors<'c> {
    fn of(call: &'c ActionCall) -> Self {
        let target = call.target.get();
        Self {
            runtime_id: call.runtime_id.get().map(|id| id.as_str()),
            target_runtime_id: target
                .and_then(|target| target.runtime_id.get())
                .map(|id| id.as_str()),
            target_runtime_key: target
                .and_then(|target| target.runtime_key.get())
                .map(|key| key.as_str()),
            url_contains: call
                .target_url_contains
                .get()
                .map(|part| part.to_lowercase()),
            title_contains: call
                .target_title_contains
                .get()
                .map(|part| part.to_lowercase()),
        }
    }

    fn are_empty(&self) -> bool {
        *self == Self::default()
    }

    fn are_met_by(&self, runtime: &Runtime) -> bool {
        let runtime_id = Some(runtime.runtime_id.as_str());
        let runtime_key = runtime.runtime_key.as_ref().map(|key| key.as_str());
        is_equal(self.runtime_id, runtime_id)
            && is_equal(self.target_runtime_id, runtime_id)
            && is_equal(self.target_runtime_key, runtime_key)
            && is_contained(self.url_contains.as_deref(), runtime.url.as_deref())
            && is_contained(self.title_contains.as_deref(), runtime.title.as_deref())
    }
}

/// Returns `true` if a text equals the wanted text, or if no text is wanted.
fn is_equal(wanted: Option<&str>, text: Option<&str>) -> bool {
    wanted.is_none() || text == wanted
}

/// Returns `true` if a text contains the wanted part, ignoring case, or if no part is wanted.
fn is_contained(part: Option<&str>, text: Option<&str>) -> bool {
    match (part, text) {
        (None, _) => true,
        (Some(part), Some(text)) => text.to_lowercase().contains(part),
        (Some(_), None) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runtimes() -> Runtimes {
        let mut runtimes = Runtimes::new();
        for item in [
            r#"{"type":"runtime_ready","runtime_id":"cart","url":"https://Shop.test/Cart","runtime_key":"k1","tab":{"title":"Your cart"}}"#,
            r#"{"type":"runtime_ready","runtime_id":"help","url":"https://shop.test/help","authorization_id":"a","tab":{"title":"Help","active":true}}"#,
            r#"{"type":"runtime_ready","runtime_id":"mail","url":"https://mail.test/","authorization_id":"a"}"#,
            r#"{"type":"runtime_status","runtime_id":"new","url":"https://new.test/","runtime_key":"k2"}"#,
        ] {
            runtimes.apply(&wire::decode(item).unwrap());
        }
        runtimes
    }

    fn route(runtimes: &Runtimes, members: &str, authorization_id: Option<&str>) -> String {
        let call = format!(r#"{{"call_id":"c","name":"n","arguments":{{}}{members}}}"#);
        match runtimes.route(&wire::decode(&call).unwrap(), authorization_id) {
            Ok(runtime) => runtime.runtime_id.to_string(),
            Err(unrouted) => format!("{} {:?}", unrouted.code(), unrouted.candidates.len()),
        }
    }

    #[test]
    fn a_call_goes_to_the_only_page_that_matches_all_selectors() {
        let runtimes = runtimes();
        for (members, expected) in [
            ("", "help"),
            (r#","runtime_id":"cart""#, "cart"),
            (
                r#","runtime_id":null,"target":{"runtime_id":"mail"}"#,
                "mail",
            ),
            (
                r#","runtime_id":"cart","target":{"runtime_id":"mail"}"#,
                "runtime_not_found 0",
            ),
            (r#","runtime_id":"gone""#, "runtime_not_found 0"),
            (r#","runtime_id":"Cart""#, "runtime_not_found 0"),
            (r#","target":{"runtime_key":"k1"}"#, "cart"),
            (r#","target":{}"#, "help"),
            (r#","target_url_contains":"shop.TEST/cart""#, "cart"),
            (
                r#","target_url_contains":"shop.test""#,
                "ambiguous_runtime 2",
            ),
            (r#","target_url_contains":".test""#, "ambiguous_runtime 3"),
            (
                r#","target_url_contains":".test","target_title_contains":"CART""#,
                "cart",
            ),
            (
                r#","target_title_contains":"nothing""#,
                "runtime_not_found 0",
            ),
            (
                r#","target_url_contains":"new.test""#,
                "runtime_not_ready 1",
            ),
            (r#","target":{"runtime_key":"k2"}"#, "runtime_not_ready 1"),
        ] {
            assert_eq!(route(&runtimes, members, None), expected, "{members}");
        }
    }

    #[test]
    fn an_authorization_restricts_calls_to_its_pages() {
        let runtimes = runtimes();
        for (members, expected) in [
            ("", "help"),
            (r#","runtime_id":"cart""#, "runtime_not_found 0"),
            (r#","target_url_contains":"shop.test""#, "help"),
            (r#","target_url_contains":".test""#, "ambiguous_runtime 2"),
        ] {
            assert_eq!(route(&runtimes, members, Some("a")), expected, "{members}");
        }
        assert_eq!(route(&runtimes, "", Some("b")), "runtime_not_found 0");
    }

    #[test]
    fn without_selectors_only_an_unambiguous_page_is_used() {
        let mut runtimes = Runtimes::new();
        assert_eq!(route(&runtimes, "", None), "runtime_not_found 0");
        let ready = |id: &str| crate::item::RuntimeReady::new(id, "https://a.test/");
        runtimes.ready(&ready("1"));
        assert_eq!(route(&runtimes, "", None), "1");
        runtimes.ready(&ready("2"));
        assert_eq!(route(&runtimes, "", None), "ambiguous_runtime 2");
    }

    #[test]
    fn a_call_without_a_route_is_answered_with_an_error() {
        let call: ActionCall = wire::decode(
            r#"{"call_id":"c","name":"n","arguments":{},"target_url_contains":"shop.test","runtime_id":null}"#,
        )
        .unwrap();
        let unrouted = runtimes().route(&call, None).unwrap_err();
        assert_eq!(
            wire::encode(&crate::item::Item::from(unrouted.action_error(&call))).unwrap(),
            r#"{"type":"action_error","call_id":"c","error":{"code":"ambiguous_runtime","message":"several runtimes match this call; name one of them","recoverable":true,"evidence":{"candidates":["cart","help"]}}}"#,
        );
    }
}
