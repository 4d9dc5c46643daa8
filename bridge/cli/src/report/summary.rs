//! The summary line at the end of a report in text.

use super::text::{OK, severity_style};
use anstyle::Style;
use std::fmt;
use wire::Severity;

/// The counts of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Summary {
    pub(super) files: usize,
    pub(super) has_standard_input: bool,
    pub(super) errors: usize,
    pub(super) warnings: usize,
}

impl Summary {
    /// Counts the problems that a diagnostic stands for.
    pub(super) fn count(&mut self, severity: Severity, count: usize) {
        match severity {
            Severity::Error => self.errors += count,
            Severity::Warning => self.warnings += count,
            _ => {}
        }
    }

    /// Returns `true` if an input was read, so that there is something to summarise.
    pub(super) fn has_inputs(&self) -> bool {
        self.files > 0 || self.has_standard_input
    }

    /// Returns the style of the line, which follows the worst diagnostic.
    pub(super) fn style(&self) -> Style {
        match (self.errors, self.warnings) {
            (0, 0) => OK,
            (0, _) => severity_style(Severity::Warning),
            _ => severity_style(Severity::Error),
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inputs = match (self.files, self.has_standard_input) {
            (0, _) => "standard input".to_owned(),
            (files, true) => format!("{} inputs", files + 1),
            (files, false) => format_count(files, "file"),
        };
        match (self.errors, self.warnings) {
            (0, 0) => write!(f, "{inputs} OK"),
            (errors, 0) => write!(f, "{} in {inputs}", format_count(errors, "error")),
            (0, warnings) => write!(f, "{} in {inputs}", format_count(warnings, "warning")),
            (errors, warnings) => {
                write!(
                    f,
                    "{}, {} in {inputs}",
                    format_count(errors, "error"),
                    format_count(warnings, "warning")
                )
            }
        }
    }
}

/// Formats a number with its noun.
fn format_count(number: usize, noun: &str) -> String {
    if number == 1 {
        format!("1 {noun}")
    } else {
        format!("{number} {noun}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_counts_faults_and_inputs() {
        let of = |files, has_standard_input, errors, warnings| {
            Summary {
                files,
                has_standard_input,
                errors,
                warnings,
            }
            .to_string()
        };
        assert_eq!(of(1, false, 0, 0), "1 file OK");
        assert_eq!(of(3, false, 0, 0), "3 files OK");
        assert_eq!(of(0, true, 0, 0), "standard input OK");
        assert_eq!(of(2, true, 1, 0), "1 error in 3 inputs");
        assert_eq!(of(3, false, 2, 1), "2 errors, 1 warning in 3 files");
        assert_eq!(of(1, false, 0, 2), "2 warnings in 1 file");
    }
}
