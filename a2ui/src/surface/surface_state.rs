//! One surface.

use super::{
    SurfaceComponent, SurfaceError, SurfaceOptions, bytes::Room, components::Components, dirty::DirtyTracker,
    version_word::VersionWord,
};
use crate::{
    CatalogId, ComponentId, Notation, SurfaceId, Version, data_model::DataModel, v0_8, v0_9, v0_10, v1_0,
};
use std::sync::Arc;
use wire::{Extra, Field, Finding, Payload, Pointer};

/// A surface: what its messages stated.
///
/// Two are equal when the same was stated of them, whatever the options under which it was.
#[derive(Clone, Debug)]
pub struct Surface {
    surface_id: SurfaceId,
    pub(super) creation: Creation,
    pub(super) components: Components,
    pub(super) data_model: DataModel,
    pub(super) options: Arc<SurfaceOptions>,
    pub(super) seeded: bool,
    /// How many bytes the message that made it takes.
    pub(super) creation_bytes: usize,
    pub(super) room: Room,
    /// Where somebody asks what has to be painted.
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

/// The message that made a surface, and the members around its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Creation {
    /// `None` until the surface may be shown.
    V0_8(Option<(v0_8::BeginRendering, Extra)>),
    V0_9(v0_9::Version, v0_9::CreateSurface, Extra),
    V0_10(v0_10::Version, v0_10::CreateSurface, Extra),
    /// Without the components and the data model, which are those of the surface.
    V1_0(v1_0::Version, v1_0::CreateSurface, Extra),
}

impl Creation {
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

    /// Its id.
    pub fn surface_id(&self) -> &SurfaceId {
        &self.surface_id
    }

    /// The version of the message that made it. Later ones may be of another one: each is read by its own.
    pub fn version(&self) -> Version {
        self.word().version()
    }

    /// The version as the message that made it states it; `v0.8`, where none is stated.
    pub fn version_word(&self) -> &'static str {
        self.word().as_str()
    }

    pub(super) fn word(&self) -> VersionWord {
        self.creation.word()
    }

    /// How it is written. Two notations share the word `v1.0`: there it is the one that the
    /// [options](SurfaceOptions::notation) say, else the one that its components show, and as long as they show none, the
    /// plain one of the first published schemas.
    ///
    /// ```
    /// # use agent_ui_a2ui as a2ui;
    /// use a2ui::{Message, Notation, surface::Surfaces};
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
        self.word().notation().unwrap_or_else(|| self.candidate_notation())
    }

    /// The notation of what came under the word `v1.0`.
    fn candidate_notation(&self) -> Notation {
        self.options.notation.or_else(|| self.components.notation()).unwrap_or(Notation::Plain)
    }

    /// How a component is written, and the version of the message in which it came.
    pub(super) fn writing_of(&self, component_id: &str) -> (Version, Notation) {
        let word = self.components.word_of(component_id).unwrap_or(self.word());
        let shown =
            || self.components.own_notation(component_id).unwrap_or_else(|| self.candidate_notation());
        (word.version(), word.notation().unwrap_or_else(shown))
    }

    /// What a component says under one of the keys that every component has, by their names of today, and how it names it.
    /// Under the word `1.0` a key without `@` is a property of the catalog, unless the catalog has none of that name.
    pub(super) fn key(
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
        let is_key =
            !notation.has_marked_keys() || self.catalog_of(id).is_some_and(|catalog| catalog.is_basic());
        Some((plain, written.extra.get(plain).filter(|_| is_key)?.clone()))
    }

    pub(super) fn begun(&self) -> Option<&v0_8::BeginRendering> {
        match &self.creation {
            Creation::V0_8(begun) => begun.as_ref().map(|(body, _)| body),
            Creation::V0_9(..) | Creation::V0_10(..) | Creation::V1_0(..) => None,
        }
    }

    /// The catalog of its components, if one was stated. In 1.0 that of those which name none.
    pub fn catalog_id(&self) -> Option<&CatalogId> {
        match &self.creation {
            Creation::V0_8(_) => self.begun()?.catalog_id.get(),
            Creation::V0_9(_, body, _) | Creation::V0_10(_, body, _) => Some(&body.catalog_id),
            Creation::V1_0(_, body, _) => body.catalog_id.get(),
        }
    }

    /// The catalog of a component: the one that it names, else that of the surface. `None` where neither is stated; in 1.0
    /// such a component cannot be shown.
    pub fn catalog_of(&self, component_id: &str) -> Option<CatalogId> {
        let (component, own) = (self.component(component_id)?, self.catalog_id());
        let (_, notation) = self.writing_of(component_id);
        // The basic catalog has no property of that name, so the older key can only be meant.
        let older =
            || own.filter(|own| own.is_basic()).and_then(|_| component.catalog_id(Notation::AtValues));
        component.catalog_id(notation).or_else(older).or_else(|| own.cloned())
    }

    /// Its theme, in 0.8 called `styles`; 1.0 has none.
    pub fn theme(&self) -> Option<&Payload> {
        match &self.creation {
            Creation::V0_8(_) => self.begun()?.styles.as_ref(),
            Creation::V0_9(_, body, _) | Creation::V0_10(_, body, _) => body.theme.as_ref(),
            Creation::V1_0(..) => None,
        }
    }

    /// What vendors added when it was made; only in 1.0.
    pub fn metadata(&self) -> Option<&v1_0::Metadata> {
        match &self.creation {
            Creation::V0_8(_) | Creation::V0_9(..) | Creation::V0_10(..) => None,
            Creation::V1_0(_, body, _) => body.metadata.get(),
        }
    }

    /// Whether the client sends the data model along, as it was stated; 0.8 has no such thing.
    pub fn send_data_model(&self) -> Field<bool> {
        match &self.creation {
            Creation::V0_8(_) => Field::Absent,
            Creation::V0_9(_, body, _) | Creation::V0_10(_, body, _) => body.send_data_model,
            Creation::V1_0(_, body, _) => body.send_data_model,
        }
    }

    /// The root that was stated. From 0.9 on none ever is: there the component `root` is the root.
    pub fn stated_root(&self) -> Option<&ComponentId> {
        self.begun().map(|body| &body.root)
    }

    /// The id with which the tree begins; `None` for a surface of 0.8 that may not be shown yet.
    pub fn root(&self) -> Option<&str> {
        match &self.creation {
            Creation::V0_8(_) => self.stated_root().map(ComponentId::as_str),
            Creation::V0_9(..) | Creation::V0_10(..) | Creation::V1_0(..) => Some("root"),
        }
    }

    /// Whether it was there before any message of the agent.
    pub fn is_seeded(&self) -> bool {
        self.seeded
    }

    /// The options under which it lives.
    pub fn options(&self) -> &SurfaceOptions {
        &self.options
    }

    /// Its components, in the order in which they came.
    pub fn components(&self) -> impl Iterator<Item = &SurfaceComponent> {
        self.components.iter()
    }

    /// The component of that id.
    pub fn component(&self, id: &str) -> Option<&SurfaceComponent> {
        self.components.get(id)
    }

    /// The components that name this one, each once, in no order: where a host that shows it anew may have to look. They are
    /// known also of a component that has not come yet.
    pub fn parents_of(&self, component_id: &str) -> impl Iterator<Item = &ComponentId> {
        self.components.hierarchy.above(component_id)
    }

    /// Its data model.
    pub fn data_model(&self) -> &DataModel {
        &self.data_model
    }

    /// Refuses a message of a version that cannot meet that of the surface.
    pub(super) fn require_version(&self, word: VersionWord, at: &'static str) -> Result<(), SurfaceError> {
        if self.word().is_compatible_with(word) {
            return Ok(());
        }
        let own = self.version();
        let message =
            format_args!("the surface `{}` is one of {own}, the message is not", self.surface_id).to_string();
        let error = SurfaceError::new("surface-version", Pointer::from_static(at), message);
        Err(error.hint(format_args!("send messages of {own}")))
    }

    /// What is odd about a message of a version that is not that of the surface, if it is one that the surface takes. Each
    /// message is read by its own version. Rule: `surface-version`, a warning.
    ///
    /// ```
    /// # use agent_ui_a2ui as a2ui;
    /// use a2ui::{Message, surface::Surfaces};
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
        // What the 1.0 of June shares with later ones reads as one of these.
        let is_june = own == Version::V1_0June && message.version_word() == self.version_word();
        let is_refused = (version == Version::V0_8) != (own == Version::V0_8);
        if version == own || is_june || is_refused || message.key() == "createSurface" {
            return None;
        }
        let text =
            format_args!("a message of {version} for the surface `{}` of {own}", self.surface_id).to_string();
        let finding = Finding::warning("surface-version", Pointer::root().member("version"), text);
        Some(finding.hint(format_args!(
            "send messages of {own}; not every client reads each message by its own version"
        )))
    }
}
