//! Answers to renditions as actions.

use super::{ReadAnswer, Rendition};
use crate::{
    Context, Dialect, Refusal,
    Verdict::{Dropped, Encoded},
    lens::{Direction, Returns, Translatable, Translated, TranslationCx, payload, whole_target},
    surface_writer::{SurfaceTarget, object},
};
use a2ui::{
    Message,
    surface::{ClientAction, ClientEvent, Surfaces},
};
use wire::{Payload, Pointer, Timestamp};

/// Translates the answers in a message into actions of buttons. An answer without a button has no action.
///
/// # Errors
/// Refuses an answer to a surface that the context lacks, values that the surface does not allow, and an action without a
/// time.
pub(crate) fn backward<R: Rendition, Source: Translatable>(
    source: &Source,
    tcx: &mut TranslationCx<'_>,
) -> Result<Vec<Translated<Message>>, Refusal> {
    let ends = (tcx.step.from, tcx.step.to);
    let frame = payload(source);
    let mut actions = Vec::new();
    // The surfaces of the context stay as the agent left them.
    let mut surfaces = tcx.cx.surfaces.clone();
    let answers = match R::read_answers(&frame) {
        Ok(answers) => answers,
        // The answer may have been an action, which the carry contains.
        Err(refusal) => match whole_target(source, tcx.step.to, tcx) {
            Some(action) => {
                actions.push((Pointer::root(), action));
                Vec::new()
            }
            None => return Err(refusal),
        },
    };
    for answer in answers {
        match act::<R>(&answer, ends, &mut surfaces, tcx.cx) {
            Ok(Some(action)) => actions.push((answer.at, action)),
            Ok(None) => {
                let mut fields = tcx.notes();
                let remark = "the surface has no button with this meaning";
                let at = (&answer.at, "action");
                fields.remark(Dropped, R::RULES.button, at, None, remark);
                tcx.add_notes(fields);
            }
            // The answer may have been an action, which the carry contains.
            Err(refusal) => match whole_target(source, tcx.step.to, tcx) {
                Some(action) => {
                    actions = vec![(answer.at, action)];
                    break;
                }
                None => return Err(refusal),
            },
        }
    }
    let mut made = Vec::new();
    for (at, action) in actions {
        made.push(reconcile::<R, Source>((source, &frame), &at, action, tcx)?);
    }
    Ok(made)
}

/// Completes an action, which is the plain target of the answer at a place.
fn reconcile<R: Rendition, Source: Translatable>(
    (source, frame): (&Source, &Payload),
    at: &Pointer,
    action: Message,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<Message>, Refusal> {
    let (from, to) = (tcx.step.from, tcx.step.to);
    let (rules, root) = (R::RULES, &Pointer::root());
    let mut fields = tcx.fields();
    fields.add(Encoded, rules.answer, (at, ""), Some((root, action.key())));
    let returns = Returns {
        losses: &|message: &Message, losses| match R::write_answer(message, from) {
            Ok(returned) if returned == *frame => {}
            Ok(returned) => losses.add_whole(Pointer::root(), (frame, &returned)),
            Err(_) => losses.add(Pointer::root()),
        },
        back: &|message: &Message| Ok(R::write_answer(message, from)?.decode()?),
    };
    let direction = Direction::new(from, to, 0, rules.backward);
    direction.reconcile(source, action, fields, returns, tcx)
}

/// Returns the action of the only answer in a message, if the context has its surface.
pub(super) fn action_of<R: Rendition>(
    frame: &Payload,
    ends: (Dialect, Dialect),
    cx: &Context,
) -> Result<Message, Refusal> {
    match R::read_answers(frame)?.as_slice() {
        [answer] => {
            act::<R>(answer, ends, &mut cx.surfaces.clone(), cx)?.ok_or_else(Refusal::no_inverse)
        }
        _ => Err(Refusal::no_inverse()),
    }
}

/// Returns the action that an answer causes, in the version of the target.
fn act<R: Rendition>(
    answer: &ReadAnswer<R::Answer>,
    (from, to): (Dialect, Dialect),
    surfaces: &mut Surfaces,
    cx: &Context,
) -> Result<Option<Message>, Refusal> {
    if surfaces.get(&answer.surface_id).is_none() {
        let message = format!(
            "the surface `{}` is unknown, so its answer has no button",
            answer.surface_id
        );
        return Err(Refusal::context(R::RULES.answer.id, answer.at.clone(), message).hint(
            "translate both directions with one bridge, or pass the messages of the agent as `options.context.surfaces`",
        ));
    }
    match R::act(answer, from, surfaces)? {
        Some(ClientAction::Event(event)) => {
            let Some(time) = &cx.time else {
                let message = "an action needs a time, but the answer has none";
                return Err(
                    Refusal::context(R::RULES.time.id, answer.at.clone(), message)
                        .hint("pass the time of receipt with `options.context.time`"),
                );
            };
            Ok(Some(message_in(to, &event, time)?))
        }
        _ => Ok(None),
    }
}

/// Returns the message of an event in a dialect, which may differ from that of the surface.
fn message_in(to: Dialect, event: &ClientEvent, time: &Timestamp) -> Result<Message, Refusal> {
    let text = Payload::string;
    let mut action = vec![
        ("name", text(&event.name)),
        ("surfaceId", text(event.surface_id.as_str())),
        (
            "sourceComponentId",
            text(event.source_component_id.as_str()),
        ),
        ("timestamp", Payload::encode(time)?),
        ("context", event.context.clone()),
    ];
    let message = if to == Dialect::A2ui0_8 {
        object(&[("userAction", object(&action))])
    } else {
        let target = SurfaceTarget::of(to)?;
        if let (Some(message), true) = (&event.user_message, target.has_user_messages()) {
            action.push(("userMessage", text(message)));
        }
        object(&[
            ("version", text(target.word())),
            ("action", object(&action)),
        ])
    };
    Ok(Message::read_as(message.text(), to.a2ui_version())?)
}
