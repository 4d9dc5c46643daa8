#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::*;
use crate::test_agent::{CLICK, CREATE, TestAgent, UPDATE, other, soon};
use axum::{
    body::{Body, to_bytes},
    extract::Request,
};
use serde_json::{Value, json};
use std::{fs, sync::Arc};
use tower::ServiceExt;

const ASSETS: Assets = Assets {
    script: "void 0",
    style: "p{}",
    licenses: "",
    components: None,
};
const API: &str = "/aap/api/agents/agent-ui/canvas";

/// The provider of an agent, with its folder and its sent notifications.
struct TestProvider {
    agent: TestAgent,
    routes: Router,
    home: tempfile::TempDir,
    lines: Arc<Mutex<Vec<String>>>,
}

impl TestProvider {
    fn new() -> Self {
        let (agent, home) = (TestAgent::new(), tempfile::tempdir().unwrap());
        let lines: Arc<Mutex<Vec<String>>> = Arc::default();
        let noted = Arc::clone(&lines);
        let notify = move |_: &AgentId, line: &aap::Notification| {
            noted.lock().unwrap().push(line.as_str().to_owned())
        };
        let settings = AapSettings {
            session: "main".to_owned(),
            store: Store::open(home.path()).unwrap(),
            notify: Some(Box::new(notify)),
            assets: ASSETS,
            images: false,
        };
        let provider = routes(agent.gateway.clone(), &RequestGuard::default(), settings);
        let routes = Router::new().nest("/aap", provider);
        Self {
            agent,
            routes,
            home,
            lines,
        }
    }

    async fn text(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let request = Request::builder()
            .method(method)
            .uri(format!("{API}{path}"))
            .header("host", "localhost");
        let request = request.body(Body::from(body.to_owned())).unwrap();
        let response = soon(self.routes.clone().oneshot(request)).await.unwrap();
        let status = response.status().as_u16();
        let body = to_bytes(response.into_body(), 1 << 20).await.unwrap();
        (status, String::from_utf8(body.into()).unwrap())
    }

    async fn json(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let (status, text) = self.text(method, path, &body.to_string()).await;
        (status, serde_json::from_str(&text).unwrap())
    }

    async fn submit(&self, file: &str, action: &str, element: &str, data: &Value) -> (u16, Value) {
        let body = json!({"canvasFile": file, "action": action, "element": element, "data": data});
        self.json("POST", "/interactions", &body).await
    }

    async fn files(&self) -> Vec<(String, String)> {
        let (_, list) = self.json("GET", "", &json!({})).await;
        let files = list["files"].as_array().unwrap().iter();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        files
            .map(|file| (text(&file["path"]), text(&file["modifiedAt"])))
            .collect()
    }

    async fn paths(&self) -> Vec<String> {
        self.files()
            .await
            .into_iter()
            .map(|(path, _)| path)
            .collect()
    }

    fn write(&self, path: &str, html: &str) {
        let path = self
            .home
            .path()
            .join(".aimaestro/agents/agent-ui/canvas")
            .join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, html).unwrap();
    }

    /// Waits for all notifications, which are sent after the answers.
    async fn notifications(&self) -> Vec<String> {
        for _ in 0..500 {
            let lines = self.lines.lock().unwrap().clone();
            if !lines.is_empty() {
                return lines;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        Vec::new()
    }

    async fn records(&self) -> usize {
        let (_, list) = self.json("GET", "/interactions", &json!({})).await;
        list["interactions"].as_array().unwrap().len()
    }
}

#[tokio::test]
async fn each_surface_is_a_page() {
    let provider = TestProvider::new();
    assert_eq!(provider.paths().await, Vec::<String>::new());
    provider.agent.say(&[CREATE, UPDATE, &other(CREATE)]).await;
    let files = provider.files().await;
    assert_eq!(provider.files().await, files);
    let mut paths = provider.paths().await;
    paths.sort();
    assert_eq!(paths, ["a2ui/s.html", "a2ui/t.html"]);
    let (status, html) = provider.text("GET", "?file=a2ui/s.html", "").await;
    // The bridge is defined before the policy of the page applies.
    assert!(
        status == 200 && html.find("window.maestro") < html.find("Content-Security-Policy"),
        "{html}"
    );
    assert!(
        html.contains(r#""updateComponents":{"surfaceId":"s""#) && !html.contains("\"live\""),
        "{html}"
    );
    assert_eq!(
        provider.text("GET", "?file=a2ui/none.html", "").await.0,
        404
    );

    // A surface that has changed is listed first, with another time.
    let of = |files: &[(String, String)], path: &str| {
        files.iter().find(|file| file.0 == path).unwrap().1.clone()
    };
    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    provider.agent.say(&[&other(UPDATE)]).await;
    let changed = provider.files().await;
    assert_eq!(
        (changed[0].0.as_str(), of(&changed, "a2ui/s.html")),
        ("a2ui/t.html", of(&files, "a2ui/s.html"))
    );
    assert_ne!(of(&changed, "a2ui/t.html"), of(&files, "a2ui/t.html"));
}

#[tokio::test]
async fn a_surface_interaction_becomes_an_action_and_a_record() {
    let mut provider = TestProvider::new();
    provider.agent.say(&[CREATE, UPDATE]).await;
    let (status, answer) = provider
        .submit("a2ui/s.html", "go", "root", &json!({"n": 1}))
        .await;
    assert_eq!(
        (status, answer["summary"].as_str().unwrap()),
        (201, "User go 'root' on a2ui/s.html with data: {\"n\":1}")
    );
    let action: Value = serde_json::from_str(&provider.agent.hear().await).unwrap();
    let (_, list) = provider.json("GET", "/interactions", &json!({})).await;
    let record = &list["interactions"][0];
    assert_eq!(record["id"], answer["id"]);
    let expected = json!({"version": "v0.9", "action": {"name": "go", "surfaceId": "s", "sourceComponentId": "root",
        "timestamp": record["timestamp"], "context": {"n": 1}}});
    assert_eq!(action, expected);
    assert_eq!(
        provider.notifications().await,
        ["[CANVAS] a2ui/s.html: User go 'root' on a2ui/s.html with data: {\"n\":1}"]
    );
    // A click has the name of the event that its component declares.
    assert_eq!(
        provider
            .submit("a2ui/s.html", "click", "root", &json!(null))
            .await
            .0,
        201
    );
    let action: Value = serde_json::from_str(&provider.agent.hear().await).unwrap();
    assert_eq!(action["action"]["name"], "go");
}

#[tokio::test]
async fn an_action_that_the_session_refuses_is_not_stored() {
    let provider = TestProvider::new();
    let checked = UPDATE.replace(
        "\"action\"",
        r#""checks":[{"condition":{"path":"/agreed"},"message":"Please agree"}],"action""#,
    );
    provider.agent.say(&[CREATE, &checked]).await;
    let (status, answer) = provider
        .submit("a2ui/s.html", "click", "root", &json!(null))
        .await;
    assert_eq!(status, 422, "{answer}");
    assert!(
        answer["message"].as_str().unwrap().contains("Please agree"),
        "{answer}"
    );
    assert_eq!(provider.records().await, 0);
    assert!(provider.agent.is_quiet() && provider.lines.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_path_that_leaves_the_folder_is_refused() {
    let provider = TestProvider::new();
    for file in [
        "../keys.html",
        "/etc/hall.html",
        "a/%2e%2e/b.html",
        "C:hall.html",
    ] {
        let (status, answer) = provider.submit(file, "go", "root", &json!({})).await;
        assert!(
            status == 422 && answer["message"].as_str().unwrap().contains("canvasFile"),
            "{answer}"
        );
    }
    assert_eq!(provider.records().await, 0);
}

#[tokio::test]
async fn a_click_on_a_component_without_an_event_is_refused() {
    let provider = TestProvider::new();
    let update = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Button","child":"t","action":{"functionCall":{"call":"openUrl","args":{"url":"https://hall.example.org"}}}}]}}"#;
    provider.agent.say(&[CREATE, update]).await;
    for element in ["root", "gone"] {
        let (status, answer) = provider
            .submit("a2ui/s.html", "go", element, &json!({}))
            .await;
        assert!(
            status == 422 && answer["message"].as_str().unwrap().contains(element),
            "{answer}"
        );
    }
    assert_eq!(provider.records().await, 0);
    let (status, _) = provider.submit("a2ui/s.html", "go", "", &json!({})).await;
    assert_eq!((status, provider.records().await), (201, 1));
}

#[tokio::test]
async fn interactions_of_file_pages_are_only_stored() {
    let provider = TestProvider::new();
    provider.agent.say(&[CREATE, UPDATE]).await;
    provider.write("reports/x.html", "<p>x</p>");
    // A file with the path of a surface is hidden.
    provider.write("a2ui/s.html", "<p>a file</p>");
    let mut paths = provider.paths().await;
    paths.sort();
    assert_eq!(paths, ["a2ui/s.html", "reports/x.html"]);
    assert!(
        provider
            .text("GET", "?file=reports/x.html", "")
            .await
            .1
            .contains("<p>x</p>")
    );
    assert!(
        !provider
            .text("GET", "?file=a2ui/s.html", "")
            .await
            .1
            .contains("a file")
    );
    assert_eq!(
        provider
            .submit("reports/x.html", "click", "b", &json!(null))
            .await
            .0,
        201
    );
    assert_eq!(provider.records().await, 1);
    assert!(provider.agent.is_quiet());
    assert_eq!(provider.notifications().await.len(), 1);
}

#[tokio::test]
async fn other_agents_and_origins_are_refused() {
    let provider = TestProvider::new();
    let ask = async |path: &str, origin: Option<&str>| {
        let mut request = Request::get(path).header("host", "localhost:1");
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        let response = provider
            .routes
            .clone()
            .oneshot(request.body(Body::empty()).unwrap());
        soon(response).await.unwrap().status().as_u16()
    };
    for (path, origin, expected) in [
        (API, None, 200),
        (API, Some("http://localhost:1"), 200),
        (API, Some("http://evil.test"), 403),
        ("/aap/api/agents/bo/canvas", None, 404),
        ("/aap/agents/agent-ui/canvas", None, 200),
        ("/aap/agents/agent-ui/canvas", Some("null"), 403),
    ] {
        assert_eq!(ask(path, origin).await, expected, "{path} {origin:?}");
    }
}

#[tokio::test]
async fn a_page_action_equals_the_action_of_other_faces() {
    let mut provider = TestProvider::new();
    provider.agent.say(&[CREATE, UPDATE]).await;
    let record: Value = serde_json::from_str(CLICK).unwrap();
    let action = &record["action"];
    provider
        .submit(
            "a2ui/s.html",
            action["name"].as_str().unwrap(),
            "root",
            &action["context"],
        )
        .await;
    let mut heard: Value = serde_json::from_str(&provider.agent.hear().await).unwrap();
    heard["action"]["timestamp"] = action["timestamp"].clone();
    assert_eq!(heard, record);
}
