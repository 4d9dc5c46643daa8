//! Outlines of surfaces as plain text, for models and for clients that do not show A2UI.

use agent_ui_text::bridge::a2ui::{
    Message,
    expression::Host,
    surface::{ClientAction, Surface, SurfaceNode, Surfaces},
};
use std::fmt::Write as _;
use wire::{Payload, PayloadKind, Pointer};

/// The maximum length of an outline in bytes.
const LENGTH: usize = 8 << 10;
/// The maximum length of one value in characters.
const VALUE: usize = 500;
/// The maximum depth of the indentation.
const INDENTATION: usize = 8;
/// The properties with visible content, in the order in which they are written.
const SHOWN: [&str; 8] = [
    "text",
    "label",
    "title",
    "description",
    "value",
    "url",
    "name",
    "options",
];

/// Describes the surface that these messages build, with one line per visible component.
pub(super) fn outline(id: &str, messages: &[String]) -> String {
    let mut text = format!("Surface {id}:");
    let mut surfaces = Surfaces::new();
    for message in messages {
        if let Ok(message) = Message::read(message) {
            // A message that the surface refuses does not affect the others.
            let _ = surfaces.apply(&message);
        }
    }
    let Some(surface) = surfaces.get(id) else {
        text.push_str(" empty");
        return text;
    };
    let nodes = surface.nodes().unwrap_or_default();
    for node in &nodes {
        let Some(description) = describe_component(surface, node) else {
            continue;
        };
        let indent = "  ".repeat(node.depth.min(INDENTATION));
        if text.len() + indent.len() + description.len() > LENGTH {
            text.push_str("\n…");
            break;
        }
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{indent}- {description}");
    }
    text
}

/// Describes a component. Returns `None` if the component itself shows nothing.
fn describe_component(surface: &Surface, node: &SurfaceNode<'_>) -> Option<String> {
    let component = node.component?;
    let mut parts = Vec::new();
    let mut evaluation =
        surface.evaluation_of(node.component_id.as_str(), &node.scope, &Host::new());
    for name in SHOWN {
        let Some(value) = component.property(name) else {
            continue;
        };
        let value = evaluation.value(&value, &Pointer::root().member(name));
        let Ok(Some(value)) = value else { continue };
        let shown = shorten_value(&value);
        if !shown.is_empty() {
            parts.push(if name == "text" {
                shown
            } else {
                format!("{name}: {shown}")
            });
        }
    }
    let id = node.component_id.as_str();
    if let Ok(ClientAction::Event(event)) = surface.action_of(id, &node.scope, &Host::new()) {
        parts.push(format!(
            "action {} of component {id} with {}",
            event.name,
            shorten_value(&event.context)
        ));
    }
    if parts.is_empty() {
        return None;
    }
    Some(format!("{} {}", component.type_name(), parts.join(", ")))
}

/// Returns the text of a value. A long text is shortened.
fn shorten_value(value: &Payload) -> String {
    let text = match value.kind() {
        PayloadKind::String => value.as_str().unwrap_or_default().into_owned(),
        PayloadKind::Null => String::new(),
        _ => wire::without_layout(value.text()).into_owned(),
    };
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= VALUE {
        return text;
    }
    text.chars().take(VALUE).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_contains_texts_and_actions() {
        let messages = [
            r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
            r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Column","children":["t","f","b"]},{"id":"t","component":"Text","text":{"path":"/title"}},{"id":"f","component":"TextField","label":"Name","value":{"path":"/name"}},{"id":"b","component":"Button","child":"l","action":{"event":{"name":"send","context":{"who":{"path":"/name"}}}}},{"id":"l","component":"Text","text":"Send"}]}}"#,
            r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"title":"A\nparty","name":"Ruth"}}}"#,
        ];
        let text = outline("s", &messages.map(str::to_owned));
        let expected = "Surface s:\n  - Text A party\n  - TextField label: Name, value: Ruth\n  - Button action send of component b with {\"who\":\"Ruth\"}\n    - Text Send";
        assert_eq!(text, expected);
        assert_eq!(outline("s", &[]), "Surface s: empty");
    }
}
