//! Validation of manifests by named rules.
//!
//! | module | rules |
//! |---|---|
//! | `root` | `V1` to `V3`, `V4` and `V5` in every section, `required`, `shape`, `duplicate`, `unknown-word`, `left-out`, `same-event` |
//! | `checker` | rules for members anywhere: `same-id`, `negative`, `unknown-primitive` |
//! | `tools` | `V6`, `V7` |
//! | `signals`, `targets`, `attachments` | `V8`, `V9`, `V10` |
//! | `transitions`, `checks`, `sources` | `V11`, `V12`, `V13`, `private` |
//! | `workflow`, `slot_checks` | `W-…`: the closed objects, and the slots for expressions |
//! | `projections`, `markers` | `P-…` |
//! | `dictionary` | `D-…`: dictionaries of primitives |
//!
//! [`rules`] lists all rules with their requirements, and a [`Profile`] sets the severity of each rule. Every finding
//! points at an existing value, or at a missing member of an existing object.
//!
//! Slots, references to steps and forbidden functions are found without a JSONata parser. With the feature
//! `workflows`, expressions are also compiled, and `W-expression` reports the character of a syntax error.
//!
//! ```
//! use agent_ui_actions_json::{
//!     dictionary::Dictionary, manifest::Manifest, validate::{Profile, check}, wire,
//! };
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
mod checker;
mod checks;
mod declared_names;
mod dictionary;
mod markers;
pub(crate) mod profile;
mod projections;
mod root;
pub mod rules;
mod signals;
mod slot_checks;
pub(crate) mod slots;
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
pub use slots::{Slot, forbidden_function};

use crate::{
    dictionary::Dictionary,
    manifest::{Manifest, Marker, Signal, Source, StateProjection, Target, Tool, Workflow},
};
use checker::Checker;
use declared_names::DeclaredNames;
use wire::{Finding, List, Pointer, Validate};

/// Validates a manifest, and returns the findings in the order of its members.
///
/// Unknown primitives are reported only if a dictionary is given.
///
/// Specification: [Validation Rules](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#validation-rules).
pub fn check(
    manifest: &Manifest,
    profile: &Profile,
    dictionary: Option<&Dictionary>,
) -> Vec<Finding> {
    check_at(&Pointer::root(), manifest, profile, dictionary)
}

fn check_at(
    at: &Pointer,
    manifest: &Manifest,
    profile: &Profile,
    dictionary: Option<&Dictionary>,
) -> Vec<Finding> {
    let mut checker = Checker::new(profile);
    checker.primitives = dictionary.map(|dictionary| wire::collect_set(dictionary.names()));
    checker.declared = Some(DeclaredNames::from_manifest(manifest));
    root::check_manifest(manifest, at, &mut checker);
    checker.found
}

/// Validates a workflow on its own.
pub fn check_workflow(
    workflow: &Workflow,
    profile: &Profile,
    dictionary: Option<&Dictionary>,
) -> Vec<Finding> {
    let mut checker = Checker::new(profile);
    checker.primitives = dictionary.map(|dictionary| wire::collect_set(dictionary.names()));
    workflow::check_workflow(workflow, &Pointer::root(), &mut checker);
    checker.found
}

/// Validates the markers of a projection.
pub fn check_markers(markers: &List<Marker>, profile: &Profile) -> Vec<Finding> {
    let mut checker = Checker::new(profile);
    markers::check_markers(markers, &Pointer::root(), &mut checker);
    checker.found
}

impl Validate for Manifest {
    /// Validates a value by the profile `strict`, in which most published manifests have errors. [`check`] accepts a
    /// profile.
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        found.append(&mut check_at(at, self, &Profile::STRICT, None));
    }
}

/// Validates a part of a manifest on its own by the profile `strict`, without references to other parts.
///
/// `Tool: part::tool;` becomes:
///
/// ```text
/// impl Validate for Tool {
///     fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
///         let mut checker = Checker::new(&Profile::STRICT);
///         part::tool(self, at, &mut checker);
///         found.append(&mut checker.found);
///     }
/// }
/// ```
macro_rules! parts {
    ($($Type:ty: $checker:path;)*) => { $(
        impl Validate for $Type {
            fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
                let mut checker = Checker::new(&Profile::STRICT);
                $checker(self, at, &mut checker);
                found.append(&mut checker.found);
            }
        }
    )* };
}

parts! {
    Tool: part::tool;
    Workflow: workflow::check_workflow;
    StateProjection: projections::check_projection;
    Signal: part::signal;
    Target: targets::check_descriptor;
    Source: sources::check_hints;
    crate::manifest::Import: part::import;
    crate::manifest::Context: part::context;
    crate::manifest::State: part::state;
    crate::manifest::Transition: part::transition;
    crate::manifest::Attachment: part::attachment;
    crate::manifest::Check: part::check;
    crate::manifest::XActions: tools::check_x_actions;
    crate::manifest::Provenance: sources::check_provenance;
    Dictionary: dictionary::check_dictionary;
}

/// The validation of parts of a section, including their names.
mod part {
    use super::{attachments, checker::Checker, checks, root, signals, tools, transitions};
    use crate::manifest::{Attachment, Check, Context, Import, Signal, State, Tool, Transition};
    use std::collections::BTreeSet;
    use wire::Pointer;

    /// Defines the checks of parts with a name or an id. `tool: Tool, name, tools::check_tool;` becomes:
    ///
    /// ```text
    /// fn tool(part: &Tool, at: &Pointer, checker: &mut Checker<'_>) {
    ///     checker.check_identifier(at, "name", &part.name, &part.extra, &mut BTreeSet::new());
    ///     tools::check_tool(part, at, checker);
    /// }
    /// ```
    macro_rules! named {
        ($($name:ident: $Type:ty, $id:ident, $checker:path;)*) => { $(
            pub(super) fn $name(part: &$Type, at: &Pointer, checker: &mut Checker<'_>) {
                checker.check_identifier(at, stringify!($id), &part.$id, &part.extra, &mut BTreeSet::new());
                $checker(part, at, checker);
            }
        )* };
    }

    named! {
        tool: Tool, name, tools::check_tool;
        signal: Signal, name, signals::check_signal;
        import: Import, id, root::check_import;
        context: Context, id, root::check_context;
        state: State, name, root::check_state;
        transition: Transition, name, transitions::check_transition;
        attachment: Attachment, id, attachments::check_attachment;
        check: Check, id, checks::check;
    }
}
