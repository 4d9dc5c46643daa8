//! Tests of client sessions across restarts, and of the length of results.

use super::*;

fn session_of(result: &Value) -> String {
    let uri = result["content"][1]["resource"]["uri"].as_str().unwrap();
    uri.strip_prefix("a2ui://")
        .unwrap()
        .split('/')
        .next()
        .unwrap()
        .to_owned()
}

#[tokio::test]
async fn clients_without_an_id_do_not_share_a_session() {
    let gateway = gateway();
    let [one, two] = [0; 2].map(|_| Client::stateless_with(gateway.clone()));
    let shown = one.call("agent_ui_show", json!({})).await;
    let session = session_of(&shown);
    let text = shown["content"][0]["text"].as_str().unwrap();
    assert!(
        text.contains(&format!("This is the session {session}.")),
        "{text}"
    );
    let other = session_of(&two.call("agent_ui_show", json!({})).await);
    assert!(
        other != session && session != "main" && other != "main",
        "{session} {other}"
    );

    let acted = one.call("agent_ui_action", action_in(&session, "go")).await;
    assert!(
        acted["content"][1]["resource"]["text"]
            .as_str()
            .unwrap()
            .contains(r#"{"n":7}"#),
        "{acted}"
    );
    let seen = two.call("agent_ui_show", json!({ "session": other })).await;
    assert!(
        !seen["content"][1]["resource"]["text"]
            .as_str()
            .unwrap()
            .contains(r#"{"n":7}"#),
        "{seen}"
    );
    let unnamed = two.call("agent_ui_action", action("go")).await;
    assert_eq!(unnamed["isError"], true);
    assert!(
        unnamed["content"][0]["text"]
            .as_str()
            .unwrap()
            .contains("`session` is missing"),
        "{unnamed}"
    );
    let listed = two.result("resources/list", json!({})).await;
    assert!(!listed.to_string().contains("a2ui://"), "{listed}");
}

#[tokio::test]
async fn clients_of_every_revision_have_their_own_session() {
    let gateway = gateway();
    let mut sessions = std::collections::BTreeSet::new();
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        for _ in 0..2 {
            let client = Client::of_version(gateway.clone(), version).await;
            sessions.insert(session_of(&client.call("agent_ui_show", json!({})).await));
        }
    }
    for _ in 0..2 {
        let client = Client::stateless_with(gateway.clone());
        sessions.insert(session_of(&client.call("agent_ui_show", json!({})).await));
    }
    assert_eq!(sessions.len(), 10, "{sessions:?}");
}

#[tokio::test]
async fn clients_share_a_session_if_own_sessions_are_disabled() {
    let settings = McpSettings {
        own_sessions: false,
        ..McpSettings::default()
    };
    let client = Client {
        routes: routes(gateway(), RequestGuard::default(), settings),
        ..Client::stateless()
    };
    assert_eq!(
        session_of(&client.call("agent_ui_show", json!({})).await),
        "main"
    );
    assert_eq!(
        client.call("agent_ui_action", action("go")).await["isError"],
        Value::Null
    );
}

#[tokio::test]
async fn a_client_finds_its_session_after_a_restart() {
    let store: Arc<dyn SessionStore> = Arc::new(MemoryStore::new());
    let mut client = Client::initialized_with(gateway_on(Arc::clone(&store))).await;
    let session = session_of(&client.call("agent_ui_show", json!({})).await);
    client.call("agent_ui_action", action("add")).await;

    client.routes = routes(
        gateway_on(Arc::clone(&store)),
        RequestGuard::default(),
        McpSettings::default(),
    );
    let answer = client
        .send(Method::GET, &[("accept", "text/event-stream")], "")
        .await;
    assert_eq!(answer.status, StatusCode::OK);
    let mut stream = answer.body.into_data_stream();
    let shown = client.call("agent_ui_show", json!({})).await;
    assert_eq!(session_of(&shown), session);
    assert!(
        shown["content"][0]["text"]
            .as_str()
            .unwrap()
            .contains("Surface extra"),
        "{shown}"
    );
    // The subscriptions were lost, so the client is notified of all surfaces.
    client.call("agent_ui_action", action("go")).await;
    while event(&mut stream).await["params"]["uri"] != format!("a2ui://{session}/desk") {}

    // A client that begins again with its id keeps its session.
    client.routes = routes(
        gateway_on(store),
        RequestGuard::default(),
        McpSettings::default(),
    );
    let answer = client
        .post("initialize", json!({"protocolVersion": "2025-11-25"}))
        .await;
    assert_eq!(
        answer.headers["mcp-session-id"].to_str().unwrap(),
        client.headers[0].1
    );
    assert_eq!(
        session_of(&client.call("agent_ui_show", json!({})).await),
        session
    );

    assert_eq!(
        client.send(Method::DELETE, &[], "").await.status,
        StatusCode::NO_CONTENT
    );
    for id in [
        client.headers[0].1.clone(),
        "0".repeat(32),
        "main".to_owned(),
    ] {
        client.headers[0].1 = id;
        assert_eq!(
            client.post("tools/list", json!({})).await.status,
            StatusCode::NOT_FOUND
        );
    }
}

#[tokio::test]
async fn an_action_result_contains_only_the_changes() {
    let gateway = gateway();
    let other = Client::initialized_with(gateway.clone()).await;
    other.call("agent_ui_show", json!({"session": "s"})).await;
    // This client has seen nothing, so it gets the whole surface.
    let client = Client::initialized_with(gateway).await;
    let first = client.call("agent_ui_action", action_in("s", "go")).await;
    assert!(
        first["content"][1]["resource"]["text"]
            .as_str()
            .unwrap()
            .contains("createSurface"),
        "{first}"
    );
    let second = client.call("agent_ui_action", action_in("s", "go")).await;
    let update = r#"[{"version":"v0.9","updateDataModel":{"surfaceId":"desk","path":"/got","value":{"n":7}}}]"#;
    assert_eq!(second["content"][1]["resource"]["text"], update);
    // A client that shows apps shows each result by a new page.
    let capabilities = json!({"extensions": {"io.modelcontextprotocol/ui": {}}});
    let mut apps = Client::new();
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": capabilities});
    let id = apps.post("initialize", params).await.headers["mcp-session-id"]
        .to_str()
        .unwrap()
        .to_owned();
    apps.headers = vec![("mcp-session-id", id)];
    apps.call("agent_ui_show", json!({})).await;
    for _ in 0..2 {
        let acted = apps.call("agent_ui_action", action("go")).await;
        assert!(
            acted["content"][1]["resource"]["text"]
                .as_str()
                .unwrap()
                .contains("createSurface")
        );
    }
}

#[tokio::test]
async fn a_surface_that_is_too_long_becomes_a_link() {
    let client = Client::initialized().await;
    client.call("agent_ui_show", json!({})).await;
    let filled = client.call("agent_ui_action", action("fill")).await;
    let link = &filled["content"][1];
    assert_eq!(
        (&link["type"], &link["name"]),
        (&json!("resource_link"), &json!("desk"))
    );
    assert_eq!(link["mimeType"], "application/a2ui+json");
    let uri = link["uri"].as_str().unwrap();
    let text = filled["content"][0]["text"].as_str().unwrap();
    assert!(
        text.contains(&format!("Read the resource {uri}.")),
        "{text}"
    );
    // The next change fits, although the surface does not.
    let acted = client.call("agent_ui_action", action("go")).await;
    assert_eq!(acted["content"][1]["type"], "resource");
    assert!(acted.to_string().len() < 2000, "{acted}");
    assert_eq!(
        client.call("agent_ui_show", json!({})).await["content"][1]["type"],
        "resource_link"
    );
    let read = client.result("resources/read", json!({ "uri": uri })).await;
    assert!(read["contents"][0]["text"].as_str().unwrap().len() > 70_000);

    // Clients of older revisions know no links.
    let old = Client {
        headers: Vec::new(),
        ..client
    };
    let answer = old
        .post("initialize", json!({"protocolVersion": "2025-03-26"}))
        .await;
    let id = answer.headers["mcp-session-id"]
        .to_str()
        .unwrap()
        .to_owned();
    let old = Client {
        headers: vec![("mcp-session-id", id)],
        ..old
    };
    old.call("agent_ui_show", json!({})).await;
    let filled = old.call("agent_ui_action", action("fill")).await;
    assert_eq!(filled["content"].as_array().unwrap().len(), 1, "{filled}");
}
