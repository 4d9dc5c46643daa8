//! The settings of a translation that no message contains, as JSON.

use bridge::{
    Context, Refusal,
    a2ui::{Message, surface::Surfaces},
};
#[cfg(feature = "all-protocols")]
use bridge::{
    Routes, RoutesError,
    actions_json::{checked_manifest::CheckedManifest, validate::Profile},
};
use std::{collections::BTreeMap, fmt::Display};
use wire::{DecodeError, EncodeError, Field, Payload, Pointer, object::Object, spelling::is_like};

wire::object! {
    /// A [`Context`] as JSON: the settings of a translation that no message contains. Absent members are unknown.
    pub struct ContextFields {
        /// Canvas files with the surfaces that they show: `{"reports/x.html":"surface"}`.
        routes?: Option<Payload>,
        /// The actions.json manifest of the page that sends the events.
        manifest?: Option<Payload>,
        /// The verbs of signals, by declared name.
        verbs?: Field<BTreeMap<String, String>>,
        /// The A2UI messages that build the live surfaces.
        surfaces?: Field<Vec<Payload>>,
        /// The agent that owns the surfaces.
        owner?: Field<String>,
        /// The time of receipt, for messages without one.
        time?: Field<String>,
        /// The canvas file of events.
        canvas_file as "canvasFile"?: Field<String>,
        /// The runtime id of events without one.
        runtime_id as "runtimeId"?: Field<String>,
        /// The AHP channel of the messages.
        channel?: Field<String>,
        /// The AHP session to which the open canvases of a chat belong.
        session?: Field<String>,
        /// The AHP chat to which the open canvases of a session belong.
        chat?: Field<String>,
        /// The http(s) address under which canvas contents are served.
        base_url as "baseUrl"?: Field<String>,
        /// `true` if names of MCP tools have no dots.
        flat_names as "flatNames"?: Field<bool>,
        /// `true` if input schemas of MCP tools have no `oneOf`, `anyOf`, `allOf` and `if` at their top level.
        portable_schemas as "portableSchemas"?: Field<bool>,
        /// The title of a canvas.
        title?: Field<String>,
    }
}

impl ContextFields {
    /// Converts a context to JSON.
    ///
    /// # Errors
    /// Returns an error if a value nests too deep to be written.
    pub fn of(cx: &Context) -> Result<Self, EncodeError> {
        let Context {
            surfaces,
            owner,
            time,
            runtime_id,
            channel,
            session,
            chat,
            base_url,
            flat_names,
            portable_schemas,
            title,
            ..
        } = cx;
        let mut written = Self::new();
        #[cfg(feature = "all-protocols")]
        written.add_protocols(cx)?;
        let mut messages = Vec::new();
        for surface in surfaces.iter() {
            for message in surface.messages() {
                messages.push(encode_payload(&message)?);
            }
        }
        if !messages.is_empty() {
            written.surfaces = Field::Value(messages);
        }
        written.owner = text_field(owner.as_deref());
        written.time = text_field(time.as_ref().map(|time| time.as_str()));
        written.runtime_id = text_field(runtime_id.as_deref());
        written.channel = text_field(channel.as_deref());
        written.session = text_field(session.as_deref());
        written.chat = text_field(chat.as_deref());
        written.base_url = text_field(base_url.as_deref());
        written.flat_names = flag_field(*flat_names);
        written.portable_schemas = flag_field(*portable_schemas);
        written.title = text_field(title.as_deref());
        Ok(written)
    }

    /// Reads a context from the text of a JSON object.
    ///
    /// # Errors
    /// Returns an error if the text is not a JSON object with these members.
    pub(crate) fn decode(json: &str) -> Result<Self, Refusal> {
        wire::decode(json).map_err(|error: DecodeError| {
            let at = Pointer::root().member("context").join(&error.pointer);
            let is_whole = error.pointer.is_root();
            let refusal = Refusal::from(error).at(at);
            if is_whole {
                refusal.hint(format_args!(
                    "pass an object with the members {}",
                    member_names()
                ))
            } else {
                refusal
            }
        })
    }

    /// Converts the JSON back to a context.
    ///
    /// # Errors
    /// Returns an error if a member is unknown, the routes are not one-to-one, the manifest is not valid, or the messages build no
    /// surfaces.
    pub fn read(&self) -> Result<Context, Refusal> {
        if let Some((name, _)) = self.extra.iter().next() {
            return Err(unknown_member(name));
        }
        let mut cx = Context::default();
        #[cfg(feature = "all-protocols")]
        self.read_protocols(&mut cx)?;
        if let Some(messages) = self.surfaces.get() {
            cx.surfaces = build_surfaces(messages)
                .map_err(|refusal| unreadable_member("surfaces", &refusal))?;
        }
        cx.owner = self.owner.get().cloned();
        cx.time = self.time.get().map(|time| time.as_str().into());
        cx.runtime_id = self.runtime_id.get().cloned();
        cx.channel = self.channel.get().cloned();
        cx.session = self.session.get().cloned();
        cx.chat = self.chat.get().cloned();
        cx.base_url = self.base_url.get().cloned();
        cx.flat_names = self.flat_names.get() == Some(&true);
        cx.portable_schemas = self.portable_schemas.get() == Some(&true);
        cx.title = self.title.get().cloned();
        Ok(cx)
    }
}

fn text_field(text: Option<&str>) -> Field<String> {
    match text {
        Some(text) => Field::Value(text.to_owned()),
        None => Field::Absent,
    }
}

/// Writes a flag. A flag that is not set is absent.
fn flag_field(is_set: bool) -> Field<bool> {
    if is_set {
        Field::Value(true)
    } else {
        Field::Absent
    }
}

#[cfg(feature = "all-protocols")]
fn unreadable_routes(error: RoutesError) -> Refusal {
    let refusal = unreadable_member("routes", &error.message);
    let pointer = refusal.pointer().join(&error.pointer);
    refusal.at(pointer)
}

/// The members about other protocols than A2UI.
#[cfg(feature = "all-protocols")]
impl ContextFields {
    fn add_protocols(&mut self, cx: &Context) -> Result<(), EncodeError> {
        let Context {
            routes,
            manifest,
            verbs,
            canvas_file,
            ..
        } = cx;
        let routes = routes
            .iter()
            .map(|(file, surface)| (file.to_string(), surface.to_string()));
        let routes: BTreeMap<String, String> = wire::collect_map(routes);
        if !routes.is_empty() {
            self.routes = Some(encode_payload(&routes)?);
        }
        self.manifest = manifest
            .as_ref()
            .map(|checked| encode_payload(checked.manifest()))
            .transpose()?;
        if !verbs.is_empty() {
            let verbs = verbs
                .iter()
                .map(|(name, verb)| (name.clone(), verb.as_str().to_owned()));
            self.verbs = Field::Value(wire::collect_map(verbs));
        }
        let file = canvas_file.as_ref().map(|file| file.as_str().to_owned());
        self.canvas_file = file.map_or(Field::Absent, Field::Value);
        Ok(())
    }

    fn read_protocols(&self, cx: &mut Context) -> Result<(), Refusal> {
        if let Some(routes) = &self.routes {
            cx.routes = Routes::read(routes).map_err(unreadable_routes)?;
        }
        if let Some(manifest) = &self.manifest {
            let manifest = manifest
                .decode()
                .map_err(|error| unreadable_member("manifest", &error))?;
            let checked = CheckedManifest::check(manifest, &Profile::PUBLISHED, None);
            cx.manifest =
                Some(checked.map_err(|rejected| unreadable_member("manifest", &rejected))?);
        }
        for (name, verb) in self.verbs.get().into_iter().flatten() {
            cx.verbs.insert(name.clone(), verb.as_str().into());
        }
        cx.canvas_file = self.canvas_file.get().map(|file| file.as_str().into());
        Ok(())
    }
}

/// Returns the names of all members, for a hint.
fn member_names() -> String {
    let names = ContextFields::TABLE
        .members
        .iter()
        .map(|member| format!("`{}`", member.name));
    names.collect::<Vec<_>>().join(", ")
}

/// Returns the refusal of a member that a context does not have.
fn unknown_member(name: &str) -> Refusal {
    let mut names = ContextFields::TABLE
        .members
        .iter()
        .map(|member| member.name);
    let hint = match names.find(|known| is_like(name, known)) {
        Some(like) => format!("did you mean `{like}`?"),
        None => format!("a context has the members {}", member_names()),
    };
    let pointer = Pointer::root().member("context").member(name);
    let message = format!("`{name}` is not a member of a context");
    Refusal::rule_broken("context/unknown-member", pointer, message).hint(hint)
}

fn encode_payload<T: wire::Wire>(value: &T) -> Result<Payload, EncodeError> {
    let text = wire::encode(value)?;
    Ok(Payload::parse(text).unwrap_or_else(|_| Payload::null()))
}

fn build_surfaces(messages: &[Payload]) -> Result<Surfaces, Refusal> {
    let mut surfaces = Surfaces::new();
    for message in messages {
        surfaces.apply(&Message::read(message.text())?)?;
    }
    Ok(surfaces)
}

fn unreadable_member(member: &str, error: &dyn Display) -> Refusal {
    let pointer = Pointer::root().member("context").member(member);
    Refusal::rule_broken("context/unreadable", pointer, error).hint(format_args!(
        "correct `{member}` in the context, or leave it out"
    ))
}

#[cfg(all(test, feature = "all-protocols"))]
mod tests {
    use super::*;

    #[test]
    fn every_member_of_a_context_is_written_and_read() {
        let text = r#"{"routes":{"a.html":"s"},"manifest":{"protocol":"actions.json","version":"0.1","tools":[],"name":"site"},"verbs":{"buy":"click"},
            "surfaces":[{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}],
            "owner":"o","time":"2026-05-18T15:30:00Z","canvasFile":"b.html","runtimeId":"r","channel":"ahp-canvas:/s",
            "session":"ahp-session:/1","chat":"ahp-chat:/1","baseUrl":"https://example.org/","flatNames":true,"title":"t"}"#;
        let written: ContextFields = wire::decode(text).unwrap();
        let again = ContextFields::of(&written.read().unwrap()).unwrap();
        assert_eq!(
            Payload::encode(&again).unwrap(),
            Payload::parse(text).unwrap()
        );
        assert_eq!(
            ContextFields::of(&Context::default()).unwrap(),
            ContextFields::new()
        );
    }

    #[test]
    fn unknown_members_are_refused_with_a_suggestion() {
        for (text, pointer, hint) in [
            (
                r#"{"runtime_id":"r"}"#,
                "/context/runtime_id",
                "did you mean `runtimeId`?",
            ),
            (
                r#"{"time":"2026-05-18T15:30:00Z","Title":"t"}"#,
                "/context/Title",
                "did you mean `title`?",
            ),
            (
                r#"{"colour":"red"}"#,
                "/context/colour",
                "a context has the members `routes`, `manifest`",
            ),
        ] {
            let error = crate::context(text).unwrap_err();
            assert_eq!(
                (error.rule.as_str(), error.pointer.as_str()),
                ("context/unknown-member", pointer)
            );
            assert!(error.hint.starts_with(hint), "{error:?}");
        }
    }

    #[test]
    fn an_invalid_context_is_refused_with_a_list_of_its_members() {
        for text in ["[1]", "7", "null", "", "time"] {
            let error = crate::context(text).unwrap_err();
            assert_eq!(error.pointer.as_str(), "/context", "{text}");
            assert!(
                error
                    .hint
                    .starts_with("pass an object with the members `routes`, "),
                "{error:?}"
            );
        }
        let error = crate::context(r#"{"time":7}"#).unwrap_err();
        assert_eq!(error.pointer.as_str(), "/context/time");
    }

    #[test]
    fn unreadable_members_are_reported_with_their_place() {
        for (text, pointer) in [
            (r#"{"routes":7}"#, "/context/routes"),
            (r#"{"routes":{"a.html":7}}"#, "/context/routes/a.html"),
            (r#"{"manifest":7}"#, "/context/manifest"),
            (
                r#"{"manifest":{"protocol":"nope","version":7,"tools":[]}}"#,
                "/context/manifest",
            ),
            (r#"{"surfaces":[{}]}"#, "/context/surfaces"),
        ] {
            let written: ContextFields = wire::decode(text).unwrap();
            let refusal = written.read().unwrap_err();
            assert_eq!(refusal.pointer().as_str(), pointer);
            assert!(
                refusal.message().starts_with(char::is_alphanumeric),
                "{refusal}"
            );
            assert!(!refusal.hint_text().is_empty());
        }
    }
}
