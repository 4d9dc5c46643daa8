//! Calls of the agent to tools of the site.

use super::{
    Site, SiteRefusal, SiteRefusalKind, SiteTool, own_states,
    visit::{OpenCall, Pace},
};
use crate::{
    invocation::InvocationRefusalKind,
    item::{ActionCall, ActionError, CallId, ErrorCode, ErrorDetails, RuntimeId},
    manifest::{StateName, Transition},
    pacing,
    runtimes::Runtime,
};
use std::collections::BTreeSet;
use wire::{Field, Payload};

impl Site {
    /// Checks a call of the agent. Returns the call to send to the page, under the name that the page uses.
    ///
    /// The tool must exist, and the selectors of the call must match one ready page. The host must support the
    /// primitives that the tool `requires`, and the arguments must match its `input_schema`. The page must have
    /// reported the state of the tool's target. If the tool performs transitions, the page must be in the start state
    /// of one of them. None of the transitions may be repeated too soon or too often. A refused call changes nothing.
    ///
    /// # Errors
    /// Returns the first reason for refusing the call, with the [answer](SiteRefusal::answer) to the agent. If a
    /// state is missing, the evidence of the answer contains the accepted states with their diagnostics.
    pub fn call(&mut self, call: &ActionCall, now: u64) -> Result<ActionCall, SiteRefusal> {
        let Some(tool) = self.tools.by_agent_name(&call.name) else {
            let kind = SiteRefusalKind::Call(InvocationRefusalKind::UnknownAction);
            let message = "the site does not declare this tool";
            let refusal =
                SiteRefusal::new(kind, "name", message, "use the name of a tool of the site");
            return Err(refusal.answering_for_good(call));
        };
        let page = self
            .runtimes
            .route(call, self.authorization.as_deref())
            .map_err(|unrouted| SiteRefusal::of_route(&unrouted, call))?;
        self.has_capabilities(tool, call)?;
        self.check_state(tool, page, call)?;
        self.check_pace(tool, page, call, now)?;
        self.check_room(call)?;
        let page = page.runtime_id.clone();
        self.calls
            .record(call.call_id.clone(), page.clone())
            .map_err(|duplicate| {
                let hint = "use an id that no other call had";
                let kind = SiteRefusalKind::DuplicateCall;
                SiteRefusal::new(kind, "call_id", duplicate.to_string(), hint)
                    .answering_for_good(call)
            })?;
        if let Some(page) = self.runtimes.get(&page) {
            self.paces.record(started_by(tool, page), now);
        }
        let timeout = match call.timeout_ms.get() {
            Some(timeout) => pacing::rounded_up(timeout),
            None => Self::TIMEOUT_MS,
        };
        let open = OpenCall {
            tool: tool.name.clone(),
            sent: now,
            timeout,
        };
        self.open.insert((call.call_id.clone(), page.clone()), open);
        let mut sent = call.clone();
        sent.name = tool.composed.to_string();
        sent.runtime_id = Field::Value(page);
        Ok(sent)
    }

    /// Checks the arguments of a call, and that the page is in a start state of the tool.
    fn check_state(
        &self,
        tool: &SiteTool,
        page: &Runtime,
        call: &ActionCall,
    ) -> Result<(), SiteRefusal> {
        let own: Vec<&str> = own_states(tool.prefix(), &page.states).collect();
        match tool.as_checked().accept(call, &own) {
            Ok(()) => {}
            Err(refusal) if refusal.kind == InvocationRefusalKind::StateMismatch => {
                return Err(self.other_state(tool.state.iter(), page, call));
            }
            Err(refusal) => return Err(SiteRefusal::of_call(refusal, call)),
        }
        if !tool.transitions.is_empty() && started_by(tool, page).next().is_none() {
            let transitions = tool.transitions.iter();
            let from = transitions.filter_map(|transition| transition.from.get());
            return Err(self.other_state(from, page, call));
        }
        Ok(())
    }

    /// Checks that the transitions of a call may be performed now: not too soon, and not too often.
    fn check_pace(
        &self,
        tool: &SiteTool,
        page: &Runtime,
        call: &ActionCall,
        now: u64,
    ) -> Result<(), SiteRefusal> {
        let wait_ms = self.paces.wait_ms(started_by(tool, page), now);
        if wait_ms > 0 {
            let kind = SiteRefusalKind::TooSoon { wait_ms };
            let message = "the tool was called too recently to be called again";
            let hint = format!("repeat the call in {wait_ms} ms");
            let wait_ms = Payload::encode(&wait_ms).unwrap_or_else(|_| Payload::null());
            let evidence = Payload::object([("wait_ms", &wait_ms)]);
            let refusal = SiteRefusal::new(kind, "name", message, hint);
            return Err(refusal.answering_call(call, true, evidence));
        }
        let Some(exhausted) = self.paces.find_exhausted(started_by(tool, page)) else {
            return Ok(());
        };
        let convergence = exhausted.convergence.get();
        let hint = match convergence.and_then(|rule| rule.complete_when.get()) {
            Some(complete) => {
                format!("stop repeating the call; it is complete with {complete:?}")
            }
            None => "stop repeating the call".to_owned(),
        };
        let message = "the manifest does not allow more calls of this tool";
        let refusal = SiteRefusal::new(SiteRefusalKind::Exhausted, "name", message, hint);
        Err(refusal.answering_for_good(call))
    }

    /// Checks that another call may wait for its reply.
    fn check_room(&self, call: &ActionCall) -> Result<(), SiteRefusal> {
        let (kind, message, hint) = if call.call_id.as_str().len() > Self::MAX_ID {
            (
                SiteRefusalKind::TooLong,
                format!("the id of this call is longer than {} bytes", Self::MAX_ID),
                "use a shorter id",
            )
        } else if self.open.len() >= Self::MAX_CALLS {
            (
                SiteRefusalKind::TooMany,
                format!("the limit of {} waiting calls is reached", Self::MAX_CALLS),
                "repeat the call after another one has ended",
            )
        } else {
            return Ok(());
        };
        Err(SiteRefusal::new(kind, "call_id", message, hint).answering_for_good(call))
    }

    /// Resets the attempt counts of a tool's transitions, because a new series of attempts begins. Returns `true` if
    /// the tool exists. Rate limits still apply.
    pub fn reset_attempts(&mut self, tool: &str) -> bool {
        let Some(tool) = self.tools.by_agent_name(tool) else {
            return false;
        };
        for name in tool
            .transitions
            .iter()
            .filter_map(|transition| transition.name.get())
        {
            if let Some(pace) = self.paces.0.get_mut(name) {
                *pace = Pace {
                    attempts: 0,
                    ..*pace
                };
            }
        }
        true
    }

    /// Stops waiting for a call. Returns `true` if the call was waiting.
    pub fn abandon(&mut self, call: &CallId, page: &RuntimeId) -> bool {
        self.open.remove(&(call.clone(), page.clone()));
        self.calls.abandon(call, page)
    }

    /// Stops waiting for the calls that have exceeded their `timeout_ms` or [`Site::TIMEOUT_MS`], and returns the
    /// errors for the agent.
    pub fn expire_calls(&mut self, now: u64) -> Vec<ActionError> {
        let overdue: Vec<_> = self
            .open
            .iter()
            .filter(|(_, call)| now.saturating_sub(call.sent) >= call.timeout)
            .map(|(key, call)| (key.clone(), call.clone()))
            .collect();
        let mut errors = Vec::new();
        for ((call_id, page), call) in overdue {
            self.abandon(&call_id, &page);
            let tool = Payload::string(&call.tool);
            let elapsed =
                Payload::encode(&now.saturating_sub(call.sent)).unwrap_or_else(|_| Payload::null());
            let evidence = Payload::object([("tool", &tool), ("elapsed_ms", &elapsed)]);
            let message = "the page did not answer in time";
            let error = ErrorDetails::new(ErrorCode::HandlerTimeout, message).evidence(evidence);
            errors.push(ActionError::new(error).call_id(call_id).runtime_id(page));
        }
        errors
    }

    fn has_capabilities(&self, tool: &SiteTool, call: &ActionCall) -> Result<(), SiteRefusal> {
        let required = tool.tool.requires.get().into_iter().flatten();
        let missing: Vec<&str> = required
            .map(|primitive| primitive.as_str())
            .filter(|primitive| !self.capabilities.contains(*primitive))
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        let message = "the host does not support a primitive that this tool requires";
        let hint = format!("use a host that supports {}", missing.join(", "));
        let missing: Vec<Payload> = missing.into_iter().map(Payload::string).collect();
        let evidence = Payload::object([("missing", &Payload::array(&missing))]);
        Err(
            SiteRefusal::new(SiteRefusalKind::Capability, "name", message, hint)
                .answering_call(call, false, evidence),
        )
    }

    /// Returns the refusal of a call whose page is in none of these states.
    fn other_state<'s>(
        &self,
        wanted: impl Iterator<Item = &'s StateName>,
        page: &Runtime,
        call: &ActionCall,
    ) -> SiteRefusal {
        let wanted: BTreeSet<&StateName> = wanted.collect();
        let names: Vec<String> = wanted
            .iter()
            .map(|state| format!("{:?}", state.as_str()))
            .collect();
        let wanted: Vec<Payload> = wanted
            .into_iter()
            .map(|state| self.state_with_diagnostics(state))
            .collect();
        let states: Vec<Payload> = page
            .states
            .iter()
            .map(|state| Payload::string(state))
            .collect();
        let evidence = Payload::object([
            ("tool", &Payload::string(&call.name)),
            ("states", &Payload::array(&states)),
            ("wanted", &Payload::array(&wanted)),
        ]);
        let kind = SiteRefusalKind::Call(InvocationRefusalKind::StateMismatch);
        let message = "the page is not in a state that this tool requires";
        let hint = format!(
            "wait until the page reports the state {}",
            names.join(" or ")
        );
        SiteRefusal::new(kind, "name", message, hint).answering_call(call, true, evidence)
    }

    /// Returns a state as evidence for the agent, with its declared diagnostics.
    fn state_with_diagnostics(&self, state: &StateName) -> Payload {
        let declared = self.states.get(state);
        let declared = declared.and_then(|declared| Payload::encode(declared).ok());
        let diagnostics = declared.and_then(|declared| declared.member("diagnostics"));
        let diagnostics = diagnostics.unwrap_or_else(|| Payload::array([]));
        let name = Payload::string(state.as_str());
        Payload::object([("name", &name), ("diagnostics", &diagnostics)])
    }
}

fn starts_in(transition: &Transition, page: &Runtime) -> bool {
    transition
        .from
        .get()
        .is_none_or(|from| page.states.iter().any(|state| *from == **state))
}

/// Returns the transitions that a call of this tool performs on this page.
fn started_by<'t>(tool: &'t SiteTool, page: &'t Runtime) -> impl Iterator<Item = &'t Transition> {
    let transitions = tool.transitions.iter();
    transitions.filter(|transition| starts_in(transition, page))
}
