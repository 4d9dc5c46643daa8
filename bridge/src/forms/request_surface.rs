//! Requests as surfaces.

use super::{
    ACCEPT_EVENT, CANCEL_EVENT, DECLINE_EVENT, PERMISSION_EVENT,
    content::required_of,
    fields::FieldWriter,
    names::PropertyNames,
    question::{ElicitationRequest, PermissionChoice, Question},
    request_reference::{CONTENT, OPTION, REFERENCE, RequestReference},
    rules,
};
use crate::{
    Refusal,
    surface_writer::{SurfaceTarget, SurfaceWriter, object},
    web_address::host_of,
};
use a2ui::{Message, Version};
use elicitation::FormSchema;
use wire::{Payload, Pointer};

/// Returns the messages of a surface that shows a request to the user.
///
/// The surface shows the name of the server, the message, an input for each property, and buttons. The values of the
/// inputs are at `/content` in the data model. The buttons send [`elicitation.accept`](super::ACCEPT_EVENT) with the
/// content, `elicitation.decline` and `elicitation.cancel`, or `elicitation.permission` with an `optionId`. Their context
/// member `elicitation` refers to the request, for [`result_of_action`](super::result_of_action). A request for a page
/// shows the complete URL and a button that opens it.
///
/// ```
/// use agent_ui_bridge::{a2ui::Version, forms::{ElicitationRequest, Question, surface_of_request}, wire::{self, Payload}};
///
/// let params = Payload::parse(r#"{"message":"Which host?","requestedSchema":{"type":"object","properties":{"host":{"type":"string"}}}}"#)?;
/// let request = ElicitationRequest::new(Question::read("elicitation/create", &params)?).id(Payload::parse("7")?);
/// let messages = surface_of_request(&request, "question-7", Some("Harbour"), Version::V0_9)?;
/// let texts: Result<Vec<String>, _> = messages.iter().map(wire::encode).collect();
/// assert!(texts?.concat().contains(r#"{"id":"field_0","component":"TextField","label":"host","value":{"path":"/content/host"}}"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Refuses A2UI 0.8, a URL that is not `http` or `https`, and a property of an unknown type.
pub fn surface_of_request(
    request: &ElicitationRequest,
    surface_id: &str,
    server_name: Option<&str>,
    version: Version,
) -> Result<Vec<Message>, Refusal> {
    surface_in(
        request,
        surface_id,
        server_name,
        SurfaceTarget::of_version(version)?,
    )
}

/// Returns the messages of the surface in one version and notation.
pub(crate) fn surface_in(
    request: &ElicitationRequest,
    surface_id: &str,
    server_name: Option<&str>,
    target: SurfaceTarget,
) -> Result<Vec<Message>, Refusal> {
    let mut surface = SurfaceWriter::new(target);
    if let Some(name) = server_name {
        // The user must see which server asks.
        surface.show_text("server", name, Some("caption"));
    }
    let data = match &request.question {
        Question::Form { message, schema } => {
            surface.show_text("message", message, None);
            show_form(request, schema, &mut surface)?
        }
        Question::Url { message, url } => {
            surface.show_text("message", message, None);
            show_url(request, url, &mut surface)?;
            Payload::empty_object()
        }
        Question::Permission {
            title,
            description,
            options,
        } => {
            surface.show_text("message", title, None);
            surface.show_text(
                "description",
                description.as_deref().unwrap_or_default(),
                None,
            );
            show_options(request, options, &mut surface);
            Payload::empty_object()
        }
    };
    surface.finish(surface_id, &data)
}

/// Shows the inputs and the buttons of a form. Returns the data model with the defaults.
fn show_form(
    request: &ElicitationRequest,
    schema: &FormSchema,
    surface: &mut SurfaceWriter,
) -> Result<Payload, Refusal> {
    let listed: Vec<_> = schema.inputs().collect();
    let names = PropertyNames::of(listed.iter().map(|(name, _)| *name));
    let required = required_of(schema);
    let mut fields = FieldWriter::new(surface);
    for (index, (name, property)) in listed.into_iter().enumerate() {
        let is_required = required.contains(name);
        fields.show(index, (name, names.get(index)), property, is_required)?;
    }
    let content = fields.content();
    let accept = RequestReference::of(request).with_schema(&request.question, &names);
    let accept = SurfaceWriter::event(
        ACCEPT_EVENT,
        &[
            (CONTENT, surface.path("/content")),
            (REFERENCE, Payload::string(&accept.to_text())),
        ],
    );
    show_answers(request, ("Accept", accept), Vec::new(), surface);
    Ok(object(&[("content", content)]))
}

/// Shows a URL, its host, and the buttons. Nothing is loaded from the URL.
fn show_url(
    request: &ElicitationRequest,
    url: &str,
    surface: &mut SurfaceWriter,
) -> Result<(), Refusal> {
    let Some(host) = host_of(url) else {
        let at = Pointer::root().member("url");
        let message = format!("the URL {url:?} is not an address of a web page");
        return Err(Refusal::rule_broken(rules::URL, at, message)
            .hint("pass an absolute URL that begins with `https://` or `http://`"));
    };
    surface.show_text("host", &escape_markdown(host), Some(heading(surface)));
    surface.show_text("url", &escape_markdown(url), None);
    let open = surface.call_action("openUrl", &[("url", Payload::string(url))]);
    surface.add_button("open", "Open the page", false, open);
    let reference = Payload::string(&RequestReference::of(request).to_text());
    let accept = SurfaceWriter::event(ACCEPT_EVENT, &[(REFERENCE, reference)]);
    let before = vec![Payload::string("open")];
    show_answers(request, ("I opened it", accept), before, surface);
    Ok(())
}

/// Escapes the characters that have a meaning in Markdown, so that users see an address as it is.
fn escape_markdown(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        if matches!(
            character,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '~' | '|' | '#'
        ) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// Returns the variant of a text that stands out.
fn heading(surface: &SurfaceWriter) -> &'static str {
    match surface.has_headings() {
        true => "h4",
        false => "body",
    }
}

/// Shows the row of buttons that accept, decline and dismiss a request.
fn show_answers(
    request: &ElicitationRequest,
    (accept_label, accept): (&str, Payload),
    mut shown: Vec<Payload>,
    surface: &mut SurfaceWriter,
) {
    let reference = RequestReference::of(request).to_text();
    let event =
        |name: &str| SurfaceWriter::event(name, &[(REFERENCE, Payload::string(&reference))]);
    for (id, label, is_primary, action) in [
        ("accept", accept_label, true, accept),
        ("decline", "Decline", false, event(DECLINE_EVENT)),
        ("cancel", "Cancel", false, event(CANCEL_EVENT)),
    ] {
        shown.push(Payload::string(id));
        surface.add_button(id, label, is_primary, action);
    }
    surface.show("buttons", "Row", &[("children", Payload::array(&shown))]);
}

/// Shows one button for each option of a permission request.
fn show_options(
    request: &ElicitationRequest,
    options: &[PermissionChoice],
    surface: &mut SurfaceWriter,
) {
    let reference = RequestReference::of(request).to_text();
    let mut shown = Vec::new();
    for (index, option) in options.iter().enumerate() {
        let id = format!("option_{index}");
        let context = [
            (OPTION, Payload::string(&option.option_id)),
            (REFERENCE, Payload::string(&reference)),
        ];
        let action = SurfaceWriter::event(PERMISSION_EVENT, &context);
        surface.add_button(&id, &option.name, option.allows, action);
        shown.push(Payload::string(&id));
    }
    surface.show("buttons", "Row", &[("children", Payload::array(&shown))]);
}
