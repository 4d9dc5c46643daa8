//! What the messages of an agent build.
//!
//! [`Surfaces`] applies messages one by one, each whole or not at all. What a [`Surface`] then is can be shown as a
//! [`SurfaceSnapshot`], or written as the [`messages`](Surface::messages) that rebuild it.
//!
//! A surface of 0.9 is made by `createSurface`. One of 0.8 begins to exist with its first message and has no root until
//! `beginRendering`; that message, sent again, changes what it states and leaves the rest.

mod component;
mod components;
mod error;
mod event;
mod findings;
mod messages;
mod one;
mod snapshot;
#[cfg(test)]
mod tests;

pub use component::{Reference, SurfaceComponent};
pub use error::{Change, SurfaceError};
pub use event::{DeclaredEvent, NoEvent};
pub use one::Surface;
pub use snapshot::SurfaceSnapshot;

use crate::{Message, SurfaceId, v0_8, v0_9};
use std::collections::BTreeMap;
use wire::Pointer;

/// The surfaces that live, in the order of their creation.
///
/// ```
/// # use agent_ui_a2ui as a2ui;
/// use a2ui::{Message, surface::Surfaces};
///
/// let mut surfaces = Surfaces::new();
/// surfaces.apply(&Message::read(r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#)?)?;
/// let error = surfaces
///     .apply(&Message::read(r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#)?)
///     .unwrap_err();
/// assert_eq!((error.rule, error.pointer.as_str()), ("surface-exists", "/createSurface/surfaceId"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Surfaces {
    surfaces: BTreeMap<u64, Surface>,
    numbers: BTreeMap<SurfaceId, u64>,
    next: u64,
}

/// The same surfaces in the same order, whatever lived before them.
impl PartialEq for Surfaces {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Surfaces {}

impl Surfaces {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many live.
    pub fn len(&self) -> usize {
        self.surfaces.len()
    }

    /// Whether none lives.
    pub fn is_empty(&self) -> bool {
        self.surfaces.is_empty()
    }

    /// The surfaces, in the order of their creation.
    pub fn iter(&self) -> impl Iterator<Item = &Surface> {
        self.surfaces.values()
    }

    /// The surface of that id.
    pub fn get(&self, surface_id: &str) -> Option<&Surface> {
        self.surfaces.get(self.numbers.get(surface_id)?)
    }

    fn get_mut(&mut self, surface_id: &SurfaceId) -> Option<&mut Surface> {
        self.surfaces.get_mut(self.numbers.get(surface_id)?)
    }

    /// Applies one message, whole or not at all.
    ///
    /// # Errors
    /// What is wrong, where, and what would be right. Rules: `surface-exists`, `unknown-surface`, `surface-version`,
    /// `client-message`, `duplicate-id`, `missing-component-type`, `self-reference`, `cycle`, `exactly-one-value`, and those
    /// of [`DataError`](crate::data_model::DataError).
    pub fn apply(&mut self, message: &Message) -> Result<Vec<Change>, SurfaceError> {
        match message {
            Message::V0_8Agent(message) => self.apply_v0_8(message),
            Message::V0_9Agent(message) => self.apply_v0_9(message),
            Message::V0_10Agent(_) | Message::V1_0Agent(_) => {
                let at = Pointer::root().member(message.key());
                let message = format_args!("surfaces of {} are not kept yet", message.version()).to_string();
                Err(SurfaceError::new("surface-version", at, message))
            }
            Message::V0_8Client(_)
            | Message::V0_9Client(_)
            | Message::V0_10Client(_)
            | Message::V1_0Renderer(_) => {
                let at = Pointer::root().member(message.key());
                let error =
                    SurfaceError::new("client-message", at, "a message of the client changes no surface");
                Err(error.hint("apply the messages of the agent"))
            }
        }
    }

    fn apply_v0_8(&mut self, message: &v0_8::AgentMessage) -> Result<Vec<Change>, SurfaceError> {
        use v0_8::AgentBody as Body;
        let at = Pointer::root().member(message.key());
        let id = message.surface_id();
        if let Body::DeleteSurface(_) = message.body {
            return Ok(self.delete(id));
        }
        let apply = |surface: &mut Surface| match &message.body {
            Body::BeginRendering(body) => surface.begin(body, &message.extra, &at),
            Body::SurfaceUpdate(body) => {
                let components = body.components.iter().cloned().map(SurfaceComponent::V0_8).collect();
                surface.update_components("v0.8", components, &at)
            }
            Body::DataModelUpdate(body) => surface.update_entries(body, &at),
            Body::DeleteSurface(_) => Ok(Vec::new()),
        };
        if let Some(surface) = self.get_mut(id) {
            return apply(surface);
        }
        let mut surface = Surface::v0_8(id.clone());
        let mut changes = vec![Change::Created { surface_id: id.clone() }];
        changes.extend(apply(&mut surface)?);
        self.insert(surface);
        Ok(changes)
    }

    fn apply_v0_9(&mut self, message: &v0_9::AgentMessage) -> Result<Vec<Change>, SurfaceError> {
        use v0_9::AgentBody as Body;
        let at = Pointer::root().member(message.key());
        let id = message.surface_id();
        let word = message.version.as_str();
        match &message.body {
            Body::CreateSurface(_) if self.get(id.as_str()).is_some() => {
                let message = format_args!("the surface `{id}` exists already").to_string();
                let error = SurfaceError::new("surface-exists", at.member("surfaceId"), message);
                Err(error.hint("delete it first, or use another id"))
            }
            Body::CreateSurface(body) => {
                self.insert(Surface::v0_9(message.version, body.clone(), message.extra.clone()));
                Ok(vec![Change::Created { surface_id: id.clone() }])
            }
            Body::UpdateComponents(body) => {
                let components = body.components.iter().cloned().map(SurfaceComponent::V0_9).collect();
                self.live(id, &at)?.update_components(word, components, &at)
            }
            Body::UpdateDataModel(body) => self.live(id, &at)?.update_data_model(word, body, &at),
            Body::DeleteSurface(_) => Ok(self.delete(id)),
        }
    }

    fn live(&mut self, id: &SurfaceId, at: &Pointer) -> Result<&mut Surface, SurfaceError> {
        self.get_mut(id).ok_or_else(|| {
            let message = format_args!("there is no surface `{id}`").to_string();
            let error = SurfaceError::new("unknown-surface", at.member("surfaceId"), message);
            error.hint("create it first")
        })
    }

    fn insert(&mut self, surface: Surface) {
        self.numbers.insert(surface.surface_id().clone(), self.next);
        self.surfaces.insert(self.next, surface);
        self.next += 1;
    }

    /// Taking away what is not there is nothing.
    fn delete(&mut self, id: &SurfaceId) -> Vec<Change> {
        let deleted = self.numbers.remove(id).and_then(|number| self.surfaces.remove(&number));
        deleted
            .map(|surface| Change::Deleted { surface_id: surface.surface_id().clone() })
            .into_iter()
            .collect()
    }
}
