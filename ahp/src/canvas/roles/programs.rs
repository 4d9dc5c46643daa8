//! Random programs of everything that can happen, with connections lost, frames that are none, old frames, and frames
//! delivered late. What one connection carries stays in order; between connections there is none.

use super::{
    peers::Presenter,
    world::{CHAT, Peer, SESSIONS, World},
};
use crate::{
    canvas::{
        CanvasAvailability, CanvasOpenParams, CanvasUpdated, ClientCanvasDeclaration, SessionActiveClient,
        client::Client,
    },
    ids::{ChannelKind, ChannelUri},
};
use proptest::prelude::*;
use wire::{Field, Payload};

const CLIENTS: usize = 3;
const SEATS: usize = 6;

fn world() -> World {
    let client = |name: &str, version: &str| Peer::Client(Box::new(Client::new(name, [version])));
    let blind = |version: &str, capabilities: &str, name: &str| {
        let hello = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"channel":"ahp-root://","protocolVersions":["{version}"],"clientId":"{name}","capabilities":{capabilities},"initialSubscriptions":["ahp-session:/1","ahp-chat:/1"]}}}}"#
        );
        Peer::Blind(hello.leak())
    };
    World::new([
        client("a", "0.6.0"),
        client("b", "1.0.0"),
        client("c", "0.6.2"),
        Peer::Presenter(Presenter::new("presenter", CHAT)),
        blind("0.6.0", "{}", "old"),
        blind("0.5.1", r#"{"canvas":{}}"#, "older"),
    ])
}

/// A channel that is, was, or never was one.
fn channel(world: &World, n: u8) -> ChannelUri {
    let open: Vec<ChannelUri> = world.host.canvases().cloned().collect();
    match (n % 8, open.len()) {
        (0, _) => SESSIONS[0].into(),
        (1, _) => SESSIONS[1].into(),
        (2, _) => format!("ahp-canvas:/i{}", n / 8 % 4).into(),
        (3, _) => "ahp-canvas:/never".into(),
        (_, 0) => "ahp-canvas:/i0".into(),
        (_, len) => open[usize::from(n / 8) % len].clone(),
    }
}

fn act(world: &mut World, what: u8, a: u8, b: u8) {
    let seat = usize::from(a) % SEATS;
    let client = usize::from(a) % CLIENTS;
    let session: ChannelUri = SESSIONS[usize::from(b) % 2].into();
    let here = channel(world, b);
    match what {
        0 => world.connect(seat),
        1 => world.lose(seat, b % 2 == 0),
        2 => {
            // A new connection while the host believes in the old one.
            world.lose(seat, false);
            world.connect(seat);
        }
        3 | 4 => {
            // Who follows a canvas follows its session: nothing else says that a canvas is closed.
            for session in SESSIONS {
                if here.kind() == ChannelKind::Canvas
                    && world.client(client).session_state(&session.into()).is_none()
                {
                    follow(world, client, &session.into());
                }
            }
            follow(world, client, &here);
        }
        5 => {
            if here.kind() != ChannelKind::Canvas {
                world.settle();
                for canvas in world.client(client).canvases().cloned().collect::<Vec<_>>() {
                    unfollow(world, client, &canvas);
                }
            }
            unfollow(world, client, &here);
        }
        6 => {
            let kinds = ["tour", "game"].iter().enumerate().filter(|(n, _)| b >> (n + 1) & 1 == 1);
            let kinds =
                kinds.map(|(_, kind)| ClientCanvasDeclaration::new(*kind, "K", "…")).collect::<Vec<_>>();
            let provides = SessionActiveClient::new("").canvas_providers(kinds);
            let out = world.client(client).declare(&session, provides).unwrap();
            world.client_wants(client, out);
        }
        7 | 8 => {
            let (extension, kind) =
                [("museum", "plan"), ("a", "tour"), ("b", "tour"), ("c", "game")][usize::from(a) % 4];
            let params = CanvasOpenParams::new(session, kind, extension, format!("i{}", b / 2 % 4));
            let begun = world.host.open(params.input(Payload::empty_object()));
            world.begin(begun);
        }
        9 => {
            let begun = world.host.invoke(&here, "go", None);
            world.begin(begun);
        }
        10 => {
            let begun = world.host.close(&here);
            world.begin(begun);
        }
        11 => {
            let begun = world.host.reopen(&here);
            world.begin(begun);
        }
        12 => {
            let mut update = CanvasUpdated::new();
            update.title =
                [Field::Absent, Field::Null, Field::Value(format!("t{a}"))][usize::from(a) % 3].clone();
            update.url = [Field::Absent, Field::Null, Field::Value("http://x.test/?k=s3cret".into())]
                [usize::from(a / 3) % 3]
                .clone();
            let availability = [CanvasAvailability::Ready, CanvasAvailability::Stale];
            update.availability = [Field::Absent, Field::Value(availability[usize::from(a / 9) % 2].clone())]
                [usize::from(b / 64) % 2]
                .clone();
            let out = world.host.update(&here, update).unwrap_or_default();
            world.host_wants(out);
        }
        13 => {
            let out = world.host.message(&here, Payload::null()).unwrap_or_default();
            world.host_wants(out);
        }
        14 => {
            if let Ok((_, out)) = world.client(client).request_close(&here) {
                world.client_wants(client, out);
            }
        }
        15 => {
            if let Ok((_, out)) = world.client(client).message(&here, Payload::string("hello")) {
                world.client_wants(client, out);
            }
        }
        16 => {
            let uri = format!("ahp-canvas-content:/i{}/a", b / 8 % 4);
            if let Ok((_, out)) = world.client(client).read(&here, uri) {
                world.client_wants(client, out);
            }
        }
        17 => garbage(world, seat, b),
        18 => {
            // An old frame comes again; to the host only what it has just had.
            let past = &world.seats[seat].past;
            if let Some(frame) = past.get(usize::from(b) % past.len().max(1)).cloned() {
                world.give_peer(seat, &frame);
            }
        }
        19 => {
            if let Some(frame) = world.seats[seat].up.front().cloned() {
                world.give_host(seat, &frame);
            }
        }
        20 => {
            world.answer_host(b % 4 != 0);
        }
        21 => {
            if !world.seats[client].provide.is_empty() {
                world.answer_seat(client, b % 4 != 0);
            }
        }
        22 => world.settle(),
        _ => {
            for _ in 0..=b % 4 {
                if what % 2 == 0 {
                    world.deliver_up(seat);
                } else {
                    world.deliver_down(seat);
                }
            }
        }
    }
}

fn follow(world: &mut World, client: usize, channel: &ChannelUri) {
    let out = world.client(client).subscribe(channel);
    world.client_wants(client, out);
}

fn unfollow(world: &mut World, client: usize, channel: &ChannelUri) {
    let out = world.client(client).unsubscribe(channel);
    world.client_wants(client, out);
}

/// What is no frame, no request or no action; or one for which its sender has no right.
fn garbage(world: &mut World, seat: usize, n: u8) {
    let dispatch = |channel: &str, action: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"dispatchAction","params":{{"channel":"{channel}","clientSeq":1,"action":{action}}}}}"#
        )
    };
    let here = channel(world, n / 4);
    let frame = match n % 12 {
        0 => "{".to_owned(),
        1 => "[1]".to_owned(),
        2 => r#"{"jsonrpc":"2.0","id":[],"method":"subscribe"}"#.to_owned(),
        3 => r#"{"jsonrpc":"2.0","id":"x","method":"subscribe","params":{"channel":7}}"#.to_owned(),
        4 => format!(r#"{{"jsonrpc":"2.0","id":"x","method":"subscribe","params":{{"channel":"{here}x"}}}}"#),
        5 => r#"{"jsonrpc":"2.0","id":100000,"result":{}}"#.to_owned(),
        6 => r#"{"jsonrpc":"2.0","id":"x","method":"reconnect","params":{"channel":"","clientId":"nobody","lastSeenServerSeq":0,"subscriptions":[]}}"#.to_owned(),
        7 => dispatch(here.as_str(), r#"{"type":"canvas/updated","title":"mine"}"#),
        8 => dispatch(here.as_str(), r#"{"type":"canvas/message"}"#),
        9 => dispatch(here.as_str(), r#"{"type":"session/activeClientSet","activeClient":{"clientId":"somebody"}}"#),
        10 => format!(r#"{{"jsonrpc":"2.0","id":"x","method":"canvasOpen","params":{{"channel":"{here}","canvasId":"plan","extensionId":"museum","instanceId":"i0"}}}}"#),
        _ => dispatch("ahp-session:/1", r#"{"type":"session/openCanvasesChanged","openCanvases":[]}"#),
    };
    if n % 2 == 0 {
        world.give_host(seat, &frame);
    } else if seat < CLIENTS {
        world.give_peer(seat, &frame);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn whatever_happens_mirrors_are_right_and_everything_is_answered(
        program in prop::collection::vec((0u8..30, any::<u8>(), any::<u8>()), 30..90),
    ) {
        let mut world = world();
        for seat in 0..SEATS {
            world.connect(seat);
        }
        world.settle();
        for (what, a, b) in program {
            act(&mut world, what, a, b);
        }
        world.settle();
        // Everybody is back, and sees everything that is open.
        for seat in 0..SEATS {
            world.connect(seat);
        }
        world.settle();
        for client in 0..CLIENTS {
            for channel in SESSIONS.iter().map(|session| (*session).into()).chain(world.host.canvases().cloned().collect::<Vec<_>>()) {
                follow(&mut world, client, &channel);
            }
        }
        world.settle();
        for client in 0..CLIENTS {
            prop_assert_eq!(world.client(client).sessions().count(), SESSIONS.len());
            prop_assert_eq!(world.client(client).canvases().count(), world.host.canvases().count());
        }
    }
}
