//! The command `agent-ui lsp`: a language server, which speaks the Language Server Protocol on standard input and output.
//!
//! Specification: [Language Server Protocol 3.17](https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/).

#[cfg(feature = "lsp")]
mod actions;
#[cfg(feature = "lsp")]
mod answers;
#[cfg(feature = "lsp")]
mod completion;
#[cfg(feature = "lsp")]
mod cursor;
#[cfg(feature = "lsp")]
mod diagnostics;
#[cfg(feature = "lsp")]
mod documents;
#[cfg(feature = "lsp")]
mod fate;
#[cfg(feature = "lsp")]
mod finding;
#[cfg(feature = "lsp")]
mod hover;
#[cfg(feature = "lsp")]
mod positions;
#[cfg(feature = "lsp")]
mod server;
#[cfg(feature = "lsp")]
mod settings;
#[cfg(feature = "lsp")]
mod transport;
#[cfg(feature = "lsp")]
mod tree;
#[cfg(feature = "lsp")]
mod vocabulary;

use crate::{args::Lsp, exit::Exit, report::Report};

#[cfg(not(feature = "lsp"))]
pub(crate) fn run(_: &Lsp, _: &mut Report) -> Result<(), Exit> {
    let message = "this program was built without the feature `lsp`; in a source checkout, run \
             `cargo install --path bridge/cli`";
    Err(Exit::Usage(message.to_owned()))
}

/// Answers the messages of a client until it ends the session. If the client is gone without the notification `exit`, or
/// sends it before the request `shutdown`, the exit status is 1, as the protocol requires.
#[cfg(feature = "lsp")]
pub(crate) fn run(arguments: &Lsp, report: &mut Report) -> Result<(), Exit> {
    // Standard input and output are the only transport, whether the client names it or not.
    let Lsp { stdio: _ } = arguments;
    let received = transport::receive(report.standard_input())?;
    server::Server::new(report).run(&received)
}
