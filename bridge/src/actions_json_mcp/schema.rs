//! JSON Schemas as clients of MCP take them: one that a client cannot use makes it refuse the whole list.
//!
//! Older forms are rewritten with the same meaning: `"minimum": 0, "exclusiveMinimum": true` of draft 4 is `"exclusiveMinimum": 0` since
//! draft 6, and a list at `items` is called `prefixItems` since 2020-12.
//!
//! What no client can use is left away: a keyword with a value of the wrong type, an unknown type, a reference that leads nowhere, a
//! pattern that is none. What is left allows more. Under `not`, `if` and `oneOf` that would be less, and so these go as a whole.

use actions_json::schema::{Subschemas, subschemas, visit_schemas};
use std::collections::BTreeSet;
use wire::{Payload, PayloadKind, Pointer};

/// What the value of a keyword is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Schema,
    /// A schema that may only be left away as a whole.
    Condition,
    /// Schemas that may only be left away as a whole.
    Alternatives,
    Schemas,
    NamedSchemas,
    /// By name, a schema or a list of names.
    Dependencies,
    Refused,
    Types,
    Texts,
    /// By name, a list of names.
    NamedTexts,
    Text,
    Anchor,
    Address,
    Reference,
    Pattern,
    /// Schemas by pattern.
    Patterns,
    Count,
    Number,
    PositiveNumber,
    Truth,
    Values,
    Choices,
}

/// Keywords, except those that hold schemas which may be left away one by one (see [`subschemas`]).
const KEYWORDS: &[(&str, Kind)] = &[
    ("$ref", Kind::Reference),
    ("$dynamicRef", Kind::Reference),
    ("$schema", Kind::Text),
    ("$id", Kind::Address),
    ("$anchor", Kind::Anchor),
    ("$dynamicAnchor", Kind::Anchor),
    ("$recursiveRef", Kind::Text),
    ("$recursiveAnchor", Kind::Truth),
    ("$comment", Kind::Text),
    ("title", Kind::Text),
    ("description", Kind::Text),
    ("examples", Kind::Values),
    ("readOnly", Kind::Truth),
    ("writeOnly", Kind::Truth),
    ("deprecated", Kind::Truth),
    ("contentEncoding", Kind::Text),
    ("contentMediaType", Kind::Text),
    ("dependencies", Kind::Dependencies),
    ("dependentRequired", Kind::NamedTexts),
    ("patternProperties", Kind::Patterns),
    // Of drafts and dialects that the validators of clients refuse to read.
    ("id", Kind::Refused),
    ("nullable", Kind::Refused),
    ("$vocabulary", Kind::Refused),
    ("not", Kind::Condition),
    ("if", Kind::Condition),
    ("oneOf", Kind::Alternatives),
    ("type", Kind::Types),
    ("required", Kind::Texts),
    ("pattern", Kind::Pattern),
    ("format", Kind::Text),
    ("minLength", Kind::Count),
    ("maxLength", Kind::Count),
    ("minItems", Kind::Count),
    ("maxItems", Kind::Count),
    ("minProperties", Kind::Count),
    ("maxProperties", Kind::Count),
    ("minContains", Kind::Count),
    ("maxContains", Kind::Count),
    ("minimum", Kind::Number),
    ("maximum", Kind::Number),
    ("exclusiveMinimum", Kind::Number),
    ("exclusiveMaximum", Kind::Number),
    ("multipleOf", Kind::PositiveNumber),
    ("uniqueItems", Kind::Truth),
    ("enum", Kind::Choices),
];

const TYPES: [&str; 7] = ["object", "array", "string", "number", "integer", "boolean", "null"];

/// The schema without what no client can use, of the type `object`; `None` if it forbids objects.
pub(super) fn of_objects(schema: &Payload) -> Option<Payload> {
    if !schema.is_object() {
        return None;
    }
    let object = Payload::string("object");
    let mut members: Vec<(String, Payload)> = Vec::new();
    let mut has_type = false;
    for (name, value) in usable_throughout(schema).members() {
        if name == "type" {
            let allows = value.as_str().as_deref() == Some("object")
                || value.elements().any(|element| element.as_str().as_deref() == Some("object"));
            if !allows {
                return None;
            }
            has_type = true;
            members.push((name.into_owned(), object.clone()));
        } else if name == "properties" {
            members.push((name.into_owned(), map_members(&value, |_, property| Some(of_property(property)))));
        } else {
            members.push((name.into_owned(), value));
        }
    }
    // A type that is none says nothing of objects.
    if !has_type {
        let before = usize::from(members.first().is_some_and(|(name, _)| name == "$schema"));
        members.insert(before, ("type".to_owned(), object));
    }
    let made = Payload::object(members.iter().map(|(name, value)| (name.as_str(), value)));
    Some(if made == *schema { schema.clone() } else { made })
}

/// The schema without what no client can use; `None` if it is none.
pub(super) fn of_any(schema: &Payload) -> Option<Payload> {
    schema.is_object().then(|| usable_throughout(schema))
}

/// The schema without the given keywords at its top.
pub(super) fn without(schema: &Payload, keywords: &[&str]) -> Payload {
    map_members(schema, |name, value| (!keywords.contains(&name)).then_some(value))
}

/// A bound of draft 4 and the keyword that makes it exclusive.
const BOUNDS: [(&str, &str); 2] = [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")];

/// The value that an exclusive bound of draft 4 has since draft 6, if a schema has such a bound.
fn exclusive_bound(schema: &Payload, (bound, exclusive): (&str, &str)) -> Option<Payload> {
    let is_exclusive = schema.member(exclusive)?.text() == "true";
    schema.member(bound).filter(|value| is_exclusive && value.kind() == PayloadKind::Number)
}

/// The draft that a schema states, by its name in the address.
fn has_draft(schema: &Payload, drafts: &[&str]) -> bool {
    let stated = schema.member("$schema");
    let stated = stated.as_ref().and_then(Payload::as_str).unwrap_or_default();
    drafts.iter().any(|draft| stated.contains(draft))
}

/// Drafts in which `items` may be a list, and which clients know.
const DRAFTS_WITH_TUPLES: [&str; 3] = ["/draft-06/", "/draft-07/", "/draft/2019-09/"];

/// The schema in forms of JSON Schema 2020-12, as far as these have the same meaning, and without what no client can use.
fn usable_throughout(schema: &Payload) -> Payload {
    // No client reads a schema by draft 4.
    let schema =
        if has_draft(schema, &["/draft-04/"]) { without(schema, &["$schema"]) } else { schema.clone() };
    let mut schema = rewrite_older_forms(&schema, !has_draft(&schema, &DRAFTS_WITH_TUPLES));
    // What is left away may have been what a reference leads to.
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

/// A schema with bounds and, where asked for, tuples of older drafts in the form of later ones, of the same meaning.
fn rewrite_older_forms(schema: &Payload, and_tuples: bool) -> Payload {
    if !schema.is_object() {
        return schema.clone();
    }
    let is_tuple =
        and_tuples && schema.member("items").is_some_and(|items| items.kind() == PayloadKind::Array);
    let schema = &if is_tuple { without_tuple(schema) } else { schema.clone() };
    map_members(schema, |name, value| {
        if let Some(pair) = BOUNDS.into_iter().find(|(bound, exclusive)| [*bound, *exclusive].contains(&name))
        {
            return match exclusive_bound(schema, pair) {
                Some(number) => (name == pair.1).then_some(number),
                // The default of draft 4.
                None => (name != pair.1 || value.text() != "false").then_some(value),
            };
        }
        Some(match (subschemas(name), value.kind()) {
            (Some(Subschemas::ByName), PayloadKind::Object) => {
                map_members(&value, |_, schema| Some(rewrite_older_forms(&schema, and_tuples)))
            }
            (Some(Subschemas::One | Subschemas::List), PayloadKind::Array) => {
                let elements: Vec<_> =
                    value.elements().map(|schema| rewrite_older_forms(&schema, and_tuples)).collect();
                let made = Payload::array(&elements);
                if made == value { value } else { made }
            }
            (Some(Subschemas::One), PayloadKind::Object) => rewrite_older_forms(&value, and_tuples),
            _ => value,
        })
    })
}

/// A schema whose `items` is a list, in the form of 2020-12.
fn without_tuple(schema: &Payload) -> Payload {
    let has_both = schema.member("prefixItems").is_some();
    let members: Vec<_> = schema.members().collect();
    let renamed = members.iter().filter_map(|(name, value)| match &**name {
        "items" => (!has_both).then_some(("prefixItems", value)),
        "additionalItems" => (!has_both).then_some(("items", value)),
        other => Some((other, value)),
    });
    Payload::object(renamed.collect::<Vec<_>>())
}

/// Places of the exclusive bounds of draft 4 in a schema.
pub(super) fn bounds_of_draft_4(schema: &Payload) -> Vec<Pointer> {
    let mut found = Vec::new();
    visit_schemas(schema, &Pointer::root(), &mut |at, schema| {
        let pairs = BOUNDS.into_iter().filter(|pair| exclusive_bound(schema, *pair).is_some());
        found.extend(pairs.map(|(_, exclusive)| at.member(exclusive)));
    });
    found
}

/// A property as an object: clients before 2026 take no other.
fn of_property(property: Payload) -> Payload {
    match property.text() {
        "true" => Payload::empty_object(),
        "false" => Payload::object([("not", &Payload::empty_object())]),
        _ => property,
    }
}

/// A schema without what no client can use. Payloads have a bounded depth, and so has this.
fn usable(schema: &Payload, root: &Payload) -> Payload {
    if !schema.is_object() {
        return schema.clone();
    }
    map_members(schema, |name, value| {
        // They are about properties that no pattern matches, and so would mean more.
        if matches!(name, "additionalProperties" | "unevaluatedProperties") && has_other_patterns(schema) {
            return None;
        }
        let own = || KEYWORDS.iter().find(|(keyword, _)| *keyword == name).map(|(_, kind)| *kind);
        let kind = own().or_else(|| {
            Some(match subschemas(name)? {
                // In drafts before 2020, a list of schemas too.
                Subschemas::One if name == "items" && value.kind() == PayloadKind::Array => Kind::Schemas,
                Subschemas::One => Kind::Schema,
                Subschemas::List => Kind::Schemas,
                Subschemas::ByName => Kind::NamedSchemas,
            })
        });
        kind.map_or(Some(value.clone()), |kind| usable_value(kind, &value, root))
    })
}

fn usable_value(kind: Kind, value: &Payload, root: &Payload) -> Option<Payload> {
    let is_schema = |value: &Payload| matches!(value.kind(), PayloadKind::Object | PayloadKind::Boolean);
    let is_list = value.kind() == PayloadKind::Array;
    let is_text = |value: &Payload| value.kind() == PayloadKind::String;
    let is_type = |value: &Payload| value.as_str().is_some_and(|name| TYPES.contains(&&*name));
    match kind {
        Kind::Schema => is_schema(value).then(|| usable(value, root)),
        Kind::Alternatives => usable_value(Kind::Schemas, value, root).filter(|same| same == value),
        Kind::Condition => is_schema(value).then(|| usable(value, root)).filter(|same| same == value),
        Kind::Schemas => {
            let all: Vec<Payload> = value.elements().collect();
            let is_usable = is_list && !all.is_empty() && all.iter().all(is_schema);
            is_usable.then(|| Payload::array(&all.iter().map(|one| usable(one, root)).collect::<Vec<_>>()))
        }
        Kind::NamedSchemas => value
            .is_object()
            .then(|| map_members(value, |_, schema| is_schema(&schema).then(|| usable(&schema, root)))),
        Kind::Dependencies => {
            let one = |_: &str, one: Payload| match one.kind() {
                PayloadKind::Array => usable_value(Kind::Texts, &one, root),
                _ => usable_value(Kind::Schema, &one, root),
            };
            value.is_object().then(|| map_members(value, one))
        }
        Kind::Refused => None,
        Kind::Types => {
            let is_usable = is_type(value)
                || is_list && value.elements().count() > 0 && value.elements().all(|one| is_type(&one));
            is_usable.then(|| once_each(value))
        }
        Kind::Texts => (is_list && value.elements().all(|one| is_text(&one))).then(|| once_each(value)),
        Kind::NamedTexts => {
            let texts = |_: &str, one: Payload| usable_value(Kind::Texts, &one, root);
            value.is_object().then(|| map_members(value, texts))
        }
        Kind::Text => is_text(value).then(|| value.clone()),
        Kind::Anchor => {
            let text = value.as_str()?;
            let is_letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
            let is_anchor = text.bytes().next().is_some_and(is_letter)
                && text
                    .bytes()
                    .all(|byte| is_letter(byte) || byte.is_ascii_digit() || matches!(byte, b'-' | b'.'));
            is_anchor.then(|| value.clone())
        }
        Kind::Address => (!value.as_str()?.trim_end_matches('#').contains('#')).then(|| value.clone()),
        Kind::Reference => is_resolvable(&value.as_str()?, root).then(|| value.clone()),
        Kind::Pattern => is_pattern(&value.as_str()?).then(|| value.clone()),
        Kind::Patterns => {
            let one = |pattern: &str, schema: Payload| {
                (is_pattern(pattern) && is_schema(&schema)).then(|| usable(&schema, root))
            };
            value.is_object().then(|| map_members(value, one))
        }
        Kind::Count => {
            let is_count = value.text().bytes().all(|byte| byte.is_ascii_digit());
            is_count.then(|| value.clone())
        }
        Kind::Number => (value.kind() == PayloadKind::Number).then(|| value.clone()),
        Kind::PositiveNumber => {
            let number: f64 = value.text().parse().ok()?;
            (number > 0.0).then(|| value.clone())
        }
        Kind::Values => is_list.then(|| value.clone()),
        Kind::Truth => (value.kind() == PayloadKind::Boolean).then(|| value.clone()),
        Kind::Choices => (is_list && value.elements().count() > 0).then(|| value.clone()),
    }
}

/// Whether a schema has properties by patterns that clients cannot use.
fn has_other_patterns(schema: &Payload) -> bool {
    let patterns = schema.member("patternProperties");
    patterns.is_some_and(|patterns| patterns.members().any(|(pattern, _)| !is_pattern(&pattern)))
}

/// A list of texts without those that stand further up; anything else as it is.
fn once_each(value: &Payload) -> Payload {
    let mut seen = BTreeSet::new();
    let all: Vec<Payload> = value.elements().collect();
    let once: Vec<Payload> = all.iter().filter(|one| seen.insert(one.text())).cloned().collect();
    if once.len() == all.len() { value.clone() } else { Payload::array(&once) }
}

/// The members, changed or left away; the object itself where nothing changes.
fn map_members(object: &Payload, change: impl Fn(&str, Payload) -> Option<Payload>) -> Payload {
    let before: Vec<_> = object.members().collect();
    let after = before.iter().filter_map(|(name, value)| Some((&**name, change(name, value.clone())?)));
    let after: Vec<(&str, Payload)> = after.collect();
    let is_same = after.len() == before.len()
        && after.iter().zip(&before).all(|((_, after), (_, before))| after == before);
    if is_same { object.clone() } else { Payload::object(after.iter().map(|(name, value)| (*name, value))) }
}

/// Whether a reference leads to a part of this schema.
fn is_resolvable(reference: &str, root: &Payload) -> bool {
    match reference.strip_prefix('#') {
        Some("") => true,
        Some(pointer) if pointer.starts_with('/') && !pointer.contains('%') => {
            let target = Pointer::parse(pointer).ok().and_then(|pointer| root.get(&pointer));
            target.is_some_and(|target| matches!(target.kind(), PayloadKind::Object | PayloadKind::Boolean))
        }
        _ => false,
    }
}

/// Whether a text is a regular expression, as far as brackets and repetitions tell. Less common ones count as none.
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
                if letters.next_if_eq(&'?').is_some()
                    && !letters.next().is_some_and(|kind| ":=!".contains(kind))
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
                let count: String = std::iter::from_fn(|| letters.next_if(|letter| *letter != '}')).collect();
                let (least, most) = count.split_once(',').unwrap_or((&count, ""));
                let number = |text: &str| text.parse::<u16>().ok();
                let is_usable = match (number(least), number(most)) {
                    (Some(least), Some(most)) => least <= most,
                    (Some(_), None) => most.is_empty(),
                    _ => false,
                };
                if !is_usable || letters.next().is_none() {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_client_can_use_is_left_away() {
        for (schema, expected) in [
            ("{}", r#"{"type":"object"}"#),
            (r#"{"$schema":"x","x":1}"#, r#"{"$schema":"x","type":"object","x":1}"#),
            (r#"{"x":1,"type":["null","object"]}"#, r#"{"x":1,"type":"object"}"#),
            (r#"{"type":7}"#, r#"{"type":"object"}"#),
            (r#"{"type":"object","required":"q","properties":[]}"#, r#"{"type":"object"}"#),
            (r#"{"type":"object","required":["q",7]}"#, r#"{"type":"object"}"#),
            (
                r#"{"type":"object","properties":{"a":true,"b":false,"c":7,"d":{"type":"strin","title":"t"}}}"#,
                r#"{"type":"object","properties":{"a":{},"b":{"not":{}},"d":{"title":"t"}}}"#,
            ),
            (
                r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/a"},"b":{"$ref":"#/$defs/b"},"c":{"$ref":"http://x.test/"}},"$defs":{"a":{"minimum":"1"}}}"##,
                r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/a"},"b":{},"c":{}},"$defs":{"a":{}}}"##,
            ),
            (r#"{"type":"object","not":{"type":"strin"},"id":"x","oneOf":{}}"#, r#"{"type":"object"}"#),
            (
                r#"{"type":"object","dependencies":{"a":["b"],"c":{"enum":[]},"d":["e",7]}}"#,
                r#"{"type":"object","dependencies":{"a":["b"],"c":{}}}"#,
            ),
            (r#"{"type":"object","anyOf":[{"minimum":""},true]}"#, r#"{"type":"object","anyOf":[{},true]}"#),
            (r#"{"type":"object","oneOf":[{"minimum":""}],"allOf":[]}"#, r#"{"type":"object"}"#),
            (r#"{"type":"object","items":[{"pattern":"("}]}"#, r#"{"type":"object","prefixItems":[{}]}"#),
            (
                r#"{"items":[true],"additionalItems":{}}"#,
                r#"{"type":"object","prefixItems":[true],"items":{}}"#,
            ),
            (r#"{"items":[true],"prefixItems":[{}]}"#, r#"{"type":"object","prefixItems":[{}]}"#),
            (
                r#"{"$schema":"http://json-schema.org/draft-07/schema#","items":[true]}"#,
                r#"{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","items":[true]}"#,
            ),
            (r#"{"$schema":"http://json-schema.org/draft-04/schema#","x":1}"#, r#"{"type":"object","x":1}"#),
            (r#"{"required":["a","b","a"]}"#, r#"{"type":"object","required":["a","b"]}"#),
            (
                r#"{"dependentRequired":{"a":["b"],"c":"d"},"multipleOf":0,"title":7}"#,
                r#"{"type":"object","dependentRequired":{"a":["b"]}}"#,
            ),
            (
                r#"{"patternProperties":{"^a":{},"(":{}},"additionalProperties":false}"#,
                r#"{"type":"object","patternProperties":{"^a":{}}}"#,
            ),
            // What one reference leads to goes with a keyword.
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
            assert_eq!(of_objects(&Payload::parse(schema).unwrap()), None, "{schema}");
        }
    }

    #[test]
    fn what_clients_can_use_stays_as_it_is() {
        let schema = r#"{ "type":"object", "properties":{"a":{"type":["string","null"],"pattern":"^[a-z]+(-[0-9]{1,3})?$","maxLength":3},
            "b":{"enum":[1,null]},"c":{"items":{"not":{"const":1}},"uniqueItems":true}}, "required":["a"], "additionalProperties":false }"#;
        let schema = Payload::parse(schema).unwrap();
        assert_eq!(of_objects(&schema), Some(schema));
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
            (r#"{"minimum":0,"exclusiveMinimum":-1}"#, r#"{"minimum":0,"exclusiveMinimum":-1}"#, &[]),
            (
                r#"{"const":{"minimum":0,"exclusiveMinimum":true}}"#,
                r#"{"const":{"minimum":0,"exclusiveMinimum":true}}"#,
                &[],
            ),
        ] {
            let schema = Payload::parse(schema).unwrap();
            assert_eq!(of_any(&schema).unwrap().text(), expected);
            let found = bounds_of_draft_4(&schema);
            assert_eq!(found.iter().map(Pointer::as_str).collect::<Vec<_>>(), places);
        }
    }

    #[test]
    fn patterns_are_told_from_what_is_none() {
        for pattern in ["", "^a+$", "[^x]", "(?:a|b)*?", r"\d{4}-\d{2,}", "a{2,3}"] {
            assert!(is_pattern(pattern), "{pattern}");
        }
        for pattern in
            ["(", ")", "[^]x]", "[", "+a", "a**", r"\", "a{3,2}", "a{", "(?<n>a", "{", "]", r"\p{L}", "^*"]
        {
            assert!(!is_pattern(pattern), "{pattern}");
        }
    }
}
