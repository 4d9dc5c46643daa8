//! What compositions are made of.

use crate::manifest::{Import, ImportId, ImportKind, Trust};

/// Who may see what lies somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Storage {
    /// The user.
    Private,
    /// Those who share it.
    Shared,
    /// Anybody.
    Public,
}

impl Storage {
    /// Where an import lies: by its kind, else by its trust. What does not say is private, so that nothing of it gets out.
    pub fn for_import(import: &Import) -> Self {
        let by_trust = match import.trust.get() {
            Some(Trust::Website | Trust::Public) => Self::Public,
            Some(Trust::Shared) => Self::Shared,
            _ => Self::Private,
        };
        match import.kind.get() {
            Some(ImportKind::Website | ImportKind::Public | ImportKind::Package) => Self::Public,
            Some(ImportKind::Shared) => Self::Shared,
            Some(ImportKind::Local) => Self::Private,
            // A storage has areas of all three kinds.
            _ => by_trust,
        }
    }
}

/// Where a part of a composition comes from. It takes nothing over from the manifests that import it, but for what bounds its
/// trust.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Origin {
    /// The import, behind those by way of which it came; empty for the manifest itself.
    pub path: Vec<ImportId>,
    /// How far it is trusted, as the manifest says that imports it.
    pub trust: Trust,
    /// How far that counts: never more than the manifest is trusted that says so.
    pub effective: Trust,
    /// Who may see it.
    pub storage: Storage,
}

impl Origin {
    /// The manifest itself.
    pub fn local(trust: Trust, storage: Storage) -> Self {
        Self { path: Vec::new(), effective: trust.clone(), trust, storage }
    }

    /// An import of the manifest that is here.
    pub(crate) fn of_import(&self, id: &ImportId, import: &Import) -> Self {
        let path = self.path.iter().chain([id]).cloned().collect();
        let trust = import.trust.get().cloned().unwrap_or(Trust::Unknown);
        let effective = if trust.rank() < self.effective.rank() { &trust } else { &self.effective }.clone();
        Self { path, trust, effective, storage: Storage::for_import(import) }
    }

    /// The import; `None` for the manifest itself.
    pub fn import(&self) -> Option<&ImportId> {
        self.path.last()
    }
}

/// Something as a composition calls it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part<N, T> {
    /// Its name: with the namespaces of its imports in front.
    pub name: N,
    /// What it is, with the name that its own manifest has for it. What it refers to is in that manifest.
    pub value: T,
    /// Where it comes from.
    pub origin: Origin,
}

/// Several parts of one section have the same name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict {
    /// The section, as manifests call it: `tools`, `signals` and so on.
    pub section: &'static str,
    /// The name.
    pub name: String,
    /// Where they come from.
    pub origins: Vec<Origin>,
    /// Whose part has the name in the end, by the policy of the manifest; without one nobody's.
    pub kept: Option<Origin>,
}

/// An import of which nothing is in the composition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExcludedImport {
    /// Which one, behind those by way of which it would come.
    pub path: Vec<ImportId>,
    /// Why.
    pub reason: ExclusionReason,
}

/// Why nothing of an import is in a composition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ExclusionReason {
    /// It, or the composition of the manifest that imports it, says that it is not used.
    Disabled,
    /// The caller has no valid manifest for it.
    NotLoaded,
    /// It has no namespace, and the composition does not say that it needs none.
    WithoutNamespace,
    /// Its namespace is no safe identifier.
    UnsafeNamespace,
    /// It is one of those by way of which it would come, or the manifest itself.
    Cycle,
    /// The manifest that was loaded for it is not valid, or none was to be had.
    NotUsable,
    /// It is trusted less than the caller asks for.
    Untrusted,
    /// It would come by way of more than [`MAX_DEPTH`](super::MAX_DEPTH) others.
    TooDeep,
    /// [`MAX_IMPORTS`](super::MAX_IMPORTS) are in the composition already.
    TooMany,
}
