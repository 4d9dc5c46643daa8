//! Random clients and the live host over an unreliable network. At the end, all of them see the same state.
//!
//! A test walks for a few seconds. `tests/live/run --minutes M` walks for longer and prints a report.

mod chance;
mod hostile_client;
mod network;
mod peers;
mod stage;

use chance::Chance;
use peers::{Guide, Kiosk, Published, Tablet};
use serde_json::json;
use stage::Stage;
use std::{
    sync::atomic::Ordering::Relaxed,
    time::{Duration, Instant},
};

/// The number of steps between two comparisons.
const ROUND: u64 = 200;

#[tokio::test]
async fn all_peers_converge_to_the_same_state() {
    let setting = |name: &str, default: u64| {
        std::env::var(name).map_or(default, |value| value.parse().expect("a number"))
    };
    let (seconds, seed) = (setting("AHP_LIVE_SECONDS", 4), setting("AHP_LIVE_SEED", 1));
    let begun = Instant::now();
    let mut stage = Stage::new(seed).await;
    let tablets = [
        Tablet::new("tablet-0", &stage).await,
        Tablet::new("tablet-1", &stage).await,
    ];
    let kiosks = [
        Kiosk::new("kiosk-0", &stage).await,
        Kiosk::new("kiosk-1", &stage).await,
    ];
    let published = Published::new("published", &stage).await;
    let guide = Guide::new(&stage).await;
    let (mut rounds, mut late, mut memory, mut early) = (0_u64, 0_u64, 0, 0);
    while rounds == 0 || begun.elapsed() < Duration::from_secs(seconds) {
        stage.network.be_wild(true);
        let rude = hostile_client::many(&stage);
        for _ in 0..ROUND {
            stage.step().await;
        }
        for one in rude {
            one.await.unwrap();
        }
        stage.network.be_wild(false);
        stage.settle().await;
        for tablet in &tablets {
            stage.agree(|host| tablet.sees(host)).await;
        }
        for kiosk in &kiosks {
            stage.agree(|host| kiosk.sees(host)).await;
        }
        stage.agree(|host| published.sees(host)).await;
        stage.agree(|host| guide.0.sees(host)).await;
        // Clients that connect only now see the same state as those that were connected all along.
        let (tablet, kiosk) = (
            Tablet::new("late-tablet", &stage).await,
            Kiosk::new("late-kiosk", &stage).await,
        );
        let other = Published::new("late-published", &stage).await;
        stage.agree(|host| tablet.sees(host)).await;
        stage.agree(|host| kiosk.sees(host)).await;
        stage.agree(|host| other.sees(host)).await;
        late += 3;
        rounds += 1;
        memory = memory.max(resident());
        if rounds == 5 {
            early = resident();
        }
    }
    let counts = &stage.counts;
    let (ended, network) = (counts.ended.lock().unwrap().clone(), &stage.network);
    let report = json!({
        "seconds": begun.elapsed().as_secs(), "seed": seed, "steps": rounds * ROUND, "rounds": rounds, "late": late,
        "hosts": counts.hosts.load(Relaxed), "calls": counts.calls.load(Relaxed), "actions": counts.actions.load(Relaxed),
        "connections": network.connections.load(Relaxed), "cuts": network.cuts.load(Relaxed),
        "stalls": network.stalls.load(Relaxed), "rude": counts.rude.load(Relaxed), "ended": ended,
        "replays": stage.counts.replays.load(Relaxed), "snapshots": stage.counts.snapshots.load(Relaxed),
        "early_kib": early, "most_kib": memory,
    });
    println!("walk: {report}");
}

/// Returns the memory of this process in KiB, or 0 if the system does not report it.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok())
        .unwrap_or(0)
}
