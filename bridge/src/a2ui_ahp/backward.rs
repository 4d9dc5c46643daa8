//! AHP canvas to A2UI surface.

use super::{
    canvas::{self, MIME_TYPE, OpenCanvas, Parts},
    forward::is_refused,
    rules::backward as rules,
};
use crate::{Carry, Context, Dialect, Ledger, Refusal, Verdict::*, carry::Hop, difference};
use a2ui::{
    Message,
    surface::{Surface, Surfaces},
    v0_9, v0_10,
};
use wire::{Payload, Pointer};

/// Translates a canvas whose contents are a surface back into the messages that rebuild it.
///
/// An edited title goes into the theme of the surface (A2UI 0.9), from where it came. What else the canvas says and a surface has no
/// place for is carried.
///
/// # Errors
/// If the contents hold no surface: a canvas of somebody else is refused and never becomes an empty surface. If the
/// contents are not readable, or hold another surface than the canvas names.
pub fn backward<L: Ledger>(
    canvas: OpenCanvas,
    home: &Carry,
    cx: &Context,
    ledger: &mut L,
) -> Result<(Vec<Message>, Carry), Refusal> {
    // Nothing of A2UI waits in a carry: the contents hold the surface whole.
    let (quarantined, rest) = home.take(Dialect::AhpCanvas);
    let actual = Parts::of(&canvas)?;
    let (at, text) = document(&actual)?;
    let mut messages = read(at, &text)?;
    let mut surface = fold(at, &messages)?;
    let instance = actual.state.get(&Pointer::root().member("instanceId"));
    if instance.as_ref().and_then(Payload::as_str).as_deref() != Some(surface.surface_id().as_str()) {
        let message = format!("the contents hold the surface `{}`", surface.surface_id());
        let pointer = Pointer::root().member("state").member("instanceId");
        return Err(Refusal::rule_broken(rules::INSTANCE.id, pointer, message)
            .hint("the two names have to be the same"));
    }
    ledger.note(Encoded, &rules::SURFACE)?;
    ledger.note(Renamed, &rules::INSTANCE)?;

    let mut expected = Parts::of(&canvas::of(&surface, cx)?)?;
    if cx.title.is_none() && put_title(&mut messages, &actual.state, &expected.state) {
        ledger.note(Renamed, &rules::TITLE)?;
        surface = fold(at, &messages)?;
        expected = Parts::of(&canvas::of(&surface, cx)?)?;
    }

    let mut hop = Hop::of(Dialect::AhpCanvas);
    for (name, value) in difference::between(&expected.state, &actual.state) {
        let is_unsafe =
            name == "url" && value.as_ref().and_then(Payload::as_str).is_some_and(|url| is_refused(&url));
        ledger.member(if is_unsafe { Quarantined } else { Carried }, &rules::STATE, &name)?;
        let pointer = Pointer::parse(rules::STATE.from).unwrap_or_default().member(&name);
        if name == "title" {
            let image = expected.state.get(&Pointer::root().member(&name)).unwrap_or_else(Payload::null);
            hop.keep_with_image(pointer.as_str(), value, image);
        } else {
            hop.keep(pointer.as_str(), value);
        }
    }
    if let (Some(Some(url)), None) = (quarantined.kept("/state/url"), hop.kept("/state/url")) {
        hop.keep("/state/url", Some(url.clone()));
        ledger.member(Quarantined, &rules::STATE, "url")?;
    }
    for (name, value) in difference::between(&expected.beside, &actual.beside) {
        ledger.member(Carried, &rules::BESIDE, &name)?;
        let image = expected.beside.get(&Pointer::root().member(&name)).unwrap_or_else(Payload::null);
        hop.keep_with_image(Pointer::root().member(&name).as_str(), value, image);
    }
    keep_contents(&expected, &actual, at, &mut hop, ledger)?;
    Ok((messages, rest.with(hop)))
}

/// What the contents say beside the document itself.
fn keep_contents<L: Ledger>(
    expected: &Parts,
    actual: &Parts,
    at: usize,
    hop: &mut Hop,
    ledger: &mut L,
) -> Result<(), Refusal> {
    let contents = Pointer::root().member("contents");
    let others = actual.contents.iter().enumerate().filter(|(index, _)| *index != at);
    for (number, (index, other)) in others.enumerate() {
        ledger.member(Carried, &rules::SURFACE, &index.to_string())?;
        hop.keep(contents.element(number + 1).as_str(), Some(other.clone()));
    }
    let (Some(expected), Some(actual)) = (expected.contents.first(), actual.contents.get(at)) else {
        return Ok(());
    };
    for (name, value) in difference::between(expected, actual) {
        if name != "text" {
            ledger.member(Carried, &rules::DOCUMENT, &name)?;
            hop.keep(contents.element(0).member(&name).as_str(), value);
        }
    }
    Ok(())
}

/// The content that is the surface: the one at the address of the state, else the first that calls itself A2UI.
fn document(canvas: &Parts) -> Result<(usize, String), Refusal> {
    let member = |value: &Payload, name: &str| value.get(&Pointer::root().member(name));
    let url = member(&canvas.state, "url");
    let is_a2ui = |content: &Payload| {
        member(content, "mimeType").is_some_and(|kind| kind.as_str().as_deref() == Some(MIME_TYPE))
    };
    let at_url = canvas
        .contents
        .iter()
        .position(|content| url.is_some() && member(content, "uri") == url && is_a2ui(content));
    let at = at_url.or_else(|| canvas.contents.iter().position(is_a2ui));
    let text = at.and_then(|at| Some((at, member(canvas.contents.get(at)?, "text")?.as_str()?.into_owned())));
    text.ok_or_else(|| {
        let pointer = Pointer::root().member("contents");
        Refusal::rule_broken(rules::SURFACE.id, pointer, "no content of this canvas is an A2UI surface").hint(
            format_args!("a content with the MIME type {MIME_TYPE} whose text is an array of A2UI messages"),
        )
    })
}

fn text_pointer(at: usize) -> Pointer {
    Pointer::root().member("contents").element(at).member("text")
}

fn read(at: usize, text: &str) -> Result<Vec<Message>, Refusal> {
    let unreadable = |error: wire::DecodeError| {
        let message = format_args!("the surface cannot be read: {error}").to_string();
        Refusal::rule_broken(rules::SURFACE.id, text_pointer(at), message)
    };
    a2ui::read(text, None)
        .map_err(unreadable)?
        .into_iter()
        .map(|element| element.result.map_err(unreadable))
        .collect()
}

fn fold(at: usize, messages: &[Message]) -> Result<Surface, Refusal> {
    let broken = |message: String| Refusal::rule_broken(rules::SURFACE.id, text_pointer(at), message);
    let mut surfaces = Surfaces::new();
    for message in messages {
        surfaces.apply(message).map_err(|error| broken(format!("the surface cannot be rebuilt: {error}")))?;
    }
    let mut live = surfaces.iter();
    match (live.next(), live.next()) {
        (Some(surface), None) => Ok(surface.clone()),
        (None, _) => Err(broken("the messages leave no surface".to_owned())),
        (Some(_), Some(_)) => Err(broken("the messages build more than one surface".to_owned())),
    }
}

/// Puts an edited title into the theme from which it was taken. Says whether it did.
fn put_title(messages: &mut [Message], actual: &Payload, expected: &Payload) -> bool {
    let title = |state: &Payload| state.get(&Pointer::root().member("title"));
    let edited = title(actual);
    if edited == title(expected) || edited.as_ref().is_some_and(|title| title.as_str().is_none()) {
        return false;
    }
    for message in messages {
        let create = match message {
            Message::V0_9Agent(v0_9::AgentMessage {
                body: v0_9::AgentBody::CreateSurface(create), ..
            }) => create,
            Message::V0_10Agent(v0_10::AgentMessage {
                body: v0_10::AgentBody::CreateSurface(create),
                ..
            }) => create,
            _ => continue,
        };
        match &create.theme {
            Some(theme) if !theme.is_object() => return false,
            theme => {
                let theme = theme.clone().unwrap_or_else(Payload::empty_object);
                create.theme = Some(difference::apply(&theme, [("agentDisplayName".to_owned(), edited)]));
                return true;
            }
        }
    }
    false
}
