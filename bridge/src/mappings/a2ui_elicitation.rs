//! Maps A2UI surfaces to the elicitation requests of MCP and ACP and back, and answers to actions and back.
//!
//! A surface with inputs and buttons becomes one request when the input ends. A request becomes the messages of a surface.
//! The module [`forms`](crate::forms) decides what becomes of the single inputs; both tables name its rules.
//!
//! | A2UI | request | how |
//! |---|---|---|
//! | the surface | `params` | the whole surface is carried, because a form has neither layout nor styles |
//! | `surfaceId` | `id`, `elicitationId`, or the key in `inputRequests` | the id of the request that the surface shows, or else copied |
//! | Text | `message` | joined by blank lines; a caption below an input becomes its `description` |
//! | TextField, CheckBox, Slider, ChoicePicker, DateTimeInput | a property of `requestedSchema` | named after the path of the value |
//! | `label`, `options`, `checks` | `title`, the options, `required`, bounds and formats | encoded |
//! | the data model | `default` | the values of the inputs |
//! | Button with an `event` | – | accepts, declines or dismisses the form; several that accept it become a property |
//! | Button with `openUrl` | `url` | if the surface has no inputs |
//! | Icon, Image and other components | – | carried |
//!
//! | answer | A2UI action | how |
//! |---|---|---|
//! | `content` | the data model | written as a client does; the checks of the inputs and of the button must pass |
//! | `action` | `name`, `sourceComponentId`, `context` | the event of the button with that meaning |
//! | `optionId` | `context` | an option of a permission request |
//! | – | `timestamp` | the time of the context |
//!
//! An answer to a surface of A2UI needs the surface in the context; a [`Bridge`](crate::Bridge) keeps it there. An action on
//! the surface of a request contains what the answer needs. A secret, a surface without a button, and what the revision
//! lacks are refused by name.

mod action;
mod answer;
mod form;
mod frame;
mod request;
mod surface;

pub(crate) use action::forward as answer_of_action;
pub(crate) use answer::backward as actions_of_answers;
pub(crate) use frame::surface_id_in;
pub(crate) use request::backward as surfaces_of_request;
pub(crate) use surface::forward as request_of_surface;

use crate::{
    lens::{FieldMap, rules},
    mappings::a2ui_unkept,
};
use a2ui::Message;

rules! { "a2ui-elicitation", "elicitation-a2ui";
    surface "surface": "" => "/params";
    component "component": "" => "";
    data "data": "/updateDataModel/value" => "";
    request "request": "" => "";
    answer "answer": "" => "/result";
    result "result": "/action" => "/result";
    time "time": "/action/timestamp" => "";
    button "button": "" => "";
    /// The rule for unknown members of an update, which a surface does not keep.
    member "unknown-member": "" => "";
    /// The rule for a surface that the input deletes.
    deleted "deleted-surface": "/deleteSurface/surfaceId" => "";
}

/// Adds notes about the parts of a message that a surface does not keep. `is_live` is `true` if a deleted surface exists.
pub(crate) fn note_unkept_fields(message: &Message, is_live: bool, fields: &mut FieldMap) {
    let rules = (&FORWARD.member, &FORWARD.deleted);
    a2ui_unkept::note_unkept_fields(message, is_live, rules, fields);
}
