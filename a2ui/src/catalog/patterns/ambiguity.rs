//! Detection of patterns that match one text in exponentially many ways. A backtracking matcher tries all these ways
//! before it fails.
//!
//! The positions of a pattern are its single characters and classes. An edge leads to each position that can match the
//! next character. A pattern is exponential if two different paths from a position back to it match the same text. Both
//! paths are followed at once, as a pair of positions.

use crate::ecma_pattern::{CharacterSet, Part};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

/// The maximum number of copies that replace a repetition.
const MAX_COPIES: usize = 8;
/// The number of repetitions from which a part counts as unlimited, because matching takes similarly long.
const MANY: usize = 10;
/// The maximum number of steps for a pattern, in addition to the steps for each of its bytes.
const MAX_STEPS: usize = 1_000;
const MAX_STEPS_PER_BYTE: usize = 20;

/// Returns `true` if the pattern, or a look-around in it, can match a text in exponentially many ways. `bytes` is the
/// length of the pattern. A pattern that takes too many steps to analyze is accepted.
pub(super) fn is_exponential(pattern: &Part, bytes: usize) -> bool {
    let mut steps = MAX_STEPS.saturating_add(bytes.saturating_mul(MAX_STEPS_PER_BYTE));
    let mut open = vec![pattern];
    while let Some(part) = open.pop() {
        let mut positions = Positions {
            steps,
            ..Positions::default()
        };
        if positions.add(part, &mut open).is_some() && positions.are_exponential() == Some(true) {
            return true;
        }
        steps = positions.steps;
    }
    false
}

/// The number of ways to reach a position: none, one or several.
type Ways = u8;

const SEVERAL: Ways = 2;

fn times(a: Ways, b: Ways) -> Ways {
    a.saturating_mul(b).min(SEVERAL)
}

fn plus(a: Ways, b: Ways) -> Ways {
    a.saturating_add(b).min(SEVERAL)
}

/// The positions at which a part can begin or end, with the number of ways to reach each position without consuming text.
#[derive(Clone, Default)]
struct Ends {
    first: BTreeMap<usize, Ways>,
    last: BTreeMap<usize, Ways>,
    /// The number of ways to match the empty text.
    empty: Ways,
}

impl Ends {
    fn empty() -> Self {
        Self {
            empty: 1,
            ..Self::default()
        }
    }

    /// Makes the part optional. JavaScript never repeats a part for an empty match.
    fn optional(mut self) -> Self {
        self.empty = 1;
        self
    }
}

fn add_ways(to: &mut BTreeMap<usize, Ways>, from: &BTreeMap<usize, Ways>, factor: Ways) {
    for (position, ways) in from.iter().filter(|_| factor > 0) {
        let sum = to.entry(*position).or_default();
        *sum = plus(*sum, times(*ways, factor));
    }
}

#[derive(Default)]
struct Positions<'a> {
    sets: Vec<&'a CharacterSet>,
    /// The edges from each position, with the number of ways to follow them.
    next: Vec<BTreeMap<usize, Ways>>,
    /// The positions of each unlimited repetition that is not inside another unlimited repetition.
    loops: Vec<Range<usize>>,
    /// The number of remaining steps.
    steps: usize,
}

impl<'a> Positions<'a> {
    /// Subtracts a number of steps. Returns `None` if fewer steps are left.
    fn take_steps(&mut self, count: usize) -> Option<()> {
        self.steps = self.steps.checked_sub(count)?;
        Some(())
    }

    /// Adds the positions of a part. Returns `None` if this takes too many steps. Look-arounds are added to `open`. The
    /// parser limits the depth of parts, so the recursion is bounded.
    fn add(&mut self, part: &'a Part, open: &mut Vec<&'a Part>) -> Option<Ends> {
        match part {
            Part::Start
            | Part::End
            | Part::WordBoundary
            | Part::NoWordBoundary
            | Part::BackReference => Some(Ends::empty()),
            Part::Look(inside) => {
                open.push(inside);
                Some(Ends::empty())
            }
            // An empty class such as `[]` matches nothing, so it has no position.
            Part::One(set) if set.ranges().is_empty() => Some(Ends::default()),
            Part::One(set) => {
                let position = self.sets.len();
                self.take_steps(1)?;
                self.sets.push(set);
                self.next.push(BTreeMap::new());
                let here = BTreeMap::from([(position, 1)]);
                Some(Ends {
                    first: here.clone(),
                    last: here,
                    empty: 0,
                })
            }
            Part::Sequence(parts) => {
                let mut ends = Ends::empty();
                for part in parts {
                    let next = self.add(part, open)?;
                    ends = self.join(ends, &next)?;
                }
                Some(ends)
            }
            Part::Alternatives(parts) => {
                let mut ends = Ends::default();
                for part in parts {
                    // Every alternative starts and ends where the whole part does.
                    let one = self.add(part, open)?;
                    self.take_steps(one.first.len() + one.last.len())?;
                    add_ways(&mut ends.first, &one.first, 1);
                    add_ways(&mut ends.last, &one.last, 1);
                    ends.empty = plus(ends.empty, one.empty);
                }
                Some(ends)
            }
            Part::Repeated { part, min, max } => self.repeat(part, *min, *max, open),
        }
    }

    /// Expands a repetition into at most [`MAX_COPIES`] copies. An unlimited repetition becomes one copy with an edge back to its
    /// start.
    fn repeat(
        &mut self,
        part: &'a Part,
        min: usize,
        max: Option<usize>,
        open: &mut Vec<&'a Part>,
    ) -> Option<Ends> {
        // A large limit around an unlimited part costs a reader as much as none.
        let max = max.filter(|max| *max < MANY || !is_unlimited(part));
        let mut ends = Ends::empty();
        for _ in 0..min.min(MAX_COPIES) {
            let next = self.add(part, open)?;
            ends = self.join(ends, &next)?;
        }
        let Some(max) = max else {
            let start = self.sets.len();
            let rest = self.add(part, open)?;
            self.connect(&rest.last, &rest.first)?;
            // Only the outermost loops count: this one contains those since `start`.
            self.loops.retain(|inner| inner.end <= start);
            self.loops.push(start..self.sets.len());
            return self.join(ends, &rest.optional());
        };
        // The optional repetitions are nested, because skipping one of them ends the part.
        let mut optional = Ends::empty();
        for _ in 0..max.saturating_sub(min).min(MAX_COPIES) {
            let before = self.add(part, open)?;
            optional = self.join(before, &optional)?.optional();
        }
        self.join(ends, &optional)
    }

    /// Joins two consecutive parts.
    fn join(&mut self, mut before: Ends, after: &Ends) -> Option<Ends> {
        self.take_steps(after.first.len() + after.last.len() + before.last.len())?;
        self.connect(&before.last, &after.first)?;
        add_ways(&mut before.first, &after.first, before.empty);
        let mut last = after.last.clone();
        add_ways(&mut last, &before.last, after.empty);
        Some(Ends {
            first: before.first,
            last,
            empty: times(before.empty, after.empty),
        })
    }

    fn connect(
        &mut self,
        last: &BTreeMap<usize, Ways>,
        first: &BTreeMap<usize, Ways>,
    ) -> Option<()> {
        self.take_steps(last.len().saturating_mul(first.len()))?;
        for (from, ways) in last {
            if let Some(next) = self.next.get_mut(*from) {
                add_ways(next, first, *ways);
            }
        }
        Some(())
    }

    /// Returns `true` if two paths from a position back to the same position match the same text. Returns `None` if this
    /// takes too many steps.
    fn are_exponential(&mut self) -> Option<bool> {
        for positions in std::mem::take(&mut self.loops) {
            if self.is_ambiguous(positions)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Returns the pairs of positions that two paths reach with the same character. Returns `None` if this takes too many
    /// steps.
    fn next_pairs(
        &mut self,
        (one, other): (usize, usize),
        positions: &Range<usize>,
    ) -> Option<Vec<(usize, usize)>> {
        let next = self.next_within(one, positions);
        let next: Vec<usize> = next.map(|(next, _)| next).collect();
        let next_of_other = self.next_within(other, positions);
        let next_of_other: Vec<usize> = next_of_other.map(|(next, _)| next).collect();
        self.take_steps(next.len().saturating_mul(next_of_other.len()))?;
        let mut pairs = Vec::new();
        for one in &next {
            for other in &next_of_other {
                if self.can_match_same((*one, *other)) {
                    pairs.push((*one, *other));
                }
            }
        }
        Some(pairs)
    }

    /// Returns `true` if two paths in a loop can diverge and meet again while they match the same text. Every position of
    /// the loop can be reached from every other position.
    fn is_ambiguous(&mut self, positions: Range<usize>) -> Option<bool> {
        for position in positions.clone() {
            let mut next = self.next_within(position, &positions);
            if next.any(|(_, ways)| ways == SEVERAL) {
                return Some(true);
            }
        }
        let together: Vec<(usize, usize)> = positions
            .clone()
            .map(|position| (position, position))
            .collect();
        let mut reached: BTreeSet<(usize, usize)> = together.iter().copied().collect();
        let mut before: BTreeMap<(usize, usize), Vec<(usize, usize)>> = BTreeMap::new();
        let mut open = together.clone();
        while let Some((one, other)) = open.pop() {
            for pair in self.next_pairs((one, other), &positions)? {
                before.entry(pair).or_default().push((one, other));
                if reached.insert(pair) {
                    open.push(pair);
                }
            }
        }
        // Follow the pairs back from those that meet.
        let mut returning: BTreeSet<(usize, usize)> = BTreeSet::new();
        let mut open = together;
        while let Some(pair) = open.pop() {
            for from in before.get(&pair).into_iter().flatten() {
                if from.0 != from.1 {
                    return Some(true);
                }
                if returning.insert(*from) {
                    open.push(*from);
                }
            }
        }
        Some(false)
    }

    fn next_within<'s>(
        &'s self,
        position: usize,
        positions: &'s Range<usize>,
    ) -> impl Iterator<Item = (usize, Ways)> + 's {
        let next = self.next.get(position).into_iter().flatten();
        next.map(|(next, ways)| (*next, *ways))
            .filter(|(next, _)| positions.contains(next))
    }

    /// Returns `true` if some character matches at both positions.
    fn can_match_same(&self, (one, other): (usize, usize)) -> bool {
        one == other
            || match (self.sets.get(one), self.sets.get(other)) {
                (Some(one), Some(other)) => is_overlapping(one, other),
                _ => false,
            }
    }
}

/// Returns `true` if the two sets share a character.
fn is_overlapping(one: &CharacterSet, other: &CharacterSet) -> bool {
    let mut others = other.ranges().iter().peekable();
    one.ranges().iter().any(|(first, last)| {
        while others.next_if(|other| other.1 < *first).is_some() {}
        others.peek().is_some_and(|other| other.0 <= *last)
    })
}

/// Returns `true` if the part contains an unlimited repetition. The parser limits the depth of parts, so the recursion is
/// bounded.
fn is_unlimited(part: &Part) -> bool {
    match part {
        Part::Start
        | Part::End
        | Part::WordBoundary
        | Part::NoWordBoundary
        | Part::BackReference
        | Part::One(_)
        | Part::Look(_) => false,
        Part::Sequence(parts) | Part::Alternatives(parts) => parts.iter().any(is_unlimited),
        Part::Repeated { part, max, .. } => max.is_none() || is_unlimited(part),
    }
}
