//! The state of all pages, as a state machine without a clock and without connections.

mod calling;
mod readiness;

use super::{
    SiteSettings, SiteSignal,
    contexts::{self, PageContext},
    effects::{ConnectionId, Effect},
    manifests::{ManifestId, Manifests},
    report::{PageEnd, SiteReport, SiteReportKind},
    tool_table::{ListedTool, ToolTable},
};
use agent_ui_text::bridge::actions_json::{
    item::{ActionError, CallId, ErrorCode, ErrorDetails, Item, RuntimeId},
    runtimes::Runtimes,
    selection::Situation,
    site::{ItemOutcome, Site as Visit, SiteRefusal, SiteRefusalKind},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

/// The maximum number of reports about a connection.
const REPORTS: usize = 256;

/// The pages of all connections, with their manifests and waiting calls.
pub(super) struct Pages {
    settings: SiteSettings,
    /// The runtimes of all pages, which route the calls.
    runtimes: Runtimes,
    places: BTreeMap<RuntimeId, PagePlace>,
    manifests: Manifests,
    waiting: BTreeMap<CallId, RuntimeId>,
    table: ToolTable,
    /// Hashes of the reports that were made about each connection.
    reported: BTreeMap<ConnectionId, BTreeSet<u64>>,
}

/// The connection and the state of a page.
#[derive(Clone, Copy, Debug)]
struct PagePlace {
    /// The connection of the page, unless it broke.
    connection: Option<ConnectionId>,
    manifest: ManifestId,
    /// The time of the page's latest item.
    heard: u64,
}

/// The reason for refusing an item of a page.
struct PageError {
    code: ErrorCode,
    message: String,
    hint: &'static str,
}

impl PageError {
    fn new(code: ErrorCode, message: impl Into<String>, hint: &'static str) -> Self {
        Self {
            code,
            message: message.into(),
            hint,
        }
    }

    fn of_other_connection() -> Self {
        Self::new(
            ErrorCode::PermissionDenied,
            "the page belongs to another connection",
            "send `runtime_ready` with the `runtime_key` of the page to move it here",
        )
    }

    fn not_ready() -> Self {
        Self::new(
            ErrorCode::RuntimeNotReady,
            "the page has not sent `runtime_ready`, or it was silent for too long",
            "send `runtime_ready`",
        )
    }

    fn long_payload(limit: usize) -> Self {
        Self::new(
            ErrorCode::InvalidInput,
            format!("the payload of the event is longer than {limit} bytes"),
            "send a shorter payload",
        )
    }

    fn of_call() -> Self {
        Self::new(
            ErrorCode::InvalidInput,
            "a page cannot call tools",
            "send `dom_event`",
        )
    }
}

impl Pages {
    pub(super) fn new(settings: SiteSettings) -> Self {
        Self {
            settings,
            runtimes: Runtimes::new(),
            places: BTreeMap::new(),
            manifests: Manifests::default(),
            waiting: BTreeMap::new(),
            table: ToolTable::default(),
            reported: BTreeMap::new(),
        }
    }

    /// Returns the number of pages.
    pub(super) fn count(&self) -> usize {
        self.places.len()
    }

    /// Returns the tools of all ready pages.
    pub(super) fn tools(&self) -> &[ListedTool] {
        &self.table.tools
    }

    /// Processes a frame of a connection.
    pub(super) fn receive(
        &mut self,
        connection: ConnectionId,
        frame: &str,
        now: u64,
    ) -> Vec<Effect> {
        let mut effects = Vec::new();
        match wire::decode::<Item>(frame) {
            Ok(item) => self.receive_item(connection, item, now, &mut effects),
            Err(error) => {
                let message = format!("the frame is not an item of the bridge protocol: {error}");
                let hint = "send one item as a JSON object in each text frame";
                let error = PageError::new(ErrorCode::InvalidInput, message, hint);
                self.refuse(connection, None, error, &mut effects);
            }
        }
        effects
    }

    /// Processes an item of a page. Items that the protocol forbids are answered with an error.
    fn receive_item(
        &mut self,
        connection: ConnectionId,
        item: Item,
        now: u64,
        effects: &mut Vec<Effect>,
    ) {
        let Some(page) = item.runtime_id() else {
            return self.receive_item_without_page(connection, &item, now, effects);
        };
        if let Item::RuntimeReady(ready) = item {
            return self.add_page(connection, &page, ready, now, effects);
        }
        let manifest = match self.places.get_mut(&page) {
            Some(place) if place.connection == Some(connection) => {
                place.heard = now;
                place.manifest
            }
            // Unknown items are ignored.
            None if matches!(item, Item::Unknown(_)) => return,
            place => {
                let error = match place {
                    Some(_) => PageError::of_other_connection(),
                    None => PageError::not_ready(),
                };
                return self.refuse(connection, Some(&page), error, effects);
            }
        };
        match &item {
            Item::Unknown(removed) if removed.tag() == "runtime_removed" => {
                self.remove(&page, PageEnd::Removed, effects);
                return self.list_tools(effects);
            }
            Item::DomEvent(event) if event.payload.text().len() > self.settings.payload => {
                let error = PageError::long_payload(self.settings.payload);
                return self.refuse(connection, Some(&event.runtime_id), error, effects);
            }
            Item::ActionCall(_) => {
                return self.refuse(connection, Some(&page), PageError::of_call(), effects);
            }
            _ => {}
        }
        let status = match &item {
            Item::RuntimeStatus(_) => Some(item.clone()),
            _ => None,
        };
        let Some(loaded) = self.manifests.get_mut(manifest) else {
            return;
        };
        let call_id = item.call_id();
        match loaded.visit.receive(item) {
            Ok(outcome) => self.handle_outcome(connection, &page, manifest, outcome, effects),
            Err(refusal) => {
                return self.handle_refusal(connection, &page, call_id, refusal, effects);
            }
        }
        if let Some(status) = status {
            let was_ready = self.is_ready(&page);
            self.runtimes.apply(&status);
            if was_ready != self.is_ready(&page) {
                self.list_tools(effects);
            }
        }
    }

    fn is_ready(&self, page: &RuntimeId) -> bool {
        match self.runtimes.get(page) {
            Some(page) => page.ready,
            None => false,
        }
    }

    /// Processes an item that concerns a whole connection instead of one page.
    fn receive_item_without_page(
        &mut self,
        connection: ConnectionId,
        item: &Item,
        now: u64,
        effects: &mut Vec<Effect>,
    ) {
        match item {
            // A sign of life of the connection counts for all its pages.
            Item::RuntimeStatus(_) => {
                for place in self.places.values_mut() {
                    if place.connection == Some(connection) {
                        place.heard = now;
                    }
                }
            }
            Item::ActionError(error) => {
                let key = format!("error {}", error.error.code);
                let kind = SiteReportKind::PageError(Box::new(error.clone()));
                self.report(connection, key, SiteReport::new(None, kind), effects);
            }
            Item::Unknown(_) => {}
            _ => {
                let message = format!("the item `{}` does not name its page", item.tag());
                let error = PageError::new(ErrorCode::InvalidInput, message, "add `runtime_id`");
                self.refuse(connection, None, error, effects);
            }
        }
    }

    /// Performs the effects of an accepted item.
    fn handle_outcome(
        &mut self,
        connection: ConnectionId,
        page: &RuntimeId,
        manifest: ManifestId,
        outcome: ItemOutcome,
        effects: &mut Vec<Effect>,
    ) {
        match outcome {
            ItemOutcome::Page { lost, .. } => self.end_calls(lost, effects),
            ItemOutcome::Output(output) => {
                self.waiting.remove(&output.call_id);
                let call_id = output.call_id.clone();
                effects.push(Effect::Answer {
                    call_id,
                    answer: Ok(output),
                });
            }
            ItemOutcome::Error(error) => match error.call_id.get() {
                Some(_) => self.end_calls(vec![error], effects),
                None => {
                    let key = format!("error {page} {}", error.error.code);
                    let kind = SiteReportKind::PageError(Box::new(error));
                    self.report(connection, key, SiteReport::new(Some(page), kind), effects);
                }
            },
            ItemOutcome::Event(event) => {
                let Some(loaded) = self.manifests.get(manifest) else {
                    return;
                };
                effects.push(Effect::Signal(Box::new(SiteSignal {
                    page: page.clone(),
                    url: self.runtimes.get(page).and_then(|page| page.url.clone()),
                    name: event.signal.as_str().to_owned(),
                    event: event.event,
                    manifest: Arc::clone(&loaded.checked),
                })));
            }
            // A progress report is a sign of life only.
            _ => {}
        }
    }

    /// Reports and answers an item that the protocol rules refuse.
    fn handle_refusal(
        &mut self,
        connection: ConnectionId,
        page: &RuntimeId,
        call_id: Option<CallId>,
        refusal: SiteRefusal,
        effects: &mut Vec<Effect>,
    ) {
        let code = match refusal.kind {
            SiteRefusalKind::Reply(kind) => kind.as_str().to_owned(),
            kind => kind
                .code()
                .map_or_else(String::new, |code| code.to_string()),
        };
        let call = call_id.as_ref().map_or("", CallId::as_str);
        let key = format!("{page} {call} {code} {}", refusal.message);
        let (message, hint) = (refusal.message, refusal.hint);
        let kind = SiteReportKind::Refused {
            code,
            message,
            hint,
        };
        self.report(connection, key, SiteReport::new(Some(page), kind), effects);
        let Some(answer) = refusal.answer else { return };
        match refusal.kind {
            // An output that does not match its schema has ended the call.
            SiteRefusalKind::Call(_) => self.end_calls(vec![*answer], effects),
            _ => effects.extend(Effect::send(connection, *answer)),
        }
    }

    /// Ends calls with the given errors.
    fn end_calls(&mut self, errors: Vec<ActionError>, effects: &mut Vec<Effect>) {
        for error in errors {
            if let Some(call_id) = error.call_id.get() {
                self.waiting.remove(call_id);
            }
            effects.extend(Effect::failed(error));
        }
    }

    /// Answers an item with an error, and reports the error.
    fn refuse(
        &mut self,
        connection: ConnectionId,
        page: Option<&RuntimeId>,
        error: PageError,
        effects: &mut Vec<Effect>,
    ) {
        let PageError {
            code,
            message,
            hint,
        } = error;
        // The answer and the report do not repeat an id that is too long.
        let page = page.filter(|page| page.as_str().len() <= Visit::MAX_ID);
        let mut error = ActionError::new(ErrorDetails::new(code.clone(), &*message));
        if let Some(page) = page {
            error = error.runtime_id(page.clone());
        }
        effects.extend(Effect::send(connection, error));
        let key = format!("{} {code} {message}", page.map_or("", RuntimeId::as_str));
        let kind = SiteReportKind::Refused {
            code: code.to_string(),
            message,
            hint: hint.to_owned(),
        };
        self.report(connection, key, SiteReport::new(page, kind), effects);
    }

    /// Reports each problem of a connection once, and at most [`REPORTS`] problems.
    fn report(
        &mut self,
        connection: ConnectionId,
        key: String,
        report: SiteReport,
        effects: &mut Vec<Effect>,
    ) {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        let key = hasher.finish();
        let reported = self.reported.entry(connection).or_default();
        if reported.len() > REPORTS || reported.contains(&key) {
            return;
        }
        let is_last = reported.len() == REPORTS;
        reported.insert(key);
        let report = if is_last {
            SiteReport::new(None, SiteReportKind::Omitted)
        } else {
            report
        };
        effects.push(Effect::Report(report));
    }

    /// Returns the context blocks that apply or may apply to the ready pages. Each block is returned once.
    pub(super) fn contexts(&self) -> Vec<PageContext> {
        let mut found: Vec<PageContext> = Vec::new();
        for page in self.runtimes.iter().filter(|page| page.ready) {
            let place = self.places.get(&page.runtime_id);
            let Some(loaded) = place.and_then(|place| self.manifests.get(place.manifest)) else {
                continue;
            };
            let selected = loaded.visit.context(&Situation::from(page));
            let undecided = selected.undecided.iter().map(|(context, _)| context);
            for context in selected
                .contexts
                .iter()
                .chain(undecided)
                .filter_map(PageContext::new)
            {
                if !found.iter().any(|known| known.is_same(&context)) {
                    found.push(context);
                }
            }
        }
        contexts::number(&mut found);
        found
    }

    /// Updates the list of tools, and announces changes.
    fn list_tools(&mut self, effects: &mut Vec<Effect>) {
        let mut ready = Vec::new();
        for page in self.runtimes.iter().filter(|page| page.ready) {
            if let Some(place) = self.places.get(&page.runtime_id) {
                if !ready.contains(&place.manifest) {
                    ready.push(place.manifest);
                }
            }
        }
        let table = ToolTable::new(&self.manifests, &ready);
        if table == self.table {
            return;
        }
        for tool in &table.conflicts {
            if self.table.conflicts.contains(tool) {
                continue;
            }
            let kind = SiteReportKind::Conflict { tool: tool.clone() };
            effects.push(Effect::Report(SiteReport::new(None, kind)));
        }
        self.table = table;
        effects.push(Effect::ToolsChanged);
    }
}
