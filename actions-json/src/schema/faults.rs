//! Faults of schemas: values that a draft forbids, references without a target, and patterns that do not compile.

use super::{Subschemas, is_common, pattern, subschemas, validator::value};
use jsonschema::{draft4, draft6, draft7, draft201909, draft202012, meta::MetaValidator};
use serde_json::Value;
use std::collections::BTreeSet;
use wire::{Payload, Pointer};

/// One fault of a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SchemaFault {
    /// The place in the schema.
    pub pointer: Pointer,
    /// A description for people.
    pub message: String,
    /// A correct value, or an instruction for fixing the schema.
    pub hint: String,
    /// `true` if the draft in the schema's `$schema` accepts the value. Only readers limited to JSON Schema 2020-12
    /// then reject it.
    pub is_of_another_draft: bool,
}

/// Finds the faults of a schema by the draft in its `$schema`. Without `$schema`, the most permissive of the drafts
/// 2020-12, 7 and 4 is used. In schemas with a custom dialect (another `$schema`), only references, patterns and
/// empty `enum`s are checked.
///
/// Faults are in the order of their places. Schemas that `serde_json` cannot represent (duplicate members, numbers
/// beyond doubles) are not checked.
#[cfg_attr(feature = "jsonschema", doc = "```")]
#[cfg_attr(not(feature = "jsonschema"), doc = "```ignore")]
/// use agent_ui_actions_json::{schema::faults, wire::Payload};
///
/// let schema = Payload::parse(r##"{"required":"sku","properties":{"sku":{"$ref":"#/$defs/sku"},"n":{"pattern":"("}}}"##)?;
/// let at: Vec<_> = faults(&schema).iter().map(|fault| fault.pointer.to_string()).collect();
/// assert_eq!(at, ["/properties/n/pattern", "/properties/sku/$ref", "/required"]);
/// # Ok::<(), agent_ui_actions_json::wire::DecodeError>(())
/// ```
pub fn faults(schema: &Payload) -> Vec<SchemaFault> {
    if is_common(schema) {
        return Vec::new();
    }
    faults_by_stated_draft(schema)
}

fn faults_by_stated_draft(schema: &Payload) -> Vec<SchemaFault> {
    let text = schema.text();
    let Ok(schema) = value(schema) else {
        return Vec::new();
    };
    let by_draft = match StatedDraft::by(&schema) {
        StatedDraft::Draft(name, validator) => by_draft(&schema, name, &validator()),
        StatedDraft::Dialect => Vec::new(),
        StatedDraft::Nothing
            if draft7::meta::is_valid(&schema) || draft4::meta::is_valid(&schema) =>
        {
            Vec::new()
        }
        StatedDraft::Nothing => {
            let drafts = [
                by_draft(&schema, LATEST, &draft202012::meta::validator()),
                by_draft(&schema, "draft 7", &draft7::meta::validator()),
                by_draft(&schema, "draft 4", &draft4::meta::validator()),
            ];
            drafts.into_iter().min_by_key(Vec::len).unwrap_or_default()
        }
    };
    of_any_draft(text, &schema, by_draft)
}

/// Finds the faults of a schema for readers that support only JSON Schema 2020-12, which is the default of MCP and
/// expected by most model APIs.
///
/// Faults are in the order of their places. Schemas that `serde_json` cannot represent (duplicate members, numbers
/// beyond doubles) are not checked.
pub fn faults_in_2020_12(schema: &Payload) -> Vec<SchemaFault> {
    if is_common(schema) {
        return Vec::new();
    }
    faults_by_2020_12(schema)
}

fn faults_by_2020_12(schema: &Payload) -> Vec<SchemaFault> {
    let text = schema.text();
    let Ok(schema) = value(schema) else {
        return Vec::new();
    };
    let mut found = by_draft(&schema, LATEST, &draft202012::meta::validator());
    match StatedDraft::by(&schema) {
        StatedDraft::Nothing | StatedDraft::Draft(LATEST, _) => {}
        StatedDraft::Draft(name, validator) => {
            let stated = by_draft(&schema, name, &validator());
            let stated = wire::collect_set(stated.into_iter().map(|fault| fault.pointer));
            found
                .iter_mut()
                .for_each(|fault| fault.is_of_another_draft = !stated.contains(&fault.pointer));
        }
        StatedDraft::Dialect => found
            .iter_mut()
            .for_each(|fault| fault.is_of_another_draft = true),
    }
    of_any_draft(text, &schema, found)
}

const LATEST: &str = "2020-12";

/// The draft in the `$schema` of a schema.
enum StatedDraft {
    Nothing,
    Draft(&'static str, fn() -> MetaValidator<'static>),
    /// A custom dialect (another `$schema`).
    Dialect,
}

impl StatedDraft {
    fn by(schema: &Value) -> Self {
        let stated = schema
            .get("$schema")
            .and_then(Value::as_str)
            .unwrap_or_default();
        match stated
            .trim_end_matches('#')
            .rsplit("//")
            .next()
            .unwrap_or_default()
        {
            "" => Self::Nothing,
            "json-schema.org/draft-04/schema" => Self::Draft("draft 4", draft4::meta::validator),
            "json-schema.org/draft-06/schema" => Self::Draft("draft 6", draft6::meta::validator),
            "json-schema.org/draft-07/schema" => Self::Draft("draft 7", draft7::meta::validator),
            "json-schema.org/draft/2019-09/schema" => {
                Self::Draft("2019-09", draft201909::meta::validator)
            }
            "json-schema.org/draft/2020-12/schema" => {
                Self::Draft(LATEST, draft202012::meta::validator)
            }
            _ => Self::Dialect,
        }
    }
}

fn by_draft(schema: &Value, draft: &str, validator: &MetaValidator<'_>) -> Vec<SchemaFault> {
    let mut places = BTreeSet::new();
    let mut found = Vec::new();
    for error in validator.iter_errors(schema) {
        let pointer = Pointer::parse(error.instance_path().as_str()).unwrap_or_default();
        // One value may violate several keywords of the draft.
        if places.insert(pointer.clone()) {
            let keyword = pointer.segments().last().unwrap_or_default().into_owned();
            let message = match keyword.as_str() {
                "" => format!(
                    "JSON Schema ({draft}) does not accept this schema: {}",
                    error.masked()
                ),
                name => format!(
                    "JSON Schema ({draft}) does not accept this `{name}`: {}",
                    error.masked()
                ),
            };
            let hint = correction(&keyword, draft);
            found.push(SchemaFault {
                pointer,
                message,
                hint,
                is_of_another_draft: false,
            });
        }
    }
    found
}

/// Returns a correct value for a keyword, as a hint.
fn correction(keyword: &str, draft: &str) -> String {
    match keyword {
        "exclusiveMinimum" => {
            "use `\"exclusiveMinimum\": 0` instead of `\"minimum\": 0, \"exclusiveMinimum\": true`"
                .to_owned()
        }
        "exclusiveMaximum" => {
            "use `\"exclusiveMaximum\": 9` instead of `\"maximum\": 9, \"exclusiveMaximum\": true`"
                .to_owned()
        }
        "required" => "use an array of names next to `properties`".to_owned(),
        "type" => {
            "use array, boolean, integer, null, number, object or string, or an array of these"
                .to_owned()
        }
        "items" if draft == LATEST => {
            "use one schema here, and `prefixItems` for an array of schemas".to_owned()
        }
        _ => format!("use a value that JSON Schema ({draft}) allows there"),
    }
}

/// The texts that occur in every schema with draft-independent faults. `\u` may be part of an escaped keyword.
const OF_ANY_DRAFT: [&str; 5] = ["$ref", "$dynamicRef", "pattern", "enum", "\\u"];

/// Adds the draft-independent faults. Most schemas contain none of the keywords and are not traversed.
fn of_any_draft(text: &str, schema: &Value, mut found: Vec<SchemaFault>) -> Vec<SchemaFault> {
    if OF_ANY_DRAFT.iter().any(|part| text.contains(part)) {
        let mut names = Names::default();
        each_schema(schema, &Pointer::root(), &mut |_, schema| names.add(schema));
        let mut walk = Walk { names, found };
        walk.schema(schema, schema, &Pointer::root());
        found = walk.found;
    }
    found.sort_by(|one, other| one.pointer.cmp(&other.pointer));
    found.dedup_by(|later, first| later.pointer == first.pointer);
    found
}

/// Visits a schema and all its subschemas, up to the depth limit of `serde_json`.
fn each_schema<'a>(schema: &'a Value, at: &Pointer, visit: &mut dyn FnMut(&Pointer, &'a Value)) {
    visit(at, schema);
    each_below(schema, at, &mut |at, below| each_schema(below, &at, visit));
}

/// Visits the direct subschemas of a schema.
fn each_below<'a>(schema: &'a Value, at: &Pointer, visit: &mut dyn FnMut(Pointer, &'a Value)) {
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        let Some(form) = subschemas(keyword) else {
            continue;
        };
        let at = at.member(keyword);
        match (form, value) {
            (Subschemas::ByName, Value::Object(members)) => {
                members
                    .iter()
                    .for_each(|(name, schema)| visit(at.member(name), schema));
            }
            (Subschemas::List | Subschemas::One, Value::Array(elements)) => {
                elements
                    .iter()
                    .enumerate()
                    .for_each(|(index, schema)| visit(at.element(index), schema));
            }
            (Subschemas::One, schema) => visit(at, schema),
            _ => {}
        }
    }
}

/// The names by which references refer to schemas of the document.
#[derive(Default)]
struct Names<'a> {
    anchors: BTreeSet<&'a str>,
    ids: BTreeSet<&'a str>,
}

impl<'a> Names<'a> {
    fn add(&mut self, schema: &'a Value) {
        for name in ["$anchor", "$dynamicAnchor"] {
            self.anchors
                .extend(schema.get(name).and_then(Value::as_str));
        }
        // Draft 4 uses `id` instead of `$id`.
        for name in ["$id", "id"] {
            let Some(id) = schema.get(name).and_then(Value::as_str) else {
                continue;
            };
            let (id, anchor) = id.split_once('#').unwrap_or((id, ""));
            self.anchors.insert(anchor);
            // References may be relative to the `$id` of the schema.
            self.ids
                .extend([id, id.rsplit('/').next().unwrap_or_default()]);
        }
    }
}

struct Walk<'a> {
    names: Names<'a>,
    found: Vec<SchemaFault>,
}

impl<'a> Walk<'a> {
    /// Checks a schema and its subschemas. Pointers in references are relative to the schema `base`.
    fn schema(&mut self, schema: &'a Value, base: &'a Value, at: &Pointer) {
        let has_own_id = schema
            .get("$id")
            .and_then(Value::as_str)
            .is_some_and(|id| !id.is_empty() && !id.starts_with('#'));
        let base = if has_own_id { schema } else { base };
        for (keyword, value) in schema.as_object().into_iter().flatten() {
            match (keyword.as_str(), value) {
                ("$ref" | "$dynamicRef", Value::String(reference)) => {
                    self.reference(reference, base, at.member(keyword));
                }
                ("pattern", Value::String(pattern)) => self.pattern(pattern, at.member(keyword)),
                ("patternProperties", Value::Object(patterns)) => {
                    let at = at.member(keyword);
                    patterns
                        .keys()
                        .for_each(|pattern| self.pattern(pattern, at.member(pattern)));
                }
                ("enum", Value::Array(values)) if values.is_empty() => {
                    let message =
                        "an empty `enum` allows no value, and validators refuse to compile it";
                    self.push(at.member(keyword), message, "add at least one value");
                }
                _ => {}
            }
        }
        let mut below = Vec::new();
        each_below(schema, at, &mut |at, schema| below.push((at, schema)));
        below
            .iter()
            .for_each(|(at, schema)| self.schema(schema, base, at));
    }

    fn reference(&mut self, reference: &str, base: &Value, at: Pointer) {
        let (document, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        if !document.is_empty() {
            if self.names.ids.contains(document) {
                return;
            }
            let message =
                format!("`{reference}` refers to another document, which clients do not fetch");
            self.push(
                at,
                message,
                "put the definition under `$defs` and refer to it",
            );
            return;
        }
        let has_target = match percent_decode(fragment).as_deref() {
            Some("") => true,
            Some(pointer) if pointer.starts_with('/') => base
                .pointer(pointer)
                .is_some_and(|target| target.is_object() || target.is_boolean()),
            Some(anchor) => self.names.anchors.contains(anchor),
            None => false,
        };
        if !has_target {
            let message = format!("`{reference}` does not refer to a schema of this document");
            self.push(
                at,
                message,
                "refer to an existing schema, as in `#/$defs/name`",
            );
        }
    }

    fn pattern(&mut self, pattern: &str, at: Pointer) {
        if let Some(fault) = pattern::fault(pattern) {
            let message = format!(
                "the pattern is not a regular expression of ECMA-262 with the flag `u`: {} (at character {})",
                fault.reason, fault.character
            );
            self.push(at, message, "use a pattern that compiles in JavaScript");
        }
    }

    fn push(&mut self, pointer: Pointer, message: impl Into<String>, hint: &str) {
        let (message, hint) = (message.into(), hint.to_owned());
        self.found.push(SchemaFault {
            pointer,
            message,
            hint,
            is_of_another_draft: false,
        });
    }
}

/// Decodes the percent-encoding of a fragment; `None` if it is malformed.
fn percent_decode(fragment: &str) -> Option<String> {
    let mut parts = fragment.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        bytes.extend(part.get(2..)?.bytes());
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests;
