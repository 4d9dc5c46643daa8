//! Reports of a server to its operator.

use super::FrontError;
use crate::server::{
    refusal::{Limit, Refusals},
    request_guard::{Rejection, RejectionReport},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// The maximum number of foreign hosts and origins that are reported.
const REPORTED: usize = 64;
/// The time after which the same reason may be reported again.
const AGAIN: Duration = Duration::from_secs(60);
/// The maximum length of a reported name in bytes.
const NAME: usize = 300;

/// A report that may require an action of the operator.
#[derive(Debug)]
#[non_exhaustive]
pub enum FrontReport {
    /// Requests for this host are refused. Each name is reported once.
    ForeignHost(String),
    /// Requests from pages of this origin are refused. Each origin is reported once.
    ForeignOrigin(String),
    /// Connections or requests were refused. Each limit is reported at most once in 10 s.
    Refused {
        /// The limit that the requests exceeded.
        limit: Limit,
        /// The number of refusals since the last report about this limit.
        count: u64,
    },
    /// New connections now use the certificate in the changed files.
    CertificateReloaded,
    /// A request with a token or user name was refused for this reason. Each reason is reported at most once per
    /// minute.
    UserRefused(String),
    /// The certificate files cannot be used. New connections still use the previous certificate.
    CertificateKept(FrontError),
}

/// The function that receives all reports. It may be called in any thread, and must not block for long.
pub type ReportFunction = Arc<dyn Fn(&FrontReport) + Send + Sync>;

/// Counts a refusal. It is reported, unless its limit was reported a moment ago.
pub(super) fn count_refusal(refusals: &Refusals, report: &ReportFunction, limit: Limit) {
    if let Some(count) = refusals.count(limit) {
        report(&FrontReport::Refused { limit, count });
    }
}

/// Reports each foreign name once.
pub(super) fn each_once(report: ReportFunction) -> RejectionReport {
    let known: Mutex<BTreeSet<(bool, String)>> = Mutex::default();
    Arc::new(move |rejection| {
        let (is_origin, name) = match rejection {
            Rejection::NoHost => return,
            Rejection::ForeignHost(name) => (false, name),
            Rejection::ForeignOrigin(name) => (true, name),
        };
        let name: String = name.chars().take(NAME).collect();
        let is_new = {
            let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
            known.len() < REPORTED && known.insert((is_origin, name.clone()))
        };
        match (is_new, is_origin) {
            (false, _) => {}
            (true, false) => report(&FrontReport::ForeignHost(name)),
            (true, true) => report(&FrontReport::ForeignOrigin(name)),
        }
    })
}

/// The function that receives the reasons for requests without a user.
pub(super) type ReasonReport = Arc<dyn Fn(&str) + Send + Sync>;

/// Reports each reason at most once per minute, because clients repeat their requests.
pub(super) fn each_once_a_minute(report: ReportFunction) -> ReasonReport {
    let known: Mutex<BTreeMap<String, Instant>> = Mutex::default();
    Arc::new(move |reason| {
        let is_new = {
            let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
            known.retain(|_, at| at.elapsed() < AGAIN);
            let is_new = known.len() < REPORTED && !known.contains_key(reason);
            if is_new {
                known.insert(reason.to_owned(), Instant::now());
            }
            is_new
        };
        if is_new {
            report(&FrontReport::UserRefused(reason.to_owned()));
        }
    })
}
