//! The sessions of a partition whose inputs are being processed, each by its own future.

use crate::states::WriteError;
use futures_util::{StreamExt, future::BoxFuture, stream::FuturesUnordered};
use std::collections::BTreeSet;

/// The inputs of a session that were processed together.
pub(crate) struct ProcessedInputs {
    pub(crate) token: String,
    pub(crate) sequences: Vec<u64>,
    /// The number of finished inputs, from the first on.
    pub(crate) result: Result<usize, WriteError>,
}

/// The sessions in work. Each session is in work at most once, so its inputs stay in order.
#[derive(Default)]
pub(crate) struct SessionsInWork {
    tokens: BTreeSet<String>,
    work: FuturesUnordered<BoxFuture<'static, ProcessedInputs>>,
}

impl SessionsInWork {
    pub(crate) fn contains(&self, token: &str) -> bool {
        self.tokens.contains(token)
    }

    /// Adds a session that is not in work. The future makes progress during [`next`](Self::next).
    pub(crate) fn add(
        &mut self,
        token: String,
        work: impl Future<Output = ProcessedInputs> + Send + 'static,
    ) {
        self.tokens.insert(token);
        self.work.push(Box::pin(work));
    }

    /// Waits until a session is processed, and removes the session. Returns `None` if no session is in work. The caller may stop waiting at
    /// any moment.
    pub(crate) async fn next(&mut self) -> Option<ProcessedInputs> {
        let processed = self.work.next().await?;
        self.tokens.remove(&processed.token);
        Some(processed)
    }
}
