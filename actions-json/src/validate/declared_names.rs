//! What a manifest declares, for rules about references.

use super::suggestion;
use crate::manifest::{Manifest, PrimitiveName};
use std::{borrow::Cow, collections::BTreeSet};
use wire::{List, Payload, Tolerant};

/// Names of one kind; `None` where the section cannot be read, so that nobody knows them.
pub(super) struct Names<'m>(Option<BTreeSet<Cow<'m, str>>>);

/// The names of a manifest.
pub(super) struct DeclaredNames<'m> {
    pub(super) tools: Names<'m>,
    pub(super) states: Names<'m>,
    pub(super) signals: Names<'m>,
    pub(super) attachments: Names<'m>,
    pub(super) projections: Names<'m>,
    /// The primitives that the manifest brings itself.
    pub(super) primitives: BTreeSet<PrimitiveName>,
    /// What stands in front of imported names.
    namespaces: BTreeSet<&'m str>,
}

impl Names<'_> {
    /// What somebody may have meant who wrote `name`, as a hint.
    pub(super) fn suggest(&self, name: &str, otherwise: &str) -> String {
        suggestion::suggest(name, self.0.iter().flatten().map(|name| &**name), otherwise)
    }
}

/// The names in a section.
fn names<'m, T, N: AsRef<str> + 'm>(
    section: &'m Tolerant<List<T>>,
    name: impl Fn(&'m T) -> &'m Tolerant<N>,
) -> Names<'m> {
    if section.invalid().is_some_and(|odd| !odd.is_null()) {
        return Names(None);
    }
    let items = section.get().into_iter().flat_map(List::iter);
    Names(Some(items.filter_map(|item| name(item).get().map(|name| Cow::Borrowed(name.as_ref()))).collect()))
}

fn states(manifest: &Manifest) -> Names<'_> {
    let is_readable = |odd: &Payload| odd.is_null() || odd.is_object();
    if !manifest.states.invalid().is_none_or(is_readable) {
        return Names(None);
    }
    Names(Some(manifest.state_names().into_iter().collect()))
}

impl<'m> DeclaredNames<'m> {
    pub(super) fn from_manifest(manifest: &'m Manifest) -> Self {
        let imports = manifest.imports.get().into_iter().flat_map(List::iter);
        Self {
            // Without a list of tools nobody knows which are declared, and one finding says so.
            tools: match &manifest.tools {
                tools @ Tolerant::Value(_) => names(tools, |tool| &tool.name),
                Tolerant::Invalid(_) | Tolerant::Absent => Names(None),
            },
            states: states(manifest),
            signals: names(&manifest.signals, |signal| &signal.name),
            attachments: names(&manifest.attachments, |attachment| &attachment.id),
            projections: names(&manifest.state_projections, |projection| &projection.name),
            primitives: manifest.own_primitives().collect(),
            namespaces: imports.filter_map(|import| import.namespace.get().map(String::as_str)).collect(),
        }
    }

    /// Whether a name is declared, or may come with an import.
    pub(super) fn has(&self, names: &Names<'_>, name: &str) -> bool {
        let imported = || {
            name.match_indices('.')
                .any(|(dot, _)| name.get(..dot).is_some_and(|namespace| self.namespaces.contains(namespace)))
        };
        names.0.as_ref().is_none_or(|names| names.contains(name)) || imported()
    }
}
