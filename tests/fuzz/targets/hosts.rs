//! Frames, line by line, for a host and for a client of AHP; whatever one of them sends, the other hears.
#![no_main]
#![deny(unsafe_code)]

use ahp::canvas::{SessionState, client, host};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut host = host::Host::new(["0.6.0", "1.0.0"]).keep(4);
    let _ = host.add_session("ahp-session:/1", SessionState::new());
    let mut client = client::Client::new("c", ["0.6.0"]);
    let connection = host::ConnectionId(1);
    for line in text.lines() {
        for output in host.receive_text(connection, line) {
            if let host::Output::Send { message, .. } = output {
                wire::encode(&*message).expect("a frame is written");
                let _ = client.receive((*message).clone());
            }
        }
        for output in client.receive_text(line) {
            if let client::Output::Send(message) = output {
                wire::encode(&message).expect("a frame is written");
                let _ = host.receive(connection, message);
            }
        }
    }
    let _ = host.disconnect(connection);
});
