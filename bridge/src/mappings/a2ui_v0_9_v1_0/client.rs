//! Translation of client messages, which are called renderer messages in A2UI 1.0.
//!
//! Specification: [A2UI 1.0, `action`](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#action), [A2UI 1.0, `error`](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#error).

use super::{BACKWARD, FORWARD, version};
use crate::{
    Dialect, Refusal,
    Verdict::*,
    lens::{Direction, FieldMap, Losses, Returns, Translated, TranslationCx, payload},
    mappings::a2ui_component::members_of,
};
use a2ui::{v0_9, v1_0};
use wire::{Extra, Field, Payload, Pointer};

/// The depth of the fields of these messages.
const LEVELS: usize = 2;

/// Translates a client message from 0.9 to 1.0.
pub(super) fn translate_forward(
    message: &v0_9::ClientMessage,
    from: Dialect,
    to: Dialect,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<v1_0::RendererMessage>, Refusal> {
    let mut fields = tcx.fields();
    let plain_target = forward(message, to, &mut fields)?;
    let version = version(from);
    let returns = Returns {
        losses: &|target, losses| add_losses_of_0_9(message, target, version, losses),
        back: &|target| backward(target, version, &mut FieldMap::none()),
    };
    let direction = Direction::new(from, to, LEVELS, &FORWARD.others);
    direction.reconcile(message, plain_target, fields, returns, tcx)
}

/// Translates a renderer message from 1.0 to 0.9.
///
/// # Errors
/// Refuses calls and their answers, and errors without a surface. These do not exist in 0.9.
pub(super) fn translate_backward(
    message: &v1_0::RendererMessage,
    version: v0_9::Version,
    from: Dialect,
    to: Dialect,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<v0_9::ClientMessage>, Refusal> {
    let mut fields = tcx.fields();
    let plain_target = backward(message, version, &mut fields)?;
    let returns = Returns {
        losses: &|target, losses| add_losses_of_1_0(message, target, from, losses),
        back: &|target| forward(target, from, &mut FieldMap::none()),
    };
    let direction = Direction::new(from, to, LEVELS, &BACKWARD.others);
    direction.reconcile(message, plain_target, fields, returns, tcx)
}

/// Translates a client message to 1.0, without a carry.
fn forward(
    message: &v0_9::ClientMessage,
    to: Dialect,
    fields: &mut FieldMap,
) -> Result<v1_0::RendererMessage, Refusal> {
    let rules = &FORWARD;
    let root = Pointer::root();
    let from = root.member(message.key());
    fields.add(
        Encoded,
        &rules.version,
        (&root, "version"),
        Some((&root, "version")),
    );
    let body: v1_0::RendererBody = match &message.body {
        v0_9::ClientBody::Action(old) => {
            fields.add(Copied, &rules.action, (&from, ""), Some((&from, "")));
            let mut new = v1_0::UserAction::new(
                &*old.name,
                old.surface_id.clone(),
                old.source_component_id.clone(),
                old.timestamp.clone(),
                old.context.clone(),
            );
            new.extra = keep_unknown_members(&old.extra, is_action_member, &from, fields);
            new.into()
        }
        v0_9::ClientBody::Error(old) => {
            fields.add(Copied, &rules.error, (&from, ""), Some((&from, "")));
            error_forward(&payload(old), &from, fields)
                .map_err(|error| error.below(&from))?
                .into()
        }
        _ => {
            return Err(Refusal::rule_broken(
                rules.message.id,
                from,
                "this message has no counterpart in 1.0",
            ));
        }
    };
    let mut target = v1_0::RendererMessage::new(to.word_of_1_0(), body);
    target.extra = keep_unknown_members(&message.extra, |name| !is_v1_0_key(name), &root, fields);
    Ok(target)
}

/// Keeps the members of 0.9 that are unknown in 1.0, too, according to `is_unknown`. The others are carried, because 1.0 would
/// give them a meaning.
fn keep_unknown_members(
    extra: &Extra,
    is_unknown: impl Fn(&str) -> bool,
    at: &Pointer,
    fields: &mut FieldMap,
) -> Extra {
    let mut unknown = Vec::new();
    for (name, value) in extra.iter() {
        if is_unknown(name) {
            unknown.push((name, value.clone()));
        } else {
            fields.add(Carried, &FORWARD.member, (at, name), None);
        }
    }
    unknown.into_iter().collect()
}

/// Returns `true` if a member of an action that is unknown in 0.9 is unknown in 1.0, too.
fn is_action_member(name: &str) -> bool {
    !matches!(name, "userMessage" | "metadata")
}

/// Returns `true` if a member of this name contains the body of a 1.0 message.
fn is_v1_0_key(name: &str) -> bool {
    matches!(
        name,
        "action" | "callAgentFunction" | "rendererFunctionResponse" | "error"
    )
}

/// Returns `true` if a value is a string without lone surrogates.
fn is_text(value: &Payload) -> bool {
    match value.as_str() {
        Some(text) => Payload::string(&text) == *value,
        None => false,
    }
}

/// Translates an error to 1.0, where the code is a string, and an error is about a surface or a call, not both.
fn error_forward(
    old: &Payload,
    at: &Pointer,
    fields: &mut FieldMap,
) -> Result<v1_0::Error, Refusal> {
    let rules = &FORWARD;
    let mut members = members_of(old);
    match members.get("code") {
        Some(code) if !is_text(code) => {
            let code = Payload::string(&code.as_str().unwrap_or(code.text().into()));
            fields.add(Encoded, &rules.error, (at, "code"), Some((at, "code")));
            members.insert("code", code);
        }
        _ => {}
    }
    let code = match members.get("code") {
        Some(code) => code.as_str().unwrap_or_default().into_owned(),
        None => String::new(),
    };
    // Only a failed validation can be about a call.
    if code != "VALIDATION_FAILED" && members.remove("functionCallId").is_some() {
        fields.add(Carried, &rules.member, (at, "functionCallId"), None);
    }
    // In 1.0 errors with these two codes require a path. An empty path means the whole surface.
    let needs_path = matches!(&*code, "UNALLOWED_PARENT" | "UNALLOWED_CHILD");
    if needs_path && !members.get("path").is_some_and(is_text) {
        fields.add(Defaulted, &rules.error, (at, ""), Some((at, "path")));
        members.insert("path", Payload::string(""));
    }
    Ok(Payload::object(members.iter()).decode()?)
}

/// Translates a renderer message to 0.9, without a carry.
fn backward(
    message: &v1_0::RendererMessage,
    version: v0_9::Version,
    fields: &mut FieldMap,
) -> Result<v0_9::ClientMessage, Refusal> {
    let rules = &BACKWARD;
    let root = Pointer::root();
    let from = root.member(message.key());
    fields.add(
        Encoded,
        &rules.version,
        (&root, "version"),
        Some((&root, "version")),
    );
    let body: v0_9::ClientBody = match &message.body {
        v1_0::RendererBody::Action(old) => {
            for name in [
                "name",
                "surfaceId",
                "sourceComponentId",
                "timestamp",
                "context",
            ] {
                fields.add(Copied, &rules.action, (&from, name), Some((&from, name)));
            }
            if !old.metadata.is_absent() {
                fields.add(Carried, &rules.metadata, (&from, "metadata"), None);
            }
            let mut new = v0_9::UserAction::new(
                &*old.name,
                old.surface_id.clone(),
                old.source_component_id.clone(),
                old.timestamp.clone(),
                old.context.clone(),
            );
            new.extra = old.extra.clone();
            new.into()
        }
        v1_0::RendererBody::Error(old) => {
            fields.add(Copied, &rules.error, (&from, ""), Some((&from, "")));
            error_backward(old, &from)?.into()
        }
        _ => {
            let refusal = Refusal::rule_broken(
                rules.message.id,
                from,
                "A2UI 0.9 has neither calls nor answers to calls",
            );
            return Err(refusal.hint("only an `action` or an `error` has a counterpart in 0.9"));
        }
    };
    let mut target = v0_9::ClientMessage::new(version, body);
    target.extra = message.extra.clone();
    Ok(target)
}

/// Translates an error to 0.9, where a misplaced component is a failed validation, and every error is about a surface.
fn error_backward(old: &v1_0::Error, from: &Pointer) -> Result<v0_9::Error, Refusal> {
    match old {
        v1_0::Error::ValidationFailed(old) => {
            let code = v0_9::ValidationFailedCode::ValidationFailed;
            let mut new = v0_9::ValidationFailed::new(
                code,
                old.surface_id.clone(),
                &*old.path,
                &*old.message,
            );
            new.extra = old.extra.clone();
            Ok(new.into())
        }
        v1_0::Error::Generic(old) => {
            let Field::Value(surface_id) = &old.surface_id else {
                let message = "the error does not name a surface, which A2UI 0.9 requires";
                let refusal =
                    Refusal::context(BACKWARD.error.id, from.member("surfaceId"), message);
                return Err(refusal.hint("an error about a call has no counterpart in 0.9"));
            };
            let mut new = v0_9::GenericError::new(
                Payload::string(&old.code),
                surface_id.clone(),
                &*old.message,
            );
            new.extra = old.extra.clone();
            Ok(new.into())
        }
        _ => Err(Refusal::rule_broken(
            BACKWARD.error.id,
            from.clone(),
            "this error has no counterpart in 0.9",
        )),
    }
}

/// Adds the fields of a 0.9 client message that do not come back from 1.0. `version` is the version of its dialect.
fn add_losses_of_0_9(
    message: &v0_9::ClientMessage,
    target: &v1_0::RendererMessage,
    version: v0_9::Version,
    losses: &mut Losses,
) {
    let at = Pointer::root().member(message.key());
    match (&message.body, &target.body) {
        (v0_9::ClientBody::Action(old), v1_0::RendererBody::Action(new)) => {
            let fields = [
                ("name", old.name == new.name),
                ("surfaceId", old.surface_id == new.surface_id),
                (
                    "sourceComponentId",
                    old.source_component_id == new.source_component_id,
                ),
                ("timestamp", old.timestamp == new.timestamp),
                ("context", old.context == new.context),
            ];
            losses.add_members(&at, &fields);
            losses.add_changed_members(&at, (&old.extra, &new.extra), LEVELS, |_| true);
        }
        (v0_9::ClientBody::Error(old), v1_0::RendererBody::Error(new)) => {
            let Ok(returned) = error_backward(new, &at) else {
                return losses.add(Pointer::root());
            };
            let (returned, old) = (payload(&returned), payload(old));
            losses.add_changes(&at, (Some(&old), Some(&returned)), LEVELS);
        }
        // A carry replaced the body. If the new body can come back, the message differs in two members: both bodies.
        (_, new) => {
            let is_returned = match new {
                v1_0::RendererBody::Action(_) => true,
                v1_0::RendererBody::Error(new) => error_backward(new, &at).is_ok(),
                _ => false,
            };
            if !is_returned {
                return losses.add(Pointer::root());
            }
            losses.add(at);
            losses.add(Pointer::root().member(target.key()));
        }
    }
    let root = Pointer::root();
    losses.add_members(&root, &[("version", message.version == version)]);
    losses.add_changed_members(&root, (&message.extra, &target.extra), LEVELS, |_| true);
}

/// Adds the fields of a 1.0 renderer message that do not come back from 0.9. `from` is the dialect of the message.
fn add_losses_of_1_0(
    message: &v1_0::RendererMessage,
    target: &v0_9::ClientMessage,
    from: Dialect,
    losses: &mut Losses,
) {
    let at = Pointer::root().member(message.key());
    match (&message.body, &target.body) {
        (v1_0::RendererBody::Action(old), v0_9::ClientBody::Action(new)) => {
            let fields = [
                ("name", old.name == new.name),
                ("surfaceId", old.surface_id == new.surface_id),
                (
                    "sourceComponentId",
                    old.source_component_id == new.source_component_id,
                ),
                ("timestamp", old.timestamp == new.timestamp),
                ("context", old.context == new.context),
                // 0.9 lacks these two members.
                ("userMessage", old.user_message.is_absent()),
                ("metadata", matches!(old.metadata, Field::Absent)),
            ];
            losses.add_members(&at, &fields);
            losses.add_changed_members(&at, (&old.extra, &new.extra), LEVELS, is_action_member);
        }
        (v1_0::RendererBody::Error(old), v0_9::ClientBody::Error(new)) => {
            let Ok(returned) = error_forward(&payload(new), &at, &mut FieldMap::none()) else {
                return losses.add(Pointer::root());
            };
            let (returned, old) = (payload(&returned), payload(old));
            losses.add_changes(&at, (Some(&old), Some(&returned)), LEVELS);
        }
        // A carry replaced the body. If the new body can come back, the message differs in two members: both bodies.
        (_, new) => {
            let is_returned = match new {
                v0_9::ClientBody::Action(_) => true,
                v0_9::ClientBody::Error(new) => {
                    error_forward(&payload(new), &at, &mut FieldMap::none()).is_ok()
                }
                _ => false,
            };
            if !is_returned {
                return losses.add(Pointer::root());
            }
            losses.add(at);
            losses.add(Pointer::root().member(target.key()));
        }
    }
    let root = Pointer::root();
    let is_same_version = message.version == from.word_of_1_0();
    losses.add_members(&root, &[("version", is_same_version)]);
    let members = (&message.extra, &target.extra);
    losses.add_changed_members(&root, members, LEVELS, |name| !is_v1_0_key(name));
}
