//! One surface.

use super::{Change, SurfaceComponent, SurfaceError, components::Components};
use crate::{
    CatalogId, ComponentId, SurfaceId, Version,
    data_model::{self, DataModel},
    v0_8, v0_9,
};
use wire::{Extra, Field, Payload, Pointer};

/// A surface: what its messages stated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surface {
    surface_id: SurfaceId,
    pub(super) creation: Creation,
    pub(super) components: Components,
    pub(super) data_model: DataModel,
}

/// The message that made a surface, and the members around its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Creation {
    /// `None` until the surface may be shown.
    V0_8(Option<(v0_8::BeginRendering, Extra)>),
    V0_9(v0_9::Version, v0_9::CreateSurface, Extra),
}

impl Surface {
    pub(super) fn v0_8(surface_id: SurfaceId) -> Self {
        Self::new(surface_id, Creation::V0_8(None))
    }

    pub(super) fn v0_9(version: v0_9::Version, body: v0_9::CreateSurface, extra: Extra) -> Self {
        Self::new(body.surface_id.clone(), Creation::V0_9(version, body, extra))
    }

    fn new(surface_id: SurfaceId, creation: Creation) -> Self {
        Self { surface_id, creation, components: Components::default(), data_model: DataModel::new() }
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
        }
    }

    /// The version as the message that made it states it; `v0.8`, where none is stated.
    pub fn version_word(&self) -> &'static str {
        match &self.creation {
            Creation::V0_8(_) => "v0.8",
            Creation::V0_9(version, ..) => version.as_str(),
        }
    }

    fn begun(&self) -> Option<&v0_8::BeginRendering> {
        match &self.creation {
            Creation::V0_8(begun) => begun.as_ref().map(|(body, _)| body),
            Creation::V0_9(..) => None,
        }
    }

    /// The catalog of its components, if one was stated.
    pub fn catalog_id(&self) -> Option<&CatalogId> {
        match &self.creation {
            Creation::V0_8(_) => self.begun()?.catalog_id.get(),
            Creation::V0_9(_, body, _) => Some(&body.catalog_id),
        }
    }

    /// Its theme, in 0.8 called `styles`.
    pub fn theme(&self) -> Option<&Payload> {
        match &self.creation {
            Creation::V0_8(_) => self.begun()?.styles.as_ref(),
            Creation::V0_9(_, body, _) => body.theme.as_ref(),
        }
    }

    /// Whether the client sends the data model along, as it was stated; 0.8 has no such thing.
    pub fn send_data_model(&self) -> Field<bool> {
        match &self.creation {
            Creation::V0_8(_) => Field::Absent,
            Creation::V0_9(_, body, _) => body.send_data_model,
        }
    }

    /// The root that was stated. In 0.9 none ever is: there the component `root` is the root.
    pub fn stated_root(&self) -> Option<&ComponentId> {
        self.begun().map(|body| &body.root)
    }

    /// The id with which the tree begins; `None` for a surface of 0.8 that may not be shown yet.
    pub fn root(&self) -> Option<&str> {
        match &self.creation {
            Creation::V0_8(_) => self.stated_root().map(ComponentId::as_str),
            Creation::V0_9(..) => Some("root"),
        }
    }

    /// Its components, in the order in which they came.
    pub fn components(&self) -> impl Iterator<Item = &SurfaceComponent> {
        self.components.iter()
    }

    /// The component of that id.
    pub fn component(&self, id: &str) -> Option<&SurfaceComponent> {
        self.components.get(id)
    }

    /// Its data model.
    pub fn data_model(&self) -> &DataModel {
        &self.data_model
    }

    /// Refuses a message of another version.
    fn same_version(&self, word: &'static str, at: &Pointer) -> Result<(), SurfaceError> {
        let own = self.version();
        if Version::from_word(word) == Some(own) {
            return Ok(());
        }
        let message =
            format_args!("the surface `{}` is one of {own}, the message is not", self.surface_id).to_string();
        let error = SurfaceError::new("surface-version", at.clone(), message);
        Err(error.hint(format_args!("send messages of {own}")))
    }

    pub(super) fn begin(
        &mut self,
        body: &v0_8::BeginRendering,
        extra: &Extra,
        at: &Pointer,
    ) -> Result<Vec<Change>, SurfaceError> {
        self.same_version("v0.8", at)?;
        if let Creation::V0_8(begun) = &mut self.creation {
            match begun {
                None => *begun = Some((body.clone(), extra.clone())),
                Some((old, old_extra)) => {
                    old.root = body.root.clone();
                    if !body.catalog_id.is_absent() {
                        old.catalog_id = body.catalog_id.clone();
                    }
                    if body.styles.is_some() {
                        old.styles = body.styles.clone();
                    }
                    merge(&mut old.extra, &body.extra);
                    merge(old_extra, extra);
                }
            }
        }
        Ok(vec![Change::Begun { surface_id: self.surface_id.clone(), root: body.root.clone() }])
    }

    pub(super) fn update_components(
        &mut self,
        word: &'static str,
        components: Vec<SurfaceComponent>,
        at: &Pointer,
    ) -> Result<Vec<Change>, SurfaceError> {
        self.same_version(word, at)?;
        let ids = components.iter().map(|component| component.id().clone()).collect();
        self.components.update(components, &at.member("components"))?;
        Ok(vec![Change::Components { surface_id: self.surface_id.clone(), components: ids }])
    }

    pub(super) fn update_entries(
        &mut self,
        body: &v0_8::DataModelUpdate,
        at: &Pointer,
    ) -> Result<Vec<Change>, SurfaceError> {
        self.same_version("v0.8", at)?;
        let value = v0_8::contents::value(&body.contents, &at.member("contents"))?;
        let path = body.path.get().map_or("", String::as_str);
        let done = self.data_model.set(path, value);
        self.data_changed(done, path, at)
    }

    pub(super) fn update_data_model(
        &mut self,
        word: &'static str,
        body: &v0_9::UpdateDataModel,
        at: &Pointer,
    ) -> Result<Vec<Change>, SurfaceError> {
        self.same_version(word, at)?;
        let path = body.path.get().map_or("", String::as_str);
        let done = match &body.value {
            Some(value) => self.data_model.set(path, value.clone()),
            None => self.data_model.remove(path),
        };
        self.data_changed(done, path, at)
    }

    fn data_changed(
        &self,
        done: Result<(), data_model::DataError>,
        path: &str,
        at: &Pointer,
    ) -> Result<Vec<Change>, SurfaceError> {
        done.map_err(|error| SurfaceError::data(&error, at.member("path")))?;
        Ok(vec![Change::DataModel { surface_id: self.surface_id.clone(), path: path.to_owned() }])
    }
}

fn merge(old: &mut Extra, new: &Extra) {
    for (name, value) in new.iter() {
        old.insert(name, value.clone());
    }
}
