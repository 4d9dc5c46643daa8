//! Messages of the client, which mean the same in both versions.

use super::{root::Naming, rules};
use crate::{
    Carry, Context, Dialect, Ledger, Refusal, Verdict::*, carry::Hop, complement, depth, fields::Fields,
};
use a2ui::{SurfaceId, v0_8, v0_9};
use wire::{Extra, Payload, Pointer};

/// Translates a message of a client from 0.8 to 0.9: `userAction` becomes `action`.
///
/// The root of a surface is called `root` in 0.9: the context's surface tells its name in 0.8.
///
/// # Errors
/// If an `error` names no surface, which it has to in 0.9.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::{Carry, Context, a2ui_v0_8_v0_9};
///
/// let message = wire::decode(
///     r#"{"userAction":{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00Z","context":{}}}"#,
/// )?;
/// let (message, _) = a2ui_v0_8_v0_9::client_forward(message, &Carry::default(), &Context::default(), &mut ())?;
/// assert_eq!(
///     wire::encode(&message)?,
///     r#"{"version":"v0.9","action":{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00Z","context":{}}}"#,
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn client_forward<L: Ledger>(
    message: v0_8::ClientMessage,
    home: &Carry,
    cx: &Context,
    ledger: &mut L,
) -> Result<(v0_9::ClientMessage, Carry), Refusal> {
    let naming = message.surface_id().map_or_else(Naming::default, |surface| of_context(surface, cx));
    translate_forward(&message, v0_9::Version::V0_9, &naming, home, 0, ledger)
}

/// Translates a message of a client from 0.9 to 0.8: `action` becomes `userAction`.
///
/// # Errors
/// Those of the ledger.
pub fn client_backward<L: Ledger>(
    message: v0_9::ClientMessage,
    home: &Carry,
    cx: &Context,
    ledger: &mut L,
) -> Result<(v0_8::ClientMessage, Carry), Refusal> {
    let naming = of_context(message.surface_id(), cx);
    translate_backward(&message, &naming, home, 0, ledger)
}

pub(super) fn of_context(surface: &SurfaceId, cx: &Context) -> Naming {
    cx.surfaces.get(surface.as_str()).map_or_else(Naming::default, Naming::of_surface)
}

/// How deep the fields of these messages lie.
const LEVELS: usize = 2;

pub(super) fn translate_forward<L: Ledger>(
    message: &v0_8::ClientMessage,
    version: v0_9::Version,
    naming: &Naming,
    home: &Carry,
    input: u64,
    ledger: &mut L,
) -> Result<(v0_9::ClientMessage, Carry), Refusal> {
    let (kept, rest) = home.take(Dialect::A2ui0_9);
    let mut fields = Fields::of(ledger);
    let bare = forward(message, version, naming, &mut fields)?;
    let back = |image: &Payload| {
        let image: v0_9::ClientMessage = image.decode().ok()?;
        Payload::of(&backward(&image, naming, &mut Fields::none())).ok()
    };
    let visible = Payload::of(message).unwrap_or_else(|_| Payload::null());
    let bare = Payload::of(&bare).unwrap_or_else(|_| Payload::null());
    let settled = complement::settle(&visible, bare, &kept, None, LEVELS, &back);
    fields.enter(&settled, &rules::forward::OTHERS, input, ledger)?;
    depth::fits(Some(&visible), &settled.made, 0, &rules::forward::MESSAGE)?;
    Ok((settled.made.decode()?, rest.with(Hop::of_changes(Dialect::A2ui0_8, settled.carried))))
}

pub(super) fn translate_backward<L: Ledger>(
    message: &v0_9::ClientMessage,
    naming: &Naming,
    home: &Carry,
    input: u64,
    ledger: &mut L,
) -> Result<(v0_8::ClientMessage, Carry), Refusal> {
    let (kept, rest) = home.take(Dialect::A2ui0_8);
    let mut fields = Fields::of(ledger);
    let bare = backward(message, naming, &mut fields);
    let back = |image: &Payload| {
        let image: v0_8::ClientMessage = image.decode().ok()?;
        let image = forward(&image, v0_9::Version::V0_9, naming, &mut Fields::none()).ok()?;
        Payload::of(&image).ok()
    };
    let visible = Payload::of(message).unwrap_or_else(|_| Payload::null());
    let bare = Payload::of(&bare).unwrap_or_else(|_| Payload::null());
    let settled = complement::settle(&visible, bare, &kept, None, LEVELS, &back);
    fields.enter(&settled, &rules::backward::OTHERS, input, ledger)?;
    depth::fits(Some(&visible), &settled.made, 0, &rules::backward::MESSAGE)?;
    let from = super::dialect(message.version);
    Ok((settled.made.decode()?, rest.with(Hop::of_changes(from, settled.carried))))
}

fn forward(
    message: &v0_8::ClientMessage,
    version: v0_9::Version,
    naming: &Naming,
    fields: &mut Fields,
) -> Result<v0_9::ClientMessage, Refusal> {
    use rules::forward as rules;
    let root = Pointer::root();
    fields.add(Defaulted, &rules::VERSION, (&root, ""), Some((&root, "version")));
    let from = root.member(message.key());
    let mut image = match &message.body {
        v0_8::ClientBody::UserAction(old) => {
            let to = root.member("action");
            fields.add(Renamed, &rules::ACTION, (&from, ""), Some((&to, "")));
            let source = naming.map(old.source_component_id.as_str());
            let verdict = if source == old.source_component_id.as_str() { Copied } else { Encoded };
            let name = "sourceComponentId";
            fields.add(verdict, &rules::SOURCE, (&from, name), Some((&to, name)));
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
        _ => return Err(Refusal::rule_broken(rules::MESSAGE.id, from, "this message has no image in 0.9")),
    };
    image.extra = message.extra.clone();
    image.extra.remove("version");
    Ok(image)
}

/// An error of 0.9 names its code, its surface and says something; 0.8 leaves all of that open.
fn error_forward(old: &Extra, from: &Pointer, fields: &mut Fields) -> Result<v0_9::Error, Refusal> {
    use rules::forward as rules;
    let mut error = old.clone();
    fields.add(Copied, &rules::ERROR, (from, ""), Some((from, "")));
    let is_text = |error: &Extra, name: &str| error.get(name).is_some_and(|value| value.as_str().is_some());
    if !is_text(&error, "surfaceId") {
        let message = "the error names no surface, which it has to in A2UI 0.9";
        let refusal = Refusal::context(rules::ERROR.id, from.member("surfaceId"), message);
        return Err(refusal.hint("give the error a `surfaceId`"));
    }
    if error.get("code").is_none() {
        error.insert("code", Payload::string("CLIENT_ERROR"));
        fields.add(Defaulted, &rules::ERROR, (from, "code"), Some((from, "code")));
    }
    let is_failed = error.get("code").and_then(Payload::as_str).as_deref() == Some("VALIDATION_FAILED");
    let required = if is_failed { ["message", "path"].as_slice() } else { &["message"] };
    for name in required {
        if !is_text(&error, name) {
            error.insert(*name, Payload::string(""));
            fields.add(Defaulted, &rules::ERROR, (from, name), Some((from, name)));
        }
    }
    Payload::object(error.iter()).decode().map_err(|error| Refusal::from(error).below(from))
}

fn backward(message: &v0_9::ClientMessage, naming: &Naming, fields: &mut Fields) -> v0_8::ClientMessage {
    use rules::backward as rules;
    let root = Pointer::root();
    fields.add(Derived, &rules::VERSION, (&root, "version"), None);
    let from = root.member(message.key());
    let mut image = match &message.body {
        v0_9::ClientBody::Action(old) => {
            let to = root.member("userAction");
            fields.add(Renamed, &rules::ACTION, (&from, ""), Some((&to, "")));
            let source = naming.map(old.source_component_id.as_str());
            let verdict = if source == old.source_component_id.as_str() { Copied } else { Encoded };
            let name = "sourceComponentId";
            fields.add(verdict, &rules::SOURCE, (&from, name), Some((&to, name)));
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
            fields.add(Copied, &rules::ERROR, (&from, ""), Some((&from, "")));
            let members = Payload::of(old).unwrap_or_else(|_| Payload::empty_object());
            let mut new = v0_8::Error::new();
            new.extra = members.members().map(|(name, value)| (name.into_owned(), value)).collect();
            v0_8::ClientMessage::new(new)
        }
        _ => v0_8::ClientMessage::new(v0_8::Error::new()),
    };
    image.extra = message.extra.clone();
    image
}
