//! Renditions as surfaces.

use super::{ReadRendition, Rendition, ShownPart, WrittenSurface, write_rendition};
use crate::{
    Context, Dialect, DialectOrProtocol, PartNote, Refusal, Verdict,
    lens::{Direction, FieldMap, Returns, Translatable, Translated, TranslationCx, payload},
    surface_writer::SurfaceTarget,
};
use a2ui::{
    Message,
    surface::{SurfaceOptions, Surfaces},
};
use std::collections::BTreeMap;
use wire::{Payload, PayloadKind, Pointer};

/// The depth down to which notes name the members of a message.
const NOTED_LEVELS: usize = 6;

/// Translates a message into the messages of its surfaces, or the notice of an answer elsewhere into the end of the
/// surface. Each part has a surface of its own.
///
/// # Errors
/// Refuses a message that shows nothing, and what A2UI cannot show.
pub(crate) fn backward<R: Rendition, Source: Translatable>(
    message: &Source,
    tcx: &mut TranslationCx<'_>,
) -> Result<Vec<Translated<Vec<Message>>>, Refusal> {
    let to = tcx.step.to;
    let frame = payload(message);
    match R::read(&frame, tcx.input)? {
        ReadRendition::Shows(parts) => {
            let mut surfaces = Vec::new();
            for (index, part) in parts.iter().enumerate() {
                surfaces.push(show::<R, Source>(part, index == 0, tcx)?);
            }
            Ok(surfaces)
        }
        ReadRendition::Ends(id) => {
            let mut fields = tcx.fields();
            note_members::<R>(&frame, &[], &mut fields);
            let deletion = SurfaceTarget::of(to)?.delete_surface(&id)?;
            let returns = Returns {
                // Nothing shows that the surface belonged to a message.
                losses: &|_: &Vec<Message>, losses| losses.add(Pointer::root()),
                back: &|_| Err(Refusal::no_inverse()),
            };
            let direction = Direction::new(tcx.step.from, to, 0, R::RULES.backward);
            let translated = direction.reconcile(message, vec![deletion], fields, returns, tcx)?;
            Ok(vec![translated])
        }
    }
}

/// Translates one part.
fn show<R: Rendition, Source: Translatable>(
    part: &ShownPart<R::Part>,
    is_first: bool,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<Vec<Message>>, Refusal> {
    let (from, to) = (tcx.step.from, tcx.step.to);
    let WrittenSurface { messages, notes } =
        R::write_surface(part, SurfaceTarget::of(to)?, tcx.cx)?;
    let mut fields = tcx.fields();
    // The members around the parts are noted once.
    if is_first {
        note_members::<R>(&part.message, &notes, &mut fields);
    }
    let cx = tcx.cx;
    let source: Source = part.message.decode()?;
    let returned = |messages: &Vec<Message>| rendition_of::<R>(messages, (to, from), cx);
    let returns = Returns {
        losses: &|messages: &Vec<Message>, losses| match returned(messages) {
            Ok(returned) if returned == part.message => {}
            Ok(returned) => losses.add_whole(Pointer::root(), (&part.message, &returned)),
            Err(_) => losses.add(Pointer::root()),
        },
        back: &|messages| Ok(returned(messages)?.decode()?),
    };
    let direction = Direction::new(from, to, 0, R::RULES.backward);
    direction.reconcile(&source, messages, fields, returns, tcx)
}

/// Adds a note for each member of a message: those of the surface, and otherwise that the surface shows the member. The
/// lens corrects those that do not come back.
fn note_members<R: Rendition>(frame: &Payload, notes: &[PartNote], fields: &mut FieldMap) {
    if !fields.is_wanted() {
        return;
    }
    let rule = R::RULES.message;
    let mut by_place: BTreeMap<&str, Vec<&PartNote>> = BTreeMap::new();
    for note in notes {
        by_place.entry(note.at.as_str()).or_default().push(note);
    }
    let mut open = vec![(Pointer::root(), frame.clone())];
    while let Some((at, value)) = open.pop() {
        if let Some(noted) = by_place.get(at.as_str()) {
            for note in noted {
                fields.enter(note.verdict, rule, at.clone(), None, note.remark);
            }
            continue;
        }
        let is_deep = at.segments().count() >= NOTED_LEVELS;
        let has_members = value.kind() == PayloadKind::Object && value.members().next().is_some();
        if has_members && !is_deep {
            open.extend(
                value
                    .members()
                    .map(|(name, member)| (at.member(&name), member)),
            );
        } else {
            fields.enter(Verdict::Encoded, rule, at, None, "");
        }
    }
}

/// Returns the messages of the only part in a message.
pub(super) fn messages_of<R: Rendition>(
    frame: &Payload,
    input: u64,
    dialect: Dialect,
    cx: &Context,
) -> Result<Vec<Message>, Refusal> {
    match R::read(frame, input)? {
        ReadRendition::Shows(parts) => match parts.as_slice() {
            [one] => Ok(R::write_surface(one, SurfaceTarget::of(dialect)?, cx)?.messages),
            _ => Err(Refusal::no_inverse()),
        },
        ReadRendition::Ends(_) => Err(Refusal::no_inverse()),
    }
}

/// Returns the rendition of the surface that messages build, without a carry.
fn rendition_of<R: Rendition>(
    messages: &[Message],
    (from, to): (Dialect, Dialect),
    cx: &Context,
) -> Result<Payload, Refusal> {
    let notation = DialectOrProtocol::from(from).notation();
    let mut surfaces = Surfaces::with_options(SurfaceOptions::new().notation(notation));
    for message in messages {
        surfaces.apply(message)?;
    }
    match surfaces.iter().next() {
        Some(surface) => Ok(write_rendition::<R>(surface, to, cx)?.message),
        None => Err(Refusal::no_inverse()),
    }
}
