//! The sessions of a partition whose inputs wait because of server failures.

use std::{collections::BTreeMap, time::Duration};
use tokio::time::Instant;

/// The interval between reports about a session that keeps failing.
const REPORT_INTERVAL: Duration = Duration::from_secs(30);
/// The time without a failure after which a session is removed from the list. Another worker may serve the session by then.
const FORGET: Duration = Duration::from_secs(60);

/// The sessions that have failed since they were last processed.
#[derive(Debug, Default)]
pub(crate) struct FailingSessions(BTreeMap<String, Failures>);

#[derive(Debug)]
struct Failures {
    first: Instant,
    last: Instant,
    reported: Instant,
}

/// The way in which a failure is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FailureReport {
    First,
    Repeated,
    /// The session has been failing for this time, and a report is due.
    Persistent(Duration),
}

impl FailingSessions {
    /// Records a failure of a session, and returns how to report it.
    pub(crate) fn record_failure(&mut self, token: &str) -> FailureReport {
        let now = Instant::now();
        self.0
            .retain(|_, failures| now.duration_since(failures.last) < FORGET);
        let Some(failures) = self.0.get_mut(token) else {
            self.0.insert(
                token.to_owned(),
                Failures {
                    first: now,
                    last: now,
                    reported: now,
                },
            );
            return FailureReport::First;
        };
        failures.last = now;
        if now.duration_since(failures.reported) < REPORT_INTERVAL {
            return FailureReport::Repeated;
        }
        failures.reported = now;
        FailureReport::Persistent(now.duration_since(failures.first))
    }

    /// Removes a session, because its inputs were processed.
    pub(crate) fn record_success(&mut self, token: &str) {
        self.0.remove(token);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::advance;

    #[tokio::test(start_paused = true)]
    async fn a_session_that_keeps_failing_is_reported_again() {
        let mut failing = FailingSessions::default();
        assert_eq!(failing.record_failure("s"), FailureReport::First);
        advance(Duration::from_secs(29)).await;
        assert_eq!(failing.record_failure("s"), FailureReport::Repeated);
        advance(Duration::from_secs(1)).await;
        assert_eq!(
            failing.record_failure("s"),
            FailureReport::Persistent(REPORT_INTERVAL)
        );
        assert_eq!(failing.record_failure("s"), FailureReport::Repeated);
        failing.record_success("s");
        assert_eq!(failing.record_failure("s"), FailureReport::First);
        advance(FORGET).await;
        assert_eq!(failing.record_failure("s"), FailureReport::First);
    }
}
