//! The steps of a page that shows a session, and the messages that the page sends.

use crate::{
    gateway::{
        ClientContent, ClientMessage, FailedInput, LostField, MessageProblems, RefusedMessage,
        Snapshot, SurfaceFinding, SurfaceMessage, SurfaceState, Update,
    },
    page::{self, Loss, PageFinding, PageRefusal, Step},
};
use agent_ui_text::{
    Diagnostic, Place, RefusalKind,
    bridge::{Dialect, Refusal, a2ui},
};
use sha2::{Digest, Sha256};
use std::{ffi::OsStr, path::Path};
use wire::{Payload, Pointer};

/// The A2UI version that pages render.
pub(crate) const SHOWN: Dialect = Dialect::A2ui0_9;

/// The description of the messages that a page may send.
const EXPECTED: &str =
    r#"expected {"version":"v0.9","action":{…}} or a part of an A2A message with it"#;

/// Creates the step that builds these surfaces, with their losses.
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
            .map(|lost| loss(lost, &surface.agent, Some(&surface.id), None));
        step.losses.extend(losses);
    }
    step
}

/// Creates the step that shows a whole session.
pub(crate) fn snapshot_step(snapshot: &Snapshot) -> Step {
    let refused = snapshot.refused.iter();
    let refused = refused.map(|refused| refusal(&refused.diagnostic, &refused.agent));
    Step {
        refused: refused.collect(),
        findings: snapshot.findings.iter().map(finding).collect(),
        dialect: snapshot.source.map(|dialect| dialect.to_string()),
        ..step_of(&snapshot.surfaces)
    }
}

/// Creates the step that shows an update. Returns `None` if pages do not show the update.
pub(crate) fn update_step(update: &Update) -> Option<Step> {
    match update {
        Update::Message(message) => message_step(message),
        Update::Refused(refused) => Some(refusal_step(refused)),
        Update::Failed(failed) => Some(failure_step(failed)),
        Update::Problems(problems) => Some(problem_step(problems)),
        _ => None,
    }
}

/// Creates the step that shows problems of messages.
fn problem_step(problems: &MessageProblems) -> Step {
    let losses = problems
        .losses
        .iter()
        .map(|lost| loss(lost, &problems.agent, None, None));
    Step {
        place: place_of(&problems.agent),
        losses: losses.collect(),
        findings: problems.findings.iter().map(finding).collect(),
        ..Step::default()
    }
}

/// Creates the step that replaces the findings about whole surfaces.
pub(crate) fn whole_step(found: &[SurfaceFinding]) -> Step {
    Step {
        whole: Some(found.iter().map(finding).collect()),
        ..Step::default()
    }
}

/// Creates the step that shows a message and its losses. The gateway has already validated the message.
pub(crate) fn message_step(message: &SurfaceMessage) -> Option<Step> {
    let shown = Payload::parse(&message.text).ok()?;
    let losses = message.losses.iter().map(|lost| {
        loss(
            lost,
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
    Step {
        place: place_of(&refused.agent),
        refused: vec![refusal(&refused.diagnostic, &refused.agent)],
        ..Step::default()
    }
}

/// Converts a refusal for the page.
pub fn refusal(diagnostic: &Diagnostic, agent: &str) -> PageRefusal {
    PageRefusal {
        place: page_place(&diagnostic.place, agent),
        error: diagnostic.error.map_or("refused", RefusalKind::as_str),
        pointer: diagnostic.pointer.clone(),
        rule: diagnostic.rule.clone(),
        message: diagnostic.message.clone(),
        hint: diagnostic.hint.clone(),
    }
}

/// Converts a finding for the page.
pub fn finding(found: &SurfaceFinding) -> PageFinding {
    let Diagnostic {
        place,
        severity,
        rule,
        pointer,
        message,
        hint,
        ..
    } = &found.diagnostic;
    PageFinding {
        place: page_place(place, &found.agent),
        surface: found.surface.clone(),
        component: found.component.clone(),
        severity: severity.as_str(),
        rule: rule.clone(),
        pointer: pointer.clone(),
        message: message.clone(),
        hint: hint.clone(),
    }
}

/// Creates the step that informs the user about a failed message.
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

/// Returns a place that names an agent instead of an input file.
fn place_of(agent: &str) -> page::Place {
    page_place(&Place::default(), agent)
}

/// Converts a place for the page. The page shows the file name without its folder, or the agent if there is no file.
pub fn page_place(Place { file, line, column }: &Place, agent: &str) -> page::Place {
    let name = file.as_deref().map(|file| Path::new(file).file_name());
    let name = name.flatten().and_then(OsStr::to_str);
    page::Place {
        file: Some(name.unwrap_or(agent).into()),
        line: *line,
        // A place without a line has no column either.
        column: if *line == 0 { 0 } else { *column },
    }
}

/// Converts a lost field for the page. `shown` is the message that the note concerns, if it is known.
pub fn loss(
    LostField {
        note,
        place,
        component,
        value,
        ..
    }: &LostField,
    agent: &str,
    surface: Option<&str>,
    shown: Option<&Payload>,
) -> Loss {
    let to = note.to.get();
    let component = match (component, to, shown) {
        (Some(component), _, _) => Some(component.clone()),
        (None, Some(to), Some(shown)) => component_at(to, shown),
        _ => None,
    };
    Loss {
        place: page_place(place, agent),
        surface: surface.map(str::to_owned),
        component,
        verdict: note.verdict.as_str(),
        rule: note.rule.to_string(),
        from: note.from.clone(),
        to: to.cloned(),
        remark: note.remark.get().map(ToString::to_string),
        value: value.clone(),
    }
}

/// Returns the id of the component that contains this place in an `updateComponents` message.
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

fn unreadable(refusal: Refusal) -> Box<Diagnostic> {
    let refusal = refusal.hint(EXPECTED);
    Box::new(Diagnostic::of_refusal(&Place::START, &refusal))
}

fn member_at(whole: &Payload, pointer: &str) -> Option<Payload> {
    whole.get(&Pointer::parse(pointer).ok()?)
}

/// Reads a message of a page: an A2UI message, or a part of an A2A message whose metadata contains the data models.
///
/// # Errors
/// Returns an explanation for the user if the text is not such a message.
pub(crate) fn posted_message(
    face: &'static str,
    text: &str,
) -> Result<PostedMessage, Box<Diagnostic>> {
    let whole = Payload::parse(text).map_err(|error| unreadable(error.into()))?;
    let data_model = member_at(&whole, "/metadata/a2uiClientDataModel");
    let data_model = data_model.and_then(|model| model.decode().ok());
    let message = if whole.member("parts").is_none() {
        whole.clone()
    } else if let Some(data) = member_at(&whole, "/parts/0/data") {
        data
    } else {
        return Err(unreadable(Refusal::rule_broken(
            "show/no-action",
            Pointer::root().member("parts"),
            "the first part has no `data`",
        )));
    };
    let read = a2ui::Message::read_as(message.text(), SHOWN.a2ui_version());
    let read = read.map_err(|error| unreadable(error.into()))?;
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

/// A message that a page has sent.
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
