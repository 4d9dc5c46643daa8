//! Random programs of all events, including lost connections, invalid frames, repeated frames and late frames.
//!
//! Frames of one connection stay in order. Frames of different connections have no order.

use super::{
    network::{CHAT, Network, Peer, SESSIONS},
    peers::Presenter,
};
use crate::{
    canvas::{
        CanvasAvailability, CanvasOpenParams, CanvasUpdated, ClientCanvasDeclaration,
        SessionActiveClient,
    },
    client::{Ahp1_0, Client},
    ids::{ChannelKind, ChannelUri},
};
use proptest::prelude::*;
use wire::{Field, Payload};

pub(super) const CLIENTS: usize = 3;
pub(super) const SEATS: usize = 7;

fn release() -> Client<Ahp1_0> {
    let mut client = Client::new("release", ["1.0.0"]);
    client.subscribe(&CHAT.into());
    client.subscribe(&SESSIONS[1].into());
    client
}

pub(super) fn network() -> Network {
    let client = |name: &str, version: &str| Peer::Client(Box::new(Client::new(name, [version])));
    let blind = |version: &str, capabilities: &str, name: &str| {
        let hello = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"channel":"ahp-root://","protocolVersions":["{version}"],"clientId":"{name}","capabilities":{capabilities},"initialSubscriptions":["ahp-session:/1","ahp-chat:/1"]}}}}"#
        );
        Peer::Blind(hello.leak())
    };
    Network::new([
        client("a", "0.6.0"),
        client("b", "1.0.0"),
        client("c", "0.6.2"),
        Peer::Presenter(Presenter::new("presenter", CHAT)),
        Peer::Release(Box::new(release())),
        blind("0.6.0", "{}", "old"),
        blind("0.5.1", r#"{"canvas":{}}"#, "older"),
    ])
}

/// Returns a channel that exists, existed, or never existed.
fn channel(network: &Network, n: u8) -> ChannelUri {
    let open: Vec<ChannelUri> = network.host.canvases().cloned().collect();
    match (n % 8, open.len()) {
        (0, _) => SESSIONS[0].into(),
        (1, _) => SESSIONS[1].into(),
        (2, _) => format!("ahp-canvas:/i{}", n / 8 % 4).into(),
        (3, _) => "ahp-canvas:/never".into(),
        (_, 0) => "ahp-canvas:/i0".into(),
        (_, len) => open[usize::from(n / 8) % len].clone(),
    }
}

pub(super) fn act(network: &mut Network, what: u8, a: u8, b: u8) {
    let seat = usize::from(a) % SEATS;
    let client = usize::from(a) % CLIENTS;
    let session: ChannelUri = SESSIONS[usize::from(b) % 2].into();
    let here = channel(network, b);
    match what {
        0 => network.connect(seat),
        1 => network.lose(seat, b % 2 == 0),
        2 => {
            // The client connects again while the host still has the old connection.
            network.lose(seat, false);
            network.connect(seat);
        }
        3 | 4 => {
            // A client follows the session of each canvas, because only the session reports closed canvases.
            for session in SESSIONS {
                if here.kind() == ChannelKind::Canvas
                    && network
                        .client(client)
                        .session_state(&session.into())
                        .is_none()
                {
                    follow(network, client, &session.into());
                }
            }
            follow(network, client, &here);
        }
        5 => {
            if here.kind() != ChannelKind::Canvas {
                network.settle();
                for canvas in network
                    .client(client)
                    .canvases()
                    .cloned()
                    .collect::<Vec<_>>()
                {
                    unfollow(network, client, &canvas);
                }
                // These channels include some that could not be followed before.
                for n in 0..8 {
                    unfollow(
                        network,
                        client,
                        &format!("ahp-canvas:/i{}{}", n / 2, ["", "~2"][n % 2]).into(),
                    );
                }
            }
            unfollow(network, client, &here);
        }
        6 => {
            let kinds = ["tour", "game"]
                .iter()
                .enumerate()
                .filter(|(n, _)| b >> (n + 1) & 1 == 1);
            let kinds = kinds
                .map(|(_, kind)| ClientCanvasDeclaration::new(*kind, "K", "…"))
                .collect::<Vec<_>>();
            let provides = SessionActiveClient::new("").canvas_providers(kinds);
            let out = network.client(client).declare(&session, provides).unwrap();
            network.client_wants(client, out);
        }
        7 | 8 => {
            let (extension, kind) = [
                ("museum", "plan"),
                ("a", "tour"),
                ("b", "tour"),
                ("c", "game"),
            ][usize::from(a) % 4];
            let params = CanvasOpenParams::new(session, kind, extension, format!("i{}", b / 2 % 4));
            let begun = network.host.open(params.input(Payload::empty_object()));
            network.begin(begun);
        }
        9 => {
            let begun = network.host.invoke(&here, "go", None);
            network.begin(begun);
        }
        10 => {
            let begun = network.host.close(&here);
            network.begin(begun);
        }
        11 => {
            let begun = network.host.reopen(&here);
            network.begin(begun);
        }
        12 => {
            let mut update = CanvasUpdated::new();
            update.title = [Field::Absent, Field::Null, Field::Value(format!("t{a}"))]
                [usize::from(a) % 3]
                .clone();
            update.url = [
                Field::Absent,
                Field::Null,
                Field::Value("http://x.test/?k=s3cret".into()),
            ][usize::from(a / 3) % 3]
                .clone();
            let availability = [CanvasAvailability::Ready, CanvasAvailability::Stale];
            update.availability = [
                Field::Absent,
                Field::Value(availability[usize::from(a / 9) % 2].clone()),
            ][usize::from(b / 64) % 2]
                .clone();
            let out = network.host.update(&here, update).unwrap_or_default();
            network.host_wants(out);
        }
        13 => {
            let out = network
                .host
                .message(&here, Payload::null())
                .unwrap_or_default();
            network.host_wants(out);
        }
        14 => {
            if let Ok((_, out)) = network.client(client).request_close(&here) {
                network.client_wants(client, out);
            }
        }
        15 => {
            if let Ok((_, out)) = network
                .client(client)
                .message(&here, Payload::string("hello"))
            {
                network.client_wants(client, out);
            }
        }
        16 => {
            let uri = format!("ahp-canvas-content:/i{}/a", b / 8 % 4);
            if let Ok((_, out)) = network.client(client).read(&here, uri) {
                network.client_wants(client, out);
            }
        }
        17 => garbage(network, seat, b),
        18 => {
            // An old frame is repeated on the current connection. The host receives only its latest frame again.
            let past = &network.seats[seat].past;
            let past = if network.seats[seat].connection.is_some() {
                &past[..]
            } else {
                &[]
            };
            if let Some(frame) = past.get(usize::from(b) % past.len().max(1)).cloned() {
                network.give_peer(seat, &frame);
            }
        }
        19 => {
            if let Some(frame) = network.seats[seat].up.front().cloned() {
                network.give_host(seat, &frame);
            }
        }
        20 => {
            network.answer_host(b % 4 != 0);
        }
        21 => {
            if !network.seats[client].provide.is_empty() {
                network.answer_seat(client, b % 4 != 0);
            }
        }
        22 => network.settle(),
        _ => {
            for _ in 0..=b % 4 {
                if what % 2 == 0 {
                    network.deliver_up(seat);
                } else {
                    network.deliver_down(seat);
                }
            }
        }
    }
}

fn follow(network: &mut Network, client: usize, channel: &ChannelUri) {
    let out = network.client(client).subscribe(channel);
    network.client_wants(client, out);
}

fn unfollow(network: &mut Network, client: usize, channel: &ChannelUri) {
    let out = network.client(client).unsubscribe(channel);
    network.client_wants(client, out);
}

/// Sends an invalid frame, request or action, or one without the required permission.
fn garbage(network: &mut Network, seat: usize, n: u8) {
    let dispatch = |channel: &str, action: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"dispatchAction","params":{{"channel":"{channel}","clientSeq":1,"action":{action}}}}}"#
        )
    };
    let here = channel(network, n / 4);
    let frame = match n % 12 {
        0 => "{".to_owned(),
        1 => "[1]".to_owned(),
        2 => r#"{"jsonrpc":"2.0","id":[],"method":"subscribe"}"#.to_owned(),
        3 => r#"{"jsonrpc":"2.0","id":"x","method":"subscribe","params":{"channel":7}}"#.to_owned(),
        4 => format!(r#"{{"jsonrpc":"2.0","id":"x","method":"subscribe","params":{{"channel":"{here}x"}}}}"#),
        5 => r#"{"jsonrpc":"2.0","id":100000,"result":{}}"#.to_owned(),
        6 => r#"{"jsonrpc":"2.0","id":"x","method":"reconnect","params":{"channel":"","clientId":"unknown","lastSeenServerSeq":0,"subscriptions":[]}}"#.to_owned(),
        7 => dispatch(here.as_str(), r#"{"type":"canvas/updated","title":"mine"}"#),
        8 => dispatch(here.as_str(), r#"{"type":"canvas/message"}"#),
        9 => dispatch(here.as_str(), r#"{"type":"session/activeClientSet","activeClient":{"clientId":"other"}}"#),
        10 => format!(r#"{{"jsonrpc":"2.0","id":"x","method":"canvasOpen","params":{{"channel":"{here}","canvasId":"plan","extensionId":"museum","instanceId":"i0"}}}}"#),
        _ => dispatch("ahp-session:/1", r#"{"type":"session/openCanvasesChanged","openCanvases":[]}"#),
    };
    if n % 2 == 0 {
        network.give_host(seat, &frame);
    } else if seat < CLIENTS {
        network.give_peer(seat, &frame);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn mirrors_agree_and_every_request_is_answered_after_any_history(
        program in prop::collection::vec((0u8..30, any::<u8>(), any::<u8>()), 30..90),
    ) {
        let mut network = network();
        for seat in 0..SEATS {
            network.connect(seat);
        }
        network.settle();
        for (what, a, b) in program {
            act(&mut network, what, a, b);
        }
        network.settle();
        // All peers are connected again, and see every open canvas.
        for seat in 0..SEATS {
            network.connect(seat);
        }
        network.settle();
        for client in 0..CLIENTS {
            for channel in SESSIONS.iter().map(|session| (*session).into()).chain(network.host.canvases().cloned().collect::<Vec<_>>()) {
                follow(&mut network, client, &channel);
            }
        }
        network.settle();
        for client in 0..CLIENTS {
            prop_assert_eq!(network.client(client).sessions().count(), SESSIONS.len());
            prop_assert_eq!(network.client(client).canvases().count(), network.host.canvases().count());
        }
    }
}
