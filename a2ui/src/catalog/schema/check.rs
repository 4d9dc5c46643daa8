//! Checks of values by schemas.

use super::{
    MAX_SCHEMAS, MemberNames, SCHEMA_DEPTH, Schema, Schemas,
    limits::{bounds, check_number, number_of, words},
};
use crate::{
    catalog::{Checker, CommonType, Returns, ValueRole},
    rules,
};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};
use wire::{Finding, Payload, PayloadKind, Pointer, Severity};

/// The number of members up to which an object is small.
const SMALL: usize = 16;

/// The role of the value that is checked.
#[derive(Clone, Copy)]
enum CheckedPart<'a> {
    /// The properties of a component of this type.
    Component(&'a str),
    /// The arguments of this function.
    Arguments(&'a str),
    /// A value inside properties or arguments.
    Inner,
}

impl Schemas {
    /// Checks the properties of a component; returns `false` if the type is unknown.
    pub(in crate::catalog) fn check_component(
        &self,
        name: &str,
        properties: &Payload,
        at: &Pointer,
        checker: &mut Checker<'_>,
    ) -> bool {
        let schema = self.components.get(name);
        if let Some(schema) = schema {
            self.check(
                schema,
                properties,
                at,
                CheckedPart::Component(name),
                checker,
            );
        }
        schema.is_some()
    }

    /// Checks the arguments of a function and returns its return type; `None` if the function is unknown.
    pub(in crate::catalog) fn check_function(
        &self,
        name: &str,
        args: &Payload,
        at: &Pointer,
        checker: &mut Checker<'_>,
    ) -> Option<Returns> {
        let function = self.functions.get(name)?;
        match &function.args {
            Some(schema) => self.check(schema, args, at, CheckedPart::Arguments(name), checker),
            None => checker.arguments(args, at),
        }
        Some(function.returns)
    }

    /// Checks a value by a definition of the catalog.
    pub(in crate::catalog) fn check_definition(
        &self,
        name: &str,
        value: &Payload,
        at: &Pointer,
        checker: &mut Checker<'_>,
    ) {
        if let Some(schema) = self.definitions.get(name) {
            self.check(schema, value, at, CheckedPart::Inner, checker);
        }
    }

    fn check(
        &self,
        schema: &Schema,
        value: &Payload,
        at: &Pointer,
        part: CheckedPart<'_>,
        checker: &mut Checker<'_>,
    ) {
        let mut walk = SchemaWalk {
            definitions: &self.definitions,
            left: MAX_SCHEMAS,
        };
        let before = checker.count();
        walk.value(schema, value, at, part, 0, checker);
        if walk.left == 0 {
            // The check stopped early, so its findings are uncertain.
            checker.found.truncate(before);
        }
    }
}

struct SchemaWalk<'a> {
    definitions: &'a BTreeMap<Box<str>, Schema>,
    left: usize,
}

/// A value with its members, if it is an object.
struct CheckedValue<'v> {
    value: &'v Payload,
    at: &'v Pointer,
    part: CheckedPart<'v>,
    members: Vec<(Cow<'v, str>, Payload)>,
}

impl<'v> CheckedValue<'v> {
    fn new(
        value: &'v Payload,
        at: &'v Pointer,
        part: CheckedPart<'v>,
        checker: &mut Checker<'_>,
    ) -> Self {
        let mut members: Vec<(Cow<'v, str>, Payload)> = Vec::new();
        let mut seen = BTreeSet::new();
        let all = value.is_object().then(|| value.members());
        for (name, value) in all.into_iter().flatten() {
            // In a small object, a search costs less than a set.
            let is_repeated = match members.len() {
                0..SMALL => members.iter().any(|member| member.0 == name),
                SMALL if seen.is_empty() => {
                    seen = wire::collect_set(members.iter().map(|member| member.0.clone()));
                    !seen.insert(name.clone())
                }
                _ => !seen.insert(name.clone()),
            };
            if !is_repeated {
                members.push((name, value));
                continue;
            }
            let message = format!("duplicate property `{name}`");
            let finding = Finding::error("duplicate-member", at.member(&name), message);
            checker.report(finding.hint("keep only one of them"));
        }
        Self {
            value,
            at,
            part,
            members,
        }
    }

    fn has(&self, name: &str) -> bool {
        self.members.iter().any(|member| member.0 == name)
    }

    fn is_component(&self) -> bool {
        matches!(self.part, CheckedPart::Component(_))
    }

    /// Returns the name of the value for messages.
    fn name(&self, schema: &Schema) -> String {
        match self.part {
            CheckedPart::Component(name) | CheckedPart::Arguments(name) => name.to_owned(),
            CheckedPart::Inner => match schema.name {
                Some(name) => name.to_owned(),
                None => self.at.segments().last().unwrap_or_default().into_owned(),
            },
        }
    }

    fn report_unknown(
        &self,
        name: &str,
        schema: &Schema,
        severity: Severity,
        checker: &mut Checker<'_>,
    ) {
        let message = format!("`{}` has no property `{name}`", self.name(schema));
        let mut finding = Finding::error("unknown-member", self.at.member(name), message);
        finding.severity = severity;
        checker.report(
            finding
                .hint("remove it: other readers may reject or ignore it (this tool preserves it)"),
        );
    }
}

impl SchemaWalk<'_> {
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
        schema: &Schema,
        value: &Payload,
        at: &Pointer,
        part: CheckedPart<'_>,
        depth: usize,
        checker: &mut Checker<'_>,
    ) {
        // The rule of an object looks at the names of its members; other rules assume a value of the right type.
        let (is_object, before) = (value.is_object(), checker.count());
        if let Some(rule) = schema.rule.filter(|_| is_object) {
            rule(value, at, checker);
        }
        match schema.common.filter(|_| schema.is_reference) {
            Some(common) => check_common(common, value, at, checker),
            None => {
                let checked = CheckedValue::new(value, at, part, checker);
                self.checked(schema, &checked, depth, checker);
                if checked.is_component() {
                    check_others(schema, schema.names(self.definitions), &checked, checker);
                }
            }
        }
        if let Some(rule) = schema
            .rule
            .filter(|_| !is_object && checker.count() == before)
        {
            rule(value, at, checker);
        }
    }

    fn checked(
        &mut self,
        schema: &Schema,
        checked: &CheckedValue<'_>,
        depth: usize,
        checker: &mut Checker<'_>,
    ) {
        if !self.has_budget(depth) {
            return;
        }
        let (value, at) = (checked.value, checked.at);
        if schema.is_false {
            let message = "the catalog does not allow a value here";
            let finding = Finding::error("unknown-member", at.clone(), message);
            return checker.report(finding.hint("remove it"));
        }
        self.reference(schema, checked, depth, checker);
        if !has_type(schema, value, at, checker) {
            return;
        }
        words(schema, value, at, checker);
        if schema.is_left_open && matches!(checked.part, CheckedPart::Inner) {
            // Calls are checked wherever they occur.
            checker.calls_in(value, at);
        }
        for all in &schema.all_of {
            self.checked(all, checked, depth + 1, checker);
        }
        for alternatives in &schema.alternatives {
            self.alternatives(alternatives, checked, depth + 1, checker);
        }
        match value.kind() {
            PayloadKind::Object => self.object(schema, checked, depth, checker),
            PayloadKind::Array => self.array(schema, value, at, depth, checker),
            PayloadKind::Number => check_number(schema, value, at, checker),
            PayloadKind::String if !schema.limits.is_empty() => {
                let length = value.as_str().map_or(0, |text| text.chars().count());
                let names = ["minLength", "maxLength"];
                bounds(
                    schema,
                    names,
                    ["length"; 2],
                    (length, "characters"),
                    at,
                    checker,
                );
            }
            PayloadKind::String | PayloadKind::Null | PayloadKind::Boolean => {}
        }
    }

    fn reference(
        &mut self,
        schema: &Schema,
        checked: &CheckedValue<'_>,
        depth: usize,
        checker: &mut Checker<'_>,
    ) {
        let (value, at) = (checked.value, checked.at);
        let definition = schema.definition.as_ref();
        let definition = definition.and_then(|pointer| self.definitions.get(pointer));
        match (
            schema
                .common
                .filter(|common| common.is_in(checker.version())),
            definition,
        ) {
            (None, None) => {}
            (Some(common), None) => check_common(common, value, at, checker),
            (None, Some(schema)) => self.checked(schema, checked, depth + 1, checker),
            // A copy of a common type does not describe calls, and may allow more values.
            (Some(common), Some(schema)) => {
                let by_type = trial(checker, |checker| check_common(common, value, at, checker));
                let by_schema = match has_errors(&by_type) {
                    true => trial(checker, |checker| {
                        self.checked(schema, checked, depth + 1, checker)
                    }),
                    false => Vec::new(),
                };
                let allows_more = has_errors(&by_type) && !has_errors(&by_schema);
                // A copy cannot allow reserved names.
                let is_kept = |one: &Finding| !allows_more || one.rule == "reserved-key";
                checker.found.extend(by_type.into_iter().filter(is_kept));
            }
        }
    }

    /// Checks a value against alternative schemas. The findings of an alternative are only reported if it is the single close
    /// one.
    fn alternatives(
        &mut self,
        schemas: &[Schema],
        checked: &CheckedValue<'_>,
        depth: usize,
        checker: &mut Checker<'_>,
    ) {
        let at = checked.at;
        let (mut warned, mut refused) = (None, Vec::new());
        for schema in schemas {
            let found = trial(checker, |checker| {
                self.checked(schema, checked, depth, checker)
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
        let count = refused.len();
        if let Some(names) = missing_names(&refused) {
            let message = format!("at least one of the properties `{names}` is required");
            let finding = Finding::error("missing-member", at.clone(), message);
            return checker.report(finding.hint("add one of them"));
        }
        // An alternative is far from a value of another type, or from an object without its members.
        let is_of_type = |found: &Vec<Finding>| {
            !(found.iter()).any(|one| one.rule == "wrong-type" && one.pointer == *at)
        };
        let misses_member = |one: &Finding| {
            let above = one
                .pointer
                .as_str()
                .rsplit_once('/')
                .map(|(above, _)| above);
            one.rule == "missing-member" && above == Some(at.as_str())
        };
        let is_complete = |found: &Vec<Finding>| !found.iter().any(misses_member);
        if count > 1 {
            refused.retain(is_of_type);
        }
        if refused.len() > 1 {
            refused.retain(is_complete);
        }
        match (refused.pop(), refused.is_empty()) {
            (Some(found), true) => checker.found.extend(found),
            _ if count > 0 => {
                let message = format!(
                    "the value ({}) does not match any of the {count} allowed alternatives",
                    checked.value.kind()
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
        schema: &Schema,
        checked: &CheckedValue<'_>,
        depth: usize,
        checker: &mut Checker<'_>,
    ) {
        for name in &schema.required {
            let is_exempt = checked.is_component() && is_key(name, checker);
            if is_exempt || checked.has(name) {
                continue;
            }
            let of = checked.name(schema);
            let message = format!("`{of}` is missing the required property `{name}`");
            let finding = Finding::error("missing-member", checked.at.member(name), message);
            checker.report(finding.hint(format_args!("add `{name}`")));
        }
        let others = schema.others.as_deref().filter(|_| !checked.is_component());
        for (name, value) in &checked.members {
            let property = schema.properties.get(&**name);
            let Some(of) = property.or(others) else {
                continue;
            };
            let (at, before) = (checked.at.member(name), checker.count());
            match checked.part {
                CheckedPart::Arguments(_) if of.allows_all => {
                    checker.dynamic_value(value, &at, ValueRole::Argument);
                }
                _ => self.value(of, value, &at, CheckedPart::Inner, depth + 1, checker),
            }
            if property.is_some() && value.is_null() && checker.count() > before {
                let is_required = schema.required.iter().any(|required| **required == **name);
                if !is_required {
                    checker.found.truncate(before);
                    checker.report(rules::null_member(at));
                }
            }
        }
        if !schema.is_closed || checked.is_component() {
            return;
        }
        let names = schema.names(self.definitions);
        for (name, _) in &checked.members {
            if !names.is_open && !names.names.contains(&**name) {
                checked.report_unknown(name, schema, Severity::Error, checker);
            }
        }
    }

    fn array(
        &mut self,
        schema: &Schema,
        value: &Payload,
        at: &Pointer,
        depth: usize,
        checker: &mut Checker<'_>,
    ) {
        let mut length = 0;
        for (index, element) in value.elements().enumerate() {
            length = index + 1;
            if let Some(schema) = schema.first.get(index).or(schema.rest.as_deref()) {
                let at = at.element(index);
                self.value(
                    schema,
                    &element,
                    &at,
                    CheckedPart::Inner,
                    depth + 1,
                    checker,
                );
            }
        }
        let names = ["minItems", "maxItems"];
        bounds(
            schema,
            names,
            ["min-items", "max-items"],
            (length, "elements"),
            at,
            checker,
        );
    }
}

fn check_common(common: CommonType, value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
    if common.is_in(checker.version()) {
        checker.check_common_type(common, value, at);
    }
}

/// Checks `type`, and returns `true` if the value has one of the allowed types.
fn has_type(schema: &Schema, value: &Payload, at: &Pointer, checker: &mut Checker<'_>) -> bool {
    let (types, kind) = (&schema.types, value.kind());
    if !types.is_empty() && !types.iter().any(|of| of.1 == kind) {
        let article = |of: &(&'static str, PayloadKind)| match of.0 {
            "null" => "null".to_owned(),
            name @ ("array" | "integer" | "object") => format!("an {name}"),
            name => format!("a {name}"),
        };
        let names: Vec<String> = types.iter().map(article).collect();
        let name = schema.name.map(|name| format!(" ({name})"));
        let expected = names.join(" or ") + &name.unwrap_or_default();
        checker.wrong_type(value, at, expected);
        return false;
    }
    let is_integer = matches!(types[..], [("integer", _)]);
    let minimum = schema.limits.get("minimum");
    let is_allowed = |number: f64| {
        let is_low = minimum.and_then(|minimum| Some(number < minimum.as_f64()?));
        number.fract() == 0.0 && is_low != Some(true)
    };
    if !is_integer || number_of(value).is_some_and(is_allowed) {
        return true;
    }
    let limit = minimum.map_or_else(String::new, |minimum| format!(" of at least {minimum}"));
    let message = format!("`{value}` is not an integer{limit}");
    let finding = Finding::error("integer", at.clone(), message);
    checker.report(finding.hint(format_args!("write a whole number{limit}")));
    false
}

/// Checks the members of a component that its schema does not mention: the keys that A2UI itself gives to components, and
/// unknown ones. From 1.0 on, the schema of messages forbids unknown members, even if the schema of the component allows them.
fn check_others(
    schema: &Schema,
    names: &MemberNames,
    checked: &CheckedValue<'_>,
    checker: &mut Checker<'_>,
) {
    let marks = checker.notation().has_marked_keys();
    let is_judged =
        !names.is_open && (names.is_closed || (checker.is_1_0() && !names.names.is_empty()));
    for (name, value) in &checked.members {
        if names.names.contains(&**name) {
            continue;
        }
        let plain = name.strip_prefix('@').unwrap_or(name);
        let is_marked = plain.len() < name.len();
        let is_older = marks && !is_marked && is_judged && !checked.has(&format!("@{name}"));
        let is_key = is_older || is_marked == marks;
        let is_known = match plain {
            "accessibility" => is_key && (checker.is_1_0() || names.is_common),
            "checks" => is_key && (names.is_checkable || (marks && !names.is_closed)),
            "catalogId" | "metadata" => is_older,
            _ => false,
        };
        let at = checked.at.member(name);
        if is_known && is_older {
            checker.report(older_key(name, checked.at));
        }
        match plain {
            _ if !is_known && is_judged => {
                let severity = match names.is_closed {
                    true => Severity::Error,
                    false => Severity::Warning,
                };
                checked.report_unknown(name, schema, severity, checker);
            }
            "accessibility" | "checks" if is_known && value.is_null() => {
                checker.report(rules::null_member(at));
            }
            "accessibility" if is_known => {
                checker.check_common_type(CommonType::AccessibilityAttributes, value, &at);
            }
            "checks" if is_known => checker.list(value, &at, CommonType::CheckRule),
            _ => {}
        }
    }
}

/// Returns `true` if a member of a component is a key and not a property.
fn is_key(name: &str, checker: &Checker<'_>) -> bool {
    let marks = checker.notation().has_marked_keys();
    match name {
        "id" | "component" | "@catalogId" | "@metadata" => true,
        "catalogId" | "metadata" | "@checks" | "@accessibility" => !marks,
        _ => false,
    }
}

/// Reports a key of a component under its name before October 2026.
pub(in crate::catalog) fn older_key(name: &str, at: &Pointer) -> Finding {
    let message = format!("`{name}` is the name of this key before October 2026");
    Finding::warning("older-key", at.member(name), message).hint(format_args!("write `@{name}`"))
}

/// Returns the names of the missing members, if each alternative only misses one.
fn missing_names(refused: &[Vec<Finding>]) -> Option<String> {
    let mut names = Vec::new();
    for found in refused {
        match found.as_slice() {
            [one] if one.rule == "missing-member" => names.push(one.pointer.segments().last()?),
            _ => return None,
        }
    }
    (names.len() > 1).then(|| names.join("`, `"))
}

/// Runs a check and returns its findings without reporting them.
fn trial<'j>(checker: &mut Checker<'j>, run: impl FnOnce(&mut Checker<'j>)) -> Vec<Finding> {
    let before = checker.count();
    run(checker);
    checker.found.split_off(before)
}

fn has_errors(found: &[Finding]) -> bool {
    let mut severities = found.iter().map(|finding| finding.severity);
    severities.any(|severity| severity == Severity::Error)
}
