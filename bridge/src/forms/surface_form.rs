//! Surfaces as forms.

pub use super::buttons::AcceptButton;
use super::{
    property::{PropertyBuilder, last_token},
    rules,
};
use crate::{
    ComponentNote, Refusal, Verdict, button_roles::SortedButtons, surface_names::UniqueNames,
    surface_writer::object,
};
use a2ui::resolved::{
    DeclaredAction, InputKind, NodeKey, ResolvedAction, ResolvedInput, ResolvedNode,
    ResolvedSurface,
};
use elicitation::{FormSchema, Revision};
use std::collections::{BTreeMap, BTreeSet};
use wire::{Payload, Pointer};

/// A surface as a form: the parameters of its request, and the table that turns an answer into an action.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SurfaceForm {
    /// The id of the surface.
    pub surface_id: String,
    /// The revision for which the form is written.
    pub revision: Revision,
    /// The text for the user.
    pub message: String,
    /// The properties that are asked for. Empty for a page to open.
    pub schema: FormSchema,
    /// The page to open, if the surface offers only that.
    pub url: Option<String>,
    /// The inputs, in the order of the properties.
    pub fields: Vec<FormField>,
    /// The button whose action an accepted form sends.
    pub accept: AcceptButton,
    /// The button whose action a declined form sends.
    pub decline: Option<NodeKey>,
    /// The button whose action a dismissed form sends.
    pub cancel: Option<NodeKey>,
    /// What became of the components.
    pub notes: Vec<ComponentNote>,
}

/// A property of a form and its input.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FormField {
    /// The name of the property.
    pub name: String,
    /// The input of the surface.
    pub key: NodeKey,
    /// `true` if the input had a value when the form was written.
    pub had_value: bool,
}

/// Returns the form of a surface for a revision of MCP or ACP.
///
/// Texts become the message, inputs become properties, and the buttons accept, decline or dismiss the form. If several
/// buttons accept it, a further property asks which one. A surface that only offers to open a page becomes a request of
/// the mode `url`.
///
/// # Errors
/// Refuses a surface without a button that sends an event, an input for a secret, and what the revision lacks: several
/// choices and the mode `url` in MCP 2025-06-18.
pub fn form_of_surface(
    surface: &ResolvedSurface,
    revision: Revision,
) -> Result<SurfaceForm, Refusal> {
    if !surface.has_root() {
        let message = format!(
            "the surface `{}` has no root component yet",
            surface.surface_id
        );
        return Err(Refusal::rule_broken(rules::EMPTY, Pointer::root(), message)
            .hint("send the components of the surface first, with one called `root`"));
    }
    let mut builder = FormBuilder::new(surface, revision);
    builder.visit_all()?;
    builder.finish()
}

/// The parts of a form that is being built.
struct FormBuilder<'s> {
    surface: &'s ResolvedSurface,
    revision: Revision,
    texts: Vec<String>,
    properties: Vec<(String, PropertyBuilder)>,
    required: Vec<String>,
    fields: Vec<FormField>,
    /// The paths of the inputs so far.
    paths: BTreeSet<&'s str>,
    /// The number of inputs whose path ends with each name.
    token_counts: BTreeMap<String, usize>,
    names: UniqueNames,
    events: Vec<&'s ResolvedAction>,
    pages: Vec<(&'s ResolvedAction, String)>,
    notes: Vec<ComponentNote>,
    /// The index of the input that a caption directly below describes, and its parent.
    described: Option<(usize, Option<usize>)>,
}

impl<'s> FormBuilder<'s> {
    fn new(surface: &'s ResolvedSurface, revision: Revision) -> Self {
        let mut token_counts = BTreeMap::new();
        for path in surface
            .inputs
            .iter()
            .filter_map(|input| input.path.as_deref())
        {
            *token_counts.entry(last_token(path)).or_default() += 1;
        }
        Self {
            surface,
            revision,
            texts: Vec::new(),
            properties: Vec::new(),
            required: Vec::new(),
            fields: Vec::new(),
            paths: BTreeSet::new(),
            token_counts,
            names: UniqueNames::default(),
            events: Vec::new(),
            pages: Vec::new(),
            notes: Vec::new(),
            described: None,
        }
    }

    /// Visits the components in the order of the screen. The text of a button belongs to the button.
    fn visit_all(&mut self) -> Result<(), Refusal> {
        let nodes = &self.surface.nodes;
        let mut open: Vec<usize> = Vec::new();
        for (index, node) in nodes.iter().enumerate().rev() {
            if node.parent.is_none() {
                open.push(index);
            }
        }
        while let Some(index) = open.pop() {
            let Some(node) = nodes.get(index) else {
                continue;
            };
            self.visit(node)?;
            if node.component.as_deref() != Some("Button") {
                open.extend(node.children.iter().rev());
            }
        }
        Ok(())
    }

    fn visit(&mut self, node: &'s ResolvedNode) -> Result<(), Refusal> {
        let described = self.described.take();
        if let Some(input) = self.surface.input(&node.key) {
            return self.visit_input(node, input);
        }
        match node.component.as_deref().unwrap_or_default() {
            "Text" => self.visit_text(node, described),
            "Button" => self.visit_button(node),
            "Row" | "Column" | "Card" | "List" | "Tabs" | "Modal" | "Divider" => {
                self.note(node, "", Verdict::Dropped, None, "a form has no layout");
            }
            _ => {
                let remark = "a form shows only texts, inputs and buttons";
                self.note(node, "", Verdict::Dropped, None, remark);
            }
        }
        Ok(())
    }

    fn note(
        &mut self,
        node: &ResolvedNode,
        member: &'static str,
        verdict: Verdict,
        to: Option<Pointer>,
        remark: &'static str,
    ) {
        self.notes.push(ComponentNote {
            key: node.key.clone(),
            member,
            verdict,
            to,
            remark,
        });
    }

    fn visit_text(&mut self, node: &'s ResolvedNode, described: Option<(usize, Option<usize>)>) {
        let text = text_of(node, "text");
        if text.is_empty() {
            return;
        }
        let variant = text_of(node, "variant");
        let described =
            described.filter(|(_, parent)| *parent == node.parent && variant == "caption");
        let Some((index, _)) = described else {
            self.texts.push(text);
            let to = Pointer::root().member("message");
            self.note(node, "text", Verdict::Encoded, Some(to), "");
            return;
        };
        let Some((name, property)) = self.properties.get_mut(index) else {
            return;
        };
        property.describe(&text);
        let to = property_at(name).member("description");
        self.note(
            node,
            "text",
            Verdict::Encoded,
            Some(to),
            "the caption of an input",
        );
    }

    fn visit_button(&mut self, node: &'s ResolvedNode) {
        let Some(action) = self.surface.action(&node.key) else {
            self.note(node, "", Verdict::Dropped, None, "the button has no action");
            return;
        };
        match &action.action {
            DeclaredAction::Event { .. } => self.events.push(action),
            DeclaredAction::Call(call) if call.name == "openUrl" => {
                let url = call
                    .arguments
                    .as_ref()
                    .and_then(|arguments| arguments.member("url"));
                match url.and_then(|url| Some(url.as_str()?.into_owned())) {
                    Some(url) => self.pages.push((action, url)),
                    None => {
                        let remark = "the button opens no fixed URL";
                        self.note(node, "action", Verdict::Dropped, None, remark);
                    }
                }
            }
            _ => {
                let remark = "an elicitation calls no functions";
                self.note(node, "action", Verdict::Dropped, None, remark);
            }
        }
    }

    fn visit_input(
        &mut self,
        node: &'s ResolvedNode,
        input: &'s ResolvedInput,
    ) -> Result<(), Refusal> {
        let at = Pointer::root();
        if input.is_secret {
            let message = format!(
                "the input `{}` hides what the user types, and a form must not ask for secrets",
                node.key
            );
            return Err(Refusal::rule_broken(rules::SECRET, at, message)
                .hint("ask for the secret on a page that the surface opens with `openUrl`"));
        }
        let Some(path) = input.path.as_deref() else {
            let remark = "the input is bound to no path, so an answer could not be stored";
            self.note(node, "value", Verdict::Dropped, None, remark);
            return Ok(());
        };
        if !self.paths.insert(path) {
            let remark = "another input of the form has the same path";
            self.note(node, "", Verdict::Dropped, None, remark);
            return Ok(());
        }
        if input.kind == InputKind::MultipleChoice && !self.revision.has_multiple_choice() {
            let message = format!(
                "the input `{}` has several values, and MCP 2025-06-18 has no property for them",
                node.key
            );
            return Err(Refusal::rule_broken(rules::CHOICES, at, message)
                .hint("translate into `mcp-elicitation@2025-11-25` or later"));
        }
        let is_twice = self.token_counts.get(&last_token(path)) > Some(&1);
        let name = self.names.take(&candidate_names(node, path, is_twice));
        let property = PropertyBuilder::of(input, node, self.revision);
        let below = property_at(&name);
        for note in property.notes() {
            let to = note.to.map(|member| match member {
                "" => below.clone(),
                member => below.member(member),
            });
            self.note(node, note.member, note.verdict, to, note.remark);
        }
        if input.constraints.is_required {
            self.required.push(name.clone());
            let to = Pointer::from_static("/requestedSchema/required");
            self.note(node, "checks", Verdict::Encoded, Some(to), "");
        }
        self.fields.push(FormField {
            name: name.clone(),
            key: node.key.clone(),
            had_value: has_value(input),
        });
        self.properties.push((name, property));
        self.described = Some((self.properties.len() - 1, node.parent));
        Ok(())
    }

    fn finish(mut self) -> Result<SurfaceForm, Refusal> {
        let url = self.page()?;
        let buttons = SortedButtons::of(&self.events);
        if buttons.positive.is_empty() && url.is_none() {
            return Err(self.refuse_without_button());
        }
        let accept = self.accept(&buttons, url.is_some());
        for (button, _) in &self.pages {
            let (verdict, to, remark) = match url {
                Some(_) => (Verdict::Encoded, Some(Pointer::from_static("/url")), ""),
                None => (Verdict::Dropped, None, "a form cannot offer to open a page"),
            };
            self.notes.push(ComponentNote {
                key: button.key.clone(),
                member: "action",
                verdict,
                to,
                remark,
            });
        }
        let message = self.message();
        let schema = self.schema()?;
        Ok(SurfaceForm {
            surface_id: self.surface.surface_id.to_string(),
            revision: self.revision,
            message,
            schema,
            url,
            fields: self.fields,
            accept,
            decline: buttons.decline.map(|button| button.key.clone()),
            cancel: buttons.cancel.map(|button| button.key.clone()),
            notes: self.notes,
        })
    }

    /// Returns the page of a surface that only offers to open one.
    fn page(&self) -> Result<Option<String>, Refusal> {
        let [(_, url)] = self.pages.as_slice() else {
            return Ok(None);
        };
        if !self.fields.is_empty() {
            return Ok(None);
        }
        if !self.revision.has_url_mode() {
            let message = format!(
                "the surface `{}` offers to open a page, and MCP 2025-06-18 has only forms",
                self.surface.surface_id
            );
            return Err(
                Refusal::rule_broken(rules::URL_MODE, Pointer::root(), message)
                    .hint("translate into `mcp-elicitation@2025-11-25` or later"),
            );
        }
        Ok(Some(url.clone()))
    }

    fn refuse_without_button(&self) -> Refusal {
        let message = format!(
            "the surface `{}` has no button that sends an event, so its form would have no answer",
            self.surface.surface_id
        );
        Refusal::rule_broken(rules::BUTTON, Pointer::root(), message)
            .hint("add a Button with an `event` to the surface")
    }

    /// Finds the button that accepts the form. Several buttons become a property, which a request for a page cannot have.
    fn accept(&mut self, buttons: &SortedButtons<'s>, is_page: bool) -> AcceptButton {
        let positive = buttons.positive.as_slice();
        let first = positive.first().copied();
        for button in &self.events {
            let (verdict, remark) = match button {
                button if is_same(buttons.decline, button) => {
                    (Verdict::Derived, "declining the form sends the event")
                }
                button if is_same(buttons.cancel, button) => {
                    (Verdict::Derived, "dismissing the form sends the event")
                }
                button if is_page && !is_same(first, button) => {
                    (Verdict::Dropped, "a request for a page has one button")
                }
                _ => (Verdict::Derived, "accepting the form sends the event"),
            };
            self.notes.push(ComponentNote {
                key: button.key.clone(),
                member: "action",
                verdict,
                to: None,
                remark,
            });
        }
        if is_page || positive.len() < 2 {
            return match first {
                Some(button) => AcceptButton::One(button.key.clone()),
                None => AcceptButton::None,
            };
        }
        let property = self.names.take(&["action".to_owned()]);
        let mut values = UniqueNames::default();
        let mut choices = Vec::new();
        let mut named = Vec::new();
        for button in positive {
            let event = event_name(button);
            let value = values.take(&[event.to_owned(), button.key.to_string()]);
            let label = button.label.clone().filter(|label| !label.is_empty());
            choices.push((value.clone(), label.unwrap_or_else(|| event.to_owned())));
            named.push((value, button.key.clone()));
            self.notes.push(ComponentNote {
                key: button.key.clone(),
                member: "child",
                verdict: Verdict::Encoded,
                to: Some(property_at(&property)),
                remark: "several buttons accept the form, so a property asks which one",
            });
        }
        let choice = PropertyBuilder::of_choice(None, &choices, self.revision);
        self.properties.push((property.clone(), choice));
        self.required.push(property.clone());
        AcceptButton::Several {
            property,
            buttons: named,
        }
    }

    /// Joins the texts by blank lines. A form without texts shows the label of its button.
    fn message(&self) -> String {
        if !self.texts.is_empty() {
            return self.texts.join("\n\n");
        }
        let label = self.events.first().and_then(|button| button.label.clone());
        label.unwrap_or_default()
    }

    fn schema(&self) -> Result<FormSchema, Refusal> {
        let properties: Vec<(&str, Payload)> = self
            .properties
            .iter()
            .map(|(name, property)| (name.as_str(), property.build()))
            .collect();
        let mut members = vec![
            ("type", Payload::string("object")),
            ("properties", object(&properties)),
        ];
        if !self.required.is_empty() {
            let required: Vec<Payload> = self
                .required
                .iter()
                .map(|name| Payload::string(name))
                .collect();
            members.push(("required", Payload::array(&required)));
        }
        Ok(object(&members).decode()?)
    }
}

fn is_same(one: Option<&ResolvedAction>, other: &ResolvedAction) -> bool {
    one.is_some_and(|one| one.key == other.key)
}

fn event_name(button: &ResolvedAction) -> &str {
    match &button.action {
        DeclaredAction::Event { name, .. } => name,
        _ => "",
    }
}

/// Returns the place of a property in the parameters of a request.
fn property_at(name: &str) -> Pointer {
    Pointer::from_static("/requestedSchema/properties").member(name)
}

fn text_of(node: &ResolvedNode, name: &str) -> String {
    let value = node.properties.member(name);
    let text = value
        .as_ref()
        .and_then(|value| Some(value.as_str()?.into_owned()));
    text.unwrap_or_default()
}

/// Returns the names of a property, best first: the last name of the path, unless another input has the same one or it is
/// an index, then the component id. In a template, the index of the item follows.
fn candidate_names(node: &ResolvedNode, path: &str, is_twice: bool) -> Vec<String> {
    let token = last_token(path);
    let is_index = token.bytes().all(|byte| byte.is_ascii_digit());
    let id = node.component_id.as_str();
    let mut names = Vec::new();
    if !is_index && !is_twice {
        names.push(token.clone());
    }
    match node.scope.index() {
        Some(item) => {
            let stem = if is_index { id } else { token.as_str() };
            names.push(format!("{stem}_{item}"));
            names.push(format!("{id}_{item}"));
        }
        None => names.push(id.to_owned()),
    }
    names
}

fn has_value(input: &ResolvedInput) -> bool {
    match &input.value {
        Some(value) => !value.is_null() && value.text() != "\"\"" && value.text() != "[]",
        None => false,
    }
}

impl SurfaceForm {
    /// Returns the parameters of the request. The parameters of ACP lack the scope of the request, such as `sessionId`.
    pub fn params(&self) -> Payload {
        let mut members = Vec::new();
        if let Some(url) = &self.url {
            members.push(("mode", Payload::string("url")));
            members.push(("message", Payload::string(&self.message)));
            members.push(("url", Payload::string(url)));
            // The surface id is unique among the open surfaces.
            if self.revision.has_elicitation_id() {
                members.push(("elicitationId", Payload::string(&self.surface_id)));
            }
            return object(&members);
        }
        if self.revision.has_mode() {
            members.push(("mode", Payload::string("form")));
        }
        members.push(("message", Payload::string(&self.message)));
        let schema = Payload::encode(&self.schema).unwrap_or_else(|_| Payload::empty_object());
        members.push(("requestedSchema", schema));
        object(&members)
    }
}
