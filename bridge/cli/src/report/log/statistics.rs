//! The number of findings of each rule.

use agent_ui_text::{diagnostic::Diagnostic, rules};
use serde::Serialize;
use std::{cmp::Reverse, collections::BTreeMap, io};
use wire::Severity;

/// The counts of a run, by severity and rule.
pub(in crate::report) struct RuleCounts {
    form: Form,
    counts: BTreeMap<(Severity, String), usize>,
}

#[derive(Clone, Copy)]
enum Form {
    Text,
    Json,
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
        let key = (diagnostic.severity, diagnostic.rule.clone());
        *self.counts.entry(key).or_default() += diagnostic.count;
    }

    /// Returns one line for each rule: errors first, and the most frequent rule first.
    pub(super) fn document(self) -> Result<String, io::Error> {
        let mut sorted: Vec<((Severity, &str), usize)> = Vec::new();
        for ((severity, rule), count) in &self.counts {
            sorted.push(((*severity, rule), *count));
        }
        sorted.sort_by_key(|((severity, _), count)| Reverse((*severity, *count)));
        let mut lines = Vec::new();
        for ((severity, rule), count) in sorted {
            let count = RuleCount {
                rule,
                severity: severity.as_str(),
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

impl RuleCount<'_> {
    fn text(&self) -> String {
        let line = format!(
            "{:>7} {:<7} {:<22} {}",
            self.count, self.severity, self.rule, self.description
        );
        line.trim_end().to_owned()
    }
}
