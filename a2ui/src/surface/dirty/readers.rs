//! An index of the components that read a data model path.

use crate::{ComponentId, Version, data_model, expression::Scope};
use std::collections::{BTreeMap, BTreeSet};
use wire::Pointer;

/// The paths that components read, by the position of each component in the component list.
#[derive(Clone, Debug, Default)]
pub(super) struct Readers {
    pub(super) readers: BTreeMap<usize, PathReader>,
    /// The JSON Pointers that all readers read from the top, with the positions of the readers.
    pub(super) paths: BTreeSet<(Box<str>, usize)>,
    /// The positions of components that may read any path.
    pub(super) any: BTreeSet<usize>,
    /// The number of visited components, which tests of the cost read.
    #[cfg(test)]
    pub(super) steps: usize,
}

/// The paths and lists that one component reads.
#[derive(Clone, Debug)]
pub(super) struct PathReader {
    pub(super) version: Version,
    pub(super) paths: Box<[Box<str>]>,
    pub(super) lists: Box<[TemplateList]>,
}

/// A list for whose elements a template is repeated.
#[derive(Clone, Debug)]
pub(super) struct TemplateList {
    pub(super) path: Box<str>,
    pub(super) child: ComponentId,
    /// `true` if the component refers to the repeated component only through this template.
    pub(super) only: bool,
}

impl TemplateList {
    /// Returns `true` if the path may be relative to a template item.
    pub(super) fn is_relative(&self) -> bool {
        !self.path.starts_with('/')
    }

    pub(super) fn resolve(&self, scope: &Scope) -> Option<Vec<String>> {
        data_model::segments(&scope.resolve(&self.path)).ok()
    }
}

impl PathReader {
    pub(super) fn at_top(&self, place: usize) -> impl Iterator<Item = (Box<str>, usize)> {
        let top = Scope::top();
        let paths: Vec<_> = self
            .paths
            .iter()
            .filter_map(|path| self.resolve(&top, path))
            .collect();
        let lists = self.lists.iter().filter_map(move |list| list.resolve(&top));
        paths
            .into_iter()
            .chain(lists)
            .map(move |path| (pointer(&path).as_str().into(), place))
    }

    /// Returns `true` if the path is resolved from the top, even inside a template item.
    pub(super) fn is_absolute(&self, path: &str) -> bool {
        match self.version {
            Version::V0_8 => data_model::item_path(path).is_none(),
            _ => path.starts_with('/'),
        }
    }

    /// Resolves a path in a scope. Returns `None` for an invalid path, which reads nothing.
    pub(super) fn resolve(&self, scope: &Scope, path: &str) -> Option<Vec<String>> {
        let path = match self.version {
            Version::V0_8 => scope.resolve_v0_8(path).ok()?,
            _ => scope.resolve(path),
        };
        data_model::segments(&path).ok()
    }
}

pub(super) fn pointer(segments: &[String]) -> Pointer {
    let mut pointer = Pointer::root();
    segments.iter().for_each(|segment| pointer.push(segment));
    pointer
}

impl Readers {
    /// Returns the positions of components that read the given path, a path above it or a path below it.
    pub(super) fn find_overlapping(&self, path: &[String]) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut at = Pointer::root();
        let mut segments = path.iter();
        loop {
            let (first, last) = ((at.as_str().into(), 0), (at.as_str().into(), usize::MAX));
            found.extend(self.paths.range(first..=last).map(|(_, place)| *place));
            let Some(segment) = segments.next() else {
                break;
            };
            at.push(segment);
        }
        let below = format!("{at}/");
        let rest = self.paths.range((below.as_str().into(), 0)..);
        found.extend(
            rest.take_while(|(path, _)| path.starts_with(&below))
                .map(|(_, place)| *place),
        );
        found
    }
}
