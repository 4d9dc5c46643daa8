//! The manifests of the connected pages. Pages with equal manifests share a visit.

use agent_ui_text::bridge::actions_json::{
    checked_manifest::CheckedManifest,
    composition::{Origin, Storage},
    item::{Item, RuntimeId, RuntimeReady},
    manifest::{Manifest, Trust},
    site::Site as Visit,
    validate::Profile,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use wire::{Finding, Payload, Pointer, Severity, Tolerant};

/// The number of unused manifests that are kept, so that a returning page can continue its visit.
const IDLE: usize = 16;

/// The number of a manifest, which is never reused.
pub(super) type ManifestId = u64;

/// A manifest, with the visit that its pages share.
#[derive(Debug)]
pub(super) struct LoadedManifest {
    text: String,
    pub(super) checked: Arc<CheckedManifest>,
    pub(super) visit: Visit,
    last_used: u64,
}

#[derive(Debug, Default)]
pub(super) struct Manifests {
    by_id: BTreeMap<ManifestId, LoadedManifest>,
    last: ManifestId,
}

impl Manifests {
    pub(super) fn get(&self, id: ManifestId) -> Option<&LoadedManifest> {
        self.by_id.get(&id)
    }

    pub(super) fn get_mut(&mut self, id: ManifestId) -> Option<&mut LoadedManifest> {
        self.by_id.get_mut(&id)
    }

    pub(super) fn visits_mut(&mut self) -> impl Iterator<Item = &mut Visit> {
        self.by_id.values_mut().map(|loaded| &mut loaded.visit)
    }

    /// Finds the manifest of a page, or loads it. If the manifest is new, its problems are returned.
    ///
    /// A page whose manifest is missing or invalid has no tools and no signals.
    pub(super) fn load(
        &mut self,
        ready: &RuntimeReady,
        profile: &Profile,
        now: u64,
    ) -> Option<(ManifestId, Vec<Finding>)> {
        let text = match &ready.manifest {
            Tolerant::Value(manifest) => wire::encode(&**manifest).unwrap_or_default(),
            Tolerant::Invalid(other) => other.text().to_owned(),
            Tolerant::Absent => String::new(),
        };
        if let Some((id, known)) = self.by_id.iter_mut().find(|(_, known)| known.text == text) {
            known.last_used = now;
            return Some((*id, Vec::new()));
        }
        let (checked, mut findings) = check(ready, profile)?;
        // The bridge runs no primitives. A page that lacks one answers with `capability_unavailable`.
        let required: BTreeSet<String> = checked
            .tools()
            .flat_map(|tool| tool.tool.requires.get().into_iter().flatten())
            .map(|primitive| primitive.as_str().to_owned())
            .collect();
        let origin = Origin::local(Trust::Website, Storage::Public);
        let visit = Visit::load(checked.clone(), origin)
            .capabilities(required)
            .site();
        findings.extend(visit.excluded_imports().iter().map(|import| {
            let id = import.path.last().map_or("", |id| id.as_str());
            let message = format!(
                "the import {id:?} is not loaded, because imports of pages are not supported"
            );
            let hint = "write the tools and signals of the import into the manifest of the page";
            Finding::warning("import", Pointer::root().member("imports"), message).hint(hint)
        }));
        self.last += 1;
        let loaded = LoadedManifest {
            text,
            checked: Arc::new(checked),
            visit,
            last_used: now,
        };
        self.by_id.insert(self.last, loaded);
        Some((self.last, findings))
    }

    /// Removes the least recently used manifests if there are too many.
    pub(super) fn forget_idle(&mut self, used: &BTreeSet<ManifestId>) {
        let mut idle = Vec::new();
        for (id, loaded) in &self.by_id {
            if !used.contains(id) {
                idle.push((loaded.last_used, *id));
            }
        }
        idle.sort_unstable();
        let surplus = idle.len().saturating_sub(IDLE);
        for (_, id) in idle.into_iter().take(surplus) {
            self.by_id.remove(&id);
        }
    }

    /// Copies the known events and the times of transitions to the visit of another manifest, when a page changes its
    /// manifest.
    pub(super) fn copy_memory(&mut self, from: ManifestId, to: ManifestId) {
        let (Some(old), Some(new)) = (self.by_id.get(&from), self.by_id.get(&to)) else {
            return;
        };
        let (old, mut merged) = (old.visit.save(), new.visit.save());
        let known: BTreeSet<_> = merged
            .events
            .iter()
            .map(|event| (&event.page, &event.event_id))
            .collect();
        let mut events: Vec<_> = old
            .events
            .iter()
            .filter(|event| !known.contains(&(&event.page, &event.event_id)))
            .chain(&merged.events)
            .cloned()
            .collect();
        let surplus = events.len().saturating_sub(Visit::MAX_EVENTS);
        events.drain(..surplus);
        let performed: BTreeSet<_> = merged.paces.iter().map(|pace| &pace.transition).collect();
        let mut paces: Vec<_> = old
            .paces
            .iter()
            .filter(|pace| !performed.contains(&pace.transition))
            .cloned()
            .collect();
        paces.extend(merged.paces.iter().cloned());
        (merged.events, merged.paces) = (events, paces);
        if let Some(loaded) = self.by_id.get_mut(&to) {
            // The visit can be resumed, because it has the version and the limits of this program.
            let _ = loaded.visit.resume(merged);
        }
    }
}

/// Checks the manifest of a page. Returns the checked manifest and the problems to report.
fn check(ready: &RuntimeReady, profile: &Profile) -> Option<(CheckedManifest, Vec<Finding>)> {
    let findings = match &ready.manifest {
        Tolerant::Absent => Vec::new(),
        Tolerant::Invalid(other) if other.is_null() => Vec::new(),
        Tolerant::Invalid(other) => {
            let message = format!("the manifest must be an object, but it is {}", other.kind());
            vec![Finding::error("manifest", Pointer::root(), message)]
        }
        Tolerant::Value(manifest) => {
            match CheckedManifest::check((**manifest).clone(), profile, None) {
                Ok(checked) => {
                    let excluded = checked.excluded_parts().iter();
                    let why = excluded
                        .filter_map(|part| checked.exclusion_finding(part))
                        .cloned()
                        .collect();
                    return Some((checked, why));
                }
                Err(rejected) => {
                    let errors = rejected.findings.into_iter();
                    errors
                        .filter(|finding| finding.severity == Severity::Error)
                        .collect()
                }
            }
        }
    };
    let empty = CheckedManifest::check(Manifest::v1(Vec::new()), profile, None).ok()?;
    Some((empty, findings))
}

/// Creates the item that removes a page.
pub(super) fn removal(page: &RuntimeId) -> Option<Item> {
    let page = Payload::string(page.as_str());
    let kind = Payload::string("runtime_removed");
    Payload::object([("type", &kind), ("runtime_id", &page)])
        .decode()
        .ok()
}
