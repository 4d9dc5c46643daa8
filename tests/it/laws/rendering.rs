//! L33: a surface looks the same in every combination of agent and client versions, and a click has the same meaning.

use super::{
    config,
    plans::{self, Plan},
};
use crate::translation::{self, bare};
use a2ui::{
    Message, Version,
    expression::Host,
    resolved::ResolvedNode,
    surface::{ClientAction, Surface, Surfaces},
};
use bridge::{Context, Dialect, Note, Verdict};
use proptest::prelude::*;
use wire::Payload;

pub(super) const VERSIONS: [Dialect; 8] = [
    Dialect::A2ui0_8,
    Dialect::A2ui0_9,
    Dialect::A2ui0_9_1,
    Dialect::A2ui0_10,
    Dialect::A2ui1_0June,
    Dialect::A2ui1_0Aug,
    Dialect::A2ui1_0Sep,
    Dialect::A2ui1_0,
];

/// The visible properties of components, by their names in 0.9 and in 0.8.
const SHOWN: [(&str, &str, &str); 9] = [
    ("Text", "text", "text"),
    ("Image", "url", "url"),
    ("Icon", "name", "name"),
    ("TextField", "label", "label"),
    ("TextField", "value", "text"),
    ("CheckBox", "label", "label"),
    ("CheckBox", "value", "value"),
    ("ChoicePicker", "value", "selections"),
    ("Slider", "value", "value"),
];

/// Describes the visible surface line by line: the position of each component, its texts, and the data that a click
/// sends. If a click sends nothing, the line states the reason.
fn describe_surface(surface: &Surface) -> Vec<String> {
    let resolved = surface.resolve(&Host::new()).unwrap();
    assert_eq!(resolved.failures, []);
    let nodes = resolved.nodes.iter();
    nodes.map(|node| line(surface, node)).collect()
}

fn line(surface: &Surface, node: &ResolvedNode) -> String {
    let indent = "  ".repeat(node.depth);
    let name = match node.component.as_deref() {
        None => return format!("{indent}(nothing)"),
        Some("MultipleChoice") => "ChoicePicker",
        Some(name) => name,
    };
    let mut parts = vec![format!("{indent}{name}")];
    for (_, new, old) in SHOWN.iter().filter(|(of, ..)| *of == name) {
        let is_old = surface.version() == Version::V0_8;
        let text = node.text(if is_old { old } else { new });
        let text = text.unwrap_or_default();
        parts.push(if name == "Text" {
            heading(node) + &text
        } else {
            text
        });
    }
    parts.extend(titles(node));
    parts.push(click(surface, node));
    parts.join(" | ")
}

/// Returns the Markdown marks of a heading, the same in every version.
fn heading(node: &ResolvedNode) -> String {
    let hint = node.text("variant").or_else(|| node.text("usageHint"));
    let hint = hint.unwrap_or_default();
    match hint.strip_prefix('h').and_then(|level| level.parse().ok()) {
        Some(level) => "#".repeat(level) + " ",
        None if hint == "caption" => "(caption) ".to_owned(),
        None => String::new(),
    }
}

fn titles(node: &ResolvedNode) -> Vec<String> {
    let lists = [
        ("tabs", "title"),
        ("tabItems", "title"),
        ("options", "label"),
    ];
    let mut titles = Vec::new();
    for (list, name) in lists {
        let list = node.properties.member(list);
        for element in list.iter().flat_map(Payload::elements) {
            titles.push(format!("{:?}", element.member(name)));
        }
    }
    titles
}

fn click(surface: &Surface, node: &ResolvedNode) -> String {
    match surface.action_of(node.component_id.as_str(), &node.scope, &Host::new()) {
        Ok(ClientAction::Event(event)) => format!("sends {} {}", event.name, event.context),
        Ok(other) => format!("does {other:?}"),
        Err(_) => {
            let failed = node.failed_checks.iter();
            let messages: Vec<_> = failed
                .filter_map(|failed| failed.message.as_deref())
                .collect();
            messages.join(", ")
        }
    }
}

/// Describes the visible surfaces after all messages.
fn describe_rendering(messages: &[Message]) -> Vec<String> {
    let mut surfaces = Surfaces::new();
    for message in messages {
        surfaces
            .apply(message)
            .unwrap_or_else(|error| panic!("{error:?} in {}", wire::encode(message).unwrap()));
    }
    surfaces.get("s").map_or_else(Vec::new, describe_surface)
}

pub(super) fn send_messages(
    from: Dialect,
    to: Dialect,
    messages: &[Message],
) -> (Vec<Message>, Vec<Note>) {
    if from == to {
        return (messages.to_vec(), Vec::new());
    }
    let sent = translation::all(from, to, &Context::default(), bare(messages.to_vec()));
    assert!(sent.refused.is_empty(), "{:?}", sent.refused);
    let made = sent
        .outputs
        .iter()
        .map(|output| output.message.clone().try_into().unwrap());
    (made.collect(), sent.notes)
}

/// Generates a plan, the version of the agent, and the version of the client. 0.8 has no checks.
pub(super) fn plan() -> BoxedStrategy<(Plan, Dialect, Dialect)> {
    let ways = (
        prop::sample::select(VERSIONS.to_vec()),
        prop::sample::select(VERSIONS.to_vec()),
    );
    ways.prop_flat_map(|(from, to)| {
        let has_checks = from != Dialect::A2ui0_8 && to != Dialect::A2ui0_8;
        (plans::plan(has_checks), Just(from), Just(to))
    })
    .boxed()
}

/// Writes a plan in the version of the agent. Versions other than 0.8 and 0.9 are translated from 0.9.
pub(super) fn write_plan(plan: &Plan, dialect: Dialect) -> Vec<Message> {
    match dialect {
        Dialect::A2ui0_8 => plans::write(plan, true),
        _ => send_messages(Dialect::A2ui0_9, dialect, &plans::write(plan, false)).0,
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn l33_a_surface_looks_the_same_in_every_version((plan, from, to) in plan()) {
        let planned = describe_rendering(&plans::write(&plan, from == Dialect::A2ui0_8));
        let messages = write_plan(&plan, from);
        prop_assert_eq!(&describe_rendering(&messages), &planned, "as written in {}", from);
        let (made, notes) = send_messages(from, to, &messages);
        let lost = notes.iter().filter(|note| matches!(note.verdict, Verdict::Dropped | Verdict::Quarantined));
        prop_assert_eq!(lost.count(), 0);
        prop_assert_eq!(describe_rendering(&made), planned, "{} to {}", from, to);
    }

    #[test]
    fn l33_a_surface_looks_the_same_after_every_message((plan, from, to) in plan()) {
        let messages = write_plan(&plan, from);
        let (made, _) = send_messages(from, to, &messages);
        // The client shows the agent's state as soon as it has all messages for that state.
        let mut states = (1..=made.len()).map(|count| describe_rendering(&made[..count]));
        let mut last = Vec::new();
        // The first three messages create the surface, in any order.
        for count in 3..=messages.len() {
            let now = describe_rendering(&messages[..count]);
            if now != last {
                prop_assert!(states.any(|state| state == now), "{} to {}, after {}: {:#?}", from, to, count, now);
                last = now;
            }
        }
    }
}

#[test]
fn the_description_of_a_surface_shows_items_and_headings() {
    // Otherwise the law would hold for empty surfaces.
    let create = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
    let data = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"l":[{"n":"a"},{"n":"b"}]}}}"#;
    let parts = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"List","children":{"componentId":"t","path":"/l"}},{"id":"t","component":"Text","text":{"path":"n"},"variant":"h2"}]}}"#;
    let messages = [create, data, parts].map(|text| Message::read(text).unwrap());
    assert_eq!(
        describe_rendering(&messages),
        ["List | ", "  Text | ## a | ", "  Text | ## b | "]
    );
}
