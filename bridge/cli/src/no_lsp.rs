//! The command `agent-ui lsp` of a program without the language server.

use crate::{args::Lsp, exit::Exit, report::Report, source_build};

/// Refuses the command, with the way to build it.
pub(crate) fn run(_: &Lsp, _: &mut Report) -> Result<(), Exit> {
    Err(source_build::without("the feature `lsp`"))
}
