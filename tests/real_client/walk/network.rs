//! A network that cuts and delays connections while it is wild.

use super::Chance;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    time::{Instant, sleep},
};

#[derive(Clone, Default)]
pub(super) struct Network {
    is_wild: Arc<AtomicBool>,
    pub(super) connections: Arc<AtomicU64>,
    pub(super) cuts: Arc<AtomicU64>,
    pub(super) stalls: Arc<AtomicU64>,
}

impl Network {
    pub(super) fn be_wild(&self, is_wild: bool) {
        self.is_wild.store(is_wild, Relaxed);
    }

    /// Opens a port that forwards to `address` through the network, and returns its address.
    pub(super) async fn way_to(&self, address: &str, seed: u64) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, here) = (address.to_owned(), listener.local_addr().unwrap());
        let network = self.clone();
        tokio::spawn(async move {
            let mut seed = seed;
            loop {
                let Ok((near, _)) = listener.accept().await else {
                    return;
                };
                // If the host cannot be reached, the connection is closed again.
                let Ok(far) = TcpStream::connect(&address).await else {
                    continue;
                };
                network.connections.fetch_add(1, Relaxed);
                let ((near_in, near_out), (far_in, far_out)) =
                    (near.into_split(), far.into_split());
                seed += 1;
                for (n, (from, to)) in [(near_in, far_out), (far_in, near_out)]
                    .into_iter()
                    .enumerate()
                {
                    tokio::spawn(network.clone().pass_on(
                        from,
                        to,
                        Chance::new(2 * seed + n as u64),
                    ));
                }
            }
        });
        format!("ws://{here}/")
    }

    async fn pass_on(self, mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut chance: Chance) {
        let mut bytes = [0; 4096];
        loop {
            let Ok(read @ 1..) = from.read(&mut bytes).await else {
                return;
            };
            if self.is_wild.load(Relaxed) && chance.once_in(50) {
                if chance.once_in(2) {
                    self.cuts.fetch_add(1, Relaxed);
                    return;
                }
                self.stalls.fetch_add(1, Relaxed);
                let until = Instant::now() + Duration::from_millis(chance.below(2_500));
                while self.is_wild.load(Relaxed) && Instant::now() < until {
                    sleep(Duration::from_millis(20)).await;
                }
            }
            if to.write_all(&bytes[..read]).await.is_err() {
                return;
            }
        }
    }
}
