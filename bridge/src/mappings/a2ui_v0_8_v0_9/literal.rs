//! Literals of 0.8: `{"literalString": …}`.

use wire::Payload;

pub(super) const LITERALS: [&str; 4] = [
    "literalString",
    "literalNumber",
    "literalBoolean",
    "literalArray",
];

/// The type of a literal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Literal {
    String,
    Number,
    Boolean,
    Strings,
}

/// Returns the literal in an object that has no other member.
pub(super) fn lone_literal(value: &Payload) -> Option<Payload> {
    if !value.is_object() {
        return None;
    }
    let mut members = value.members();
    let (Some((name, literal)), None) = (members.next(), members.next()) else {
        return None;
    };
    if LITERALS.contains(&&*name) && !literal.is_object() {
        Some(literal)
    } else {
        None
    }
}

/// Returns the 0.8 replacement for a value that it cannot express.
pub(super) fn nothing(literal: Literal) -> &'static str {
    match literal {
        Literal::String => r#"{"literalString":""}"#,
        Literal::Number => r#"{"literalNumber":0}"#,
        Literal::Boolean => r#"{"literalBoolean":false}"#,
        Literal::Strings => r#"{"literalArray":[]}"#,
    }
}
