//! The carry inside the message, where a protocol leaves room for it.
//!
//! | into | slot |
//! |---|---|
//! | an AAP record | a member of `data` |
//! | an A2UI action, up to 0.10 | a member of `context` |
//! | an A2UI action or `createSurface` of 1.0 | a member of `metadata.extensions` |
//! | an AHP `canvas/message` | in the A2UI message that is its payload |
//! | an actions.json event, call, output or error | a member of the item |
//! | other A2UI messages, AHP canvases and frames, manifests and lists of tools | none: the carry travels beside the message |
//!
//! The member is called `agent_ui_carry`. One of that name that is no carry is somebody else's: it steps aside while a carry is
//! embedded, and is back when that is taken out.

mod item;
mod metadata;

use crate::{
    Carry, Dialect, Refusal,
    a2ui_ahp::{CanvasDispatch, OpenCanvas},
    ahp_canvas_ahp_v1_0::ReleasedCanvas,
    slot,
};
use a2ui::{Message, v0_8, v0_9, v0_10, v1_0};
use aap::Interaction;
use ahp::canvas::CanvasAction;
use wire::{Field, Payload, Pointer};

/// A message that may have room for a carry.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::{Carry, Embed};
///
/// let record: aap::Interaction = wire::decode(
///     r#"{"id":"7","timestamp":"t","canvasFile":"a.html","action":"click","data":null,"summary":"s"}"#,
/// )?;
/// let carry: Carry = wire::decode(r#"{"v":1,"hops":[{"from":"a2ui@0.9","fields":[["/x",1]]}]}"#)?;
/// let full = record.clone().embed(carry.clone())?;
/// assert!(full.data.as_ref().unwrap().is_object());
/// assert_eq!(full.extract(), (record, carry));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Embed: Sized {
    /// Puts the carry in.
    ///
    /// # Errors
    /// If there is something to carry and no room for it.
    fn embed(self, carry: Carry) -> Result<Self, Refusal>;

    /// Takes the carry out; it is empty if there is none.
    fn extract(self) -> (Self, Carry);
}

/// Where in the source stands what lies at this place of a message with this carry in it; `None` if it is no part of the carry.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::{Carry, embed::source_of, wire};
///
/// let carry: Carry = wire::decode(r#"{"v":1,"hops":[{"from":"aap@1.0","fields":[["/data",[[1]]]]}]}"#)?;
/// let place = wire::Pointer::parse("/action/context/agent_ui_carry/hops/0/fields/0/1/0").unwrap();
/// assert_eq!(source_of(&place, &carry).unwrap().as_str(), "/data/0");
/// # Ok::<(), wire::DecodeError>(())
/// ```
pub fn source_of(place: &Pointer, carry: &Carry) -> Option<Pointer> {
    let mut segments = place.segments().skip_while(|segment| segment != slot::CARRY_MEMBER).skip(2);
    let hop = carry.hops.get(segments.next()?.parse::<usize>().ok()?)?;
    let field = hop.fields.get(segments.nth(1)?.parse::<usize>().ok()?)?;
    Some(segments.skip(1).fold(field.pointer.clone(), |pointer, segment| pointer.member(&segment)))
}

/// There is something to carry, and what it would have to go into has no room for it.
pub fn no_room(what: &str) -> Refusal {
    let message = format_args!("{what} has no room for a carry, and there is something to carry").to_string();
    Refusal::rule_broken("carry/no-room", Pointer::root(), message)
        .hint("let the carry travel beside the message")
}

impl Embed for Interaction {
    fn embed(mut self, carry: Carry) -> Result<Self, Refusal> {
        if !carry.is_empty() {
            self.data = slot::put(self.data.as_ref(), "/data", Dialect::Aap, carry);
        }
        Ok(self)
    }

    fn extract(mut self) -> (Self, Carry) {
        let taken = self.data.as_ref().and_then(|data| slot::take(data, "/data", Dialect::Aap));
        let Some((data, carry)) = taken else {
            return (self, Carry::default());
        };
        self.data = data;
        (self, carry)
    }
}

/// The slot of a message.
enum Slot<'a> {
    /// The context of an action, its pointer, and its dialect.
    Context(&'a mut Payload, &'static str, Dialect),
    /// The metadata of 1.0, and its pointer.
    Metadata(&'a mut Field<v1_0::Metadata>, &'static str),
}

fn slot_of(message: &mut Message) -> Option<Slot<'_>> {
    match message {
        Message::V0_8Client(v0_8::ClientMessage { body: v0_8::ClientBody::UserAction(action), .. }) => {
            Some(Slot::Context(&mut action.context, "/userAction/context", Dialect::A2ui0_8))
        }
        Message::V0_9Client(v0_9::ClientMessage { body: v0_9::ClientBody::Action(action), .. }) => {
            Some(Slot::Context(&mut action.context, "/action/context", Dialect::A2ui0_9))
        }
        Message::V0_10Client(v0_10::ClientMessage { body: v0_10::ClientBody::Action(action), .. }) => {
            Some(Slot::Context(&mut action.context, "/action/context", Dialect::A2ui0_10))
        }
        Message::V1_0Renderer(v1_0::RendererMessage { body: v1_0::RendererBody::Action(action), .. }) => {
            Some(Slot::Metadata(&mut action.metadata, "/action/metadata"))
        }
        Message::V1_0Agent(v1_0::AgentMessage { body: v1_0::AgentBody::CreateSurface(create), .. }) => {
            Some(Slot::Metadata(&mut create.metadata, "/createSurface/metadata"))
        }
        _ => None,
    }
}

impl Embed for Message {
    fn embed(mut self, carry: Carry) -> Result<Self, Refusal> {
        if carry.is_empty() {
            return Ok(self);
        }
        match slot_of(&mut self) {
            Some(Slot::Context(context, pointer, dialect)) => {
                if let Some(full) = slot::put(Some(context), pointer, dialect, carry) {
                    *context = full;
                }
            }
            Some(Slot::Metadata(metadata, pointer)) => metadata::put(metadata, pointer, carry),
            None => return Err(no_room("an A2UI message of this kind and version")),
        }
        Ok(self)
    }

    fn extract(mut self) -> (Self, Carry) {
        let carry = match slot_of(&mut self) {
            Some(Slot::Context(context, pointer, dialect)) => {
                slot::take(context, pointer, dialect).map(|(taken, carry)| {
                    *context = taken.unwrap_or_else(Payload::empty_object);
                    carry
                })
            }
            Some(Slot::Metadata(metadata, pointer)) => metadata::take(metadata, pointer),
            None => None,
        };
        (self, carry.unwrap_or_default())
    }
}

impl Embed for CanvasDispatch {
    fn embed(mut self, carry: Carry) -> Result<Self, Refusal> {
        if carry.is_empty() {
            return Ok(self);
        }
        let Some((payload, message)) = a2ui_payload(&mut self) else {
            return Err(no_room("an AHP action without an A2UI message"));
        };
        *payload = Payload::parse(wire::encode(&message.embed(carry)?)?)?;
        Ok(self)
    }

    fn extract(mut self) -> (Self, Carry) {
        let Some((payload, message)) = a2ui_payload(&mut self) else {
            return (self, Carry::default());
        };
        let (message, carry) = message.extract();
        if carry.is_empty() {
            return (self, carry);
        }
        if let Ok(text) = Payload::of(&message) {
            *payload = text;
        }
        (self, carry)
    }
}

fn a2ui_payload(dispatch: &mut CanvasDispatch) -> Option<(&mut Payload, Message)> {
    let CanvasAction::Message(message) = &mut dispatch.action else {
        return None;
    };
    let payload = message.payload.as_mut()?;
    let message = Message::read(payload.text()).ok()?;
    Some((payload, message))
}

macro_rules! no_room_in {
    ($($Type:ty)*) => { $(
        impl Embed for $Type {
            fn embed(self, carry: Carry) -> Result<Self, Refusal> {
                if carry.is_empty() { Ok(self) } else { Err(no_room("an AHP canvas")) }
            }

            fn extract(self) -> (Self, Carry) {
                (self, Carry::default())
            }
        }
    )* };
}
no_room_in!(OpenCanvas ReleasedCanvas);
