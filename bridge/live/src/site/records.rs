//! Signals that are stored as AAP records.

use super::{Site, SiteReport, SiteReportKind, SiteSignal};
use crate::{
    faces::provider::{Notify, Store},
    gateway::CarrierLimits,
    timestamp::format_now,
};
use aap::{AgentId, Interaction, InteractionFileName, Notification, provider};
use agent_ui_text::bridge::{Context, Note, actions_json::item::DomEvent, translate};
use std::{collections::BTreeSet, fmt, io, sync::Arc};
use tokio::task::{JoinHandle, spawn_blocking};
use wire::{Field, Finding, Timestamp, Validate};

/// The maximum number of lost fields that are reported.
const REPORTED: usize = 1024;

/// The settings for storing signals as records.
#[derive(Clone)]
pub struct RecordSettings {
    /// The store of the records.
    pub store: Store,
    /// The agent that receives the records.
    pub agent: AgentId,
    /// The receiver of a notification for each stored record.
    pub notify: Option<Arc<dyn Notify>>,
    /// The values for the translation: the verbs of signals, and the canvas file of all records. By default, the file
    /// is `sites/<host>/<path>.html`, from the page's address.
    pub context: Context,
}

impl RecordSettings {
    /// Creates settings without notifications and with an empty context.
    pub fn new(store: Store, agent: AgentId) -> Self {
        Self {
            store,
            agent,
            notify: None,
            context: Context::default(),
        }
    }
}

impl fmt::Debug for RecordSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordSettings")
            .field("agent", &self.agent)
            .finish_non_exhaustive()
    }
}

/// Stores the signals of a site as records of an AAP agent. This starts a task in the current tokio runtime, which ends
/// when the site stops.
///
/// Repeated signals are stored only once. Values that a record cannot represent are reported, and so are signals that
/// cannot be stored.
pub fn store_signals(site: &Site, settings: RecordSettings) -> JoinHandle<()> {
    let mut signals = site.signals();
    let report = Arc::clone(&site.shared.settings.report);
    let settings = Arc::new(settings);
    let mut reported: BTreeSet<String> = BTreeSet::new();
    tokio::spawn(async move {
        while let Some(signal) = signals.next().await {
            let (task_settings, task_signal) = (Arc::clone(&settings), Arc::clone(&signal));
            let stored = spawn_blocking(move || store(&task_settings, &task_signal)).await;
            let stored = stored.unwrap_or_else(|error| Err(error.to_string()));
            for kind in report_kinds(stored, &signal.name) {
                let line = SiteReport::new(Some(&signal.page), kind);
                if is_news(&line, &signal.name, &mut reported) {
                    report(&line);
                }
            }
        }
    })
}

/// Returns the reports about a signal.
fn report_kinds(stored: Result<Vec<Loss>, String>, signal: &str) -> Vec<SiteReportKind> {
    match stored {
        Ok(losses) => losses
            .into_iter()
            .map(|loss| loss.kind(signal.to_owned()))
            .collect(),
        Err(reason) => vec![SiteReportKind::NotStored {
            signal: signal.to_owned(),
            reason,
        }],
    }
}

/// Returns `true` if a report was not made before. The same field is usually lost in every signal.
fn is_news(report: &SiteReport, signal: &str, reported: &mut BTreeSet<String>) -> bool {
    let key = match &report.kind {
        SiteReportKind::Lost { note, .. } => format!("{signal} {} {}", note.rule, note.from),
        SiteReportKind::Carrier { finding, .. } => {
            format!("{signal} {} {}", finding.rule, finding.pointer)
        }
        // Each signal that is not stored is reported.
        _ => return true,
    };
    reported.len() < REPORTED && reported.insert(key)
}

/// A value that a record cannot represent.
enum Loss {
    Field(Note),
    Value(Finding),
}

impl Loss {
    fn kind(self, signal: String) -> SiteReportKind {
        match self {
            Self::Field(note) => SiteReportKind::Lost {
                signal,
                note: Box::new(note),
            },
            Self::Value(finding) => SiteReportKind::Carrier {
                signal,
                finding: Box::new(finding),
            },
        }
    }
}

/// The limits of record files. They have the form of JavaScript, whose numbers are doubles.
const FILE: CarrierLimits = CarrierLimits {
    doubles: true,
    unordered: false,
    prototypes: false,
};

/// Stores a signal as a record, and notifies the agent. Returns the values that the record cannot represent.
fn store(settings: &RecordSettings, signal: &SiteSignal) -> Result<Vec<Loss>, String> {
    let (record, notes) = record(signal, &settings.context)?;
    let name = InteractionFileName::new(record.timestamp.clone(), record.id.clone())
        .map_err(|error| error.to_string())?;
    let text = provider::stored_text(&record).map_err(|error| error.to_string())?;
    match settings.store.insert(&settings.agent, &name, &text) {
        Ok(()) => {}
        // The page has sent the event again after a restart of this program.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(Vec::new()),
        Err(error) => return Err(error.to_string()),
    }
    for finding in record.validate() {
        if finding.rule != "credential" {
            continue;
        }
        tracing::warn!(agent = %settings.agent, record = %record.id, at = %finding.pointer, "{}", finding.message);
    }
    if let Some(notify) = &settings.notify {
        notify.notify(&settings.agent, &Notification::for_record(&record));
    }
    let fields = notes
        .into_iter()
        .filter(|note| note.is_loss(false))
        .map(Loss::Field);
    let values = FILE
        .findings(signal.event.payload.text())
        .into_iter()
        .map(Loss::Value);
    Ok(fields.chain(values).collect())
}

/// Translates a signal into a record.
fn record(signal: &SiteSignal, context: &Context) -> Result<(Interaction, Vec<Note>), String> {
    let now = Timestamp::from(format_now());
    let mut cx = context.clone();
    cx.manifest = Some((*signal.manifest).clone());
    cx.time.get_or_insert_with(|| now.clone());
    let mut event: DomEvent = signal.event.clone();
    if let (None, Some(url)) = (event.url.get(), &signal.url) {
        event.url = Field::Value(url.clone());
    }
    let translated =
        translate::<_, Interaction>(event, &cx).map_err(|refusal| refusal.to_string())?;
    let mut record = translated.value;
    // A file name needs the canonical form of a time.
    if !record.timestamp.is_canonical() {
        record.timestamp = record.timestamp.to_canonical().unwrap_or(now);
    }
    Ok((record, translated.notes))
}
