//! A change of the number of partitions while messages are published.

use crate::{
    Failure,
    cluster::Cluster,
    generator::{Workload, sessions},
    workers::stop_all,
};
use std::time::Duration;
use tokio::time::sleep;

/// The numbers of partitions, one after the other.
const PARTITIONS: &[u32] = &[4, 8, 3];
const WORKLOAD: Workload = Workload {
    sessions: 200,
    messages: 8000,
    seed: 3,
};

/// Changes the number of partitions twice, and compares the streams with the outputs of one process.
pub(crate) async fn partitions(cluster: &mut Cluster) -> Result<(), Failure> {
    cluster
        .program
        .init(*PARTITIONS.first().ok_or("no partitions")?)
        .await?;
    let workers = cluster.program.start_all(4)?;
    let sessions = sessions(WORKLOAD);
    let mut publisher = cluster.publisher();
    publisher.backlog = 1000;
    let change = async {
        for (number, partitions) in PARTITIONS.iter().enumerate().skip(1) {
            while publisher.published() < WORKLOAD.messages * number / PARTITIONS.len() {
                sleep(Duration::from_millis(5)).await;
            }
            cluster.program.init(*partitions).await?;
        }
        Ok(())
    };
    let (sequences, ()) =
        tokio::try_join!(publisher.publish_all(&sessions, WORKLOAD.seed), change)?;
    cluster.wait_until_done().await?;
    let counts = cluster.compare(&sessions, &sequences).await?;
    stop_all(workers).await?;
    println!(
        "partitions changed {PARTITIONS:?} while {} messages arrived: {} outputs, each once and in order",
        WORKLOAD.messages, counts.outputs
    );
    Ok(())
}
