//! Arguments from Python, and the exceptions for wrong arguments.

use crate::results::json;
use agent_ui_text::{CheckOptions, Diagnostic, TranslateOptions, place::Place};
use bridge::{DialectOrProtocol, Refusal, UnknownDialect};
use pyo3::{
    create_exception,
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::PyTuple,
};
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

/// Reads the name of a dialect or protocol.
///
/// # Errors
/// Returns an error that suggests the closest name.
pub(crate) fn dialect(name: &str) -> Result<DialectOrProtocol, Box<Diagnostic>> {
    name.parse().map_err(|error: UnknownDialect| {
        let refusal = Refusal::rule_broken("python/dialect", Pointer::root(), &error);
        let hint = match error.suggestion() {
            Some(meant) => format!("pass \"{meant}\""),
            None => {
                "pass one of agent_ui_bridge.DIALECTS, or a protocol without a version".to_owned()
            }
        };
        let mut diagnostic = Box::new(Diagnostic::of_refusal(&Place::START, &refusal.hint(hint)));
        // A wrong argument does not refuse a message.
        diagnostic.error = None;
        diagnostic
    })
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
#[derive(Debug)]
pub(crate) struct Options {
    /// The context as JSON.
    context: Option<String>,
    strict: bool,
    embed: bool,
    trust_embedded: bool,
}

impl Options {
    /// Takes the options from a tuple in this order, as the modules in Python pass them.
    ///
    /// # Errors
    /// Returns the exception of an option of another type.
    pub(crate) fn of(options: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let context = options.get_item(0)?.extract::<Option<String>>();
        let context =
            context.map_err(|error| with_argument_name(options.py(), error, "context"))?;
        Ok(Self {
            context,
            strict: flag(options, 1, "strict")?,
            embed: flag(options, 2, "embed")?,
            trust_embedded: flag(options, 3, "trust_embedded")?,
        })
    }

    /// Reads the options.
    ///
    /// # Errors
    /// Returns the error of an unreadable context.
    pub(crate) fn read(&self) -> Result<TranslateOptions, Box<Diagnostic>> {
        let mut options = TranslateOptions::default();
        if let Some(context) = &self.context {
            options.context = agent_ui_text::context(context)?;
        }
        options.strict = self.strict;
        options.embed = self.embed;
        options.trust_embedded = self.trust_embedded;
        Ok(options)
    }
}

fn flag(options: &Bound<'_, PyTuple>, index: usize, name: &str) -> PyResult<bool> {
    let flag = options.get_item(index)?.extract::<bool>();
    flag.map_err(|error| with_argument_name(options.py(), error, name))
}

/// Adds the name of the argument to the exception for a wrong type, as Python does for a direct argument.
fn with_argument_name(py: Python<'_>, error: PyErr, name: &str) -> PyErr {
    if error.is_instance_of::<PyTypeError>(py) {
        return PyTypeError::new_err(format!("argument '{name}': {}", error.value(py)));
    }
    error
}
