//! Clients that send everything twice, send nonsense, exceed limits, do not read, and leave without closing.

use super::{Chance, stage::Stage};
use crate::host::SESSION;
use ahp::ids::ChannelUri;
use ahp_ws::WebSocketTransport;
use published_ahp::{Transport, TransportMessage};
use serde_json::{Value, json};
use std::{sync::atomic::Ordering::Relaxed, time::Duration};
use tokio::{
    task::JoinHandle,
    time::{sleep, timeout},
};

/// Starts some hostile clients for one round.
pub(super) fn many(stage: &Stage) -> Vec<JoinHandle<()>> {
    let mut chance = stage.chance.clone();
    let canvases: Vec<ChannelUri> = stage
        .host
        .inspect(|host| host.canvases().cloned().collect());
    let one = |n: u64| {
        let (url, canvases, counts) = (
            format!("ws://{}/", stage.address),
            canvases.clone(),
            stage.counts.clone(),
        );
        let mut chance = Chance::new(chance.below(1 << 32) + n);
        tokio::spawn(async move {
            for _ in 0..3 {
                if let Ok(Ok(transport)) =
                    timeout(Duration::from_secs(1), WebSocketTransport::connect(&url)).await
                {
                    counts.rude.fetch_add(1, Relaxed);
                    // Two of them have the same name, so that each takes over the connection of the other.
                    talk(
                        transport,
                        &format!("rude-{}", n % 2),
                        &canvases,
                        &mut chance,
                    )
                    .await;
                }
                sleep(Duration::from_millis(chance.below(100))).await;
            }
        })
    };
    (0..3).map(one).collect()
}

async fn talk(
    mut transport: WebSocketTransport,
    name: &str,
    canvases: &[ChannelUri],
    chance: &mut Chance,
) {
    let channels: Vec<&str> = canvases
        .iter()
        .map(ChannelUri::as_str)
        .chain([SESSION])
        .collect();
    let hello = json!({
        "channel": "ahp-root://", "protocolVersions": ["1.0.0"], "clientId": name,
        "capabilities": {"canvas": {}}, "initialSubscriptions": channels,
    });
    let mut frames = vec![request(1, "initialize", hello).to_string()];
    for seq in 0..chance.below(30) {
        let channel = chance.one_of(&channels).copied().unwrap_or(SESSION);
        let action = match chance.below(6) {
            0 if chance.once_in(4) => json!({"type": "canvas/closeRequested"}),
            1 => json!({"type": "canvas/updated", "title": "mine"}),
            2 => {
                json!({"type": "session/activeClientSet", "activeClient": {"clientId": name, "tools": []}})
            }
            3 => json!({"type": "session/activeClientRemoved", "clientId": name}),
            _ => json!({"type": "canvas/message", "payload": {"n": seq}}),
        };
        let params = json!({"channel": channel, "clientSeq": seq, "action": action});
        frames.push(match chance.below(8) {
            0 => "{\"jsonrpc\":".to_owned(),
            1 => request(9, "reconnect", json!({"channel": "ahp-root://", "clientId": name, "lastSeenServerSeq": seq, "subscriptions": channels})).to_string(),
            2 => request(seq, "subscribe", json!({"channel": channel})).to_string(),
            3 if chance.once_in(10) => "x".repeat(100 << 10),
            _ => json!({"jsonrpc": "2.0", "method": "dispatchAction", "params": params}).to_string(),
        });
    }
    for frame in frames {
        for _ in 0..=chance.below(2) {
            let sent = transport.send(TransportMessage::Text(frame.clone()));
            if !matches!(timeout(Duration::from_secs(2), sent).await, Ok(Ok(()))) {
                return;
            }
        }
        // The client reads some of the messages it receives.
        if chance.once_in(3) {
            let _ = timeout(Duration::from_millis(5), transport.recv()).await;
        }
    }
    match chance.below(3) {
        0 => drop(transport.close().await),
        // The client keeps the connection open, but neither reads nor answers.
        1 => sleep(Duration::from_millis(chance.below(2_500))).await,
        _ => {}
    }
}

fn request(id: u64, method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}
