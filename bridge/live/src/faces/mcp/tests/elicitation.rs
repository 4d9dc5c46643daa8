//! Tests of clients that ask their user.

use super::*;
use crate::faces::closed_surface::SURFACE_CLOSED;
use crate::gateway::{ClientContent, ClientMessage};
use agent_ui_text::bridge::Dialect;
use tokio::{
    io::{DuplexStream, Lines, ReadHalf, WriteHalf},
    task::JoinHandle,
    time::Instant,
};

/// An agent with a form, and surfaces of other kinds. It repeats each action as a text.
struct Booking;

const FORM: &str = r#"[
{"version":"v0.9","createSurface":{"surfaceId":"trip","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json","sendDataModel":true}},
{"version":"v0.9","updateDataModel":{"surfaceId":"trip","value":{"name":"","nights":2}}},
{"version":"v0.9","updateComponents":{"surfaceId":"trip","components":[
{"id":"root","component":"Column","children":["title","name","nights","go"]},
{"id":"title","component":"Text","text":"Your trip"},
{"id":"name","component":"TextField","label":"Name","value":{"path":"/name"},"checks":[{"condition":{"call":"required","args":{"value":{"path":"/name"}}},"message":"Please enter a name."}]},
{"id":"nights","component":"Slider","label":"Nights","value":{"path":"/nights"},"min":1,"max":14},
{"id":"go","component":"Button","child":"label","action":{"event":{"name":"book","context":{"name":{"path":"/name"},"nights":{"path":"/nights"}}}}},
{"id":"label","component":"Text","text":"Book"}]}}]"#;

impl Agent for Booking {
    fn name(&self) -> &str {
        "booking"
    }
    fn dialect(&self) -> DialectOrProtocol {
        Protocol::A2ui.into()
    }
    fn is_spontaneous(&self) -> bool {
        true
    }
    fn connect(&self, session: &str, output: AgentOutput) -> Box<dyn AgentConnection> {
        let first = output.clone();
        let form = match session {
            "secret" => FORM.replace(r#""label":"Name""#, r#""label":"Name","variant":"obscured""#),
            "page" => FORM.replace(r#""component":"Button""#, r#""component":"Unknown""#),
            "buttons" => FORM
                .replace(r#""nights","go"]"#, r#""nights","go","no"]"#)
                .replace(r#"{"id":"label""#, r#"{"id":"no","component":"Button","child":"later","action":{"event":{"name":"cancel","context":{}}}},{"id":"later","component":"Text","text":"Cancel"},{"id":"label""#),
            _ => FORM.to_owned(),
        };
        tokio::spawn(async move { first.messages(&form).await });
        Box::new(BookingConnection(output))
    }
}

struct BookingConnection(AgentOutput);

impl AgentConnection for BookingConnection {
    fn deliver(&mut self, input: AgentInput) -> BoxFuture<'_, Result<TurnEnd, AgentError>> {
        Box::pin(async move {
            if input.text.is_some() {
                self.0.text("Hello").await;
            }
            for message in input.messages {
                let mut read: Value = serde_json::from_str(message.text()).unwrap();
                if let Some(Value::Object(action)) = read.get_mut("action") {
                    action.remove("timestamp");
                    let model = input.data_model.as_ref();
                    let model = model.map(|model| serde_json::from_str(model.text()).unwrap());
                    read["model"] = model.unwrap_or(Value::Null);
                }
                self.0.text(&read.to_string()).await;
                if read["action"]["context"]["name"] == "Again" {
                    let update = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"trip","path":"/name","value":"Ada"}}"#;
                    self.0.messages(update).await;
                } else if read["action"]["name"] == "book" {
                    let delete = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"trip"}}"#;
                    self.0.messages(delete).await;
                }
            }
            Ok(TurnEnd::Ended)
        })
    }
}

fn booking() -> Gateway {
    let settings = GatewaySettings {
        turn_silence: Duration::from_millis(30),
        ..GatewaySettings::default()
    };
    Gateway::start(
        vec![Arc::new(Booking)],
        Arc::new(MemoryStore::new()),
        settings,
    )
}

fn settings(session: &str) -> McpSettings {
    McpSettings {
        session: session.to_owned(),
        page: Some("http://127.0.0.1:1/token/page".to_owned()),
        wait: Duration::from_secs(5),
        ..McpSettings::default()
    }
}

/// A client over lines, which has sent `initialize`.
struct LineClient {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    to: WriteHalf<DuplexStream>,
    serving: JoinHandle<std::io::Result<()>>,
}

impl LineClient {
    async fn connect(gateway: Gateway, session: &str, version: &str, capabilities: Value) -> Self {
        let (client, server) = duplex(1 << 20);
        let (reader, writer) = tokio::io::split(server);
        let settings = settings(session);
        let serving = tokio::spawn(serve_lines(
            gateway,
            settings,
            BufReader::new(reader),
            writer,
        ));
        let (reader, to) = tokio::io::split(client);
        let lines = BufReader::new(reader).lines();
        let mut client = Self { lines, to, serving };
        let params = json!({"protocolVersion": version, "capabilities": capabilities, "clientInfo": {"name": "t", "version": "1"}});
        client
            .send(json!({"id": 0, "method": "initialize", "params": params}))
            .await;
        assert_eq!(client.next().await["result"]["protocolVersion"], version);
        client
    }

    async fn send(&mut self, mut message: Value) {
        message["jsonrpc"] = "2.0".into();
        self.to
            .write_all(format!("{message}\n").as_bytes())
            .await
            .unwrap();
    }

    async fn call(&mut self, id: u64, tool: &str, arguments: Value) {
        let params = json!({"name": tool, "arguments": arguments});
        self.send(json!({"id": id, "method": "tools/call", "params": params}))
            .await;
    }

    async fn answer(&mut self, question: &Value, result: Value) {
        self.send(json!({"id": question["id"], "result": result}))
            .await;
    }

    async fn next(&mut self) -> Value {
        let line = timeout(Duration::from_secs(10), self.lines.next_line()).await;
        serde_json::from_str(&line.unwrap().unwrap().unwrap()).unwrap()
    }

    async fn question(&mut self) -> Value {
        let question = self.next().await;
        assert_eq!(question["method"], "elicitation/create", "{question}");
        question
    }
}

fn accept(content: Value) -> Value {
    json!({"action": "accept", "content": content})
}

/// Returns the first text of a result.
fn text_of(answer: &Value) -> &str {
    let text = answer["result"]["content"][0]["text"].as_str();
    text.unwrap_or_else(|| panic!("{answer}"))
}

/// Returns the messages that the agent has received, from a text of a result.
fn received(text: &str) -> Vec<Value> {
    let lines = text.lines().filter(|line| line.starts_with('{'));
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Returns the action of a user who has entered these values in a browser.
fn click(name: &str, nights: u64) -> Value {
    let action = json!({"name": "book", "surfaceId": "trip", "sourceComponentId": "go", "context": {"name": name, "nights": nights}});
    let model = json!({"version": "v0.9", "surfaces": {"trip": {"name": name, "nights": nights}}});
    json!({"version": "v0.9", "action": action, "model": model})
}

fn forms() -> Value {
    json!({"elicitation": {}})
}

#[tokio::test]
async fn the_answer_to_a_form_is_the_action_of_a_click() {
    for version in ["2025-06-18", "2025-11-25"] {
        let mut client = LineClient::connect(booking(), "main", version, forms()).await;
        client.call(1, "agent_ui_show", json!({})).await;
        let question = client.question().await;
        let params = &question["params"];
        assert_eq!(params["message"], "Your trip");
        assert_eq!(params.get("mode").is_some(), version == "2025-11-25");
        let schema = &params["requestedSchema"];
        assert_eq!(schema["properties"]["name"]["title"], "Name");
        assert_eq!(schema["properties"]["nights"]["maximum"], 14);
        assert_eq!(schema["required"], json!(["name"]));
        client
            .answer(&question, accept(json!({"name": "Ada", "nights": 3})))
            .await;
        let answer = client.next().await;
        assert_eq!(answer["id"], 1);
        assert_eq!(received(text_of(&answer)), [click("Ada", 3)], "{answer}");
        // The surface is gone, so nothing is asked again.
        client.call(2, "agent_ui_show", json!({})).await;
        assert_eq!(client.next().await["id"], 2);
    }
}

#[tokio::test]
async fn invalid_and_strange_answers_are_asked_again() {
    let mut client = LineClient::connect(booking(), "main", "2025-11-25", forms()).await;
    client.call(1, "agent_ui_show", json!({})).await;
    let first = client.question().await;
    // Answers to other requests are ignored.
    client
        .send(json!({"id": "agent-ui-99", "result": accept(json!({"name": "Eve"}))}))
        .await;
    client.send(json!({"id": 1, "result": {}})).await;
    client
        .send(json!({"id": null, "error": {"code": 1, "message": "m"}}))
        .await;
    client.answer(&first, accept(json!({"nights": 99}))).await;
    let second = client.question().await;
    assert_ne!(second["id"], first["id"]);
    let message = second["params"]["message"].as_str().unwrap();
    assert!(
        message.starts_with("The answer is not valid: "),
        "{message}"
    );
    assert!(
        message.contains("Nights: 99") && message.ends_with("Your trip"),
        "{message}"
    );
    // A second answer to the first question changes nothing.
    client.answer(&first, accept(json!({"name": "Eve"}))).await;
    client.answer(&second, accept(json!({"name": "Ada"}))).await;
    let answer = client.next().await;
    assert_eq!(received(text_of(&answer)), [click("Ada", 2)]);

    // After three invalid answers, the model gets the surface.
    let mut client = LineClient::connect(booking(), "main", "2025-11-25", forms()).await;
    client.call(1, "agent_ui_show", json!({})).await;
    for wrong in [
        json!({}),
        json!({"action": "maybe"}),
        accept(json!({"name": ""})),
    ] {
        let question = client.question().await;
        client.answer(&question, wrong).await;
    }
    let answer = client.next().await;
    let text = text_of(&answer);
    assert!(
        text.contains("Surface trip:") && text.contains("are not valid"),
        "{text}"
    );
}

#[tokio::test]
async fn an_agent_learns_that_the_user_does_not_answer() {
    for (action, reason) in [
        ("decline", "The user has declined to answer"),
        (
            "cancel",
            "The user has closed the question without an answer",
        ),
    ] {
        let mut client = LineClient::connect(booking(), "main", "2025-11-25", forms()).await;
        client.call(1, "agent_ui_show", json!({})).await;
        let question = client.question().await;
        client.answer(&question, json!({"action": action})).await;
        let answer = client.next().await;
        let text = text_of(&answer);
        assert!(text.contains(&format!("{reason}: surface trip.")), "{text}");
        let error = json!({"code": SURFACE_CLOSED, "surfaceId": "trip", "message": reason});
        assert_eq!(received(text), [json!({"version": "v0.9", "error": error})]);
    }
    // A button with this meaning acts instead.
    let mut client = LineClient::connect(booking(), "buttons", "2025-11-25", forms()).await;
    client.call(1, "agent_ui_show", json!({})).await;
    let question = client.question().await;
    client.answer(&question, json!({"action": "cancel"})).await;
    let answer = client.next().await;
    assert_eq!(received(text_of(&answer))[0]["action"]["name"], "cancel");
}

#[tokio::test]
async fn an_agent_may_ask_again_with_a_changed_form() {
    let mut client = LineClient::connect(booking(), "main", "2025-11-25", forms()).await;
    client.call(1, "agent_ui_show", json!({})).await;
    let question = client.question().await;
    client
        .answer(&question, accept(json!({"name": "Again"})))
        .await;
    let question = client.question().await;
    let name = &question["params"]["requestedSchema"]["properties"]["name"];
    assert_eq!(name["default"], "Ada");
    client
        .answer(&question, accept(json!({"name": "Ada"})))
        .await;
    let answer = client.next().await;
    let expected = [click("Again", 2), click("Ada", 2)];
    assert_eq!(received(text_of(&answer)), expected);
}

#[tokio::test]
async fn clients_that_cannot_ask_get_the_text() {
    for capabilities in [
        json!({}),
        json!({"elicitation": {"url": {}}}),
        json!({"elicitation": {}, "extensions": {"io.modelcontextprotocol/ui": {}}}),
    ] {
        let mut client = LineClient::connect(booking(), "main", "2025-11-25", capabilities).await;
        client.call(1, "agent_ui_show", json!({})).await;
        let answer = client.next().await;
        if answer["params"]["mode"] == "url" {
            // A form can also be opened as a page.
            continue;
        }
        assert!(text_of(&answer).contains("action book"), "{answer}");
    }
    // A client may also refuse a question.
    let mut client = LineClient::connect(booking(), "main", "2025-11-25", forms()).await;
    client.call(1, "agent_ui_show", json!({})).await;
    let question = client.question().await;
    let error = json!({"code": -32601, "message": "no"});
    client
        .send(json!({"id": question["id"], "error": error}))
        .await;
    let answer = client.next().await;
    let text = text_of(&answer);
    assert!(
        text.contains("action book") && text.contains("cannot ask its user"),
        "{text}"
    );
}

/// Books a trip on the page of a session, as a user does.
async fn act_on_page(gateway: &Gateway, session: &str) {
    let action = json!({"name": "book", "surfaceId": "trip", "sourceComponentId": "go", "timestamp": "2026-05-18T15:30:00Z", "context": {"name": "Ada", "nights": 3}});
    let content = ClientContent::A2ui {
        message: json!({"version": "v0.9", "action": action}).to_string(),
        dialect: Dialect::A2ui0_9,
    };
    let session = gateway.session(session).await.unwrap();
    let message = ClientMessage::new("page", content);
    session.send(message).await.unwrap().wait().await;
}

#[tokio::test]
async fn secrets_and_other_surfaces_are_opened_as_pages() {
    let urls = json!({"elicitation": {"form": {}, "url": {}}});
    for session in ["secret", "page"] {
        let gateway = booking();
        let mut client =
            LineClient::connect(gateway.clone(), session, "2025-11-25", urls.clone()).await;
        client.call(1, "agent_ui_show", json!({})).await;
        let question = client.question().await;
        let params = &question["params"];
        assert_eq!(params["mode"], "url");
        assert_eq!(
            params["url"],
            format!("http://127.0.0.1:1/token/page/{session}/")
        );
        client.answer(&question, json!({"action": "accept"})).await;
        act_on_page(&gateway, session).await;
        let complete = client.next().await;
        assert_eq!(complete["method"], "notifications/elicitation/complete");
        assert_eq!(complete["params"]["elicitationId"], params["elicitationId"]);
        let answer = client.next().await;
        assert!(text_of(&answer).contains("Ada"), "{answer}");
    }
    // In 2025-06-18, there are no such questions.
    let mut client = LineClient::connect(booking(), "secret", "2025-06-18", urls).await;
    client.call(1, "agent_ui_show", json!({})).await;
    assert_eq!(client.next().await["id"], 1);
}

/// Connects a client over HTTP that asks its user, in its own session.
async fn http_client(gateway: Gateway) -> Client {
    connect_http(Client::with(gateway)).await
}

/// Sends `initialize` for a client that asks its user.
async fn connect_http(mut client: Client) -> Client {
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": forms(), "clientInfo": {"name": "t", "version": "1"}});
    let answer = client.post("initialize", params).await;
    let id = answer.headers["mcp-session-id"]
        .to_str()
        .unwrap()
        .to_owned();
    client.headers = vec![("mcp-session-id", id)];
    client
}

async fn begin(client: &Client) -> (BodyDataStream, Value) {
    let params = json!({"name": "agent_ui_show", "arguments": {}, "_meta": {"progressToken": 7}});
    let answer = client.post("tools/call", params).await;
    assert_eq!(answer.headers["content-type"], "text/event-stream");
    let mut stream = answer.body.into_data_stream();
    let question = event(&mut stream).await;
    assert_eq!(question["method"], "elicitation/create");
    (stream, question)
}

#[tokio::test]
async fn a_call_over_http_asks_on_its_own_stream() {
    let gateway = booking();
    let client = http_client(gateway.clone()).await;
    let (mut stream, question) = begin(&client).await;
    let answer =
        json!({"jsonrpc": "2.0", "id": question["id"], "result": accept(json!({"name": "Ada"}))});
    // The answer of another client is ignored, although the id is the same.
    let other = http_client(gateway).await;
    let (_stream, _) = begin(&other).await;
    let lie =
        json!({"jsonrpc": "2.0", "id": question["id"], "result": accept(json!({"name": "Eve"}))});
    let sent = other.send(Method::POST, &JSON, &lie.to_string()).await;
    assert_eq!(sent.status, StatusCode::ACCEPTED);
    for _ in 0..2 {
        let sent = client.send(Method::POST, &JSON, &answer.to_string()).await;
        assert_eq!(sent.status, StatusCode::ACCEPTED);
    }
    let result = event(&mut stream).await;
    assert_eq!(received(text_of(&result)), [click("Ada", 2)]);
    // Without a question, the response is JSON.
    let shown = client.call("agent_ui_show", json!({})).await;
    assert!(shown["content"][0]["text"].is_string(), "{shown}");
}

#[tokio::test]
async fn a_client_that_disconnects_leaves_the_form_to_others() {
    let client = http_client(booking()).await;
    let (stream, first) = begin(&client).await;
    drop(stream);
    // The program notices the end of the stream a little later.
    tokio::time::sleep(Duration::from_millis(200)).await;
    let late =
        json!({"jsonrpc": "2.0", "id": first["id"], "result": accept(json!({"name": "Eve"}))});
    let sent = client.send(Method::POST, &JSON, &late.to_string()).await;
    assert_eq!(sent.status, StatusCode::ACCEPTED);
    let (mut stream, question) = begin(&client).await;
    let answer =
        json!({"jsonrpc": "2.0", "id": question["id"], "result": accept(json!({"name": "Ada"}))});
    client.send(Method::POST, &JSON, &answer.to_string()).await;
    let result = event(&mut stream).await;
    let received = received(text_of(&result));
    assert_eq!(received.last(), Some(&click("Ada", 2)), "{result}");
}

#[tokio::test]
async fn a_call_that_its_client_cancels_ends_without_an_answer() {
    let client = http_client(booking()).await;
    let (mut stream, _) = begin(&client).await;
    let notification = |id: u64| {
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})
            .to_string()
    };
    // The id of another call cancels nothing.
    for id in [999, 1] {
        let sent = client.send(Method::POST, &JSON, &notification(id)).await;
        assert_eq!(sent.status, StatusCode::ACCEPTED);
    }
    let end = timeout(Duration::from_secs(2), stream.next()).await;
    assert!(matches!(end, Ok(None)), "{end:?}");
}

#[tokio::test(start_paused = true)]
async fn a_call_without_a_free_stream_answers_at_once() {
    let gateway = booking();
    let settings = McpSettings {
        streams: 0,
        ..settings("main")
    };
    let routes = routes(gateway.clone(), RequestGuard::default(), settings);
    let client = connect_http(Client {
        routes,
        ..Client::with(gateway)
    })
    .await;
    let began = Instant::now();
    let result = client.call("agent_ui_show", json!({})).await;
    assert!(began.elapsed() < Duration::from_secs(60), "{result}");
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(
        text.contains("action book") && text.contains("cannot be asked at the moment"),
        "{text}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_user_who_never_answers_ends_the_question() {
    let client = http_client(booking()).await;
    let began = Instant::now();
    let (mut stream, question) = begin(&client).await;
    let mut progress = 0;
    let cancelled = loop {
        let next = stream.next().await.unwrap().unwrap();
        let text = std::str::from_utf8(&next).unwrap();
        let Some(data) = text.strip_prefix("data: ") else {
            continue;
        };
        let next: Value = serde_json::from_str(data).unwrap();
        if next["method"] != "notifications/progress" {
            break next;
        }
        assert_eq!(next["params"]["progressToken"], 7);
        progress += 1;
    };
    assert_eq!(cancelled["method"], "notifications/cancelled");
    assert_eq!(cancelled["params"]["requestId"], question["id"]);
    let result = event(&mut stream).await;
    assert!(
        text_of(&result).contains("has not answered in time"),
        "{result}"
    );
    assert!(
        began.elapsed() >= Duration::from_secs(600) && progress > 50,
        "{progress}"
    );
}

fn stateless(gateway: Gateway, capabilities: Value) -> Client {
    let mut client = Client::stateless_with(gateway);
    let meta = client.meta.as_mut().unwrap();
    meta["io.modelcontextprotocol/clientCapabilities"] = capabilities;
    client
}

/// Calls the tool that shows surfaces, with the answers to an earlier result.
async fn show(client: &Client, session: &str, input: Value) -> Value {
    let mut params =
        json!({"name": "agent_ui_show", "arguments": {"session": session, "text": "hi"}});
    for (name, value) in input.as_object().unwrap() {
        params[name] = value.clone();
    }
    client.post("tools/call", params).await.json().await
}

#[tokio::test]
async fn a_result_asks_and_the_repeated_call_answers() {
    let client = stateless(booking(), forms());
    let asked = show(&client, "s", json!({})).await;
    let result = &asked["result"];
    assert_eq!(result["resultType"], "input_required", "{asked}");
    let request = &result["inputRequests"]["trip"];
    assert_eq!(request["method"], "elicitation/create");
    assert_eq!(request["params"]["message"], "Your trip");
    let state = &result["requestState"];
    // Without its answer, the question is asked again.
    for responses in [json!({}), json!({"other": accept(json!({}))})] {
        let again = json!({"requestState": state, "inputResponses": responses});
        let again = show(&client, "s", again).await;
        assert_eq!(again["result"]["resultType"], "input_required", "{again}");
    }
    let wrong =
        json!({"requestState": state, "inputResponses": {"trip": accept(json!({"name": ""}))}});
    let again = show(&client, "s", wrong).await;
    let message = &again["result"]["inputRequests"]["trip"]["params"]["message"];
    assert!(
        message
            .as_str()
            .unwrap()
            .starts_with("The answer is not valid"),
        "{again}"
    );
    let state = &again["result"]["requestState"];
    let answer = json!({"requestState": state, "inputResponses": {"trip": accept(json!({"name": "Ada", "nights": 3}))}});
    let done = show(&client, "s", answer.clone()).await;
    assert_eq!(done["result"]["resultType"], "complete", "{done}");
    // The text of the first call is not sent again.
    let text = text_of(&done);
    assert_eq!(text.matches("Hello").count(), 1, "{text}");
    assert_eq!(received(text), [click("Ada", 3)]);
    // A repeated answer is not delivered again.
    let repeated = show(&client, "s", answer).await;
    assert_eq!(received(text_of(&repeated)).len(), 1, "{repeated}");
}

#[tokio::test]
async fn three_invalid_answers_end_the_questions_of_results() {
    let client = stateless(booking(), forms());
    let mut asked = show(&client, "s", json!({})).await;
    for _ in 0..3 {
        let state = asked["result"]["requestState"].clone();
        assert!(state.is_string(), "{asked}");
        let wrong = json!({"requestState": state, "inputResponses": {"trip": accept(json!({}))}});
        asked = show(&client, "s", wrong).await;
    }
    assert!(text_of(&asked).contains("are not valid"), "{asked}");
}

#[tokio::test]
async fn states_of_other_calls_and_changed_states_are_refused() {
    let client = stateless(booking(), forms());
    let asked = show(&client, "s", json!({})).await;
    let state = asked["result"]["requestState"].as_str().unwrap();
    for (session, state) in [
        ("s", format!("{state}A")),
        ("s", "x".to_owned()),
        // The state belongs to the arguments of its call.
        ("t", state.to_owned()),
    ] {
        let answer = json!({"requestState": state, "inputResponses": {"trip": accept(json!({"name": "Eve"}))}});
        let refused = show(&client, session, answer).await;
        assert_eq!(refused["error"]["code"], -32602, "{refused}");
    }
}

#[tokio::test]
async fn a_result_asks_for_a_visit_to_the_page() {
    let gateway = booking();
    let urls = json!({"elicitation": {"form": {}, "url": {}}});
    let client = Client {
        routes: routes(gateway.clone(), RequestGuard::default(), settings("main")),
        ..stateless(gateway.clone(), urls)
    };
    let asked = show(&client, "secret", json!({})).await;
    let params = &asked["result"]["inputRequests"]["trip"]["params"];
    let url = "http://127.0.0.1:1/token/page/secret/";
    assert_eq!(
        (&params["mode"], &params["url"]),
        (&json!("url"), &json!(url))
    );
    assert_eq!(params.get("elicitationId"), None);
    let state = &asked["result"]["requestState"];
    let answer = json!({"requestState": state, "inputResponses": {"trip": {"action": "accept"}}});
    let (done, ()) = tokio::join!(show(&client, "secret", answer), async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        act_on_page(&gateway, "secret").await;
    });
    assert_eq!(done["result"]["resultType"], "complete", "{done}");
    assert!(text_of(&done).contains("Ada"), "{done}");
}

#[tokio::test]
async fn a_client_that_leaves_during_a_question_ends_its_call() {
    let mut client = LineClient::connect(booking(), "main", "2025-11-25", forms()).await;
    client.call(1, "agent_ui_show", json!({})).await;
    client.question().await;
    client.to.shutdown().await.unwrap();
    let ended = timeout(Duration::from_secs(2), client.serving).await;
    assert!(ended.is_ok());
}
