//! The root object: V1 to V3, and its sections.

use super::{
    attachments, checks,
    judge::{Judge, OBJECT, sentence},
    projections, rules, signals, sources, tools, transitions,
};
use crate::{
    identifier::is_safe,
    manifest::{Check, Context, Import, ImportKind, Manifest, State, Trust, Version, is_stated},
};
use std::{borrow::Cow, collections::BTreeSet};
use wire::{List, Payload, PayloadKind, Pointer, Tolerant};

pub(super) fn manifest(manifest: &Manifest, at: &Pointer, judge: &mut Judge<'_>) {
    protocol(manifest, at, judge);
    version(manifest, at, judge);
    surface(manifest, at, judge);
    let mut ids = BTreeSet::new();
    judge.each(at, "imports", &manifest.imports, |judge, at, import| {
        judge.identifier(at, "id", &import.id, &import.extra, &mut ids);
        self::import(import, at, judge);
    });
    left_out(manifest, at, judge);
    composition(manifest, at, judge);
    let mut ids = BTreeSet::new();
    judge.each(at, "context", &manifest.context, |judge, at, context| {
        judge.identifier(at, "id", &context.id, &context.extra, &mut ids);
        self::context(context, at, judge);
    });
    states(manifest, at, judge);
    let mut names = BTreeSet::new();
    judge.each(at, "transitions", &manifest.transitions, |judge, at, transition| {
        judge.identifier(at, "name", &transition.name, &transition.extra, &mut names);
        transitions::transition(transition, at, judge);
    });
    tools_section(manifest, at, judge);
    let (mut names, mut events) = (BTreeSet::new(), BTreeSet::new());
    judge.each(at, "signals", &manifest.signals, |judge, at, signal| {
        let others = names.len();
        judge.identifier(at, "name", &signal.name, &signal.extra, &mut names);
        let event = signal.event.get().filter(|_| signal.is_enabled() && signal.is_for_agent());
        // Of a signal that is there twice, that is said.
        if event.is_some_and(|event| !events.insert(event.as_str()) && names.len() > others) {
            let message = "An enabled signal further up has this event, so that the event is neither's.";
            judge.find(&rules::SAME_EVENT, at.member("event"), message, "one of its own");
        }
        signals::signal(signal, at, judge);
    });
    let mut ids = BTreeSet::new();
    judge.each(at, "attachments", &manifest.attachments, |judge, at, attachment| {
        judge.identifier(at, "id", &attachment.id, &attachment.extra, &mut ids);
        attachments::attachment(attachment, at, judge);
    });
    let mut ids = BTreeSet::new();
    judge.each(at, "checks", &manifest.checks, |judge, at, check: &Check| {
        judge.identifier(at, "id", &check.id, &check.extra, &mut ids);
        checks::check(check, at, judge);
    });
    projections::section(&manifest.state_projections, at, judge);
    // The specification does not name it; publishers do.
    let below = Pointer::root().member("primitive_dictionary").member("required_primitives");
    if let Some(required) = manifest.requires().and_then(|requires| requires.get(&below)) {
        let at = at.member("requires").join(&below);
        for (index, name) in required.elements().enumerate() {
            judge.requires(at.element(index), &name.as_str().unwrap_or_default());
        }
    }
    if let Some(provenance) = judge.read(at, "provenance", &manifest.provenance, OBJECT) {
        sources::provenance(provenance, &at.member("provenance"), judge);
    }
}

fn protocol(manifest: &Manifest, at: &Pointer, judge: &mut Judge<'_>) {
    if manifest.protocol.get().is_none_or(|protocol| protocol != Manifest::PROTOCOL) {
        let message = "This manifest does not name the protocol `actions.json`.";
        judge.find(&rules::V1, at.member("protocol"), message, "\"actions.json\"");
    }
}

fn version(manifest: &Manifest, at: &Pointer, judge: &mut Judge<'_>) {
    let (rule, message) = match &manifest.version {
        Tolerant::Value(version) if version.is_v1() => return,
        Tolerant::Value(Version::Text(_)) => (&rules::V2_TEXT, "The version is a text.".to_owned()),
        Tolerant::Value(Version::Number(number)) => (&rules::V2, format!("The version is {number}.")),
        Tolerant::Invalid(payload) => (&rules::V2, format!("The version is {}.", payload.kind())),
        Tolerant::Absent => (&rules::V2, "The version is missing.".to_owned()),
    };
    judge.find(rule, at.member("version"), message, "the integer 1");
}

fn surface(manifest: &Manifest, at: &Pointer, judge: &mut Judge<'_>) {
    if let Some(text) = manifest.surface.invalid().filter(|odd| odd.kind() == PayloadKind::String) {
        return judge.find(&rules::SHAPE_SURFACE, at.member("surface"), sentence(text.kind()), OBJECT);
    }
    if let Some(surface) = judge.read(at, "surface", &manifest.surface, OBJECT) {
        let at = at.member("surface");
        let members =
            [&surface.origin, &surface.name, &surface.kind, &surface.description, &surface.surface_id];
        for (name, member) in ["origin", "name", "kind", "description", "surface_id"].into_iter().zip(members)
        {
            judge.text(&at, name, member);
        }
    }
}

pub(super) fn import(import: &Import, at: &Pointer, judge: &mut Judge<'_>) {
    judge.word(at, "kind", &import.kind, ImportKind::WORDS);
    judge.text(at, "uri", &import.uri);
    if import.uri.is_absent() || import.uri.is_null() {
        judge.missing(&rules::REQUIRED, at, "uri", &import.extra);
    }
    judge.text(at, "namespace", &import.namespace);
    judge.word(at, "trust", &import.trust, Trust::WORDS);
    judge.boolean(at, "enabled", &import.enabled);
    if let Some(provenance) = judge.read(at, "provenance", &import.provenance, OBJECT) {
        sources::provenance(provenance, &at.member("provenance"), judge);
    }
}

/// Imports that are used, and of which composing takes nothing all the same.
fn left_out(manifest: &Manifest, at: &Pointer, judge: &mut Judge<'_>) {
    let composition = manifest.composition.get();
    let needs_none = composition.is_some_and(|it| it.namespace_required.get() == Some(&false));
    let sources = composition.and_then(|composition| composition.extra.get("disabled_sources"));
    let mut disabled = Vec::new();
    for id in sources.into_iter().flat_map(Payload::elements) {
        disabled.push(Cow::Owned(id.as_str().unwrap_or_default().into_owned()));
    }
    let disabled: BTreeSet<Cow<'_, str>> = disabled.into_iter().collect();
    for (index, import) in manifest.imports.get().into_iter().flat_map(List::enumerate) {
        let is_disabled = import.id.get().is_some_and(|id| disabled.contains(id.as_str()));
        let reason = match &import.namespace {
            _ if is_disabled || !import.is_enabled() => continue,
            Tolerant::Value(namespace) if !is_safe(namespace) => "its namespace is no safe identifier",
            namespace if !is_stated(namespace) && !needs_none => "it has no namespace",
            _ => continue,
        };
        let at = at.member("imports").element(index).member("namespace");
        let message = format!("Composing leaves this import out: {reason}.");
        judge.find(&rules::LEFT_OUT, at, message, "a safe identifier");
    }
}

fn composition(manifest: &Manifest, at: &Pointer, judge: &mut Judge<'_>) {
    if let Some(composition) = judge.read(at, "composition", &manifest.composition, OBJECT) {
        let at = at.member("composition");
        judge.text(&at, "default_conflict_policy", &composition.default_conflict_policy);
        judge.boolean(&at, "namespace_required", &composition.namespace_required);
    }
}

pub(super) fn context(context: &Context, at: &Pointer, judge: &mut Judge<'_>) {
    judge.text(at, "title", &context.title);
    judge.text(at, "body", &context.body);
    if let Some(load_when) = judge.read(at, "load_when", &context.load_when, OBJECT) {
        let at = at.member("load_when");
        states_named(&at, "states", &load_when.states, judge);
        judge.text(&at, "url_contains", &load_when.url_contains);
        judge.text(&at, "url_matches", &load_when.url_matches);
    }
    judge.texts(at, "available_tools", &context.available_tools);
    for (index, tool) in context.available_tools.get().into_iter().flatten().enumerate() {
        let at = at.member("available_tools").element(index);
        judge.reference(&rules::UNKNOWN_TOOL, at, tool, "tool", |declared| &declared.tools);
    }
    states_named(at, "next_states", &context.next_states, judge);
    sources::source(&context.source, at, judge);
}

fn states_named(at: &Pointer, name: &str, member: &Tolerant<Vec<String>>, judge: &mut Judge<'_>) {
    judge.texts(at, name, member);
    for (index, state) in member.get().into_iter().flatten().enumerate() {
        let at = at.member(name).element(index);
        judge.reference(&rules::UNKNOWN_STATE, at, state, "state", |declared| &declared.states);
    }
}

fn states(manifest: &Manifest, at: &Pointer, judge: &mut Judge<'_>) {
    if let Some(object) = manifest.states.invalid().filter(|odd| odd.is_object()) {
        let at = at.member("states");
        for (name, _) in object.members() {
            judge.safe(&at, &name, &name);
        }
        judge.find_duplicates(&at, object);
        let hint = "a list of objects with `name` and `description`";
        return judge.find(&rules::SHAPE_STATES, at, "This is an object.", hint);
    }
    let mut names = BTreeSet::new();
    judge.each(at, "states", &manifest.states, |judge, at, state| {
        judge.identifier(at, "name", &state.name, &state.extra, &mut names);
        self::state(state, at, judge);
    });
}

pub(super) fn state(state: &State, at: &Pointer, judge: &mut Judge<'_>) {
    judge.text(at, "description", &state.description);
    let mut names = BTreeSet::new();
    judge.each(at, "diagnostics", &state.diagnostics, |judge, at, diagnostic| {
        judge.once(at, "name", &diagnostic.name, &mut names);
        judge.text(at, "name", &diagnostic.name);
        super::targets::target(&diagnostic.target, at, judge);
        judge.text(at, "description", &diagnostic.description);
    });
    judge.texts(at, "observables", &state.observables);
    sources::source(&state.source, at, judge);
}

fn tools_section(manifest: &Manifest, at: &Pointer, judge: &mut Judge<'_>) {
    let Some(list) = manifest.tools.get() else {
        let message = match manifest.tools.invalid() {
            Some(payload) => sentence(payload.kind()),
            None => "`tools` is missing.".to_owned(),
        };
        return judge.find(&rules::V3, at.member("tools"), message, "a list, if need be an empty one");
    };
    let mut names = BTreeSet::new();
    judge.elements(&at.member("tools"), list, &rules::SHAPE, |judge, at, tool| {
        judge.identifier(at, "name", &tool.name, &tool.extra, &mut names);
        tools::tool(tool, at, judge);
    });
}
