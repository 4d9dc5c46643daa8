//! Carries embedded in messages, where a protocol leaves room for them.
//!
//! | message | slot |
//! |---|---|
//! | an AAP record | a member of `data` |
//! | an A2UI action, up to 0.10 | a member of `context` |
//! | an A2UI action or `createSurface` of 1.0 | a member of `metadata.extensions` |
//! | an AHP `canvas/message` | the slot of the A2UI message in its payload |
//! | an actions.json event, call, output or error | a member of the item |
//! | other A2UI messages, AHP canvases and frames, manifests and lists of tools | none; the carry is kept next to the message |
//!
//! The carry is the last member of the slot and is called `agent_ui_carry`. Its value is a string:
//!
//! ```text
//! 1:<checksum>:<carry>                  the slot was an object without a member of that name
//! 1:<checksum>:[<carry>,<before>]       it was something else
//! 1:<checksum>:[<carry>]                it was absent
//! ```
//!
//! - `1` is the version of this format.
//! - `<checksum>` is the first eight hexadecimal digits, in lower case, of the SHA-256 of the UTF-8 text after the second
//!   colon.
//! - `<carry>` is the JSON text of a non-empty [`Carry`].
//! - `<before>` is the JSON text of the original slot: `null`, a value other than an object, or an object that has a
//!   member of that name. For A2UI 1.0 it is the whole `metadata`. For an actions.json item it is an object of the
//!   members that the specification does not name.
//!
//! The value is a string because parsers that work like JavaScript change numbers (`1e999` becomes `null`), but never the
//! content of a string. The checksum detects a string that was cut or changed. Such a string stays in the message as data
//! and is reported in a note. The carry is last because summaries show only the beginning of the data.
//!
//! A member of that name that is not a carry is foreign data. It is moved aside while a carry is embedded, and returns to
//! its old position when the carry is taken out. If the slot was edited meanwhile, it is appended. Without a carry to
//! embed, the message is not touched. Two members of that name are foreign data even if one is a carry.
//!
//! A [`CarryPolicy`] decides which carries are taken out. Others stay in the message as data. A seal covers the carry but
//! not `<before>`, which is used only if it matches what the slot shows.

#[cfg(feature = "a2ui")]
mod a2ui_message;
#[cfg(all(feature = "a2ui", feature = "ahp"))]
mod dispatch;
#[cfg(feature = "actions-json")]
mod item;
#[cfg(feature = "aap")]
mod record;

use crate::{
    Binding, Carry, CarryPolicy, Dialect, IgnoredCarry, Refusal,
    trust::carry_slot::{Before, EmbeddedCarry},
};
use wire::{Payload, Pointer};

/// A message that may have room for a carry.
///
/// ```
/// use agent_ui_bridge::{Carry, CarryPolicy, Embed, IgnoredCarry, aap, wire};
///
/// let record: aap::Interaction = wire::decode(
///     r#"{"id":"7","timestamp":"t","canvasFile":"a.html","action":"click","data":{"n":1},"summary":"s"}"#,
/// )?;
/// let carry: Carry = wire::decode(r#"{"v":1,"layers":[{"from":"a2ui@0.9","fields":[["/x",1]]}]}"#)?;
/// let full = record.clone().embed(carry.clone())?;
/// assert_eq!(
///     full.data.as_ref().unwrap().text(),
///     r#"{"n":1,"agent_ui_carry":"1:eaee21b7:{\"v\":1,\"layers\":[{\"from\":\"a2ui@0.9\",\"fields\":[[\"/x\",1]]}]}"}"#,
/// );
///
/// let kept = full.clone().extract(&CarryPolicy::Ignore);
/// assert_eq!((kept.message, kept.ignored), (full.clone(), Some(IgnoredCarry::ByPolicy)));
///
/// let taken = full.extract(&CarryPolicy::Accept);
/// assert_eq!((taken.message, taken.carry), (record, carry));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Embed: Sized {
    /// Embeds a carry in the message. An empty carry changes nothing.
    ///
    /// # Errors
    /// Refuses a non-empty carry if the message has no room or the carry exceeds its limits.
    fn embed(self, carry: Carry) -> Result<Self, Refusal>;

    /// Takes the carry out of the message if the policy admits it. Returns the carry without its seal. Returns an empty
    /// carry if the message contains none.
    ///
    /// # Errors
    /// Fails if the message contains a carry that is not admitted. The message stays unchanged.
    fn take_carry(&mut self, policy: &CarryPolicy) -> Result<Carry, IgnoredCarry>;

    /// Takes the carry out of an owned message. A carry that is not admitted stays in the message.
    fn extract(mut self, policy: &CarryPolicy) -> ExtractedMessage<Self> {
        let (carry, ignored) = match self.take_carry(policy) {
            Ok(carry) => (carry, None),
            Err(why) => (Carry::default(), Some(why)),
        };
        ExtractedMessage {
            message: self,
            carry,
            ignored,
        }
    }

    /// Returns the properties of the message to which a seal binds a carry. Embedding a carry does not change them.
    fn binding(&self) -> Binding;
}

/// A message and the result of taking the carry out of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExtractedMessage<M> {
    /// The message, without the carry if it was admitted, otherwise unchanged.
    pub message: M,
    /// The admitted carry without its seal; empty if there is none.
    pub carry: Carry,
    /// The reason why a carry was not admitted.
    pub ignored: Option<IgnoredCarry>,
}

impl<M> ExtractedMessage<M> {
    /// Wraps a message that contains no carry.
    pub fn without_carry(message: M) -> Self {
        Self {
            message,
            carry: Carry::default(),
            ignored: None,
        }
    }
}

/// A message type with a slot for a carry.
trait CarrySlot: Embed {
    /// Finds the carry in the slot, or reports that the carry is damaged.
    fn find_carry(&mut self) -> Option<Result<EmbeddedCarry, IgnoredCarry>>;

    /// Restores the original slot.
    fn restore(&mut self, before: Before);
}

fn take_carry<M: CarrySlot>(message: &mut M, policy: &CarryPolicy) -> Result<Carry, IgnoredCarry> {
    let Some(found) = message.find_carry() else {
        return Ok(Carry::default());
    };
    let EmbeddedCarry { carry, before } = found?;
    let carry = policy.admit_for(carry, &|| message.binding())?;
    message.restore(before);
    Ok(carry)
}

/// Returns the refusal of a non-empty carry for a message without a slot.
fn no_room(what: &str) -> Refusal {
    let message = format_args!("{what} has no room for the carry").to_string();
    Refusal::rule_broken("carry/no-room", Pointer::root(), message)
        .hint("keep the carry next to the message (`Message.carry`)")
}

impl<M: Embed> Embed for Box<M> {
    fn embed(self, carry: Carry) -> Result<Self, Refusal> {
        (*self).embed(carry).map(Self::new)
    }

    fn take_carry(&mut self, policy: &CarryPolicy) -> Result<Carry, IgnoredCarry> {
        (**self).take_carry(policy)
    }

    fn binding(&self) -> Binding {
        (**self).binding()
    }
}

/// Implements [`Embed`] for messages without a slot, with the binding for carries next to the messages.
///
/// `T: "an AHP canvas", AhpCanvas, if …, |message, binding| BOUND;` becomes `impl Embed for T`, whose `embed` refuses a carry
/// with the words `an AHP canvas`, and whose `binding` is `BOUND`.
macro_rules! no_room_in {
    ($($(#[$meta:meta])* $Type:ty: $what:literal, $dialect:ident, if $cfg:meta, |$message:ident, $binding:ident| $bound:expr;)*) => { $(
        #[cfg($cfg)]
        $(#[$meta])*
        impl Embed for $Type {
            fn embed(self, carry: Carry) -> Result<Self, Refusal> {
                if carry.is_empty() { Ok(self) } else { Err(no_room($what)) }
            }

            fn take_carry(&mut self, _: &CarryPolicy) -> Result<Carry, IgnoredCarry> {
                Ok(Carry::default())
            }

            fn binding(&self) -> Binding {
                let ($message, $binding) = (self, Binding::of(Dialect::$dialect));
                $bound
            }
        }
    )* };
}

no_room_table!(no_room_in);

/// Returns the id of a request or answer as JSON.
#[cfg(any(feature = "ahp", feature = "mcp"))]
fn frame_id(frame: &ahp::json_rpc::JsonRpcMessage) -> Option<String> {
    use ahp::json_rpc::JsonRpcMessage;

    let id = match frame {
        JsonRpcMessage::Request(request) => Payload::encode(&request.id),
        JsonRpcMessage::Response(response) => Payload::encode(&response.id),
        JsonRpcMessage::ErrorResponse(response) => Payload::encode(&response.id),
        JsonRpcMessage::Notification(_) => return None,
    };
    id.ok().map(|id| id.text().to_owned())
}

#[cfg(test)]
mod tests;
