//! What is wrong with a manifest: everything, by rules with names. actions.json v1, validation rules.
//!
//! | module | rules |
//! |---|---|
//! | `root` | `V1` to `V3`, `V4` and `V5` in every section, `required`, `shape`, `duplicate`, `unknown-word`, `left-out`, `same-event` |
//! | `judge` | what is asked of members wherever they stand: `same-id`, `negative`, `unknown-primitive` |
//! | `tools` | `V6`, `V7` |
//! | `signals`, `targets`, `attachments` | `V8`, `V9`, `V10` |
//! | `transitions`, `checks`, `sources` | `V11`, `V12`, `V13`, `private` |
//! | `workflow`, `slots` | `W-…`: the closed objects, and the slots for expressions |
//! | `projections`, `markers` | `P-…` |
//! | `dictionary` | `D-…`: dictionaries of primitives |
//!
//! [`rules`] lists them all, with what they ask for; a [`Profile`] says how much each matters. Every finding points at
//! something that is there, or at the missing member of an object that is.
//!
//! Slots, references to steps and forbidden functions are found without a parser of JSONata. With the feature `workflows`
//! expressions are compiled, too, and `W-expression` says before which character one goes wrong.
//!
//! ```
//! # use agent_ui_actions_json as actions_json;
//! use actions_json::{dictionary::Dictionary, manifest::Manifest, validate::{Profile, check}};
//!
//! let manifest: Manifest = wire::decode(
//!     r#"{"protocol":"actions.json","version":1,"tools":[
//!         {"name":"cart.add","description":"Adds.","input_schema":{},"workflow":{
//!             "version":1,"expression_language":"jsonata",
//!             "steps":[{"id":"add","primitive":"pointer.clik","max_item":3}]}}]}"#,
//! )?;
//! let dictionary = Dictionary::of_names(["pointer.click"]);
//! let found = check(&manifest, &Profile::STRICT, Some(&dictionary));
//! let found: Vec<_> = found.iter().map(|f| (f.rule, f.pointer.as_str(), f.hint.as_str())).collect();
//! assert_eq!(found, [
//!     ("W-step-member", "/tools/0/workflow/steps/0/max_item", "did you mean `max_items`?"),
//!     ("W-unknown-primitive", "/tools/0/workflow/steps/0/primitive", "did you mean `pointer.click`?"),
//! ]);
//! # Ok::<(), wire::DecodeError>(())
//! ```

mod attachments;
mod checks;
mod declared_names;
mod dictionary;
mod judge;
mod markers;
mod profile;
mod projections;
mod root;
pub mod rules;
mod signals;
mod slots;
mod sources;
mod suggestion;
mod targets;
#[cfg(test)]
mod tests;
mod tools;
mod transitions;
mod workflow;

pub use profile::{Limits, Profile};
pub use rules::ManifestRule;
#[cfg(feature = "workflows")]
pub(crate) use slots::has_path_root;
pub use slots::{FORBIDDEN_FUNCTIONS, Slot, forbidden_function};

use crate::{
    dictionary::Dictionary,
    manifest::{Manifest, Marker, Signal, Source, StateProjection, Target, Tool, Workflow},
};
use declared_names::DeclaredNames;
use judge::Judge;
use wire::{Finding, List, Pointer, Validate};

/// Everything that is wrong with a manifest, in the order of its table.
///
/// Primitives are known only to who brings a dictionary.
pub fn check(manifest: &Manifest, profile: &Profile, dictionary: Option<&Dictionary>) -> Vec<Finding> {
    check_at(&Pointer::root(), manifest, profile, dictionary)
}

fn check_at(
    at: &Pointer,
    manifest: &Manifest,
    profile: &Profile,
    dictionary: Option<&Dictionary>,
) -> Vec<Finding> {
    let mut judge = Judge::new(profile);
    judge.primitives = dictionary.map(|dictionary| dictionary.names().collect());
    judge.declared = Some(DeclaredNames::from_manifest(manifest));
    root::manifest(manifest, at, &mut judge);
    judge.found
}

/// Everything that is wrong with a workflow on its own.
pub fn check_workflow(
    workflow: &Workflow,
    profile: &Profile,
    dictionary: Option<&Dictionary>,
) -> Vec<Finding> {
    let mut judge = Judge::new(profile);
    judge.primitives = dictionary.map(|dictionary| dictionary.names().collect());
    workflow::workflow(workflow, &Pointer::root(), &mut judge);
    judge.found
}

/// Everything that is wrong with the markers of a projection.
pub fn check_markers(markers: &List<Marker>, profile: &Profile) -> Vec<Finding> {
    let mut judge = Judge::new(profile);
    markers::list(markers, &Pointer::root(), &mut judge);
    judge.found
}

impl Validate for Manifest {
    /// By the letter of the specification, by which most published manifests fail; [`check`] takes a profile.
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        found.append(&mut check_at(at, self, &Profile::STRICT, None));
    }
}

/// Parts of a manifest, on their own: by the letter of the specification, without references to other parts.
macro_rules! parts {
    ($($Type:ty: $judge:path;)*) => { $(
        impl Validate for $Type {
            fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
                let mut judge = Judge::new(&Profile::STRICT);
                $judge(self, at, &mut judge);
                found.append(&mut judge.found);
            }
        }
    )* };
}

parts! {
    Tool: part::tool;
    Workflow: workflow::workflow;
    StateProjection: projections::projection;
    Signal: part::signal;
    Target: targets::descriptor;
    Source: sources::hints;
    crate::manifest::Import: part::import;
    crate::manifest::Context: part::context;
    crate::manifest::State: part::state;
    crate::manifest::Transition: part::transition;
    crate::manifest::Attachment: part::attachment;
    crate::manifest::Check: part::check;
    crate::manifest::XActions: tools::x_actions;
    crate::manifest::Provenance: sources::provenance;
    Dictionary: dictionary::dictionary;
}

/// What stands in a section, on its own: with its name.
mod part {
    use super::{attachments, checks, judge::Judge, root, signals, tools, transitions};
    use crate::manifest::{Attachment, Check, Context, Import, Signal, State, Tool, Transition};
    use std::collections::BTreeSet;
    use wire::Pointer;

    macro_rules! named {
        ($($name:ident: $Type:ty, $id:ident, $judge:path;)*) => { $(
            pub(super) fn $name(part: &$Type, at: &Pointer, judge: &mut Judge<'_>) {
                judge.identifier(at, stringify!($id), &part.$id, &part.extra, &mut BTreeSet::new());
                $judge(part, at, judge);
            }
        )* };
    }

    named! {
        tool: Tool, name, tools::tool;
        signal: Signal, name, signals::signal;
        import: Import, id, root::import;
        context: Context, id, root::context;
        state: State, name, root::state;
        transition: Transition, name, transitions::transition;
        attachment: Attachment, id, attachments::attachment;
        check: Check, id, checks::check;
    }
}
