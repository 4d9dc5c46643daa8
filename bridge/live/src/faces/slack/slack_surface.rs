//! Surfaces as messages and views of Slack, and clicks as actions of surfaces.

use crate::faces::chat_bot::{ClickEffect, RenderedMessage};
use agent_ui_text::bridge::a2ui::{
    expression::Host,
    resolved::{NodeKey, ResolvedSurface, SubmitError, SubmittedValue},
    surface::{ClientAction, Surfaces},
};
use std::collections::BTreeMap;
use wire::Payload;

/// The open tabs of a surface.
pub(super) type OpenTabs = BTreeMap<NodeKey, usize>;

/// Returns the message that shows a surface. `reference` comes back with each click.
pub(super) fn render(
    surface: &ResolvedSurface,
    reference: String,
    _tabs: &OpenTabs,
) -> Result<RenderedMessage, String> {
    let texts: Vec<String> = surface.nodes.iter().filter_map(|node| node.text("text")).collect();
    let mut blocks = vec![serde_json::json!({"type":"section","text":{"type":"plain_text","text":texts.join("\n")}})];
    for input in &surface.inputs {
        blocks.push(serde_json::json!({"type":"input","block_id":input.key.as_str(),"label":{"type":"plain_text","text":"i"},"element":{"type":"plain_text_input","action_id":"v"}}));
    }
    let buttons: Vec<serde_json::Value> = surface.actions.iter().map(|action| serde_json::json!({"type":"button","action_id":action.key.as_str(),"text":{"type":"plain_text","text":action.label},"value":reference})).collect();
    blocks.push(serde_json::json!({"type":"actions","elements":buttons}));
    let text = texts.join(" ");
    Ok(RenderedMessage {
        message: serde_json::json!({"text":text,"blocks":blocks}).to_string(),
        losses: Vec::new(),
    })
}

/// Returns the message that shows a text of an agent.
pub(super) fn render_text(text: &str) -> String {
    serde_json::json!({"text":text,"blocks":[{"type":"section","text":{"type":"plain_text","text":text}}]}).to_string()
}

/// Applies a click to the surfaces of its session.
pub(super) fn apply(
    surfaces: &mut Surfaces,
    surface: &str,
    payload: &Payload,
    _metadata: &str,
    _tabs: &mut OpenTabs,
) -> ClickEffect {
    let at = |at: &'static str| {
        let value = payload.get(&wire::Pointer::from_static(at))?;
        Some(value.as_str()?.into_owned())
    };
    let action = at("/actions/0/action_id").unwrap_or_default();
    let mut values = BTreeMap::new();
    let state = payload.get(&wire::Pointer::from_static("/state/values"));
    for (block, value) in state.iter().flat_map(Payload::members).collect::<Vec<_>>() {
        let text = value.get(&wire::Pointer::from_static("/v/value"));
        let text = text.and_then(|text| Some(text.as_str()?.into_owned()));
        values.insert(NodeKey::from(block.as_ref()), SubmittedValue::Text(text.unwrap_or_default()));
    }
    match surfaces.submit(surface, &NodeKey::from(action), &values, &Host::new()) {
        Ok(ClientAction::Event(event)) => ClickEffect::Event(Box::new(event)),
        Ok(_) => ClickEffect::Nothing,
        Err(SubmitError::Checks(failed)) => ClickEffect::Invalid(failed.iter().filter_map(|(_, check)| check.message.clone()).collect()),
        Err(error) => ClickEffect::Refused(error.to_string()),
    }
}

/// Returns the response to a submitted view that shows a text in place of it.
pub(super) fn text_view(text: &str) -> String {
    let text = Payload::string(text);
    let plain = |text: &Payload| {
        Payload::object([("type", &Payload::string("plain_text")), ("text", text)])
    };
    let section = Payload::object([("type", &Payload::string("section")), ("text", &plain(&text))]);
    let view = Payload::object([
        ("type", &Payload::string("modal")),
        ("title", &plain(&Payload::string("Not sent"))),
        ("close", &plain(&Payload::string("Close"))),
        ("blocks", &Payload::array([&section])),
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
