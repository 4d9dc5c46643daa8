//! Asks the user of a client about the forms that a tool call shows.
//!
//! Only clients that show no MCP Apps are asked. The answer reaches the agent as the same action as a click in a browser.

use super::{
    asking::{Asked, Asker},
    request_state::{RequestState, digest},
    service::{FACE, Service},
    surface_question::{Reaction, SurfaceQuestion},
    tool_turn::ToolTurn,
};
use crate::{
    faces::{DIALECT, closed_surface::closed_message},
    gateway::{ClientContent, ClientMessage, SurfaceState, TurnOutcome, Update},
    limits,
    server::page_routes::token,
};
use std::collections::BTreeMap;
use tokio::time::{Instant, timeout_at};
use wire::Payload;

/// The maximum number of questions in one tool call.
const QUESTIONS: usize = limits::CALL_QUESTIONS;
/// The maximum number of invalid answers to one question.
const ATTEMPTS: usize = limits::INVALID_ANSWERS;

/// The question of a result, and the state that the client returns with its answer.
#[derive(Debug)]
pub(super) struct InputNeeded {
    pub(super) key: String,
    pub(super) params: Payload,
    pub(super) state: String,
}

/// The end of one question.
enum QuestionEnd {
    /// The agent has got the answer, and may ask again.
    Answered,
    /// The call asks nothing more.
    Stopped,
    /// The result asks.
    ByResult(InputNeeded),
}

impl Service {
    /// Asks the user about the forms of a turn, one after the other. `with_unchanged` also includes the surfaces that
    /// the turn has not changed. Returns the question with which the call must end, if there is one.
    ///
    /// # Errors
    /// Returns the reason if the session refuses the answer.
    pub(super) async fn ask_user(
        &self,
        turn: &mut ToolTurn,
        asker: &Asker,
        with_unchanged: bool,
    ) -> Result<Option<InputNeeded>, String> {
        if !asker.can_ask() {
            return Ok(None);
        }
        let mut asked = asker.resumed().map(|state| state.asked).unwrap_or_default();
        for _ in 0..QUESTIONS {
            if turn.outcome != TurnOutcome::Ended || asked.len() >= QUESTIONS {
                break;
            }
            let Some(question) = self.find_question(turn, asker, &asked, with_unchanged) else {
                break;
            };
            match self.ask(turn, asker, &question, &asked).await? {
                QuestionEnd::Answered => {
                    asked.insert(question.key, question.digest);
                }
                QuestionEnd::Stopped => break,
                QuestionEnd::ByResult(needed) => return Ok(Some(needed)),
            }
        }
        Ok(None)
    }

    /// Returns the first surface that is a question. A surface is asked again only after it has changed.
    fn find_question(
        &self,
        turn: &ToolTurn,
        asker: &Asker,
        asked: &BTreeMap<String, String>,
        with_unchanged: bool,
    ) -> Option<SurfaceQuestion> {
        let page = self.page_address(turn.session.name());
        for surface in &turn.snapshot.surfaces {
            if !with_unchanged && !turn.changes.concerns(&surface.id) {
                continue;
            }
            let digest = digest_of(surface);
            if asked.get(&surface.id) == Some(&digest) {
                continue;
            }
            let question = SurfaceQuestion::of(surface, digest, asker, page.as_deref());
            if question.is_some() {
                return question;
            }
        }
        None
    }

    /// Returns the address of the page of a session, if the page is served.
    fn page_address(&self, session: &str) -> Option<String> {
        let base = self.settings.page.as_deref()?;
        Some(format!("{base}/{}/", super::uri::encode(session)))
    }

    /// Asks one question until its answer is valid, and passes the answer on to the agent.
    async fn ask(
        &self,
        turn: &mut ToolTurn,
        asker: &Asker,
        question: &SurfaceQuestion,
        asked: &BTreeMap<String, String>,
    ) -> Result<QuestionEnd, String> {
        let resumed = asker.resumed();
        let resumed = resumed.filter(|state| state.key == question.key);
        let resumed = resumed.filter(|state| state.digest == question.digest);
        let mut attempts = resumed.as_ref().map_or(0, |state| state.attempts);
        let mut problems = Vec::new();
        while attempts < ATTEMPTS {
            let params = question.params(&problems);
            let answer = match asker.ask(&question.key, &question.digest, &params).await {
                Asked::Answer(answer) => answer,
                Asked::Unanswered(reason) => {
                    turn.notes.push(reason);
                    return Ok(QuestionEnd::Stopped);
                }
                Asked::ByResult => {
                    let state = RequestState {
                        session: turn.session.name().to_owned(),
                        since: turn.since,
                        key: question.key.clone(),
                        digest: question.digest.clone(),
                        attempts,
                        asked: asked.clone(),
                        nonce: token().map_err(|error| error.to_string())?,
                        ..RequestState::default()
                    };
                    let Some(state) = asker.seal(state) else {
                        return Ok(QuestionEnd::Stopped);
                    };
                    let key = question.key.clone();
                    return Ok(QuestionEnd::ByResult(InputNeeded { key, params, state }));
                }
            };
            match question.read(&answer) {
                Ok(reaction) => {
                    let nonce = resumed.map(|state| state.nonce);
                    return self.react(turn, asker, question, reaction, nonce).await;
                }
                Err(found) => problems = found,
            }
            attempts += 1;
        }
        turn.notes.push(format!(
            "The answers of the client to the form of surface {} are not valid: {}",
            question.key,
            problems.join("; ")
        ));
        Ok(QuestionEnd::Stopped)
    }

    /// Passes an answer on to the agent.
    async fn react(
        &self,
        turn: &mut ToolTurn,
        asker: &Asker,
        question: &SurfaceQuestion,
        reaction: Reaction,
        nonce: Option<String>,
    ) -> Result<QuestionEnd, String> {
        let (mut message, end) = match reaction {
            Reaction::Action {
                message,
                data_model,
            } => {
                let mut message = ClientMessage::new(FACE, content(message));
                message.data_model = data_model;
                (message, QuestionEnd::Answered)
            }
            Reaction::Visit(elicitation) => {
                self.wait_for_visit(turn, &question.key).await?;
                if let Some(elicitation) = elicitation {
                    asker.complete(&elicitation).await;
                }
                return Ok(QuestionEnd::Stopped);
            }
            Reaction::Opened => return Ok(QuestionEnd::Stopped),
            Reaction::Refused(reason) => {
                let note = format!("{reason}: surface {}.", question.key);
                turn.notes.push(note);
                if !self.reads_closings(turn, &question.key) {
                    return Ok(QuestionEnd::Stopped);
                }
                let closed = closed_message(&question.key, reason);
                let message = ClientMessage::new(FACE, content(closed));
                (message, QuestionEnd::Stopped)
            }
        };
        // A client may repeat its call after a lost answer.
        message.id = nonce.map(|nonce| format!("elicitation/{nonce}"));
        turn.send(self, message).await?;
        Ok(end)
    }

    /// Returns `true` if the agent of a surface is informed about closed surfaces.
    fn reads_closings(&self, turn: &ToolTurn, surface: &str) -> bool {
        let mut surfaces = turn.snapshot.surfaces.iter();
        match surfaces.find(|known| known.id == surface) {
            Some(surface) => self.gateway.reads_closings(&surface.agent),
            None => false,
        }
    }

    /// Waits until the agent has answered what the user does on the page, at most for the time of a tool call.
    async fn wait_for_visit(&self, turn: &mut ToolTurn, surface: &str) -> Result<(), String> {
        let end = Instant::now() + self.settings.wait;
        let changed = async {
            while let Some(update) = turn.updates.next().await {
                let is_change = match &update {
                    Update::Message(message) => message.surface.as_deref() == Some(surface),
                    Update::Lagged | Update::Failed(_) => true,
                    _ => false,
                };
                turn.changes.add(update);
                if is_change {
                    return;
                }
            }
        };
        if timeout_at(end, changed).await.is_err() {
            let note = format!("The user works on surface {surface} on a page.");
            turn.notes.push(note);
        }
        let idle = turn.session.idle();
        turn.advance(self, idle).await
    }
}

fn content(message: String) -> ClientContent {
    ClientContent::A2ui {
        message,
        dialect: DIALECT,
    }
}

fn digest_of(surface: &SurfaceState) -> String {
    digest(surface.messages.iter().map(String::as_str))
}
