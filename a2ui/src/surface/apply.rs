//! The application of messages to surfaces.

use super::{
    IdReuse, Surface, SurfaceChange, SurfaceComponent, SurfaceError, Surfaces,
    surface_state::Creation, version_word::VersionWord,
};
use crate::{Message, SurfaceId, Version, rules::AN_OBJECT, v0_8, v0_9, v0_10, v1_0};
use wire::{Field, Pointer};

/// The pointers of the list in `updateComponents`, and of path and value in `updateDataModel`.
const COMPONENTS: &str = "/updateComponents/components";
const DATA: (&str, &str) = ("/updateDataModel/path", "/updateDataModel/value");

impl Surfaces {
    /// Applies a message completely or not at all.
    ///
    /// Function calls and responses do not affect surfaces. They are accepted and return no changes.
    ///
    /// # Errors
    /// The error states the problem, the place and a hint. Rules:
    ///
    /// - for surfaces: `surface-exists`, `unknown-surface`, `surface-version`, `surface-id-reused`, `too-many-surfaces`,
    ///   `too-many-bytes`, `client-message`;
    /// - for components: `duplicate-id`, `missing-component-type`, `reserved-type`, `self-reference`, `cycle`,
    ///   `not-a-reference`, `component-depth`, `json-depth`, `call-depth`, `data-path`, `mixed-notations`, and those of
    ///   [`Surface`]'s [`Validate`](wire::Validate) if a surface must be [complete](super::Strictness::Complete);
    /// - for data: `exactly-one-value`, `not-an-object`, and those of [`DataError`](crate::data_model::DataError).
    pub fn apply(&mut self, message: &Message) -> Result<Vec<SurfaceChange>, SurfaceError> {
        let id = message.surface_id().map(SurfaceId::as_str);
        let done = self.with_byte_count(id, |surfaces| surfaces.apply_one(message));
        self.update_dirty(id, &done);
        done
    }

    fn apply_one(&mut self, message: &Message) -> Result<Vec<SurfaceChange>, SurfaceError> {
        match message {
            Message::V0_8Agent(message) => self.apply_v0_8(message),
            Message::V0_9Agent(message) => self.apply_v0_9(message),
            Message::V0_10Agent(message) => self.apply_v0_10(message),
            Message::V1_0Agent(message) => self.apply_v1_0(message),
            Message::V0_8Client(_)
            | Message::V0_9Client(_)
            | Message::V0_10Client(_)
            | Message::V1_0Renderer(_) => {
                let at = Pointer::root().member(message.key());
                let message = "a message from the client cannot be applied to a surface";
                let error = SurfaceError::new("client-message", at, message);
                Err(error.hint("apply only messages from the agent"))
            }
        }
    }

    fn apply_v0_8(
        &mut self,
        message: &v0_8::AgentMessage,
    ) -> Result<Vec<SurfaceChange>, SurfaceError> {
        use v0_8::AgentBody as Body;
        let id = message.surface_id();
        let at = match &message.body {
            Body::BeginRendering(_) => "/beginRendering",
            Body::SurfaceUpdate(_) => "/surfaceUpdate",
            Body::DataModelUpdate(_) => "/dataModelUpdate",
            Body::DeleteSurface(_) => return Ok(self.delete(id)),
        };
        if let Some(surface) = self.get_mut(id) {
            return surface.apply_v0_8(message, at);
        }
        // In 0.8, the first message about an unknown id creates the surface.
        self.refuse_unusable_id(id, at)?;
        let mut surface = Surface::new(
            id.clone(),
            Creation::V0_8(None),
            &self.options,
            self.room(0),
        );
        let mut changes = vec![SurfaceChange::Created {
            surface_id: id.clone(),
        }];
        changes.extend(surface.apply_v0_8(message, at)?);
        surface.require_room_for_new(&Pointer::from_static(at))?;
        self.insert(surface);
        Ok(changes)
    }

    fn apply_v0_9(
        &mut self,
        message: &v0_9::AgentMessage,
    ) -> Result<Vec<SurfaceChange>, SurfaceError> {
        use v0_9::AgentBody as Body;
        match &message.body {
            Body::CreateSurface(body) => {
                let creation = Creation::V0_9(message.version, body.clone(), message.extra.clone());
                self.create(&body.surface_id, creation)
            }
            Body::UpdateComponents(body) => {
                self.update_components_v0_9(body, VersionWord::V0_9(message.version))
            }
            Body::UpdateDataModel(body) => {
                self.update_data_model_v0_9(body, VersionWord::V0_9(message.version))
            }
            Body::DeleteSurface(body) => Ok(self.delete(&body.surface_id)),
        }
    }

    fn apply_v0_10(
        &mut self,
        message: &v0_10::AgentMessage,
    ) -> Result<Vec<SurfaceChange>, SurfaceError> {
        use v0_10::AgentBody as Body;
        match &message.body {
            Body::CreateSurface(body) => {
                let creation =
                    Creation::V0_10(message.version, body.clone(), message.extra.clone());
                self.create(&body.surface_id, creation)
            }
            Body::UpdateComponents(body) => {
                self.update_components_v0_9(body, VersionWord::V0_10(message.version))
            }
            Body::UpdateDataModel(body) => {
                self.update_data_model_v0_9(body, VersionWord::V0_10(message.version))
            }
            Body::DeleteSurface(body) => Ok(self.delete(&body.surface_id)),
            Body::CallFunction(_) | Body::ActionResponse(_) => Ok(Vec::new()),
        }
    }

    fn apply_v1_0(
        &mut self,
        message: &v1_0::AgentMessage,
    ) -> Result<Vec<SurfaceChange>, SurfaceError> {
        use v1_0::AgentBody as Body;
        let word = VersionWord::V1_0(message.version);
        match &message.body {
            Body::CreateSurface(body) => self.create_v1_0(body, message),
            Body::UpdateComponents(body) => {
                let surface = self.live(&body.surface_id, word, "/updateComponents")?;
                let components = body.components.iter();
                if is_of_june(surface, message) {
                    let components = components.map(june_component);
                    let components = components.map(SurfaceComponent::V0_9).collect();
                    return surface.update_components(components, surface.word(), COMPONENTS);
                }
                let components = components.cloned().map(SurfaceComponent::V1_0).collect();
                surface.update_components(components, word, COMPONENTS)
            }
            Body::UpdateDataModel(body) => {
                let surface = self.live(&body.surface_id, word, "/updateDataModel")?;
                // In June 2026, null was an ordinary value.
                let removes = body.value.is_null() && !is_of_june(surface, message);
                let path = body.path.get().map_or("", String::as_str);
                let value = if removes {
                    None
                } else {
                    Some(body.value.clone())
                };
                surface.update_data(path, value, DATA)
            }
            Body::DeleteSurface(body) => Ok(self.delete(&body.surface_id)),
            Body::CallRendererFunction(_) | Body::AgentFunctionResponse(_) => Ok(Vec::new()),
        }
    }

    /// Creates a 1.0 surface. In 1.0, `createSurface` can contain components and data.
    ///
    /// Specification: [A2UI 1.0, `createSurface`](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#createsurface).
    fn create_v1_0(
        &mut self,
        body: &v1_0::CreateSurface,
        message: &v1_0::AgentMessage,
    ) -> Result<Vec<SurfaceChange>, SurfaceError> {
        let id = &body.surface_id;
        self.refuse_unusable_id(id, "/createSurface")?;
        let mut stated = body.clone();
        let components = std::mem::take(&mut stated.components);
        let model = std::mem::take(&mut stated.data_model);
        let mut surface = Surface::new(
            id.clone(),
            Creation::V1_0(message.version, stated, message.extra.clone()),
            &self.options,
            self.room(0),
        );
        surface.require_room_for_new(&Pointer::from_static("/createSurface"))?;
        let mut changes = vec![SurfaceChange::Created {
            surface_id: id.clone(),
        }];
        if let Some(model) = model {
            let at = Pointer::from_static("/createSurface/dataModel");
            if !model.is_object() {
                let message =
                    format_args!("expected an object, found {}", model.kind()).to_string();
                return Err(SurfaceError::new("not-an-object", at, message).hint(AN_OBJECT));
            }
            let done = surface.write_data("", Some(model));
            let path = done.map_err(|error| surface.refused_data(&error, at))?;
            changes.push(SurfaceChange::DataModel {
                surface_id: id.clone(),
                path,
            });
        }
        if let Field::Value(components) = components {
            let components = components.into_iter().map(SurfaceComponent::V1_0).collect();
            let word = VersionWord::V1_0(message.version);
            changes.extend(surface.update_components(
                components,
                word,
                "/createSurface/components",
            )?);
        }
        self.insert(surface);
        Ok(changes)
    }

    fn create(
        &mut self,
        id: &SurfaceId,
        creation: Creation,
    ) -> Result<Vec<SurfaceChange>, SurfaceError> {
        self.refuse_unusable_id(id, "/createSurface")?;
        let surface = Surface::new(id.clone(), creation, &self.options, self.room(0));
        surface.require_room_for_new(&Pointer::from_static("/createSurface"))?;
        self.insert(surface);
        Ok(vec![SurfaceChange::Created {
            surface_id: id.clone(),
        }])
    }

    fn update_components_v0_9(
        &mut self,
        body: &v0_9::UpdateComponents,
        word: VersionWord,
    ) -> Result<Vec<SurfaceChange>, SurfaceError> {
        let components = body
            .components
            .iter()
            .cloned()
            .map(SurfaceComponent::V0_9)
            .collect();
        self.live(&body.surface_id, word, "/updateComponents")?
            .update_components(components, word, COMPONENTS)
    }

    fn update_data_model_v0_9(
        &mut self,
        body: &v0_9::UpdateDataModel,
        word: VersionWord,
    ) -> Result<Vec<SurfaceChange>, SurfaceError> {
        let path = body.path.get().map_or("", String::as_str);
        let surface = self.live(&body.surface_id, word, "/updateDataModel")?;
        surface.update_data(path, body.value.clone(), DATA)
    }

    /// Returns the surface with this id if it accepts messages of this version. `at` is the pointer of the message body.
    fn live(
        &mut self,
        id: &SurfaceId,
        word: VersionWord,
        at: &'static str,
    ) -> Result<&mut Surface, SurfaceError> {
        let Some(surface) = self.get_mut(id) else {
            let message = format!("surface `{id}` does not exist");
            let at = Pointer::from_static(at).member("surfaceId");
            let error = SurfaceError::new("unknown-surface", at, message);
            return Err(error.hint("send `createSurface` first, or correct the id"));
        };
        surface.require_version(word, at)?;
        Ok(surface)
    }

    /// Refuses a surface id that cannot be used for a new surface.
    fn refuse_unusable_id(&self, id: &SurfaceId, at: &'static str) -> Result<(), SurfaceError> {
        let max = self.options.max_surfaces;
        let (rule, message, hint) = if self.get(id.as_str()).is_some() {
            let message = format!("surface `{id}` already exists");
            let hint = "delete the surface first, or use another id";
            ("surface-exists", message, hint)
        } else if self.gone.contains(id) {
            let message = format!("surface id `{id}` was already used by a deleted surface");
            ("surface-id-reused", message, "use another id")
        } else if self.len() >= max {
            let message = format!("the limit of {max} live surfaces is reached");
            ("too-many-surfaces", message, "delete a surface first")
        } else {
            return Ok(());
        };
        let at = Pointer::from_static(at).member("surfaceId");
        Err(SurfaceError::new(rule, at, message).hint(hint))
    }

    fn insert(&mut self, surface: Surface) {
        self.numbers.insert(surface.surface_id().clone(), self.next);
        self.surfaces.insert(self.next, surface);
        self.next += 1;
    }

    /// Deletes a surface. An unknown id is ignored.
    ///
    /// Specification: [A2UI 0.9, `deleteSurface`](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#deletesurface).
    fn delete(&mut self, id: &SurfaceId) -> Vec<SurfaceChange> {
        let Some(number) = self.numbers.remove(id) else {
            return Vec::new();
        };
        let Some(surface) = self.surfaces.remove(&number) else {
            return Vec::new();
        };
        if self.options.id_reuse == IdReuse::Refused {
            self.gone.insert(id.clone());
        }
        vec![SurfaceChange::Deleted {
            surface_id: surface.surface_id().clone(),
        }]
    }
}

impl Surface {
    fn apply_v0_8(
        &mut self,
        message: &v0_8::AgentMessage,
        at: &'static str,
    ) -> Result<Vec<SurfaceChange>, SurfaceError> {
        use v0_8::AgentBody as Body;
        self.require_version(VersionWord::V0_8, at)?;
        match &message.body {
            Body::BeginRendering(body) => self.begin(body, &message.extra),
            Body::SurfaceUpdate(body) => {
                let components = body.components.iter().cloned();
                let components = components.map(SurfaceComponent::V0_8).collect();
                self.update_components(components, VersionWord::V0_8, "/surfaceUpdate/components")
            }
            Body::DataModelUpdate(body) => self.update_entries(body),
            Body::DeleteSurface(_) => Ok(Vec::new()),
        }
    }
}

/// Returns `true` if a 1.0 message is for a surface of the 1.0 of June 2026. That version shares messages with later
/// drafts, which are read as messages of the later drafts.
fn is_of_june(surface: &Surface, message: &v1_0::AgentMessage) -> bool {
    surface.version() == Version::V1_0June && surface.version_word() == message.version.as_str()
}

/// Converts a component to the form of the 1.0 of June 2026, in which `catalogId` and `metadata` are ordinary members.
fn june_component(component: &v1_0::Component) -> v0_9::Component {
    let mut june = v0_9::Component::new(component.id.clone());
    june.component = component.component.clone();
    let payload =
        wire::Payload::encode(component).unwrap_or_else(|_| wire::Payload::empty_object());
    for (name, value) in payload.members() {
        if name != "id" && name != "component" {
            june.extra.insert(&*name, value);
        }
    }
    june
}
