//! The number of findings of each rule.

use agent_ui_text::{diagnostic::Diagnostic, rules};
use serde::Serialize;
use std::{collections::BTreeMap, io};
use wire::Severity;

/// The counts of a run, by severity and rule.
pub(in crate::report) struct RuleCounts {
    form: Form,
    counts: BTreeMap<(SeverityRank, String), usize>,
}

#[derive(Clone, Copy)]
enum Form {
    Text,
    Json,
}

/// A severity, ordered from the worst one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum SeverityRank {
    Error,
    Warning,
    Info,
}

#[derive(Serialize)]
struct RuleCount<'a> {
    rule: &'a str,
    severity: &'static str,
    count: usize,
    description: &'a str,
}

impl RuleCounts {
    pub(super) fn of_text() -> Self {
        Self::new(Form::Text)
    }

    pub(super) fn of_json() -> Self {
        Self::new(Form::Json)
    }

    fn new(form: Form) -> Self {
        let counts = BTreeMap::new();
        Self { form, counts }
    }

    pub(super) fn add(&mut self, diagnostic: &Diagnostic) {
        let rank = match diagnostic.severity {
            Severity::Error => SeverityRank::Error,
            Severity::Warning => SeverityRank::Warning,
            _ => SeverityRank::Info,
        };
        let key = (rank, diagnostic.rule.clone());
        *self.counts.entry(key).or_default() += diagnostic.count;
    }

    /// Returns one line for each rule: errors first, and the most frequent rule first.
    pub(super) fn document(self) -> Result<String, io::Error> {
        let mut sorted: Vec<((SeverityRank, &str), usize)> = Vec::new();
        for ((rank, rule), count) in &self.counts {
            sorted.push(((*rank, rule), *count));
        }
        sorted.sort_by_key(|((rank, _), count)| (*rank, std::cmp::Reverse(*count)));
        let mut lines = Vec::new();
        for ((rank, rule), count) in sorted {
            let count = RuleCount {
                rule,
                severity: rank.as_str(),
                count,
                description: rules::description(rule).unwrap_or_default(),
            };
            lines.push(match self.form {
                Form::Text => count.text(),
                Form::Json => serde_json::to_string(&count).map_err(io::Error::from)?,
            });
        }
        Ok(lines.join("\n"))
    }
}

impl SeverityRank {
    fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
        }
    }
}

impl RuleCount<'_> {
    fn text(&self) -> String {
        let line = format!(
            "{:>7} {:<7} {:<22} {}",
            self.count, self.severity, self.rule, self.description
        );
        line.trim_end().to_owned()
    }
}
