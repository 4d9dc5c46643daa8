//! Composition of a manifest with its imports.

mod part;
mod policy;
#[cfg(test)]
mod tests;

pub use crate::limits::{MAX_IMPORT_DEPTH, MAX_IMPORTS};
pub use part::{Conflict, ExcludedImport, ExclusionReason, Origin, Part, Storage};

use crate::{
    checked_manifest::{CheckedManifest, CheckedTool},
    manifest::{
        Attachment, AttachmentId, Check, CheckId, Context, ContextId, Import, ImportId,
        ProjectionName, Signal, SignalName, State, StateName, StateProjection, ToolName,
        Transition, TransitionName,
    },
};
pub(crate) use policy::Policy;
use std::ptr;
use wire::{List, Tolerant};

/// A manifest composed with its imports. Each section contains first the manifest's own parts, and then the parts of
/// its imports in order. The parts of an import are followed by those of its own imports.
///
/// Specification: [`imports`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#imports).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ComposedManifest<'m> {
    /// Documentation for agents.
    pub context: Vec<Part<ContextId, &'m Context>>,
    /// The states in which pages can be.
    pub states: Vec<Part<StateName, &'m State>>,
    /// The transitions between states.
    pub transitions: Vec<Part<TransitionName, &'m Transition>>,
    /// The tools that an agent may call.
    pub tools: Vec<Part<ToolName, CheckedTool<'m>>>,
    /// The events that pages may send.
    pub signals: Vec<Part<SignalName, &'m Signal>>,
    /// Elements that a runtime adds to pages.
    pub attachments: Vec<Part<AttachmentId, &'m Attachment>>,
    /// Probes that detect whether pages still match the manifests.
    pub checks: Vec<Part<CheckId, &'m Check>>,
    /// The readable state of pages as data.
    pub state_projections: Vec<Part<ProjectionName, &'m StateProjection>>,
    /// The conflicts between parts with the same name.
    pub conflicts: Vec<Conflict>,
    /// The imports that the composition does not contain.
    pub excluded_imports: Vec<ExcludedImport>,
    /// All transitions, including those that lost a naming conflict. They still limit the use of their tools.
    pub(crate) bounds: Vec<Part<TransitionName, &'m Transition>>,
}

impl<'m> ComposedManifest<'m> {
    /// Returns the tool with this name.
    pub fn tool(&self, name: &str) -> Option<&Part<ToolName, CheckedTool<'m>>> {
        self.tools.iter().find(|tool| tool.name == *name)
    }

    /// Returns the signal with this name.
    pub fn signal(&self, name: &str) -> Option<&Part<SignalName, &'m Signal>> {
        self.signals.iter().find(|signal| signal.name == *name)
    }

    fn add(&mut self, place: &PlacedManifest<'m>) {
        let manifest = place.manifest.manifest();
        place.add(&manifest.context, |part| &part.id, &mut self.context);
        place.add(&manifest.states, |part| &part.name, &mut self.states);
        place.add(
            &manifest.transitions,
            |part| &part.name,
            &mut self.transitions,
        );
        self.tools.extend(
            place
                .manifest
                .tools()
                .map(|tool| place.part(tool.name, tool)),
        );
        place.add(&manifest.signals, |part| &part.name, &mut self.signals);
        place.add(
            &manifest.attachments,
            |part| &part.id,
            &mut self.attachments,
        );
        place.add(&manifest.checks, |part| &part.id, &mut self.checks);
        place.add(
            &manifest.state_projections,
            |part| &part.name,
            &mut self.state_projections,
        );
    }

    fn resolve_conflicts(mut self, policy: &Policy) -> Self {
        self.bounds.clone_from(&self.transitions);
        let conflicts = &mut self.conflicts;
        policy.resolve_conflicts("context", &mut self.context, conflicts);
        policy.resolve_conflicts("states", &mut self.states, conflicts);
        policy.resolve_conflicts("transitions", &mut self.transitions, conflicts);
        policy.resolve_conflicts("tools", &mut self.tools, conflicts);
        policy.resolve_conflicts("signals", &mut self.signals, conflicts);
        policy.resolve_conflicts("attachments", &mut self.attachments, conflicts);
        policy.resolve_conflicts("checks", &mut self.checks, conflicts);
        policy.resolve_conflicts("state_projections", &mut self.state_projections, conflicts);
        self
    }
}

impl CheckedManifest {
    /// Composes this manifest with all direct and indirect imports. The caller provides the manifests: `load`
    /// receives the path of an import, which ends with the import itself.
    ///
    /// Names of imports are prefixed with the namespace and a dot. If several parts have the same name, none of them
    /// is kept, unless the composition of this manifest has a policy. The policy `prefer_local` keeps this manifest's
    /// own part. An entry in `overrides` (from an early draft) keeps the part of an import, or of `local`.
    /// `conflicts` lists every such name.
    ///
    /// Each manifest controls which of its imports are used, and if they need a namespace. The importing manifest
    /// states their trust and storage. [`Origin`] contains the path of imports and the effective trust. An import
    /// that leads back to itself (`load` returns the same manifest again) is excluded.
    ///
    /// ```
    /// use agent_ui_actions_json::{
    ///     checked_manifest::CheckedManifest, composition::{Origin, Storage}, manifest::Trust,
    ///     validate::Profile, wire,
    /// };
    /// use std::collections::BTreeMap;
    ///
    /// let check = |text| CheckedManifest::check(wire::decode(text).unwrap(), &Profile::STRICT, None).unwrap();
    /// let shop = check(
    ///     r#"{"protocol":"actions.json","version":1,"tools":[],"imports":[
    ///         {"id":"tide-table","kind":"public","uri":"https://tides.test/","namespace":"tides","trust":"public"}]}"#,
    /// );
    /// let tides = check(
    ///     r#"{"protocol":"actions.json","version":1,"signals":[{"name":"turned"}],"tools":[
    ///         {"name":"today","description":"High and low water.","input_schema":{},"x_actions":{"handler":"t"}}]}"#,
    /// );
    /// let loaded = BTreeMap::from([("https://tides.test/", tides)]);
    /// let composed = shop.compose(&Origin::local(Trust::Website, Storage::Public), |path| {
    ///     loaded.get(path.last()?.uri.get()?.as_str())
    /// });
    /// let tool = composed.tool("tides.today").unwrap();
    /// assert_eq!((&tool.origin.trust, tool.origin.storage), (&Trust::Public, Storage::Public));
    /// assert!(composed.signal("tides.turned").is_some());
    /// ```
    pub fn compose<'m>(
        &'m self,
        local: &Origin,
        load: impl Fn(&[&'m Import]) -> Option<&'m CheckedManifest>,
    ) -> ComposedManifest<'m> {
        let mut composed = ComposedManifest::default();
        let root = PlacedManifest {
            manifest: self,
            prefix: String::new(),
            origin: local.clone(),
            imports: Vec::new(),
            above: Vec::new(),
        };
        let (mut open, mut room) = (vec![root], MAX_IMPORTS);
        while let Some(place) = open.pop() {
            composed.add(&place);
            let policy = Policy::from_composition(place.manifest.manifest().composition.get());
            let mut inside = Vec::new();
            for import in place
                .manifest
                .manifest()
                .imports
                .get()
                .into_iter()
                .flat_map(List::iter)
            {
                let Some(id) = import.id.get() else {
                    continue;
                };
                match place.inside(id, import, &policy, &load, &mut room) {
                    Ok(place) => inside.push(place),
                    Err(reason) => composed.excluded_imports.push(ExcludedImport {
                        path: place.path(id),
                        reason,
                    }),
                }
            }
            open.extend(inside.into_iter().rev());
        }
        composed.resolve_conflicts(&Policy::from_composition(self.manifest().composition.get()))
    }
}

/// A manifest at its place in a composition.
struct PlacedManifest<'m> {
    manifest: &'m CheckedManifest,
    /// The prefix of the manifest's names.
    prefix: String,
    origin: Origin,
    /// The path of imports that leads to the manifest, ending with the import of the manifest itself.
    imports: Vec<&'m Import>,
    /// The manifests on the path of imports.
    above: Vec<&'m CheckedManifest>,
}

impl<'m> PlacedManifest<'m> {
    fn path(&self, id: &ImportId) -> Vec<ImportId> {
        self.origin.path.iter().chain([id]).cloned().collect()
    }

    fn part<N: AsRef<str> + From<String>, T>(&self, name: &N, value: T) -> Part<N, T> {
        let name = N::from(format!("{}{}", self.prefix, name.as_ref()));
        Part {
            name,
            value,
            origin: self.origin.clone(),
        }
    }

    fn add<N: AsRef<str> + From<String>, T>(
        &self,
        section: &'m Tolerant<List<T>>,
        name: impl Fn(&T) -> &Tolerant<N>,
        parts: &mut Vec<Part<N, &'m T>>,
    ) {
        let named = section.get().into_iter().flat_map(List::iter);
        parts.extend(named.filter_map(|value| Some(self.part(name(value).get()?, value))));
    }

    /// Loads an import of this manifest, or returns the reason for excluding the import.
    fn inside(
        &self,
        id: &ImportId,
        import: &'m Import,
        policy: &Policy,
        load: impl Fn(&[&'m Import]) -> Option<&'m CheckedManifest>,
        room: &mut usize,
    ) -> Result<Self, ExclusionReason> {
        let namespace = policy.admits(id, import)?;
        if self.imports.len() > MAX_IMPORT_DEPTH {
            return Err(ExclusionReason::TooDeep);
        }
        let imports: Vec<_> = self.imports.iter().copied().chain([import]).collect();
        let manifest = load(&imports).ok_or(ExclusionReason::NotLoaded)?;
        let above: Vec<_> = self.above.iter().copied().chain([self.manifest]).collect();
        if above.iter().any(|above| ptr::eq(*above, manifest)) {
            return Err(ExclusionReason::Cycle);
        }
        *room = room.checked_sub(1).ok_or(ExclusionReason::TooMany)?;
        let prefix = match namespace {
            Some(namespace) => format!("{}{namespace}.", self.prefix),
            None => self.prefix.clone(),
        };
        Ok(Self {
            manifest,
            prefix,
            origin: self.origin.of_import(id, import),
            imports,
            above,
        })
    }
}
