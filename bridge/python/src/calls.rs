//! The functions of the package that keep no state.

use crate::{
    arguments::{Options, check_options, detached, dialect, optional_dialect, utf8},
    results::{FindingParts, TranslationParts, finding_parts, list, parts},
};
use agent_ui_text::{FoldForm, SchemaOptions};
use pyo3::{prelude::*, wrap_pyfunction};

/// Adds the functions to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(translate, module)?)?;
    module.add_function(wrap_pyfunction!(decode, module)?)?;
    module.add_function(wrap_pyfunction!(check, module)?)?;
    module.add_function(wrap_pyfunction!(fold, module)?)?;
    module.add_function(wrap_pyfunction!(repair, module)?)?;
    module.add_function(wrap_pyfunction!(schema, module)?)?;
    module.add_function(wrap_pyfunction!(message_schema, module)?)?;
    module.add_function(wrap_pyfunction!(recognize, module)?)?;
    module.add_function(wrap_pyfunction!(types, module)?)
}

/// The messages or states, the findings and the refusals.
type MessageParts = (Vec<String>, String, String);

#[pyfunction]
#[pyo3(signature = (text, from_, to, options, carry, /))]
fn translate(
    py: Python<'_>,
    text: &[u8],
    from_: &str,
    to: &str,
    options: Options,
    carry: Option<&str>,
) -> PyResult<TranslationParts> {
    detached(py, || {
        let (from, to) = (dialect("from_", from_)?, dialect("to", to)?);
        parts(agent_ui_text::translate(
            utf8(text)?,
            from,
            to,
            options.read()?,
            carry,
        )?)
    })
}

#[pyfunction]
#[pyo3(signature = (text, protocol, type_, /))]
fn decode(
    py: Python<'_>,
    text: &[u8],
    protocol: Option<&str>,
    type_: Option<&str>,
) -> PyResult<MessageParts> {
    detached(py, || {
        let decoded =
            agent_ui_text::decode(utf8(text)?, optional_dialect("protocol", protocol)?, type_)?;
        Ok((
            decoded.messages,
            list(&decoded.findings),
            list(&decoded.refusals),
        ))
    })
}

#[pyfunction]
#[pyo3(signature = (text, protocol, type_, profile, catalogs, /))]
fn check(
    py: Python<'_>,
    text: &[u8],
    protocol: Option<&str>,
    type_: Option<String>,
    profile: Option<String>,
    catalogs: Vec<String>,
) -> PyResult<FindingParts> {
    detached(py, || {
        let options = check_options(type_, profile, catalogs);
        let found = agent_ui_text::check(
            utf8(text)?,
            optional_dialect("protocol", protocol)?,
            &options,
        )?;
        Ok(finding_parts(&found))
    })
}

#[pyfunction]
#[pyo3(signature = (text, protocol, as_messages, /))]
fn fold(
    py: Python<'_>,
    text: &[u8],
    protocol: Option<&str>,
    as_messages: bool,
) -> PyResult<MessageParts> {
    detached(py, || {
        let form = match as_messages {
            true => FoldForm::Messages,
            false => FoldForm::States,
        };
        let folded =
            agent_ui_text::fold_as(utf8(text)?, optional_dialect("protocol", protocol)?, form)?;
        Ok((
            folded.states,
            list(&folded.findings),
            list(&folded.refusals),
        ))
    })
}

#[pyfunction]
#[pyo3(signature = (text, protocol, /))]
fn repair(
    py: Python<'_>,
    text: &[u8],
    protocol: Option<&str>,
) -> PyResult<(String, String, String)> {
    detached(py, || {
        let repaired = agent_ui_text::repair(utf8(text)?, optional_dialect("protocol", protocol)?)?;
        Ok((
            repaired.text,
            list(&repaired.changes),
            list(&repaired.findings),
        ))
    })
}

#[pyfunction]
#[pyo3(signature = (protocol, type_, /))]
fn schema(py: Python<'_>, protocol: &str, type_: Option<&str>) -> PyResult<String> {
    detached(py, || {
        agent_ui_text::schema(dialect("protocol", protocol)?, type_)
    })
}

#[pyfunction]
#[pyo3(signature = (protocol, target, catalog, components, functions, optional, /))]
fn message_schema(
    py: Python<'_>,
    protocol: &str,
    target: Option<String>,
    catalog: Option<String>,
    components: Option<Vec<String>>,
    functions: Option<Vec<String>>,
    optional: Option<Vec<String>>,
) -> PyResult<String> {
    let mut options = SchemaOptions::new();
    (options.target, options.catalog) = (target, catalog);
    (options.components, options.functions) = (components, functions);
    options.optional = optional;
    detached(py, || {
        agent_ui_text::message_schema(dialect("protocol", protocol)?, &options)
    })
}

#[pyfunction]
#[pyo3(signature = (text, /))]
fn recognize(py: Python<'_>, text: &[u8]) -> PyResult<Option<String>> {
    detached(py, || {
        Ok(agent_ui_text::recognize(utf8(text)?).map(|recognized| recognized.to_string()))
    })
}

#[pyfunction]
#[pyo3(signature = (protocol, /))]
fn types(py: Python<'_>, protocol: &str) -> PyResult<Vec<&'static str>> {
    detached(py, || {
        dialect("protocol", protocol).map(agent_ui_text::types)
    })
}
