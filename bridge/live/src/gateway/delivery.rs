//! Delivers the inputs of a session to its agents, and decides when their turns are over.

use super::{
    GatewayReportKind, GatewaySettings,
    agent::{Agent, AgentConnection, AgentError, AgentInput, AgentOutput, TurnEnd},
    metrics::count,
    open_session::OpenSession,
    turn::{Turn, TurnOutcome},
};
use std::{
    sync::{Arc, Weak},
    time::Duration,
};
use tokio::{
    sync::watch,
    task::{JoinHandle, spawn_blocking},
    time::{sleep, timeout},
};

/// The first pause before an input is delivered again.
const PAUSE: Duration = Duration::from_secs(1);
/// The longest pause before an input is delivered again.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// The number of deliveries of one input.
const DELIVERIES: u32 = 8;

/// Connects the agents to a session, and starts to deliver its inputs.
pub(super) fn connect(session: &Arc<OpenSession>) {
    let agents = session.gateway().agents.iter().enumerate();
    session.add_tasks(agents.map(|(at, agent)| start(session, at, &**agent)));
}

fn start(session: &Arc<OpenSession>, at: usize, agent: &dyn Agent) -> JoinHandle<()> {
    let sink: Weak<OpenSession> = Arc::downgrade(session);
    let output = AgentOutput { session: sink, agent: agent.name().into() };
    let connection = agent.connect(session.name(), output);
    let runtime = session.gateway().runtime.clone();
    runtime.spawn(deliver_all(Arc::downgrade(session), at, connection))
}

async fn deliver_all(session: Weak<OpenSession>, at: usize, mut connection: Box<dyn AgentConnection>) {
    let channels = match session.upgrade().and_then(|session| session.channels.get(at).cloned()) {
        Some(channels) => channels,
        None => return,
    };
    loop {
        let next = match session.upgrade() {
            Some(session) => session.state().agents.get(at).and_then(|agent| agent.waiting.front().cloned()),
            None => return,
        };
        match next {
            Some(input) => deliver(&session, at, &mut *connection, input).await,
            // A task that waits must not keep the session.
            None => channels.waiting.notified().await,
        }
    }
}

/// Delivers one input, again and again after temporary errors.
async fn deliver(
    session: &Weak<OpenSession>,
    at: usize,
    connection: &mut dyn AgentConnection,
    input: AgentInput,
) {
    let outputs = session.upgrade().and_then(|session| Some(session.channels.get(at)?.outputs.subscribe()));
    let Some(outputs) = outputs else { return };
    let mut pause = PAUSE;
    let mut attempts = 1;
    let outcome = loop {
        match connection.deliver(input.clone()).await {
            Err(error) if error.is_temporary() && attempts < DELIVERIES => {
                let Some(strong) = session.upgrade() else { return };
                report(&strong, at, error);
                count(&strong.gateway().metrics.redeliveries);
                drop(strong);
                sleep(pause).await;
                pause = (pause * 2).min(LONGEST_PAUSE);
                attempts += 1;
            }
            outcome => break outcome,
        }
    };
    let Some(strong) = session.upgrade() else { return };
    let id = input.id;
    let marked = (Arc::clone(&strong), id.clone());
    // A panic in the task has been printed.
    let _ = spawn_blocking(move || marked.0.mark_delivered(at, &marked.1)).await;
    let metrics = &strong.gateway().metrics;
    strong.gateway().mark_agent(at, outcome.is_err());
    match outcome {
        Ok(TurnEnd::Ended) => {
            count(&metrics.delivered_inputs);
            strong.end_turn(&id, TurnOutcome::Ended);
        }
        Ok(TurnEnd::WhenQuiet) => {
            count(&metrics.delivered_inputs);
            let settings = strong.gateway().settings.clone();
            let session = Weak::clone(session);
            // The next input is delivered meanwhile.
            strong.gateway().runtime.spawn(async move {
                wait_until_quiet(outputs, settings.first_answer, settings.quiet).await;
                if let Some(session) = session.upgrade() {
                    session.end_turn(&id, TurnOutcome::Ended);
                }
            });
        }
        Err(error) => {
            count(&metrics.failed_inputs);
            let reason = error.to_string();
            report(&strong, at, error);
            strong.end_turn(&id, TurnOutcome::Failed(reason));
        }
    }
}

fn report(session: &OpenSession, at: usize, error: AgentError) {
    let agent = session.gateway().agents.get(at).map(|agent| agent.name().to_owned()).unwrap_or_default();
    session.report(GatewayReportKind::Agent { agent, error });
}

/// Waits for the first output, at most for `first`, and then for a silence.
async fn wait_until_quiet(mut outputs: watch::Receiver<u64>, first: Duration, quiet: Duration) {
    if timeout(first, outputs.changed()).await.is_ok_and(|changed| changed.is_ok()) {
        while timeout(quiet, outputs.changed()).await.is_ok_and(|changed| changed.is_ok()) {}
    }
}

/// Returns a turn that ends when all inputs are answered and all agents are quiet.
pub(super) fn idle(session: &Arc<OpenSession>) -> Turn {
    let GatewaySettings { first_answer, quiet, turn, .. } = session.gateway().settings.clone();
    let (ended, outcome) = watch::channel(None);
    let seq = session.state().next.saturating_sub(1);
    let has_content = session.state().has_content();
    let turns = session.open_turns();
    let speaking = session.gateway().agents.iter().zip(&session.channels);
    let speaking = speaking.filter(|(agent, _)| agent.is_spontaneous());
    let speaking: Vec<_> = speaking.map(|(_, channels)| channels.outputs.subscribe()).collect();
    session.gateway().runtime.spawn(async move {
        for mut turn in turns {
            let _ = turn.wait_for(Option::is_some).await;
        }
        // Agents that have shown something need not speak again.
        let first = if has_content { quiet } else { first_answer };
        let silences = speaking.into_iter().map(|outputs| wait_until_quiet(outputs, first, quiet));
        futures_util::future::join_all(silences).await;
        ended.send_replace(Some(TurnOutcome::Ended));
    });
    Turn { seq, outcome, longest: turn }
}
