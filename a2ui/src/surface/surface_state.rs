//! The type [`Surface`]: a single surface with its components and data.

use super::{
    SurfaceComponent, SurfaceError, SurfaceOptions, components::Components, dirty::DirtyTracker,
    room::Room, version_word::VersionWord,
};
use crate::{
    CatalogId, ComponentId, Notation, SurfaceId, Version, data_model::DataModel, v0_8, v0_9, v0_10,
    v1_0,
};
use std::sync::Arc;
use wire::{Extra, Field, Finding, Payload, Pointer, encoded_len};

/// The state of a surface after the messages applied so far.
///
/// Two surfaces are equal if their ids, creation, components and data are equal. Options are ignored.
///
/// Specification: [A2UI 0.9, `createSurface`](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#createsurface).
#[derive(Clone, Debug)]
pub struct Surface {
    surface_id: SurfaceId,
    pub(super) creation: Creation,
    pub(super) components: Components,
    pub(super) data_model: DataModel,
    pub(super) options: Arc<SurfaceOptions>,
    pub(super) seeded: bool,
    /// The approximate memory of the message that created the surface, in bytes.
    pub(super) creation_bytes: usize,
    pub(super) room: Room,
    /// The record of what must be redrawn. `None` if the options do not request it.
    pub(super) dirty_tracker: Option<Box<DirtyTracker>>,
}

impl PartialEq for Surface {
    fn eq(&self, other: &Self) -> bool {
        self.surface_id == other.surface_id
            && self.creation == other.creation
            && self.components == other.components
            && self.data_model == other.data_model
    }
}

impl Eq for Surface {}

/// The message that created a surface, with the unknown members next to its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Creation {
    /// The body is `None` until `beginRendering` arrives.
    V0_8(Option<(v0_8::BeginRendering, Extra)>),
    V0_9(v0_9::Version, v0_9::CreateSurface, Extra),
    V0_10(v0_10::Version, v0_10::CreateSurface, Extra),
    /// The body contains neither components nor a data model, because the surface owns them.
    V1_0(v1_0::Version, v1_0::CreateSurface, Extra),
}

impl Creation {
    /// Returns the approximate memory of the message in bytes.
    pub(super) fn bytes(&self) -> usize {
        let (body, extra) = match self {
            Self::V0_8(None) => return 0,
            Self::V0_8(Some((body, extra))) => (encoded_len(body), extra),
            Self::V0_9(_, body, extra) | Self::V0_10(_, body, extra) => (encoded_len(body), extra),
            Self::V1_0(_, body, extra) => (encoded_len(body), extra),
        };
        let members = extra.iter();
        let members: usize = members
            .map(|(name, value)| name.len() + value.text().len())
            .sum();
        body + members
    }

    fn word(&self) -> VersionWord {
        match self {
            Self::V0_8(_) => VersionWord::V0_8,
            Self::V0_9(word, ..) => VersionWord::V0_9(*word),
            Self::V0_10(word, ..) => VersionWord::V0_10(*word),
            Self::V1_0(word, ..) => VersionWord::V1_0(*word),
        }
    }
}

impl Surface {
    pub(super) fn new(
        surface_id: SurfaceId,
        creation: Creation,
        options: &Arc<SurfaceOptions>,
        room: Room,
    ) -> Self {
        let data_model = match creation {
            Creation::V0_8(_) => DataModel::v0_8(options.data_model.for_v0_8()),
            _ => DataModel::with_options(options.data_model),
        };
        Self {
            surface_id,
            creation_bytes: creation.bytes(),
            room,
            creation,
            components: Components::default(),
            data_model,
            options: Arc::clone(options),
            seeded: false,
            dirty_tracker: options.track_dirty.then(|| Box::new(DirtyTracker::new())),
        }
    }

    /// Returns the id of the surface.
    pub fn surface_id(&self) -> &SurfaceId {
        &self.surface_id
    }

    /// Returns the version of the message that created the surface. Later messages may have other versions. Each message
    /// is read according to its own version.
    pub fn version(&self) -> Version {
        self.word().version()
    }

    /// Returns the `version` member of the message that created the surface. If the member is missing, returns `v0.8`.
    pub fn version_word(&self) -> &'static str {
        self.word().as_str()
    }

    pub(super) fn word(&self) -> VersionWord {
        self.creation.word()
    }

    /// Returns the notation of bindings and calls. The version `v1.0` covers two notations. For such a surface, the
    /// notation from the [options](SurfaceOptions::notation) takes precedence, then the notation that the components use.
    /// Until a component uses one, the result is [`Notation::Plain`], the notation of the first published schemas.
    ///
    /// ```
    /// use agent_ui_a2ui::{Message, Notation, surface::Surfaces};
    ///
    /// let mut surfaces = Surfaces::new();
    /// surfaces.apply(&Message::read(r#"{"version":"v1.0","createSurface":{"surfaceId":"s"}}"#)?)?;
    /// assert_eq!(surfaces.get("s").unwrap().notation(), Notation::Plain);
    /// surfaces.apply(&Message::read(r#"{"version":"v1.0","updateComponents":{"surfaceId":"s","components":[
    ///     {"id":"root","component":"Text","text":{"@path":"/n"}}]}}"#)?)?;
    /// assert_eq!(surfaces.get("s").unwrap().notation(), Notation::AtValues);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn notation(&self) -> Notation {
        match self.word().notation() {
            Some(notation) => notation,
            None => self.candidate_notation(),
        }
    }

    /// Returns the notation of messages with the version `v1.0`.
    fn candidate_notation(&self) -> Notation {
        self.options
            .notation
            .or_else(|| self.components.notation())
            .unwrap_or(Notation::Plain)
    }

    /// Returns the version of the message that contained a component, and the component's notation.
    pub(crate) fn writing_of(&self, component_id: &str) -> (Version, Notation) {
        let word = self.components.word_of(component_id).unwrap_or(self.word());
        let notation = match word.notation() {
            Some(notation) => notation,
            None => match self.components.own_notation(component_id) {
                Some(notation) => notation,
                None => self.candidate_notation(),
            },
        };
        (word.version(), notation)
    }

    /// Returns the value of a key that every component can have, and the name that the component uses for the key. `key`
    /// is the name with `@`. In A2UI 1.0 with marked keys, a key without `@` is a property of the catalog, except in the
    /// basic catalog.
    pub(crate) fn key(
        &self,
        component: &SurfaceComponent,
        key: &'static str,
    ) -> Option<(&'static str, Payload)> {
        let plain = key.strip_prefix('@').unwrap_or(key);
        let SurfaceComponent::V1_0(written) = component else {
            return Some((plain, component.property(plain)?));
        };
        if let Some(value) = written.extra.get(key) {
            return Some((key, value.clone()));
        }
        let id = component.id().as_str();
        let (_, notation) = self.writing_of(id);
        if notation.has_marked_keys() && !self.catalog_of(id)?.is_basic() {
            return None;
        }
        Some((plain, written.extra.get(plain)?.clone()))
    }

    pub(super) fn begun(&self) -> Option<&v0_8::BeginRendering> {
        match &self.creation {
            Creation::V0_8(begun) => begun.as_ref().map(|(body, _)| body),
            Creation::V0_9(..) | Creation::V0_10(..) | Creation::V1_0(..) => None,
        }
    }

    /// Returns the catalog of the surface. In 1.0, it applies to components that do not name a catalog.
    pub fn catalog_id(&self) -> Option<&CatalogId> {
        match &self.creation {
            Creation::V0_8(_) => self.begun()?.catalog_id.get(),
            Creation::V0_9(_, body, _) | Creation::V0_10(_, body, _) => Some(&body.catalog_id),
            Creation::V1_0(_, body, _) => body.catalog_id.get(),
        }
    }

    /// Returns the catalog of a component: the catalog that the component names, otherwise that of the surface. Returns
    /// `None` if neither names a catalog. Clients of 1.0 cannot show such a component.
    pub fn catalog_of(&self, component_id: &str) -> Option<CatalogId> {
        let (component, own) = (self.component(component_id)?, self.catalog_id());
        let (_, notation) = self.writing_of(component_id);
        if let Some(id) = component.catalog_id(notation) {
            return Some(id);
        }
        let own = own?;
        // The basic catalog has no property `catalogId`, so the key without `@` can only name the catalog.
        if own.is_basic() {
            if let Some(id) = component.catalog_id(Notation::AtValues) {
                return Some(id);
            }
        }
        Some(own.clone())
    }

    /// Returns the theme, which is called `styles` in 0.8 and does not exist in 1.0.
    pub fn theme(&self) -> Option<&Payload> {
        match &self.creation {
            Creation::V0_8(_) => self.begun()?.styles.as_ref(),
            Creation::V0_9(_, body, _) | Creation::V0_10(_, body, _) => body.theme.as_ref(),
            Creation::V1_0(..) => None,
        }
    }

    /// Returns the vendor extensions of `createSurface`, which only 1.0 has.
    pub fn metadata(&self) -> Option<&v1_0::Metadata> {
        match &self.creation {
            Creation::V0_8(_) | Creation::V0_9(..) | Creation::V0_10(..) => None,
            Creation::V1_0(_, body, _) => body.metadata.get(),
        }
    }

    /// Returns the `sendDataModel` member as it was sent. If it is `true`, the client sends the data model with its
    /// messages. 0.8 does not have this member.
    pub fn send_data_model(&self) -> Field<bool> {
        match &self.creation {
            Creation::V0_8(_) => Field::Absent,
            Creation::V0_9(_, body, _) | Creation::V0_10(_, body, _) => body.send_data_model,
            Creation::V1_0(_, body, _) => body.send_data_model,
        }
    }

    /// Returns the root that `beginRendering` names. From 0.9 on, messages do not name a root, because the root is always
    /// the component `root`.
    pub fn stated_root(&self) -> Option<&ComponentId> {
        self.begun().map(|body| &body.root)
    }

    /// Returns the id of the root component. Returns `None` for a 0.8 surface before `beginRendering`.
    pub fn root(&self) -> Option<&str> {
        match &self.creation {
            Creation::V0_8(_) => self.stated_root().map(ComponentId::as_str),
            Creation::V0_9(..) | Creation::V0_10(..) | Creation::V1_0(..) => Some("root"),
        }
    }

    /// Returns `true` if the surface was [seeded](super::Surfaces::seed) before the first message of the agent.
    pub fn is_seeded(&self) -> bool {
        self.seeded
    }

    /// Returns the options of the surface.
    pub fn options(&self) -> &SurfaceOptions {
        &self.options
    }

    /// Returns the components in order of arrival.
    pub fn components(&self) -> impl Iterator<Item = &SurfaceComponent> {
        self.components.iter()
    }

    /// Returns the component with this id.
    pub fn component(&self, id: &str) -> Option<&SurfaceComponent> {
        self.components.get(id)
    }

    /// Returns the ids of the components that refer to this component, each once, in no particular order. The referenced
    /// component need not have arrived yet.
    pub(crate) fn parents_of(&self, component_id: &str) -> impl Iterator<Item = &ComponentId> {
        self.components.hierarchy.above(component_id)
    }

    /// Returns the data model.
    pub fn data_model(&self) -> &DataModel {
        &self.data_model
    }

    /// Refuses a message whose version cannot be combined with the version of the surface.
    pub(super) fn require_version(
        &self,
        word: VersionWord,
        at: &'static str,
    ) -> Result<(), SurfaceError> {
        if self.word().is_compatible_with(word) {
            return Ok(());
        }
        let own = self.version();
        let message = format_args!(
            "surface `{}` uses {own}, which cannot be combined with this message",
            self.surface_id
        )
        .to_string();
        let error = SurfaceError::new("surface-version", Pointer::from_static(at), message);
        Err(error.hint(format_args!("send messages of {own} to this surface")))
    }

    /// Returns a warning if the surface accepts a message of another version. Each message is read according to its own
    /// version. Rule: `surface-version`.
    ///
    /// ```
    /// use agent_ui_a2ui::{Message, surface::Surfaces};
    ///
    /// let mut surfaces = Surfaces::new();
    /// surfaces.apply(&Message::read(r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#)?)?;
    /// let update = Message::read(r#"{"version":"1.0","updateDataModel":{"surfaceId":"s","path":"/n","value":1}}"#)?;
    /// let finding = surfaces.get("s").unwrap().version_mismatch(&update).unwrap();
    /// assert_eq!((finding.rule, finding.pointer.as_str()), ("surface-version", "/version"));
    /// surfaces.apply(&update)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn version_mismatch(&self, message: &crate::Message) -> Option<Finding> {
        let (own, version) = (self.version(), message.version());
        // The 1.0 of June 2026 shares messages with later drafts. These are read as messages of the later drafts.
        let is_june = own == Version::V1_0June && message.version_word() == self.version_word();
        let is_refused = (version == Version::V0_8) != (own == Version::V0_8);
        if version == own || is_june || is_refused || message.key() == "createSurface" {
            return None;
        }
        let text = format_args!(
            "this message uses {version}, but its surface `{}` uses {own}",
            self.surface_id
        )
        .to_string();
        let finding = Finding::warning("surface-version", Pointer::root().member("version"), text);
        Some(finding.hint(format_args!(
            "send messages of {own}: some clients do not accept mixed versions"
        )))
    }
}
