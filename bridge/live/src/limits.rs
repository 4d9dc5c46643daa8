//! The limits of this crate that users may meet. Their section of `docs/limits.md` is written from this table:
//!
//! ```sh
//! WRITE_PAGE=1 cargo test --workspace --test it limits::
//! ```

use std::time::Duration;

wire::limits! {
    "Connections and requests" {
        pub(crate) CONNECTIONS: usize = 4096, Count, "Connections, with WebSockets (`--connections`)", "Further ones wait to be accepted; then status 503";
        pub(crate) CONNECTION_WAIT: Duration = Duration::from_secs(10), Time, "The wait of connections for others to be closed", "Status 503";
        pub(crate) PER_ADDRESS: usize = 512, Count, "Connections of one address, and its requests at the same time, with event streams and WebSockets (`--per-address`)", "As many further requests wait; then status 429";
        pub(crate) REQUEST_WAIT: Duration = Duration::from_secs(10), Time, "The wait for a request of the same address to end", "Status 429";
        pub(crate) HEAD: Duration = Duration::from_secs(30), Time, "The head of a request, the pause between requests, a TLS handshake", "The connection is closed";
        pub(crate) BODY_WAIT: Duration = Duration::from_secs(30), Time, "The body of a request, with the wait for memory", "Status 408, or 503 if there is no memory";
        pub(crate) STALL: Duration = Duration::from_secs(60), Time, "A client that receives nothing", "The connection is closed";
        pub(crate) HTTP2_REQUESTS: u32 = 100, Count, "Requests at the same time over one connection of HTTP/2", "They wait";
        pub(crate) DRAIN: Duration = Duration::from_secs(10), Time, "Turns that run when the program stops (`--drain`)", "They fail";
        pub(crate) GOODBYE: Duration = Duration::from_secs(2), Time, "The last events and answers after that", "The connections are closed";
        pub(crate) LOCAL_CONNECTIONS: usize = 256, Count, "Connections to `playground`, and to `--extension-port`", "Further ones wait to be accepted; then status 503";
    }
    "Requests of each face" {
        pub(crate) AG_UI_BODY: usize = 4 << 20, Bytes, "A request of AG-UI", "Status 413";
        pub(crate) AG_UI_BYTES: usize = 256 << 20, Bytes, "Requests of AG-UI that are read at the same time; a quarter for one address", "They wait";
        pub(crate) AI_SDK_BODY: usize = 8 << 20, Bytes, "A request of the AI SDK", "Status 413";
        pub(crate) AI_SDK_BYTES: usize = 256 << 20, Bytes, "Requests of the AI SDK that are read at the same time; a quarter for one address", "They wait";
        pub(crate) AI_SDK_PART: usize = 16 << 20, Bytes, "The part of a surface for the AI SDK", "The answer ends with an error";
        pub(crate) AI_SDK_SURFACES: usize = 1024, Count, "Surfaces in the messages of a request of the AI SDK", "The oldest count as unknown, and are sent again";
        pub(crate) A2A_BODY: usize = 1 << 20, Bytes, "A request of A2A", "Status 413";
        pub(crate) A2A_BYTES: usize = 64 << 20, Bytes, "Requests of A2A that are read at the same time; a quarter for one address", "They wait";
        pub(crate) MCP_BODY: usize = 1 << 20, Bytes, "A request of MCP", "Status 413";
        pub(crate) MCP_BYTES: usize = 64 << 20, Bytes, "Requests of MCP that are answered at the same time; a quarter for one address", "They wait";
        pub(crate) PAGE_BODY: usize = 1 << 20, Bytes, "An action of a page", "Status 413";
        pub(crate) PAGE_BYTES: usize = 64 << 20, Bytes, "Actions of pages that are answered at the same time; a quarter for one address", "They wait";
        pub(crate) CANVAS_PAGE_BYTES: usize = 8 << 20, Bytes, "The same for the pages of AHP canvases", "They wait";
        pub(crate) AAP_BODY: usize = 1 << 20, Bytes, "A request of AAP", "Status 413";
        pub(crate) AAP_REQUESTS: usize = 64, Count, "Requests of AAP that are answered at the same time", "They wait for 10 s; then status 503";
        pub(crate) BOT_BODY: usize = 1 << 20, Bytes, "A request of Slack or of Teams", "Status 413";
        pub(crate) BOT_BYTES: usize = 64 << 20, Bytes, "Requests of Slack, or of Teams, that are read at the same time; a quarter for one address", "They wait";
        pub(crate) AHP_MESSAGE: usize = 1 << 20, Bytes, "A message of AHP", "The WebSocket is closed";
    }
    "Pages" {
        pub(crate) COMPONENT_SCRIPT: usize = 1 << 20, Bytes, "The script of `--components`", "The command ends with status 2";
    }
    "Streams and clients" {
        pub(crate) PAGE_STREAMS: usize = 4096, Count, "Event streams of pages", "Status 503";
        pub(crate) SESSION_STREAMS: usize = 1024, Count, "Event streams of one session", "Status 503";
        pub(crate) CANVAS_PAGE_STREAMS: usize = 128, Count, "Event streams of one page of an AHP canvas", "Status 503";
        pub(crate) MCP_STREAMS: usize = 4096, Count, "Streams of MCP: of notifications, and of calls of tools that ask the user", "Status 503; a call asks nothing, and its result shows the surface as a text";
        pub(crate) MCP_CLIENTS: usize = 4096, Count, "Clients of MCP with an `Mcp-Session-Id`", "The one that was used least recently and has no stream sends `initialize` again";
        pub(crate) MCP_WAIT: Duration = Duration::from_secs(50), Time, "The wait of a tool of MCP for its agent", "The result says that the answer may come later";
        pub(crate) CALL_QUESTIONS: usize = 8, Count, "Questions to the user during one call of a tool of MCP", "The result shows the surface as a text";
        pub(crate) INVALID_ANSWERS: usize = 3, Count, "Invalid answers of a client of MCP to one question", "The result shows the surface as a text";
        pub(crate) AHP_SOCKETS: usize = 4096, Count, "WebSockets of AHP", "Status 503";
        pub(crate) AHP_QUEUE: usize = 8 << 20, Bytes, "Messages that wait for one client of AHP", "The WebSocket is closed";
        pub(crate) RUNNING_TASKS: usize = 4096, Count, "Tasks of A2A that run", "The message is refused";
        pub(crate) MISSED_BYTES: usize = 16 << 20, Bytes, "Messages that wait for the clients of a session that read one version of A2UI", "They get the whole state again";
        pub(crate) MISSED_UPDATES: usize = 1024, Count, "Updates that wait for one client", "It gets the whole state again";
    }
    "Sessions" {
        pub(crate) SESSIONS: usize = 4096, Count, "Sessions in memory", "Unused ones make room; without one, requests that open a session wait; then status 503";
        pub(crate) SESSION_WAIT: Duration = Duration::from_secs(10), Time, "The wait of a request for a session to be unused", "Status 503";
        pub(crate) WAITING_SESSIONS: usize = 256, Count, "Requests that wait for a session to be unused", "Status 503";
        pub(crate) IDLE: Duration = Duration::from_secs(600), Time, "A session that no client uses (`--idle`)", "It leaves memory and its agents end; the next request opens it again";
        pub(crate) SESSION_NAME: usize = 200, Bytes, "The name of a session", "The request is refused";
        pub(crate) SESSION_BYTES: usize = 32 << 20, Bytes, "The surfaces of one agent in a session, with their data", "The message of the agent is refused";
        pub(crate) SESSION_TEXTS: usize = 4 << 20, Bytes, "The remembered texts of a conversation", "The oldest are forgotten";
        pub(crate) PAGE_PROBLEMS: usize = 300, Count, "Losses of a surface, and refused messages and findings of a session, on a page that is opened later", "Further losses and older refusals are not listed";
        pub(crate) INPUTS: usize = 256, Count, "Messages of a session that wait for an agent", "Status 503, or the error of the protocol";
    }
    "Bots" {
        pub(crate) BOT_ANSWER: Duration = Duration::from_millis(2500), Time, "The answer to a request of Slack or of Teams", "The answer is empty or a short text; the message changes later";
        pub(crate) BOT_CLOCK: Duration = Duration::from_secs(300), Time, "The age of a signed request of Slack, and the leeway for the times in a token of Teams", "Status 401";
        pub(crate) BOT_REQUESTS: usize = 1024, Count, "Requests of Slack, or of Teams, that are processed at the same time", "Status 503";
        pub(crate) BOT_CONVERSATIONS: usize = 1024, Count, "Conversations of Slack, or of Teams, that are followed", "The one that was used least recently is followed again after its next request";
        pub(crate) BOT_INPUTS: usize = 64, Count, "Texts and clicks of one conversation that wait", "The user is asked to try again";
        pub(crate) BOT_TEXTS: usize = 64, Count, "Texts of one conversation that wait to be posted", "The oldest is left out and reported";
        pub(crate) BOT_MESSAGES: usize = 256, Count, "Messages of one conversation that are remembered", "The surface that was used least recently gets a new message when it changes";
        pub(crate) BOT_PACE: Duration = Duration::from_secs(1), Time, "The pause between two changes of a message", "Only the last state is shown";
        pub(crate) BOT_REPEATED: usize = 16_384, Count, "Requests of Slack, or of Teams, that are remembered so that a repetition has no effect", "The oldest are forgotten";
        pub(crate) BOT_REQUEST: Duration = Duration::from_secs(10), Time, "A request to the API of Slack or of Teams", "It is repeated: five times at most";
        pub(crate) BOT_RESPONSE: usize = 1 << 20, Bytes, "A response of the API of Slack or of Teams", "The request fails";
    }
    "Agents" {
        pub(crate) COMMAND_START: Duration = Duration::from_secs(1), Time, "The time from the start of a command to its first message", "The message fails";
        pub(crate) COMMAND_LINE: usize = 8 << 20, Bytes, "A line of a command", "It is skipped and reported";
        pub(crate) COMMAND_READ: Duration = Duration::from_secs(30), Time, "A command that does not read its input", "It starts again";
        pub(crate) AGENT_CONNECT: Duration = Duration::from_secs(10), Time, "The connection to a remote agent", "The message is sent again, and then fails";
        pub(crate) AGENT_HEAD: Duration = Duration::from_secs(120), Time, "The start of the answer of a remote agent", "The message fails";
        pub(crate) TURN_BYTES: usize = 64 << 20, Bytes, "What a remote agent sends in one turn", "The message fails";
        pub(crate) AGENT_HISTORY: usize = 512 << 10, Bytes, "The messages of a conversation that are repeated to a remote agent", "The oldest are left out; a longer message is left out itself";
        pub(crate) QUESTION_ANSWER: Duration = Duration::from_secs(600), Time, "The wait of an MCP server for the answer of the user to its question", "The answer is `cancel`; a tool of the face ends without an answer";
        pub(crate) OPEN_QUESTIONS: usize = 16, Count, "Open questions of an MCP server in one session", "The server gets an error";
        pub(crate) INPUT_ROUNDS: usize = 16, Count, "Answers of an MCP server to one request that ask for input", "The message fails";
        pub(crate) AGENT_EVENT: usize = 16 << 20, Bytes, "An event of a remote agent", "The message fails";
        pub(crate) RESULT_SURFACES: usize = 64 << 10, Bytes, "Surfaces in a result of MCP", "Links to their resources";
        pub(crate) RESULT_TEXT: usize = 16 << 10, Bytes, "The descriptions of surfaces in a result of MCP", "They are cut off";
    }
}
