//! Routes for pages that receive steps and send actions. They can be added to any server.
//!
//! | route | description |
//! |---|---|
//! | `GET /<token>/` | the page |
//! | `GET /<token>/steps` | Server-Sent Events: `step` with an `id` of `<generation>.<number>` and a [`Step`](crate::page::Step) as its data, `reset` before all steps are sent again |
//! | `POST /<token>/actions` | accepts JSON of at most 1 MiB; answers 204, or an error status with `{"error"}` |
//!
//! Each page has its own unguessable token. The server checks `Host` and `Origin`, so that no other page in the browser
//! can reach this page under any name.
//!
//! A page has at most 128 event streams. Further requests get status 503. Actions wait while other actions of 8 MiB in
//! total are being answered. An action whose body takes longer than 30 s is answered with status 408. All steps are
//! stored, with at most 256 MiB for all pages.

mod page_table;
mod pages;
mod routes;
mod steps;
#[cfg(test)]
mod tests;

pub use page_table::Page;
pub use pages::Pages;
#[cfg(feature = "gateway")]
pub(crate) use pages::live_policy;
#[cfg(feature = "gateway")]
pub(crate) use routes::{
    action_answer, document_response, read_action, refuse, refuse_for, step_stream,
};

use std::io;
use tokio::sync::oneshot;

/// The maximum length of an action in bytes.
pub(crate) const BODY: usize = crate::limits::PAGE_BODY;
/// The maximum number of event streams of a page.
const STREAMS: usize = crate::limits::CANVAS_PAGE_STREAMS;
/// The memory for actions that are answered simultaneously, in bytes. Further actions wait.
const ACTION_BYTES: usize = crate::limits::CANVAS_PAGE_BYTES;

/// An action that waits for its answer.
#[derive(Debug)]
pub struct PostedAction {
    /// The [address](Page::address) of the page that sent the action.
    pub page: String,
    /// The body of the request.
    pub text: String,
    answer: oneshot::Sender<Result<(), String>>,
}

impl PostedAction {
    /// Answers the action. The error is the reason for which the action was refused.
    pub fn answer(self, answer: Result<(), String>) {
        // The page may be closed already.
        let _ = self.answer.send(answer);
    }
}

/// The pages that may embed this page in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FramePolicy {
    /// No page may embed it.
    Never,
    /// Every page that knows the address may embed this page.
    Anywhere,
}

/// Creates an unguessable token for a path: 128 random bits as hexadecimal digits.
///
/// # Errors
/// Returns an error if the system has no random source.
pub fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| {
        io::Error::other(format!(
            "the random source of the system cannot be read: {error}"
        ))
    })?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Returns `true` if a text has the form of a [`token`].
#[cfg(feature = "gateway")]
pub(crate) fn is_token(text: &str) -> bool {
    text.len() == 32
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
