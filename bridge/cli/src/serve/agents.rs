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
    faces::{a2a::A2aAgent, ag_ui::AgUiAgent, mcp::McpAgent},
    gateway::agent::Agent,
};
use std::{collections::BTreeSet, ffi::OsString, sync::Arc};

/// Returns the arguments of all agents, with the file of the command line as the last one.
pub(super) fn arguments(arguments: &Serve) -> Result<Vec<AgentArgument>, Exit> {
    let wrong = |message: String| Err(Exit::Usage(message));
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
        return wrong(
            "no agent to serve: name a FILE, `-` for standard input, or --agent KIND:TARGET"
                .to_owned(),
        );
    }
    let has_command = agents.iter().any(|agent| agent.kind == AgentKind::Lines);
    if arguments.sessions.agent_scope == AgentScope::Program && !has_command {
        return wrong(
            "--agent-scope program: only agents of the kind lines:COMMAND have it".to_owned(),
        );
    }
    let of_input = agents
        .iter()
        .filter(|agent| agent.kind == AgentKind::File && agent.target == "-")
        .count();
    if of_input > 1 {
        return wrong("only one agent can read standard input: remove the other `-`".to_owned());
    }
    if of_input > 0 && arguments.stdio {
        return wrong(
            "--stdio uses standard input for MCP: name a FILE or --agent lines:COMMAND".to_owned(),
        );
    }
    for agent in agents
        .iter()
        .filter(|agent| agent.kind == AgentKind::File && agent.target != "-")
    {
        // A file that grows must exist, so that a misspelt name is noticed.
        if let Err(error) = std::fs::File::open(&agent.target) {
            return wrong(format!("{}: {error}", agent.target));
        }
        if std::path::Path::new(&agent.target).is_dir() {
            return wrong(format!(
                "{}: a folder is not an agent; name one file",
                agent.target
            ));
        }
    }
    name_all(&mut agents)?;
    Ok(agents)
}

/// Gives every agent a name. Without one, it is the name of its kind, with a number if there are several.
fn name_all(agents: &mut [AgentArgument]) -> Result<(), Exit> {
    let mut names = BTreeSet::new();
    for name in agents.iter().filter_map(|agent| agent.name.as_ref()) {
        if !names.insert(name.clone()) {
            let message = format!("--agent {name}=…: two agents have this name; give each its own");
            return Err(Exit::Usage(message));
        }
    }
    for agent in agents.iter_mut().filter(|agent| agent.name.is_none()) {
        let kind = agent.kind.as_str();
        let numbered = (2..).map(|number| format!("{kind}-{number}"));
        let name = [kind.to_owned()]
            .into_iter()
            .chain(numbered)
            .find(|name| !names.contains(name));
        names.extend(name.clone());
        agent.name = name;
    }
    Ok(())
}

/// Creates the agents. `key` is the secret of the store, from which agents over A2A get the ids of their contexts.
pub(super) fn create(
    arguments: &Serve,
    agents: Vec<AgentArgument>,
    key: Option<&str>,
    events: &Events,
    report: &mut Report,
) -> Result<Vec<Arc<dyn Agent>>, Exit> {
    let environment = environment(arguments)?;
    let mut created: Vec<Arc<dyn Agent>> = Vec::new();
    for agent in agents {
        let name = agent.name.clone().unwrap_or_default();
        let (lines, says) = (events.clone(), events.clone());
        let is_stdio = arguments.stdio;
        let pass = move |line: &str| match is_stdio {
            true => lines.contents("a message for the agent", line),
            false => lines.line(line),
        };
        created.push(match agent.kind {
            AgentKind::Lines => {
                let command = CommandAgent::new(name, agent.target, arguments.from)
                    .environment(environment.clone());
                let command =
                    command.on_error_line(move |agent, line| says.agent_line(agent, line));
                Arc::new(match arguments.sessions.agent_scope {
                    AgentScope::Session => command,
                    AgentScope::Program => command.for_all_sessions(),
                })
            }
            AgentKind::File if agent.target == "-" => {
                let input = report.standard_input();
                Arc::new(FileAgent::reader(name, input, arguments.from).on_input_line(pass))
            }
            AgentKind::File => {
                Arc::new(FileAgent::new(name, agent.target, arguments.from).on_input_line(pass))
            }
            AgentKind::A2a => {
                let agent = A2aAgent::new(name, agent.target);
                Arc::new(match key {
                    Some(key) => agent.context_key(key),
                    None => agent,
                })
            }
            AgentKind::AgUi => Arc::new(AgUiAgent::new(name, agent.target)),
            AgentKind::Mcp => {
                let server = match agent.is_url() {
                    true => McpAgent::http(name, agent.target),
                    false => McpAgent::command(name, agent.target).environment(environment.clone()),
                };
                Arc::new(server.on_error_line(move |agent, line| says.agent_line(agent, line)))
            }
        });
    }
    Ok(created)
}

/// Returns the environment of all commands.
fn environment(arguments: &Serve) -> Result<CommandEnvironment, Exit> {
    let variables = &arguments.operation.env;
    if variables.is_empty() {
        return Ok(CommandEnvironment::of_program());
    }
    let mut chosen: Vec<(OsString, OsString)> = Vec::new();
    for variable in variables {
        let own = || std::env::var_os(&variable.name);
        let Some(value) = variable.value.clone().map(OsString::from).or_else(own) else {
            let name = &variable.name;
            return Err(Exit::Usage(format!(
                "--env {name}: this program has no such variable; set it before the start, or state its value as --env {name}=VALUE"
            )));
        };
        chosen.push((variable.name.clone().into(), value));
    }
    Ok(CommandEnvironment::of(chosen))
}
