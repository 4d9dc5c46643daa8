//! Keywords of JSON Schema whose values are schemas, in all drafts.

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
