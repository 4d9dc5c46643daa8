//! The data model paths that a component reads.

use super::{
    Surface, SurfaceComponent, input,
    node::{self, Child},
};
use crate::{
    Notation, Version,
    expression::{Dynamic, ReadPaths, is_template},
};
use wire::{Payload, Pointer};

/// A data model path that a component reads.
pub(super) struct Binding {
    /// The pointer of the path in the component. For a path inside a `formatString`, this is the pointer of the whole
    /// text.
    pub(super) pointer: Pointer,
    pub(super) path: String,
    pub(super) role: Role,
    /// The kind of value that the property accepts, if the property itself is bound to the path.
    pub(super) expected: Option<ExpectedKind>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExpectedKind {
    /// A string, number or boolean.
    Single,
    List,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A value that is shown, sent or checked.
    Value,
    /// A value that the user edits in an input component.
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

/// The types and properties that show or contain a value, with the kind of this value.
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

/// Returns `true` if a type of the basic catalog has this name, so that its input properties are known.
pub(super) fn is_known(type_name: &str) -> bool {
    TYPES.contains(&type_name)
}

/// Returns `true` for an icon of 0.10, in which `path` is an SVG path to draw and not a path of the data model.
pub(crate) fn draws_path(type_name: &str, version: Version) -> bool {
    type_name == "Icon" && matches!(version, Version::V0_10 | Version::V1_0June)
}

impl Surface {
    /// Returns the paths that a component reads, except the paths of templates.
    pub(super) fn bindings(&self, component: &SurfaceComponent) -> Vec<Binding> {
        let (version, notation) = self.writing_of(component.id().as_str());
        let kind = component.type_name();
        if draws_path(kind, version) {
            return Vec::new();
        }
        let mut properties = PropertyBindings {
            kind,
            from: component.properties_at(),
            notation,
            found: Vec::new(),
        };
        for (name, value) in component.properties() {
            match name {
                Some(name) => properties.add(name, value),
                None => {
                    for (name, value) in value.members() {
                        properties.add(&name, &value);
                    }
                }
            }
        }
        properties.found
    }

    /// Returns the children of a component, each with its template.
    pub(super) fn children(&self, component: &SurfaceComponent) -> Vec<Child> {
        node::children(component, &self.options.references)
    }
}

/// The bindings of the properties of one component.
struct PropertyBindings<'a> {
    /// The type of the component.
    kind: &'a str,
    /// The pointer of the properties within the component.
    from: Pointer,
    notation: Notation,
    found: Vec<Binding>,
}

impl PropertyBindings<'_> {
    fn add(&mut self, name: &str, value: &Payload) {
        let is_input = input::is_edited(self.kind, name);
        let role = if is_input { Role::Input } else { Role::Value };
        let at = self.from.member(name);
        let own_depth = at.segments().count() + 1;
        let before = self.found.len();
        collect_bindings(value, at, role, self.notation, &mut self.found);
        let own = self.found.get_mut(before..).and_then(<[_]>::first_mut);
        let Some(own) = own else { return };
        // A kind is expected only for a binding of the property itself, not for one inside a list or an argument.
        if own.pointer.segments().count() == own_depth {
            own.expected = expected_kind(self.kind, name);
        }
    }
}

fn expected_kind(type_name: &str, property: &str) -> Option<ExpectedKind> {
    for (known_type, known_property, kind) in EXPECTED_KINDS {
        if (known_type, known_property) == (type_name, property) {
            return Some(kind);
        }
    }
    None
}

/// A value that is still to be visited, with its place and the role that a binding in this place has.
type OpenValue = (Payload, Pointer, Role);

/// Adds the bindings in a value and in all nested values, in order.
fn collect_bindings(
    value: &Payload,
    at: Pointer,
    role: Role,
    notation: Notation,
    found: &mut Vec<Binding>,
) {
    let path_name = if notation.has_marked_values() {
        "@path"
    } else {
        "path"
    };
    let before = found.len();
    let mut open = vec![(value.clone(), at, role)];
    while let Some((value, at, role)) = open.pop() {
        match Dynamic::read(&value, notation) {
            // The literal beside the path is shown if no message writes the path.
            Ok(Dynamic::Binding {
                initial: Some(_), ..
            }) => {}
            Ok(Dynamic::Binding { path, .. }) => {
                found.push(Binding {
                    pointer: at.member(path_name),
                    path,
                    role,
                    expected: None,
                });
            }
            Ok(Dynamic::Call(call)) => {
                if let Some(arguments) = &call.arguments {
                    let at = at.member("args");
                    open_arguments(&call.name, arguments, &at, &mut open, found);
                }
            }
            // A literal, or an object that is malformed, may contain bindings.
            Ok(Dynamic::Literal(_)) | Err(_) => {
                for (index, value) in value.elements().enumerate() {
                    open.push((value, at.element(index), Role::Value));
                }
                for (name, value) in value.members() {
                    open.push((value, at.member(&name), Role::Value));
                }
            }
        }
    }
    // The loop reads the stack from its end.
    found
        .get_mut(before..)
        .into_iter()
        .for_each(<[Binding]>::reverse);
}

/// Queues the arguments of a call. The text of a `formatString` is parsed immediately, because its bindings are inside
/// the text.
fn open_arguments(
    function: &str,
    arguments: &Payload,
    at: &Pointer,
    open: &mut Vec<OpenValue>,
    found: &mut Vec<Binding>,
) {
    for (name, argument) in arguments.members() {
        let at = at.member(&name);
        let text = match is_template(function, &name) {
            true => argument.as_str(),
            false => None,
        };
        let Some(text) = text else {
            open.push((argument, at, Role::Value));
            continue;
        };
        let mut reads = ReadPaths::default();
        reads.add_template(&text);
        for path in reads.paths {
            found.push(Binding {
                pointer: at.clone(),
                path,
                role: Role::Text,
                expected: None,
            });
        }
    }
}
