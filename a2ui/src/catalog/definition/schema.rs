//! Checks of values by the JSON Schemas of a catalog. Schema keywords that are not supported allow every value.

use super::{
    common_types,
    limits::{bounds, number, number_of, words},
};
use crate::catalog::{Checker, ValueRole, values};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use wire::{Finding, Payload, PayloadKind, Pointer, Severity};

/// The maximum nesting of schemas.
const SCHEMA_DEPTH: usize = 64;

/// The maximum number of schemas visited for one component or call. It bounds nested alternatives.
const MAX_SCHEMAS: usize = 100_000;

/// The role of the value that is checked.
#[derive(Clone, Copy)]
pub(super) enum CheckedPart<'a> {
    /// The properties of a component of this type.
    Component(&'a str),
    /// The arguments of this function.
    Arguments(&'a str),
    /// A value inside properties or arguments.
    Inner,
}

/// The definition of a catalog, whose schemas can refer to each other.
#[derive(Clone, Debug)]
pub(super) struct Schemas {
    root: Value,
}

impl Schemas {
    pub(super) fn new(root: Value) -> Self {
        Self { root }
    }

    /// Returns the schema of a component type.
    pub(super) fn component(&self, name: &str) -> Option<&Value> {
        self.root.get("components")?.get(name)
    }

    /// Checks a value at the pointer `at`.
    pub(super) fn check(
        &self,
        schema: &Value,
        value: &Payload,
        at: &Pointer,
        part: CheckedPart<'_>,
        checker: &mut Checker<'_>,
    ) {
        let mut walk = SchemaWalk {
            root: &self.root,
            left: MAX_SCHEMAS,
            top: MemberNames::default(),
        };
        let before = checker.count();
        if matches!(part, CheckedPart::Component(_)) {
            walk.top = walk.names_of(schema);
            walk.keys(value, at, checker);
        }
        walk.value(schema, value, at, part, 0, checker);
        if let CheckedPart::Component(name) = part {
            walk.close_component(name, value, at, before, checker);
        }
        if walk.left == 0 {
            // The check stopped early, so its findings are uncertain.
            checker.found.truncate(before);
        }
    }
}

/// The member names that a schema mentions.
#[derive(Default)]
struct MemberNames {
    names: BTreeSet<String>,
    /// `true` if the schema may allow more members.
    is_open: bool,
    /// `true` if the schema forbids other members.
    is_closed: bool,
    /// `true` if the schema includes the members that A2UI gives to all components. `is_checkable` is `true` if it includes
    /// those of inputs.
    is_common: bool,
    is_checkable: bool,
}

struct SchemaWalk<'a> {
    root: &'a Value,
    left: usize,
    /// The member names of the component that is checked.
    top: MemberNames,
}

/// The target of a reference.
enum Target<'a> {
    /// A schema of the catalog, with its name there.
    Own(&'a Value, &'a str),
    /// One of the common types of A2UI.
    Common(&'a str),
    Unknown,
}

impl<'a> SchemaWalk<'a> {
    fn target(&self, reference: &'a str) -> Target<'a> {
        let name = reference.rsplit('/').next().unwrap_or_default();
        match reference.split_once('#') {
            Some(("", pointer)) => self
                .root
                .pointer(pointer)
                .map_or(Target::Unknown, |schema| Target::Own(schema, name)),
            Some((file, pointer))
                if file.contains("common_types") && pointer.starts_with("/$defs/") =>
            {
                Target::Common(name)
            }
            _ => Target::Unknown,
        }
    }

    /// Counts one visited schema; returns `false` if the budget is used up.
    fn has_budget(&mut self, depth: usize) -> bool {
        self.left = if depth > SCHEMA_DEPTH {
            0
        } else {
            self.left.saturating_sub(1)
        };
        self.left > 0
    }

    fn value(
        &mut self,
        schema: &'a Value,
        value: &Payload,
        at: &Pointer,
        part: CheckedPart<'_>,
        depth: usize,
        checker: &mut Checker<'_>,
    ) {
        if !self.has_budget(depth) {
            return;
        }
        let Value::Object(schema) = schema else {
            if *schema == Value::Bool(false) {
                let finding = Finding::error(
                    "unknown-member",
                    at.clone(),
                    "the catalog does not allow a value here",
                );
                checker.report(finding.hint("remove it"));
            }
            return;
        };
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            self.reference(reference, value, at, part, depth, checker);
        }
        if !self.kind(schema, value, at, checker) {
            return;
        }
        words(schema, value, at, checker);
        if matches!(part, CheckedPart::Inner) && is_left_open(schema) {
            // Calls are checked wherever they occur.
            checker.calls_in(value, at);
        }
        for all in list(schema, "allOf") {
            self.value(all, value, at, part, depth + 1, checker);
        }
        for name in ["anyOf", "oneOf"] {
            if schema.get(name).is_some_and(Value::is_array) {
                self.alternatives(list(schema, name), value, at, part, depth + 1, checker);
            }
        }
        match value.kind() {
            PayloadKind::Object => self.object(schema, value, at, part, depth, checker),
            PayloadKind::Array => self.array(schema, value, at, depth, checker),
            PayloadKind::Number => number(schema, value, at, checker),
            PayloadKind::String => {
                let length = value.as_str().map_or(0, |text| text.chars().count());
                bounds(
                    schema,
                    ["minLength", "maxLength"],
                    ["length", "length"],
                    length,
                    "characters",
                    at,
                    checker,
                );
            }
            PayloadKind::Null | PayloadKind::Boolean => {}
        }
    }

    fn reference(
        &mut self,
        reference: &'a str,
        value: &Payload,
        at: &Pointer,
        part: CheckedPart<'_>,
        depth: usize,
        checker: &mut Checker<'_>,
    ) {
        match self.target(reference) {
            Target::Common(name) => {
                if let Some(check_value) = common_types::check_of(name, checker.version()) {
                    check_value(value, at, checker);
                }
            }
            Target::Own(schema, name) => {
                // Authors copy the common types into their catalogs. Such a copy does not describe calls, and may allow
                // more values.
                let copied = common_types::check_of(name, checker.version())
                    .filter(|_| reference.starts_with("#/$defs/"));
                let Some(check_value) = copied else {
                    return self.value(schema, value, at, part, depth + 1, checker);
                };
                let by_type = trial(checker, |checker| check_value(value, at, checker));
                let by_schema = match has_errors(&by_type) {
                    true => trial(checker, |checker| {
                        self.value(schema, value, at, part, depth + 1, checker)
                    }),
                    false => Vec::new(),
                };
                let allows_more = has_errors(&by_type) && !has_errors(&by_schema);
                // A copy cannot allow reserved names.
                let kept = by_type
                    .into_iter()
                    .filter(|one| !allows_more || one.rule == "reserved-key");
                checker.found.extend(kept);
            }
            Target::Unknown => {}
        }
    }

    /// Checks `type`, and returns `true` if the value has one of the allowed types.
    fn kind(
        &self,
        schema: &Map<String, Value>,
        value: &Payload,
        at: &Pointer,
        checker: &mut Checker<'_>,
    ) -> bool {
        let one = schema.get("type").and_then(Value::as_str);
        let types: Vec<&str> = one
            .into_iter()
            .chain(list(schema, "type").iter().filter_map(Value::as_str))
            .collect();
        let is = |name: &&str| match (*name, value.kind()) {
            ("string", PayloadKind::String)
            | ("number" | "integer", PayloadKind::Number)
            | ("boolean", PayloadKind::Boolean)
            | ("array", PayloadKind::Array)
            | ("object", PayloadKind::Object)
            | ("null", PayloadKind::Null) => true,
            (name, _) => ![
                "string", "number", "integer", "boolean", "array", "object", "null",
            ]
            .contains(&name),
        };
        if !types.is_empty() && !types.iter().any(is) {
            checker.wrong_type(value, at, article(&types));
            return false;
        }
        if types == ["integer"] && !number_of(value).is_some_and(|number| number.fract() == 0.0) {
            let finding = Finding::error(
                "integer",
                at.clone(),
                format_args!("`{value}` is not an integer"),
            );
            checker.report(finding.hint("write a whole number"));
        }
        true
    }

    /// Checks a value against alternative schemas. The findings of an alternative are only reported if it is the single close
    /// one.
    fn alternatives(
        &mut self,
        schemas: &'a [Value],
        value: &Payload,
        at: &Pointer,
        part: CheckedPart<'_>,
        depth: usize,
        checker: &mut Checker<'_>,
    ) {
        let (mut warned, mut refused) = (None, Vec::new());
        for schema in schemas {
            let found = trial(checker, |checker| {
                self.value(schema, value, at, part, depth, checker)
            });
            match () {
                () if found.is_empty() || self.left == 0 => return,
                () if has_errors(&found) => refused.push(found),
                () => warned = warned.or(Some(found)),
            }
        }
        if let Some(found) = warned {
            return checker.found.extend(found);
        }
        let is_far = |found: &[Finding]| {
            found
                .iter()
                .any(|finding| finding.rule == "wrong-type" && finding.pointer == *at)
        };
        let count = refused.len();
        if count > 1 {
            refused.retain(|found| !is_far(found));
        }
        match (refused.pop(), refused.is_empty()) {
            (Some(found), true) => checker.found.extend(found),
            _ if count > 0 => {
                let message = format!(
                    "the value ({}) does not match any of the {count} allowed alternatives",
                    value.kind()
                );
                let finding = Finding::error("no-alternative", at.clone(), message);
                checker
                    .report(finding.hint("see the schema of the catalog for the allowed values"));
            }
            _ => {}
        }
    }

    fn object(
        &mut self,
        schema: &'a Map<String, Value>,
        value: &Payload,
        at: &Pointer,
        part: CheckedPart<'_>,
        depth: usize,
        checker: &mut Checker<'_>,
    ) {
        let members: Vec<(String, Payload)> = value
            .members()
            .map(|(name, value)| (name.into_owned(), value))
            .collect();
        let has = |name: &str| members.iter().any(|(other, _)| other == name);
        for name in list(schema, "required").iter().filter_map(Value::as_str) {
            if !has(name) && !is_key(name, part, checker) {
                let message = format!(
                    "`{}` is missing the required property `{name}`",
                    what(part, at)
                );
                let finding = Finding::error("missing-member", at.member(name), message);
                checker.report(finding.hint(format_args!("add `{name}`")));
            }
        }
        let properties = schema.get("properties").and_then(Value::as_object);
        let others = schema
            .get("additionalProperties")
            .filter(|schema| schema.is_object());
        let others = others.filter(|_| !schema.contains_key("patternProperties"));
        for (name, value) in &members {
            let at = at.member(name);
            match properties.and_then(|properties| properties.get(name)) {
                Some(schema) if matches!(part, CheckedPart::Arguments(_)) && allows_all(schema) => {
                    if !value.is_null() {
                        checker.dynamic_value(value, &at, ValueRole::Argument);
                    }
                }
                Some(schema) => {
                    self.value(schema, value, &at, CheckedPart::Inner, depth + 1, checker)
                }
                None if matches!(part, CheckedPart::Component(_)) => {}
                None => {
                    if let Some(schema) = others {
                        self.value(schema, value, &at, CheckedPart::Inner, depth + 1, checker);
                    }
                }
            }
        }
        let is_false = |name: &str| schema.get(name) == Some(&Value::Bool(false));
        if !is_false("additionalProperties") && !is_false("unevaluatedProperties") {
            return;
        }
        if matches!(part, CheckedPart::Component(_)) {
            self.top.is_closed = true;
            return;
        }
        let mut names = MemberNames::default();
        self.names_in(schema, &mut names, depth);
        for (name, _) in members
            .iter()
            .filter(|(name, _)| !names.is_open && !names.names.contains(name))
        {
            unknown(name, what(part, at).as_str(), at, checker);
        }
    }

    fn array(
        &mut self,
        schema: &'a Map<String, Value>,
        value: &Payload,
        at: &Pointer,
        depth: usize,
        checker: &mut Checker<'_>,
    ) {
        let length = value.elements().count();
        bounds(
            schema,
            ["minItems", "maxItems"],
            ["min-items", "max-items"],
            length,
            "elements",
            at,
            checker,
        );
        let first = list(schema, "prefixItems");
        let first = if first.is_empty() {
            list(schema, "items")
        } else {
            first
        };
        let rest = schema.get("items").filter(|items| items.is_object());
        for (index, element) in value.elements().enumerate() {
            if let Some(schema) = first.get(index).or(rest) {
                self.value(
                    schema,
                    &element,
                    &at.element(index),
                    CheckedPart::Inner,
                    depth + 1,
                    checker,
                );
            }
        }
    }

    /// Checks the keys that A2UI itself gives to components. Schemas of catalogs only refer to them.
    fn keys(&self, value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
        let (accessibility, checks) = key_names(checker);
        let version = checker.version();
        for (name, value) in value
            .members()
            .filter(|(name, _)| !self.top.names.contains(&**name))
        {
            let at = at.member(&name);
            if name == accessibility && (checker.is_1_0() || self.top.is_common) {
                common_types::accessibility(version)(&value, &at, checker);
            } else if name == checks
                && (checker.notation().has_marked_keys() || self.is_checkable())
            {
                common_types::checks(version)(&value, &at, checker);
            }
        }
    }

    fn is_checkable(&self) -> bool {
        self.top.is_checkable || self.top.names.contains("@checks")
    }

    /// Reports the members of a component that no schema mentions. From 1.0 on, the schema of messages forbids such members,
    /// even if the schema of the component allows them.
    fn close_component(
        &self,
        name: &str,
        value: &Payload,
        at: &Pointer,
        before: usize,
        checker: &mut Checker<'_>,
    ) {
        let top = &self.top;
        let is_judged = top.is_closed || (checker.is_1_0() && !top.names.is_empty());
        if top.is_open || !is_judged {
            return;
        }
        let (accessibility, checks) = key_names(checker);
        let marks = checker.notation().has_marked_keys();
        let start = checker.count();
        for (member, _) in value
            .members()
            .filter(|(member, _)| !top.names.contains(&**member))
        {
            let is_known = (member == accessibility && (checker.is_1_0() || top.is_common))
                || (member == checks && (marks || self.is_checkable()));
            let is_reported = checker
                .found
                .get(before..start)
                .unwrap_or_default()
                .iter()
                .any(|finding| {
                    finding.rule == "unknown-member" && finding.pointer == at.member(&member)
                });
            if is_known || is_reported {
                continue;
            }
            if marks
                && matches!(
                    &*member,
                    "accessibility" | "checks" | "catalogId" | "metadata"
                )
            {
                checker.report(values::older_key(&member, at));
                continue;
            }
            unknown(&member, name, at, checker);
            if let Some(finding) = checker.found.last_mut().filter(|_| !top.is_closed) {
                finding.severity = Severity::Warning;
            }
        }
    }

    fn names_of(&mut self, schema: &'a Value) -> MemberNames {
        let mut names = MemberNames::default();
        self.names(schema, &mut names, 0);
        names
    }

    fn names(&mut self, schema: &'a Value, names: &mut MemberNames, depth: usize) {
        if !self.has_budget(depth) {
            names.is_open = true;
        } else if let Value::Object(schema) = schema {
            self.names_in(schema, names, depth);
        }
    }

    fn names_in(&mut self, schema: &'a Map<String, Value>, names: &mut MemberNames, depth: usize) {
        let is_open = |name: &str| {
            schema
                .get(name)
                .is_some_and(|value| *value != Value::Bool(false))
        };
        names.is_open |= [
            "patternProperties",
            "additionalProperties",
            "unevaluatedProperties",
        ]
        .into_iter()
        .any(is_open);
        let properties = schema.get("properties").and_then(Value::as_object);
        names
            .names
            .extend(properties.into_iter().flat_map(Map::keys).cloned());
        for part in ["allOf", "anyOf", "oneOf"] {
            list(schema, part)
                .iter()
                .for_each(|part| self.names(part, names, depth + 1));
        }
        for part in ["if", "then", "else"]
            .into_iter()
            .filter_map(|part| schema.get(part))
        {
            self.names(part, names, depth + 1);
        }
        for part in schema
            .get("dependentSchemas")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            self.names(part.1, names, depth + 1);
        }
        match schema
            .get("$ref")
            .and_then(Value::as_str)
            .map(|reference| self.target(reference))
        {
            None => {}
            Some(Target::Own(schema, _)) => self.names(schema, names, depth + 1),
            Some(Target::Common("ComponentCommon")) => names.is_common = true,
            Some(Target::Common("Checkable")) => names.is_checkable = true,
            Some(Target::Common(_) | Target::Unknown) => names.is_open = true,
        }
    }
}

/// Returns the names of the accessibility and checks keys in the notation.
fn key_names(checker: &Checker<'_>) -> (&'static str, &'static str) {
    match checker.notation().has_marked_keys() {
        true => ("@accessibility", "@checks"),
        false => ("accessibility", "checks"),
    }
}

/// Returns `true` if a member of a component is a key and not a property.
fn is_key(name: &str, part: CheckedPart<'_>, checker: &Checker<'_>) -> bool {
    let marks = checker.notation().has_marked_keys();
    matches!(part, CheckedPart::Component(_))
        && match name {
            "id" | "component" | "@catalogId" | "@metadata" => true,
            "catalogId" | "metadata" | "@checks" | "@accessibility" => !marks,
            _ => false,
        }
}

/// Returns the name of the value for messages.
fn what(part: CheckedPart<'_>, at: &Pointer) -> String {
    match part {
        CheckedPart::Component(name) | CheckedPart::Arguments(name) => name.to_owned(),
        CheckedPart::Inner => at.segments().last().unwrap_or_default().into_owned(),
    }
}

fn unknown(name: &str, what: &str, at: &Pointer, checker: &mut Checker<'_>) {
    let message = format!("`{what}` has no property `{name}`");
    let finding = Finding::error("unknown-member", at.member(name), message);
    checker.report(
        finding.hint("remove it: other readers may reject or ignore it (this tool preserves it)"),
    );
}

/// Runs a check and returns its findings without reporting them.
fn trial<'j>(checker: &mut Checker<'j>, run: impl FnOnce(&mut Checker<'j>)) -> Vec<Finding> {
    let before = checker.count();
    run(checker);
    checker.found.split_off(before)
}

fn has_errors(found: &[Finding]) -> bool {
    found
        .iter()
        .any(|finding| finding.severity == Severity::Error)
}

fn list<'s>(schema: &'s Map<String, Value>, name: &str) -> &'s [Value] {
    schema
        .get(name)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

/// Returns `true` if a schema does not describe the contents of a value.
fn is_left_open(schema: &Map<String, Value>) -> bool {
    const OF_PARTS: [&str; 11] = [
        "$ref",
        "additionalProperties",
        "allOf",
        "anyOf",
        "const",
        "enum",
        "items",
        "oneOf",
        "patternProperties",
        "prefixItems",
        "properties",
    ];
    let speaks = |name: &str| !matches!(schema.get(name), None | Some(Value::Bool(true)));
    !OF_PARTS.iter().any(|name| speaks(name))
}

/// Returns `true` if a schema allows every value.
fn allows_all(schema: &Value) -> bool {
    const SAYS_NOTHING: [&str; 6] = [
        "title",
        "description",
        "default",
        "examples",
        "deprecated",
        "$comment",
    ];
    match schema {
        Value::Object(schema) => schema
            .keys()
            .all(|name| SAYS_NOTHING.contains(&name.as_str())),
        schema => *schema == Value::Bool(true),
    }
}

fn article(types: &[&str]) -> String {
    let with = |name: &&str| match *name {
        "null" => "null".to_owned(),
        "array" | "integer" | "object" => format!("an {name}"),
        name => format!("a {name}"),
    };
    types.iter().map(with).collect::<Vec<_>>().join(" or ")
}
