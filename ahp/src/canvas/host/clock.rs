//! Time, which the program tells, and what nobody waits for any more.

use super::{
    Host, HostError, HostOutput,
    calls::{CallTarget, Purpose},
};
use crate::canvas::{CallId, CanvasCloseParams, ProviderAnswer, ProviderRequest};
use std::time::Duration;

impl Host {
    /// It is so late now: the time since any moment, which is the same for one host and does not run backwards. What has
    /// waited for longer than [`Limits::answer`](super::Limits::answer) has failed; a later answer is not heard.
    ///
    /// A provider that does not answer counts as gone: a canvas that it is asked to close is closed, one that it is
    /// asked to open is not there, and its name is free. If it is a client, it is asked to close what it may have
    /// opened since.
    ///
    /// ```
    /// # use agent_ui_ahp as ahp;
    /// # use ahp::canvas::{CanvasOpenParams, ServerSource, SessionCanvasDeclaration, SessionState};
    /// use ahp::canvas::host::{Host, HostOutput};
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
        let late = self.calls.iter().filter(|(_, call)| call.until <= self.now).map(|(id, _)| *id);
        let mut out = Vec::new();
        for call in late.collect::<Vec<_>>() {
            if matches!(self.calls.get(&call).map(|call| &call.purpose), Some(Purpose::Close(_))) {
                self.finish(call, Ok(ProviderAnswer::Close), &mut out);
            } else {
                self.give_up(call, "the provider did not answer in time", &mut out);
            }
        }
        out
    }

    /// When [`advance`](Self::advance) has something to do, unless something else happens before.
    pub fn next_timeout(&self) -> Option<Duration> {
        self.calls.values().map(|call| call.until).min()
    }

    /// Does not wait for an answer any more: what was begun has failed, and a later answer is not heard. A canvas that was
    /// to be closed stays open; who waits for content is told that there is none.
    ///
    /// # Errors
    /// If nothing is asked for under that number.
    pub fn cancel(&mut self, call: CallId) -> Result<Vec<HostOutput>, HostError> {
        if !self.calls.contains_key(&call) {
            return Err(HostError::UnknownCall(call));
        }
        let mut out = Vec::new();
        self.give_up(call, "this was given up", &mut out);
        Ok(out)
    }

    fn give_up(&mut self, call: CallId, why: &str, out: &mut Vec<HostOutput>) {
        let opens = self.calls.get(&call).and_then(|call| match (&call.target, &call.purpose) {
            (CallTarget::Client(_), Purpose::Open(opening)) => Some((call.target, opening.params.clone())),
            _ => None,
        });
        self.fail(call, why, out);
        if let Some((asked, params)) = opens {
            let close = CanvasCloseParams::new(
                params.channel,
                params.instance_id,
                params.canvas_id,
                params.extension_id,
            );
            self.ask(asked, ProviderRequest::Close(close), Purpose::Dismiss, out);
        }
    }
}
