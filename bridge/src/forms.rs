//! Forms: A2UI surfaces as elicitation requests of MCP and ACP, and such requests as A2UI surfaces.
//!
//! A surface is a form if it shows texts, inputs and buttons that send events. An elicitation asks for the values of its
//! inputs at once, and the answer becomes the action of a button. In the other direction, a request becomes a surface
//! whose buttons send reserved events, and the action of such a button becomes the answer.
//!
//! | function | from | to |
//! |---|---|---|
//! | [`form_of_surface`] | a [resolved](a2ui::resolved) surface | a [`SurfaceForm`] with the parameters of the request |
//! | [`SurfaceForm::answer`] | an [`ElicitResult`](elicitation::ElicitResult) | the action of a button |
//! | [`surface_of_request`] | an [`ElicitationRequest`] | messages of A2UI |
//! | [`result_of_action`] | the action of such a surface | an [`ElicitationAnswer`] |
//!
//! None of them keeps state. The buttons of a request's surface contain the id of the request and its schema, so an action
//! alone suffices for the answer.

mod answer;
mod buttons;
mod content;
mod fields;
mod property;
mod question;
mod request_reference;
mod request_surface;
mod surface_form;
#[cfg(test)]
mod tests;

pub use answer::FormAnswerError;
pub use content::{ActionAnswerError, AnswerOutcome, ElicitationAnswer, result_of_action};
pub use question::{ElicitationRequest, PermissionChoice, Question};
pub(crate) use request_reference::{RequestNames, request_names};
pub(crate) use request_surface::surface_in;
pub use request_surface::surface_of_request;
pub use surface_form::{AcceptButton, FormField, SurfaceForm, form_of_surface};

/// The event of the button that accepts a request.
pub const ACCEPT_EVENT: &str = "elicitation.accept";
/// The event of the button that declines a request.
pub const DECLINE_EVENT: &str = "elicitation.decline";
/// The event of the button that dismisses a request.
pub const CANCEL_EVENT: &str = "elicitation.cancel";
/// The event of the buttons that choose an option of a permission request.
pub const PERMISSION_EVENT: &str = "elicitation.permission";

/// The rules of refusals and findings about forms.
mod rules {
    /// The surface has no button that sends an event.
    pub(super) const BUTTON: &str = "forms/no-button";
    /// The surface shows nothing yet.
    pub(super) const EMPTY: &str = "forms/no-components";
    /// The surface asks for a secret.
    pub(super) const SECRET: &str = "forms/secret";
    /// The revision lacks properties with several values.
    pub(super) const CHOICES: &str = "forms/several-choices";
    /// The revision lacks the mode `url`.
    pub(super) const URL_MODE: &str = "forms/url-mode";
    /// The request cannot be read.
    pub(super) const REQUEST: &str = "forms/request";
    /// The request contains a URL that is not opened.
    pub(super) const URL: &str = "forms/url";
    /// A property of the request has a type that no input shows.
    pub(super) const PROPERTY: &str = "forms/property";
    /// The surface does not accept the answer.
    pub(super) const ANSWER: &str = "forms/answer";
    /// The action does not belong to a request.
    pub(super) const ACTION: &str = "forms/action";
}
