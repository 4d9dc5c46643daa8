//! Actions on the surfaces of requests as answers.

use super::{FORWARD, answer::action_of, frame};
use crate::{
    Refusal,
    Verdict::{Carried, Encoded},
    forms::{ActionAnswerError, result_of_action},
    lens::{
        Direction, FieldMap, Returns, Translatable, Translated, TranslationCx, payload,
        whole_target,
    },
};
use a2ui::Message;
use wire::{Payload, Pointer};

/// Translates an action into the answer to the request of its surface.
///
/// # Errors
/// Refuses another message, and values that do not match the schema of the request. The refusal names the first value.
pub(crate) fn forward<Target: Translatable>(
    message: Message,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<Target>, Refusal> {
    let (from, to) = (tcx.step.from, tcx.step.to);
    let plain_target: Target = match result_of_action(&message) {
        Ok(answer) => frame::write_answer(&answer, to)?.decode()?,
        // The action may have been an answer to a form, which the carry contains.
        Err(error) => match whole_target(&message, to, tcx) {
            Some(answer) => answer,
            None => return Err(refusal_of(error, &message)),
        },
    };
    let mut fields = tcx.fields();
    let rules = &FORWARD;
    if fields.is_wanted() {
        note_members(&message, &mut fields);
    }
    let cx = tcx.cx;
    let back = |target: &Target| action_of(&payload(target), (to, from), cx);
    let returns = Returns {
        losses: &|target: &Target, losses| match back(target) {
            Ok(returned) if returned == message => {}
            Ok(returned) => {
                losses.add_whole(Pointer::root(), (&payload(&message), &payload(&returned)));
            }
            Err(_) => losses.add(Pointer::root()),
        },
        back: &back,
    };
    let direction = Direction::new(from, to, 0, &rules.others);
    let translated = direction.reconcile(&message, plain_target, fields, returns, tcx)?;
    Ok(translated.with_dialect(from))
}

/// Adds a note about each member of an action.
fn note_members(message: &Message, fields: &mut FieldMap) {
    let frame = payload(message);
    let (root, body_at) = (Pointer::root(), Pointer::root().member(message.key()));
    let body = frame.get(&body_at).unwrap_or_else(Payload::null);
    for (at, holder) in [(&root, &frame), (&body_at, &body)] {
        for (name, _) in holder.members() {
            match &*name {
                name if name == message.key() => {}
                "name" | "context" if *at == body_at => {
                    fields.add(Encoded, &FORWARD.result, (at, &name), None);
                }
                _ => fields.add(Carried, &FORWARD.result, (at, &name), None),
            }
        }
    }
}

fn refusal_of(error: ActionAnswerError, message: &Message) -> Refusal {
    let rule = error.rule();
    match error {
        ActionAnswerError::NotAnAnswer { pointer, message } => {
            Refusal::rule_broken(rule, pointer, message)
                .hint("send an action of a surface that was made from a request")
        }
        ActionAnswerError::Content(findings) => {
            let at = Pointer::root()
                .member(message.key())
                .member("context")
                .member("content");
            let Some(first) = findings.first() else {
                return Refusal::rule_broken(rule, at, "the content does not match the schema");
            };
            let others = match findings.len() {
                0 | 1 => String::new(),
                count => format!(", and {} more", count - 1),
            };
            let message = format!("{}{others}", first.message);
            Refusal::rule_broken(rule, at.join(&first.pointer), message)
                .hint("ask the user again with the same surface")
        }
    }
}
