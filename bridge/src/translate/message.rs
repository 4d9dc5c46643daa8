//! Messages of all protocols that can be translated.

use crate::{Binding, Carry, CarryPolicy, Dialect, Embed, IgnoredCarry, Protocol, Refusal};
use serde::{Serialize, Serializer, ser::Error as _};
use wire::{EncodeError, Payload, Pointer, Wire};

/// The subject matter of a message. A translation never changes the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Family {
    /// Events, records and actions, which report what a user did.
    Interactions,
    /// Messages of an agent and canvases, which determine what a user sees.
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

/// Selects the first of one or two values.
///
/// `first!(a, b)` and `first!(a)` become `a`. The table in `protocols.rs` may state a function in front of the default.
macro_rules! first {
    ($value:expr $(, $default:expr)?) => {
        $value
    };
}

/// Implements [`TypedMessage`] and the conversions for the types of one kind, and reads the dialects with one kind.
///
/// `Event(DomEvent): ActionsJson, Interactions, if …;` becomes `From` and `TryFrom` between `DomEvent` and
/// `AnyMessage::Event`, `impl TypedMessage for DomEvent`, and a branch of `read_only_kind` for `Dialect::ActionsJson`.
macro_rules! typed {
    ($(
        $(#[$meta:meta])*
        $Kind:ident($Type:ty): $dialect:ident $(or $dialect_of:path)?, $family:ident $(or $family_of:ident)?, if $cfg:meta;
    )*) => { $(
        #[cfg($cfg)]
        impl From<$Type> for AnyMessage {
            fn from(message: $Type) -> Self {
                Self::$Kind(Box::new(message))
            }
        }

        #[cfg($cfg)]
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

        #[cfg($cfg)]
        impl TypedMessage for $Type {
            const DIALECT: Dialect = Dialect::$dialect;
        }
    )*

        impl AnyMessage {
            /// Reads a message of a dialect that has one kind of messages.
            pub(super) fn read_only_kind(text: &str, dialect: Dialect) -> Result<Self, Refusal> {
                $(
                    #[cfg($cfg)]
                    if dialect == Dialect::$dialect {
                        return Ok(Self::$Kind(wire::decode(text)?));
                    }
                )*
                Err(not_enabled(dialect.protocol()))
            }
        }
    };
}

/// Defines [`AnyMessage`] and [`TypedMessage`] from the table in `protocols.rs`.
///
/// `messages! { typed { A } others { B } }` becomes `any_message! { A B }` and `typed! { A }`.
macro_rules! messages {
    (typed { $($typed:tt)* } others { $($other:tt)* }) => {
        any_message! { $($typed)* $($other)* }
        typed! { $($typed)* }
    };
}

/// Defines [`AnyMessage`] from the lines of both kinds.
///
/// `Event(DomEvent): ActionsJson, Interactions, if …;` becomes the variant `Event(Box<DomEvent>)` and one arm in each method,
/// such as `Self::Event(ref _message) => Dialect::ActionsJson`.
macro_rules! any_message {
    ($(
        $(#[$meta:meta])*
        $Kind:ident($Type:ty): $dialect:ident $(or $dialect_of:path)?, $family:ident $(or $family_of:ident)?, if $cfg:meta;
    )*) => {
        /// A message of any protocol. Each variant is boxed because messages are moved often.
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum AnyMessage {
            $( #[cfg($cfg)] $(#[$meta])* $Kind(Box<$Type>), )*
        }

        impl AnyMessage {
            /// Returns the dialect of the message. An A2UI 1.0 message does not state its notation, so the plain
            /// notation is assumed.
            pub fn dialect(&self) -> Dialect {
                match *self {
                    $( #[cfg($cfg)] Self::$Kind(ref _message) => first!($($dialect_of(_message),)? Dialect::$dialect), )*
                }
            }

            /// Returns the family of the message.
            pub fn family(&self) -> Family {
                match *self {
                    $( #[cfg($cfg)] Self::$Kind(ref _message) => first!($($family_of(_message),)? Family::$family), )*
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
                match *self {
                    $( #[cfg($cfg)] Self::$Kind(ref message) => wire::encode::<$Type>(message), )*
                }
            }
        }

        impl Embed for AnyMessage {
            fn embed(self, carry: Carry) -> Result<Self, Refusal> {
                Ok(match self {
                    $( #[cfg($cfg)] Self::$Kind(message) => Self::$Kind(message.embed(carry)?), )*
                })
            }

            fn take_carry(&mut self, policy: &CarryPolicy) -> Result<Carry, IgnoredCarry> {
                match *self {
                    $( #[cfg($cfg)] Self::$Kind(ref mut message) => message.take_carry(policy), )*
                }
            }

            fn binding(&self) -> Binding {
                let binding = match *self {
                    $( #[cfg($cfg)] Self::$Kind(ref message) => message.binding(), )*
                };
                Binding { dialect: self.dialect(), ..binding }
            }
        }
    };
}

message_table!(messages);

#[cfg(feature = "a2ui")]
fn family_of_a2ui(message: &a2ui::Message) -> Family {
    if message.is_about_a_surface() {
        Family::Surfaces
    } else {
        Family::Interactions
    }
}

#[cfg(feature = "mcp-elicitation")]
fn family_of_elicitation(message: &elicitation::mcp::McpMessage) -> Family {
    if message.is_of_client() {
        Family::Interactions
    } else {
        Family::Surfaces
    }
}

#[cfg(feature = "acp")]
fn family_of_acp(message: &elicitation::acp::AcpMessage) -> Family {
    if message.is_of_client() {
        Family::Interactions
    } else {
        Family::Surfaces
    }
}

#[cfg(all(feature = "a2ui", feature = "adaptive-cards"))]
fn family_of_card(message: &adaptive_cards::CardMessage) -> Family {
    match message {
        adaptive_cards::CardMessage::Activity(activity) if activity.cards().next().is_none() => {
            Family::Interactions
        }
        _ => Family::Surfaces,
    }
}

#[cfg(all(feature = "a2ui", feature = "slack-blocks"))]
fn family_of_blocks(message: &slack_blocks::SlackMessage) -> Family {
    match message {
        slack_blocks::SlackMessage::Event(_) => Family::Interactions,
        _ => Family::Surfaces,
    }
}

impl AnyMessage {
    /// Returns the id of the surface, or the channel of the canvas, that the message is about. A question or an answer is
    /// about the surface that shows the question. Messages with the same subject depend on each other.
    pub fn subject(&self) -> Option<String> {
        match self {
            #[cfg(feature = "a2ui")]
            Self::Message(message) => message
                .surface_id()
                .map(|surface| surface.as_str().to_owned()),
            #[cfg(feature = "ahp")]
            Self::Canvas(canvas) => Some(canvas.channel.as_str().to_owned()),
            #[cfg(feature = "ahp")]
            Self::Released(canvas) => Some(canvas.channel.as_str().to_owned()),
            #[cfg(feature = "ahp")]
            Self::Proposal(payload) | Self::Release(payload) => {
                crate::canvases::channel_of(payload)
            }
            #[cfg(all(feature = "a2ui", feature = "mcp-elicitation"))]
            Self::Elicitation(message) => {
                crate::mappings::a2ui_elicitation::surface_id_in(&**message)
            }
            #[cfg(all(feature = "a2ui", feature = "acp"))]
            Self::Acp(message) => crate::mappings::a2ui_elicitation::surface_id_in(&**message),
            #[cfg(all(feature = "a2ui", feature = "adaptive-cards"))]
            Self::Card(message) => crate::mappings::a2ui_adaptive_cards::surface_id_in(message),
            #[cfg(all(feature = "a2ui", feature = "slack-blocks"))]
            Self::Blocks(message) => crate::mappings::a2ui_slack_blocks::surface_id_in(message),
            _ => None,
        }
    }

    /// The rule that refuses actions.json items without a counterpart. Such items are about pages, not about events on
    /// pages. Translators of logs skip these items.
    pub const UNSUPPORTED_ITEM: &'static str = "actions-json-aap/item";

    /// The rule that refuses AHP messages that do not concern canvases, such as a chat turn. Translators of logs skip
    /// these messages.
    pub const OTHER_TRAFFIC: &'static str = "ahp/other-traffic";
}

impl Serialize for AnyMessage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.encode().map_err(S::Error::custom)?;
        Payload::parse(text)
            .map_err(S::Error::custom)?
            .serialize(serializer)
    }
}

/// A message type that belongs to exactly one dialect.
pub trait TypedMessage: Into<AnyMessage> + TryFrom<AnyMessage, Error = AnyMessage> + Wire {
    /// The dialect of all messages of this type.
    const DIALECT: Dialect;
}

/// Returns the refusal for a protocol that this build does not contain.
pub(super) fn not_enabled(protocol: Protocol) -> Refusal {
    let message = format!("this build of agent-ui-bridge does not contain {protocol}");
    let hint = format!("enable the feature `{protocol}` of agent-ui-bridge");
    Refusal::rule_broken("route/not-enabled", Pointer::root(), message).hint(hint)
}
