//! The question about a surface: a form, or the address of its page.

use super::form_problems::describe_problems;
use super::{asking::Asker, revision::Revision};
use crate::{gateway::SurfaceState, server::page_routes::token, timestamp::format_now};
use agent_ui_text::bridge::{
    a2ui::{
        ClientDataModel, Message,
        expression::Host,
        resolved::{NodeKey, ResolvedSurface, SubmitError},
        surface::{ClientAction, FailedCheck, Surfaces},
    },
    elicitation::{self, ElicitAction, ElicitResult},
    forms::{FormAnswerError, SurfaceForm, form_of_surface},
};
use wire::Payload;

/// A question about a surface.
pub(super) struct SurfaceQuestion {
    /// The id of the surface.
    pub(super) key: String,
    /// The digest of the state of the surface.
    pub(super) digest: String,
    kind: QuestionKind,
}

enum QuestionKind {
    /// The surface is a form.
    Form {
        form: Box<SurfaceForm>,
        surfaces: Box<Surfaces>,
        /// `true` if the parameters state their mode.
        has_mode: bool,
    },
    /// The user opens the page of the session.
    Page {
        url: String,
        /// The id of the question, for the notification of its end.
        elicitation: Option<String>,
    },
}

/// The effect of an answer.
pub(super) enum Reaction {
    /// The agent gets an action.
    Action {
        message: String,
        data_model: Option<ClientDataModel>,
    },
    /// The user opens the page. The client waits for the end of the question with this id, if there is one.
    Visit(Option<String>),
    /// The user has opened an address. The agent learns nothing about it.
    Opened,
    /// The user does not answer, for this reason.
    Refused(&'static str),
}

impl SurfaceQuestion {
    /// Returns the question about a surface. `page` is the address of its page, if there is one. Returns `None` if the
    /// surface asks nothing, or if the client cannot ask it.
    pub(super) fn of(
        surface: &SurfaceState,
        digest: String,
        asker: &Asker,
        page: Option<&str>,
    ) -> Option<Self> {
        let surfaces = read_surfaces(&surface.messages);
        let resolved = surfaces.get(&surface.id)?.resolve(&Host::new()).ok()?;
        let kind = find_kind(surfaces, &resolved, asker, page)?;
        Some(Self {
            key: surface.id.clone(),
            digest,
            kind,
        })
    }

    /// Returns the parameters of `elicitation/create`. The message begins with the problems of the answer before.
    pub(super) fn params(&self, problems: &[String]) -> Payload {
        match &self.kind {
            QuestionKind::Form { form, has_mode, .. } => {
                let message = message_of(&form.message, problems);
                let schema = Payload::encode(&form.schema);
                let schema = schema.unwrap_or_else(|_| Payload::empty_object());
                let mode = Payload::string("form");
                let mode = has_mode.then_some(("mode", &mode));
                let members = [("message", &message), ("requestedSchema", &schema)];
                Payload::object(mode.into_iter().chain(members))
            }
            QuestionKind::Page { url, elicitation } => {
                let text = "Please continue on the page of the agent.";
                let message = message_of(text, problems);
                let (mode, url) = (Payload::string("url"), Payload::string(url));
                let elicitation = elicitation.as_ref().map(|id| Payload::string(id));
                let members = [("mode", &mode), ("message", &message), ("url", &url)];
                let id = elicitation.as_ref().map(|id| ("elicitationId", id));
                Payload::object(members.into_iter().chain(id))
            }
        }
    }

    /// Reads the answer of the client: an `ElicitResult`.
    ///
    /// # Errors
    /// Returns the problems of an invalid answer, for the user.
    pub(super) fn read(&self, answer: &Payload) -> Result<Reaction, Vec<String>> {
        let result: ElicitResult = answer.decode().map_err(|error| vec![error.to_string()])?;
        let refused = match &result.action {
            ElicitAction::Accept => None,
            ElicitAction::Decline => Some("The user has declined to answer"),
            ElicitAction::Cancel => Some("The user has closed the question without an answer"),
            other => return Err(vec![format!("`{other}` is not an action")]),
        };
        match (&self.kind, refused) {
            (QuestionKind::Form { form, surfaces, .. }, _) => {
                read_form(form, surfaces.as_ref().clone(), &self.key, &result, refused)
            }
            (QuestionKind::Page { elicitation, .. }, None) => {
                Ok(Reaction::Visit(elicitation.clone()))
            }
            (QuestionKind::Page { .. }, Some(reason)) => Ok(Reaction::Refused(reason)),
        }
    }
}

/// Applies the messages that build a surface.
fn read_surfaces(messages: &[String]) -> Surfaces {
    let mut surfaces = Surfaces::new();
    for message in messages {
        if let Ok(message) = Message::read(message) {
            // A message that the surface refuses does not affect the others.
            let _ = surfaces.apply(&message);
        }
    }
    surfaces
}

fn find_kind(
    surfaces: Surfaces,
    resolved: &ResolvedSurface,
    asker: &Asker,
    page: Option<&str>,
) -> Option<QuestionKind> {
    // A client must not ask for secrets in a form.
    let has_secret = resolved.inputs.iter().any(|input| input.is_secret);
    if asker.abilities.asks_forms && !has_secret {
        let form = form_of_surface(resolved, revision_of(asker.revision));
        // A surface that only opens an address has no values.
        if let Some(form) = form.ok().filter(|form| form.url.is_none()) {
            return Some(QuestionKind::Form {
                form: Box::new(form),
                surfaces: Box::new(surfaces),
                has_mode: asker.revision >= Revision::V2025_11,
            });
        }
    }
    // A surface that only shows something needs no visit.
    let is_interactive = !resolved.inputs.is_empty() || !resolved.actions.is_empty();
    if !asker.abilities.asks_urls || !is_interactive {
        return None;
    }
    let elicitation = match asker.revision {
        Revision::V2026_07 => None,
        _ => Some(token().ok()?),
    };
    Some(QuestionKind::Page {
        url: page?.to_owned(),
        elicitation,
    })
}

/// Returns the effect of the answer to a form.
fn read_form(
    form: &SurfaceForm,
    mut surfaces: Surfaces,
    surface: &str,
    result: &ElicitResult,
    refused: Option<&'static str>,
) -> Result<Reaction, Vec<String>> {
    let action = form.answer(&mut surfaces, result, &Host::new());
    let event = match (action.map_err(|error| describe(&error, form))?, refused) {
        (Some(ClientAction::Event(event)), _) => event,
        (_, Some(reason)) => return Ok(Reaction::Refused(reason)),
        // A surface that only offers an address has no action.
        (_, None) => return Ok(Reaction::Opened),
    };
    let now = format_now();
    let message =
        wire::encode(&event.message(now.as_str())).map_err(|error| vec![error.to_string()])?;
    // A client sends the values of its inputs only if the surface asks for them.
    let own = surfaces.get(surface);
    let data_model = own.and_then(|own| ClientDataModel::from_surfaces([own], own.version()));
    Ok(Reaction::Action {
        message,
        data_model,
    })
}

/// Returns the problems of an answer, for the user.
fn describe(error: &FormAnswerError, form: &SurfaceForm) -> Vec<String> {
    match error {
        FormAnswerError::Content(findings) => describe_problems(findings, &form.schema),
        FormAnswerError::Submit(SubmitError::Checks(failed)) => {
            let message = |(_, check): &(NodeKey, FailedCheck)| match &check.message {
                Some(message) => message.clone(),
                None => "a check of the form fails".to_owned(),
            };
            failed.iter().map(message).collect()
        }
        error => vec![error.to_string()],
    }
}

fn message_of(message: &str, problems: &[String]) -> Payload {
    if problems.is_empty() {
        return Payload::string(message);
    }
    let problems = problems.join("; ");
    Payload::string(&format!("The answer is not valid: {problems}\n\n{message}"))
}

fn revision_of(revision: Revision) -> elicitation::Revision {
    match revision {
        Revision::V2024_11 | Revision::V2025_03 | Revision::V2025_06 => {
            elicitation::Revision::Mcp2025_06
        }
        Revision::V2025_11 => elicitation::Revision::Mcp2025_11,
        Revision::V2026_07 => elicitation::Revision::Mcp2026_07,
    }
}
