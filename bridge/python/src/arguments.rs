//! Arguments from Python, and the exceptions for wrong arguments.

use crate::results::json;
use agent_ui_text::{CheckOptions, Diagnostic, MessageType, TranslateOptions, place::Place};
use bridge::{DialectOrProtocol, Refusal, SealKey, UnknownDialect};
use pyo3::{create_exception, exceptions::PyValueError, prelude::*};
use std::fmt::Display;
use wire::{Payload, Pointer};

create_exception!(
    agent_ui_bridge._native,
    Failure,
    PyValueError,
    "A call with a wrong argument. The message of the exception is the finding as JSON."
);

/// Runs a call with the lock of the interpreter released.
///
/// # Errors
/// Returns the exception of a call that cannot be answered.
pub(crate) fn detached<T: Send>(
    py: Python<'_>,
    call: impl FnOnce() -> Result<T, Box<Diagnostic>> + Send,
) -> PyResult<T> {
    py.detach(call)
        .map_err(|diagnostic| Failure::new_err(json(&diagnostic)))
}

/// Reads a text as UTF-8.
///
/// # Errors
/// Returns the first byte that is not UTF-8, with the rule `encoding`.
pub(crate) fn utf8(text: &[u8]) -> Result<&str, Box<Diagnostic>> {
    std::str::from_utf8(text).map_err(|error| {
        let (place, refusal) = match wire::decode_slice::<Payload>(text) {
            Err(error) => (
                Place {
                    file: None,
                    line: error.line,
                    column: error.column,
                },
                Refusal::from(error),
            ),
            Ok(_) => (
                Place::START,
                Refusal::rule_broken("encoding", Pointer::root(), error),
            ),
        };
        Box::new(Diagnostic::of_refusal(&place, &refusal))
    })
}

/// Reads the name of a dialect or protocol, which is the value of an argument.
///
/// # Errors
/// Returns an error that names the argument and suggests the closest name.
pub(crate) fn dialect(argument: &str, name: &str) -> Result<DialectOrProtocol, Box<Diagnostic>> {
    name.parse().map_err(|error: UnknownDialect| {
        let hint = match error.suggestion() {
            Some(meant) => format!("pass \"{meant}\" as `{argument}`"),
            None => format!(
                "pass one of agent_ui_bridge.DIALECTS as `{argument}`, or a protocol without a version"
            ),
        };
        wrong_argument("python/dialect", &error, hint)
    })
}

/// Reads the name of a dialect or protocol, if the argument has one.
///
/// # Errors
/// Returns the error of [`dialect`].
pub(crate) fn optional_dialect(
    argument: &str,
    name: Option<&str>,
) -> Result<Option<DialectOrProtocol>, Box<Diagnostic>> {
    name.map(|name| dialect(argument, name)).transpose()
}

/// Returns the diagnostic of a wrong argument.
fn wrong_argument(rule: &str, message: impl Display, hint: impl Display) -> Box<Diagnostic> {
    let refusal = Refusal::rule_broken(rule, Pointer::root(), message).hint(hint);
    let mut diagnostic = Box::new(Diagnostic::of_refusal(&Place::START, &refusal));
    // A wrong argument does not refuse a message.
    diagnostic.error = None;
    diagnostic
}

/// Returns the options of a check.
pub(crate) fn check_options(
    type_name: Option<String>,
    profile: Option<String>,
    catalogs: Vec<String>,
) -> CheckOptions {
    let mut options = CheckOptions::new();
    (options.type_name, options.profile, options.catalogs) = (type_name, profile, catalogs);
    options
}

/// The options of a translation.
#[derive(Debug, FromPyObject)]
pub(crate) struct Options(
    /// The context as JSON.
    Option<String>,
    /// `true` if messages that would lose data are refused.
    bool,
    /// `true` if carries are stored inside the messages.
    bool,
    /// `true` if carries inside messages are used.
    bool,
    /// `true` if ids of components are written as identifiers.
    bool,
    /// The key that seals the carries.
    Option<Vec<u8>>,
    /// The limit for the bytes of earlier messages.
    Option<usize>,
    /// The type of the messages of AAP or AHP.
    Option<String>,
    /// The catalogs for the checks of a bridge.
    Vec<String>,
);

impl Options {
    /// Reads the options of a bridge, which can check messages with the catalogs.
    ///
    /// # Errors
    /// Returns the error of an unreadable context, a short key or an unknown type.
    pub(crate) fn read_with_checks(mut self) -> Result<TranslateOptions, Box<Diagnostic>> {
        let catalogs = std::mem::take(&mut self.8);
        let mut options = self.read()?;
        options.checks = Some(check_options(None, None, catalogs));
        Ok(options)
    }

    /// Reads the options of a translation without checks.
    ///
    /// # Errors
    /// Returns the error of an unreadable context, a short key or an unknown type.
    pub(crate) fn read(self) -> Result<TranslateOptions, Box<Diagnostic>> {
        let Self(
            context,
            strict,
            embed,
            trust_embedded,
            escape_ids,
            carry_key,
            max_bytes,
            type_name,
            _,
        ) = self;
        let mut options = TranslateOptions::default();
        if let Some(context) = context {
            options.context = agent_ui_text::context(&context)?;
        }
        (options.strict, options.embed) = (strict, embed);
        (options.trust_embedded, options.escape_ids) = (trust_embedded, escape_ids);
        options.max_bytes = max_bytes;
        if let Some(key) = carry_key {
            options.carry_key = Some(seal_key(&key)?);
        }
        if let Some(name) = type_name {
            options.type_name = Some(message_type(&name)?);
        }
        Ok(options)
    }
}

/// Reads the key for carries. A line end is ignored, because a key in a file often has one.
fn seal_key(key: &[u8]) -> Result<SealKey, Box<Diagnostic>> {
    SealKey::new(key.trim_ascii_end()).map_err(|error| {
        let hint = format!(
            "pass at least {} random bytes as `carry_key`",
            SealKey::MIN_LEN
        );
        wrong_argument("python/argument", error, hint)
    })
}

fn message_type(name: &str) -> Result<MessageType, Box<Diagnostic>> {
    if let Some(known) = MessageType::from_name(name) {
        return Ok(known);
    }
    let message = format!("the argument `type` names the unknown message type `{name}`");
    let names = MessageType::ALL.map(|known| format!("\"{}\"", known.as_str()));
    let hint = format!("pass one of {}", names.join(", "));
    Err(wrong_argument("python/argument", message, hint))
}
