//! Safe identifiers: names that may appear in logs and protocol messages.

/// Returns `true` if a text is a safe identifier: segments separated by dots, where each segment is an ASCII letter
/// followed by letters, digits, `_` and `-`. The check takes linear time.
///
/// Specification: [Safe Identifiers](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#safe-identifiers).
///
/// ```
/// use agent_ui_actions_json::identifier::is_safe;
///
/// assert!(is_safe("cart.line-item_added"));
/// for name in ["", "cart.", "2nd", "cart opened", "shop:opened", "cart\n"] {
///     assert!(!is_safe(name));
/// }
/// ```
pub fn is_safe(name: &str) -> bool {
    name.split('.').all(|segment| {
        segment.starts_with(|c: char| c.is_ascii_alphabetic())
            && segment
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn names_that_match_the_pattern_are_safe(name in "[a-zA-Z][a-zA-Z0-9_-]{0,6}(\\.[a-zA-Z][a-zA-Z0-9_-]{0,6}){0,3}") {
            prop_assert!(is_safe(&name));
        }

        #[test]
        fn one_foreign_character_makes_a_name_unsafe(
            name in "[a-z]{1,4}(\\.[a-z]{1,4}){0,2}", foreign in "[^a-zA-Z0-9_.-]", at in 0usize..20,
        ) {
            let at = at.min(name.len());
            let broken = format!("{}{foreign}{}", &name[..at], &name[at..]);
            prop_assert!(!is_safe(&broken));
        }
    }

    #[test]
    fn a_segment_starts_with_a_letter() {
        for name in ["_a", "-a", "a.1", "a._b", ".a", "a..b", "."] {
            assert!(!is_safe(name), "{name}");
        }
    }
}
