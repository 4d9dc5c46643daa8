//! When something may be repeated, and how often. actions.json v1, transitions.
//!
//! Times are milliseconds since a moment of the caller's choice; nothing here looks at a clock.

use crate::{
    checked_manifest::CheckedManifest,
    manifest::{Convergence, Transition},
};
use wire::Number;

/// How long to wait, in milliseconds, before a transition is made again; 0: it may be made now.
///
/// `last` is when it was made last. A clock that went backwards counts as one that stood still.
///
/// ```
/// # use agent_ui_actions_json as actions_json;
/// use actions_json::{manifest::Transition, pacing::wait_ms};
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

/// How long to wait before a tool is called again: the longest of what the transitions ask for that it makes.
pub fn wait_ms_for_tool(manifest: &CheckedManifest, tool: &str, last: Option<u64>, now: u64) -> u64 {
    transitions_of(manifest, tool).map(|transition| wait_ms(transition, last, now)).max().unwrap_or(0)
}

/// The transitions that a tool makes.
pub fn transitions_of<'m>(manifest: &'m CheckedManifest, tool: &str) -> impl Iterator<Item = &'m Transition> {
    let transitions = manifest.manifest().transitions.get().into_iter().flat_map(|list| list.iter());
    transitions.filter(move |transition| transition.tool.get().is_some_and(|made_by| *made_by == *tool))
}

/// What to do after some attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Repeat {
    /// Once more.
    Again,
    /// No more: it is done.
    Complete,
    /// No more: it was tried as often as the manifest allows.
    Exhausted,
}

/// Whether to try once more after so many attempts. What `complete_when` means is the caller's to know, and so is whether it is
/// `complete`.
///
/// ```
/// # use agent_ui_actions_json as actions_json;
/// use actions_json::{manifest::Convergence, pacing::{Repeat, repeat}};
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
        // Half an attempt is none.
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

/// Negative numbers are 0, those beyond the range are its end.
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
            assert!(attempts == 0 || repeat(&rule, attempts - 1, false) == Repeat::Again, "{max}");
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
        fn after_waiting_it_may_be_made_and_not_before(limit in 0u32.., last in 0u64..1 << 40, passed in 0u64..1 << 33) {
            let (transition, now) = (transition(&limit.to_string()), last + passed);
            let wait = wait_ms(&transition, Some(last), now);
            prop_assert_eq!(wait_ms(&transition, Some(last), now + wait), 0);
            prop_assert_eq!(wait == 0, passed >= u64::from(limit));
            prop_assert!(wait == 0 || wait_ms(&transition, Some(last), now + wait - 1) == 1);
        }
    }
}
