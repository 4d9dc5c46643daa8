//! A2UI messages in translators: conversions, versions, component ids, sessions and live surfaces.

use super::{
    message::{AnyMessage, TypedMessage},
    sessions::{Earlier, EndedMapping, EndedSessions},
};
use crate::{
    Context, Dialect, Refusal,
    lens::{A2uiOutput, TranslationCx},
};
use a2ui::{ComponentId, Message, SurfaceId, Version, v0_8, v0_9, v0_10, v1_0};
use std::collections::BTreeSet;
use wire::Pointer;

/// Implements [`TypedMessage`] and the conversions for the A2UI message types.
///
/// `v0_8::ClientMessage: A2ui0_8, V0_8Client;` becomes `From` and `TryFrom` between the type and [`AnyMessage`], by way of
/// `Message::V0_8Client`, and `impl TypedMessage for v0_8::ClientMessage { const DIALECT: Dialect = Dialect::A2ui0_8; }`.
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

impl AnyMessage {
    /// Returns the body key of an A2UI message, such as `createSurface`.
    pub(super) fn a2ui_key(&self) -> Option<&str> {
        match self {
            Self::Message(message) => Some(message.key()),
            _ => None,
        }
    }

    /// Refuses an A2UI message that defines a component twice.
    pub(super) fn check_unique_ids(&self) -> Result<(), Refusal> {
        match self {
            Self::Message(message) => message.check_unique_ids().map_err(Refusal::from),
            _ => Ok(()),
        }
    }

    /// Returns the dialect of A2UI 1.0 that the notation of a message shows. Returns `None` if the message shows none.
    pub(super) fn shown_dialect(&self) -> Option<Dialect> {
        match self {
            Self::Message(message) => match &**message {
                Message::V1_0Agent(message) => {
                    a2ui::surface::notation_of(message).map(Dialect::of_notation)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns `true` for an agent message with the version text of A2UI 0.9.1.
    pub(super) fn is_of_0_9_1(&self) -> bool {
        match self {
            Self::Message(message) => match &**message {
                Message::V0_9Agent(message) => message.version == v0_9::Version::V0_9_1,
                _ => false,
            },
            _ => false,
        }
    }

    /// Replaces the version text of an A2UI message by the text of a dialect with the same messages. Returns `false`
    /// for other messages.
    pub(super) fn relabel_version(&mut self, to: Dialect) -> bool {
        let of_0_9 = match to {
            Dialect::A2ui0_9_1 => v0_9::Version::V0_9_1,
            _ => v0_9::Version::V0_9,
        };
        let of_0_10 = match to {
            Dialect::A2ui1_0June => v0_10::Version::V1_0,
            _ => v0_10::Version::V0_10,
        };
        let Self::Message(message) = self else {
            return false;
        };
        match &mut **message {
            Message::V0_9Agent(message) => message.version = of_0_9,
            Message::V0_9Client(message) => message.version = of_0_9,
            Message::V0_10Agent(message) => message.version = of_0_10,
            Message::V0_10Client(message) => message.version = of_0_10,
            _ => return false,
        }
        true
    }

    /// Decodes component ids that were written as identifiers. Returns the places of the ids that differ from their
    /// identifier.
    pub(super) fn read_identifiers(&mut self, cx: &Context) -> Result<BTreeSet<Pointer>, Refusal> {
        let Self::Message(message) = self else {
            return Ok(BTreeSet::new());
        };
        let mut places = BTreeSet::new();
        let mut refusal = None;
        let message = rename_components((**message).clone(), cx, &mut |id, at| {
            let Some(meant) = id.from_identifier() else {
                refusal.get_or_insert_with(|| {
                    let hint = format!(
                        "the client should send `{}`; omit `options.escape_ids` if it uses unescaped ids",
                        id.to_identifier()
                    );
                    let message = format!("`{id}` is not an id that was written as an identifier");
                    Refusal::rule_broken("a2ui-1.0/component-id", at.clone(), message).hint(hint)
                });
                return id.clone();
            };
            if meant != *id {
                places.insert(at.clone());
            }
            meant
        });
        if let Some(refusal) = refusal {
            return Err(refusal);
        }
        *self = message;
        Ok(places)
    }

    /// Writes component ids as identifiers. Returns the places of the ids that differ from their identifier.
    pub(super) fn write_identifiers(self, cx: &Context) -> (Self, BTreeSet<Pointer>) {
        let message = match self {
            Self::Message(message) => message,
            other => return (other, BTreeSet::new()),
        };
        let mut places = BTreeSet::new();
        let message = rename_components(*message, cx, &mut |id, at| {
            let identifier = id.to_identifier();
            if identifier != *id {
                places.insert(at.clone());
            }
            identifier
        });
        (message, places)
    }
}

fn rename_components(
    message: Message,
    cx: &Context,
    rename: &mut a2ui::surface::RenameComponent<'_>,
) -> AnyMessage {
    message
        .rename_components(&cx.surfaces.options().references, rename)
        .into()
}

impl Context {
    /// Returns the dialect of a live surface.
    pub(super) fn dialect_of_surface(&self, surface_id: &str) -> Option<Dialect> {
        Some(Dialect::of_surface(self.surfaces.get(surface_id)?))
    }

    /// Applies an A2UI message to the live surfaces. Other messages have no effect.
    pub(super) fn apply_to_surfaces(&mut self, message: &AnyMessage) -> Result<(), Refusal> {
        if let AnyMessage::Message(message) = message {
            self.surfaces.apply(message)?;
        }
        Ok(())
    }
}

/// Returns the surface and the component of a click in a version after 0.8.
fn clicked_component(message: &Message) -> Option<(&SurfaceId, &ComponentId)> {
    match message {
        Message::V0_9Client(message) => match &message.body {
            v0_9::ClientBody::Action(action) => {
                Some((&action.surface_id, &action.source_component_id))
            }
            _ => None,
        },
        Message::V0_10Client(message) => match &message.body {
            v0_10::ClientBody::Action(action) => {
                Some((&action.surface_id, &action.source_component_id))
            }
            _ => None,
        },
        Message::V1_0Renderer(message) => match &message.body {
            v1_0::RendererBody::Action(action) => {
                Some((&action.surface_id, &action.source_component_id))
            }
            _ => None,
        },
        _ => None,
    }
}

impl Earlier {
    /// Returns the surface of a click on a component called `root`, if nothing shows which component of 0.8 that is. The
    /// translation to 0.9 calls the root of every surface so, and 0.8 lets the agent choose the name.
    pub(super) fn unknown_root(&self, message: &AnyMessage, cx: &Context) -> Option<SurfaceId> {
        let AnyMessage::Message(message) = message else {
            return None;
        };
        let (surface, component) = clicked_component(message)?;
        let of_context = cx.surfaces.get(surface.as_str());
        let is_known = of_context.is_some_and(|surface| surface.version() == Version::V0_8)
            || self.sessions.v0_9_v0_8.has_surface(surface);
        if component.as_str() != "root" || is_known {
            return None;
        }
        Some(surface.clone())
    }

    /// Returns the numbers of the inputs that wait in the sessions for later inputs.
    pub(super) fn waiting_in_sessions(&self) -> impl Iterator<Item = u64> {
        self.sessions
            .v0_8_v0_9
            .waiting()
            .chain(self.sessions.v0_9_v0_8.waiting())
    }

    /// Ends the sessions. Translates or refuses the messages that they still hold.
    pub(super) fn end_sessions(&mut self, tcx: &TranslationCx<'_>) -> EndedSessions {
        let unfinished = self.sessions.v0_8_v0_9.finish().into_iter();
        let unfinished = unfinished
            .map(|(input, surface, refusal)| (input, surface.as_str().to_owned(), refusal));
        let (down, mut refusals) = self.sessions.v0_9_v0_8.finish(tcx);
        let (up, others) = self.sessions.v0_8_v0_9.finish_parts(tcx);
        refusals.extend(others);
        let ended = |from, to, outputs: Vec<A2uiOutput>| {
            let outputs = outputs.into_iter();
            let outputs = outputs.map(|output| output.map(AnyMessage::from)).collect();
            EndedMapping { from, to, outputs }
        };
        EndedSessions {
            unfinished: unfinished.collect(),
            outputs: vec![
                ended(Dialect::A2ui0_9, Dialect::A2ui0_8, down),
                ended(Dialect::A2ui0_8, Dialect::A2ui0_9, up),
            ],
            refusals,
        }
    }
}
