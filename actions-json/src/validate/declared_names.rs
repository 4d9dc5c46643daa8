//! The names that a manifest declares, for the rules about references.

use super::suggestion::{self, Suggestion};
use crate::manifest::{Manifest, PrimitiveName};
use std::{borrow::Cow, collections::BTreeSet};
use wire::{List, Tolerant};

/// The names of one kind. `None` means that the section cannot be read, so references to it are not checked.
pub(super) struct Names<'m>(Option<BTreeSet<Cow<'m, str>>>);

/// All names that a manifest declares.
pub(super) struct DeclaredNames<'m> {
    pub(super) tools: Names<'m>,
    pub(super) states: Names<'m>,
    pub(super) signals: Names<'m>,
    pub(super) attachments: Names<'m>,
    pub(super) projections: Names<'m>,
    /// The primitives that the manifest itself defines.
    pub(super) primitives: BTreeSet<PrimitiveName>,
    /// The prefixes of imported names.
    namespaces: BTreeSet<&'m str>,
}

impl Names<'_> {
    /// Suggests the most similar name, or returns `otherwise` as the hint.
    pub(super) fn suggest(&self, name: &str, otherwise: &str) -> Suggestion {
        suggestion::suggest_word(name, self.0.iter().flatten().map(|name| &**name), otherwise)
    }
}

/// Collects the names in a section.
fn collect_names<'m, T, N: AsRef<str> + 'm>(
    section: &'m Tolerant<List<T>>,
    name: impl Fn(&'m T) -> &'m Tolerant<N>,
) -> Names<'m> {
    if section.invalid().is_some_and(|odd| !odd.is_null()) {
        return Names(None);
    }
    let items = section.get().into_iter().flat_map(List::iter);
    let names = items.filter_map(|item| name(item).get().map(|name| Cow::Borrowed(name.as_ref())));
    Names(Some(wire::collect_set(names)))
}

fn collect_states(manifest: &Manifest) -> Names<'_> {
    // In published manifests, `states` may be an object, whose member names are the states.
    if let Some(odd) = manifest.states.invalid()
        && !odd.is_null()
        && !odd.is_object()
    {
        return Names(None);
    }
    Names(Some(wire::collect_set(manifest.state_names())))
}

impl<'m> DeclaredNames<'m> {
    pub(super) fn from_manifest(manifest: &'m Manifest) -> Self {
        let imports = manifest.imports.get().into_iter().flat_map(List::iter);
        let namespaces = imports.filter_map(|import| import.namespace.get().map(String::as_str));
        Self {
            // If `tools` is not a list, only that is reported, and references to tools are not checked.
            tools: match &manifest.tools {
                tools @ Tolerant::Value(_) => collect_names(tools, |tool| &tool.name),
                Tolerant::Invalid(_) | Tolerant::Absent => Names(None),
            },
            states: collect_states(manifest),
            signals: collect_names(&manifest.signals, |signal| &signal.name),
            attachments: collect_names(&manifest.attachments, |attachment| &attachment.id),
            projections: collect_names(&manifest.state_projections, |projection| &projection.name),
            primitives: wire::collect_set(manifest.own_primitives()),
            namespaces: wire::collect_set(namespaces),
        }
    }

    /// Returns `true` if a name is declared or may belong to an import.
    pub(super) fn has(&self, names: &Names<'_>, name: &str) -> bool {
        match &names.0 {
            Some(names) => names.contains(name) || self.may_be_imported(name),
            None => true,
        }
    }

    /// Returns `true` if a name begins with the namespace of an import.
    fn may_be_imported(&self, name: &str) -> bool {
        for (dot, _) in name.match_indices('.') {
            if let Some(namespace) = name.get(..dot)
                && self.namespaces.contains(namespace)
            {
                return true;
            }
        }
        false
    }
}
