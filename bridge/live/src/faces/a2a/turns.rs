//! Turns of the agents that answer a client's message.

use super::{
    FACE,
    context::{Context, ContextView},
    inbound::{Inbound, InboundContent},
    rpc::{ErrorKind, RpcError},
    task::Task,
    task_state::TaskState,
};
use crate::gateway::{ClientContent, ClientMessage, GatewayError, Session, Turn, TurnOutcome};
use std::sync::Arc;
use tokio::sync::OwnedMutexGuard;

/// Sends the contents of a message. Returns the turns that they began, and the reasons for refused contents.
pub(super) async fn send(
    session: &Session,
    inbound: &Inbound,
) -> Result<(Vec<Turn>, Vec<String>), RpcError> {
    let mut turns = Vec::new();
    let mut refusals = Vec::new();
    for (index, content) in inbound.contents.iter().enumerate() {
        let content = match content {
            InboundContent::Valid(content) => content,
            InboundContent::Invalid(reason) => {
                refusals.push(reason.clone());
                continue;
            }
        };
        let message = ClientMessage {
            // The other parts of a message that is sent again are not delivered again, either.
            id: Some(format!("a2a/{}/{index}", inbound.request.id)),
            data_model: inbound.data_model.clone(),
            capabilities: inbound.capabilities.clone(),
            ..ClientMessage::new(FACE, content.clone())
        };
        match (session.send(message).await, content) {
            (Ok(turn), _) => turns.push(turn),
            (Err(refused @ GatewayError::Refused(_)), ClientContent::A2ui { .. }) => {
                refusals.push(refused.to_string());
            }
            (Err(failed), _) if turns.is_empty() => return Err(of_gateway(&failed)),
            (Err(failed), _) => refusals.push(failed.to_string()),
        }
    }
    if inbound.contents.is_empty() {
        turns.push(session.idle());
    }
    Ok((turns, refusals))
}

/// Collects the answer of a task until the turns of its message have ended. If contents of the message were refused,
/// the task fails.
pub(super) async fn run(
    session: Session,
    context: Arc<Context>,
    task: Arc<Task>,
    turns: Vec<Turn>,
    refusals: Vec<String>,
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
            Ok(failure) => {
                let reasons: Vec<_> = refusals.into_iter().chain(failure).collect();
                let state = if reasons.is_empty() { TaskState::Completed } else { TaskState::Failed };
                task.end(state, (!reasons.is_empty()).then(|| reasons.join("\n")));
            }
            Err(error) => { task.end(TaskState::Failed, Some(error.to_string())); }
        },
        // The task was canceled. Later output of the agent is in the answer to the next message.
        () = task.ended() => {}
    }
}

/// Collects the answer. If a turn failed, returns the reason.
async fn collect(
    session: &Session,
    view: &mut ContextView,
    task: &Task,
    turns: Vec<Turn>,
    has_lost_answers: bool,
) -> Result<Option<String>, GatewayError> {
    let mut reason = None;
    let missed = view
        .catch_up(session, task.negotiated.as_ref(), has_lost_answers)
        .await?;
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
    let mut rest = view.rest(session).await?;
    let refused = view.end_answer(&mut rest);
    task.add(rest);
    Ok(reason.or(refused))
}

/// Converts a gateway error into an A2A error.
pub(super) fn of_gateway(error: &GatewayError) -> RpcError {
    let kind = match error {
        GatewayError::Name | GatewayError::Refused(_) => ErrorKind::InvalidParams,
        _ => ErrorKind::Internal,
    };
    RpcError::new(kind, error.to_string())
}
