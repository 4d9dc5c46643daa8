//! Maps A2UI 0.8 to 0.9 (0.9.1) and back.
//!
//! Agent messages are translated in a session. In 0.9 `createSurface` comes first, but only `beginRendering` of 0.8
//! contains its members. Client messages are translated one by one.
//!
//! | 0.8 | 0.9 | how |
//! |---|---|---|
//! | `beginRendering` | `createSurface` | what came before is held until it comes; a second one changes the root |
//! | – `root` | the component `root` | the two ids change places, where the catalog says where ids stand; else a Column holds the root |
//! | – `styles` | `theme` | as it is |
//! | – `catalogId` | `catalogId` | the published catalogs have a name in each version; another one keeps its own |
//! | `surfaceUpdate` | `updateComponents` | property by property, by a table of the published catalog; what that does not know, as it is, but for the path of a binding and the root's two names |
//! | `{"literalString": …}`, `{"path": …}` | a literal, `{"path": …}` | with both, the literal is written into the data model first |
//! | – a path in a template | a relative path | in 0.8 `/name` counts from the item too; only `//name` counts from the top |
//! | `dataModelUpdate` | `updateDataModel` | entries and JSON; back, a deep value becomes several messages, an array a map by index |
//! | – a map that a template is bound to | a list | of its values; the keys are carried, and paths that name a key have its index |
//! | – names that look like numbers | an object | where 0.9 would make a list, the object is written from further above |
//! | – JSON in `valueString` | what it holds | as the clients of 0.8 read it; the text is carried |
//! | – data that was edited in 0.8 | merged | what was not edited is what the carry says that it was: a list stays a list |
//! | `Button.action` | `action` | an event. Back, a function call is an event of its name, and what is neither names none: `{}` |
//! | `deleteSurface` | `deleteSurface` | as it is |
//! | `userAction` | `action` | as it is, but for the name of the root |
//! | `error` | `error` | as it is; 0.9 wants `code`, `surfaceId` and `message` |
//!
//! Data and components are sent again if a template, or a key, comes after something that depends on it.
//!
//! Constructs that 0.8 lacks (function calls, checks, accessibility, null, removal) are carried. Required values are
//! replaced by ones that 0.8 has.

mod action;
mod backward;
mod client;
mod component;
mod component_graph;
mod components;
mod data;
mod data_0_8;
mod dynamic;
mod edited;
mod equivalence;
mod forward;
mod losses;
mod paths;
mod property;
mod root;
mod session_backward;
mod session_forward;
mod state_0_8;
#[cfg(test)]
mod tests;

pub use component_graph::{ComponentGraph, GraphComponent};
pub use data_0_8::{DataMap, DataNode};
pub use session_backward::{BackwardSession, BackwardSurface, UnrepeatedComponent, WaitingMessage};
pub use session_forward::{ForwardSession, ForwardSurface, HeldMessage};
pub use state_0_8::{KnownComponent, SurfaceState};

use crate::{
    Dialect, Refusal,
    Verdict::{Carried, Copied},
    engine::{Notes, rules},
};
use a2ui::{Version, v0_9};
use wire::{Extra, Pointer};

rules! { "a2ui-0.8-0.9", "a2ui-0.9-0.8";
    surface_id "surface-id": "/surfaceId" => "/surfaceId";
    version "version": "" => "/version";
    catalog_id "catalog-id": "/beginRendering/catalogId" => "/createSurface/catalogId";
    root "root": "/beginRendering/root" => "";
    theme "theme": "/beginRendering/styles" => "/createSurface/theme";
    send_data_model "send-data-model": "" => "/createSurface/sendDataModel";
    begin "begin-rendering": "/beginRendering" => "/updateComponents";
    id "id": "/id" => "/id";
    component "component": "/component" => "/component";
    weight "weight": "/weight" => "/weight";
    /// The rule for properties that the published catalog lacks. Bindings are converted, and texts that 0.8 reads as
    /// component ids are renamed.
    property "property": "/component" => "";
    path "path": "/dataModelUpdate/path" => "/updateDataModel/path";
    value "value": "/dataModelUpdate/contents" => "/updateDataModel/value";
    member "unknown-member": "" => "";
    held "held": "/beginRendering" => "/createSurface";
    surface "surface": "" => "";
    action "action": "/userAction" => "/action";
    source "source-component-id": "/userAction/sourceComponentId" => "/action/sourceComponentId";
    error "error": "/error" => "/error";
    message "message": "" => "";
}

/// Adds notes that unknown members are carried.
fn unknown(rules: &'static Rules, at: &Pointer, extra: &Extra, notes: &mut Notes) {
    for (name, _) in extra.iter() {
        notes.add(Carried, &rules.member, (at, name), None);
    }
}

/// Adds notes about the common members of a body: the surface id and unknown members. Returns the places of the body in
/// both messages.
fn surface_id(
    rules: &'static Rules,
    (from, to): (&'static str, &'static str),
    extra: &Extra,
    notes: &mut Notes,
) -> (Pointer, Pointer) {
    let (from, to) = (Pointer::from_static(from), Pointer::from_static(to));
    notes.add(Copied, &rules.surface_id, (&from, "surfaceId"), Some((&to, "surfaceId")));
    unknown(rules, &from, extra, notes);
    (from, to)
}

/// Returns the version text of a dialect of 0.9.
fn version(dialect: Dialect) -> v0_9::Version {
    match dialect {
        Dialect::A2ui0_9_1 => v0_9::Version::V0_9_1,
        _ => v0_9::Version::V0_9,
    }
}

fn other_version(found: Version, expected: Version, rule: &str) -> Refusal {
    let message = format!("the message is of A2UI {found}, not {expected}");
    Refusal::rule_broken(rule, Pointer::root(), message).hint("use one session per version")
}
