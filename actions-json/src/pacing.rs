//! Rate limits of transitions, and limits on their repetition.
//!
//! Times are milliseconds since any fixed moment, because this module has no clock.

use crate::{
    checked_manifest::CheckedManifest,
    manifest::{Convergence, Transition},
};
use wire::Number;

/// Returns the time to wait before a transition may be repeated, in milliseconds; 0 if it may be repeated now.
///
/// `last` is the time of the previous transition. If the clock went backwards, the elapsed time is 0.
///
/// ```
/// use agent_ui_actions_json::{manifest::Transition, pacing::wait_ms, wire};
///
/// let next_page = Transition::new("next_page").rate_limit_ms(wire::Number::from(1000));
/// assert_eq!(wait_ms(&next_page, None, 5_000), 0);
/// assert_eq!(wait_ms(&next_page, Some(5_000), 5_400), 600);
/// assert_eq!(wait_ms(&next_page, Some(5_000), 6_000), 0);
/// ```
pub fn wait_ms(transition: &Transition, last: Option<u64>, now: u64) -> u64 {
    let (Some(limit), Some(last)) = (transition.rate_limit_ms.get(), last) else {
        return 0;
    };
    rounded_up(limit).saturating_sub(now.saturating_sub(last))
}

/// Returns the time to wait before a tool may be called again: the longest wait of its transitions.
pub fn wait_ms_for_tool(
    manifest: &CheckedManifest,
    tool: &str,
    last: Option<u64>,
    now: u64,
) -> u64 {
    transitions_of(manifest, tool)
        .map(|transition| wait_ms(transition, last, now))
        .max()
        .unwrap_or(0)
}

/// Iterates over the transitions that a tool performs.
pub fn transitions_of<'m>(
    manifest: &'m CheckedManifest,
    tool: &str,
) -> impl Iterator<Item = &'m Transition> {
    let transitions = manifest
        .manifest()
        .transitions
        .get()
        .into_iter()
        .flat_map(|list| list.iter());
    transitions.filter(move |transition| {
        transition
            .tool
            .get()
            .is_some_and(|made_by| *made_by == *tool)
    })
}

/// The decision about another attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Repeat {
    /// Another attempt is allowed.
    Again,
    /// The goal is reached, so repetition stops.
    Complete,
    /// The manifest allows no more attempts.
    Exhausted,
}

/// Decides whether another attempt is allowed after `attempts`. The caller interprets `complete_when` and passes the
/// result as `complete`.
///
/// ```
/// use agent_ui_actions_json::{manifest::Convergence, pacing::{Repeat, repeat}, wire};
///
/// let rule = Convergence::new().complete_when("no_new_results").max_attempts(wire::Number::from(2));
/// assert_eq!(repeat(&rule, 1, false), Repeat::Again);
/// assert_eq!(repeat(&rule, 2, false), Repeat::Exhausted);
/// assert_eq!(repeat(&rule, 2, true), Repeat::Complete);
/// ```
pub fn repeat(convergence: &Convergence, attempts: u64, complete: bool) -> Repeat {
    if complete {
        return Repeat::Complete;
    }
    match convergence.max_attempts.get() {
        // A fraction in the limit does not allow another attempt.
        Some(max) if attempts >= rounded_down(max) => Repeat::Exhausted,
        _ => Repeat::Again,
    }
}

pub(crate) fn rounded_up(number: &Number) -> u64 {
    round_with(number, f64::ceil)
}

fn rounded_down(number: &Number) -> u64 {
    round_with(number, f64::floor)
}

/// Converts a number. Negative numbers become 0, and numbers beyond the range of `u64` become its maximum.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn round_with(number: &Number, round: fn(f64) -> f64) -> u64 {
    if let Some(exact) = number.as_u64() {
        return exact;
    }
    match number.as_f64() {
        Some(number) => round(number) as u64,
        None if number.as_str().starts_with('-') => 0,
        None => u64::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate::Profile;
    use proptest::prelude::*;

    fn transition(limit: &str) -> Transition {
        Transition::new("t").rate_limit_ms(Number::parse(limit).unwrap())
    }

    #[test]
    fn limits_may_be_any_numbers() {
        for (limit, wait) in [
            ("0", 0),
            ("-5", 0),
            ("-1e999", 0),
            ("0.1", 1),
            ("1e3", 1000),
            ("1e999", u64::MAX),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(wait_ms(&transition(limit), Some(7), 7), wait, "{limit}");
            assert_eq!(wait_ms(&transition(limit), Some(7), 3), wait, "{limit}");
        }
        assert_eq!(wait_ms(&Transition::new("t"), Some(7), 7), 0);
        for (max, attempts) in [("2.5", 2), ("0", 0), ("-1", 0), ("1e1", 10)] {
            let rule = Convergence::new().max_attempts(Number::parse(max).unwrap());
            assert_eq!(repeat(&rule, attempts, false), Repeat::Exhausted, "{max}");
            assert!(
                attempts == 0 || repeat(&rule, attempts - 1, false) == Repeat::Again,
                "{max}"
            );
        }
        assert_eq!(repeat(&Convergence::new(), u64::MAX, false), Repeat::Again);
    }

    #[test]
    fn a_tool_waits_for_the_slowest_of_its_transitions() {
        let manifest = wire::decode(
            r#"{"protocol":"actions.json","version":1,"states":[{"name":"s"}],
                "tools":[{"name":"a","description":"D.","input_schema":{},"x_actions":{"handler":"h"}}],
                "transitions":[
                    {"name":"x","from":"s","to":"s","tool":"a","rate_limit_ms":10},
                    {"name":"y","from":"s","to":"s","tool":"a","rate_limit_ms":30},
                    {"name":"z","from":"s","to":"s","method":"scroll","rate_limit_ms":90}]}"#,
        );
        let manifest = CheckedManifest::check(manifest.unwrap(), &Profile::STRICT, None).unwrap();
        assert_eq!(transitions_of(&manifest, "a").count(), 2);
        assert_eq!(wait_ms_for_tool(&manifest, "a", Some(5), 15), 20);
        assert_eq!(wait_ms_for_tool(&manifest, "b", Some(5), 15), 0);
    }

    proptest! {
        #[test]
        fn a_transition_is_allowed_exactly_after_the_wait(limit in 0u32.., last in 0u64..1 << 40, passed in 0u64..1 << 33) {
            let (transition, now) = (transition(&limit.to_string()), last + passed);
            let wait = wait_ms(&transition, Some(last), now);
            prop_assert_eq!(wait_ms(&transition, Some(last), now + wait), 0);
            prop_assert_eq!(wait == 0, passed >= u64::from(limit));
            prop_assert!(wait == 0 || wait_ms(&transition, Some(last), now + wait - 1) == 1);
        }
    }
}
