//! The command `agent-ui completions`: writes a completion script for a shell.

use crate::{
    args::{self, Completions},
    exit::Exit,
    report::Report,
};
use bridge::{Dialect, Protocol};
use clap::builder::PossibleValuesParser;

pub(crate) fn run(arguments: &Completions, report: &mut Report) -> Result<(), Exit> {
    let mut command = args::command().mut_subcommands(|command| command.mut_args(list_protocols));
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "agent-ui", &mut script);
    // The generator for bash names the functions of a program with a hyphen in two ways.
    let script = String::from_utf8_lossy(&script).replace("agent__subcmd__ui", "agent__ui");
    report.bytes(script.as_bytes())
}

/// Makes the protocols the possible values of an argument with the value name `PROTOCOL`.
fn list_protocols(argument: clap::Arg) -> clap::Arg {
    let names = argument.get_value_names().unwrap_or_default();
    if names.iter().any(|name| name == "PROTOCOL") {
        argument.value_parser(PossibleValuesParser::new(protocol_names()))
    } else {
        argument
    }
}

/// Returns the names of the protocols and of their dialects.
fn protocol_names() -> Vec<&'static str> {
    let mut names = Vec::new();
    for &dialect in Dialect::ALL {
        let name = dialect.as_str();
        let (protocol, _) = name.split_once('@').unwrap_or((name, ""));
        if !names.contains(&protocol) {
            names.push(protocol);
        }
        // The other protocols have one version, so their name suffices.
        if matches!(
            dialect.protocol(),
            Protocol::A2ui
                | Protocol::Acp
                | Protocol::AdaptiveCards
                | Protocol::Ahp
                | Protocol::Mcp
                | Protocol::McpElicitation
                | Protocol::SlackBlocks
        ) {
            names.push(name);
        }
    }
    names
}
