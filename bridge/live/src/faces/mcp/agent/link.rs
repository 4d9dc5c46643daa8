//! The link between a session and a server. It reconnects when the connection is lost.

use super::{
    calls::{ToolCall, Tools},
    incoming::{PeerError, PeerNotice},
    peer::{Peer, Server},
    questions::Questions,
    shown::Shown,
    waiting_turn::{WaitingTurn, WorkOutcome},
};
use crate::{
    gateway::{
        AgentDescription, TurnBytes,
        agent::{AgentError, AgentInput, AgentOutput},
    },
    member_text::member_text,
};
use futures_util::future::{Either, select};
use std::{pin::pin, sync::Arc, time::Duration};
use tokio::{
    sync::{mpsc, oneshot, watch},
    time::timeout,
};
use wire::Payload;

/// The first and the longest pause before a reconnection.
const PAUSES: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(60));
/// The media types of A2UI messages.
const TYPES: [&str; 2] = ["application/a2ui+json", "application/json+a2ui"];

/// A client's message, with the channel for its outcome.
pub(super) struct Job {
    pub(super) input: AgentInput,
    pub(super) done: oneshot::Sender<WorkOutcome>,
}

/// The identity of a link: its agent, server and session.
pub(super) struct LinkTarget {
    pub(super) name: String,
    pub(super) server: Server,
    pub(super) session: String,
    pub(super) action_tool: String,
    /// The description of the server, shared by all its links.
    pub(super) description: watch::Sender<Option<AgentDescription>>,
}

pub(super) struct ServerLink {
    target: LinkTarget,
    output: Arc<AgentOutput>,
    pub(super) questions: Arc<Questions>,
    /// The turn that waits for the running work.
    pub(super) waiting: Arc<WaitingTurn>,
    tools: Tools,
    shown: Shown,
    connected: Option<(Peer, mpsc::Receiver<PeerNotice>)>,
    /// The number of bytes that the server may still send in its turn.
    turn: TurnBytes,
    /// `true` if the server was connected before.
    is_again: bool,
}

impl ServerLink {
    pub(super) fn new(target: LinkTarget, output: AgentOutput) -> Self {
        let tools = Tools {
            action_tool: target.action_tool.clone(),
            ..Tools::default()
        };
        let output = Arc::new(output);
        Self {
            questions: Arc::new(Questions::new(&target.name, Arc::clone(&output))),
            waiting: Arc::default(),
            target,
            output,
            tools,
            shown: Shown::default(),
            connected: None,
            turn: TurnBytes::default(),
            is_again: false,
        }
    }

    /// Runs the link until the session drops its connection.
    pub(super) async fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        let mut pause = PAUSES.0;
        loop {
            if self.connected.is_none() {
                self.waiting.begin(None);
                let connected = self.connect().await;
                self.finish_work(Ok(())).await;
                if let Err(error) = connected {
                    self.output.report_error(self.describe(&error)).await;
                    self.output.set_away(true).await;
                    // A message of a client is an occasion to try again at once.
                    match timeout(pause, jobs.recv()).await {
                        Ok(None) => return,
                        Ok(Some(job)) => self.process_job(job).await,
                        Err(_) => pause = pause.saturating_mul(2).min(PAUSES.1),
                    }
                    continue;
                }
                pause = PAUSES.0;
            }
            let Some((_, notices)) = &mut self.connected else {
                continue;
            };
            let next = match select(pin!(jobs.recv()), pin!(notices.recv())).await {
                Either::Left((job, _)) => Either::Left(job),
                Either::Right((notice, _)) => Either::Right(notice),
            };
            match next {
                Either::Left(None) => return,
                Either::Left(Some(job)) => self.process_job(job).await,
                Either::Right(Some(notice)) => {
                    self.waiting.begin(None);
                    if let Err(error) = self.notice(notice).await {
                        self.report_or_disconnect(&error).await;
                    }
                    self.finish_work(Ok(())).await;
                }
                Either::Right(None) => {
                    self.connected = None;
                    let message = format!("the connection to {} has ended", self.target.name);
                    self.output
                        .report_error(AgentError::temporary(message))
                        .await;
                    self.output.set_away(true).await;
                }
            }
        }
    }

    async fn process_job(&mut self, job: Job) {
        self.turn.restart();
        self.waiting.begin(Some(job.done));
        let outcome = self.deliver(&job.input).await;
        self.finish_work(outcome).await;
    }

    /// Ends the turn that waits for the work. If the turn has ended with a question, an error is reported.
    async fn finish_work(&self, outcome: WorkOutcome) {
        if let Some(error) = self.waiting.finish(outcome) {
            self.output.report_error(error).await;
        }
    }

    /// Connects to the server, and shows all its surfaces.
    async fn connect(&mut self) -> Result<(), PeerError> {
        self.turn.restart();
        let (peer, notices) =
            Peer::connect(&self.target.server, &self.target.session, &self.questions).await?;
        self.target
            .description
            .send_replace(Some(peer.description.clone()));
        if self.is_again {
            self.output.mark_restarted().await;
            self.output.count_restart().await;
            self.shown = Shown::default();
        }
        self.is_again = true;
        self.tools.session = peer.is_stateless().then(|| self.target.session.clone());
        self.connected = Some((peer, notices));
        let shown = async {
            self.list_tools().await?;
            if let Some(call) = self.tools.show(None) {
                // The tool may refuse; the resources are read anyway.
                let _ = self.call(&call, false).await?;
            }
            self.read_all().await
        };
        let shown = shown.await;
        match shown {
            Ok(()) => self.output.set_away(false).await,
            Err(_) => self.connected = None,
        }
        shown
    }

    fn peer(&self) -> Result<&Peer, PeerError> {
        let peer = self.connected.as_ref().map(|(peer, _)| peer);
        peer.ok_or_else(|| PeerError::Unsent("the server is not connected".to_owned()))
    }

    async fn list_tools(&mut self) -> Result<(), PeerError> {
        let peer = self.peer()?;
        let tools = match peer.has("tools") {
            true => peer.list("tools/list", "tools").await?,
            false => Vec::new(),
        };
        // A tool that cannot be read cannot be called.
        self.tools.tools = tools.iter().filter_map(|tool| tool.decode().ok()).collect();
        Ok(())
    }

    /// Reads all A2UI resources, removes those that no longer exist, and subscribes to the others.
    async fn read_all(&mut self) -> Result<(), PeerError> {
        let peer = self.peer()?;
        if !peer.has("resources") {
            return Ok(());
        }
        let listed = peer.list("resources/list", "resources").await?;
        let uris: Vec<String> = listed
            .iter()
            .filter(|resource| is_a2ui(resource))
            .filter_map(read_uri)
            .collect();
        let is_new = uris.iter().any(|uri| !self.shown.has(uri));
        for uri in &uris {
            self.read(uri).await?;
        }
        for gone in self
            .shown
            .uris()
            .iter()
            .filter(|known| !uris.contains(known))
        {
            // Surfaces in results need not be listed.
            if self.read(gone).await.is_err() {
                let messages = self.shown.remove(gone);
                self.show(&messages).await;
            }
        }
        let all = self.shown.uris();
        match is_new || !self.peer()?.is_stateless() {
            true => self.peer()?.subscribe(&all).await,
            false => Ok(()),
        }
    }

    /// Reads a resource, and shows its changes.
    async fn read(&mut self, uri: &str) -> Result<(), PeerError> {
        let read = self
            .peer()?
            .request("resources/read", vec![("uri", Payload::string(uri))])
            .await?;
        self.turn
            .take(read.text().len())
            .map_err(PeerError::TooLong)?;
        let contents = read.member("contents");
        for resource in contents.iter().flat_map(Payload::elements) {
            if let Some(text) = member_text(&resource, "text").filter(|_| is_a2ui(&resource)) {
                let messages = self.shown.read(uri, &text);
                self.show(&messages).await;
            }
        }
        Ok(())
    }

    async fn show(&self, messages: &[String]) {
        if !messages.is_empty() {
            self.output.messages(&messages.join("\n")).await;
        }
    }

    /// Processes a notification of the server.
    async fn notice(&mut self, notice: PeerNotice) -> Result<(), PeerError> {
        self.turn.restart();
        let notification = match notice {
            PeerNotice::Interrupted => return self.read_all().await,
            PeerNotice::Notification(notification) => notification,
        };
        match notification.method.as_str() {
            "notifications/tools/list_changed" => self.list_tools().await,
            "notifications/resources/list_changed" => self.read_all().await,
            "notifications/resources/updated" => {
                let uri = member_text(&notification.params_or_empty(), "uri");
                let Some(uri) = uri.filter(|uri| self.shown.has(uri)) else {
                    return Ok(());
                };
                match self.read(&uri).await {
                    // The list changes, too.
                    Err(PeerError::Rpc(_)) => Ok(()),
                    read => read,
                }
            }
            _ => Ok(()),
        }
    }

    /// Delivers a client's message. If the server no longer knows the session, the message is sent again in a new
    /// session.
    async fn deliver(&mut self, input: &AgentInput) -> Result<(), AgentError> {
        // The second attempt uses a new session.
        for _ in 0..2 {
            if self.connected.is_none() {
                self.connect()
                    .await
                    .map_err(|error| self.describe(&error))?;
            }
            match self.deliver_once(input).await {
                Ok(outcome) => return outcome.map_err(AgentError::permanent),
                Err(PeerError::SessionEnded) => self.connected = None,
                // The gateway reports the end of the turn.
                Err(PeerError::TooLong(error)) => return Err(error),
                Err(error) => {
                    self.report_or_disconnect(&error).await;
                    let described = self.describe(&error);
                    // A call that the server may have received is not sent again.
                    let is_unsent = matches!(error, PeerError::Unsent(_));
                    return Err(if is_unsent {
                        described
                    } else {
                        described.into_permanent()
                    });
                }
            }
        }
        Err(AgentError::temporary(format!(
            "{} ends its sessions at once",
            self.target.name
        )))
    }

    async fn deliver_once(&mut self, input: &AgentInput) -> Result<Result<(), String>, PeerError> {
        let calls = match self.tools.calls_for(input) {
            Ok(calls) => calls,
            Err(reason) => return Ok(Err(reason)),
        };
        for call in &calls {
            if let Err(reason) = self.call(call, true).await? {
                return Ok(Err(reason));
            }
        }
        Ok(Ok(()))
    }

    /// Calls a tool, and shows its result. If the tool failed, returns the reason.
    async fn call(
        &mut self,
        call: &ToolCall,
        with_texts: bool,
    ) -> Result<Result<(), String>, PeerError> {
        let params = vec![
            ("name", Payload::string(&call.name)),
            ("arguments", call.arguments.clone()),
        ];
        let result = match self.peer()?.request("tools/call", params).await {
            Err(PeerError::Rpc(error)) => {
                return Ok(Err(format!("the tool `{}`: {error}", call.name)));
            }
            result => result?,
        };
        self.turn
            .take(result.text().len())
            .map_err(PeerError::TooLong)?;
        let content: Vec<Payload> = match result.member("content") {
            Some(content) => content.elements().collect(),
            None => Vec::new(),
        };
        let resources = self.show_resources(&content).await?;
        let texts: Vec<String> = content
            .iter()
            .filter(|part| is_text(part))
            .filter_map(|part| member_text(part, "text"))
            .collect();
        if let Some(is_error) = result.member("isError") {
            if is_error.text() == "true" {
                let (tool, reason) = (&call.name, texts.join("\n"));
                return Ok(Err(format!("the tool `{tool}` failed: {reason}")));
            }
        }
        if with_texts {
            let texts = match read_agent_texts(&result) {
                Some(texts) => texts,
                // Beside resources, a text is what clients show that cannot show them.
                None if resources.has_any => Vec::new(),
                None => texts,
            };
            for text in texts {
                self.output.text(&text).await;
            }
        }
        if !resources.new.is_empty() && self.peer()?.has("resources") {
            let uris = if self.peer()?.is_stateless() {
                self.shown.uris()
            } else {
                resources.new
            };
            self.peer()?.subscribe(&uris).await?;
        }
        Ok(Ok(()))
    }

    /// Shows the A2UI resources of a result, both embedded and linked ones.
    async fn show_resources(&mut self, content: &[Payload]) -> Result<ResultResources, PeerError> {
        let mut found = ResultResources::default();
        for part in content {
            if let Some(resource) = part.member("resource").filter(is_a2ui) {
                let (Some(uri), Some(text)) = (read_uri(&resource), member_text(&resource, "text"))
                else {
                    continue;
                };
                self.add_resource(&mut found, &uri);
                let messages = self.shown.accept(&uri, &text);
                self.show(&messages).await;
            } else if is_a2ui(part) {
                // A link to a resource.
                let Some(uri) = read_uri(part) else { continue };
                self.add_resource(&mut found, &uri);
                self.read(&uri).await?;
            }
        }
        Ok(found)
    }

    fn add_resource(&self, found: &mut ResultResources, uri: &str) {
        found.has_any = true;
        if !self.shown.has(uri) {
            found.new.push(uri.to_owned());
        }
    }

    /// Reports an error that a new connection would not cure. Disconnects after other errors, so that the next attempt
    /// connects again.
    async fn report_or_disconnect(&mut self, error: &PeerError) {
        match error {
            PeerError::Rpc(_) | PeerError::Permanent(_) | PeerError::TooLong(_) => {
                self.output.report_error(self.describe(error)).await
            }
            PeerError::Unsent(_) | PeerError::Temporary(_) | PeerError::SessionEnded => {
                self.connected = None;
            }
        }
    }

    fn describe(&self, error: &PeerError) -> AgentError {
        let described = match error {
            PeerError::TooLong(error) => return error.clone(),
            PeerError::Unsent(_) | PeerError::Temporary(_) | PeerError::SessionEnded => {
                AgentError::temporary("the agent cannot be reached")
            }
            PeerError::Rpc(_) => AgentError::permanent("the agent answered with an error"),
            PeerError::Permanent(_) => AgentError::permanent("the agent cannot be used"),
        };
        described.with_detail(error)
    }
}

/// The A2UI resources of a tool result.
#[derive(Default)]
struct ResultResources {
    has_any: bool,
    /// The URIs of the resources that were not shown before.
    new: Vec<String>,
}

/// Returns the agents' texts in the result of an agent-ui server. Results of other servers have none.
fn read_agent_texts(result: &Payload) -> Option<Vec<String>> {
    let meta = result.member("_meta")?;
    meta.member(crate::faces::mcp::tool_calls::SEQ)?;
    let Some(texts) = meta.member(crate::faces::mcp::tool_calls::TEXTS) else {
        return Some(Vec::new());
    };
    let texts = texts.elements();
    Some(
        texts
            .filter_map(|text| Some(text.as_str()?.into_owned()))
            .collect(),
    )
}

fn is_a2ui(resource: &Payload) -> bool {
    let Some(media_type) = member_text(resource, "mimeType") else {
        return false;
    };
    // Parameters such as `charset` follow a semicolon.
    let media_type = media_type.split(';').next().unwrap_or_default();
    let media_type = media_type.trim().to_ascii_lowercase();
    TYPES.contains(&media_type.as_str())
}

fn is_text(part: &Payload) -> bool {
    member_text(part, "type").as_deref() == Some("text")
}

fn read_uri(resource: &Payload) -> Option<String> {
    member_text(resource, "uri")
}
