//! State projections: the rules `P-…`.

use super::{
    judge::{Judge, LIST, OBJECT, TEXT, sentence},
    markers,
    rules::{self, ManifestRule},
    slots::{self, Slot},
    suggestion,
};
use crate::manifest::{
    Expression, Extract, ExtractField, Postcondition, Property, Snapshot, StateProjection,
};
use std::collections::BTreeSet;
use wire::{Extra, List, Payload, PayloadKind, Pointer, Tolerant};

pub(super) fn section(member: &Tolerant<List<StateProjection>>, at: &Pointer, judge: &mut Judge<'_>) {
    let mut names = BTreeSet::new();
    judge.each(at, "state_projections", member, |judge, at, projection| {
        if projection.name.get().is_some_and(|name| !names.insert(name.as_str())) {
            let message = "A projection further up has this name.";
            judge.find(&rules::P_SAME_NAME, at.member("name"), message, "one of its own");
        }
        self::projection(projection, at, judge);
    });
}

/// The value of a member that has to be there.
fn require<'m, T>(
    rule: &ManifestRule,
    at: &Pointer,
    name: &str,
    member: &'m Tolerant<T>,
    extra: &Extra,
    what: &str,
    judge: &mut Judge<'_>,
) -> Option<&'m T> {
    match member {
        Tolerant::Value(value) => return Some(value),
        Tolerant::Invalid(odd) if odd.is_object() && what == OBJECT => {
            judge.find_duplicates(&at.member(name), odd)
        }
        Tolerant::Invalid(odd) => judge.find(rule, at.member(name), sentence(odd.kind()), what),
        Tolerant::Absent => judge.missing(rule, at, name, extra),
    }
    None
}

pub(super) fn projection(projection: &StateProjection, at: &Pointer, judge: &mut Judge<'_>) {
    let name = require(&rules::P_NAME, at, "name", &projection.name, &projection.extra, TEXT, judge);
    if name.is_some_and(|name| name.as_str().is_empty()) {
        judge.find(&rules::P_NAME, at.member("name"), "This name is empty.", "a name");
    }
    judge.text(at, "description", &projection.description);
    if let Some(scope) = judge.read(at, "scope", &projection.scope, OBJECT) {
        judge.text(&at.member("scope"), "url_matches", &scope.url_matches);
    }
    let snapshot = &projection.snapshot;
    if let Some(snapshot) =
        require(&rules::P_SNAPSHOT, at, "snapshot", snapshot, &projection.extra, OBJECT, judge)
    {
        self::snapshot(snapshot, &at.member("snapshot"), judge);
    }
    let mut names = BTreeSet::new();
    judge.each(at, "summaries", &projection.summaries, |judge, at, summary| {
        judge.once(at, "name", &summary.name, &mut names);
        require(&rules::P_SUMMARY, at, "name", &summary.name, &summary.extra, TEXT, judge);
        judge.limit(at, "max_bytes", &summary.max_bytes);
        let text =
            require(&rules::P_SUMMARY, at, "expression", &summary.expression, &summary.extra, TEXT, judge);
        if let Some(text) = text {
            slots::expression(text, &|| at.member("expression"), judge);
        }
    });
    postconditions(projection, at, judge);
    self::markers(projection, at, judge);
}

fn snapshot(snapshot: &Snapshot, at: &Pointer, judge: &mut Judge<'_>) {
    if snapshot.version.get().is_none_or(|version| version.as_str() != "1") {
        judge.find(
            &rules::P_VERSION,
            at.member("version"),
            "The version of this snapshot is not 1.",
            "the integer 1",
        );
    }
    if snapshot.source.get().is_none_or(|source| source != "dom") {
        judge.find(
            &rules::P_SOURCE,
            at.member("source"),
            "The source of this snapshot is not the page.",
            "\"dom\"",
        );
    }
    let records = require(&rules::P_EXTRACT, at, "extract", &snapshot.extract, &snapshot.extra, LIST, judge);
    if let Some(records) = records {
        let mut ids = BTreeSet::new();
        judge.elements(&at.member("extract"), records, &rules::P_EXTRACT, |judge, at, extract| {
            judge.once(at, "id", &extract.id, &mut ids);
            record(extract, at, judge)
        });
    }
    let projection = &snapshot.projection;
    if let Some(expression) =
        require(&rules::P_EXPRESSION, at, "projection", projection, &snapshot.extra, OBJECT, judge)
    {
        self::expression(expression, &at.member("projection"), judge);
    }
    judge.schema(&rules::P_OUTPUT_SCHEMA, at, "output_schema", &snapshot.output_schema);
}

fn expression(expression: &Expression, at: &Pointer, judge: &mut Judge<'_>) {
    if expression.language.get().is_none_or(|language| language != "jsonata") {
        let message = "The language of this expression is not JSONata.";
        judge.find(&rules::P_LANGUAGE, at.member("language"), message, "\"jsonata\"");
    }
    let text = require(
        &rules::P_EXPRESSION,
        at,
        "expression",
        &expression.expression,
        &expression.extra,
        TEXT,
        judge,
    );
    if let Some(text) = text {
        slots::expression(text, &|| at.member("expression"), judge);
    }
}

fn record(extract: &Extract, at: &Pointer, judge: &mut Judge<'_>) {
    require(&rules::P_RECORD, at, "id", &extract.id, &extract.extra, TEXT, judge);
    if extract.selector.is_absent() && extract.xpath.is_absent() {
        let hint = suggestion::closest_of(&["selector", "xpath"], &extract.extra);
        let hint = hint.unwrap_or_else(|| "`selector` or `xpath`".to_owned());
        judge.find(&rules::P_RECORD, at.clone(), "This names no elements.", hint);
    }
    judge.text(at, "selector", &extract.selector);
    judge.text(at, "xpath", &extract.xpath);
    judge.boolean(at, "many", &extract.many);
    fields(extract.fields.as_ref(), extract.fields_by_name(), at, judge);
}

/// Fields may hold fields. How deep is bounded by how deep a message nests.
fn fields(
    stated: Option<&Payload>,
    fields: Vec<(String, Tolerant<ExtractField>)>,
    at: &Pointer,
    judge: &mut Judge<'_>,
) {
    let mut open = vec![(at.member("fields"), fields)];
    if let Some(odd) = stated.filter(|stated| !stated.is_object() && !stated.is_null()) {
        judge.find(&rules::SHAPE, at.member("fields"), sentence(odd.kind()), OBJECT);
    }
    while let Some((at, fields)) = open.pop() {
        for (name, member) in fields {
            let Some(field) = judge.read(&at, &name, &member, OBJECT) else { continue };
            let at = at.member(&name);
            let texts = [
                ("selector", &field.selector),
                ("xpath", &field.xpath),
                ("closest", &field.closest),
                ("attribute", &field.attribute),
            ];
            for (name, member) in texts {
                judge.text(&at, name, member);
            }
            for (name, member) in
                [("trim", &field.trim), ("required", &field.required), ("many", &field.many)]
            {
                judge.boolean(&at, name, member);
            }
            if let Some(Property::Other(word)) = judge.read(&at, "property", &field.property, TEXT) {
                let all = format!("one of {}", Property::WORDS.join(", "));
                let hint = suggestion::suggest(word.as_str(), Property::WORDS.iter().copied(), &all);
                judge.find(
                    &rules::P_PROPERTY,
                    at.member("property"),
                    "Runtimes read null for this property.",
                    hint,
                );
            }
            if let Some(odd) = field.fields.as_ref().filter(|stated| !stated.is_object() && !stated.is_null())
            {
                judge.find(&rules::SHAPE, at.member("fields"), sentence(odd.kind()), OBJECT);
            }
            let below = field.fields_by_name();
            if !below.is_empty() {
                open.push((at.member("fields"), below));
            }
        }
    }
}

fn postconditions(projection: &StateProjection, at: &Pointer, judge: &mut Judge<'_>) {
    let Some(stated) = projection.postconditions.as_ref() else { return };
    let at = at.member("postconditions");
    match stated.kind() {
        // Two published manifests describe them in words.
        PayloadKind::String | PayloadKind::Null => {}
        PayloadKind::Object => {
            for (tool, member) in projection.postconditions_by_tool() {
                let at_tool = at.member(&tool);
                judge.reference(&rules::UNKNOWN_TOOL, at_tool.clone(), &tool, "tool", |declared| {
                    &declared.tools
                });
                match &member {
                    Tolerant::Value(condition) => postcondition(condition, &at_tool, judge),
                    Tolerant::Invalid(odd) if odd.is_object() => judge.find_duplicates(&at_tool, odd),
                    Tolerant::Invalid(odd) if odd.kind() == PayloadKind::String => {}
                    Tolerant::Invalid(odd) => {
                        judge.find(&rules::P_POSTCONDITIONS, at_tool, sentence(odd.kind()), OBJECT)
                    }
                    Tolerant::Absent => {}
                }
            }
        }
        kind => judge.find(&rules::P_POSTCONDITIONS, at, sentence(kind), "an object, by the names of tools"),
    }
}

fn postcondition(condition: &Postcondition, at: &Pointer, judge: &mut Judge<'_>) {
    if let Some(name) = judge.read(at, "projection", &condition.projection, TEXT) {
        let at = at.member("projection");
        judge.reference(&rules::P_UNKNOWN_PROJECTION, at, name.as_str(), "projection", |declared| {
            &declared.projections
        });
    }
    if let Some(verify) = judge.read(at, "verify", &condition.verify, OBJECT) {
        expression(verify, &at.member("verify"), judge);
    }
    judge.text(at, "failure_message", &condition.failure_message);
}

fn markers(projection: &StateProjection, at: &Pointer, judge: &mut Judge<'_>) {
    let at = at.member("markers");
    match &projection.markers {
        Tolerant::Value(list) => markers::list(list, &at, judge),
        Tolerant::Invalid(odd) => {
            let text = odd.as_str();
            match text.as_deref().map(Slot::from_text) {
                Some(Slot::Expression(expression)) => slots::expression(expression, &|| at.clone(), judge),
                _ if odd.is_null() => {}
                _ => judge.find(&rules::P_MARKERS, at, sentence(odd.kind()), "a list, or one slot `{% … %}`"),
            }
        }
        Tolerant::Absent => {}
    }
}
