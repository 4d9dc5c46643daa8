//! Findings as JUnit XML, which most CI systems display: one suite for each input, one test case for each finding.
//!
//! A warning does not fail the run, so its case is skipped. An input without findings has one case that passes.

use super::{path_of, sentences, with_slashes};
use crate::xml::{Attribute, Content};
use agent_ui_text::diagnostic::Diagnostic;
use std::{collections::BTreeMap, fmt::Write as _};
use wire::Severity;

/// The name of standard input.
const STANDARD_INPUT: &str = "stdin";

/// A report, built finding by finding.
#[derive(Default)]
pub(in crate::report) struct JunitLog {
    /// The suites by the path of their input.
    suites: BTreeMap<String, Suite>,
}

/// The findings about one input.
#[derive(Default)]
struct Suite {
    failures: usize,
    skipped: usize,
    /// The elements of the findings.
    cases: Vec<String>,
}

impl JunitLog {
    pub(super) fn begin_input(&mut self, file: Option<&str>) {
        let input = file.map_or_else(|| STANDARD_INPUT.to_owned(), with_slashes);
        self.suites.entry(input).or_default();
    }

    pub(super) fn add(&mut self, diagnostic: &Diagnostic) {
        let input = path_of(&diagnostic.place).unwrap_or_else(|| STANDARD_INPUT.to_owned());
        let suite = self.suites.entry(input.clone()).or_default();
        let text = sentences(&diagnostic.message, &diagnostic.hint);
        let outcome = match diagnostic.severity {
            Severity::Error => {
                suite.failures += 1;
                format!(
                    r#"<failure type="error" message="{}"></failure>"#,
                    Attribute(&text)
                )
            }
            _ => {
                suite.skipped += 1;
                format!("<skipped>{}</skipped>", Content(&text))
            }
        };
        let place = &diagnostic.place;
        let pointer = diagnostic.pointer.as_str();
        suite.cases.push(format!(
            r#"    <testcase classname="{file}" name="{}" file="{file}" line="{}">{outcome}</testcase>"#,
            Attribute(&format!("{} {pointer}", diagnostic.rule)),
            place.line,
            file = Attribute(&input),
        ));
    }

    /// Returns the document.
    pub(super) fn document(self) -> String {
        let tests: usize = self
            .suites
            .values()
            .map(|suite| suite.cases.len().max(1))
            .sum();
        let failures: usize = self.suites.values().map(|suite| suite.failures).sum();
        let mut text = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"agent-ui check\" tests=\"{tests}\" failures=\"{failures}\">"
        );
        for (input, suite) in &self.suites {
            // Writing to a string cannot fail.
            let _ = write!(text, "\n{}", suite.element(input));
        }
        text + "\n</testsuites>"
    }
}

impl Suite {
    fn element(&self, input: &str) -> String {
        let input = Attribute(input);
        let (failures, skipped) = (self.failures, self.skipped);
        let tests = self.cases.len().max(1);
        let cases = match self.cases.is_empty() {
            true => format!(r#"    <testcase classname="{input}" name="check"></testcase>"#),
            false => self.cases.join("\n"),
        };
        format!(
            "  <testsuite name=\"{input}\" tests=\"{tests}\" failures=\"{failures}\" skipped=\"{skipped}\">\n{cases}\n  </testsuite>"
        )
    }
}
