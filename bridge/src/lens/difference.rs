//! Differences between two JSON messages, field by field, and their application.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};
use wire::{Payload, Pointer, token};

/// The new value of a field; `None` removes it.
pub(crate) type Change = (Pointer, Option<Payload>);

/// The maximum depth of fields in the messages of every version.
pub(super) const LEVELS: usize = 8;

/// Returns the changes that turn `plain_target` into `source`. Objects are compared by member and lists by element,
/// down to `levels`. If a list only grew, its added elements differ. Any other list with a different length differs as
/// a whole.
pub(crate) fn changes_between(
    plain_target: &Payload,
    source: &Payload,
    levels: usize,
) -> Vec<Change> {
    compare_texts(plain_target, source, levels, None)
}

/// Returns the places that differ down to `levels`, as notes name them. `kept` returns the indices of the elements of a
/// source list that `plain_target` also has, in order. With these indices, lists of different lengths are compared by
/// element. Objects without a common member differ as a whole.
pub(super) fn places(
    plain_target: &Payload,
    source: &Payload,
    levels: usize,
    kept: &KeptIndices<'_>,
) -> BTreeSet<Pointer> {
    let changes = compare_texts(plain_target, source, levels, Some(kept));
    wire::collect_set(changes.into_iter().map(|(place, _)| place))
}

/// Returns the places at which the value of one field differs from the returned value, as notes name them.
#[cfg(feature = "a2ui")]
pub(super) fn parts_between(returned: &Payload, own: &Payload, field: &Pointer) -> Vec<Pointer> {
    let levels = LEVELS.saturating_sub(field.segments().count());
    compare_texts(returned, own, levels, Some(&|_| Vec::new()))
        .into_iter()
        .map(|(place, _)| field.join(&place))
        .collect()
}

fn compare_texts(
    plain_target: &Payload,
    source: &Payload,
    levels: usize,
    kept: Option<&KeptIndices<'_>>,
) -> Vec<Change> {
    let mut comparison = Comparison {
        kept,
        changes: Vec::new(),
    };
    comparison.compare(
        plain_target.text(),
        source.text(),
        levels.min(LEVELS),
        &LazyPointer::Root,
    );
    comparison.changes
}

/// Returns the indices of kept elements for the list at a place.
pub(crate) type KeptIndices<'a> = dyn Fn(&Pointer) -> Vec<usize> + 'a;

/// A place that becomes a pointer only if a difference is found.
enum LazyPointer<'a> {
    Root,
    Member(&'a LazyPointer<'a>, &'a str),
    Element(&'a LazyPointer<'a>, usize),
}

impl LazyPointer<'_> {
    fn pointer(&self) -> Pointer {
        match self {
            Self::Root => Pointer::root(),
            Self::Member(above, name) => above.pointer().member(name),
            Self::Element(above, index) => above.pointer().element(*index),
        }
    }
}

struct Comparison<'a> {
    kept: Option<&'a KeptIndices<'a>>,
    changes: Vec<Change>,
}

impl Comparison<'_> {
    fn compare(&mut self, plain_target: &str, source: &str, levels: usize, at: &LazyPointer<'_>) {
        if plain_target == source {
            return;
        }
        let has_parts = match (levels.checked_sub(1), common_bracket(plain_target, source)) {
            (Some(below), Some('{')) => {
                self.compare_members(&members(plain_target), &members(source), below, at)
            }
            (Some(below), Some('[')) => {
                self.compare_elements(&elements(plain_target), &elements(source), below, at)
            }
            _ => false,
        };
        if !has_parts && !is_equal(plain_target, source) {
            self.add(at, source);
        }
    }

    /// Compares the members of two objects. Returns `false` if the objects must be compared as a whole.
    fn compare_members(
        &mut self,
        plain_target: &Members<'_>,
        source: &Members<'_>,
        levels: usize,
        at: &LazyPointer<'_>,
    ) -> bool {
        if have_same_names(plain_target, source) && are_distinct(source) {
            // Both have the same names in the same order.
            for ((_, target_value), (name, source_value)) in plain_target.iter().zip(source) {
                let at = LazyPointer::Member(at, name);
                self.compare(target_value, source_value, levels, &at);
            }
            return true;
        }
        // If a name occurs twice, it is unclear which of its values to compare.
        let (Some(in_target), Some(in_source)) = (ByName::of(plain_target), ByName::of(source))
        else {
            return false;
        };
        // Notes name an object that shares no member with its source as a whole.
        let is_for_notes = self.kept.is_some();
        let is_any_empty = plain_target.is_empty() || source.is_empty();
        if is_for_notes && !is_any_empty && !in_target.has_any_of(source) {
            return false;
        }
        for (name, value) in source {
            let at = LazyPointer::Member(at, name);
            match in_target.get(name) {
                Some(target_value) => self.compare(target_value, value, levels, &at),
                None => self.add(&at, value),
            }
        }
        for (name, _) in plain_target {
            if in_source.get(name).is_none() {
                let removed = LazyPointer::Member(at, name).pointer();
                self.changes.push((removed, None));
            }
        }
        true
    }

    /// Compares the elements of two lists. Returns `false` if the lists must be compared as a whole.
    fn compare_elements(
        &mut self,
        plain_target: &[&str],
        source: &[&str],
        levels: usize,
        at: &LazyPointer<'_>,
    ) -> bool {
        if !source.is_empty() && plain_target.len() == source.len() {
            let pairs = plain_target.iter().zip(source);
            for (index, (target_element, source_element)) in pairs.enumerate() {
                let at = LazyPointer::Element(at, index);
                self.compare(target_element, source_element, levels, &at);
            }
            return true;
        }
        if plain_target.len() >= source.len() {
            return false;
        }
        if !plain_target.is_empty() && begins_with(source, plain_target) {
            for (index, element) in source.iter().enumerate().skip(plain_target.len()) {
                self.add(&LazyPointer::Element(at, index), element);
            }
            return true;
        }
        let Some(kept_at) = self.kept else {
            return false;
        };
        let mut kept = kept_at(&at.pointer());
        // The mapping may not state which elements it kept.
        if kept.len() != plain_target.len() {
            kept = find_in_order(plain_target, source);
        }
        if kept.len() != plain_target.len() {
            return false;
        }
        let mut kept = kept.into_iter().zip(plain_target).peekable();
        for (index, element) in source.iter().enumerate() {
            let at = LazyPointer::Element(at, index);
            match kept.next_if(|(known, _)| *known == index) {
                Some((_, target_element)) => self.compare(target_element, element, levels, &at),
                None => self.add(&at, element),
            }
        }
        true
    }

    fn add(&mut self, at: &LazyPointer<'_>, source: &str) {
        self.changes
            .push((at.pointer(), Payload::parse(source).ok()));
    }
}

/// Returns the bracket with which both texts begin, if both are objects or both are lists.
fn common_bracket(one: &str, other: &str) -> Option<char> {
    let first = one.chars().next()?;
    if matches!(first, '{' | '[') && other.starts_with(first) {
        Some(first)
    } else {
        None
    }
}

/// Returns `true` if two objects have the same member names in the same order.
fn have_same_names(one: &Members<'_>, other: &Members<'_>) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut pairs = one.iter().zip(other);
    pairs.all(|((one, _), (other, _))| one == other)
}

/// Returns `true` if a list begins with the elements of a shorter one.
fn begins_with(list: &[&str], start: &[&str]) -> bool {
    let mut pairs = start.iter().zip(list);
    pairs.all(|(one, other)| is_equal(one, other))
}

fn elements(text: &str) -> Vec<&str> {
    token::children(text).map(|child| child.text).collect()
}

/// Finds the elements of a list in a longer list, in order, until an element does not match.
fn find_in_order(plain_target: &[&str], source: &[&str]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut others = source.iter().enumerate();
    for element in plain_target {
        match others.find(|(_, other)| is_equal(element, other)) {
            Some((index, _)) => found.push(index),
            None => break,
        }
    }
    found
}

fn is_equal(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    // Only nested values and strings with escapes have several spellings.
    match (a.as_bytes().first(), b.as_bytes().first()) {
        (Some(b'{' | b'['), Some(b'{' | b'[')) => Payload::parse(a).ok() == Payload::parse(b).ok(),
        (Some(b'"'), Some(b'"')) => is_same_string(a, b),
        _ => false,
    }
}

fn is_same_string(a: &str, b: &str) -> bool {
    // Texts that differ before their first escape are not decoded.
    let plain = first_escape(a).min(first_escape(b));
    a.get(..plain) == b.get(..plain) && token::utf16(a) == token::utf16(b)
}

fn first_escape(text: &str) -> usize {
    text.find('\\').unwrap_or(text.len())
}

type Members<'a> = Vec<(Cow<'a, str>, &'a str)>;

fn members(object: &str) -> Members<'_> {
    let mut members = Vec::new();
    for child in token::children(object) {
        if let Some(name) = child.name {
            members.push((token::name(name), child.text));
        }
    }
    members
}

/// The number of members up to which pairwise comparison is faster than sorting.
const FEW: usize = 8;

/// Returns `true` if every member name occurs once.
fn are_distinct(members: &Members<'_>) -> bool {
    if members.len() > FEW {
        return ByName::of(members).is_some();
    }
    let mut rest = members.as_slice();
    while let Some(((name, _), others)) = rest.split_first() {
        if others.iter().any(|(other, _)| other == name) {
            return false;
        }
        rest = others;
    }
    true
}

/// Members sorted by name, each name occurring once.
struct ByName<'m>(Vec<(&'m str, &'m str)>);

impl<'m> ByName<'m> {
    fn of(members: &'m Members<'_>) -> Option<Self> {
        let mut named: Vec<(&str, &str)> = members
            .iter()
            .map(|(name, text)| (&**name, *text))
            .collect();
        named.sort_unstable();
        let mut neighbours = named.windows(2);
        if neighbours.any(|pair| matches!(pair, [(one, _), (other, _)] if one == other)) {
            return None;
        }
        Some(Self(named))
    }

    /// Returns `true` if one of these members has the name of an own member.
    fn has_any_of(&self, members: &Members<'_>) -> bool {
        members.iter().any(|(name, _)| self.get(name).is_some())
    }

    fn get(&self, name: &str) -> Option<&'m str> {
        let at = self.0.binary_search_by_key(&name, |(name, _)| name).ok()?;
        self.0.get(at).map(|(_, text)| *text)
    }
}

/// Applies changes to a value. Unreachable places are ignored, and unchanged parts keep their whitespace.
pub(crate) fn apply(target: &Payload, changes: &[Change]) -> Payload {
    let mut split = Vec::with_capacity(changes.len());
    for (pointer, value) in changes {
        let segments: Vec<String> = pointer.segments().map(String::from).collect();
        if segments.len() <= LEVELS {
            split.push((segments, value));
        }
    }
    let changes = split
        .iter()
        .map(|(segments, value)| (segments.as_slice(), *value))
        .collect();
    apply_below(target, changes)
}

/// The remaining segments of a pointer, and the new value.
type Below<'a> = (&'a [String], &'a Option<Payload>);

/// The changes to one member or element and to the values below it.
struct ChangesOfPart<'a> {
    /// The index of the first change of this part among all changes.
    first: usize,
    changes: Vec<Below<'a>>,
}

impl ChangesOfPart<'_> {
    /// Returns `true` if the last change removes the whole part.
    fn is_removal(&self) -> bool {
        matches!(self.changes.as_slice(), [.., ([], None)])
    }

    /// Returns `true` if no change sets a value.
    fn only_removes(&self) -> bool {
        self.changes.iter().all(|(_, value)| value.is_none())
    }
}

/// Applies changes below a value. Recursion is bounded, because a change has at most [`LEVELS`] segments.
fn apply_below(target: &Payload, changes: Vec<Below<'_>>) -> Payload {
    let mut latest_first = changes.iter().rev();
    let whole = latest_first.find(|(segments, _)| segments.is_empty());
    if let Some((_, Some(value))) = whole {
        return value.clone();
    }
    let mut below: BTreeMap<&str, ChangesOfPart<'_>> = BTreeMap::new();
    for (number, (segments, value)) in changes.into_iter().enumerate() {
        let Some((part, rest)) = segments.split_first() else {
            continue;
        };
        let of_part = below.entry(part).or_insert_with(|| ChangesOfPart {
            first: number,
            changes: Vec::new(),
        });
        of_part.changes.push((rest, value));
    }
    if target.is_object() {
        apply_to_members(target, below)
    } else if target.text().starts_with('[') {
        apply_to_elements(target, below)
    } else {
        target.clone()
    }
}

/// Applies changes to the members of an object.
fn apply_to_members(object: &Payload, mut below: BTreeMap<&str, ChangesOfPart<'_>>) -> Payload {
    let (mut members, mut is_changed) = (Vec::new(), false);
    for (name, value) in object.members() {
        let Some(of_member) = below.remove(&*name) else {
            members.push((name.into_owned(), value));
            continue;
        };
        if of_member.is_removal() {
            is_changed = true;
            continue;
        }
        let changed = apply_below(&value, of_member.changes);
        is_changed |= changed.text() != value.text();
        members.push((name.into_owned(), changed));
    }
    // New members are appended in the order of the changes.
    let mut new: Vec<(&str, ChangesOfPart<'_>)> = below.into_iter().collect();
    new.sort_by_key(|(_, of_member)| of_member.first);
    for (name, of_member) in new {
        // A missing member cannot be removed.
        if of_member.only_removes() {
            continue;
        }
        is_changed = true;
        let value = apply_below(&Payload::empty_object(), of_member.changes);
        members.push((name.to_owned(), value));
    }
    if !is_changed {
        return object.clone();
    }
    Payload::object(members.iter().map(|(name, value)| (name.as_str(), value)))
}

/// Applies changes to the elements of a list. Elements are never removed, because a removal would move the others.
fn apply_to_elements(list: &Payload, mut below: BTreeMap<&str, ChangesOfPart<'_>>) -> Payload {
    let (mut elements, mut is_changed) = (Vec::new(), false);
    for (index, element) in list.elements().enumerate() {
        match below.remove(index.to_string().as_str()) {
            Some(of_element) if !of_element.is_removal() => {
                let changed = apply_below(&element, of_element.changes);
                is_changed |= changed.text() != element.text();
                elements.push(changed);
            }
            _ => elements.push(element),
        }
    }
    // Elements beyond the end are appended.
    let mut added: Vec<(usize, Payload)> = Vec::new();
    for (index, of_element) in below {
        let [.., ([], Some(value))] = of_element.changes.as_slice() else {
            continue;
        };
        if let Ok(index) = index.parse() {
            added.push((index, value.clone()));
        }
    }
    added.sort_by_key(|(index, _)| *index);
    if !is_changed && added.is_empty() {
        return list.clone();
    }
    elements.extend(added.into_iter().map(|(_, element)| element));
    Payload::array(&elements)
}

/// Checks for each place whether a value exists there. Reads the text once.
pub(crate) fn exist_at(text: &str, places: &[Pointer]) -> Vec<bool> {
    values(text, places)
        .into_iter()
        .map(|value| value.is_some())
        .collect()
}

/// Returns the values at these places. Reads the text once.
pub(super) fn values<'t>(text: &'t str, places: &[Pointer]) -> Vec<Option<&'t str>> {
    let segments: Vec<Vec<_>> = places
        .iter()
        .map(|place| place.segments().map(Cow::into_owned).collect())
        .collect();
    let mut found = vec![None; places.len()];
    find(
        text,
        segments.iter().map(Vec::as_slice).enumerate().collect(),
        &mut found,
    );
    found
}

/// Compares the values at each pair of places, one place in each message.
pub(super) fn are_equal(
    messages: (&Payload, &Payload),
    places: &[(Pointer, Pointer)],
) -> Vec<bool> {
    let (of_one, of_other): (Vec<Pointer>, Vec<Pointer>) = places.iter().cloned().unzip();
    let one = values(messages.0.text(), &of_one);
    let other = values(messages.1.text(), &of_other);
    let mut are_equal = Vec::with_capacity(places.len());
    for (one, other) in one.into_iter().zip(other) {
        are_equal.push(match (one, other) {
            (Some(one), Some(other)) => is_equal(one, other),
            (one, other) => one == other,
        });
    }
    are_equal
}

/// Collects the values at the remaining paths. The number of a path is the index of its value in `found`.
fn find<'t>(text: &'t str, ways: Vec<(usize, &[String])>, found: &mut [Option<&'t str>]) {
    let mut below: BTreeMap<&str, Vec<(usize, &[String])>> = BTreeMap::new();
    for (number, way) in ways {
        match (way.split_first(), found.get_mut(number)) {
            (Some((first, rest)), _) => below.entry(first).or_default().push((number, rest)),
            (None, Some(found)) => *found = Some(text),
            (None, None) => {}
        }
    }
    for (index, child) in token::children(text).enumerate() {
        if below.is_empty() {
            return;
        }
        let name = child
            .name
            .map_or_else(|| index.to_string().into(), token::name);
        if let Some(ways) = below.remove(&*name) {
            find(child.text, ways, found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn existing_pointers_are_found() {
        let text = r#"{"a":[{"b\/":1},2],"c":"[1]"}"#;
        let places = ["", "/a", "/a/0/b~1", "/a/2", "/a/0/b", "/c/0", "/a/1", "/d"];
        let found = exist_at(text, &places.map(|place| Pointer::parse(place).unwrap()));
        assert_eq!(found, [true, true, true, false, false, false, true, false]);
    }

    fn payload(text: &str) -> Payload {
        Payload::parse(text).unwrap()
    }

    #[test]
    fn escapes_in_a_string_are_not_a_difference() {
        for (a, b, is_same) in [
            (r#""a\/b""#, r#""a/b""#, true),
            (r#""\u0061b""#, r#""ab""#, true),
            (r#""a\/b""#, r#""a/c""#, false),
            (r#""x\/b""#, r#""a/b""#, false),
            (r#""\ud83d""#, r#""\ud83e""#, false),
        ] {
            let object = |value: &str| payload(&format!(r#"{{"a":{value}}}"#));
            assert_eq!(
                changes_between(&object(a), &object(b), 2).is_empty(),
                is_same,
                "{a} {b}"
            );
        }
    }

    #[test]
    fn changes_turn_the_first_message_into_the_second() {
        for (plain_target, source) in [
            (
                r#"{"a":{"b":[1,{"c":2}]}}"#,
                r#"{"a":{"b":[1,{"c":3,"d":null}]},"e":{}}"#,
            ),
            (r#"{"a":[1,2]}"#, r#"{"a":[1]}"#),
            (r#"{"a":[1,2]}"#, r#"{"a":[1,2,3,4,5,6,7,8,9,10,11,12]}"#),
            (r#"{"a":[]}"#, r#"{"a":[1]}"#),
            (r#"{"a":{"x":1}}"#, r#"{"a":{"x":1,"x":1}}"#),
            (r#"{"a":{"x":1,"x":2}}"#, r#"{"a":{"x":1,"x":3}}"#),
            (
                r#"{"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"x":1,"x":2}"#,
                r#"{"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"x":1,"x":3}"#,
            ),
            (r#"{"a":1,"b":2}"#, r#"{"b":2,"a":3}"#),
            (r#"{"\ud83d":1}"#, r#"{"\ud83e":1}"#),
            (r#"{"a":1}"#, "[]"),
            (r#"{"a":{"b":1}}"#, "{}"),
            ("{}", r#"{"a/b":{"~":1.0}}"#),
            ("{}", r#"{"a":{}}"#),
        ] {
            let (plain_target, source) = (payload(plain_target), payload(source));
            for levels in 0..6 {
                assert_eq!(
                    apply(
                        &plain_target,
                        &changes_between(&plain_target, &source, levels)
                    ),
                    source
                );
            }
            assert!(changes_between(&source, &source, 6).is_empty());
        }
    }

    #[test]
    fn lists_of_different_lengths_are_compared_by_shared_elements() {
        let plain_target = payload(r#"{"a":[{"n":2},{"n":3,"m":4}]}"#);
        let source = payload(r#"{"a":[{"n":1},{"n":2},{"n":5},{"n":3}]}"#);
        let changed = |kept: &'static [usize]| -> Vec<String> {
            places(&plain_target, &source, LEVELS, &|_| kept.to_vec())
                .iter()
                .map(Pointer::to_string)
                .collect()
        };
        assert_eq!(changed(&[1, 3]), ["/a/0", "/a/2", "/a/3/m"]);
        assert_eq!(changed(&[]), ["/a"]);
        assert_eq!(changed(&[0, 1, 2]), ["/a"]);
        // Without known indices, equal elements are matched.
        let found = places(&payload("[2,3]"), &payload("[1,2,4,3,5]"), LEVELS, &|_| {
            Vec::new()
        });
        assert_eq!(
            found.iter().map(Pointer::as_str).collect::<Vec<_>>(),
            ["/0", "/2", "/4"]
        );
    }

    #[test]
    fn a_completely_lost_object_is_reported_as_one_place() {
        let source = payload(r#"{"a":{"b":1},"c":{"d":1,"e":2}}"#);
        let changed = |plain_target: &str| -> Vec<String> {
            places(&payload(plain_target), &source, LEVELS, &|_| Vec::new())
                .iter()
                .map(Pointer::to_string)
                .collect()
        };
        assert_eq!(
            changed(r#"{"a":{"x":1},"c":{"d":1,"x":2}}"#),
            ["/a", "/c/e", "/c/x"]
        );
        assert_eq!(changed(r#"{"a":{},"c":{"d":1,"e":2}}"#), ["/a/b"]);
    }

    #[test]
    fn changes_are_minimal_within_the_level_limit() {
        let changes = changes_between(
            &payload(r#"{"a":{"b":1,"c":2}}"#),
            &payload(r#"{"a":{"b":1,"c":3}}"#),
            2,
        );
        assert_eq!(
            changes,
            [(Pointer::parse("/a/c").unwrap(), Some(payload("3")))]
        );
        let changes = changes_between(&payload(r#"{"a":[1]}"#), &payload(r#"{"a":[1,2]}"#), 2);
        assert_eq!(
            changes,
            [(Pointer::parse("/a/1").unwrap(), Some(payload("2")))]
        );
    }

    #[test]
    fn new_members_keep_their_order() {
        let source = payload(r#"{"z":1,"b":{"y":1,"x":2},"a":3}"#);
        let made = apply(&payload("{}"), &changes_between(&payload("{}"), &source, 6));
        assert_eq!(made.text(), source.text());
    }

    #[test]
    fn removing_an_absent_member_changes_nothing() {
        let change = (Pointer::parse("/a/b").unwrap(), None);
        assert_eq!(apply(&payload("{}"), &[change]), payload("{}"));
    }

    #[test]
    fn unchanged_parts_keep_their_whitespace() {
        let change =
            |pointer, value: Option<&str>| (Pointer::parse(pointer).unwrap(), value.map(payload));
        let changes = [change("/a/b", None), change("/d/x/y", None)];
        for text in [
            r#"{ "a": [null, null] }"#,
            r#"{"a": { "c": 1 }}"#,
            "[1, 2]",
            r#"[{ "d": 1 }]"#,
        ] {
            assert_eq!(apply(&payload(text), &changes).text(), text);
        }
        let changes = [change("/a/b", None), change("/c/0", Some("1"))];
        assert_eq!(
            apply(&payload("{\"c\": [1, 2]}"), &changes).text(),
            "{\"c\": [1, 2]}"
        );
        let made = apply(&payload(r#"{"a": { "b": 1 }, "c": [0, { }]}"#), &changes);
        assert_eq!(made.text(), r#"{"a":{},"c":[1,{ }]}"#);
    }

    #[test]
    fn pointers_beyond_the_value_change_nothing() {
        let deep = Pointer::parse(&"/a".repeat(100_000)).unwrap();
        assert_eq!(
            apply(&payload("{}"), &[(deep, Some(Payload::null()))]),
            payload("{}")
        );
    }
}
