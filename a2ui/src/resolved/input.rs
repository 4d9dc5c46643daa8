//! The table of inputs.

use super::{InputConstraints, InputKind, NodeKey, ResolvedNode, action, constraints};
use crate::{
    expression::{Evaluation, to_text},
    surface::{Surface, SurfaceComponent, edited_property},
};
use wire::Payload;

/// An input of a resolved surface: a component of the basic catalog into which the user enters a value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResolvedInput {
    /// The key of the node.
    pub key: NodeKey,
    /// The property with the value, such as `value`.
    pub property: &'static str,
    /// The path in the data model to which the value is written, resolved from the top. `None` means that the property is
    /// not bound, so that the value cannot be written.
    pub path: Option<String>,
    /// The kind of value.
    pub kind: InputKind,
    /// The label of the input, or the label for assistive technology if the input has no other.
    pub label: Option<String>,
    /// The current value. `None` if the binding has no value.
    pub value: Option<Payload>,
    /// The options to choose from. Empty for other kinds than choices.
    pub options: Vec<ChoiceOption>,
    /// The rules for values, as far as the checks and properties of the component are known.
    pub constraints: InputConstraints,
    /// `true` if the component has checks that [`constraints`](Self::constraints) do not express.
    pub has_other_checks: bool,
    /// `true` if the text is hidden while the user enters it, such as a password.
    pub is_secret: bool,
}

/// An option of a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChoiceOption {
    /// The text of the option.
    pub label: String,
    /// The value that is written if the user chooses the option.
    pub value: String,
}

/// Reads the input of a node. Returns `None` for other components.
pub(super) fn read(
    surface: &Surface,
    component: &SurfaceComponent,
    node: &ResolvedNode,
    evaluation: &mut Evaluation<'_>,
) -> Option<ResolvedInput> {
    let (property, _) = edited_property(component.type_name(), surface.version())?;
    let path = surface.bound_path(component, property, &node.scope).ok();
    let kind = kind_of(component.type_name(), node);
    let (constraints, has_other_checks) = constraints::read(
        surface,
        component,
        node,
        (kind, path.as_deref()),
        evaluation,
    );
    Some(ResolvedInput {
        key: node.key.clone(),
        property,
        path,
        kind,
        label: node
            .text("label")
            .or_else(|| action::accessible_label(node)),
        value: node.properties.member(property),
        options: options(node),
        constraints,
        has_other_checks,
        is_secret: is_secret(node),
    })
}

/// Returns the kind of a text field, which is a `variant` (in 0.8 a `textFieldType`).
fn is_field(node: &ResolvedNode, word: &str) -> bool {
    node.has_word("variant", word) || node.has_word("textFieldType", word)
}

fn is_secret(node: &ResolvedNode) -> bool {
    node.component.as_deref() == Some("TextField") && is_field(node, "obscured")
}

fn kind_of(type_name: &str, node: &ResolvedNode) -> InputKind {
    match type_name {
        "CheckBox" => InputKind::Boolean,
        "Slider" => InputKind::Slider,
        "DateTimeInput" => match (node.has_flag("enableDate"), node.has_flag("enableTime")) {
            (true, false) => InputKind::Date,
            (false, true) => InputKind::Time,
            // Without both, clients show an input for both.
            _ => InputKind::DateTime,
        },
        "ChoicePicker" if node.has_word("variant", "multipleSelection") => {
            InputKind::MultipleChoice
        }
        "ChoicePicker" => InputKind::SingleChoice,
        "MultipleChoice" => match node.text("maxAllowedSelections").as_deref() {
            Some("1") => InputKind::SingleChoice,
            _ => InputKind::MultipleChoice,
        },
        _ if is_field(node, "longText") => InputKind::LongText,
        _ if is_field(node, "number") => InputKind::Number,
        _ if is_field(node, "date") => InputKind::Date,
        _ => InputKind::Text,
    }
}

fn options(node: &ResolvedNode) -> Vec<ChoiceOption> {
    let mut options = Vec::new();
    let Some(list) = node.properties.member("options") else {
        return options;
    };
    for option in list.elements() {
        let Some(value) = option.member("value") else {
            continue;
        };
        let value = to_text(Some(&value));
        let label = match option.member("label") {
            Some(label) => to_text(Some(&label)),
            None => value.clone(),
        };
        options.push(ChoiceOption { label, value });
    }
    options
}
