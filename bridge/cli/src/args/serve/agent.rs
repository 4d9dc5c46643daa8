//! The value of `--agent`.

/// The kinds of agents, with their names on the command line.
const KINDS: [(&str, AgentKind); 6] = [
    ("lines", AgentKind::Lines),
    ("file", AgentKind::File),
    ("a2a", AgentKind::A2a),
    ("ag-ui", AgentKind::AgUi),
    ("ai-sdk", AgentKind::AiSdk),
    ("mcp", AgentKind::Mcp),
];

/// An agent on the command line: `[NAME=]KIND:TARGET`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AgentArgument {
    /// The name, if the argument contains one.
    pub(crate) name: Option<String>,
    pub(crate) kind: AgentKind,
    /// The command, path or URL.
    pub(crate) target: String,
}

/// The kinds of agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AgentKind {
    /// A command that writes and reads lines.
    Lines,
    /// A growing file, or standard input.
    File,
    /// An address of an A2A agent.
    A2a,
    /// An address of an AG-UI agent.
    AgUi,
    /// An address of a chat route of the AI SDK.
    AiSdk,
    /// An address or a command of an MCP server.
    Mcp,
}

impl AgentKind {
    /// Returns the name of the kind on the command line.
    pub(crate) fn as_str(self) -> &'static str {
        KINDS
            .iter()
            .find(|(_, kind)| *kind == self)
            .map_or("", |(name, _)| name)
    }
}

impl AgentArgument {
    /// Returns `true` if the target is an http or https address.
    pub(crate) fn is_url(&self) -> bool {
        self.target.starts_with("http://") || self.target.starts_with("https://")
    }
}

/// Returns the names of the kinds as a list for messages.
fn kind_names() -> String {
    KINDS.map(|(name, _)| name).join(", ")
}

/// Returns `true` if the text is a valid name of an agent.
fn is_valid_name(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// Reads an agent as `[NAME=]KIND:TARGET`.
pub(super) fn parse(text: &str) -> Result<AgentArgument, String> {
    let Some((before, target)) = text.split_once(':') else {
        return Err(format!(
            "expected KIND:TARGET with one of the kinds {}, as in lines:./agent or file:surface.jsonl",
            kind_names()
        ));
    };
    let (name, kind) = match before.split_once('=') {
        Some((name, kind)) => (Some(name), kind),
        None => (None, before),
    };
    if name.is_some_and(|name| !is_valid_name(name)) {
        return Err("the name before `=` has 1 to 64 letters, digits, `-` and `_`".to_owned());
    }
    let Some((_, kind)) = KINDS.iter().find(|(name, _)| *name == kind) else {
        let hint = match kind {
            "http" | "https" => {
                "; name its protocol first, as in a2a:https://agent.test".to_owned()
            }
            _ => String::new(),
        };
        return Err(format!(
            "`{kind}` is not a kind of agent; the kinds are {}{hint}",
            kind_names()
        ));
    };
    let agent = AgentArgument {
        name: name.map(str::to_owned),
        kind: *kind,
        target: target.to_owned(),
    };
    if target.trim().is_empty() {
        let missing = match kind {
            AgentKind::Lines | AgentKind::Mcp => "a command",
            AgentKind::File => "a path",
            AgentKind::A2a | AgentKind::AgUi | AgentKind::AiSdk => "an address",
        };
        return Err(format!(
            "{missing} is missing after `{}:`",
            agent.kind.as_str()
        ));
    }
    if matches!(kind, AgentKind::A2a | AgentKind::AgUi | AgentKind::AiSdk) && !agent.is_url() {
        return Err(format!(
            "`{}:` needs an address that begins with http:// or https://",
            agent.kind.as_str()
        ));
    }
    Ok(agent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_argument_has_a_name_a_kind_and_a_target() {
        let read = |text: &str| parse(text).map(|agent| (agent.name, agent.kind, agent.target));
        let named = |name: &str| Some(name.to_owned());
        assert_eq!(
            read("lines:A=1 ./run x:y"),
            Ok((None, AgentKind::Lines, "A=1 ./run x:y".to_owned()))
        );
        assert_eq!(
            read("clerk=a2a:https://agent.test/"),
            Ok((
                named("clerk"),
                AgentKind::A2a,
                "https://agent.test/".to_owned()
            ))
        );
        assert_eq!(read("file:-"), Ok((None, AgentKind::File, "-".to_owned())));
        for (text, why) in [
            ("surface.jsonl", "KIND:TARGET"),
            ("https://agent.test", "a2a:https"),
            ("line:x", "lines"),
            ("a b=lines:x", "before `=`"),
            ("=lines:x", "before `=`"),
            ("lines:", "a command"),
            ("a2a:agent.test", "https://"),
            ("ai-sdk:agent.test/api/chat", "https://"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
