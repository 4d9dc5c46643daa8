//! The conversion of a 0.8 surface into messages that rebuild it.

use crate::{
    Message, SurfaceId,
    data_model::{self, DataModel, DataModelOptions},
    surface::{Surface, SurfaceComponent, literals},
    v0_8,
};
use wire::{Field, Payload};

impl Surface {
    pub(super) fn messages_v0_8(&self, begin: Option<v0_8::AgentMessage>) -> Vec<Message> {
        let components = self.components().filter_map(|component| match component {
            SurfaceComponent::V0_8(component) => Some(component.clone()),
            SurfaceComponent::V0_9(_) | SurfaceComponent::V1_0(_) => None,
        });
        let components: Vec<_> = components.collect();
        let model = self.data_model.to_payload();
        let mut bodies: Vec<v0_8::AgentBody> = Vec::new();
        // A surface without components, data and root was created by a message without components.
        if components.is_empty() && model.is_none() && begin.is_none() {
            bodies.push(
                v0_8::SurfaceUpdate::new(self.surface_id().clone(), components.clone()).into(),
            );
        }
        bodies.extend(group_components(
            self.surface_id(),
            &components,
            self.options.data_model.for_v0_8(),
        ));
        if let Some(model) = model {
            let updates = v0_8::contents::updates(self.surface_id(), model.text());
            bodies.extend(updates.into_iter().map(v0_8::AgentBody::from));
        }
        let messages = bodies
            .into_iter()
            .map(|body| v0_8::AgentMessage::new(body).into());
        messages.chain(begin.map(Message::from)).collect()
    }
}

/// Returns updates with the components in their order, usually a single update. Literals can conflict if other data was
/// written in between. In this case a new update begins, after messages that make room for its literals.
fn group_components(
    surface_id: &SurfaceId,
    components: &[v0_8::Component],
    options: DataModelOptions,
) -> Vec<v0_8::AgentBody> {
    let mut bodies = Vec::new();
    let mut group = Vec::new();
    let mut model = DataModel::v0_8(options);
    for component in components {
        let literals = literals::of(component);
        if write_all(&mut model, &literals).is_none() {
            if !group.is_empty() {
                bodies.push(
                    v0_8::SurfaceUpdate::new(surface_id.clone(), std::mem::take(&mut group)).into(),
                );
            }
            for place in list_parent_paths(&literals) {
                let mut update = v0_8::DataModelUpdate::new(surface_id.clone(), Vec::new());
                // If this write fails now, it also failed when the surface was built.
                let _ = model.set(&data_model::path(&place), Payload::empty_object());
                if !place.is_empty() {
                    update.path = data_model::name_path(&place).map_or(Field::Absent, Field::Value);
                }
                bodies.push(update.into());
            }
            // The literals were written when the surface was built, so their failure is ignored here, too.
            let _ = write_all(&mut model, &literals);
        }
        group.push(component.clone());
    }
    if !group.is_empty() {
        bodies.push(v0_8::SurfaceUpdate::new(surface_id.clone(), group).into());
    }
    bodies
}

/// Writes all literals. If one fails, writes nothing and returns `None`.
fn write_all(model: &mut DataModel, literals: &[literals::Literal]) -> Option<()> {
    let mut done = Vec::new();
    for literal in literals {
        let before = model.before(&literal.path);
        match (before, model.set(&literal.path, literal.value.clone())) {
            (Ok(before), Ok(())) => done.push(before),
            _ => {
                done.into_iter()
                    .rev()
                    .for_each(|before| model.restore(before));
                return None;
            }
        }
    }
    Some(())
}

/// Returns the paths that must be objects before the literals can be written, parents first.
fn list_parent_paths(literals: &[literals::Literal]) -> Vec<Vec<String>> {
    let mut places: Vec<Vec<String>> = Vec::new();
    for literal in literals {
        let segments = data_model::segments(&literal.path).unwrap_or_default();
        places.extend((0..segments.len()).filter_map(|len| Some(segments.get(..len)?.to_vec())));
    }
    places.sort_unstable();
    places.dedup();
    places
}
