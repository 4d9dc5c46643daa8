//! The sessions between A2UI 0.9 and 1.0. They remember component types, which an update may omit.

use super::{BACKWARD, FORWARD, Rules, agent, client, returning, version};
use crate::{
    Context, Dialect, Refusal,
    lens::{
        A2uiOutput as Output, DerivedField, Direction, FieldMap, KeyedList, MessagePart, Returns,
        Step, Translated, TranslationCx,
    },
    shared::{SharedMap, measured_by_member},
};
use a2ui::{CatalogId, Message, Notation, SurfaceId, Version, v0_9, v1_0};
use wire::{Field, Pointer};

/// The list of components in both versions.
const COMPONENTS: KeyedList = KeyedList::new(
    "/updateComponents/components",
    "/updateComponents/components",
    "id",
);
/// The fields that are restored only together: a path and its value.
const DATA: &[(&str, &str)] = &[
    ("/updateDataModel/path", "/updateDataModel/path"),
    ("/updateDataModel/value", "/updateDataModel/value"),
];
/// The rule that restores an absent catalog of a surface only while the catalog that its components state is unchanged.
static CATALOG_DERIVED: &[DerivedField] = &[DerivedField {
    field: "/createSurface/catalogId",
    from: &["/createSurface/catalogId"],
}];

/// The component types by surface id and component id.
type Types = SharedMap<String, SharedMap<String, String>>;

wire::object! {
    /// The state of the direction from 0.9 to 1.0.
    pub struct UpgradeSession {
        /// The component types by surface id and component id.
        types: SharedMap<String, SharedMap<String, String>>,
    }
    /// The state of the direction from 1.0 to 0.9.
    pub struct DowngradeSession {
        /// The component types by surface id and component id.
        types: SharedMap<String, SharedMap<String, String>>,
    }
}

measured_by_member! { UpgradeSession { types } DowngradeSession { types } }

/// Adds the component types that a message states.
fn learn<'a>(
    types: &mut Types,
    surface: &SurfaceId,
    components: impl Iterator<Item = (&'a str, &'a Field<String>)>,
) {
    let known = types.get(surface.as_str());
    let mut new = Vec::new();
    for (id, name) in components {
        if let Some(name) = name.get() {
            if known.and_then(|known| known.get(id)) != Some(name) {
                new.push((id, name));
            }
        }
    }
    if !new.is_empty() {
        types.update_or_default(surface.as_str().to_owned(), |types| {
            for (id, name) in new {
                types.insert(id.to_owned(), name.clone());
            }
        });
    }
}

/// Returns the remembered type of a component, or else its type in a surface of the context.
fn type_of(types: &Types, cx: &Context, surface: &str, id: &str) -> Option<String> {
    if let Some(name) = types.get(surface).and_then(|types| types.get(id)) {
        return Some(name.clone());
    }
    let component = cx.surfaces.get(surface)?.component(id)?;
    Some(component.type_name().to_owned())
}

/// Creates the refusal for a message of another version.
fn refuse_version(found: Version, rules: &Rules) -> Refusal {
    let message = format!("the session does not accept messages of A2UI {found}");
    Refusal::rule_broken(rules.message.id, Pointer::root(), message)
        .hint("use one session per version")
}

impl Default for UpgradeSession {
    fn default() -> Self {
        Self::new(SharedMap::default())
    }
}

impl UpgradeSession {
    /// Translates a message of 0.9 or 0.9.1 to 1.0.
    ///
    /// # Errors
    /// Refuses a message without a counterpart.
    pub(crate) fn handle(
        &mut self,
        message: Message,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        let Step { from, to, .. } = tcx.step;
        match message {
            Message::V0_9Agent(message) => {
                let translated = self.translate_agent(&message, from, to, tcx)?;
                // A refused message must not change the types, so they are learned after the translation.
                match &message.body {
                    v0_9::AgentBody::UpdateComponents(body) => {
                        let components = body
                            .components
                            .iter()
                            .map(|new| (new.id.as_str(), &new.component));
                        learn(&mut self.types, &body.surface_id, components);
                    }
                    v0_9::AgentBody::DeleteSurface(body) => {
                        self.types.remove(body.surface_id.as_str());
                    }
                    _ => {}
                }
                Ok(vec![tcx.a2ui_output(translated)])
            }
            Message::V0_9Client(message) => {
                let translated = client::translate_forward(&message, from, to, tcx)?;
                Ok(vec![tcx.a2ui_output(translated)])
            }
            other => Err(refuse_version(other.version(), &FORWARD)),
        }
    }

    /// Translates an agent message without changing the state.
    fn translate_agent(
        &self,
        message: &v0_9::AgentMessage,
        from: Dialect,
        to: Dialect,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Translated<v1_0::AgentMessage>, Refusal> {
        let surface = message.surface_id().as_str();
        let (cx, notation) = (tcx.cx, to.notation());
        let type_of = |id: &str| type_of(&self.types, cx, surface, id);
        let mut fields = tcx.fields();
        let plain_target = agent::forward(message, notation, &type_of, &mut fields)?;
        let version = version(from);
        let returns = Returns {
            losses: &|target, losses| {
                let translation = (notation, &type_of as agent::TypeOf<'_>);
                returning::add_losses_of_0_9(message, version, target, translation, losses);
            },
            back: &|target| {
                let body = agent::backward(target, notation, &type_of, &mut FieldMap::none())?;
                Ok(v0_9::AgentMessage::new(version, body))
            },
        };
        let direction = Direction {
            list: Some(COMPONENTS),
            coupled: DATA,
            target_derived: CATALOG_DERIVED,
            ..Direction::new(from, to, agent::LEVELS, &FORWARD.others)
        };
        direction.reconcile(message, plain_target, fields, returns, tcx)
    }
}

impl Default for DowngradeSession {
    fn default() -> Self {
        Self::new(SharedMap::default())
    }
}

impl DowngradeSession {
    /// Adds the component types that a message states, or forgets the types of a deleted surface.
    fn learn(&mut self, message: &v1_0::AgentMessage) {
        let (surface, components) = match &message.body {
            v1_0::AgentBody::CreateSurface(body) => (
                &body.surface_id,
                body.components.get().map_or(&[][..], Vec::as_slice),
            ),
            v1_0::AgentBody::UpdateComponents(body) => (&body.surface_id, &*body.components),
            v1_0::AgentBody::DeleteSurface(body) => {
                self.types.remove(body.surface_id.as_str());
                return;
            }
            _ => return,
        };
        let components = components
            .iter()
            .map(|new| (new.id.as_str(), &new.component));
        learn(&mut self.types, surface, components);
    }

    /// Translates a message of 1.0 into messages of 0.9.
    ///
    /// # Errors
    /// Refuses a message without a counterpart.
    pub(crate) fn handle(
        &mut self,
        message: Message,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        let Step { from, to, .. } = tcx.step;
        match message {
            Message::V1_0Agent(message) => {
                let outputs = self.translate_agent(&message, from, to, tcx)?;
                // A refused message must not change the types, so they are learned after the translation.
                self.learn(&message);
                Ok(outputs)
            }
            Message::V1_0Renderer(message) => {
                let version = version(to);
                let translated = client::translate_backward(&message, version, from, to, tcx)?;
                Ok(vec![tcx.a2ui_output(translated)])
            }
            other => Err(refuse_version(other.version(), &BACKWARD)),
        }
    }

    /// Translates an agent message, or its parts, without changing the state.
    fn translate_agent(
        &self,
        message: &v1_0::AgentMessage,
        from: Dialect,
        to: Dialect,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        let translation = MessageTranslation {
            session: self,
            whole: message,
            from,
            to,
        };
        let (main, parts) = split_surface(message);
        let translated = translation.translate(&main, tcx)?;
        let mut outputs = vec![tcx.a2ui_output(translated)];
        for part in parts {
            outputs.push(
                tcx.part_output(message, &part, |part, tcx| translation.translate(part, tcx))?,
            );
        }
        Ok(outputs)
    }
}

/// Splits a `createSurface` into the main message, and the components and data that are separate messages in 0.9. Other messages
/// have no parts.
fn split_surface(
    message: &v1_0::AgentMessage,
) -> (v1_0::AgentMessage, Vec<MessagePart<v1_0::AgentMessage>>) {
    let mut main = message.clone();
    let mut parts = Vec::new();
    let v1_0::AgentBody::CreateSurface(body) = &mut main.body else {
        return (main, parts);
    };
    // The data come before the components, so that components never show missing data.
    if let Some(model) = body.data_model.take() {
        let update = v1_0::UpdateDataModel::new(body.surface_id.clone(), model);
        parts.push(MessagePart {
            message: v1_0::AgentMessage::new(message.version, update),
            rule: &BACKWARD.data_model,
            place_in_whole: Pointer::from_static("/createSurface/dataModel"),
            place: Pointer::from_static("/updateDataModel/value"),
        });
    }
    if let Field::Value(components) = std::mem::take(&mut body.components) {
        // The main message keeps the catalog that the components state.
        let update = v1_0::UpdateComponents::new(body.surface_id.clone(), components);
        parts.push(MessagePart {
            message: v1_0::AgentMessage::new(message.version, update),
            rule: &BACKWARD.components,
            place_in_whole: Pointer::from_static("/createSurface/components"),
            place: Pointer::from_static("/updateComponents/components"),
        });
    }
    (main, parts)
}

/// Returns the first catalog that a component of a new surface states.
fn catalog_of_components(body: &v1_0::CreateSurface, notation: Notation) -> Option<CatalogId> {
    let mut components = body.components.get()?.iter();
    components.find_map(|component| component.stated_catalog(notation))
}

/// The translation of one message of 1.0.
struct MessageTranslation<'a> {
    session: &'a DowngradeSession,
    /// The original message, of which a part is translated.
    whole: &'a v1_0::AgentMessage,
    from: Dialect,
    to: Dialect,
}

impl MessageTranslation<'_> {
    /// Translates a part of the message.
    fn translate(
        &self,
        message: &v1_0::AgentMessage,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Translated<v0_9::AgentMessage>, Refusal> {
        let surface = message.surface_id().map_or("", SurfaceId::as_str);
        let (cx, notation) = (tcx.cx, self.from.notation());
        let type_of = |id: &str| type_of(&self.session.types, cx, surface, id);
        let mut fields = tcx.fields();
        let mut body = agent::backward(message, notation, &type_of, &mut fields)?;
        if let (v0_9::AgentBody::CreateSurface(new), v1_0::AgentBody::CreateSurface(whole)) =
            (&mut body, &self.whole.body)
        {
            // The components state the catalog if the surface does not.
            if whole.catalog_id.is_absent() {
                if let Some(catalog) = catalog_of_components(whole, notation) {
                    new.catalog_id = agent::catalog_backward(Some(catalog));
                }
            }
        }
        let returns = Returns {
            losses: &|target, losses| {
                let translation = (notation, &type_of as agent::TypeOf<'_>);
                returning::add_losses_of_1_0(message, target, translation, losses);
            },
            back: &|target| agent::forward(target, notation, &type_of, &mut FieldMap::none()),
        };
        let direction = Direction {
            list: Some(COMPONENTS),
            coupled: DATA,
            source_derived: CATALOG_DERIVED,
            ..Direction::new(self.from, self.to, agent::LEVELS, &BACKWARD.others)
        };
        let plain_target = v0_9::AgentMessage::new(version(self.to), body);
        direction.reconcile(message, plain_target, fields, returns, tcx)
    }
}
