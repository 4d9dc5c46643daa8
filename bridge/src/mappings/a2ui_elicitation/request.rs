//! Requests as surfaces.

use super::{
    BACKWARD,
    form::form_of,
    frame::{self, AskedQuestion, ReadFrame},
};
use crate::{
    Dialect, Refusal, Verdict, forms,
    lens::{Direction, FieldMap, Returns, Translatable, Translated, TranslationCx, payload},
    surface_writer::SurfaceTarget,
};
use a2ui::{
    Message,
    surface::{SurfaceOptions, Surfaces},
};
use wire::{Payload, PayloadKind, Pointer};

/// The depth down to which notes name the members of a request.
const NOTED_LEVELS: usize = 6;

/// Translates a request into the messages of its surface, or the notice of an answer elsewhere into the end of the
/// surface. Each question has a surface of its own.
///
/// # Errors
/// Refuses a message without a question, and a question that A2UI cannot show.
pub(crate) fn backward<Source: Translatable>(
    message: &Source,
    tcx: &mut TranslationCx<'_>,
) -> Result<Vec<Translated<Vec<Message>>>, Refusal> {
    let to = tcx.step.to;
    let frame = payload(message);
    match frame::read(&frame)? {
        ReadFrame::Asks(asked) => {
            let mut surfaces = Vec::new();
            for (index, asked) in asked.iter().enumerate() {
                surfaces.push(show::<Source>(asked, index == 0, tcx)?);
            }
            Ok(surfaces)
        }
        ReadFrame::Completes(id) => {
            let mut fields = tcx.fields();
            note_members(&frame, &mut fields);
            let deletion = SurfaceTarget::of(to)?.delete_surface(&id)?;
            let returns = Returns {
                // Nothing shows that the surface belonged to a request.
                losses: &|_: &Vec<Message>, losses| losses.add(Pointer::root()),
                back: &|_| Err(Refusal::no_inverse()),
            };
            let direction = Direction::new(tcx.step.from, to, 0, &BACKWARD.others);
            let translated = direction.reconcile(message, vec![deletion], fields, returns, tcx)?;
            Ok(vec![translated])
        }
    }
}

/// Translates one question.
fn show<Source: Translatable>(
    asked: &AskedQuestion,
    is_first: bool,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<Vec<Message>>, Refusal> {
    let (from, to) = (tcx.step.from, tcx.step.to);
    let plain_target = messages_of_question(asked, to, tcx.cx.owner.as_deref())?;
    let mut fields = tcx.fields();
    // The members around the questions are noted once.
    if is_first {
        note_members(&asked.part, &mut fields);
    }
    let cx = tcx.cx;
    let source: Source = asked.part.decode()?;
    let returned = |messages: &Vec<Message>| request_of(messages, (to, from), cx);
    let returns = Returns {
        losses: &|messages: &Vec<Message>, losses| match returned(messages) {
            Ok(returned) if returned == asked.part => {}
            Ok(returned) => losses.add_whole(Pointer::root(), (&asked.part, &returned)),
            Err(_) => losses.add(Pointer::root()),
        },
        back: &|messages| Ok(returned(messages)?.decode()?),
    };
    let direction = Direction::new(from, to, 0, &BACKWARD.others);
    direction.reconcile(&source, plain_target, fields, returns, tcx)
}

/// Adds notes that the members of a request are shown by its surface. The lens corrects those that do not come back.
fn note_members(frame: &Payload, fields: &mut FieldMap) {
    if !fields.is_wanted() {
        return;
    }
    let mut open = vec![(Pointer::root(), frame.clone())];
    while let Some((at, value)) = open.pop() {
        let is_deep = at.segments().count() >= NOTED_LEVELS;
        let has_members = value.kind() == PayloadKind::Object && value.members().next().is_some();
        if has_members && !is_deep {
            open.extend(
                value
                    .members()
                    .map(|(name, member)| (at.member(&name), member)),
            );
        } else {
            fields.enter(Verdict::Encoded, &BACKWARD.request, at, None, "");
        }
    }
}

fn messages_of_question(
    asked: &AskedQuestion,
    dialect: Dialect,
    server: Option<&str>,
) -> Result<Vec<Message>, Refusal> {
    let target = SurfaceTarget::of(dialect)?;
    forms::surface_in(&asked.request, &asked.surface_id, server, target)
}

/// Returns the messages of the only question in a message.
pub(super) fn messages_of(
    frame: &Payload,
    dialect: Dialect,
    server: Option<&str>,
) -> Result<Vec<Message>, Refusal> {
    match frame::read(frame)? {
        ReadFrame::Asks(asked) => match asked.as_slice() {
            [one] => messages_of_question(one, dialect, server),
            _ => Err(Refusal::no_inverse()),
        },
        ReadFrame::Completes(_) => Err(Refusal::no_inverse()),
    }
}

/// Returns the request of the surface that messages build, without a carry.
fn request_of(
    messages: &[Message],
    (from, to): (Dialect, Dialect),
    cx: &crate::Context,
) -> Result<Payload, Refusal> {
    let notation = crate::DialectOrProtocol::from(from).notation();
    let mut surfaces = Surfaces::with_options(SurfaceOptions::new().notation(notation));
    for message in messages {
        surfaces.apply(message)?;
    }
    let Some(surface) = surfaces.iter().next() else {
        return Err(Refusal::no_inverse());
    };
    let (resolved, form) = form_of(surface, to)?;
    Ok(frame::write(
        &form,
        forms::request_names(&resolved).as_ref(),
        to,
        cx,
    ))
}
