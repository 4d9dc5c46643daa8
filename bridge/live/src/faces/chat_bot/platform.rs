//! The platform of a bot: how it shows surfaces and texts, and how it posts messages.

use crate::agents::http_client::{HttpError, HttpResponse};
use agent_ui_text::bridge::a2ui::resolved::ResolvedSurface;
use std::{future::Future, time::Duration};
use wire::Finding;

/// The longest pause that a platform may request.
const LONGEST_PAUSE: Duration = Duration::from_secs(300);
/// The pause if a platform states none.
const PAUSE: Duration = Duration::from_secs(5);

/// A platform with conversations.
pub(in crate::faces) trait ChatPlatform: Send + Sync + 'static {
    /// The name of the face in reports.
    const FACE: &'static str;
    /// The address of a conversation.
    type Place: Clone + Send + Sync + 'static;
    /// The state of a shown surface that only the platform has, such as its open tabs.
    type ViewState: Clone + Default + Send + 'static;

    /// Returns the message that shows a surface, or the reason if it cannot be shown.
    fn render(
        &self,
        session: &str,
        surface: &ResolvedSurface,
        state: &Self::ViewState,
    ) -> Result<RenderedMessage, String>;

    /// Returns the message that shows a text of an agent.
    fn render_text(&self, text: &str) -> String;

    /// Posts a message, or replaces the message with this id. Returns the id of the message.
    fn post(
        &self,
        place: &Self::Place,
        id: Option<&str>,
        message: &str,
    ) -> impl Future<Output = Result<String, PostError>> + Send;
}

/// A message that shows a surface.
#[derive(Clone, Debug)]
pub(in crate::faces) struct RenderedMessage {
    /// The message as JSON.
    pub(in crate::faces) message: String,
    /// The parts of the surface that the message does not show.
    pub(in crate::faces) losses: Vec<Finding>,
}

/// The reason why a message was not posted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::faces) enum PostError {
    /// The platform asks for a pause.
    Limited(Duration),
    /// A failure after which a repeated request may succeed.
    Temporary(String),
    /// The message that was to be replaced does not exist.
    Missing,
    /// The platform refuses the message.
    Refused(String),
}

/// Returns the pause that a response with status 429 requests.
pub(in crate::faces) fn retry_after(response: &HttpResponse) -> Duration {
    let stated = response
        .header("retry-after")
        .and_then(|seconds| seconds.trim().parse().ok());
    stated.map_or(PAUSE, Duration::from_secs).min(LONGEST_PAUSE)
}

/// Returns the reason for a request without a usable response. It never contains the request.
pub(in crate::faces) fn post_error(error: &HttpError) -> PostError {
    match error.is_temporary() {
        true => PostError::Temporary(error.to_string()),
        false => PostError::Refused(error.to_string()),
    }
}
