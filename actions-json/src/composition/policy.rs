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
        let list = |name| {
            composition
                .extra
                .get(name)
                .into_iter()
                .flat_map(Payload::elements)
        };
        let member = |of: &Payload, name| Some(of.member(name)?.as_str()?.into_owned());
        Self {
            prefer_local: composition
                .default_conflict_policy
                .get()
                .is_some_and(|it| it == "prefer_local"),
            needs_no_namespace: composition.namespace_required.get() == Some(&false),
            overrides: list("overrides")
                .filter_map(|entry| Some((member(&entry, "name")?, member(&entry, "prefer")?)))
                .collect(),
            disabled: list("disabled_sources")
                .filter_map(|id| Some(id.as_str()?.into_owned()))
                .collect(),
        }
    }

    /// Returns the namespace of an import's names, or the reason for excluding the import.
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
    pub(super) fn settle<N: AsRef<str>, T>(
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
            let kept = origins
                .get(name)
                .map(|origins| self.preferred_origin(name, origins));
            kept.is_none_or(|kept| kept == Some(&part.origin))
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

    fn preferred_origin<'o>(&self, name: &str, origins: &'o [Origin]) -> Option<&'o Origin> {
        let local = || origins.iter().find(|origin| origin.path.is_empty());
        match self.overrides.get(name) {
            Some(prefer) => {
                // An import also represents its own imports.
                let import =
                    |origin: &&Origin| origin.path.first().is_some_and(|id| id == prefer.as_str());
                origins
                    .iter()
                    .find(import)
                    .or_else(|| local().filter(|_| prefer == "local"))
            }
            None => local().filter(|_| self.prefer_local),
        }
    }
}
