//! One surface.

use super::{SurfaceComponent, SurfaceError, SurfaceOptions, components::Components};
use crate::{
    CatalogId, ComponentId, Notation, SurfaceId, Version, data_model::DataModel, v0_8, v0_9, v0_10, v1_0,
};
use std::sync::Arc;
use wire::{Extra, Field, Payload, Pointer};

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
    V1_0(v1_0::CreateSurface, Extra),
}

impl Surface {
    pub(super) fn new(surface_id: SurfaceId, creation: Creation, options: &Arc<SurfaceOptions>) -> Self {
        let data_model = match creation {
            Creation::V0_8(_) => DataModel::of_names(options.data_model),
            _ => DataModel::with_options(options.data_model),
        };
        Self {
            surface_id,
            creation,
            components: Components::default(),
            data_model,
            options: Arc::clone(options),
            seeded: false,
        }
    }

    /// Its id.
    pub fn surface_id(&self) -> &SurfaceId {
        &self.surface_id
    }

    /// The version of its messages.
    pub fn version(&self) -> Version {
        match &self.creation {
            Creation::V0_8(_) => Version::V0_8,
            Creation::V0_9(..) => Version::V0_9,
            Creation::V0_10(v0_10::Version::V0_10, ..) => Version::V0_10,
            Creation::V0_10(v0_10::Version::V1_0, ..) => Version::V1_0June,
            Creation::V1_0(..) => Version::V1_0,
        }
    }

    /// The version as the message that made it states it; `v0.8`, where none is stated.
    pub fn version_word(&self) -> &'static str {
        match &self.creation {
            Creation::V0_8(_) => "v0.8",
            Creation::V0_9(version, ..) => version.as_str(),
            Creation::V0_10(version, ..) => version.as_str(),
            Creation::V1_0(..) => v1_0::Version::V1_0.as_str(),
        }
    }

    /// How its bindings and calls are written. Two notations share the version 1.0: there it is the one that the
    /// [options](SurfaceOptions::notation) say, else the one that its components show, and as long as they show none, the
    /// plain one of the published schemas.
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
    /// assert_eq!(surfaces.get("s").unwrap().notation(), Notation::At);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn notation(&self) -> Notation {
        match &self.creation {
            Creation::V0_8(_) => Notation::Bound,
            Creation::V0_9(..) | Creation::V0_10(..) => Notation::Plain,
            Creation::V1_0(..) => {
                self.options.notation.or_else(|| self.components.notation()).unwrap_or(Notation::Plain)
            }
        }
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
            Creation::V1_0(body, _) => body.catalog_id.get(),
        }
    }

    /// The catalog of a component: the one that it names, else that of the surface. `None` where neither is stated; in 1.0
    /// such a component cannot be shown.
    pub fn catalog_of(&self, component_id: &str) -> Option<&CatalogId> {
        self.component(component_id)?.catalog_id().or_else(|| self.catalog_id())
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
            Creation::V1_0(body, _) => body.metadata.get(),
        }
    }

    /// Whether the client sends the data model along, as it was stated; 0.8 has no such thing.
    pub fn send_data_model(&self) -> Field<bool> {
        match &self.creation {
            Creation::V0_8(_) => Field::Absent,
            Creation::V0_9(_, body, _) | Creation::V0_10(_, body, _) => body.send_data_model,
            Creation::V1_0(body, _) => body.send_data_model,
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
    pub fn above(&self, component_id: &str) -> impl Iterator<Item = &ComponentId> {
        self.components.hierarchy.above(component_id)
    }

    /// Its data model.
    pub fn data_model(&self) -> &DataModel {
        &self.data_model
    }

    /// Refuses a message of another version. What the 1.0 of June shares with that of today reads as one of today.
    pub(super) fn same_version(&self, version: Version, at: &Pointer) -> Result<(), SurfaceError> {
        let own = self.version();
        if version == own || (version == Version::V1_0 && own == Version::V1_0June) {
            return Ok(());
        }
        let message =
            format_args!("the surface `{}` is one of {own}, the message is not", self.surface_id).to_string();
        let error = SurfaceError::new("surface-version", at.clone(), message);
        Err(error.hint(format_args!("send messages of {own}")))
    }
}
