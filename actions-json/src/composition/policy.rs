//! How imports come together.

use super::{Composed, ComposedTool, Conflict, LeftOutReason, Origin};
use crate::{
    checked::CheckedManifest,
    identifier::is_safe,
    manifest::{Composition, Import, ImportId, ToolName},
};
use std::collections::{BTreeMap, BTreeSet};
use wire::{Payload, Pointer};

/// What a manifest says about how its imports come together.
#[derive(Default)]
pub(super) struct Policy {
    prefer_local: bool,
    needs_no_namespace: bool,
    /// Names and the imports that they prefer.
    overrides: BTreeMap<String, String>,
    disabled: BTreeSet<String>,
}

impl Policy {
    pub(super) fn of(composition: Option<&Composition>) -> Self {
        let Some(composition) = composition else {
            return Self::default();
        };
        let list = |name| composition.extra.get(name).into_iter().flat_map(Payload::elements);
        let member = |of: &Payload, name| Some(of.get(&Pointer::root().member(name))?.as_str()?.into_owned());
        Self {
            prefer_local: composition.default_conflict_policy.get().is_some_and(|it| it == "prefer_local"),
            needs_no_namespace: composition.namespace_required.get() == Some(&false),
            overrides: list("overrides")
                .filter_map(|entry| Some((member(&entry, "name")?, member(&entry, "prefer")?)))
                .collect(),
            disabled: list("disabled_sources").filter_map(|id| Some(id.as_str()?.into_owned())).collect(),
        }
    }

    /// The manifest of an import and the namespace of its names, or why it is left out.
    pub(super) fn admits<'m>(
        &self,
        id: &ImportId,
        import: &'m Import,
        imports: &'m BTreeMap<ImportId, CheckedManifest>,
    ) -> Result<(&'m CheckedManifest, Option<&'m str>), LeftOutReason> {
        if !import.is_enabled() || self.disabled.contains(id.as_str()) {
            return Err(LeftOutReason::Disabled);
        }
        let namespace = import.namespace.get().map(String::as_str);
        match namespace {
            None if !self.needs_no_namespace => return Err(LeftOutReason::WithoutNamespace),
            Some(namespace) if !is_safe(namespace) => return Err(LeftOutReason::UnsafeNamespace),
            _ => {}
        }
        let manifest = imports.get(id).ok_or(LeftOutReason::NotLoaded)?;
        Ok((manifest, namespace))
    }

    /// Gives every name to whom it belongs.
    pub(super) fn settle<'m>(&self, all: Vec<ComposedTool<'m>>, composed: &mut Composed<'m>) {
        let mut origins: BTreeMap<ToolName, Vec<Origin>> = BTreeMap::new();
        for tool in &all {
            origins.entry(tool.name.clone()).or_default().push(tool.origin.clone());
        }
        origins.retain(|_, origins| origins.len() > 1);
        for tool in all {
            let kept = origins.get(&tool.name).map(|origins| self.preferred(&tool.name, origins));
            if kept.is_none_or(|kept| kept == Some(&tool.origin)) {
                composed.tools.push(tool);
            }
        }
        let conflict = |(name, origins): (ToolName, Vec<Origin>)| {
            let kept = self.preferred(&name, &origins).cloned();
            Conflict { name, origins, kept }
        };
        composed.conflicts.extend(origins.into_iter().map(conflict));
    }

    fn preferred<'o>(&self, name: &ToolName, origins: &'o [Origin]) -> Option<&'o Origin> {
        let local = || origins.iter().find(|origin| origin.import.is_none());
        match self.overrides.get(name.as_str()) {
            Some(prefer) => {
                let import = |origin: &&Origin| {
                    origin.import.as_ref().is_some_and(|id| id.as_str() == prefer.as_str())
                };
                origins.iter().find(import).or_else(|| local().filter(|_| prefer == "local"))
            }
            None => local().filter(|_| self.prefer_local),
        }
    }
}
