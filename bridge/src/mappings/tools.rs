//! Shared parts of the manifest mappings: the callable tools and the notes about their members.

use crate::{
    Context, Refusal, Rule,
    Verdict::{Carried, Copied, Defaulted, Encoded, Renamed},
    lens::FieldMap,
    refusal::refuse_errors,
    tool_names::{FlatNames, any_name},
};
use actions_json::{
    checked_manifest::CheckedManifest,
    manifest::{Manifest, Tool},
};
use std::collections::BTreeSet;
use wire::{Field, Finding, Pointer};

/// Checks a manifest. Parts with errors are removed if the profile of the context allows that.
///
/// # Errors
/// Refuses a manifest that is unusable as a whole, or that has any error if the profile is strict.
pub(crate) fn check_manifest(
    manifest: &Manifest,
    rule: &str,
    cx: &Context,
) -> Result<CheckedManifest, Refusal> {
    CheckedManifest::check(manifest.clone(), &cx.profile, None).map_err(|rejected| {
        let refusal = refuse_errors(rule, &rejected.findings).err();
        refusal.unwrap_or_else(|| Refusal::rule_broken(rule, Pointer::root(), rejected))
    })
}

/// Adds notes about the list of tools and its elements. `places` pairs the source and target indices.
pub(crate) fn note_tools(
    rule: &'static Rule,
    (from, to): (&Pointer, &Pointer),
    places: impl IntoIterator<Item = (usize, usize)>,
    fields: &mut FieldMap,
) {
    let mut places = places.into_iter().peekable();
    // An empty list is the same in both messages.
    let verdict = match places.peek() {
        Some(_) => Encoded,
        None if last_name(rule.from) == last_name(rule.to) => Copied,
        None => Renamed,
    };
    fields.add(verdict, rule, (from, ""), Some((to, "")));
    for (place, target) in places {
        let (from, to) = (fields.element(from, place), fields.element(to, target));
        fields.add(Encoded, rule, (&from, ""), Some((&to, "")));
    }
}

fn last_name(place: &str) -> Option<&str> {
    place.rsplit('/').next()
}

/// Adds a note for each omitted tool: a tool with errors, a tool that agents do not call, or a tool that the target
/// cannot express.
pub(crate) fn note_left_out(
    rule: &'static Rule,
    checked: &CheckedManifest,
    targets: &BTreeSet<usize>,
    reason: &'static str,
    fields: &mut FieldMap,
) {
    if !fields.is_wanted() {
        return;
    }
    let tools = Pointer::root().member("tools");
    for part in checked.excluded_parts() {
        if part.as_str().starts_with("/tools/") {
            note_part_left_out(rule, part.clone(), checked.exclusion_finding(part), fields);
        }
    }
    for (index, tool) in checked.manifest().tools_declared() {
        if targets.contains(&index) {
            continue;
        }
        let reason = if tool.is_called_by_agents() {
            reason
        } else {
            "agents do not call this tool"
        };
        fields.enter(Carried, rule, tools.element(index), None, reason);
    }
}

/// Adds a note for one omitted tool, with the reason.
pub(crate) fn note_part_left_out(
    rule: &'static Rule,
    part: Pointer,
    why: Option<&Finding>,
    fields: &mut FieldMap,
) {
    if !fields.is_wanted() {
        return;
    }
    let why = match why {
        Some(finding) => format!("{}: {}", finding.rule, finding.message),
        None => String::new(),
    };
    fields.enter(Carried, rule, part, None, why);
}

/// Iterates over the tools that an agent may call, with their indices and names.
pub(crate) fn callable_tools(manifest: &Manifest) -> impl Iterator<Item = (usize, &Tool, &str)> {
    let called = manifest
        .tools_declared()
        .filter(|(_, tool)| tool.is_called_by_agents());
    called.filter_map(|(index, tool)| Some((index, tool, tool.name.get()?.as_str())))
}

/// Returns names without dots for the tools of a manifest.
pub(crate) fn flat_names(manifest: &Manifest) -> FlatNames {
    let names: Vec<String> = callable_tools(manifest)
        .map(|(.., name)| any_name(name))
        .collect();
    FlatNames::of(names.iter().map(String::as_str))
}

/// Returns names without dots for calls. They are based on the manifest of the context if there is one.
pub(crate) fn flat_tools(cx: &Context) -> &FlatNames {
    cx.flat_tools.get_or_init(|| {
        let names = match &cx.manifest {
            Some(checked) => flat_names(checked.manifest()),
            None => FlatNames::default(),
        };
        if cx.flat_names {
            names.with_dots()
        } else {
            names
        }
    })
}

/// Adds a note about the name of a tool.
pub(crate) fn note_name(
    rule: &'static Rule,
    (from, name): (&Pointer, &str),
    (to, target): (&Pointer, &str),
    fields: &mut FieldMap,
) {
    let verdict = if name == target { Copied } else { Encoded };
    fields.add(verdict, rule, (from, "name"), Some((to, "name")));
}

/// Adds a note about the required description of a tool; the default is empty.
pub(crate) fn note_description(
    rule: &'static Rule,
    (from, description): (&Pointer, &Field<String>),
    to: &Pointer,
    fields: &mut FieldMap,
) {
    let to = Some((to, "description"));
    match description.get() {
        Some(_) => fields.add(Copied, rule, (from, "description"), to),
        None => fields.add(Defaulted, rule, (&Pointer::root(), ""), to),
    }
}

/// Adds a note about the handler of a tool. Targets do not contain handlers, and the default handler is the tool's
/// name.
pub(crate) fn note_handler(
    rule: &'static Rule,
    (from, tool, name): (&Pointer, &Tool, &str),
    fields: &mut FieldMap,
) {
    let Some(x_actions) = tool.x_actions.get() else {
        return;
    };
    let Some(handler) = x_actions.handler.get() else {
        return;
    };
    let verdict = if handler.as_str() == name {
        Encoded
    } else {
        Carried
    };
    fields.add(verdict, rule, (&from.member("x_actions"), "handler"), None);
}

/// Adds a note about the default handler of a tool in a manifest.
pub(crate) fn note_default_handler(rule: &'static Rule, to: &Pointer, fields: &mut FieldMap) {
    let at = to.member("x_actions");
    fields.add(
        Defaulted,
        rule,
        (&Pointer::root(), ""),
        Some((&at, "handler")),
    );
}
