//! A connection that loses answers of the server.

use std::{
    io::{Read, Write},
    net::{Ipv4Addr, Shutdown, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

/// A proxy that forwards connections to a server.
pub(crate) struct Proxy {
    pub(crate) port: u16,
    loses: Arc<AtomicBool>,
}

impl Proxy {
    pub(crate) fn start(server: u16) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let loses = Arc::new(AtomicBool::new(false));
        let shared = Arc::clone(&loses);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(server) = TcpStream::connect((Ipv4Addr::LOCALHOST, server)) else {
                    continue;
                };
                let (from, to) = (client.try_clone().unwrap(), server.try_clone().unwrap());
                thread::spawn(move || pass(from, to, None));
                let loses = Arc::clone(&shared);
                thread::spawn(move || pass(server, client, Some(&loses)));
            }
        });
        Self { port, loses }
    }

    /// Drops the next answer of the server, and closes its connection.
    pub(crate) fn lose_next_answer(&self) {
        self.loses.store(true, Ordering::SeqCst);
    }

    /// Returns `true` if an answer was dropped.
    pub(crate) fn has_lost(&self) -> bool {
        !self.loses.load(Ordering::SeqCst)
    }
}

fn pass(mut from: TcpStream, mut to: TcpStream, loses: Option<&AtomicBool>) {
    let mut buffer = [0; 65536];
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        let is_answer = buffer[..length]
            .windows(7)
            .any(|bytes| bytes == b"\"stream");
        if is_answer && loses.is_some_and(|loses| loses.swap(false, Ordering::SeqCst)) {
            break;
        }
        if to.write_all(&buffer[..length]).is_err() {
            break;
        }
    }
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}
