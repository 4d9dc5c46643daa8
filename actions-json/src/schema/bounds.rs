//! Whether the work that a schema asks for is bounded by its text.
//!
//! References let a short schema stand for a huge or an endless one: `{"allOf": [{"$ref": "#/a"}, {"$ref": "#/a"}]}`
//! doubles the work at every step, and a schema that refers to itself doubles it at every level of the payload. So
//! they are followed here first, and counted.

use serde_json::Value;

/// How many values a schema may hold when every reference is written out.
const SIZE: usize = 20_000;
/// How deep it may then nest.
const DEPTH: usize = 256;

/// The drafts whose references work as they are followed here.
const DRAFTS: [&str; 4] = [
    "//json-schema.org/draft/2020-12/schema",
    "//json-schema.org/draft/2019-09/schema",
    "//json-schema.org/draft-07/schema",
    "//json-schema.org/draft-06/schema",
];

pub(super) fn check(schema: &Value) -> Result<(), &'static str> {
    if let Some(draft) = schema.get("$schema") {
        let known = draft.as_str().and_then(|draft| {
            draft
                .trim_end_matches('#')
                .strip_prefix("https:")
                .or(draft.trim_end_matches('#').strip_prefix("http:"))
        });
        if !known.is_some_and(|known| DRAFTS.contains(&known)) {
            return Err("`$schema` is none of the drafts 6, 7, 2019-09 and 2020-12");
        }
    }
    Walk { root: schema, followed: Vec::new(), size: 0 }.value(schema, 0)
}

struct Walk<'a> {
    root: &'a Value,
    /// The references inside which the walk is.
    followed: Vec<&'a str>,
    size: usize,
}

impl<'a> Walk<'a> {
    /// Recursion ends at [`DEPTH`].
    fn value(&mut self, value: &'a Value, depth: usize) -> Result<(), &'static str> {
        self.size += 1;
        if self.size > SIZE || depth > DEPTH {
            return Err("it is too large when its references are written out");
        }
        match value {
            Value::Array(items) => items.iter().try_for_each(|item| self.value(item, depth + 1)),
            Value::Object(members) => {
                members.iter().try_for_each(|(name, member)| self.member(name, member, depth))
            }
            _ => Ok(()),
        }
    }

    fn member(&mut self, name: &str, member: &'a Value, depth: usize) -> Result<(), &'static str> {
        // A property may have such a name too; what stands behind it then is no text.
        match (name, member.as_str()) {
            ("$ref", Some(reference)) => self.follow(reference, depth),
            ("$dynamicRef" | "$recursiveRef", Some(_)) => Err("a reference that depends on where it is used"),
            ("$id", Some(_)) if depth > 0 => Err("a schema with an `$id` of its own inside"),
            _ => self.value(member, depth + 1),
        }
    }

    fn follow(&mut self, reference: &'a str, depth: usize) -> Result<(), &'static str> {
        if self.followed.contains(&reference) {
            return Err("a schema that refers to itself");
        }
        // Percent-encoded pointers and anchors are refused, and so is whatever lies in another document.
        let target = reference.strip_prefix('#').filter(|pointer| !pointer.contains('%'));
        let target = target.and_then(|pointer| self.root.pointer(pointer));
        let target = target.ok_or("a `$ref` that is no pointer into this schema")?;
        self.followed.push(reference);
        self.value(target, depth + 1)?;
        self.followed.pop();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn references_inside_a_schema_are_followed() {
        let money = json!({"type": "object", "properties": {"amount": {"type": "number"}}});
        let schema = json!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "properties": {"price": {"$ref": "#/definitions/money"}, "tax": {"$ref": "#/definitions/money"}, "$ref": {}},
            "definitions": {"money": money},
        });
        assert_eq!(check(&schema), Ok(()));
    }

    #[test]
    fn what_could_cost_without_bound_is_refused() {
        let twice = |to: usize| json!({"allOf": [{"$ref": format!("#/$defs/a{to}")}, {"$ref": format!("#/$defs/a{to}")}]});
        let many: serde_json::Map<_, _> = (0..40).map(|i| (format!("a{i}"), twice(i + 1))).collect();
        let chain: serde_json::Map<_, _> =
            (0..9999).map(|i| (format!("a{i}"), json!({"$ref": format!("#/$defs/a{}", i + 1)}))).collect();
        for schema in [
            json!({"$ref": "#"}),
            json!({"properties": {"a": {"$ref": "#"}}}),
            json!({"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"}),
            json!({"$ref": "#/$defs/a0", "$defs": many}),
            json!({"$ref": "#/$defs/a0", "$defs": chain}),
            json!({"$ref": "#anchor"}),
            json!({"$ref": "#/%24defs"}),
            json!({"$ref": "https://a.test/"}),
            json!({"$dynamicRef": "#"}),
            json!({"$recursiveRef": "#"}),
            json!({"items": {"$id": "https://a.test/"}}),
            json!({"$schema": "http://json-schema.org/draft-04/schema#"}),
            json!({"$schema": 7}),
        ] {
            assert!(check(&schema).is_err(), "{}", schema.to_string().get(..60).unwrap_or_default());
        }
    }
}
