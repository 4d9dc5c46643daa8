//! A client of the language server, which edits its own copy of each document.

use crate::program::command;
use lsp_server::{Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};
use std::{
    io::BufReader,
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Stdio},
};

/// A running server and the answers of it.
pub(super) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    next_id: i32,
    /// The notifications that arrived before the answers that were waited for.
    waiting: Vec<Notification>,
}

impl Client {
    /// Starts a server without the handshake.
    pub(super) fn start() -> Self {
        let mut child = command(&["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take(), child.stdout.take());
        Self {
            child,
            input,
            output: BufReader::new(output.unwrap()),
            next_id: 0,
            waiting: Vec::new(),
        }
    }

    /// Starts a server and begins a session with these options.
    pub(super) fn with_options(options: Value) -> Self {
        Self::in_folder(None, options)
    }

    pub(super) fn in_folder(folder: Option<&Path>, options: Value) -> Self {
        let mut client = Self::start();
        let folder = folder.map(|folder| format!("file://{}", folder.display()));
        client.initialize(json!({
            "capabilities": {}, "rootUri": folder, "initializationOptions": options,
        }));
        client
    }

    /// Begins a session and returns the capabilities of the server.
    pub(super) fn initialize(&mut self, params: Value) -> Value {
        let mut result = self.request("initialize", params).unwrap();
        self.notify("initialized", json!({}));
        result["capabilities"].take()
    }

    fn send(&mut self, message: Message) {
        message.write(self.input.as_mut().unwrap()).unwrap();
    }

    pub(super) fn notify(&mut self, method: &str, params: Value) {
        self.send(Notification::new(method.to_owned(), params).into());
    }

    fn next_message(&mut self) -> Message {
        Message::read(&mut self.output)
            .unwrap()
            .expect("the server is running")
    }

    /// Sends a request and returns the result, or the code of the error.
    pub(super) fn request(&mut self, method: &str, params: Value) -> Result<Value, i32> {
        self.next_id += 1;
        let id = RequestId::from(self.next_id);
        self.send(Request::new(id.clone(), method.to_owned(), params).into());
        loop {
            match self.next_message() {
                Message::Response(response) => {
                    assert_eq!(response.id, id);
                    return response.response_result.map_err(|error| error.code);
                }
                Message::Notification(notification) => self.waiting.push(notification),
                Message::Request(request) => panic!("{request:?}"),
            }
        }
    }

    /// Returns the next request of the server.
    pub(super) fn next_request(&mut self) -> Request {
        loop {
            match self.next_message() {
                Message::Request(request) => return request,
                Message::Notification(notification) => self.waiting.push(notification),
                Message::Response(response) => panic!("{response:?}"),
            }
        }
    }

    pub(super) fn respond(&mut self, id: RequestId, result: Value) {
        self.send(Response::new_ok(id, result).into());
    }

    /// Returns the parameters of the next notification with this method.
    pub(super) fn next_notification(&mut self, method: &str) -> Value {
        loop {
            let is_it = |waiting: &Notification| waiting.method == method;
            if let Some(index) = self.waiting.iter().position(is_it) {
                return self.waiting.remove(index).params;
            }
            match self.next_message() {
                Message::Notification(notification) => self.waiting.push(notification),
                other => panic!("{other:?}"),
            }
        }
    }

    /// Returns the diagnostics of a version of a document.
    pub(super) fn diagnostics(&mut self, uri: &str, version: i32) -> Vec<Value> {
        loop {
            let params = self.next_notification("textDocument/publishDiagnostics");
            if params["uri"] == uri && params["version"] == version {
                return params["diagnostics"].as_array().unwrap().clone();
            }
        }
    }

    pub(super) fn open(&mut self, uri: &str, text: &str) {
        let language = match uri.rsplit_once('.') {
            Some((_, "md")) => "markdown",
            _ => "json",
        };
        let document = json!({"uri": uri, "languageId": language, "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Opens a document and returns its diagnostics.
    pub(super) fn check(&mut self, uri: &str, text: &str) -> Vec<Value> {
        self.open(uri, text);
        self.diagnostics(uri, 1)
    }

    pub(super) fn change(&mut self, uri: &str, version: i32, changes: Value) {
        let document = json!({"uri": uri, "version": version});
        let params = json!({"textDocument": document, "contentChanges": changes});
        self.notify("textDocument/didChange", params);
    }

    /// Returns the code actions for a range.
    pub(super) fn actions(&mut self, uri: &str, range: &Value, context: Value) -> Vec<Value> {
        let params = json!({"textDocument": {"uri": uri}, "range": range, "context": context});
        let result = self.request("textDocument/codeAction", params).unwrap();
        result.as_array().unwrap().clone()
    }

    /// Sends a request about the position of the mark `|` in a text, which is opened without the mark.
    pub(super) fn at_mark(&mut self, method: &str, uri: &str, marked: &str) -> Value {
        let offset = marked.find('|').unwrap();
        self.open(uri, &marked.replacen('|', "", 1));
        let position = position(marked, offset);
        let params = json!({"textDocument": {"uri": uri}, "position": position});
        self.request(method, params).unwrap()
    }

    /// Returns the labels of the suggestions at the mark `|`.
    pub(super) fn labels(&mut self, uri: &str, marked: &str) -> Vec<String> {
        let items = self.at_mark("textDocument/completion", uri, marked);
        let items = items.as_array().unwrap().iter();
        items
            .map(|item| item["label"].as_str().unwrap().to_owned())
            .collect()
    }

    /// Ends the session and returns the exit status.
    pub(super) fn end(mut self) -> Option<i32> {
        assert_eq!(self.request("shutdown", Value::Null), Ok(Value::Null));
        self.exit()
    }

    /// Sends `exit` and returns the exit status.
    pub(super) fn exit(mut self) -> Option<i32> {
        self.notify("exit", Value::Null);
        self.child.wait().unwrap().code()
    }

    /// Closes the input of the server and returns the exit status.
    pub(super) fn leave(mut self) -> Option<i32> {
        self.input = None;
        self.child.wait().unwrap().code()
    }

    /// Writes bytes that are not a message of the protocol.
    pub(super) fn write_bytes(&mut self, bytes: &[u8]) {
        use std::io::Write;
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }
}

/// Returns the position of an offset in units of UTF-16.
pub(super) fn position(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let line = before.rsplit('\n').next().unwrap();
    json!({"line": before.matches('\n').count(), "character": line.encode_utf16().count()})
}

/// Returns the offset of a position in units of UTF-16.
pub(super) fn offset(text: &str, position: &Value) -> usize {
    let mut at = 0;
    for _ in 0..position["line"].as_u64().unwrap() {
        at += text[at..].find('\n').unwrap() + 1;
    }
    let mut units = position["character"].as_u64().unwrap();
    for character in text[at..].chars() {
        if units == 0 {
            break;
        }
        units -= u64::try_from(character.len_utf16()).unwrap();
        at += character.len_utf8();
    }
    at
}

/// Returns the marked part of a text.
pub(super) fn marked<'t>(text: &'t str, range: &Value) -> &'t str {
    &text[offset(text, &range["start"])..offset(text, &range["end"])]
}

/// Applies the edits of a code action to a text.
pub(super) fn apply(text: &str, uri: &str, action: &Value) -> String {
    let edits = action["edit"]["changes"][uri].as_array().unwrap();
    let mut text = text.to_owned();
    // From the last to the first, so that the positions stay correct.
    for edit in edits.iter().rev() {
        let (start, end) = (&edit["range"]["start"], &edit["range"]["end"]);
        let range = offset(&text, start)..offset(&text, end);
        text.replace_range(range, edit["newText"].as_str().unwrap());
    }
    text
}
