//! The policy for composing imports.

use super::{Conflict, ExclusionReason, Origin, Part};
use crate::{
    identifier::is_safe,
    manifest::{Composition, Import, ImportId},
};
use std::collections::{BTreeMap, BTreeSet};
use wire::Payload;

/// The policy of a manifest for composing its imports.
#[derive(Default)]
pub(crate) struct Policy {
    prefer_local: bool,
    needs_no_namespace: bool,
    /// The preferred import for each name.
    overrides: BTreeMap<String, String>,
    disabled: BTreeSet<String>,
}

impl Policy {
    pub(crate) fn from_composition(composition: Option<&Composition>) -> Self {
        let Some(composition) = composition else {
            return Self::default();
        };
        let mut overrides = BTreeMap::new();
        for entry in elements(composition, "overrides") {
            if let (Some(name), Some(prefer)) = (text(&entry, "name"), text(&entry, "prefer")) {
                overrides.insert(name, prefer);
            }
        }
        let policy = composition.default_conflict_policy.get();
        Self {
            prefer_local: policy.is_some_and(|policy| policy == "prefer_local"),
            needs_no_namespace: composition.namespace_required.get() == Some(&false),
            overrides,
            disabled: elements(composition, "disabled_sources")
                .filter_map(|id| Some(id.as_str()?.into_owned()))
                .collect(),
        }
    }

    /// Returns the namespace of an import, or the reason for excluding the import.
    pub(crate) fn admits<'i>(
        &self,
        id: &ImportId,
        import: &'i Import,
    ) -> Result<Option<&'i str>, ExclusionReason> {
        if !import.is_enabled() || self.disabled.contains(id.as_str()) {
            return Err(ExclusionReason::Disabled);
        }
        match import.namespace.get() {
            None if !self.needs_no_namespace => Err(ExclusionReason::WithoutNamespace),
            Some(namespace) if !is_safe(namespace) => Err(ExclusionReason::UnsafeNamespace),
            namespace => Ok(namespace.map(String::as_str)),
        }
    }

    /// Keeps at most one part for each name of a section, and records the conflicts.
    pub(super) fn resolve_conflicts<N: AsRef<str>, T>(
        &self,
        section: &'static str,
        parts: &mut Vec<Part<N, T>>,
        conflicts: &mut Vec<Conflict>,
    ) {
        let mut origins: BTreeMap<String, Vec<Origin>> = BTreeMap::new();
        for part in &*parts {
            origins
                .entry(part.name.as_ref().to_owned())
                .or_default()
                .push(part.origin.clone());
        }
        origins.retain(|_, origins| origins.len() > 1);
        parts.retain(|part| {
            let name = part.name.as_ref();
            match origins.get(name) {
                Some(origins) => self.preferred_origin(name, origins) == Some(&part.origin),
                None => true,
            }
        });
        conflicts.extend(origins.into_iter().map(|(name, origins)| {
            let kept = self.preferred_origin(&name, &origins).cloned();
            Conflict {
                section,
                name,
                origins,
                kept,
            }
        }));
    }

    /// Returns the origin of the part to keep among parts with the same name; `None` if no part is preferred.
    fn preferred_origin<'o>(&self, name: &str, origins: &'o [Origin]) -> Option<&'o Origin> {
        let local = origins.iter().find(|origin| origin.path.is_empty());
        let Some(prefer) = self.overrides.get(name) else {
            return if self.prefer_local { local } else { None };
        };
        for origin in origins {
            // The name of an import in a policy also covers the imports of that import.
            if origin.path.first().is_some_and(|id| id == prefer.as_str()) {
                return Some(origin);
            }
        }
        if prefer == "local" { local } else { None }
    }
}

/// Iterates over the elements of an array that the specification does not define.
fn elements<'c>(composition: &'c Composition, name: &str) -> impl Iterator<Item = Payload> + 'c {
    let list = composition.extra.get(name);
    list.into_iter().flat_map(Payload::elements)
}

fn text(object: &Payload, name: &str) -> Option<String> {
    Some(object.member(name)?.as_str()?.into_owned())
}
