//! Bridges of conversations.

use crate::{
    arguments::{Options, detached, dialect, utf8},
    results::{FindingParts, TranslationParts, finding_parts, parts},
    shared::Shared,
};
use agent_ui_text::TextBridge;
use pyo3::prelude::*;

/// A bridge that several threads may use. Each call is applied as a whole.
#[pyclass(frozen, name = "Bridge", module = "agent_ui_bridge._native")]
pub(crate) struct ConversationBridge(Shared<TextBridge>);

#[pymethods]
impl ConversationBridge {
    #[new]
    #[pyo3(signature = (from_, to, options, /))]
    fn new(py: Python<'_>, from_: &str, to: &str, options: Options) -> PyResult<Self> {
        detached(py, || {
            let (from, to) = (dialect("from_", from_)?, dialect("to", to)?);
            let bridge = TextBridge::new(from, to, options.read_with_checks()?)?;
            Ok(Self(Shared::new(bridge)))
        })
    }

    #[pyo3(signature = (text, carry, /))]
    fn forward(
        &self,
        py: Python<'_>,
        text: &[u8],
        carry: Option<&str>,
    ) -> PyResult<TranslationParts> {
        detached(py, || {
            let text = utf8(text)?;
            let translation = self.0.lock().forward(text, carry)?;
            parts(translation)
        })
    }

    #[pyo3(signature = (text, carry, /))]
    fn backward(
        &self,
        py: Python<'_>,
        text: &[u8],
        carry: Option<&str>,
    ) -> PyResult<TranslationParts> {
        detached(py, || {
            let text = utf8(text)?;
            let translation = self.0.lock().backward(text, carry)?;
            parts(translation)
        })
    }

    fn finish_forward(&self, py: Python<'_>) -> PyResult<TranslationParts> {
        detached(py, || {
            let translation = self.0.lock().finish_forward();
            parts(translation)
        })
    }

    fn finish_backward(&self, py: Python<'_>) -> PyResult<TranslationParts> {
        detached(py, || {
            let translation = self.0.lock().finish_backward();
            parts(translation)
        })
    }

    /// Returns whether the text is accepted, and the findings about it.
    #[pyo3(signature = (text, /))]
    fn check(&self, py: Python<'_>, text: &[u8]) -> PyResult<(bool, FindingParts)> {
        detached(py, || {
            let text = utf8(text)?;
            let checked = self.0.lock().check(text)?;
            Ok((checked.is_accepted, finding_parts(&checked.findings)))
        })
    }

    fn save(&self, py: Python<'_>) -> PyResult<String> {
        detached(py, || self.0.lock().save())
    }

    #[staticmethod]
    #[pyo3(signature = (saved, options, /))]
    fn resume(py: Python<'_>, saved: &str, options: Options) -> PyResult<Self> {
        detached(py, || {
            let bridge = TextBridge::resume(saved, options.read_with_checks()?)?;
            Ok(Self(Shared::new(bridge)))
        })
    }
}
