//! Actions on the surfaces of requests as answers.

use super::{FORWARD, answer::action_of, frame};
use crate::{
    Refusal,
    Verdict::{Carried, Encoded},
    forms::{ActionAnswerError, result_of_action},
    lens::{Direction, Returns, Translated, TranslationCx, difference, payload},
};
use a2ui::Message;
use wire::{Payload, Pointer};

/// Translates an action into the answer to the request of its surface.
///
/// # Errors
/// Refuses another message, and values that do not match the schema of the request. The refusal names the first value.
pub(crate) fn forward(
    message: Message,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<Payload>, Refusal> {
    let (from, to) = (tcx.step.from, tcx.step.to);
    let answer = result_of_action(&message).map_err(|error| refusal_of(error, &message))?;
    let plain_target = frame::write_answer(&answer, to)?;
    let mut fields = tcx.fields();
    let (rules, root) = (&FORWARD, &Pointer::root());
    let body = root.member(message.key());
    fields.add(Encoded, &rules.result, (&body, "name"), None);
    fields.add(Encoded, &rules.result, (&body, "context"), None);
    for name in ["surfaceId", "sourceComponentId", "timestamp"] {
        fields.add(Carried, &rules.result, (&body, name), None);
    }
    let cx = tcx.cx;
    let back = |target: &Payload| action_of(target, (to, from), cx);
    let returns = Returns {
        losses: &|target: &Payload, losses| match back(target) {
            Ok(returned) if returned == message => {}
            Ok(returned) => {
                let parts = difference::parts_between(&payload(&returned), &payload(&message), root);
                losses.add_parts(Pointer::root(), parts);
            }
            Err(_) => losses.add(Pointer::root()),
        },
        back: &back,
    };
    let direction = Direction::new(from, to, 0, &rules.others);
    let translated = direction.reconcile(&message, plain_target, fields, returns, tcx)?;
    Ok(translated.with_dialect(from))
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
