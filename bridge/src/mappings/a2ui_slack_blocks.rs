//! Maps A2UI surfaces to blocks of Slack and back, and events of Slack to actions and back.
//!
//! A surface becomes one message, dialog or home tab when the input ends. Blocks become the messages of a surface. The
//! module [`blocks`](crate::blocks) decides what becomes of the single components and blocks; both tables name its rules.
//!
//! | A2UI | Slack | how |
//! |---|---|---|
//! | the surface | the message or view | the whole surface is carried, because blocks contain values instead of bindings |
//! | `surfaceId`, the id of a component | `block_id`, `action_id`, `value`, `private_metadata` | encoded |
//! | Text | `header`, `section`, `context` | Markdown becomes mrkdwn |
//! | Image, Icon, Video, AudioPlayer | `image`, an emoji, a link | encoded |
//! | Row, Column, List, Card, Tabs, Modal, Divider | `fields`, accessories, `divider`, buttons | encoded; the layout is carried |
//! | TextField, CheckBox, ChoicePicker, Slider, DateTimeInput | `input` with an element | encoded; values of bindings |
//! | `checks` | `optional`, lengths and bounds | those that Slack has; all of them are judged on the way back |
//! | Button | `button`, `submit` of a dialog | encoded |
//! | a TextField for secrets | – | refused, because Slack shows and stores the text |
//! | other components | – | carried |
//!
//! | event | A2UI action | how |
//! |---|---|---|
//! | `state.values` | the data model | written as a client does; the checks of the inputs and of the button must pass |
//! | `action_id`, `callback_id` | `surfaceId`, `sourceComponentId`, `name`, `context` | the event of the button |
//! | – | `timestamp` | the time of the context |
//!
//! An event on the blocks of a surface needs the surface in the context; a [`Bridge`](crate::Bridge) keeps it there. An action
//! on the surface of blocks contains what the answer needs.

use super::rendition::{
    ReadAnswer, ReadRendition, Rendition, RenditionRules, ShownPart, WrittenRendition,
    WrittenSurface, rendition_rules,
};
use crate::{
    Context, Dialect, Refusal,
    blocks::{self, BlockActionError, BlockSource, EventEffect, EventError, SlackEvent},
    surface_writer::{SurfaceTarget, text_member},
};
use a2ui::{
    Message,
    expression::Host,
    resolved::ResolvedSurface,
    surface::{ClientAction, Surfaces},
};
use slack_blocks::{AppSurface, SlackMessage, View, ViewResponse};
use wire::{Payload, PayloadKind, Pointer};

rendition_rules! { "a2ui-slack-blocks", "slack-blocks-a2ui", "", "/actions" }

/// Blocks of Slack and the events on them.
pub(crate) struct Blocks;

impl Rendition for Blocks {
    type Part = SlackMessage;
    type Answer = SlackEvent;

    const RULES: &'static RenditionRules = &RULES;

    fn write(
        surface: &ResolvedSurface,
        to: Dialect,
        _: &Context,
    ) -> Result<WrittenRendition, Refusal> {
        let target = match to {
            Dialect::SlackModal => AppSurface::Modal,
            Dialect::SlackHome => AppSurface::Home,
            _ => AppSurface::Message,
        };
        let written = blocks::blocks_of_surface(surface, target)?;
        Ok(WrittenRendition {
            message: written.content.to_payload(),
            notes: written.notes,
            notes_at: Pointer::root(),
        })
    }

    fn read(frame: &Payload, input: u64) -> Result<ReadRendition<SlackMessage>, Refusal> {
        let content: SlackMessage = frame.decode()?;
        let shown = ShownPart {
            surface_id: surface_id_of(frame).unwrap_or_else(|| format!("blocks-{input}")),
            message: frame.clone(),
            content,
        };
        Ok(ReadRendition::Shows(vec![shown]))
    }

    fn write_surface(
        part: &ShownPart<SlackMessage>,
        target: SurfaceTarget,
        _: &Context,
    ) -> Result<WrittenSurface, Refusal> {
        let Some((source, at)) = blocks_in(&part.content) else {
            let message = "the message contains no blocks";
            return Err(
                Refusal::rule_broken(BACKWARD.message.id, Pointer::root(), message)
                    .hint("pass a message, a view, or an answer with a view"),
            );
        };
        let (messages, mut notes) = blocks::surface_in(source, &part.surface_id, target)?;
        for note in &mut notes {
            note.at = at.join(&note.at);
        }
        Ok(WrittenSurface { messages, notes })
    }

    fn read_answers(frame: &Payload) -> Result<Vec<ReadAnswer<SlackEvent>>, Refusal> {
        let event = SlackEvent::read(frame).map_err(|error| refusal_of_event(&error, frame))?;
        let Some(surface_id) = event.surface_id(&Surfaces::new()) else {
            return Err(refusal_of_event(&EventError::NoSurface, frame));
        };
        Ok(vec![ReadAnswer {
            surface_id,
            at: answer_at(frame),
            answer: event,
        }])
    }

    fn act(
        answer: &ReadAnswer<SlackEvent>,
        _: Dialect,
        surfaces: &mut Surfaces,
    ) -> Result<Option<ClientAction>, Refusal> {
        match blocks::submit_event(surfaces, &answer.answer, None, &Host::new()) {
            Ok(EventEffect::Action(action)) => Ok(Some(action)),
            Ok(_) => Ok(None),
            Err(error) => Err(refusal_at(&error, answer.at.clone())),
        }
    }

    fn write_answer(action: &Message, _: Dialect) -> Result<Payload, Refusal> {
        match blocks::event_of_action(action) {
            Ok(event) => Ok(Payload::encode(&event)?),
            Err(error) => Err(refusal_of_action(error, action)),
        }
    }
}

/// Returns the blocks in a message, and their place.
fn blocks_in(message: &SlackMessage) -> Option<(BlockSource<'_>, Pointer)> {
    match message {
        SlackMessage::Message(message) => Some((BlockSource::Message(message), Pointer::root())),
        SlackMessage::View(view) => Some((BlockSource::View(view), Pointer::root())),
        SlackMessage::Response(ViewResponse::Update(response)) => {
            let view = response.view.get()?;
            Some((BlockSource::View(view), Pointer::from_static("/view")))
        }
        SlackMessage::Response(ViewResponse::Push(response)) => {
            let view = response.view.get()?;
            Some((BlockSource::View(view), Pointer::from_static("/view")))
        }
        _ => None,
    }
}

fn refusal_of_action(error: BlockActionError, action: &Message) -> Refusal {
    let rule = error.rule();
    match error {
        BlockActionError::NotABlockAction { pointer, message } => {
            Refusal::rule_broken(rule, pointer, message)
                .hint("send an action of a surface that was made from blocks")
        }
        error => {
            let at = Pointer::root().member(action.key()).member("context");
            Refusal::rule_broken(rule, at, error.to_string())
                .hint("ask the user again with the same surface")
        }
    }
}

/// Returns the place of the button or of the values in an event.
fn answer_at(frame: &Payload) -> Pointer {
    match frame.member("actions") {
        Some(_) => Pointer::from_static("/actions/0"),
        None => Pointer::from_static("/view"),
    }
}

fn refusal_of_event(error: &EventError, frame: &Payload) -> Refusal {
    refusal_at(error, answer_at(frame))
}

fn refusal_at(error: &EventError, at: Pointer) -> Refusal {
    let hint = match error {
        EventError::UnknownType(_) | EventError::NoAction | EventError::NoSurface => {
            "pass an event of blocks that were made from a surface"
        }
        _ => "show the surface to the user again",
    };
    Refusal::rule_broken(error.rule(), at, error.to_string()).hint(hint)
}

/// Returns the id of the surface that a message is about.
pub(crate) fn surface_id_in(message: &SlackMessage) -> Option<String> {
    surface_id_of(&Payload::encode(message).ok()?)
}

/// Returns the id of the surface that a button or a view names, which blocks of surfaces do.
fn surface_id_of(message: &Payload) -> Option<String> {
    let mut open = vec![message.clone()];
    while let Some(value) = open.pop() {
        match value.kind() {
            PayloadKind::Object => {
                let mut named = ["value", "private_metadata"].into_iter();
                if let Some(id) = named.find_map(|name| surface_named_by(&value, name)) {
                    return Some(id);
                }
                open.extend(value.members().map(|(_, member)| member));
            }
            PayloadKind::Array => open.extend(value.elements()),
            _ => {}
        }
    }
    None
}

fn surface_named_by(holder: &Payload, name: &str) -> Option<String> {
    blocks::referenced_surface(&text_member(holder, name)?, &Surfaces::new())
}

/// Returns the dialect of a message. Views state their kind.
pub(crate) fn dialect_of_blocks(message: &SlackMessage) -> Dialect {
    match message {
        SlackMessage::View(View::Modal(_)) => Dialect::SlackModal,
        SlackMessage::View(View::Home(_)) => Dialect::SlackHome,
        _ => Dialect::SlackMessage,
    }
}
