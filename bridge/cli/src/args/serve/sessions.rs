//! The options about the lifetime of sessions.

use super::super::value::parse_duration;
use clap::{Args, ValueEnum};
use std::time::Duration;

#[derive(Debug, Args)]
#[cfg_attr(not(feature = "live"), allow(dead_code))]
pub(crate) struct Sessions {
    /// Time after which the agents of an unused session end
    ///
    /// A session is unused if it has no open stream, no connected client and no running turn. It leaves memory, and its commands end. The store, or this program, keeps its surfaces and texts. The next request opens it again and starts its agents. With `forever`, agents run until the program stops.
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = parse_lifetime, hide_short_help = true)]
    pub(crate) idle: Lifetime,
    /// Processes of a command: one per session, or one for the program
    ///
    /// With `program`, one process serves all sessions. Each line that it reads and writes names its session, as in {"session":"main","message":{}}. It also reads {"session":"main","state":"open"}, and `closed` when a session leaves memory. Other agents ignore this option.
    #[arg(
        long,
        value_name = "SCOPE",
        value_enum,
        default_value_t,
        hide_short_help = true,
        hide_possible_values = true,
        hide_default_value = true
    )]
    pub(crate) agent_scope: AgentScope,
    /// Time after which an unused session is deleted; default: 30d
    ///
    /// The time begins with the last message, answer or client of a session. With `forever`, sessions stay. Sessions on a NATS server do not expire. `agent-ui sessions` lists and deletes the sessions of a file.
    #[arg(long, value_name = "TIME", value_parser = parse_lifetime, hide_short_help = true)]
    pub(crate) keep: Option<Lifetime>,
}

/// The default of `--keep`.
const KEEP: Duration = Duration::from_secs(30 * 86_400);

#[cfg_attr(not(feature = "live"), allow(dead_code))]
impl Sessions {
    /// Returns the time after which an unused session is deleted.
    pub(crate) fn keep(&self) -> Option<Duration> {
        self.keep.map_or(Some(KEEP), |keep| keep.0)
    }
}

/// A duration; `None` means forever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "live"), allow(dead_code))]
pub(crate) struct Lifetime(pub(crate) Option<Duration>);

fn parse_lifetime(text: &str) -> Result<Lifetime, String> {
    if text == "forever" {
        return Ok(Lifetime(None));
    }
    let time = parse_duration(text).map_err(|error| format!("{error}, or `forever`"))?;
    Ok(Lifetime(Some(time)))
}

/// The sessions that a process of a command serves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum AgentScope {
    /// One session each
    #[default]
    Session,
    /// All sessions of the program
    Program,
}
