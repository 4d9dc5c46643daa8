//! JSON values whose members keep their order. Models write the members of an object in the order of its schema.

use serde_json::Value;
use wire::Payload;

/// A JSON value with ordered members.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SchemaNode {
    Bool(bool),
    Text(String),
    /// A literal without members, such as a number.
    Literal(String),
    List(Vec<SchemaNode>),
    Object(Vec<(String, SchemaNode)>),
}

impl SchemaNode {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub(super) fn texts<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        Self::List(texts.into_iter().map(Self::text).collect())
    }

    pub(super) fn object<const N: usize>(members: [(&str, Self); N]) -> Self {
        let members = members.into_iter();
        Self::Object(
            members
                .map(|(name, node)| (name.to_owned(), node))
                .collect(),
        )
    }

    /// Returns the schema of a JSON type.
    pub(super) fn of_type(name: &str) -> Self {
        Self::object([("type", Self::text(name))])
    }

    /// Returns a schema that accepts one text.
    pub(super) fn word(word: &str) -> Self {
        Self::object([("type", Self::text("string")), ("const", Self::text(word))])
    }

    pub(super) fn array_of(items: Self) -> Self {
        Self::object([("type", Self::text("array")), ("items", items)])
    }

    /// Returns a schema of alternatives. A single alternative stands for itself.
    pub(super) fn any_of(mut alternatives: Vec<Self>) -> Self {
        match alternatives.len() {
            1 => alternatives.remove(0),
            _ => Self::object([("anyOf", Self::List(alternatives))]),
        }
    }

    /// Converts a scalar value. Returns `None` for a list or an object.
    pub(super) fn of_scalar(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => Some(Self::text(text.as_str())),
            Value::Bool(value) => Some(Self::Bool(*value)),
            Value::Null | Value::Number(_) => Some(Self::Literal(value.to_string())),
            Value::Array(_) | Value::Object(_) => None,
        }
    }

    /// Returns the members of an object. Other values have no members.
    pub(super) fn members(&self) -> &[(String, Self)] {
        match self {
            Self::Object(members) => members,
            _ => &[],
        }
    }

    pub(super) fn member(&self, name: &str) -> Option<&Self> {
        let mut members = self.members().iter();
        members
            .find(|member| member.0 == name)
            .map(|member| &member.1)
    }

    /// Returns the elements of a list. Other values have no elements.
    pub(super) fn elements(&self) -> &[Self] {
        match self {
            Self::List(elements) => elements,
            _ => &[],
        }
    }

    /// Returns the value as formatted JSON.
    pub(super) fn to_text(&self) -> String {
        let mut text = String::new();
        self.write(0, &mut text);
        text
    }

    /// Writes the value. The depth of a schema is bounded by its builder.
    fn write(&self, level: usize, text: &mut String) {
        match self {
            Self::Bool(value) => *text += if *value { "true" } else { "false" },
            Self::Text(value) => *text += Payload::string(value).text(),
            Self::Literal(value) => *text += value,
            // A list of scalars, such as `required`, stays on one line.
            Self::List(elements) if elements.iter().all(Self::is_scalar) => {
                *text += "[";
                for (index, element) in elements.iter().enumerate() {
                    *text += if index > 0 { ", " } else { "" };
                    element.write(level, text);
                }
                *text += "]";
            }
            Self::List(elements) => {
                *text += "[";
                for (index, element) in elements.iter().enumerate() {
                    new_line(index, level + 1, text);
                    element.write(level + 1, text);
                }
                close(']', level, text);
            }
            Self::Object(members) if members.is_empty() => *text += "{}",
            Self::Object(members) => {
                *text += "{";
                for (index, (name, member)) in members.iter().enumerate() {
                    new_line(index, level + 1, text);
                    *text += Payload::string(name).text();
                    *text += ": ";
                    member.write(level + 1, text);
                }
                close('}', level, text);
            }
        }
    }

    fn is_scalar(&self) -> bool {
        !matches!(self, Self::List(_) | Self::Object(_))
    }
}

fn new_line(index: usize, level: usize, text: &mut String) {
    *text += if index > 0 { ",\n" } else { "\n" };
    *text += &"  ".repeat(level);
}

fn close(bracket: char, level: usize, text: &mut String) {
    text.push('\n');
    *text += &"  ".repeat(level);
    text.push(bracket);
}
