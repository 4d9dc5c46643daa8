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
    Expression, Extract, ExtractField, Postcondition, Property, Snapshot, StateProjection,
};
use std::collections::BTreeSet;
use wire::{Extra, List, Payload, PayloadKind, Pointer, Tolerant};

pub(super) fn section(
    member: &Tolerant<List<StateProjection>>,
    at: &Pointer,
    checker: &mut Checker<'_>,
) {
    let mut names = BTreeSet::new();
    checker.each(
        at,
        "state_projections",
        member,
        |checker, at, projection| {
            if projection
                .name
                .get()
                .is_some_and(|name| !names.insert(name.as_str()))
            {
                let message = "An earlier projection already has this name.";
                checker.find(
                    &rules::P_SAME_NAME,
                    at.member("name"),
                    message,
                    "use a unique name",
                );
            }
            self::projection(projection, at, checker);
        },
    );
}

/// Returns the value of a required member, or reports it.
fn require<'m, T>(
    rule: &ManifestRule,
    at: &Pointer,
    name: &str,
    member: &'m Tolerant<T>,
    extra: &Extra,
    what: &str,
    checker: &mut Checker<'_>,
) -> Option<&'m T> {
    match member {
        Tolerant::Value(value) => return Some(value),
        Tolerant::Invalid(odd) if odd.is_object() && what == OBJECT => {
            checker.find_duplicates(&at.member(name), odd)
        }
        Tolerant::Invalid(odd) => checker.wrong_type(rule, at.member(name), odd.kind(), what),
        Tolerant::Absent => checker.missing(rule, at, name, extra),
    }
    None
}

pub(super) fn projection(projection: &StateProjection, at: &Pointer, checker: &mut Checker<'_>) {
    let name = require(
        &rules::P_NAME,
        at,
        "name",
        &projection.name,
        &projection.extra,
        TEXT,
        checker,
    );
    if name.is_some_and(|name| name.as_str().is_empty()) {
        checker.find(
            &rules::P_NAME,
            at.member("name"),
            "This projection has an empty name.",
            "use a unique name",
        );
    }
    checker.text(at, "description", &projection.description);
    if let Some(scope) = checker.read(at, "scope", &projection.scope, OBJECT) {
        checker.text(&at.member("scope"), "url_matches", &scope.url_matches);
    }
    let snapshot = &projection.snapshot;
    if let Some(snapshot) = require(
        &rules::P_SNAPSHOT,
        at,
        "snapshot",
        snapshot,
        &projection.extra,
        OBJECT,
        checker,
    ) {
        self::snapshot(snapshot, &at.member("snapshot"), checker);
    }
    let mut names = BTreeSet::new();
    checker.each(
        at,
        "summaries",
        &projection.summaries,
        |checker, at, summary| {
            checker.once(at, "name", &summary.name, &mut names);
            require(
                &rules::P_SUMMARY,
                at,
                "name",
                &summary.name,
                &summary.extra,
                TEXT,
                checker,
            );
            checker.limit(at, "max_bytes", &summary.max_bytes);
            let text = require(
                &rules::P_SUMMARY,
                at,
                "expression",
                &summary.expression,
                &summary.extra,
                TEXT,
                checker,
            );
            if let Some(text) = text {
                slot_checks::expression(text, &|| at.member("expression"), checker);
            }
        },
    );
    postconditions(projection, at, checker);
    self::markers(projection, at, checker);
}

fn snapshot(snapshot: &Snapshot, at: &Pointer, checker: &mut Checker<'_>) {
    if snapshot
        .version
        .get()
        .is_none_or(|version| version.as_str() != "1")
    {
        checker.find(
            &rules::P_VERSION,
            at.member("version"),
            "The version of this snapshot is not 1.",
            Suggestion::value("use the integer 1", "1"),
        );
    }
    if snapshot.source.get().is_none_or(|source| source != "dom") {
        checker.find(
            &rules::P_SOURCE,
            at.member("source"),
            "The source of this snapshot is not \"dom\".",
            Suggestion::value("use \"dom\"", "\"dom\""),
        );
    }
    let records = require(
        &rules::P_EXTRACT,
        at,
        "extract",
        &snapshot.extract,
        &snapshot.extra,
        LIST,
        checker,
    );
    if let Some(records) = records {
        let mut ids = BTreeSet::new();
        checker.elements(
            &at.member("extract"),
            records,
            &rules::P_EXTRACT,
            |checker, at, extract| {
                checker.once(at, "id", &extract.id, &mut ids);
                record(extract, at, checker)
            },
        );
    }
    let projection = &snapshot.projection;
    if let Some(expression) = require(
        &rules::P_EXPRESSION,
        at,
        "projection",
        projection,
        &snapshot.extra,
        OBJECT,
        checker,
    ) {
        self::expression(expression, &at.member("projection"), checker);
    }
    checker.schema(
        &rules::P_OUTPUT_SCHEMA,
        at,
        "output_schema",
        &snapshot.output_schema,
    );
}

fn expression(expression: &Expression, at: &Pointer, checker: &mut Checker<'_>) {
    if expression
        .language
        .get()
        .is_none_or(|language| language != "jsonata")
    {
        let message = "The language of this expression is not JSONata.";
        checker.find(
            &rules::P_LANGUAGE,
            at.member("language"),
            message,
            Suggestion::value("use \"jsonata\"", "\"jsonata\""),
        );
    }
    let text = require(
        &rules::P_EXPRESSION,
        at,
        "expression",
        &expression.expression,
        &expression.extra,
        TEXT,
        checker,
    );
    if let Some(text) = text {
        slot_checks::expression(text, &|| at.member("expression"), checker);
    }
}

fn record(extract: &Extract, at: &Pointer, checker: &mut Checker<'_>) {
    require(
        &rules::P_RECORD,
        at,
        "id",
        &extract.id,
        &extract.extra,
        TEXT,
        checker,
    );
    if extract.selector.is_absent() && extract.xpath.is_absent() {
        let hint = suggestion::closest_of(&["selector", "xpath"], &extract.extra);
        let hint = hint.unwrap_or_else(|| "add `selector` or `xpath`".to_owned());
        checker.find(
            &rules::P_RECORD,
            at.clone(),
            "This record does not select any elements.",
            hint,
        );
    }
    checker.text(at, "selector", &extract.selector);
    checker.text(at, "xpath", &extract.xpath);
    checker.boolean(at, "many", &extract.many);
    fields(
        extract.fields.as_ref(),
        extract.fields_by_name(),
        at,
        checker,
    );
}

/// Checks nested fields. The depth is bounded by the depth limit of messages.
fn fields(
    stated: Option<&Payload>,
    fields: Vec<(String, Tolerant<ExtractField>)>,
    at: &Pointer,
    checker: &mut Checker<'_>,
) {
    let mut open = vec![(at.member("fields"), fields)];
    if let Some(odd) = stated.filter(|stated| !stated.is_object() && !stated.is_null()) {
        checker.wrong_type(&rules::SHAPE, at.member("fields"), odd.kind(), OBJECT);
    }
    while let Some((at, fields)) = open.pop() {
        for (name, member) in fields {
            let Some(field) = checker.read(&at, &name, &member, OBJECT) else {
                continue;
            };
            let at = at.member(&name);
            let texts = [
                ("selector", &field.selector),
                ("xpath", &field.xpath),
                ("closest", &field.closest),
                ("attribute", &field.attribute),
            ];
            for (name, member) in texts {
                checker.text(&at, name, member);
            }
            for (name, member) in [
                ("trim", &field.trim),
                ("required", &field.required),
                ("many", &field.many),
            ] {
                checker.boolean(&at, name, member);
            }
            if let Some(Property::Other(word)) =
                checker.read(&at, "property", &field.property, TEXT)
            {
                let all = format!("use one of {}", Property::WORDS.join(", "));
                let hint =
                    suggestion::suggest_word(word.as_str(), Property::WORDS.iter().copied(), &all);
                checker.find(
                    &rules::P_PROPERTY,
                    at.member("property"),
                    "Runtimes do not support this property and read null.",
                    hint,
                );
            }
            if let Some(odd) = field
                .fields
                .as_ref()
                .filter(|stated| !stated.is_object() && !stated.is_null())
            {
                checker.wrong_type(&rules::SHAPE, at.member("fields"), odd.kind(), OBJECT);
            }
            let below = field.fields_by_name();
            if !below.is_empty() {
                open.push((at.member("fields"), below));
            }
        }
    }
}

fn postconditions(projection: &StateProjection, at: &Pointer, checker: &mut Checker<'_>) {
    let Some(stated) = projection.postconditions.as_ref() else {
        return;
    };
    let at = at.member("postconditions");
    match stated.kind() {
        // Two published manifests have descriptions in plain language here.
        PayloadKind::String | PayloadKind::Null => {}
        PayloadKind::Object => {
            for (tool, member) in projection.postconditions_by_tool() {
                let at_tool = at.member(&tool);
                checker.reference(
                    &rules::UNKNOWN_TOOL,
                    at_tool.clone(),
                    &tool,
                    "tool",
                    |declared| &declared.tools,
                );
                checker.suggest_as_name(&at_tool);
                match &member {
                    Tolerant::Value(condition) => postcondition(condition, &at_tool, checker),
                    Tolerant::Invalid(odd) if odd.is_object() => {
                        checker.find_duplicates(&at_tool, odd)
                    }
                    Tolerant::Invalid(odd) if odd.kind() == PayloadKind::String => {}
                    Tolerant::Invalid(odd) => {
                        checker.wrong_type(&rules::P_POSTCONDITIONS, at_tool, odd.kind(), OBJECT)
                    }
                    Tolerant::Absent => {}
                }
            }
        }
        kind => checker.wrong_type(
            &rules::P_POSTCONDITIONS,
            at,
            kind,
            "an object with the names of tools",
        ),
    }
}

fn postcondition(condition: &Postcondition, at: &Pointer, checker: &mut Checker<'_>) {
    if let Some(name) = checker.read(at, "projection", &condition.projection, TEXT) {
        let at = at.member("projection");
        checker.reference(
            &rules::P_UNKNOWN_PROJECTION,
            at,
            name.as_str(),
            "projection",
            |declared| &declared.projections,
        );
    }
    if let Some(verify) = checker.read(at, "verify", &condition.verify, OBJECT) {
        expression(verify, &at.member("verify"), checker);
    }
    checker.text(at, "failure_message", &condition.failure_message);
}

fn markers(projection: &StateProjection, at: &Pointer, checker: &mut Checker<'_>) {
    let at = at.member("markers");
    match &projection.markers {
        Tolerant::Value(list) => markers::list(list, &at, checker),
        Tolerant::Invalid(odd) => {
            let text = odd.as_str();
            match text.as_deref().map(Slot::from_text) {
                Some(Slot::Expression(expression)) => {
                    slot_checks::expression(expression, &|| at.clone(), checker)
                }
                _ if odd.is_null() => {}
                _ => checker.wrong_type(
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
