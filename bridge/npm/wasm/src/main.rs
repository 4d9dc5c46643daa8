//! Answers the requests of the npm package over standard input and output. A length of four bytes, little-endian, precedes each
//! request and each reply. The tests of the package use this program where the WebAssembly target is missing.

use agent_ui_wasm::Sessions;
use std::io::{self, Read, Write};

fn main() -> io::Result<()> {
    let (mut requests, mut replies) = (io::stdin().lock(), io::stdout().lock());
    let mut sessions = Sessions::default();
    let mut length = [0; 4];
    loop {
        match requests.read_exact(&mut length) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            read => read?,
        }
        let mut request = Vec::new();
        requests
            .by_ref()
            .take(u32::from_le_bytes(length).into())
            .read_to_end(&mut request)?;
        let reply = sessions.answer(&request);
        let length = u32::try_from(reply.len()).map_err(io::Error::other)?;
        replies.write_all(&length.to_le_bytes())?;
        replies.write_all(&reply)?;
        replies.flush()?;
    }
}
