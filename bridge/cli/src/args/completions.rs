//! The command line of `completions`.

use super::destination::Destination;
use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  agent-ui completions bash \\
    -o ~/.local/share/bash-completion/completions/agent-ui
  agent-ui completions zsh -o ~/.zfunc/_agent-ui
  agent-ui completions fish -o ~/.config/fish/completions/agent-ui.fish
  agent-ui completions powershell >> $PROFILE")]
pub(crate) struct Completions {
    /// Shell that runs the script
    pub(crate) shell: clap_complete::Shell,
    #[command(flatten)]
    pub(crate) destination: Destination,
}
