//! The turns of the agents that answer a message.

use super::{
    FACE,
    content::Content,
    context::{Context, ContextView},
    inbound::{self, Inbound, InboundContent},
    rpc::{ErrorKind, RpcError},
    task::{Numbered, Task},
    task_state::TaskState,
};
use crate::gateway::{ClientContent, ClientMessage, GatewayError, Session, Turn, TurnOutcome};
use std::sync::Arc;
use tokio::sync::OwnedMutexGuard;

/// The number of an error message, which belongs to no entry of the session. Every replay contains it.
const ALWAYS: u64 = u64::MAX;

/// Sends the contents of a message. Returns their turns, and the answers to bad messages.
pub(super) async fn send(
    session: &Session,
    inbound: &Inbound,
) -> Result<(Vec<Turn>, Vec<Numbered>), RpcError> {
    let mut turns = Vec::new();
    let mut errors = Vec::new();
    let error = |content: Content| Numbered { seq: ALWAYS, content };
    for (index, content) in inbound.contents.iter().enumerate() {
        let content = match content {
            InboundContent::Valid(content) => content,
            InboundContent::Invalid(answer) => {
                errors.push(error(answer.clone()));
                continue;
            }
        };
        let message = ClientMessage {
            // The other parts of a message that is sent again are not delivered again, either.
            id: Some(format!("a2a/{}/{index}", inbound.message_id)),
            data_model: inbound.data_model.clone(),
            capabilities: inbound.capabilities.clone(),
            ..ClientMessage::new(FACE, content.clone())
        };
        match (session.send(message).await, content) {
            (Ok(turn), _) => turns.push(turn),
            (Err(GatewayError::Refused(diagnostic)), ClientContent::A2ui { message, .. }) => {
                errors.push(error(inbound::refusal_message(
                    message,
                    &diagnostic,
                    inbound.negotiated.as_ref(),
                )));
            }
            (Err(failed), _) if turns.is_empty() => return Err(of_gateway(&failed)),
            (Err(failed), _) => errors.push(error(Content::Text(failed.to_string()))),
        }
    }
    if inbound.contents.is_empty() {
        turns.push(session.idle());
    }
    Ok((turns, errors))
}

/// Collects the answer of a task until the turns of its message are over.
pub(super) async fn run(
    session: Session,
    context: Arc<Context>,
    task: Arc<Task>,
    turns: Vec<Turn>,
    held: Option<OwnedMutexGuard<ContextView>>,
) {
    let (mut view, has_lost_answers) = match held {
        Some(view) => (view, false),
        None => tokio::select! {
            view = Arc::clone(&context.view).lock_owned() => (view, context.take_lost_answers()),
            () = task.ended() => return,
        },
    };
    tokio::select! {
        ended = collect(&session, &mut view, &task, turns, has_lost_answers) => match ended {
            Ok(None) => { task.end(TaskState::Completed, None); }
            Ok(Some(reason)) => { task.end(TaskState::Failed, Some(reason)); }
            Err(error) => { task.end(TaskState::Failed, Some(error.to_string())); }
        },
        // It was canceled. What the agent says later is in the answer of the next message.
        () = task.ended() => {}
    }
}

/// Returns the reason if a turn failed.
async fn collect(
    session: &Session,
    view: &mut ContextView,
    task: &Task,
    turns: Vec<Turn>,
    has_lost_answers: bool,
) -> Result<Option<String>, GatewayError> {
    let mut reason = None;
    let missed = view.catch_up(session, task.negotiated.as_ref(), has_lost_answers).await?;
    task.add(missed);
    for mut turn in turns {
        let outcome = loop {
            tokio::select! {
                biased;
                batch = view.next(session) => {
                    task.add(batch?);
                }
                outcome = turn.wait() => break outcome,
            }
        };
        let failed = match outcome {
            TurnOutcome::Ended => None,
            TurnOutcome::Failed(reason) => Some(reason),
            TurnOutcome::TimedOut => Some("the agent has not answered in time".to_owned()),
        };
        reason = reason.or(failed);
    }
    task.add(view.rest(session).await?);
    Ok(reason)
}

/// Returns the error of A2A for one of the gateway.
pub(super) fn of_gateway(error: &GatewayError) -> RpcError {
    let kind = match error {
        GatewayError::Name | GatewayError::Refused(_) => ErrorKind::InvalidParams,
        _ => ErrorKind::Internal,
    };
    RpcError::new(kind, error.to_string())
}
