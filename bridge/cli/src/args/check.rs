//! The command line of `check`.

use super::{
    destination::Destination, reporting::ColorMode, reporting::ReportFormat, reporting::Reporting,
    source::Source,
};
use crate::report::{AllowedRule, DeniedRule};
use bridge::DialectOrProtocol;
use clap::Args;
use std::{ffi::OsString, path::PathBuf};

#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples:
  agent-ui check aap record.json
  agent-ui check a2ui --catalog shop.json surface.jsonl
  agent-ui check a2ui --diff surface.jsonl
  agent-ui check a2ui --fix surface.jsonl
  agent-ui check actions-json --profile strict actions.json
  agent-ui check actions-json --dry-run --arguments arguments.json actions.json",
    after_long_help = "\
Findings are written to standard output: as text on a terminal, else as lines of {\"file\",\"line\",\"column\",\"error\",\"rule\",\"pointer\",\"severity\",\"message\",\"hint\"}. If a finding is an error, the exit status is 65.

--fix corrects the files in place and then checks the result; standard input is corrected to standard output. Each correction is one line on standard error: {\"file\",\"line\",\"column\",\"fixed\",\"pointer\",\"message\"}. With standard input or --diff, the findings are written to standard error as well.

--dry-run also runs the workflows of a manifest without a page. It prints one line for each primitive call with its arguments, one for each wait, and then {\"tool\",\"output\"}. Results of the page are unknown: expressions that read `steps` are not evaluated, and each step runs once, with its `when`, `for_each` and `retry_until` printed. A workflow that fails is a finding with the rule `dry-run`.

Tool arguments come from --arguments, or from the examples, defaults and constants of the input_schema. Other required values are `<name>`, 1, false or a list of one.

Examples:
  agent-ui check surface.jsonl
  agent-ui check aap record.json
  agent-ui check actions-json --profile strict actions.json
  agent-ui check actions-json --dictionary primitives.json actions.json
  agent-ui check actions-json --rules
  agent-ui check actions-json --dry-run --arguments arguments.json actions.json
  agent-ui check a2ui --catalog shop.json surface.jsonl
  agent-ui check a2ui --fix surface.jsonl
  agent-ui check a2ui --diff surface.jsonl
  agent-ui check a2ui --format sarif -o check.sarif surface.jsonl"
)]
pub(crate) struct Check {
    /// Protocol of the input; default: inferred
    #[arg(id = "protocol", value_name = "PROTOCOL")]
    pub(crate) first_operand: Option<OsString>,
    /// The resolved protocol, which [`operands`](crate::operands) sets.
    #[arg(skip)]
    pub(crate) protocol: Option<DialectOrProtocol>,
    /// Wire type, by its name in the specification
    #[arg(long = "type", value_name = "NAME")]
    pub(crate) type_name: Option<String>,
    /// List the names for --type
    #[arg(long, conflicts_with = "type_name")]
    pub(crate) types: bool,
    /// Apply safe repairs and unambiguous suggestions
    #[arg(long, conflicts_with_all = ["rules", "dry_run"])]
    pub(crate) fix: bool,
    /// Show what --fix would change, as a diff
    #[arg(long, conflicts_with_all = ["rules", "dry_run"])]
    pub(crate) diff: bool,
    /// Catalog, or capabilities with catalogs (repeatable)
    #[arg(long = "catalog", value_name = "FILE")]
    pub(crate) catalogs: Vec<PathBuf>,
    /// Validation profile for manifests
    #[arg(long, value_name = "PROFILE", default_value = "published")]
    pub(crate) profile: Profile,
    /// Primitives that workflows may call
    #[arg(long, value_name = "FILE")]
    pub(crate) dictionary: Option<PathBuf>,
    /// List the manifest rules and their severities instead
    #[arg(long)]
    pub(crate) rules: bool,
    /// Show the calls of workflows (feature `workflows`)
    #[arg(long, conflicts_with_all = ["rules", "type_name"])]
    pub(crate) dry_run: bool,
    /// Tool arguments for --dry-run, keyed by tool name
    #[arg(long, value_name = "FILE", requires = "dry_run")]
    pub(crate) arguments: Option<PathBuf>,
    /// Read all files as one session, not each as its own
    #[arg(long)]
    pub(crate) session: bool,
    /// auto, text, json, sarif, github, gitlab, junit or llm
    ///
    /// `auto` is text on a terminal and JSON Lines elsewhere. `text` has the source line of each finding. `json` has one finding per line. `sarif` is one SARIF 2.1.0 log for all findings. `github` has workflow commands, which annotate the lines of a pull request. `gitlab` is a code quality report. `junit` is JUnit XML, in which errors fail and warnings are skipped. `llm` has one short line for each fault, for the model that wrote the messages.
    #[arg(
        long,
        value_name = "FORM",
        value_enum,
        default_value_t,
        hide_possible_values = true,
        hide_default_value = true
    )]
    pub(crate) format: CheckFormat,
    /// Use colours: auto, always or never
    #[arg(
        long,
        value_name = "WHEN",
        hide_short_help = true,
        value_enum,
        default_value_t,
        hide_possible_values = true,
        hide_default_value = true
    )]
    pub(crate) color: ColorMode,
    /// TOML file with options; default: agent-ui.toml, if it exists
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) config: Option<PathBuf>,
    /// Do not read agent-ui.toml
    #[arg(long, conflicts_with = "config", hide_short_help = true)]
    pub(crate) no_config: bool,
    /// Make `warnings` or a rule errors (repeatable)
    #[arg(long, value_name = "RULE")]
    pub(crate) deny: Vec<DeniedRule>,
    /// Omit RULE, or RULE:PATTERN in files (repeatable)
    #[arg(long, value_name = "RULE")]
    pub(crate) allow: Vec<AllowedRule>,
    /// End with status 0 whatever is found
    #[arg(long, hide_short_help = true)]
    pub(crate) exit_zero: bool,
    /// Count the findings of each rule instead
    #[arg(long, conflicts_with_all = ["rules", "dry_run", "fix", "diff"], hide_short_help = true)]
    pub(crate) statistics: bool,
    #[command(flatten)]
    pub(crate) destination: Destination,
    /// Do not summarise findings and repairs at the end
    #[arg(short, long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) source: Source,
}

impl Check {
    /// Returns the protocol of the input. Only `--types` does without one, and reads no input.
    pub(crate) fn protocol(&self) -> DialectOrProtocol {
        self.protocol.unwrap_or(super::WITHOUT_INPUT)
    }

    /// Returns the options for the reports, which are separate from a SARIF log.
    pub(super) fn reporting(&self) -> Reporting {
        let format = match self.format {
            CheckFormat::Auto
            | CheckFormat::Sarif
            | CheckFormat::Github
            | CheckFormat::Gitlab
            | CheckFormat::Junit
            | CheckFormat::Llm => ReportFormat::Auto,
            CheckFormat::Text => ReportFormat::Text,
            CheckFormat::Json => ReportFormat::Json,
        };
        Reporting {
            format,
            color: self.color,
        }
    }
}

/// The formats of findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum CheckFormat {
    /// Text on a terminal, JSON Lines elsewhere
    #[default]
    Auto,
    /// Text with the source line of each finding
    Text,
    /// JSON Lines, one finding per line
    Json,
    /// SARIF 2.1.0, one log for all findings
    Sarif,
    /// Workflow commands of GitHub Actions
    Github,
    /// Code quality report of GitLab
    Gitlab,
    /// JUnit XML, one test case for each finding
    Junit,
    /// One short line for each fault, for a model
    Llm,
}

/// Validation profiles for manifests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Profile {
    /// Every rule of the specification
    Strict,
    /// Rules that published manifests follow
    Published,
}

impl Profile {
    /// Returns the rules of the profile.
    pub(crate) fn rules(self) -> &'static bridge::actions_json::validate::Profile {
        use bridge::actions_json::validate::Profile;
        match self {
            Self::Strict => &Profile::STRICT,
            Self::Published => &Profile::PUBLISHED,
        }
    }
}
