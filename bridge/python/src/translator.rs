//! Translators of streams.

use crate::{
    arguments::{Options, detached, dialect, utf8},
    results::{TranslationParts, parts},
    shared::Shared,
};
use agent_ui_text::TextTranslator;
use pyo3::prelude::*;

/// A translator that several threads may use. Each call is applied as a whole.
#[pyclass(frozen, module = "agent_ui_bridge._native")]
pub(crate) struct Translator(Shared<TextTranslator>);

#[pymethods]
impl Translator {
    #[new]
    #[pyo3(signature = (from_, to, options, /))]
    fn new(py: Python<'_>, from_: &str, to: &str, options: Options) -> PyResult<Self> {
        detached(py, || {
            let translator = TextTranslator::new(
                dialect("from_", from_)?,
                dialect("to", to)?,
                options.read()?,
            )?;
            Ok(Self(Shared::new(translator)))
        })
    }

    #[pyo3(signature = (text, carry, /))]
    fn push(&self, py: Python<'_>, text: &[u8], carry: Option<&str>) -> PyResult<TranslationParts> {
        detached(py, || {
            let text = utf8(text)?;
            let translation = self.0.lock().push(text, carry)?;
            parts(translation)
        })
    }

    fn finish(&self, py: Python<'_>) -> PyResult<TranslationParts> {
        detached(py, || {
            let translation = self.0.lock().finish();
            parts(translation)
        })
    }

    fn save(&self, py: Python<'_>) -> PyResult<String> {
        detached(py, || self.0.lock().save())
    }

    #[staticmethod]
    #[pyo3(signature = (saved, options, /))]
    fn resume(py: Python<'_>, saved: &str, options: Options) -> PyResult<Self> {
        detached(py, || {
            let translator = TextTranslator::resume(saved, options.read()?)?;
            Ok(Self(Shared::new(translator)))
        })
    }
}
