//! What the mappings of manifests share: the tools that are called, and what becomes of their members.

use crate::{
    Context, Refusal, Rule,
    Verdict::{Carried, Copied, Defaulted, Encoded},
    engine::{Notes, refuse_errors},
    tool_names::{FlatNames, any_name},
};
use actions_json::{
    checked::CheckedManifest,
    manifest::{Manifest, Tool},
};
use wire::{Field, Finding, Pointer};

/// The manifest without what has errors, if the profile leaves that out.
///
/// # Errors
/// If there are errors that make it unusable as a whole, or any at all where the profile wants none.
pub(crate) fn offered(manifest: &Manifest, rule: &str, cx: &Context) -> Result<CheckedManifest, Refusal> {
    CheckedManifest::check(manifest.clone(), &cx.profile, None).map_err(|rejected| {
        let refusal = refuse_errors(rule, &rejected.findings).err();
        refusal.unwrap_or_else(|| Refusal::rule_broken(rule, Pointer::root(), rejected))
    })
}

/// What is said of tools that were left out.
pub(crate) fn note_left_out(rule: &'static Rule, checked: &CheckedManifest, notes: &mut Notes) {
    let is_tool = |part: &&Pointer| part.as_str().starts_with("/tools/");
    for part in checked.left_out().iter().filter(is_tool) {
        note_part_left_out(rule, part.clone(), checked.why_left_out(part), notes);
    }
}

/// Says that a tool was left out, and why.
pub(crate) fn note_part_left_out(
    rule: &'static Rule,
    part: Pointer,
    why: Option<&Finding>,
    notes: &mut Notes,
) {
    if !notes.is_wanted() {
        return;
    }
    notes.enter(Carried, rule, part, None, "");
    let why = why.map(|finding| format!("{}: {}", finding.rule, finding.message));
    if let (Some(note), Some(why)) = (notes.list.last_mut(), why) {
        note.remark = Field::Value(why.into());
    }
}

/// The tools that an agent may call, each with its place and its name.
pub(crate) fn called(manifest: &Manifest) -> impl Iterator<Item = (usize, &Tool, &str)> {
    let called = manifest.tools_declared().filter(|(_, tool)| tool.is_called_by_agents());
    called.filter_map(|(index, tool)| Some((index, tool, tool.name.get()?.as_str())))
}

/// The names without dots that the tools of a manifest have.
pub(crate) fn flat_names(manifest: &Manifest) -> FlatNames {
    let names: Vec<String> = called(manifest).map(|(.., name)| any_name(name)).collect();
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
    (to, image): (&Pointer, &str),
    notes: &mut Notes,
) {
    let verdict = if name == image { Copied } else { Encoded };
    notes.add(verdict, rule, (from, "name"), Some((to, "name")));
}

/// The description that a tool of a manifest has to have.
pub(crate) fn note_description(
    rule: &'static Rule,
    (from, description): (&Pointer, &Field<String>),
    to: &Pointer,
    notes: &mut Notes,
) {
    let verdict = if description.get().is_some() { Copied } else { Defaulted };
    notes.add(verdict, rule, (from, "description"), Some((to, "description")));
}

/// The handler of a tool in a manifest: one of its own name needs no words.
pub(crate) fn note_handler(
    rule: &'static Rule,
    (from, tool, name): (&Pointer, &Tool, &str),
    notes: &mut Notes,
) {
    let handler = tool.x_actions.get().and_then(|x_actions| x_actions.handler.get());
    if handler.is_some_and(|handler| handler.as_str() == name) {
        notes.add(Encoded, rule, (&from.member("x_actions"), "handler"), None);
    }
}

/// The handler that a tool gets which comes into a manifest.
pub(crate) fn note_default_handler(rule: &'static Rule, to: &Pointer, notes: &mut Notes) {
    let at = to.member("x_actions");
    notes.add(Defaulted, rule, (&Pointer::root(), ""), Some((&at, "handler")));
}
