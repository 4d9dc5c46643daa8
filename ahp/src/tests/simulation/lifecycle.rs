//! The lifecycle of the proposal, step by step.

use super::network::{CHAT, Network, Peer, SESSIONS};
use crate::{
    canvas::{
        CanvasAvailability, CanvasOpenParams, CanvasUpdated, ClientCanvasDeclaration,
        SessionActiveClient, host::Outcome,
    },
    client::{Client, ClientOutput},
    ids::ChannelUri,
    policy::{ContentMode, UrlPolicy},
};
use wire::Payload;

const RENDERER: usize = 0;
const PROVIDER: usize = 1;

fn channel(uri: &str) -> ChannelUri {
    uri.into()
}

/// Returns a renderer that follows the session, and a provider of `tour`.
fn network() -> Network {
    let client = |name: &str| Peer::Client(Box::new(Client::new(name, ["0.6.0"])));
    let mut network = Network::new([client("renderer"), client("provider")]);
    network.client(RENDERER).subscribe(&channel(SESSIONS[0]));
    let tour = ClientCanvasDeclaration::new("tour", "Tour", "Walks along.");
    let provides = SessionActiveClient::new("").canvas_providers(vec![tour]);
    network
        .client(PROVIDER)
        .declare(&channel(SESSIONS[0]), provides)
        .unwrap();
    network.connect(RENDERER);
    network.connect(PROVIDER);
    network.settle();
    network
}

fn open(network: &mut Network, extension: &str, kind: &str, instance: &str) -> ChannelUri {
    let params = CanvasOpenParams::new(SESSIONS[0], kind, extension, instance);
    let begun = network
        .host
        .open(params.input(Payload::parse(r#"{"wing":1.0}"#).unwrap()));
    let call = network.begin(begun).unwrap();
    network.settle();
    let Some(Ok(Outcome::Opened(channel))) = network.done.get(&call) else {
        panic!("the canvas is not open")
    };
    channel.clone()
}

fn show(network: &mut Network, canvas: &ChannelUri) {
    let out = network.client(RENDERER).subscribe(canvas);
    network.client_wants(RENDERER, out);
    network.settle();
}

fn listed_count(network: &mut Network) -> usize {
    let state = network
        .client(RENDERER)
        .session_state(&channel(SESSIONS[0]))
        .unwrap();
    state.open_canvases.get().unwrap().len()
}

#[test]
fn ahp_78_a_canvas_is_listed_after_its_provider_has_answered() {
    for (extension, kind) in [("museum", "plan"), ("provider", "tour")] {
        let mut network = network();
        let begun = network
            .host
            .open(CanvasOpenParams::new(SESSIONS[0], kind, extension, "east"));
        network.begin(begun).unwrap();
        // All frames are delivered, but no request is answered.
        while network.deliver_down(PROVIDER)
            | network.deliver_down(RENDERER)
            | network.deliver_up(RENDERER)
        {}
        assert_eq!(listed_count(&mut network), 0);
        network.settle();
        assert_eq!(listed_count(&mut network), 1);
        let canvas = channel("ahp-canvas:/east");
        show(&mut network, &canvas);
        let state = network.client(RENDERER).canvas_state(&canvas).unwrap();
        assert_eq!(
            (&state.availability, state.title.get().unwrap().as_str()),
            (&CanvasAvailability::Ready, "title 1")
        );
    }
}

#[test]
fn ahp_79_and_80_a_canvas_is_used_and_closed() {
    let mut network = network();
    let canvas = open(&mut network, "provider", "tour", "east");
    show(&mut network, &canvas);
    let begun = network
        .host
        .invoke(&canvas, "next", Some(Payload::parse("7").unwrap()));
    let call = network.begin(begun).unwrap();
    network.settle();
    let Some(Ok(Outcome::Invoked(result))) = network.done.get(&call) else {
        panic!("done")
    };
    assert!(result.value.as_ref().unwrap().is_null());
    let out = network
        .host
        .update(&canvas, CanvasUpdated::new().status("step 2"))
        .unwrap();
    network.host_wants(out);
    network.settle();
    assert_eq!(
        network
            .client(RENDERER)
            .canvas_state(&canvas)
            .unwrap()
            .status
            .get()
            .unwrap(),
        "step 2"
    );

    // A view and the provider exchange messages.
    network.seats[PROVIDER].told.clear();
    let (_, out) = network
        .client(RENDERER)
        .message(&canvas, Payload::parse("[1.0]").unwrap())
        .unwrap();
    network.client_wants(RENDERER, out);
    network.settle();
    let heard = |told: &[ClientOutput]| {
        told.iter().any(
            |output| matches!(output, ClientOutput::Message { message, .. } if message.payload.is_some()),
        )
    };
    assert!(heard(&network.seats[PROVIDER].told) && !heard(&network.seats[RENDERER].told));
    let (_, out) = network
        .client(PROVIDER)
        .message(&canvas, Payload::null())
        .unwrap();
    network.client_wants(PROVIDER, out);
    network.settle();
    assert!(heard(&network.seats[RENDERER].told));

    let (seq, out) = network.client(RENDERER).request_close(&canvas).unwrap();
    network.client_wants(RENDERER, out);
    network.settle();
    let told = &network.seats[RENDERER].told;
    let accepted = told.iter().position(
        |output| matches!(output, ClientOutput::Accepted { client_seq, .. } if *client_seq == seq),
    );
    let removed = told
        .iter()
        .position(|output| *output == ClientOutput::Removed(canvas.clone()));
    assert!(accepted.unwrap() < removed.unwrap());
    assert_eq!(
        (listed_count(&mut network), network.host.canvases().count()),
        (0, 0)
    );
}

#[test]
fn ahp_80_a_returning_client_does_not_follow_closed_canvases() {
    let mut network = network();
    let canvas = open(&mut network, "museum", "plan", "east");
    show(&mut network, &canvas);
    network.lose(RENDERER, true);
    let begun = network.host.close(&canvas);
    network.begin(begun).unwrap();
    network.settle();
    network.seats[RENDERER].told.clear();
    network.connect(RENDERER);
    network.settle();
    let told = &network.seats[RENDERER].told;
    assert_eq!(
        told.iter()
            .filter(|output| **output == ClientOutput::Removed(canvas.clone()))
            .count(),
        1,
        "{told:?}"
    );
    assert_eq!(network.client(RENDERER).canvases().count(), 0);
}

#[test]
fn ahp_81_82_and_83_a_canvas_returns_with_its_provider() {
    let mut network = network();
    let canvas = open(&mut network, "provider", "tour", "east");
    show(&mut network, &canvas);
    let begun = network.host.invoke(&canvas, "next", None);
    let call = network.begin(begun).unwrap();
    network.lose(PROVIDER, true);
    network.settle();
    assert_eq!(
        network.done.get(&call),
        Some(&Err(crate::canvas::PROVIDER_ERROR))
    );
    let stale = |network: &mut Network| {
        network
            .client(RENDERER)
            .canvas_state(&channel("ahp-canvas:/east"))
            .unwrap()
            .availability
            == CanvasAvailability::Stale
    };
    assert!(stale(&mut network));
    // The renderer disconnects and returns while the canvas is stale.
    network.lose(RENDERER, true);
    network.connect(RENDERER);
    network.settle();
    assert!(stale(&mut network));
    // The provider returns, and is asked with the original input.
    network.connect(PROVIDER);
    while network.deliver_up(PROVIDER) | network.deliver_down(PROVIDER) {}
    let [(_, crate::canvas::ProviderRequest::Open(params))] = &network.seats[PROVIDER].provide[..]
    else {
        panic!("one canvas is opened again")
    };
    assert_eq!(
        (
            params.instance_id.as_str(),
            params.input.as_ref().unwrap().text()
        ),
        ("east", r#"{"wing":1.0}"#)
    );
    network.settle();
    assert!(!stale(&mut network));
}

#[test]
fn ahp_75_76_and_77_content_is_loaded_directly_or_through_the_channel() {
    let mut network = network();
    let policy = UrlPolicy::default();
    let canvas = open(&mut network, "museum", "plan", "east");
    show(&mut network, &canvas);
    let url = |network: &mut Network| {
        network
            .client(RENDERER)
            .canvas_state(&channel("ahp-canvas:/east"))
            .unwrap()
            .url
            .get()
            .unwrap()
            .as_str()
            .to_owned()
    };
    // The page is loaded directly, without the channel.
    assert_eq!(policy.check(&url(&mut network)), Ok(ContentMode::Direct));
    // The host chooses the other content mode for the same canvas.
    let page = "ahp-canvas-content:/east/page.html";
    let out = network
        .host
        .update(&canvas, CanvasUpdated::new().url(page))
        .unwrap();
    network.host_wants(out);
    network.settle();
    let uri = url(&mut network);
    assert_eq!(policy.check(&uri), Ok(ContentMode::Channel));
    network.seats[RENDERER].told.clear();
    let before = network.seats[RENDERER].past.len();
    let (call, out) = network
        .client(RENDERER)
        .read(&canvas, uri.as_str())
        .unwrap();
    assert_eq!(out.len(), 1);
    network.client_wants(RENDERER, out);
    network.settle();
    let [
        ClientOutput::Content {
            call: answered,
            result: Ok(result),
        },
    ] = &network.seats[RENDERER].told[..]
    else {
        panic!()
    };
    assert_eq!(
        (*answered, result.contents[0].text.get().unwrap().as_str()),
        (call, "<p>")
    );
    assert_eq!(
        network.seats[RENDERER].past.len(),
        before + 1,
        "one request, one answer"
    );
}

#[test]
fn ahp_54_a_client_refuses_undeclared_kinds() {
    let mut network = network();
    for (session, kind) in [(SESSIONS[0], "plan"), (SESSIONS[1], "tour")] {
        let ask = format!(
            r#"{{"jsonrpc":"2.0","id":9,"method":"canvasClose","params":{{"channel":"{session}","instanceId":"x","canvasId":"{kind}","extensionId":"provider"}}}}"#
        );
        let out = network.client(PROVIDER).receive_text(&ask);
        let [ClientOutput::Send(refusal)] = &out[..] else {
            panic!("{out:?}")
        };
        assert!(wire::encode(refusal).unwrap().contains("-32009"));
    }
}

#[test]
fn a_client_continues_after_an_unreadable_frame() {
    let mut network = network();
    let canvas = open(&mut network, "museum", "plan", "east");
    show(&mut network, &canvas);
    let envelope = |seq: u64, action: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"action","params":{{"channel":"ahp-canvas:/east","action":{action},"serverSeq":{seq}}}}}"#
        )
    };
    for (frame, unreadable) in [
        ("{".to_owned(), true),
        (
            r#"{"jsonrpc":"2.0","method":"action","params":{"serverSeq":"x"}}"#.to_owned(),
            true,
        ),
        (envelope(90, r#"{"type":"canvas/updated","title":7}"#), true),
        (
            envelope(91, r#"{"type":"canvas/updated","availability":null}"#),
            true,
        ),
        (
            envelope(91, r#"{"type":"canvas/updated","title":"a stale one"}"#),
            false,
        ),
        (
            envelope(92, r#"{"type":"canvas/updated","title":"the next"}"#),
            false,
        ),
        (r#"{"jsonrpc":"2.0","id":99,"result":{}}"#.to_owned(), false),
    ] {
        let out = network.client(RENDERER).receive_text(&frame);
        let found = out
            .iter()
            .any(|output| matches!(output, ClientOutput::ReadError { .. }));
        assert_eq!(found, unreadable, "{frame}");
    }
    assert_eq!(
        network
            .client(RENDERER)
            .canvas_state(&canvas)
            .unwrap()
            .title
            .get()
            .unwrap(),
        "the next"
    );
    let message = envelope(93, r#"{"type":"canvas/message","payload":1}"#);
    let heard = [(); 2].map(|()| network.client(RENDERER).receive_text(&message).len());
    assert_eq!(heard, [1, 0], "what comes twice is heard once");
}

#[test]
fn a_client_that_the_host_forgot_starts_again() {
    let mut network = network();
    let canvas = open(&mut network, "museum", "plan", "east");
    show(&mut network, &canvas);
    // A new host without open canvases replaces this one.
    network.lose(RENDERER, true);
    network.lose(PROVIDER, true);
    network.host = Network::new([]).host;
    network.seats[RENDERER].told.clear();
    network.connect(RENDERER);
    network.settle();
    let told = &network.seats[RENDERER].told;
    assert_eq!(told[0], ClientOutput::Connected);
    assert!(
        told.contains(&ClientOutput::Removed(canvas.clone())),
        "{told:?}"
    );
    assert_eq!(listed_count(&mut network), 0);
    assert_eq!(network.client(RENDERER).canvases().count(), 0);
}

#[test]
fn clients_of_both_dialects_are_served_together() {
    let mut network = Network::new([
        Peer::Client(Box::new(Client::new("renderer", ["1.0.0"]))),
        Peer::Presenter(super::peers::Presenter::new("presenter", CHAT)),
    ]);
    network.client(RENDERER).subscribe(&channel(SESSIONS[0]));
    network.connect(0);
    network.connect(1);
    network.settle();
    let canvas = open(&mut network, "museum", "plan", "east");
    show(&mut network, &canvas);
    let Peer::Presenter(presenter) = &network.seats[1].peer else {
        panic!()
    };
    assert_eq!(
        presenter
            .canvases
            .get(&canvas)
            .unwrap()
            .title
            .get()
            .unwrap(),
        "title 1"
    );
}
