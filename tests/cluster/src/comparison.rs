//! Compares the streams with the outputs of one process.

use crate::reference::{Line, Lines};
use std::fmt::{self, Write};

/// The number of differences that are shown.
const SHOWN: usize = 10;
/// The number of characters of a payload that are shown.
const CHARACTERS: usize = 400;

/// The first difference on each subject.
#[derive(Debug, Default)]
pub(crate) struct Differences(Vec<Difference>);

#[derive(Debug)]
struct Difference {
    subject: String,
    /// The number of equal messages before the difference.
    same: usize,
    expected: Option<Line>,
    found: Option<Line>,
    counts: (usize, usize),
}

/// Compares the messages of every subject, including their order.
pub(crate) fn compare(expected: &Lines, found: &Lines) -> Differences {
    let mut differences = Vec::new();
    let none = Vec::new();
    let others = found
        .keys()
        .filter(|subject| !expected.contains_key(*subject));
    for subject in expected.keys().chain(others) {
        let (expected, found) = (
            expected.get(subject).unwrap_or(&none),
            found.get(subject).unwrap_or(&none),
        );
        let same = expected
            .iter()
            .zip(found)
            .take_while(|(expected, found)| agree(expected, found))
            .count();
        if same == expected.len() && same == found.len() {
            continue;
        }
        differences.push(Difference {
            subject: subject.clone(),
            same,
            expected: expected.get(same).cloned(),
            found: found.get(same).cloned(),
            counts: (expected.len(), found.len()),
        });
    }
    Differences(differences)
}

fn agree(expected: &Line, found: &Line) -> bool {
    let sequence = expected.sequence.or(found.sequence);
    found.sequence == sequence
        && found.payload == expected.payload
        && found.findings == expected.findings
}

impl Differences {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Differences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} subjects differ", self.0.len())?;
        for Difference {
            subject,
            same,
            expected,
            found,
            counts,
        } in self.0.iter().take(SHOWN)
        {
            writeln!(
                f,
                "{subject}: {} messages expected, {} found, the first {same} agree",
                counts.0, counts.1
            )?;
            for (name, line) in [("expected", expected), ("found   ", found)] {
                match line {
                    Some(line) => writeln!(f, "  {name} {}", shown(line))?,
                    None => writeln!(f, "  {name} nothing")?,
                }
            }
        }
        Ok(())
    }
}

fn shown(line: &Line) -> String {
    let payload: String = line.payload.chars().take(CHARACTERS).collect();
    let sequence = line
        .sequence
        .map_or_else(|| "unknown".to_owned(), |sequence| sequence.to_string());
    let mut text = format!(
        "sequence {sequence}, {} bytes: {payload}",
        line.payload.len()
    );
    for finding in &line.findings {
        // Writing to a string does not fail.
        let _ = write!(text, "\n    {finding}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(sequences: &[u64]) -> Lines {
        let line = |sequence: &u64| Line {
            sequence: Some(*sequence),
            ..Line::default()
        };
        Lines::from([(
            "ui.out.a.forward".to_owned(),
            sequences.iter().map(line).collect(),
        )])
    }

    #[test]
    fn lost_duplicated_and_moved_messages_are_differences() {
        let expected = lines(&[1, 2, 3]);
        assert!(compare(&expected, &lines(&[1, 2, 3])).is_empty());
        for found in [&[1, 3][..], &[1, 2, 2, 3], &[2, 1, 3], &[], &[1, 2, 3, 4]] {
            assert!(!compare(&expected, &lines(found)).is_empty(), "{found:?}");
        }
        assert!(!compare(&Lines::new(), &expected).is_empty());
    }

    #[test]
    fn a_difference_shows_sequences_and_texts() {
        let shown = compare(&lines(&[1, 2]), &lines(&[1, 3])).to_string();
        assert!(
            shown.contains("the first 1 agree") && shown.contains("sequence 3,"),
            "{shown}"
        );
    }
}
