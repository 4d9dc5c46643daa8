//! Schemas of wire types.

use crate::program::{run, run_ok};

/// Returns the names of the definitions in the schema that a command writes.
fn definitions(arguments: &[&str]) -> Vec<String> {
    let ran = run_ok(arguments, "");
    let schema: serde_json::Value = serde_json::from_str(&ran.out).expect("one document");
    assert_eq!(
        schema["$schema"], "https://json-schema.org/draft/2020-12/schema",
        "{arguments:?}"
    );
    schema["$defs"]
        .as_object()
        .expect("definitions")
        .keys()
        .cloned()
        .collect()
}

#[test]
fn every_version_has_the_schema_of_its_own_messages() {
    for (protocol, has, has_not) in [
        ("aap", "Interaction", "AgentMessage"),
        ("a2ui@0.8", "BeginRendering", "CreateSurface"),
        ("a2ui@0.9", "CreateSurface", "BeginRendering"),
        ("a2ui@0.9.1", "CreateSurface", "BeginRendering"),
        ("a2ui@0.10", "ActionResponse", "CallRendererFunction"),
        ("a2ui@1.0-june", "ActionResponse", "CallRendererFunction"),
        ("a2ui@1.0", "CallRendererFunction", "ActionResponse"),
        ("a2ui@1.0-sep", "CallRendererFunction", "ActionResponse"),
        ("a2ui", "CallRendererFunction", "Interaction"),
        ("ahp@canvas", "JsonRpcMessage", "Interaction"),
        ("ahp@1.0", "JsonRpcMessage", "Interaction"),
        ("actions-json", "Manifest", "Interaction"),
    ] {
        let names = definitions(&["schema", protocol]);
        assert!(
            names.iter().any(|name| name == has),
            "{protocol}: no {has} in {names:?}"
        );
        assert!(
            !names.iter().any(|name| name == has_not),
            "{protocol}: {has_not}"
        );
    }
}

#[test]
fn types_have_the_names_of_their_specification() {
    let names = definitions(&["schema", "a2ui@1.0", "--type", "CreateSurface"]);
    assert!(
        names.contains(&"CreateSurface".to_owned()) && !names.contains(&"AgentMessage".to_owned()),
        "{names:?}"
    );
    let ran = run(&["schema", "a2ui@1.0", "--type", "BeginRendering"], "");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("BeginRendering"), "{}", ran.err);
}

#[test]
fn the_manifest_schema_expresses_the_rules_of_the_specification() {
    for arguments in [
        ["schema", "actions-json"].as_slice(),
        &["schema", "actions-json", "--type", "Manifest"],
    ] {
        let schema: serde_json::Value =
            serde_json::from_str(&run_ok(arguments, "").out).expect("one document");
        let manifest = &schema["$defs"]["Manifest"];
        assert_eq!(
            manifest["required"],
            serde_json::json!(["protocol", "version", "tools"])
        );
        assert_eq!(manifest["properties"]["protocol"]["const"], "actions.json");
    }
}
