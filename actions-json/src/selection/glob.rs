//! Patterns of addresses.

/// Whether the whole text fits a pattern in which `*` stands for anything; the case of letters does not count.
pub(super) fn matches(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.to_lowercase(), text.to_lowercase());
    let mut parts = pattern.split('*');
    // `split` gives at least one part.
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else {
        return false;
    };
    let Some(last) = parts.next_back() else {
        return rest.is_empty();
    };
    for part in parts {
        // The first place leaves the most for the others.
        let Some((_, behind)) = rest.split_once(part) else {
            return false;
        };
        rest = behind;
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What the pattern means, letter by letter.
    fn means(pattern: &[u8], text: &[u8]) -> bool {
        match (pattern.split_first(), text.split_first()) {
            (None, None) => true,
            (Some((b'*', rest)), None) => means(rest, text),
            (Some((b'*', rest)), Some((_, behind))) => means(rest, text) || means(pattern, behind),
            (Some((a, rest)), Some((b, behind))) => a == b && means(rest, behind),
            _ => false,
        }
    }

    #[test]
    fn the_whole_text_has_to_fit() {
        for (pattern, text, expected) in [
            ("", "", true),
            ("*", "", true),
            ("a", "ab", false),
            ("A*", "ab", true),
            ("*b", "aB", true),
            ("ab*ba", "aba", false),
            ("*.test/*", "https://a.test/b", true),
        ] {
            assert_eq!(matches(pattern, text), expected, "{pattern} {text}");
        }
    }

    proptest! {
        #[test]
        fn patterns_mean_what_they_say(pattern in "[ab*]{0,6}", text in "[ab]{0,8}") {
            prop_assert_eq!(matches(&pattern, &text), means(pattern.as_bytes(), text.as_bytes()));
        }
    }
}
