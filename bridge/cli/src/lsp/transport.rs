//! The messages of the client, which a thread of its own reads, so that the server sees whether more are waiting.

use crate::exit::Exit;
use lsp_server::Message;
use std::{
    io::{BufReader, ErrorKind, Read},
    sync::mpsc::{self, Receiver, Sender},
    thread,
};

/// Returns the messages that a client writes to a stream. The end of the stream ends the messages.
///
/// # Errors
/// Returns an error if the thread cannot be started.
pub(super) fn receive(input: Box<dyn Read + Send>) -> Result<Receiver<Message>, Exit> {
    let (sender, receiver) = mpsc::channel();
    // The thread ends with the stream, or with the process.
    let thread = thread::Builder::new().name("lsp-input".to_owned());
    let spawned = thread.spawn(move || read_all(input, &sender));
    spawned.map_err(Exit::Output)?;
    Ok(receiver)
}

fn read_all(input: Box<dyn Read + Send>, sender: &Sender<Message>) {
    let mut input = BufReader::new(input);
    loop {
        match Message::read(&mut input) {
            Ok(Some(message)) => {
                if sender.send(message).is_err() {
                    return;
                }
            }
            // The text of a message that is not JSON-RPC was read completely, so the next message can be read.
            Err(error) if is_of_one_message(&error) => {}
            // After a wrong header, the start of the next message is unknown.
            Ok(None) | Err(_) => return,
        }
    }
}

fn is_of_one_message(error: &std::io::Error) -> bool {
    error.kind() == ErrorKind::InvalidData && error.to_string().starts_with("malformed LSP payload")
}
