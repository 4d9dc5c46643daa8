//! Checkers of sessions.

use crate::{
    arguments::{check_options, detached, dialect, utf8},
    results::{FindingParts, finding_parts},
    shared::Shared,
};
use pyo3::prelude::*;

/// A checker that several threads may use. Each text is checked as a whole.
#[pyclass(frozen, name = "Checker", module = "agent_ui_bridge._native")]
pub(crate) struct SessionChecker(Shared<agent_ui_text::Checker>);

#[pymethods]
impl SessionChecker {
    #[new]
    #[pyo3(signature = (protocol, type_, profile, catalogs, /))]
    fn new(
        py: Python<'_>,
        protocol: &str,
        type_: Option<String>,
        profile: Option<String>,
        catalogs: Vec<String>,
    ) -> PyResult<Self> {
        detached(py, || {
            let options = check_options(type_, profile, catalogs);
            let checker = agent_ui_text::Checker::new(dialect("protocol", protocol)?, &options)?;
            Ok(Self(Shared::new(checker)))
        })
    }

    /// Returns whether the text is accepted, and the findings about it.
    #[pyo3(signature = (text, /))]
    fn push(&self, py: Python<'_>, text: &[u8]) -> PyResult<(bool, FindingParts)> {
        detached(py, || {
            let text = utf8(text)?;
            let checked = self.0.lock().push(text);
            Ok((checked.is_accepted, finding_parts(&checked.findings)))
        })
    }

    fn finish(&self, py: Python<'_>) -> PyResult<FindingParts> {
        detached(py, || Ok(finding_parts(&self.0.lock().finish())))
    }

    /// Returns a checker with the same state.
    fn copy(&self, py: Python<'_>) -> Self {
        py.detach(|| Self(Shared::new(self.0.lock().clone())))
    }

    fn save(&self, py: Python<'_>) -> PyResult<String> {
        detached(py, || self.0.lock().save())
    }

    #[staticmethod]
    #[pyo3(signature = (saved, type_, profile, catalogs, /))]
    fn resume(
        py: Python<'_>,
        saved: &str,
        type_: Option<String>,
        profile: Option<String>,
        catalogs: Vec<String>,
    ) -> PyResult<Self> {
        detached(py, || {
            let options = check_options(type_, profile, catalogs);
            let checker = agent_ui_text::Checker::resume(saved, &options)?;
            Ok(Self(Shared::new(checker)))
        })
    }
}
