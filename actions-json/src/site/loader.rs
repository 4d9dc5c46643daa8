//! Loading of the manifests of a site.

use super::{Names, Site};
use crate::{
    checked_manifest::CheckedManifest,
    composition::{ExcludedImport, ExclusionReason, MAX_IMPORT_DEPTH, MAX_IMPORTS, Origin, Policy},
    manifest::{ImportId, ImportUri, Trust},
};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use wire::List;

/// A site whose imports are being loaded.
///
/// ```
/// use agent_ui_actions_json::{
///     checked_manifest::CheckedManifest, composition::{ExclusionReason, Origin, Storage},
///     manifest::Trust, site::Site, validate::Profile,
/// };
///
/// let shop = CheckedManifest::read(
///     r#"{"protocol":"actions.json","version":1,"tools":[],"imports":[
///         {"id":"tide-table","uri":"https://tides.test/","namespace":"tides","trust":"public"}]}"#,
///     &Profile::STRICT,
/// )?;
/// let mut loading = Site::load(shop, Origin::local(Trust::Website, Storage::Public));
/// let import = loading.next_import().unwrap();
/// assert_eq!((import.uri.as_str(), &import.origin.effective), ("https://tides.test/", &Trust::Public));
/// loading.provide(&import, None); // It cannot be reached.
/// assert_eq!(loading.next_import(), None);
/// assert_eq!(loading.site().excluded_imports()[0].reason, ExclusionReason::NotUsable);
/// # Ok::<(), agent_ui_actions_json::checked_manifest::ManifestError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SiteLoader {
    /// The root manifest of the site.
    manifest: CheckedManifest,
    loaded: Vec<CheckedManifest>,
    local: Origin,
    /// The status of every requested import, by its path.
    places: BTreeMap<Vec<ImportId>, ImportPlace>,
    open: VecDeque<ImportRequest>,
    least_trust: Option<Trust>,
    pub(super) names: Names,
    pub(super) capabilities: BTreeSet<String>,
    pub(super) authorization: Option<String>,
}

/// The manifest of an import, or the reason for its absence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ImportPlace {
    Root,
    Loaded(usize),
    Open,
    NotUsable,
    Untrusted,
}

/// A request to load the manifest of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImportRequest {
    /// The location of the manifest in the words of the importing manifest: an address, or a path relative to the
    /// importing manifest.
    pub uri: ImportUri,
    /// The path of imports and the trust.
    pub origin: Origin,
    /// The manifests on the path of imports.
    above: Vec<ImportPlace>,
}

impl Site {
    /// Starts loading a site from its root manifest.
    pub fn load(manifest: CheckedManifest, origin: Origin) -> SiteLoader {
        let mut loading = SiteLoader {
            manifest,
            loaded: Vec::new(),
            local: origin.clone(),
            places: BTreeMap::new(),
            open: VecDeque::new(),
            least_trust: None,
            names: Names::default(),
            capabilities: BTreeSet::new(),
            authorization: None,
        };
        loading.queue_imports(ImportPlace::Root, &origin, &[]);
        loading
    }
}

impl SiteLoader {
    /// Excludes imports with lower trust.
    #[must_use]
    pub fn least_trust(mut self, trust: Trust) -> Self {
        self.least_trust = Some(trust);
        self
    }

    /// Sets how tool names are shown to the agent.
    #[must_use]
    pub fn names(mut self, names: Names) -> Self {
        self.names = names;
        self
    }

    /// Sets the primitives that the host supports. Tools that `require` other primitives cannot be called.
    #[must_use]
    pub fn capabilities(mut self, primitives: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.capabilities = primitives.into_iter().map(Into::into).collect();
        self
    }

    /// Restricts calls to pages with this approval.
    #[must_use]
    pub fn authorization(mut self, authorization_id: impl Into<String>) -> Self {
        self.authorization = Some(authorization_id.into());
        self
    }

    /// Returns the next import to load. Each import is returned once.
    pub fn next_import(&mut self) -> Option<ImportRequest> {
        while let Some(wanted) = self.open.pop_front() {
            let least = self.least_trust.as_ref().map_or(0, Trust::rank);
            if wanted.origin.effective.rank() >= least {
                return Some(wanted);
            }
            self.places
                .insert(wanted.origin.path, ImportPlace::Untrusted);
        }
        None
    }

    /// Provides the manifest of an import. The imports of this manifest are requested next. Pass `None` if loading
    /// failed or the manifest is invalid.
    pub fn provide(&mut self, import: &ImportRequest, manifest: Option<CheckedManifest>) {
        let path = &import.origin.path;
        if self.places.get(path) != Some(&ImportPlace::Open) {
            return;
        }
        let Some(manifest) = manifest else {
            self.places.insert(path.clone(), ImportPlace::NotUsable);
            return;
        };
        let place = self.place_of(manifest, &import.above);
        self.places.insert(path.clone(), place);
        // An import that leads back to itself would request imports forever.
        if !import.above.contains(&place) {
            self.queue_imports(place, &import.origin, &import.above);
        }
    }

    /// Builds the site from the imports that were loaded so far.
    pub fn site(&self) -> Site {
        let mut composed = self.manifest.compose(&self.local, |path| {
            let ids = path.iter().filter_map(|import| import.id.get().cloned());
            let path: Vec<ImportId> = ids.collect();
            self.manifest_at(*self.places.get(&path)?)
        });
        let mut excluded = std::mem::take(&mut composed.excluded_imports);
        for ExcludedImport { path, reason } in &mut excluded {
            match self.places.get(path) {
                Some(ImportPlace::NotUsable) => *reason = ExclusionReason::NotUsable,
                Some(ImportPlace::Untrusted) => *reason = ExclusionReason::Untrusted,
                _ => {}
            }
        }
        Site::new(composed, excluded, self)
    }

    fn manifest_at(&self, place: ImportPlace) -> Option<&CheckedManifest> {
        match place {
            ImportPlace::Root => Some(&self.manifest),
            ImportPlace::Loaded(index) => self.loaded.get(index),
            ImportPlace::Open | ImportPlace::NotUsable | ImportPlace::Untrusted => None,
        }
    }

    /// Returns the place of a manifest, which may already be on the path, or stores the manifest at a new place.
    fn place_of(&mut self, manifest: CheckedManifest, above: &[ImportPlace]) -> ImportPlace {
        let same = above
            .iter()
            .find(|place| self.manifest_at(**place) == Some(&manifest));
        same.copied().unwrap_or_else(|| {
            self.loaded.push(manifest);
            ImportPlace::Loaded(self.loaded.len() - 1)
        })
    }

    /// Requests the imports of a manifest that its composition admits. `above` contains the manifests on the path to the
    /// manifest.
    fn queue_imports(&mut self, place: ImportPlace, origin: &Origin, above: &[ImportPlace]) {
        let Some(manifest) = self.manifest_at(place) else {
            return;
        };
        let policy = Policy::from_composition(manifest.manifest().composition.get());
        let above: Vec<ImportPlace> = above.iter().copied().chain([place]).collect();
        // The path also contains the root manifest, which is not an import.
        if above.len() > MAX_IMPORT_DEPTH + 1 {
            return;
        }
        let mut wanted = Vec::new();
        for import in manifest
            .manifest()
            .imports
            .get()
            .into_iter()
            .flat_map(List::iter)
        {
            let (Some(id), Some(uri)) = (import.id.get(), import.uri.get()) else {
                continue;
            };
            if policy.admits(id, import).is_ok() {
                let origin = origin.of_import(id, import);
                wanted.push(ImportRequest {
                    uri: uri.clone(),
                    origin,
                    above: above.clone(),
                });
            }
        }
        for wanted in wanted {
            if self.places.len() >= MAX_IMPORTS {
                return;
            }
            self.places
                .insert(wanted.origin.path.clone(), ImportPlace::Open);
            self.open.push_back(wanted);
        }
    }
}
