//! Bounds on the work that a schema requires.
//!
//! References let a short schema expand into a huge or endless one. `{"allOf": [{"$ref": "#/a"}, {"$ref": "#/a"}]}`
//! doubles the work at every step, and a recursive schema doubles it at every level of the payload. This module
//! therefore follows and counts references before a schema is compiled.

use crate::limits::{SCHEMA_DEPTH, SCHEMA_VALUES};
use serde_json::Value;

/// The drafts whose references this module follows correctly.
const DRAFTS: [&str; 4] = [
    "//json-schema.org/draft/2020-12/schema",
    "//json-schema.org/draft/2019-09/schema",
    "//json-schema.org/draft-07/schema",
    "//json-schema.org/draft-06/schema",
];

pub(super) fn check(schema: &Value) -> Result<(), &'static str> {
    if let Some(draft) = schema.get("$schema") {
        let draft = draft.as_str().unwrap_or_default().trim_end_matches('#');
        let without_scheme = draft
            .strip_prefix("https:")
            .or(draft.strip_prefix("http:"))
            .unwrap_or_default();
        if !DRAFTS.contains(&without_scheme) {
            return Err("`$schema` must be draft 6, 7, 2019-09 or 2020-12");
        }
    }
    BoundsWalk {
        root: schema,
        followed: Vec::new(),
        size: 0,
    }
    .value(schema, 0)
}

struct BoundsWalk<'a> {
    root: &'a Value,
    /// The references that are being followed.
    followed: Vec<&'a str>,
    size: usize,
}

impl<'a> BoundsWalk<'a> {
    /// Counts the work of a value. The depth limit [`SCHEMA_DEPTH`] bounds the recursion.
    fn value(&mut self, value: &'a Value, depth: usize) -> Result<(), &'static str> {
        self.size += 1;
        if self.size > SCHEMA_VALUES || depth > SCHEMA_DEPTH {
            return Err("the schema is too large when its references are expanded");
        }
        match value {
            Value::Array(items) => items
                .iter()
                .try_for_each(|item| self.value(item, depth + 1)),
            Value::Object(members) => members
                .iter()
                .try_for_each(|(name, member)| self.member(name, member, depth)),
            _ => Ok(()),
        }
    }

    fn member(&mut self, name: &str, member: &'a Value, depth: usize) -> Result<(), &'static str> {
        // A property may also be named like a keyword. Its value is then not a string.
        match (name, member.as_str()) {
            ("$ref", Some(reference)) => self.follow(reference, depth),
            ("$dynamicRef" | "$recursiveRef", Some(_)) => {
                Err("references that depend on the place of use are not supported")
            }
            ("$id", Some(_)) if depth > 0 => {
                Err("subschemas with their own `$id` are not supported")
            }
            _ => self.value(member, depth + 1),
        }
    }

    fn follow(&mut self, reference: &'a str, depth: usize) -> Result<(), &'static str> {
        if self.followed.contains(&reference) {
            return Err("recursive schemas are not supported");
        }
        // Percent-encoded pointers, anchors and references to other documents are refused.
        let target = reference
            .strip_prefix('#')
            .filter(|pointer| !pointer.contains('%'));
        let target = target.and_then(|pointer| self.root.pointer(pointer));
        let target = target.ok_or("a `$ref` must be a pointer into this schema")?;
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
    fn schemas_with_unbounded_cost_are_refused() {
        let twice = |to: usize| json!({"allOf": [{"$ref": format!("#/$defs/a{to}")}, {"$ref": format!("#/$defs/a{to}")}]});
        let many: serde_json::Map<_, _> =
            (0..40).map(|i| (format!("a{i}"), twice(i + 1))).collect();
        let chain: serde_json::Map<_, _> = (0..9999)
            .map(|i| {
                (
                    format!("a{i}"),
                    json!({"$ref": format!("#/$defs/a{}", i + 1)}),
                )
            })
            .collect();
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
            assert!(
                check(&schema).is_err(),
                "{}",
                schema.to_string().get(..60).unwrap_or_default()
            );
        }
    }
}
