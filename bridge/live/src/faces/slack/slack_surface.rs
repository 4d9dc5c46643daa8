//! Surfaces as messages and views of Slack, and clicks as actions of surfaces.

use super::FACE;
use crate::faces::chat_bot::{ClickEffect, RenderedMessage, losses_of};
use agent_ui_text::bridge::{
    a2ui::{
        Message,
        expression::Host,
        resolved::{NodeKey, ResolvedSurface, SubmitError},
        surface::{ClientAction, Surfaces},
    },
    blocks::{
        BlocksOptions, EventEffect, EventError, SlackEvent, blocks_of_surface_with, modal_view_of,
        submit_event,
    },
    slack_blocks::AppSurface,
};
use std::collections::BTreeMap;
use wire::Payload;

/// The longest text in one block, in characters.
const BLOCK_TEXT: usize = 3000;
/// The id of the surface that formats a text.
const TEXT: &str = "text";

/// The open tab of each Tabs component of a surface.
pub(super) type OpenTabs = BTreeMap<NodeKey, usize>;

/// Returns the message that shows a surface. `reference` comes back with each click.
pub(super) fn render(
    surface: &ResolvedSurface,
    reference: &str,
    tabs: &OpenTabs,
) -> Result<RenderedMessage, String> {
    let options = options_of(reference, tabs);
    let blocks = blocks_of_surface_with(surface, AppSurface::Message, &options)
        .map_err(|refusal| refusal.to_string())?;
    Ok(RenderedMessage {
        message: blocks.content.to_payload().text().to_owned(),
        losses: losses_of(FACE, surface.surface_id.as_str(), &blocks.notes),
    })
}

fn options_of(reference: &str, tabs: &OpenTabs) -> BlocksOptions {
    let mut options = BlocksOptions::new().reference(reference);
    options.open_tabs = tabs.clone();
    options
}

/// Returns the message that shows a text of an agent, which may contain Markdown.
pub(super) fn render_text(text: &str) -> String {
    let rendered = resolve_text(text)
        .and_then(|surface| render(&surface, TEXT, &OpenTabs::new()).ok())
        .map(|rendered| rendered.message);
    rendered.unwrap_or_else(|| plain_message(text))
}

/// Returns a surface with one Text, which Slack shows as it shows the Texts of surfaces.
fn resolve_text(text: &str) -> Option<ResolvedSurface> {
    let mut surfaces = Surfaces::new();
    let create = r#"{"version":"v0.9","createSurface":{"surfaceId":"text","catalogId":"c"}}"#;
    let text = Payload::string(text);
    let update = format!(
        r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"text","components":[{{"id":"root","component":"Text","text":{}}}]}}}}"#,
        text.text()
    );
    for message in [create, update.as_str()] {
        surfaces.apply(&Message::read(message).ok()?).ok()?;
    }
    surfaces.get(TEXT)?.resolve(&Host::new()).ok()
}

/// Returns a message with a text that Slack shows as it is.
fn plain_message(text: &str) -> String {
    let text: String = text.chars().take(BLOCK_TEXT).collect();
    // A block needs a text.
    let text = if text.trim().is_empty() { "…" } else { &text };
    let section = section_of(text);
    Payload::object([
        ("text", &Payload::string(&escape(text))),
        ("blocks", &Payload::array([&section])),
    ])
    .text()
    .to_owned()
}

fn plain_text(text: &str) -> Payload {
    Payload::object([
        ("type", &Payload::string("plain_text")),
        ("text", &Payload::string(text)),
    ])
}

fn section_of(text: &str) -> Payload {
    Payload::object([
        ("type", &Payload::string("section")),
        ("text", &plain_text(text)),
    ])
}

/// Applies a click to the surfaces of its session. `metadata` comes back with the events of a view that opens.
pub(super) fn apply(
    surfaces: &mut Surfaces,
    surface: &str,
    payload: &Payload,
    metadata: &str,
    tabs: &mut OpenTabs,
) -> ClickEffect {
    let event = match SlackEvent::read(payload) {
        Ok(event) => event,
        Err(error) => return ClickEffect::Refused(error.to_string()),
    };
    match submit_event(surfaces, &event, Some(surface), &Host::new()) {
        Ok(EventEffect::Action(ClientAction::Event(event))) => ClickEffect::Event(Box::new(event)),
        Ok(EventEffect::Entered) => ClickEffect::Redraw,
        Ok(EventEffect::OpenTab { key, index }) => {
            tabs.insert(key, index);
            ClickEffect::Redraw
        }
        Ok(EventEffect::OpenModal { key }) => open_modal(surfaces, surface, &key, metadata, tabs),
        // Slack has opened a link, or nothing happens.
        Ok(_) => ClickEffect::Nothing,
        Err(error) => match event.error_response(&error) {
            Some(response) => ClickEffect::Show(response.text().to_owned()),
            None => effect_of_error(&error),
        },
    }
}

fn open_modal(
    surfaces: &Surfaces,
    surface: &str,
    key: &NodeKey,
    metadata: &str,
    tabs: &OpenTabs,
) -> ClickEffect {
    let Some(surface) = surfaces.get(surface) else {
        return ClickEffect::Nothing;
    };
    let resolved = match surface.resolve(&Host::new()) {
        Ok(resolved) => resolved,
        Err(error) => return ClickEffect::Refused(error.to_string()),
    };
    match modal_view_of(&resolved, key, &options_of(metadata, tabs)) {
        Ok(view) => ClickEffect::Show(view.content.to_payload().text().to_owned()),
        Err(refusal) => ClickEffect::Refused(refusal.to_string()),
    }
}

/// Returns the effect of a click whose values the surface refuses.
fn effect_of_error(error: &EventError) -> ClickEffect {
    match error {
        EventError::Submit(SubmitError::Checks(failed)) => {
            let messages = failed.iter().map(|(_, check)| {
                let message = check.message.as_deref();
                message.unwrap_or("A value is not accepted.")
            });
            ClickEffect::Invalid(messages.collect::<Vec<_>>().join("\n"))
        }
        EventError::Submit(error @ SubmitError::Value { .. }) => {
            ClickEffect::Invalid(error.to_string())
        }
        error => ClickEffect::Refused(error.to_string()),
    }
}

/// Returns the response to a submitted view that shows a text in place of the view.
pub(super) fn text_view(text: &str) -> String {
    let view = Payload::object([
        ("type", &Payload::string("modal")),
        ("title", &plain_text("Not sent")),
        ("close", &plain_text("Close")),
        ("blocks", &Payload::array([&section_of(text)])),
    ]);
    Payload::object([
        ("response_action", &Payload::string("update")),
        ("view", &view),
    ])
    .text()
    .to_owned()
}

/// Escapes a text for a place where Slack reads markup.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
