//! Suggestions for misspelt names.

use std::fmt;
use wire::{Extra, Fix};

/// The maximum length of a compared name, which bounds the work.
const LONGEST: usize = 64;

/// A hint, and the edit that applies it if exactly one edit is possible.
pub(super) struct Suggestion {
    pub(super) hint: String,
    pub(super) fix: Option<Fix>,
}

impl<T: fmt::Display> From<T> for Suggestion {
    /// Creates a hint without an edit.
    fn from(hint: T) -> Self {
        Self {
            hint: hint.to_string(),
            fix: None,
        }
    }
}

impl Suggestion {
    /// Suggests a JSON text as the value.
    pub(super) fn value(hint: &str, json: &str) -> Self {
        Self {
            hint: hint.to_owned(),
            fix: Some(Fix::Replace(json.to_owned())),
        }
    }
}

/// Returns the most similar candidate, if a candidate is similar enough.
pub(super) fn closest<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<&'c str> {
    similar(name, candidates).map(|(best, _)| best)
}

/// Returns the most similar candidate, and `true` if no other candidate is as similar.
fn similar<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<(&'c str, bool)> {
    if name.len() > LONGEST {
        return None;
    }
    let most = 1 + name.chars().count() / 4;
    let near = candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= LONGEST && *candidate != name);
    let mut best: Option<(usize, &str, bool)> = None;
    for candidate in near {
        let distance = distance(name, candidate);
        match &mut best {
            _ if distance > most => {}
            Some((least, known, is_only)) if *least == distance => *is_only &= *known == candidate,
            Some((least, ..)) if *least < distance => {}
            best => *best = Some((distance, candidate, true)),
        }
    }
    best.map(|(_, best, is_only)| (best, is_only))
}

/// Suggests the most similar candidate in place of a word, or returns `otherwise` as the hint.
pub(super) fn suggest_word<'c>(
    word: &str,
    candidates: impl IntoIterator<Item = &'c str>,
    otherwise: &str,
) -> Suggestion {
    suggest(word, candidates, otherwise, Fix::string)
}

/// Suggests the most similar candidate as the name of a member, or returns `otherwise` as the hint.
pub(super) fn suggest_name<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
    otherwise: &str,
) -> Suggestion {
    suggest(name, candidates, otherwise, |best| {
        Fix::Rename(best.to_owned())
    })
}

fn suggest<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
    otherwise: &str,
    fix: fn(&str) -> Fix,
) -> Suggestion {
    match similar(name, candidates) {
        Some((best, is_only)) => Suggestion {
            hint: format!("did you mean `{best}`?"),
            fix: if is_only { Some(fix(best)) } else { None },
        },
        None => otherwise.into(),
    }
}

/// Returns a hint if an unknown member seems to be a misspelt missing member.
pub(super) fn closest_of(missing: &[&str], extra: &Extra) -> Option<String> {
    for (slip, _) in extra.iter() {
        if let Some(meant) = closest(slip, missing.iter().copied()) {
            return Some(format!("did you mean `{meant}` instead of `{slip}`?"));
        }
    }
    None
}

/// Computes the edit distance, counting insertions, deletions, changes and swaps of neighbors.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let mut previous = None;
    for (row, x) in a.chars().enumerate() {
        let mut next = vec![row + 1];
        for (column, y) in b.iter().enumerate() {
            let at =
                |row: &[usize], column: usize| row.get(column).copied().unwrap_or(usize::MAX / 2);
            let changed = at(&last, column) + usize::from(x != *y);
            let mut best = changed
                .min(at(&last, column + 1) + 1)
                .min(at(&next, column) + 1);
            let left = column.checked_sub(1).and_then(|left| b.get(left));
            if left == Some(&x) && previous == Some(*y) {
                best = best.min(at(&before_last, column - 1) + 1);
            }
            next.push(best);
        }
        before_last = std::mem::replace(&mut last, next);
        previous = Some(x);
    }
    last.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_has_a_suggestion_and_another_word_has_none() {
        let names = ["max_items", "max_attempts", "when", "for_each"];
        for (slip, meant) in [
            ("max_item", Some("max_items")),
            ("maxitems", Some("max_items")),
            ("mxa_items", Some("max_items")),
            ("wehn", Some("when")),
            ("foreach", Some("for_each")),
            ("cleanup", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(closest(slip, names), meant, "{slip}");
        }
        assert_eq!(closest(&"a".repeat(1_000_000), names), None);
    }

    #[test]
    fn the_edit_distance_counts_letters() {
        for (a, b, steps) in [
            ("", "", 0),
            ("", "ab", 2),
            ("ab", "ba", 1),
            ("abc", "acb", 1),
            ("é", "e", 1),
        ] {
            assert_eq!((distance(a, b), distance(b, a)), (steps, steps), "{a} {b}");
        }
    }
}
