//! The counts of a worker, in the format of Prometheus.

use crate::Failure;
use std::collections::BTreeMap;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// The counts of a worker, without the common prefix of their names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Metrics(BTreeMap<String, f64>);

impl Metrics {
    /// Requests the counts of a worker.
    pub(crate) async fn request(port: u16) -> Result<Self, Failure> {
        let mut connection = TcpStream::connect(("127.0.0.1", port)).await?;
        let request = "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
        connection.write_all(request.as_bytes()).await?;
        let mut response = String::new();
        connection.read_to_string(&mut response).await?;
        Ok(Self::read(&response))
    }

    fn read(text: &str) -> Self {
        let counts = text.lines().filter_map(|line| {
            let (name, value) = line.strip_prefix("agent_ui_worker_")?.split_once(' ')?;
            Some((name.to_owned(), value.parse().ok()?))
        });
        Self(counts.collect())
    }

    /// Returns a count, or 0 if the worker does not publish it.
    pub(crate) fn get(&self, name: &str) -> f64 {
        self.0.get(name).copied().unwrap_or_default()
    }

    /// Adds the counts of another worker.
    pub(crate) fn add(&mut self, other: &Self) {
        for (name, value) in &other.0 {
            *self.0.entry(name.clone()).or_default() += value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_and_added() {
        let text = "HTTP/1.1 200 OK\r\n\r\n# HELP agent_ui_worker_a_total A.\nagent_ui_worker_a_total 2\nother 3\n";
        let mut sum = Metrics::read(text);
        sum.add(&Metrics::read(text));
        assert_eq!((sum.get("a_total"), sum.get("b_total")), (4.0, 0.0));
    }
}
