//! A2UI messages on the channel of a canvas.

use super::{BACKWARD, FORWARD, find_channel, refuse_unnamable};
use crate::{
    Context, Dialect, Refusal,
    Verdict::{Carried, Copied, Defaulted, Derived, Encoded},
    canvases::CanvasDispatch,
    lens::{
        DerivedField, Direction, FieldMap, Losses, RequiredText, Returns, Translated,
        TranslationCx, payload,
    },
};
use a2ui::{Message, Version, v0_8, v0_9};
use ahp::{
    canvas::{CanvasAction, CanvasMessage},
    ids::ChannelUri,
};
use wire::{Extra, Payload, Pointer};

/// The depth of the fields of a dispatch, such as `/action/payload`.
const LEVELS: usize = 2;

/// The rule that restores a channel only while the message is about the same surface.
static DISPATCH_DERIVED: &[DerivedField] = &[DerivedField {
    field: "/channel",
    from: &["/*/surfaceId"],
}];

/// Translates a client message, or a message about a call, into a `canvas/message` on the channel of its canvas.
///
/// # Errors
/// Refuses a message without a surface (an A2UI 0.8 error) if the context has no channel. Refuses a message that would
/// become nested too deep.
pub(crate) fn forward(
    message: Message,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<CanvasDispatch>, Refusal> {
    let from = tcx.step.from;
    let sent = payload(&message);
    let plain_target = wrap_message(&message, sent.clone(), tcx.cx);
    let states_version = is_plain(&message) || states_own_version(&message, &sent);
    let mut fields = tcx.fields();
    note_forward(&message, states_version, tcx.cx, &mut fields);
    let direction = Direction {
        target_derived: DISPATCH_DERIVED,
        ..direction(from, Dialect::AhpCanvas)
    };
    let version = message.version();
    let returns = Returns {
        losses: &|dispatch, losses| add_losses_of_message(&sent, dispatch, version, losses),
        back: &|dispatch| read_message(dispatch, Some(version)),
    };
    let mut translated = direction.reconcile(&message, plain_target, fields, returns, tcx)?;
    let dispatch = &mut translated.message;
    // The channel of the context wins over one that a carry restored.
    if let Some(channel) = &tcx.cx.channel {
        dispatch.channel = channel.as_str().into();
    }
    if RequiredText::of(dispatch.channel.as_str()).is_unknown() {
        return Err(refuse_unknown_channel(&message));
    }
    Ok(if states_version {
        translated
    } else {
        translated.with_dialect(from)
    })
}

/// Adds notes about a message that becomes a dispatch.
fn note_forward(message: &Message, states_version: bool, cx: &Context, fields: &mut FieldMap) {
    let (rules, root) = (&FORWARD, &Pointer::root());
    let body = root.member(message.key());
    let at = Pointer::from_static("/action/payload");
    fields.add(Copied, &rules.message, (root, ""), Some((&at, "")));
    let verdict = match cx.channel {
        Some(_) => Defaulted,
        None => Derived,
    };
    let place = Some((root, "channel"));
    fields.add(verdict, &rules.channel, (&body, "surfaceId"), place);
    if !states_version {
        fields.add(Carried, &rules.version, (root, "version"), None);
    }
}

/// Returns `true` if a reader of the payload alone finds the version of the message.
///
/// A2UI 1.0 of June 2026 and its later candidates all state `v1.0`, so their payloads are ambiguous.
fn states_own_version(message: &Message, sent: &Payload) -> bool {
    match Message::read(sent.text()) {
        Ok(read) => read.version() == message.version(),
        // An unreadable payload does not state a version.
        Err(_) => false,
    }
}

/// Creates the refusal for a message whose channel is unknown.
fn refuse_unknown_channel(message: &Message) -> Refusal {
    let body = Pointer::root().member(message.key());
    match message.surface_id() {
        Some(surface) => refuse_unnamable(surface.as_str(), body.member("surfaceId")),
        None => {
            let text = "the message does not name a surface, so its channel is unknown";
            Refusal::context(FORWARD.channel.id, body, text)
                .hint("pass the channel with `options.context.channel`")
        }
    }
}

/// Returns `true` if a client message states an unambiguous version and has no unknown members.
fn is_plain(message: &Message) -> bool {
    match message {
        Message::V0_8Client(v0_8::ClientMessage { extra, .. })
        | Message::V0_9Client(v0_9::ClientMessage { extra, .. }) => extra.is_empty(),
        // The caller reads other messages to find out.
        _ => false,
    }
}

/// Extracts the A2UI message from a `canvas/message`. A message without a version has the version of the target dialect.
///
/// # Errors
/// Refuses other actions, and a payload that is not an A2UI message.
pub(crate) fn backward(
    dispatch: CanvasDispatch,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<Message>, Refusal> {
    let (rules, root) = (&BACKWARD, &Pointer::root());
    let plain_target = read_message(&dispatch, tcx.step.version.and_then(Dialect::a2ui_version))?;
    let mut fields = tcx.fields();
    let at = Pointer::from_static("/action/payload");
    fields.add(Copied, &rules.message, (&at, ""), Some((root, "")));
    // A channel that cannot be derived from the surface is carried instead.
    if channel_of(&plain_target, tcx.cx) == dispatch.channel {
        let body = root.member(plain_target.key());
        let held = at.member(plain_target.key());
        fields.add(
            Copied,
            &rules.message,
            (&held, "surfaceId"),
            Some((&body, "surfaceId")),
        );
        fields.add(
            Encoded,
            &rules.channel,
            (root, "channel"),
            Some((&body, "surfaceId")),
        );
    }
    let to = Dialect::of_message(&plain_target);
    let direction = Direction {
        source_derived: DISPATCH_DERIVED,
        ..direction(Dialect::AhpCanvas, to)
    };
    let cx = tcx.cx;
    let returns = Returns {
        losses: &|message, losses| add_losses_of_dispatch(&dispatch, message, cx, losses),
        back: &|message| Ok(self::wrap_message(message, payload(message), cx)),
    };
    direction.reconcile(&dispatch, plain_target, fields, returns, tcx)
}

/// Adds the fields of a message that do not come back from its dispatch. Without a carry that replaced the payload, all
/// fields come back. `sent` is the original payload.
fn add_losses_of_message(
    sent: &Payload,
    dispatch: &CanvasDispatch,
    version: Version,
    losses: &mut Losses,
) {
    if let CanvasAction::Message(body) = &dispatch.action {
        if body.payload.as_ref() == Some(sent) {
            return;
        }
    }
    match read_message(dispatch, Some(version)) {
        Ok(message) => {
            let returned = payload(&message);
            losses.add_changes(&Pointer::root(), (Some(sent), Some(&returned)), LEVELS);
        }
        // The payload became unreadable, so nothing comes back.
        Err(_) => losses.add(Pointer::root()),
    }
}

/// Adds the fields of a dispatch that do not come back from its message.
fn add_losses_of_dispatch(
    dispatch: &CanvasDispatch,
    message: &Message,
    cx: &Context,
    losses: &mut Losses,
) {
    if dispatch.channel != channel_of(message, cx) {
        losses.add_static("/channel");
    }
    let (root, none) = (Pointer::root(), Extra::new());
    // A message has no place for unknown members of the dispatch or its action.
    losses.add_changed_members(&root, (&dispatch.extra, &none), LEVELS, |_| false);
    let at = Pointer::from_static("/action");
    let CanvasAction::Message(body) = &dispatch.action else {
        // Only `canvas/message` contains an A2UI message.
        return losses.add(at);
    };
    losses.add_changed_members(&at, (&body.extra, &none), LEVELS, |_| false);
    let returned = payload(message);
    match &body.payload {
        Some(sent) if *sent == returned => {}
        Some(sent) => losses.add_whole(at.member("payload"), (sent, &returned)),
        None => losses.add(at.member("payload")),
    }
}

/// Returns the dialect that the message in a dispatch states.
pub(crate) fn dialect_in(dispatch: &CanvasDispatch) -> Option<Dialect> {
    Some(Dialect::of_message(&read_message(dispatch, None).ok()?))
}

/// Returns the direction between two dialects, one of which is the canvas proposal.
fn direction(from: Dialect, to: Dialect) -> Direction {
    let others = if to == Dialect::AhpCanvas {
        &FORWARD.others
    } else {
        &BACKWARD.others
    };
    Direction::new(from, to, LEVELS, others)
}

/// Wraps a message in a dispatch. `sent` is the JSON of the message.
fn wrap_message(message: &Message, sent: Payload, cx: &Context) -> CanvasDispatch {
    let action = CanvasAction::Message(CanvasMessage::new().payload(sent));
    CanvasDispatch::new(channel_of(message, cx), action)
}

/// Returns the channel of a message, or a placeholder if the channel is unknown.
fn channel_of(message: &Message, cx: &Context) -> ChannelUri {
    let surface = message.surface_id().map(|surface| surface.as_str());
    find_channel(surface, cx).unwrap_or_else(|| RequiredText::Unknown.in_target().into())
}

/// Reads the A2UI message in a dispatch. `version` is the expected version of a message that states none.
fn read_message(dispatch: &CanvasDispatch, version: Option<Version>) -> Result<Message, Refusal> {
    let at = Pointer::root().member("action");
    let CanvasAction::Message(body) = &dispatch.action else {
        let message = format!(
            "an action of the type `{}` has no counterpart in A2UI",
            dispatch.action.tag()
        );
        return Err(
            Refusal::rule_broken(BACKWARD.action.id, at.member("type"), message)
                .hint("send a `canvas/message`"),
        );
    };
    let at = at.member("payload");
    let Some(payload) = &body.payload else {
        let message = "the `canvas/message` has no payload";
        return Err(Refusal::rule_broken(BACKWARD.message.id, at, message)
            .hint("send an A2UI message as the payload"));
    };
    if let Some(version) = version {
        if let Ok(message) = Message::read_as(payload.text(), version) {
            return Ok(message);
        }
    }
    // The message may state another version.
    Message::read(payload.text()).map_err(|error| {
        let text = format!("the payload is not an A2UI message: {}", error.message);
        Refusal::rule_broken(BACKWARD.message.id, at.join(&error.pointer), text).hint(error.hint)
    })
}
