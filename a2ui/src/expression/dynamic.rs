//! Dynamic values: literals, bindings and calls.

use super::EvaluationError;
use crate::Notation;
use wire::{Payload, PayloadKind, Pointer};

/// The kind of a value: a literal, a binding to the data model or a function call.
///
/// | notation | binding | call |
/// |---|---|---|
/// | [`Bound`](Notation::Bound) | an object with `path`, with or without `literalString`, `literalNumber`, `literalBoolean`, `literalArray` | – |
/// | [`Plain`](Notation::Plain) | an object with the one member `path`, a string | an object whose `call` is a string |
/// | [`AtValues`](Notation::AtValues), [`At`](Notation::At) | an object with the one member `@path`, a string | an object with `@call` and at most `args` and `catalogId` |
///
/// Every other value is a literal, including the template `{"componentId", "path"}` of a list of children. In the plain
/// notation, user data that looks like a binding or a call cannot be distinguished from one and is treated as one. The other
/// notations of 1.0 solve this: in them, any other member whose name begins with one `@` is an error.
///
/// ```
/// use agent_ui_a2ui::{Notation, expression::Dynamic};
/// use agent_ui_a2ui::wire::Payload;
///
/// let read = |text: &str, notation| Dynamic::read(&Payload::parse(text).unwrap(), notation);
/// assert!(matches!(read(r#"{"path":"/n"}"#, Notation::Plain)?, Dynamic::Binding { path, .. } if path == "/n"));
/// assert!(matches!(read(r#"{"path":"/n"}"#, Notation::At)?, Dynamic::Literal(_)));
/// assert!(matches!(read(r#"{"@call":"required"}"#, Notation::At)?, Dynamic::Call(call) if call.name == "required"));
/// assert_eq!(read(r#"{"@if":true}"#, Notation::At).unwrap_err().rule, "reserved-key");
/// # Ok::<(), agent_ui_a2ui::expression::EvaluationError>(())
/// ```
///
/// Specification: [A2UI 0.9, Common types](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#common-types).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dynamic {
    /// The value itself. In the notations with `@`, names that begin with `@@` are still escaped.
    Literal(Payload),
    /// A value of the data model.
    Binding {
        /// The path of the value in the data model.
        path: String,
        /// The literal next to the path (only 0.8), which is used while the path has no value.
        initial: Option<Payload>,
    },
    /// The result of a function.
    Call(FunctionCall),
}

/// A function call with its arguments.
///
/// Specification: [A2UI 0.9, Common types](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#common-types).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FunctionCall {
    /// The name of the function.
    pub name: String,
    /// The arguments in their original form, an object.
    pub arguments: Option<Payload>,
    /// The catalog of the function, if the call names one (only 1.0).
    pub catalog_id: Option<String>,
}

/// The literals of a 0.8 bound value. If there are several, the first one is used.
const LITERALS: [&str; 4] = [
    "literalString",
    "literalNumber",
    "literalBoolean",
    "literalArray",
];

impl Dynamic {
    /// Classifies a value in a notation.
    ///
    /// # Errors
    /// Returns an error with the rule `reserved-key` in the notations with `@`. The pointer is relative to this value.
    pub fn read(value: &Payload, notation: Notation) -> Result<Self, EvaluationError> {
        if !value.is_object() {
            return Ok(Self::Literal(value.clone()));
        }
        match notation {
            Notation::Bound => Ok(Self::read_bound(value)),
            Notation::Plain => Ok(Self::read_plain(value)),
            Notation::AtValues | Notation::At => Self::read_at(value),
        }
    }

    fn read_bound(value: &Payload) -> Self {
        let literal = LITERALS.iter().find_map(|name| value.member(name));
        match (string(value, "path"), literal) {
            (Some(path), initial) => Self::Binding { path, initial },
            (None, Some(literal)) => Self::Literal(literal),
            (None, None) => Self::Literal(value.clone()),
        }
    }

    fn read_plain(value: &Payload) -> Self {
        if let Some(name) = string(value, "call") {
            return Self::Call(FunctionCall {
                name,
                arguments: value.member("args"),
                catalog_id: catalog(value),
            });
        }
        match (string(value, "path"), value.members().nth(1)) {
            (Some(path), None) => Self::Binding {
                path,
                initial: None,
            },
            _ => Self::Literal(value.clone()),
        }
    }

    fn read_at(value: &Payload) -> Result<Self, EvaluationError> {
        let names: Vec<String> = value.members().map(|(name, _)| name.into_owned()).collect();
        let Some(reserved) = names.iter().find(|name| is_reserved(name)) else {
            return Ok(Self::Literal(value.clone()));
        };
        if let (Some(path), "@path", 1) = (string(value, "@path"), reserved.as_str(), names.len()) {
            return Ok(Self::Binding {
                path,
                initial: None,
            });
        }
        let only_of_calls = names
            .iter()
            .all(|name| matches!(name.as_str(), "@call" | "args" | "catalogId"));
        if let (Some(name), true) = (string(value, "@call"), only_of_calls) {
            return Ok(Self::Call(FunctionCall {
                name,
                arguments: value.member("args"),
                catalog_id: catalog(value),
            }));
        }
        let message = format_args!(
            "`{reserved}` is not a directive here; write `@{reserved}` for a member of that name"
        )
        .to_string();
        Err(EvaluationError::new(
            "reserved-key",
            Pointer::root().member(reserved),
            message,
        ))
    }
}

/// Returns `true` if a name begins with a single `@`.
fn is_reserved(name: &str) -> bool {
    name.starts_with('@') && !name.starts_with("@@")
}

fn string(payload: &Payload, name: &str) -> Option<String> {
    Some(payload.member(name)?.as_str()?.into_owned())
}

fn catalog(value: &Payload) -> Option<String> {
    string(value, "catalogId")
}

/// Returns `true` if a text may contain a binding or a call. Any other text evaluates to itself.
pub(super) fn can_be_dynamic(text: &str, notation: Notation) -> bool {
    use wire::token::{TokenKind, Tokens, string};
    let mut names = Tokens::new(text)
        .filter(|token| token.kind == TokenKind::Name)
        .map(|token| string(token.text));
    names.any(|name| match notation {
        Notation::Bound => *name == *"path" || LITERALS.contains(&&*name),
        _ if notation.has_marked_values() => name.starts_with('@'),
        _ => matches!(&*name, "path" | "call"),
    })
}

/// Converts a value to text inside a longer text. Absent and null become empty text, and strings are unchanged. Numbers
/// and booleans become plain text, and arrays and objects become JSON without spaces.
///
/// A number is written without exponent and trailing zeros, so `24.0` becomes `24` as in a JavaScript client. All digits
/// are kept. A number with more than 400 digits is unchanged.
///
/// Specification: [A2UI 0.9, `formatString` type conversion](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#formatstring-type-conversion).
pub(crate) fn to_text(value: Option<&Payload>) -> String {
    let Some(value) = value else {
        return String::new();
    };
    match value.kind() {
        PayloadKind::Null => String::new(),
        PayloadKind::String => value.as_str().unwrap_or_default().into_owned(),
        PayloadKind::Number => {
            let plain = super::Decimal::from_payload(value).and_then(|number| number.plain());
            plain.unwrap_or_else(|| value.text().to_owned())
        }
        PayloadKind::Boolean => value.text().to_owned(),
        PayloadKind::Array | PayloadKind::Object => without_space(value.text()),
    }
}

/// Returns `true` if a value is truthy: neither absent nor null, `false`, `0` or the empty string. With `results`, an
/// object with a boolean `valid` has the truth value of `valid`.
pub(super) fn is_truthy(value: Option<&Payload>, results: bool) -> bool {
    let Some(value) = value else { return false };
    match value.kind() {
        PayloadKind::Null => false,
        PayloadKind::Boolean => value.text() == "true",
        PayloadKind::Number => {
            !super::Decimal::from_payload(value).is_some_and(|number| number.is_zero())
        }
        PayloadKind::String => value.text() != "\"\"",
        PayloadKind::Array => true,
        PayloadKind::Object => {
            let valid = value
                .member("valid")
                .filter(|valid| results && valid.kind() == PayloadKind::Boolean);
            valid.is_none_or(|valid| valid.text() == "true")
        }
    }
}

fn without_space(text: &str) -> String {
    let (mut inside, mut escaped) = (false, false);
    text.chars()
        .filter(|c| {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => inside = !inside,
                _ => {}
            }
            inside || !matches!(c, ' ' | '\t' | '\n' | '\r')
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, notation: Notation) -> Result<Dynamic, EvaluationError> {
        Dynamic::read(&Payload::parse(text).unwrap(), notation)
    }

    fn is_literal(text: &str, notation: Notation) -> bool {
        read(text, notation) == Ok(Dynamic::Literal(Payload::parse(text).unwrap()))
    }

    fn binding(path: &str, initial: Option<&str>) -> Result<Dynamic, EvaluationError> {
        Ok(Dynamic::Binding {
            path: path.to_owned(),
            initial: initial.map(|text| Payload::parse(text).unwrap()),
        })
    }

    #[test]
    fn a_binding_has_one_member_and_a_call_names_a_function() {
        use Notation::Plain;
        assert_eq!(read(r#"{"path":"a"}"#, Plain), binding("a", None));
        for text in [
            r#"{"path":7}"#,
            r#"{"path":"/a","x":1}"#,
            r#"{"componentId":"c","path":"/a"}"#,
            r#"{"call":7}"#,
        ] {
            assert!(is_literal(text, Plain), "{text}");
        }
        for text in [
            "null",
            "1.0",
            "\"path\"",
            r#"["path"]"#,
            "{}",
            r#"{"@path":"/a"}"#,
        ] {
            assert!(is_literal(text, Plain), "{text}");
        }
        let Ok(Dynamic::Call(call)) =
            read(r#"{"call":"f","args":{"a":1},"returnType":"any"}"#, Plain)
        else {
            panic!()
        };
        assert_eq!(
            (call.name.as_str(), call.arguments.unwrap().text()),
            ("f", r#"{"a":1}"#)
        );
    }

    #[test]
    fn in_the_at_notation_a_single_at_is_a_directive_or_an_error() {
        use Notation::At;
        assert_eq!(read(r#"{"@path":"a"}"#, At), binding("a", None));
        for text in [
            r#"{"path":"/a"}"#,
            r#"{"call":"f"}"#,
            r#"{"@@path":"/a","@@":1}"#,
        ] {
            assert!(is_literal(text, At), "{text}");
        }
        for (text, pointer) in [
            (r#"{"then":1,"@if":true}"#, "/@if"),
            (r#"{"@":1}"#, "/@"),
            (r#"{"@path":"/a","x":1}"#, "/@path"),
            (r#"{"@path":1}"#, "/@path"),
            (r#"{"@call":"f","path":1}"#, "/@call"),
            (r#"{"@call":"f","@path":"/a"}"#, "/@call"),
        ] {
            let error = read(text, At).unwrap_err();
            assert_eq!(
                (error.rule, error.pointer.as_str()),
                ("reserved-key", pointer)
            );
        }
        let Ok(Dynamic::Call(call)) = read(r#"{"@call":"@index","catalogId":"c"}"#, At) else {
            panic!()
        };
        assert_eq!(
            (call.name.as_str(), call.catalog_id.as_deref()),
            ("@index", Some("c"))
        );
    }

    #[test]
    fn a_bound_value_contains_a_path_a_literal_or_both() {
        use Notation::Bound;
        assert_eq!(read(r#"{"path":"/a"}"#, Bound), binding("/a", None));
        assert_eq!(
            read(r#"{"literalNumber":1.0,"path":"/a"}"#, Bound),
            binding("/a", Some("1.0"))
        );
        assert_eq!(
            read(r#"{"literalArray":["x"]}"#, Bound),
            Ok(Dynamic::Literal(Payload::parse(r#"["x"]"#).unwrap()))
        );
        assert!(is_literal(r#"{"call":"f"}"#, Bound));
    }

    #[test]
    fn values_are_converted_to_text_as_specified() {
        for (value, text) in [
            ("null", ""),
            ("true", "true"),
            ("24.0", "24"),
            ("1.50", "1.5"),
            ("1e2", "100"),
            ("1e999", "1e999"),
            ("123456789012345678901", "123456789012345678901"),
            (r#""a\"\n""#, "a\"\n"),
            ("[ 1.0 , \"a b\\\" \" ]", "[1.0,\"a b\\\" \"]"),
        ] {
            assert_eq!(to_text(Some(&Payload::parse(value).unwrap())), text);
        }
        assert_eq!(to_text(None), "");
    }

    #[test]
    fn zero_and_empty_strings_are_falsy() {
        let is = |text: &str, results| is_truthy(Some(&Payload::parse(text).unwrap()), results);
        for text in ["false", "null", "0", "-0.0", "0e9", "\"\""] {
            assert!(!is(text, true), "{text}");
        }
        for text in [
            "true",
            "1",
            "0.1",
            "1e-999",
            "\"false\"",
            "[]",
            "{}",
            r#"{"valid":"false"}"#,
        ] {
            assert!(is(text, true), "{text}");
        }
        assert!(!is_truthy(None, true));
        assert_eq!(
            (
                is(r#"{"valid":false}"#, true),
                is(r#"{"valid":false}"#, false)
            ),
            (false, true)
        );
    }
}
