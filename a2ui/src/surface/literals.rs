//! Literals in bound values of A2UI 0.8, which initialize the data model.

use super::{Surface, SurfaceChange, SurfaceComponent, SurfaceError, references};
use crate::{
    data_model::{self, DataError, SavedValue},
    v0_8,
};
use wire::{Payload, PayloadKind, Pointer};

/// The properties of the standard catalog that contain bound values. The context of an action is not included, because
/// its bindings are read only when the user acts.
const BOUND: &[(&str, &[&str])] = &[
    ("Text", &["text"]),
    ("Image", &["url", "altText"]),
    ("Icon", &["name"]),
    ("Video", &["url"]),
    ("AudioPlayer", &["url", "description"]),
    ("Tabs", &["tabItems/*/title"]),
    ("CheckBox", &["label", "value"]),
    ("TextField", &["label", "text"]),
    ("DateTimeInput", &["value"]),
    ("MultipleChoice", &["selections", "options/*/label"]),
    ("Slider", &["label", "value"]),
];

/// A literal in a bound value that also contains a path.
#[derive(Debug)]
pub(super) struct Literal {
    /// The pointer of the path in the component.
    pub(super) pointer: Pointer,
    /// The path, in the form for [`data_model::segments`](crate::data_model::segments).
    pub(super) path: String,
    pub(super) value: Payload,
}

/// Returns the literals that a component writes to the data model, in the order of its properties.
///
/// Only paths that begin with `/` are included. Other paths may be relative to a template item, and nothing is written to
/// template items. A component alone does not show whether it is inside a template.
///
/// Specification: [A2UI 0.8, Data binding: the BoundValue object](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#42-data-binding-the-boundvalue-object).
pub(super) fn of(component: &v0_8::Component) -> Vec<Literal> {
    let kind = &component.component;
    let at = Pointer::root().member("component").member(&kind.name);
    let mut literals = Vec::new();
    for (type_name, paths) in BOUND {
        if *type_name != kind.name {
            continue;
        }
        for path in *paths {
            let values = references::at(&|name| kind.properties.member(name), path, &at);
            literals.extend(
                values
                    .into_iter()
                    .filter_map(|(at, value)| literal(at, &value)),
            );
        }
    }
    literals
}

fn literal(at: Pointer, value: &Payload) -> Option<Literal> {
    let path = value.member("path")?.as_str()?.into_owned();
    if !path.starts_with('/') {
        return None;
    }
    let value = literal_value(value)?;
    let path = match data_model::names(&path) {
        Ok(names) => data_model::path(&names),
        // The later write reports an invalid path.
        Err(_) => path,
    };
    Some(Literal {
        pointer: at.member("path"),
        path,
        value,
    })
}

/// Returns the first literal of a bound value whose type matches its member name.
fn literal_value(bound_value: &Payload) -> Option<Payload> {
    const LITERALS: [(&str, PayloadKind); 4] = [
        ("literalString", PayloadKind::String),
        ("literalNumber", PayloadKind::Number),
        ("literalBoolean", PayloadKind::Boolean),
        ("literalArray", PayloadKind::Array),
    ];
    for (name, kind) in LITERALS {
        let Some(value) = bound_value.member(name) else {
            continue;
        };
        // Only an array has elements.
        if value.kind() == kind && value.elements().all(|e| e.kind() == PayloadKind::String) {
            return Some(value);
        }
    }
    None
}

impl Surface {
    /// Writes the literals of components, all or none. Returns the previous value for each write.
    pub(super) fn write_literals(
        &mut self,
        components: &[SurfaceComponent],
        at: &'static str,
        changes: &mut Vec<SurfaceChange>,
    ) -> Result<Vec<SavedValue>, SurfaceError> {
        let mut before = Vec::new();
        for (index, component) in components.iter().enumerate() {
            let SurfaceComponent::V0_8(component) = component else {
                continue;
            };
            for literal in of(component) {
                let (saved, path) = match self.write_saved(&literal.path, literal.value) {
                    Ok(written) => written,
                    Err(error) => {
                        self.restore(before);
                        let at = Pointer::from_static(at).element(index);
                        return Err(self.refused_data(&error, at.join(&literal.pointer)));
                    }
                };
                before.push(saved);
                changes.push(SurfaceChange::Literal {
                    surface_id: self.surface_id().clone(),
                    component: component.id.clone(),
                    path,
                });
            }
        }
        Ok(before)
    }

    /// Writes one value. Returns the previous value and the written path.
    pub(super) fn write_saved(
        &mut self,
        path: &str,
        value: Payload,
    ) -> Result<(SavedValue, String), DataError> {
        let touches = self.predict_change(path);
        let saved = self.data_model.before(path)?;
        let path = self.write_data(path, Some(value))?;
        self.record_write(touches, &path);
        Ok((saved, path))
    }

    /// Reverts writes, the last one first.
    pub(super) fn restore(&mut self, before: Vec<SavedValue>) {
        before
            .into_iter()
            .rev()
            .for_each(|was| self.data_model.restore(was));
    }
}
