//! Requests of interactive components.
//!
//! Specification: [interaction payloads](https://docs.slack.dev/reference/interaction-payloads).

use super::platform::SlackPlace;
use crate::member_text::member_text;
use wire::{Payload, Pointer};

/// A request of an interactive component.
#[derive(Debug)]
pub(super) enum InteractionRequest {
    /// A click, or a submitted or closed view.
    Click(Box<SlackClick>),
    /// A click on a part that names no surface.
    Ignored,
    /// Another type, with its name.
    Unknown(String),
}

/// The kind of a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClickKind {
    /// A button of a message or a view.
    Button,
    /// The button that submits a view. Slack shows the answer in the view.
    Submission,
    /// The end of a view, which may act as a button.
    Closing,
}

/// A click, or a submitted or closed view.
#[derive(Clone, Debug)]
pub(super) struct SlackClick {
    /// The key of the click, which is the same for each repetition.
    pub(super) id: String,
    pub(super) kind: ClickKind,
    pub(super) user: String,
    /// The conversations to which the click may belong.
    pub(super) places: Vec<SlackPlace>,
    /// The text that names the surface, from the button or the view.
    pub(super) reference: String,
    /// The `ts` of the message with the button. `None` in a view.
    pub(super) message: Option<String>,
    /// The id and the hash of the view with the button. `None` in a message.
    pub(super) view: Option<(String, String)>,
    /// The id that allows to open a view.
    pub(super) trigger: Option<String>,
    /// The address for answers that only the user sees.
    pub(super) response_url: Option<String>,
    /// The whole request.
    pub(super) payload: Payload,
}

impl InteractionRequest {
    pub(super) fn read(payload: Payload) -> Self {
        let kind = member_text(&payload, "type").unwrap_or_default();
        let click = match kind.as_str() {
            "block_actions" => read_block_actions(payload),
            "view_submission" => read_view(payload, ClickKind::Submission),
            "view_closed" => read_view(payload, ClickKind::Closing),
            _ => return Self::Unknown(kind),
        };
        match click {
            Some(click) => Self::Click(Box::new(click)),
            None => Self::Ignored,
        }
    }
}

/// Returns the text at a place of a payload.
fn text_at(payload: &Payload, at: &'static str) -> Option<String> {
    let value = payload.get(&Pointer::from_static(at))?;
    Some(value.as_str()?.into_owned())
}

/// Reads a click on a button of a message or a view.
fn read_block_actions(payload: Payload) -> Option<SlackClick> {
    let team = read_team(&payload)?;
    let user = text_at(&payload, "/user/id")?;
    let action_id = text_at(&payload, "/actions/0/action_id")?;
    let time = text_at(&payload, "/actions/0/action_ts")?;
    let value = text_at(&payload, "/actions/0/value")
        .or_else(|| text_at(&payload, "/actions/0/selected_option/value"));
    let view = text_at(&payload, "/view/id");
    let (places, reference) = match &view {
        Some(_) => read_view_reference(&payload)?,
        None => (message_places(&team, &payload), value?),
    };
    let hash = text_at(&payload, "/view/hash").unwrap_or_default();
    Some(SlackClick {
        id: format!("click:{user}:{time}:{action_id}"),
        kind: ClickKind::Button,
        user,
        places,
        reference,
        message: text_at(&payload, "/container/message_ts"),
        view: view.map(|id| (id, hash)),
        trigger: member_text(&payload, "trigger_id"),
        response_url: member_text(&payload, "response_url"),
        payload,
    })
}

/// Reads a submitted or closed view.
fn read_view(payload: Payload, kind: ClickKind) -> Option<SlackClick> {
    let user = text_at(&payload, "/user/id")?;
    let id = text_at(&payload, "/view/id")?;
    let hash = text_at(&payload, "/view/hash").unwrap_or_default();
    let (places, reference) = read_view_reference(&payload)?;
    Some(SlackClick {
        // A view that stays open can be submitted again. It is delivered once, because it closes then.
        id: match kind {
            ClickKind::Closing => format!("closed:{id}:{hash}"),
            ClickKind::Button | ClickKind::Submission => format!("view:{id}:{hash}"),
        },
        kind,
        user,
        places,
        reference,
        message: None,
        view: Some((id, hash)),
        trigger: member_text(&payload, "trigger_id"),
        response_url: None,
        payload,
    })
}

/// Returns the workspace of the app. It is absent for apps of an organization.
fn read_team(payload: &Payload) -> Option<String> {
    text_at(payload, "/team/id").or_else(|| text_at(payload, "/user/team_id"))
}

/// Returns the conversations to which a message may belong. A message that begins a thread names itself as the thread.
fn message_places(team: &str, payload: &Payload) -> Vec<SlackPlace> {
    let channel = text_at(payload, "/container/channel_id")
        .or_else(|| text_at(payload, "/channel/id"))
        .unwrap_or_default();
    let thread =
        text_at(payload, "/container/thread_ts").or_else(|| text_at(payload, "/message/thread_ts"));
    let in_thread = thread.and_then(|thread| SlackPlace::new(team, &channel, Some(&thread)));
    let in_channel = SlackPlace::new(team, &channel, None);
    in_thread.into_iter().chain(in_channel).collect()
}

/// Returns the conversation of a view, and the text that names its surface. Both are in the metadata of the view.
fn read_view_reference(payload: &Payload) -> Option<(Vec<SlackPlace>, String)> {
    let metadata = text_at(payload, "/view/private_metadata")?;
    let (session, reference) = metadata.split_once(' ')?;
    let place = SlackPlace::of_session(session)?;
    Some((vec![place], reference.to_owned()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn read(text: &str) -> Option<SlackClick> {
        match InteractionRequest::read(Payload::parse(text).unwrap()) {
            InteractionRequest::Click(click) => Some(*click),
            _ => None,
        }
    }

    #[test]
    fn a_click_names_its_conversation_and_its_surface() {
        let click = r#"{"type":"block_actions","team":{"id":"T1"},"user":{"id":"U1"},"container":{"type":"message","message_ts":"5.1","channel_id":"C1"},"trigger_id":"t","response_url":"https://hooks.slack.com/x","message":{"ts":"5.1","thread_ts":"5.1"},"actions":[{"action_id":"go","action_ts":"7.2","value":"k.s","type":"button"}]}"#;
        let own = read(click).unwrap();
        assert_eq!(own.id, "click:U1:7.2:go");
        let sessions: Vec<String> = own.places.iter().map(SlackPlace::session).collect();
        assert_eq!(sessions, ["slack:T1:C1:5.1", "slack:T1:C1"]);
        assert_eq!(
            (own.reference.as_str(), own.message.as_deref()),
            ("k.s", Some("5.1"))
        );
        for broken in [
            click.replace("\"action_ts\"", "\"x\""),
            click.replace("\"value\"", "\"x\""),
            click.replace("\"actions\":[", "\"x\":["),
            click.replace("\"user\":", "\"x\":"),
        ] {
            assert!(read(&broken).is_none(), "{broken}");
        }
    }

    #[test]
    fn a_view_names_its_conversation_in_its_metadata() {
        let submission = r#"{"type":"view_submission","team":null,"user":{"id":"U1"},"view":{"id":"V1","hash":"h","private_metadata":"slack:T1:C1:5.1 k.s"}}"#;
        let own = read(submission).unwrap();
        assert_eq!(own.kind, ClickKind::Submission);
        assert_eq!(own.id, "view:V1:h");
        assert_eq!(own.places[0].session(), "slack:T1:C1:5.1");
        assert_eq!(own.reference, "k.s");
        assert!(read(&submission.replace("slack:", "other:")).is_none());
        assert!(read(&submission.replace(" k.s", "")).is_none());
    }
}
