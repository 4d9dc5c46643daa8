//! The properties of a node: values are evaluated, and references are replaced by keys.

use super::NodeKey;
use crate::{
    expression::{Evaluation, EvaluationError},
    surface::{Surface, SurfaceComponent, SurfaceNode, collect_ids, draws_path},
};
use std::collections::BTreeMap;
use wire::{Payload, PayloadKind, Pointer, tree::Tree};

/// The references of one component with the keys that replace them.
#[derive(Default)]
pub(super) struct Slots {
    /// The values that replace references, with the path in its property, by the name of the property.
    replaced: BTreeMap<String, Vec<(Vec<String>, Payload)>>,
    /// The pointer of the key of each child, by the index of the child.
    pub(super) pointers: Vec<(usize, Pointer)>,
}

impl Slots {
    /// Collects the references of a node. `children` are the indices of its children.
    pub(super) fn new(
        surface: &Surface,
        node: &SurfaceNode<'_>,
        children: &[usize],
        nodes: &[SurfaceNode<'_>],
        keys: &[NodeKey],
    ) -> Self {
        let mut slots = Self::default();
        let Some(component) = node.component else {
            return slots;
        };
        let mut by_reference: BTreeMap<&Pointer, Vec<usize>> = BTreeMap::new();
        for index in children {
            if let Some(child) = nodes.get(*index) {
                by_reference.entry(&child.pointer).or_default().push(*index);
            }
        }
        let above = component.properties_at();
        for (at, value) in component.reference_values(&surface.options().references) {
            let Some(place) = below(&above, &at) else {
                continue;
            };
            let mut references = Vec::new();
            collect_ids(&at, &value, &mut references);
            // The forms with objects become lists. Other references are replaced where they are.
            let is_list = value.is_object();
            let mut list = Vec::new();
            for reference in references {
                let found = by_reference.remove(&reference.pointer);
                for index in found.unwrap_or_default() {
                    let Some(key) = keys.get(index) else { continue };
                    let key = Payload::string(key.as_str());
                    if is_list {
                        slots.pointers.push((index, place.element(list.len())));
                        list.push(key);
                    } else if let Some(place) = below(&above, &reference.pointer) {
                        slots.pointers.push((index, place.clone()));
                        slots.set(&place, key);
                    }
                }
            }
            if is_list {
                slots.set(&place, Payload::array(&list));
            }
        }
        slots
    }

    /// Replaces the reference at a place in the properties.
    fn set(&mut self, place: &Pointer, key: Payload) {
        let mut segments = place.segments().map(|segment| segment.into_owned());
        if let Some(name) = segments.next() {
            let replaced = self.replaced.entry(name).or_default();
            replaced.push((segments.collect(), key));
        }
    }

    /// Returns a property with keys in place of its references.
    fn replace(&self, name: &str, value: Payload) -> Payload {
        let Some(replaced) = self.replaced.get(name) else {
            return value;
        };
        let mut tree = Tree::new(value);
        for (path, key) in replaced {
            // The reference was read from this place. If its value is too large to be split, the id remains.
            let _ = tree.set(path, key.clone());
        }
        tree.to_payload()
    }
}

/// Returns a pointer relative to `above`.
fn below(above: &Pointer, pointer: &Pointer) -> Option<Pointer> {
    let rest = pointer.as_str().strip_prefix(above.as_str())?;
    Pointer::parse(rest).ok()
}

/// Evaluates the properties that are shown.
pub(super) fn evaluate(
    surface: &Surface,
    component: &SurfaceComponent,
    slots: &Slots,
    evaluation: &mut Evaluation<'_>,
    failures: &mut Vec<EvaluationError>,
) -> Payload {
    let checks = surface.key(component, "@checks");
    let checks = match component {
        SurfaceComponent::V0_8(_) => None,
        SurfaceComponent::V0_9(_) | SurfaceComponent::V1_0(_) => checks.map(|(name, _)| name),
    };
    let (version, _) = surface.writing_of(component.id().as_str());
    let is_drawn = draws_path(component.type_name(), version);
    let above = component.properties_at();
    let mut shown: Vec<(String, Payload)> = Vec::new();
    for (name, value) in component.named_properties() {
        if name == "action" || checks == Some(name.as_str()) {
            continue;
        }
        let value = slots.replace(&name, value);
        if is_drawn && value.kind() == PayloadKind::Object {
            shown.push((name, value));
            continue;
        }
        let at = above.member(&name);
        if let Some(value) = evaluation.shown(&value, &at, failures) {
            shown.push((name, value));
        }
    }
    Payload::object(shown.iter().map(|(name, value)| (name.as_str(), value)))
}
