//! The convenient form: one call, everything that became of the message in one value.

use crate::{
    Carry, Context, Dialect, Ledger, Notes, Refusal,
    a2ui_ahp::{self, CanvasDispatch, OpenCanvas},
    a2ui_v0_8_v0_9, a2ui_v0_9_v1_0, aap_a2ui, actions_json_aap, actions_json_ahp, actions_json_mcp,
    ahp_canvas_ahp_v1_0::{self, ReleasedCanvas},
    mcp::ListToolsResult,
    pair::{self, Value, no_mapping},
};
use a2ui::{Message, surface::Surface, v0_8, v0_9, v0_10, v1_0};
use aap::Interaction;
use actions_json::{
    item::{DomEvent, Item},
    manifest::Manifest,
};
use ahp::{canvas::ClientCanvasDeclaration, json_rpc::JsonRpcMessage};

/// A message that has an image of the type `To`.
pub trait Translate<To>: Sized {
    /// Translates it. `home` is the carry that came with it.
    ///
    /// # Errors
    /// Those of the mapping.
    fn translate<L: Ledger>(self, home: &Carry, cx: &Context, ledger: &mut L)
    -> Result<(To, Carry), Refusal>;
}

/// The result of [`translate`].
#[derive(Clone, Debug, PartialEq)]
#[must_use = "the notes say what was lost"]
#[non_exhaustive]
pub struct Translated<T> {
    /// The message.
    pub value: T,
    /// What the message cannot hold and its way back needs.
    pub carry: Carry,
    /// What became of every field.
    pub notes: Notes,
}

impl<T> Translated<T> {
    /// The message, if it alone is enough to go back.
    ///
    /// # Errors
    /// The first field that is not in the message.
    pub fn lossless(self) -> Result<T, Refusal> {
        if let Some(note) = self.notes.losses(false).next() {
            let message = format!("this field would be {}", note.verdict);
            return Err(Refusal::loss(note.rule.id, note.from(), message).hint("take the carry along"));
        }
        Ok(self.value)
    }
}

/// Translates a message that comes without a carry.
///
/// # Errors
/// Those of the mapping.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::{Context, translate, translate_back};
///
/// let record: aap::Interaction = wire::decode(
///     r#"{"id":"7","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"a.html","action":"click","element":null,"summary":"User click on a.html"}"#,
/// )?;
/// let there = translate::<_, a2ui::v0_9::ClientMessage>(record.clone(), &Context::default())?;
/// assert!(there.clone().lossless().is_err(), "A2UI has no id and no null element");
/// let back = translate_back::<_, aap::Interaction>(there.value, &there.carry, &Context::default())?;
/// assert_eq!(back.value, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn translate<From: Translate<To>, To>(message: From, cx: &Context) -> Result<Translated<To>, Refusal> {
    translate_back(message, &Carry::default(), cx)
}

/// Translates a message together with the carry that came with it.
///
/// # Errors
/// Those of the mapping.
pub fn translate_back<From: Translate<To>, To>(
    message: From,
    home: &Carry,
    cx: &Context,
) -> Result<Translated<To>, Refusal> {
    let mut notes = Notes::default();
    let (value, carry) = message.translate(home, cx, &mut notes)?;
    Ok(Translated { value, carry, notes })
}

/// One line a pair: the source, the target, and the mapping between them.
macro_rules! translate {
    ($( $From:ty => $To:ty: |$message:ident, $home:ident, $cx:ident, $ledger:ident| $mapping:expr; )*) => { $(
        impl Translate<$To> for $From {
            fn translate<L: Ledger>(
                self,
                $home: &Carry,
                $cx: &Context,
                $ledger: &mut L,
            ) -> Result<($To, Carry), Refusal> {
                let $message = self;
                $mapping
            }
        }
    )* };
}

translate! {
    DomEvent => Interaction: |event, home, cx, ledger| actions_json_aap::forward(event, home, cx, ledger);
    Interaction => DomEvent: |record, home, cx, ledger| actions_json_aap::backward(record, home, cx, ledger);
    Interaction => v0_8::ClientMessage: |record, home, cx, ledger| {
        match aap_a2ui::forward(record, Dialect::A2ui0_8, home, cx, ledger)? {
            (Message::V0_8Client(message), carry) => Ok((message, carry)),
            _ => Err(no_mapping(Dialect::Aap, Dialect::A2ui0_8)),
        }
    };
    Interaction => v0_9::ClientMessage: |record, home, cx, ledger| {
        match aap_a2ui::forward(record, Dialect::A2ui0_9, home, cx, ledger)? {
            (Message::V0_9Client(message), carry) => Ok((message, carry)),
            _ => Err(no_mapping(Dialect::Aap, Dialect::A2ui0_9)),
        }
    };
    Interaction => v0_10::ClientMessage: |record, home, cx, ledger| {
        match aap_a2ui::forward(record, Dialect::A2ui0_10, home, cx, ledger)? {
            (Message::V0_10Client(message), carry) => Ok((message, carry)),
            _ => Err(no_mapping(Dialect::Aap, Dialect::A2ui0_10)),
        }
    };
    Interaction => v1_0::RendererMessage: |record, home, cx, ledger| {
        match aap_a2ui::forward(record, Dialect::A2ui1_0, home, cx, ledger)? {
            (Message::V1_0Renderer(message), carry) => Ok((message, carry)),
            _ => Err(no_mapping(Dialect::Aap, Dialect::A2ui1_0)),
        }
    };
    Message => Interaction: |message, home, cx, ledger| aap_a2ui::backward(message, home, cx, ledger);
    v0_8::ClientMessage => Interaction: |message, home, cx, ledger| {
        aap_a2ui::backward(Message::V0_8Client(message), home, cx, ledger)
    };
    v0_9::ClientMessage => Interaction: |message, home, cx, ledger| {
        aap_a2ui::backward(Message::V0_9Client(message), home, cx, ledger)
    };
    v0_10::ClientMessage => Interaction: |message, home, cx, ledger| {
        aap_a2ui::backward(Message::V0_10Client(message), home, cx, ledger)
    };
    v1_0::RendererMessage => Interaction: |message, home, cx, ledger| {
        aap_a2ui::backward(Message::V1_0Renderer(message), home, cx, ledger)
    };
    v0_8::ClientMessage => v0_9::ClientMessage: |message, home, cx, ledger| {
        a2ui_v0_8_v0_9::client_forward(message, home, cx, ledger)
    };
    v0_9::ClientMessage => v0_8::ClientMessage: |message, home, cx, ledger| {
        a2ui_v0_8_v0_9::client_backward(message, home, cx, ledger)
    };
    v0_9::ClientMessage => v1_0::RendererMessage: |message, home, cx, ledger| {
        a2ui_v0_9_v1_0::client_forward(message, home, cx, ledger)
    };
    v1_0::RendererMessage => v0_9::ClientMessage: |message, home, cx, ledger| {
        a2ui_v0_9_v1_0::client_backward(message, home, cx, ledger)
    };
    &Surface => OpenCanvas: |surface, home, cx, ledger| a2ui_ahp::forward(surface, home, cx, ledger);
    OpenCanvas => Vec<Message>: |canvas, home, cx, ledger| a2ui_ahp::backward(canvas, home, cx, ledger);
    &Surface => ReleasedCanvas: |surface, home, cx, ledger| {
        let surface = Value::Surface(Box::new(surface.clone()));
        let (values, carry) = pair::convert(surface, Dialect::Ahp1_0, home, cx, ledger)?;
        match values.into_iter().next() {
            Some(Value::Released(canvas)) => Ok((canvas, carry)),
            _ => Err(no_mapping(Dialect::A2ui0_9, Dialect::Ahp1_0)),
        }
    };
    ReleasedCanvas => Vec<Message>: |canvas, home, cx, ledger| {
        let (canvas, home) = ahp_canvas_ahp_v1_0::backward(canvas, home, cx, ledger)?;
        a2ui_ahp::backward(canvas, &home, cx, ledger)
    };
    OpenCanvas => ReleasedCanvas: |canvas, home, cx, ledger| {
        ahp_canvas_ahp_v1_0::forward(canvas, home, cx, ledger)
    };
    ReleasedCanvas => OpenCanvas: |canvas, home, cx, ledger| {
        ahp_canvas_ahp_v1_0::backward(canvas, home, cx, ledger)
    };
    ahp::canvas::CanvasState => ahp::v1_0::CanvasState: |state, home, cx, ledger| {
        ahp_canvas_ahp_v1_0::state_forward(state, home, cx, ledger)
    };
    ahp::v1_0::CanvasState => ahp::canvas::CanvasState: |state, home, cx, ledger| {
        ahp_canvas_ahp_v1_0::state_backward(state, home, cx, ledger)
    };
    Message => CanvasDispatch: |message, home, cx, ledger| a2ui_ahp::message_forward(&message, home, cx, ledger);
    Manifest => ClientCanvasDeclaration: |manifest, home, cx, ledger| {
        actions_json_ahp::forward(manifest, home, cx, ledger)
    };
    ClientCanvasDeclaration => Manifest: |declaration, home, cx, ledger| {
        actions_json_ahp::backward(declaration, home, cx, ledger)
    };
    Manifest => ListToolsResult: |manifest, home, cx, ledger| actions_json_mcp::forward(manifest, home, cx, ledger);
    ListToolsResult => Manifest: |tools, home, cx, ledger| actions_json_mcp::backward(tools, home, cx, ledger);
    Item => JsonRpcMessage: |item, home, cx, ledger| actions_json_ahp::frame(item, home, cx, ledger);
    JsonRpcMessage => Item: |frame, home, cx, ledger| actions_json_ahp::item(frame, home, cx, ledger);
    CanvasDispatch => Message: |dispatch, home, cx, ledger| a2ui_ahp::message_backward(dispatch, home, cx, ledger);
}
