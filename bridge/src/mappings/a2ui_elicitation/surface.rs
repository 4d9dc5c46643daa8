//! Surfaces as requests.

use super::{FORWARD, frame, request::messages_of};
use crate::{
    Dialect, Note, Refusal, Verdict,
    forms::{self, FormNote, SurfaceForm},
    lens::{Direction, Returns, Translated, TranslationCx},
    shared::{JsonLen, SharedMap, SharedValue, measured_by_member},
};
use a2ui::{Message, expression::Host, resolved::ResolvedSurface, surface::Surface};
use std::collections::BTreeSet;
use wire::{Payload, Pointer};

wire::object! {
    /// The place of a component in the messages of its surface.
    pub struct ComponentPlace {
        /// The number of the message.
        input: u64,
        /// The pointer of the component in the message.
        pointer: String,
    }
}

measured_by_member! { ComponentPlace { pointer } }

wire::object! {
    /// The places of the components and of the data of a surface, for notes.
    pub struct ComponentPlaces {
        /// The place of each component, by id.
        components: SharedMap<String, ComponentPlace>,
        /// The messages with data.
        data: SharedMap<String, ComponentPlace>,
    }
}

measured_by_member! { ComponentPlaces { components, data } }

impl ComponentPlaces {
    /// Records the components and the data in a message with this number.
    pub(crate) fn observe(&mut self, message: &Message, input: u64) {
        let at = Pointer::root().member(message.key());
        let message = Payload::encode(message).unwrap_or_else(|_| Payload::null());
        let Some(body) = message.get(&at) else {
            return;
        };
        let list_at = at.member("components");
        for (index, component) in body.member("components").iter().flat_map(Payload::elements).enumerate() {
            if let Some(id) = frame::text(&component, "id") {
                let place = list_at.element(index).as_str().to_owned();
                self.components.insert(id, ComponentPlace::new(input, place));
            }
        }
        for name in ["value", "dataModel"] {
            if body.member(name).is_some() {
                let place = at.member(name).as_str().to_owned();
                self.data.insert(input.to_string(), ComponentPlace::new(input, place));
            }
        }
    }
}

/// Translates a surface into the request that asks for its inputs. `key` is the body key of the message that created it.
///
/// # Errors
/// Refuses a surface that is not a form, see [`forms::form_of_surface`], and a request of ACP without a session.
pub(crate) fn forward(
    surface: &Surface,
    key: &str,
    (from, to): (Dialect, Dialect),
    places: &ComponentPlaces,
    tcx: &mut TranslationCx<'_>,
) -> Result<(Translated<Payload>, Vec<Note>), Refusal> {
    let created = Pointer::root().member(key);
    let messages = surface.messages();
    let (resolved, form) =
        form_of(surface, to).map_err(|refusal| refusal.below(&Pointer::root()))?;
    let asked = forms::request_names(&resolved);
    let plain_target = frame::write(&form, asked.as_ref(), to, tcx.cx)?;
    let mut fields = tcx.fields();
    let (rules, root) = (&FORWARD, &Pointer::root());
    fields.add(Verdict::Encoded, &rules.surface, (root, ""), Some((root, "")));
    let server = tcx.cx.owner.as_deref();
    let returns = Returns {
        losses: &|target: &Payload, losses| match messages_of(target, from, server) {
            Ok(returned) if returned == messages => {}
            // A form keeps neither the layout nor the ids of a surface.
            _ => losses.add(Pointer::root()),
        },
        back: &|target: &Payload| messages_of(target, from, server),
    };
    let direction = Direction::new(from, to, 0, &rules.others);
    let translated = direction.reconcile(&messages, plain_target, fields, returns, tcx)?;
    let notes = match tcx.notes().is_wanted() {
        true => notes_of_components(surface, &form, &created, places, tcx.input),
        false => Vec::new(),
    };
    Ok((translated.with_dialect(from), notes))
}

/// Returns the form that a surface is.
pub(super) fn form_of(
    surface: &Surface,
    dialect: Dialect,
) -> Result<(ResolvedSurface, SurfaceForm), Refusal> {
    let Some(revision) = frame::revision_of(dialect) else {
        return Err(Refusal::no_inverse());
    };
    let resolved = surface.resolve(&Host::new()).map_err(|error| {
        let message = format!("the surface `{}` cannot be shown: {error}", surface.surface_id());
        Refusal::limit(FORWARD.surface.id, Pointer::root(), message)
    })?;
    let form = forms::form_of_surface(&resolved, revision)?;
    Ok((resolved, form))
}

/// Returns a note for each property of each component. A component in a template has the notes of its first item.
fn notes_of_components(
    surface: &Surface,
    form: &SurfaceForm,
    created: &Pointer,
    places: &ComponentPlaces,
    made: u64,
) -> Vec<Note> {
    let mut notes = Vec::new();
    for component in surface.components() {
        let id = component.id().as_str();
        let (input, at) = match places.components.get(id) {
            Some(place) => (place.input, Pointer::parse(&place.pointer).unwrap_or_else(|_| Pointer::root())),
            // The state was saved without places.
            None => (made, created.clone()),
        };
        let of_form = form.notes.iter().filter(|note| note.key.component_id() == id);
        let mut noted = BTreeSet::new();
        for note in of_form {
            if noted.insert(note.member) {
                notes.push(note_of(note, input, &at));
            }
        }
        if noted.contains("") {
            continue;
        }
        for (name, _) in component.to_payload().members() {
            if matches!(&*name, "id" | "component") || noted.contains(&*name) {
                continue;
            }
            let mut note = Note::new(input, Verdict::Carried, FORWARD.component.id, at.member(&name));
            note.remark = wire::Field::Value("a form has no such property".into());
            notes.push(note);
        }
    }
    for place in places.data.values() {
        let at = Pointer::parse(&place.pointer).unwrap_or_else(|_| Pointer::root());
        let mut note = Note::new(place.input, Verdict::Carried, FORWARD.data.id, at);
        note.remark = wire::Field::Value("a form contains only the values of its inputs".into());
        notes.push(note);
    }
    notes
}

fn note_of(note: &FormNote, input: u64, at: &Pointer) -> Note {
    let place = match note.member {
        "" => at.clone(),
        member => at.member(member),
    };
    let mut made = Note::new(input, note.verdict, FORWARD.component.id, place);
    if let Some(to) = &note.to {
        made.to = wire::Field::Value(Pointer::from_static("/params").join(to));
    }
    if !note.remark.is_empty() {
        made.remark = wire::Field::Value(note.remark.into());
    }
    made
}
