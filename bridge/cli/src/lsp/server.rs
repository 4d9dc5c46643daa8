//! The server: the state of a session, and the messages that it answers.

use super::{
    actions::{self, ActionRequest},
    answers::CursorPlace,
    diagnostics::{self, diagnostic},
    documents::{Document, Documents, path_of},
    positions::Encoding,
    settings::EditorSettings,
};
use crate::{exit::Exit, report::Report};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionParams, CodeActionProviderCapability,
    CompletionOptions, CompletionParams, ConfigurationItem, ConfigurationParams,
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    HoverParams, HoverProviderCapability, InitializeParams, InitializeResult, MessageType,
    PublishDiagnosticsParams, ServerCapabilities, ServerInfo, ShowMessageParams,
    TextDocumentPositionParams, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, Uri,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::mpsc::{Receiver, RecvTimeoutError},
    time::{Duration, Instant},
};

/// The size from which a document is checked only after a pause, because a check takes noticeable time.
const LARGE_BYTES: usize = 256 << 10;
/// The pause in typing after which a large document is checked.
const PAUSE: Duration = Duration::from_millis(300);
/// The section of the client's configuration with the settings.
const SECTION: &str = "agent-ui";

/// The characters after which an editor asks for suggestions: the start of a string, a value, and a path.
const TRIGGERS: [&str; 3] = ["\"", ":", "/"];

/// The stage of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Only the request `initialize` is answered.
    Created,
    Running,
    /// Only the notification `exit` is expected.
    ShutDown,
}

/// An error in the answer to a request.
type RequestError = (ErrorCode, String);

/// The state of a session with a client.
pub(super) struct Server<'r> {
    report: &'r mut Report,
    stage: Stage,
    settings: EditorSettings,
    encoding: Encoding,
    documents: Documents,
    /// The documents whose findings must be sent, each with the time from which they are due.
    due: BTreeMap<String, Instant>,
    /// `true` if the client answers the request for its configuration.
    has_configuration: bool,
}

impl<'r> Server<'r> {
    pub(super) fn new(report: &'r mut Report) -> Self {
        let (settings, _) = EditorSettings::new(None, Value::Null);
        Self {
            report,
            stage: Stage::Created,
            settings,
            encoding: Encoding::default(),
            documents: Documents::default(),
            due: BTreeMap::new(),
            has_configuration: false,
        }
    }

    /// Answers messages until the session ends. Findings are sent when no further message waits, so that a client which
    /// sends many changes at once gets the findings of the last text.
    pub(super) fn run(mut self, received: &Receiver<Message>) -> Result<(), Exit> {
        loop {
            let message = match self.receive(received) {
                Ok(message) => message,
                Err(RecvTimeoutError::Timeout) => {
                    self.send_due_findings()?;
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return self.end(),
            };
            match message {
                Message::Notification(notification) if notification.method == "exit" => {
                    return self.end();
                }
                Message::Notification(notification) => self.notice(notification)?,
                Message::Request(request) => self.answer(request)?,
                Message::Response(response) => self.take_response(response)?,
            }
        }
    }

    /// Waits for the next message, at most until findings are due.
    fn receive(&self, received: &Receiver<Message>) -> Result<Message, RecvTimeoutError> {
        match self.due.values().min() {
            None => received.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(due) => received.recv_timeout(due.saturating_duration_since(Instant::now())),
        }
    }

    /// Ends the session. Without the request `shutdown`, the end is a failure.
    fn end(self) -> Result<(), Exit> {
        if self.stage != Stage::ShutDown {
            self.report.end_unexpectedly();
        }
        Ok(())
    }

    /// Answers a request. If the server fails, the answer is an error, and the session goes on.
    fn answer(&mut self, request: Request) -> Result<(), Exit> {
        let Request { id, method, params } = request;
        let answered = catch_unwind(AssertUnwindSafe(|| self.result_of(&method, params)));
        let result = answered.unwrap_or_else(|_| {
            let message = format!("the request `{method}` failed because of a defect in agent-ui");
            Err((ErrorCode::InternalError, message))
        });
        let response = match result {
            Ok(result) => Response::new_ok(id, result),
            Err((code, message)) => Response::new_err(id, code as i32, message),
        };
        self.send(&Message::Response(response))
    }

    /// Returns the result of a request.
    fn result_of(&mut self, method: &str, params: Value) -> Result<Value, RequestError> {
        match (self.stage, method) {
            (Stage::Created, "initialize") => self.initialize(&read(params)?),
            (Stage::Created, _) => {
                let message = "the first request must be `initialize`".to_owned();
                Err((ErrorCode::ServerNotInitialized, message))
            }
            (Stage::Running, "shutdown") => {
                self.stage = Stage::ShutDown;
                Ok(Value::Null)
            }
            (Stage::Running, "textDocument/hover") => self.hover(&read(params)?),
            (Stage::Running, "textDocument/completion") => self.completion(&read(params)?),
            (Stage::Running, "textDocument/codeAction") => self.code_actions(&read(params)?),
            (Stage::ShutDown, _) | (_, "initialize") => {
                let message = format!("the request `{method}` is not expected now");
                Err((ErrorCode::InvalidRequest, message))
            }
            _ => {
                let message = format!("the server does not answer `{method}`");
                Err((ErrorCode::MethodNotFound, message))
            }
        }
    }

    fn initialize(&mut self, params: &InitializeParams) -> Result<Value, RequestError> {
        let folder = folder_of(params).and_then(|uri| path_of(uri.as_str()));
        let options = params.initialization_options.clone().unwrap_or_default();
        let (settings, error) = EditorSettings::new(folder, options);
        self.settings = settings;
        if let Some(error) = error {
            self.show_error(&error).map_err(|_| internal())?;
        }
        let general = params.capabilities.general.as_ref();
        let offered = general.and_then(|general| general.position_encodings.as_deref());
        self.encoding = Encoding::among(offered.unwrap_or_default());
        let workspace = params.capabilities.workspace.as_ref();
        self.has_configuration = workspace.and_then(|it| it.configuration) == Some(true);
        self.stage = Stage::Running;
        result(&InitializeResult {
            capabilities: self.capabilities(),
            server_info: Some(ServerInfo {
                name: diagnostics::SOURCE.to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        })
    }

    fn capabilities(&self) -> ServerCapabilities {
        let sync = TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(true.into()),
            ..TextDocumentSyncOptions::default()
        };
        let kinds = vec![CodeActionKind::QUICKFIX, CodeActionKind::SOURCE_FIX_ALL];
        ServerCapabilities {
            position_encoding: Some(self.encoding.kind()),
            text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            completion_provider: Some(CompletionOptions {
                trigger_characters: Some(TRIGGERS.map(str::to_owned).to_vec()),
                ..CompletionOptions::default()
            }),
            code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
                code_action_kinds: Some(kinds),
                ..CodeActionOptions::default()
            })),
            ..ServerCapabilities::default()
        }
    }

    /// Handles a notification. If the server fails, or the notification cannot be read, the session goes on.
    fn notice(&mut self, notification: Notification) -> Result<(), Exit> {
        if self.stage != Stage::Running {
            return Ok(());
        }
        let Notification { method, params } = notification;
        let handled = catch_unwind(AssertUnwindSafe(|| self.handle(&method, params)));
        handled.unwrap_or(Ok(()))
    }

    fn handle(&mut self, method: &str, params: Value) -> Result<(), Exit> {
        match method {
            "initialized" | "workspace/didChangeConfiguration" if self.has_configuration => {
                self.request_configuration()
            }
            "workspace/didChangeConfiguration" => {
                let mut settings = params.get("settings").cloned().unwrap_or_default();
                if let Some(section) = settings.get_mut(SECTION) {
                    settings = section.take();
                }
                self.set_options(settings)
            }
            "workspace/didChangeWatchedFiles" | "textDocument/didSave" => {
                self.check_all_documents();
                Ok(())
            }
            "textDocument/didOpen" => {
                if let Ok(DidOpenTextDocumentParams { text_document }) = read(params) {
                    let uri = text_document.uri.as_str().to_owned();
                    self.documents.open(text_document);
                    self.check_later(&uri);
                }
                Ok(())
            }
            "textDocument/didChange" => {
                if let Ok(params) = read::<DidChangeTextDocumentParams>(params) {
                    let (uri, version) = (params.text_document.uri, params.text_document.version);
                    let (uri, changes) = (uri.as_str(), params.content_changes);
                    self.documents.change(uri, version, changes, self.encoding);
                    self.check_later(uri);
                }
                Ok(())
            }
            "textDocument/didClose" => {
                let Ok(DidCloseTextDocumentParams { text_document }) = read(params) else {
                    return Ok(());
                };
                let uri = text_document.uri;
                self.documents.close(uri.as_str());
                self.due.remove(uri.as_str());
                self.notify(
                    "textDocument/publishDiagnostics",
                    &PublishDiagnosticsParams::new(uri, Vec::new(), None),
                )
            }
            _ => Ok(()),
        }
    }

    fn request_configuration(&mut self) -> Result<(), Exit> {
        let item = ConfigurationItem {
            scope_uri: None,
            section: Some(SECTION.to_owned()),
        };
        let params = ConfigurationParams { items: vec![item] };
        let request = Request::new(
            RequestId::from("configuration".to_owned()),
            "workspace/configuration".to_owned(),
            params,
        );
        self.send(&Message::Request(request))
    }

    /// Takes the configuration of the client, which is the answer to the only request of the server.
    fn take_response(&mut self, response: Response) -> Result<(), Exit> {
        let Ok(Value::Array(mut items)) = response.response_result else {
            return Ok(());
        };
        match items.pop() {
            Some(options @ Value::Object(_)) => self.set_options(options),
            _ => Ok(()),
        }
    }

    fn set_options(&mut self, options: Value) -> Result<(), Exit> {
        let is_set = self.settings.set(options);
        self.check_all_documents();
        match is_set {
            Ok(()) => Ok(()),
            Err(error) => self.show_error(&error),
        }
    }

    fn check_all_documents(&mut self) {
        for uri in self.documents.forget_findings() {
            self.check_later(&uri);
        }
    }

    /// Plans to send the findings about a document.
    fn check_later(&mut self, uri: &str) {
        let Some(document) = self.documents.get(uri) else {
            return;
        };
        let pause = match document.text.len() > LARGE_BYTES {
            true => PAUSE,
            false => Duration::ZERO,
        };
        self.due.insert(uri.to_owned(), Instant::now() + pause);
    }

    fn send_due_findings(&mut self) -> Result<(), Exit> {
        let now = Instant::now();
        let due: Vec<String> = self
            .due
            .iter()
            .filter(|(_, due)| **due <= now)
            .map(|(uri, _)| uri.clone())
            .collect();
        if let Some(Err(error)) = self.settings.refresh() {
            self.show_error(&error)?;
        }
        for uri in due {
            self.due.remove(&uri);
            self.send_findings(&uri)?;
        }
        Ok(())
    }

    /// Checks a document if its findings are not known, and sends them.
    fn send_findings(&mut self, uri: &str) -> Result<(), Exit> {
        if let Err(error) = self.check(uri) {
            self.show_error(&error)?;
        }
        let (Some(document), Ok(address)) = (self.documents.get(uri), uri.parse::<Uri>()) else {
            return Ok(());
        };
        let Document {
            text,
            lines,
            version,
            findings,
            ..
        } = document;
        let found = findings.as_deref().unwrap_or_default().iter();
        let found = found.map(|found| diagnostic(found, text, lines, self.encoding));
        let params = PublishDiagnosticsParams::new(address, found.collect(), Some(*version));
        self.notify("textDocument/publishDiagnostics", &params)
    }

    /// Checks a document if its findings are not known.
    fn check(&mut self, uri: &str) -> Result<(), String> {
        let Some(document) = self.documents.get_mut(uri) else {
            return Ok(());
        };
        if document.findings.is_some() {
            return Ok(());
        }
        let settings = &mut self.settings;
        let checked = catch_unwind(AssertUnwindSafe(|| {
            diagnostics::findings(settings, uri, document)
        }));
        // A document that cannot be checked has no findings until it changes.
        let (findings, error) = match checked {
            Ok(Ok(findings)) => (findings, None),
            Ok(Err(exit)) => (Vec::new(), Some(sentence_of(&exit))),
            Err(_) => {
                let error = format!("{uri} cannot be checked because of a defect in agent-ui");
                (Vec::new(), Some(error))
            }
        };
        document.findings = Some(findings);
        match error {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    fn code_actions(&mut self, params: &CodeActionParams) -> Result<Value, RequestError> {
        let uri = &params.text_document.uri;
        self.check(uri.as_str())
            .map_err(|error| (ErrorCode::RequestFailed, error))?;
        let Self {
            documents,
            settings,
            encoding,
            ..
        } = self;
        let document = open_document(documents, uri)?;
        let Document { text, lines, .. } = document;
        let start = lines.offset(text, params.range.start, *encoding);
        let request = ActionRequest {
            uri,
            document,
            bytes: start..lines.offset(text, params.range.end, *encoding).max(start),
            context: &params.context,
            encoding: *encoding,
        };
        let actions = actions::actions(&request, settings);
        result(&actions.map_err(|exit| (ErrorCode::RequestFailed, sentence_of(&exit)))?)
    }

    /// Returns what the server knows about a place of a document; `None` if no message is there.
    fn place(
        &self,
        params: &TextDocumentPositionParams,
    ) -> Result<Option<CursorPlace<'_>>, RequestError> {
        let document = open_document(&self.documents, &params.text_document.uri)?;
        let place = CursorPlace::of(document, params.position, self.encoding, &self.settings);
        place.map_err(|exit| (ErrorCode::RequestFailed, sentence_of(&exit)))
    }

    fn hover(&self, params: &HoverParams) -> Result<Value, RequestError> {
        match self.place(&params.text_document_position_params)? {
            Some(place) => result(&place.hover()),
            None => Ok(Value::Null),
        }
    }

    fn completion(&self, params: &CompletionParams) -> Result<Value, RequestError> {
        match self.place(&params.text_document_position)? {
            Some(place) => result(&place.completion()),
            None => Ok(Value::Null),
        }
    }

    fn show_error(&mut self, error: &str) -> Result<(), Exit> {
        let params = ShowMessageParams {
            typ: MessageType::ERROR,
            message: format!("agent-ui: {error}"),
        };
        self.notify("window/showMessage", &params)
    }

    fn notify(&mut self, method: &str, params: &impl Serialize) -> Result<(), Exit> {
        let notification = Notification::new(method.to_owned(), params);
        self.send(&Message::Notification(notification))
    }

    fn send(&mut self, message: &Message) -> Result<(), Exit> {
        let mut bytes = Vec::new();
        message.write(&mut bytes)?;
        self.report.bytes(&bytes)?;
        self.report.flush()
    }
}

fn open_document<'d>(documents: &'d Documents, uri: &Uri) -> Result<&'d Document, RequestError> {
    documents.get(uri.as_str()).ok_or_else(|| {
        let message = format!("the document {} is not open", uri.as_str());
        (ErrorCode::InvalidParams, message)
    })
}

/// Returns the first folder of the workspace.
fn folder_of(params: &InitializeParams) -> Option<&Uri> {
    let folders = params.workspace_folders.as_deref().unwrap_or_default();
    #[expect(deprecated, reason = "older clients send only this member")]
    let root = params.root_uri.as_ref();
    folders.first().map(|folder| &folder.uri).or(root)
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, RequestError> {
    serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

fn result(value: &impl Serialize) -> Result<Value, RequestError> {
    serde_json::to_value(value).map_err(|_| internal())
}

fn internal() -> RequestError {
    let message = "the answer cannot be written".to_owned();
    (ErrorCode::InternalError, message)
}

/// Returns the sentence about a failed check.
fn sentence_of(exit: &Exit) -> String {
    match exit {
        Exit::Usage(message) | Exit::Unhealthy(message) => message.clone(),
        Exit::Output(error) | Exit::State(error) => error.to_string(),
        Exit::Closed | Exit::Interrupted => "the check was interrupted".to_owned(),
    }
}
