//! Conversion of expression values from and to JSON.

use super::{ExpressionError, ExpressionErrorKind};
use jsonata_core::value::JValue;
use wire::{
    MAX_DEPTH, Payload,
    token::{self, TokenKind, Tokens},
};

/// A list or an object that is not closed yet.
enum Open {
    List(Vec<JValue>),
    Object(Vec<(String, JValue)>, String),
}

/// Reads the value of a payload token by token. The results of other readers depend on the features of a build.
pub(super) fn read(payload: &Payload) -> Result<JValue, ExpressionError> {
    if payload.depth() > MAX_DEPTH {
        let message =
            format!("the input of the expression is nested deeper than {MAX_DEPTH} levels");
        return Err(ExpressionError::new(ExpressionErrorKind::TooLarge, message));
    }
    let mut open: Vec<Open> = Vec::new();
    let mut whole = JValue::Null;
    for token in Tokens::new(payload.text()) {
        let value = match token.kind {
            TokenKind::ObjectStart => {
                open.push(Open::Object(Vec::new(), String::new()));
                continue;
            }
            TokenKind::ArrayStart => {
                open.push(Open::List(Vec::new()));
                continue;
            }
            TokenKind::Name => {
                if let Some(Open::Object(_, name)) = open.last_mut() {
                    *name = token::name(token.text).into_owned();
                }
                continue;
            }
            TokenKind::ObjectEnd | TokenKind::ArrayEnd => match open.pop() {
                Some(Open::Object(members, _)) => JValue::object(members.into_iter().collect()),
                Some(Open::List(elements)) => JValue::array(elements),
                None => continue,
            },
            TokenKind::String => JValue::string(token::string(token.text).into_owned()),
            TokenKind::Number => JValue::from_f64(token.text.parse().unwrap_or(f64::NAN)),
            TokenKind::Literal => match token.text {
                "true" => JValue::Bool(true),
                "false" => JValue::Bool(false),
                _ => JValue::Null,
            },
        };
        match open.last_mut() {
            Some(Open::List(elements)) => elements.push(value),
            Some(Open::Object(members, name)) => members.push((std::mem::take(name), value)),
            None => whole = value,
        }
    }
    Ok(whole)
}

/// Writes a value as JavaScript does. Functions and missing values are omitted in objects and become null in lists.
pub(super) fn payload(value: &JValue, most: usize) -> Result<Option<Payload>, ExpressionError> {
    if !is_written(value) {
        return Ok(None);
    }
    let mut text = String::new();
    write(value, most, 0, &mut text).map_err(too_large)?;
    match Payload::parse(&text) {
        Ok(payload) => Ok(Some(payload)),
        Err(error) => Err(too_large(error.to_string())),
    }
}

fn too_large(message: String) -> ExpressionError {
    ExpressionError::new(ExpressionErrorKind::TooLarge, message)
}

fn is_written(value: &JValue) -> bool {
    !value.is_undefined() && !value.is_function() && !value.is_regex()
}

fn write(value: &JValue, most: usize, depth: usize, text: &mut String) -> Result<(), String> {
    if depth > MAX_DEPTH {
        return Err(format!(
            "the result of the expression is nested deeper than {MAX_DEPTH} levels"
        ));
    }
    match value {
        JValue::Bool(is) => text.push_str(if *is { "true" } else { "false" }),
        JValue::Number(number) => text.push_str(&self::number(*number)),
        JValue::String(string) => text.push_str(Payload::string(string).text()),
        JValue::Array(elements) => {
            text.push('[');
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                write(element, most, depth + 1, text)?;
            }
            text.push(']');
        }
        JValue::Object(members) => {
            text.push('{');
            let mut is_first = true;
            for (name, member) in members.iter().filter(|(_, member)| is_written(member)) {
                if !std::mem::take(&mut is_first) {
                    text.push(',');
                }
                text.push_str(&token::quoted_name(name));
                text.push(':');
                write(member, most, depth + 1, text)?;
            }
            text.push('}');
        }
        _ => text.push_str("null"),
    }
    if text.len() > most {
        return Err(format!(
            "the result of the expression is longer than {most} bytes"
        ));
    }
    Ok(())
}

/// Writes a number as JavaScript does. Integers have no point, and numbers that JSON cannot express become null.
fn number(number: f64) -> String {
    if !number.is_finite() {
        "null".to_owned()
    } else if number == 0.0 {
        "0".to_owned()
    } else if (1e-6..1e21).contains(&number.abs()) {
        number.to_string()
    } else {
        serde_json::to_string(&number).unwrap_or_else(|_| "null".to_owned())
    }
}
