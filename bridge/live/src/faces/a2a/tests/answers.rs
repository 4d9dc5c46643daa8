//! Tests of the form of answers in both versions of A2A, and of the inputs that agents receive.

use super::{
    Client, NEW, OLD, V0_9, agents::Desk, click, face, face_of, keys, messages, parts, text, texts,
};
use crate::{
    faces::a2a::{content::Content, context::ContextView},
    gateway::{
        ClientContent, ClientMessage, Gateway, GatewaySettings, Update, agent::Agent,
        store::MemoryStore,
    },
};
use agent_ui_text::bridge::Dialect;
use serde_json::{Value, json};
use std::sync::Arc;

#[tokio::test]
async fn a_client_of_a2a_1_0_gets_one_list() {
    let desk = Desk::new("desk", None);
    let face = face(vec![desk.clone()]);
    let task = NEW.send(&face, "1", None, text("show s")).await;
    assert_eq!(task["status"]["state"], json!("TASK_STATE_COMPLETED"));
    let message = &task["status"]["message"];
    assert_eq!(message["role"], json!("ROLE_AGENT"));
    assert_eq!(message["extensions"], json!([V0_9]));
    assert_eq!(
        (&message["taskId"], &message["contextId"]),
        (&task["id"], &task["contextId"])
    );
    let parts = parts(&task);
    assert_eq!(parts.len(), 2);
    assert_eq!(
        parts[0]["metadata"],
        json!({ "mimeType": "application/json+a2ui" })
    );
    assert_eq!((parts[0].get("kind"), parts[1].get("kind")), (None, None));
    assert_eq!(
        keys(&messages([&task])),
        ["createSurface s", "updateComponents s"]
    );
    assert_eq!(texts([&task]), ["s is there"]);

    let context = task["contextId"].as_str().unwrap();
    assert!(context.len() >= 32);
    let task = NEW.send(&face, "2", Some(context), click("s", "go")).await;
    assert_eq!(keys(&messages([&task])), ["updateDataModel s"]);
    assert_eq!(desk.received()[1].messages.len(), 1);
}

#[tokio::test]
async fn a_client_of_a2a_0_3_gets_a_part_for_each_message() {
    let face = face(vec![Desk::new("desk", None)]);
    let task = OLD.send(&face, "1", Some("c"), text("show s")).await;
    assert_eq!(
        (&task["kind"], &task["status"]["state"]),
        (&json!("task"), &json!("completed"))
    );
    let message = &task["status"]["message"];
    assert_eq!(
        (&message["kind"], &message["role"]),
        (&json!("message"), &json!("agent"))
    );
    let kinds: Vec<_> = parts(&task)
        .iter()
        .map(|part| part["kind"].clone())
        .collect();
    assert_eq!(kinds, [json!("data"), json!("data"), json!("text")]);
    assert!(parts(&task)[0]["data"].is_object());
}

#[tokio::test]
async fn a_stream_begins_with_the_task_and_ends_with_its_state() {
    let face = face(vec![Desk::new("desk", None)]);
    let events = NEW.stream(&face, "1", Some("new"), text("show s")).await;
    assert_eq!(
        events[0]["task"]["status"]["state"],
        json!("TASK_STATE_WORKING")
    );
    let last = &events.last().unwrap()["statusUpdate"];
    assert_eq!(last["status"]["state"], json!("TASK_STATE_COMPLETED"));
    assert_eq!(last.get("final"), None);
    assert_eq!(
        (keys(&messages(&events)), texts(&events)),
        (
            vec!["createSurface s".into(), "updateComponents s".into()],
            vec!["s is there".to_owned()]
        )
    );

    let events = OLD.stream(&face, "1", Some("old"), text("show s")).await;
    assert_eq!(
        (&events[0]["kind"], &events[1]["kind"]),
        (&json!("task"), &json!("status-update"))
    );
    assert_eq!(
        (&events[1]["final"], &events.last().unwrap()["final"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(
        keys(&messages(&events)),
        ["createSurface s", "updateComponents s"]
    );
}

#[tokio::test]
async fn the_newest_common_version_is_written() {
    let face = face(vec![Desk::new("desk", None)]);
    for (version, mime_type, word) in [
        ("0.8", "application/json+a2ui", Value::Null),
        ("0.9", "application/json+a2ui", json!("v0.9")),
        ("0.9.1", "application/a2ui+json", json!("v0.9.1")),
        ("0.10", "application/a2ui+json", json!("v0.10")),
        ("1.0", "application/a2ui+json", json!("1.0")),
    ] {
        let extension: &'static str = Box::leak(
            format!(
                "https://a2ui.org/a2a-extension/a2ui/v{version}, https://a2ui.org/a2a-extension/a2ui/v0.8"
            )
            .into_boxed_str(),
        );
        let client = Client {
            extension: Some(extension),
            ..NEW
        };
        let body = json!({ "jsonrpc": "2.0", "id": 7, "method": "SendMessage", "params": client.message("1", None, text("show s")) });
        let (_, headers, answer) = client.post(&face, body.to_string()).await;
        let uri = format!("https://a2ui.org/a2a-extension/a2ui/v{version}");
        assert_eq!(
            (
                headers["a2a-extensions"].to_str().unwrap(),
                headers["x-a2a-extensions"].to_str().unwrap()
            ),
            (&*uri, &*uri)
        );
        let answer: Value = serde_json::from_str(&answer).unwrap();
        let task = &answer["result"]["task"];
        assert_eq!(task["status"]["message"]["extensions"], json!([uri]));
        assert_eq!(
            parts(task)[0]["metadata"]["mimeType"],
            json!(mime_type),
            "{version}"
        );
        assert_eq!(
            messages([task])[0]
                .get("version")
                .cloned()
                .unwrap_or_default(),
            word
        );
    }
}

#[tokio::test]
async fn a_client_without_the_extension_gets_texts_only() {
    let face = face(vec![Desk::new("desk", None)]);
    let client = Client {
        extension: None,
        ..NEW
    };
    let task = client.send(&face, "1", Some("c"), text("show s")).await;
    assert_eq!(
        (messages([&task]), texts([&task])),
        (vec![], vec!["s is there".to_owned()])
    );
    assert_eq!(task["status"]["message"].get("extensions"), None);
    // A client that sends A2UI can read it. Now it gets the surface, too.
    let task = client.send(&face, "2", Some("c"), click("s", "go")).await;
    assert_eq!(
        keys(&messages([&task])),
        [
            "deleteSurface s",
            "createSurface s",
            "updateComponents s",
            "updateDataModel s"
        ]
    );
    // The extension may be named in the message.
    let mut params = client.message("1", Some("d"), text("show s"));
    params["message"]["extensions"] = json!([V0_9]);
    let answer = client.call(&face, ("SendMessage", ""), params).await;
    assert_eq!(messages([&answer["result"]]).len(), 2);
}

#[tokio::test]
async fn each_agent_sees_only_its_own_data() {
    for client in [NEW, OLD] {
        let (tables, bank) = (
            Desk::new("tables", Some("booking")),
            Desk::new("bank", Some("account")),
        );
        let agents: Vec<Arc<dyn Agent>> = vec![tables.clone(), bank.clone()];
        let gateway = Gateway::start(
            agents,
            Arc::new(MemoryStore::new()),
            GatewaySettings::default(),
        );
        let session = gateway.session("c").await.unwrap();
        // Both agents create their surfaces on their own.
        while session
            .snapshot(Dialect::A2ui0_9)
            .await
            .unwrap()
            .surfaces
            .len()
            < 2
        {
            tokio::task::yield_now().await;
        }
        let face = face_of(gateway);
        client.send(&face, "1", Some("c"), text("hello")).await;
        let metadata = json!({
            "a2uiClientDataModel": { "version": "v0.9", "surfaces": { "booking": { "guests": 2 }, "account": { "balance": 7 } }, "secret": 1 },
            "a2uiClientCapabilities": { "v0.9": { "supportedCatalogIds": ["c"] } },
        });
        let mut both = click("booking", "book").as_array().unwrap().clone();
        both.extend(click("account", "pay").as_array().unwrap().clone());
        both.push(json!({ "text": "go on" }));
        let mut params = client.message("2", Some("c"), json!(both));
        params["message"]["metadata"] = metadata;
        client
            .call(&face, ("SendMessage", "message/send"), params)
            .await;
        let seen = |desk: &Desk| {
            desk.received()
                .iter()
                .map(|input| serde_json::to_string(input).unwrap())
                .collect::<Vec<_>>()
                .join("\n")
        };
        let (of_tables, of_bank) = (seen(&tables), seen(&bank));
        assert!(
            of_tables.contains(r#""booking":{"guests":2}"#) && of_tables.contains("go on"),
            "{of_tables}"
        );
        assert!(of_bank.contains(r#""account":{"balance":7}"#), "{of_bank}");
        for (seen, others) in [
            (of_tables, ["account", "balance", "pay", "secret"]),
            (of_bank, ["booking", "guests", "book", "secret"]),
        ] {
            for other in others {
                assert!(!seen.contains(other), "{other} in {seen}");
            }
            assert!(seen.contains(r#""supportedCatalogIds":["c"]"#));
        }
    }
}

#[tokio::test]
async fn the_history_begins_with_the_message_of_the_user() {
    for client in [NEW, OLD] {
        let role = if client.is_new() { "ROLE_USER" } else { "user" };
        let face = face(vec![Desk::new("desk", None)]);
        let task = client.send(&face, "m1", Some("c"), text("show s")).await;
        let first = &task["history"][0];
        assert_eq!(
            (&first["role"], &first["messageId"]),
            (&json!(role), &json!("m1")),
            "{task}"
        );
        assert_eq!(
            (&first["taskId"], &first["parts"][0]["text"]),
            (&task["id"], &json!("show s"))
        );
        let of_task = json!({ "id": task["id"] });
        let got = client.call(&face, ("GetTask", "tasks/get"), of_task).await;
        assert_eq!(got["result"]["history"], task["history"]);
        let events = client
            .stream(&face, "m2", Some("c"), click("s", "go"))
            .await;
        let begun = events[0].get("task").unwrap_or(&events[0]);
        let part = &begun["history"][0]["parts"][0];
        assert_eq!(part["data"], click("s", "go")[0]["data"], "{begun}");
        assert_eq!(
            part["kind"],
            if client.is_new() {
                json!(null)
            } else {
                json!("data")
            }
        );
        let mut params = client.message("m3", Some("c"), text("hello"));
        params["configuration"] = json!({ "historyLength": 0 });
        let bare = client
            .call(&face, ("SendMessage", "message/send"), params)
            .await;
        let bare = bare["result"].get("task").unwrap_or(&bare["result"]);
        assert_eq!(bare.get("history"), None, "{bare}");
    }
}

#[tokio::test]
async fn texts_among_missed_updates_are_delivered() {
    let desk = Desk::new("desk", None);
    let gateway = Gateway::start(
        vec![desk],
        Arc::new(MemoryStore::new()),
        GatewaySettings::default(),
    );
    let session = gateway.session("c").await.unwrap();
    let say = async |text: &str| {
        let message = ClientMessage::new("test", ClientContent::Text(text.to_owned()));
        session.send(message).await.unwrap().wait().await;
    };
    say("show a").await;
    let mut view = ContextView::default();
    assert!(
        view.catch_up(&session, None, false)
            .await
            .unwrap()
            .is_empty()
    );
    say("show b").await;
    // The client was too slow for the updates of this turn.
    let mut batch = Vec::new();
    view.add(&session, Update::Lagged, &mut batch)
        .await
        .unwrap();
    batch.extend(view.rest(&session).await.unwrap());
    let said: Vec<_> = batch.into_iter().map(|said| said.content).collect();
    assert_eq!(said, [Content::Text("b is there".to_owned())]);
}
