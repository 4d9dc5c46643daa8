//! Something that can be translated, of any protocol.

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

/// What messages are about. A translation leaves that as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Family {
    /// What a user did: events, records, actions.
    Interactions,
    /// What a user sees: messages of an agent, canvases.
    Surfaces,
    /// What can be called: manifests, declarations, lists.
    Tools,
    /// Calls, and their answers.
    Calls,
}

impl Family {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Interactions, Self::Surfaces, Self::Tools, Self::Calls];

    /// The name: `interactions`, `surfaces`, `tools` or `calls`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Interactions => "interactions",
            Self::Surfaces => "surfaces",
            Self::Tools => "tools",
            Self::Calls => "calls",
        }
    }
}

/// The one table of messages: what each kind holds, its dialect and its family.
macro_rules! messages {
    ($($(#[$meta:meta])* $Kind:ident($Type:ty): $dialect:expr, $family:expr;)*) => {
        /// A message of any protocol. It is moved often, and so a pointer.
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum AnyMessage {
            $( $(#[$meta])* $Kind(Box<$Type>), )*
        }

        impl AnyMessage {
            /// The dialect in which it is written. An A2UI 1.0 message does not tell its notation: that of the plain one.
            pub fn dialect(&self) -> Dialect {
                match self {
                    $( Self::$Kind(message) => row_value::<$Type, _>(message, $dialect), )*
                }
            }

            /// What it is about.
            pub fn family(&self) -> Family {
                match self {
                    $( Self::$Kind(message) => row_value::<$Type, _>(message, $family), )*
                }
            }

            /// Its text.
            ///
            /// # Errors
            /// Those of [`wire::encode()`].
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
    /// An actions.json event.
    Event(DomEvent): |_| ActionsJson, |_| Interactions;
    /// An AAP record.
    Interaction(Interaction): |_| Aap, |_| Interactions;
    /// An A2UI message.
    Message(Message): Dialect::of_message, family_of_a2ui;
    /// A canvas of the AHP proposal.
    Canvas(OpenCanvas): |_| AhpCanvas, |_| Surfaces;
    /// A canvas as released in AHP 1.0.
    Released(ReleasedCanvas): |_| Ahp1_0, |_| Surfaces;
    /// What a host says of canvases in the proposal: a line, a snapshot, an action or a frame with one of these.
    Proposal(Payload): |_| AhpCanvas, |_| Surfaces;
    /// The same in the release.
    Release(Payload): |_| Ahp1_0, |_| Surfaces;
    /// An action on an AHP canvas channel.
    Dispatch(CanvasDispatch): |_| AhpCanvas, |_| Interactions;
    /// An actions.json manifest.
    Manifest(Manifest): |_| ActionsJson, |_| Tools;
    /// A kind of canvas of the AHP proposal, as a client provides it.
    Declaration(ClientCanvasDeclaration): |_| AhpCanvas, |_| Tools;
    /// A list of MCP tools.
    Tools(ListToolsResult): mcp_of_tools, |_| Tools;
    /// An actions.json call, its output or its error.
    Call(Item): |_| ActionsJson, |_| Calls;
    /// An AHP frame that makes such a call or answers it.
    Frame(JsonRpcMessage): |_| AhpCanvas, |_| Calls;
    /// An MCP frame that does.
    McpFrame(JsonRpcMessage): mcp_of_frame, |_| Calls;
    /// An item of the Responses API that does.
    ResponseItem(ResponseItem): |_| Responses, |_| Calls;
}

/// What a row of the table says of a message.
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
    /// The surface or the canvas that it is about, where it is about one: what depends on it names the same.
    pub fn subject(&self) -> Option<String> {
        match self {
            Self::Message(message) => message.surface_id().map(|surface| surface.as_str().to_owned()),
            Self::Canvas(canvas) => Some(canvas.channel.as_str().to_owned()),
            Self::Released(canvas) => Some(canvas.channel.as_str().to_owned()),
            Self::Proposal(payload) | Self::Release(payload) => channel_of(payload),
            _ => None,
        }
    }

    /// The rule by which an actions.json item is refused that has no image: one that is about pages and not about what happens on
    /// them. Who translates a log passes over it.
    pub const UNSUPPORTED_ITEM: &'static str = "actions-json-aap/item";

    /// The rule by which a message of AHP is refused that does not concern canvases: a turn of a chat, for example. Who
    /// translates a log passes over it.
    pub const OTHER_TRAFFIC: &'static str = "ahp/other-traffic";

    /// The rule by which an item of the Responses API is refused that neither calls a function nor answers, such as a message or
    /// reasoning. Who translates what a model said passes over it.
    pub const NOT_A_CALL: &'static str = "responses-actions-json/item";

    /// Reads a message of a dialect that is on its way to a protocol.
    ///
    /// What a dialect has several kinds of is told apart by members that only one kind has: a frame by `jsonrpc`, an action
    /// on a channel by `action`, a declaration by a `displayName` without a `channel`; an actions.json item by its `type`, which
    /// a manifest has not. Where items are translated and manifests are not, all that comes is an item.
    ///
    /// # Errors
    /// If it cannot be read, is an item that has no image, or a message of AHP that holds no canvas or has the shape of a
    /// later draft.
    ///
    /// ```
    /// # use agent_ui_bridge as bridge;
    /// use bridge::{AnyMessage, Dialect, Protocol};
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

    /// What a host says of canvases, as JSON.
    pub(super) fn into_host(self) -> Result<Payload, Refusal> {
        match self {
            Self::Proposal(payload) | Self::Release(payload) => Ok(*payload),
            other => Ok(Payload::parse(other.encode()?)?),
        }
    }

    /// What a host of that dialect says of canvases.
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

/// Refuses what a connection of AHP carries beside canvases, and answers of the next draft.
fn check_traffic(message: &Payload, to: Protocol) -> Result<(), Refusal> {
    let result = message.member("jsonrpc").and_then(|_| message.member("result"));
    // An answer without content may end a call, but says nothing of a canvas.
    let is_empty =
        |result: &Payload| result.is_null() || result.is_object() && result.members().next().is_none();
    let says_nothing = to == Protocol::Ahp && result.as_ref().is_some_and(is_empty);
    if says_nothing || !traffic::is_about_canvases(message) {
        return Err(Refusal::rule_broken(
            AnyMessage::OTHER_TRAFFIC,
            Pointer::root(),
            "this message holds no canvas",
        )
        .hint("leave it out, or do without --strict, which passes over it"));
    }
    let at = Pointer::root().member("result");
    match result.and_then(|result| draft::finding_for_answer(&result, &at)) {
        Some(shape) => Err(Refusal::rule_broken(shape.rule, shape.pointer, shape.message).hint(shape.hint)),
        None => Ok(()),
    }
}

/// An event, or where tools are called, a call.
fn item(item: Item, to: Protocol) -> Result<AnyMessage, Refusal> {
    match item {
        Item::DomEvent(event) => Ok(event.into()),
        call @ (Item::ActionCall(_) | Item::ActionCallOutput(_) | Item::ActionError(_))
            if matches!(to, Protocol::Ahp | Protocol::Mcp | Protocol::Responses) =>
        {
            Ok(AnyMessage::Call(Box::new(call)))
        }
        other => {
            let message = format!("an item of the type `{}` has no image", other.tag());
            Err(Refusal::rule_broken(AnyMessage::UNSUPPORTED_ITEM, Pointer::root().member("type"), message)
                .hint("a `dom_event` becomes an interaction"))
        }
    }
}

impl Serialize for AnyMessage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.encode().map_err(S::Error::custom)?;
        Payload::parse(text).map_err(S::Error::custom)?.serialize(serializer)
    }
}

/// A type of messages, all of which are of one dialect.
pub trait TypedMessage: Into<AnyMessage> + TryFrom<AnyMessage, Error = AnyMessage> + Wire {
    /// The dialect.
    const DIALECT: Dialect;
}

/// One line a type: its dialect, and how it is one of any protocol.
macro_rules! typed {
    ($($Type:ty: $dialect:ident, $Kind:ident;)*) => { $(
        impl From<$Type> for AnyMessage {
            fn from(message: $Type) -> Self {
                Self::$Kind(Box::new(message))
            }
        }

        impl TryFrom<AnyMessage> for $Type {
            type Error = AnyMessage;

            /// Gives back what is of another type.
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

/// The same for the messages of A2UI.
macro_rules! typed_a2ui {
    ($($Type:ty: $dialect:ident, $Kind:ident;)*) => { $(
        impl From<$Type> for AnyMessage {
            fn from(message: $Type) -> Self {
                Message::from(message).into()
            }
        }

        impl TryFrom<AnyMessage> for $Type {
            type Error = AnyMessage;

            /// Gives back what is of another type.
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

    /// Gives back what is of another protocol.
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

    /// Gives back what is of another type.
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
