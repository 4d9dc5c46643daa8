//! The agents that the command line names.

use super::events::Events;
use crate::{
    args::{AgentArgument, AgentKind, AgentScope, Face, Serve},
    exit::Exit,
    report::Report,
};
use live::{
    agents::{
        command::{CommandAgent, CommandEnvironment},
        file::FileAgent,
    },
    faces::{a2a::A2aAgent, ag_ui::AgUiAgent, ai_sdk::AiSdkAgent, mcp::McpAgent},
    gateway::agent::Agent,
};
use std::{collections::BTreeSet, ffi::OsString, fs::File, path::Path, sync::Arc};

/// Returns the arguments of all agents, with the file of the command line as the last one.
pub(super) fn collect_arguments(arguments: &Serve) -> Result<Vec<AgentArgument>, Exit> {
    let mut agents = arguments.agents.clone();
    agents.extend(arguments.file.as_ref().map(|file| AgentArgument {
        name: None,
        kind: AgentKind::File,
        target: file.to_string_lossy().into_owned(),
    }));
    // Websites have tools and signals without an agent.
    let has_pages =
        arguments.faces.contains(&Face::ActionsJson) || arguments.extension_port.is_some();
    if agents.is_empty() && !has_pages {
        return Exit::usage(
            "no agent to serve: name a FILE, `-` for standard input, or --agent KIND:TARGET",
        );
    }
    let has_command = agents.iter().any(|agent| agent.kind == AgentKind::Lines);
    if arguments.sessions.agent_scope == AgentScope::Program && !has_command {
        return Exit::usage("--agent-scope program: only agents of the kind lines:COMMAND have it");
    }
    check_files(arguments, &agents)?;
    name_all(&mut agents)?;
    Ok(agents)
}

/// Refuses two readers of standard input, and files that cannot be read.
fn check_files(arguments: &Serve, agents: &[AgentArgument]) -> Result<(), Exit> {
    let (of_input, files): (Vec<_>, Vec<_>) = agents
        .iter()
        .filter(|agent| agent.kind == AgentKind::File)
        .partition(|agent| agent.target == "-");
    if of_input.len() > 1 {
        return Exit::usage("only one agent can read standard input: remove the other `-`");
    }
    if !of_input.is_empty() && arguments.stdio {
        return Exit::usage(
            "--stdio uses standard input for MCP: name a FILE or --agent lines:COMMAND",
        );
    }
    for AgentArgument { target, .. } in files {
        // A file that grows must exist, so that a misspelt name is noticed.
        if let Err(error) = File::open(target) {
            return Exit::usage(format!("{target}: {error}"));
        }
        if Path::new(target).is_dir() {
            return Exit::usage(format!("{target}: a folder is not an agent; name one file"));
        }
    }
    Ok(())
}

/// Gives every agent a name. The default is the name of its kind, with a number if the name is already used.
fn name_all(agents: &mut [AgentArgument]) -> Result<(), Exit> {
    let mut names = BTreeSet::new();
    for name in agents.iter().filter_map(|agent| agent.name.as_ref()) {
        if !names.insert(name.clone()) {
            let message = format!("--agent {name}=…: two agents have this name; give each its own");
            return Err(Exit::Usage(message));
        }
    }
    for agent in agents {
        if agent.name.is_some() {
            continue;
        }
        let kind = agent.kind.as_str();
        let (mut name, mut number) = (kind.to_owned(), 1);
        while !names.insert(name.clone()) {
            number += 1;
            name = format!("{kind}-{number}");
        }
        agent.name = Some(name);
    }
    Ok(())
}

/// Creates the agents. `key` is the secret of the store from which the context ids of A2A agents are derived.
pub(super) fn create(
    arguments: &Serve,
    agents: Vec<AgentArgument>,
    key: Option<&str>,
    events: &Events,
    report: &mut Report,
) -> Result<Vec<Arc<dyn Agent>>, Exit> {
    let environment = build_environment(arguments)?;
    let mut created: Vec<Arc<dyn Agent>> = Vec::new();
    for agent in agents {
        let AgentArgument { kind, target, .. } = &agent;
        let (name, target) = (agent.name.clone().unwrap_or_default(), target.clone());
        created.push(match kind {
            AgentKind::Lines => {
                let errors = events.clone();
                let command = CommandAgent::new(name, target, arguments.from)
                    .environment(environment.clone())
                    .on_error_line(move |agent, line| errors.agent_line(agent, line));
                Arc::new(match arguments.sessions.agent_scope {
                    AgentScope::Session => command,
                    AgentScope::Program => command.for_all_sessions(),
                })
            }
            AgentKind::File => {
                let file = match target.as_str() {
                    "-" => FileAgent::reader(name, report.standard_input(), arguments.from),
                    _ => FileAgent::new(name, target, arguments.from),
                };
                Arc::new(with_input_lines(file, arguments, events))
            }
            AgentKind::A2a => {
                let agent = A2aAgent::new(name, target);
                Arc::new(match key {
                    Some(key) => agent.context_key(key),
                    None => agent,
                })
            }
            AgentKind::AgUi => Arc::new(AgUiAgent::new(name, target)),
            AgentKind::AiSdk => Arc::new(AiSdkAgent::new(name, target)),
            AgentKind::Mcp => {
                let errors = events.clone();
                let server = match agent.is_url() {
                    true => McpAgent::http(name, target),
                    false => McpAgent::command(name, target).environment(environment.clone()),
                };
                Arc::new(server.on_error_line(move |agent, line| errors.agent_line(agent, line)))
            }
        });
    }
    Ok(created)
}

/// Makes a file agent write the messages that it receives to standard output. With `--stdio`, MCP uses standard output,
/// so the messages go to standard error.
fn with_input_lines(agent: FileAgent, arguments: &Serve, events: &Events) -> FileAgent {
    let events = events.clone();
    match arguments.stdio {
        true => agent.on_input_line(move |line: &str| {
            events.contents("a message for the agent", line);
        }),
        false => agent.on_input_line(move |line: &str| events.line(line)),
    }
}

/// Returns the environment of all commands.
fn build_environment(arguments: &Serve) -> Result<CommandEnvironment, Exit> {
    let variables = &arguments.operation.env;
    if variables.is_empty() {
        return Ok(CommandEnvironment::of_program());
    }
    let mut chosen: Vec<(OsString, OsString)> = Vec::new();
    for variable in variables {
        let name = &variable.name;
        let value = match &variable.value {
            Some(value) => Some(OsString::from(value)),
            None => std::env::var_os(name),
        };
        let Some(value) = value else {
            return Exit::usage(format!(
                "--env {name}: this program has no such variable; set it before the start, or state its value as --env {name}=VALUE"
            ));
        };
        chosen.push((name.into(), value));
    }
    Ok(CommandEnvironment::of(chosen))
}
