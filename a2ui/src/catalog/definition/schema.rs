//! Judging values by the JSON Schemas of a catalog, as far as these are understood. Whatever is not, allows everything.

use super::{
    common,
    limits::{bounds, number, number_of, words},
};
use crate::catalog::{Judge, ValueRole, judged};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use wire::{Finding, Payload, PayloadKind, Pointer, Severity};

/// How deep schemas are followed.
const MAX_DEPTH: usize = 64;

/// How many schemas are looked at for one component or call, so that alternatives within alternatives end.
const MAX_SCHEMAS: usize = 100_000;

/// What stands in the place that is judged.
#[derive(Clone, Copy)]
pub(super) enum Part<'a> {
    /// The properties of a component of this type.
    Component(&'a str),
    /// The arguments of this function.
    Arguments(&'a str),
    /// Something within.
    Inner,
}

/// A catalog, in which schemas refer to each other.
#[derive(Clone, Debug)]
pub(super) struct Schemas {
    root: Value,
}

impl Schemas {
    pub(super) fn new(root: Value) -> Self {
        Self { root }
    }

    /// The schema of a type of component.
    pub(super) fn component(&self, name: &str) -> Option<&Value> {
        self.root.get("components")?.get(name)
    }

    /// Judges a value that stands at `at`.
    pub(super) fn judge(
        &self,
        schema: &Value,
        value: &Payload,
        at: &Pointer,
        part: Part<'_>,
        judge: &mut Judge<'_>,
    ) {
        let mut walk = Walk { root: &self.root, left: MAX_SCHEMAS, top: Names::default() };
        let before = judge.count();
        if matches!(part, Part::Component(_)) {
            walk.top = walk.names_of(schema);
            walk.keys(value, at, judge);
        }
        walk.value(schema, value, at, part, 0, judge);
        if let Part::Component(name) = part {
            walk.close_component(name, value, at, before, judge);
        }
        if walk.left == 0 {
            // It was not looked at as a whole, so nothing is certain.
            judge.found.truncate(before);
        }
    }
}

/// The members that a schema speaks of.
#[derive(Default)]
struct Names {
    names: BTreeSet<String>,
    /// Whether it may speak of more.
    is_open: bool,
    /// Whether it allows no other members.
    is_closed: bool,
    /// Whether it has what A2UI gives to all components, and to inputs.
    is_common: bool,
    is_checkable: bool,
}

struct Walk<'a> {
    root: &'a Value,
    left: usize,
    /// The members of the component that is judged.
    top: Names,
}

/// What a reference leads to.
enum Target<'a> {
    /// A schema of the catalog, and its name there.
    Own(&'a Value, &'a str),
    /// One of A2UI's common types.
    Common(&'a str),
    Unknown,
}

impl<'a> Walk<'a> {
    fn target(&self, reference: &'a str) -> Target<'a> {
        let name = reference.rsplit('/').next().unwrap_or_default();
        match reference.split_once('#') {
            Some(("", pointer)) => {
                self.root.pointer(pointer).map_or(Target::Unknown, |schema| Target::Own(schema, name))
            }
            Some((file, pointer)) if file.contains("common_types") && pointer.starts_with("/$defs/") => {
                Target::Common(name)
            }
            _ => Target::Unknown,
        }
    }

    /// One schema less is left to look at.
    fn step(&mut self, depth: usize) -> bool {
        self.left = if depth > MAX_DEPTH { 0 } else { self.left.saturating_sub(1) };
        self.left > 0
    }

    fn value(
        &mut self,
        schema: &'a Value,
        value: &Payload,
        at: &Pointer,
        part: Part<'_>,
        depth: usize,
        judge: &mut Judge<'_>,
    ) {
        if !self.step(depth) {
            return;
        }
        let Value::Object(schema) = schema else {
            if *schema == Value::Bool(false) {
                let finding = Finding::error("unknown-member", at.clone(), "the catalog allows nothing here");
                judge.report(finding.hint("leave it out"));
            }
            return;
        };
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            self.reference(reference, value, at, part, depth, judge);
        }
        if !self.kind(schema, value, at, judge) {
            return;
        }
        words(schema, value, at, judge);
        if matches!(part, Part::Inner) && is_left_open(schema) {
            // Calls are calls wherever they stand.
            judge.calls_in(value, at);
        }
        for all in list(schema, "allOf") {
            self.value(all, value, at, part, depth + 1, judge);
        }
        for name in ["anyOf", "oneOf"] {
            if schema.get(name).is_some_and(Value::is_array) {
                self.alternatives(list(schema, name), value, at, part, depth + 1, judge);
            }
        }
        match value.kind() {
            PayloadKind::Object => self.object(schema, value, at, part, depth, judge),
            PayloadKind::Array => self.array(schema, value, at, depth, judge),
            PayloadKind::Number => number(schema, value, at, judge),
            PayloadKind::String => {
                let length = value.as_str().map_or(0, |text| text.chars().count());
                bounds(
                    schema,
                    ["minLength", "maxLength"],
                    ["length", "length"],
                    length,
                    "characters",
                    at,
                    judge,
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
        part: Part<'_>,
        depth: usize,
        judge: &mut Judge<'_>,
    ) {
        match self.target(reference) {
            Target::Common(name) => {
                if let Some(judgement) = common::judgement(name, judge.version()) {
                    judgement(value, at, judge);
                }
            }
            Target::Own(schema, name) => {
                // Authors copy the common types into their catalogs. Such a copy knows no calls, and may allow more.
                let copied =
                    common::judgement(name, judge.version()).filter(|_| reference.starts_with("#/$defs/"));
                let Some(judgement) = copied else {
                    return self.value(schema, value, at, part, depth + 1, judge);
                };
                let by_type = trial(judge, |judge| judgement(value, at, judge));
                let by_schema = match has_errors(&by_type) {
                    true => trial(judge, |judge| self.value(schema, value, at, part, depth + 1, judge)),
                    false => Vec::new(),
                };
                let allows_more = has_errors(&by_type) && !has_errors(&by_schema);
                // What is reserved no copy can allow.
                let kept = by_type.into_iter().filter(|one| !allows_more || one.rule == "reserved-key");
                judge.found.extend(kept);
            }
            Target::Unknown => {}
        }
    }

    /// Whether a value is of the type that is asked for.
    fn kind(
        &self,
        schema: &Map<String, Value>,
        value: &Payload,
        at: &Pointer,
        judge: &mut Judge<'_>,
    ) -> bool {
        let one = schema.get("type").and_then(Value::as_str);
        let types: Vec<&str> =
            one.into_iter().chain(list(schema, "type").iter().filter_map(Value::as_str)).collect();
        let is = |name: &&str| match (*name, value.kind()) {
            ("string", PayloadKind::String)
            | ("number" | "integer", PayloadKind::Number)
            | ("boolean", PayloadKind::Boolean)
            | ("array", PayloadKind::Array)
            | ("object", PayloadKind::Object)
            | ("null", PayloadKind::Null) => true,
            (name, _) => {
                !["string", "number", "integer", "boolean", "array", "object", "null"].contains(&name)
            }
        };
        if !types.is_empty() && !types.iter().any(is) {
            judge.wrong_type(value, at, article(&types));
            return false;
        }
        if types == ["integer"] && !number_of(value).is_some_and(|number| number.fract() == 0.0) {
            judge.report(Finding::error("integer", at.clone(), format_args!("`{value}` is no integer")));
        }
        true
    }

    /// One of several schemas has to allow a value. Only where a single one comes near can be said what is wrong.
    fn alternatives(
        &mut self,
        schemas: &'a [Value],
        value: &Payload,
        at: &Pointer,
        part: Part<'_>,
        depth: usize,
        judge: &mut Judge<'_>,
    ) {
        let (mut warned, mut refused) = (None, Vec::new());
        for schema in schemas {
            let found = trial(judge, |judge| self.value(schema, value, at, part, depth, judge));
            match () {
                () if found.is_empty() || self.left == 0 => return,
                () if has_errors(&found) => refused.push(found),
                () => warned = warned.or(Some(found)),
            }
        }
        if let Some(found) = warned {
            return judge.found.extend(found);
        }
        let is_far = |found: &[Finding]| {
            found.iter().any(|finding| finding.rule == "wrong-type" && finding.pointer == *at)
        };
        let count = refused.len();
        if count > 1 {
            refused.retain(|found| !is_far(found));
        }
        match (refused.pop(), refused.is_empty()) {
            (Some(found), true) => judge.found.extend(found),
            _ if count > 0 => {
                let message = format!("{} that is none of the {count} things that it may be", value.kind());
                judge.report(Finding::error("no-alternative", at.clone(), message));
            }
            _ => {}
        }
    }

    fn object(
        &mut self,
        schema: &'a Map<String, Value>,
        value: &Payload,
        at: &Pointer,
        part: Part<'_>,
        depth: usize,
        judge: &mut Judge<'_>,
    ) {
        let members: Vec<(String, Payload)> =
            value.members().map(|(name, value)| (name.into_owned(), value)).collect();
        let has = |name: &str| members.iter().any(|(other, _)| other == name);
        for name in list(schema, "required").iter().filter_map(Value::as_str) {
            if !has(name) && !is_key(name, part, judge) {
                let message = format!("`{}` without `{name}`", what(part, at));
                let finding = Finding::error("missing-member", at.member(name), message);
                judge.report(finding.hint("give it; it is required"));
            }
        }
        let properties = schema.get("properties").and_then(Value::as_object);
        let others = schema.get("additionalProperties").filter(|schema| schema.is_object());
        let others = others.filter(|_| !schema.contains_key("patternProperties"));
        for (name, value) in &members {
            let at = at.member(name);
            match properties.and_then(|properties| properties.get(name)) {
                Some(schema) if matches!(part, Part::Arguments(_)) && allows_all(schema) => {
                    if !value.is_null() {
                        judge.dynamic_value(value, &at, ValueRole::Argument);
                    }
                }
                Some(schema) => self.value(schema, value, &at, Part::Inner, depth + 1, judge),
                None if matches!(part, Part::Component(_)) => {}
                None => {
                    if let Some(schema) = others {
                        self.value(schema, value, &at, Part::Inner, depth + 1, judge);
                    }
                }
            }
        }
        let is_false = |name: &str| schema.get(name) == Some(&Value::Bool(false));
        if !is_false("additionalProperties") && !is_false("unevaluatedProperties") {
            return;
        }
        if matches!(part, Part::Component(_)) {
            self.top.is_closed = true;
            return;
        }
        let mut names = Names::default();
        self.names_in(schema, &mut names, depth);
        for (name, _) in members.iter().filter(|(name, _)| !names.is_open && !names.names.contains(name)) {
            unknown(name, what(part, at).as_str(), at, judge);
        }
    }

    fn array(
        &mut self,
        schema: &'a Map<String, Value>,
        value: &Payload,
        at: &Pointer,
        depth: usize,
        judge: &mut Judge<'_>,
    ) {
        let length = value.elements().count();
        bounds(schema, ["minItems", "maxItems"], ["min-items", "max-items"], length, "elements", at, judge);
        let first = list(schema, "prefixItems");
        let first = if first.is_empty() { list(schema, "items") } else { first };
        let rest = schema.get("items").filter(|items| items.is_object());
        for (index, element) in value.elements().enumerate() {
            if let Some(schema) = first.get(index).or(rest) {
                self.value(schema, &element, &at.element(index), Part::Inner, depth + 1, judge);
            }
        }
    }

    /// The keys that A2UI itself gives to components, which schemas of catalogs only refer to.
    fn keys(&self, value: &Payload, at: &Pointer, judge: &mut Judge<'_>) {
        let (accessibility, checks) = key_names(judge);
        let version = judge.version();
        for (name, value) in value.members().filter(|(name, _)| !self.top.names.contains(&**name)) {
            let at = at.member(&name);
            if name == accessibility && (judge.is_1_0() || self.top.is_common) {
                common::accessibility(version)(&value, &at, judge);
            } else if name == checks && (judge.notation().has_marked_keys() || self.is_checkable()) {
                common::checks(version)(&value, &at, judge);
            }
        }
    }

    fn is_checkable(&self) -> bool {
        self.top.is_checkable || self.top.names.contains("@checks")
    }

    /// The members of a component that nothing speaks of. From 1.0 on the schema of messages closes what the schema of a
    /// component leaves open.
    fn close_component(
        &self,
        name: &str,
        value: &Payload,
        at: &Pointer,
        before: usize,
        judge: &mut Judge<'_>,
    ) {
        let top = &self.top;
        let is_judged = top.is_closed || (judge.is_1_0() && !top.names.is_empty());
        if top.is_open || !is_judged {
            return;
        }
        let (accessibility, checks) = key_names(judge);
        let marks = judge.notation().has_marked_keys();
        let start = judge.count();
        for (member, _) in value.members().filter(|(member, _)| !top.names.contains(&**member)) {
            let is_known = (member == accessibility && (judge.is_1_0() || top.is_common))
                || (member == checks && (marks || self.is_checkable()));
            let is_told = judge
                .found
                .get(before..start)
                .unwrap_or_default()
                .iter()
                .any(|finding| finding.rule == "unknown-member" && finding.pointer == at.member(&member));
            if is_known || is_told {
                continue;
            }
            if marks && matches!(&*member, "accessibility" | "checks" | "catalogId" | "metadata") {
                judge.report(judged::older_key(&member, at));
                continue;
            }
            unknown(&member, name, at, judge);
            if let Some(finding) = judge.found.last_mut().filter(|_| !top.is_closed) {
                finding.severity = Severity::Warning;
            }
        }
    }

    fn names_of(&mut self, schema: &'a Value) -> Names {
        let mut names = Names::default();
        self.names(schema, &mut names, 0);
        names
    }

    fn names(&mut self, schema: &'a Value, names: &mut Names, depth: usize) {
        if !self.step(depth) {
            names.is_open = true;
        } else if let Value::Object(schema) = schema {
            self.names_in(schema, names, depth);
        }
    }

    fn names_in(&mut self, schema: &'a Map<String, Value>, names: &mut Names, depth: usize) {
        let is_open = |name: &str| schema.get(name).is_some_and(|value| *value != Value::Bool(false));
        names.is_open |=
            ["patternProperties", "additionalProperties", "unevaluatedProperties"].into_iter().any(is_open);
        let properties = schema.get("properties").and_then(Value::as_object);
        names.names.extend(properties.into_iter().flat_map(Map::keys).cloned());
        for part in ["allOf", "anyOf", "oneOf"] {
            list(schema, part).iter().for_each(|part| self.names(part, names, depth + 1));
        }
        for part in ["if", "then", "else"].into_iter().filter_map(|part| schema.get(part)) {
            self.names(part, names, depth + 1);
        }
        for part in schema.get("dependentSchemas").and_then(Value::as_object).into_iter().flatten() {
            self.names(part.1, names, depth + 1);
        }
        match schema.get("$ref").and_then(Value::as_str).map(|reference| self.target(reference)) {
            None => {}
            Some(Target::Own(schema, _)) => self.names(schema, names, depth + 1),
            Some(Target::Common("ComponentCommon")) => names.is_common = true,
            Some(Target::Common("Checkable")) => names.is_checkable = true,
            Some(Target::Common(_) | Target::Unknown) => names.is_open = true,
        }
    }
}

/// The names of what all components and inputs have.
fn key_names(judge: &Judge<'_>) -> (&'static str, &'static str) {
    match judge.notation().has_marked_keys() {
        true => ("@accessibility", "@checks"),
        false => ("accessibility", "checks"),
    }
}

/// Whether a member of a component is none of its properties.
fn is_key(name: &str, part: Part<'_>, judge: &Judge<'_>) -> bool {
    let marks = judge.notation().has_marked_keys();
    matches!(part, Part::Component(_))
        && match name {
            "id" | "component" | "@catalogId" | "@metadata" => true,
            "catalogId" | "metadata" | "@checks" | "@accessibility" => !marks,
            _ => false,
        }
}

/// What is judged, for sentences.
fn what(part: Part<'_>, at: &Pointer) -> String {
    match part {
        Part::Component(name) | Part::Arguments(name) => name.to_owned(),
        Part::Inner => at.segments().last().unwrap_or_default().into_owned(),
    }
}

fn unknown(name: &str, what: &str, at: &Pointer, judge: &mut Judge<'_>) {
    let message = format!("`{what}` has no member `{name}`");
    let finding = Finding::error("unknown-member", at.member(name), message);
    judge.report(finding.hint("leave it out; it is kept, and other readers refuse or drop it"));
}

/// What is found when something is judged, without reporting it.
fn trial<'j>(judge: &mut Judge<'j>, run: impl FnOnce(&mut Judge<'j>)) -> Vec<Finding> {
    let before = judge.count();
    run(judge);
    judge.found.split_off(before)
}

fn has_errors(found: &[Finding]) -> bool {
    found.iter().any(|finding| finding.severity == Severity::Error)
}

fn list<'s>(schema: &'s Map<String, Value>, name: &str) -> &'s [Value] {
    schema.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Whether a schema says nothing of what stands within a value.
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

/// Whether a schema says nothing of values.
fn allows_all(schema: &Value) -> bool {
    const SAYS_NOTHING: [&str; 6] = ["title", "description", "default", "examples", "deprecated", "$comment"];
    match schema {
        Value::Object(schema) => schema.keys().all(|name| SAYS_NOTHING.contains(&name.as_str())),
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
