//! The parts of a composition.

use crate::manifest::{Import, ImportId, ImportKind, Trust};

/// The audience that may see stored data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Storage {
    /// Visible to the user only.
    Private,
    /// Visible to the users who share it.
    Shared,
    /// Visible to anyone.
    Public,
}

impl Storage {
    /// Returns the storage of an import, which depends on its kind, or else on its trust. Without both, the storage
    /// is private, so that nothing is disclosed.
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
            // A storage has areas of all three kinds, so only the trust decides.
            _ => by_trust,
        }
    }
}

/// The origin of a part of a composition. The importing manifests only limit the trust in the part.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Origin {
    /// The path of imports, ending with the import itself; empty for the root manifest.
    pub path: Vec<ImportId>,
    /// The trust stated by the importing manifest.
    pub trust: Trust,
    /// The effective trust, which never exceeds that of the importing manifest.
    pub effective: Trust,
    /// The audience that may see the part.
    pub storage: Storage,
}

impl Origin {
    /// Returns the origin of the root manifest.
    pub fn local(trust: Trust, storage: Storage) -> Self {
        Self {
            path: Vec::new(),
            effective: trust.clone(),
            trust,
            storage,
        }
    }

    /// Returns the origin of an import of the manifest at this origin.
    pub(crate) fn of_import(&self, id: &ImportId, import: &Import) -> Self {
        let path = self.path.iter().chain([id]).cloned().collect();
        let trust = import.trust.get().cloned().unwrap_or(Trust::Unknown);
        let effective = if trust.rank() < self.effective.rank() {
            &trust
        } else {
            &self.effective
        }
        .clone();
        Self {
            path,
            trust,
            effective,
            storage: Storage::for_import(import),
        }
    }

    /// Returns the import; `None` for the root manifest.
    pub fn import(&self) -> Option<&ImportId> {
        self.path.last()
    }
}

/// A part of a manifest with its composed name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part<N, T> {
    /// The name, prefixed with the namespaces of its imports.
    pub name: N,
    /// The part with its original name. Its references are relative to its own manifest.
    pub value: T,
    /// The origin of the part.
    pub origin: Origin,
}

/// A conflict between several parts of one section with the same name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict {
    /// The name of the section, such as `tools` or `signals`.
    pub section: &'static str,
    /// The name of the parts.
    pub name: String,
    /// The origins of the parts.
    pub origins: Vec<Origin>,
    /// The part that the policy keeps; `None` without a policy.
    pub kept: Option<Origin>,
}

/// An import that a composition does not contain.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExcludedImport {
    /// The path of imports, ending with the excluded import.
    pub path: Vec<ImportId>,
    /// The reason for the exclusion.
    pub reason: ExclusionReason,
}

/// The reason for which a composition does not contain an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ExclusionReason {
    /// The import is disabled, by its own entry or by the composition of the importing manifest.
    Disabled,
    /// The caller provided no valid manifest for the import.
    NotLoaded,
    /// The import has no namespace, and the composition requires one.
    WithoutNamespace,
    /// The namespace is not a safe identifier.
    UnsafeNamespace,
    /// The import leads back to a manifest on its own path.
    Cycle,
    /// The loaded manifest is invalid, or loading failed.
    NotUsable,
    /// The trust is lower than the caller requires.
    Untrusted,
    /// The path has more than [`MAX_IMPORT_DEPTH`](super::MAX_IMPORT_DEPTH) other imports.
    TooDeep,
    /// The composition already has [`MAX_IMPORTS`](super::MAX_IMPORTS) imports.
    TooMany,
}
