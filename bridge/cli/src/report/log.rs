//! The findings of `check` in the formats of CI systems, and for models.

mod github;
mod gitlab;
mod junit;
mod llm;
mod sarif;
mod statistics;

use crate::{flag_names::name_flags, input};
use agent_ui_text::{diagnostic::Diagnostic, place::Place};
use gitlab::GitlabLog;
use junit::JunitLog;
use llm::ModelLog;
use sarif::SarifLog;
use statistics::RuleCounts;
use std::io;
use wire::Severity;

/// The document that takes all findings of a run in place of the streams. It is written at the end of the run.
pub(super) enum FindingLog {
    Sarif(SarifLog),
    /// Workflow commands of GitHub, one per line.
    Github(Vec<String>),
    Gitlab(GitlabLog),
    Junit(JunitLog),
    Llm(ModelLog),
    /// The numbers of findings of each rule.
    Statistics(RuleCounts),
}

/// The formats of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LogFormat {
    Sarif,
    Github,
    Gitlab,
    Junit,
    Llm,
    StatisticsText,
    StatisticsJson,
}

impl FindingLog {
    /// Creates a log without findings.
    pub(super) fn new(format: LogFormat) -> Self {
        match format {
            LogFormat::Sarif => Self::Sarif(SarifLog::new()),
            LogFormat::Github => Self::Github(Vec::new()),
            LogFormat::Gitlab => Self::Gitlab(GitlabLog::default()),
            LogFormat::Junit => Self::Junit(JunitLog::default()),
            LogFormat::Llm => Self::Llm(ModelLog::default()),
            LogFormat::StatisticsText => Self::Statistics(RuleCounts::of_text()),
            LogFormat::StatisticsJson => Self::Statistics(RuleCounts::of_json()),
        }
    }

    /// Observes an input that is about to be read. `None` stands for standard input.
    pub(super) fn begin_input(&mut self, file: Option<&str>) {
        // Only JUnit lists the inputs without findings.
        if let Self::Junit(log) = self {
            log.begin_input(file);
        }
    }

    /// Adds a finding. `line` is the line of the finding, if its text is available.
    pub(super) fn add(&mut self, mut diagnostic: Diagnostic, line: Option<&[u8]>) {
        // A model has no flags, so its hints do not name them.
        if let Self::Llm(log) = self {
            return log.add(diagnostic);
        }
        diagnostic.hint = name_flags(&diagnostic.hint);
        let diagnostic = &diagnostic;
        // A notice, such as the inferred protocol, is not a problem that a CI system should show at each run.
        let is_notice = diagnostic.severity == Severity::Info;
        match self {
            Self::Sarif(log) => log.add(diagnostic, line),
            Self::Statistics(counts) => counts.add(diagnostic),
            Self::Llm(_) => {}
            Self::Github(_) | Self::Gitlab(_) | Self::Junit(_) if is_notice => {}
            Self::Github(commands) => commands.push(github::command(diagnostic, line)),
            Self::Gitlab(log) => log.add(diagnostic),
            Self::Junit(log) => log.add(diagnostic),
        }
    }

    /// Returns the lines of the document, without the last line end; empty if a log of this format has no line.
    pub(super) fn document(self) -> Result<String, io::Error> {
        match self {
            Self::Sarif(log) => log.document().map_err(io::Error::other),
            Self::Github(commands) => Ok(commands.join("\n")),
            Self::Gitlab(log) => log.document(),
            Self::Junit(log) => Ok(log.document()),
            Self::Llm(log) => Ok(log.document()),
            Self::Statistics(counts) => counts.document(),
        }
    }
}

/// Joins the message and the hint as sentences.
fn sentences(message: &str, hint: &str) -> String {
    match hint {
        "" => sentence(message),
        _ => format!("{} Help: {}", sentence(message), sentence(hint)),
    }
}

/// Adds the full stop that a text lacks.
fn sentence(text: &str) -> String {
    match text.ends_with(['.', '?', '!']) {
        true => text.to_owned(),
        false => format!("{text}."),
    }
}

/// Returns the path of a file as CI systems expect it: with slashes, and without a leading `./`.
fn path_of(place: &Place) -> Option<String> {
    Some(with_slashes(place.file.as_deref()?))
}

fn with_slashes(path: &str) -> String {
    let path = match cfg!(windows) {
        true => path.replace('\\', "/"),
        false => path.to_owned(),
    };
    path.trim_start_matches("./").to_owned()
}

/// Converts the column of a value, which counts bytes, to its first column and the column after it, which count UTF-16
/// code units. A byte order mark takes no column.
fn columns(line: &[u8], number: usize, column: usize) -> (usize, usize) {
    let line = if number == 1 {
        line.strip_prefix(input::MARK).unwrap_or(line)
    } else {
        line
    };
    let (before, after) = line
        .split_at_checked(column.saturating_sub(1))
        .unwrap_or((line, b""));
    let value = after
        .get(..super::text::token_length(after))
        .unwrap_or(after);
    let start = 1 + utf16_length(before);
    (start, start + utf16_length(value))
}

fn utf16_length(bytes: &[u8]) -> usize {
    String::from_utf8_lossy(bytes).encode_utf16().count()
}

#[cfg(test)]
mod tests {
    use super::{columns, sentences};

    #[test]
    fn columns_count_utf_16_code_units() {
        let line = "\u{FEFF}{\"ä😀\":\"ö\"}".as_bytes();
        assert_eq!(columns(line, 1, 11), (8, 11));
        assert_eq!(columns("{\"a\":1}".as_bytes(), 2, 6), (6, 7));
        assert_eq!(columns(b"{}", 2, 9), (3, 3));
        assert_eq!(columns(b"", 1, 1), (1, 1));
    }

    #[test]
    fn a_hint_is_a_sentence_of_its_own() {
        assert_eq!(
            sentences("`a` is wrong", "did you mean `b`?"),
            "`a` is wrong. Help: did you mean `b`?"
        );
        assert_eq!(sentences("`a` is wrong", ""), "`a` is wrong.");
    }
}
