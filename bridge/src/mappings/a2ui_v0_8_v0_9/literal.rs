//! Literals of 0.8: `{"literalString": …}`.

use wire::Payload;

/// The member names of literals, in the order in which clients of 0.8 read them.
pub(super) const LITERALS: [&str; 4] = [
    "literalString",
    "literalNumber",
    "literalBoolean",
    "literalArray",
];

/// The expected type of a literal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Literal {
    String,
    Number,
    Boolean,
    Strings,
}

/// Returns the literal in an object whose only member is a literal.
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

/// Returns the empty 0.8 literal that replaces a value which 0.8 cannot express.
pub(super) fn nothing(literal: Literal) -> &'static str {
    match literal {
        Literal::String => r#"{"literalString":""}"#,
        Literal::Number => r#"{"literalNumber":0}"#,
        Literal::Boolean => r#"{"literalBoolean":false}"#,
        Literal::Strings => r#"{"literalArray":[]}"#,
    }
}
