//! Maps A2UI 0.8 to 0.9 (0.9.1) and back.
//!
//! Agent messages are translated in a session. In 0.9 `createSurface` comes first. In 0.8 `beginRendering`, which has the same
//! members, may come last. Client messages are translated one by one.
//!
//! Specification: [A2UI 0.8](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md), [A2UI 0.9](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md).
//!
//! | 0.8 | 0.9 | how |
//! |---|---|---|
//! | `beginRendering` | `createSurface` | earlier messages wait for it; a second one changes the root |
//! | – `root` | the component `root` | the two ids are swapped if the references of the catalog are known; otherwise a Column contains the root |
//! | – `styles` | `theme` | copied |
//! | – `catalogId` | `catalogId` | the published catalogs have one id per version; other ids are copied |
//! | `surfaceUpdate` | `updateComponents` | each property by the table of the published catalog; unknown properties are copied, with binding paths and the id of the root converted |
//! | – a type that only the other version defines | the same type | stays unknown: `ChoicePicker` and `MultipleChoice` swap their names |
//! | `{"literalString": …}`, `{"path": …}` | a literal, `{"path": …}` | if a value has both, the literal is written into the data model first |
//! | – a path in a template | a relative path | in 0.8 `/name` is relative to the item as well; only `//name` is absolute |
//! | `dataModelUpdate` | `updateDataModel` | entries become JSON; backward, a deep value becomes several messages and an array a map by index |
//! | – a map that a template is bound to | a list | contains the values; the keys are carried, and in paths an index replaces a key |
//! | – names that look like numbers | an object | if 0.9 would create a list, the object is written at a higher path |
//! | – JSON in `valueString` | the JSON value | because clients of 0.8 parse it; the text is carried |
//! | – data that was edited in 0.8 | merged | unedited parts are restored from the carry, so a list stays a list |
//! | `Button.action` | `action` | an event; backward, other actions get the name `""` |
//! | `deleteSurface` | `deleteSurface` | copied |
//! | `userAction` | `action` | copied, except the id of the root |
//! | `error` | `error` | copied; 0.9 requires `code`, `surfaceId` and `message` |
//!
//! Data and components are sent again if a template or a key arrives after the messages that depend on it.
//!
//! Constructs that 0.8 lacks (function calls, checks, accessibility, null, removal) are carried. Required values are
//! replaced by values that 0.8 has.

mod action;
mod backward;
mod client;
mod component;
mod component_graph;
mod components;
mod data;
mod data_0_8;
mod data_0_9;
mod dynamic;
mod edited;
mod equivalence;
mod forward;
mod literal;
mod paths;
mod property;
mod restored;
mod results;
mod root;
mod session_backward;
mod session_forward;
mod state_0_8;
#[cfg(test)]
mod tests;

pub use component_graph::{ComponentGraph, GraphComponent};
pub(crate) use components::property_rules;
pub use data_0_8::{DataMap, DataNode};
pub use data_0_9::SurfaceData;
pub use session_backward::{BackwardSession, BackwardSurface, UnrepeatedComponent};
pub use session_forward::{ForwardSession, ForwardSurface};
pub use state_0_8::{KnownComponent, SurfaceState};

use crate::{
    Dialect, Refusal,
    Verdict::{Carried, Copied},
    lens::{FieldMap, rules},
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
    /// The rule for properties that the published catalog lacks. Bindings are converted, and component ids are renamed
    /// where 0.8 reads them.
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

/// Notes that the unknown members of an object are carried.
fn note_unknown_members(rules: &'static Rules, at: &Pointer, extra: &Extra, fields: &mut FieldMap) {
    for (name, _) in extra.iter() {
        fields.add(Carried, &rules.member, (at, name), None);
    }
}

/// Adds notes about the surface id and the unknown members of a body. Returns the places of the body in both messages.
fn note_surface_id(
    rules: &'static Rules,
    (from, to): (&'static str, &'static str),
    extra: &Extra,
    fields: &mut FieldMap,
) -> (Pointer, Pointer) {
    let (from, to) = (Pointer::from_static(from), Pointer::from_static(to));
    fields.add(
        Copied,
        &rules.surface_id,
        (&from, "surfaceId"),
        Some((&to, "surfaceId")),
    );
    note_unknown_members(rules, &from, extra, fields);
    (from, to)
}

/// Returns the version that messages of a 0.9 dialect state.
fn version(dialect: Dialect) -> v0_9::Version {
    match dialect {
        Dialect::A2ui0_9_1 => v0_9::Version::V0_9_1,
        _ => v0_9::Version::V0_9,
    }
}

/// Creates the refusal for a message of another version.
fn refuse_version(found: Version, expected: Version, rule: &str) -> Refusal {
    let message = format!("the message is of A2UI {found}, not {expected}");
    Refusal::rule_broken(rule, Pointer::root(), message).hint("use one session per version")
}
