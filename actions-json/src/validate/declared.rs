//! What a manifest declares, for rules about references.

use super::mend;
use crate::manifest::Manifest;
use std::{borrow::Cow, collections::BTreeSet};
use wire::{List, Loose};

/// Names of one kind.
#[derive(Default)]
pub(super) struct Names<'m>(BTreeSet<Cow<'m, str>>);

/// The names of a manifest.
pub(super) struct Declared<'m> {
    pub(super) tools: Names<'m>,
    pub(super) states: Names<'m>,
    pub(super) signals: Names<'m>,
    pub(super) attachments: Names<'m>,
    pub(super) projections: Names<'m>,
    /// What stands in front of imported names.
    namespaces: BTreeSet<&'m str>,
}

impl Names<'_> {
    /// What somebody may have meant who wrote `name`, as a hint.
    pub(super) fn meant(&self, name: &str, otherwise: &str) -> String {
        mend::meant(name, self.0.iter().map(|name| &**name), otherwise)
    }
}

impl<'m> FromIterator<&'m str> for Names<'m> {
    fn from_iter<I: IntoIterator<Item = &'m str>>(names: I) -> Self {
        Self(names.into_iter().map(Cow::Borrowed).collect())
    }
}

/// The names in a section.
fn names<'m, T, N: AsRef<str> + 'm>(
    section: &'m Loose<List<T>>,
    name: impl Fn(&'m T) -> &'m Loose<N>,
) -> Names<'m> {
    section
        .get()
        .into_iter()
        .flat_map(List::iter)
        .filter_map(|item| name(item).get().map(AsRef::as_ref))
        .collect()
}

impl<'m> Declared<'m> {
    pub(super) fn by(manifest: &'m Manifest) -> Self {
        let imports = manifest.imports.get().into_iter().flat_map(List::iter);
        Self {
            tools: names(&manifest.tools, |tool| &tool.name),
            states: Names(manifest.state_names().into_iter().collect()),
            signals: names(&manifest.signals, |signal| &signal.name),
            attachments: names(&manifest.attachments, |attachment| &attachment.id),
            projections: names(&manifest.state_projections, |projection| &projection.name),
            namespaces: imports.filter_map(|import| import.namespace.get().map(String::as_str)).collect(),
        }
    }

    /// Whether a name is declared, or may come with an import.
    pub(super) fn has(&self, names: &Names<'_>, name: &str) -> bool {
        let imported = || {
            name.match_indices('.')
                .any(|(dot, _)| name.get(..dot).is_some_and(|namespace| self.namespaces.contains(namespace)))
        };
        names.0.contains(name) || imported()
    }
}
