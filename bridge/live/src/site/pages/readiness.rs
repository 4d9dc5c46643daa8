//! Pages that become ready, lose their connection, or end.
//!
//! Specification: [Actions Bridge Protocol, `runtime_ready`](https://github.com/yaniv256/actions.json/blob/1546fec74222bb5a3b4b319ad7d2b92db32ec3b1/docs/actions-bridge-protocol.md#runtime_ready).

use super::{PageError, PagePlace, Pages};
use crate::site::{
    effects::{ConnectionId, Effect},
    manifests::{ManifestId, removal},
    report::{PageEnd, SiteReport, SiteReportKind},
};
use agent_ui_text::bridge::actions_json::{
    item::{ErrorCode, Item, RuntimeId, RuntimeKey, RuntimeReady, RuntimeStatus},
    site::{ItemOutcome, Site as Visit},
};

impl Pages {
    /// Adds a page, or continues an existing one on this connection.
    pub(super) fn add_page(
        &mut self,
        connection: ConnectionId,
        page: &RuntimeId,
        ready: RuntimeReady,
        now: u64,
        effects: &mut Vec<Effect>,
    ) {
        if let Err(error) = self.admit(connection, page, &ready) {
            return self.refuse(connection, Some(page), error, effects);
        }
        let known = self.places.get(page).copied();
        let Some((manifest, problems)) = self.manifests.load(&ready, &self.settings.profile, now)
        else {
            return;
        };
        for problem in problems {
            let report = SiteReport::new(Some(page), SiteReportKind::Manifest(problem.clone()));
            let key = format!("manifest {manifest} {} {}", problem.rule, problem.pointer);
            self.report(connection, key, report, effects);
        }
        for replaced in self.runtimes.ready(&ready) {
            self.end(&replaced, PageEnd::Replaced, Some(manifest), effects);
        }
        if let Some(before) = known {
            if before.manifest != manifest {
                self.leave(page, before.manifest, Some(manifest), effects);
            }
        }
        self.places.insert(
            page.clone(),
            PagePlace {
                connection: Some(connection),
                manifest,
                heard: now,
            },
        );
        let url = ready.url.get().cloned();
        let Some(loaded) = self.manifests.get_mut(manifest) else {
            return;
        };
        let tools = loaded.visit.tools().count();
        // The visit has room for all pages.
        let _ = loaded.visit.receive(ready.into());
        let is_new = match known {
            Some(before) => before.connection.is_none() || before.manifest != manifest,
            None => true,
        };
        if is_new {
            let report = SiteReport::new(Some(page), SiteReportKind::Ready { url, tools });
            let key = format!("ready {page} {manifest}");
            self.report(connection, key, report, effects);
        }
        self.forget_manifests();
        self.list_tools(effects);
    }

    /// Checks that a page may use this connection, and that there is room for the page.
    fn admit(
        &self,
        connection: ConnectionId,
        page: &RuntimeId,
        ready: &RuntimeReady,
    ) -> Result<(), PageError> {
        let key = ready.runtime_key.get();
        let key_length = key.map_or(0, |key| key.as_str().len());
        if page.as_str().len() > Visit::MAX_ID || key_length > Visit::MAX_ID {
            let limit = Visit::MAX_ID;
            return Err(PageError::new(
                ErrorCode::InvalidInput,
                format!("the id or the key of the page is longer than {limit} bytes"),
                "use a shorter one",
            ));
        }
        let known = self.places.get(page);
        if let Some(PagePlace {
            connection: Some(other),
            ..
        }) = known
        {
            // A page that states its key moves to another connection.
            if *other != connection && !self.has_key(page, key) {
                return Err(PageError::new(
                    ErrorCode::PermissionDenied,
                    "another connection has a page with this id",
                    "use an id that no other page has",
                ));
            }
        }
        let has_room = self.places.len() < self.settings.pages.min(Visit::MAX_PAGES);
        if known.is_none() && !has_room && !self.replaces_page(ready) {
            let limit = self.settings.pages;
            return Err(PageError::new(
                ErrorCode::CapabilityUnavailable,
                format!("the limit of {limit} pages is reached"),
                "close another page",
            ));
        }
        Ok(())
    }

    /// Returns `true` if the page has this key.
    fn has_key(&self, page: &RuntimeId, key: Option<&RuntimeKey>) -> bool {
        match (self.runtimes.get(page), key) {
            (Some(page), Some(key)) => page.runtime_key.as_ref() == Some(key),
            _ => false,
        }
    }

    /// Returns `true` if this page replaces another one with the same key and authorization.
    fn replaces_page(&self, ready: &RuntimeReady) -> bool {
        let Some(key) = ready.runtime_key.get() else {
            return false;
        };
        let authorization = ready.authorization_id.get();
        self.runtimes.iter().any(|other| {
            other.runtime_key.as_ref() == Some(key)
                && other.authorization_id.as_ref() == authorization
        })
    }

    /// Remembers the pages of a broken connection for a while. Until they return, they cannot be called.
    pub(in crate::site) fn disconnect(&mut self, connection: ConnectionId) -> Vec<Effect> {
        self.reported.remove(&connection);
        let mut effects = Vec::new();
        for (page, place) in &mut self.places {
            if place.connection != Some(connection) {
                continue;
            }
            place.connection = None;
            let status = RuntimeStatus::new()
                .runtime_id(page.clone())
                .connected(false);
            let item = Item::from(status);
            self.runtimes.apply(&item);
            if let Some(loaded) = self.manifests.get_mut(place.manifest) {
                // The visit knows the page, so it does not refuse the status.
                let _ = loaded.visit.receive(item);
            }
        }
        self.list_tools(&mut effects);
        effects
    }

    /// Ends pages that were silent for too long, and calls that were not answered in time.
    pub(in crate::site) fn tick(&mut self, now: u64) -> Vec<Effect> {
        let mut effects = Vec::new();
        let silence = u64::try_from(self.settings.silence.as_millis()).unwrap_or(u64::MAX);
        let silent = self
            .places
            .iter()
            .filter(|(_, place)| now.saturating_sub(place.heard) >= silence);
        let silent: Vec<RuntimeId> = silent.map(|(page, _)| page.clone()).collect();
        for page in &silent {
            self.remove(page, PageEnd::Silent, &mut effects);
        }
        let mut overdue = Vec::new();
        for visit in self.manifests.visits_mut() {
            overdue.extend(visit.expire_calls(now));
        }
        self.end_calls(overdue, &mut effects);
        if !silent.is_empty() {
            self.forget_manifests();
            self.list_tools(&mut effects);
        }
        effects
    }

    /// Removes a page.
    pub(super) fn remove(&mut self, page: &RuntimeId, end: PageEnd, effects: &mut Vec<Effect>) {
        self.runtimes.remove(page);
        self.end(page, end, None, effects);
    }

    /// Ends a page that is no longer a routing target.
    fn end(
        &mut self,
        page: &RuntimeId,
        end: PageEnd,
        successor: Option<ManifestId>,
        effects: &mut Vec<Effect>,
    ) {
        let Some(place) = self.places.remove(page) else {
            return;
        };
        self.leave(page, place.manifest, successor, effects);
        effects.push(Effect::Report(SiteReport::new(
            Some(page),
            SiteReportKind::Ended(end),
        )));
    }

    /// Removes a page from its visit, and ends its calls. The page's state is copied to the visit of its new manifest.
    fn leave(
        &mut self,
        page: &RuntimeId,
        manifest: ManifestId,
        successor: Option<ManifestId>,
        effects: &mut Vec<Effect>,
    ) {
        let Some(loaded) = self.manifests.get_mut(manifest) else {
            return;
        };
        let outcome = removal(page).map(|item| loaded.visit.receive(item));
        if let Some(Ok(ItemOutcome::Page { lost, .. })) = outcome {
            self.end_calls(lost, effects);
        }
        if let Some(successor) = successor.filter(|successor| *successor != manifest) {
            self.manifests.copy_memory(manifest, successor);
        }
    }

    fn forget_manifests(&mut self) {
        let used = self.places.values().map(|place| place.manifest).collect();
        self.manifests.forget_idle(&used);
    }
}
