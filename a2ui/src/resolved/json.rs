//! Resolved surfaces as JSON.

use super::{
    DeclaredAction, InputConstraints, ResolveFailure, ResolvedAction, ResolvedInput, ResolvedNode,
    ResolvedSurface,
};
use crate::{expression::json, surface::FailedCheck};
use wire::{Payload, Severity};

impl ResolvedSurface {
    /// Returns the surface as JSON: an object with `surfaceId`, `version`, and the lists `nodes`, `inputs`, `actions` and
    /// `failures`. Members without a value, and flags that are `false`, are omitted. A node refers to its parent by the
    /// key.
    pub fn to_payload(&self) -> Payload {
        let node = |node: &ResolvedNode| {
            let parent = node.parent.and_then(|parent| self.nodes.get(parent));
            of_node(node, parent)
        };
        let mut members = JsonMembers::default();
        members.text("surfaceId", self.surface_id.as_str());
        members.text("version", self.version_word);
        members.list("nodes", self.nodes.iter().map(node));
        members.list("inputs", self.inputs.iter().map(of_input));
        members.list("actions", self.actions.iter().map(of_action));
        members.list("failures", self.failures.iter().map(of_failure));
        members.object()
    }
}

/// The members of an object that is written.
#[derive(Default)]
struct JsonMembers(Vec<(&'static str, Payload)>);

impl JsonMembers {
    fn add(&mut self, name: &'static str, value: Option<Payload>) {
        if let Some(value) = value {
            self.0.push((name, value));
        }
    }

    fn text(&mut self, name: &'static str, text: &str) {
        self.add(name, Some(Payload::string(text)));
    }

    fn optional_text(&mut self, name: &'static str, text: Option<&str>) {
        self.add(name, text.map(Payload::string));
    }

    fn flag(&mut self, name: &'static str, value: bool) {
        self.add(name, value.then(|| json("true")));
    }

    fn list(&mut self, name: &'static str, values: impl Iterator<Item = Payload>) {
        let values: Vec<Payload> = values.collect();
        self.add(name, Some(Payload::array(&values)));
    }

    fn list_if_any(&mut self, name: &'static str, values: impl Iterator<Item = Payload>) {
        let mut values = values.peekable();
        if values.peek().is_some() {
            self.list(name, values);
        }
    }

    fn object(&self) -> Payload {
        Payload::object(self.0.iter().map(|(name, value)| (*name, value)))
    }
}

fn of_node(node: &ResolvedNode, parent: Option<&ResolvedNode>) -> Payload {
    let mut members = JsonMembers::default();
    members.text("key", node.key.as_str());
    members.text("id", node.component_id.as_str());
    members.optional_text("component", node.component.as_deref());
    members.optional_text("parent", parent.map(|parent| parent.key.as_str()));
    members.add("properties", Some(node.properties.clone()));
    members.list_if_any("failedChecks", node.failed_checks.iter().map(of_check));
    members.object()
}

fn of_check(check: &FailedCheck) -> Payload {
    let mut members = JsonMembers::default();
    members.text("pointer", check.pointer.as_str());
    members.optional_text("message", check.message.as_deref());
    members.optional_text("code", check.code.as_deref());
    if check.severity != Severity::Error {
        members.text("severity", check.severity.as_str());
    }
    let error = check.error.as_ref().map(|error| error.message.as_str());
    members.optional_text("error", error);
    members.object()
}

fn of_input(input: &ResolvedInput) -> Payload {
    let option = |option: &super::ChoiceOption| {
        let mut members = JsonMembers::default();
        members.text("label", &option.label);
        members.text("value", &option.value);
        members.object()
    };
    let mut members = JsonMembers::default();
    members.text("key", input.key.as_str());
    members.text("property", input.property);
    members.optional_text("path", input.path.as_deref());
    members.text("kind", input.kind.as_str());
    members.optional_text("label", input.label.as_deref());
    members.add("value", input.value.clone());
    members.list_if_any("options", input.options.iter().map(option));
    let constraints = of_constraints(&input.constraints);
    if constraints != Payload::empty_object() {
        members.add("constraints", Some(constraints));
    }
    members.flag("otherChecks", input.has_other_checks);
    members.flag("secret", input.is_secret);
    members.object()
}

fn of_constraints(constraints: &InputConstraints) -> Payload {
    let count = |count: Option<usize>| count.map(|count| json(&count.to_string()));
    let number = |number: &Option<wire::Number>| {
        let number = number.as_ref();
        number.map(|number| json(number.as_str()))
    };
    let messages = constraints.messages.iter();
    let mut members = JsonMembers::default();
    members.flag("required", constraints.is_required);
    members.add("minLength", count(constraints.min_length));
    members.add("maxLength", count(constraints.max_length));
    members.add("minimum", number(&constraints.minimum));
    members.add("maximum", number(&constraints.maximum));
    members.optional_text("earliest", constraints.earliest.as_deref());
    members.optional_text("latest", constraints.latest.as_deref());
    members.optional_text("pattern", constraints.pattern.as_deref());
    members.flag("email", constraints.is_email);
    members.list_if_any("messages", messages.map(|message| Payload::string(message)));
    members.object()
}

fn of_action(action: &ResolvedAction) -> Payload {
    let mut members = JsonMembers::default();
    members.text("key", action.key.as_str());
    members.optional_text("label", action.label.as_deref());
    members.flag("primary", action.is_primary);
    members.flag("disabled", action.is_disabled);
    let mut effect = JsonMembers::default();
    match &action.action {
        DeclaredAction::Event { name, context } => {
            effect.text("name", name);
            effect.add("context", Some(context.clone()));
            members.add("event", Some(effect.object()));
        }
        DeclaredAction::Call(call) => {
            effect.text("name", &call.name);
            effect.add("arguments", call.arguments.clone());
            effect.optional_text("catalogId", call.catalog_id.as_deref());
            members.add("call", Some(effect.object()));
        }
    }
    members.object()
}

fn of_failure(failure: &ResolveFailure) -> Payload {
    let mut members = JsonMembers::default();
    members.text("key", failure.key.as_str());
    members.text("rule", failure.rule);
    members.text("pointer", failure.pointer.as_str());
    members.text("message", &failure.message);
    members.object()
}
