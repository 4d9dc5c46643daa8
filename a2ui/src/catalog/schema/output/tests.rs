//! Tests of message schemas.

use super::{MessageSchema, MessageSchemaOptions, SchemaTarget};
use crate::{
    Notation, Version,
    catalog::{CatalogDefinition, basic},
};
use serde_json::Value;
use wire::Payload;

const VERSIONS: [(Version, Notation); 7] = [
    (Version::V0_8, Notation::Bound),
    (Version::V0_9, Notation::Plain),
    (Version::V0_10, Notation::Plain),
    (Version::V1_0June, Notation::Plain),
    (Version::V1_0, Notation::Plain),
    (Version::V1_0, Notation::AtValues),
    (Version::V1_0, Notation::At),
];

fn options(target: SchemaTarget) -> MessageSchemaOptions {
    MessageSchemaOptions {
        target,
        ..MessageSchemaOptions::default()
    }
}

fn names(list: &[&str]) -> Option<Vec<String>> {
    Some(list.iter().map(|name| (*name).to_owned()).collect())
}

fn value(schema: &MessageSchema) -> Value {
    serde_json::from_str(&schema.text).unwrap()
}

/// Visits every schema with the member `properties` or `anyOf`.
fn visit(schema: &Value, each: &mut dyn FnMut(&Value)) {
    match schema {
        Value::Object(members) => {
            if members.contains_key("properties") || members.contains_key("anyOf") {
                each(schema);
            }
            members.values().for_each(|inner| visit(inner, each));
        }
        Value::Array(elements) => elements.iter().for_each(|inner| visit(inner, each)),
        _ => {}
    }
}

fn member_names(schema: &Value, keyword: &str) -> Vec<String> {
    match schema.get(keyword) {
        Some(Value::Object(members)) => members.keys().cloned().collect(),
        Some(Value::Array(list)) => list
            .iter()
            .map(|name| name.as_str().unwrap().to_owned())
            .collect(),
        _ => Vec::new(),
    }
}

#[test]
fn objects_for_vendors_are_closed_and_those_for_openai_require_all_members() {
    for (version, notation) in VERSIONS {
        for target in [SchemaTarget::OpenAi, SchemaTarget::Anthropic] {
            let schema = basic(version, notation)
                .message_schema(&options(target))
                .unwrap();
            let mut count = 0;
            visit(&value(&schema), &mut |object| {
                if object.get("type") != Some(&Value::from("object")) {
                    return;
                }
                count += 1;
                assert_eq!(object["additionalProperties"], false, "{version} {object}");
                let mut properties = member_names(object, "properties");
                let mut required = member_names(object, "required");
                properties.sort();
                required.sort();
                if target == SchemaTarget::OpenAi {
                    assert_eq!(properties, required, "{version} {object}");
                }
            });
            assert!(count > 20, "{count}");
        }
    }
}

#[test]
fn the_basic_catalog_fits_openai_in_all_versions() {
    for (version, notation) in VERSIONS {
        let basic = basic(version, notation);
        let schema = basic
            .message_schema(&options(SchemaTarget::OpenAi))
            .unwrap();
        assert_eq!(schema.excesses, [], "{version}");
        assert!(schema.sizes.properties > 50, "{version} {:?}", schema.sizes);
    }
}

#[test]
fn the_basic_catalog_without_optional_members_fits_anthropic_in_all_versions() {
    for (version, notation) in VERSIONS {
        let basic = basic(version, notation);
        let whole = basic
            .message_schema(&options(SchemaTarget::Anthropic))
            .unwrap();
        let excess = whole.excesses.iter().map(ToString::to_string);
        let of_optional = |text: &String| text.contains("optional members, at most 24");
        assert_eq!(excess.filter(of_optional).count(), 1, "{version}");
        let small = MessageSchemaOptions {
            optional: Some(Vec::new()),
            ..options(SchemaTarget::Anthropic)
        };
        let schema = basic.message_schema(&small).unwrap();
        assert_eq!(schema.excesses, [], "{version}");
        assert_eq!(schema.sizes.recursive_definitions, 0);
    }
}

#[test]
fn options_select_components_functions_and_optional_members() {
    let selected = MessageSchemaOptions {
        components: names(&["Text", "Button"]),
        functions: names(&["openUrl"]),
        optional: names(&["variant"]),
        ..MessageSchemaOptions::default()
    };
    let basic = basic(Version::V0_9, Notation::Plain);
    let schema = value(&basic.message_schema(&selected).unwrap());
    let definitions = &schema["$defs"];
    assert!(definitions.get("Card").is_none() && definitions.get("FormatStringCall").is_none());
    let text = definitions["Text"]["properties"].as_object().unwrap();
    let mut properties: Vec<&str> = text.keys().map(String::as_str).collect();
    properties.sort_unstable();
    assert_eq!(properties, ["component", "id", "text", "variant"]);
    let unknown = MessageSchemaOptions {
        components: names(&["Txet"]),
        ..MessageSchemaOptions::default()
    };
    let error = basic.message_schema(&unknown).unwrap_err();
    let start = "`Txet` is not a component type of the catalog; it has AudioPlayer, Button";
    assert!(error.to_string().starts_with(start), "{error}");
}

#[test]
fn alternatives_start_with_different_members_or_words() {
    for (version, notation) in VERSIONS {
        let schema = basic(version, notation)
            .message_schema(&options(SchemaTarget::OpenAi))
            .unwrap();
        // `Value` sorts members, so the text shows the order.
        let text = schema.text;
        if version != Version::V0_8 {
            let first = "\"Text\": {\n      \"type\": \"object\",\n      \"properties\": {\n        \"component\": {";
            assert!(text.contains(first), "{version} {text}");
        }
        let message = match version {
            Version::V0_8 => "\"surfaceUpdate\": {",
            _ => "\"updateComponents\": {",
        };
        let start = format!("\"properties\": {{\n            {message}");
        assert!(text.contains(&start), "{version} {text}");
    }
}

#[test]
fn schemas_of_custom_catalogs_describe_their_components() {
    let text = r##"{"catalogId":"harbour","protocolVersion":"1.0","components":{
        "Berth":{"type":"object","properties":{
            "component":{"const":"Berth"},
            "name":{"$ref":"common_types.json#/$defs/DynamicString"},
            "depth":{"$ref":"#/$defs/Metres"},
            "side":{"enum":["port","starboard"]},
            "marks":{"type":"array","items":{"type":"object","properties":{"at":{"type":"integer"}},"required":["at"]}},
            "notes":{"type":"object","additionalProperties":{"type":"string"}}},
            "required":["component","id","name"],"unevaluatedProperties":false}},
        "functions":{"knots":{"returnType":"string","parameters":{"properties":{"value":{"type":"number"}},"required":["value"]}}},
        "$defs":{"Metres":{"type":"number","minimum":0}}}"##;
    let catalogs = CatalogDefinition::read(&Payload::parse(text).unwrap()).unwrap();
    for target in SchemaTarget::ALL {
        let schema = catalogs[0]
            .message_schema(Version::V1_0, Notation::At, &options(target))
            .unwrap();
        let value = value(&schema);
        let berth = &value["$defs"]["Berth"];
        assert_eq!(berth["properties"]["component"]["const"], "Berth");
        assert_eq!(berth["additionalProperties"], false);
        assert_eq!(
            value["$defs"]["KnotsCall"]["properties"]["@call"]["const"],
            "knots"
        );
        let minimum = value["$defs"]["Metres"].get("minimum").is_some();
        assert_eq!(minimum, target != SchemaTarget::Anthropic);
        // A map of any names is not expressible for a vendor.
        let has_notes = berth["properties"].get("notes").is_some();
        assert_eq!(has_notes, target == SchemaTarget::JsonSchema);
        let is_named = schema.left_out.iter().any(|place| place == "Berth/notes");
        assert_eq!(is_named, target.is_vendor(), "{:?}", schema.left_out);
    }
}

#[test]
fn definitions_that_contain_themselves_exceed_a_limit_of_anthropic() {
    let text = r##"{"catalogId":"c","components":{"Tree":{"properties":{"root":{"$ref":"#/$defs/Branch"}},"required":["root"]}},
        "$defs":{"Branch":{"type":"object","properties":{"name":{"type":"string"},
            "below":{"type":"array","items":{"$ref":"#/$defs/Branch"}}},"required":["name","below"]}}}"##;
    let catalogs = CatalogDefinition::read(&Payload::parse(text).unwrap()).unwrap();
    let schema = catalogs[0]
        .message_schema(
            Version::V0_9,
            Notation::Plain,
            &options(SchemaTarget::Anthropic),
        )
        .unwrap();
    let excesses: Vec<String> = schema.excesses.iter().map(ToString::to_string).collect();
    assert_eq!(
        excesses,
        ["1 recursive definitions, at most 0 (1 too many)"]
    );
}
