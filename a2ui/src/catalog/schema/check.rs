//! Checks of values against the schemas of a catalog.

use super::{
    MAX_SCHEMAS, MemberNames, SCHEMA_DEPTH, Schema, Schemas,
    limits::{check_bounds, check_number, check_words, number_of},
};
use crate::{
    catalog::{Checker, CommonType, Returns, ValueRole},
    rules,
};
use serde_json::Number;
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};
use wire::{Finding, Payload, PayloadKind, Pointer, Severity};

/// The maximum number of members of an object that is searched without an index.
const SMALL: usize = 16;

/// The role of the checked value.
#[derive(Clone, Copy)]
enum CheckedPart<'a> {
    /// The properties of a component of the named type.
    Component(&'a str),
    /// The arguments of the named function.
    Arguments(&'a str),
    /// A value inside properties or arguments.
    Inner,
}

impl Schemas {
    /// Checks the properties of a component. Returns `false` if the component type is unknown.
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

    /// Checks the arguments of a function and returns the return type of the function. `None` means that the function is
    /// unknown.
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
            None => checker.check_unknown_arguments(args, at),
        }
        Some(function.returns)
    }

    /// Checks a value against a definition of the catalog.
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
        let before = checker.count();
        let mut walk = SchemaWalk {
            definitions: &self.definitions,
            left: MAX_SCHEMAS,
            checker,
        };
        walk.check_value(schema, value, at, part, 0);
        if walk.left == 0 {
            // The check stopped early, so its findings are uncertain.
            checker.found.truncate(before);
        }
    }
}

/// The check of one value against all schemas that apply to the value and its parts.
struct SchemaWalk<'w, 'c> {
    definitions: &'w BTreeMap<Box<str>, Schema>,
    /// The number of schemas that may still be visited.
    left: usize,
    checker: &'w mut Checker<'c>,
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

    /// Returns the name of the value for use in messages.
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

impl SchemaWalk<'_, '_> {
    /// Counts a visited schema. Returns `false` if the budget is used up.
    fn spend_budget(&mut self, depth: usize) -> bool {
        self.left = if depth > SCHEMA_DEPTH {
            0
        } else {
            self.left.saturating_sub(1)
        };
        self.left > 0
    }

    fn check_value(
        &mut self,
        schema: &Schema,
        value: &Payload,
        at: &Pointer,
        part: CheckedPart<'_>,
        depth: usize,
    ) {
        let before = self.checker.count();
        // The rule of an object reads the names of its members. Other rules assume a value of the right type.
        let is_object = value.is_object();
        if let (Some(rule), true) = (schema.rule, is_object) {
            rule(value, at, self.checker);
        }
        match schema.common {
            Some(common) if schema.is_reference => check_common(common, value, at, self.checker),
            _ => {
                let checked = CheckedValue::new(value, at, part, self.checker);
                self.check_against(schema, &checked, depth);
                if checked.is_component() {
                    let names = schema.names(self.definitions);
                    check_others(schema, names, &checked, self.checker);
                }
            }
        }
        let has_right_type = self.checker.count() == before;
        if let (Some(rule), false, true) = (schema.rule, is_object, has_right_type) {
            rule(value, at, self.checker);
        }
    }

    fn check_against(&mut self, schema: &Schema, checked: &CheckedValue<'_>, depth: usize) {
        if !self.spend_budget(depth) {
            return;
        }
        let (value, at) = (checked.value, checked.at);
        if schema.is_false {
            let message = "the catalog does not allow a value here";
            let finding = Finding::error("unknown-member", at.clone(), message);
            return self.checker.report(finding.hint("remove it"));
        }
        self.check_reference(schema, checked, depth);
        if !check_type(schema, value, at, self.checker) {
            return;
        }
        check_words(schema, value, at, self.checker);
        if schema.is_left_open && matches!(checked.part, CheckedPart::Inner) {
            // Calls are checked wherever they occur.
            self.checker.check_calls_in(value, at);
        }
        for all in &schema.all_of {
            self.check_against(all, checked, depth + 1);
        }
        for alternatives in &schema.alternatives {
            self.check_alternatives(alternatives, checked, depth + 1);
        }
        match value.kind() {
            PayloadKind::Object => self.check_object(schema, checked, depth),
            PayloadKind::Array => self.check_array(schema, value, at, depth),
            PayloadKind::Number => check_number(schema, value, at, self.checker),
            PayloadKind::String => check_length(schema, value, at, self.checker),
            PayloadKind::Null | PayloadKind::Boolean => {}
        }
    }

    /// Checks a value against the common type and the definition that a schema refers to.
    fn check_reference(&mut self, schema: &Schema, checked: &CheckedValue<'_>, depth: usize) {
        let common = schema
            .common
            .filter(|common| common.is_in(self.checker.version()));
        let definition = match &schema.definition {
            Some(name) => self.definitions.get(name),
            None => None,
        };
        match (common, definition) {
            (None, None) => {}
            (Some(common), None) => {
                check_common(common, checked.value, checked.at, self.checker);
            }
            (None, Some(schema)) => self.check_against(schema, checked, depth + 1),
            (Some(common), Some(copy)) => self.check_copy_of_common(common, copy, checked, depth),
        }
    }

    /// Checks a value against a common type and the catalog's own copy of that type. The copy does not describe calls,
    /// and may allow more values.
    fn check_copy_of_common(
        &mut self,
        common: CommonType,
        copy: &Schema,
        checked: &CheckedValue<'_>,
        depth: usize,
    ) {
        let mut by_type = self
            .collect_findings(|walk| check_common(common, checked.value, checked.at, walk.checker));
        if has_errors(&by_type) {
            let by_copy =
                self.collect_findings(|walk| walk.check_against(copy, checked, depth + 1));
            if !has_errors(&by_copy) {
                // A copy cannot allow names that A2UI reserves.
                by_type.retain(|finding| finding.rule == "reserved-key");
            }
        }
        self.checker.found.append(&mut by_type);
    }

    /// Checks a value against alternative schemas. Findings of an alternative are reported only if no other alternative
    /// is close.
    fn check_alternatives(&mut self, schemas: &[Schema], checked: &CheckedValue<'_>, depth: usize) {
        let at = checked.at;
        let (mut warned, mut refused) = (None, Vec::new());
        for schema in schemas {
            let found = self.collect_findings(|walk| walk.check_against(schema, checked, depth));
            // One alternative without findings is enough.
            if found.is_empty() || self.left == 0 {
                return;
            }
            if has_errors(&found) {
                refused.push(found);
            } else {
                warned.get_or_insert(found);
            }
        }
        if let Some(mut found) = warned {
            return self.checker.found.append(&mut found);
        }
        let count = refused.len();
        if let Some(names) = missing_names(&refused) {
            let message = format!("at least one of the properties `{names}` is required");
            let finding = Finding::error("missing-member", at.clone(), message);
            return self.checker.report(finding.hint("add one of them"));
        }
        // An alternative is far from a value of another type, or from an object without its members.
        if count > 1 {
            refused.retain(|found| has_right_type(found, at));
        }
        if refused.len() > 1 {
            refused.retain(|found| !misses_member(found, at));
        }
        if let [close] = refused.as_mut_slice() {
            return self.checker.found.append(close);
        }
        if count > 0 {
            let kind = checked.value.kind();
            let message = format!(
                "the value ({kind}) does not match any of the {count} allowed alternatives"
            );
            let finding = Finding::error("no-alternative", at.clone(), message);
            self.checker
                .report(finding.hint("see the schema of the catalog for the allowed values"));
        }
    }

    fn check_object(&mut self, schema: &Schema, checked: &CheckedValue<'_>, depth: usize) {
        self.check_required_members(schema, checked);
        // The other members of a component may be keys of A2UI, which `check_others` checks.
        let others = match checked.part {
            CheckedPart::Component(_) => None,
            CheckedPart::Arguments(_) | CheckedPart::Inner => schema.others.as_deref(),
        };
        for (name, value) in &checked.members {
            let property = schema.properties.get(&**name);
            let Some(of) = property.or(others) else {
                continue;
            };
            let (at, before) = (checked.at.member(name), self.checker.count());
            match checked.part {
                CheckedPart::Arguments(_) if of.allows_all => {
                    self.checker
                        .check_dynamic_value(value, &at, ValueRole::Argument);
                }
                _ => self.check_value(of, value, &at, CheckedPart::Inner, depth + 1),
            }
            // The single finding for a null in an optional property is that it should be absent.
            let is_refused_null =
                property.is_some() && value.is_null() && self.checker.count() > before;
            if is_refused_null && !schema.required.iter().any(|required| **required == **name) {
                self.checker.found.truncate(before);
                self.checker.report(rules::null_member(at));
            }
        }
        if schema.is_closed && !checked.is_component() {
            self.report_unknown_members(schema, checked);
        }
    }

    fn check_required_members(&mut self, schema: &Schema, checked: &CheckedValue<'_>) {
        for name in &schema.required {
            let is_exempt = checked.is_component() && is_key(name, self.checker);
            if is_exempt || checked.has(name) {
                continue;
            }
            let of = checked.name(schema);
            let message = format!("`{of}` is missing the required property `{name}`");
            let finding = Finding::error("missing-member", checked.at.member(name), message);
            self.checker
                .report(finding.hint(format_args!("add `{name}`")));
        }
    }

    fn report_unknown_members(&mut self, schema: &Schema, checked: &CheckedValue<'_>) {
        let names = schema.names(self.definitions);
        if names.is_open {
            return;
        }
        for (name, _) in &checked.members {
            if !names.names.contains(&**name) {
                checked.report_unknown(name, schema, Severity::Error, self.checker);
            }
        }
    }

    fn check_array(&mut self, schema: &Schema, value: &Payload, at: &Pointer, depth: usize) {
        let mut length = 0;
        for (index, element) in value.elements().enumerate() {
            length = index + 1;
            if let Some(schema) = schema.first.get(index).or(schema.rest.as_deref()) {
                let at = at.element(index);
                self.check_value(schema, &element, &at, CheckedPart::Inner, depth + 1);
            }
        }
        let names = ["minItems", "maxItems"];
        let rules = ["min-items", "max-items"];
        check_bounds(schema, names, rules, (length, "elements"), at, self.checker);
    }

    /// Runs a check and returns the findings of the check without reporting them.
    fn collect_findings(&mut self, run: impl FnOnce(&mut Self)) -> Vec<Finding> {
        let before = self.checker.count();
        run(self);
        self.checker.found.split_off(before)
    }
}

/// Checks `minLength` and `maxLength`.
fn check_length(schema: &Schema, value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
    // Most schemas have no limits, and counting characters reads the whole text.
    if schema.limits.is_empty() {
        return;
    }
    let length = value.as_str().map_or(0, |text| text.chars().count());
    let names = ["minLength", "maxLength"];
    let rules = ["length", "length"];
    check_bounds(schema, names, rules, (length, "characters"), at, checker);
}

fn check_common(common: CommonType, value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
    if common.is_in(checker.version()) {
        checker.check_common_type(common, value, at);
    }
}

/// Checks `type`. Returns `true` if the value has an allowed type.
fn check_type(schema: &Schema, value: &Payload, at: &Pointer, checker: &mut Checker<'_>) -> bool {
    let types = &schema.types;
    if !types.is_empty() && !types.iter().any(|of| of.1 == value.kind()) {
        let names: Vec<String> = types.iter().map(|of| with_article(of.0)).collect();
        let mut expected = names.join(" or ");
        if let Some(name) = schema.name {
            expected += &format!(" ({name})");
        }
        checker.wrong_type(value, at, expected);
        return false;
    }
    if matches!(types[..], [("integer", _)]) {
        return check_integer(schema, value, at, checker);
    }
    true
}

fn with_article(type_name: &str) -> String {
    match type_name {
        "null" => "null".to_owned(),
        "array" | "integer" | "object" => format!("an {type_name}"),
        _ => format!("a {type_name}"),
    }
}

/// Checks that a number is an integer in the range of the schema. If both are wrong, only one finding is reported.
fn check_integer(
    schema: &Schema,
    value: &Payload,
    at: &Pointer,
    checker: &mut Checker<'_>,
) -> bool {
    let minimum = schema.limits.get("minimum");
    if let Some(number) = number_of(value) {
        let is_low = match minimum.and_then(Number::as_f64) {
            Some(minimum) => number < minimum,
            None => false,
        };
        if number.fract() == 0.0 && !is_low {
            return true;
        }
    }
    let limit = match minimum {
        Some(minimum) => format!(" of at least {minimum}"),
        None => String::new(),
    };
    let message = format!("`{value}` is not an integer{limit}");
    let finding = Finding::error("integer", at.clone(), message);
    checker.report(finding.hint(format_args!("write a whole number{limit}")));
    false
}

/// Checks the members of a component that its schema does not mention: A2UI's own keys and unknown members. From 1.0 on,
/// the message schema forbids unknown members even if the component's schema allows them.
fn check_others(
    schema: &Schema,
    names: &MemberNames,
    checked: &CheckedValue<'_>,
    checker: &mut Checker<'_>,
) {
    let marks = checker.notation().has_marked_keys();
    let is_closed_by_message = checker.is_1_0() && !names.names.is_empty();
    let is_judged = !names.is_open && (names.is_closed || is_closed_by_message);
    // If only the message schema forbids a member, the schema of the component allows it.
    let severity = if names.is_closed {
        Severity::Error
    } else {
        Severity::Warning
    };
    for (name, value) in &checked.members {
        // The schema checks the properties that it names.
        if names.names.contains(&**name) {
            continue;
        }
        let plain = name.strip_prefix('@').unwrap_or(name);
        let is_marked = plain.len() < name.len();
        // A key without `@` was valid before October 2026. If both names are present, the one without `@` is a property.
        let is_older = marks && !is_marked && is_judged && !checked.has(&format!("@{name}"));
        let is_key = is_older || is_marked == marks;
        let is_known = match plain {
            "accessibility" => is_key && (checker.is_1_0() || names.is_common),
            // With marked keys, a schema that allows other members also allows `@checks`.
            "checks" => is_key && (names.is_checkable || (marks && !names.is_closed)),
            "catalogId" | "metadata" => is_older,
            _ => false,
        };
        if !is_known {
            if is_judged {
                checked.report_unknown(name, schema, severity, checker);
            }
            continue;
        }
        if is_older {
            checker.report(older_key(name, checked.at));
        }
        check_key(plain, value, checked.at.member(name), checker);
    }
}

/// Checks the value of a key that A2UI defines for all components.
fn check_key(plain_name: &str, value: &Payload, at: Pointer, checker: &mut Checker<'_>) {
    match plain_name {
        "accessibility" | "checks" if value.is_null() => checker.report(rules::null_member(at)),
        "accessibility" => {
            checker.check_common_type(CommonType::AccessibilityAttributes, value, &at);
        }
        "checks" => checker.check_list(value, &at, CommonType::CheckRule),
        _ => {}
    }
}

/// Returns `true` if a component member is an A2UI key instead of a property.
fn is_key(name: &str, checker: &Checker<'_>) -> bool {
    let marks = checker.notation().has_marked_keys();
    match name {
        "id" | "component" | "@catalogId" | "@metadata" => true,
        "catalogId" | "metadata" | "@checks" | "@accessibility" => !marks,
        _ => false,
    }
}

/// Returns the finding for a component key under its name from before October 2026.
pub(in crate::catalog) fn older_key(name: &str, at: &Pointer) -> Finding {
    let message = format!("`{name}` is the name of this key before October 2026");
    Finding::warning("older-key", at.member(name), message).hint(format_args!("write `@{name}`"))
}

/// Returns the names of the missing members, if a missing member is the only error of every alternative.
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

/// Returns `true` if no finding of an alternative concerns the type of the value itself.
fn has_right_type(found: &[Finding], at: &Pointer) -> bool {
    for finding in found {
        if finding.rule == "wrong-type" && finding.pointer == *at {
            return false;
        }
    }
    true
}

/// Returns `true` if the value itself lacks a member that an alternative requires.
fn misses_member(found: &[Finding], at: &Pointer) -> bool {
    for finding in found {
        let parent = finding.pointer.as_str().rsplit_once('/');
        let is_own_member = parent.is_some_and(|(parent, _)| parent == at.as_str());
        if finding.rule == "missing-member" && is_own_member {
            return true;
        }
    }
    false
}

fn has_errors(found: &[Finding]) -> bool {
    found
        .iter()
        .any(|finding| finding.severity == Severity::Error)
}
