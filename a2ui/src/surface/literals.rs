//! Bound values of A2UI 0.8 that contain their initial value.

use super::{Surface, SurfaceChange, SurfaceComponent, SurfaceError, references};
use crate::{
    data_model::{self, SavedValue},
    v0_8,
};
use wire::{Payload, PayloadKind, Pointer};

/// The properties of the standard catalog that contain bound values. The context of an action is not listed, because its
/// bindings are read only when the user acts.
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

/// A literal beside a path in one bound value.
#[derive(Debug)]
pub(super) struct Literal {
    /// The pointer of the path in the component.
    pub(super) pointer: Pointer,
    /// The path in the form that [`data_model::segments`](crate::data_model::segments) reads.
    pub(super) path: String,
    pub(super) value: Payload,
}

/// Returns the literals that a component writes to the data model, in the order of its properties.
///
/// Only paths that begin with `/` are included. Other paths may be relative to a template item, to which nothing is written,
/// and a component alone does not show whether it is inside a template.
pub(super) fn of(component: &v0_8::Component) -> Vec<Literal> {
    let kind = &component.component;
    let paths = BOUND
        .iter()
        .filter(|row| row.0 == kind.name)
        .flat_map(|row| row.1);
    let at = Pointer::root().member("component").member(&kind.name);
    let property = |name: &str| kind.properties.member(name);
    let values = paths.flat_map(|path| references::at(&property, path, &at));
    values
        .filter_map(|(at, value)| literal(at, &value))
        .collect()
}

fn literal(at: Pointer, value: &Payload) -> Option<Literal> {
    let member = |name: &str| value.member(name);
    let path = member("path")?.as_str()?.into_owned();
    if !path.starts_with('/') {
        return None;
    }
    let is = |name: &str, kind: PayloadKind| member(name).filter(|value| value.kind() == kind);
    let strings = |list: &Payload| {
        list.elements()
            .all(|element| element.kind() == PayloadKind::String)
    };
    let value = is("literalString", PayloadKind::String)
        .or_else(|| is("literalNumber", PayloadKind::Number))
        .or_else(|| is("literalBoolean", PayloadKind::Boolean))
        .or_else(|| is("literalArray", PayloadKind::Array).filter(strings))?;
    let path = data_model::names(&path).map_or(path, |names| data_model::path(&names));
    Some(Literal {
        pointer: at.member("path"),
        path,
        value,
    })
}

impl Surface {
    /// Writes the literals of components, all or none. Returns the previous value of each write.
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
            for Literal {
                pointer,
                path,
                value,
            } in of(component)
            {
                let touches = self.predict_change(&path);
                let written = self.data_model.before(&path).and_then(|was| {
                    let path = self.write_data(&path, Some(value))?;
                    Ok((was, path))
                });
                match written {
                    Ok((was, path)) => {
                        before.push(was);
                        self.record_write(touches, &path);
                        changes.push(SurfaceChange::Literal {
                            surface_id: self.surface_id().clone(),
                            component: component.id.clone(),
                            path,
                        });
                    }
                    Err(error) => {
                        self.restore(before);
                        let at = Pointer::from_static(at).element(index).join(&pointer);
                        return Err(self.refused_data(&error, at));
                    }
                }
            }
        }
        Ok(before)
    }

    /// Reverts writes, the last one first.
    pub(super) fn restore(&mut self, before: Vec<SavedValue>) {
        before
            .into_iter()
            .rev()
            .for_each(|was| self.data_model.restore(was));
    }
}
