//! The throughput of workers, with the CPU time of server and workers.

use crate::{
    Failure,
    arguments::Programs,
    cluster::Cluster,
    generator::{MeasuredMessages, Session, measured_sessions},
    workers::stop_all,
};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// The time in which workers find each other and divide the partitions among them.
const DIVISION: Duration = Duration::from_secs(3);
/// The number of sessions of each workload.
const SESSIONS: usize = 200;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
struct Row {
    messages: MeasuredMessages,
    partitions: u32,
    workers: usize,
}

/// The result of one measurement.
#[derive(Clone, Copy, Debug)]
struct Round {
    messages_per_second: f64,
    /// CPU milliseconds of the server for each message.
    server: f64,
    /// CPU milliseconds of all workers for each message.
    workers: f64,
    state_writes: f64,
}

/// Measures all rows in alternating rounds, and prints a table of medians.
pub(crate) async fn measure(
    programs: &Programs,
    rounds: usize,
    scale: usize,
) -> Result<(), Failure> {
    use MeasuredMessages::{Data, Surfaces, Text};
    let row = |messages, partitions, workers| Row {
        messages,
        partitions,
        workers,
    };
    let kinds = [Data, Surfaces, Text(1), Text(10), Text(100)];
    let mut rows: Vec<Row> = kinds
        .iter()
        .flat_map(|messages| [1, 2].map(|workers| row(*messages, 4, workers)))
        .collect();
    rows.extend([1, 16].map(|partitions| row(Surfaces, partitions, 1)));
    let mut measured: Vec<Vec<Round>> = vec![Vec::new(); rows.len()];
    for _ in 0..rounds {
        for (row, measured) in rows.iter().zip(&mut measured) {
            measured.push(
                programs
                    .run(async |cluster| round(cluster, *row, scale).await)
                    .await?,
            );
        }
    }
    println!(
        "| messages | bytes | partitions | workers | messages/s | server CPU ms | worker CPU ms | state writes | speed-up |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    let mut before = 0.0;
    for (row, rounds) in rows.iter().zip(&measured) {
        let speed = median(rounds, |round| round.messages_per_second);
        let speed_up = if row.workers == 2 {
            format!("{:.2}", speed / before)
        } else {
            String::new()
        };
        before = speed;
        println!(
            "| {} | {} | {} | {} | {speed:.0} | {:.2} | {:.2} | {:.2} | {speed_up} |",
            row.messages,
            mean_bytes(&sessions(*row, scale)),
            row.partitions,
            row.workers,
            median(rounds, |round| round.server),
            median(rounds, |round| round.workers),
            median(rounds, |round| round.state_writes),
        );
    }
    println!(
        "\nCPU times and state writes are those of one message. Each figure is the median of {rounds} rounds."
    );
    Ok(())
}

fn sessions(row: Row, scale: usize) -> Vec<Session> {
    measured_sessions(row.messages, SESSIONS, scale)
}

/// Measures one row: publishes all messages while the consumers are paused, and waits until the workers have finished
/// the messages.
async fn round(cluster: &mut Cluster, row: Row, scale: usize) -> Result<Round, Failure> {
    cluster.program.init(row.partitions).await?;
    let workers = cluster.program.start_all(row.workers)?;
    sleep(DIVISION).await;
    pause(cluster, row.partitions, true).await?;
    let mut publisher = cluster.publisher();
    publisher.concurrent = SESSIONS;
    publisher.publish_all(&sessions(row, scale), 1).await?;
    sleep(Duration::from_secs(1)).await;
    let cpu = || -> f64 {
        workers
            .iter()
            .map(|worker| worker.process.cpu_seconds())
            .sum()
    };
    let (start, server, worker) = (Instant::now(), cluster.server.cpu_seconds(), cpu());
    pause(cluster, row.partitions, false).await?;
    cluster.wait_until_done().await?;
    let seconds = start.elapsed().as_secs_f64();
    let (server, worker) = (cluster.server.cpu_seconds() - server, cpu() - worker);
    let mut counts = crate::metrics::Metrics::default();
    for worker in &workers {
        counts.add(&worker.metrics().await);
    }
    stop_all(workers).await?;
    let messages = f64::from(u32::try_from(publisher.published())?);
    if counts.get("messages_total") < messages || counts.get("redeliveries_total") > 0.0 {
        return Err("the workers have not handled each message once".into());
    }
    Ok(Round {
        messages_per_second: messages / seconds,
        server: server * 1000.0 / messages,
        workers: worker * 1000.0 / messages,
        state_writes: counts.get("state_writes_total") / messages,
    })
}

/// Pauses or resumes all consumers.
async fn pause(cluster: &Cluster, partitions: u32, is_paused: bool) -> Result<(), Failure> {
    let body = if is_paused {
        r#"{"pause_until":"2100-01-01T00:00:00Z"}"#
    } else {
        "{}"
    };
    for partition in 0..partitions {
        let stream = cluster.names.input_stream();
        let subject = format!("$JS.API.CONSUMER.PAUSE.{stream}.g1-p{partition}");
        let answer = cluster.client.request(subject, body.into()).await?;
        let answer: serde_json::Value = serde_json::from_slice(&answer.payload)?;
        if let Some(error) = answer.get("error") {
            return Err(format!("the server does not pause a consumer: {error}").into());
        }
    }
    Ok(())
}

fn median(rounds: &[Round], value: impl Fn(&Round) -> f64) -> f64 {
    let mut values: Vec<f64> = rounds.iter().map(value).collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

fn mean_bytes(sessions: &[Session]) -> usize {
    let lengths = sessions
        .iter()
        .flat_map(|session| &session.inputs)
        .map(|input| input.payload.len());
    lengths.clone().sum::<usize>() / lengths.count().max(1)
}
