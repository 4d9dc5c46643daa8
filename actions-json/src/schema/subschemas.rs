//! Keywords of JSON Schema whose values are schemas, in all drafts.

use wire::{Payload, PayloadKind, Pointer};

/// Form in which a keyword holds schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subschemas {
    /// One schema; `items` also takes a list of them in drafts before 2020-12.
    One,
    /// A list of schemas.
    List,
    /// An object whose members are schemas; members of `dependencies` may also be lists of names.
    ByName,
}

/// Form in which a keyword holds schemas; `None` if it holds none.
///
/// ```
/// # use agent_ui_actions_json as actions_json;
/// use actions_json::schema::{Subschemas, subschemas};
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

/// Visits a schema and every schema inside it, each with its place. Payloads have a bounded depth, and so has this.
///
/// ```
/// # use agent_ui_actions_json as actions_json;
/// use actions_json::schema::visit_schemas;
/// use wire::{Payload, Pointer};
///
/// let schema = Payload::parse(r#"{"properties":{"not":{"items":[true]}},"enum":[{}]}"#)?;
/// let mut places = Vec::new();
/// visit_schemas(&schema, &Pointer::root(), &mut |at, _| places.push(at.to_string()));
/// assert_eq!(places, ["", "/properties/not", "/properties/not/items/0"]);
/// # Ok::<(), wire::DecodeError>(())
/// ```
pub fn visit_schemas(schema: &Payload, at: &Pointer, visit: &mut dyn FnMut(&Pointer, &Payload)) {
    visit(at, schema);
    if !schema.is_object() {
        return;
    }
    for (keyword, value) in schema.members() {
        let Some(form) = subschemas(&keyword) else { continue };
        let at = at.member(&keyword);
        match (form, value.kind()) {
            (Subschemas::ByName, PayloadKind::Object) => {
                value.members().for_each(|(name, schema)| visit_schemas(&schema, &at.member(&name), visit));
            }
            (Subschemas::One | Subschemas::List, PayloadKind::Array) => {
                let elements = value.elements().enumerate();
                elements.for_each(|(index, schema)| visit_schemas(&schema, &at.element(index), visit));
            }
            (Subschemas::One, _) => visit_schemas(&value, &at, visit),
            _ => {}
        }
    }
}
