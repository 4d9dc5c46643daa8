//! Scores: the number of passed cases per mapping.

use super::{case::Level, examination::CaseResult};

/// A number of passed cases out of a total, which does not include skipped ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Share {
    /// The number of passed cases.
    pub held: usize,
    /// The number of cases that passed or failed.
    pub of: usize,
    /// The number of skipped cases.
    pub skipped: usize,
}

/// The passed cases of a mapping, by level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Score {
    /// The dialect of the source.
    pub from: String,
    /// The dialect of the target.
    pub to: String,
    /// The name of the message type.
    pub message: String,
    /// The required cases.
    pub required: Share,
    /// The recommended cases.
    pub recommended: Share,
}

impl Score {
    /// Computes the score of each mapping, in the order of the cases.
    pub fn of(judged: &[CaseResult]) -> Vec<Self> {
        let mut scores: Vec<Self> = Vec::new();
        for case in judged {
            let CaseResult {
                level,
                from,
                to,
                message,
                ..
            } = case;
            let is_new = scores
                .last()
                .is_none_or(|last| (&last.from, &last.to, &last.message) != (from, to, message));
            if is_new {
                let (from, to, message) = (from.clone(), to.clone(), message.clone());
                scores.push(Self {
                    from,
                    to,
                    message,
                    ..Self::default()
                });
            }
            let Some(score) = scores.last_mut() else {
                continue;
            };
            let share = match level {
                Level::Required => &mut score.required,
                Level::Recommended => &mut score.recommended,
            };
            share.of += usize::from(!case.is_skipped);
            share.held += usize::from(case.is_passed());
            share.skipped += usize::from(case.is_skipped);
        }
        scores
    }

    /// Adds up the scores of all mappings.
    pub fn total(scores: &[Self]) -> Self {
        let mut total = Self::default();
        for score in scores {
            total.required.add(score.required);
            total.recommended.add(score.recommended);
        }
        total
    }
}

impl Share {
    fn add(&mut self, other: Self) {
        self.held += other.held;
        self.of += other.of;
        self.skipped += other.skipped;
    }
}
