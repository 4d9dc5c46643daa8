//! Findings as a code quality report of GitLab: a JSON array, as in
//! [Code quality](https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format).

use super::{path_of, sentences};
use agent_ui_text::diagnostic::Diagnostic;
use serde::Serialize;
use std::{collections::BTreeMap, io};
use wire::Severity;

/// The number of digits of a fingerprint.
const FINGERPRINT_DIGITS: usize = 32;

/// A report, built finding by finding.
#[derive(Default)]
pub(in crate::report) struct GitlabLog {
    findings: Vec<GitlabFinding>,
    /// The number of findings with the same path, rule, pointer and message.
    repeated: BTreeMap<String, usize>,
}

/// One element of the report.
#[derive(Serialize)]
struct GitlabFinding {
    description: String,
    check_name: String,
    fingerprint: String,
    severity: &'static str,
    location: Location,
}

#[derive(Serialize)]
struct Location {
    path: String,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: usize,
}

impl GitlabLog {
    pub(super) fn add(&mut self, diagnostic: &Diagnostic) {
        let path = path_of(&diagnostic.place).unwrap_or_else(|| "stdin".to_owned());
        // A fingerprint without the line stays the same when the finding moves, so GitLab does not report it as new.
        let identity = format!(
            "{path}\n{}\n{}\n{}",
            diagnostic.rule,
            diagnostic.pointer.as_str(),
            diagnostic.message
        );
        let repeated = self.repeated.entry(identity.clone()).or_default();
        let fingerprint = fingerprint(&format!("{identity}\n{repeated}"));
        *repeated += 1;
        self.findings.push(GitlabFinding {
            description: sentences(&diagnostic.message, &diagnostic.hint),
            check_name: diagnostic.rule.clone(),
            fingerprint,
            severity: match diagnostic.severity {
                Severity::Error => "major",
                _ => "minor",
            },
            location: Location {
                path,
                lines: Lines {
                    begin: diagnostic.place.line.max(1),
                },
            },
        });
    }

    /// Returns the array with one finding per line.
    pub(super) fn document(self) -> Result<String, io::Error> {
        let mut lines = Vec::new();
        for finding in &self.findings {
            lines.push(serde_json::to_string(finding).map_err(io::Error::from)?);
        }
        match lines.is_empty() {
            true => Ok("[]".to_owned()),
            false => Ok(format!("[\n{}\n]", lines.join(",\n"))),
        }
    }
}

/// Returns the first digits of the SHA-256 of a text.
fn fingerprint(text: &str) -> String {
    let hash = hmac_sha256::Hash::hash(text.as_bytes());
    let mut digits: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    digits.truncate(FINGERPRINT_DIGITS);
    digits
}
