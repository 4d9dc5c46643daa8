//! Input that the user enters into components.

use super::{Surface, SurfaceChange, SurfaceComponent, SurfaceError, Surfaces};
use crate::{
    SurfaceId, Version,
    expression::{Dynamic, Host, Scope},
};
use wire::{Payload, PayloadKind, Pointer};

/// The kind of value that an input component edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    Text,
    Boolean,
    Number,
    Choices,
}

/// The properties to which the input components of the basic catalog write, in 0.8 and from 0.9 on. The selected tab and
/// the state of a modal belong to the client, not to the data model.
const ENTRIES: &[(&str, Option<&str>, Option<&str>, Entry)] = &[
    ("TextField", Some("text"), Some("value"), Entry::Text),
    ("CheckBox", Some("value"), Some("value"), Entry::Boolean),
    ("Slider", Some("value"), Some("value"), Entry::Number),
    ("DateTimeInput", Some("value"), Some("value"), Entry::Text),
    ("MultipleChoice", Some("selections"), None, Entry::Choices),
    ("ChoicePicker", None, Some("value"), Entry::Choices),
];

/// Returns the property to which an input component of the basic catalog writes in a version, and the kind of its value.
pub(crate) fn edited_property(type_name: &str, version: Version) -> Option<(&'static str, Entry)> {
    let (_, old, new, entry) = ENTRIES.iter().find(|entry| entry.0 == type_name)?;
    let property = if version == Version::V0_8 { old } else { new };
    Some(((*property)?, *entry))
}

/// Returns `true` if an input component writes to a property in any version.
pub(super) fn is_edited(type_name: &str, property: &str) -> bool {
    ENTRIES.iter().any(|(name, old, new, _)| {
        *name == type_name && (*old == Some(property) || *new == Some(property))
    })
}

impl Entry {
    fn allows(self, value: &Payload) -> bool {
        match self {
            Self::Text => value.kind() == PayloadKind::String,
            Self::Boolean => value.kind() == PayloadKind::Boolean,
            Self::Number => value.kind() == PayloadKind::Number,
            Self::Choices => {
                value.kind() == PayloadKind::Array
                    && value
                        .elements()
                        .all(|choice| choice.kind() == PayloadKind::String)
            }
        }
    }

    fn as_str(self) -> &'static str {
        match self {
            Self::Text => "a string",
            Self::Boolean => "a boolean",
            Self::Number => "a number",
            Self::Choices => "a list of strings",
        }
    }
}

impl Surfaces {
    /// Writes a value that the user entered to the path to which the component is bound.
    ///
    /// | component | property | value |
    /// |---|---|---|
    /// | TextField | `value`, in 0.8 `text` | a string |
    /// | CheckBox | `value` | a boolean |
    /// | Slider | `value` | a number |
    /// | DateTimeInput | `value` | a string of ISO 8601 |
    /// | ChoicePicker, in 0.8 MultipleChoice | `value`, in 0.8 `selections` | a list of strings |
    ///
    /// Use [`input_at`](Self::input_at) for other components. The value is written even if checks of the component fail.
    ///
    /// Specification: [A2UI 0.9, Two-way binding & input components](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#two-way-binding--input-components).
    ///
    /// ```
    /// use agent_ui_a2ui::{Message, expression::Scope, surface::Surfaces};
    /// use agent_ui_a2ui::wire::Payload;
    ///
    /// let mut surfaces = Surfaces::new();
    /// for text in [
    ///     r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
    ///     r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[
    ///         {"id":"f","component":"TextField","label":"Name","value":{"path":"/name"}},
    ///         {"id":"g","component":"TextField","label":"Fixed","value":"text"}]}}"#,
    /// ] {
    ///     surfaces.apply(&Message::read(text)?)?;
    /// }
    /// surfaces.input("s", "f", &Scope::top(), Payload::string("Ada"))?;
    /// assert_eq!(surfaces.get("s").unwrap().data_model().get("/name"), Some(Payload::string("Ada")));
    /// let error = surfaces.input("s", "g", &Scope::top(), Payload::string("Ada")).unwrap_err();
    /// assert_eq!((error.rule, error.pointer.as_str()), ("not-bound", "/value"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Rules: `unknown-surface`, `unknown-component`, `not-an-input`, `input-kind`, `not-bound`, and the rules of
    /// [`DataError`](crate::data_model::DataError). Pointers point into the component.
    pub fn input(
        &mut self,
        surface_id: &str,
        component_id: &str,
        scope: &Scope,
        value: Payload,
    ) -> Result<Vec<SurfaceChange>, SurfaceError> {
        let (surface, component) = self.component_for_input(surface_id, component_id)?;
        let edited = edited_property(component.type_name(), surface.version());
        let Some((property, entry)) = edited else {
            let message =
                format_args!("`{}` is not an input component", component.type_name()).to_string();
            let error = SurfaceError::new("not-an-input", component.properties_at(), message);
            return Err(error.hint("use `input_at` with the name of the bound property"));
        };
        if !entry.allows(&value) {
            let at = component.properties_at().member(property);
            let message =
                format_args!("`{}` accepts {}", component.type_name(), entry.as_str()).to_string();
            let error = SurfaceError::new("input-kind", at, message);
            return Err(error.hint(format_args!("pass {}", entry.as_str())));
        }
        self.input_at(surface_id, component_id, property, scope, value)
    }

    /// Writes a value to the path to which a property is bound, for any component.
    ///
    /// ```
    /// use agent_ui_a2ui::{Message, expression::Scope, surface::Surfaces};
    /// use agent_ui_a2ui::wire::Payload;
    ///
    /// let mut surfaces = Surfaces::new();
    /// for text in [
    ///     r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://harbour.test/catalog.json"}}"#,
    ///     r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[
    ///         {"id":"dial","component":"Dial","bearing":{"path":"/bearing"}}]}}"#,
    /// ] {
    ///     surfaces.apply(&Message::read(text)?)?;
    /// }
    /// surfaces.input_at("s", "dial", "bearing", &Scope::top(), Payload::parse("270")?)?;
    /// assert_eq!(surfaces.get("s").unwrap().data_model().get("/bearing").unwrap().text(), "270");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`input`](Self::input), except `not-an-input` and `input-kind`.
    pub fn input_at(
        &mut self,
        surface_id: &str,
        component_id: &str,
        property: &str,
        scope: &Scope,
        value: Payload,
    ) -> Result<Vec<SurfaceChange>, SurfaceError> {
        let (surface, component) = self.component_for_input(surface_id, component_id)?;
        let at = component.properties_at().member(property);
        let path = surface.bound_path(component, property, scope).map_err(|message| {
            let error = SurfaceError::new("not-bound", at.clone(), message);
            error.hint("bind the property to a path of the data model, so that the input can be stored")
        })?;
        self.write(surface_id, &path, value)
            .map_err(|error| SurfaceError {
                pointer: at,
                ..error
            })
    }

    /// Writes a value to the data model on behalf of the client. `path` is resolved from the top. For example, a client
    /// writes the response to a 0.10 action to the [`response_path`](super::ClientEvent::response_path). For messages of
    /// the agent, use [`apply`](Self::apply).
    ///
    /// # Errors
    /// Rules: `unknown-surface`, `too-many-bytes`, and the rules of [`DataError`](crate::data_model::DataError).
    pub fn write(
        &mut self,
        surface_id: &str,
        path: &str,
        value: Payload,
    ) -> Result<Vec<SurfaceChange>, SurfaceError> {
        self.write_all(surface_id, [(path, value)])
            .map_err(|(_, error)| error)
    }

    /// Writes several values on behalf of the client, all or none. The error contains the index of the refused write.
    pub(crate) fn write_all<'a>(
        &mut self,
        surface_id: &str,
        writes: impl IntoIterator<Item = (&'a str, Payload)>,
    ) -> Result<Vec<SurfaceChange>, (usize, SurfaceError)> {
        let id = SurfaceId::from(surface_id);
        let written = self.with_byte_count(Some(surface_id), |surfaces| {
            let Some(surface) = surfaces.get_mut(&id) else {
                return Err((0, unknown_surface(surface_id)));
            };
            surface.write_each(writes)
        });
        let (index, done) = match written {
            Ok(changes) => (0, Ok(changes)),
            Err((index, error)) => (index, Err(error)),
        };
        self.update_dirty(Some(surface_id), &done);
        done.map_err(|error| (index, error))
    }

    fn component_for_input(
        &self,
        surface_id: &str,
        component_id: &str,
    ) -> Result<(&Surface, &SurfaceComponent), SurfaceError> {
        let Some(surface) = self.get(surface_id) else {
            return Err(unknown_surface(surface_id));
        };
        let Some(component) = surface.component(component_id) else {
            let message = format!("component `{component_id}` does not exist");
            let error = SurfaceError::new("unknown-component", Pointer::root(), message);
            return Err(error.hint("pass the id of a component of this surface"));
        };
        Ok((surface, component))
    }
}

fn unknown_surface(surface_id: &str) -> SurfaceError {
    let message = format_args!("surface `{surface_id}` does not exist").to_string();
    SurfaceError::new("unknown-surface", Pointer::root(), message)
        .hint("pass the id of a live surface")
}

impl Surface {
    /// Writes several values, all or none. The error contains the index of the refused write.
    fn write_each<'a>(
        &mut self,
        writes: impl IntoIterator<Item = (&'a str, Payload)>,
    ) -> Result<Vec<SurfaceChange>, (usize, SurfaceError)> {
        let (mut saved, mut changes) = (Vec::new(), Vec::new());
        for (index, (path, value)) in writes.into_iter().enumerate() {
            match self.write_saved(path, value) {
                Ok((before, path)) => {
                    saved.push(before);
                    changes.push(SurfaceChange::DataModel {
                        surface_id: self.surface_id().clone(),
                        path,
                    });
                }
                Err(error) => {
                    self.restore(saved);
                    return Err((index, self.refused_data(&error, Pointer::root())));
                }
            }
        }
        Ok(changes)
    }

    /// Returns the path to which a property is bound, resolved from the top. The error is a sentence with the reason why
    /// the property is not bound.
    pub(crate) fn bound_path(
        &self,
        component: &SurfaceComponent,
        property: &str,
        scope: &Scope,
    ) -> Result<String, String> {
        let Some(value) = component.property(property) else {
            return Err(format!("the component has no property `{property}`"));
        };
        let host = Host::new();
        let evaluation = self.evaluation_of(component.id().as_str(), scope, &host);
        match evaluation.classify(&value) {
            Ok(Dynamic::Binding { path, .. }) => evaluation
                .resolve_path(&path)
                .map_err(|error| error.to_string()),
            Ok(Dynamic::Call(call)) => Err(format!(
                "`{property}` is computed by the function `{}`",
                call.name
            )),
            Ok(Dynamic::Literal(_)) => Err(format!("`{property}` is a literal value")),
            Err(error) => Err(error.message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Message;

    fn surfaces(texts: &[&str]) -> Surfaces {
        let mut surfaces = Surfaces::new();
        for text in texts {
            surfaces.apply(&Message::read(text).unwrap()).unwrap();
        }
        surfaces
    }

    fn of_0_9(components: &str) -> Surfaces {
        surfaces(&[
            r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
            r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"rows":[{"on":false},{}],"word":"w"}}}"#,
            &format!(
                r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{components}]}}}}"#
            ),
        ])
    }

    type InputOutcome = Result<String, (&'static str, String)>;

    /// Returns the written path or the error. Asserts that a refused input changes nothing.
    fn input(surfaces: &mut Surfaces, id: &str, scope: &str, value: &str) -> InputOutcome {
        let before = surfaces.clone();
        let (value, scope) = (Payload::parse(value).unwrap(), Scope::item(scope).unwrap());
        match surfaces.input("s", id, &scope, value.clone()) {
            Ok(changes) => {
                let [SurfaceChange::DataModel { path, .. }] = &changes[..] else {
                    panic!("{changes:?}")
                };
                assert_eq!(
                    surfaces.get("s").unwrap().data_model().get(path),
                    Some(value)
                );
                Ok(path.clone())
            }
            Err(error) => {
                assert_eq!(*surfaces, before);
                Err((error.rule, error.pointer.as_str().to_owned()))
            }
        }
    }

    fn refusal(rule: &'static str, pointer: &str) -> InputOutcome {
        Err((rule, pointer.to_owned()))
    }

    fn at(path: &str) -> InputOutcome {
        Ok(path.to_owned())
    }

    #[test]
    fn each_input_writes_its_own_property() {
        let component = |name: &str| {
            format!(r#"{{"id":"{name}","component":"{name}","value":{{"path":"/{name}"}}}}"#)
        };
        let names = [
            "TextField",
            "CheckBox",
            "Slider",
            "DateTimeInput",
            "ChoicePicker",
            "MultipleChoice",
            "Tabs",
        ];
        let mut surfaces = of_0_9(&names.map(component).join(","));
        for (name, value, wrong) in [
            ("TextField", "\"a\"", "1"),
            ("CheckBox", "true", "\"true\""),
            ("Slider", "0.50", "\"0.5\""),
            ("DateTimeInput", "\"2026-01-16\"", "null"),
            ("ChoicePicker", r#"["a","b"]"#, r#"["a",1]"#),
        ] {
            assert_eq!(
                input(&mut surfaces, name, "", value),
                at(&format!("/{name}"))
            );
            assert_eq!(
                input(&mut surfaces, name, "", wrong),
                refusal("input-kind", "/value")
            );
        }
        for name in ["MultipleChoice", "Tabs"] {
            assert_eq!(
                input(&mut surfaces, name, "", "[]"),
                refusal("not-an-input", "")
            );
        }
    }

    #[test]
    fn in_0_8_a_text_field_writes_text_and_a_choice_writes_selections() {
        let mut surfaces = surfaces(&[r#"{"surfaceUpdate":{"surfaceId":"s","components":[
            {"id":"t","component":{"TextField":{"label":{"literalString":"l"},"text":{"path":"/t","literalString":"x"}}}},
            {"id":"u","component":{"TextField":{"text":{"literalString":"x"}}}},
            {"id":"m","component":{"MultipleChoice":{"selections":{"path":"m"},"options":[]}}},
            {"id":"c","component":{"ChoicePicker":{"value":{"path":"/c"}}}}]}}"#]);
        assert_eq!(input(&mut surfaces, "t", "", "\"a\""), at("/t"));
        assert_eq!(input(&mut surfaces, "m", "", r#"["a"]"#), at("/m"));
        assert_eq!(
            input(&mut surfaces, "u", "", "\"a\""),
            refusal("not-bound", "/component/TextField/text")
        );
        assert_eq!(
            input(&mut surfaces, "c", "", "[]"),
            refusal("not-an-input", "/component/ChoicePicker")
        );
    }

    #[test]
    fn in_0_8_an_input_in_a_template_writes_to_its_item_even_with_a_leading_slash() {
        let mut surfaces = surfaces(&[r#"{"surfaceUpdate":{"surfaceId":"s","components":[
            {"id":"t","component":{"TextField":{"text":{"path":"/name"}}}},
            {"id":"top","component":{"TextField":{"text":{"path":"//name"}}}},
            {"id":"n","component":{"TextField":{"text":{"path":"sizes[0].x"}}}}]}}"#]);
        assert_eq!(
            input(&mut surfaces, "t", "/rows/a", "\"a\""),
            at("/rows/a/name")
        );
        assert_eq!(
            input(&mut surfaces, "n", "/rows/a", "\"b\""),
            at("/rows/a/sizes/0/x")
        );
        assert_eq!(input(&mut surfaces, "top", "/rows/a", "\"c\""), at("/name"));
        let model = surfaces
            .get("s")
            .unwrap()
            .data_model()
            .to_payload()
            .unwrap();
        assert_eq!(
            model.text(),
            r#"{"rows":{"a":{"name":"a","sizes":{"0":{"x":"b"}}}},"name":"c"}"#
        );
    }

    #[test]
    fn an_input_in_a_template_writes_to_its_item() {
        let mut surfaces = of_0_9(
            r#"{"id":"on","component":"CheckBox","label":"","value":{"path":"on"}},
            {"id":"item","component":"TextField","label":"","value":{"path":""}},
            {"id":"top","component":"TextField","label":"","value":{"path":"/word"}}"#,
        );
        assert_eq!(
            input(&mut surfaces, "on", "/rows/0", "true"),
            at("/rows/0/on")
        );
        assert_eq!(
            input(&mut surfaces, "on", "/rows/1", "true"),
            at("/rows/1/on")
        );
        assert_eq!(
            input(&mut surfaces, "item", "/rows/1", "\"a\""),
            at("/rows/1")
        );
        assert_eq!(input(&mut surfaces, "top", "/rows/1", "\"a\""), at("/word"));
        let model = surfaces
            .get("s")
            .unwrap()
            .data_model()
            .to_payload()
            .unwrap();
        assert_eq!(model.text(), r#"{"rows":[{"on":true},"a"],"word":"a"}"#);
    }

    #[test]
    fn unbound_properties_cannot_be_written() {
        let mut surfaces = of_0_9(
            r#"{"id":"literal","component":"TextField","label":"","value":"x"},
            {"id":"absent","component":"TextField","label":""},
            {"id":"call","component":"TextField","label":"","value":{"call":"formatString","args":{"value":"x"}}},
            {"id":"through","component":"TextField","label":"","value":{"path":"/word/below"}}"#,
        );
        for (id, rule, pointer) in [
            ("literal", "not-bound", "/value"),
            ("absent", "not-bound", "/value"),
            ("call", "not-bound", "/value"),
            ("through", "write-through-primitive", "/value"),
            ("missing", "unknown-component", ""),
        ] {
            assert_eq!(
                input(&mut surfaces, id, "", "\"a\""),
                refusal(rule, pointer),
                "{id}"
            );
        }
        let error = surfaces.write("t", "/a", Payload::null()).unwrap_err();
        assert_eq!(error.rule, "unknown-surface");
        let error = surfaces
            .input("t", "literal", &Scope::top(), Payload::null())
            .unwrap_err();
        assert_eq!(error.rule, "unknown-surface");
        let call = surfaces
            .input("s", "call", &Scope::top(), Payload::string("a"))
            .unwrap_err();
        assert_eq!(
            call.message,
            "`value` is computed by the function `formatString`"
        );
    }

    #[test]
    fn components_of_other_catalogs_need_the_name_of_the_property() {
        let mut surfaces = of_0_9(r#"{"id":"own","component":"Rating","stars":{"path":"/stars"}}"#);
        let value = Payload::parse("4.5").unwrap();
        let changes = surfaces
            .input_at("s", "own", "stars", &Scope::top(), value.clone())
            .unwrap();
        assert_eq!(
            changes,
            [SurfaceChange::DataModel {
                surface_id: "s".into(),
                path: "/stars".into()
            }]
        );
        assert_eq!(
            surfaces.get("s").unwrap().data_model().get("/stars"),
            Some(value)
        );
    }
}
