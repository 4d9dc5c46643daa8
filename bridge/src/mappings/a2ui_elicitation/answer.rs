//! Answers to the forms of surfaces as actions.

use super::{
    BACKWARD,
    form::form_of,
    frame::{self, ReadAnswer},
};
use crate::{
    Context, Dialect, Refusal,
    Verdict::{Dropped, Encoded},
    forms::FormAnswerError,
    lens::{Direction, Returns, Translatable, Translated, TranslationCx, payload, whole_target},
    surface_writer::{SurfaceTarget, object},
};
use a2ui::{
    Message,
    expression::Host,
    surface::{ClientAction, ClientEvent, Surfaces},
};
use wire::{Payload, Pointer, Timestamp};

/// Translates the answers in a message into the actions of the buttons with their meanings. An answer without such a button
/// has no action.
///
/// # Errors
/// Refuses an answer to a surface that the context lacks, content that the form does not allow, and an action without a
/// time.
pub(crate) fn backward<Source: Translatable>(
    source: &Source,
    tcx: &mut TranslationCx<'_>,
) -> Result<Vec<Translated<Message>>, Refusal> {
    let ends = (tcx.step.from, tcx.step.to);
    let frame = payload(source);
    let mut actions = Vec::new();
    // The surfaces of the context stay as the agent left them.
    let mut surfaces = tcx.cx.surfaces.clone();
    for answer in frame::read_answers(&frame)? {
        match act(&answer, ends, &mut surfaces, tcx.cx) {
            Ok(Some(action)) => actions.push((answer.at, action)),
            Ok(None) => {
                let mut fields = tcx.notes();
                let remark = "the surface has no button with this meaning";
                let at = (&answer.at, "action");
                fields.remark(Dropped, &BACKWARD.button, at, None, remark);
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
        made.push(reconcile((source, &frame), &at, action, tcx)?);
    }
    Ok(made)
}

/// Completes an action, which is the plain target of the answer at a place.
fn reconcile<Source: Translatable>(
    (source, frame): (&Source, &Payload),
    at: &Pointer,
    action: Message,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<Message>, Refusal> {
    let (from, to) = (tcx.step.from, tcx.step.to);
    let (rules, root) = (&BACKWARD, &Pointer::root());
    let mut fields = tcx.fields();
    fields.add(Encoded, &rules.answer, (at, ""), Some((root, action.key())));
    let returns = Returns {
        losses: &|message: &Message, losses| match frame_of(message, from) {
            Ok(returned) if returned == *frame => {}
            Ok(returned) => losses.add_whole(Pointer::root(), (frame, &returned)),
            Err(_) => losses.add(Pointer::root()),
        },
        back: &|message: &Message| Ok(frame_of(message, from)?.decode()?),
    };
    let direction = Direction::new(from, to, 0, &rules.others);
    direction.reconcile(source, action, fields, returns, tcx)
}

/// Returns the answer that an action gives, which only actions of requests' surfaces do.
fn frame_of(message: &Message, to: Dialect) -> Result<Payload, Refusal> {
    match crate::forms::result_of_action(message) {
        Ok(answer) => frame::write_answer(&answer, to),
        Err(_) => Err(Refusal::no_inverse()),
    }
}

/// Returns the action of the only answer in a message, if the context has its surface.
pub(super) fn action_of(
    frame: &Payload,
    ends: (Dialect, Dialect),
    cx: &Context,
) -> Result<Message, Refusal> {
    match frame::read_answers(frame)?.as_slice() {
        [answer] => {
            act(answer, ends, &mut cx.surfaces.clone(), cx)?.ok_or_else(Refusal::no_inverse)
        }
        _ => Err(Refusal::no_inverse()),
    }
}

/// Returns the action that an answer causes, in the version of the target.
fn act(
    answer: &ReadAnswer,
    (from, to): (Dialect, Dialect),
    surfaces: &mut Surfaces,
    cx: &Context,
) -> Result<Option<Message>, Refusal> {
    let Some(surface) = surfaces.get(&answer.surface_id) else {
        let message = format!(
            "the surface `{}` is unknown, so its answer has no button",
            answer.surface_id
        );
        return Err(Refusal::context(BACKWARD.answer.id, answer.at.clone(), message).hint(
            "translate both directions with one bridge, or pass the messages of the agent as `options.context.surfaces`",
        ));
    };
    let (_, form) = form_of(surface, from).map_err(|refusal| refusal.at(answer.at.clone()))?;
    let action = form
        .answer(surfaces, &answer.result, &Host::new())
        .map_err(|error| refusal_of(error, answer))?;
    match action {
        Some(ClientAction::Event(event)) => {
            let Some(time) = &cx.time else {
                let message = "an action needs a time, but the answer has none";
                return Err(
                    Refusal::context(BACKWARD.time.id, answer.at.clone(), message)
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

fn refusal_of(error: FormAnswerError, answer: &ReadAnswer) -> Refusal {
    let content_at = answer.at.member("content");
    let (at, message) = match &error {
        FormAnswerError::Content(findings) => match findings.first() {
            Some(first) => (content_at.join(&first.pointer), first.message.to_string()),
            None => (content_at, error.to_string()),
        },
        FormAnswerError::UnknownAction(_) => (answer.at.member("action"), error.to_string()),
        _ => (content_at, error.to_string()),
    };
    Refusal::rule_broken(BACKWARD.answer.id, at, message)
        .hint("ask the user again with the same request")
}
