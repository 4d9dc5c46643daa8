//! Times reading and writing the snapshot of a large session: this project, `serde_json::Value`, and `ahp-types`.
//!
//! ```sh
//! cargo bench -p agent-ui-tests --features peers --bench ahp_snapshot
//! ```
//!
//! The snapshot is generated: half a megabyte of canvas declarations with schemas, open canvases, clients with tools and
//! chats, as the answer to `subscribe`. Each subject decodes in the steps of its client. This project and `ahp-types` read
//! the text of the frame as a `JsonRpcMessage`, then its result as a `SessionSubscribeResult` or `SubscribeResult`.
//! `serde_json::Value` reads only the value. All subjects take turns in every round, so that a slow moment of the machine
//! affects all of them. The table gives medians of the rounds.

#![allow(clippy::expect_used, clippy::indexing_slicing)]

use ahp::{
    canvas::{SessionState, SessionSubscribeResult},
    json_rpc::JsonRpcMessage,
};
use serde_json::{Value, json};
use std::{
    hint::black_box,
    time::{Duration, Instant},
};
use wire::{Field, Payload};

const ROUNDS: usize = 101;

fn main() {
    let text = frame();
    println!("{} bytes, {ROUNDS} rounds\n", text.len());

    let value: Value = serde_json::from_str(&text).expect("it is JSON");
    let (session, frame) = decode_typed(&text);
    assert_eq!(
        Payload::parse(wire::encode(&frame).expect("it is written")),
        Payload::parse(text.as_str())
    );
    assert_eq!(session.canvases.get().map(Vec::len), Some(DECLARATIONS));
    let state = value
        .pointer("/result/snapshot/state")
        .expect("the state")
        .clone();
    let written = wire::encode(&session).expect("it is written");
    assert_eq!(
        serde_json::from_str::<Value>(&written).ok(),
        Some(state.clone())
    );

    println!("| | median | against `serde_json::Value` |");
    println!("|---|---|---|");
    let [read_value, read, read_peer] = rounds([
        &mut || drop(black_box(serde_json::from_str::<Value>(black_box(&text)))),
        &mut || drop(black_box(decode_typed(black_box(&text)))),
        &mut || drop(black_box(peer(black_box(&text)))),
    ]);
    row("read: serde_json::Value", &read_value, &read_value);
    row("read: agent-ui-ahp", &read, &read_value);
    row("read: ahp-types", &read_peer, &read_value);
    let [write_value, write] = rounds([
        &mut || drop(black_box(serde_json::to_string(black_box(&state)))),
        &mut || drop(black_box(wire::encode(black_box(&session)))),
    ]);
    row(
        "write the session: serde_json::Value",
        &write_value,
        &write_value,
    );
    row("write the session: agent-ui-ahp", &write, &write_value);
    println!(
        "\nagent-ui-ahp reads {:.2} times as fast as ahp-types",
        ratio(&read, &read_peer)
    );
}

/// Decodes the snapshot in the steps of a client of this project, from the text to the session.
fn decode_typed(text: &str) -> (SessionState, JsonRpcMessage) {
    let frame: JsonRpcMessage = wire::decode(text).expect("a frame");
    let JsonRpcMessage::Response(response) = &frame else {
        unreachable!("it has a result")
    };
    let result: SessionSubscribeResult = response.result.decode().expect("the answer to subscribe");
    let Field::Value(snapshot) = result.snapshot else {
        unreachable!("it has a snapshot")
    };
    (snapshot.state, frame)
}

/// Decodes the snapshot with `ahp-types`, in the steps of its client.
fn peer(text: &str) -> ahp_types::commands::SubscribeResult {
    use ahp_types::messages::JsonRpcMessage;
    let frame: JsonRpcMessage = serde_json::from_str(text).expect("a frame");
    let JsonRpcMessage::SuccessResponse(response) = frame else {
        unreachable!("it has a result")
    };
    let Value::Object(_) = &response.result else {
        unreachable!("it is an object")
    };
    serde_json::from_value(response.result).expect("the answer to subscribe")
}

/// Times several subjects, which take turns.
fn rounds<const N: usize>(mut subjects: [&mut dyn FnMut(); N]) -> [Vec<Duration>; N] {
    let mut times = [const { Vec::new() }; N];
    for _ in 0..ROUNDS {
        for (subject, times) in subjects.iter_mut().zip(&mut times) {
            let start = Instant::now();
            subject();
            times.push(start.elapsed());
        }
    }
    times
}

fn row(name: &str, times: &[Duration], baseline: &[Duration]) {
    let mut sorted = times.to_vec();
    sorted.sort();
    let median = sorted[sorted.len() / 2].as_secs_f64() * 1e3;
    println!(
        "| {name} | {median:.2} ms | {:.2} times as fast |",
        ratio(times, baseline)
    );
}

/// Returns the median speed of `times` relative to `others`, compared round by round.
fn ratio(times: &[Duration], others: &[Duration]) -> f64 {
    let mut ratios: Vec<_> = others
        .iter()
        .zip(times)
        .map(|(other, own)| other.as_secs_f64() / own.as_secs_f64())
        .collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}

const DECLARATIONS: usize = 160;

/// Builds the answer to `subscribe` for a session of half a megabyte.
fn frame() -> String {
    let state = json!({
        "provider": "guide",
        "title": "Night at the museum",
        "status": 1,
        "lifecycle": "ready",
        "workingDirectories": ["file:///srv/museum"],
        "serverTools": (0..60).map(tool).collect::<Vec<_>>(),
        "activeClients": (0..4).map(client).collect::<Vec<_>>(),
        "chats": (0..300).map(chat).collect::<Vec<_>>(),
        "canvases": (0..DECLARATIONS).map(declaration).collect::<Vec<_>>(),
        "openCanvases": (0..200).map(open_canvas).collect::<Vec<_>>(),
    });
    let snapshot = json!({"resource": "ahp-session:/museum", "state": state, "fromSeq": 4711});
    json!({"jsonrpc": "2.0", "id": 7, "result": {"snapshot": snapshot}}).to_string()
}

fn schema(n: usize) -> Value {
    json!({
        "type": "object",
        "properties": {
            "wing": {"type": "string", "enum": ["east", "west", "north"], "description": "Which part of the house"},
            "floor": {"type": "integer", "minimum": -1, "maximum": 4},
            "scale": {"type": "number", "exclusiveMinimum": 0.0, "default": 1.5},
            "rooms": {"type": "array", "items": {"type": "string", "pattern": "^[A-Z][0-9]{2}$"}, "maxItems": n + 1},
            "caption": {"type": ["string", "null"], "maxLength": 120},
        },
        "required": ["wing", "floor"],
        "additionalProperties": false,
    })
}

fn tool(n: usize) -> Value {
    json!({
        "name": format!("find_exhibit_{n}"),
        "title": "Find an exhibit",
        "description": "Looks an exhibit up by its number, its maker or the room in which it stands.",
        "inputSchema": schema(n),
    })
}

fn client(n: usize) -> Value {
    json!({
        "clientId": format!("kiosk-{n}"),
        "displayName": format!("Kiosk {n}"),
        "tools": (0..8).map(tool).collect::<Vec<_>>(),
        "canvasProviders": (0..4).map(|n| json!({
            "canvasId": format!("tour-{n}"),
            "displayName": "Guided tour",
            "description": "Shows the way through the house, room by room.",
            "inputSchema": schema(n),
        })).collect::<Vec<_>>(),
    })
}

fn chat(n: usize) -> Value {
    json!({
        "resource": format!("ahp-chat:/c{n}"),
        "title": format!("Which rooms belong to tour {n}?"),
        "status": 1,
        "modifiedAt": format!("2026-05-18T15:{:02}:{:02}.000Z", n / 60 % 60, n % 60),
    })
}

fn declaration(n: usize) -> Value {
    json!({
        "extensionId": format!("museum.plans-{}", n % 7),
        "extensionName": "Floor plans",
        "canvasId": format!("plan-{n}"),
        "displayName": format!("Floor plan {n}"),
        "description": "Draws one floor of the house with its rooms, its doors and what stands in them.",
        "inputSchema": schema(n),
        "actions": (0..3).map(|action| json!({
            "name": format!("zoom_{action}"),
            "description": "Moves closer to a room, or away from it.",
            "inputSchema": schema(action),
        })).collect::<Vec<_>>(),
        "source": if n % 3 == 0 { json!({"kind": "client", "clientId": "kiosk-1"}) } else { json!({"kind": "server"}) },
    })
}

fn open_canvas(n: usize) -> Value {
    json!({
        "instanceId": format!("i{n}"),
        "channel": format!("ahp-canvas:/i{n}"),
        "canvasId": format!("plan-{}", n % DECLARATIONS),
        "extensionId": format!("museum.plans-{}", n % 7),
        "extensionName": "Floor plans",
        "title": format!("East wing, floor {n}"),
        "availability": if n % 9 == 0 { "stale" } else { "ready" },
    })
}
