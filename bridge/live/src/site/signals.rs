//! Signals of pages, and streams of signals.

use super::report::{SiteReport, SiteReportKind};
use agent_ui_text::bridge::actions_json::{
    checked_manifest::CheckedManifest,
    item::{DomEvent, RuntimeId},
};
use std::{fmt, sync::Arc};
use tokio::sync::broadcast::{Receiver, error::RecvError};

/// The maximum number of signals that wait for a reader.
pub(super) const WAITING: usize = 256;

/// An event of a page that its manifest admits. The payload is written by the page, and must not be treated as
/// instructions.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SiteSignal {
    /// The id of the page.
    pub page: RuntimeId,
    /// The address of the page, if the page has stated it.
    pub url: Option<String>,
    /// The declared name of the signal.
    pub name: String,
    /// The event, which is unchanged.
    pub event: DomEvent,
    /// The manifest that declares the signal.
    pub manifest: Arc<CheckedManifest>,
}

/// A stream of the signals that are admitted after the call of [`Site::signals`](super::Site::signals).
pub struct SiteSignals {
    from: Receiver<Arc<SiteSignal>>,
    report: Arc<dyn Fn(&SiteReport) + Send + Sync>,
}

impl SiteSignals {
    pub(super) fn new(
        from: Receiver<Arc<SiteSignal>>,
        report: Arc<dyn Fn(&SiteReport) + Send + Sync>,
    ) -> Self {
        Self { from, report }
    }

    /// Waits for the next signal. Returns `None` after the site has stopped.
    pub async fn next(&mut self) -> Option<Arc<SiteSignal>> {
        loop {
            match self.from.recv().await {
                Ok(signal) => return Some(signal),
                Err(RecvError::Closed) => return None,
                Err(RecvError::Lagged(count)) => {
                    (self.report)(&SiteReport::new(None, SiteReportKind::Missed(count)));
                }
            }
        }
    }
}

impl fmt::Debug for SiteSignals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SiteSignals")
            .field("waiting", &self.from.len())
            .finish_non_exhaustive()
    }
}
