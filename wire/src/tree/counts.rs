//! Prefix sums of counts.

/// Counts with fast prefix sums (a [Fenwick tree](https://en.wikipedia.org/wiki/Fenwick_tree)). Entries are counted from
/// 1. Entry `i` is the sum of the `lowest_bit(i)` counts that end with count `i`.
#[derive(Clone)]
pub(super) struct Counts(Vec<u32>);

fn lowest_bit(i: usize) -> usize {
    i & i.wrapping_neg()
}

impl Counts {
    pub(super) fn ones(n: usize) -> Self {
        Self((1..=n).map(|i| lowest_bit(i) as u32).collect())
    }

    fn entry(&self, i: usize) -> u32 {
        i.checked_sub(1)
            .and_then(|i| self.0.get(i))
            .copied()
            .unwrap_or(0)
    }

    pub(super) fn push(&mut self, count: u32) {
        let i = self.0.len() + 1;
        let (mut sum, mut below) = (count, i - 1);
        while below > i - lowest_bit(i) {
            sum += self.entry(below);
            below -= lowest_bit(below);
        }
        self.0.push(sum);
    }

    /// Decrements the count at `slot`, counted from 0.
    pub(super) fn take_one(&mut self, slot: usize) {
        let mut i = slot + 1;
        while let Some(entry) = self.0.get_mut(i - 1) {
            *entry = entry.saturating_sub(1);
            i += lowest_bit(i);
        }
    }

    /// Returns the index of the slot with `rank` occupied slots before it, counted from 0.
    pub(super) fn find(&self, rank: usize) -> usize {
        let (mut place, mut left) = (0, rank);
        let mut step = self.0.len().next_power_of_two();
        while step > 0 {
            let next = place + step;
            let count = self.entry(next) as usize;
            if next <= self.0.len() && count <= left {
                place = next;
                left -= count;
            }
            step /= 2;
        }
        place
    }
}
