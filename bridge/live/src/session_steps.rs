//! The steps of a page that shows a session, and the messages that such a page sends.

use crate::{
    gateway::{
        ClientContent, ClientMessage, FailedInput, RefusedMessage, Snapshot, SurfaceMessage,
        SurfaceState, Update,
    },
    page::{Loss, PageRefusal, Place, Step},
};
use agent_ui_text::{
    MessageNote, RefusalKind,
    bridge::{Dialect, a2ui},
};
use sha2::{Digest, Sha256};
use wire::{Payload, Pointer};

/// The version that pages render.
pub(crate) const SHOWN: Dialect = Dialect::A2ui0_9;

/// Returns a step that builds these surfaces, with their losses.
pub(crate) fn step_of<'a>(surfaces: impl IntoIterator<Item = &'a SurfaceState>) -> Step {
    let mut step = Step::default();
    for surface in surfaces {
        step.messages.extend(
            surface
                .messages
                .iter()
                .filter_map(|text| Payload::parse(text).ok()),
        );
        let losses = surface
            .losses
            .iter()
            .map(|note| loss(note, &surface.agent, Some(&surface.id), None));
        step.losses.extend(losses);
    }
    step
}

/// Returns the step that shows a whole session.
pub(crate) fn snapshot_step(snapshot: &Snapshot) -> Step {
    step_of(&snapshot.surfaces)
}

/// Returns the step that shows an update, or `None` if a page shows nothing of it.
pub(crate) fn update_step(update: &Update) -> Option<Step> {
    match update {
        Update::Message(message) => message_step(message),
        Update::Refused(refused) => Some(refusal_step(refused)),
        Update::Failed(failed) => Some(failure_step(failed)),
        _ => None,
    }
}

/// Returns the step that shows a message, with its losses. The gateway has validated the message.
pub(crate) fn message_step(message: &SurfaceMessage) -> Option<Step> {
    let shown = Payload::parse(&message.text).ok()?;
    let losses = message.losses.iter().map(|note| {
        loss(
            note,
            &message.agent,
            message.surface.as_deref(),
            Some(&shown),
        )
    });
    let losses = losses.collect();
    Some(Step {
        place: place_of(&message.agent),
        messages: vec![shown],
        losses,
        ..Step::default()
    })
}

pub(crate) fn refusal_step(refused: &RefusedMessage) -> Step {
    let diagnostic = &refused.diagnostic;
    let (line, column) = (diagnostic.place.line, diagnostic.place.column);
    let refusal = PageRefusal {
        place: Place {
            line,
            column,
            ..place_of(&refused.agent)
        },
        error: diagnostic.error.map_or("refused", RefusalKind::as_str),
        pointer: diagnostic.pointer.clone(),
        rule: diagnostic.rule.clone(),
        message: diagnostic.message.clone(),
        hint: diagnostic.hint.clone(),
    };
    Step {
        place: place_of(&refused.agent),
        refused: vec![refusal],
        ..Step::default()
    }
}

/// Returns the step that tells the user that a message has failed.
pub(crate) fn failure_step(failed: &FailedInput) -> Step {
    let refusal = PageRefusal {
        place: place_of(&failed.agent),
        error: "failed",
        pointer: Pointer::root(),
        rule: "serve/agent".into(),
        message: failed.reason.clone(),
        hint: "try again".to_owned(),
    };
    Step {
        place: place_of(&failed.agent),
        refused: vec![refusal],
        ..Step::default()
    }
}

/// Returns the place of an agent. It stands where a page names the file of its input.
fn place_of(agent: &str) -> Place {
    Place {
        file: Some(agent.into()),
        line: 0,
        column: 0,
    }
}

/// Returns a loss for the page. `shown` is the message that the note is about, if it is known.
fn loss(
    MessageNote { note, .. }: &MessageNote,
    agent: &str,
    surface: Option<&str>,
    shown: Option<&Payload>,
) -> Loss {
    let to = note.to.get();
    Loss {
        place: place_of(agent),
        surface: surface.map(str::to_owned),
        component: to
            .zip(shown)
            .and_then(|(to, shown)| component_at(to, shown)),
        verdict: note.verdict.as_str(),
        rule: note.rule.to_string(),
        from: note.from.clone(),
        to: to.cloned(),
        remark: note.remark.get().map(ToString::to_string),
        value: None,
    }
}

/// Returns the id of the component that contains a place of an `updateComponents` message.
fn component_at(place: &Pointer, message: &Payload) -> Option<String> {
    let mut segments = place.segments();
    let (body, list, index) = (segments.next()?, segments.next()?, segments.next()?);
    if list != "components" {
        return None;
    }
    let id = Pointer::root()
        .member(&body)
        .member(&list)
        .member(&index)
        .member("id");
    message.get(&id)?.as_str().map(|id| id.into_owned())
}

/// Reads what a page sends: a message of A2UI, or the part of an A2A message whose metadata contains the data models.
///
/// # Errors
/// Returns a sentence for the user if the text is neither.
pub(crate) fn posted_message(face: &'static str, text: &str) -> Result<PostedMessage, String> {
    let unreadable = |error: &dyn std::fmt::Display| {
        format!(
            r#"{error}; expected {{"version":"v0.9","action":{{…}}}} or a part of an A2A message with it"#
        )
    };
    let whole = Payload::parse(text).map_err(|error| unreadable(&error))?;
    let at = |pointer: &str| whole.get(&Pointer::parse(pointer).ok()?);
    let data_model = at("/metadata/a2uiClientDataModel").and_then(|model| model.decode().ok());
    let message = if whole.member("parts").is_some() {
        at("/parts/0/data").ok_or_else(|| unreadable(&"the first part has no `data`"))?
    } else {
        whole.clone()
    };
    let read = a2ui::Message::read_as(message.text(), SHOWN.a2ui_version());
    let read = read.map_err(|error| unreadable(&error))?;
    let surface = read.surface_id().map(|id| id.as_str().to_owned());
    // A page sends its errors again when it is reloaded.
    let place = Pointer::root().member(read.key()).member("surfaceId");
    let id = (read.key() == "error").then(|| format!("page-error-{}", digest(message.text())));
    let content = ClientContent::A2ui {
        message: message.text().to_owned(),
        dialect: SHOWN,
    };
    Ok(PostedMessage {
        surface,
        place,
        message: ClientMessage {
            id,
            data_model,
            ..ClientMessage::new(face, content)
        },
    })
}

/// A message of a page.
pub(crate) struct PostedMessage {
    /// The surface that the message is about.
    pub(crate) surface: Option<String>,
    /// The place of the surface id in the message.
    pub(crate) place: Pointer,
    /// The message for the session.
    pub(crate) message: ClientMessage,
}

fn digest(text: &str) -> String {
    Sha256::digest(text)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
