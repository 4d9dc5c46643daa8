//! Messages of the client, from 1.0 on called renderer.

use super::rules::{BACKWARD, FORWARD};
use crate::{
    Carry, Context, Dialect, Ledger, Refusal, Verdict::*, carry::Hop, complement, depth, fields::Fields,
};
use a2ui::{v0_9, v1_0};
use wire::{Extra, Field, Payload, Pointer};

/// How deep the fields of these messages lie.
const LEVELS: usize = 2;

/// Translates a message of a client from 0.9 to 1.0.
///
/// # Errors
/// Those of the ledger.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::{Carry, Context, a2ui_v0_9_v1_0};
///
/// let message = wire::decode(
///     r#"{"version":"v0.9","action":{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00Z","context":{}}}"#,
/// )?;
/// let (message, _) = a2ui_v0_9_v1_0::client_forward(message, &Carry::default(), &Context::default(), &mut ())?;
/// assert!(wire::encode(&message)?.starts_with(r#"{"version":"v1.0","action":{"name":"go""#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn client_forward<L: Ledger>(
    message: v0_9::ClientMessage,
    home: &Carry,
    _: &Context,
    ledger: &mut L,
) -> Result<(v1_0::RendererMessage, Carry), Refusal> {
    translate_forward(&message, Dialect::A2ui1_0, home, 0, ledger)
}

/// Translates a message of a renderer from 1.0 to 0.9.
///
/// # Errors
/// If it is a call or an answer, or an error that names no surface: 0.9 has none of these.
pub fn client_backward<L: Ledger>(
    message: v1_0::RendererMessage,
    home: &Carry,
    _: &Context,
    ledger: &mut L,
) -> Result<(v0_9::ClientMessage, Carry), Refusal> {
    translate_backward(&message, v0_9::Version::V0_9, Dialect::A2ui1_0, home, 0, ledger)
}

fn payload<T: wire::WireType>(message: &T) -> Payload {
    Payload::of(message).unwrap_or_else(|_| Payload::null())
}

pub(super) fn translate_forward<L: Ledger>(
    message: &v0_9::ClientMessage,
    to: Dialect,
    home: &Carry,
    input: u64,
    ledger: &mut L,
) -> Result<(v1_0::RendererMessage, Carry), Refusal> {
    let (kept, rest) = home.take(to);
    let mut fields = Fields::of(ledger);
    let bare = forward(message, &mut fields)?;
    let back = |image: &Payload| {
        let image: v1_0::RendererMessage = image.decode().ok()?;
        Some(payload(&backward(&image, v0_9::Version::V0_9, &mut Fields::none()).ok()?))
    };
    let visible = payload(message);
    let settled = complement::settle(&visible, payload(&bare), &kept, None, LEVELS, &back);
    fields.enter(&settled, &FORWARD.others, input, ledger)?;
    depth::fits(Some(&visible), &settled.made, 0, &FORWARD.message)?;
    let from = match message.version {
        v0_9::Version::V0_9_1 => Dialect::A2ui0_9_1,
        _ => Dialect::A2ui0_9,
    };
    Ok((settled.made.decode()?, rest.with(Hop::of_changes(from, settled.carried))))
}

pub(super) fn translate_backward<L: Ledger>(
    message: &v1_0::RendererMessage,
    version: v0_9::Version,
    from: Dialect,
    home: &Carry,
    input: u64,
    ledger: &mut L,
) -> Result<(v0_9::ClientMessage, Carry), Refusal> {
    let (kept, rest) = home.take(Dialect::A2ui0_9);
    let mut fields = Fields::of(ledger);
    let bare = backward(message, version, &mut fields)?;
    let back = |image: &Payload| {
        let image: v0_9::ClientMessage = image.decode().ok()?;
        Some(payload(&forward(&image, &mut Fields::none()).ok()?))
    };
    let visible = payload(message);
    let settled = complement::settle(&visible, payload(&bare), &kept, None, LEVELS, &back);
    fields.enter(&settled, &BACKWARD.others, input, ledger)?;
    depth::fits(Some(&visible), &settled.made, 0, &BACKWARD.message)?;
    Ok((settled.made.decode()?, rest.with(Hop::of_changes(from, settled.carried))))
}

fn forward(message: &v0_9::ClientMessage, fields: &mut Fields) -> Result<v1_0::RendererMessage, Refusal> {
    let rules = &FORWARD;
    let root = Pointer::root();
    let from = root.member(message.key());
    fields.add(Encoded, &rules.version, (&root, "version"), Some((&root, "version")));
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
            // Two names that meant nothing in 0.9 mean something now.
            let own = |name: &str| !matches!(name, "userMessage" | "metadata");
            new.extra = keep(&old.extra, own);
            new.into()
        }
        v0_9::ClientBody::Error(old) => {
            fields.add(Copied, &rules.error, (&from, ""), Some((&from, "")));
            error_forward(&payload(old)).map_err(|error| error.below(&from))?.into()
        }
        _ => return Err(Refusal::rule_broken(rules.message.id, from, "this message has no image in 1.0")),
    };
    let mut image = v1_0::RendererMessage::new(v1_0::Version::V1_0, body);
    image.extra = keep(&message.extra, |name| !v1_0_keys(name));
    Ok(image)
}

fn keep(extra: &Extra, which: impl Fn(&str) -> bool) -> Extra {
    extra.iter().filter(|(name, _)| which(name)).map(|(name, value)| (name, value.clone())).collect()
}

fn v1_0_keys(name: &str) -> bool {
    matches!(name, "action" | "callAgentFunction" | "rendererFunctionResponse" | "error")
}

/// Whether it is a string, and no half of a surrogate pair in it.
fn is_text(value: &Payload) -> bool {
    value.as_str().is_some_and(|text| Payload::string(&text) == *value)
}

/// The code is text in 1.0, and an error is about a surface or a call, not both.
fn error_forward(old: &Payload) -> Result<v1_0::Error, Refusal> {
    let mut members: Extra = old.members().map(|(name, value)| (name.into_owned(), value)).collect();
    if let Some(code) = members.get("code").filter(|code| !is_text(code)) {
        let code = Payload::string(&code.as_str().unwrap_or(code.text().into()));
        members.insert("code", code);
    }
    let code = members.get("code").and_then(Payload::as_str).map(String::from);
    if code.as_deref() != Some("VALIDATION_FAILED") {
        members.remove("functionCallId");
    }
    if matches!(code.as_deref(), Some("UNALLOWED_PARENT" | "UNALLOWED_CHILD"))
        && !members.get("path").is_some_and(is_text)
    {
        members.insert("path", Payload::string(""));
    }
    Ok(Payload::object(members.iter()).decode()?)
}

fn backward(
    message: &v1_0::RendererMessage,
    version: v0_9::Version,
    fields: &mut Fields,
) -> Result<v0_9::ClientMessage, Refusal> {
    let rules = &BACKWARD;
    let root = Pointer::root();
    let from = root.member(message.key());
    fields.add(Encoded, &rules.version, (&root, "version"), Some((&root, "version")));
    let body: v0_9::ClientBody = match &message.body {
        v1_0::RendererBody::Action(old) => {
            for name in ["name", "surfaceId", "sourceComponentId", "timestamp", "context"] {
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
            let refusal =
                Refusal::rule_broken(rules.message.id, from, "0.9 has no calls and no answers to them");
            return Err(refusal.hint("an `action` or an `error` has an image in 0.9"));
        }
    };
    let mut image = v0_9::ClientMessage::new(version, body);
    image.extra = message.extra.clone();
    Ok(image)
}

/// In 0.9 a component in the wrong place is a failed validation like any other, and every error is about a surface.
fn error_backward(old: &v1_0::Error, from: &Pointer) -> Result<v0_9::Error, Refusal> {
    match old {
        v1_0::Error::ValidationFailed(old) => {
            let code = v0_9::ValidationFailedCode::ValidationFailed;
            let mut new =
                v0_9::ValidationFailed::new(code, old.surface_id.clone(), &*old.path, &*old.message);
            new.extra = old.extra.clone();
            Ok(new.into())
        }
        v1_0::Error::Generic(old) => {
            let Field::Value(surface_id) = &old.surface_id else {
                let message = "the error names no surface, which it has to in A2UI 0.9";
                let refusal = Refusal::context(BACKWARD.error.id, from.member("surfaceId"), message);
                return Err(refusal.hint("an error in a call has no image in 0.9"));
            };
            let mut new =
                v0_9::GenericError::new(Payload::string(&old.code), surface_id.clone(), &*old.message);
            new.extra = old.extra.clone();
            Ok(new.into())
        }
        _ => Err(Refusal::rule_broken(BACKWARD.error.id, from.clone(), "this error has no image in 0.9")),
    }
}
