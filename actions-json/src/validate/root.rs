//! The root object and its sections: rules V1 to V3.

use super::{
    attachments,
    checker::{Checker, LIST, OBJECT, mismatch},
    checks, projections, rules, signals, sources,
    suggestion::Suggestion,
    tools, transitions,
};
use crate::{
    identifier::is_safe,
    manifest::{
        Attachment, Check, Context, Import, ImportKind, Manifest, Signal, State, Transition, Trust,
        Version, is_stated,
    },
};
use std::collections::BTreeSet;
use wire::{List, Payload, PayloadKind, Pointer, Tolerant};

pub(super) fn check_manifest(manifest: &Manifest, at: &Pointer, checker: &mut Checker<'_>) {
    check_protocol(manifest, at, checker);
    check_version(manifest, at, checker);
    check_surface(manifest, at, checker);
    let mut ids = BTreeSet::new();
    checker.check_member_elements(at, "imports", &manifest.imports, |checker, at, import| {
        checker.check_identifier(at, "id", &import.id, &import.extra, &mut ids);
        check_import(import, at, checker);
    });
    report_excluded_imports(manifest, at, checker);
    check_composition(manifest, at, checker);
    let mut ids = BTreeSet::new();
    checker.check_member_elements(at, "context", &manifest.context, |checker, at, context| {
        checker.check_identifier(at, "id", &context.id, &context.extra, &mut ids);
        check_context(context, at, checker);
    });
    check_states(manifest, at, checker);
    check_transitions(&manifest.transitions, at, checker);
    check_tools(manifest, at, checker);
    check_signals(&manifest.signals, at, checker);
    check_attachments(&manifest.attachments, at, checker);
    check_checks(&manifest.checks, at, checker);
    projections::check_section(&manifest.state_projections, at, checker);
    check_required_primitives(manifest, at, checker);
    if let Some(provenance) = checker.read(at, "provenance", &manifest.provenance, OBJECT) {
        sources::check_provenance(provenance, &at.member("provenance"), checker);
    }
}

fn check_transitions(member: &Tolerant<List<Transition>>, at: &Pointer, checker: &mut Checker<'_>) {
    let mut names = BTreeSet::new();
    checker.check_member_elements(at, "transitions", member, |checker, at, transition| {
        checker.check_identifier(at, "name", &transition.name, &transition.extra, &mut names);
        transitions::check_transition(transition, at, checker);
    });
}

fn check_signals(member: &Tolerant<List<Signal>>, at: &Pointer, checker: &mut Checker<'_>) {
    let (mut names, mut events) = (BTreeSet::new(), BTreeSet::new());
    checker.check_member_elements(at, "signals", member, |checker, at, signal| {
        let others = names.len();
        checker.check_identifier(at, "name", &signal.name, &signal.extra, &mut names);
        let has_new_name = names.len() > others;
        if let Some(event) = signal.event.get()
            && signal.is_enabled()
            && signal.is_for_agent()
        {
            let is_new_event = events.insert(event.as_str());
            // A duplicate signal is reported because of its name, and not again because of its event.
            if !is_new_event && has_new_name {
                report_same_event(at, checker);
            }
        }
        signals::check_signal(signal, at, checker);
    });
}

fn report_same_event(at: &Pointer, checker: &mut Checker<'_>) {
    let message = "an earlier enabled signal has the same event, so events match neither of them";
    checker.report(
        &rules::SAME_EVENT,
        at.member("event"),
        message,
        "use a unique event",
    );
}

fn check_attachments(member: &Tolerant<List<Attachment>>, at: &Pointer, checker: &mut Checker<'_>) {
    let mut ids = BTreeSet::new();
    checker.check_member_elements(at, "attachments", member, |checker, at, attachment| {
        checker.check_identifier(at, "id", &attachment.id, &attachment.extra, &mut ids);
        attachments::check_attachment(attachment, at, checker);
    });
}

fn check_checks(member: &Tolerant<List<Check>>, at: &Pointer, checker: &mut Checker<'_>) {
    let mut ids = BTreeSet::new();
    checker.check_member_elements(at, "checks", member, |checker, at, check| {
        checker.check_identifier(at, "id", &check.id, &check.extra, &mut ids);
        checks::check(check, at, checker);
    });
}

/// Checks the primitives in `requires`. Publishers use this member, but the specification does not define it.
fn check_required_primitives(manifest: &Manifest, at: &Pointer, checker: &mut Checker<'_>) {
    let path = Pointer::root()
        .member("primitive_dictionary")
        .member("required_primitives");
    let Some(requires) = manifest.requires() else {
        return;
    };
    let Some(required) = requires.get(&path) else {
        return;
    };
    let at = at.member("requires").join(&path);
    for (index, name) in required.elements().enumerate() {
        checker.check_required_primitive(at.element(index), &name.as_str().unwrap_or_default());
    }
}

fn check_protocol(manifest: &Manifest, at: &Pointer, checker: &mut Checker<'_>) {
    if manifest
        .protocol
        .get()
        .is_none_or(|protocol| protocol != Manifest::PROTOCOL)
    {
        let message = "`protocol` must be `actions.json`";
        checker.report(
            &rules::V1,
            at.member("protocol"),
            message,
            Suggestion::value("use \"actions.json\"", "\"actions.json\""),
        );
    }
}

fn check_version(manifest: &Manifest, at: &Pointer, checker: &mut Checker<'_>) {
    let (rule, message) = match &manifest.version {
        Tolerant::Value(version) if version.is_v1() => return,
        Tolerant::Value(Version::Text(_)) => (
            &rules::V2_TEXT,
            "the version is a string, not a number".to_owned(),
        ),
        Tolerant::Value(Version::Number(number)) => {
            (&rules::V2, format!("the version {number} is not supported"))
        }
        Tolerant::Invalid(payload) => (
            &rules::V2,
            format!("the version is {}, not a number", payload.kind()),
        ),
        Tolerant::Absent => (
            &rules::V2,
            "the required member `version` is missing".to_owned(),
        ),
    };
    checker.report(
        rule,
        at.member("version"),
        message,
        Suggestion::value("use the integer 1", "1"),
    );
}

fn check_surface(manifest: &Manifest, at: &Pointer, checker: &mut Checker<'_>) {
    if let Some(text) = manifest
        .surface
        .invalid()
        .filter(|odd| odd.kind() == PayloadKind::String)
    {
        return checker.report_wrong_type(
            &rules::SHAPE_SURFACE,
            at.member("surface"),
            text.kind(),
            OBJECT,
        );
    }
    if let Some(surface) = checker.read(at, "surface", &manifest.surface, OBJECT) {
        let at = at.member("surface");
        for (name, member) in [
            ("origin", &surface.origin),
            ("name", &surface.name),
            ("kind", &surface.kind),
            ("description", &surface.description),
            ("surface_id", &surface.surface_id),
        ] {
            checker.check_text(&at, name, member);
        }
    }
}

pub(super) fn check_import(import: &Import, at: &Pointer, checker: &mut Checker<'_>) {
    checker.check_word(at, "kind", &import.kind, ImportKind::WORDS);
    checker.check_text(at, "uri", &import.uri);
    if import.uri.is_absent() || import.uri.is_null() {
        checker.report_missing(&rules::REQUIRED, at, "uri", &import.extra);
    }
    checker.check_text(at, "namespace", &import.namespace);
    checker.check_word(at, "trust", &import.trust, Trust::WORDS);
    checker.check_boolean(at, "enabled", &import.enabled);
    if let Some(provenance) = checker.read(at, "provenance", &import.provenance, OBJECT) {
        sources::check_provenance(provenance, &at.member("provenance"), checker);
    }
}

/// Reports enabled imports that a composition would exclude.
fn report_excluded_imports(manifest: &Manifest, at: &Pointer, checker: &mut Checker<'_>) {
    let (mut needs_namespace, mut disabled) = (true, BTreeSet::new());
    if let Some(composition) = manifest.composition.get() {
        needs_namespace = composition.namespace_required.get() != Some(&false);
        let sources = composition.extra.get("disabled_sources");
        for id in sources.into_iter().flat_map(Payload::elements) {
            disabled.insert(id.as_str().unwrap_or_default().into_owned());
        }
    }
    for (index, import) in manifest.imports.get().into_iter().flat_map(List::enumerate) {
        let id = import.id.get();
        let is_disabled = id.is_some_and(|id| disabled.contains(id.as_str()));
        let reason = match &import.namespace {
            _ if is_disabled || !import.is_enabled() => continue,
            Tolerant::Value(namespace) if !is_safe(namespace) => {
                "its namespace is not a safe identifier"
            }
            namespace if !is_stated(namespace) && needs_namespace => "it has no namespace",
            _ => continue,
        };
        let at = at.member("imports").element(index).member("namespace");
        let message = format!("the import is excluded from the composition: {reason}");
        checker.report(
            &rules::LEFT_OUT,
            at,
            message,
            "use a safe identifier as `namespace`",
        );
    }
}

fn check_composition(manifest: &Manifest, at: &Pointer, checker: &mut Checker<'_>) {
    if let Some(composition) = checker.read(at, "composition", &manifest.composition, OBJECT) {
        let at = at.member("composition");
        checker.check_text(
            &at,
            "default_conflict_policy",
            &composition.default_conflict_policy,
        );
        checker.check_boolean(&at, "namespace_required", &composition.namespace_required);
    }
}

pub(super) fn check_context(context: &Context, at: &Pointer, checker: &mut Checker<'_>) {
    checker.check_text(at, "title", &context.title);
    checker.check_text(at, "body", &context.body);
    if let Some(load_when) = checker.read(at, "load_when", &context.load_when, OBJECT) {
        let at = at.member("load_when");
        states_named(&at, "states", &load_when.states, checker);
        checker.check_text(&at, "url_contains", &load_when.url_contains);
        checker.check_text(&at, "url_matches", &load_when.url_matches);
    }
    checker.check_texts(at, "available_tools", &context.available_tools);
    for (index, tool) in context
        .available_tools
        .get()
        .into_iter()
        .flatten()
        .enumerate()
    {
        let at = at.member("available_tools").element(index);
        checker.check_reference(&rules::UNKNOWN_TOOL, at, tool, "tool", |declared| {
            &declared.tools
        });
    }
    states_named(at, "next_states", &context.next_states, checker);
    sources::check_source(&context.source, at, checker);
}

fn states_named(
    at: &Pointer,
    name: &str,
    member: &Tolerant<Vec<String>>,
    checker: &mut Checker<'_>,
) {
    checker.check_texts(at, name, member);
    for (index, state) in member.get().into_iter().flatten().enumerate() {
        let at = at.member(name).element(index);
        checker.check_reference(&rules::UNKNOWN_STATE, at, state, "state", |declared| {
            &declared.states
        });
    }
}

fn check_states(manifest: &Manifest, at: &Pointer, checker: &mut Checker<'_>) {
    if let Some(object) = manifest.states.invalid().filter(|odd| odd.is_object()) {
        let at = at.member("states");
        for (name, _) in object.members() {
            checker.check_safe(&at, &name, &name);
        }
        checker.report_duplicates(&at, object);
        let expected = "an array of objects with `name` and `description`";
        return checker.report_wrong_type(&rules::SHAPE_STATES, at, PayloadKind::Object, expected);
    }
    let mut names = BTreeSet::new();
    checker.check_member_elements(at, "states", &manifest.states, |checker, at, state| {
        checker.check_identifier(at, "name", &state.name, &state.extra, &mut names);
        check_state(state, at, checker);
    });
}

pub(super) fn check_state(state: &State, at: &Pointer, checker: &mut Checker<'_>) {
    checker.check_text(at, "description", &state.description);
    let mut names = BTreeSet::new();
    checker.check_member_elements(
        at,
        "diagnostics",
        &state.diagnostics,
        |checker, at, diagnostic| {
            checker.check_unique(at, "name", &diagnostic.name, &mut names);
            checker.check_text(at, "name", &diagnostic.name);
            super::targets::check_target(&diagnostic.target, at, checker);
            checker.check_text(at, "description", &diagnostic.description);
        },
    );
    checker.check_texts(at, "observables", &state.observables);
    sources::check_source(&state.source, at, checker);
}

fn check_tools(manifest: &Manifest, at: &Pointer, checker: &mut Checker<'_>) {
    let Some(list) = manifest.tools.get() else {
        let message = match manifest.tools.invalid() {
            Some(payload) => mismatch(payload.kind(), LIST),
            None => "the required member `tools` is missing".to_owned(),
        };
        return checker.report(
            &rules::V3,
            at.member("tools"),
            message,
            "add an array, which may be empty",
        );
    };
    let mut names = BTreeSet::new();
    checker.check_elements(
        &at.member("tools"),
        list,
        &rules::SHAPE,
        |checker, at, tool| {
            checker.check_identifier(at, "name", &tool.name, &tool.extra, &mut names);
            tools::check_tool(tool, at, checker);
        },
    );
}
