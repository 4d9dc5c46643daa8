//! The sessions of a partition whose inputs wait because the server fails for them.

use std::{collections::BTreeMap, time::Duration};
use tokio::time::Instant;

/// The time after which a session that fails again and again is reported, and then each time anew.
const REPORT_INTERVAL: Duration = Duration::from_secs(30);
/// The time without a failure after which a session is forgotten. Another worker may have it.
const FORGET: Duration = Duration::from_secs(60);

/// Sessions that have failed, and not been processed since.
#[derive(Debug, Default)]
pub(crate) struct FailingSessions(BTreeMap<String, Failures>);

#[derive(Debug)]
struct Failures {
    first: Instant,
    last: Instant,
    reported: Instant,
}

/// The form of a report about a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FailureReport {
    First,
    Repeated,
    /// The session has failed for this time.
    Persistent(Duration),
}

impl FailingSessions {
    /// Records a failure.
    pub(crate) fn failed(&mut self, token: &str) -> FailureReport {
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

    /// Forgets a session, because it was processed.
    pub(crate) fn processed(&mut self, token: &str) {
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
        assert_eq!(failing.failed("s"), FailureReport::First);
        advance(Duration::from_secs(29)).await;
        assert_eq!(failing.failed("s"), FailureReport::Repeated);
        advance(Duration::from_secs(1)).await;
        assert_eq!(
            failing.failed("s"),
            FailureReport::Persistent(REPORT_INTERVAL)
        );
        assert_eq!(failing.failed("s"), FailureReport::Repeated);
        failing.processed("s");
        assert_eq!(failing.failed("s"), FailureReport::First);
        advance(FORGET).await;
        assert_eq!(failing.failed("s"), FailureReport::First);
    }
}
