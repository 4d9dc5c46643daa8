//! The messages of A2UI, in one type and in the types of each version.

use super::{Translatable, are_shallow};
use crate::{
    Dialect, Refusal,
    lens::{depth, derived::ValueAt, typed_members::assert_members},
};
use a2ui::{Message, v0_8, v0_9, v0_10, v1_0};
use wire::{Field, Payload};

/// The members of a client message that contains an action and nothing else.
pub(crate) struct PlainAction<'a> {
    pub(crate) name: &'a str,
    pub(crate) surface: &'a str,
    pub(crate) component: &'a str,
    pub(crate) context: &'a Payload,
}

/// Returns the members of an action, whose type differs in each version, unless it or its message has unknown members.
///
/// `plain_members!(message, action)` becomes one expression: `Some(PlainAction { name: &action.name, … })`, or `None`.
macro_rules! plain_members {
    ($message:ident, $action:ident) => {
        if $message.extra.is_empty() && $action.extra.is_empty() {
            Some(PlainAction {
                name: &$action.name,
                surface: $action.surface_id.as_str(),
                component: $action.source_component_id.as_str(),
                context: &$action.context,
            })
        } else {
            None
        }
    };
}

/// Returns the action of a client message that has no unknown members.
pub(crate) fn plain_action(message: &Message) -> Option<PlainAction<'_>> {
    match message {
        Message::V0_8Client(message) => match &message.body {
            v0_8::ClientBody::UserAction(action) => plain_members!(message, action),
            _ => None,
        },
        Message::V0_9Client(message) => match &message.body {
            v0_9::ClientBody::Action(action) => plain_members!(message, action),
            _ => None,
        },
        Message::V0_10Client(message) => match &message.body {
            v0_10::ClientBody::Action(action) => plain_members!(message, action),
            _ => None,
        },
        Message::V1_0Renderer(message) => match &message.body {
            v1_0::RendererBody::Action(action) => plain_members!(message, action),
            _ => None,
        },
        _ => None,
    }
}

impl Translatable for Message {
    fn at(&self, pointer: &str) -> ValueAt<'_> {
        let Some(action) = plain_action(self) else {
            return ValueAt::Unknown;
        };
        let below = pointer.strip_prefix('/').and_then(|pointer| {
            pointer
                .strip_prefix('*')
                .or_else(|| pointer.strip_prefix(self.key()))
        });
        match below {
            Some("/name") => ValueAt::Text(action.name),
            Some("/surfaceId") => ValueAt::Text(action.surface),
            Some("/sourceComponentId") => ValueAt::Text(action.component),
            Some("/context") => ValueAt::Json(action.context.text()),
            _ => ValueAt::Unknown,
        }
    }

    fn is_shallow(&self) -> bool {
        // The metadata of 1.0 may nest to any depth.
        let may_have_metadata = matches!(self, Self::V1_0Renderer(_));
        !may_have_metadata
            && plain_action(self).is_some_and(|action| depth::is_shallow(Some(action.context)))
    }

    fn read_as(payload: &Payload, dialect: Dialect) -> Result<Self, Refusal> {
        Ok(Self::read_as(payload.text(), dialect.a2ui_version())?)
    }
}

impl Translatable for Vec<Message> {
    /// The depth limit of one message, plus one level for the list.
    const MESSAGE_DEPTH: usize = wire::MAX_DEPTH + 1;

    fn read_as(payload: &Payload, dialect: Dialect) -> Result<Self, Refusal> {
        payload
            .elements()
            .map(|message| Translatable::read_as(&message, dialect))
            .collect()
    }
}

// The functions below name the members that can nest.
assert_members!(v0_8::AgentMessage: []);
assert_members!(v0_8::BeginRendering: ["surfaceId", "catalogId", "root", "styles"]);
assert_members!(v0_8::SurfaceUpdate: ["surfaceId", "components"]);
assert_members!(v0_8::Component: ["id", "weight", "component"]);
assert_members!(v0_8::DataModelUpdate: ["surfaceId", "path", "contents"]);
assert_members!(v0_8::DataEntry: ["key", "valueString", "valueNumber", "valueBoolean", "valueMap"]);
assert_members!(v0_8::DeleteSurface: ["surfaceId"]);
assert_members!(v0_9::AgentMessage: ["version"]);
assert_members!(v0_9::CreateSurface: ["surfaceId", "catalogId", "theme", "sendDataModel"]);
assert_members!(v0_9::UpdateComponents: ["surfaceId", "components"]);
assert_members!(v0_9::Component: ["id", "component"]);
assert_members!(v0_9::UpdateDataModel: ["surfaceId", "path", "value"]);
assert_members!(v0_9::DeleteSurface: ["surfaceId"]);
assert_members!(v1_0::AgentMessage: ["version"]);
assert_members!(v1_0::CreateSurface: ["surfaceId", "catalogId", "sendDataModel", "components", "dataModel", "metadata"]);
assert_members!(v1_0::UpdateComponents: ["surfaceId", "components"]);
assert_members!(v1_0::Component: ["id", "component", "@catalogId", "@metadata"]);
assert_members!(v1_0::UpdateDataModel: ["surfaceId", "path", "value"]);
assert_members!(v1_0::DeleteSurface: ["surfaceId"]);
assert_members!(v1_0::Metadata: ["extensions"]);

fn is_shallow_0_8(message: &v0_8::AgentMessage) -> bool {
    let is_body_shallow = match &message.body {
        v0_8::AgentBody::BeginRendering(body) => {
            are_shallow(&body.extra) && depth::is_shallow(body.styles.as_ref())
        }
        v0_8::AgentBody::SurfaceUpdate(body) => {
            are_shallow(&body.extra) && body.components.iter().all(is_component_shallow_0_8)
        }
        v0_8::AgentBody::DataModelUpdate(body) => {
            are_shallow(&body.extra) && body.contents.iter().all(is_entry_shallow)
        }
        v0_8::AgentBody::DeleteSurface(body) => are_shallow(&body.extra),
        _ => false,
    };
    is_body_shallow && are_shallow(&message.extra)
}

fn is_component_shallow_0_8(component: &v0_8::Component) -> bool {
    are_shallow(&component.extra) && depth::is_shallow(Some(&component.component.properties))
}

/// Returns `true` for a value, or a map of values. Maps of maps are rare.
fn is_entry_shallow(entry: &v0_8::DataEntry) -> bool {
    if !are_shallow(&entry.extra) {
        return false;
    }
    match entry.value_map.get() {
        Some(map) => map
            .iter()
            .all(|entry| entry.value_map.is_absent() && are_shallow(&entry.extra)),
        None => true,
    }
}

fn is_shallow_0_9(message: &v0_9::AgentMessage) -> bool {
    let is_body_shallow = match &message.body {
        v0_9::AgentBody::CreateSurface(body) => {
            are_shallow(&body.extra) && depth::is_shallow(body.theme.as_ref())
        }
        v0_9::AgentBody::UpdateComponents(body) => {
            are_shallow(&body.extra)
                && body
                    .components
                    .iter()
                    .all(|component| are_shallow(&component.extra))
        }
        v0_9::AgentBody::UpdateDataModel(body) => {
            are_shallow(&body.extra) && depth::is_shallow(body.value.as_ref())
        }
        v0_9::AgentBody::DeleteSurface(body) => are_shallow(&body.extra),
        _ => false,
    };
    is_body_shallow && are_shallow(&message.extra)
}

fn is_shallow_1_0(message: &v1_0::AgentMessage) -> bool {
    let is_body_shallow = match &message.body {
        v1_0::AgentBody::CreateSurface(body) => {
            let components = body.components.get().map_or(&[][..], Vec::as_slice);
            body.extra.is_empty()
                && is_metadata_shallow(&body.metadata)
                && depth::is_shallow(body.data_model.as_ref())
                && components.iter().all(is_component_shallow_1_0)
        }
        v1_0::AgentBody::UpdateComponents(body) => {
            are_shallow(&body.extra) && body.components.iter().all(is_component_shallow_1_0)
        }
        v1_0::AgentBody::UpdateDataModel(body) => {
            are_shallow(&body.extra) && depth::is_shallow(Some(&body.value))
        }
        v1_0::AgentBody::DeleteSurface(body) => are_shallow(&body.extra),
        _ => false,
    };
    is_body_shallow && are_shallow(&message.extra)
}

fn is_component_shallow_1_0(component: &v1_0::Component) -> bool {
    are_shallow(&component.extra) && is_metadata_shallow(&component.metadata)
}

fn is_metadata_shallow(metadata: &Field<v1_0::Metadata>) -> bool {
    match metadata {
        Field::Value(metadata) => {
            metadata.extra.is_empty() && depth::is_shallow(metadata.extensions.as_ref())
        }
        _ => true,
    }
}

/// Implements [`Translatable`] for A2UI messages. `v0_8::AgentMessage: is_shallow_0_8` becomes:
///
/// ```text
/// impl Translatable for v0_8::AgentMessage {
///     fn is_shallow(&self) -> bool { is_shallow_0_8(self) }
///     fn read_as(payload: &Payload, dialect: Dialect) -> Result<Self, Refusal> { … }
/// }
/// ```
macro_rules! a2ui_forms {
    ($($Type:ty: $is_shallow:expr),* $(,)?) => { $(
        impl Translatable for $Type {
            fn is_shallow(&self) -> bool {
                $is_shallow(self)
            }

            /// Refuses a message with several body keys or none.
            fn read_as(payload: &Payload, dialect: Dialect) -> Result<Self, Refusal> {
                Message::read_as(payload.text(), dialect.a2ui_version())?;
                Ok(payload.decode()?)
            }
        }
    )* };
}

a2ui_forms! {
    v0_8::AgentMessage: is_shallow_0_8, v0_9::AgentMessage: is_shallow_0_9, v1_0::AgentMessage: is_shallow_1_0,
    v0_8::ClientMessage: |_| false, v0_9::ClientMessage: |_| false, v1_0::RendererMessage: |_| false,
    v0_10::AgentMessage: |_| false, v0_10::ClientMessage: |_| false,
}
