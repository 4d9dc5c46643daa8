//! The command `agent-ui lsp`: a language server, which speaks the Language Server Protocol on standard input and output.
//!
//! Specification: [Language Server Protocol 3.17](https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/).

mod actions;
mod answers;
mod completion;
mod cursor;
mod diagnostics;
mod documents;
mod fate;
mod finding;
mod hover;
mod positions;
mod server;
mod settings;
mod transport;
mod tree;
mod vocabulary;

use crate::{args::Lsp, exit::Exit, report::Report};

/// Answers the messages of a client until it ends the session. If the client is gone without the notification `exit`, or
/// sends it before the request `shutdown`, the exit status is 1, as the protocol requires.
pub(crate) fn run(arguments: &Lsp, report: &mut Report) -> Result<(), Exit> {
    // Standard input and output are the only transport, whether the client names it or not.
    let Lsp { stdio: _ } = arguments;
    let received = transport::receive(report.standard_input())?;
    server::Server::new(report).run(&received)
}
