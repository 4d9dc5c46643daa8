//! Keywords of JSON Schema that contain schemas, in all drafts.

use wire::{Payload, PayloadKind, Pointer};

/// The form in which a keyword contains schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subschemas {
    /// A single schema; before 2020-12, `items` may also be a list of schemas.
    One,
    /// A list of schemas.
    List,
    /// An object whose members are schemas; members of `dependencies` may also be lists of names.
    ByName,
}

/// Returns the form in which a keyword contains schemas; `None` if it contains none.
///
/// ```
/// use agent_ui_actions_json::schema::{Subschemas, subschemas};
///
/// assert_eq!(subschemas("properties"), Some(Subschemas::ByName));
/// assert_eq!(subschemas("enum"), None);
/// ```
pub fn subschemas(keyword: &str) -> Option<Subschemas> {
    Some(match keyword {
        "additionalProperties"
        | "propertyNames"
        | "unevaluatedProperties"
        | "items"
        | "additionalItems"
        | "unevaluatedItems"
        | "contains"
        | "not"
        | "if"
        | "then"
        | "else" => Subschemas::One,
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => Subschemas::List,
        "$defs" | "definitions" | "properties" | "patternProperties" | "dependentSchemas"
        | "dependencies" => Subschemas::ByName,
        _ => return None,
    })
}

/// Visits a schema and all its subschemas with their places. The recursion is bounded because payloads have a bounded
/// depth.
///
/// ```
/// use agent_ui_actions_json::{schema::visit_schemas, wire::{Payload, Pointer}};
///
/// let schema = Payload::parse(r#"{"properties":{"not":{"items":[true]}},"enum":[{}]}"#)?;
/// let mut places = Vec::new();
/// visit_schemas(&schema, &Pointer::root(), &mut |at, _| places.push(at.to_string()));
/// assert_eq!(places, ["", "/properties/not", "/properties/not/items/0"]);
/// # Ok::<(), agent_ui_actions_json::wire::DecodeError>(())
/// ```
pub fn visit_schemas(schema: &Payload, at: &Pointer, visit: &mut dyn FnMut(&Pointer, &Payload)) {
    visit(at, schema);
    if !schema.is_object() {
        return;
    }
    for (keyword, value) in schema.members() {
        let Some(form) = subschemas(&keyword) else {
            continue;
        };
        let at = at.member(&keyword);
        match (form, value.kind()) {
            (Subschemas::ByName, PayloadKind::Object) => {
                value
                    .members()
                    .for_each(|(name, schema)| visit_schemas(&schema, &at.member(&name), visit));
            }
            (Subschemas::One | Subschemas::List, PayloadKind::Array) => {
                let elements = value.elements().enumerate();
                elements
                    .for_each(|(index, schema)| visit_schemas(&schema, &at.element(index), visit));
            }
            (Subschemas::One, _) => visit_schemas(&value, &at, visit),
            _ => {}
        }
    }
}
