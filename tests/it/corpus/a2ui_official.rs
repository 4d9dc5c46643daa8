//! Validators for the JSON Schemas that A2UI publishes, with the published catalog.

use super::folder;
use jsonschema::{Registry, Validator};
use serde_json::{Value, json};
use std::{fs, path::Path};

/// The validators of a version, one for each direction.
pub(super) struct Official {
    pub(super) agent: Validator,
    pub(super) client: Validator,
}

impl Official {
    /// Builds the validators of a version, given its folder.
    pub(super) fn of(version: &str) -> Self {
        let folder = folder(&format!("a2ui/{version}"));
        let schema = folder.join("schema");
        let (agent, client) = match version {
            "v0_8" => (
                "server_to_client_with_standard_catalog.json",
                "client_to_server.json",
            ),
            "v1_0" => ("agent_to_renderer.json", "renderer_to_agent.json"),
            _ => ("server_to_client.json", "client_to_server.json"),
        };
        let base = format!("https://a2ui.org/specification/{version}");
        let mut registry = Registry::new();
        for file in ["common_types.json", agent, client] {
            if schema.join(file).exists() {
                registry = registry
                    .add(
                        format!("{base}/{file}"),
                        resolve_base(&schema.join(file), &base, file),
                    )
                    .unwrap();
            }
        }
        // The schemas of messages refer to the catalog beside them, whichever it is.
        let catalog = folder.join("catalogs/basic/catalog.json");
        if catalog.exists() {
            let catalog = resolve_base(&catalog, &base, "catalog.json");
            registry = registry
                .add(format!("{base}/catalog.json"), catalog)
                .unwrap();
        }
        let registry = registry.prepare().unwrap();
        let validator = |file: &str| {
            let schema = json!({"$ref": format!("{base}/{file}")});
            jsonschema::options()
                .with_registry(&registry)
                .should_validate_formats(true)
                .build(&schema)
                .unwrap()
        };
        Self {
            agent: validator(agent),
            client: validator(client),
        }
    }
}

/// Reads a schema and gives it an address of this version. The schema of 0.9.1 has the address of 0.9. Its first copies
/// allow only the version `v0.9`. Later copies allow both versions and are otherwise equal.
fn resolve_base(path: &Path, base: &str, file: &str) -> Value {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let text = text.replace("https://a2ui.org/specification/v0_9/", &format!("{base}/"));
    let text = match base.ends_with("v0_9_1") {
        true => text.replace(r#""const": "v0.9""#, r#""enum": ["v0.9", "v0.9.1"]"#),
        false => text,
    };
    let mut schema: Value = serde_json::from_str(&text).unwrap();
    schema["$id"] = json!(format!("{base}/{file}"));
    schema
}
