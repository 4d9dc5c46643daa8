//! The bindings of a component, each with its pointer.

use super::{
    Surface, SurfaceComponent,
    node::{self, Child},
};
use crate::{
    Notation, Version,
    expression::{Dynamic, ReadPaths, is_template},
};
use wire::{Payload, Pointer};

/// A path that a component reads.
pub(super) struct Binding {
    /// The pointer of the path in the component. For a path inside a `formatString`, the pointer of the whole text.
    pub(super) pointer: Pointer,
    pub(super) path: String,
    pub(super) role: Role,
    /// The kind of value that the property accepts, if the path is bound to the property itself.
    pub(super) expected: Option<ExpectedKind>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExpectedKind {
    /// A string, a number or a boolean.
    Single,
    List,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The value is shown, sent or checked.
    Value,
    /// The value that the user edits in an input component.
    Input,
    /// One of several paths in a text.
    Text,
}

/// The component types of the basic catalog in all versions.
const TYPES: [&str; 19] = [
    "Text",
    "Image",
    "Icon",
    "Video",
    "AudioPlayer",
    "Row",
    "Column",
    "List",
    "Card",
    "Tabs",
    "Modal",
    "Divider",
    "Button",
    "TextField",
    "CheckBox",
    "ChoicePicker",
    "MultipleChoice",
    "Slider",
    "DateTimeInput",
];

/// The types that the user edits, and the properties to which these types write.
const INPUTS: [&str; 6] = [
    "TextField",
    "CheckBox",
    "ChoicePicker",
    "MultipleChoice",
    "Slider",
    "DateTimeInput",
];
const EDITED: [&str; 3] = ["value", "text", "selections"];

/// The properties that show or contain a value, and its kind.
const EXPECTED_KINDS: [(&str, &str, ExpectedKind); 10] = [
    ("Text", "text", ExpectedKind::Single),
    ("Image", "url", ExpectedKind::Single),
    ("Video", "url", ExpectedKind::Single),
    ("AudioPlayer", "url", ExpectedKind::Single),
    ("TextField", "value", ExpectedKind::Single),
    ("TextField", "text", ExpectedKind::Single),
    ("CheckBox", "value", ExpectedKind::Single),
    ("Slider", "value", ExpectedKind::Single),
    ("DateTimeInput", "value", ExpectedKind::Single),
    ("ChoicePicker", "value", ExpectedKind::List),
];

/// Returns `true` if the type has the name of a basic catalog type, so that its inputs are known.
pub(super) fn is_known(type_name: &str) -> bool {
    TYPES.contains(&type_name)
}

impl Surface {
    /// Returns the paths that a component reads, except those of its templates.
    pub(super) fn bindings(&self, component: &SurfaceComponent) -> Vec<Binding> {
        let (version, notation) = self.writing_of(component.id().as_str());
        let kind = component.type_name();
        let from = component.properties_at();
        let mut found = Vec::new();
        let is_input = |name: &str| INPUTS.contains(&kind) && EDITED.contains(&name);
        let mut property = |name: &str, value: &Payload| {
            // In 0.10, the `path` of an icon is an SVG path to draw.
            let is_drawn = kind == "Icon" && matches!(version, Version::V0_10 | Version::V1_0June);
            if !is_drawn {
                let role = if is_input(name) {
                    Role::Input
                } else {
                    Role::Value
                };
                let before = found.len();
                bindings(value, from.member(name), role, notation, &mut found);
                let row = EXPECTED_KINDS
                    .iter()
                    .find(|row| (row.0, row.1) == (kind, name));
                let own = found.get_mut(before..).and_then(|own| own.first_mut());
                if let Some(own) =
                    own.filter(|own| own.pointer.segments().count() == from.segments().count() + 2)
                {
                    own.expected = row.map(|row| row.2);
                }
            }
        };
        for (name, value) in component.properties() {
            match name {
                Some(name) => property(name, value),
                None => value
                    .members()
                    .for_each(|(name, value)| property(&name, &value)),
            }
        }
        found
    }

    /// Returns the components that a component refers to, with the templates.
    pub(super) fn children(&self, component: &SurfaceComponent) -> Vec<Child> {
        node::children(component, &self.options.references)
    }
}

fn bindings(
    value: &Payload,
    at: Pointer,
    role: Role,
    notation: Notation,
    found: &mut Vec<Binding>,
) {
    let path = if notation.has_marked_values() {
        "@path"
    } else {
        "path"
    };
    let before = found.len();
    let mut open = vec![(value.clone(), at, role)];
    while let Some((value, at, role)) = open.pop() {
        match Dynamic::read(&value, notation) {
            // The literal beside the path is shown if nothing is written.
            Ok(Dynamic::Binding {
                initial: Some(_), ..
            }) => {}
            Ok(Dynamic::Binding { path: text, .. }) => {
                found.push(Binding {
                    pointer: at.member(path),
                    path: text,
                    role,
                    expected: None,
                });
            }
            Ok(Dynamic::Call(call)) => {
                let at = at.member("args");
                for (name, argument) in call
                    .arguments
                    .iter()
                    .flat_map(|arguments| arguments.members())
                {
                    let at = at.member(&name);
                    match argument.as_str().filter(|_| is_template(&call.name, &name)) {
                        Some(text) => {
                            let mut reads = ReadPaths::default();
                            reads.add_template(&text);
                            let bound = |path| Binding {
                                pointer: at.clone(),
                                path,
                                role: Role::Text,
                                expected: None,
                            };
                            found.extend(reads.paths.into_iter().map(bound));
                        }
                        None => open.push((argument, at, Role::Value)),
                    }
                }
            }
            Ok(Dynamic::Literal(_)) | Err(_) => {
                let elements = value.elements().enumerate();
                open.extend(elements.map(|(index, value)| (value, at.element(index), Role::Value)));
                open.extend(
                    value
                        .members()
                        .map(|(name, value)| (value, at.member(&name), Role::Value)),
                );
            }
        }
    }
    // The loop reads the stack from its end.
    found
        .get_mut(before..)
        .into_iter()
        .for_each(<[Binding]>::reverse);
}
