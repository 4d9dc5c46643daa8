//! Delivers the inputs of a session to its agents, and decides when their turns are over.

use super::{
    GatewayReportKind, GatewaySettings, TurnOrder,
    agent::{Agent, AgentConnection, AgentError, AgentInput, AgentOutput, OpenTurn, TurnEnd},
    metrics::count,
    open_session::{NextInput, OpenSession},
    turn::{Turn, TurnOutcome},
    turn_activity::{TurnActivity, wait_for_end},
};
use std::{
    collections::BTreeSet,
    sync::{Arc, Weak},
    time::{Duration, Instant},
};
use tokio::{
    sync::watch,
    task::{JoinHandle, spawn_blocking},
    time::sleep,
};
use tracing::debug;

/// The first pause before an input is redelivered.
const PAUSE: Duration = Duration::from_millis(200);
/// The longest pause before an input is redelivered.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// The time for which a restored input is redelivered after temporary errors. Its agent may start at the same time as
/// this program.
const RESTORED_RETRY: Duration = Duration::from_secs(60);

/// The pause before another program is asked again if it still processes an input.
const QUESTION_PAUSE: Duration = Duration::from_millis(200);
/// The pause before the program tries again to store the end of a turn.
const STORE_PAUSE: Duration = Duration::from_secs(1);

/// Connects the agents to a session, and starts to deliver its inputs.
pub(super) fn connect(session: &Arc<OpenSession>) {
    let agents = session.gateway().agents.iter().enumerate();
    session.add_tasks(agents.map(|(agent_index, agent)| start(session, agent_index, &**agent)));
}

fn start(session: &Arc<OpenSession>, agent_index: usize, agent: &dyn Agent) -> JoinHandle<()> {
    let sink: Weak<OpenSession> = Arc::downgrade(session);
    let output = AgentOutput {
        session: sink,
        agent: agent.name().into(),
    };
    let connection = agent.connect(session.name(), output);
    let runtime = session.gateway().runtime.clone();
    runtime.spawn(deliver_all(
        Arc::downgrade(session),
        agent_index,
        connection,
    ))
}

/// Delivers the inputs of one agent, one after the other, until the session ends.
async fn deliver_all(
    session: Weak<OpenSession>,
    agent_index: usize,
    mut connection: Box<dyn AgentConnection>,
) {
    let channels = match session
        .upgrade()
        .and_then(|session| session.channels.get(agent_index).cloned())
    {
        Some(channels) => channels,
        None => return,
    };
    let mut begun = BTreeSet::new();
    loop {
        let Some(strong) = session.upgrade() else {
            return;
        };
        let next = strong.next_input(agent_index, &mut begun);
        // A task that waits must not keep the session.
        drop(strong);
        match next {
            Some(NextInput {
                input,
                other: Some(program),
            }) if is_in_work(&session, program.clone(), input.id.clone()).await => {
                sleep(QUESTION_PAUSE).await;
                read_store(&session).await;
            }
            Some(NextInput { input, .. }) => {
                begun.insert(input.id.clone());
                deliver(&session, agent_index, &mut *connection, input).await;
            }
            None => channels.waiting.notified().await,
        }
    }
}

/// Returns `true` if another program is processing an input, or if that program cannot be asked.
async fn is_in_work(session: &Weak<OpenSession>, program: String, input: String) -> bool {
    let Some(strong) = session.upgrade() else {
        return true;
    };
    let answer = spawn_blocking(move || {
        strong
            .gateway()
            .store
            .is_in_work(&program, strong.name(), &input)
    });
    !matches!(answer.await, Ok(Ok(false)))
}

/// Reads the changes that other programs have stored.
async fn read_store(session: &Weak<OpenSession>) {
    let Some(strong) = session.upgrade() else {
        return;
    };
    // A panic in the task has been printed.
    let _ = spawn_blocking(move || strong.check()).await;
}

/// Delivers one input. Waits for the end of its turn, unless turns may overlap.
async fn deliver(
    session: &Weak<OpenSession>,
    agent_index: usize,
    connection: &mut dyn AgentConnection,
    input: AgentInput,
) {
    let (id, began) = (input.id.clone(), Instant::now());
    debug!(session = input.session, turn = id, "the turn begins");
    let Some(start) = activity(session, agent_index) else {
        return;
    };
    let turn = match pass_on(session, agent_index, connection, input).await {
        None => return,
        Some(Ok(TurnEnd::Ended)) => {
            // The answer of the agent may be lost.
            let failed = activity(session, agent_index).and_then(|now| now.failure_since(&start));
            return end(
                session,
                agent_index,
                id,
                began,
                failed.unwrap_or(TurnOutcome::Ended),
            )
            .await;
        }
        Some(Ok(TurnEnd::Open(turn))) => turn,
        Some(Err(error)) => {
            let reason = error.message().to_owned();
            report(session, agent_index, &id, error);
            return end(session, agent_index, id, began, TurnOutcome::Failed(reason)).await;
        }
    };
    let Some(strong) = session.upgrade() else {
        return;
    };
    let Some(channels) = strong.channels.get(agent_index) else {
        return;
    };
    let activity = channels.activity.subscribe();
    let settings = strong.gateway().settings.clone();
    let (session, runtime) = (Weak::clone(session), strong.gateway().runtime.clone());
    drop(strong);
    let order = settings.turn_order;
    let ended = async move {
        let outcome = wait_for_end(activity, &turn, &settings).await;
        end(&session, agent_index, id, began, outcome).await;
    };
    match order {
        TurnOrder::OneByOne => ended.await,
        TurnOrder::Overlapping => drop(runtime.spawn(ended)),
    }
}

fn activity(session: &Weak<OpenSession>, agent_index: usize) -> Option<TurnActivity> {
    Some(
        session
            .upgrade()?
            .channels
            .get(agent_index)?
            .activity
            .borrow()
            .clone(),
    )
}

/// Passes an input to the agent, and repeats this after temporary errors. Returns `None` if the session has ended.
async fn pass_on(
    session: &Weak<OpenSession>,
    agent_index: usize,
    connection: &mut dyn AgentConnection,
    input: AgentInput,
) -> Option<Result<TurnEnd, AgentError>> {
    let began = Instant::now();
    let mut pause = PAUSE;
    loop {
        let error = match connection.deliver(input.clone()).await {
            Err(error) if error.is_temporary() => error,
            outcome => return Some(outcome),
        };
        let strong = session.upgrade()?;
        let gateway = strong.gateway();
        let longest = if strong.is_restored(&input.id) {
            RESTORED_RETRY
        } else {
            gateway.settings.retry
        };
        if began.elapsed() + pause > longest {
            return Some(Err(error));
        }
        // The operator learns the cause once, and the end if it stays.
        if pause == PAUSE {
            report(session, agent_index, &input.id, error);
        }
        count(&gateway.metrics.redeliveries);
        drop(strong);
        sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Records the end of a turn that began at the time `began`.
async fn end(
    session: &Weak<OpenSession>,
    agent_index: usize,
    input: String,
    began: Instant,
    outcome: TurnOutcome,
) {
    let Some(strong) = session.upgrade() else {
        return;
    };
    let metrics = &strong.gateway().metrics;
    let (took, turn) = (began.elapsed(), &*input);
    let agent = strong
        .gateway()
        .agents
        .get(agent_index)
        .map_or("", |agent| agent.name());
    if let Some(agent) = metrics.agent(agent_index) {
        agent.turns.add(took);
    }
    let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    debug!(
        session = strong.name(),
        turn,
        agent,
        ms,
        outcome = outcome.label(),
        "the turn has ended"
    );
    match &outcome {
        TurnOutcome::Failed(_) => {
            count(&metrics.failed_inputs);
            strong.gateway().mark_agent(agent_index, true);
        }
        TurnOutcome::Ended => {
            count(&metrics.delivered_inputs);
            strong.gateway().mark_agent(agent_index, false);
        }
        TurnOutcome::TimedOut => {
            count(&metrics.delivered_inputs);
            report(
                session,
                agent_index,
                &input,
                AgentError::temporary("the agent has not ended its turn in time"),
            );
        }
    }
    let outcome = Arc::new(outcome);
    let mut store = strong.gateway().store.away();
    drop(strong);
    loop {
        let Some(strong) = session.upgrade() else {
            return;
        };
        let (input, outcome) = (input.clone(), Arc::clone(&outcome));
        // A panic in the task has been printed.
        match spawn_blocking(move || strong.end_turn(agent_index, &input, &outcome)).await {
            Ok(false) => sleep(STORE_PAUSE).await,
            Ok(true) | Err(_) => return,
        }
        // The wait fails only if the gateway has ended, and then the loop ends, too.
        let _ = store.wait_for(Option::is_none).await;
    }
}

/// Reports an error about the turn of an input.
fn report(session: &Weak<OpenSession>, agent_index: usize, input: &str, error: AgentError) {
    let Some(session) = session.upgrade() else {
        return;
    };
    let agent = session
        .gateway()
        .agents
        .get(agent_index)
        .map(|agent| agent.name().to_owned())
        .unwrap_or_default();
    session.report_turn(Some(input), GatewayReportKind::Agent { agent, error });
}

/// Returns a turn that ends when all inputs are answered and all agents are silent. It fails if there is nothing to
/// show because an agent has failed.
pub(super) fn idle(session: &Arc<OpenSession>) -> Turn {
    let settings = session.gateway().settings.clone();
    let (ended, outcome) = watch::channel(None);
    let seq = session.state().next.saturating_sub(1);
    let longest = settings.turn_limit;
    let turns = session.open_turns();
    let speaking = session.gateway().agents.iter().zip(&session.channels);
    let speaking = speaking.filter(|(agent, _)| agent.is_spontaneous());
    let speaking: Vec<_> = speaking
        .map(|(_, channels)| {
            let activity = channels.activity.subscribe();
            let start = activity.borrow().clone();
            (activity, start)
        })
        .collect();
    // Later output of an agent either follows its recorded start, or already counts as content.
    let has_content = session.state().has_content();
    session.gateway().runtime.spawn(async move {
        for mut turn in turns {
            // If the session ends, the sender is dropped and the turn counts as ended.
            let _ = turn.wait_for(Option::is_some).await;
        }
        let silences = speaking
            .into_iter()
            .map(|(activity, start)| wait_for_silence(activity, start, has_content, &settings));
        let outcomes = futures_util::future::join_all(silences).await;
        let failed = outcomes
            .into_iter()
            .find(|outcome| matches!(outcome, TurnOutcome::Failed(_)));
        ended.send_replace(Some(failed.unwrap_or(TurnOutcome::Ended)));
    });
    Turn {
        seq,
        outcome,
        longest,
    }
}

/// Waits until a spontaneous agent is silent. `start` is its activity at the beginning.
async fn wait_for_silence(
    mut activity: watch::Receiver<TurnActivity>,
    start: TurnActivity,
    has_content: bool,
    settings: &GatewaySettings,
) -> TurnOutcome {
    let mut turn = OpenTurn {
        start,
        needs_no_answer: has_content,
    };
    // Clients can use what an agent has shown before it failed.
    if has_content {
        wait_for_end(activity, &turn, settings).await;
        return TurnOutcome::Ended;
    }
    let end = Instant::now() + settings.first_answer;
    loop {
        let failure = activity.borrow_and_update().failure().cloned();
        if let Some(error) = failure.filter(|error| !error.is_temporary() || Instant::now() >= end)
        {
            return TurnOutcome::Failed(error.message().to_owned());
        }
        match wait_for_end(activity.clone(), &turn, settings).await {
            // An agent that fails once starts again.
            TurnOutcome::Failed(_) => turn.start = activity.borrow().clone(),
            outcome => return outcome,
        }
    }
}
