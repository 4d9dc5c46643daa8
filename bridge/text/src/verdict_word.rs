//! The words of reports for the verdicts of notes.

use bridge::Verdict;

/// The word for a field that nothing restores.
pub const LOST: &str = "lost";

/// Returns the word for a verdict. A field that the target cannot hold is `lost`, unless the carry is kept. The word for an
/// unsafe value is always `quarantined`.
pub fn verdict_word(verdict: Verdict, carry_is_kept: bool) -> &'static str {
    match verdict {
        Verdict::Dropped => LOST,
        Verdict::Carried if !carry_is_kept => LOST,
        other => other.as_str(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_that_nothing_restores_is_reported_as_lost() {
        for (verdict, with_carry, without) in [
            (Verdict::Copied, "copied", "copied"),
            (Verdict::Carried, "carried", LOST),
            (Verdict::Quarantined, "quarantined", "quarantined"),
            (Verdict::Dropped, LOST, LOST),
        ] {
            assert_eq!(
                [true, false].map(|kept| verdict_word(verdict, kept)),
                [with_carry, without]
            );
        }
    }
}
