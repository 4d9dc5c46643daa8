//! Writes the components of a surface in the notation of one version.

use crate::{Dialect, Refusal};
use a2ui::{
    CatalogId, ComponentId, Message, Notation, Version,
    surface::{SurfaceOptions, Surfaces},
};
use wire::{Payload, Pointer};

/// The rule of a refusal: the A2UI version has no such surface.
const VERSION: &str = "forms/version";

/// Creates an object with these members.
pub(crate) fn object(members: &[(&str, Payload)]) -> Payload {
    Payload::object(members.iter().map(|(name, value)| (*name, value)))
}

/// Returns a member that is a text.
pub(crate) fn text_member(payload: &Payload, name: &str) -> Option<String> {
    Some(payload.member(name)?.as_str()?.into_owned())
}

/// The version and the notation in which a surface is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SurfaceTarget {
    version: Version,
    /// The text of the `version` member.
    word: &'static str,
    notation: Notation,
}

impl SurfaceTarget {
    /// Returns the latest notation of a version.
    ///
    /// # Errors
    /// Refuses A2UI 0.8, which has neither checks nor calls.
    pub(crate) fn of_version(version: Version) -> Result<Self, Refusal> {
        Self::of(match version {
            Version::V0_9 => Dialect::A2ui0_9,
            Version::V0_10 => Dialect::A2ui0_10,
            Version::V1_0June => Dialect::A2ui1_0June,
            Version::V1_0 => Dialect::A2ui1_0,
            _ => Dialect::A2ui0_8,
        })
    }

    /// Returns the version and the notation of a dialect.
    ///
    /// # Errors
    /// Refuses A2UI 0.8 and other protocols.
    pub(crate) fn of(dialect: Dialect) -> Result<Self, Refusal> {
        let (version, word, notation) = match dialect {
            Dialect::A2ui0_9 => (Version::V0_9, "v0.9", Notation::Plain),
            Dialect::A2ui0_9_1 => (Version::V0_9, "v0.9.1", Notation::Plain),
            Dialect::A2ui0_10 => (Version::V0_10, "v0.10", Notation::Plain),
            Dialect::A2ui1_0June => (Version::V1_0June, "v1.0", Notation::Plain),
            Dialect::A2ui1_0Aug => (Version::V1_0, "v1.0", Notation::Plain),
            Dialect::A2ui1_0Sep => (Version::V1_0, "v1.0", Notation::AtValues),
            Dialect::A2ui1_0 => (Version::V1_0, "1.0", Notation::At),
            _ => {
                let message = format!("{dialect} has no checks and calls, which the surface needs");
                return Err(Refusal::rule_broken(VERSION, Pointer::root(), message)
                    .hint("write the surface for A2UI 0.9, and translate its messages"));
            }
        };
        Ok(Self {
            version,
            word,
            notation,
        })
    }

    /// Returns the text of the `version` member.
    pub(crate) fn word(self) -> &'static str {
        self.word
    }

    /// Returns `true` if actions have a description for the user.
    pub(crate) fn has_user_messages(self) -> bool {
        self.version == Version::V1_0
    }

    /// Returns the message that deletes a surface.
    pub(crate) fn delete_surface(self, surface_id: &str) -> Result<Message, Refusal> {
        let body = object(&[("surfaceId", Payload::string(surface_id))]);
        self.message("deleteSurface", body)
    }

    fn message(self, key: &str, body: Payload) -> Result<Message, Refusal> {
        let message = object(&[("version", Payload::string(self.word)), (key, body)]);
        Ok(Message::read_as(message.text(), self.version)?)
    }
}

/// The components of a surface that is being written.
pub(crate) struct SurfaceWriter {
    target: SurfaceTarget,
    components: Vec<Payload>,
    /// The components that the root shows, in order.
    shown: Vec<Payload>,
}

impl SurfaceWriter {
    pub(crate) fn new(target: SurfaceTarget) -> Self {
        Self {
            target,
            components: Vec::new(),
            shown: Vec::new(),
        }
    }

    /// Returns `true` if texts have variants for headings. Later versions write headings in Markdown.
    pub(crate) fn has_headings(&self) -> bool {
        self.target.version == Version::V0_9
    }

    /// Returns `true` if text fields have placeholders, and videos have an image before their start.
    pub(crate) fn has_placeholders(&self) -> bool {
        self.target.version != Version::V0_9
    }

    /// Returns a component id with the alphabet of the version.
    pub(crate) fn id_of(&self, name: &str) -> String {
        match self.target.version {
            // Strict clients of 1.0 require identifiers.
            Version::V1_0 => ComponentId::from(name).to_identifier().as_str().to_owned(),
            _ => name.to_owned(),
        }
    }

    /// Returns `true` if the id of a component must be an identifier.
    pub(crate) fn has_identifiers(&self) -> bool {
        matches!(self.target.version, Version::V1_0June | Version::V1_0)
    }

    /// Adds a component.
    pub(crate) fn add(&mut self, id: &str, type_name: &str, properties: &[(&str, Payload)]) {
        let mut members = vec![
            ("id", Payload::string(id)),
            ("component", Payload::string(type_name)),
        ];
        for (name, value) in properties {
            let name = match *name {
                "accessibility" if self.target.notation.has_marked_keys() => "@accessibility",
                "checks" if self.target.notation.has_marked_keys() => "@checks",
                name => name,
            };
            members.push((name, value.clone()));
        }
        self.components.push(object(&members));
    }

    /// Adds a component that the root shows below the others.
    pub(crate) fn show(&mut self, id: &str, type_name: &str, properties: &[(&str, Payload)]) {
        self.show_component(id);
        self.add(id, type_name, properties);
    }

    /// Shows a component that is added on its own below the others.
    pub(crate) fn show_component(&mut self, id: &str) {
        self.shown.push(Payload::string(id));
    }

    /// Shows a text, unless it is empty.
    pub(crate) fn show_text(&mut self, id: &str, text: &str, variant: Option<&str>) {
        if text.is_empty() {
            return;
        }
        let mut properties = vec![("text", Payload::string(text))];
        if let Some(variant) = variant {
            properties.push(("variant", Payload::string(variant)));
        }
        self.show(id, "Text", &properties);
    }

    /// Adds a button with the text that it shows.
    pub(crate) fn add_button(&mut self, id: &str, label: &str, is_primary: bool, action: Payload) {
        let text_id = format!("{id}_label");
        let mut properties = vec![("child", Payload::string(&text_id))];
        if is_primary {
            properties.push(("variant", Payload::string("primary")));
        }
        properties.push(("action", action));
        self.add(id, "Button", &properties);
        self.add(&text_id, "Text", &[("text", Payload::string(label))]);
    }

    /// Creates the action that sends an event with this context.
    pub(crate) fn event(name: &str, context: &[(&str, Payload)]) -> Payload {
        Self::event_with(name, object(context))
    }

    /// Creates the action that sends an event with this object as its context.
    pub(crate) fn event_with(name: &str, context: Payload) -> Payload {
        let event = object(&[("name", Payload::string(name)), ("context", context)]);
        object(&[("event", event)])
    }

    /// Creates the action that calls a function.
    pub(crate) fn call_action(&self, name: &str, arguments: &[(&str, Payload)]) -> Payload {
        object(&[("functionCall", self.call(name, arguments))])
    }

    /// Creates a binding to a path.
    pub(crate) fn path(&self, path: &str) -> Payload {
        let name = match self.target.notation.has_marked_values() {
            true => "@path",
            false => "path",
        };
        object(&[(name, Payload::string(path))])
    }

    /// Creates a call of a function.
    pub(crate) fn call(&self, name: &str, arguments: &[(&str, Payload)]) -> Payload {
        let call = match self.target.notation.has_marked_values() {
            true => "@call",
            false => "call",
        };
        object(&[(call, Payload::string(name)), ("args", object(arguments))])
    }

    /// Returns the messages of the surface, as [`Surface::messages`](a2ui::surface::Surface::messages) returns them.
    ///
    /// # Errors
    /// Refuses a surface that exceeds the limits of A2UI.
    pub(crate) fn finish(
        mut self,
        surface_id: &str,
        data: &Payload,
    ) -> Result<Vec<Message>, Refusal> {
        let children = Payload::array(&self.shown);
        self.add("root", "Column", &[("children", children)]);
        // The root comes first, as authors write it.
        self.components.rotate_right(1);
        let id = Payload::string(surface_id);
        let catalog = Payload::string(CatalogId::basic(self.target.version).as_str());
        let bodies = [
            (
                "createSurface",
                object(&[("surfaceId", id.clone()), ("catalogId", catalog)]),
            ),
            (
                "updateDataModel",
                object(&[("surfaceId", id.clone()), ("value", data.clone())]),
            ),
            (
                "updateComponents",
                object(&[
                    ("surfaceId", id),
                    ("components", Payload::array(&self.components)),
                ]),
            ),
        ];
        // A surface with this notation reads its own messages.
        let options = SurfaceOptions::new().notation(self.target.notation);
        let mut surfaces = Surfaces::with_options(options);
        for (key, body) in bodies {
            surfaces.apply(&self.target.message(key, body)?)?;
        }
        let surface = surfaces.iter().next();
        Ok(surface
            .map(|surface| surface.messages())
            .unwrap_or_default())
    }
}
