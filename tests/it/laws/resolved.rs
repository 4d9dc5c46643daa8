//! L34: a resolved surface is what its parts compute, in every version. Submitted values have the effect of input and a
//! click. The changes between two states are complete and necessary.

use super::{
    config,
    plans::Plan,
    rendering::{VERSIONS, plan, send_messages, write_plan},
};
use a2ui::{
    Message, Version,
    expression::Host,
    resolved::{
        ChangeKind, DeclaredAction, NodeKey, ResolvedInput, ResolvedSurface, SubmitError,
        SubmittedValue,
    },
    surface::{ActionError, ClientAction, Surface, Surfaces},
};
use bridge::Dialect;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use wire::{Payload, Pointer};

fn fold(messages: &[Message]) -> Surfaces {
    let mut surfaces = Surfaces::new();
    for message in messages {
        surfaces.apply(message).unwrap();
    }
    surfaces
}

fn resolve(surface: &Surface) -> ResolvedSurface {
    surface.resolve(&Host::new()).unwrap()
}

/// The properties that contain references, which are resolved to keys.
const REFERENCES: [&str; 7] = [
    "child",
    "children",
    "tabs",
    "tabItems",
    "trigger",
    "content",
    "entryPointChild",
];

fn assert_agrees(surface: &Surface) {
    let (nodes, resolved) = (surface.nodes().unwrap(), resolve(surface));
    assert_eq!(nodes.len(), resolved.nodes.len());
    let keys: BTreeSet<&NodeKey> = resolved.nodes.iter().map(|node| &node.key).collect();
    assert_eq!(keys.len(), nodes.len());
    for (index, (node, resolved_node)) in nodes.iter().zip(&resolved.nodes).enumerate() {
        assert_eq!(node.component_id, resolved_node.component_id);
        assert_eq!(node.scope, resolved_node.scope);
        assert_eq!(
            (node.depth, node.parent),
            (resolved_node.depth, resolved_node.parent)
        );
        if let Some(parent) = node.parent {
            let parent = &resolved.nodes[parent];
            assert!(parent.children.contains(&index));
            let place = parent.properties.get(&resolved_node.pointer).unwrap();
            assert_eq!(place, Payload::string(resolved_node.key.as_str()));
        }
        let Some(component) = node.component else {
            assert_eq!(resolved_node.component, None);
            continue;
        };
        let (id, host) = (node.component_id.as_str(), Host::new());
        let failed = surface.checks(id, &node.scope, &host).unwrap();
        assert_eq!(failed, resolved_node.failed_checks);
        let wire = component.to_payload();
        let properties = match surface.version() {
            Version::V0_8 => {
                let name = Pointer::root()
                    .member("component")
                    .member(component.type_name());
                wire.get(&name).unwrap()
            }
            _ => wire,
        };
        for (name, value) in properties.members() {
            let is_other = ["id", "component", "action", "checks", "@checks"].contains(&&*name);
            if is_other || REFERENCES.contains(&&*name) {
                continue;
            }
            let mut evaluation = surface.evaluation_of(id, &node.scope, &host);
            let value = evaluation.value(&value, &Pointer::root()).unwrap();
            assert_eq!(resolved_node.properties.member(&name), value, "{name}");
        }
    }
    assert_actions_agree(surface, &resolved);
}

fn assert_actions_agree(surface: &Surface, resolved: &ResolvedSurface) {
    for node in &resolved.nodes {
        let action = resolved.action(&node.key);
        match surface.action_of(node.component_id.as_str(), &node.scope, &Host::new()) {
            Ok(ClientAction::Event(event)) => {
                let action = action.unwrap();
                assert!(!action.is_disabled);
                let DeclaredAction::Event { name, context } = &action.action else {
                    panic!()
                };
                assert_eq!(*name, event.name);
                // A member of the context without a value is not sent.
                for (name, _) in event.context.members() {
                    assert!(context.member(&name).is_some(), "{name}");
                }
            }
            Err(ActionError::Checks(failed)) => {
                assert!(action.unwrap().is_disabled);
                assert_eq!(failed, node.failed_checks);
            }
            Err(_) => assert_eq!(action, None),
            Ok(other) => panic!("{other:?}"),
        }
    }
}

/// Describes the inputs and actions in words that all versions share. Keys and paths of template items differ in 0.8.
fn describe_tables(resolved: &ResolvedSurface) -> Vec<String> {
    let mut lines = Vec::new();
    for node in &resolved.nodes {
        if let Some(input) = resolved.input(&node.key) {
            lines.push(format!(
                "{} {:?} {:?} {:?} {:?} {:?} {} {}",
                "  ".repeat(node.depth),
                input.kind,
                input.label,
                input.value,
                input.options,
                input.constraints,
                input.has_other_checks,
                input.path.is_some(),
            ));
        }
        if let Some(action) = resolved.action(&node.key) {
            let DeclaredAction::Event { name, .. } = &action.action else {
                panic!()
            };
            lines.push(format!(
                "{} {name} {:?} {} {}",
                "  ".repeat(node.depth),
                action.label,
                action.is_primary,
                action.is_disabled,
            ));
        }
    }
    lines
}

/// A value for an input, as another client returns it.
fn value_for(input: &ResolvedInput, choice: usize) -> SubmittedValue {
    use a2ui::resolved::InputKind;
    match input.kind {
        InputKind::Boolean => SubmittedValue::Text((choice % 2 == 0).to_string()),
        InputKind::SingleChoice | InputKind::MultipleChoice => {
            match input.options.get(choice % (input.options.len() + 1)) {
                Some(option) => SubmittedValue::Json(Payload::string(&option.value)),
                None => SubmittedValue::Empty,
            }
        }
        _ => SubmittedValue::Text(["", "Eve", "\u{e9}, b"][choice % 3].to_owned()),
    }
}

/// Enters values and clicks an action, first in one call and then step by step. Both have the same effect.
fn assert_submits(surfaces: &Surfaces, choices: &[usize]) {
    let resolved = resolve(surfaces.get("s").unwrap());
    if resolved.actions.is_empty() {
        return;
    }
    let action = &resolved.actions[choices[0] % resolved.actions.len()];
    let mut values = BTreeMap::new();
    let mut paths = BTreeSet::new();
    for (input, choice) in resolved.inputs.iter().zip(choices.iter().cycle()) {
        // The step-by-step way does not know which of several inputs with one path the user changed.
        if choice % 4 != 0 && input.path.is_some() && paths.insert(&input.path) {
            values.insert(input.key.clone(), value_for(input, *choice));
        }
    }
    let (mut at_once, mut by_steps) = (surfaces.clone(), surfaces.clone());
    let clicked = at_once.submit("s", &action.key, &values, &Host::new());
    let mut failed = Vec::new();
    for input in &resolved.inputs {
        let Some(value) = values.get(&input.key) else {
            continue;
        };
        let node = resolved.node(&input.key).unwrap();
        let is_choice = input.kind.is_choice();
        let value = match value {
            SubmittedValue::Empty => Payload::parse("[]").unwrap(),
            SubmittedValue::Json(value) if is_choice => Payload::array([value]),
            SubmittedValue::Text(text) if text == "true" || text == "false" => {
                Payload::parse(text).unwrap()
            }
            SubmittedValue::Text(text) => Payload::string(text),
            other => panic!("{other:?}"),
        };
        let id = node.component_id.as_str();
        by_steps
            .input_at("s", id, input.property, &node.scope, value)
            .unwrap();
    }
    assert_eq!(at_once, by_steps);
    let surface = by_steps.get("s").unwrap();
    for key in resolved.inputs.iter().map(|input| &input.key) {
        if values.contains_key(key) {
            let node = resolved.node(key).unwrap();
            let checks = surface.checks(node.component_id.as_str(), &node.scope, &Host::new());
            failed.extend(
                checks
                    .unwrap()
                    .into_iter()
                    .map(|check| (key.clone(), check)),
            );
        }
    }
    let node = resolved.node(&action.key).unwrap();
    let expected = match surface.action_of(node.component_id.as_str(), &node.scope, &Host::new()) {
        Err(ActionError::Checks(own)) => {
            failed.extend(own.into_iter().map(|check| (action.key.clone(), check)));
            Err(SubmitError::Checks(failed))
        }
        _ if !failed.is_empty() => Err(SubmitError::Checks(failed)),
        other => Ok(other.unwrap()),
    };
    assert_eq!(clicked, expected);
}

/// Everything that a node shows.
fn shown(resolved: &ResolvedSurface) -> BTreeMap<&NodeKey, String> {
    let mut shown = BTreeMap::new();
    for node in &resolved.nodes {
        let tables = (resolved.input(&node.key), resolved.action(&node.key));
        let text = format!(
            "{:?} {:?} {:?} {tables:?}",
            node.component, node.properties, node.failed_checks
        );
        shown.insert(&node.key, text);
    }
    shown
}

fn assert_changes(earlier: &ResolvedSurface, later: &ResolvedSurface) {
    let changes = later.changes_since(earlier);
    let (mut state, after) = (shown(earlier), shown(later));
    for change in &changes {
        let (before, now) = (state.get(&change.key), after.get(&change.key));
        match change.kind {
            ChangeKind::Added => assert!(before.is_none() && now.is_some()),
            ChangeKind::Changed => assert!(before.is_some() && now.is_some() && before != now),
            ChangeKind::Removed => assert!(before.is_some() && now.is_none()),
            other => panic!("{other:?}"),
        }
        match now {
            Some(now) => state.insert(&change.key, now.clone()),
            None => state.remove(&change.key),
        };
    }
    assert_eq!(state, after);
}

/// Generates a plan and a version of the agent.
fn planned() -> BoxedStrategy<(Plan, Dialect)> {
    let any = prop::sample::select(VERSIONS.to_vec());
    any.prop_flat_map(|dialect| {
        (
            super::plans::plan(dialect != Dialect::A2ui0_8),
            Just(dialect),
        )
    })
    .boxed()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn l34_a_resolved_surface_agrees_with_the_surface((plan, dialect) in planned()) {
        let surfaces = fold(&write_plan(&plan, dialect));
        assert_agrees(surfaces.get("s").unwrap());
    }

    #[test]
    fn l34_inputs_and_actions_are_alike_in_every_version((plan, from, to) in plan()) {
        let messages = write_plan(&plan, from);
        let (made, _) = send_messages(from, to, &messages);
        let tables = |messages: &[Message]| {
            let surfaces = fold(messages);
            describe_tables(&resolve(surfaces.get("s").unwrap()))
        };
        prop_assert_eq!(tables(&made), tables(&messages), "{} to {}", from, to);
    }

    #[test]
    fn l34_submitted_values_have_the_effect_of_input_and_a_click(
        (plan, dialect) in planned(),
        choices in prop::collection::vec(0usize..24, 1..6),
    ) {
        assert_submits(&fold(&write_plan(&plan, dialect)), &choices);
    }

    #[test]
    fn l34_changes_are_complete_and_necessary((plan, dialect) in planned()) {
        let mut surfaces = Surfaces::new();
        let mut states = Vec::new();
        for message in write_plan(&plan, dialect) {
            surfaces.apply(&message).unwrap();
            if let Some(surface) = surfaces.get("s") {
                states.push(resolve(surface));
            }
        }
        for earlier in &states {
            for later in &states {
                assert_changes(earlier, later);
            }
        }
    }
}
