//! User actions of all A2UI versions.

use crate::{Dialect, Refusal, lens::assert_members};
use a2ui::{ComponentId, Direction, Message, SurfaceId, v0_8, v0_9, v0_10, v1_0};
use wire::{Extra, Field, Payload, Pointer, Timestamp, Wire};

/// The common members of an action message in all versions of A2UI, so that one mapping serves all versions.
///
/// ```
/// use agent_ui_bridge::{Dialect, a2ui, aap_a2ui::ClientAction, wire};
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
    /// The dialect that the message states. An action does not show its notation, so actions with the version text `v1.0`
    /// are [`Dialect::A2ui1_0Aug`].
    pub dialect: Dialect,
    /// The member `name`: the name of the event.
    pub name: String,
    /// The member `surfaceId`: the surface of the component.
    pub surface_id: SurfaceId,
    /// The member `sourceComponentId`: the component that the user operated.
    pub source_component_id: ComponentId,
    /// The member `timestamp`: the time of the action.
    pub timestamp: Timestamp,
    /// The member `context`: the data of the event.
    pub context: Payload,
    /// The other members of the action: members that only some versions define, such as `userMessage`, and unknown
    /// members.
    pub action_extra: Extra,
    /// The unknown members of the message.
    pub message_extra: Extra,
}

/// Defines the conversions between the action of one version and [`ClientAction`]. The brackets list the members that
/// only some versions define.
///
/// `version!(v0_8: read_0_8, write_0_8, [])` becomes the functions `read_0_8`, from `v0_8::UserAction` to [`ClientAction`], and
/// `write_0_8`, back.
macro_rules! version {
    ($version:ident: $read:ident, $write:ident, [$($field:ident as $name:literal),*]) => {
        assert_members!(
            $version::UserAction: ["name", "surfaceId", "sourceComponentId", "timestamp", "context", $($name),*]
        );

        fn $read(dialect: Dialect, action: $version::UserAction, message_extra: Extra) -> ClientAction {
            #[allow(unused_mut)]
            let mut action_extra = action.extra;
            $( set(&mut action_extra, $name, &action.$field); )*
            ClientAction {
                dialect,
                name: action.name,
                surface_id: action.surface_id,
                source_component_id: action.source_component_id,
                timestamp: action.timestamp,
                context: action.context,
                action_extra,
                message_extra,
            }
        }

        fn $write(action: ClientAction) -> Result<$version::UserAction, Refusal> {
            let ClientAction { name, surface_id, source_component_id, timestamp, context, .. } = action;
            let mut body =
                $version::UserAction::new(name, surface_id, source_component_id, timestamp, context);
            body.extra = action.action_extra;
            $( body.$field = take(&mut body.extra, $name)?; )*
            Ok(body)
        }
    };
}

version!(v0_8: read_0_8, write_0_8, []);
version!(v0_9: read_0_9, write_0_9, []);
version!(v0_10: read_0_10, write_0_10, [want_response as "wantResponse", action_id as "actionId"]);
version!(v1_0: read_1_0, write_1_0, [user_message as "userMessage", metadata as "metadata"]);

fn set<T: Wire>(extra: &mut Extra, name: &str, member: &Field<T>) {
    let value = match member {
        Field::Absent => return,
        Field::Null => Payload::null(),
        Field::Value(value) => Payload::encode(value).unwrap_or_else(|_| Payload::null()),
    };
    extra.insert(name, value);
}

/// Removes a member that has a type in this version. A restored value need not fit the type.
fn take<T: Wire>(extra: &mut Extra, name: &str) -> Result<Field<T>, Refusal> {
    match extra.remove(name) {
        None => Ok(Field::Absent),
        Some(value) if value.is_null() => Ok(Field::Null),
        Some(value) => {
            let at = Pointer::root().member("action").member(name);
            value
                .decode()
                .map(Field::Value)
                .map_err(|error| Refusal::from(error).below(&at))
        }
    }
}

impl TryFrom<Message> for ClientAction {
    type Error = Refusal;

    fn try_from(message: Message) -> Result<Self, Refusal> {
        let key = message.key();
        Ok(match message {
            Message::V0_8Client(v0_8::ClientMessage {
                body: v0_8::ClientBody::UserAction(action),
                extra,
                ..
            }) => read_0_8(Dialect::A2ui0_8, action, extra),
            Message::V0_9Client(v0_9::ClientMessage {
                body: v0_9::ClientBody::Action(action),
                version,
                extra,
                ..
            }) => match version {
                v0_9::Version::V0_9_1 => read_0_9(Dialect::A2ui0_9_1, action, extra),
                _ => read_0_9(Dialect::A2ui0_9, action, extra),
            },
            Message::V0_10Client(v0_10::ClientMessage {
                body: v0_10::ClientBody::Action(action),
                version,
                extra,
                ..
            }) => match version {
                v0_10::Version::V1_0 => read_0_10(Dialect::A2ui1_0June, action, extra),
                _ => read_0_10(Dialect::A2ui0_10, action, extra),
            },
            Message::V1_0Renderer(v1_0::RendererMessage {
                body: v1_0::RendererBody::Action(action),
                version,
                extra,
                ..
            }) => match version.is_candidate() {
                true => read_1_0(Dialect::A2ui1_0Aug, action, extra),
                false => read_1_0(Dialect::A2ui1_0, action, extra),
            },
            other => return Err(no_counterpart(key, other.direction())),
        })
    }
}

/// The borrowed members of an action message.
pub(super) struct ActionMembers<'a> {
    pub(super) name: &'a str,
    pub(super) surface_id: &'a SurfaceId,
    pub(super) source_component_id: &'a ComponentId,
    pub(super) timestamp: &'a Timestamp,
    pub(super) context: &'a Payload,
    /// The present members of the action that only some versions define.
    pub(super) defined: Vec<&'static str>,
    /// The unknown members of the action.
    pub(super) action_extra: &'a Extra,
    /// The unknown members of the message.
    pub(super) message_extra: &'a Extra,
}

/// Returns the members of an action message. Returns `None` for other messages. The brackets list the members that only
/// some versions define.
///
/// The line `V0_8Client(v0_8::ClientMessage, ClientBody::UserAction), [];` becomes one arm:
///
/// ```text
/// Message::V0_8Client(v0_8::ClientMessage { body: v0_8::ClientBody::UserAction(action), extra, .. }) =>
///     Some(ActionMembers { name: &action.name, … }),
/// ```
macro_rules! members_of {
    ($message:expr; $($Variant:ident($version:ident::$Message:ident, $Body:ident::$Action:ident), [$($field:ident as $name:literal),*];)*) => {
        match $message {
            $( Message::$Variant($version::$Message {
                body: $version::$Body::$Action(action),
                extra,
                ..
            }) => Some(ActionMembers {
                name: &action.name,
                surface_id: &action.surface_id,
                source_component_id: &action.source_component_id,
                timestamp: &action.timestamp,
                context: &action.context,
                defined: {
                    let members: &[(bool, &'static str)] = &[$( (action.$field.is_absent(), $name) ),*];
                    members.iter().filter(|(is_absent, _)| !is_absent).map(|(_, name)| *name).collect()
                },
                action_extra: &action.extra,
                message_extra: extra,
            }), )*
            _ => None,
        }
    };
}

impl<'a> ActionMembers<'a> {
    pub(super) fn of(message: &'a Message) -> Option<Self> {
        members_of! {
            message;
            V0_8Client(v0_8::ClientMessage, ClientBody::UserAction), [];
            V0_9Client(v0_9::ClientMessage, ClientBody::Action), [];
            V0_10Client(v0_10::ClientMessage, ClientBody::Action), [want_response as "wantResponse", action_id as "actionId"];
            V1_0Renderer(v1_0::RendererMessage, RendererBody::Action), [user_message as "userMessage", metadata as "metadata"];
        }
    }
}

fn no_counterpart(key: &str, from: Direction) -> Refusal {
    let who = if from == Direction::Agent {
        "agent"
    } else {
        "client"
    };
    let message = format!(
        "`{key}`, an A2UI message of the {who}, has no counterpart in AAP, which contains only interactions"
    );
    Refusal::rule_broken("a2ui-aap/message", Pointer::root().member(key), message)
        .hint("translate only `action` messages (0.8: `userAction`)")
}

impl TryFrom<ClientAction> for Message {
    type Error = Refusal;

    /// Refuses a member that does not fit the version, and refuses a dialect of another protocol.
    fn try_from(action: ClientAction) -> Result<Self, Refusal> {
        let (dialect, extra) = (action.dialect, action.message_extra.clone());
        Ok(match dialect {
            Dialect::A2ui0_8 => {
                let mut message = v0_8::ClientMessage::new(write_0_8(action)?);
                message.extra = extra;
                message.into()
            }
            Dialect::A2ui0_9 | Dialect::A2ui0_9_1 => {
                let is_0_9_1 = dialect == Dialect::A2ui0_9_1;
                let version = if is_0_9_1 {
                    v0_9::Version::V0_9_1
                } else {
                    v0_9::Version::V0_9
                };
                let mut message = v0_9::ClientMessage::new(version, write_0_9(action)?);
                message.extra = extra;
                message.into()
            }
            Dialect::A2ui0_10 | Dialect::A2ui1_0June => {
                let is_june = dialect == Dialect::A2ui1_0June;
                let version = if is_june {
                    v0_10::Version::V1_0
                } else {
                    v0_10::Version::V0_10
                };
                let mut message = v0_10::ClientMessage::new(version, write_0_10(action)?);
                message.extra = extra;
                message.into()
            }
            Dialect::A2ui1_0Aug | Dialect::A2ui1_0Sep | Dialect::A2ui1_0 => {
                let mut message =
                    v1_0::RendererMessage::new(dialect.word_of_1_0(), write_1_0(action)?);
                message.extra = extra;
                message.into()
            }
            other => {
                let message = format!("{other} is not a version of A2UI");
                return Err(Refusal::rule_broken(
                    "aap-a2ui/version",
                    Pointer::root(),
                    message,
                ));
            }
        })
    }
}

impl ClientAction {
    /// Returns the derived id of the record that this action becomes.
    pub(super) fn derived_id(&self) -> Result<String, Refusal> {
        derived_id(&Message::try_from(self.clone())?)
    }
}

/// Returns the derived id of the record that an action message becomes.
pub(super) fn derived_id(message: &Message) -> Result<String, Refusal> {
    // The id must not depend on the layout, which a reader or a carry can change.
    let text = wire::encode(message)?;
    Ok(crate::ids::derive(&[&wire::without_whitespace(&text)]))
}
