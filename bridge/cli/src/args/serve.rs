//! The command line of `serve`.

mod agent;
mod bots;
mod network;
mod operation;
mod sessions;
mod turns;
mod users;

pub(crate) use agent::AgentArgument;
#[cfg(feature = "live")]
pub(crate) use {
    agent::AgentKind, bots::SecretSource, operation::LogFormat, sessions::AgentScope,
    turns::TurnOrder, users::UsersArgument,
};

use super::{
    context::Context,
    reporting::Reporting,
    value::{parse_duration, parse_port},
};
use bridge::DialectOrProtocol;
use clap::{Args, ValueEnum};
use std::{net::IpAddr, path::PathBuf, time::Duration};

/// The maximum length of a description in characters.
const DESCRIPTION: usize = 1000;

#[derive(Debug, Args)]
#[command(
    after_help = "\
Serves agents until Ctrl-C, and prints the address of each face. Agents: lines:COMMAND, file:PATH, a2a:URL, ag-ui:URL, ai-sdk:URL, mcp:URL, mcp:COMMAND.

Examples:
  agent-ui serve surface.jsonl
  agent-ui serve --agent \"lines:python3 agent.py\" --store sessions.db
  agent-ui serve --agent ag-ui:https://agent.test/run --face mcp --stdio",
    after_long_help = "\
Puts agents in front of clients until Ctrl-C. Agents write A2UI messages in any version, faces show them to clients of other protocols, and the users' actions go back to the agent that owns the surface.

Agents:
  lines:COMMAND  a process per session: A2UI lines on its standard output, the users' actions as lines on its standard input
  file:PATH      a growing file, or `-` for standard input; each action is one line on standard output
  a2a:URL        an agent that speaks A2A
  ag-ui:URL      an agent that speaks AG-UI
  ai-sdk:URL     a chat route of the AI SDK of Vercel
  mcp:URL        an MCP server with UI resources, also as mcp:COMMAND

Faces:
  ag-ui, ai-sdk, a2a, mcp, ahp, aap, page
  actions-json   pages of websites connect here: their tools are tools of the face mcp, their signals records of an AAP agent
  slack, teams   bots that show surfaces in conversations; only if they are named

All faces are below one unguessable path. Who knows it may read and act: keep the addresses secret. The server listens on 127.0.0.1. For other computers, use --public with --certificate and --key, or --proxy. With --users, each request also names its user, who sees no session of another one.

With --store, sessions and the path survive a restart. Programs with the same --store nats://HOST:PORT/NAME share them. Refused messages, losses and failures are reported on standard error.

Ctrl-C and SIGTERM refuse further requests, and let running turns end for the time of --drain. A second signal stops at once. SIGHUP reads the files of --certificate and --key again.

Examples:
  agent-ui serve surface.jsonl
  agent-ui serve --agent \"lines:python3 agent.py\" --store sessions.db
  agent-ui serve --agent ag-ui:https://agent.test/run --face mcp --stdio
  agent-ui serve --bind 0.0.0.0 --port 443 --public agents.test \\
    --certificate chain.pem --key key.pem agent.jsonl"
)]
#[cfg_attr(not(feature = "live"), allow(dead_code))]
pub(crate) struct Serve {
    /// A file of A2UI messages, or - for standard input
    ///
    /// Short for --agent file:FILE.
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Agent to serve, as [NAME=]KIND:TARGET
    ///
    /// May be given several times. NAME is the name of the agent in reports and in the store. The first agent receives the texts of the user.
    #[arg(long = "agent", value_name = "AGENT", value_parser = agent::parse)]
    pub(crate) agents: Vec<AgentArgument>,
    /// Name of the agents for people, in MCP and A2A
    ///
    /// The default is the name that an A2A or MCP agent states.
    #[arg(long, value_name = "TEXT", value_parser = parse_description, hide_short_help = true)]
    pub(crate) name: Option<String>,
    /// Purpose of the agents, for people and models
    ///
    /// The descriptions of the MCP tools begin with it, and the card of A2A contains it. The default is the description that an A2A or MCP agent states.
    #[arg(long, value_name = "TEXT", value_parser = parse_description, hide_short_help = true)]
    pub(crate) description: Option<String>,
    /// A2UI version of lines: and file: agents
    #[arg(long, value_name = "PROTOCOL", default_value = "a2ui")]
    pub(crate) from: DialectOrProtocol,
    /// Face to serve; default: all but slack and teams
    ///
    /// May be given several times, or as a list with commas: ag-ui, ai-sdk, a2a, mcp, ahp, aap, page, actions-json, slack or teams. The face actions-json needs no agent.
    #[arg(
        long = "face",
        value_name = "FACE",
        value_enum,
        value_delimiter = ',',
        ignore_case = true,
        hide_possible_values = true
    )]
    pub(crate) faces: Vec<Face>,
    /// Speak MCP over standard input and standard output
    #[arg(long)]
    pub(crate) stdio: bool,
    /// File or NATS server that keeps the sessions
    ///
    /// It also keeps the secret path. The file is an SQLite database, which is created if it does not exist. nats://HOST:PORT/NAME is a NATS server with JetStream, and tls:// one with TLS: several programs can share its sessions. NAME is the start of the names of its streams, by default `ui`. Without a store, sessions end with the program.
    #[arg(long, value_name = "STORE")]
    pub(crate) store: Option<PathBuf>,
    /// File with the credentials of a user of NATS, for --store
    #[arg(long, value_name = "FILE", hide_short_help = true, requires = "store")]
    pub(crate) credentials: Option<PathBuf>,
    /// Time in which the NATS server of --store must answer
    ///
    /// Requests of clients wait for it, and fail afterwards.
    #[arg(long, value_name = "TIME", default_value = "1500ms", value_parser = parse_duration, hide_short_help = true)]
    pub(crate) store_timeout: Duration,
    /// Folder for the records of AAP; default: in memory
    #[arg(long, value_name = "FOLDER", hide_short_help = true)]
    pub(crate) records: Option<PathBuf>,
    /// AAP agent that gets the signals of websites
    #[arg(long, value_name = "AGENT", hide_short_help = true)]
    pub(crate) signal_agent: Option<String>,
    /// Port of this computer for browser extensions that speak actions.json
    ///
    /// The address is ws://127.0.0.1:PORT/extension. Published extensions expect port 17345. It has no secret path: every program of this computer may connect, but no web page.
    #[arg(long, value_name = "PORT", value_parser = parse_port, hide_short_help = true)]
    pub(crate) extension_port: Option<u16>,
    /// Session of clients that name none
    #[arg(
        long,
        value_name = "NAME",
        default_value = "main",
        hide_short_help = true
    )]
    pub(crate) session: String,
    /// How AHP clients get pages: channel or address
    ///
    /// `channel` sends the page over the connection of the client, as the Canvas proposal describes. `address` gives the page an address of this program, which AHP 1.0 requires.
    #[arg(
        long,
        value_name = "WAY",
        value_enum,
        default_value_t,
        hide_short_help = true,
        hide_possible_values = true,
        hide_default_value = true
    )]
    pub(crate) canvas_pages: CanvasPages,
    /// Port to listen on; 0 selects a free one
    #[arg(long, value_name = "PORT", default_value = "0", value_parser = parse_port)]
    pub(crate) port: u16,
    /// Address to listen on
    #[arg(
        long,
        value_name = "ADDRESS",
        default_value = "127.0.0.1",
        hide_short_help = true
    )]
    pub(crate) bind: IpAddr,
    /// Serve other computers over TLS, under this host name
    #[arg(
        long,
        value_name = "HOST",
        hide_short_help = true,
        requires = "certificate",
        requires = "key",
        conflicts_with = "proxy"
    )]
    pub(crate) public: Option<String>,
    /// PEM file with the certificate chain, for --public
    #[arg(long, value_name = "FILE", hide_short_help = true, requires = "public")]
    pub(crate) certificate: Option<PathBuf>,
    /// PEM file with the private key, for --public
    #[arg(long, value_name = "FILE", hide_short_help = true, requires = "public")]
    pub(crate) key: Option<PathBuf>,
    /// Secret part of the address; default: random
    #[arg(long, value_name = "TOKEN", hide_short_help = true)]
    pub(crate) token: Option<String>,
    /// Allow pages of this origin, as in https://app.test
    ///
    /// May be given several times. `*` stands for any port or for the first names of a host: http://localhost:*, https://*.app.test. Other schemes are possible: tauri://localhost, chrome-extension://ID, vscode-webview://*.
    #[arg(long, value_name = "ORIGIN")]
    pub(crate) origin: Vec<String>,
    /// Allow media from https addresses
    #[arg(long)]
    pub(crate) allow_images: bool,
    /// JavaScript module that draws custom components
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) components: Option<PathBuf>,
    /// Write a log: error, warn, info or debug
    ///
    /// The log goes to standard error. It contains names, counts and lengths, and no secrets, texts or values.
    #[arg(
        long,
        value_name = "LEVEL",
        value_enum,
        hide_short_help = true,
        hide_possible_values = true
    )]
    pub(crate) log: Option<LogLevel>,
    #[command(flatten)]
    pub(crate) turns: turns::Turns,
    #[command(flatten)]
    pub(crate) sessions: sessions::Sessions,
    #[command(flatten)]
    pub(crate) network: network::Network,
    #[command(flatten)]
    pub(crate) users: users::Users,
    #[command(flatten)]
    pub(crate) bots: bots::Bots,
    #[command(flatten)]
    pub(crate) operation: operation::Operation,
    #[command(flatten)]
    pub(crate) context: Context,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
}

/// Reads a name or a description.
fn parse_description(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty()
        || text
            .chars()
            .any(|character| character.is_control() && character != '\n')
    {
        return Err("expected a text that is not empty and has no control characters".to_owned());
    }
    if text.chars().count() > DESCRIPTION {
        return Err(format!(
            "expected at most {DESCRIPTION} characters, because hosts cut longer texts"
        ));
    }
    Ok(text.to_owned())
}

/// The faces of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Face {
    /// Clients of AG-UI
    AgUi,
    /// Clients of the AI SDK
    AiSdk,
    /// Clients of A2A 1.0 and 0.3
    A2a,
    /// Clients of MCP, with MCP Apps
    Mcp,
    /// Clients of AHP canvases
    Ahp,
    /// Clients of AAP
    Aap,
    /// Pages for browsers
    Page,
    /// Pages of websites, with their tools and signals
    ActionsJson,
    /// A bot of Slack
    Slack,
    /// A bot of Microsoft Teams
    Teams,
}

/// The ways in which AHP clients get the page of a canvas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CanvasPages {
    /// Over the connection of the client
    Channel,
    /// At an address of the program
    #[default]
    Address,
}

/// The levels of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogLevel {
    /// Only what failed
    Error,
    /// And what may need attention
    Warn,
    /// And what begins and ends
    Info,
    /// And every request
    Debug,
}
