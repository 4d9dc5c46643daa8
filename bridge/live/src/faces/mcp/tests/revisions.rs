//! Tests of clients that use revisions with `initialize`, and of their batches.

use super::*;

/// Connects a client that requests this revision.
async fn initialized(revision: &str) -> Client {
    let mut client = Client::new();
    let answer = client
        .post(
            "initialize",
            json!({"protocolVersion": revision, "capabilities": {}}),
        )
        .await;
    let id = answer.headers["mcp-session-id"]
        .to_str()
        .unwrap()
        .to_owned();
    assert_eq!(answer.json().await["result"]["protocolVersion"], revision);
    // The header with the revision exists since 2025-06-18.
    client.headers = vec![("mcp-session-id", id)];
    client
}

#[tokio::test]
async fn a_client_gets_the_requested_revision() {
    for revision in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let client = initialized(revision).await;
        let shown = client.call("agent_ui_show", Value::Null).await;
        assert_eq!(
            shown["content"][0]["text"], "Surface desk:\n- Text Shop",
            "{revision}"
        );
    }
}

#[tokio::test]
async fn members_with_null_count_as_absent() {
    let client = Client::initialized().await;
    let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}"#;
    let listed = client.send(Method::POST, &JSON, list).await.json().await;
    assert_eq!(listed["result"]["tools"][0]["name"], "agent_ui_show");
    let arguments = json!({"text": null, "session": null});
    let shown = client.call("agent_ui_show", arguments).await;
    assert_eq!(shown["isError"], Value::Null, "{shown}");
    let mut arguments = action("go");
    for name in ["version", "dataModel", "session", "after"] {
        arguments[name] = Value::Null;
    }
    arguments["action"]["timestamp"] = Value::Null;
    let acted = client.call("agent_ui_action", arguments).await;
    assert_eq!(acted["isError"], Value::Null, "{acted}");
}

const BATCH: &str = r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/initialized"},{"jsonrpc":"2.0","id":2,"method":"tools/list"},{"jsonrpc":"2.0","id":3,"method":"initialize"},7]"#;

fn check_batch(answers: &Value) {
    let ids: Vec<_> = answers
        .as_array()
        .unwrap()
        .iter()
        .map(|answer| answer["id"].clone())
        .collect();
    assert_eq!(
        ids,
        [json!(1), json!(2), json!(3), Value::Null],
        "{answers}"
    );
    assert_eq!(answers[0]["result"], json!({}));
    assert_eq!(answers[1]["result"]["tools"][0]["name"], "agent_ui_show");
    assert_eq!(answers[2]["error"]["code"], -32600);
    assert_eq!(answers[3]["error"]["code"], -32600);
}

#[tokio::test]
async fn batches_are_accepted_in_one_revision_only() {
    let client = initialized("2025-03-26").await;
    let answer = client.send(Method::POST, &JSON, BATCH).await;
    assert_eq!(answer.status, StatusCode::OK);
    check_batch(&answer.json().await);
    let notices = r#"[{"jsonrpc":"2.0","method":"notifications/initialized"}]"#;
    assert_eq!(
        client.send(Method::POST, &JSON, notices).await.status,
        StatusCode::ACCEPTED
    );
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    for wrong in [
        "[]".to_owned(),
        "[".to_owned(),
        format!("[{}]", [ping; 33].join(",")),
    ] {
        assert_eq!(
            client.send(Method::POST, &JSON, &wrong).await.status,
            StatusCode::BAD_REQUEST,
            "{wrong}"
        );
    }
    for revision in ["2024-11-05", "2025-06-18"] {
        let refused = initialized(revision)
            .await
            .send(Method::POST, &JSON, BATCH)
            .await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST);
        let refused = refused.json().await;
        assert!(
            refused["error"]["message"]
                .as_str()
                .unwrap()
                .contains("is a list"),
            "{refused}"
        );
    }
}

#[tokio::test]
async fn a_batch_over_lines_has_one_answer() {
    let (client, server) = duplex(1 << 16);
    let (reader, writer) = tokio::io::split(server);
    tokio::spawn(serve_lines(
        gateway(),
        McpSettings::default(),
        BufReader::new(reader),
        writer,
    ));
    let (reader, mut to) = tokio::io::split(client);
    let mut lines = BufReader::new(reader).lines();
    let initialize = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-03-26"}}"#;
    let mut answers = Vec::new();
    for request in [initialize, BATCH] {
        to.write_all(format!("{request}\n").as_bytes())
            .await
            .unwrap();
        let line = timeout(Duration::from_secs(5), lines.next_line())
            .await
            .unwrap()
            .unwrap()
            .unwrap();
        answers.push(serde_json::from_str::<Value>(&line).unwrap());
    }
    assert_eq!(answers[0]["result"]["protocolVersion"], "2025-03-26");
    check_batch(&answers[1]);
}
