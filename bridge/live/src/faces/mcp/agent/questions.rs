//! The questions that a server asks the user (elicitation). Each question is a surface until it is answered.
//!
//! Specification: [MCP 2025-11-25, elicitation](https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation).

use super::question_surface::{self, QuestionProblem};
use crate::{
    gateway::{
        agent::{AgentError, AgentOutput},
        deletion::deletion_message,
    },
    limits,
    server::page_routes::token,
};
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{oneshot, watch},
    time::{Instant, timeout},
};
use wire::{
    Payload,
    json_rpc::{INTERNAL_ERROR, INVALID_PARAMS, JsonRpcError, RequestId},
};

/// The time in which the user must answer a question.
const ANSWER: Duration = limits::QUESTION_ANSWER;
/// The maximum number of questions that are open at the same time in one session.
const OPEN: usize = limits::OPEN_QUESTIONS;
/// The number of answered questions whose surfaces are remembered, so that a second click is recognised.
const ANSWERED: usize = 64;
/// The start of the ids of all surfaces that are questions.
const SURFACE_PREFIX: &str = "elicitation-";

/// The questions of one server in one session.
pub(super) struct Questions {
    output: Arc<AgentOutput>,
    state: Mutex<QuestionState>,
    /// The number of questions that were shown so far.
    shown: watch::Sender<u64>,
}

struct QuestionState {
    /// The name of the server, which each question shows.
    server_name: String,
    /// The open questions, by the ids of their surfaces.
    open: BTreeMap<String, OpenQuestion>,
    /// The surfaces of the latest answered questions.
    answered: VecDeque<String>,
    /// The time of the latest change of the open questions.
    changed: Instant,
}

struct OpenQuestion {
    params: Payload,
    /// The messages that show the question.
    messages: Vec<String>,
    /// The id of the request over which the server asked, if it sent one.
    request: Option<RequestId>,
    /// The channel for the answer: an `ElicitResult`.
    answer: oneshot::Sender<Payload>,
}

/// The state of the surface that a client's message concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QuestionOf {
    /// The surface is a question that waits for its answer.
    Open,
    /// The surface was a question, and its answer has been sent.
    Answered,
    /// The surface belongs to the server itself.
    Other,
}

impl Questions {
    pub(super) fn new(server_name: &str, output: Arc<AgentOutput>) -> Self {
        Self {
            output,
            state: Mutex::new(QuestionState {
                server_name: server_name.to_owned(),
                open: BTreeMap::new(),
                answered: VecDeque::new(),
                changed: Instant::now(),
            }),
            shown: watch::Sender::new(0),
        }
    }

    fn state(&self) -> MutexGuard<'_, QuestionState> {
        // Each change is complete, so the state is consistent even after a panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the name of the server that users see.
    pub(super) fn set_server_name(&self, name: &str) {
        name.clone_into(&mut self.state().server_name);
    }

    /// Returns a receiver that changes whenever a question is shown.
    pub(super) fn shown(&self) -> watch::Receiver<u64> {
        self.shown.subscribe()
    }

    pub(super) fn has_open(&self) -> bool {
        !self.state().open.is_empty()
    }

    /// Returns the time since which a server has to work instead of the user. While a question is open, this is now.
    pub(super) fn works_since(&self) -> Instant {
        let state = self.state();
        if state.open.is_empty() {
            state.changed
        } else {
            Instant::now()
        }
    }

    /// Asks the user, and returns the `ElicitResult`. Without an answer in time, the result is `cancel`.
    ///
    /// # Errors
    /// Returns an error for the server if the question cannot be shown, or if too many questions are open.
    pub(super) async fn ask(
        &self,
        params: &Payload,
        request: Option<RequestId>,
    ) -> Result<Payload, JsonRpcError> {
        let secret = token().map_err(|error| internal(&error.to_string()))?;
        let surface = format!("{SURFACE_PREFIX}{secret}");
        let server_name = self.state().server_name.clone();
        let messages = question_surface::messages(params, &surface, &server_name)
            .map_err(|reason| JsonRpcError::new(INVALID_PARAMS, reason))?;
        let (answer, answered) = oneshot::channel();
        let question = OpenQuestion {
            params: params.clone(),
            messages: messages.clone(),
            request,
            answer,
        };
        self.open(&surface, question)?;
        // A request that is given up closes its question.
        let _guard = QuestionGuard {
            questions: self,
            surface: &surface,
        };
        self.output.messages(&messages.join("\n")).await;
        self.shown.send_modify(|count| *count += 1);
        match timeout(ANSWER, answered).await {
            Ok(Ok(result)) => Ok(result),
            // The time is over, or the question was closed.
            Ok(Err(_)) | Err(_) => {
                drop(self.take(&surface));
                self.delete(&surface).await;
                Ok(question_surface::answer("cancel"))
            }
        }
    }

    fn open(&self, surface: &str, question: OpenQuestion) -> Result<(), JsonRpcError> {
        let mut state = self.state();
        if state.open.len() >= OPEN {
            let message = format!("at most {OPEN} questions can be open at the same time");
            return Err(internal(&message));
        }
        state.changed = Instant::now();
        state.open.insert(surface.to_owned(), question);
        Ok(())
    }

    /// Removes a question. Returns `None` if another caller has removed it.
    fn take(&self, surface: &str) -> Option<OpenQuestion> {
        let mut state = self.state();
        let question = state.open.remove(surface)?;
        state.changed = Instant::now();
        state.answered.push_back(surface.to_owned());
        if state.answered.len() > ANSWERED {
            state.answered.pop_front();
        }
        Some(question)
    }

    /// Returns the state of the question that a surface is, if it is one.
    pub(super) fn find(&self, surface: &str) -> QuestionOf {
        let state = self.state();
        if state.open.contains_key(surface) {
            return QuestionOf::Open;
        }
        if state.answered.iter().any(|answered| answered == surface) {
            return QuestionOf::Answered;
        }
        QuestionOf::Other
    }

    /// Answers a question with the message of a client. If the values are not valid, the surface shows the reasons, and
    /// the question stays open. Returns `true` if the server gets an answer.
    ///
    /// # Errors
    /// Returns an error if the message does not answer the question.
    pub(super) async fn answer(
        &self,
        surface: &str,
        message: &Payload,
    ) -> Result<bool, AgentError> {
        let (params, messages) = match self.state().open.get(surface) {
            Some(question) => (question.params.clone(), question.messages.clone()),
            None => return Err(already_answered()),
        };
        let result = match question_surface::result(message, &params) {
            Ok(result) => result,
            Err(QuestionProblem::NotAnAnswer(reason)) => return Err(AgentError::permanent(reason)),
            Err(QuestionProblem::Invalid(reasons)) => {
                let message = question_surface::problem_message(&messages, surface, &reasons);
                if let Some(message) = message {
                    self.output.messages(&message).await;
                }
                return Ok(false);
            }
        };
        let Some(question) = self.take(surface) else {
            return Err(already_answered());
        };
        // The surface is gone before the turn ends, so no client asks again.
        self.delete(surface).await;
        // The connection may have ended meanwhile.
        let _ = question.answer.send(result);
        Ok(true)
    }

    /// Closes the question about an address, because the server states that the user has been there.
    pub(super) async fn complete(&self, elicitation: &str) {
        let surface = self.surface_with(|question| {
            let id = question.params.member("elicitationId");
            id.is_some_and(|id| id.as_str().as_deref() == Some(elicitation))
        });
        let Some((surface, question)) = surface.and_then(|surface| {
            let question = self.take(&surface)?;
            Some((surface, question))
        }) else {
            return;
        };
        self.delete(&surface).await;
        // A user who has been there has accepted the question.
        let _ = question.answer.send(question_surface::answer("accept"));
    }

    /// Closes the question of a request that the server has cancelled.
    pub(super) fn withdraw(&self, request: &RequestId) {
        let surface = self.surface_with(|question| question.request.as_ref() == Some(request));
        // Without its channel, the question ends.
        drop(surface.and_then(|surface| self.take(&surface)));
    }

    /// Closes all questions. The server gets the answer `cancel` if it can still be reached.
    pub(super) fn cancel_all(&self) {
        let surfaces: Vec<String> = self.state().open.keys().cloned().collect();
        for surface in surfaces {
            drop(self.take(&surface));
        }
    }

    fn surface_with(&self, is_wanted: impl Fn(&OpenQuestion) -> bool) -> Option<String> {
        let state = self.state();
        let found = state.open.iter().find(|(_, question)| is_wanted(question));
        found.map(|(surface, _)| surface.clone())
    }

    async fn delete(&self, surface: &str) {
        self.output
            .messages(&deletion_message("v0.9", surface))
            .await;
    }
}

/// Closes a question if the request that asked it is given up.
struct QuestionGuard<'a> {
    questions: &'a Questions,
    surface: &'a str,
}

impl Drop for QuestionGuard<'_> {
    fn drop(&mut self) {
        if self.questions.take(self.surface).is_none() {
            return;
        }
        let output = Arc::clone(&self.questions.output);
        let delete = deletion_message("v0.9", self.surface);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { output.messages(&delete).await });
        }
    }
}

fn already_answered() -> AgentError {
    AgentError::permanent("the question is already answered")
}

fn internal(message: &str) -> JsonRpcError {
    JsonRpcError::new(INTERNAL_ERROR, message)
}
