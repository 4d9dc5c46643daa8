//! Tests of a gateway whose agent is another gateway, connected over A2A.

use super::{Client, NEW, agents::Desk, face, keys, messages, text, texts};
use crate::{
    faces::a2a::A2aAgent,
    gateway::{
        AgentDescription, Gateway, GatewayReportKind, GatewaySettings, agent::Agent,
        store::MemoryStore,
    },
};
use axum::{
    Router,
    body::{Body, to_bytes},
    extract::State,
    http::Request,
    routing::get,
};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;
use tower::ServiceExt;

/// Serves a face whose card is changed by this function. Returns the address.
async fn serve(face: Router, change: fn(&mut Value)) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let mut card = json!({
        "name": "Desk", "description": "", "version": "1", "url": url, "preferredTransport": "JSONRPC", "protocolVersion": "0.3.0",
        "supportedInterfaces": [{ "url": url, "protocolBinding": "JSONRPC", "protocolVersion": "1.0" }],
        "capabilities": { "streaming": true, "extensions": [{ "uri": super::V0_9 }] },
    });
    change(&mut card);
    let routes = Router::new()
        .route(
            "/own/.well-known/agent-card.json",
            get(async |State(card): State<Arc<String>>| card.to_string()),
        )
        .with_state(Arc::new(card.to_string()))
        .merge(face);
    tokio::spawn(async move { axum::serve(listener, routes).await });
    format!("{url}/own")
}

fn gateway_to(agent: A2aAgent) -> Router {
    let gateway = Gateway::start(
        vec![Arc::new(agent)],
        Arc::new(MemoryStore::new()),
        GatewaySettings::default(),
    );
    super::face_of(gateway)
}

#[tokio::test]
async fn an_agent_is_reached_over_every_transport() {
    let changes: [fn(&mut Value); 4] = [
        |_| {},
        |card| card["capabilities"]["streaming"] = json!(false),
        |card| {
            card.as_object_mut().unwrap().remove("supportedInterfaces");
        },
        |card| {
            card.as_object_mut().unwrap().remove("supportedInterfaces");
            card["capabilities"]["streaming"] = json!(false);
        },
    ];
    for change in changes {
        let desk = Desk::new("desk", None);
        let url = serve(face(vec![desk.clone()]), change).await;
        let face = gateway_to(A2aAgent::new("remote", url));
        let newest = Client {
            extension: Some("https://a2ui.org/a2a-extension/a2ui/v1.0"),
            ..NEW
        };
        let task = newest.send(&face, "1", Some("c"), text("show s")).await;
        assert_eq!(
            (keys(&messages([&task])), texts([&task])),
            (
                vec!["createSurface s".into(), "updateComponents s".into()],
                vec!["s is there".to_owned()]
            ),
            "{task}"
        );
        let mut params = newest.message("2", Some("c"), json!([{
            "data": { "version": "1.0", "action": { "name": "go", "surfaceId": "s", "sourceComponentId": "root", "timestamp": "2026-05-18T15:30:00Z", "context": {} } },
            "metadata": { "mimeType": "application/a2ui+json" },
        }]));
        params["message"]["metadata"] = json!({
            "a2uiRendererDataModel": { "version": "1.0", "surfaces": { "s": { "said": "x" }, "t": { "secret": 1 } } },
            "a2uiRendererCapabilities": { "1.0": { "supportedCatalogIds": ["c"] } },
        });
        let answer = newest.call(&face, ("SendMessage", ""), params).await;
        assert_eq!(
            keys(&messages([&answer["result"]])),
            ["updateDataModel s"],
            "{answer}"
        );
        let received = desk.received();
        assert_eq!(
            (received.len(), received[0].text.as_deref()),
            (2, Some("show s"))
        );
        assert!(
            received[1].messages[0]
                .text()
                .starts_with(r#"{"version":"v0.9","action":{"name":"go""#)
        );
        let model = received[1].data_model.as_ref().unwrap();
        assert_eq!(
            model.text(),
            r#"{"version":"v0.9","surfaces":{"s":{"said":"x"}}}"#
        );
        assert!(
            received[1]
                .capabilities
                .as_ref()
                .unwrap()
                .text()
                .contains("supportedCatalogIds")
        );
    }
}

#[tokio::test]
async fn each_session_has_its_own_context() {
    let desk = Desk::new("desk", None);
    let url = serve(face(vec![desk.clone()]), |_| {}).await;
    let face = gateway_to(A2aAgent::new("remote", url));
    for (id, context) in [("1", "one"), ("2", "two"), ("3", "one")] {
        NEW.send(&face, id, Some(context), text("hello")).await;
    }
    let sessions: Vec<_> = desk
        .received()
        .into_iter()
        .map(|input| input.session)
        .collect();
    assert_eq!((sessions.len(), &sessions[0]), (3, &sessions[2]));
    assert_ne!(sessions[0], sessions[1]);
    // The agent does not learn the names of the sessions.
    assert!(
        sessions
            .iter()
            .all(|session| !["one", "two"].contains(&session.as_str()))
    );
}

#[tokio::test]
async fn agent_errors_are_reported() {
    let told = async |agent: A2aAgent| {
        let task = NEW.send(&gateway_to(agent), "1", None, text("fail")).await;
        assert_eq!(
            task["status"]["state"],
            json!("TASK_STATE_FAILED"),
            "{task}"
        );
        texts([&task]).join(" ")
    };
    let url = serve(face(vec![Desk::new("desk", None)]), |_| {}).await;
    assert_eq!(
        told(A2aAgent::new("remote", &*url)).await,
        "the desk is closed the task of the agent failed"
    );
    let missing = url.replace("/own", "/nothing");
    assert!(told(A2aAgent::new("remote", missing)).await.contains("404"));
    let url = serve(face(vec![Desk::new("desk", None)]), |card| {
        *card = json!({ "url": "http://h", "preferredTransport": "GRPC" })
    })
    .await;
    assert!(
        told(A2aAgent::new("remote", &*url))
            .await
            .contains("the agent gave an answer that cannot be read")
    );
    // The operator learns the address and the cause.
    let reports: Arc<Mutex<Vec<String>>> = Arc::default();
    let reported = Arc::clone(&reports);
    let settings = GatewaySettings {
        report: Arc::new(move |report| {
            if let GatewayReportKind::Agent { error, .. } = &report.kind {
                reported.lock().unwrap().push(error.to_string());
            }
        }),
        ..GatewaySettings::default()
    };
    let agents: Vec<Arc<dyn Agent>> = vec![Arc::new(A2aAgent::new("remote", &*url))];
    let face = super::face_of(Gateway::start(
        agents,
        Arc::new(MemoryStore::new()),
        settings,
    ));
    NEW.send(&face, "1", None, text("fail")).await;
    let reports = reports.lock().unwrap();
    assert!(
        reports.len() == 1 && reports[0].contains("lists no interface over JSON-RPC"),
        "{reports:?}"
    );
    assert!(reports[0].contains(&url), "{reports:?}");
}

#[tokio::test]
async fn a_context_continues_after_a_restart() {
    let desk = Desk::new("desk", None);
    let url = serve(face(vec![desk.clone()]), |_| {}).await;
    let store = Arc::new(MemoryStore::new());
    for (id, key) in [("1", "secret"), ("2", "secret"), ("3", "another")] {
        let agent = A2aAgent::new("remote", &*url).context_key(key);
        let gateway = Gateway::start(
            vec![Arc::new(agent)],
            Arc::clone(&store) as _,
            GatewaySettings::default(),
        );
        NEW.send(&super::face_of(gateway), id, Some("c"), text("hello"))
            .await;
    }
    let sessions: Vec<_> = desk
        .received()
        .into_iter()
        .map(|input| input.session)
        .collect();
    assert_eq!((sessions.len(), &sessions[0]), (3, &sessions[1]));
    assert_ne!(sessions[1], sessions[2]);
}

#[tokio::test]
async fn the_face_card_repeats_the_agent_card() {
    let url = serve(face(vec![Desk::new("desk", None)]), |card| {
        card["name"] = json!("Boats");
        card["description"] = json!("Books boat trips");
        card["skills"] = json!([{ "id": "book", "name": "Book", "description": "", "tags": [] }]);
    })
    .await;
    let agent = || -> Arc<dyn Agent> { Arc::new(A2aAgent::new("remote", &*url)) };
    let card = async |settings: GatewaySettings, agents: Vec<Arc<dyn Agent>>| {
        let gateway = Gateway::start(agents, Arc::new(MemoryStore::new()), settings);
        let request = Request::get("/.well-known/agent-card.json").header("host", "localhost");
        let request = request.body(Body::empty()).unwrap();
        let response = super::face_of(gateway).oneshot(request).await.unwrap();
        let body = to_bytes(response.into_body(), 1 << 20).await.unwrap();
        serde_json::from_slice::<Value>(&body).unwrap()
    };
    let own = card(GatewaySettings::default(), vec![agent()]).await;
    assert_eq!(
        (&own["name"], &own["description"]),
        (&json!("Boats"), &json!("Books boat trips"))
    );
    assert_eq!(own["skills"][0]["id"], "book");
    let description = AgentDescription {
        name: Some("Trips".to_owned()),
        ..AgentDescription::default()
    };
    let named = card(
        GatewaySettings {
            description,
            ..GatewaySettings::default()
        },
        vec![agent()],
    )
    .await;
    assert_eq!(
        (&named["name"], &named["description"]),
        (&json!("Trips"), &json!("Books boat trips"))
    );
    // One of two agents gives no name to both.
    let two = card(
        GatewaySettings::default(),
        vec![agent(), Desk::new("desk", None)],
    )
    .await;
    assert_eq!(
        (&two["name"], &two["description"]),
        (&json!("agent-ui"), &json!("Books boat trips"))
    );
    let none = card(GatewaySettings::default(), vec![Desk::new("desk", None)]).await;
    assert_eq!(
        (&none["name"], &none["description"]),
        (&json!("desk"), &json!("Shows the surfaces of desk as A2UI"))
    );
}

/// The requests that an agent received, each with its header `authorization`.
type Seen = Arc<Mutex<Vec<String>>>;

/// Serves an agent that refuses every message and records its requests. Its card contains the address of another agent
/// if one is passed.
async fn serve_recorder(seen: &Seen, other: Option<String>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let endpoint = other.unwrap_or_else(|| url.clone());
    let card = json!({
        "name": "Desk", "description": "", "version": "1", "url": endpoint, "preferredTransport": "JSONRPC",
        "protocolVersion": "0.3.0", "capabilities": {},
    });
    let seen = Arc::clone(seen);
    let record = move |request: Request<Body>| {
        let header = request
            .headers()
            .get("authorization")
            .map_or("none", |value| value.to_str().unwrap());
        seen.lock()
            .unwrap()
            .push(format!("{} {header}", request.method()));
        let answer = match request.method().as_str() {
            "GET" => card.to_string(),
            _ => json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": "no"}})
                .to_string(),
        };
        async move { answer }
    };
    tokio::spawn(async move { axum::serve(listener, Router::new().fallback(record)).await });
    url
}

#[tokio::test]
async fn user_headers_are_sent_only_to_the_agent_origin() {
    let (at_agent, at_other) = (Seen::default(), Seen::default());
    let ask = async |url: String| {
        let agent = A2aAgent::new("remote", url).header("authorization", "secret");
        NEW.send(&gateway_to(agent), "1", None, text("hello")).await;
    };
    ask(serve_recorder(&at_agent, None).await).await;
    assert_eq!(*at_agent.lock().unwrap(), ["GET secret", "POST secret"]);
    at_agent.lock().unwrap().clear();
    let other = serve_recorder(&at_other, None).await;
    ask(serve_recorder(&at_agent, Some(other)).await).await;
    assert_eq!(*at_agent.lock().unwrap(), ["GET secret"]);
    assert_eq!(*at_other.lock().unwrap(), ["POST none"]);
}
