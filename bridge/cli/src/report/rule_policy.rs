//! The rules whose findings count for more or for less than their severity.

use agent_ui_text::rules;
use std::{fmt, str::FromStr};
use wire::{Finding, Severity, spelling::closest};

/// The word that stands for all warnings in `--deny`.
const WARNINGS: &str = "warnings";

/// The options `--deny` and `--allow` of `check`.
#[derive(Clone, Debug, Default)]
pub(crate) struct RulePolicy {
    pub(crate) denied: Vec<DeniedRule>,
    pub(crate) allowed: Vec<AllowedRule>,
}

/// The findings that become errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DeniedRule {
    /// The findings of all rules with the severity warning.
    Warnings,
    /// The findings of one rule.
    Rule(String),
}

/// The findings that are left out: those of one rule, in all files or in those that match a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AllowedRule {
    rule: String,
    files: Option<glob::Pattern>,
}

impl RulePolicy {
    /// Returns `true` if the finding is left out. `file` is `None` for standard input.
    pub(super) fn allows(&self, finding: &Finding, file: Option<&str>) -> bool {
        self.allowed
            .iter()
            .any(|allowed| allowed.rule == finding.rule && allowed.matches(file))
    }

    /// Returns the severity that the finding has in this run.
    pub(super) fn severity(&self, finding: &Finding) -> Severity {
        let is_denied = self.denied.iter().any(|denied| match denied {
            DeniedRule::Warnings => finding.severity == Severity::Warning,
            DeniedRule::Rule(rule) => *rule == finding.rule,
        });
        match is_denied {
            true => Severity::Error,
            false => finding.severity,
        }
    }
}

impl AllowedRule {
    fn matches(&self, file: Option<&str>) -> bool {
        match (&self.files, file) {
            (None, _) => true,
            (Some(pattern), Some(file)) => pattern.matches(file.trim_start_matches("./")),
            // A pattern names files only.
            (Some(_), None) => false,
        }
    }
}

impl FromStr for DeniedRule {
    type Err = RuleNameError;

    fn from_str(text: &str) -> Result<Self, RuleNameError> {
        if text == WARNINGS {
            return Ok(Self::Warnings);
        }
        known_rule(text).map(Self::Rule)
    }
}

impl FromStr for AllowedRule {
    type Err = RuleNameError;

    /// Reads `RULE` or `RULE:PATTERN`. No name of a rule contains a colon.
    fn from_str(text: &str) -> Result<Self, RuleNameError> {
        let Some((rule, pattern)) = text.split_once(':') else {
            let rule = known_rule(text)?;
            return Ok(Self { rule, files: None });
        };
        let files = glob::Pattern::new(pattern).map_err(|error| {
            RuleNameError(format!("`{pattern}` is not a pattern of files: {error}"))
        })?;
        Ok(Self {
            rule: known_rule(rule)?,
            files: Some(files),
        })
    }
}

/// Returns the name of a rule that findings can have.
fn known_rule(name: &str) -> Result<String, RuleNameError> {
    if rules::description(name).is_some() {
        return Ok(name.to_owned());
    }
    let names = rules::all().into_iter().map(|(_, name, _)| name);
    let hint = match closest(name, names) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`agent-ui rule` lists the rules".to_owned(),
    };
    Err(RuleNameError(format!(
        "no rule has the name `{name}`; {hint}"
    )))
}

/// A value of `--deny` or `--allow` that names no rule.
#[derive(Debug)]
pub(crate) struct RuleNameError(String);

impl fmt::Display for RuleNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RuleNameError {}
