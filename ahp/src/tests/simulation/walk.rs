//! A long random walk through all events, including restarts of hosts and clients, published actions, and slow or
//! silent providers. The same seed produces the same walk.

use super::{
    network::{CHAT, Network, Peer, SESSIONS},
    observer::{Observer, note},
    programs::{self, CLIENTS},
};
use crate::{canvas::frame::ROOT, ids::ChannelUri};
use std::time::Duration;
use wire::Payload;

/// The random generator SplitMix64.
struct Lots(u64);

impl Lots {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn byte(&mut self) -> u8 {
        (self.next() >> 56) as u8
    }
}

const FIRST_OBSERVER: usize = programs::SEATS;

fn network() -> Network {
    let mut network = programs::network();
    for id in ["one", "two"] {
        network.add(Peer::Observer(Box::new(Observer::new(id))));
    }
    network.state_root();
    network
}

fn step(network: &mut Network, what: u8, a: u8, b: u8) {
    let client = usize::from(a) % CLIENTS;
    match what {
        0..30 => programs::act(network, what, a, b),
        30..36 => {
            let on: ChannelUri = [SESSIONS[0], SESSIONS[1], CHAT, ROOT][usize::from(a) % 4].into();
            let value = (b % 4 != 0).then(|| Payload::string(&format!("v{b}")));
            let (action, after) = note(["title", "turns", "x"][usize::from(a / 4) % 3], value);
            let out = network.host.publish(&on, action, after, None).unwrap();
            network.host_wants(out);
        }
        // Time passes, usually too little for a timeout.
        36 => network.pass(Duration::from_millis(u64::from(a) * u64::from(b))),
        // A provider is silent for a while, possibly until its time limit.
        37 => network.be_silent(if a % 2 == 0 { None } else { Some(client) }),
        38 => network.speak(usize::from(b)),
        39 => network.give_up(usize::from(b)),
        40 => {
            let seat = FIRST_OBSERVER + usize::from(a % 2);
            match b % 3 {
                0 => network.connect(seat),
                1 => network.lose(seat, b % 2 == 0),
                _ => {
                    network.deliver_up(seat);
                    network.deliver_down(seat);
                }
            }
        }
        // Rarely, one side loses its whole state.
        41 if b < 8 => network.restart_host(),
        41 if b < 32 => network.restart_client(client),
        _ => programs::act(network, 23 + a % 7, a, b),
    }
}

/// Checks that all clients are connected and have the same states as a new client.
fn assert_all_see_the_same(network: &mut Network) {
    for seat in 0..network.seats.len() {
        if network.seats[seat].connection.is_none() {
            network.connect(seat);
        }
    }
    network.settle();
    let late = network.late();
    for seat in [FIRST_OBSERVER, FIRST_OBSERVER + 1] {
        let Peer::Observer(observer) = &network.seats[seat].peer else {
            panic!("an observer")
        };
        assert_eq!(observer.states, late);
    }
}

fn walk(seed: u64, steps: u64) {
    let mut lots = Lots(seed);
    let mut network = network();
    for seat in 0..network.seats.len() {
        network.connect(seat);
    }
    for n in 1..=steps {
        let (what, a, b) = (lots.byte() % 42, lots.byte(), lots.byte());
        step(&mut network, what, a, b);
        if n % 250 == 0 {
            assert_all_see_the_same(&mut network);
            network.tidy();
        }
    }
    assert_all_see_the_same(&mut network);
    let counts = |seat: usize| match &network.seats[seat].peer {
        Peer::Observer(observer) => (observer.replayed, observer.restarted),
        _ => panic!("an observer"),
    };
    let (replayed, restarted) = counts(FIRST_OBSERVER);
    assert!(
        replayed > 0 && restarted > 0,
        "both ways back were taken: {replayed}, {restarted}"
    );
    println!(
        "seed {seed}: {steps} steps, {} calls begun, {} actions since the host was started last, {} hosts, \
         {replayed} replays and {restarted} snapshots for one observer",
        network.all_begun,
        network.host.server_seq(),
        network.hosts,
    );
}

#[test]
fn a_long_walk_ends_without_divergence_loss_or_duplicates() {
    walk(20_261_122, 100_000);
}

/// Runs with `AHP_WALK_STEPS=10000000 AHP_WALK_SEED=7 cargo test --release -p agent-ui-ahp --lib -- --ignored
/// --nocapture walk`.
#[test]
#[ignore = "needs AHP_WALK_STEPS"]
fn a_longer_walk_ends_without_divergence() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    walk(
        number("AHP_WALK_SEED").unwrap_or(1),
        number("AHP_WALK_STEPS").expect("AHP_WALK_STEPS"),
    );
}
