//! The command line of `lsp`.

use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "\
Speaks the Language Server Protocol: findings while you type, quick fixes, hover and completion. It reads the section [check] of agent-ui.toml in the folder of the workspace.

Example, in the configuration of Helix:
  [language-server.agent-ui]
  command = \"agent-ui\"
  args = [\"lsp\"]")]
#[cfg_attr(not(feature = "lsp"), allow(dead_code))]
pub(crate) struct Lsp {
    /// Use standard input and output, which is the default
    #[arg(long)]
    pub(crate) stdio: bool,
}
