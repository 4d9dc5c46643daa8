//! The rules of messages as a whole: their size, the members of activities, and the cards in them.

use super::walk::{check_value, object::as_string};
use crate::{
    Activity, AdaptiveCard, CardHost, EXECUTE_NAME, ExecuteInvocation, InvokeResponse,
    ValidationTarget, activity::ACTIVITY_TYPES,
};
use wire::{
    Finding, Payload, Pointer,
    token::{TokenKind, Tokens},
};

/// Reports a message that is longer than the host accepts.
pub(super) fn check_size(
    text: &str,
    target: ValidationTarget,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    let Some((host, limit)) = target
        .host()
        .and_then(|host| Some((host, host.max_bytes()?)))
    else {
        return;
    };
    let bytes = match host {
        // A bot sends images apart from the limit.
        CardHost::Teams => text.len().saturating_sub(image_bytes(text)),
        _ => text.len(),
    };
    if bytes <= limit {
        return;
    }
    let message = format!("{} refuses a message of {bytes} bytes", host.title());
    let finding = Finding::error("adaptive-cards/size", at.clone(), message);
    found.push(finding.hint(format_args!("write at most {limit} bytes")));
}

/// Returns the bytes of the images in data URIs.
fn image_bytes(text: &str) -> usize {
    let strings = Tokens::new(text).filter(|token| token.kind == TokenKind::String);
    let images = strings.filter(|token| token.text.starts_with("\"data:"));
    images.map(|token| token.text.len()).sum()
}

/// Checks an activity, and the cards in its attachments.
pub(super) fn check_activity(
    activity: &Activity,
    target: ValidationTarget,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    if !ACTIVITY_TYPES.contains(&&*activity.kind) {
        let message = "an activity of this type concerns no card";
        let finding = Finding::warning("adaptive-cards/activity", at.member("type"), message);
        found.push(finding.hint("write `message` or `invoke`"));
    }
    if activity.kind == "invoke" && activity.name.get().is_none() {
        let message = "an `invoke` has a name, by which bots recognize it";
        let finding = Finding::error("adaptive-cards/activity", at.clone(), message);
        found.push(finding.hint(format_args!("add the `name`, such as `{EXECUTE_NAME}`")));
    }
    if activity.is_execute() {
        check_execute(activity, at, found);
    }
    let attachments = activity
        .attachments
        .get()
        .into_iter()
        .flat_map(|list| list.enumerate());
    for (index, attachment) in attachments.filter(|(_, attachment)| attachment.is_card()) {
        let at = at.member("attachments").element(index);
        check_card(
            attachment.content.as_ref(),
            target,
            &at.member("content"),
            found,
        );
    }
}

/// Checks the value of an `Action.Execute`.
fn check_execute(activity: &Activity, at: &Pointer, found: &mut Vec<Finding>) {
    let value = activity.value.as_ref();
    let action = value.and_then(|value| value.member("action"));
    let is_action = action.is_some_and(|action| action.decode::<ExecuteInvocation>().is_ok());
    if is_action {
        return;
    }
    let message = "the value of an `Action.Execute` has an `action` with its type";
    let finding = Finding::error("adaptive-cards/activity", at.member("value"), message);
    found.push(finding.hint("write `{\"action\": {\"type\": \"Action.Execute\", …}}`"));
}

/// Checks an answer, and the card in it.
pub(super) fn check_response(
    response: &InvokeResponse,
    target: ValidationTarget,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    let status = response.status_code.as_u64();
    if !status.is_some_and(|status| (100..600).contains(&status)) {
        let message = "the status is not one of HTTP";
        let finding = Finding::error("adaptive-cards/response", at.member("statusCode"), message);
        found.push(finding.hint("write a status such as 200"));
    }
    if response.is_card() {
        check_card(response.value.as_ref(), target, &at.member("value"), found);
        return;
    }
    let is_text = response
        .kind
        .get()
        .is_some_and(|kind| kind.ends_with(".message"));
    let text = response
        .value
        .as_ref()
        .map(Payload::text)
        .unwrap_or_default();
    if is_text && as_string(text).is_none() {
        let message = "an answer with a message has a text as its value";
        let finding = Finding::error("adaptive-cards/response", at.member("value"), message);
        found.push(finding.hint("write the text for the user"));
    }
}

/// Checks the card in a message.
fn check_card(
    content: Option<&Payload>,
    target: ValidationTarget,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    match content.map(Payload::decode::<AdaptiveCard>) {
        Some(Ok(card)) => {
            check_value(&card, target, at, found);
        }
        Some(Err(error)) => {
            let mut finding = Finding::from(error);
            finding.pointer = at.join(&finding.pointer);
            found.push(finding);
        }
        None => {
            let message = "the content type announces a card that is missing";
            let finding = Finding::error("adaptive-cards/missing", at.clone(), message);
            found.push(finding.hint("add the card"));
        }
    }
}
