//! The limits of this crate that users may meet. Their section of `docs/limits.md` is written from this table:
//!
//! ```sh
//! WRITE_PAGE=1 cargo test -p agent-ui-live --all-features limits::
//! ```

use std::time::Duration;

/// Defines each limit as a constant, and the rows of the page.
macro_rules! limits {
    ($($subject:literal { $($name:ident: $type:ty = $value:expr, $unit:ident, $what:literal, $beyond:literal;)* })*) => {
        $($(#[doc = $what] pub(crate) const $name: $type = $value;)*)*

        #[cfg(test)]
        const TABLES: &[(&str, &[Row])] = &[$(($subject, &[
            $(Row { what: $what, value: Value::$unit($name), beyond: $beyond },)*
        ]),)*];
    };
}

limits! {
    "Connections and requests" {
        CONNECTIONS: usize = 4096, Count, "Connections, with WebSockets (`--connections`)", "Further ones wait to be accepted; then status 503";
        CONNECTION_WAIT: Duration = Duration::from_secs(10), Time, "The wait of connections for others to be closed", "Status 503";
        PER_ADDRESS: usize = 512, Count, "Connections of one address, and its requests at the same time, with event streams and WebSockets (`--per-address`)", "As many further requests wait; then status 429";
        REQUEST_WAIT: Duration = Duration::from_secs(10), Time, "The wait for a request of the same address to end", "Status 429";
        HEAD: Duration = Duration::from_secs(30), Time, "The head of a request, the pause between requests, a TLS handshake", "The connection is closed";
        BODY_WAIT: Duration = Duration::from_secs(30), Time, "The body of a request, with the wait for memory", "Status 408, or 503 if there is no memory";
        STALL: Duration = Duration::from_secs(60), Time, "A client that receives nothing", "The connection is closed";
        HTTP2_REQUESTS: u32 = 100, Number, "Requests at the same time over one connection of HTTP/2", "They wait";
        DRAIN: Duration = Duration::from_secs(10), Time, "Turns that run when the program stops (`--drain`)", "They fail";
        GOODBYE: Duration = Duration::from_secs(2), Time, "The last events and answers after that", "The connections are closed";
        SHOW_CONNECTIONS: usize = 256, Count, "Connections to `show`, and to `--extension-port`", "Further ones wait to be accepted; then status 503";
    }
    "Requests of each face" {
        AG_UI_BODY: usize = 4 << 20, Bytes, "A request of AG-UI", "Status 413";
        AG_UI_BYTES: usize = 256 << 20, Bytes, "Requests of AG-UI that are read at the same time; a quarter for one address", "They wait";
        A2A_BODY: usize = 1 << 20, Bytes, "A request of A2A", "Status 413";
        A2A_BYTES: usize = 64 << 20, Bytes, "Requests of A2A that are read at the same time; a quarter for one address", "They wait";
        MCP_BODY: usize = 1 << 20, Bytes, "A request of MCP", "Status 413";
        MCP_BYTES: usize = 64 << 20, Bytes, "Requests of MCP that are answered at the same time; a quarter for one address", "They wait";
        PAGE_BODY: usize = 1 << 20, Bytes, "An action of a page", "Status 413";
        PAGE_BYTES: usize = 64 << 20, Bytes, "Actions of pages that are answered at the same time; a quarter for one address", "They wait";
        CANVAS_PAGE_BYTES: usize = 8 << 20, Bytes, "The same for `show`, and for the pages of AHP canvases", "They wait";
        AAP_BODY: usize = 1 << 20, Bytes, "A request of AAP", "Status 413";
        AAP_REQUESTS: usize = 64, Count, "Requests of AAP that are answered at the same time", "They wait for 10 s; then status 503";
        AHP_MESSAGE: usize = 1 << 20, Bytes, "A message of AHP", "The WebSocket is closed";
    }
    "Streams and clients" {
        PAGE_STREAMS: usize = 4096, Count, "Event streams of pages", "Status 503";
        SESSION_STREAMS: usize = 1024, Count, "Event streams of one session", "Status 503";
        CANVAS_PAGE_STREAMS: usize = 128, Count, "Event streams of one page of `show` or of an AHP canvas", "Status 503";
        MCP_STREAMS: usize = 4096, Count, "Streams of notifications of MCP", "Status 503";
        MCP_CLIENTS: usize = 4096, Count, "Clients of MCP with an `Mcp-Session-Id`", "The one that was used least recently and has no stream sends `initialize` again";
        MCP_WAIT: Duration = Duration::from_secs(50), Time, "The wait of a tool of MCP for its agent", "The result says that the answer may come later";
        AHP_SOCKETS: usize = 4096, Count, "WebSockets of AHP", "Status 503";
        AHP_QUEUE: usize = 8 << 20, Bytes, "Messages that wait for one client of AHP", "The WebSocket is closed";
        RUNNING_TASKS: usize = 4096, Count, "Tasks of A2A that run", "The message is refused";
        MISSED_BYTES: usize = 16 << 20, Bytes, "Messages that wait for the clients of a session that read one version of A2UI", "They get the whole state again";
        MISSED_UPDATES: usize = 1024, Count, "Updates that wait for one client", "It gets the whole state again";
    }
    "Sessions" {
        SESSIONS: usize = 4096, Count, "Sessions in memory", "Unused ones make room; without one, requests that open a session wait; then status 503";
        SESSION_WAIT: Duration = Duration::from_secs(10), Time, "The wait of a request for a session to be unused", "Status 503";
        WAITING_SESSIONS: usize = 256, Count, "Requests that wait for a session to be unused", "Status 503";
        IDLE: Duration = Duration::from_secs(600), Time, "A session that no client uses (`--idle`)", "It leaves memory and its agents end; the next request opens it again";
        SESSION_NAME: usize = 200, Bytes, "The name of a session", "The request is refused";
        SESSION_BYTES: usize = 32 << 20, Bytes, "The surfaces of one agent in a session, with their data", "The message of the agent is refused";
        SESSION_TEXTS: usize = 4 << 20, Bytes, "The remembered texts of a conversation", "The oldest are forgotten";
        INPUTS: usize = 256, Count, "Messages of a session that wait for an agent", "Status 503, or the error of the protocol";
    }
    "Agents" {
        COMMAND_START: Duration = Duration::from_secs(1), Time, "The time from the start of a command to its first message", "The message fails";
        COMMAND_LINE: usize = 8 << 20, Bytes, "A line of a command", "It is skipped and reported";
        COMMAND_READ: Duration = Duration::from_secs(30), Time, "A command that does not read its input", "It starts again";
        AGENT_CONNECT: Duration = Duration::from_secs(10), Time, "The connection to a remote agent", "The message is sent again, and then fails";
        AGENT_HEAD: Duration = Duration::from_secs(120), Time, "The start of the answer of a remote agent", "The message fails";
        TURN_BYTES: usize = 64 << 20, Bytes, "What a remote agent sends in one turn", "The message fails";
        AGENT_EVENT: usize = 16 << 20, Bytes, "An event of a remote agent", "The message fails";
        RESULT_SURFACES: usize = 64 << 10, Bytes, "Surfaces in a result of MCP", "Links to their resources";
        RESULT_TEXT: usize = 16 << 10, Bytes, "The descriptions of surfaces in a result of MCP", "They are cut off";
    }
}

/// A row of the page.
#[cfg(test)]
struct Row {
    what: &'static str,
    value: Value,
    beyond: &'static str,
}

/// The value of a limit, with its unit.
#[cfg(test)]
enum Value {
    Count(usize),
    Number(u32),
    Bytes(usize),
    Time(Duration),
}

#[cfg(test)]
impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Count(count) if *count >= 1000 => {
                write!(f, "{},{:03}", count / 1000, count % 1000)
            }
            Self::Count(count) => write!(f, "{count}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Bytes(bytes) if *bytes >= 1 << 20 => write!(f, "{} MiB", bytes >> 20),
            Self::Bytes(bytes) if *bytes >= 1 << 10 => write!(f, "{} KiB", bytes >> 10),
            Self::Bytes(bytes) => write!(f, "{bytes} bytes"),
            Self::Time(time) => write!(f, "{} s", time.as_secs()),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use std::{fs, path::Path};

    const TITLE: &str = "## Limits of `serve`\n";
    const INTRODUCTION: &str = "
This section is written from the table in `bridge/live/src/limits.rs`. After a change, this command writes it again:

```sh
WRITE_PAGE=1 cargo test -p agent-ui-live --all-features limits::
```
";

    fn section() -> String {
        let mut section = format!("{TITLE}{INTRODUCTION}");
        for (subject, rows) in TABLES {
            section += &format!("\n### {subject}\n\n| What | Limit | Beyond it |\n|---|---|---|\n");
            for Row {
                what,
                value,
                beyond,
            } in *rows
            {
                section += &format!("| {what} | {value} | {beyond} |\n");
            }
        }
        section
    }

    #[test]
    fn the_page_has_the_limits_of_the_table() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/limits.md");
        let page = fs::read_to_string(&path).unwrap();
        // The section is the last one.
        let before = page.split(TITLE).next().unwrap();
        let written = format!("{before}{}", section());
        if std::env::var_os("WRITE_PAGE").is_some() {
            fs::write(&path, &written).unwrap();
        }
        let page = fs::read_to_string(&path).unwrap();
        assert!(
            page == written,
            "docs/limits.md is stale: it states the command that writes it"
        );
    }
}
