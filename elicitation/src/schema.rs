//! The schema of a form: flat properties of simple types.

use crate::{named_map::NamedMap, number_kind::NumberKind, shape::text_member};
use wire::{Field, List, Number, Payload, Reader, Wire, Writer, decode::ReadResult};

wire::word! {
    /// The format of a text input.
    ///
    /// The vocabulary is open. MCP defines four formats, and ACP 2 adds `regex`.
    ///
    /// Specification: [MCP 2025-11-25, requested
    /// schema](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx#requested-schema).
    pub open enum TextFormat {
        /// An email address.
        Email = "email",
        /// An absolute URI.
        Uri = "uri",
        /// A date, `2026-07-28`.
        Date = "date",
        /// A date with a time and an offset, `2026-07-28T10:00:00Z`.
        DateTime = "date-time",
    }
}

wire::object! {
    /// An option with a title: `{"const": "#FF0000", "title": "Red"}`.
    ///
    /// Specification: [MCP 2025-11-25, requested
    /// schema](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx#requested-schema).
    pub struct TitledOption {
        /// The value that an answer contains.
        value as "const": String,
        /// The title for users. The specifications require it.
        title?: Field<String>,
        /// A description for users. Only in ACP.
        description?: Field<String>,
        /// Metadata that both sides agree on. Only in ACP.
        meta as "_meta"?: Option<Payload>,
    }

    /// A property of the type `string`: a text, or one choice.
    ///
    /// Three forms offer a choice: `enum` alone, `enum` with `enumNames`, and `oneOf` with titles.
    /// [`options`](TextProperty::options) reads all of them.
    ///
    /// ```
    /// use agent_ui_elicitation::{TextProperty, wire};
    ///
    /// let color: TextProperty = wire::decode(r#"{"type":"string","enum":["r","g"],"enumNames":["Red","Green"]}"#)?;
    /// let titles: Vec<_> = color.options().unwrap_or_default().iter().map(|choice| choice.label().to_owned()).collect();
    /// assert_eq!(titles, ["Red", "Green"]);
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// Specification: [MCP 2025-11-25, requested
    /// schema](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx#requested-schema).
    pub struct TextProperty by "type" = "string" {
        /// The label of the input.
        title?: Field<String>,
        /// A description for users.
        description?: Field<String>,
        /// The minimum number of characters.
        min_length as "minLength"?: Field<Number>,
        /// The maximum number of characters.
        max_length as "maxLength"?: Field<Number>,
        /// A regular expression that the text must match. Only in ACP.
        pattern?: Field<String>,
        /// The format of the text.
        format?: Field<TextFormat>,
        /// The permitted values. A value that is not a string is kept, and validation reports it.
        enum_values as "enum"?: Field<List<String>>,
        /// The titles of the values, in the same order. Only in MCP, and superseded by `oneOf` in 2025-11-25.
        enum_names as "enumNames"?: Field<List<String>>,
        /// The permitted values with titles. Since MCP 2025-11-25.
        one_of as "oneOf"?: Field<List<TitledOption>>,
        /// The value that the input shows at first. Since MCP 2025-11-25.
        default?: Option<Payload>,
        /// Metadata that both sides agree on. Only in ACP.
        meta as "_meta"?: Option<Payload>,
    }

    /// A property of the type `number` or `integer`.
    ///
    /// Specification: [MCP 2025-11-25, requested
    /// schema](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx#requested-schema).
    pub struct NumberProperty {
        /// The type, `number` or `integer`.
        kind as "type": NumberKind,
        /// The label of the input.
        title?: Field<String>,
        /// A description for users.
        description?: Field<String>,
        /// The smallest permitted value.
        minimum?: Field<Number>,
        /// The largest permitted value.
        maximum?: Field<Number>,
        /// The value that the input shows at first. Since MCP 2025-11-25.
        default?: Option<Payload>,
        /// Metadata that both sides agree on. Only in ACP.
        meta as "_meta"?: Option<Payload>,
    }

    /// A property of the type `boolean`.
    ///
    /// Specification: [MCP 2025-11-25, requested
    /// schema](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx#requested-schema).
    pub struct BooleanProperty by "type" = "boolean" {
        /// The label of the input.
        title?: Field<String>,
        /// A description for users.
        description?: Field<String>,
        /// The value that the input shows at first.
        default?: Option<Payload>,
        /// Metadata that both sides agree on. Only in ACP.
        meta as "_meta"?: Option<Payload>,
    }

    /// The elements of a multiple choice: `enum` with plain values, or `anyOf` with titles.
    ///
    /// Specification: [MCP 2025-11-25, elicitation](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx).
    pub struct ChoiceItems {
        /// The type of the elements, `string`.
        kind as "type"?: Field<String>,
        /// The permitted values.
        enum_values as "enum"?: Field<List<String>>,
        /// The permitted values with titles.
        any_of as "anyOf"?: Field<List<TitledOption>>,
    }

    /// A property of the type `array`: a multiple choice. Since MCP 2025-11-25.
    ///
    /// Specification: [MCP 2025-11-25, requested
    /// schema](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx#requested-schema).
    pub struct ChoicesProperty by "type" = "array" {
        /// The label of the input.
        title?: Field<String>,
        /// A description for users.
        description?: Field<String>,
        /// The minimum number of chosen values.
        min_items as "minItems"?: Field<Number>,
        /// The maximum number of chosen values.
        max_items as "maxItems"?: Field<Number>,
        /// The options of the choice.
        items?: Field<ChoiceItems>,
        /// The values that are chosen at first.
        default?: Option<Payload>,
        /// Metadata that both sides agree on. Only in ACP.
        meta as "_meta"?: Option<Payload>,
    }

    /// The schema of a form: `{"type": "object", "properties": {…}, "required": […]}`.
    ///
    /// The properties are the inputs of the form, in their order. Properties are not nested.
    ///
    /// ```
    /// use agent_ui_elicitation::{FormSchema, NamedMap, TextProperty, wire};
    ///
    /// let properties: NamedMap<_> = [("name", TextProperty::new().title("Your name").into())].into_iter().collect();
    /// let schema = FormSchema::new().kind("object").properties(properties).required(vec!["name".to_owned()]);
    /// let text = r#"{"type":"object","properties":{"name":{"type":"string","title":"Your name"}},"required":["name"]}"#;
    /// assert_eq!(wire::encode(&schema)?, text);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    ///
    /// Specification: [MCP 2025-11-25, requested
    /// schema](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx#requested-schema);
    /// [ACP](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/elicitation.mdx).
    pub struct FormSchema {
        /// The dialect of JSON Schema.
        schema as "$schema"?: Field<String>,
        /// The type, `object`. ACP 1 allows its absence.
        kind as "type"?: Field<String>,
        /// The title of the form. Only in ACP.
        title?: Field<String>,
        /// A description of the form. Only in ACP.
        description?: Field<String>,
        /// The inputs by name, in their order. ACP 1 allows their absence.
        properties?: Field<NamedMap<PropertySchema>>,
        /// The names of the inputs that an answer must contain.
        required?: Field<Vec<String>>,
        /// Metadata that both sides agree on. Only in ACP.
        meta as "_meta"?: Option<Payload>,
    }
}

/// The schema of one input of a form, by its member `type`.
///
/// ```
/// use agent_ui_elicitation::{PropertySchema, wire};
///
/// let age: PropertySchema = wire::decode(r#"{"type":"integer","minimum":18}"#)?;
/// let PropertySchema::Number(age) = age else { unreachable!() };
/// assert_eq!(age.minimum.get().and_then(|minimum| minimum.as_i64()), Some(18));
/// # Ok::<(), wire::DecodeError>(())
/// ```
///
/// Specification: [MCP 2025-11-25, elicitation](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PropertySchema {
    /// A text, or one choice.
    Text(Box<TextProperty>),
    /// A number or an integer.
    Number(Box<NumberProperty>),
    /// A yes or no.
    Boolean(Box<BooleanProperty>),
    /// A multiple choice.
    Choices(Box<ChoicesProperty>),
    /// A schema of another type, or of none. The specifications do not define it, and ACP asks clients to keep it.
    Other(Payload),
}

impl Wire for PropertySchema {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        match text_member(reader, "type").as_deref() {
            Some("string") => Wire::read(reader).map(Self::Text),
            Some("number" | "integer") => Wire::read(reader).map(Self::Number),
            Some("boolean") => Wire::read(reader).map(Self::Boolean),
            Some("array") => Wire::read(reader).map(Self::Choices),
            _ => Wire::read(reader).map(Self::Other),
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Text(property) => property.write(writer),
            Self::Number(property) => property.write(writer),
            Self::Boolean(property) => property.write(writer),
            Self::Choices(property) => property.write(writer),
            Self::Other(property) => property.write(writer),
        }
    }
}

wire::hand_written! {
    PropertySchema,
    schema: |schemas| {
        let text = schemas.schema_for::<TextProperty>();
        let number = schemas.schema_for::<NumberProperty>();
        let boolean = schemas.schema_for::<BooleanProperty>();
        let choices = schemas.schema_for::<ChoicesProperty>();
        let known = ["string", "number", "integer", "boolean", "array"];
        let other = wire::schema::json!({"not": {
            "type": "object", "required": ["type"], "properties": {"type": {"enum": known}},
        }});
        wire::schema::json!({"anyOf": [
            {"required": ["type"], "allOf": [text]}, {"required": ["type"], "allOf": [number]},
            {"required": ["type"], "allOf": [boolean]}, {"required": ["type"], "allOf": [choices]}, other,
        ]})
    },
    generate: |level| {
        use wire::proptest::prelude::*;
        prop_oneof![
            Box::<TextProperty>::strategy(level).prop_map(Self::Text),
            Box::<NumberProperty>::strategy(level).prop_map(Self::Number),
            Box::<BooleanProperty>::strategy(level).prop_map(Self::Boolean),
            Box::<ChoicesProperty>::strategy(level).prop_map(Self::Choices),
            Just(Self::Other(Payload::object([("type", &Payload::string("object"))]))),
            Just(Self::Other(Payload::empty_object())),
        ]
        .boxed()
    },
}

/// Implements the conversion from each kind of property. `from!(TextProperty Text);` expands to:
///
/// ```text
/// impl From<TextProperty> for PropertySchema {
///     fn from(property: TextProperty) -> Self { Self::Text(Box::new(property)) }
/// }
/// ```
macro_rules! from {
    ($($Property:ident $Variant:ident),*) => { $(
        impl From<$Property> for PropertySchema {
            fn from(property: $Property) -> Self {
                Self::$Variant(Box::new(property))
            }
        }
    )* };
}
from!(TextProperty Text, NumberProperty Number, BooleanProperty Boolean, ChoicesProperty Choices);

/// An option of a choice, in whichever form the schema states it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice {
    /// The value that an answer contains.
    pub value: String,
    /// The title for users, if the schema states one.
    pub title: Option<String>,
}

impl Choice {
    /// Creates an option.
    pub fn new(value: impl Into<String>, title: Option<String>) -> Self {
        Self {
            value: value.into(),
            title,
        }
    }

    /// Returns the text that a user reads: the title, or else the value.
    pub fn label(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.value)
    }
}

impl PropertySchema {
    /// Returns the title. Schemas of other types have a title, too, if it is a string.
    pub fn title(&self) -> Option<String> {
        self.text_member("title")
    }

    /// Returns the description.
    pub fn description(&self) -> Option<String> {
        self.text_member("description")
    }

    fn text_member(&self, name: &str) -> Option<String> {
        let (title, description) = match self {
            Self::Text(property) => (&property.title, &property.description),
            Self::Number(property) => (&property.title, &property.description),
            Self::Boolean(property) => (&property.title, &property.description),
            Self::Choices(property) => (&property.title, &property.description),
            Self::Other(schema) => return Some(schema.member(name)?.as_str()?.into_owned()),
        };
        let member = if name == "title" { title } else { description };
        member.get().cloned()
    }

    /// Returns the default. Null counts as absent.
    pub fn default_value(&self) -> Option<Payload> {
        let default = match self {
            Self::Text(property) => property.default.clone(),
            Self::Number(property) => property.default.clone(),
            Self::Boolean(property) => property.default.clone(),
            Self::Choices(property) => property.default.clone(),
            Self::Other(schema) => schema.member("default"),
        };
        default.filter(|default| !default.is_null())
    }

    /// Returns the options of a choice, or `None` for an input without options.
    pub fn options(&self) -> Option<Vec<Choice>> {
        match self {
            Self::Text(property) => property.options(),
            Self::Choices(property) => property.options(),
            Self::Number(_) | Self::Boolean(_) | Self::Other(_) => None,
        }
    }
}

impl TextProperty {
    /// Returns the options of a choice in order, or `None` for a text without options. Entries that are not readable
    /// are skipped.
    pub fn options(&self) -> Option<Vec<Choice>> {
        if let Some(options) = self.one_of.get() {
            return Some(titled(options));
        }
        let values = self.enum_values.get()?;
        let names = self.enum_names.get();
        let title = |index| names.and_then(|names| names.get(index)).cloned();
        let choices = values.enumerate();
        Some(
            choices
                .map(|(index, value)| Choice::new(value, title(index)))
                .collect(),
        )
    }
}

impl ChoicesProperty {
    /// Returns the options of the choice in order, or `None` if the schema states none. Entries that are not readable
    /// are skipped.
    pub fn options(&self) -> Option<Vec<Choice>> {
        let items = self.items.get()?;
        if let Some(options) = items.any_of.get() {
            return Some(titled(options));
        }
        let values = items.enum_values.get()?;
        Some(
            values
                .iter()
                .map(|value| Choice::new(value, None))
                .collect(),
        )
    }
}

fn titled(options: &List<TitledOption>) -> Vec<Choice> {
    let choice = |option: &TitledOption| Choice::new(&option.value, option.title.get().cloned());
    options.iter().map(choice).collect()
}

impl FormSchema {
    /// Iterates over the inputs in order.
    pub fn inputs(&self) -> impl Iterator<Item = (&str, &PropertySchema)> {
        self.properties.get().into_iter().flat_map(NamedMap::iter)
    }

    /// Returns `true` if an answer must contain the input.
    pub fn is_required(&self, name: &str) -> bool {
        let mut required = self.required.get().into_iter().flatten();
        required.any(|own| own == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_five_forms_of_choices_have_options() {
        let label = |text: &str| {
            let property: PropertySchema = wire::decode(text).unwrap();
            let options = property.options().unwrap();
            assert_eq!(wire::encode(&property).unwrap(), text);
            options
                .iter()
                .map(|choice| format!("{}={}", choice.value, choice.label()))
                .collect::<Vec<_>>()
        };
        for text in [
            r#"{"type":"string","enum":["a","b"],"enumNames":["A","B"]}"#,
            r#"{"type":"string","oneOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]}"#,
            r#"{"type":"array","items":{"anyOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]}}"#,
        ] {
            assert_eq!(label(text), ["a=A", "b=B"], "{text}");
        }
        for text in [
            r#"{"type":"string","enum":["a","b"]}"#,
            r#"{"type":"array","items":{"type":"string","enum":["a","b"]}}"#,
        ] {
            assert_eq!(label(text), ["a=a", "b=b"], "{text}");
        }
    }

    #[test]
    fn the_order_of_properties_and_the_text_of_numbers_are_kept() {
        let text = r#"{"type":"object","properties":{"z":{"type":"number","minimum":1.50,"default":null},"a":{"type":"tuple","x":1e999},"m":{"type":"string","x-n":2}},"required":["z"],"additionalProperties":false}"#;
        let schema: FormSchema = wire::decode(text).unwrap();
        assert_eq!(wire::encode(&schema).unwrap(), text);
        assert_eq!(
            schema.inputs().map(|(name, _)| name).collect::<Vec<_>>(),
            ["z", "a", "m"]
        );
        assert!(schema.is_required("z") && !schema.is_required("a"));
    }
}
