//! The worked example of one form in several protocols without data binding: a surface of A2UI is resolved, and the same
//! values come back from each of the protocols.

use super::{folder, payload};
use a2ui::{
    Message,
    expression::Host,
    resolved::{DeclaredAction, InputKind, NodeKey, ResolvedSurface, SubmittedValue},
    surface::{ClientAction, Surfaces},
};
use std::collections::BTreeMap;
use wire::{Payload, PayloadKind, Pointer};

fn example() -> Payload {
    let path = folder("neighbours").join("vectors.json");
    payload(&std::fs::read_to_string(path).unwrap())
}

fn at(value: &Payload, pointer: &str) -> Payload {
    value.get(&Pointer::parse(pointer).unwrap()).unwrap()
}

fn surfaces(example: &Payload) -> Surfaces {
    let mut surfaces = Surfaces::new();
    for message in at(example, "/a2ui").elements() {
        let message = Message::read(message.text()).unwrap();
        surfaces.apply(&message).unwrap();
    }
    surfaces
}

fn resolve(surfaces: &Surfaces) -> ResolvedSurface {
    surfaces.get("trip").unwrap().resolve(&Host::new()).unwrap()
}

type Values = BTreeMap<NodeKey, SubmittedValue>;

/// Returns the values of a card, which are texts by the ids of the components.
fn of_card(example: &Payload, resolved: &ResolvedSurface) -> Values {
    let data = at(example, "/teamsInvoke/value/action/data");
    let mut values = Values::new();
    for input in &resolved.inputs {
        let text = data.member(input.key.as_str()).unwrap();
        let text = SubmittedValue::Text(text.as_str().unwrap().into_owned());
        values.insert(input.key.clone(), text);
    }
    values
}

/// Returns the values of a chat message, which are in the state of its blocks.
fn of_blocks(example: &Payload, resolved: &ResolvedSurface) -> Values {
    let state = at(example, "/slackBlockActions/state/values");
    let mut values = Values::new();
    for input in &resolved.inputs {
        let state = at(&state, &format!("/{}/v", input.key));
        let option = state.member("selected_option");
        let option = option.and_then(|option| option.member("value"));
        let value = option
            .or_else(|| state.member("selected_date"))
            .or_else(|| state.member("value"));
        let value = match value {
            Some(value) => SubmittedValue::Text(value.as_str().unwrap().into_owned()),
            None => {
                let chosen = at(&state, "/selected_options").elements().count();
                SubmittedValue::Text((chosen > 0).to_string())
            }
        };
        values.insert(input.key.clone(), value);
    }
    values
}

/// Returns the values of a form, which have types and the names of the bound paths.
fn of_form(example: &Payload, resolved: &ResolvedSurface) -> Values {
    let content = at(example, "/elicitResult/content");
    let mut values = Values::new();
    for input in &resolved.inputs {
        let value = at(&content, input.path.as_deref().unwrap());
        values.insert(input.key.clone(), SubmittedValue::Json(value));
    }
    values
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn values_of_every_neighbour_give_the_stated_action_and_model() {
    let example = example();
    let stated = at(&example, "/action");
    for values in [of_card, of_blocks, of_form] {
        let mut surfaces = surfaces(&example);
        let values = values(&example, &resolve(&surfaces));
        assert_eq!(values.len(), 5);
        let clicked = surfaces.submit("trip", &NodeKey::from("go"), &values, &Host::new());
        let ClientAction::Event(event) = clicked.unwrap() else {
            panic!()
        };
        let time = at(&stated, "/action/timestamp");
        let message = event.message(&*time.as_str().unwrap());
        assert_eq!(payload(&wire::encode(&message).unwrap()), stated);

        // The model differs from the content of the form only in the choice, which is a list.
        let model = surfaces.get("trip").unwrap().data_model();
        for (name, value) in at(&example, "/elicitResult/content").members() {
            let own = model.get(&format!("/{name}")).unwrap();
            let value = match own.kind() {
                PayloadKind::Array => Payload::array([&value]),
                _ => value,
            };
            assert_eq!(own, value, "{name}");
        }
    }
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn the_inputs_of_the_example_are_those_of_its_form() {
    let example = example();
    let resolved = resolve(&surfaces(&example));
    let schema = at(&example, "/mcpForm/requestedSchema");
    let required = schema.member("required").unwrap();
    let kinds: Vec<InputKind> = resolved.inputs.iter().map(|input| input.kind).collect();
    use InputKind::{Boolean, Date, SingleChoice, Slider, Text};
    assert_eq!(kinds, [Text, SingleChoice, Boolean, Date, Slider]);
    for input in &resolved.inputs {
        let path = input.path.as_deref().unwrap();
        let property = at(&schema, &format!("/properties{path}"));
        let member = |name: &str| property.member(name);
        assert_eq!(
            input.label.as_deref(),
            at(&property, "/title").as_str().as_deref()
        );
        let value = input.value.clone().unwrap();
        let chosen = value.elements().next();
        assert_eq!(Some(chosen.unwrap_or(value)), member("default"));
        let options: Vec<(String, String)> = member("oneOf")
            .iter()
            .flat_map(Payload::elements)
            .map(|option| {
                let text = |name: &str| option.member(name).unwrap().as_str().unwrap().into_owned();
                (text("title"), text("const"))
            })
            .collect();
        let own = input.options.iter();
        let own: Vec<_> = own
            .map(|option| (option.label.clone(), option.value.clone()))
            .collect();
        assert_eq!(own, options);
        let number = |name: &str| member(name).map(|number| number.text().to_owned());
        let own = &input.constraints;
        let own = [&own.minimum, &own.maximum];
        let own = own.map(|number| number.as_ref().map(|number| number.as_str().to_owned()));
        assert_eq!(own, [number("minimum"), number("maximum")]);
        let is_required = required
            .elements()
            .any(|name| name.as_str().as_deref() == path.get(1..));
        assert_eq!(input.constraints.is_required, is_required);
        assert!(!input.has_other_checks);
    }
    let [action] = &resolved.actions[..] else {
        panic!()
    };
    assert_eq!(
        (action.label.as_deref(), action.is_primary),
        (Some("Book"), true)
    );
    assert!(matches!(&action.action, DeclaredAction::Event { name, .. } if name == "book"));
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn wrong_values_of_the_example_give_no_action() {
    let example = example();
    let mut surfaces = surfaces(&example);
    let (before, form) = (surfaces.clone(), of_form(&example, &resolve(&surfaces)));
    let (go, host) = (NodeKey::from("go"), Host::new());
    let mut values = form.clone();
    values.insert(NodeKey::from("k"), SubmittedValue::from("15"));
    let error = surfaces.submit("trip", &go, &values, &host).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the input `k` does not accept the value: expected a number from 1 to 14"
    );
    let mut values = form.clone();
    values.insert(NodeKey::from("secret"), SubmittedValue::from("x"));
    let error = surfaces.submit("trip", &go, &values, &host).unwrap_err();
    assert_eq!(error.to_string(), "the surface has no input `secret`");
    assert_eq!(surfaces, before);
    let mut values = form;
    values.insert(NodeKey::from("n"), SubmittedValue::Empty);
    let error = surfaces.submit("trip", &go, &values, &host).unwrap_err();
    assert!(error.is_written(), "{error}");
}
