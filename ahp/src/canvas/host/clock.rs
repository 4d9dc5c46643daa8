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
    /// A provider without a timely answer counts as disconnected. If the provider should close a canvas, the canvas
    /// is closed. If it should open a canvas, the canvas is not open, and its instance id is free again. If the
    /// provider is a client, the host then asks the client to close the canvas, because the client may still open it.
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

    /// Returns the time of the next timeout, at which [`advance`](Self::advance) must be called.
    pub fn next_timeout(&self) -> Option<Duration> {
        self.calls.values().map(|call| call.until).min()
    }

    /// Cancels a call. The call then fails, and a later answer is ignored.
    ///
    /// If the call should close a canvas, the canvas stays open. A client that waits for content receives an error.
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
        // The client may still open the canvas, so it is asked to close the canvas.
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
