//! Messages of all protocols that can be translated.

use crate::{
    Binding, Carry, CarryPolicy, Dialect, Embed, IgnoredCarry, Protocol, Refusal,
    canvases::{CanvasDispatch, OpenCanvas, ReleasedCanvas, channel_of},
    mcp::ListToolsResult,
    responses::ResponseItem,
};
use Dialect::{Aap, ActionsJson, Ahp1_0, AhpCanvas, Mcp2025_06, Mcp2026_07, Responses};
use Family::{Calls, Interactions, Surfaces, Tools};
use a2ui::{Message, v0_8, v0_9, v0_10, v1_0};
use aap::Interaction;
use actions_json::{
    item::{DomEvent, Item},
    manifest::Manifest,
};
use ahp::{canvas::ClientCanvasDeclaration, draft, json_rpc::JsonRpcMessage, traffic};
use serde::{Serialize, Serializer, ser::Error as _};
use wire::{EncodeError, Payload, Pointer, Wire};

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

/// Defines [`AnyMessage`] from one table: the type, the dialect and the family of each kind of message.
macro_rules! messages {
    ($($(#[$meta:meta])* $Kind:ident($Type:ty): $dialect:expr, $family:expr;)*) => {
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
                    $( Self::$Kind(message) => row_value::<$Type, _>(message, $dialect), )*
                }
            }

            /// Returns the family of the message.
            pub fn family(&self) -> Family {
                match self {
                    $( Self::$Kind(message) => row_value::<$Type, _>(message, $family), )*
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

messages! {
    /// An actions.json `dom_event`.
    Event(DomEvent): |_| ActionsJson, |_| Interactions;
    /// An AAP interaction record.
    Interaction(Interaction): |_| Aap, |_| Interactions;
    /// An A2UI message of any version.
    Message(Message): Dialect::of_message, family_of_a2ui;
    /// A canvas of the AHP proposal with its contents.
    Canvas(OpenCanvas): |_| AhpCanvas, |_| Surfaces;
    /// A canvas of released AHP 1.0 with its contents.
    Released(ReleasedCanvas): |_| Ahp1_0, |_| Surfaces;
    /// A host message about canvases in the proposal: a state line, a snapshot, an action, or a frame that contains one
    /// of these.
    Proposal(Payload): |_| AhpCanvas, |_| Surfaces;
    /// A host message about canvases in released AHP 1.0.
    Release(Payload): |_| Ahp1_0, |_| Surfaces;
    /// An action on an AHP canvas channel.
    Dispatch(CanvasDispatch): |_| AhpCanvas, |_| Interactions;
    /// An actions.json manifest with tools.
    Manifest(Manifest): |_| ActionsJson, |_| Tools;
    /// A canvas declaration of the AHP proposal, as a client provides it.
    Declaration(ClientCanvasDeclaration): |_| AhpCanvas, |_| Tools;
    /// A list of MCP tools.
    Tools(ListToolsResult): mcp_of_tools, |_| Tools;
    /// An actions.json call, its output or its error.
    Call(Item): |_| ActionsJson, |_| Calls;
    /// An AHP frame that calls an action or answers a call.
    Frame(JsonRpcMessage): |_| AhpCanvas, |_| Calls;
    /// An MCP frame that calls a tool or answers a call.
    McpFrame(JsonRpcMessage): mcp_of_frame, |_| Calls;
    /// A Responses API item that calls a function or answers a call.
    ResponseItem(ResponseItem): |_| Responses, |_| Calls;
}

/// Applies a function of the table to a message.
fn row_value<T, R>(message: &T, row: fn(&T) -> R) -> R {
    row(message)
}

fn family_of_a2ui(message: &Message) -> Family {
    if message.is_about_a_surface() { Surfaces } else { Interactions }
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

    /// The rule that refuses Responses API items that neither call a function nor answer a call, such as messages and
    /// reasoning. Translators of model output skip these items.
    pub const NOT_A_CALL: &'static str = "responses-actions-json/item";

    /// Reads a message of the dialect `from`, to be translated into the protocol `to`.
    ///
    /// If a dialect has several kinds of messages, a member that only one kind has identifies it: `jsonrpc` a frame,
    /// `action` an action on a channel, `displayName` without `channel` a declaration. A `type` identifies an
    /// actions.json item, because a manifest has none. If `to` takes items but no manifests, every message is read as an
    /// item.
    ///
    /// # Errors
    /// Refuses a message that cannot be read, an item without a counterpart, and an AHP message that contains no canvas
    /// or has the shape of a later draft.
    ///
    /// ```
    /// use agent_ui_bridge::{AnyMessage, Dialect, Protocol, wire};
    ///
    /// let message = wire::Payload::parse(r#"{"canvasId":"plan","displayName":"Plan","description":"A floor"}"#)?;
    /// assert!(matches!(AnyMessage::read(&message, Dialect::AhpCanvas, Protocol::Mcp)?, AnyMessage::Declaration(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(message: &Payload, from: Dialect, to: Protocol) -> Result<Self, Refusal> {
        let text = message.text();
        let has = |name: &str| message.member(name).is_some();
        if from.protocol() == Protocol::Ahp {
            check_traffic(message, to)?;
        }
        let has_action = || message.get(&Pointer::root().member("action").member("type")).is_some();
        Ok(match from {
            Dialect::Aap => Self::Interaction(wire::decode(text)?),
            Dialect::ActionsJson if matches!(to, Protocol::Ahp | Protocol::Mcp) && !has("type") => {
                Self::Manifest(wire::decode(text)?)
            }
            Dialect::ActionsJson => item(wire::decode(text)?, to)?,
            Dialect::Mcp2025_06 | Dialect::Mcp2025_11 | Dialect::Mcp2026_07 if has("jsonrpc") => {
                Self::McpFrame(wire::decode(text)?)
            }
            Dialect::Mcp2025_06 | Dialect::Mcp2025_11 | Dialect::Mcp2026_07 => {
                Self::Tools(wire::decode(text)?)
            }
            Dialect::Responses => Self::ResponseItem(wire::decode(text)?),
            Dialect::AhpCanvas if to == Protocol::Ahp => Self::Proposal(Box::new(message.clone())),
            Dialect::Ahp1_0 if to == Protocol::Ahp => Self::Release(Box::new(message.clone())),
            Dialect::Ahp1_0 => Self::Released(wire::decode(text)?),
            Dialect::AhpCanvas if has("jsonrpc") => Self::Frame(wire::decode(text)?),
            Dialect::AhpCanvas if has("canvasId") && has("displayName") => {
                Self::Declaration(wire::decode(text)?)
            }
            Dialect::AhpCanvas if has_action() => Self::Dispatch(wire::decode(text)?),
            Dialect::AhpCanvas => Self::Canvas(wire::decode(text)?),
            Dialect::A2ui0_8
            | Dialect::A2ui0_9
            | Dialect::A2ui0_9_1
            | Dialect::A2ui0_10
            | Dialect::A2ui1_0June
            | Dialect::A2ui1_0
            | Dialect::A2ui1_0Aug
            | Dialect::A2ui1_0Sep => Message::read_as(text, from.a2ui_version())?.into(),
        })
    }

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

/// Refuses AHP traffic that is not about canvases, and answers in the shape of a later draft.
fn check_traffic(message: &Payload, to: Protocol) -> Result<(), Refusal> {
    let result = message.member("jsonrpc").and_then(|_| message.member("result"));
    // An answer without content may end a call, but contains no canvas.
    let is_empty =
        |result: &Payload| result.is_null() || result.is_object() && result.members().next().is_none();
    let says_nothing = to == Protocol::Ahp && result.as_ref().is_some_and(is_empty);
    if says_nothing || !traffic::is_about_canvases(message) {
        return Err(Refusal::rule_broken(
            AnyMessage::OTHER_TRAFFIC,
            Pointer::root(),
            "the message does not contain a canvas",
        )
        .hint("remove the message, or omit --strict to skip such messages"));
    }
    let at = Pointer::root().member("result");
    match result.and_then(|result| draft::finding_for_answer(&result, &at)) {
        Some(shape) => Err(Refusal::rule_broken(shape.rule, shape.pointer, shape.message).hint(shape.hint)),
        None => Ok(()),
    }
}

/// Converts an item to an event, or to a call if the target protocol has calls.
fn item(item: Item, to: Protocol) -> Result<AnyMessage, Refusal> {
    match item {
        Item::DomEvent(event) => Ok(event.into()),
        call @ (Item::ActionCall(_) | Item::ActionCallOutput(_) | Item::ActionError(_))
            if matches!(to, Protocol::Ahp | Protocol::Mcp | Protocol::Responses) =>
        {
            Ok(AnyMessage::Call(Box::new(call)))
        }
        other => {
            let message = format!("an item of the type `{}` cannot be translated", other.tag());
            Err(Refusal::rule_broken(AnyMessage::UNSUPPORTED_ITEM, Pointer::root().member("type"), message)
                .hint("translate only items of the type `dom_event`"))
        }
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

/// Implements [`TypedMessage`] and the conversions for message types, one per line: the dialect and the variant.
macro_rules! typed {
    ($($Type:ty: $dialect:ident, $Kind:ident;)*) => { $(
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
    )* };
}

typed! {
    DomEvent: ActionsJson, Event;
    Interaction: Aap, Interaction;
    OpenCanvas: AhpCanvas, Canvas;
    ReleasedCanvas: Ahp1_0, Released;
    CanvasDispatch: AhpCanvas, Dispatch;
    Manifest: ActionsJson, Manifest;
    ClientCanvasDeclaration: AhpCanvas, Declaration;
    ListToolsResult: Mcp2025_06, Tools;
    ResponseItem: Responses, ResponseItem;
    JsonRpcMessage: AhpCanvas, Frame;
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
