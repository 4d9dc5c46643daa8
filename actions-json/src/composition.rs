//! The tools of a manifest and its imports under one roof. actions.json v1, imports.

mod policy;

use crate::{
    checked::{CheckedManifest, CheckedTool},
    manifest::{Import, ImportId, ImportKind, ToolName, Trust},
};
use policy::Policy;
use std::collections::BTreeMap;

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
    pub fn of(import: &Import) -> Self {
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

/// Where a part of a composition comes from. It never takes over anything from the manifest that imports it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Origin {
    /// The import; `None` for the manifest itself.
    pub import: Option<ImportId>,
    /// How far it is trusted.
    pub trust: Trust,
    /// Who may see it.
    pub storage: Storage,
}

impl Origin {
    /// The manifest itself.
    pub fn local(trust: Trust, storage: Storage) -> Self {
        Self { import: None, trust, storage }
    }
}

/// A tool as a composition calls it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ComposedTool<'m> {
    /// Its name: with the namespace of its import in front.
    pub name: ToolName,
    /// The tool, with the name that its own manifest has for it.
    pub tool: CheckedTool<'m>,
    /// Where it comes from.
    pub origin: Origin,
}

/// Several tools have the same name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict {
    /// The name.
    pub name: ToolName,
    /// Where they come from.
    pub origins: Vec<Origin>,
    /// Whose tool has the name in the end, by the policy of the manifest; without one nobody's.
    pub kept: Option<Origin>,
}

/// An import of which nothing is in the composition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// Which one.
    pub import: ImportId,
    /// Why.
    pub reason: LeftOutReason,
}

/// Why nothing of an import is in a composition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum LeftOutReason {
    /// It, or the composition, says that it is not used.
    Disabled,
    /// The caller has no valid manifest for it.
    NotLoaded,
    /// It has no namespace, and the composition does not say that it needs none.
    WithoutNamespace,
    /// Its namespace is no safe identifier.
    UnsafeNamespace,
    /// It is an import of an import. Those are not followed: each manifest answers for what it imports itself.
    Nested,
}

/// A manifest and its imports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Composed<'m> {
    /// The tools, the manifest's own first, then those of its imports in order.
    pub tools: Vec<ComposedTool<'m>>,
    /// Where several have the same name.
    pub conflicts: Vec<Conflict>,
    /// The imports of which nothing is used.
    pub left_out: Vec<LeftOut>,
}

impl<'m> Composed<'m> {
    /// The tool of this name.
    pub fn tool(&self, name: &str) -> Option<&ComposedTool<'m>> {
        self.tools.iter().find(|tool| tool.name == *name)
    }
}

impl CheckedManifest {
    /// Puts the tools of this manifest and of its imports together. Which manifests those are is the caller's to find out.
    ///
    /// Names of imports get their namespace and a dot in front. A name that several have is nobody's, unless the composition
    /// says `prefer_local` and it is this manifest's own, or (as in an early draft) has an entry in `overrides` that prefers an
    /// import, or `local`. Either way it is in `conflicts`.
    ///
    /// ```
    /// # use agent_ui_actions_json as actions_json;
    /// use actions_json::{checked::CheckedManifest, composition::{Origin, Storage}, manifest::Trust, validate::Profile};
    /// use std::collections::BTreeMap;
    ///
    /// let check = |text| CheckedManifest::check(wire::decode(text).unwrap(), &Profile::STRICT, None).unwrap();
    /// let shop = check(
    ///     r#"{"protocol":"actions.json","version":1,"tools":[],"imports":[
    ///         {"id":"tide-table","kind":"public","uri":"https://tides.test/","namespace":"tides","trust":"public"}]}"#,
    /// );
    /// let tides = check(
    ///     r#"{"protocol":"actions.json","version":1,"tools":[
    ///         {"name":"today","description":"High and low water.","input_schema":{},"x_actions":{"handler":"t"}}]}"#,
    /// );
    /// let imports = BTreeMap::from([("tide-table".into(), tides)]);
    /// let composed = shop.compose(&Origin::local(Trust::Website, Storage::Public), &imports);
    /// let tool = composed.tool("tides.today").unwrap();
    /// assert_eq!((&tool.origin.trust, tool.origin.storage), (&Trust::Public, Storage::Public));
    /// ```
    pub fn compose<'m>(
        &'m self,
        local: &Origin,
        imports: &'m BTreeMap<ImportId, CheckedManifest>,
    ) -> Composed<'m> {
        let policy = Policy::of(self.manifest().composition.get());
        let mut composed = Composed::default();
        let mut all: Vec<ComposedTool<'m>> = named(self, None, local);
        for import in self.manifest().imports.get().into_iter().flat_map(|list| list.iter()) {
            let Some(id) = import.id.get() else {
                continue;
            };
            match policy.admits(id, import, imports) {
                Ok((manifest, namespace)) => {
                    let trust = import.trust.get().cloned().unwrap_or(Trust::Unknown);
                    let origin = Origin { import: Some(id.clone()), trust, storage: Storage::of(import) };
                    all.append(&mut named(manifest, namespace, &origin));
                    composed.left_out.extend(nested(manifest));
                }
                Err(reason) => composed.left_out.push(LeftOut { import: id.clone(), reason }),
            }
        }
        policy.settle(all, &mut composed);
        composed
    }
}

fn named<'m>(
    manifest: &'m CheckedManifest,
    namespace: Option<&str>,
    origin: &Origin,
) -> Vec<ComposedTool<'m>> {
    let name = |tool: &CheckedTool<'_>| match namespace {
        Some(namespace) => ToolName::from(format!("{namespace}.{}", tool.name)),
        None => tool.name.clone(),
    };
    manifest.tools().map(|tool| ComposedTool { name: name(&tool), tool, origin: origin.clone() }).collect()
}

/// What an import would import in turn.
fn nested(manifest: &CheckedManifest) -> impl Iterator<Item = LeftOut> {
    let imports = manifest.manifest().imports.get().into_iter().flat_map(|list| list.iter());
    imports.filter(|import| import.is_enabled()).filter_map(|import| {
        Some(LeftOut { import: import.id.get()?.clone(), reason: LeftOutReason::Nested })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate::Profile;

    fn manifest(tools: &[&str], rest: &str) -> CheckedManifest {
        let tools: Vec<String> = tools
            .iter()
            .map(|name| {
                format!(r#"{{"name":"{name}","description":"D.","input_schema":{{}},"x_actions":{{"handler":"h"}}}}"#)
            })
            .collect();
        let text =
            format!(r#"{{"protocol":"actions.json","version":1,"tools":[{}]{rest}}}"#, tools.join(","));
        CheckedManifest::check(wire::decode(&text).unwrap(), &Profile::STRICT, None).unwrap()
    }

    fn imports() -> BTreeMap<ImportId, CheckedManifest> {
        let nested = r#","imports":[{"id":"deep","uri":"u"},{"id":"off","uri":"u","enabled":false}]"#;
        BTreeMap::from([
            ("a".into(), manifest(&["x", "y"], "")),
            ("b".into(), manifest(&["x"], "")),
            ("n".into(), manifest(&["x"], nested)),
        ])
    }

    fn local() -> Origin {
        Origin::local(Trust::Website, Storage::Public)
    }

    fn composed(tools: &[&str], rest: &str, imports: &BTreeMap<ImportId, CheckedManifest>) -> String {
        let manifest = manifest(tools, rest);
        let composed = manifest.compose(&local(), imports);
        let from = |origin: &Origin| origin.import.as_ref().map_or("local", ImportId::as_str).to_owned();
        let mut lines: Vec<String> =
            composed.tools.iter().map(|tool| format!("{}={}", tool.name, from(&tool.origin))).collect();
        lines.extend(composed.conflicts.iter().map(|conflict| {
            let origins: Vec<String> = conflict.origins.iter().map(from).collect();
            let kept = conflict.kept.as_ref().map_or("nobody".to_owned(), from);
            format!("{}?{}:{kept}", conflict.name, origins.join("|"))
        }));
        lines.extend(composed.left_out.iter().map(|out| format!("{}-{:?}", out.import, out.reason)));
        lines.join(" ")
    }

    #[test]
    fn names_get_their_namespace() {
        let rest =
            r#","imports":[{"id":"a","uri":"u","namespace":"p.q"},{"id":"b","uri":"u","namespace":"r"}]"#;
        assert_eq!(composed(&["x"], rest, &imports()), "x=local p.q.x=a p.q.y=a r.x=b");
    }

    #[test]
    fn what_is_not_used_is_told() {
        let rest = r#","imports":[{"id":"a","uri":"u","namespace":"p","enabled":false},{"id":"b","uri":"u"},
            {"id":"n","uri":"u","namespace":"p"},{"id":"c","uri":"u","namespace":"p"},{"id":"d","uri":"u","namespace":"e"}],
            "composition":{"disabled_sources":["d"]}"#;
        assert_eq!(
            composed(&[], rest, &imports()),
            "p.x=n a-Disabled b-WithoutNamespace deep-Nested c-NotLoaded d-Disabled"
        );
        let rest = r#","imports":[{"id":"b","uri":"u"}],"composition":{"namespace_required":false}"#;
        assert_eq!(composed(&[], rest, &imports()), "x=b");
    }

    #[test]
    fn a_name_that_several_have_is_nobodys_unless_the_policy_says_whose() {
        let imported =
            r#","imports":[{"id":"a","uri":"u","namespace":"p"},{"id":"b","uri":"u","namespace":"p"}]"#;
        let with = |composition: &str| format!(r#"{imported},"composition":{{{composition}}}"#);
        assert_eq!(composed(&["p.x"], imported, &imports()), "p.y=a p.x?local|a|b:nobody");
        let prefer_local = r#""default_conflict_policy":"prefer_local""#;
        assert_eq!(
            composed(&["p.x"], &with(prefer_local), &imports()),
            "p.x=local p.y=a p.x?local|a|b:local"
        );
        assert_eq!(composed(&[], &with(prefer_local), &imports()), "p.y=a p.x?a|b:nobody");
        let overrides = r#""overrides":[{"name":"p.x","prefer":"b"}]"#;
        assert_eq!(composed(&["p.x"], &with(overrides), &imports()), "p.y=a p.x=b p.x?local|a|b:b");
        let local = r#""overrides":[{"name":"p.x","prefer":"local"}]"#;
        assert_eq!(composed(&["p.x"], &with(local), &imports()), "p.x=local p.y=a p.x?local|a|b:local");
        let gone = r#""overrides":[{"name":"p.x","prefer":"gone"}]"#;
        assert_eq!(composed(&["p.x"], &with(gone), &imports()), "p.y=a p.x?local|a|b:nobody");
    }

    #[test]
    fn a_tool_keeps_the_trust_and_the_storage_of_its_source() {
        for (members, trust, storage) in [
            (r#""kind":"local","trust":"public""#, Trust::Public, Storage::Private),
            (r#""kind":"website","trust":"private""#, Trust::Private, Storage::Public),
            (r#""kind":"shared""#, Trust::Unknown, Storage::Shared),
            (r#""kind":"package","trust":"local""#, Trust::Local, Storage::Public),
            (r#""kind":"storage","trust":"shared""#, Trust::Shared, Storage::Shared),
            (r#""kind":"storage","trust":"private""#, Trust::Private, Storage::Private),
            (r#""trust":"website""#, Trust::Website, Storage::Public),
            (r#""trust":"unknown""#, Trust::Unknown, Storage::Private),
        ] {
            let rest = format!(r#","imports":[{{"id":"b","uri":"u","namespace":"p",{members}}}]"#);
            let (manifest, imports) = (manifest(&["x"], &rest), imports());
            let composed = manifest.compose(&local(), &imports);
            assert_eq!(composed.tool("x").unwrap().origin, local());
            let origin = &composed.tool("p.x").unwrap().origin;
            assert_eq!(*origin, Origin { import: Some("b".into()), trust, storage }, "{members}");
        }
    }
}
