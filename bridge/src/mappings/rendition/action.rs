//! Actions on the surfaces of messages as answers.

use super::{Rendition, answer::action_of};
use crate::{
    Refusal, Rule,
    Verdict::{Carried, Encoded},
    lens::{
        Direction, FieldMap, Returns, Translatable, Translated, TranslationCx, payload,
        whole_target,
    },
};
use a2ui::Message;
use wire::{Payload, Pointer};

/// Translates an action into the answer to the message of its surface.
///
/// # Errors
/// Refuses another message, and values that the message does not allow.
pub(crate) fn forward<R: Rendition, Target: Translatable>(
    message: Message,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<Target>, Refusal> {
    let (from, to) = (tcx.step.from, tcx.step.to);
    let plain_target: Target = match R::write_answer(&message, to) {
        Ok(answer) => answer.decode()?,
        // The action may have been an answer to a rendition, which the carry contains.
        Err(refusal) => whole_target(&message, to, tcx).ok_or(refusal)?,
    };
    let mut fields = tcx.fields();
    if fields.is_wanted() {
        note_members(R::RULES.result, &message, &mut fields);
    }
    let cx = tcx.cx;
    let back = |target: &Target| action_of::<R>(&payload(target), (to, from), cx);
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
    let direction = Direction::new(from, to, 0, R::RULES.forward);
    let translated = direction.reconcile(&message, plain_target, fields, returns, tcx)?;
    Ok(translated.with_dialect(from))
}

/// Adds a note about each member of an action.
fn note_members(rule: &'static Rule, message: &Message, fields: &mut FieldMap) {
    let frame = payload(message);
    let (root, body_at) = (Pointer::root(), Pointer::root().member(message.key()));
    let body = frame.get(&body_at).unwrap_or_else(Payload::null);
    for (at, holder) in [(&root, &frame), (&body_at, &body)] {
        for (name, _) in holder.members() {
            match &*name {
                name if name == message.key() => {}
                "name" | "context" if *at == body_at => {
                    fields.add(Encoded, rule, (at, &name), None);
                }
                _ => fields.add(Carried, rule, (at, &name), None),
            }
        }
    }
}
