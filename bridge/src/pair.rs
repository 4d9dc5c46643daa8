//! Any protocol to any other: the mappings stand in a row, and what has no mapping of its own is composed.

mod composed;
mod read;
mod tools;

use crate::{
    Carry, Context, Dialect, Ledger, Notes, Protocol, Refusal, Rule, Session, Verdict,
    a2ui_ahp::{self, CanvasDispatch, OpenCanvas},
    aap_a2ui, actions_json_aap,
    ahp_canvas_ahp_v1_0::{self, ReleasedCanvas},
    embed::{Embed, no_room},
    mcp::ListToolsResult,
};
use a2ui::{Direction, Message, surface::Surface};
use aap::Interaction;
use actions_json::{
    item::{DomEvent, Item},
    manifest::Manifest,
};
use ahp::{canvas::ClientCanvasDeclaration, json_rpc::JsonRpcMessage};
use serde::{Serialize, Serializer, ser::Error as _};
use wire::{EncodeError, Payload, Pointer};

/// Something that can be translated, of any protocol.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Value {
    /// An actions.json event.
    Event(DomEvent),
    /// An AAP record.
    Interaction(Interaction),
    /// An A2UI message.
    Message(Message),
    /// What A2UI messages of an agent have built. It has no wire form of its own: it goes to AHP.
    Surface(Box<Surface>),
    /// A canvas of the AHP proposal.
    Canvas(OpenCanvas),
    /// A canvas as released in AHP 1.0.
    Released(ReleasedCanvas),
    /// An action on an AHP canvas channel.
    Dispatch(CanvasDispatch),
    /// An actions.json manifest.
    Manifest(Box<Manifest>),
    /// A kind of canvas of the AHP proposal, as a client provides it.
    Declaration(ClientCanvasDeclaration),
    /// A list of MCP tools.
    Tools(ListToolsResult),
    /// An actions.json call, its output or its error.
    Call(Box<Item>),
    /// An AHP frame that makes such a call or answers it.
    Frame(JsonRpcMessage),
}

impl Value {
    /// The protocol to which it belongs.
    pub fn protocol(&self) -> Protocol {
        match self {
            Self::Event(_) | Self::Manifest(_) | Self::Call(_) => Protocol::ActionsJson,
            Self::Interaction(_) => Protocol::Aap,
            Self::Message(_) | Self::Surface(_) => Protocol::A2ui,
            Self::Canvas(_) | Self::Released(_) | Self::Dispatch(_) => Protocol::Ahp,
            Self::Declaration(_) | Self::Frame(_) => Protocol::Ahp,
            Self::Tools(_) => Protocol::Mcp,
        }
    }

    /// A dialect of its protocol, for refusals.
    fn dialect(&self) -> Dialect {
        match self {
            Self::Released(_) => Dialect::Ahp1_0,
            other => match other.protocol() {
                Protocol::ActionsJson => Dialect::ActionsJson,
                Protocol::Aap => Dialect::Aap,
                Protocol::A2ui => Dialect::A2ui0_9,
                Protocol::Ahp => Dialect::AhpCanvas,
                Protocol::Mcp => Dialect::Mcp,
            },
        }
    }

    /// Whether it is of the protocol that is asked for; of AHP, in the shape that is.
    fn is_of(&self, to: Dialect) -> bool {
        match self {
            Self::Canvas(_) | Self::Dispatch(_) => to == Dialect::AhpCanvas,
            Self::Released(_) => to == Dialect::Ahp1_0,
            other => other.protocol() == to.protocol(),
        }
    }
}

impl Value {
    /// Its text.
    ///
    /// # Errors
    /// Those of [`wire::encode()`].
    pub fn encode(&self) -> Result<String, EncodeError> {
        match self {
            Self::Event(event) => wire::encode(event),
            Self::Interaction(record) => wire::encode(record),
            Self::Message(message) => wire::encode(message),
            Self::Surface(surface) => wire::encode(&surface.messages()),
            Self::Canvas(canvas) => wire::encode(canvas),
            Self::Released(canvas) => wire::encode(canvas),
            Self::Dispatch(dispatch) => wire::encode(dispatch),
            Self::Manifest(manifest) => wire::encode(manifest),
            Self::Declaration(declaration) => wire::encode(declaration),
            Self::Tools(tools) => wire::encode(tools),
            Self::Call(item) => wire::encode(item),
            Self::Frame(frame) => wire::encode(frame),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.encode().map_err(S::Error::custom)?;
        Payload::parse(text).map_err(S::Error::custom)?.serialize(serializer)
    }
}

impl Embed for Value {
    fn embed(self, carry: Carry) -> Result<Self, Refusal> {
        Ok(match self {
            Self::Event(event) => Self::Event(event.embed(carry)?),
            Self::Interaction(record) => Self::Interaction(record.embed(carry)?),
            Self::Message(message) => Self::Message(message.embed(carry)?),
            Self::Surface(_) if !carry.is_empty() => return Err(no_room("an A2UI surface")),
            Self::Surface(surface) => Self::Surface(surface),
            Self::Canvas(canvas) => Self::Canvas(canvas.embed(carry)?),
            Self::Released(canvas) => Self::Released(canvas.embed(carry)?),
            Self::Dispatch(dispatch) => Self::Dispatch(dispatch.embed(carry)?),
            Self::Call(item) => Self::Call(Box::new(item.embed(carry)?)),
            other if carry.is_empty() => other,
            Self::Manifest(_) => return Err(no_room("an actions.json manifest")),
            Self::Frame(_) => return Err(no_room("an AHP frame")),
            _ => return Err(no_room("a list of tools")),
        })
    }

    fn extract(self) -> (Self, Carry) {
        fn of<T: Embed>(message: T, wrap: impl FnOnce(T) -> Value) -> (Value, Carry) {
            let (message, carry) = message.extract();
            (wrap(message), carry)
        }
        match self {
            Self::Event(event) => of(event, Self::Event),
            Self::Interaction(record) => of(record, Self::Interaction),
            Self::Message(message) => of(message, Self::Message),
            Self::Surface(surface) => (Self::Surface(surface), Carry::default()),
            Self::Canvas(canvas) => of(canvas, Self::Canvas),
            Self::Released(canvas) => of(canvas, Self::Released),
            Self::Dispatch(dispatch) => of(dispatch, Self::Dispatch),
            Self::Call(item) => of(*item, |item| Self::Call(Box::new(item))),
            other => (other, Carry::default()),
        }
    }
}

/// A hop that goes on to a later protocol.
static HOP: Rule = Rule { id: "carry/hop", from: "/agent_ui_carry", to: "" };

/// Translates a value to another protocol, over those in between if need be. A canvas becomes as many messages as rebuild
/// its surface; everything else becomes one value. The ledger gets what became of the fields of `value`, wherever it passed.
///
/// # Errors
/// Those of the mappings, and if both are the same protocol.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::{Carry, Context, Dialect, pair::{Value, convert}};
///
/// let record = wire::decode(
///     r#"{"id":"7","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"a.html","action":"click","element":"ok","data":{},"summary":"s"}"#,
/// )?;
/// let (values, _) = convert(Value::Interaction(record), Dialect::AhpCanvas, &Carry::default(), &Context::default(), &mut ())?;
/// assert!(values[0].encode()?.starts_with(r#"{"channel":"ahp-canvas:/a.html","action":{"type":"canvas/message","payload":{"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn convert<L: Ledger>(
    value: Value,
    to: Dialect,
    home: &Carry,
    cx: &Context,
    ledger: &mut L,
) -> Result<(Vec<Value>, Carry), Refusal> {
    if to.protocol() < Protocol::A2ui
        && matches!(value, Value::Surface(_) | Value::Canvas(_) | Value::Released(_))
    {
        let message = "a surface goes to A2UI and AHP only";
        return Err(Refusal::rule_broken("pair/surface", Pointer::root(), message));
    }
    if let (Value::Message(message), Some(version)) = (&value, to.a2ui_version()) {
        if message.version() != version {
            return other_version(message, to, home, cx, ledger);
        }
    }
    let is_tools = tools::is_about(&value, to);
    let mut at = Place::Input;
    let mut passed = Vec::new();
    let mut values = vec![value];
    let mut carry = home.clone();
    let mut notes = None;
    while values.first().is_some_and(|value| !value.is_of(to)) {
        let Some(value) = values.pop() else { break };
        let place = at.behind(&value);
        let mut own = Notes::default();
        let stepped = match (is_tools, ledger.listens()) {
            (true, true) => tools::step(value, to, &carry, cx, &mut own),
            (true, false) => tools::step(value, to, &carry, cx, &mut ()),
            (false, true) => step(value, to, &carry, cx, &mut own),
            (false, false) => step(value, to, &carry, cx, &mut ()),
        };
        let (next, rest) = stepped.map_err(|refusal| at.of(refusal))?;
        notes = Some(match notes {
            Some(notes) => composed::composed(notes, own, matches!(at, Place::Input)),
            None => own,
        });
        at = place;
        passed.extend(next.first().map(Value::protocol));
        (values, carry) = (next, rest);
    }
    for note in notes.unwrap_or_default().0 {
        ledger.enter(note)?;
    }
    for hop in &home.hops {
        let from = Dialect::from_name(&hop.from).map(Dialect::protocol);
        if carry.hops.contains(hop) {
            ledger.member(Verdict::Carried, &HOP, &hop.from)?;
        } else if !from.is_some_and(|from| passed.contains(&from)) {
            ledger.member(Verdict::Dropped, &HOP, &hop.from)?;
        }
    }
    if carry.is_too_big() {
        let message = "there is more to carry than a carry can hold";
        return Err(Refusal::limit("carry/too-big", Pointer::root(), message));
    }
    Ok((values, carry))
}

/// A message in another version of A2UI: one of a client, as those of an agent belong together.
fn other_version<L: Ledger>(
    message: &Message,
    to: Dialect,
    home: &Carry,
    cx: &Context,
    ledger: &mut L,
) -> Result<(Vec<Value>, Carry), Refusal> {
    let from = Dialect::ALL.into_iter().map(|(dialect, _)| dialect);
    let from = from.into_iter().find(|from| from.a2ui_version() == Some(message.version())).unwrap_or(to);
    let mut session = Session::between(from, to).ok_or_else(|| no_mapping(from, to))?;
    if message.direction() == Direction::Agent {
        let text = "the messages of an agent belong together, and are translated in a session";
        return Err(Refusal::rule_broken("pair/session", Pointer::root(), text).hint("use a `Session`"));
    }
    let mut outputs = session.handle(message.clone(), home, cx, ledger)?;
    let carry = outputs.first_mut().map(|output| std::mem::take(&mut output.carry)).unwrap_or_default();
    Ok((outputs.into_iter().map(|output| Value::Message(output.message)).collect(), carry))
}

/// Where the message stands that is being translated.
#[derive(Clone, Copy)]
enum Place {
    /// It is the input.
    Input,
    /// It is the payload of the input, an action on a canvas channel.
    Payload,
    /// It was made on the way.
    Between,
}

impl Place {
    /// Where the message stands that comes out of a value.
    fn behind(self, value: &Value) -> Self {
        match (self, value) {
            (Self::Input, Value::Dispatch(_)) => Self::Payload,
            // Both shapes of a canvas have their members in the same places.
            (Self::Input, Value::Released(_)) => Self::Input,
            _ => Self::Between,
        }
    }

    /// The refusal, with its pointer in the input.
    fn of(self, refusal: Refusal) -> Refusal {
        match self {
            Self::Input => refusal,
            Self::Payload => refusal.below(&Pointer::root().member("action").member("payload")),
            Self::Between => refusal.at(Pointer::root()),
        }
    }
}

/// One mapping, in the direction of `to`.
fn step<L: Ledger>(
    value: Value,
    to: Dialect,
    home: &Carry,
    cx: &Context,
    ledger: &mut L,
) -> Result<(Vec<Value>, Carry), Refusal> {
    let up = value.protocol() < to.protocol();
    Ok(match value {
        Value::Event(event) => {
            let (record, carry) = actions_json_aap::forward(event, home, cx, ledger)?;
            (vec![Value::Interaction(record)], carry)
        }
        Value::Interaction(record) if up => {
            let version = if to.protocol() == Protocol::A2ui { to } else { Dialect::A2ui0_9 };
            let (message, carry) = aap_a2ui::forward(record, version, home, cx, ledger)?;
            (vec![Value::Message(message)], carry)
        }
        Value::Interaction(record) => {
            let (event, carry) = actions_json_aap::backward(record, home, cx, ledger)?;
            (vec![Value::Event(event)], carry)
        }
        Value::Message(message) if up => {
            let (dispatch, carry) = a2ui_ahp::message_forward(&message, home, cx, ledger)?;
            (vec![Value::Dispatch(dispatch)], carry)
        }
        Value::Message(message) => {
            let (record, carry) = aap_a2ui::backward(message, home, cx, ledger)?;
            (vec![Value::Interaction(record)], carry)
        }
        Value::Surface(surface) if up => {
            if to == Dialect::Ahp1_0 && cx.base_url.is_none() {
                let message = "the released AHP shape holds an address only, and nobody says where the surface is served";
                return Err(Refusal::context("ahp-canvas-1.0/url", Pointer::root(), message)
                    .hint("give the http(s) base address"));
            }
            let (canvas, carry) = a2ui_ahp::forward(&surface, home, cx, ledger)?;
            (vec![Value::Canvas(canvas)], carry)
        }
        Value::Surface(_) => return Err(no_mapping(Dialect::A2ui0_9, to)),
        Value::Canvas(canvas) if to == Dialect::Ahp1_0 => {
            let (canvas, carry) = ahp_canvas_ahp_v1_0::forward(canvas, home, cx, ledger)?;
            (vec![Value::Released(canvas)], carry)
        }
        Value::Canvas(canvas) => {
            let (messages, carry) = a2ui_ahp::backward(canvas, home, cx, ledger)?;
            (messages.into_iter().map(Value::Message).collect(), carry)
        }
        Value::Released(canvas) => {
            let (canvas, carry) = ahp_canvas_ahp_v1_0::backward(canvas, home, cx, ledger)?;
            (vec![Value::Canvas(canvas)], carry)
        }
        Value::Dispatch(_) if to == Dialect::Ahp1_0 => {
            let message = "the released AHP shape has no messages on the channel of a canvas";
            return Err(Refusal::rule_broken(
                "ahp-canvas-1.0/action",
                Pointer::root().member("action"),
                message,
            )
            .hint("ahp@canvas, the proposal, has them"));
        }
        Value::Dispatch(dispatch) => {
            let (message, carry) = a2ui_ahp::message_backward(dispatch, home, cx, ledger)?;
            (vec![Value::Message(message)], carry)
        }
        tools => return Err(no_mapping(tools.dialect(), to)),
    })
}

/// There is nothing between these two.
pub(crate) fn no_mapping(from: Dialect, to: Dialect) -> Refusal {
    Refusal::rule_broken(
        "pair/no-mapping",
        Pointer::root(),
        format_args!("there is no mapping from {from} to {to}"),
    )
}
