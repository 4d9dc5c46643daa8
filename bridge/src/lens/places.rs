//! Pointers sorted by text, and their nesting.

use wire::{Payload, Pointer, token};

/// The number of places up to which a linear search is fastest. The order of so few places does not matter.
pub(super) const FEW: usize = 12;

/// Returns `true` if a place equals or is inside another.
pub(super) fn is_in(place: &str, outer: &str) -> bool {
    // To look at one byte is faster than to compare the texts, which mostly differ.
    let is_boundary = match place.as_bytes().get(outer.len()) {
        Some(byte) => *byte == b'/',
        None => place.len() == outer.len(),
    };
    is_boundary && place.starts_with(outer)
}

/// Returns `true` if two texts are equal. Compares addresses first, because most texts are constants of a mapping.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    // An empty text may have a dangling address, and comparing such an address is slow on some processors.
    one.len() == other.len() && (one.is_empty() || std::ptr::eq(one, other) || one == other)
}

/// Returns the index of a place among sorted places.
pub(super) fn position_of(place: &str, sorted: &[&str]) -> Option<usize> {
    if sorted.len() <= FEW {
        return sorted.iter().position(|other| is_same(other, place));
    }
    sorted.binary_search(&place).ok()
}

/// Returns `true` if one of these sorted places is inside `place`. Skips entries that share the prefix but continue
/// with a character that sorts before `/`.
pub(super) fn is_above(place: &str, sorted: &[&str]) -> bool {
    if sorted.len() <= FEW {
        return sorted
            .iter()
            .any(|other| other.len() > place.len() && is_in(other, place));
    }
    let below = |other: &str| {
        other
            .strip_prefix(place)
            .map(|rest| rest.as_bytes().first().copied())
    };
    let first = sorted.partition_point(|other| match below(other) {
        Some(letter) => letter < Some(b'/'),
        None => *other < place,
    });
    sorted
        .get(first)
        .is_some_and(|other| below(other) == Some(Some(b'/')))
}

/// Returns `true` if a place equals or is inside one of these sorted places.
pub(super) fn is_in_one_of(place: &str, sorted: &[&str]) -> bool {
    if sorted.len() <= FEW {
        return sorted.iter().any(|outer| is_in(place, outer));
    }
    let ends = place
        .match_indices('/')
        .map(|(at, _)| at)
        .chain([place.len()]);
    ends.filter_map(|end| place.get(..end))
        .any(|outer| sorted.binary_search(&outer).is_ok())
}

/// Collects the largest parts of a value that are outside all of these sorted places.
pub(super) fn parts_outside(value: &str, at: &Pointer, sorted: &[&str], found: &mut Vec<Pointer>) {
    if sorted.binary_search(&at.as_str()).is_ok() {
        return;
    }
    if !is_above(at.as_str(), sorted) {
        found.push(at.clone());
        return;
    }
    for (index, child) in token::children(value).enumerate() {
        let at = child
            .name
            .map_or_else(|| at.element(index), |name| at.member(&token::name(name)));
        parts_outside(child.text, &at, sorted, found);
    }
}

/// Returns `true` if a value is an object or a list.
pub(super) fn has_parts(value: &Payload) -> bool {
    value.text().starts_with(['{', '['])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_above_its_descendants() {
        let few = ["/a", "/a!/b", "/a-b", "/a/b", "/a/c", "/ab", "/c/d/e"];
        let many = [&few[..], &["/z"; FEW]].concat();
        for sorted in [&few[..], &many] {
            for (place, expected) in [
                ("", true),
                ("/a", true),
                ("/a!", true),
                ("/a-b", false),
                ("/a/b", false),
                ("/c", true),
                ("/b", false),
            ] {
                assert_eq!(is_above(place, sorted), expected, "{place}");
            }
            for (place, expected) in [
                ("/a/b/x", true),
                ("/a", true),
                ("/c/d", false),
                ("/a-c", false),
            ] {
                assert_eq!(is_in_one_of(place, sorted), expected, "{place}");
            }
        }
        assert!(is_in_one_of("/x", &[""]));
    }

    #[test]
    fn parts_outside_the_places_are_as_large_as_possible() {
        let value = r#"{"a":{"b":1,"c":[2,3]},"d":{"e":4},"f":5}"#;
        let parts = |sorted: &[&str]| -> Vec<String> {
            let mut found = Vec::new();
            parts_outside(value, &Pointer::from_static("/x"), sorted, &mut found);
            found.iter().map(Pointer::to_string).collect()
        };
        assert_eq!(parts(&["/x/a/b", "/x/a/c/1", "/x/d"]), ["/x/a/c/0", "/x/f"]);
        assert_eq!(parts(&["/y"]), ["/x"]);
        assert!(parts(&["/x"]).is_empty());
    }
}
