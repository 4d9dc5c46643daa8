//! Wire types in the JSON Schema of other people's types.

use ahp::canvas::CanvasAction;
use wire::schemars::{JsonSchema, schema_for};

/// Returns the names of the definitions in a schema document.
fn definitions(document: &serde_json::Value) -> Vec<&str> {
    document["$defs"]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

#[test]
fn schemars_generates_the_schema_of_the_tables() {
    let theirs = schema_for!(Vec<CanvasAction>).to_value();
    let mut ours = wire::schema::Definitions::default();
    let list = ours.schema_for::<Vec<CanvasAction>>();
    let ours = ours.into_document(vec![list]);
    assert_eq!(theirs["items"], ours["items"]);
    assert_eq!(definitions(&theirs), definitions(&ours));
    assert_eq!(theirs["$defs"], ours["$defs"]);
    assert_eq!(CanvasAction::schema_name(), "CanvasAction");
}
