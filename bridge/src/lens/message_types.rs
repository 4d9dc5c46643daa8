//! The message types that mappings translate.

use super::{carry::CarriedField, depth, derived::ValueAt, difference::Change};
use crate::{
    Dialect, Refusal,
    canvases::{CanvasDispatch, OpenCanvas, ProposedAction, ReleasedAction, ReleasedCanvas},
    mcp::ListToolsResult,
    refusal::refuse_errors,
};
use a2ui::{Message, v0_8, v0_9, v0_10, v1_0};
use aap::Interaction;
use actions_json::{
    checked_manifest::CheckedManifest,
    item::{DomEvent, Item},
    manifest::Manifest,
    validate::Profile,
};
use ahp::{
    canvas::{CanvasAction, ClientCanvasDeclaration},
    json_rpc::JsonRpcMessage,
};
use wire::{Extra, Field, Payload, Pointer, Validate, Wire, token};

/// Returns a wire type as JSON.
pub(crate) fn payload<T: Wire>(value: &T) -> Payload {
    Payload::encode(value).unwrap_or_else(|_| Payload::null())
}

/// A message type that mappings read or write.
pub(crate) trait Translatable: Wire + Clone + PartialEq {
    /// The depth limit of the message.
    const MAX_DEPTH: usize = wire::MAX_DEPTH;

    /// Returns the changes that turn `other` into this message, down to `levels`, if they are known without serialising
    /// both.
    fn changes_from(&self, other: &Self, _levels: usize) -> Option<Vec<Change>> {
        (self == other).then(Vec::new)
    }

    /// Returns this message with restored fields, if they change it and the type can hold them without serialising.
    fn with_restored(self, _kept: &[&CarriedField]) -> Option<Self> {
        None
    }

    /// Returns the value at a place, if it is known without serialising.
    fn at(&self, _pointer: &str) -> ValueAt<'_> {
        ValueAt::Unknown
    }

    /// Returns `true` if the message is known, without serialising, to nest so little that no wrapper exceeds the depth
    /// limit.
    fn is_shallow(&self) -> bool {
        false
    }

    /// Reads a message as the mappings of a dialect do. Messages that these refuse are not readable.
    fn read_as(payload: &Payload, _dialect: Dialect) -> Result<Self, Refusal> {
        Ok(payload.decode()?)
    }
}

impl Translatable for Item {}
impl Translatable for JsonRpcMessage {}
impl Translatable for ProposedAction {}
impl Translatable for ReleasedAction {}
impl Translatable for ReleasedCanvas {}
impl Translatable for ahp::canvas::CanvasState {}
impl Translatable for ahp::v1_0::CanvasState {}

/// Refuses a message that has all of these members, because readers would take it for another kind.
fn refuse_other_kind(payload: &Payload, members: &[&str]) -> Result<(), Refusal> {
    let has = |name: &&str| {
        token::children(payload.text()).any(|child| child.name.map(token::name).as_deref() == Some(name))
    };
    if !members.iter().all(has) {
        return Ok(());
    }
    let message = format!("the members `{}` belong to another kind of message", members.join("` and `"));
    let at = members.first().map_or_else(Pointer::root, |name| Pointer::root().member(name));
    Err(Refusal::rule_broken("form/another", at, message))
}

impl Translatable for CanvasDispatch {
    fn is_shallow(&self) -> bool {
        let CanvasAction::Message(message) = &self.action else { return false };
        self.extra.is_empty() && message.extra.is_empty() && depth::is_shallow(message.payload.as_ref())
    }

    fn read_as(payload: &Payload, _: Dialect) -> Result<Self, Refusal> {
        refuse_other_kind(payload, &["jsonrpc"])?;
        refuse_other_kind(payload, &["canvasId", "displayName"])?;
        Ok(payload.decode()?)
    }
}

impl Translatable for OpenCanvas {
    fn read_as(payload: &Payload, _: Dialect) -> Result<Self, Refusal> {
        refuse_other_kind(payload, &["jsonrpc"])?;
        refuse_other_kind(payload, &["canvasId", "displayName"])?;
        refuse_other_kind(payload, &["action"])?;
        Ok(payload.decode()?)
    }
}

/// Sets a field, and sets `is_another` if the value changed.
fn set<T: PartialEq>(field: &mut T, value: T, is_another: &mut bool) {
    *is_another |= *field != value;
    *field = value;
}

impl Translatable for Interaction {
    fn changes_from(&self, other: &Self, levels: usize) -> Option<Vec<Change>> {
        if levels != 1 {
            return None;
        }
        let at = Pointer::from_static;
        let mut changes = Vec::new();
        let mut text = |place, text: &str, other: &str| {
            if text != other {
                changes.push((at(place), Some(Payload::string(text))));
            }
        };
        text("/id", self.id.as_str(), other.id.as_str());
        text("/timestamp", self.timestamp.as_str(), other.timestamp.as_str());
        text("/canvasFile", self.canvas_file.as_str(), other.canvas_file.as_str());
        text("/action", self.action.as_str(), other.action.as_str());
        if self.element != other.element && !self.element.is_absent() {
            changes.push((at("/element"), Some(super::payload(&self.element))));
        }
        if self.data != other.data && self.data.is_some() {
            changes.push((at("/data"), self.data.clone()));
        }
        if self.summary != other.summary {
            changes.push((at("/summary"), Some(Payload::string(&self.summary))));
        }
        let member = |name: &str| Pointer::root().member(name);
        let new = self.extra.iter().filter(|(name, value)| other.extra.get(name) != Some(*value));
        changes.extend(new.map(|(name, value)| (member(name), Some(value.clone()))));
        if self.element.is_absent() && !other.element.is_absent() {
            changes.push((at("/element"), None));
        }
        if self.data.is_none() && other.data.is_some() {
            changes.push((at("/data"), None));
        }
        let gone = other.extra.iter().filter(|(name, _)| self.extra.get(name).is_none());
        changes.extend(gone.map(|(name, _)| (member(name), None)));
        Some(changes)
    }

    fn with_restored(mut self, kept: &[&CarriedField]) -> Option<Self> {
        let mut is_another = false;
        for CarriedField { pointer, value } in kept {
            let at = &mut is_another;
            match (pointer.as_str(), value) {
                ("/id", Some(id)) => set(&mut self.id, id.decode().ok()?, at),
                ("/timestamp", Some(timestamp)) => set(&mut self.timestamp, timestamp.decode().ok()?, at),
                ("/canvasFile", Some(file)) => set(&mut self.canvas_file, file.decode().ok()?, at),
                ("/action", Some(action)) => set(&mut self.action, action.decode().ok()?, at),
                ("/summary", Some(summary)) => set(&mut self.summary, summary.decode().ok()?, at),
                ("/element", Some(element)) => set(&mut self.element, element.decode().ok()?, at),
                ("/element", None) => set(&mut self.element, Field::Absent, at),
                ("/data", data) => set(&mut self.data, data.clone(), at),
                (_, Some(value)) => {
                    let mut segments = pointer.segments();
                    let (Some(name), None) = (segments.next(), segments.next()) else { return None };
                    *at |= self.extra.insert(name, value.clone()).as_ref() != Some(value);
                }
                (_, None) => return None,
            }
        }
        is_another.then_some(self)
    }

    fn at(&self, pointer: &str) -> ValueAt<'_> {
        match pointer {
            "/id" => ValueAt::Text(self.id.as_str()),
            "/timestamp" => ValueAt::Text(self.timestamp.as_str()),
            "/canvasFile" => ValueAt::Text(self.canvas_file.as_str()),
            "/action" => ValueAt::Text(self.action.as_str()),
            "/data" => self.data.as_ref().map_or(ValueAt::Nothing, |data| ValueAt::Json(data.text())),
            _ => ValueAt::Unknown,
        }
    }

    fn is_shallow(&self) -> bool {
        depth::is_shallow(self.data.as_ref()) && are_shallow(&self.extra)
    }
}

impl Translatable for DomEvent {
    fn at(&self, pointer: &str) -> ValueAt<'_> {
        match pointer {
            "/event_id" => ValueAt::Text(self.event_id.as_str()),
            "/name" => ValueAt::Text(&self.name),
            "/payload" => ValueAt::Json(self.payload.text()),
            "/url" => match &self.url {
                Field::Value(url) => ValueAt::Text(url),
                Field::Null => ValueAt::Unknown,
                Field::Absent => ValueAt::Nothing,
            },
            "/observed_at" => match &self.observed_at {
                Field::Value(time) => ValueAt::Text(time.as_str()),
                Field::Null => ValueAt::Unknown,
                Field::Absent => ValueAt::Nothing,
            },
            _ => ValueAt::Unknown,
        }
    }

    fn is_shallow(&self) -> bool {
        depth::is_shallow(Some(&self.payload)) && are_shallow(&self.extra)
    }
}

impl Translatable for Manifest {
    fn read_as(payload: &Payload, _: Dialect) -> Result<Self, Refusal> {
        refuse_other_kind(payload, &["type"])?;
        let manifest: Self = payload.decode()?;
        match CheckedManifest::check(manifest.clone(), &Profile::PUBLISHED, None) {
            Ok(_) => Ok(manifest),
            Err(rejected) => refuse_errors("actions-json", &rejected.findings).map(|()| manifest),
        }
    }
}

impl Translatable for ClientCanvasDeclaration {
    fn read_as(payload: &Payload, _: Dialect) -> Result<Self, Refusal> {
        refuse_other_kind(payload, &["jsonrpc"])?;
        let declaration: Self = payload.decode()?;
        refuse_errors("ahp", &declaration.validate())?;
        Ok(declaration)
    }
}

impl Translatable for ListToolsResult {
    fn read_as(payload: &Payload, _: Dialect) -> Result<Self, Refusal> {
        refuse_other_kind(payload, &["jsonrpc"])?;
        let list: Self = payload.decode()?;
        // A tool with errors does not affect the other tools.
        refuse_errors("mcp", &list.errors_of_list())?;
        Ok(list)
    }
}

/// The members of a client message that contains an action and nothing else.
pub(crate) struct PlainAction<'a> {
    pub(crate) name: &'a str,
    pub(crate) surface: &'a str,
    pub(crate) component: &'a str,
    pub(crate) context: &'a Payload,
}

pub(crate) fn plain_action(message: &Message) -> Option<PlainAction<'_>> {
    macro_rules! of {
        ($($Variant:ident($version:ident::$Message:ident, $Body:ident::$Action:ident)),* $(,)?) => {
            match message {
                $( Message::$Variant($version::$Message {
                    body: $version::$Body::$Action(action), extra, ..
                }) if extra.is_empty() && action.extra.is_empty() => {
                    Some(PlainAction {
                        name: &action.name,
                        surface: action.surface_id.as_str(),
                        component: action.source_component_id.as_str(),
                        context: &action.context,
                    })
                } )*
                _ => None,
            }
        };
    }
    of! {
        V0_8Client(v0_8::ClientMessage, ClientBody::UserAction),
        V0_9Client(v0_9::ClientMessage, ClientBody::Action),
        V0_10Client(v0_10::ClientMessage, ClientBody::Action),
        V1_0Renderer(v1_0::RendererMessage, RendererBody::Action),
    }
}

impl Translatable for Message {
    fn at(&self, pointer: &str) -> ValueAt<'_> {
        let Some(action) = plain_action(self) else { return ValueAt::Unknown };
        let below = pointer
            .strip_prefix('/')
            .and_then(|pointer| pointer.strip_prefix('*').or_else(|| pointer.strip_prefix(self.key())));
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
        !may_have_metadata && plain_action(self).is_some_and(|action| depth::is_shallow(Some(action.context)))
    }

    fn read_as(payload: &Payload, dialect: Dialect) -> Result<Self, Refusal> {
        Ok(Self::read_as(payload.text(), dialect.a2ui_version())?)
    }
}

impl Translatable for Vec<Message> {
    /// The depth limit of one message, plus one level for the list.
    const MAX_DEPTH: usize = wire::MAX_DEPTH + 1;

    fn read_as(payload: &Payload, dialect: Dialect) -> Result<Self, Refusal> {
        payload.elements().map(|message| Translatable::read_as(&message, dialect)).collect()
    }
}

fn are_shallow(extra: &Extra) -> bool {
    extra.iter().all(|(_, value)| depth::is_shallow(Some(value)))
}

fn is_shallow_0_8(message: &v0_8::AgentMessage) -> bool {
    let is_flat = |entry: &v0_8::DataEntry| entry.value_map.is_absent() && are_shallow(&entry.extra);
    let is_body_shallow = match &message.body {
        v0_8::AgentBody::BeginRendering(body) => {
            are_shallow(&body.extra) && depth::is_shallow(body.styles.as_ref())
        }
        v0_8::AgentBody::SurfaceUpdate(body) => {
            let is_shallow = |component: &v0_8::Component| {
                are_shallow(&component.extra) && depth::is_shallow(Some(&component.component.properties))
            };
            are_shallow(&body.extra) && body.components.iter().all(is_shallow)
        }
        v0_8::AgentBody::DataModelUpdate(body) => {
            let is_shallow = |entry: &v0_8::DataEntry| {
                are_shallow(&entry.extra) && entry.value_map.get().is_none_or(|map| map.iter().all(is_flat))
            };
            are_shallow(&body.extra) && body.contents.iter().all(is_shallow)
        }
        v0_8::AgentBody::DeleteSurface(body) => are_shallow(&body.extra),
        _ => false,
    };
    is_body_shallow && are_shallow(&message.extra)
}

fn is_shallow_0_9(message: &v0_9::AgentMessage) -> bool {
    let is_body_shallow = match &message.body {
        v0_9::AgentBody::CreateSurface(body) => {
            are_shallow(&body.extra) && depth::is_shallow(body.theme.as_ref())
        }
        v0_9::AgentBody::UpdateComponents(body) => {
            are_shallow(&body.extra) && body.components.iter().all(|component| are_shallow(&component.extra))
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
    let is_plain = |metadata: &Field<v1_0::Metadata>| match metadata {
        Field::Value(metadata) => {
            metadata.extra.is_empty() && depth::is_shallow(metadata.extensions.as_ref())
        }
        _ => true,
    };
    let is_shallow =
        |component: &v1_0::Component| are_shallow(&component.extra) && is_plain(&component.metadata);
    let is_body_shallow = match &message.body {
        v1_0::AgentBody::CreateSurface(body) => {
            body.extra.is_empty()
                && is_plain(&body.metadata)
                && body.components.get().is_none_or(|components| components.iter().all(is_shallow))
        }
        v1_0::AgentBody::UpdateComponents(body) => {
            are_shallow(&body.extra) && body.components.iter().all(is_shallow)
        }
        v1_0::AgentBody::UpdateDataModel(body) => {
            are_shallow(&body.extra) && depth::is_shallow(Some(&body.value))
        }
        v1_0::AgentBody::DeleteSurface(body) => are_shallow(&body.extra),
        _ => false,
    };
    is_body_shallow && are_shallow(&message.extra)
}

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

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::lens::{derived::VisibleMessage, difference, payload};
    use proptest::prelude::*;

    proptest! {
        /// The fast path equals the path through JSON.
        #[test]
        fn typed_changes_equal_the_changes_between_texts(
            one: Interaction, another: Interaction, taken in 0..1024_u16,
        ) {
            let mut other = one.clone();
            let takes = |bit: u16| taken >> bit & 1 == 1;
            if takes(0) { other.id = another.id }
            if takes(1) { other.timestamp = another.timestamp }
            if takes(2) { other.canvas_file = another.canvas_file }
            if takes(3) { other.action = another.action }
            if takes(4) { other.element = another.element }
            if takes(5) { other.data = another.data }
            if takes(6) { other.summary = another.summary }
            if takes(7) { other.extra = wire::Extra::new() }
            if takes(8) { another.extra.iter().for_each(|(name, value)| drop(other.extra.insert(name, value.clone()))) }
            for (one, other) in [(&one, &other), (&other, &one)] {
                let changes = one.changes_from(other, 1).unwrap();
                prop_assert_eq!(&changes, &difference::changes_between(&payload(other), &payload(one), 1));
                let fields: Vec<_> = changes
                    .iter()
                    .map(|(pointer, value)| CarriedField { pointer: pointer.clone(), value: value.clone() })
                    .collect();
                let made = other.clone().with_restored(&fields.iter().collect::<Vec<_>>());
                let is_made = can_be_made(&changes) && !changes.is_empty();
                prop_assert_eq!(made.as_ref(), is_made.then_some(one));
            }
        }
    }

    /// Asserts that typed access returns the values of the JSON form.
    pub(crate) fn assert_values_match_json<T: Translatable>(message: &T, places: &[&'static str]) {
        let written = payload(message);
        for place in places {
            let told =
                VisibleMessage::new(&|pointer| message.at(pointer), &|| &written).fingerprint([*place]);
            let read = VisibleMessage::new(&|_| ValueAt::Unknown, &|| &written).fingerprint([*place]);
            assert_eq!(told, read, "{place} of {written}");
        }
        // A shallow value stays below half the limit, and two objects wrap it.
        assert!(!message.is_shallow() || written.depth() <= wire::MAX_DEPTH / 2 + 2, "{written}");
    }

    proptest! {
        #[test]
        fn typed_values_of_a_record_match_its_json(record: Interaction) {
            let places = ["/id", "/timestamp", "/canvasFile", "/action", "/data", "/element", "/data/a"];
            assert_values_match_json(&record, &places);
        }

        #[test]
        fn typed_values_of_a_canvas_message_match_its_json(action: CanvasDispatch) {
            assert_values_match_json(&action, &["/action", "/channel"]);
        }

        #[test]
        fn typed_values_of_an_event_match_its_json(event: DomEvent) {
            let places = ["/event_id", "/name", "/payload", "/url", "/observed_at", "/runtime_id", "/event", "/type", "/payload/a"];
            assert_values_match_json(&event, &places);
        }
    }

    /// The fast path does not remove unknown members.
    fn can_be_made(changes: &[Change]) -> bool {
        let is_known =
            |(pointer, value): &Change| value.is_some() || matches!(pointer.as_str(), "/element" | "/data");
        changes.iter().all(is_known)
    }
}
