#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use super::*;
use crate::peers::{
    client::{self, Client},
    host::{Event, Settings},
    test_host::{SESSION, TestHost, soon, until},
};
use ahp::{
    canvas::{CanvasState, host::Limits},
    client::{CanvasProposal, ClientOutput},
};

const ASSETS: Assets = Assets {
    script: "void 0",
    style: "p{}",
    licenses: "",
    components: None,
};

fn step(text: &str) -> Step {
    Step {
        messages: vec![Payload::string(text)],
        ..Step::default()
    }
}

#[tokio::test]
async fn a_canvas_serves_its_page_and_its_surface_until_it_is_closed() {
    let mut test_host = TestHost::new(Settings::default(), Limits::default()).await;
    let mut canvases = Canvases::new(test_host.host.clone(), SESSION, "agent").unwrap();
    canvases
        .open("a b", Some("Plan".to_owned()), None, &step("made"))
        .unwrap();
    let again = canvases.open("a b", None, None, &step("made"));
    assert!(
        matches!(again, Err(CanvasError::Host(HostError::InstanceTaken(_)))),
        "{again:?}"
    );
    assert!(matches!(
        canvases.open("..", None, None, &step("made")),
        Err(CanvasError::Name(_))
    ));

    // The program receives no event for a call that it began itself.
    assert!(format!("{:?}", test_host.events).contains("waiting: 0,"));

    let tablet = ahp::client::Client::<CanvasProposal>::new("tablet", ["1.0.0"]);
    let (client, mut events) = Client::new(tablet, client::Settings::default());
    let (following, url) = (client.clone(), test_host.url());
    tokio::spawn(async move { following.follow(&url).await });
    let channel = ChannelUri::from("ahp-canvas:/a%20b");
    client.apply(|client| client.subscribe(&channel));
    let state = || client.inspect(|client| client.canvas_state(&channel).cloned());
    until(|| state().is_some()).await;
    let url = |state: CanvasState| state.url.get().unwrap().as_str().to_owned();
    assert_eq!(
        url(state().unwrap()),
        "ahp-canvas-content:/a%20b/index.html"
    );
    assert_eq!(state().unwrap().title.get().unwrap(), "Plan");

    let now = |id: &str| {
        let shown = vec![Payload::string("seen")];
        (id == "a b").then(|| Surface {
            shown,
            exact: "[7]".to_owned(),
            mime_type: "application/a2ui+json",
        })
    };
    for (path, expected) in [
        ("index.html", Some(("text/html", "\"messages\":[\"seen\"]"))),
        ("index.html?4", Some(("text/html", "void 0"))),
        ("surface.json", Some(("application/a2ui+json", "[7]"))),
        ("other", None),
    ] {
        let uri = format!("ahp-canvas-content:/a%20b/{path}");
        client
            .try_apply(|client| client.read(&channel, uri.as_str()))
            .unwrap();
        let wanted = test_host
            .until(|event| {
                if let Event::Read(wanted) = event {
                    Some(wanted)
                } else {
                    None
                }
            })
            .await;
        canvases
            .read(wanted, &ASSETS, Data::default(), now)
            .unwrap();
        let content = loop {
            if let client::Event::Output(ClientOutput::Content { result, .. }) =
                soon(events.next()).await.unwrap()
            {
                break result.ok().map(|result| result.contents[0].clone());
            }
        };
        assert_eq!(content.is_some(), expected.is_some(), "{path}");
        if let (Some(content), Some((mime_type, part))) = (content, expected) {
            assert_eq!(
                (
                    content.uri.as_str(),
                    content.mime_type.get().unwrap().as_str()
                ),
                (uri.as_str(), mime_type)
            );
            assert!(content.text.get().unwrap().contains(part), "{path}");
        }
    }

    // Changes arrive as messages. A change that is too long for a message reloads the page.
    canvases.step("a b", &step("news")).unwrap();
    let said = loop {
        if let client::Event::Output(ClientOutput::Message { message, .. }) =
            soon(events.next()).await.unwrap()
        {
            break message.payload.unwrap();
        }
    };
    assert_eq!(said, Payload::string("news"));
    canvases.step("a b", &step(&"x".repeat(1 << 20))).unwrap();
    until(|| {
        state()
            .map(url)
            .is_some_and(|url| url == "ahp-canvas-content:/a%20b/index.html?1")
    })
    .await;

    // Only people use the canvas, and they may close it.
    let asked = |event| {
        if let Event::Provide(asked) = event {
            Some(asked)
        } else {
            None
        }
    };
    let using = test_host
        .host
        .begin(|host| host.invoke(&channel, "turn", None))
        .unwrap();
    canvases.provide(test_host.until(asked).await).unwrap();
    assert_eq!(
        soon(using.outcome()).await.unwrap_err().code,
        PROVIDER_ERROR
    );
    client
        .try_apply(|client| client.request_close(&channel))
        .unwrap();
    canvases.provide(test_host.until(asked).await).unwrap();
    assert!(!canvases.has_surface("a b"));
    canvases.step("a b", &step("news")).unwrap();
    canvases.open("a b", None, None, &step("made")).unwrap();
    canvases.open("c", None, None, &step("made")).unwrap();
    canvases.close_all().unwrap();
    assert_eq!(test_host.host.inspect(|host| host.canvases().count()), 0);
}
