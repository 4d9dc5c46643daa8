//! The clock of a host, and calls that time out or are cancelled.

use super::{
    Host, HostError, HostOutput,
    calls::{CallTarget, Purpose},
};
use crate::canvas::{CallId, CanvasCloseParams, ProviderAnswer, ProviderRequest};
use std::time::Duration;

impl Host {
    /// Sets the current time, and fails the calls that waited longer than [`Limits::answer`](super::Limits::answer).
    ///
    /// `now` is the time since any fixed moment, and does not decrease. Later answers to a failed call are ignored.
    ///
    /// A provider without an answer counts as disconnected. A canvas that it should close is closed. A canvas that it
    /// should open is not open, and its instance id is free again. If the provider is a client, the host then asks it
    /// to close the canvas, in case it opens it later.
    ///
    /// ```
    /// # use agent_ui_ahp::canvas::{CanvasOpenParams, ServerSource, SessionCanvasDeclaration, SessionState};
    /// use agent_ui_ahp::canvas::host::{Host, HostOutput};
    /// use std::time::Duration;
    ///
    /// # let mut host = Host::new(["0.6.0"]);
    /// # host.add_session("ahp-session:/1", SessionState::new())?;
    /// # let plan = SessionCanvasDeclaration::new("museum", "plan", "Plan", "", ServerSource::new());
    /// # host.declare(&"ahp-session:/1".into(), vec![plan])?;
    /// host.advance(Duration::from_secs(5));
    /// let (call, _) = host.open(CanvasOpenParams::new("ahp-session:/1", "plan", "museum", "east"))?;
    /// assert_eq!(host.next_timeout(), Some(Duration::from_secs(35)));
    /// let out = host.advance(Duration::from_secs(35));
    /// assert!(matches!(&out[..], [HostOutput::Done { call: late, outcome: Err(_) }] if *late == call));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advance(&mut self, now: Duration) -> Vec<HostOutput> {
        self.now = self.now.max(now);
        let late = self
            .calls
            .iter()
            .filter(|(_, call)| call.until <= self.now)
            .map(|(id, _)| *id);
        let mut out = Vec::new();
        for call in late.collect::<Vec<_>>() {
            if matches!(
                self.calls.get(&call).map(|call| &call.purpose),
                Some(Purpose::Close(_))
            ) {
                self.finish(call, Ok(ProviderAnswer::Close), &mut out);
            } else {
                self.give_up(call, "the provider did not answer in time", &mut out);
            }
        }
        out
    }

    /// Returns the time at which [`advance`](Self::advance) must be called next, unless another call precedes it.
    pub fn next_timeout(&self) -> Option<Duration> {
        self.calls.values().map(|call| call.until).min()
    }

    /// Cancels a call, which then fails. A later answer is ignored.
    ///
    /// A canvas that should be closed stays open. A client that waits for content receives an error.
    ///
    /// # Errors
    /// Returns an error if no open call has this id.
    pub fn cancel(&mut self, call: CallId) -> Result<Vec<HostOutput>, HostError> {
        if !self.calls.contains_key(&call) {
            return Err(HostError::UnknownCall(call));
        }
        let mut out = Vec::new();
        self.give_up(call, "the call was cancelled", &mut out);
        Ok(out)
    }

    fn give_up(&mut self, call: CallId, reason: &str, out: &mut Vec<HostOutput>) {
        let opens = match self.calls.get(&call) {
            Some(call) => match (&call.target, &call.purpose) {
                (CallTarget::Client(_), Purpose::Open(opening)) => {
                    Some((call.target, opening.params.clone()))
                }
                _ => None,
            },
            None => None,
        };
        self.fail(call, reason, out);
        // The client may open the canvas in spite of it.
        if let Some((client, params)) = opens {
            let close = CanvasCloseParams::new(
                params.channel,
                params.instance_id,
                params.canvas_id,
                params.extension_id,
            );
            self.ask(client, ProviderRequest::Close(close), Purpose::Dismiss, out);
        }
    }
}
