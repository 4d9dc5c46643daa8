//! JSON Schemas in a form that MCP clients accept. A client that cannot use one schema rejects the whole list.
//!
//! Older forms are rewritten with the same meaning. `"minimum": 0, "exclusiveMinimum": true` of draft 4 becomes
//! `"exclusiveMinimum": 0` of draft 6. A list at `items` becomes `prefixItems` of 2020-12.
//!
//! Keywords that no client can use are removed: values of the wrong type, unknown types, unresolvable references and
//! invalid patterns. The remaining schema allows more values. Inside `not`, `if` and `oneOf`, a removal would allow
//! fewer values, so the whole keyword is removed.

use crate::mcp::is_of_objects;
use actions_json::schema::{Subschemas, is_common, subschemas, visit_schemas};
use std::collections::BTreeSet;
use wire::{Payload, PayloadKind, Pointer};

/// The kind of value that a keyword has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KeywordKind {
    Schema,
    /// A schema that is only removed as a whole.
    Condition,
    /// Schemas that are only removed as a whole.
    Alternatives,
    Schemas,
    NamedSchemas,
    /// An object whose values are schemas or lists of names.
    Dependencies,
    Refused,
    Types,
    Texts,
    /// An object whose values are lists of names.
    NamedTexts,
    Text,
    Anchor,
    Address,
    Reference,
    Pattern,
    /// An object of schemas, with regular expressions as names.
    Patterns,
    Count,
    Number,
    PositiveNumber,
    Truth,
    Values,
    Choices,
}

/// All keywords, except those with schemas that can be removed one by one (see [`subschemas`]).
const KEYWORDS: &[(&str, KeywordKind)] = &[
    ("$ref", KeywordKind::Reference),
    ("$dynamicRef", KeywordKind::Reference),
    ("$schema", KeywordKind::Text),
    ("$id", KeywordKind::Address),
    ("$anchor", KeywordKind::Anchor),
    ("$dynamicAnchor", KeywordKind::Anchor),
    ("$recursiveRef", KeywordKind::Text),
    ("$recursiveAnchor", KeywordKind::Truth),
    ("$comment", KeywordKind::Text),
    ("title", KeywordKind::Text),
    ("description", KeywordKind::Text),
    ("examples", KeywordKind::Values),
    ("readOnly", KeywordKind::Truth),
    ("writeOnly", KeywordKind::Truth),
    ("deprecated", KeywordKind::Truth),
    ("contentEncoding", KeywordKind::Text),
    ("contentMediaType", KeywordKind::Text),
    ("dependencies", KeywordKind::Dependencies),
    ("dependentRequired", KeywordKind::NamedTexts),
    ("patternProperties", KeywordKind::Patterns),
    // Keywords of drafts and dialects that the validators of clients reject.
    ("id", KeywordKind::Refused),
    ("nullable", KeywordKind::Refused),
    ("$vocabulary", KeywordKind::Refused),
    ("not", KeywordKind::Condition),
    ("if", KeywordKind::Condition),
    ("oneOf", KeywordKind::Alternatives),
    ("type", KeywordKind::Types),
    ("required", KeywordKind::Texts),
    ("pattern", KeywordKind::Pattern),
    ("format", KeywordKind::Text),
    ("minLength", KeywordKind::Count),
    ("maxLength", KeywordKind::Count),
    ("minItems", KeywordKind::Count),
    ("maxItems", KeywordKind::Count),
    ("minProperties", KeywordKind::Count),
    ("maxProperties", KeywordKind::Count),
    ("minContains", KeywordKind::Count),
    ("maxContains", KeywordKind::Count),
    ("minimum", KeywordKind::Number),
    ("maximum", KeywordKind::Number),
    ("exclusiveMinimum", KeywordKind::Number),
    ("exclusiveMaximum", KeywordKind::Number),
    ("multipleOf", KeywordKind::PositiveNumber),
    ("uniqueItems", KeywordKind::Truth),
    ("enum", KeywordKind::Choices),
];

const TYPES: [&str; 7] = [
    "object", "array", "string", "number", "integer", "boolean", "null",
];

/// Returns the usable part of a schema with the type `object`. Returns `None` if the schema forbids objects.
pub(super) fn of_objects(schema: &Payload) -> Option<Payload> {
    if !schema.is_object() {
        return None;
    }
    let is_common = is_common(schema);
    // Most schemas begin with their type. A common one states it once.
    let begins_with_type = schema.text().starts_with(r#"{"type":"object""#);
    if is_common && (begins_with_type || is_of_objects(schema)) {
        return Some(schema.clone());
    }
    let usable = if is_common {
        schema.clone()
    } else {
        usable_throughout(schema)
    };
    with_type_object(schema, &usable)
}

/// Adds the type `object` to the usable part of a schema. Returns the schema itself if nothing changes.
fn with_type_object(schema: &Payload, usable: &Payload) -> Option<Payload> {
    let object = Payload::string("object");
    let mut members: Vec<(String, Payload)> = Vec::new();
    let mut has_type = false;
    for (name, value) in usable.members() {
        let value = match &*name {
            "type" if !allows_objects(&value) => return None,
            "type" => {
                has_type = true;
                object.clone()
            }
            "properties" => map_members(&value, |_, property| Some(of_property(property))),
            _ => value,
        };
        members.push((name.into_owned(), value));
    }
    // An invalid type does not exclude objects.
    if !has_type {
        let before = usize::from(members.first().is_some_and(|(name, _)| name == "$schema"));
        members.insert(before, ("type".to_owned(), object));
    }
    let made = Payload::object(members.iter().map(|(name, value)| (name.as_str(), value)));
    Some(if made == *schema {
        schema.clone()
    } else {
        made
    })
}

/// Returns `true` if the value of `type` names objects, alone or in a list.
fn allows_objects(value: &Payload) -> bool {
    is_object_type(value) || value.elements().any(|element| is_object_type(&element))
}

fn is_object_type(value: &Payload) -> bool {
    value.as_str().as_deref() == Some("object")
}

/// Returns the usable part of a schema. Returns `None` if the value is not an object.
pub(super) fn of_any(schema: &Payload) -> Option<Payload> {
    if is_common(schema) {
        Some(schema.clone())
    } else if schema.is_object() {
        Some(usable_throughout(schema))
    } else {
        None
    }
}

/// Removes keywords from the top level of a schema.
pub(super) fn without(schema: &Payload, keywords: &[&str]) -> Payload {
    map_members(schema, |name, value| {
        (!keywords.contains(&name)).then_some(value)
    })
}

/// The bounds of draft 4, each with the keyword that makes the bound exclusive.
const BOUNDS: [(&str, &str); 2] = [
    ("minimum", "exclusiveMinimum"),
    ("maximum", "exclusiveMaximum"),
];

/// Returns the draft 6 value of an exclusive draft 4 bound.
fn exclusive_bound(schema: &Payload, (bound, exclusive): (&str, &str)) -> Option<Payload> {
    if schema.member(exclusive)?.text() != "true" {
        return None;
    }
    let value = schema.member(bound)?;
    if value.kind() == PayloadKind::Number {
        Some(value)
    } else {
        None
    }
}

/// Returns `true` if the `$schema` of a schema states one of these drafts.
fn has_draft(schema: &Payload, drafts: &[&str]) -> bool {
    let Some(stated) = schema.member("$schema") else {
        return false;
    };
    match stated.as_str() {
        Some(stated) => drafts.iter().any(|draft| stated.contains(draft)),
        None => false,
    }
}

/// The drafts known to clients in which `items` may be a list.
const DRAFTS_WITH_TUPLES: [&str; 3] = ["/draft-06/", "/draft-07/", "/draft/2019-09/"];

/// Rewrites a schema to JSON Schema 2020-12 as far as its meaning stays the same, and removes the parts that no client
/// can use.
fn usable_throughout(schema: &Payload) -> Payload {
    // Clients do not read schemas of draft 4.
    let schema = if has_draft(schema, &["/draft-04/"]) {
        without(schema, &["$schema"])
    } else {
        schema.clone()
    };
    let mut schema = rewrite_older_forms(&schema, !has_draft(&schema, &DRAFTS_WITH_TUPLES));
    // A removed part may have been the target of a reference.
    for _ in 0..MOST_ROUNDS {
        let usable = usable(&schema, &schema);
        if usable == schema {
            break;
        }
        schema = usable;
    }
    schema
}

const MOST_ROUNDS: usize = 8;

/// Rewrites bounds and, if `and_tuples`, tuples of older drafts without changing their meaning.
fn rewrite_older_forms(schema: &Payload, and_tuples: bool) -> Payload {
    if !schema.is_object() {
        return schema.clone();
    }
    let schema = &if and_tuples && has_tuple(schema) {
        without_tuple(schema)
    } else {
        schema.clone()
    };
    map_members(schema, |name, value| {
        let mut bounds = BOUNDS.into_iter();
        match bounds.find(|(bound, exclusive)| *bound == name || *exclusive == name) {
            Some(bound) => rewrite_bound(schema, bound, name, value),
            None => Some(rewrite_below(name, value, and_tuples)),
        }
    })
}

/// Rewrites or removes one of the two members of a draft 4 bound.
fn rewrite_bound(
    schema: &Payload,
    bound: (&str, &str),
    name: &str,
    value: Payload,
) -> Option<Payload> {
    let is_exclusive = name == bound.1;
    match exclusive_bound(schema, bound) {
        Some(number) if is_exclusive => Some(number),
        Some(_) => None,
        // The default value of draft 4.
        None if is_exclusive && value.text() == "false" => None,
        None => Some(value),
    }
}

/// Rewrites the older forms in the schemas that a keyword contains.
fn rewrite_below(name: &str, value: Payload, and_tuples: bool) -> Payload {
    match (subschemas(name), value.kind()) {
        (Some(Subschemas::ByName), PayloadKind::Object) => map_members(&value, |_, schema| {
            Some(rewrite_older_forms(&schema, and_tuples))
        }),
        (Some(Subschemas::One | Subschemas::List), PayloadKind::Array) => {
            let elements: Vec<_> = value
                .elements()
                .map(|schema| rewrite_older_forms(&schema, and_tuples))
                .collect();
            let made = Payload::array(&elements);
            if made == value { value } else { made }
        }
        (Some(Subschemas::One), PayloadKind::Object) => rewrite_older_forms(&value, and_tuples),
        _ => value,
    }
}

/// Returns `true` if `items` is a list, the older form of a tuple.
fn has_tuple(schema: &Payload) -> bool {
    match schema.member("items") {
        Some(items) => items.kind() == PayloadKind::Array,
        None => false,
    }
}

/// Rewrites a list at `items` to the form of 2020-12.
fn without_tuple(schema: &Payload) -> Payload {
    let has_both = schema.member("prefixItems").is_some();
    let members: Vec<_> = schema.members().collect();
    let mut renamed: Vec<(&str, &Payload)> = Vec::with_capacity(members.len());
    for (name, value) in &members {
        match &**name {
            "items" | "additionalItems" if has_both => {}
            "items" => renamed.push(("prefixItems", value)),
            "additionalItems" => renamed.push(("items", value)),
            other => renamed.push((other, value)),
        }
    }
    Payload::object(renamed)
}

/// Returns the places of exclusive draft 4 bounds in a schema.
pub(super) fn bounds_of_draft_4(schema: &Payload) -> Vec<Pointer> {
    let mut found = Vec::new();
    visit_schemas(schema, &Pointer::root(), &mut |at, schema| {
        for bound in BOUNDS {
            if exclusive_bound(schema, bound).is_some() {
                found.push(at.member(bound.1));
            }
        }
    });
    found
}

/// Returns a boolean property schema as an object, because clients before 2026 accept only objects.
fn of_property(property: Payload) -> Payload {
    match property.text() {
        "true" => Payload::empty_object(),
        "false" => Payload::object([("not", &Payload::empty_object())]),
        _ => property,
    }
}

/// Removes the parts that no client can use. Recursion is bounded because payloads have a bounded depth.
fn usable(schema: &Payload, root: &Payload) -> Payload {
    if !schema.is_object() {
        return schema.clone();
    }
    map_members(schema, |name, value| {
        // Without the removed patterns, these keywords would restrict more properties.
        if matches!(name, "additionalProperties" | "unevaluatedProperties")
            && has_other_patterns(schema)
        {
            return None;
        }
        match kind_of(name, &value) {
            Some(kind) => usable_value(kind, &value, root),
            // Clients ignore unknown keywords.
            None => Some(value),
        }
    })
}

/// Returns the kind of value that a keyword has. Returns `None` for an unknown keyword.
fn kind_of(name: &str, value: &Payload) -> Option<KeywordKind> {
    if let Some((_, kind)) = KEYWORDS.iter().find(|(keyword, _)| *keyword == name) {
        return Some(*kind);
    }
    Some(match subschemas(name)? {
        // Before 2020-12 the value may also be a list of schemas.
        Subschemas::One if name == "items" && value.kind() == PayloadKind::Array => {
            KeywordKind::Schemas
        }
        Subschemas::One => KeywordKind::Schema,
        Subschemas::List => KeywordKind::Schemas,
        Subschemas::ByName => KeywordKind::NamedSchemas,
    })
}

/// Returns the usable part of a keyword's value. Returns `None` if no client can use the value.
fn usable_value(kind: KeywordKind, value: &Payload, root: &Payload) -> Option<Payload> {
    match kind {
        KeywordKind::Schema => usable_schema(value, root),
        KeywordKind::Condition => {
            let usable = usable_schema(value, root)?;
            if usable == *value { Some(usable) } else { None }
        }
        KeywordKind::Schemas => usable_schemas(value, root),
        KeywordKind::Alternatives => {
            let usable = usable_schemas(value, root)?;
            if usable == *value { Some(usable) } else { None }
        }
        KeywordKind::NamedSchemas => usable_members(value, |_, schema| usable_schema(schema, root)),
        KeywordKind::Dependencies => usable_members(value, |_, one| match one.kind() {
            PayloadKind::Array => usable_texts(one),
            _ => usable_schema(one, root),
        }),
        KeywordKind::Patterns => usable_members(value, |pattern, schema| {
            if is_pattern(pattern) {
                usable_schema(schema, root)
            } else {
                None
            }
        }),
        KeywordKind::Texts => usable_texts(value),
        KeywordKind::NamedTexts => usable_members(value, |_, one| usable_texts(one)),
        KeywordKind::Types if is_type_or_types(value) => Some(remove_repetitions(value)),
        KeywordKind::Types => None,
        _ if is_usable_as_is(kind, value, root) => Some(value.clone()),
        _ => None,
    }
}

/// Returns `true` if clients can use the value of a keyword that is used either whole or not at all.
fn is_usable_as_is(kind: KeywordKind, value: &Payload, root: &Payload) -> bool {
    match kind {
        KeywordKind::Text
        | KeywordKind::Anchor
        | KeywordKind::Address
        | KeywordKind::Reference
        | KeywordKind::Pattern => match value.as_str() {
            Some(text) => is_usable_text(kind, &text, root),
            None => false,
        },
        KeywordKind::Count => value.text().bytes().all(|byte| byte.is_ascii_digit()),
        KeywordKind::Number => value.kind() == PayloadKind::Number,
        KeywordKind::PositiveNumber => match value.text().parse::<f64>() {
            Ok(number) => number > 0.0,
            Err(_) => false,
        },
        KeywordKind::Truth => value.kind() == PayloadKind::Boolean,
        KeywordKind::Values => value.kind() == PayloadKind::Array,
        KeywordKind::Choices => {
            value.kind() == PayloadKind::Array && value.elements().next().is_some()
        }
        KeywordKind::Refused
        | KeywordKind::Schema
        | KeywordKind::Condition
        | KeywordKind::Alternatives
        | KeywordKind::Schemas
        | KeywordKind::NamedSchemas
        | KeywordKind::Dependencies
        | KeywordKind::Patterns
        | KeywordKind::Texts
        | KeywordKind::NamedTexts
        | KeywordKind::Types => false,
    }
}

/// Returns `true` if clients can use the text in the value of a keyword.
fn is_usable_text(kind: KeywordKind, text: &str, root: &Payload) -> bool {
    match kind {
        KeywordKind::Anchor => is_anchor(text),
        // An id may end with an empty fragment, and with no other one.
        KeywordKind::Address => !text.trim_end_matches('#').contains('#'),
        KeywordKind::Reference => is_resolvable(text, root),
        KeywordKind::Pattern => is_pattern(text),
        _ => true,
    }
}

fn is_schema(value: &Payload) -> bool {
    matches!(value.kind(), PayloadKind::Object | PayloadKind::Boolean)
}

fn is_text(value: &Payload) -> bool {
    value.kind() == PayloadKind::String
}

fn is_type(value: &Payload) -> bool {
    match value.as_str() {
        Some(name) => TYPES.contains(&&*name),
        None => false,
    }
}

/// Returns `true` for the name of a type, or a non-empty list of such names.
fn is_type_or_types(value: &Payload) -> bool {
    if value.kind() != PayloadKind::Array {
        return is_type(value);
    }
    value.elements().next().is_some() && value.elements().all(|one| is_type(&one))
}

/// Returns `true` if a text is a plain name (`^[A-Za-z_][-A-Za-z0-9._]*$` in 2020-12).
fn is_anchor(text: &str) -> bool {
    let Some((first, rest)) = text.as_bytes().split_first() else {
        return false;
    };
    begins_anchor(*first)
        && rest
            .iter()
            .all(|byte| begins_anchor(*byte) || matches!(byte, b'0'..=b'9' | b'-' | b'.'))
}

fn begins_anchor(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// Returns the usable part of a schema. Returns `None` if the value is not a schema.
fn usable_schema(value: &Payload, root: &Payload) -> Option<Payload> {
    if is_schema(value) {
        Some(usable(value, root))
    } else {
        None
    }
}

/// Returns the usable parts of a list of schemas. Returns `None` if the list is empty or contains another value.
fn usable_schemas(value: &Payload, root: &Payload) -> Option<Payload> {
    let schemas: Vec<Payload> = value.elements().collect();
    let is_list = value.kind() == PayloadKind::Array;
    if !is_list || schemas.is_empty() || !schemas.iter().all(is_schema) {
        return None;
    }
    let usable: Vec<Payload> = schemas.iter().map(|one| usable(one, root)).collect();
    Some(Payload::array(&usable))
}

/// Returns a list of texts without repetitions. Returns `None` for any other value.
fn usable_texts(value: &Payload) -> Option<Payload> {
    let is_list = value.kind() == PayloadKind::Array;
    if is_list && value.elements().all(|one| is_text(&one)) {
        Some(remove_repetitions(value))
    } else {
        None
    }
}

/// Returns an object with the usable parts of its members. Returns `None` for any other value.
fn usable_members(
    value: &Payload,
    usable: impl Fn(&str, &Payload) -> Option<Payload>,
) -> Option<Payload> {
    if !value.is_object() {
        return None;
    }
    Some(map_members(value, |name, member| usable(name, &member)))
}

/// Returns `true` if a schema has property patterns that clients cannot use.
fn has_other_patterns(schema: &Payload) -> bool {
    let Some(patterns) = schema.member("patternProperties") else {
        return false;
    };
    patterns.members().any(|(pattern, _)| !is_pattern(&pattern))
}

/// Removes repeated texts from a list. Other values are unchanged.
fn remove_repetitions(value: &Payload) -> Payload {
    let mut seen = BTreeSet::new();
    let all: Vec<Payload> = value.elements().collect();
    let once: Vec<Payload> = all
        .iter()
        .filter(|one| seen.insert(one.text()))
        .cloned()
        .collect();
    if once.len() == all.len() {
        value.clone()
    } else {
        Payload::array(&once)
    }
}

/// Replaces or removes the members of an object. Returns the same object if nothing changes.
fn map_members(object: &Payload, change: impl Fn(&str, Payload) -> Option<Payload>) -> Payload {
    let before: Vec<_> = object.members().collect();
    let mut after: Vec<(&str, Payload)> = Vec::with_capacity(before.len());
    let mut is_same = true;
    for (name, value) in &before {
        match change(name, value.clone()) {
            Some(changed) => {
                is_same &= changed == *value;
                after.push((name, changed));
            }
            None => is_same = false,
        }
    }
    if is_same {
        object.clone()
    } else {
        Payload::object(after.iter().map(|(name, value)| (*name, value)))
    }
}

/// Returns `true` if a reference leads to a subschema of this schema.
fn is_resolvable(reference: &str, root: &Payload) -> bool {
    let Some(pointer) = reference.strip_prefix('#') else {
        // Clients load no other document.
        return false;
    };
    if pointer.is_empty() {
        return true;
    }
    if !pointer.starts_with('/') || pointer.contains('%') {
        return false;
    }
    let Ok(pointer) = Pointer::parse(pointer) else {
        return false;
    };
    match root.get(&pointer) {
        Some(target) => is_schema(&target),
        None => false,
    }
}

/// Returns `true` if a text is a regular expression. Only brackets and repetitions are checked, and less common forms
/// count as invalid.
fn is_pattern(pattern: &str) -> bool {
    let (mut groups, mut in_class, mut can_repeat) = (0_usize, false, false);
    let mut letters = pattern.chars().peekable();
    while let Some(letter) = letters.next() {
        let repeats = std::mem::replace(&mut can_repeat, true);
        match letter {
            '\\' => match letters.next() {
                Some(escaped) if "dDsSwWbB.\\/^$|?*+()[]{}-".contains(escaped) => {}
                _ => return false,
            },
            ']' if in_class => in_class = false,
            _ if in_class => {}
            '[' => in_class = true,
            '(' => {
                groups += 1;
                can_repeat = false;
                // Only groups without a name, and lookaheads.
                if letters.next_if_eq(&'?').is_some()
                    && !matches!(letters.next(), Some(':' | '=' | '!'))
                {
                    return false;
                }
            }
            ')' if groups > 0 => groups -= 1,
            '*' | '+' | '?' if repeats => {
                letters.next_if_eq(&'?');
                can_repeat = false;
            }
            '{' if repeats => {
                let count: String =
                    std::iter::from_fn(|| letters.next_if(|letter| *letter != '}')).collect();
                if !is_count(&count) || letters.next().is_none() {
                    return false;
                }
                can_repeat = false;
            }
            '^' | '$' | '|' => can_repeat = false,
            ')' | '*' | '+' | '?' | '{' | '}' | ']' => return false,
            _ => {}
        }
    }
    groups == 0 && !in_class
}

/// Returns `true` for the number of repetitions in braces: `2`, `2,` or `2,3`.
fn is_count(count: &str) -> bool {
    let (least, most) = count.split_once(',').unwrap_or((count, ""));
    match (least.parse::<u16>(), most.parse::<u16>()) {
        (Ok(least), Ok(most)) => least <= most,
        (Ok(_), Err(_)) => most.is_empty(),
        (Err(_), _) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schema_members_unusable_by_clients_are_removed() {
        for (schema, expected) in [
            ("{}", r#"{"type":"object"}"#),
            (
                r#"{"$schema":"x","x":1}"#,
                r#"{"$schema":"x","type":"object","x":1}"#,
            ),
            (
                r#"{"x":1,"type":["null","object"]}"#,
                r#"{"x":1,"type":"object"}"#,
            ),
            (r#"{"type":7}"#, r#"{"type":"object"}"#),
            (
                r#"{"type":"object","required":"q","properties":[]}"#,
                r#"{"type":"object"}"#,
            ),
            (
                r#"{"type":"object","required":["q",7]}"#,
                r#"{"type":"object"}"#,
            ),
            (
                r#"{"type":"object","properties":{"a":true,"b":false,"c":7,"d":{"type":"strin","title":"t"}}}"#,
                r#"{"type":"object","properties":{"a":{},"b":{"not":{}},"d":{"title":"t"}}}"#,
            ),
            (
                r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/a"},"b":{"$ref":"#/$defs/b"},"c":{"$ref":"http://x.test/"}},"$defs":{"a":{"minimum":"1"}}}"##,
                r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/a"},"b":{},"c":{}},"$defs":{"a":{}}}"##,
            ),
            (
                r#"{"type":"object","not":{"type":"strin"},"id":"x","oneOf":{}}"#,
                r#"{"type":"object"}"#,
            ),
            (
                r#"{"type":"object","dependencies":{"a":["b"],"c":{"enum":[]},"d":["e",7]}}"#,
                r#"{"type":"object","dependencies":{"a":["b"],"c":{}}}"#,
            ),
            (
                r#"{"type":"object","anyOf":[{"minimum":""},true]}"#,
                r#"{"type":"object","anyOf":[{},true]}"#,
            ),
            (
                r#"{"type":"object","oneOf":[{"minimum":""}],"allOf":[]}"#,
                r#"{"type":"object"}"#,
            ),
            (
                r#"{"type":"object","items":[{"pattern":"("}]}"#,
                r#"{"type":"object","prefixItems":[{}]}"#,
            ),
            (
                r#"{"items":[true],"additionalItems":{}}"#,
                r#"{"type":"object","prefixItems":[true],"items":{}}"#,
            ),
            (
                r#"{"items":[true],"prefixItems":[{}]}"#,
                r#"{"type":"object","prefixItems":[{}]}"#,
            ),
            (
                r#"{"$schema":"http://json-schema.org/draft-07/schema#","items":[true]}"#,
                r#"{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","items":[true]}"#,
            ),
            (
                r#"{"$schema":"http://json-schema.org/draft-04/schema#","x":1}"#,
                r#"{"type":"object","x":1}"#,
            ),
            (
                r#"{"required":["a","b","a"]}"#,
                r#"{"type":"object","required":["a","b"]}"#,
            ),
            (
                r#"{"dependentRequired":{"a":["b"],"c":"d"},"multipleOf":0,"title":7}"#,
                r#"{"type":"object","dependentRequired":{"a":["b"]}}"#,
            ),
            (
                r#"{"patternProperties":{"^a":{},"(":{}},"additionalProperties":false}"#,
                r#"{"type":"object","patternProperties":{"^a":{}}}"#,
            ),
            // Removing a keyword also removes the target of a reference.
            (
                r##"{"not":{"type":"strin"},"properties":{"a":{"$ref":"#/not"},"b":{"$ref":"#/required"}},"required":[]}"##,
                r#"{"type":"object","properties":{"a":{},"b":{}},"required":[]}"#,
            ),
            (
                r#"{"type":"object","exclusiveMinimum":true,"exclusiveMaximum":7}"#,
                r#"{"type":"object","exclusiveMaximum":7}"#,
            ),
        ] {
            let made = of_objects(&Payload::parse(schema).unwrap()).unwrap();
            assert_eq!(made.text(), expected, "{schema}");
            assert_eq!(of_objects(&made), Some(made));
        }
        for schema in [r#"{"type":"string"}"#, r#"{"type":["null"]}"#, "7"] {
            assert_eq!(
                of_objects(&Payload::parse(schema).unwrap()),
                None,
                "{schema}"
            );
        }
    }

    #[test]
    fn schema_members_usable_by_clients_are_kept() {
        let schema = r#"{ "type":"object", "properties":{"a":{"type":["string","null"],"pattern":"^[a-z]+(-[0-9]{1,3})?$","maxLength":3},
            "b":{"enum":[1,null]},"c":{"items":{"not":{"const":1}},"uniqueItems":true}}, "required":["a"], "additionalProperties":false }"#;
        let schema = Payload::parse(schema).unwrap();
        assert_eq!(of_objects(&schema), Some(schema));
    }

    #[test]
    fn a_common_schema_is_returned_unchanged() {
        let subschemas = [
            "items",
            "additionalProperties",
            "properties",
            "$defs",
            "allOf",
            "anyOf",
            "then",
        ];
        let keywords = KEYWORDS
            .iter()
            .map(|(keyword, _)| *keyword)
            .chain(subschemas);
        let values = [
            "null",
            "true",
            "false",
            "0",
            "-1",
            "1.5",
            "1e999",
            r#""""#,
            r#""object""#,
            r#""objekt""#,
            r#""http://json-schema.org/draft-07/schema#""#,
            r#""http://json-schema.org/draft-04/schema#""#,
            "{}",
            r#"{"a":{}}"#,
            r#"{"a":true}"#,
            r#"{"a":{"type":"x"}}"#,
            r#"{"minimum":0,"exclusiveMinimum":true}"#,
            r#"{"items":[{}]}"#,
            r##"{"$ref":"#/none"}"##,
            r##""#/$defs/a""##,
            r#"{"pattern":"("}"#,
            r#"{"enum":[]}"#,
            "[]",
            "[{}]",
            "[true]",
            "[7]",
            r#"[{"type":"x"}]"#,
            r#"["string"]"#,
            r#"["string","string"]"#,
            r#"["a","a"]"#,
            r#"["a",7]"#,
        ];
        let mut common = 0;
        for keyword in keywords {
            for value in values {
                for schema in [
                    format!(r#"{{"{keyword}":{value}}}"#),
                    format!(r#"{{"type":"object","properties":{{"a":{{"{keyword}":{value}}}}}}}"#),
                    format!(r#"{{"type":"object","oneOf":[{{"if":{{"{keyword}":{value}}}}}]}}"#),
                    format!(
                        r#"{{"type":"object","items":{{"{keyword}":{value},"{keyword}":{value}}}}}"#
                    ),
                ] {
                    let payload = Payload::parse(&schema).unwrap();
                    if !is_common(&payload) {
                        continue;
                    }
                    common += 1;
                    assert_eq!(usable_throughout(&payload).text(), schema);
                    if is_of_objects(&payload) {
                        assert_eq!(with_type_object(&payload, &payload).unwrap().text(), schema);
                    }
                }
            }
        }
        assert!(common > 300, "{common}");
    }

    #[test]
    fn exclusive_bounds_of_draft_4_keep_their_meaning() {
        for (schema, expected, places) in [
            (
                r#"{"minimum":0,"exclusiveMinimum":true}"#,
                r#"{"exclusiveMinimum":0}"#,
                &["/exclusiveMinimum"][..],
            ),
            (
                r#"{"exclusiveMaximum":true,"maximum":9,"minimum":1,"exclusiveMinimum":false}"#,
                r#"{"exclusiveMaximum":9,"minimum":1}"#,
                &["/exclusiveMaximum"],
            ),
            (
                r#"{"not":{"items":{"minimum":0,"exclusiveMinimum":true}},"properties":{"minimum":{},"exclusiveMinimum":true}}"#,
                r#"{"not":{"items":{"exclusiveMinimum":0}},"properties":{"minimum":{},"exclusiveMinimum":true}}"#,
                &["/not/items/exclusiveMinimum"],
            ),
            (
                r#"{"minimum":0,"exclusiveMinimum":-1}"#,
                r#"{"minimum":0,"exclusiveMinimum":-1}"#,
                &[],
            ),
            (
                r#"{"const":{"minimum":0,"exclusiveMinimum":true}}"#,
                r#"{"const":{"minimum":0,"exclusiveMinimum":true}}"#,
                &[],
            ),
        ] {
            let schema = Payload::parse(schema).unwrap();
            assert_eq!(of_any(&schema).unwrap().text(), expected);
            let found = bounds_of_draft_4(&schema);
            assert_eq!(
                found.iter().map(Pointer::as_str).collect::<Vec<_>>(),
                places
            );
        }
    }

    #[test]
    fn valid_patterns_are_distinguished_from_invalid_ones() {
        for pattern in ["", "^a+$", "[^x]", "(?:a|b)*?", r"\d{4}-\d{2,}", "a{2,3}"] {
            assert!(is_pattern(pattern), "{pattern}");
        }
        for pattern in [
            "(", ")", "[^]x]", "[", "+a", "a**", r"\", "a{3,2}", "a{", "(?<n>a", "{", "]",
            r"\p{L}", "^*",
        ] {
            assert!(!is_pattern(pattern), "{pattern}");
        }
    }
}
