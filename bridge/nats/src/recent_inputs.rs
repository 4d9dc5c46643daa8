//! The ids of the most recent inputs of a session.
//!
//! The server recognizes an input that is published twice, but a restarted server has forgotten the ids of finished inputs. A client that
//! lost its connection may publish unconfirmed inputs again. Such an input must not be translated twice.

use crate::stable_hash::stable_hash;
use serde::{Deserialize, Serialize};
use std::{collections::VecDeque, time::Duration};

/// The maximum number of ids per session.
const KEPT: usize = 32;

/// The id of an input, and the time at which it was published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct InputId(u64, i64);

impl InputId {
    /// Creates an id from the header `Nats-Msg-Id` and the time in seconds.
    pub(crate) fn new(header: &str, published: i64) -> Self {
        Self(stable_hash(header), published)
    }
}

/// The ids of the most recent inputs, with the latest at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct RecentInputs(VecDeque<InputId>);

impl RecentInputs {
    /// Returns `true` if the session has no ids.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds an input. Returns `false` if the same input was published at most `window` earlier.
    pub(crate) fn add(&mut self, input: InputId, window: Duration) -> bool {
        let window = i64::try_from(window.as_secs()).unwrap_or(i64::MAX);
        self.0
            .retain(|InputId(_, published)| input.1.saturating_sub(*published) <= window);
        if self.0.iter().any(|InputId(id, _)| *id == input.0) {
            return false;
        }
        if self.0.len() >= KEPT {
            self.0.pop_front();
        }
        self.0.push_back(input);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Duration = Duration::from_secs(120);

    #[test]
    fn a_repetition_within_the_window_is_recognized() {
        let mut recent = RecentInputs::default();
        assert!(recent.add(InputId::new("a", 1000), WINDOW));
        assert!(recent.add(InputId::new("b", 1000), WINDOW));
        assert!(!recent.add(InputId::new("a", 1120), WINDOW));
        assert!(
            recent.add(InputId::new("a", 1121), WINDOW),
            "the client uses the id again, much later"
        );
    }

    #[test]
    fn a_session_keeps_a_bounded_number_of_ids() {
        let mut recent = RecentInputs::default();
        for number in 0..100 {
            assert!(recent.add(InputId::new(&number.to_string(), 0), WINDOW));
        }
        assert_eq!(recent.0.len(), KEPT);
        assert!(
            !recent.add(InputId::new("99", 0), WINDOW) && recent.add(InputId::new("0", 0), WINDOW)
        );
    }
}
