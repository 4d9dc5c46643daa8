//! Translation of client messages, which have the same meaning in A2UI 0.8 and 0.9.
//!
//! Specification: [A2UI 0.8, § 5.2 The `userAction` message](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#52-the-useraction-message).

use super::{BACKWARD, FORWARD, root::Naming, version};
use crate::{
    Context, Dialect, Refusal,
    Verdict::*,
    lens::{Direction, FieldMap, Returns, Translated, TranslationCx},
    mappings::a2ui_component::members_of,
};
use a2ui::{ComponentId, SurfaceId, v0_8, v0_9};
use wire::{Extra, Payload, Pointer};

/// The depth of the fields of these messages.
const LEVELS: usize = 2;

/// Translates a client message from 0.8 to 0.9: `userAction` becomes `action`.
///
/// # Errors
/// Refuses an `error` without a surface, which 0.9 requires.
pub(super) fn translate_forward(
    message: &v0_8::ClientMessage,
    to: Dialect,
    naming: &Naming,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<v0_9::ClientMessage>, Refusal> {
    let mut fields = tcx.fields();
    let plain_target = forward(message, version(to), naming, &mut fields)?;
    let returns = Returns {
        losses: &|target, losses| {
            let returned = backward(target, naming, &mut FieldMap::none());
            losses.add_changes_of_message(message, Ok(returned), LEVELS);
        },
        back: &|target| Ok(backward(target, naming, &mut FieldMap::none())),
    };
    Direction::new(Dialect::A2ui0_8, to, LEVELS, &FORWARD.others).reconcile(
        message,
        plain_target,
        fields,
        returns,
        tcx,
    )
}

/// Translates a client message from 0.9 to 0.8: `action` becomes `userAction`.
pub(super) fn translate_backward(
    message: &v0_9::ClientMessage,
    from: Dialect,
    naming: &Naming,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<v0_8::ClientMessage>, Refusal> {
    let mut fields = tcx.fields();
    let plain_target = backward(message, naming, &mut fields);
    let returns = Returns {
        losses: &|target, losses| {
            let returned = forward(target, version(from), naming, &mut FieldMap::none());
            losses.add_changes_of_message(message, returned, LEVELS);
        },
        back: &|target| forward(target, version(from), naming, &mut FieldMap::none()),
    };
    Direction::new(from, Dialect::A2ui0_8, LEVELS, &BACKWARD.others).reconcile(
        message,
        plain_target,
        fields,
        returns,
        tcx,
    )
}

/// Returns the renaming of component ids for a surface in the context. Without such a surface, all ids stay the same.
pub(super) fn naming_of_context(surface: &SurfaceId, cx: &Context) -> Naming {
    match cx.surfaces.get(surface.as_str()) {
        Some(surface) => Naming::of_surface(surface),
        None => Naming::default(),
    }
}

/// Translates a client message to 0.9, without a carry.
fn forward(
    message: &v0_8::ClientMessage,
    version: v0_9::Version,
    naming: &Naming,
    fields: &mut FieldMap,
) -> Result<v0_9::ClientMessage, Refusal> {
    let rules = &FORWARD;
    let root = Pointer::root();
    fields.add(
        Defaulted,
        &rules.version,
        (&root, ""),
        Some((&root, "version")),
    );
    let from = root.member(message.key());
    let mut target = match &message.body {
        v0_8::ClientBody::UserAction(old) => {
            let to = root.member("action");
            fields.add(Renamed, &rules.action, (&from, ""), Some((&to, "")));
            let source = naming.swapped(old.source_component_id.as_str());
            let verdict = verdict_of_source(source, &old.source_component_id);
            let name = "sourceComponentId";
            fields.add(verdict, &rules.source, (&from, name), Some((&to, name)));
            let mut new = v0_9::UserAction::new(
                &*old.name,
                old.surface_id.clone(),
                source,
                old.timestamp.clone(),
                old.context.clone(),
            );
            new.extra = old.extra.clone();
            v0_9::ClientMessage::new(version, new)
        }
        v0_8::ClientBody::Error(old) => {
            v0_9::ClientMessage::new(version, error_forward(&old.extra, &from, fields)?)
        }
        _ => {
            return Err(Refusal::rule_broken(
                rules.message.id,
                from,
                "this message has no counterpart in 0.9",
            ));
        }
    };
    target.extra = message.extra.clone();
    // A member `version` is unknown in 0.8, but in 0.9 it would repeat the version.
    target.extra.remove("version");
    Ok(target)
}

/// Translates an error to 0.9, which requires a code, a surface and a message. In 0.8 all three are optional.
fn error_forward(
    old: &Extra,
    from: &Pointer,
    fields: &mut FieldMap,
) -> Result<v0_9::Error, Refusal> {
    let rules = &FORWARD;
    let mut error = old.clone();
    fields.add(Copied, &rules.error, (from, ""), Some((from, "")));
    if !has_text(&error, "surfaceId") {
        let message = "the error does not name a surface, which A2UI 0.9 requires";
        let refusal = Refusal::context(rules.error.id, from.member("surfaceId"), message);
        return Err(refusal.hint("give the error a `surfaceId`"));
    }
    let code = match error.get("code") {
        Some(code) => code.as_str().map(String::from),
        None => {
            error.insert("code", Payload::string("CLIENT_ERROR"));
            let place = (from, "code");
            fields.add(Defaulted, &rules.error, place, Some(place));
            None
        }
    };
    // 0.9 also requires the path of a failed validation.
    let required: &[_] = match code.as_deref() {
        Some("VALIDATION_FAILED") => &["message", "path"],
        _ => &["message"],
    };
    for name in required {
        if !has_text(&error, name) {
            error.insert(*name, Payload::string(""));
            fields.add(Defaulted, &rules.error, (from, name), Some((from, name)));
        }
    }
    Payload::object(error.iter())
        .decode()
        .map_err(|error| Refusal::from(error).below(from))
}

/// Returns `true` if a member of an error is a string.
fn has_text(error: &Extra, name: &str) -> bool {
    match error.get(name) {
        Some(value) => value.as_str().is_some(),
        None => false,
    }
}

/// Returns the verdict for the id of the clicked component.
fn verdict_of_source(new: &str, old: &ComponentId) -> crate::Verdict {
    if new == old.as_str() { Copied } else { Encoded }
}

/// Translates a client message to 0.8, without a carry.
fn backward(
    message: &v0_9::ClientMessage,
    naming: &Naming,
    fields: &mut FieldMap,
) -> v0_8::ClientMessage {
    let rules = &BACKWARD;
    let root = Pointer::root();
    fields.add(Derived, &rules.version, (&root, "version"), None);
    let from = root.member(message.key());
    let mut target = match &message.body {
        v0_9::ClientBody::Action(old) => {
            let to = root.member("userAction");
            fields.add(Renamed, &rules.action, (&from, ""), Some((&to, "")));
            let source = naming.swapped(old.source_component_id.as_str());
            let verdict = verdict_of_source(source, &old.source_component_id);
            let name = "sourceComponentId";
            fields.add(verdict, &rules.source, (&from, name), Some((&to, name)));
            let mut new = v0_8::UserAction::new(
                &*old.name,
                old.surface_id.clone(),
                source,
                old.timestamp.clone(),
                old.context.clone(),
            );
            new.extra = old.extra.clone();
            v0_8::ClientMessage::new(new)
        }
        v0_9::ClientBody::Error(old) => {
            fields.add(Copied, &rules.error, (&from, ""), Some((&from, "")));
            // 0.8 does not define the members of an error.
            let members = Payload::encode(old).unwrap_or_else(|_| Payload::empty_object());
            let mut new = v0_8::Error::new();
            new.extra = members_of(&members);
            v0_8::ClientMessage::new(new)
        }
        // The type is not exhaustive, but 0.9 defines no other body.
        _ => v0_8::ClientMessage::new(v0_8::Error::new()),
    };
    target.extra = message.extra.clone();
    target
}
