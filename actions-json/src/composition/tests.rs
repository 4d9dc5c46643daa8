//! Tests of composition: names, conflicts and exclusions.

use super::*;
use crate::{manifest::Trust, validate::Profile};
use std::collections::BTreeMap;

fn manifest(tools: &[&str], rest: &str) -> CheckedManifest {
    let tools: Vec<String> = tools
        .iter()
        .map(|name| {
            format!(
                r#"{{"name":"{name}","description":"D.","input_schema":{{}},"x_actions":{{"handler":"h"}}}}"#
            )
        })
        .collect();
    let text = format!(
        r#"{{"protocol":"actions.json","version":1,"tools":[{}]{rest}}}"#,
        tools.join(",")
    );
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

fn by_id<'m>(
    imports: &'m BTreeMap<ImportId, CheckedManifest>,
) -> impl Fn(&[&'m Import]) -> Option<&'m CheckedManifest> {
    |path| imports.get(path.last()?.id.get()?)
}

fn way(path: &[ImportId]) -> String {
    path.iter()
        .map(ImportId::as_str)
        .collect::<Vec<_>>()
        .join("/")
}

fn summarize(tools: &[&str], rest: &str, imports: &BTreeMap<ImportId, CheckedManifest>) -> String {
    let manifest = manifest(tools, rest);
    let composed = manifest.compose(&local(), by_id(imports));
    let from = |origin: &Origin| {
        if origin.path.is_empty() {
            "local".to_owned()
        } else {
            way(&origin.path)
        }
    };
    let mut lines: Vec<String> = composed
        .tools
        .iter()
        .map(|tool| format!("{}={}", tool.name, from(&tool.origin)))
        .collect();
    lines.extend(composed.conflicts.iter().map(|conflict| {
        let origins: Vec<String> = conflict.origins.iter().map(from).collect();
        let kept = conflict.kept.as_ref().map_or("none".to_owned(), from);
        format!("{}?{}:{kept}", conflict.name, origins.join("|"))
    }));
    lines.extend(
        composed
            .excluded_imports
            .iter()
            .map(|out| format!("{}-{:?}", way(&out.path), out.reason)),
    );
    lines.join(" ")
}

#[test]
fn names_get_their_namespace() {
    let rest = r#","imports":[{"id":"a","uri":"u","namespace":"p.q"},{"id":"b","uri":"u","namespace":"r"}]"#;
    assert_eq!(
        summarize(&["x"], rest, &imports()),
        "x=local p.q.x=a p.q.y=a r.x=b"
    );
}

#[test]
fn unused_imports_are_reported() {
    let rest = r#","imports":[{"id":"a","uri":"u","namespace":"p","enabled":false},{"id":"b","uri":"u"},
        {"id":"n","uri":"u","namespace":"p"},{"id":"c","uri":"u","namespace":"p"},{"id":"d","uri":"u","namespace":"e"}],
        "composition":{"disabled_sources":["d"]}"#;
    assert_eq!(
        summarize(&[], rest, &imports()),
        "p.x=n a-Disabled b-WithoutNamespace c-NotLoaded d-Disabled n/deep-WithoutNamespace n/off-Disabled"
    );
    let rest = r#","imports":[{"id":"b","uri":"u"}],"composition":{"namespace_required":false}"#;
    assert_eq!(summarize(&[], rest, &imports()), "x=b");
}

#[test]
fn a_conflicting_name_is_dropped_unless_the_policy_chooses() {
    let imported =
        r#","imports":[{"id":"a","uri":"u","namespace":"p"},{"id":"b","uri":"u","namespace":"p"}]"#;
    let with = |composition: &str| format!(r#"{imported},"composition":{{{composition}}}"#);
    assert_eq!(
        summarize(&["p.x"], imported, &imports()),
        "p.y=a p.x?local|a|b:none"
    );
    let prefer_local = r#""default_conflict_policy":"prefer_local""#;
    assert_eq!(
        summarize(&["p.x"], &with(prefer_local), &imports()),
        "p.x=local p.y=a p.x?local|a|b:local"
    );
    assert_eq!(
        summarize(&[], &with(prefer_local), &imports()),
        "p.y=a p.x?a|b:none"
    );
    let overrides = r#""overrides":[{"name":"p.x","prefer":"b"}]"#;
    assert_eq!(
        summarize(&["p.x"], &with(overrides), &imports()),
        "p.y=a p.x=b p.x?local|a|b:b"
    );
    let local = r#""overrides":[{"name":"p.x","prefer":"local"}]"#;
    assert_eq!(
        summarize(&["p.x"], &with(local), &imports()),
        "p.x=local p.y=a p.x?local|a|b:local"
    );
    let gone = r#""overrides":[{"name":"p.x","prefer":"gone"}]"#;
    assert_eq!(
        summarize(&["p.x"], &with(gone), &imports()),
        "p.y=a p.x?local|a|b:none"
    );
}

#[test]
fn a_tool_keeps_the_trust_and_storage_of_its_source() {
    for (members, trust, storage) in [
        (
            r#""kind":"local","trust":"public""#,
            Trust::Public,
            Storage::Private,
        ),
        (
            r#""kind":"website","trust":"private""#,
            Trust::Private,
            Storage::Public,
        ),
        (r#""kind":"shared""#, Trust::Unknown, Storage::Shared),
        (
            r#""kind":"package","trust":"local""#,
            Trust::Local,
            Storage::Public,
        ),
        (
            r#""kind":"storage","trust":"shared""#,
            Trust::Shared,
            Storage::Shared,
        ),
        (
            r#""kind":"storage","trust":"private""#,
            Trust::Private,
            Storage::Private,
        ),
        (r#""trust":"website""#, Trust::Website, Storage::Public),
        (r#""trust":"unknown""#, Trust::Unknown, Storage::Private),
    ] {
        let rest = format!(r#","imports":[{{"id":"b","uri":"u","namespace":"p",{members}}}]"#);
        let (manifest, imports) = (manifest(&["x"], &rest), imports());
        let composed = manifest.compose(&local(), by_id(&imports));
        assert_eq!(composed.tool("x").unwrap().origin, local());
        let origin = &composed.tool("p.x").unwrap().origin;
        let effective = if trust.rank() < Trust::Website.rank() {
            trust.clone()
        } else {
            Trust::Website
        };
        assert_eq!(
            *origin,
            Origin {
                path: vec!["b".into()],
                trust,
                effective,
                storage
            },
            "{members}"
        );
    }
}

#[test]
fn every_section_of_an_import_gets_its_namespace() {
    let sections = r#","context":[{"id":"c"}],"states":[{"name":"s"}],"transitions":[{"name":"t","from":"s","to":"s"}],
        "signals":[{"name":"g"}],"attachments":[{"id":"a","target":{},"lifecycle":{}}],"checks":[{"id":"k"}],
        "state_projections":[{"name":"p","snapshot":{"version":1,"source":"dom","extract":[],"projection":{"language":"jsonata","expression":"{% 1 %}"}}}]"#;
    let imports = BTreeMap::from([("i".into(), manifest(&["x"], sections))]);
    let own = r#","signals":[{"name":"n.g"},{"name":"g"}],"imports":[{"id":"i","uri":"u","namespace":"n"}]"#;
    let manifest = manifest(&[], own);
    let composed = manifest.compose(&local(), by_id(&imports));
    assert_eq!(composed.context[0].name, "n.c");
    assert_eq!(composed.states[0].name, "n.s");
    assert_eq!(composed.transitions[0].name, "n.t");
    assert_eq!(composed.tools[0].name, "n.x");
    assert_eq!(composed.attachments[0].name, "n.a");
    assert_eq!(composed.checks[0].name, "n.k");
    assert_eq!(composed.state_projections[0].name, "n.p");
    // References stay relative to the manifest of the part.
    assert_eq!(composed.transitions[0].value.from.get().unwrap(), "s");
    let names: Vec<_> = composed
        .signals
        .iter()
        .map(|signal| signal.name.as_str())
        .collect();
    assert_eq!((names, composed.conflicts.len()), (vec!["g"], 1));
    let conflict = &composed.conflicts[0];
    assert_eq!(
        (
            conflict.section,
            conflict.name.as_str(),
            conflict.origins.len()
        ),
        ("signals", "n.g", 2)
    );
}

#[test]
fn imports_of_imports_are_followed_and_keep_their_own_statements() {
    let nested = r#","imports":[{"id":"in","uri":"u","namespace":"q","kind":"public","trust":"public"},{"id":"b","uri":"u","namespace":"r"}]"#;
    let imports = BTreeMap::from([
        ("out".into(), manifest(&["x"], nested)),
        ("in".into(), manifest(&["x"], "")),
        ("b".into(), manifest(&["x"], "")),
    ]);
    let rest = r#","imports":[{"id":"out","uri":"u","namespace":"p","kind":"local","trust":"local"},{"id":"b","uri":"u","namespace":"r"}]"#;
    assert_eq!(
        summarize(&[], rest, &imports),
        "p.x=out p.q.x=out/in p.r.x=out/b r.x=b"
    );
    let manifest = manifest(&[], rest);
    let composed = manifest.compose(&local(), by_id(&imports));
    let of = |name: &str| {
        let origin = &composed.tool(name).unwrap().origin;
        (origin.trust.clone(), origin.storage)
    };
    assert_eq!(of("p.x"), (Trust::Local, Storage::Private));
    assert_eq!(of("p.q.x"), (Trust::Public, Storage::Public));
    assert_eq!(of("p.r.x"), (Trust::Unknown, Storage::Private));
}

#[test]
fn an_import_is_never_trusted_more_than_its_importer() {
    let import = |id: &str, trust: &str| {
        format!(r#","imports":[{{"id":"{id}","uri":"u","namespace":"{id}","trust":"{trust}"}}]"#)
    };
    for (outer, inner, effective) in [
        ("public", "local", Trust::Public),
        ("public", "website", Trust::Public),
        ("local", "private", Trust::Website),
        ("shared", "public", Trust::Public),
        ("unknown", "local", Trust::Unknown),
    ] {
        let (root, out) = (
            manifest(&[], &import("out", outer)),
            manifest(&[], &import("in", inner)),
        );
        let imports = BTreeMap::from([("out".into(), out), ("in".into(), manifest(&["x"], ""))]);
        let composed = root.compose(&local(), by_id(&imports));
        assert_eq!(
            composed.tool("out.in.x").unwrap().origin.effective,
            effective,
            "{outer} {inner}"
        );
    }
}

#[test]
fn cyclic_and_endless_imports_are_excluded() {
    let to = |id: &str| format!(r#","imports":[{{"id":"{id}","uri":"u","namespace":"{id}"}}]"#);
    let circle = BTreeMap::from([
        ("a".into(), manifest(&["x"], &to("b"))),
        ("b".into(), manifest(&["x"], &to("a"))),
    ]);
    assert_eq!(
        summarize(&[], &to("a"), &circle),
        "a.x=a a.b.x=a/b a/b/a-Cycle"
    );
    let itself = manifest(&["x"], &to("a"));
    let alone = itself.compose(&local(), |_| Some(&itself));
    assert_eq!(
        (alone.tools.len(), alone.excluded_imports[0].reason),
        (1, ExclusionReason::Cycle)
    );

    // The imports form an endless series of different manifests.
    let endless: Vec<_> = (0..20).map(|_| manifest(&["x"], &to("a"))).collect();
    let deep = endless[0].compose(&local(), |path| endless.get(path.len()));
    assert_eq!(
        (deep.tools.len(), deep.excluded_imports[0].reason),
        (MAX_IMPORT_DEPTH + 2, ExclusionReason::TooDeep)
    );
    let twice =
        r#","imports":[{"id":"a","uri":"u","namespace":"a"},{"id":"b","uri":"u","namespace":"b"}]"#;
    let endless: Vec<_> = (0..20).map(|_| manifest(&["x"], twice)).collect();
    let wide = endless[0].compose(&local(), |path| endless.get(path.len()));
    assert_eq!(wide.tools.len(), MAX_IMPORTS + 1);
    assert!(
        wide.excluded_imports
            .iter()
            .any(|out| out.reason == ExclusionReason::TooMany)
    );
}

#[test]
fn an_override_also_prefers_imports_of_the_import() {
    let nested = r#","imports":[{"id":"in","uri":"u"}],"composition":{"namespace_required":false}"#;
    let imports = BTreeMap::from([
        ("out".into(), manifest(&[], nested)),
        ("in".into(), manifest(&["x"], "")),
    ]);
    let rest = r#","imports":[{"id":"out","uri":"u","namespace":"p"}],"composition":{"overrides":[{"name":"p.x","prefer":"out"}]}"#;
    assert_eq!(
        summarize(&["p.x"], rest, &imports),
        "p.x=out/in p.x?local|out/in:out/in"
    );
}
