//! JSON Schemas as clients of MCP take them: one that a client cannot use makes it refuse the whole list.
//!
//! Bounds in the form of draft 4 are rewritten: `"minimum": 0, "exclusiveMinimum": true` is `"exclusiveMinimum": 0` since draft 6.
//!
//! What no client can use is left away: a keyword with a value of the wrong type, an unknown type, a reference that leads nowhere, a
//! pattern that is none. What is left allows more. Under `not`, `if` and `oneOf` that would be less, and so these go as a whole.

use actions_json::schema::{Subschemas, subschemas, visit_schemas};
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
    Text,
    Reference,
    Pattern,
    Count,
    Number,
    Truth,
    Choices,
}

/// Keywords, except those that hold schemas which may be left away one by one (see [`subschemas`]).
const KEYWORDS: &[(&str, Kind)] = &[
    ("$ref", Kind::Reference),
    ("$dynamicRef", Kind::Reference),
    ("$schema", Kind::Text),
    ("$id", Kind::Text),
    ("$anchor", Kind::Text),
    ("dependencies", Kind::Dependencies),
    // Of drafts and dialects that the validators of clients refuse to read.
    ("id", Kind::Refused),
    ("nullable", Kind::Refused),
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
    ("multipleOf", Kind::Number),
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
    let schema = &rewritten(schema);
    for (name, value) in usable(schema, schema).members() {
        if name == "type" {
            let allows = value.as_str().as_deref() == Some("object")
                || value.elements().any(|element| element.as_str().as_deref() == Some("object"));
            if !allows {
                return None;
            }
            has_type = true;
            members.push((name.into_owned(), object.clone()));
        } else if name == "properties" {
            members.push((name.into_owned(), named(&value, |_, property| Some(of_property(property)))));
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
    let schema = &rewritten(schema);
    schema.is_object().then(|| usable(schema, schema))
}

/// The schema without the given keywords at its top.
pub(super) fn without(schema: &Payload, keywords: &[&str]) -> Payload {
    named(schema, |name, value| (!keywords.contains(&name)).then_some(value))
}

/// A bound of draft 4 and the keyword that makes it exclusive.
const BOUNDS: [(&str, &str); 2] = [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")];

/// The value that an exclusive bound of draft 4 has since draft 6, if a schema has such a bound.
fn exclusive_bound(schema: &Payload, (bound, exclusive): (&str, &str)) -> Option<Payload> {
    let is_exclusive = schema.member(exclusive)?.text() == "true";
    schema.member(bound).filter(|value| is_exclusive && value.kind() == PayloadKind::Number)
}

/// A schema with the exclusive bounds of draft 4 in the form of later drafts, of the same meaning.
fn rewritten(schema: &Payload) -> Payload {
    if !schema.is_object() {
        return schema.clone();
    }
    named(schema, |name, value| {
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
                named(&value, |_, schema| Some(rewritten(&schema)))
            }
            (Some(Subschemas::One | Subschemas::List), PayloadKind::Array) => {
                let elements: Vec<_> = value.elements().map(|schema| rewritten(&schema)).collect();
                if elements.iter().eq(&value.elements().collect::<Vec<_>>()) {
                    value
                } else {
                    Payload::array(&elements)
                }
            }
            (Some(Subschemas::One), PayloadKind::Object) => rewritten(&value),
            _ => value,
        })
    })
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
    named(schema, |name, value| {
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
            .then(|| named(value, |_, schema| is_schema(&schema).then(|| usable(&schema, root)))),
        Kind::Dependencies => {
            let one = |_: &str, one: Payload| match one.kind() {
                PayloadKind::Array => usable_value(Kind::Texts, &one, root),
                _ => usable_value(Kind::Schema, &one, root),
            };
            value.is_object().then(|| named(value, one))
        }
        Kind::Refused => None,
        Kind::Types => {
            let is_usable = is_type(value)
                || is_list && value.elements().count() > 0 && value.elements().all(|one| is_type(&one));
            is_usable.then(|| value.clone())
        }
        Kind::Texts => (is_list && value.elements().all(|one| is_text(&one))).then(|| value.clone()),
        Kind::Text => is_text(value).then(|| value.clone()),
        Kind::Reference => leads_somewhere(&value.as_str()?, root).then(|| value.clone()),
        Kind::Pattern => is_pattern(&value.as_str()?).then(|| value.clone()),
        Kind::Count => {
            let is_count = value.text().bytes().all(|byte| byte.is_ascii_digit());
            is_count.then(|| value.clone())
        }
        Kind::Number => (value.kind() == PayloadKind::Number).then(|| value.clone()),
        Kind::Truth => (value.kind() == PayloadKind::Boolean).then(|| value.clone()),
        Kind::Choices => (is_list && value.elements().count() > 0).then(|| value.clone()),
    }
}

/// The members, changed or left away; the object itself where nothing changes.
fn named(object: &Payload, change: impl Fn(&str, Payload) -> Option<Payload>) -> Payload {
    let before: Vec<_> = object.members().collect();
    let after = before.iter().filter_map(|(name, value)| Some((&**name, change(name, value.clone())?)));
    let after: Vec<(&str, Payload)> = after.collect();
    let is_same = after.len() == before.len()
        && after.iter().zip(&before).all(|((_, after), (_, before))| after == before);
    if is_same { object.clone() } else { Payload::object(after.iter().map(|(name, value)| (*name, value))) }
}

/// Whether a reference leads to a part of this schema.
fn leads_somewhere(reference: &str, root: &Payload) -> bool {
    match reference.strip_prefix('#') {
        Some("") => true,
        Some(pointer) if pointer.starts_with('/') && !pointer.contains('%') => {
            Pointer::parse(pointer).is_ok_and(|pointer| root.get(&pointer).is_some())
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
            (r#"{"type":"object","items":[{"pattern":"("}]}"#, r#"{"type":"object","items":[{}]}"#),
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
                r#"{"not":{"items":[{"minimum":0,"exclusiveMinimum":true}]},"properties":{"minimum":{},"exclusiveMinimum":true}}"#,
                r#"{"not":{"items":[{"exclusiveMinimum":0}]},"properties":{"minimum":{},"exclusiveMinimum":true}}"#,
                &["/not/items/0/exclusiveMinimum"],
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
