//! The action of a user, whatever version of A2UI it is written in.

use crate::{Dialect, Refusal};
use a2ui::{ComponentId, Message, SurfaceId, v0_8, v0_9};
use wire::{Extra, Payload, Pointer, Timestamp};

/// What the action messages of all versions of A2UI have in common, so that the mapping is written once.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::{Dialect, aap_a2ui::ClientAction};
///
/// let text = r#"{"version":"v0.9","action":{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"t","context":{}}}"#;
/// let message = a2ui::Message::V0_9Client(wire::decode(text)?);
/// let action = ClientAction::try_from(message)?;
/// assert_eq!((action.dialect, action.name.as_str()), (Dialect::A2ui0_9, "go"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClientAction {
    /// The version that the message states.
    pub dialect: Dialect,
    /// `name`
    pub name: String,
    /// `surfaceId`
    pub surface_id: SurfaceId,
    /// `sourceComponentId`
    pub source_component_id: ComponentId,
    /// `timestamp`
    pub timestamp: Timestamp,
    /// `context`
    pub context: Payload,
    /// The members of the action that the specification does not name.
    pub action_extra: Extra,
    /// The members of the message that the specification does not name.
    pub message_extra: Extra,
}

/// The members of an action that the specification names.
pub(super) const ACTION_MEMBERS: &[&str] =
    &["name", "surfaceId", "sourceComponentId", "timestamp", "context"];
/// The members of a client message that the specification names.
pub(super) const MESSAGE_MEMBERS: &[&str] = &["version", "action", "userAction", "error"];

impl TryFrom<Message> for ClientAction {
    type Error = Refusal;

    fn try_from(message: Message) -> Result<Self, Refusal> {
        match message {
            Message::V0_8Client(message) => match message.body {
                v0_8::ClientBody::UserAction(action) => Ok(Self {
                    dialect: Dialect::A2ui0_8,
                    name: action.name,
                    surface_id: action.surface_id,
                    source_component_id: action.source_component_id,
                    timestamp: action.timestamp,
                    context: action.context,
                    action_extra: action.extra,
                    message_extra: message.extra,
                }),
                _ => Err(no_image("/error", "an A2UI error")),
            },
            Message::V0_9Client(message) => match message.body {
                v0_9::ClientBody::Action(action) => Ok(Self {
                    dialect: match message.version {
                        v0_9::Version::V0_9_1 => Dialect::A2ui0_9_1,
                        _ => Dialect::A2ui0_9,
                    },
                    name: action.name,
                    surface_id: action.surface_id,
                    source_component_id: action.source_component_id,
                    timestamp: action.timestamp,
                    context: action.context,
                    action_extra: action.extra,
                    message_extra: message.extra,
                }),
                _ => Err(no_image("/error", "an A2UI error")),
            },
            _ => Err(no_image("", "an A2UI message of the agent")),
        }
    }
}

fn no_image(pointer: &str, what: &str) -> Refusal {
    let message = format_args!("{what} has no image in AAP, which knows interactions only").to_string();
    Refusal::rule_broken("a2ui-aap/message", Pointer::parse(pointer).unwrap_or_default(), message)
        .hint("an `action` (0.8: `userAction`) becomes an interaction")
}

impl From<ClientAction> for Message {
    fn from(action: ClientAction) -> Self {
        let ClientAction { dialect, name, surface_id, source_component_id, timestamp, context, .. } = action;
        if dialect == Dialect::A2ui0_8 {
            let mut body = v0_8::UserAction::new(name, surface_id, source_component_id, timestamp, context);
            body.extra = action.action_extra;
            let mut message = v0_8::ClientMessage::new(body);
            message.extra = action.message_extra;
            return Self::V0_8Client(message);
        }
        let version = if dialect == Dialect::A2ui0_9_1 { v0_9::Version::V0_9_1 } else { v0_9::Version::V0_9 };
        let mut body = v0_9::UserAction::new(name, surface_id, source_component_id, timestamp, context);
        body.extra = action.action_extra;
        let mut message = v0_9::ClientMessage::new(version, body);
        message.extra = action.message_extra;
        Self::V0_9Client(message)
    }
}

impl ClientAction {
    /// The id of the record that this action becomes when nothing says another.
    pub(super) fn derived_id(&self) -> Result<String, Refusal> {
        let line = wire::encode_line(&Message::from(self.clone()))?;
        Ok(crate::ids::derive(&[&line]))
    }
}
