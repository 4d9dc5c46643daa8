//! Options for the format of reports: text for people, or JSON Lines for programs.

use crate::streams::Terminal;
use clap::Args;

/// The options of each command that reports findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Args)]
pub(crate) struct Reporting {
    /// Format of findings: auto, text or json
    ///
    /// `auto` is text on a terminal and JSON Lines elsewhere. `text` has the source line of each finding. `json` has one finding per line.
    #[arg(
        long,
        value_name = "FORM",
        value_enum,
        default_value_t,
        hide_possible_values = true,
        hide_default_value = true
    )]
    pub(crate) format: ReportFormat,
    /// Use colours: auto, always or never
    ///
    /// `auto` uses colours on a terminal, unless NO_COLOR is set.
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
}

/// The formats of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ReportFormat {
    /// Text on a terminal, JSON Lines elsewhere
    #[default]
    Auto,
    /// Text with the source line of each finding
    Text,
    /// JSON Lines, one finding per line
    Json,
}

/// The conditions for colours in text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ColorMode {
    /// Colours on a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Colours also in files and pipes
    Always,
    /// No colours anywhere
    Never,
}

impl Reporting {
    /// Returns the layout of text on a stream with this terminal, or `None` for JSON Lines.
    pub(crate) fn layout(self, terminal: Option<Terminal>) -> Option<Terminal> {
        let layout = match self.format {
            ReportFormat::Json => return None,
            ReportFormat::Auto => terminal?,
            ReportFormat::Text => terminal.unwrap_or(Terminal::of_file()),
        };
        Some(self.color.apply(layout))
    }
}

impl ColorMode {
    /// Returns the terminal with colours turned on or off.
    pub(crate) fn apply(self, terminal: Terminal) -> Terminal {
        let has_color = match self {
            Self::Auto => terminal.has_color,
            Self::Always => true,
            Self::Never => false,
        };
        Terminal {
            has_color,
            ..terminal
        }
    }
}
