//! What the mappings of manifests share: the tools that are called, and what becomes of their members.

use crate::{
    Context, Refusal, Rule,
    Verdict::{Carried, Copied, Defaulted, Encoded, Renamed},
    engine::{Notes, refuse_errors},
    tool_names::{FlatNames, any_name},
};
use actions_json::{
    checked_manifest::CheckedManifest,
    manifest::{Manifest, Tool},
};
use std::collections::BTreeSet;
use wire::{Field, Finding, Pointer};

/// The manifest without what has errors, if the profile leaves that out.
///
/// # Errors
/// If there are errors that make it unusable as a whole, or any at all where the profile wants none.
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

/// Notes the list of tools and its elements, given their places here and there.
pub(crate) fn note_tools(
    rule: &'static Rule,
    (from, to): (&Pointer, &Pointer),
    places: impl IntoIterator<Item = (usize, usize)>,
    notes: &mut Notes,
) {
    let list = notes.list.len();
    notes.add(Encoded, rule, (from, ""), Some((to, "")));
    for (place, target) in places {
        let (from, to) = (notes.element(from, place), notes.element(to, target));
        notes.add(Encoded, rule, (&from, ""), Some((&to, "")));
    }
    let is_empty = notes.list.len() == list + 1;
    if let Some(note) = notes.list.get_mut(list).filter(|_| is_empty) {
        let name = |place: &str| place.rsplit('/').next().map(str::to_owned);
        note.verdict = if name(rule.from) == name(rule.to) { Copied } else { Renamed };
    }
}

/// Notes each tool that has no image: one with errors, one that agents do not call, and one that the target cannot have, for a reason
/// of its own.
pub(crate) fn note_left_out(
    rule: &'static Rule,
    checked: &CheckedManifest,
    targets: &BTreeSet<usize>,
    reason: &'static str,
    notes: &mut Notes,
) {
    if !notes.is_wanted() {
        return;
    }
    let tools = Pointer::root().member("tools");
    for part in checked.excluded_parts().iter().filter(|part| part.as_str().starts_with("/tools/")) {
        note_part_left_out(rule, part.clone(), checked.exclusion_finding(part), notes);
    }
    for (index, tool) in checked.manifest().tools_declared().filter(|(index, _)| !targets.contains(index)) {
        let reason = if tool.is_called_by_agents() { reason } else { "agents do not call this tool" };
        notes.enter(Carried, rule, tools.element(index), None, reason);
    }
}

/// Says that a tool was left out, and why.
pub(crate) fn note_part_left_out(
    rule: &'static Rule,
    part: Pointer,
    why: Option<&Finding>,
    notes: &mut Notes,
) {
    if notes.is_wanted() {
        let why = why.map(|finding| format!("{}: {}", finding.rule, finding.message));
        notes.enter(Carried, rule, part, None, why.unwrap_or_default());
    }
}

/// The tools that an agent may call, each with its place and its name.
pub(crate) fn callable_tools(manifest: &Manifest) -> impl Iterator<Item = (usize, &Tool, &str)> {
    let called = manifest.tools_declared().filter(|(_, tool)| tool.is_called_by_agents());
    called.filter_map(|(index, tool)| Some((index, tool, tool.name.get()?.as_str())))
}

/// The names without dots that the tools of a manifest have.
pub(crate) fn flat_names(manifest: &Manifest) -> FlatNames {
    let names: Vec<String> = callable_tools(manifest).map(|(.., name)| any_name(name)).collect();
    FlatNames::of(names.iter().map(String::as_str))
}

/// The names without dots by which tools are called: those of the manifest, if the context has one.
pub(crate) fn flat_tools(cx: &Context) -> &FlatNames {
    cx.flat_tools.get_or_init(|| {
        let known = cx.manifest.as_ref().map(|checked| flat_names(checked.manifest()));
        let names = known.unwrap_or_default();
        if cx.flat_names { names.with_dots() } else { names }
    })
}

/// The name of a tool here, and there.
pub(crate) fn note_name(
    rule: &'static Rule,
    (from, name): (&Pointer, &str),
    (to, target): (&Pointer, &str),
    notes: &mut Notes,
) {
    let verdict = if name == target { Copied } else { Encoded };
    notes.add(verdict, rule, (from, "name"), Some((to, "name")));
}

/// The description that a tool of a manifest has to have, empty if it has none here.
pub(crate) fn note_description(
    rule: &'static Rule,
    (from, description): (&Pointer, &Field<String>),
    to: &Pointer,
    notes: &mut Notes,
) {
    let to = Some((to, "description"));
    match description.get() {
        Some(_) => notes.add(Copied, rule, (from, "description"), to),
        None => notes.add(Defaulted, rule, (&Pointer::root(), ""), to),
    }
}

/// The handler of a tool in a manifest, which the target does not name: it is the tool's own name unless the carry says otherwise.
pub(crate) fn note_handler(
    rule: &'static Rule,
    (from, tool, name): (&Pointer, &Tool, &str),
    notes: &mut Notes,
) {
    let handler = tool.x_actions.get().and_then(|x_actions| x_actions.handler.get());
    if let Some(handler) = handler {
        let verdict = if handler.as_str() == name { Encoded } else { Carried };
        notes.add(verdict, rule, (&from.member("x_actions"), "handler"), None);
    }
}

/// The handler that a tool gets which comes into a manifest.
pub(crate) fn note_default_handler(rule: &'static Rule, to: &Pointer, notes: &mut Notes) {
    let at = to.member("x_actions");
    notes.add(Defaulted, rule, (&Pointer::root(), ""), Some((&at, "handler")));
}
