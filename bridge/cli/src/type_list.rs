//! The option `--types`: lists the names that `--type` accepts.

use crate::{exit::Exit, report::Report};
use bridge::{Dialect, DialectOrProtocol};

/// Writes the type names of a protocol, one per line. Without a protocol, writes the names of every dialect, each after
/// the name of the dialect.
pub(crate) fn write(
    protocol: Option<DialectOrProtocol>,
    names: fn(DialectOrProtocol) -> Vec<&'static str>,
    report: &mut Report,
) -> Result<(), Exit> {
    if let Some(protocol) = protocol {
        return names(protocol)
            .into_iter()
            .try_for_each(|name| report.text(name));
    }
    for &dialect in Dialect::ALL {
        for name in names(dialect.into()) {
            report.text(&format!("{dialect} {name}"))?;
        }
    }
    Ok(())
}
