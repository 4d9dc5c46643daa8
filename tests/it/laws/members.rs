//! Notes about each member of a message, see [`pairs`](super::pairs).

use super::{
    is_equal_if_absent,
    pairs::{Checked, Pair, json},
};
use crate::translation::{self, Sent};
use bridge::{AnyMessage, Carry, Context, Note, Protocol, Verdict, route};
use proptest::prelude::*;
use std::collections::BTreeSet;
use wire::{Payload, PayloadKind, Pointer};

/// The depth to which the lens compares values. A note about a deeper value names a value that contains it.
const DEEPEST: usize = 8;

/// L20 for each member: a member that does not come back without the carry has exactly one note that reports its loss.
/// No other member has such a note. Messages that become several, or several that become one, are not compared.
pub(super) fn have_notes_if_lost(pair: Pair, there: &Sent, cx: &Context) -> Checked {
    if !is_one_by_one(there) {
        return Ok(());
    }
    let is_direct = route(pair.from, pair.to, pair.family).len() == 2;
    let (with_carries, alone) = (there.with_carries(), there.alone());
    for index in 0..alone.len() {
        // The back-translation of a message depends on earlier messages.
        let after = |before: &[(AnyMessage, Carry)]| {
            let messages = before[..index].iter().chain([&alone[index]]).cloned();
            let back = translation::through(pair.back(cx), messages.collect());
            let mut own = back
                .outputs
                .iter()
                .filter(|output| output.input == u64::try_from(index).unwrap());
            match (own.next(), own.next(), &*back.refused) {
                (Some(back), None, []) => Some(json(&back.message)),
                _ => None,
            }
        };
        let source = json(&there.taken[index].0);
        let Some(back) = after(&with_carries) else {
            continue;
        };
        let lost_after = |back: &Payload| {
            let mut found = Vec::new();
            differences(&source, back, &Pointer::root(), &mut found);
            found
        };
        let found = lost_after(&back);
        // A message that cannot be translated back because earlier ones lost their carries is lost completely.
        let alone_lost = after(&alone)
            .as_ref()
            .map_or_else(|| vec![Pointer::root()], lost_after);
        let may_be_lost = [found.clone(), alone_lost].concat();
        let number = u64::try_from(index).unwrap();
        let notes: Vec<&Note> = there
            .notes
            .iter()
            .filter(|note| note.input == number && !is_of_carry(note))
            .collect();
        let lost: Vec<&Note> = notes
            .iter()
            .filter(|note| note.is_loss(false))
            .copied()
            .collect();
        let shown = || {
            let notes = notes
                .iter()
                .map(|note| wire::encode(*note).unwrap())
                .collect::<Vec<_>>()
                .join("\n");
            format!("\nsource {source}\nback   {back}\n{notes}")
        };
        let places: BTreeSet<&Pointer> = lost.iter().map(|note| &note.from).collect();
        prop_assert!(places.len() == lost.len(), "lost twice{}", shown());
        let is_default =
            |place: &&Pointer| is_equal_if_absent(place) && source.get(place).is_none();
        for place in found.iter().filter(|place| !is_default(place)) {
            prop_assert!(
                is_named(place, source.get(place), &places, &notes),
                "{place} has no note{}",
                shown()
            );
        }
        for place in places {
            let is_lost = may_be_lost
                .iter()
                .any(|at| is_in(at, place) || is_in(place, at));
            // A later step may use the name of the previous step's output, which the source does not have.
            let is_made_between = !is_direct && source.get(place).is_none();
            let is_excepted = is_made_between || is_only_by_name(pair, place);
            prop_assert!(is_lost || is_excepted, "{place} is not lost{}", shown());
        }
    }
    Ok(())
}

/// L22: if a note reports a copied value, both places have that value. A value with a source is not a default. On a
/// route of several steps, one value may combine copied and derived parts.
pub(super) fn are_where_notes_place_them(pair: Pair, there: &Sent) -> Checked {
    let is_direct = route(pair.from, pair.to, pair.family).len() == 2;
    for output in &there.outputs {
        let message = json(&output.message);
        let shown = |note: &Note| format!("{}\n{message}", wire::encode(note).unwrap());
        for note in output.notes.iter().filter(|note| !is_of_carry(note)) {
            let Some(to) = note.to.get() else { continue };
            let is_made =
                |other: &Note| matches!(other.verdict, Verdict::Defaulted | Verdict::Derived);
            if note.verdict == Verdict::Defaulted {
                let is_source = |other: &Note| match other.verdict {
                    Verdict::Copied | Verdict::Renamed => true,
                    _ => is_direct && !is_made(other),
                };
                let mut others = output
                    .notes
                    .iter()
                    .filter(|other| other.to.get() == Some(to));
                let other = others.find(|other| is_source(other));
                prop_assert!(other.is_none(), "{other:?} and by default: {}", shown(note));
            }
            if matches!(note.verdict, Verdict::Copied | Verdict::Renamed) {
                let source = json(&there.taken[usize::try_from(note.input).unwrap()].0);
                prop_assert!(
                    source.get(&note.from) == message.get(to),
                    "{}\n{source}",
                    shown(note)
                );
            }
        }
    }
    Ok(())
}

/// Returns `true` if a place comes back only because the dialect is named. A canvas does not distinguish two dialects
/// with the same version text.
fn is_only_by_name(pair: Pair, place: &Pointer) -> bool {
    pair.to.protocol() == Protocol::Ahp && place.as_str() == "/version"
}

fn is_one_by_one(sent: &Sent) -> bool {
    sent.taken.len() == sent.outputs.len()
        && (0..)
            .zip(&sent.outputs)
            .all(|(number, output)| output.input == number)
}

/// Returns `true` if a note is about a field that a carry restores, removes or passes on.
fn is_of_carry(note: &Note) -> bool {
    note.rule.as_str().ends_with("/restored") || note.from.as_str().starts_with("/agent_ui_carry")
}

fn is_in(inner: &Pointer, outer: &Pointer) -> bool {
    inner
        .as_str()
        .strip_prefix(outer.as_str())
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns `true` if notes report a place as lost. Either a note about the place or a value around it reports that no
/// part is preserved, or notes report every part of it.
fn is_named(
    place: &Pointer,
    value: Option<Payload>,
    lost: &BTreeSet<&Pointer>,
    notes: &[&Note],
) -> bool {
    let is_whole = |outer: &Pointer| {
        let is_part =
            |note: &&&Note| !note.is_loss(false) && note.from != *outer && is_in(&note.from, outer);
        !notes.iter().any(|note| is_part(&note)) || outer.segments().count() >= DEEPEST
    };
    if lost.contains(place)
        || lost
            .iter()
            .any(|outer| is_in(place, outer) && is_whole(outer))
    {
        return true;
    }
    let parts = value.map(|value| parts(&value, place)).unwrap_or_default();
    !parts.is_empty()
        && parts
            .into_iter()
            .all(|(at, value)| is_named(&at, Some(value), lost, notes))
}

fn parts(value: &Payload, at: &Pointer) -> Vec<(Pointer, Payload)> {
    match value.kind() {
        PayloadKind::Object => value
            .members()
            .map(|(name, value)| (at.member(&name), value))
            .collect(),
        PayloadKind::Array => value
            .elements()
            .enumerate()
            .map(|(index, value)| (at.element(index), value))
            .collect(),
        _ => Vec::new(),
    }
}

/// Collects the pointers at which two values differ. In lists of different lengths, the most similar elements are compared.
fn differences(source: &Payload, back: &Payload, at: &Pointer, found: &mut Vec<Pointer>) {
    if source == back {
        return;
    }
    let names = |value: &Payload| {
        value
            .members()
            .map(|(name, _)| name.into_owned())
            .collect::<Vec<_>>()
    };
    let (of_source, of_back) = (names(source), names(back));
    let are_distinct =
        |names: &[String]| names.iter().collect::<BTreeSet<_>>().len() == names.len();
    match (source.kind(), back.kind()) {
        // The whole value is missing.
        (PayloadKind::Object, PayloadKind::Object)
            if !of_source.is_empty()
                && !of_back.is_empty()
                && !of_back.iter().any(|name| of_source.contains(name)) =>
        {
            found.push(at.clone());
        }
        (PayloadKind::Object, PayloadKind::Object)
            if are_distinct(&of_source) && are_distinct(&of_back) =>
        {
            for (name, value) in source.members() {
                match back.member(&name) {
                    Some(other) => differences(&value, &other, &at.member(&name), found),
                    None => found.push(at.member(&name)),
                }
            }
            found.extend(
                of_back
                    .iter()
                    .filter(|name| !of_source.contains(name))
                    .map(|name| at.member(name)),
            );
        }
        (PayloadKind::Array, PayloadKind::Array) => {
            let (source, back): (Vec<_>, Vec<_>) =
                (source.elements().collect(), back.elements().collect());
            let pairs = match source.len() == back.len() {
                true => (0..source.len()).map(|index| (index, index)).collect(),
                false => alike(&source, &back),
            };
            if pairs.len() < back.len() || pairs.is_empty() {
                return found.push(at.clone());
            }
            let known: BTreeSet<usize> = pairs.iter().map(|(index, _)| *index).collect();
            found.extend(
                (0..source.len())
                    .filter(|index| !known.contains(index))
                    .map(|index| at.element(index)),
            );
            for (index, other) in pairs {
                differences(&source[index], &back[other], &at.element(index), found);
            }
        }
        _ => found.push(at.clone()),
    }
}

/// Pairs the most similar elements of two lists, in order.
fn alike(source: &[Payload], back: &[Payload]) -> Vec<(usize, usize)> {
    let likeness = |one: &Payload, other: &Payload| {
        let same = one
            .members()
            .filter(|(name, value)| other.member(name).as_ref() == Some(value));
        usize::from(one == other) * 100
            + same
                .map(|(name, _)| if name == "name" { 10 } else { 1 })
                .sum::<usize>()
    };
    // The best score of the remaining elements from each pair on.
    let mut best = vec![vec![0; back.len() + 1]; source.len() + 1];
    for one in (0..source.len()).rev() {
        for other in (0..back.len()).rev() {
            let paired = likeness(&source[one], &back[other]) + 1 + best[one + 1][other + 1];
            best[one][other] = paired.max(best[one + 1][other]).max(best[one][other + 1]);
        }
    }
    let (mut one, mut other, mut pairs) = (0, 0, Vec::new());
    while one < source.len() && other < back.len() {
        let paired = likeness(&source[one], &back[other]) + 1 + best[one + 1][other + 1];
        if best[one][other] == paired {
            pairs.push((one, other));
            (one, other) = (one + 1, other + 1);
        } else if best[one][other] == best[one + 1][other] {
            one += 1;
        } else {
            other += 1;
        }
    }
    pairs
}
