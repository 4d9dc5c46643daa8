//! State projections: the rules `P-…`.

use super::{
    checker::{Checker, LIST, OBJECT, TEXT},
    markers,
    rules::{self, ManifestRule},
    slot_checks,
    slots::Slot,
    suggestion::{self, Suggestion},
};
use crate::manifest::{
    Expression, Extract, ExtractField, Postcondition, Property, Snapshot, StateProjection, Summary,
};
use std::collections::BTreeSet;
use wire::{Extra, List, Payload, PayloadKind, Pointer, Tolerant};

pub(super) fn check_section(
    member: &Tolerant<List<StateProjection>>,
    at: &Pointer,
    checker: &mut Checker<'_>,
) {
    let mut names = BTreeSet::new();
    checker.check_member_elements(
        at,
        "state_projections",
        member,
        |checker, at, projection| {
            let name = projection.name.get();
            if name.is_some_and(|name| !names.insert(name.as_str())) {
                checker.report(
                    &rules::P_SAME_NAME,
                    at.member("name"),
                    "an earlier projection already has this name",
                    "use a unique name",
                );
            }
            check_projection(projection, at, checker);
        },
    );
}

/// An object whose required members are checked.
#[derive(Clone, Copy)]
struct ObjectAt<'o> {
    at: &'o Pointer,
    /// The unknown members of the object. One of them may be a misspelt required member.
    extra: &'o Extra,
}

impl ObjectAt<'_> {
    /// Returns the value of a required member. Reports the member if it is missing.
    fn require<'m, T>(
        self,
        name: &str,
        member: &'m Tolerant<T>,
        expected: &str,
        rule: &ManifestRule,
        checker: &mut Checker<'_>,
    ) -> Option<&'m T> {
        match member {
            Tolerant::Value(value) => return Some(value),
            Tolerant::Invalid(odd) if odd.is_object() && expected == OBJECT => {
                checker.report_duplicates(&self.at.member(name), odd)
            }
            Tolerant::Invalid(odd) => {
                checker.report_wrong_type(rule, self.at.member(name), odd.kind(), expected)
            }
            Tolerant::Absent => checker.report_missing(rule, self.at, name, self.extra),
        }
        None
    }
}

pub(super) fn check_projection(
    projection: &StateProjection,
    at: &Pointer,
    checker: &mut Checker<'_>,
) {
    let object = ObjectAt {
        at,
        extra: &projection.extra,
    };
    let name = object.require("name", &projection.name, TEXT, &rules::P_NAME, checker);
    if name.is_some_and(|name| name.as_str().is_empty()) {
        checker.report(
            &rules::P_NAME,
            at.member("name"),
            "the projection has an empty name",
            "use a unique name",
        );
    }
    checker.check_text(at, "description", &projection.description);
    if let Some(scope) = checker.read(at, "scope", &projection.scope, OBJECT) {
        checker.check_text(&at.member("scope"), "url_matches", &scope.url_matches);
    }
    let snapshot = &projection.snapshot;
    let rule = &rules::P_SNAPSHOT;
    if let Some(snapshot) = object.require("snapshot", snapshot, OBJECT, rule, checker) {
        check_snapshot(snapshot, &at.member("snapshot"), checker);
    }
    let mut names = BTreeSet::new();
    let summaries = &projection.summaries;
    checker.check_member_elements(at, "summaries", summaries, |checker, at, summary| {
        checker.check_unique(at, "name", &summary.name, &mut names);
        check_summary(summary, at, checker);
    });
    check_postconditions(projection, at, checker);
    check_markers(projection, at, checker);
}

fn check_summary(summary: &Summary, at: &Pointer, checker: &mut Checker<'_>) {
    let rule = &rules::P_SUMMARY;
    let object = ObjectAt {
        at,
        extra: &summary.extra,
    };
    object.require("name", &summary.name, TEXT, rule, checker);
    checker.check_limit(at, "max_bytes", &summary.max_bytes);
    let text = object.require("expression", &summary.expression, TEXT, rule, checker);
    if let Some(text) = text {
        slot_checks::check_expression(text, &|| at.member("expression"), checker);
    }
}

fn check_snapshot(snapshot: &Snapshot, at: &Pointer, checker: &mut Checker<'_>) {
    let version = snapshot.version.get();
    if version.is_none_or(|version| version.as_str() != "1") {
        checker.report(
            &rules::P_VERSION,
            at.member("version"),
            "the version of the snapshot must be 1",
            Suggestion::value("use the integer 1", "1"),
        );
    }
    if snapshot.source.get().is_none_or(|source| source != "dom") {
        checker.report(
            &rules::P_SOURCE,
            at.member("source"),
            "the source of the snapshot must be \"dom\"",
            Suggestion::value("use \"dom\"", "\"dom\""),
        );
    }
    let object = ObjectAt {
        at,
        extra: &snapshot.extra,
    };
    let rule = &rules::P_EXTRACT;
    if let Some(records) = object.require("extract", &snapshot.extract, LIST, rule, checker) {
        let mut ids = BTreeSet::new();
        let at = at.member("extract");
        checker.check_elements(&at, records, rule, |checker, at, extract| {
            checker.check_unique(at, "id", &extract.id, &mut ids);
            check_record(extract, at, checker)
        });
    }
    let projection = &snapshot.projection;
    let rule = &rules::P_EXPRESSION;
    if let Some(expression) = object.require("projection", projection, OBJECT, rule, checker) {
        check_expression(expression, &at.member("projection"), checker);
    }
    checker.check_schema(
        &rules::P_OUTPUT_SCHEMA,
        at,
        "output_schema",
        &snapshot.output_schema,
    );
}

fn check_expression(expression: &Expression, at: &Pointer, checker: &mut Checker<'_>) {
    let language = expression.language.get();
    if language.is_none_or(|language| language != "jsonata") {
        let message = "the language of the expression must be JSONata";
        checker.report(
            &rules::P_LANGUAGE,
            at.member("language"),
            message,
            Suggestion::value("use \"jsonata\"", "\"jsonata\""),
        );
    }
    let object = ObjectAt {
        at,
        extra: &expression.extra,
    };
    let text = &expression.expression;
    let rule = &rules::P_EXPRESSION;
    if let Some(text) = object.require("expression", text, TEXT, rule, checker) {
        slot_checks::check_expression(text, &|| at.member("expression"), checker);
    }
}

fn check_record(extract: &Extract, at: &Pointer, checker: &mut Checker<'_>) {
    let object = ObjectAt {
        at,
        extra: &extract.extra,
    };
    object.require("id", &extract.id, TEXT, &rules::P_RECORD, checker);
    if extract.selector.is_absent() && extract.xpath.is_absent() {
        let hint = suggestion::closest_of(&["selector", "xpath"], &extract.extra);
        let hint = hint.unwrap_or_else(|| "add `selector` or `xpath`".to_owned());
        checker.report(
            &rules::P_RECORD,
            at.clone(),
            "the record does not select any elements",
            hint,
        );
    }
    checker.check_text(at, "selector", &extract.selector);
    checker.check_text(at, "xpath", &extract.xpath);
    checker.check_boolean(at, "many", &extract.many);
    let named = extract.fields_by_name();
    check_fields(extract.fields.as_ref(), named, at, checker);
}

/// Checks nested fields. The depth is bounded by the depth limit of messages.
fn check_fields(
    stated: Option<&Payload>,
    fields: Vec<(String, Tolerant<ExtractField>)>,
    at: &Pointer,
    checker: &mut Checker<'_>,
) {
    let at = at.member("fields");
    check_fields_object(stated, &at, checker);
    let mut open = vec![(at, fields)];
    while let Some((at, fields)) = open.pop() {
        for (name, member) in fields {
            let Some(field) = checker.read(&at, &name, &member, OBJECT) else {
                continue;
            };
            let at = at.member(&name);
            check_field(field, &at, checker);
            let at = at.member("fields");
            check_fields_object(field.fields.as_ref(), &at, checker);
            let nested = field.fields_by_name();
            if !nested.is_empty() {
                open.push((at, nested));
            }
        }
    }
}

/// Checks that the member `fields` is an object, if the member is present.
fn check_fields_object(stated: Option<&Payload>, at: &Pointer, checker: &mut Checker<'_>) {
    let Some(stated) = stated else { return };
    if !stated.is_object() && !stated.is_null() {
        checker.report_wrong_type(&rules::SHAPE, at.clone(), stated.kind(), OBJECT);
    }
}

fn check_field(field: &ExtractField, at: &Pointer, checker: &mut Checker<'_>) {
    for (name, member) in [
        ("selector", &field.selector),
        ("xpath", &field.xpath),
        ("closest", &field.closest),
        ("attribute", &field.attribute),
    ] {
        checker.check_text(at, name, member);
    }
    for (name, member) in [
        ("trim", &field.trim),
        ("required", &field.required),
        ("many", &field.many),
    ] {
        checker.check_boolean(at, name, member);
    }
    let property = checker.read(at, "property", &field.property, TEXT);
    if let Some(Property::Other(word)) = property {
        let words = Property::WORDS.iter().copied();
        let all = format!("use one of {}", Property::WORDS.join(", "));
        let hint = suggestion::suggest_word(word.as_str(), words, &all);
        checker.report(
            &rules::P_PROPERTY,
            at.member("property"),
            "runtimes do not support this property and read null",
            hint,
        );
    }
}

fn check_postconditions(projection: &StateProjection, at: &Pointer, checker: &mut Checker<'_>) {
    let Some(stated) = projection.postconditions.as_ref() else {
        return;
    };
    let at = at.member("postconditions");
    match stated.kind() {
        // Two published manifests have descriptions in plain language here.
        PayloadKind::String | PayloadKind::Null => {}
        PayloadKind::Object => {
            for (tool, member) in projection.postconditions_by_tool() {
                check_postcondition_of_tool(&tool, &member, at.member(&tool), checker);
            }
        }
        kind => checker.report_wrong_type(
            &rules::P_POSTCONDITIONS,
            at,
            kind,
            "an object with the names of tools",
        ),
    }
}

fn check_postcondition_of_tool(
    tool: &str,
    member: &Tolerant<Postcondition>,
    at: Pointer,
    checker: &mut Checker<'_>,
) {
    checker.check_reference(&rules::UNKNOWN_TOOL, at.clone(), tool, "tool", |declared| {
        &declared.tools
    });
    // The edit must rename the member, because the name of the member is the name of the tool.
    checker.suggest_as_name(&at);
    match member {
        Tolerant::Value(condition) => check_postcondition(condition, &at, checker),
        Tolerant::Invalid(odd) if odd.is_object() => checker.report_duplicates(&at, odd),
        Tolerant::Invalid(odd) if odd.kind() == PayloadKind::String => {}
        Tolerant::Invalid(odd) => {
            checker.report_wrong_type(&rules::P_POSTCONDITIONS, at, odd.kind(), OBJECT)
        }
        Tolerant::Absent => {}
    }
}

fn check_postcondition(condition: &Postcondition, at: &Pointer, checker: &mut Checker<'_>) {
    if let Some(name) = checker.read(at, "projection", &condition.projection, TEXT) {
        let at = at.member("projection");
        checker.check_reference(
            &rules::P_UNKNOWN_PROJECTION,
            at,
            name.as_str(),
            "projection",
            |declared| &declared.projections,
        );
    }
    if let Some(verify) = checker.read(at, "verify", &condition.verify, OBJECT) {
        check_expression(verify, &at.member("verify"), checker);
    }
    checker.check_text(at, "failure_message", &condition.failure_message);
}

fn check_markers(projection: &StateProjection, at: &Pointer, checker: &mut Checker<'_>) {
    let at = at.member("markers");
    match &projection.markers {
        Tolerant::Value(list) => markers::check_markers(list, &at, checker),
        Tolerant::Invalid(odd) => {
            let text = odd.as_str();
            match text.as_deref().map(Slot::from_text) {
                Some(Slot::Expression(expression)) => {
                    slot_checks::check_expression(expression, &|| at.clone(), checker)
                }
                _ if odd.is_null() => {}
                _ => checker.report_wrong_type(
                    &rules::P_MARKERS,
                    at,
                    odd.kind(),
                    "an array or one slot `{% … %}`",
                ),
            }
        }
        Tolerant::Absent => {}
    }
}
