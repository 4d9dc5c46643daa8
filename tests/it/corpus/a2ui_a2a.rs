//! The cases of A2UI's A2A suite that concern parts and extensions. Its other cases concern model texts and running
//! agents, not messages.

use super::folder;
use a2ui::a2a::{AgentExtension, DataPart, ExtensionUri, MimeType, select_newest};
use serde_json::{Value, json};
use std::fs;

fn texts(list: &Value) -> Vec<&str> {
    list.as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

/// Runs a case and returns its outcome. Returns `None` if the case does not test messages.
fn outcome(case: &Value) -> Option<Value> {
    let args = &case["args"];
    let newest = || select_newest(texts(&args["requested"]), texts(&args["advertised"]));
    Some(match case["action"].as_str()? {
        "create_a2ui_part" => {
            let data = super::payload(&args["data"].to_string());
            let part = DataPart::a2ui(data.clone(), ExtensionUri::V0_9_1.mime_type());
            assert!(part.is_a2ui() && part.data == data);
            json!({"mime_type": part.mime_type()?.as_str()})
        }
        "is_a2ui_part" => {
            let mime_type = MimeType::from(args["mime_type"].as_str()?);
            json!(DataPart::a2ui(super::payload("{}"), mime_type).is_a2ui())
        }
        "try_activate_extension" => {
            json!(
                texts(&args["uris"])
                    .into_iter()
                    .any(|uri| ExtensionUri::from(uri).version().is_some())
            )
        }
        "get_extension" => {
            let ids: Vec<_> = texts(&args["supported_catalog_ids"])
                .into_iter()
                .map(Into::into)
                .collect();
            let inline = args["accepts_inline_catalogs"] == true;
            let uri = format!(
                "https://a2ui.org/a2a-extension/a2ui/v{}",
                args["version"].as_str()?
            );
            let extension = wire::encode(&AgentExtension::of(uri.as_str(), ids, inline)).unwrap();
            let extension: Value = serde_json::from_str(&extension).unwrap();
            json!({"uri": extension["uri"], "params": extension["params"]})
        }
        "try_activate" => match newest() {
            Some(uri) => json!({"activated": uri.as_str(), "version": uri.version_text()?}),
            None => json!({"activated": null}),
        },
        "select_newest" => json!({"newest": newest().map(|uri| uri.as_str().to_owned())}),
        _ => return None,
    })
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_shared_case_about_a2a_parts_and_extensions_has_the_expected_outcome() {
    let base = folder("a2ui/conformance");
    let text = fs::read_to_string(base.join("suites/a2a_integration.yaml")).unwrap();
    let cases: Vec<Value> = serde_yaml_ng::from_str(&text).unwrap();
    let judged = cases.iter().filter_map(|case| Some((case, outcome(case)?)));
    let mut count = 0;
    for (case, outcome) in judged {
        count += 1;
        assert_eq!(outcome, case["expect"], "{}", case["name"]);
    }
    assert_eq!((count, cases.len()), (10, 13));
}
