//! The lifecycle of the proposal, step by step.

use super::world::{CHAT, Peer, SESSIONS, World};
use crate::{
    canvas::{
        CanvasAvailability, CanvasOpenParams, CanvasUpdated, ClientCanvasDeclaration, SessionActiveClient,
        client::{Client, Output},
        host::Outcome,
    },
    ids::ChannelUri,
    policy::{ContentMode, UrlPolicy},
};
use wire::Payload;

const RENDERER: usize = 0;
const PROVIDER: usize = 1;

fn channel(uri: &str) -> ChannelUri {
    uri.into()
}

/// A renderer that follows the session, and a provider of `tour`.
fn world() -> World {
    let client = |name: &str| Peer::Client(Box::new(Client::new(name, ["0.6.0"])));
    let mut world = World::new([client("renderer"), client("provider")]);
    world.client(RENDERER).subscribe(&channel(SESSIONS[0]));
    let tour = ClientCanvasDeclaration::new("tour", "Tour", "Walks along.");
    let provides = SessionActiveClient::new("").canvas_providers(vec![tour]);
    world.client(PROVIDER).declare(&channel(SESSIONS[0]), provides).unwrap();
    world.connect(RENDERER);
    world.connect(PROVIDER);
    world.settle();
    world
}

fn open(world: &mut World, extension: &str, kind: &str, instance: &str) -> ChannelUri {
    let params = CanvasOpenParams::new(SESSIONS[0], kind, extension, instance);
    let begun = world.host.open(params.input(Payload::parse(r#"{"wing":1.0}"#).unwrap()));
    let call = world.begin(begun).unwrap();
    world.settle();
    let Some(Ok(Outcome::Opened(channel))) = world.done.get(&call) else { panic!("it is open") };
    channel.clone()
}

fn show(world: &mut World, canvas: &ChannelUri) {
    let out = world.client(RENDERER).subscribe(canvas);
    world.client_wants(RENDERER, out);
    world.settle();
}

fn listed(world: &mut World) -> usize {
    let state = world.client(RENDERER).session_state(&channel(SESSIONS[0])).unwrap();
    state.open_canvases.get().unwrap().len()
}

#[test]
fn ahp_78_a_canvas_is_listed_when_its_provider_has_answered_and_not_before() {
    for (extension, kind) in [("museum", "plan"), ("provider", "tour")] {
        let mut world = world();
        let begun = world.host.open(CanvasOpenParams::new(SESSIONS[0], kind, extension, "east"));
        world.begin(begun).unwrap();
        // Everything is delivered, and nothing is answered.
        while world.deliver_down(PROVIDER) | world.deliver_down(RENDERER) | world.deliver_up(RENDERER) {}
        assert_eq!(listed(&mut world), 0);
        world.settle();
        assert_eq!(listed(&mut world), 1);
        let canvas = channel("ahp-canvas:/east");
        show(&mut world, &canvas);
        let state = world.client(RENDERER).canvas_state(&canvas).unwrap();
        assert_eq!(
            (&state.availability, state.title.get().unwrap().as_str()),
            (&CanvasAvailability::Ready, "title 1")
        );
    }
}

#[test]
fn ahp_79_and_80_a_canvas_is_used_and_closed() {
    let mut world = world();
    let canvas = open(&mut world, "provider", "tour", "east");
    show(&mut world, &canvas);
    let begun = world.host.invoke(&canvas, "next", Some(Payload::parse("7").unwrap()));
    let call = world.begin(begun).unwrap();
    world.settle();
    let Some(Ok(Outcome::Invoked(result))) = world.done.get(&call) else { panic!("done") };
    assert!(result.value.as_ref().unwrap().is_null());
    let out = world.host.update(&canvas, CanvasUpdated::new().status("step 2")).unwrap();
    world.host_wants(out);
    world.settle();
    assert_eq!(world.client(RENDERER).canvas_state(&canvas).unwrap().status.get().unwrap(), "step 2");

    // View and provider talk.
    world.seats[PROVIDER].told.clear();
    let (_, out) = world.client(RENDERER).message(&canvas, Payload::parse("[1.0]").unwrap()).unwrap();
    world.client_wants(RENDERER, out);
    world.settle();
    let heard = |told: &[Output]| {
        told.iter()
            .any(|output| matches!(output, Output::Message { message, .. } if message.payload.is_some()))
    };
    assert!(heard(&world.seats[PROVIDER].told) && !heard(&world.seats[RENDERER].told));
    let (_, out) = world.client(PROVIDER).message(&canvas, Payload::null()).unwrap();
    world.client_wants(PROVIDER, out);
    world.settle();
    assert!(heard(&world.seats[RENDERER].told));

    let (seq, out) = world.client(RENDERER).request_close(&canvas).unwrap();
    world.client_wants(RENDERER, out);
    world.settle();
    let told = &world.seats[RENDERER].told;
    let accepted = told
        .iter()
        .position(|output| matches!(output, Output::Accepted { client_seq, .. } if *client_seq == seq));
    let removed = told.iter().position(|output| *output == Output::Removed(canvas.clone()));
    assert!(accepted.unwrap() < removed.unwrap());
    assert_eq!((listed(&mut world), world.host.canvases().count()), (0, 0));
}

#[test]
fn ahp_80_a_client_that_missed_the_end_does_not_follow_what_is_closed() {
    let mut world = world();
    let canvas = open(&mut world, "museum", "plan", "east");
    show(&mut world, &canvas);
    world.lose(RENDERER, true);
    let begun = world.host.close(&canvas);
    world.begin(begun).unwrap();
    world.settle();
    world.seats[RENDERER].told.clear();
    world.connect(RENDERER);
    world.settle();
    let told = &world.seats[RENDERER].told;
    assert_eq!(
        told.iter().filter(|output| **output == Output::Removed(canvas.clone())).count(),
        1,
        "{told:?}"
    );
    assert_eq!(world.client(RENDERER).canvases().count(), 0);
}

#[test]
fn ahp_81_82_and_83_a_provider_comes_back_and_so_does_its_canvas() {
    let mut world = world();
    let canvas = open(&mut world, "provider", "tour", "east");
    show(&mut world, &canvas);
    let begun = world.host.invoke(&canvas, "next", None);
    let call = world.begin(begun).unwrap();
    world.lose(PROVIDER, true);
    world.settle();
    assert_eq!(world.done.get(&call), Some(&Err(crate::canvas::PROVIDER_ERROR)));
    let stale = |world: &mut World| {
        world.client(RENDERER).canvas_state(&channel("ahp-canvas:/east")).unwrap().availability
            == CanvasAvailability::Stale
    };
    assert!(stale(&mut world));
    // The renderer goes and comes while the canvas is stale.
    world.lose(RENDERER, true);
    world.connect(RENDERER);
    world.settle();
    assert!(stale(&mut world));
    // The provider is back: it is asked with the input of the first time.
    world.connect(PROVIDER);
    while world.deliver_up(PROVIDER) | world.deliver_down(PROVIDER) {}
    let [(_, crate::canvas::ProviderRequest::Open(params))] = &world.seats[PROVIDER].provide[..] else {
        panic!("one canvas is opened again")
    };
    assert_eq!(
        (params.instance_id.as_str(), params.input.as_ref().unwrap().text()),
        ("east", r#"{"wing":1.0}"#)
    );
    world.settle();
    assert!(!stale(&mut world));
}

#[test]
fn ahp_75_76_and_77_both_ways_to_content_work_and_cost_what_they_cost() {
    let mut world = world();
    let policy = UrlPolicy::default();
    let canvas = open(&mut world, "museum", "plan", "east");
    show(&mut world, &canvas);
    let url = |world: &mut World| {
        world
            .client(RENDERER)
            .canvas_state(&channel("ahp-canvas:/east"))
            .unwrap()
            .url
            .get()
            .unwrap()
            .as_str()
            .to_owned()
    };
    // Loaded directly: the channel is not used.
    assert_eq!(policy.check(&url(&mut world)), Ok(ContentMode::Direct));
    // The host chooses the other way for the same canvas.
    let page = "ahp-canvas-content:/east/page.html";
    let out = world.host.update(&canvas, CanvasUpdated::new().url(page)).unwrap();
    world.host_wants(out);
    world.settle();
    let uri = url(&mut world);
    assert_eq!(policy.check(&uri), Ok(ContentMode::Channel));
    world.seats[RENDERER].told.clear();
    let before = world.seats[RENDERER].past.len();
    let (call, out) = world.client(RENDERER).read(&canvas, uri.as_str()).unwrap();
    assert_eq!(out.len(), 1);
    world.client_wants(RENDERER, out);
    world.settle();
    let [Output::Content { call: answered, result: Ok(result) }] = &world.seats[RENDERER].told[..] else {
        panic!()
    };
    assert_eq!((*answered, result.contents[0].text.get().unwrap().as_str()), (call, "<p>"));
    assert_eq!(world.seats[RENDERER].past.len(), before + 1, "one request, one answer");
}

#[test]
fn ahp_54_a_client_refuses_what_it_did_not_declare() {
    let mut world = world();
    for (session, kind) in [(SESSIONS[0], "plan"), (SESSIONS[1], "tour")] {
        let ask = format!(
            r#"{{"jsonrpc":"2.0","id":9,"method":"canvasClose","params":{{"channel":"{session}","instanceId":"x","canvasId":"{kind}","extensionId":"provider"}}}}"#
        );
        let out = world.client(PROVIDER).receive_text(&ask);
        let [Output::Send(refusal)] = &out[..] else { panic!("{out:?}") };
        assert!(wire::encode(refusal).unwrap().contains("-32009"));
    }
}

#[test]
fn a_client_hears_on_after_what_it_cannot_read() {
    let mut world = world();
    let canvas = open(&mut world, "museum", "plan", "east");
    show(&mut world, &canvas);
    let envelope = |seq: u64, action: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"action","params":{{"channel":"ahp-canvas:/east","action":{action},"serverSeq":{seq}}}}}"#
        )
    };
    for (frame, unreadable) in [
        ("{".to_owned(), true),
        (r#"{"jsonrpc":"2.0","method":"action","params":{"serverSeq":"x"}}"#.to_owned(), true),
        (envelope(90, r#"{"type":"canvas/updated","title":7}"#), true),
        (envelope(91, r#"{"type":"canvas/updated","availability":null}"#), true),
        (envelope(91, r#"{"type":"canvas/updated","title":"a stale one"}"#), false),
        (envelope(92, r#"{"type":"canvas/updated","title":"the next"}"#), false),
        (r#"{"jsonrpc":"2.0","id":99,"result":{}}"#.to_owned(), false),
    ] {
        let out = world.client(RENDERER).receive_text(&frame);
        let found = out.iter().any(|output| matches!(output, Output::Unreadable { .. }));
        assert_eq!(found, unreadable, "{frame}");
    }
    assert_eq!(world.client(RENDERER).canvas_state(&canvas).unwrap().title.get().unwrap(), "the next");
    let message = envelope(93, r#"{"type":"canvas/message","payload":1}"#);
    let heard = [(); 2].map(|()| world.client(RENDERER).receive_text(&message).len());
    assert_eq!(heard, [1, 0], "what comes twice is heard once");
}

#[test]
fn a_client_that_the_host_does_not_know_any_more_starts_again() {
    let mut world = world();
    let canvas = open(&mut world, "museum", "plan", "east");
    show(&mut world, &canvas);
    // Another host takes the place of this one: nothing is open there.
    world.lose(RENDERER, true);
    world.lose(PROVIDER, true);
    world.host = World::new([]).host;
    world.seats[RENDERER].told.clear();
    world.connect(RENDERER);
    world.settle();
    let told = &world.seats[RENDERER].told;
    assert_eq!(told[0], Output::Connected);
    assert!(told.contains(&Output::Removed(canvas.clone())), "{told:?}");
    assert_eq!(listed(&mut world), 0);
    assert_eq!(world.client(RENDERER).canvases().count(), 0);
}

#[test]
fn a_client_of_the_release_is_served_beside_those_of_the_proposal() {
    let mut world = World::new([
        Peer::Client(Box::new(Client::new("renderer", ["1.0.0"]))),
        Peer::Presenter(super::peers::Presenter::new("presenter", CHAT)),
    ]);
    world.client(RENDERER).subscribe(&channel(SESSIONS[0]));
    world.connect(0);
    world.connect(1);
    world.settle();
    let canvas = open(&mut world, "museum", "plan", "east");
    show(&mut world, &canvas);
    let Peer::Presenter(presenter) = &world.seats[1].peer else { panic!() };
    assert_eq!(presenter.canvases.get(&canvas).unwrap().title.get().unwrap(), "title 1");
}
