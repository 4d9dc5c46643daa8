//! A connected MCP server.
//!
//! Specification: [MCP 2025-11-25](https://modelcontextprotocol.io/specification/2025-11-25), [2026-07-28](https://modelcontextprotocol.io/specification/2026-07-28).

use super::{
    command::CommandPeer,
    http::HttpPeer,
    incoming::{ErrorLines, Incoming, PeerError, PeerNotice},
    input_required::InputRequired,
    questions::Questions,
};
use crate::agents::command::CommandEnvironment;
use crate::faces::mcp::{
    results,
    revision::{CLIENT_CAPABILITIES, CLIENT_INFO, PROTOCOL_VERSION, Revision, SERVER_INFO},
};
use crate::{gateway::AgentDescription, limits, member_text::member_text};
use futures_util::future::{Either, select};
use std::{
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::mpsc,
    time::{Instant, sleep_until},
};
use wire::{
    Payload,
    json_rpc::{JsonRpcNotification, JsonRpcRequest, JsonRpcVersion},
};

/// The time limit for a request.
const REQUEST: Duration = Duration::from_secs(120);
/// The maximum number of pages of a list.
const PAGES: usize = 20;
/// The maximum number of entries of a list.
const ENTRIES: usize = 1000;
/// The maximum number of waiting notifications.
const AHEAD: usize = 64;
/// The maximum number of times that a server may ask for input before it answers one request.
const INPUT_ROUNDS: usize = limits::INPUT_ROUNDS;
/// The capabilities of the client. Of the resources in MCP Apps, the client shows only A2UI resources.
const CAPABILITIES: &str = r#"{"elicitation":{"form":{},"url":{}},"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["application/a2ui+json"]}}}"#;
const CLIENT: &str = concat!(
    r#"{"name":"agent-ui","version":""#,
    env!("CARGO_PKG_VERSION"),
    r#""}"#
);

/// The address or command of a server.
#[derive(Clone)]
pub(super) enum Server {
    /// A server that is reached over Streamable HTTP at this address.
    Http(String),
    /// A server that this command starts and that uses its standard streams.
    Command(String, CommandEnvironment, ErrorLines),
}

/// The transport of a server.
pub(super) enum Transport {
    Http(Arc<HttpPeer>),
    Command(Box<CommandPeer>),
}

/// A server that has accepted the client.
pub(super) struct Peer {
    transport: Transport,
    revision: Revision,
    next: AtomicU64,
    capabilities: Payload,
    questions: Arc<Questions>,
    pub(super) description: AgentDescription,
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.questions.cancel_all();
    }
}

impl Peer {
    /// Connects to a server. Its notifications go to the receiver, which ends with the connection.
    pub(super) async fn connect(
        server: &Server,
        session: &str,
        questions: &Arc<Questions>,
    ) -> Result<(Self, mpsc::Receiver<PeerNotice>), PeerError> {
        let (to, notices) = mpsc::channel(AHEAD);
        let incoming = Incoming {
            notices: to,
            questions: Arc::clone(questions),
        };
        let transport = match server {
            Server::Http(url) => Transport::Http(Arc::new(HttpPeer::new(url.clone(), incoming))),
            Server::Command(command, environment, error_lines) => {
                let error_lines = Arc::clone(error_lines);
                Transport::Command(Box::new(CommandPeer::start(
                    command,
                    environment,
                    session,
                    incoming,
                    error_lines,
                )?))
            }
        };
        let mut peer = Self {
            transport,
            revision: Revision::V2025_11,
            next: AtomicU64::new(1),
            capabilities: Payload::empty_object(),
            questions: Arc::clone(questions),
            description: AgentDescription::default(),
        };
        match peer.initialize().await {
            // A server without `initialize` refuses it.
            Err(PeerError::Rpc(refusal)) => {
                peer.revision = Revision::V2026_07;
                peer.set_revision(Revision::V2026_07.name());
                let discovered = peer.request("server/discover", Vec::new()).await;
                let discovered = discovered.map_err(|_| PeerError::Rpc(refusal))?;
                let mut versions = discovered.member("supportedVersions").into_iter();
                let is_supported = versions.any(|versions| {
                    versions
                        .elements()
                        .any(|version| version.as_str().as_deref() == Some(peer.revision.name()))
                });
                if !is_supported {
                    let message = "the server supports no revision of MCP that this program knows";
                    return Err(PeerError::Permanent(message.to_owned()));
                }
                peer.set_capabilities(&discovered);
            }
            initialized => initialized?,
        }
        Ok((peer, notices))
    }

    /// Negotiates the revision and the capabilities with a server before 2026-07-28.
    async fn initialize(&mut self) -> Result<(), PeerError> {
        let version = Payload::string(self.revision.name());
        let params = vec![
            ("protocolVersion", version),
            ("capabilities", json(CAPABILITIES)),
            ("clientInfo", json(CLIENT)),
        ];
        let result = self.request("initialize", params).await?;
        self.set_capabilities(&result);
        let version = result.member("protocolVersion");
        let version = version
            .as_ref()
            .and_then(|version| version.as_str())
            .unwrap_or_default();
        self.set_revision(&version);
        self.notify("notifications/initialized").await?;
        if let Transport::Http(http) = &self.transport {
            http.listen();
        }
        Ok(())
    }

    fn set_revision(&self, name: &str) {
        if let Transport::Http(http) = &self.transport {
            http.set_revision(name);
        }
    }

    /// Stores the capabilities and the description that the server states.
    fn set_capabilities(&mut self, result: &Payload) {
        self.capabilities = result
            .member("capabilities")
            .unwrap_or_else(Payload::empty_object);
        self.description = read_description(result);
        if let Some(name) = &self.description.name {
            self.questions.set_server_name(name);
        }
    }

    /// Returns `true` if the server stores nothing between requests.
    pub(super) fn is_stateless(&self) -> bool {
        self.revision.is_stateless()
    }

    /// Returns `true` if the server has this capability.
    pub(super) fn has(&self, capability: &str) -> bool {
        self.capabilities.member(capability).is_some()
    }

    /// Returns all pages of a list, for a method such as `tools/list`.
    pub(super) async fn list(&self, method: &str, member: &str) -> Result<Vec<Payload>, PeerError> {
        let mut entries = Vec::new();
        let mut cursor = None;
        for _ in 0..PAGES {
            let params = cursor
                .take()
                .map(|cursor| ("cursor", cursor))
                .into_iter()
                .collect();
            let page = self.request(method, params).await?;
            entries.extend(page.member(member).iter().flat_map(Payload::elements));
            cursor = page
                .member("nextCursor")
                .filter(|cursor| cursor.as_str().is_some());
            if cursor.is_none() || entries.len() >= ENTRIES {
                break;
            }
        }
        entries.truncate(ENTRIES);
        Ok(entries)
    }

    /// Returns `true` if the server sends notifications about single resources.
    fn can_subscribe(&self) -> bool {
        let resources = self.capabilities.member("resources");
        match resources.and_then(|resources| resources.member("subscribe")) {
            Some(value) => value.text() == "true",
            None => false,
        }
    }

    /// Subscribes to changes of these resources, and of the list of resources.
    pub(super) async fn subscribe(&self, uris: &[String]) -> Result<(), PeerError> {
        if self.is_stateless() {
            let uris: Vec<_> = uris.iter().map(|uri| Payload::string(uri)).collect();
            let filter = Payload::object([
                ("resourcesListChanged", &json("true")),
                ("toolsListChanged", &json("true")),
                ("resourceSubscriptions", &Payload::array(&uris)),
            ]);
            let request = self.create("subscriptions/listen", vec![("notifications", filter)]);
            return match &self.transport {
                Transport::Http(http) => {
                    http.subscribe(request);
                    Ok(())
                }
                // The answer comes when the subscription ends.
                Transport::Command(command) => command.send(&request.to_line()).await,
            };
        }
        if !self.can_subscribe() {
            return Ok(());
        }
        for uri in uris {
            match self
                .request("resources/subscribe", vec![("uri", Payload::string(uri))])
                .await
            {
                // The resource may be gone meanwhile.
                Ok(_) | Err(PeerError::Rpc(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Sends a request, and waits for its result. If the server first needs input, asks the user and sends the request
    /// again with the answers.
    pub(super) async fn request(
        &self,
        method: &str,
        params: Vec<(&str, Payload)>,
    ) -> Result<Payload, PeerError> {
        let mut input = Vec::new();
        for _ in 0..INPUT_ROUNDS {
            let with_input = params.iter().cloned().chain(input).collect();
            let required = match self.request_once(method, with_input).await {
                Ok(result) => match InputRequired::of_result(&result)? {
                    None => return Ok(result),
                    Some(required) => required,
                },
                Err(PeerError::Rpc(error)) => match InputRequired::of_error(&error) {
                    None => return Err(PeerError::Rpc(error)),
                    Some(required) => required,
                },
                Err(error) => return Err(error),
            };
            input = required.answers(&self.questions).await?;
        }
        Err(PeerError::Permanent(format!(
            "the server has asked for input {INPUT_ROUNDS} times without an answer to `{method}`"
        )))
    }

    /// Sends one request, and waits for its result. The time in which the user answers questions does not count.
    async fn request_once(
        &self,
        method: &str,
        params: Vec<(&str, Payload)>,
    ) -> Result<Payload, PeerError> {
        let request = self.create(method, params);
        let began = Instant::now();
        let mut response = pin!(async {
            match &self.transport {
                Transport::Http(http) => http.request(&request).await,
                Transport::Command(command) => command.request(&request).await,
            }
        });
        loop {
            let since = self.questions.works_since().max(began);
            let late = pin!(sleep_until(since + REQUEST));
            match select(response, late).await {
                Either::Left((answer, _)) => return Ok(answer?.outcome?),
                Either::Right(((), rest)) => response = rest,
            }
            if Instant::now() >= self.questions.works_since().max(began) + REQUEST {
                return Err(PeerError::Temporary(format!(
                    "the server has not answered within {} s",
                    REQUEST.as_secs()
                )));
            }
        }
    }

    fn create(&self, method: &str, mut params: Vec<(&str, Payload)>) -> JsonRpcRequest {
        if self.is_stateless() {
            let meta = Payload::object([
                (PROTOCOL_VERSION, &Payload::string(self.revision.name())),
                (CLIENT_CAPABILITIES, &json(CAPABILITIES)),
                (CLIENT_INFO, &json(CLIENT)),
            ]);
            params.push(("_meta", meta));
        }
        let params = Payload::object(params.iter().map(|(name, value)| (*name, value)));
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        JsonRpcRequest::new(JsonRpcVersion::V2, id, method).params(params)
    }

    async fn notify(&self, method: &str) -> Result<(), PeerError> {
        let text = JsonRpcNotification::new(JsonRpcVersion::V2, method)
            .params(Payload::empty_object())
            .to_line();
        match &self.transport {
            Transport::Http(http) => http.send(&text).await,
            Transport::Command(command) => command.send(&text).await,
        }
    }
}

/// Returns the description of a server from the result of `initialize` or `server/discover`.
fn read_description(result: &Payload) -> AgentDescription {
    let stated = result.member("serverInfo");
    let stated = stated.or_else(|| result.member("_meta")?.member(SERVER_INFO));
    let stated = stated.unwrap_or_else(Payload::empty_object);
    let name = member_text(&stated, "name");
    let description = match member_text(&stated, "description") {
        Some(description) => Some(description),
        // The instructions of this program explain its own tools.
        None if name.as_deref() == Some(results::SERVER_NAME) => {
            return AgentDescription::default();
        }
        None => member_text(result, "instructions"),
    };
    AgentDescription {
        name: member_text(&stated, "title").or(name),
        description,
        skills: Vec::new(),
    }
    .without_blanks()
}

fn json(text: &str) -> Payload {
    Payload::parse(text).unwrap_or_else(|_| Payload::null())
}
