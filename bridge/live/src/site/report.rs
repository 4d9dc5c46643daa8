//! Reports of a site to its operator.

use agent_ui_text::bridge::{
    Note,
    actions_json::item::{ActionError, RuntimeId},
};
use std::fmt;
use wire::Finding;

/// A report of a site.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SiteReport {
    /// The page that the report is about, if it is known.
    pub page: Option<RuntimeId>,
    /// The report itself.
    pub kind: SiteReportKind,
}

/// The kinds of a [`SiteReport`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum SiteReportKind {
    /// A page is ready.
    Ready {
        /// The address of the page.
        url: Option<String>,
        /// The number of tools in its manifest.
        tools: usize,
    },
    /// A page has ended.
    Ended(PageEnd),
    /// A part of a manifest, or the whole manifest, is ignored. This is reported once per manifest.
    Manifest(Finding),
    /// Pages declare this tool differently, so the tool is not listed.
    Conflict {
        /// The name of the tool.
        tool: String,
    },
    /// MCP cannot express this tool, so the tool is not listed.
    Unlisted {
        /// The name of the tool.
        tool: String,
        /// The reason for the failure.
        reason: String,
    },
    /// An item of a page was dropped.
    Refused {
        /// The reason as a code of the bridge protocol, or `late`, `foreign`, `duplicate` and `unknown` for answers.
        code: String,
        /// The reason, which does not quote values of the page.
        message: String,
        /// A hint that suggests a fix.
        hint: String,
    },
    /// A page reported an error that belongs to no call.
    PageError(Box<ActionError>),
    /// The record of a signal cannot represent a field. This is reported once per signal and rule.
    Lost {
        /// The name of the signal.
        signal: String,
        /// The note about the field.
        note: Box<Note>,
    },
    /// The file of a record cannot represent a value, such as an integer that exceeds the doubles. This is reported
    /// once per signal and place.
    Carrier {
        /// The name of the signal.
        signal: String,
        /// The loss itself, with its place in the payload.
        finding: Box<Finding>,
    },
    /// A signal was not stored as a record.
    NotStored {
        /// The name of the signal.
        signal: String,
        /// The reason for the failure.
        reason: String,
    },
    /// A reader of signals was too slow, and missed this many signals.
    Missed(u64),
    /// A connection caused so many reports that further ones are omitted.
    Omitted,
}

/// The reason for the end of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PageEnd {
    /// The runtime removed the page.
    Removed,
    /// A page with the same `runtime_key` replaced it.
    Replaced,
    /// The page sent nothing for too long.
    Silent,
}

impl SiteReport {
    pub(super) fn new(page: Option<&RuntimeId>, kind: SiteReportKind) -> Self {
        Self {
            page: page.cloned(),
            kind,
        }
    }
}

impl fmt::Display for SiteReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(page) = &self.page {
            write!(f, "page {:?}: ", page.as_str())?;
        }
        write_kind(f, &self.kind)
    }
}

fn write_kind(f: &mut fmt::Formatter<'_>, kind: &SiteReportKind) -> fmt::Result {
    match kind {
        SiteReportKind::Ready { url, tools } => {
            write!(
                f,
                "ready at {:?} with {tools} tools",
                url.as_deref().unwrap_or_default()
            )
        }
        SiteReportKind::Ended(end) => f.write_str(match end {
            PageEnd::Removed => "removed",
            PageEnd::Replaced => "replaced by a page with the same `runtime_key`",
            PageEnd::Silent => "gone: it sent nothing for too long",
        }),
        SiteReportKind::Manifest(finding) => {
            write!(
                f,
                "the manifest at {:?}: {}",
                finding.pointer.as_str(),
                finding.message
            )?;
            if finding.hint.is_empty() {
                Ok(())
            } else {
                write!(f, " {}", finding.hint)
            }
        }
        SiteReportKind::Conflict { tool } => {
            write!(
                f,
                "the tool {tool:?} is not listed: pages declare it differently"
            )
        }
        SiteReportKind::Unlisted { tool, reason } => {
            write!(f, "the tool {tool:?} is not listed: {reason}")
        }
        SiteReportKind::Refused {
            code,
            message,
            hint,
        } => write!(f, "{message} ({code}) {hint}"),
        SiteReportKind::PageError(error) => {
            write!(
                f,
                "the page reports: {:?} ({})",
                error.error.message, error.error.code
            )
        }
        SiteReportKind::Lost { signal, note } => {
            write!(
                f,
                "the record of {signal:?} cannot hold {:?} ({})",
                note.from.as_str(),
                note.rule
            )
        }
        SiteReportKind::Carrier { signal, finding } => {
            write!(
                f,
                "the record of {signal:?} at {:?}: {}",
                finding.pointer.as_str(),
                finding.message
            )
        }
        SiteReportKind::NotStored { signal, reason } => {
            write!(f, "the signal {signal:?} is not stored: {reason}")
        }
        SiteReportKind::Missed(count) => {
            write!(f, "{count} signals are lost: their reader is too slow")
        }
        SiteReportKind::Omitted => f.write_str("further reports of this connection are omitted"),
    }
}
