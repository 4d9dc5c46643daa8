//! Surfaces as requests.

use super::{FORWARD, frame, request::messages_of};
use crate::{
    Dialect, Note, Refusal, Verdict,
    forms::{self, FormNote, SurfaceForm},
    lens::{ComponentPlaces, Direction, Returns, Translatable, Translated, TranslationCx, payload},
};
use a2ui::{expression::Host, resolved::ResolvedSurface, surface::Surface};
use std::collections::BTreeSet;
use wire::Pointer;

/// Translates a surface into the request that asks for its inputs. `key` is the body key of the message that created it.
///
/// # Errors
/// Refuses a surface that is not a form, see [`forms::form_of_surface`].
pub(crate) fn forward<Target: Translatable>(
    surface: &Surface,
    key: &str,
    (from, to): (Dialect, Dialect),
    places: &ComponentPlaces,
    tcx: &mut TranslationCx<'_>,
) -> Result<(Translated<Target>, Vec<Note>), Refusal> {
    let created = Pointer::root().member(key);
    let messages = surface.messages();
    let (resolved, form) =
        form_of(surface, to)?;
    let asked = forms::request_names(&resolved);
    let plain_target: Target = frame::write(&form, asked.as_ref(), to, tcx.cx).decode()?;
    let mut fields = tcx.fields();
    let (rules, root) = (&FORWARD, &Pointer::root());
    fields.add(Verdict::Encoded, &rules.surface, (root, ""), Some((root, "")));
    let server = tcx.cx.owner.as_deref();
    let returns = Returns {
        losses: &|target: &Target, losses| match messages_of(&payload(target), from, server) {
            Ok(returned) if returned == messages => {}
            // A form keeps neither the layout nor the ids of a surface.
            _ => losses.add(Pointer::root()),
        },
        back: &|target: &Target| messages_of(&payload(target), from, server),
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
