//! The compiled part of the Python package `agent-ui-bridge`: the calls of `agent-ui-text`, with the interpreter's lock
//! released while they work. Arguments and results are texts. The modules in `python/agent_ui_bridge/` define the types that
//! users see.

mod arguments;
mod calls;
mod checker;
mod conversation;
mod results;
mod shared;
mod stream;
mod translator;

use pyo3::{prelude::*, types::PyTuple};

/// The compiled part of the package.
#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let dialects = bridge::Dialect::ALL.iter().map(|dialect| dialect.as_str());
    module.add("DIALECTS", PyTuple::new(py, dialects.collect::<Vec<_>>())?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Failure", py.get_type::<arguments::Failure>())?;
    module.add_class::<checker::SessionChecker>()?;
    module.add_class::<conversation::ConversationBridge>()?;
    module.add_class::<translator::Translator>()?;
    module.add_class::<stream::Stream>()?;
    calls::add_to(module)
}
