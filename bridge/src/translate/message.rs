//! Messages of all protocols that can be translated.

use crate::{
    Binding, Carry, CarryPolicy, Dialect, Embed, IgnoredCarry, Refusal, canvases::channel_of,
    mcp::ListToolsResult,
};
use Dialect::{Mcp2025_06, Mcp2026_07};
use a2ui::{Message, v0_8, v0_9, v0_10, v1_0};
use actions_json::item::Item;
use ahp::json_rpc::JsonRpcMessage;
use serde::{Serialize, Serializer, ser::Error as _};
use wire::{EncodeError, Payload, Wire};

/// The subject matter of a message. A translation never changes the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Family {
    /// Events, records and actions: what a user did.
    Interactions,
    /// Messages of an agent and canvases: what a user sees.
    Surfaces,
    /// Manifests, declarations and lists of tools.
    Tools,
    /// Tool calls and their answers.
    Calls,
}

impl Family {
    /// All families in a fixed order.
    pub const ALL: [Self; 4] = [Self::Interactions, Self::Surfaces, Self::Tools, Self::Calls];

    /// Returns the name: `interactions`, `surfaces`, `tools` or `calls`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Interactions => "interactions",
            Self::Surfaces => "surfaces",
            Self::Tools => "tools",
            Self::Calls => "calls",
        }
    }
}

/// Returns the first of one or two values.
macro_rules! first {
    ($value:expr $(, $default:expr)?) => {
        $value
    };
}

/// Implements [`TypedMessage`] and the conversions for types of one kind, and the reading of dialects with one kind.
macro_rules! typed {
    ($(
        $(#[$meta:meta])*
        $Kind:ident($Type:ty): $dialect:ident $(or $dialect_of:ident)?, $family:ident $(or $family_of:ident)?;
    )*) => { $(
        impl From<$Type> for AnyMessage {
            fn from(message: $Type) -> Self {
                Self::$Kind(Box::new(message))
            }
        }

        impl TryFrom<AnyMessage> for $Type {
            type Error = AnyMessage;

            /// Returns the message unchanged if it is of another type.
            fn try_from(any: AnyMessage) -> Result<Self, AnyMessage> {
                match any {
                    AnyMessage::$Kind(message) => Ok(*message),
                    other => Err(other),
                }
            }
        }

        impl TypedMessage for $Type {
            const DIALECT: Dialect = Dialect::$dialect;
        }
    )*

        impl AnyMessage {
            /// Reads a message of a dialect that has one kind of messages.
            pub(super) fn read_only_kind(text: &str, dialect: Dialect) -> Result<Self, Refusal> {
                $( if dialect == Dialect::$dialect {
                    return Ok(Self::$Kind(wire::decode(text)?));
                } )*
                Ok(Message::read_as(text, dialect.a2ui_version())?.into())
            }
        }
    };
}

/// Defines [`AnyMessage`] and [`TypedMessage`] from the table in `protocols.rs`.
macro_rules! messages {
    (typed { $($typed:tt)* } others { $($other:tt)* }) => {
        any_message! { $($typed)* $($other)* }
        typed! { $($typed)* }
    };
}

/// Defines [`AnyMessage`] from the lines of both kinds.
macro_rules! any_message {
    ($(
        $(#[$meta:meta])*
        $Kind:ident($Type:ty): $dialect:ident $(or $dialect_of:ident)?, $family:ident $(or $family_of:ident)?;
    )*) => {
        /// A message of any protocol. Each variant is boxed because messages are moved often.
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum AnyMessage {
            $( $(#[$meta])* $Kind(Box<$Type>), )*
        }

        impl AnyMessage {
            /// Returns the dialect of the message. The notation of an A2UI 1.0 message is unknown, so this assumes the
            /// plain one.
            pub fn dialect(&self) -> Dialect {
                match self {
                    $( Self::$Kind(_message) => first!($($dialect_of(_message),)? Dialect::$dialect), )*
                }
            }

            /// Returns the family of the message.
            pub fn family(&self) -> Family {
                match self {
                    $( Self::$Kind(_message) => first!($($family_of(_message),)? Family::$family), )*
                }
            }

            /// Encodes the message as JSON.
            ///
            /// # Errors
            /// Fails for the reasons of [`wire::encode()`].
            ///
            /// ```
            /// use agent_ui_bridge::{AnyMessage, aap};
            ///
            /// let request = aap::SubmitRequest::new("click", "a.html");
            /// let record = aap::Interaction::create("7", "2026-05-18T15:30:00.000Z", request);
            /// let text = r#"{"id":"7","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"a.html","action":"click","summary":"User click on a.html"}"#;
            /// assert_eq!(AnyMessage::from(record).encode()?, text);
            /// # Ok::<(), agent_ui_bridge::wire::EncodeError>(())
            /// ```
            pub fn encode(&self) -> Result<String, EncodeError> {
                match self {
                    $( Self::$Kind(message) => wire::encode::<$Type>(message), )*
                }
            }
        }

        impl Embed for AnyMessage {
            fn embed(self, carry: Carry) -> Result<Self, Refusal> {
                Ok(match self {
                    $( Self::$Kind(message) => Self::$Kind(message.embed(carry)?), )*
                })
            }

            fn take_carry(&mut self, policy: &CarryPolicy) -> Result<Carry, IgnoredCarry> {
                match self {
                    $( Self::$Kind(message) => message.take_carry(policy), )*
                }
            }

            fn binding(&self) -> Binding {
                let binding = match self {
                    $( Self::$Kind(message) => message.binding(), )*
                };
                Binding { dialect: self.dialect(), ..binding }
            }
        }
    };
}

message_table!(messages);

fn a2ui_of_message(message: &Message) -> Dialect {
    Dialect::of_message(message)
}

fn family_of_a2ui(message: &Message) -> Family {
    if message.is_about_a_surface() { Family::Surfaces } else { Family::Interactions }
}

fn mcp_of_tools(tools: &ListToolsResult) -> Dialect {
    if tools.result_type.is_absent() { Mcp2025_06 } else { Mcp2026_07 }
}

fn mcp_of_frame(frame: &JsonRpcMessage) -> Dialect {
    if crate::mcp_versions::is_of_2026(frame) { Mcp2026_07 } else { Mcp2025_06 }
}

impl AnyMessage {
    /// Returns the id of the surface or the channel of the canvas that the message is about. Messages with the same
    /// subject depend on each other.
    pub fn subject(&self) -> Option<String> {
        match self {
            Self::Message(message) => message.surface_id().map(|surface| surface.as_str().to_owned()),
            Self::Canvas(canvas) => Some(canvas.channel.as_str().to_owned()),
            Self::Released(canvas) => Some(canvas.channel.as_str().to_owned()),
            Self::Proposal(payload) | Self::Release(payload) => channel_of(payload),
            _ => None,
        }
    }

    /// The rule that refuses actions.json items without a counterpart: items about pages, not about events on them.
    /// Translators of logs skip these items.
    pub const UNSUPPORTED_ITEM: &'static str = "actions-json-aap/item";

    /// The rule that refuses AHP messages that do not concern canvases, such as a chat turn. Translators of logs skip
    /// these messages.
    pub const OTHER_TRAFFIC: &'static str = "ahp/other-traffic";

    /// Returns a host message about canvases as JSON.
    pub(super) fn into_host(self) -> Result<Payload, Refusal> {
        match self {
            Self::Proposal(payload) | Self::Release(payload) => Ok(*payload),
            other => Ok(Payload::parse(other.encode()?)?),
        }
    }

    /// Reads a host message about canvases in this dialect.
    pub(super) fn of_host(payload: Payload, dialect: Dialect) -> Result<Self, Refusal> {
        let is_canvas = payload.member("contents").is_some();
        Ok(match (dialect, is_canvas) {
            (Dialect::Ahp1_0, true) => Self::Released(payload.decode()?),
            (Dialect::Ahp1_0, false) => Self::Release(Box::new(payload)),
            (_, true) => Self::Canvas(payload.decode()?),
            (_, false) => Self::Proposal(Box::new(payload)),
        })
    }
}

impl Serialize for AnyMessage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.encode().map_err(S::Error::custom)?;
        Payload::parse(text).map_err(S::Error::custom)?.serialize(serializer)
    }
}

/// A message type that belongs to exactly one dialect.
pub trait TypedMessage: Into<AnyMessage> + TryFrom<AnyMessage, Error = AnyMessage> + Wire {
    /// The dialect of all messages of this type.
    const DIALECT: Dialect;
}

/// Implements [`TypedMessage`] and the conversions for the A2UI message types.
macro_rules! typed_a2ui {
    ($($Type:ty: $dialect:ident, $Kind:ident;)*) => { $(
        impl From<$Type> for AnyMessage {
            fn from(message: $Type) -> Self {
                Message::from(message).into()
            }
        }

        impl TryFrom<AnyMessage> for $Type {
            type Error = AnyMessage;

            /// Returns the message unchanged if it is of another type.
            fn try_from(any: AnyMessage) -> Result<Self, AnyMessage> {
                match Message::try_from(any)? {
                    Message::$Kind(message) => Ok(message),
                    other => Err(other.into()),
                }
            }
        }

        impl TypedMessage for $Type {
            const DIALECT: Dialect = Dialect::$dialect;
        }
    )* };
}

typed_a2ui! {
    v0_8::ClientMessage: A2ui0_8, V0_8Client;
    v0_8::AgentMessage: A2ui0_8, V0_8Agent;
    v0_9::ClientMessage: A2ui0_9, V0_9Client;
    v0_9::AgentMessage: A2ui0_9, V0_9Agent;
    v0_10::ClientMessage: A2ui0_10, V0_10Client;
    v1_0::RendererMessage: A2ui1_0, V1_0Renderer;
    v1_0::AgentMessage: A2ui1_0, V1_0Agent;
}

impl From<Box<Message>> for AnyMessage {
    fn from(message: Box<Message>) -> Self {
        Self::Message(message)
    }
}

impl From<Message> for AnyMessage {
    fn from(message: Message) -> Self {
        Self::Message(Box::new(message))
    }
}

impl TryFrom<AnyMessage> for Message {
    type Error = AnyMessage;

    /// Returns the message unchanged if it is of another protocol.
    fn try_from(any: AnyMessage) -> Result<Self, AnyMessage> {
        match any {
            AnyMessage::Message(message) => Ok(*message),
            other => Err(other),
        }
    }
}

impl From<Item> for AnyMessage {
    fn from(item: Item) -> Self {
        match item {
            Item::DomEvent(event) => event.into(),
            other => Self::Call(Box::new(other)),
        }
    }
}

impl TryFrom<AnyMessage> for Item {
    type Error = AnyMessage;

    /// Returns the message unchanged if it is of another type.
    fn try_from(any: AnyMessage) -> Result<Self, AnyMessage> {
        match any {
            AnyMessage::Call(item) => Ok(*item),
            AnyMessage::Event(event) => Ok(Self::DomEvent(*event)),
            other => Err(other),
        }
    }
}

impl TypedMessage for Item {
    const DIALECT: Dialect = Dialect::ActionsJson;
}
