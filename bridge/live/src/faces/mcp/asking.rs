//! Asks the user of a client during a tool call: by a request before 2026-07-28, and by the result since then.

use super::{
    abilities::ClientAbilities,
    request_state::{RequestState, StateSeal, call_digest},
    revision::Revision,
    server_requests::ServerRequests,
};
use crate::limits;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    sync::mpsc::Sender,
    time::{Instant, interval_at, sleep_until},
};
use wire::{
    Payload,
    json_rpc::{JsonRpcError, JsonRpcNotification, JsonRpcVersion},
};

/// The method that asks the user.
pub(super) const ELICIT: &str = "elicitation/create";
/// The time in which the user must answer.
const ANSWER: Duration = limits::QUESTION_ANSWER;
/// The time between notifications about the progress of a call that waits for the user.
const PROGRESS: Duration = Duration::from_secs(10);

/// The way in which one tool call asks the user.
pub(super) struct Asker {
    pub(super) abilities: ClientAbilities,
    pub(super) revision: Revision,
    channel: AskChannel,
}

enum AskChannel {
    /// The call cannot ask.
    Closed,
    /// Requests go to the client, whose answers are resolved elsewhere.
    Requests {
        requests: Arc<ServerRequests>,
        to: Sender<String>,
        /// The token of the client for the progress of the call.
        progress: Option<Payload>,
    },
    /// The result asks. The client repeats the call with its answers.
    Results {
        seal: Box<StateSeal>,
        /// The digest of the call.
        call: String,
        retry: Mutex<Option<Box<RetriedCall>>>,
    },
}

/// The answers with which a client repeats a call.
#[derive(Clone, Debug)]
pub(super) struct RetriedCall {
    pub(super) responses: Payload,
    pub(super) state: RequestState,
}

/// The outcome of a question.
#[derive(Debug)]
pub(super) enum Asked {
    /// The answer of the user, as an `ElicitResult`.
    Answer(Payload),
    /// The result must ask, because the question has not been answered yet.
    ByResult,
    /// The user cannot be asked, for this reason.
    Unanswered(String),
}

/// The parameters with which a client answers the questions of a result.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct InputParams {
    pub(super) responses: Option<Payload>,
    pub(super) state: Option<Payload>,
}

impl Asker {
    /// Creates an asker that cannot ask.
    pub(super) fn closed(revision: Revision) -> Self {
        Self {
            abilities: ClientAbilities::default(),
            revision,
            channel: AskChannel::Closed,
        }
    }

    /// Creates an asker that sends requests to the client.
    pub(super) fn by_requests(
        revision: Revision,
        abilities: ClientAbilities,
        requests: &Arc<ServerRequests>,
        to: Sender<String>,
        params: &Payload,
    ) -> Self {
        let meta = params.member("_meta");
        let progress = meta.and_then(|meta| meta.member("progressToken"));
        Self {
            abilities,
            revision,
            channel: AskChannel::Requests {
                requests: Arc::clone(requests),
                to,
                progress: progress.filter(|token| !token.is_null()),
            },
        }
    }

    /// Creates an asker for a client of 2026-07-28, which may repeat a call with answers.
    ///
    /// # Errors
    /// Returns an error if the client returns a state that does not belong to this call.
    pub(super) fn by_results(
        abilities: ClientAbilities,
        seal: Option<&StateSeal>,
        tool: &str,
        arguments: &Payload,
        input: &InputParams,
    ) -> Result<Self, JsonRpcError> {
        let revision = Revision::V2026_07;
        let Some(seal) = seal else {
            return Ok(Self::closed(revision));
        };
        let call = call_digest(tool, arguments);
        let retry = match &input.state {
            None => None,
            Some(sealed) => {
                let text = sealed.as_str().unwrap_or_default();
                let state = seal.open(&text, &call).ok_or_else(invalid_state)?;
                let responses = input.responses.clone();
                let responses = responses.unwrap_or_else(Payload::empty_object);
                Some(Box::new(RetriedCall { responses, state }))
            }
        };
        Ok(Self {
            abilities,
            revision,
            channel: AskChannel::Results {
                seal: Box::new(seal.clone()),
                call,
                retry: Mutex::new(retry),
            },
        })
    }

    /// Returns `true` if the call can ask the user.
    pub(super) fn can_ask(&self) -> bool {
        !matches!(self.channel, AskChannel::Closed) && self.abilities.can_ask()
    }

    /// Returns the state of a call that the client repeats.
    pub(super) fn resumed(&self) -> Option<RequestState> {
        let AskChannel::Results { retry, .. } = &self.channel else {
            return None;
        };
        let retry = retry.lock().unwrap_or_else(PoisonError::into_inner);
        retry.as_ref().map(|retry| retry.state.clone())
    }

    /// Asks the user about a surface. `key` is its id, and `digest` its state.
    pub(super) async fn ask(&self, key: &str, digest: &str, params: &Payload) -> Asked {
        match &self.channel {
            AskChannel::Closed => Asked::Unanswered("The client cannot ask its user.".to_owned()),
            AskChannel::Requests {
                requests,
                to,
                progress,
            } => ask_by_request(requests, to, progress.as_ref(), params).await,
            AskChannel::Results { retry, .. } => {
                // Each answer is used once.
                let taken = retry.lock().unwrap_or_else(PoisonError::into_inner).take();
                let response = match taken {
                    Some(retry) if retry.state.key == key && retry.state.digest == digest => {
                        retry.responses.member(key).filter(Payload::is_object)
                    }
                    _ => None,
                };
                match response {
                    Some(response) => Asked::Answer(response),
                    None => Asked::ByResult,
                }
            }
        }
    }

    /// Seals the state of a call whose result asks.
    pub(super) fn seal(&self, state: RequestState) -> Option<String> {
        match &self.channel {
            AskChannel::Results { seal, call, .. } => Some(seal.seal(RequestState {
                call: call.clone(),
                ..state
            })),
            _ => None,
        }
    }

    /// Informs the client that the user has been at the address of a question.
    pub(super) async fn complete(&self, elicitation: &str) {
        if let AskChannel::Requests { to, .. } = &self.channel {
            let id = Payload::string(elicitation);
            let params = Payload::object([("elicitationId", &id)]);
            notify(to, "notifications/elicitation/complete", params).await;
        }
    }
}

/// Sends a request to the client, and waits for its answer.
async fn ask_by_request(
    requests: &ServerRequests,
    to: &Sender<String>,
    progress: Option<&Payload>,
    params: &Payload,
) -> Asked {
    let mut waiting = requests.create(ELICIT, params.clone());
    if to.send(waiting.request.to_line()).await.is_err() {
        return unreachable_client();
    }
    let end = Instant::now() + ANSWER;
    let mut ticks = interval_at(Instant::now() + PROGRESS, PROGRESS);
    let mut steps = 0_u32;
    let answer = loop {
        tokio::select! {
            answer = &mut waiting.answer => break answer.ok(),
            _ = ticks.tick(), if progress.is_some() => {
                steps += 1;
                tell_progress(to, progress, steps).await;
            }
            // An answer cannot arrive without the stream of its question.
            () = to.closed() => return unreachable_client(),
            () = sleep_until(end) => break None,
        }
    };
    let Some(answer) = answer else {
        let id = waiting.request.id.to_payload();
        let reason = Payload::string("the user has not answered in time");
        let params = Payload::object([("requestId", &id), ("reason", &reason)]);
        notify(to, "notifications/cancelled", params).await;
        return Asked::Unanswered("The user has not answered in time.".to_owned());
    };
    match answer.outcome {
        Ok(result) => Asked::Answer(result),
        Err(error) => Asked::Unanswered(format!("The client cannot ask its user: {error}.")),
    }
}

fn unreachable_client() -> Asked {
    Asked::Unanswered("The client cannot be asked at the moment.".to_owned())
}

/// Informs the client that its call is still running. Many clients otherwise give it up.
async fn tell_progress(to: &Sender<String>, token: Option<&Payload>, steps: u32) {
    let Some(token) = token else { return };
    let count = Payload::serialize_from(&steps).unwrap_or_else(|_| Payload::null());
    let message = Payload::string("waiting for the user");
    let params = Payload::object([
        ("progressToken", token),
        ("progress", &count),
        ("message", &message),
    ]);
    notify(to, "notifications/progress", params).await;
}

async fn notify(to: &Sender<String>, method: &str, params: Payload) {
    let notification = JsonRpcNotification::new(JsonRpcVersion::V2, method).params(params);
    // Without a receiver, the client has disconnected.
    let _ = to.send(notification.to_line()).await;
}

fn invalid_state() -> JsonRpcError {
    JsonRpcError::invalid_params(
        "the `requestState` is not valid for this call, or has expired; call the tool without it",
    )
}
