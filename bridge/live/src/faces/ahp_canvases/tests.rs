#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::*;
use crate::{
    peers::client::{Client, Event, Events as ClientEvents, Settings as ClientSettings},
    test_agent::{CLICK, CREATE, DELETE, TestAgent, UPDATE, other, soon},
};
use ahp::{
    canvas::host::{ConnectionId, HostOutput},
    client::{Ahp1_0, CanvasProposal, ClientOutput, Profile},
    ids::ChannelUri,
};
use axum::{
    body::{Body, to_bytes},
    extract::Request,
    http::StatusCode,
};
use std::sync::Arc;
use tokio::{net::TcpListener, time::sleep};
use tower::ServiceExt;
use wire::Pointer;

const ASSETS: Assets = Assets {
    script: "void 0",
    style: "p{}",
    licenses: "",
    components: None,
};
const CANVAS: &str = "ahp-canvas:/s";

/// An AHP face on a port, for the session `main` of an agent.
struct TestFace {
    agent: TestAgent,
    face: AhpCanvases,
    routes: Router,
    url: String,
}

impl TestFace {
    async fn new(agent: TestAgent, delivery: PageDelivery) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/t/ahp", listener.local_addr().unwrap());
        let url = address.replace("http:", "ws:");
        let settings = AhpSettings {
            session: "main".to_owned(),
            address,
            delivery,
            assets: ASSETS,
            images: false,
        };
        let face =
            AhpCanvases::start(agent.gateway.clone(), &RequestGuard::default(), settings).unwrap();
        let routes = Router::new().nest("/t/ahp", face.routes());
        let served = routes.clone();
        tokio::spawn(async move { axum::serve(listener, served).await });
        Self {
            agent,
            face,
            routes,
            url,
        }
    }

    fn follow<P: Profile>(
        &self,
        client: ahp::client::Client<P>,
    ) -> (Client<P>, ClientEvents<Event>) {
        let (client, events) = Client::new(client, ClientSettings::default());
        let (following, url) = (client.clone(), self.url.clone());
        tokio::spawn(async move { following.follow(&url).await });
        (client, events)
    }

    /// Sends a request to a page, and returns the status and the body.
    async fn ask(&self, method: &str, url: &str, body: &str) -> (StatusCode, String) {
        let path = format!("/{}", url.splitn(4, '/').last().unwrap());
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("host", "127.0.0.1");
        let request = request.header("content-type", "application/json");
        let request = request.body(Body::from(body.to_owned())).unwrap();
        let response = soon(self.routes.clone().oneshot(request)).await.unwrap();
        let status = response.status();
        let body = to_bytes(response.into_body(), 1 << 20).await.unwrap();
        (status, String::from_utf8(body.into()).unwrap())
    }
}

/// Waits until the function returns a value.
async fn until<T>(mut there: impl FnMut() -> Option<T>) -> T {
    soon(async {
        loop {
            if let Some(found) = there() {
                return found;
            }
            sleep(Duration::from_millis(5)).await;
        }
    })
    .await
}

/// Returns the messages that a page shows.
fn shown_messages(page: &str) -> Vec<String> {
    let (_, rest) = page
        .split_once("<script type=\"application/json\" id=\"agent-ui\">")
        .unwrap();
    let data = Payload::parse(rest.split_once("</script>").unwrap().0).unwrap();
    let steps = data.member("steps").unwrap();
    let messages = steps.elements().flat_map(|step| {
        step.member("messages")
            .unwrap()
            .elements()
            .collect::<Vec<_>>()
    });
    messages.map(|message| message.text().to_owned()).collect()
}

/// A client of the Canvas proposal. It follows the session, and later its canvases.
struct Tablet {
    client: Client<CanvasProposal>,
    events: ClientEvents<Event>,
    session: ChannelUri,
}

impl Tablet {
    fn new(face: &TestFace) -> Self {
        let (client, events) = face.follow(ahp::client::Client::<CanvasProposal>::new(
            "tablet",
            ["1.0.0"],
        ));
        let session = ChannelUri::from(SESSION);
        client.apply(|client| client.subscribe(&session));
        Self {
            client,
            events,
            session,
        }
    }

    /// Waits until this many canvases are open.
    async fn has(&self, count: usize) {
        until(|| {
            let open = self.client.inspect(|client| {
                client
                    .session_state(&self.session)?
                    .open_canvases
                    .get()
                    .map(Vec::len)
            });
            open.filter(|open| *open == count)
        })
        .await;
    }

    /// Follows the canvas, and returns its title and its address.
    async fn open(&self, canvas: &str) -> (String, String) {
        let channel = ChannelUri::from(canvas);
        self.client.apply(|client| client.subscribe(&channel));
        let state = until(|| {
            self.client
                .inspect(|client| client.canvas_state(&channel).cloned())
        })
        .await;
        let title = state.title.get().cloned().unwrap_or_default();
        (title, state.url.get().unwrap().as_str().to_owned())
    }

    async fn url(&self, canvas: &str, wanted: &str) {
        let channel = ChannelUri::from(canvas);
        let url = || {
            self.client.inspect(|client| {
                Some(
                    client
                        .canvas_state(&channel)?
                        .url
                        .get()?
                        .as_str()
                        .to_owned(),
                )
            })
        };
        until(|| url().filter(|url| url == wanted)).await;
    }

    /// Returns the media type and the text of a content.
    async fn read(&mut self, canvas: &str, uri: &str) -> Option<(String, String)> {
        self.client
            .try_apply(|client| client.read(&ChannelUri::from(canvas), uri))
            .unwrap();
        loop {
            if let Event::Output(ClientOutput::Content { result, .. }) =
                soon(self.events.next()).await.unwrap()
            {
                let content = result.ok()?.contents.into_iter().next().unwrap();
                return Some((
                    content.mime_type.get().unwrap().clone(),
                    content.text.get().unwrap().clone(),
                ));
            }
        }
    }

    async fn message(&mut self) -> String {
        loop {
            if let Event::Output(ClientOutput::Message { message, .. }) =
                soon(self.events.next()).await.unwrap()
            {
                return message.payload.unwrap().text().to_owned();
            }
        }
    }

    fn click(&self, canvas: &str, text: &str) {
        let message = Payload::parse(text).unwrap();
        self.client
            .try_apply(|client| client.message(&ChannelUri::from(canvas), message))
            .unwrap();
    }
}

#[tokio::test]
async fn proposal_canvases_send_pages_changes_and_clicks_over_their_channel() {
    let mut face = TestFace::new(TestAgent::new(), PageDelivery::Channel).await;
    face.agent.say(&[CREATE, UPDATE]).await;
    let mut tablet = Tablet::new(&face);
    tablet.has(1).await;
    let (title, url) = tablet.open(CANVAS).await;
    assert_eq!(
        (title.as_str(), url.as_str()),
        ("Museum", "ahp-canvas-content:/s/index.html")
    );
    let (kind, page) = tablet.read(CANVAS, &url).await.unwrap();
    assert_eq!(
        (kind.as_str(), shown_messages(&page)),
        ("text/html", vec![CREATE.to_owned(), UPDATE.to_owned()])
    );
    let surface = tablet
        .read(CANVAS, "ahp-canvas-content:/s/surface.json")
        .await
        .unwrap();
    assert_eq!(
        surface,
        (
            "application/json+a2ui".to_owned(),
            format!("[{CREATE},{UPDATE}]")
        )
    );
    assert!(
        tablet
            .read(CANVAS, "ahp-canvas-content:/s/other.html")
            .await
            .is_none()
    );

    // A change, one that is too long for a message, and a click.
    let again = UPDATE.replace("\"a\"", "\"b\"");
    face.agent.say(&[&again]).await;
    assert_eq!(tablet.message().await, again);
    face.agent
        .say(&[&UPDATE.replace("\"a\"", &format!("\"{}\"", "x".repeat(1 << 20)))])
        .await;
    tablet
        .url(CANVAS, "ahp-canvas-content:/s/index.html?1")
        .await;
    tablet.click(CANVAS, CLICK);
    assert_eq!(face.agent.hear().await, CLICK);

    // A click on another surface is refused on this channel, and so is one on a surface that does not exist.
    face.agent.say(&[&other(CREATE), &other(UPDATE)]).await;
    tablet.has(2).await;
    for (refused, click) in [(1, other(CLICK)), (2, CLICK.replace(":\"s\"", ":\"gone\""))] {
        tablet.click(CANVAS, &click);
        until(|| Some(()).filter(|()| face.agent.refused().len() == refused)).await;
    }
    assert_eq!(face.agent.refused(), ["serve/other-surface"; 2]);
    tablet.open("ahp-canvas:/t").await;
    tablet.click("ahp-canvas:/t", &other(CLICK));
    assert_eq!(face.agent.hear().await, other(CLICK));
    face.agent.say(&[&other(DELETE)]).await;
    tablet.has(1).await;

    // The agent learns that a client closes a canvas. The canvas stays closed until the agent shows its surface again.
    let data = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":1}}"#;
    let closed = r#"{"version":"v0.9","error":{"code":"SURFACE_CLOSED","surfaceId":"s","message":"the user has closed the canvas of the surface"}}"#;
    let mut url = String::new();
    for again in [[DELETE, CREATE].as_slice(), &[UPDATE]] {
        tablet
            .client
            .try_apply(|client| client.request_close(&CANVAS.into()))
            .unwrap();
        tablet.has(0).await;
        assert_eq!(face.agent.hear().await, closed);
        face.agent.say(&[data]).await;
        face.agent.say(again).await;
        tablet.has(1).await;
        url = tablet.open(CANVAS).await.1;
    }
    let page = tablet.read(CANVAS, &url).await.unwrap().1;
    assert!(shown_messages(&page).contains(&UPDATE.to_owned()), "{page}");

    // While the agent is away, its canvas is stale.
    for (is_away, availability) in [(true, "stale"), (false, "ready")] {
        face.agent.set_away(is_away).await;
        until(|| {
            let state = |client: &ahp::client::Client<CanvasProposal>| {
                Some(
                    client
                        .canvas_state(&CANVAS.into())?
                        .availability
                        .as_str()
                        .to_owned(),
                )
            };
            tablet
                .client
                .inspect(state)
                .filter(|now| now == availability)
        })
        .await;
    }
    face.agent.say(&[DELETE]).await;
    tablet.has(0).await;
    soon(face.face.closer().close(Duration::from_secs(1))).await;
}

#[tokio::test]
async fn the_surface_is_read_in_the_version_of_its_agent() {
    let face = TestFace::new(TestAgent::new(), PageDelivery::Channel).await;
    let create = r#"{"version":"v1.0","createSurface":{"surfaceId":"s","catalogId":"c","surfaceProperties":{}}}"#;
    face.agent.say(&[create]).await;
    let mut tablet = Tablet::new(&face);
    tablet.has(1).await;
    tablet.open(CANVAS).await;
    let surface = tablet
        .read(CANVAS, "ahp-canvas-content:/s/surface.json")
        .await
        .unwrap();
    assert_eq!(surface.0, "application/a2ui+json");
    assert!(surface.1.contains("\"v1.0\""), "{}", surface.1);
    let page = tablet
        .read(CANVAS, "ahp-canvas-content:/s/index.html")
        .await
        .unwrap()
        .1;
    assert!(shown_messages(&page)[0].contains("\"v0.9\""), "{page}");
}

#[tokio::test]
async fn a_canvas_of_ahp_1_0_has_its_own_address() {
    let mut face = TestFace::new(TestAgent::new(), PageDelivery::Address).await;
    let (client, _events) = face.follow(ahp::client::Client::<Ahp1_0>::new("kiosk", ["1.0.0"]));
    client.apply(|client| client.subscribe(&CHAT.into()));
    face.agent.say(&[CREATE]).await;
    let state = || client.inspect(|client| client.canvas_state(&CANVAS.into()).cloned());
    let url = until(state).await.url.get().unwrap().as_str().to_owned();
    assert!(
        url.starts_with(&format!("{}/pages/", face.url.replace("ws:", "http:"))),
        "{url}"
    );
    let (status, page) = face.ask("GET", &url, "").await;
    assert!(
        status.is_success() && page.contains("\"steps\":\"steps\""),
        "{page}"
    );

    let actions = format!("{url}actions");
    face.agent.say(&[UPDATE]).await;
    assert_eq!(
        face.ask("POST", &actions, CLICK).await,
        (StatusCode::NO_CONTENT, String::new())
    );
    assert_eq!(face.agent.hear().await, CLICK);
    face.agent.say(&[&other(CREATE), &other(UPDATE)]).await;
    let (status, answer) = face.ask("POST", &actions, &other(CLICK)).await;
    assert!(status == 422 && answer.contains("`t`"), "{answer}");

    // Deleting the surface removes its address.
    face.agent.say(&[DELETE]).await;
    soon(async {
        while face.ask("GET", &url, "").await.0 != 404 {
            sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
}

#[tokio::test]
async fn canvases_are_opened_again_after_a_restart() {
    let store = {
        let face = TestFace::new(TestAgent::new(), PageDelivery::Channel).await;
        face.agent
            .say(&[CREATE, UPDATE, &other(CREATE), &other(DELETE)])
            .await;
        Arc::clone(&face.agent.store)
    };
    let mut face = TestFace::new(TestAgent::with(store), PageDelivery::Channel).await;
    let mut tablet = Tablet::new(&face);
    tablet.has(1).await;
    let (title, url) = tablet.open(CANVAS).await;
    assert_eq!(title, "Museum");
    let page = tablet.read(CANVAS, &url).await.unwrap().1;
    assert_eq!(shown_messages(&page), [CREATE, UPDATE]);
    tablet.click(CANVAS, CLICK);
    assert_eq!(face.agent.hear().await, CLICK);
}

/// Returns the value at this place of the answer to a request.
fn request(host: &mut ahp::canvas::host::Host, method: &str, params: &str, place: &str) -> String {
    let frame = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#);
    let out = host.receive_text(ConnectionId(1), &frame);
    let sent = out.iter().find_map(|output| match output {
        HostOutput::Send { message, .. } => Some(Payload::encode(&**message).unwrap()),
        _ => None,
    });
    sent.unwrap()
        .get(&Pointer::parse(place).unwrap())
        .unwrap()
        .as_str()
        .unwrap()
        .into_owned()
}

#[test]
fn a_new_client_finds_the_agent_the_session_and_the_chat() {
    let mut host = empty_host("2026-05-18T15:30:00.000Z").unwrap();
    let hello = r#"{"channel":"ahp-root://","protocolVersions":["1.0.0"],"clientId":"kiosk","initialSubscriptions":["ahp-root://"]}"#;
    let agent = request(
        &mut host,
        "initialize",
        hello,
        "/result/snapshots/0/state/agents/0/provider",
    );
    let mut listed = |place: &str| {
        request(
            &mut host,
            "listSessions",
            r#"{"channel":"ahp-root://"}"#,
            place,
        )
    };
    assert_eq!(listed("/result/items/0/provider"), agent);
    assert_eq!(listed("/result/items/0/resource"), SESSION);
    assert_eq!(
        listed("/result/items/0/createdAt"),
        "2026-05-18T15:30:00.000Z"
    );
    assert_eq!(
        listed("/result/items/0/modifiedAt"),
        "2026-05-18T15:30:00.000Z"
    );
    assert_eq!(
        listed("/result/items/0/chats/0/modifiedAt"),
        "2026-05-18T15:30:00.000Z"
    );
    assert_eq!(listed("/result/items/0/defaultChat"), CHAT);
    assert_eq!(listed("/result/items/0/chats/0/resource"), CHAT);
}

#[test]
fn a_version_between_proposal_and_release_is_negotiated() {
    let mut host = empty_host("2026-05-18T15:30:00.000Z").unwrap();
    let hello = r#"{"channel":"ahp-root://","protocolVersions":["0.10.0"],"clientId":"kiosk"}"#;
    assert_eq!(
        request(&mut host, "initialize", hello, "/result/protocolVersion"),
        "0.10.0"
    );
    assert_eq!(
        host.client_view(&"kiosk".into()),
        Some(ahp::canvas::host::ClientView::Release)
    );
}
