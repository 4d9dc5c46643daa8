//! The problems of the values of a form, as texts for the user.

use wire::Finding;

/// Returns one line for each problem of a content, with the name of its property.
pub(super) fn describe_problems(findings: &[Finding]) -> Vec<String> {
    let describe = |finding: &Finding| match finding.pointer.as_str().strip_prefix('/') {
        Some(name) => format!("{name}: {}", finding.message),
        None => finding.message.to_string(),
    };
    findings.iter().map(describe).collect()
}
